//! Winning moves, and the winner's strategy as a certificate: docs/formats/certificate.md.
//!
//! From the root on, every situation that bounds do not settle becomes a claim. With the winner to move, the claim names a
//! winning move. With the loser to move, all children are visited. The table knows most winners; a situation that it has
//! lost is searched again.

use otrera_board::{Bits, Move, Point, Position, Side};
use otrera_cgt::{Interrupted, Value};
use otrera_proof::{Claim, WinningMove, Writer};

use crate::claimed::Claimed;
use crate::evaluate::Evaluation;
use crate::shared::SituationKey;
use crate::situation::{Situation, Step};
use crate::solver::Solver;

/// The side that just moved, as the winner of a child: in a situation the side to move is Black.
const OPPONENT: Side = Side::White;

/// A move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
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
    pub fn prove(
        &mut self,
        position: &Position<u64>,
        progress: &dyn Fn(usize),
    ) -> Result<(Side, Writer<'a>), Interrupted> {
        let winner = self.solve(position)?;
        let to_move = position.to_move();
        let mut writer = Writer::new(self.knowledge.store(), position, winner, self.small() as u32);
        let mut claimed = Claimed::new();
        let mut pending = vec![(self.knowledge.situation_with(position, self.options.small)?, to_move)];
        while let Some((situation, to_move)) = pending.pop() {
            if let Evaluation::Settled(_) = self.evaluator.evaluate_fully(&situation)? {
                continue;
            }
            let is_winner = to_move == winner;
            let SituationKey { hash, ahead } = SituationKey::new(self.knowledge, &situation);
            // The last bit tells which side is to move.
            if !claimed.insert(hash << 1 | u128::from(is_winner), if is_winner { ahead } else { -ahead }) {
                continue;
            }
            let mut reply = None;
            if is_winner {
                let (step, child) = self.winning_step(&situation)?;
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
    /// If the position does not [fit](crate::Knowledge::fits).
    pub fn winning_move<B: Bits>(&mut self, position: &Position<B>) -> Result<Option<Move>, Interrupted> {
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
        Ok(Some(self.search_winning(open)?.0))
    }

    /// All moves of a position in their order, with their results. If some results are open, also returns the reason. Calls
    /// `progress` before each search with the number of known results, the next move, and the position after it.
    pub fn judge_moves(
        &mut self,
        position: &Position<u64>,
        progress: &dyn Fn(usize, Move, &Position<u64>),
    ) -> (Vec<JudgedMove>, Option<Interrupted>) {
        let plays = position.actions().into_iter().map(|action| position.name(action));
        let mut moves: Vec<JudgedMove> = plays.map(|play| JudgedMove { play, wins: None }).collect();
        let outcome = self.judge(position, &mut moves, progress);
        (moves, outcome.err())
    }

    fn judge(
        &mut self,
        position: &Position<u64>,
        moves: &mut [JudgedMove],
        progress: &dyn Fn(usize, Move, &Position<u64>),
    ) -> Result<(), Interrupted> {
        let children = self.children(position)?;
        if self.known_winner(&self.knowledge.situation_with(position, self.options.small)?)? == Some(Side::White) {
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
        Ok(())
    }

    /// All moves of a position, with the position and situation after each.
    fn children<B: Bits>(&self, position: &Position<B>) -> Result<Vec<(Move, Position<B>, Situation)>, Interrupted> {
        let child = |action| {
            let mut next = *position;
            next.play_unchecked(action);
            let situation = self.knowledge.situation_with(&next, self.options.small)?;
            Ok((position.name(action), next, situation))
        };
        position.actions().into_iter().map(child).collect()
    }

    /// The winner of a situation, if bounds or the table decide it. Black is the side to move.
    fn known_winner(&self, situation: &Situation) -> Result<Option<Side>, Interrupted> {
        Ok(match self.evaluator.evaluate_fully(situation)? {
            Evaluation::Settled(winner) => Some(winner),
            Evaluation::Open(_) => self.stored_winner(situation),
        })
    }

    /// Sorts situations by disproof number, so that the most promising for the opponent of the side to move is first.
    fn sort_by_promise<T>(&self, open: &mut [(T, Situation)]) {
        open.sort_by_cached_key(|(_, child)| self.numbers(child).map_or(u32::MAX, |numbers| numbers.disproof));
    }

    /// A winning move of a won situation.
    fn winning_step(&mut self, situation: &Situation) -> Result<(Step, Situation), Interrupted> {
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
        match found {
            Some(found) => Ok(found),
            // The table has lost the entry.
            None => self.search_winning(open),
        }
    }

    /// Searches the children of a won situation until one is won, the most promising first.
    fn search_winning<T>(&mut self, mut open: Vec<(T, Situation)>) -> Result<(T, Situation), Interrupted> {
        self.sort_by_promise(&mut open);
        for (step, child) in open {
            if self.solve_situation(&child)? == OPPONENT {
                return Ok((step, child));
            }
        }
        unreachable!("a won situation has a winning move")
    }

    /// Squares up to which areas are looked up. The checker computes their values itself.
    fn small(&self) -> usize {
        self.options.small.min(self.knowledge.atlas().header().size)
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
