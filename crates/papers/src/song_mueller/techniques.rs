//! What this solver uses: everything can be switched off by itself.

/// How positions are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// df-pn.
    ProofNumbers,
    /// Alpha-beta, deeper and deeper.
    AlphaBeta,
}

/// What to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// How positions are searched.
    pub method: Method,
    /// The database of simple territories; else plodding.
    pub simple: bool,
    /// The database of blocker territories; else plodding.
    pub blocked: bool,
    /// The database of active areas.
    pub active: bool,
    /// The improved partition: territories behind blockers are set apart.
    pub blockers: bool,
    /// Safe moves (rules 1 to 4).
    pub safe: bool,
    /// Safe moves that an enemy opens by moving (rules 5 and 6).
    pub origins: bool,
    /// Local search of small active areas that are in no database.
    pub local: bool,
    /// One hot game is moved in first.
    pub hot: bool,
    /// Stars in pairs, and moving first in a fuzzy infinitesimal.
    pub infinitesimals: bool,
    /// Only the first quarter of a node's children is searched, as long as more are open.
    pub widening: bool,
    /// Bytes for what is remembered about positions.
    pub memory: usize,
    /// Nodes to expand at most.
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

    /// The paper's baseline, like the solver of 2001: alpha-beta, no databases, rules 1 to 4.
    pub const ALPHA_BETA: Techniques =
        Techniques { method: Method::AlphaBeta, blockers: true, safe: true, ..Techniques::PLAIN };

    /// The same without any database.
    #[must_use]
    pub const fn without_databases(self) -> Techniques {
        Techniques { simple: false, blocked: false, active: false, ..self }
    }
}
