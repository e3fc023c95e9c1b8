//! Situations that are claimed elsewhere: by other parts of a certificate.

use otrera_board::Side;

use crate::claimed::Claimed;
use crate::knowledge::Knowledge;
use crate::shared::SituationKey;
use crate::situation::Situation;

/// A set of lost situations: the side to move loses. Each is known with the greatest lead that still loses.
///
/// A situation is identified by a hash of 96 bits. If two collided, a part would require a claim that nobody makes, and
/// linking would say so.
pub struct Lemmas {
    /// By [`Side::index`] of the winner: parts are about one winner.
    lost: [Claimed; 2],
}

impl Default for Lemmas {
    fn default() -> Lemmas {
        Lemmas { lost: [Claimed::new(), Claimed::new()] }
    }
}

impl Lemmas {
    /// Inserts a situation that `to_move`, the side to move, loses. Returns whether that is new.
    pub fn insert(&mut self, knowledge: &Knowledge<'_>, situation: &Situation, to_move: Side) -> bool {
        let SituationKey { hash, ahead } = SituationKey::new(knowledge, situation);
        self.lost[(!to_move).index()].insert(hash, -ahead)
    }

    /// Returns whether the set has this situation, or the same with a greater lead of the loser.
    pub fn covers(&self, knowledge: &Knowledge<'_>, situation: &Situation, to_move: Side) -> bool {
        let SituationKey { hash, ahead } = SituationKey::new(knowledge, situation);
        self.lost[(!to_move).index()].covers(hash, -ahead)
    }

    /// Number of situations.
    pub fn len(&self) -> usize {
        self.lost.iter().map(Claimed::len).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.lost.iter().map(Claimed::bytes).sum()
    }
}

impl std::fmt::Debug for Lemmas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lemmas({})", self.len())
    }
}
