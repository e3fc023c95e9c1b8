//! The filling phase: nothing is left but rooms, and all that counts is to lose no move.
//!
//! A line that fills all rooms of the side to move is worked out once and kept; the next move is the next of the line, if the
//! board is as expected. Where the line is not known to be as long as can be, every move tries again on what is left, which gets
//! smaller.

use std::collections::VecDeque;
use std::time::Duration;

use otrera_board::{Action, Bits, Position};
use otrera_cgt::Interrupted;
use otrera_regions::filling::FillLimits;

use super::rooms::{Room, rooms};
use crate::choice::{Choice, Proven, Score};
use crate::limits::Limits;

/// Nodes of the search for a longer line in each of the own rooms, where nothing limits it: about a second.
const OWN_NODES: u64 = 30_000;
/// Nodes of a search that take as long as one of these: about.
const NODE_COST: u64 = 10;
/// Nodes after which filling takes a closer look at dead ends, up to a second at once without a look at the limits.
const QUICK_NODES: u64 = 1_000;
/// Time that has to be there for that.
const LONG: Duration = Duration::from_secs(2);
/// The share of the time that it may take. In most games none is needed.
const OWN_SHARE: f64 = 0.3;
/// The share of that for trying again, when a line is there and something was filled since.
const AGAIN_SHARE: f64 = 0.2;
/// Nodes for each of the opponent's rooms: what is found there tells who wins, and changes no move.
const OTHER_NODES: u64 = 200;

/// A line that is kept from move to move.
#[derive(Debug, Default)]
pub(super) struct Filler {
    plan: Option<Plan>,
}

#[derive(Debug)]
struct Plan {
    /// The board after the last move of the line.
    last: Position,
    /// Amazons and empty squares of the side's rooms, as they are when the next move is due.
    amazons: u128,
    empty: u128,
    line: VecDeque<Action>,
    /// Moves that nobody can exceed.
    most: usize,
    /// Whether the line is longer than anything that the opponent can do.
    wins: bool,
}

impl Plan {
    /// Whether the line can be gone on with: it is its side's turn, and nothing happened but one move of the opponent, or none.
    fn is_ready(&self, position: &Position) -> bool {
        if position.to_move() == self.last.to_move() {
            return false;
        }
        let mut follows = self.last.with_to_move(position.to_move()) == *position;
        self.last.for_each_child(|_, child| follows |= child == position);
        follows
    }

    /// The next move of the line.
    fn next(&mut self, position: &Position, score: Score) -> Option<Choice> {
        let action = self.line.pop_front()?;
        let [from, to, arrow] = [action.from, action.to, action.arrow].map(u128::bit);
        self.amazons ^= from | to;
        self.empty = (self.empty | from) & !(to | arrow);
        self.most -= 1;
        self.last = *position;
        self.last.play_unchecked(action);
        let play = position.name(action);
        Some(Choice { play, score, line: vec![play], depth: 0, nodes: 1, candidates: Vec::new() })
    }
}

impl Filler {
    /// Forgets the line.
    pub(super) fn forget(&mut self) {
        self.plan = None;
    }

    /// A move of a line that fills, if the board is closed and doors cost nobody a move.
    pub(super) fn choose(&mut self, position: &Position, limits: &Limits<'_>) -> Option<Choice> {
        let side = position.to_move();
        let own = rooms(position, side)?;
        let others = rooms(position, !side)?;
        let limits = limits.part(OWN_SHARE);
        let check = |_: usize| if limits.is_over(0) { Err(Interrupted::Stopped) } else { Ok(()) };
        let (_, low, high) = filled(position, &others, &FillLimits { nodes: OTHER_NODES, check: &check })?;
        let [empty, amazons] = [Room::empty, |room: &Room| room.amazons].map(|part| united(&own, part));
        // If the opponent left something to us, there may be more to fill than before.
        let is_all = |plan: &Plan| (empty & !plan.empty | amazons & !plan.amazons) == 0;
        self.plan = self.plan.take().filter(|plan| plan.is_ready(position) && is_all(plan));
        if self.plan.as_ref().is_none_or(|plan| plan.line.len() < plan.most) {
            let limits = limits.part(if self.plan.is_some() { AGAIN_SHARE } else { 1.0 });
            let check = |_: usize| if limits.is_over(0) { Err(Interrupted::Stopped) } else { Ok(()) };
            let nodes = limits.nodes.map_or(OWN_NODES, |nodes| nodes / NODE_COST);
            let nodes = if limits.left().is_some_and(|left| left < LONG) { nodes.min(QUICK_NODES) } else { nodes };
            let (line, _, most) = filled(position, &own, &FillLimits { nodes, check: &check })?;
            let old = self.plan.take().filter(|plan| plan.line.len() >= line.len());
            self.plan = Some(match old {
                Some(plan) => Plan { most: plan.most.min(most), ..plan },
                None => Plan { last: *position, amazons, empty, line, most, wins: false },
            });
        }
        let plan = self.plan.as_mut().expect("it was just made");
        let ahead = (plan.line.len() as i32 - high as i32, plan.most as i32 - low as i32);
        plan.wins = ahead.0 > 0;
        plan.next(position, score(ahead))
    }

    /// The next move of a line that wins, though the opponent has opened her doors since: she cannot get in, and she makes no
    /// more moves for it.
    pub(super) fn insist(&mut self, position: &Position) -> Option<Choice> {
        let plan = self.plan.as_mut().filter(|plan| plan.wins && plan.is_ready(position))?;
        plan.next(position, Score::proven(Proven::Win, 1.0))
    }
}

fn united(rooms: &[Room], part: fn(&Room) -> u128) -> u128 {
    rooms.iter().fold(0, |all, room| all | part(room))
}

/// A line that fills some rooms, its length, and the most moves that there can be; `None` if doors make a difference.
fn filled(position: &Position, rooms: &[Room], limits: &FillLimits<'_>) -> Option<(VecDeque<Action>, usize, usize)> {
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

/// The side to move has won if it has more moves than the other: it runs out of them first if they are equal.
fn score((low, high): (i32, i32)) -> Score {
    match (low, high) {
        (1.., _) => Score::proven(Proven::Win, low as f32),
        (_, ..=0) => Score::proven(Proven::Loss, high as f32),
        _ => Score::guess(0.5, (low + high) as f32 / 2.0),
    }
}
