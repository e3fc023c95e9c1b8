//! Proof and disproof numbers.

use otrera_board::Side;

/// A number that no search reaches.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// Estimates of the work left at a node, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Work to prove that the side to move wins; 0 if it does.
    pub proof: u32,
    /// Work to prove that the side to move loses; 0 if it does.
    pub disproof: u32,
}

impl Numbers {
    /// A node that the side to move wins.
    pub const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// A node that the side to move loses.
    pub const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    /// Limits that only a settled node reaches.
    pub(crate) const LIMITS: Numbers = Numbers { proof: INFINITE - 1, disproof: INFINITE - 1 };
    /// Placeholder in a table entry that has no numbers yet.
    pub(crate) const UNSET: Numbers = Numbers { proof: 0, disproof: 0 };

    /// The numbers of a settled situation, in which the side to move is Black.
    pub(crate) fn settled(winner: Side) -> Numbers {
        if winner == Side::Black { Numbers::WON } else { Numbers::LOST }
    }

    /// The winner of a settled situation, in which the side to move is Black.
    pub(crate) fn winner(self) -> Option<Side> {
        self.is_settled().then_some(if self.is_won() { Side::Black } else { Side::White })
    }

    /// The side to move wins.
    pub fn is_won(self) -> bool {
        self.proof == 0
    }

    /// The side to move loses.
    pub fn is_lost(self) -> bool {
        self.disproof == 0
    }

    /// The winner is known.
    pub fn is_settled(self) -> bool {
        self.is_won() || self.is_lost()
    }
}
