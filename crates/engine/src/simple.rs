//! Engines without a search tree.

use otrera_board::{Bits, Position, Side, Twin};

use crate::choice::{Choice, Score};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::random::Random;

/// Plays a random legal move.
#[derive(Debug)]
pub(crate) struct RandomMoves(pub(crate) Random);

impl Engine for RandomMoves {
    fn choose(&mut self, position: &Position, _: &Limits<'_>, _: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        let action = self.0.one(&position.actions())?;
        Some(Choice::unsearched(position.name(action), Score::guess(0.5, 0.0)))
    }

    fn new_game(&mut self) {}
}

/// One move ahead, by min-distance (Müller & Tegos 2002, section 6.2).
#[derive(Debug)]
pub(crate) struct Greedy(pub(crate) Random);

impl Engine for Greedy {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, _: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        let us = position.to_move();
        let mut best = None;
        let mut nodes = 0;
        let mut equal = 0;
        position.for_each_child(|action, child| {
            // There is always an answer, however short the time.
            if best.is_some() && limits.is_over(nodes) {
                return;
            }
            nodes += 1;
            let ahead = reached_first(child, us);
            match best {
                Some((most, _)) if ahead < most => {}
                Some((most, _)) if ahead == most => {
                    equal += 1;
                    if self.0.below(equal) == 0 {
                        best = Some((ahead, action));
                    }
                }
                _ => {
                    equal = 1;
                    best = Some((ahead, action));
                }
            }
        });
        let (ahead, action) = best?;
        let play = position.name(action);
        let score = Score::guess(1.0 / (1.0 + (-ahead as f32 / 4.0).exp()), ahead as f32);
        Some(Choice { play, score, line: vec![play], depth: 1, nodes, candidates: Vec::new() })
    }

    fn new_game(&mut self) {}
}

/// Squares that `side` reaches in fewer queen moves than the opponent, less the opposite.
pub(crate) fn reached_first<B: Bits>(position: &Position<B>, side: Side) -> i32 {
    let grid = position.grid();
    let empty = Twin::new(position.empty());
    let spread = |set: B| {
        let mut reached = set;
        set.points().for_each(|from| reached |= grid.slide(from, empty).set());
        reached
    };
    let mut sides = [side, !side].map(|side| position.amazons(side));
    let (mut taken, mut ahead) = (B::NONE, 0);
    loop {
        sides = sides.map(spread);
        let [own, other] = sides.map(|set| set & position.empty() & !taken);
        if (own | other).is_none() {
            return ahead;
        }
        ahead += (own & !other).count() as i32 - (other & !own).count() as i32;
        taken |= own | other;
    }
}
