//! The winner's strategy, as a certificate: docs/certificate.md.
//!
//! From the root on, every situation that is not evident becomes a claim: with the winner to move, a move that wins; with
//! the loser to move, all that can follow is looked at. The table of the search knows most of it; what it has forgotten is
//! searched again.

use otrera_board::{Bits, Move, Point, Position, Side};
use otrera_cgt::{Interrupted, Value};
use otrera_proof::{Claim, WinningMove, Writer};

use crate::claimed::Claimed;
use crate::evaluate::Known;
use crate::search::{Answer, Solver};
use crate::situation::{Situation, Step};
use crate::watch::place;

/// A move, and whether it wins; `None` if that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub play: Move,
    /// Whether it wins.
    pub wins: Option<bool>,
}

impl<'a> Solver<'a> {
    /// Who wins a position, and the certificate of it, to be written. `progress` is called with the number of claims.
    ///
    /// The claims take their memory from the table, which gets smaller if it has to; with more claims than fit, this fails
    /// with [`Interrupted::OutOfMemory`].
    pub fn prove(
        &mut self,
        position: &Position<u64>,
        progress: &dyn Fn(usize),
    ) -> Result<(Answer, Writer<'a>), Interrupted> {
        let answer = self.solve(position)?;
        let to_move = position.to_move();
        let winner = if answer == Answer::Won { to_move } else { !to_move };
        let mut writer = Writer::new(self.book.store(), position, winner, self.small() as u32);
        let mut claimed = Claimed::new();
        let mut pending = vec![(self.book.situation_with(position, self.options.small)?, to_move)];
        while let Some((situation, to_move)) = pending.pop() {
            if !matches!(self.evaluator().look_closely(&situation)?, Known::Open(..)) {
                continue;
            }
            let is_winner = to_move == winner;
            let (key, ahead) = place(self.book, &situation);
            // Claims about both sides to move are told apart by a bit.
            if !claimed.insert(key << 1 | u128::from(is_winner), if is_winner { ahead } else { -ahead }) {
                continue;
            }
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
            self.make_room(writer.bytes() + claimed.bytes())?;
            progress(claimed.len());
        }
        Ok((answer, writer))
    }

    /// A move that wins a position; `None` if it is lost.
    ///
    /// # Panics
    /// If the position does not [fit](crate::Book::fits).
    pub fn winning_move<B: Bits>(&mut self, position: &Position<B>) -> Result<Option<Move>, Interrupted> {
        if self.solve(position)? == Answer::Lost {
            return Ok(None);
        }
        let mut open = Vec::new();
        for (play, _, child) in self.children(position)? {
            match self.known(&child)? {
                Some(Answer::Lost) => return Ok(Some(play)),
                Some(Answer::Won) => {}
                None => open.push((play, child)),
            }
        }
        self.sort_by_promise(&mut open);
        for (play, child) in open {
            if self.solve_situation(&child)? == Answer::Lost {
                return Ok(Some(play));
            }
        }
        unreachable!("a position that is won has a move that wins")
    }

    /// All moves of a position in their order, and which of them win. If that is not known of all, also why not. `progress`
    /// is called before each search, with the number of moves that are known, the next move, and what it leads to.
    pub fn judge_moves(
        &mut self,
        position: &Position<u64>,
        progress: &dyn Fn(usize, Move, &Position<u64>),
    ) -> (Vec<Judged>, Option<Interrupted>) {
        let plays = position.actions().into_iter().map(|action| position.name(action));
        let mut moves: Vec<Judged> = plays.map(|play| Judged { play, wins: None }).collect();
        let outcome = self.judge(position, &mut moves, progress);
        (moves, outcome.err())
    }

    fn judge(
        &mut self,
        position: &Position<u64>,
        moves: &mut [Judged],
        progress: &dyn Fn(usize, Move, &Position<u64>),
    ) -> Result<(), Interrupted> {
        let children = self.children(position)?;
        if self.known(&self.book.situation_with(position, self.options.small)?)? == Some(Answer::Lost) {
            moves.iter_mut().for_each(|judged| judged.wins = Some(false));
            return Ok(());
        }
        let mut open = Vec::new();
        for (number, (_, next, child)) in children.into_iter().enumerate() {
            match self.known(&child)? {
                Some(answer) => moves[number].wins = Some(answer == Answer::Lost),
                None => open.push(((number, next), child)),
            }
        }
        self.sort_by_promise(&mut open);
        for ((number, next), child) in open {
            progress(moves.iter().filter(|judged| judged.wins.is_some()).count(), moves[number].play, &next);
            // Moves that come to the same are found in the table.
            moves[number].wins = Some(self.solve_situation(&child)? == Answer::Lost);
        }
        Ok(())
    }

    /// All moves of a position, with what they lead to.
    fn children<B: Bits>(&self, position: &Position<B>) -> Result<Vec<(Move, Position<B>, Situation)>, Interrupted> {
        let child = |action| {
            let mut next = *position;
            next.play_unchecked(action);
            let situation = self.book.situation_with(&next, self.options.small)?;
            Ok((position.name(action), next, situation))
        };
        position.actions().into_iter().map(child).collect()
    }

    /// Who wins a situation, if that is evident or in the table.
    fn known(&self, situation: &Situation) -> Result<Option<Answer>, Interrupted> {
        Ok(match self.evaluator().look_closely(situation)? {
            Known::Won => Some(Answer::Won),
            Known::Lost => Some(Answer::Lost),
            Known::Open(..) => self.is_settled(situation),
        })
    }

    /// The situations that look most lost for the side to move first.
    fn sort_by_promise<T>(&self, open: &mut [(T, Situation)]) {
        open.sort_by_cached_key(|(_, child)| self.numbers(child).map_or(u32::MAX, |(_, delta)| delta));
    }

    /// A move after which the opponent has lost, in a situation that is won.
    fn winning_step(&mut self, situation: &Situation) -> Result<(Step, Situation), Interrupted> {
        let mut open = Vec::new();
        let mut found = None;
        self.book.for_each_child(situation, self.options.small, |step, child| {
            match self.known(&child)? {
                Some(Answer::Lost) => found = Some((step, child)),
                Some(Answer::Won) => {}
                None => open.push((step, child)),
            }
            Ok(found.is_none())
        })?;
        if let Some(found) = found {
            return Ok(found);
        }
        // The table has forgotten which one it was: the most promising first.
        self.sort_by_promise(&mut open);
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
        .map(|area| if is_black { *area } else { area.swapped() })
        .map(|area| area.position(to_move))
        .collect();
    let turned = |value: Value| if is_black { value } else { -value };
    let reply = reply.map(|step| match step {
        Step::Rest(option) => WinningMove::InRest(turned(option)),
        Step::Area { number, from, to, arrow } => {
            let grid = situation.areas[number].grid();
            let square = |bit: u64| grid.square(Point(bit.first().0));
            let play = Move { from: square(from), to: square(to), arrow: square(arrow) };
            WinningMove::InArea { index: number, play }
        }
    });
    Claim::new(&boards, turned(situation.rest), to_move, reply)
}
