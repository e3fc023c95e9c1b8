//! Winning moves, and the winner's strategy as a certificate: docs/formats/certificate.md.
//!
//! From the root on, every situation that bounds do not settle becomes a claim. With the winner to move, the claim names a
//! winning move. With the loser to move, all children are visited. The table knows most winners; a situation that it has
//! lost is searched again.
//!
//! The walk does not believe the table: it ends at situations that bounds decide. If entries are wrong, it meets a situation
//! where the supposed winner has no winning move or has lost, and ends with [`SolveError::Contradiction`].

use otrera_board::{Bits, Move, Point, Position, Side};
use otrera_cgt::{Interrupted, Value};
use otrera_proof::{Claim, WinningMove, Writer};

use crate::claimed::Claimed;
use crate::error::{SolveError, describe};
use crate::shared::SituationKey;
use crate::situation::{Situation, Step};
use crate::solver::Solver;

/// The side that just moved, as the winner of a child: in a situation the side to move is Black.
const OPPONENT: Side = Side::White;

/// A move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// The move.
    pub play: Move,
    /// True if it wins; `None` if that is not known.
    pub wins: Option<bool>,
}

impl<'a> Solver<'a> {
    /// The winner of a position and the certificate of it, ready to be written. Calls `progress` with the number of claims.
    ///
    /// The claims take their memory from the table, which shrinks if necessary. If they need too much, this fails with
    /// [`Interrupted::OutOfMemory`].
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn prove<B: Bits>(
        &mut self,
        position: &Position<B>,
        progress: &dyn Fn(usize),
    ) -> Result<(Side, Writer<'a>), SolveError> {
        let winner = self.solve(position)?;
        let to_move = position.to_move();
        // Areas of up to this many squares are looked up here, and computed by the checker.
        let small = self.options.small.min(self.knowledge.atlas().header().size);
        let mut writer = Writer::new(self.knowledge.store(), position, winner, small as u32);
        let mut claimed = Claimed::new();
        let mut pending = vec![(self.knowledge.situation(position, self.options.small)?, to_move)];
        while let Some((situation, to_move)) = pending.pop() {
            let is_winner = to_move == winner;
            match self.evaluator.evaluate_fully(&situation)?.winner() {
                Some(side) if (side == Side::Black) == is_winner => continue,
                Some(_) => return Err(self.contradiction(describe(self.knowledge, &situation, to_move))),
                None => {}
            }
            let SituationKey { hash, ahead } = SituationKey::new(self.knowledge, &situation);
            // The last bit tells which side is to move.
            if !claimed.insert(hash << 1 | u128::from(is_winner), if is_winner { ahead } else { -ahead }) {
                continue;
            }
            let mut reply = None;
            if is_winner {
                let Some((step, child)) = self.winning_step(&situation)? else {
                    return Err(self.contradiction(describe(self.knowledge, &situation, to_move)));
                };
                reply = Some(step);
                pending.push((child, !to_move));
            } else {
                self.knowledge.for_each_child(&situation, self.options.small, |_, child| {
                    pending.push((child, !to_move));
                    Ok(true)
                })?;
            }
            writer.add(&claim(&situation, to_move, reply))?;
            self.make_room(writer.bytes() + claimed.bytes())?;
            progress(claimed.len());
        }
        Ok((winner, writer))
    }

    /// A winning move; `None` if the position is lost.
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn winning_move<B: Bits>(&mut self, position: &Position<B>) -> Result<Option<Move>, SolveError> {
        if self.solve(position)? != position.to_move() {
            return Ok(None);
        }
        let mut open = Vec::new();
        for (play, _, child) in self.children(position)? {
            match self.known_winner(&child)? {
                Some(OPPONENT) => return Ok(Some(play)),
                Some(_) => {}
                None => open.push((play, child)),
            }
        }
        match self.first_won(open)? {
            Some((play, _)) => Ok(Some(play)),
            None => Err(self.contradiction(position.to_string())),
        }
    }

    /// All moves of a position in their order, with their results. If some results are open, also returns the reason. Calls
    /// `progress` before each search with the number of known results, the next move, and the position after it.
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn judge_moves<B: Bits>(
        &mut self,
        position: &Position<B>,
        progress: &dyn Fn(usize, Move, &Position<B>),
    ) -> (Vec<MoveResult>, Option<SolveError>) {
        let plays = position.actions().into_iter().map(|action| position.name(action));
        let mut moves: Vec<MoveResult> = plays.map(|play| MoveResult { play, wins: None }).collect();
        let outcome = self.judge(position, &mut moves, progress);
        (moves, outcome.err())
    }

