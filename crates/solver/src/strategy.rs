//! The winner's strategy, as a certificate: docs/certificate.md.
//!
//! From the root on, every situation that is not evident becomes a claim: with the winner to move, a move that wins; with
//! the loser to move, all that can follow is looked at. The table of the search knows most of it; what it has forgotten is
//! searched again.

use otrera_board::{Bits, Move, Point, Position, Side};
use otrera_cgt::{Interrupted, Value};
use otrera_proof::{Answer as Reply, Claim, Writer};
use rustc_hash::FxHashMap;

use crate::evaluate::Known;
use crate::search::{Answer, Solver};
use crate::situation::{Situation, Step};

/// Areas, core and whether the winner is to move: what claims are told apart by.
type Key = (Situation, bool);

impl<'a> Solver<'a> {
    /// Who wins a position, and the certificate of it, to be written. `progress` is called with the number of claims.
    pub fn prove(
        &mut self,
        position: &Position<u64>,
        progress: &dyn Fn(usize),
    ) -> Result<(Answer, Writer<'a>), Interrupted> {
        let answer = self.solve(position)?;
        let to_move = position.to_move();
        let winner = if answer == Answer::Won { to_move } else { !to_move };
        let store = self.book.store();
        let mut writer = Writer::new(store, position, winner, self.small() as u32);
        // How far behind the winner still wins, by claim.
        let mut claimed: FxHashMap<Key, i64> = FxHashMap::default();
        let mut pending = vec![(self.book.situation_with(position, self.options.small)?, to_move)];
        while let Some((situation, to_move)) = pending.pop() {
            if !matches!(self.evaluator().look_closely(&situation)?, Known::Open(..)) {
                continue;
            }
            let is_winner = to_move == winner;
            let (core, ahead) = situation.split(store);
            let ahead = if is_winner { ahead } else { -ahead };
            let key = (Situation { rest: core, ..situation.clone() }, is_winner);
            if claimed.get(&key).is_some_and(|&known| known <= ahead) {
                continue;
            }
            claimed.insert(key, ahead);
            let mut reply = None;
            if is_winner {
                let (step, child) = self.winning_step(&situation)?;
                reply = Some(step);
                pending.push((child, !to_move));
            } else {
                self.book.for_each_child(&situation, self.options.small, |_, child| {
                    pending.push((child, !to_move));
                    Ok(true)
                })?;
            }
            writer.add(&claim(&situation, to_move, reply))?;
            progress(claimed.len());
        }
        Ok((answer, writer))
    }

    /// A move that wins a position; `None` if it is lost.
    pub fn winning_move(&mut self, position: &Position<u64>) -> Result<Option<Move>, Interrupted> {
        if self.solve(position)? == Answer::Lost {
            return Ok(None);
        }
        let mut open = Vec::new();
        for action in position.actions() {
            let mut next = *position;
            next.play_unchecked(action);
            let child = self.book.situation_with(&next, self.options.small)?;
            match self.evaluator().look_closely(&child)? {
                Known::Lost => return Ok(Some(position.name(action))),
                Known::Won => {}
                Known::Open(..) if self.is_settled(&child) == Some(Answer::Lost) => {
                    return Ok(Some(position.name(action)));
                }
                Known::Open(..) => open.push((action, child)),
            }
        }
        open.sort_by_key(|(_, child)| self.numbers(child).map_or(u32::MAX, |(_, delta)| delta));
        for (action, child) in open {
            if self.solve_situation(&child)? == Answer::Lost {
                return Ok(Some(position.name(action)));
            }
        }
        unreachable!("a position that is won has a move that wins")
    }

    /// A move after which the opponent has lost, in a situation that is won.
    fn winning_step(&mut self, situation: &Situation) -> Result<(Step, Situation), Interrupted> {
        let mut open = Vec::new();
        let mut found = None;
        self.book.for_each_child(situation, self.options.small, |step, child| {
            match self.evaluator().look_closely(&child)? {
                Known::Lost => found = Some((step, child)),
                Known::Won => {}
                Known::Open(..) if self.is_settled(&child) == Some(Answer::Lost) => found = Some((step, child)),
                Known::Open(..) => open.push((step, child)),
            }
            Ok(found.is_none())
        })?;
        if let Some(found) = found {
            return Ok(found);
        }
        // The table has forgotten which one it was: the most promising first.
        open.sort_by_key(|(_, child)| self.numbers(child).map_or(u32::MAX, |(_, delta)| delta));
        for (step, child) in open {
            if self.solve_situation(&child)? == Answer::Lost {
                return Ok((step, child));
            }
        }
        unreachable!("a situation that is won has a move that wins")
    }

    /// Squares up to which areas are known: what the checker works out by itself.
    fn small(&self) -> usize {
        self.options.small.min(self.book.atlas().header().size)
    }
}

/// A claim in the colours of the board.
fn claim(situation: &Situation, to_move: Side, reply: Option<Step>) -> Claim {
    let is_black = to_move == Side::Black;
    let boards: Vec<Position<u64>> = situation
        .areas
        .iter()
        .map(|area| if is_black { *area } else { area.exchanged() })
        .map(|area| area.position(to_move))
        .collect();
    let turned = |value: Value| if is_black { value } else { -value };
    let reply = reply.map(|step| match step {
        Step::Rest(option) => Reply::InRest(turned(option)),
        Step::Area { number, from, to, arrow } => {
            let grid = situation.areas[number].grid();
            let square = |bit: u64| grid.square(Point(bit.first().0));
            let play = Move { from: square(from), to: square(to), arrow: square(arrow) };
            Reply::InArea { index: number, play }
        }
    });
    Claim::new(&boards, turned(situation.rest), to_move, reply)
}
