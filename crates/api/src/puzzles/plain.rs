//! A plain search: depth first over positions, each visited once, without any knowledge of areas. It proves the answers
//! of puzzles a second time, and its size grades them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use otrera_board::{Position, Side};

/// Positions between two looks at the stop flag.
const LOOK: usize = 4096;

/// Results of positions that were visited. Each search returns `None` if its limits end it.
pub(super) struct Plain<'a> {
    wins: HashMap<Position<u64>, bool>,
    counts: HashMap<Position<u64>, u32>,
    scores: HashMap<Position<u64>, i32>,
    limit: usize,
    stop: &'a AtomicBool,
}

impl Plain<'_> {
    /// A search of at most `limit` positions, which the caller ends by `stop`.
    pub(super) fn new(limit: usize, stop: &AtomicBool) -> Plain<'_> {
        Plain { wins: HashMap::new(), counts: HashMap::new(), scores: HashMap::new(), limit, stop }
    }

    /// Positions visited so far.
    pub(super) fn visited(&self) -> usize {
        self.wins.len() + self.counts.len() + self.scores.len()
    }

    /// True if the side to move wins.
    pub(super) fn wins(&mut self, position: &Position<u64>) -> Option<bool> {
        if let Some(&wins) = self.wins.get(position) {
            return Some(wins);
        }
        let mut wins = false;
        for child in children(position) {
            if !self.wins(&child)? {
                wins = true;
                break;
            }
        }
        self.store(|plain| &mut plain.wins, position, wins)
    }

    /// The most moves of the side to move if the opponent never moves.
    pub(super) fn moves_alone(&mut self, position: &Position<u64>) -> Option<u32> {
        if let Some(&count) = self.counts.get(position) {
            return Some(count);
        }
        let mut most = 0;
        for child in children(position) {
            most = most.max(1 + self.moves_alone(&child.with_to_move(position.to_move()))?);
        }
        self.store(|plain| &mut plain.counts, position, most)
    }

    /// The moves that Black makes and has left when both play on, less White's. The game ends when the side to move
    /// cannot move; the other side has its moves alone left.
    pub(super) fn score(&mut self, position: &Position<u64>) -> Option<i32> {
        if let Some(&score) = self.scores.get(position) {
            return Some(score);
        }
        let us = position.to_move();
        let sign = if us == Side::Black { 1 } else { -1 };
        let mut best = None;
        for child in children(position) {
            let score = 1 + sign * self.score(&child)?;
            best = best.max(Some(score));
        }
        let best = match best {
            Some(best) => best,
            None => -(self.moves_alone(&position.with_to_move(!us))? as i32),
        };
        self.store(|plain| &mut plain.scores, position, sign * best)
    }

    /// Stores a result, unless the limits are reached.
    fn store<R: Copy>(
        &mut self,
        results: impl Fn(&mut Self) -> &mut HashMap<Position<u64>, R>,
        position: &Position<u64>,
        result: R,
    ) -> Option<R> {
        results(self).insert(*position, result);
        let visited = self.visited();
        let is_over = visited > self.limit || (visited.is_multiple_of(LOOK) && self.stop.load(Relaxed));
        (!is_over).then_some(result)
    }
}

fn children(position: &Position<u64>) -> Vec<Position<u64>> {
    let mut children = Vec::new();
    position.for_each_child(|_, child| children.push(*child));
    children
}
