//! Errors of a search.

use otrera_board::Side;
use otrera_cgt::Interrupted;
use thiserror::Error;

use crate::knowledge::Knowledge;
use crate::situation::Situation;

/// Longest game written out in an error, in characters.
const LONGEST_GAME: usize = 60;

/// Reason why a search has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The limits were reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Entries of the transposition table cannot all be true. A checkpoint was forged, or two situations have the same hash.
    #[error("the {} contradicts itself at {situation}", if *.is_resumed { "checkpoint" } else { "table" })]
    Contradiction {
        /// The table came from a checkpoint.
        is_resumed: bool,
        /// The board, or the sum, at which entries disagree.
        situation: String,
    },
}

/// A situation as text, in the colours of the board.
pub(crate) fn describe(knowledge: &Knowledge<'_>, situation: &Situation, to_move: Side) -> String {
    let is_black = to_move == Side::Black;
    let areas = situation.areas.iter().map(|area| {
        let area = if is_black { *area } else { area.swapped() };
        let text = area.position(to_move).to_string();
        text.rsplit_once(' ').map_or(text.clone(), |(board, _)| board.into())
    });
    let rest = if is_black { situation.rest } else { -situation.rest };
    let rest = knowledge.store().display_limited(rest, LONGEST_GAME).to_string();
    let sum: Vec<String> = areas.chain([rest]).collect();
    format!("{}, {to_move} to move", sum.join(" + "))
}
