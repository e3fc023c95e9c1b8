use std::fmt;

/// Something that is measured of a position, always as the side to move sees it: its own part less the other's, or what
/// moving first is worth. docs/evaluation.md has the formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Squares reached in fewer queen moves than the other side needs (Lieberum's t1; Müller & Tegos' min-distance).
    QueenTerritory = 0,
    /// The same with king moves (t2).
    KingTerritory,
    /// How near queens are to all squares, by halves (c1).
    QueenAccess,
    /// By how much kings are nearer, up to six moves (c2).
    KingAccess,
    /// Amazons of the other side that are shut in or nearly so, less our own.
    Enclosure,
    /// The same, measured so that amazons with some room left differ too.
    Confinement,
    /// Squares that single moves lead to and that the other side can still get to.
    Combat,
    /// The same of the worst amazon of each side.
    Weakest,
    /// Squares that both sides reach in the same number of queen moves: whoever moves first has them (Lieberum's κ).
    QueenTies,
    /// The same with king moves.
    KingTies,
    /// Having the move.
    Turn,
}

impl Term {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// All of them, in the order of the weights.
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

    /// Its name in a file of weights and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Term::QueenTerritory => "t1",
            Term::KingTerritory => "t2",
            Term::QueenAccess => "c1",
            Term::KingAccess => "c2",
            Term::Enclosure => "enclosure",
            Term::Confinement => "confinement",
            Term::Combat => "combat",
            Term::Weakest => "weakest",
            Term::QueenTies => "ties1",
            Term::KingTies => "ties2",
            Term::Turn => "turn",
        }
    }

    /// Whether it stands for moving first, and so does not change its sign with the side to move.
    pub const fn is_tempo(self) -> bool {
        matches!(self, Term::QueenTies | Term::KingTies | Term::Turn)
    }

    /// Whether it is about single amazons. Such a term has to fade when the sides are apart: mobility is worth nothing in the
    /// filling phase.
    pub const fn is_mobility(self) -> bool {
        matches!(self, Term::Enclosure | Term::Confinement | Term::Combat | Term::Weakest)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What was measured of a position, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// By [`Term`].
    pub terms: [f32; Term::COUNT],
    /// How much is still open: Lieberum's w, 0 in the filling phase.
    pub open: f32,
}

impl Features {
    /// One of them.
    pub fn get(&self, term: Term) -> f32 {
        self.terms[term as usize]
    }
}
