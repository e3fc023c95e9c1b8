//! Presets of the solvers. Every technique has a switch of its own, so that it can be measured.

use std::sync::atomic::AtomicBool;

use anyhow::bail;
use otrera_board::{Position, Side};
use otrera_cgt::Interrupted;
use otrera_papers::song_mueller::{self, AreaCensus, Databases, Techniques};
use otrera_solver::{Knowledge, Options, SolveError, Solver, Stats};

use crate::option::{Choice as _, choices};

choices! {
    /// A solver and its techniques.
    pub enum Preset {
        /// Everything
        Full = "full",
        /// The solver of Song & Müller (2014): df-pn over boards, with their bounds and databases
        Paper = "paper",
        /// The baseline of their paper: alpha-beta, no databases
        PaperAb = "paper-ab",
        /// df-pn over boards, areas, plodding, and nothing else
        Plain = "plain",
    }
}

choices! {
    /// A technique that can be left out. Without a preset in parentheses, every preset that has it is meant.
    pub enum Technique {
        /// Look up small areas in the atlas (full)
        Atlas = "atlas",
        /// Safe moves
        Safe = "safe",
        /// Squares that the opponent cannot reach behind blockers
        Blockers = "blockers",
        /// Own amazons that stand still and split areas (full)
        Walls = "walls",
        /// Safe moves found by looking up to three moves ahead (full)
        Sure = "sure",
        /// First proof numbers by bounds and reach (full)
        Guess = "guess",
        /// Count the common part of children's disproof numbers only in part (full)
        Share = "share",
        /// Search a child a little beyond its best sibling (full)
        Slack = "slack",
        /// Keep the children of nodes that are searched again (full)
        Kept = "kept",
        /// Evaluate the less promising half of a node's moves late (full)
        Lazy = "lazy",
        /// Try replies that won against other moves of the parent first (full)
        Replies = "replies",
        /// The database of simple territories (paper)
        SimpleDb = "simple-db",
        /// The database of territories behind blockers (paper)
        BlockerDb = "blocker-db",
        /// The database of active areas (paper)
        ActiveDb = "active-db",
        /// Safe moves that an enemy opens by moving, rules 5 and 6 (paper)
        Origins = "origins",
        /// Local search of small areas (paper)
        Local = "local",
        /// Begin in the one hot game (paper)
        Hot = "hot",
        /// Pair stars, and begin in a fuzzy infinitesimal (paper)
        Infinitesimals = "infinitesimals",
        /// Search only the first quarter of the children (paper)
        Widening = "widening",
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Plan {
    /// Our solver, over situations.
    Ours(Options),
    /// A solver over boards.
    Boards(Techniques),
}

impl Preset {
    fn plan(self) -> Plan {
        match self {
            Preset::Full => Plan::Ours(Options::FULL),
            Preset::Paper => Plan::Boards(Techniques::PAPER),
            Preset::PaperAb => Plan::Boards(Techniques::ALPHA_BETA),
            Preset::Plain => Plan::Boards(Techniques::PLAIN),
        }
    }

    pub(crate) fn techniques(self) -> Vec<Technique> {
        let is_used = |&technique: &Technique| self.plan().without(technique) != self.plan();
        Technique::ALL.iter().copied().filter(is_used).collect()
    }
}

impl Plan {
    /// The solver of `preset`, without some of its techniques.
    pub(crate) fn new(preset: Preset, without: &[Technique]) -> anyhow::Result<Plan> {
        let used = preset.techniques();
        if let Some(technique) = without.iter().find(|technique| !used.contains(technique)) {
            let names: Vec<&str> = used.iter().map(|technique| technique.name()).collect();
            let all = if names.is_empty() { "nothing that can be left out".into() } else { names.join(", ") };
            bail!("cannot leave out {}: the preset {} uses {all}", technique.name(), preset.name());
        }
        Ok(without.iter().fold(preset.plan(), |plan, &technique| plan.without(technique)))
    }

    fn without(mut self, technique: Technique) -> Plan {
        match &mut self {
            Plan::Ours(options) => match technique {
                Technique::Atlas => options.small = 0,
                Technique::Safe => options.rules.safe = false,
                Technique::Blockers => options.rules.private = false,
                Technique::Walls => options.rules.walls = false,
                Technique::Sure => options.rules.sure = false,
                Technique::Kept => options.kept = false,
                Technique::Lazy => options.lazy = false,
                Technique::Replies => options.replies = false,
                Technique::Guess => options.guess = false,
                Technique::Share => options.share = 1,
                Technique::Slack => options.slack = u32::MAX,
                _ => {}
            },
            Plan::Boards(techniques) => match technique {
                Technique::Safe => techniques.safe = false,
                Technique::Blockers => techniques.blockers = false,
                Technique::SimpleDb => techniques.simple = false,
                Technique::BlockerDb => techniques.blocked = false,
                Technique::ActiveDb => techniques.active = false,
                Technique::Origins => techniques.origins = false,
                Technique::Local => techniques.local = false,
                Technique::Hot => techniques.hot = false,
                Technique::Infinitesimals => techniques.infinitesimals = false,
                Technique::Widening => techniques.widening = false,
                _ => {}
            },
        }
        self
    }

    pub(crate) fn limited(self, memory: usize) -> Plan {
        match self {
            Plan::Ours(options) => Plan::Ours(Options { memory, ..options }),
            Plan::Boards(techniques) => Plan::Boards(Techniques { memory, ..techniques }),
        }
    }
}

pub(crate) struct Attempt {
    pub(crate) winner: Result<Side, SolveError>,
    pub(crate) stats: Stats,
    /// Kinds of areas met, for the solvers that count them.
    pub(crate) census: AreaCensus,
}

/// Solves positions with any preset. Keeps knowledge about areas from one to the next, but not the transposition table.
pub(crate) struct PresetSolver<'a> {
    knowledge: &'a Knowledge<'a>,
    databases: Option<Databases<'a>>,
    stop: &'a AtomicBool,
}

impl<'a> PresetSolver<'a> {
    /// `stop` ends an attempt; it should also be the flag of the knowledge's store.
    pub(crate) fn new(knowledge: &'a Knowledge<'a>, stop: &'a AtomicBool) -> PresetSolver<'a> {
        PresetSolver { knowledge, databases: Some(Databases::new(knowledge.known(), knowledge.store())), stop }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.databases.as_ref().map_or(0, Databases::bytes)
    }

    pub(crate) fn solve(&mut self, plan: Plan, position: &Position<u64>) -> Attempt {
        match plan {
            Plan::Ours(options) => {
                let mut solver = Solver::new(self.knowledge, options, self.stop);
                let winner = solver.solve(position);
                Attempt { winner, stats: solver.stats(), census: AreaCensus::default() }
            }
            Plan::Boards(techniques) => {
                let mut solver = song_mueller::Solver::new(self.take(), techniques, self.stop);
                let winner = solver.solve(position);
                let song_mueller::Stats { expanded, evaluated } = solver.stats();
                let (stats, census) = (Stats { expanded, evaluated }, solver.census().clone());
                self.databases = Some(solver.into_databases());
                Attempt { winner: winner.map_err(SolveError::from), stats, census }
            }
        }
    }

    /// Returns whether the rules of the paper decide the winner without search.
    pub(crate) fn is_evident(&mut self, techniques: Techniques, position: &Position<u64>) -> Result<bool, Interrupted> {
        let mut evaluator = song_mueller::Evaluator::new(self.take(), techniques);
        let evaluation = evaluator.evaluate(position);
        self.databases = Some(evaluator.into_databases());
        Ok(evaluation?.winner.is_some())
    }

    fn take(&mut self) -> Databases<'a> {
        self.databases.take().expect("they are put back after each use")
    }
}
