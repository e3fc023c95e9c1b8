//! Playing levels: the same engine with fewer nodes and less care.
//!
//! A weaker level searches fewer positions and chooses at random among the moves that seem about as good, with a margin that
//! grows as the level falls. It never blunders on purpose: its short search must rate the move nearly as good as the best, and
//! a side that is winning plays the best move found. A low level thus loses because it does not see far, as people do.

use otrera_board::Position;

use crate::choice::{Candidate, Choice, Proven};
use crate::engine::{Engine, EngineOptions};
use crate::limits::Limits;
use crate::random::Random;

pub(crate) const FULL: u8 = 10;
/// Node limits of the levels below [`FULL`]. The first level is a little weaker than `greedy`, which looks one move ahead; each
/// other level searches two to three times as many nodes as the one below. docs/results.md, "Playing".
const NODES: [u64; FULL as usize - 1] = [100, 300, 800, 2_000, 6_000, 16_000, 45_000, 120_000, 350_000];
/// Winning chance that level 1 may give away at a move, by its own estimate.
const FIRST_CARELESSNESS: f32 = 0.12;
/// Carelessness of a level relative to the one below.
const CARELESSNESS_DECAY: f32 = 0.66;
/// Winning chance from which the best move is always played.
const WINNING: f32 = 0.85;
/// Fewest visits of a move that may replace the best one, as a share of the best move's visits. The first evaluation counts
/// as a visit.
const LEAST_VISITS: f32 = 0.03;

/// An engine limited to a level below [`FULL`].
pub(crate) struct Levelled {
    engine: Box<dyn Engine>,
    nodes: u64,
    carelessness: f32,
    random: Random,
}

impl Levelled {
    /// Limits an engine to the level in `options`.
    pub(crate) fn at_level(engine: Box<dyn Engine>, options: &EngineOptions) -> Box<dyn Engine> {
        if options.level >= FULL {
            return engine;
        }
        let steps = options.level.max(1) - 1;
        Box::new(Levelled {
            engine,
            nodes: NODES[usize::from(steps)],
            carelessness: FIRST_CARELESSNESS * CARELESSNESS_DECAY.powi(steps.into()),
            random: Random::new(options.seed),
        })
    }

    /// A random move among those that seem nearly as good as the best, better ones with higher probability.
    fn instead(&mut self, best: &Choice) -> Option<Candidate> {
        let candidates = &best.candidates;
        let of_best = candidates.iter().find(|candidate| candidate.play == best.play)?.visits as f32;
        let near = |candidate: &&Candidate| {
            candidate.score.proven != Some(Proven::Loss)
                && 1.0 + candidate.visits as f32 >= LEAST_VISITS * of_best
                && candidate.score.chance >= best.score.chance - self.carelessness
        };
        let near: Vec<&Candidate> = candidates.iter().filter(near).collect();
        // A linear weight: exponentials differ between machines.
        let weight = |candidate: &Candidate| {
            (candidate.score.chance - best.score.chance + self.carelessness).min(self.carelessness)
        };
        let all: f32 = near.iter().map(|candidate| weight(candidate)).sum();
        let mut left = all * self.random.part();
        let taken = near.iter().find(|candidate| {
            left -= weight(candidate);
            left < 0.0
        });
        taken.map(|candidate| (*candidate).clone())
    }
}

impl Engine for Levelled {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        let mut best = self.engine.choose(position, &Limits { nodes: Some(nodes), ..*limits }, watch)?;
        if best.score.proven.is_some() || best.score.chance >= WINNING {
            return Some(best);
        }
        if let Some(other) = self.instead(&best)
            && other.play != best.play
        {
            best = Choice { play: other.play, score: other.score, line: other.line, ..best };
        }
        Some(best)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}

#[cfg(test)]
mod tests {
    use otrera_testing::NEVER;

    use super::*;
    use crate::choice::Score;

    /// Fixed chances and visits of the first moves of a position.
    struct Fixed(Vec<(f32, u64)>);

    impl Engine for Fixed {
        fn choose(&mut self, position: &Position, limits: &Limits<'_>, _: &mut dyn FnMut(&Choice)) -> Option<Choice> {
            let candidate = |(play, &(chance, visits))| {
                let score = Score::guess(chance, 0.0);
                Candidate { play, score, visits, line: vec![play] }
            };
            let candidates: Vec<_> = position.moves().into_iter().zip(&self.0).map(candidate).collect();
            let Candidate { play, score, line, .. } = candidates[0].clone();
            let nodes = limits.nodes.expect("a level has a limit");
            Some(Choice { play, score, line, depth: 1, nodes, candidates })
        }

        fn new_game(&mut self) {}
    }

    /// Number of times that each move is played in 1,000 choices.
    fn played(opinion: &[(f32, u64)], level: u8) -> Vec<u32> {
        let position: Position = otrera_testing::position("start:6x6");
        let moves = position.moves();
        let options = EngineOptions { level, ..EngineOptions::default() };
        let mut engine = Levelled::at_level(Box::new(Fixed(opinion.to_vec())), &options);
        let mut counts = vec![0; opinion.len()];
        for _ in 0..1000 {
            let choice = engine.choose(&position, &Limits::nodes(1 << 40, &NEVER), &mut |_| {}).unwrap();
            counts[moves.iter().position(|&play| play == choice.play).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn lower_levels_vary_more_and_none_plays_bad_or_unvisited_moves() {
        let opinion = [(0.50, 100), (0.48, 100), (0.44, 100), (0.30, 100), (0.49, 1)];
        let low = played(&opinion, 1);
        assert!(low[0] > low[1] && low[1] > low[2] && low[2] > 50, "{low:?}");
        assert_eq!(low[3..], [0, 0], "one looks bad, the other has hardly any visits");
        assert_eq!(played(&opinion, 9), [1000, 0, 0, 0, 0]);
        assert_eq!(played(&[(0.90, 100), (0.89, 100)], 1), [1000, 0], "a winning side plays the best move");
    }
}
