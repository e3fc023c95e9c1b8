//! Winning moves.

use otrera_board::{Bits, Move, Position, Side};
use otrera_cgt::Interrupted;

use crate::error::SolveError;
use crate::shared::SituationKey;
use crate::situation::Situation;
use crate::solver::Solver;

/// The side that just moved, as the winner of a child: in a situation the side to move is Black.
pub(crate) const OPPONENT: Side = Side::White;

/// A move and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// The move.
    pub play: Move,
    /// True if it wins; `None` if that is not known.
    pub wins: Option<bool>,
}

impl Solver<'_> {
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
    pub(crate) fn known_winner(&self, situation: &Situation) -> Result<Option<Side>, Interrupted> {
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

    /// Searches for a move that wins, the most promising first. The table has lost the entry of the move, or is wrong.
    pub(crate) fn first_won<T>(&mut self, mut open: Vec<(T, Situation)>) -> Result<Option<(T, Situation)>, SolveError> {
        self.sort_by_promise(&mut open);
        for (play, child) in open {
            if self.solve_situation(&child)? == OPPONENT {
                return Ok(Some((play, child)));
            }
        }
        Ok(None)
    }
}
