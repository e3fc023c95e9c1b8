//! The filling phase: only rooms are left, and the side that wastes fewer moves wins.
//!
//! A line that fills all rooms of the side to move is computed once and followed as long as the board is as expected. If it
//! is not known to be the longest, every move searches again in the rooms that are left, which shrink.

use std::collections::VecDeque;
use std::time::Duration;

use otrera_board::{Action, Bits, Position};
use otrera_cgt::Interrupted;
use otrera_regions::filling::FillLimits;

use super::rooms::{ClosedRoom, rooms};
use crate::choice::{Choice, Proven, Score};
use crate::limits::Limits;

/// Nodes for the filling of each own room without any limit: about a second.
const OWN_NODES: u64 = 30_000;
/// Search nodes that take as long as one filling node. Approximate.
const NODE_COST: u64 = 10;
/// Nodes before filling analyses dead ends, which may take a second without a check of the limits.
const QUICK_NODES: u64 = 1_000;
/// Time needed for that analysis.
const LONG: Duration = Duration::from_secs(2);
/// Share of the time for filling. In most games it takes none.
const OWN_SHARE: f64 = 0.3;
/// Part of that share for improving a line that exists already.
const IMPROVE_SHARE: f64 = 0.2;
/// Nodes for each room of the opponent, whose filling decides the score but no move.
const OTHER_NODES: u64 = 200;

/// Filling of the player's own rooms, kept from move to move.
#[derive(Debug, Default)]
pub(super) struct Filler {
    plan: Option<FillingPlan>,
}

#[derive(Debug)]
struct FillingPlan {
    /// Board after the last move played from the line.
    last: Position,
    /// Amazons and empty squares of the player's rooms when the next move is due.
    amazons: u128,
    empty: u128,
    line: VecDeque<Action>,
    /// Upper bound on the moves left.
    most: usize,
    /// True if the line exceeds the upper bound of the opponent.
    wins: bool,
}

impl FillingPlan {
    /// Returns true if the line applies: its side is to move, and the opponent has made at most one move since.
    fn is_ready(&self, position: &Position) -> bool {
        if position.to_move() == self.last.to_move() {
            return false;
        }
        let mut follows = self.last.with_to_move(position.to_move()) == *position;
        self.last.for_each_child(|_, child| follows |= child == position);
        follows
    }

    /// Plays the next move of the line.
    fn next(&mut self, position: &Position, score: Score) -> Option<Choice> {
        let action = self.line.pop_front()?;
        let [from, to, arrow] = [action.from, action.to, action.arrow].map(u128::bit);
        self.amazons ^= from | to;
        self.empty = (self.empty | from) & !(to | arrow);
        self.most -= 1;
        self.last = *position;
        self.last.play_unchecked(action);
        Some(Choice::unsearched(position.name(action), score))
    }
}

impl Filler {
    pub(super) fn forget(&mut self) {
        self.plan = None;
    }

    /// Returns the next filling move, if the board is closed and doors cost no side a move.
    pub(super) fn choose(&mut self, position: &Position, limits: &Limits<'_>) -> Option<Choice> {
        let side = position.to_move();
        let own = rooms(position, side)?;
        let others = rooms(position, !side)?;
        let limits = limits.part(OWN_SHARE);
        let check = |_: usize| if limits.is_over(0) { Err(Interrupted::Stopped) } else { Ok(()) };
        let (_, low, high) = filled(position, &others, &FillLimits { nodes: OTHER_NODES, check: &check })?;
        let [empty, amazons] = [ClosedRoom::empty, |room: &ClosedRoom| room.amazons].map(|part| united(&own, part));
        // The opponent may have abandoned squares that are ours to fill now.
        let is_all = |plan: &FillingPlan| (empty & !plan.empty | amazons & !plan.amazons) == 0;
        self.plan = self.plan.take().filter(|plan| plan.is_ready(position) && is_all(plan));
        if self.plan.as_ref().is_none_or(|plan| plan.line.len() < plan.most) {
            let limits = limits.part(if self.plan.is_some() { IMPROVE_SHARE } else { 1.0 });
            let check = |_: usize| if limits.is_over(0) { Err(Interrupted::Stopped) } else { Ok(()) };
            let nodes = limits.nodes.map_or(OWN_NODES, |nodes| nodes / NODE_COST);
            let nodes = if limits.left().is_some_and(|left| left < LONG) { nodes.min(QUICK_NODES) } else { nodes };
            let (line, _, most) = filled(position, &own, &FillLimits { nodes, check: &check })?;
            let old = self.plan.take().filter(|plan| plan.line.len() >= line.len());
            self.plan = Some(match old {
                Some(plan) => FillingPlan { most: plan.most.min(most), ..plan },
                None => FillingPlan { last: *position, amazons, empty, line, most, wins: false },
            });
        }
        let plan = self.plan.as_mut().expect("a plan exists now");
        let ahead = (plan.line.len() as i32 - high as i32, plan.most as i32 - low as i32);
        plan.wins = ahead.0 > 0;
        plan.next(position, score(ahead))
    }

    /// Returns the next move of a winning line after the opponent opened a door. Our doors are shut, so it gains the opponent nothing.
    pub(super) fn continue_win(&mut self, position: &Position) -> Option<Choice> {
        let plan = self.plan.as_mut().filter(|plan| plan.wins && plan.is_ready(position))?;
        plan.next(position, Score::proven(Proven::Win, 1.0))
    }
}

fn united(rooms: &[ClosedRoom], part: fn(&ClosedRoom) -> u128) -> u128 {
    rooms.iter().fold(0, |all, room| all | part(room))
}

/// Returns a filling of some rooms, its length and an upper bound; `None` if keeping doors shut costs moves.
fn filled(
    position: &Position,
    rooms: &[ClosedRoom],
    limits: &FillLimits<'_>,
) -> Option<(VecDeque<Action>, usize, usize)> {
    let (mut line, mut most) = (VecDeque::new(), 0);
    for room in rooms {
        let filled = room.fill(position, limits);
        if room.doors != 0 && filled.low < filled.high {
            return None;
        }
        most += filled.high;
        line.extend(filled.line);
    }
    let moves = line.len();
    Some((line, moves, most))
}

/// Scores bounds on the lead in moves. The side to move needs more moves than the opponent: with equal numbers it runs out
/// first.
fn score((low, high): (i32, i32)) -> Score {
    match (low, high) {
        (1.., _) => Score::proven(Proven::Win, low as f32),
        (_, ..=0) => Score::proven(Proven::Loss, high as f32),
        _ => Score::guess(0.5, (low + high) as f32 / 2.0),
    }
}
