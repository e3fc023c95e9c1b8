use std::fmt;

/// A term of the evaluation, from the point of view of the side to move: its own part less the opponent's, or the value of
/// moving first. docs/internals/evaluation.md has the formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Squares reached in fewer queen moves than the opponent needs (Lieberum's t1; Müller & Tegos' min-distance).
    QueenTerritory = 0,
    /// The same with king moves (t2).
    KingTerritory,
    /// Sum over all squares of 2^(1 - queen distance) (c1).
    QueenAccess,
    /// Lead in king moves on each square, up to six (c2).
    KingAccess,
    /// Enclosed or nearly enclosed amazons of the opponent, less our own.
    Enclosure,
    /// The same on a coarser scale, which distinguishes amazons with some space left.
    Confinement,
    /// Squares within one move of each amazon that the opponent can still reach.
    Combat,
    /// The same for the least mobile amazon of each side.
    Weakest,
    /// Squares that both sides reach in the same number of queen moves, an advantage to the side to move (Lieberum's κ).
    QueenTies,
    /// The same with king moves.
    KingTies,
    /// Having the move.
    Turn,
}

impl Term {
    /// Number of terms.
    pub const COUNT: usize = 11;

    /// All terms, in the order of the weights.
    pub const ALL: [Term; Term::COUNT] = [
        Term::QueenTerritory,
        Term::KingTerritory,
        Term::QueenAccess,
        Term::KingAccess,
        Term::Enclosure,
        Term::Confinement,
        Term::Combat,
        Term::Weakest,
        Term::QueenTies,
        Term::KingTies,
        Term::Turn,
    ];

    /// Name in a weights file and in JSON.
    pub const fn name(self) -> &'static str {
        // In the order of `ALL`.
        const NAMES: [&str; Term::COUNT] =
            ["t1", "t2", "c1", "c2", "enclosure", "confinement", "combat", "weakest", "ties1", "ties2", "turn"];
        NAMES[self as usize]
    }

    /// True for the value of moving first, whose sign does not change with the side to move.
    pub const fn is_tempo(self) -> bool {
        matches!(self, Term::QueenTies | Term::KingTies | Term::Turn)
    }

    /// True for terms of single amazons. Their weight must vanish with the openness: mobility is worth nothing in the filling
    /// phase.
    pub const fn is_mobility(self) -> bool {
        matches!(self, Term::Enclosure | Term::Confinement | Term::Combat | Term::Weakest)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Measurements of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// By [`Term`].
    pub terms: [f32; Term::COUNT],
    /// Openness: Lieberum's w, 0 in the filling phase.
    pub open: f32,
}

impl Features {
    /// Value of one term.
    pub fn get(&self, term: Term) -> f32 {
        self.terms[term as usize]
    }
}
