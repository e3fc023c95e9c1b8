//! Playing levels: the same game with less sight, fewer nodes and less care.
//!
//! Levels 1 to 4 look one move ahead, at a few of the legal moves, as a beginner overlooks most of them. The moves are chosen
//! at random, and the one with the best evaluation is played. Level 1 sees two, so it loses a game in ten to a random mover.
//! The number of nodes could not be reduced to that: an evaluation of all moves of a position is a strong player already.
//!
//! Levels 5 to 9 search a limited number of nodes, and choose at random among the moves that seem about as good, with a margin
//! that grows as the level falls. The search must rate the move nearly as good as the best, and a side that is winning plays
//! the best move found. No level blunders on purpose. A low level loses because it does not see much, as people do.

use otrera_board::Position;

use crate::choice::{Candidate, Choice, Proven, Score};
use crate::engine::{Engine, EngineOptions};
use crate::eval::{Evaluator, View};
use crate::limits::Limits;
use crate::random::Random;
use crate::search::SizedEvaluation;

pub(crate) const FULL: u8 = 10;
/// Moves that levels 1 to 4 see. Steps of 310 to 480 Elo on 8x8 (docs/notes/levels.md).
const SIGHT: [usize; 4] = [2, 4, 12, 40];
/// Node limits of levels 5 to 9. Steps of about the same size.
const NODES: [u64; 5] = [500, 2_000, 10_000, 50_000, 350_000];
/// Winning chance that level 5 may give away at a move, by its own estimate.
const FIRST_CARELESSNESS: f32 = 0.08;
/// Carelessness of a level relative to the one below.
const CARELESSNESS_DECAY: f32 = 0.6;
/// Winning chance from which the best move is always played.
const WINNING: f32 = 0.85;
/// Fewest visits of a move that may replace the best one, as a share of the best move's visits. The first evaluation counts
/// as a visit.
const LEAST_VISITS: f32 = 0.03;

/// Elo of levels 1 to 9 on 8x8, where a random mover has 0: sums of the matches between neighbours, rounded to 50
/// (docs/notes/levels.md), the last two interpolated. Errors add up along the ladder, and nothing ties it to people.
pub const LEVEL_ELO: [u32; FULL as usize - 1] = [400, 700, 1200, 1550, 1900, 2300, 2600, 2950, 3350];

/// The level closest to a strength in [`LEVEL_ELO`].
pub(crate) fn level_of(elo: u32) -> u8 {
    let closest = (1..).zip(LEVEL_ELO).min_by_key(|(_, known)| known.abs_diff(elo));
    closest.expect("there are levels").0
}

/// An engine below level [`FULL`].
pub(crate) struct Levelled {
    engine: Box<dyn Engine>,
    skill: Skill,
    random: Random,
    evaluations: SizedEvaluation<Evaluator>,
}

/// What limits a level.
#[derive(Clone, Copy, Debug)]
enum Skill {
    /// Sees some of the moves, and nothing beyond them.
    Sight(usize),
    Search {
        nodes: u64,
        /// Winning chance that it may give away.
        carelessness: f32,
    },
}

impl Skill {
    /// The limits of a level; `None` at [`FULL`].
    fn of(level: u8) -> Option<Skill> {
        let step = usize::from(level.max(1)) - 1;
        if let Some(&moves) = SIGHT.get(step) {
            return Some(Skill::Sight(moves));
        }
        let step = step - SIGHT.len();
        let carelessness = FIRST_CARELESSNESS * CARELESSNESS_DECAY.powi(step as i32);
        NODES.get(step).map(|&nodes| Skill::Search { nodes, carelessness })
    }
}

impl Levelled {
    /// Limits an engine to the level in `options`.
    pub(crate) fn at_level(engine: Box<dyn Engine>, options: &EngineOptions) -> Box<dyn Engine> {
        let Some(skill) = Skill::of(options.level) else { return engine };
        let evaluations = SizedEvaluation::new(Evaluator::for_size);
        Box::new(Levelled { engine, skill, random: Random::new(options.seed), evaluations })
    }

    /// The best of a few random moves by their evaluation.
    fn best_seen(&mut self, position: &Position, moves: usize) -> Option<Choice> {
        let mut actions = position.actions();
        let seen = moves.min(actions.len());
        let views: Vec<View<u128>> = (0..seen)
            .map(|at| {
                let other = at + self.random.below(actions.len() - at);
                actions.swap(at, other);
                let mut child = *position;
                child.play_unchecked(actions[at]);
                View::of(&child)
            })
            .collect();
        let evaluation = self.evaluations.of(position.size());
        let mut theirs = vec![0.0; seen];
        evaluation.evaluate_all(&views, &mut theirs);
        let candidate = |(&action, theirs): (_, f32)| {
            let play = position.name(action);
            let score = match -theirs {
                f32::INFINITY => Score::proven(Proven::Win, 1.0),
                ahead => Score::guess(evaluation.chance(ahead), ahead),
            };
            Candidate { play, score, visits: 0, line: vec![play] }
        };
        let mut candidates: Vec<Candidate> = actions.iter().zip(theirs).map(candidate).collect();
        candidates.sort_by(|a, b| b.score.chance.total_cmp(&a.score.chance));
        let Candidate { play, score, ref line, .. } = *candidates.first()?;
        Some(Choice { play, score, line: line.clone(), depth: 1, nodes: seen as u64, candidates })
    }