    fn judge<B: Bits>(
        &mut self,
        position: &Position<B>,
        moves: &mut [MoveResult],
        progress: &dyn Fn(usize, Move, &Position<B>),
    ) -> Result<(), SolveError> {
        let children = self.children(position)?;
        let winner = self.known_winner(&self.knowledge.situation(position, self.options.small)?)?;
        if winner == Some(Side::White) {
            moves.iter_mut().for_each(|judged| judged.wins = Some(false));
            return Ok(());
        }
        let mut open = Vec::new();
        for (index, (_, next, child)) in children.into_iter().enumerate() {
            match self.known_winner(&child)? {
                Some(winner) => moves[index].wins = Some(winner == OPPONENT),
                None => open.push(((index, next), child)),
            }
        }
        self.sort_by_promise(&mut open);
        for ((index, next), child) in open {
            progress(moves.iter().filter(|judged| judged.wins.is_some()).count(), moves[index].play, &next);
            // Equivalent moves are found in the table.
            moves[index].wins = Some(self.solve_situation(&child)? == OPPONENT);
        }
        if winner.is_some() && moves.iter().all(|judged| judged.wins == Some(false)) {
            return Err(self.contradiction(position.to_string()));
        }
        Ok(())
    }

    /// All moves of a position, with the position and situation after each.
    fn children<B: Bits>(&self, position: &Position<B>) -> Result<Vec<(Move, Position<B>, Situation)>, Interrupted> {
        let child = |action| {
            let mut next = *position;
            next.play_unchecked(action);
            let situation = self.knowledge.situation(&next, self.options.small)?;
            Ok((position.name(action), next, situation))
        };
        position.actions().into_iter().map(child).collect()
    }

    /// The winner of a situation, if bounds or the table decide it. Black is the side to move.
    fn known_winner(&self, situation: &Situation) -> Result<Option<Side>, Interrupted> {
        Ok(self.evaluator.evaluate_fully(situation)?.winner().or_else(|| self.stored_winner(situation)))
    }

    /// Sorts situations by disproof number: the most promising for the side that just moved first.
    fn sort_by_promise<T>(&self, open: &mut [(T, Situation)]) {
        let table = self.shared.table();
        open.sort_by_cached_key(|(_, child)| {
            let entry = table.get(SituationKey::new(self.knowledge, child).hash);
            entry.map_or(u32::MAX, |entry| entry.numbers.disproof)
        });
    }

    /// A winning move of a situation that is said to be won; `None` if it is lost.
    fn winning_step(&mut self, situation: &Situation) -> Result<Option<(Step, Situation)>, SolveError> {
        let mut open = Vec::new();
        let mut found = None;
        self.knowledge.for_each_child(situation, self.options.small, |step, child| {
            match self.known_winner(&child)? {
                Some(OPPONENT) => found = Some((step, child)),
                Some(_) => {}
                None => open.push((step, child)),
            }
            Ok(found.is_none())
        })?;
        if found.is_some() { Ok(found) } else { self.first_won(open) }
    }

    /// Searches for a move that wins, the most promising first. The table has lost the entry of the move, or is wrong.
    fn first_won<T>(&mut self, mut open: Vec<(T, Situation)>) -> Result<Option<(T, Situation)>, SolveError> {
        self.sort_by_promise(&mut open);
        for (play, child) in open {
            if self.solve_situation(&child)? == OPPONENT {
                return Ok(Some((play, child)));
            }
        }
        Ok(None)
    }
}

/// A claim in the colours of the board.
fn claim(situation: &Situation, to_move: Side, reply: Option<Step>) -> Claim {
    let is_black = to_move == Side::Black;
    let boards: Vec<Position<u64>> = situation
        .areas
        .iter()
        .map(|area| if is_black { *area } else { area.swapped() })
        .map(|area| area.position(to_move))
        .collect();
    let turned = |value: Value| if is_black { value } else { -value };
    let reply = reply.map(|step| match step {
        Step::Rest(option) => WinningMove::InRest(turned(option)),
        Step::Area { index, from, to, arrow } => {
            let grid = situation.areas[index].grid();
            let square = |bit: u64| grid.square(Point(bit.first().0));
            let play = Move { from: square(from), to: square(to), arrow: square(arrow) };
            WinningMove::InArea { index, play }
        }
    });
    Claim::new(&boards, turned(situation.rest), to_move, reply)
}
