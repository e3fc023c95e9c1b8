//! Switches for the parts of the solver.

/// The search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// df-pn.
    ProofNumbers,
    /// Alpha-beta with iterative deepening.
    AlphaBeta,
}

/// The techniques in use, and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The search.
    pub method: Method,
    /// The database of simple territories, instead of plodding.
    pub simple: bool,
    /// The database of blocker territories, instead of plodding.
    pub blocked: bool,
    /// The database of active areas.
    pub active: bool,
    /// The improved partition: territories behind blockers are set apart.
    pub blockers: bool,
    /// Safe moves (rules 1 to 4).
    pub safe: bool,
    /// Safe moves to squares that the opponent leaves (rules 5 and 6).
    pub origins: bool,
    /// Local search of small active areas outside the database.
    pub local: bool,
    /// The side to move begins in the widest hot game.
    pub hot: bool,
    /// Pairs of stars cancel, and moving first in a fuzzy infinitesimal wins.
    pub infinitesimals: bool,
    /// Only the first quarter of a node's live children is searched.
    pub widening: bool,
    /// Bytes of the transposition table.
    pub memory: usize,
    /// Maximum number of expanded nodes.
    pub nodes: u64,
}

impl Techniques {
    /// df-pn, areas of the basic partition, plodding, and nothing else.
    pub const PLAIN: Techniques = Techniques {
        method: Method::ProofNumbers,
        simple: false,
        blocked: false,
        active: false,
        blockers: false,
        safe: false,
        origins: false,
        local: false,
        hot: false,
        infinitesimals: false,
        widening: false,
        memory: 1 << 30,
        nodes: u64::MAX,
    };

    /// The solver of the paper.
    pub const PAPER: Techniques = Techniques {
        simple: true,
        blocked: true,
        active: true,
        blockers: true,
        safe: true,
        origins: true,
        local: true,
        hot: true,
        infinitesimals: true,
        widening: true,
        ..Techniques::PLAIN
    };

    /// The paper's baseline, similar to the solver of 2001: alpha-beta, no databases, rules 1 to 4.
    pub const ALPHA_BETA: Techniques =
        Techniques { method: Method::AlphaBeta, blockers: true, safe: true, ..Techniques::PLAIN };

    /// The same without any database.
    #[must_use]
    pub const fn without_databases(self) -> Techniques {
        Techniques { simple: false, blocked: false, active: false, ..self }
    }
}
