//! Moves of a node that are not evaluated yet, in the order of their promise.
//!
//! The evaluation of a child splits its board, turns its areas and bounds each of them, and most children of an open node
//! are never searched: on 5x5, seven of eight evaluated children belonged to nodes that no bound and no child settled, and
//! two thirds of those nodes were never settled at all. So a node evaluates its more promising half first. The other half
//! waits until the search comes to it; the half counts as one child, with the median of the first disproof numbers of the
//! evaluated half.
//!
//! The order is that of the lead in reached squares which a move leaves to the opponent ([`lead`]). It costs a tenth of an
//! evaluation. With it, half of the children suffice for nine of ten nodes that win at sight, and nineteen of twenty that win
//! after a search. Thirteen terms fitted to the winning moves (reach, neighbours, private squares, stuck amazons) ranked the
//! moves hardly better (docs/notes/lazy-expansion.md).

use std::cmp::Reverse;

use otrera_board::{Bits, Side};
use smallvec::SmallVec;

use crate::children::CompactStep;
use crate::evaluate::lead;
use crate::numbers::INFINITE;
use crate::situation::Situation;

/// Nodes with at most so many moves evaluate all of them at once.
const FEW: usize = 8;

/// Moves for which memory is taken at once: most nodes have fewer.
const MANY: usize = 128;

/// Moves in areas whose children are not evaluated yet, the most promising last.
#[derive(Default)]
pub(crate) struct Waiting {
    moves: Vec<RankedMove>,
    /// Estimate of the disproof number of the best of these children.
    disproof: u32,
}

/// A move in an area: its index and points.
#[derive(Clone, Copy)]
struct RankedMove {
    /// The lead of the opponent in the area after the move, less the lead before it. Less than any lead for a move that is
    /// first for another reason.
    lead: i16,
    index: u8,
    points: [u8; 3],
}

impl Waiting {
    /// The moves of a situation in their order.
    pub(crate) fn listed(situation: &Situation) -> Waiting {
        let mut waiting = Waiting::collect(situation, |_, _| 0);
        waiting.moves.reverse();
        waiting
    }

    /// The moves of a situation by the lead that they leave to the opponent, after `first` in the first area.
    pub(crate) fn ranked(situation: &Situation, first: &[[u8; 3]]) -> Waiting {
        let before: SmallVec<[i32; 2]> = situation.areas.iter().map(|area| lead(&area.swapped())).collect();
        let mut waiting = Waiting::collect(situation, |index, squares| {
            (lead(&situation.areas[index].after(Side::Black, squares).swapped()) - before[index]) as i16
        });
        for (place, points) in (0..).zip(first) {
            let found = waiting.moves.iter_mut().find(|ranked| ranked.index == 0 && ranked.points == *points);
            if let Some(ranked) = found {
                ranked.lead = i16::MIN + place;
            }
        }
        // Stable, so that the order is the same on every machine.
        waiting.moves.sort_by_key(|ranked| Reverse(ranked.lead));
        waiting
    }

    fn collect(situation: &Situation, lead: impl Fn(usize, [u64; 3]) -> i16) -> Waiting {
        let mut moves = Vec::with_capacity(MANY);
        for (index, area) in situation.areas.iter().enumerate() {
            for squares in area.moves(Side::Black) {
                let [from, to, arrow] = squares;
                let points = [from.first().0, to.first().0, arrow.first().0];
                moves.push(RankedMove { lead: lead(index, squares), index: index as u8, points });
            }
        }
        Waiting { moves, disproof: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The size of the half that is evaluated first.
    pub(crate) fn first_half(&self) -> usize {
        self.len().div_ceil(2).max(FEW.min(self.len()))
    }

    pub(crate) fn disproof(&self) -> u32 {
        self.disproof
    }

    /// Takes the first numbers of evaluated sisters for an estimate.
    pub(crate) fn estimate(&mut self, mut disproofs: Vec<u32>) {
        let middle = disproofs.len() / 2;
        // Where no sister is open, these moves are searched at once.
        let median = if disproofs.is_empty() { 1 } else { *disproofs.select_nth_unstable(middle).1 };
        self.disproof = median.clamp(1, INFINITE - 1);
    }

    /// Removes the `count` most promising moves.
    pub(crate) fn take(&mut self, count: usize) -> impl Iterator<Item = CompactStep> {
        let rest = self.moves.len() - count;
        self.moves.drain(rest..).rev().map(|RankedMove { index, points, .. }| CompactStep::Area { index, points })
    }

    pub(crate) fn shrink(&mut self) {
        self.moves.shrink_to_fit();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<RankedMove>()
    }
}

#[cfg(test)]
mod tests {
    use otrera_board::{Area, Position, Setup};
    use otrera_cgt::Store;
    use smallvec::smallvec;

    use super::*;

    fn situation() -> Situation {
        let position: Position = Setup::start(4, 4).unwrap().position().unwrap();
        let area = Area::whole(&position.resized::<u64>().unwrap()).swapped();
        Situation { areas: smallvec![area], rest: Store::new().zero() }
    }

    #[test]
    fn all_moves_come_once_and_the_given_ones_first() {
        let situation = situation();
        let listed: Vec<CompactStep> = Waiting::listed(&situation).take(Waiting::listed(&situation).len()).collect();
        let first = [listed[3], listed[1]].map(|step| match step {
            CompactStep::Area { points, .. } => points,
            CompactStep::Rest(_) => unreachable!("the rest is not listed"),
        });
        let mut waiting = Waiting::ranked(&situation, &first);
        let half = waiting.first_half();
        assert!((listed.len() / 2..=listed.len()).contains(&half));
        let mut ranked: Vec<CompactStep> = waiting.take(half).collect();
        assert_eq!(waiting.len(), listed.len() - half);
        ranked.extend(waiting.take(waiting.len()).collect::<Vec<_>>());
        assert!(waiting.is_empty());
        assert_eq!(ranked[..2], [listed[3], listed[1]]);
        assert!(listed.iter().all(|step| ranked.iter().filter(|other| *other == step).count() == 1));
        assert_eq!(ranked.len(), listed.len());
    }

    #[test]
    fn moves_that_leave_the_opponent_less_come_first() {
        let situation = situation();
        let mut waiting = Waiting::ranked(&situation, &[]);
        let leads: Vec<i16> = waiting.moves.iter().rev().map(|ranked| ranked.lead).collect();
        assert!(leads.is_sorted() && leads[0] < leads[leads.len() - 1]);
        waiting.estimate(vec![9, 1, 5]);
        assert_eq!(waiting.disproof(), 5);
        waiting.estimate(Vec::new());
        assert_eq!(waiting.disproof(), 1);
    }
}