    /// A random move among those that seem nearly as good as the best, better ones with higher probability.
    fn instead(&mut self, best: &Choice, carelessness: f32) -> Option<Candidate> {
        let candidates = &best.candidates;
        let of_best = candidates.iter().find(|candidate| candidate.play == best.play)?.visits as f32;
        let near = |candidate: &&Candidate| {
            candidate.score.proven != Some(Proven::Loss)
                && 1.0 + candidate.visits as f32 >= LEAST_VISITS * of_best
                && candidate.score.chance >= best.score.chance - carelessness
        };
        let near: Vec<&Candidate> = candidates.iter().filter(near).collect();
        // A linear weight: exponentials differ between machines.
        let weight =
            |candidate: &Candidate| (candidate.score.chance - best.score.chance + carelessness).min(carelessness);
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
        let (most, carelessness) = match self.skill {
            Skill::Sight(moves) => return self.best_seen(position, moves),
            Skill::Search { nodes, carelessness } => (nodes, carelessness),
        };
        let nodes = limits.nodes.map_or(most, |nodes| nodes.min(most));
        let mut best = self.engine.choose(position, &Limits { nodes: Some(nodes), ..*limits }, watch)?;
        if best.score.proven.is_some() || best.score.chance >= WINNING {
            return Some(best);
        }
        if let Some(other) = self.instead(&best, carelessness)
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
    fn the_first_levels_see_some_moves_and_play_the_best_of_them() {
        let position: Position = otrera_testing::position("start:6x6");
        let mut last = 0.0;
        for (level, seen) in (1..).zip(SIGHT) {
            let options = EngineOptions { level, ..EngineOptions::default() };
            let mut engine = Levelled::at_level(Box::new(Fixed(vec![])), &options);
            let mut sum = 0.0;
            for _ in 0..200 {
                let choice = engine.choose(&position, &Limits::none(&NEVER), &mut |_| {}).unwrap();
                assert_eq!((choice.nodes, choice.candidates.len()), (seen as u64, seen));
                assert!(position.check(choice.play).is_ok());
                assert!(choice.candidates.iter().all(|seen| seen.score.chance <= choice.score.chance));
                sum += choice.score.chance;
            }
            assert!(sum > last, "level {level} plays better moves than the one below");
            last = sum;
        }
    }

    #[test]
    fn a_level_that_sees_more_moves_than_there_are_sees_all_and_a_win() {
        // Black is shut in, so every move of White wins.
        let position: Position = otrera_testing::position("b#.w w");
        let moves = position.moves();
        let options = EngineOptions { level: SIGHT.len() as u8, ..EngineOptions::default() };
        let mut engine = Levelled::at_level(Box::new(Fixed(vec![])), &options);
        let choice = engine.choose(&position, &Limits::none(&NEVER), &mut |_| {}).unwrap();
        assert_eq!(choice.candidates.len(), moves.len());
        assert_eq!(choice.score.proven, Some(Proven::Win));
    }

    #[test]
    fn strengths_rise_and_name_their_levels() {
        assert!(LEVEL_ELO.is_sorted());
        for (level, elo) in (1..).zip(LEVEL_ELO) {
            assert_eq!((level_of(elo - 20), level_of(elo), level_of(elo + 20)), (level, level, level));
        }
        assert_eq!((level_of(0), level_of(u32::MAX)), (1, FULL - 1));
    }

    #[test]
    fn lower_levels_vary_more_and_none_plays_bad_or_unvisited_moves() {
        let opinion = [(0.50, 100), (0.49, 100), (0.47, 100), (0.30, 100), (0.49, 1)];
        let low = played(&opinion, 5);
        assert!(low[0] > low[1] && low[1] > low[2] && low[2] > 50, "{low:?}");
        assert_eq!(low[3..], [0, 0], "one looks bad, the other has hardly any visits");
        let high = played(&opinion, 9);
        assert!(high[0] > 900 && high[2..] == [0; 3], "{high:?}");
        assert_eq!(played(&[(0.90, 100), (0.89, 100)], 5), [1000, 0], "a winning side plays the best move");
    }
}
