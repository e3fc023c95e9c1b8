//! Presets: which solver, and what it uses. Every technique has a switch of its own, so that it can be measured.

use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::ValueEnum;
use otrera_board::{Position, Side};
use otrera_cgt::Interrupted;
use otrera_papers::song_mueller::{self, Census, Databases, Techniques};
use otrera_solver::{Knowledge, Options, Solver, Stats};

/// A solver and what it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// Everything
    Full,
    /// The solver of Song & Müller (2014): df-pn over boards, with their bounds and databases
    Paper,
    /// The baseline of their paper: alpha-beta, no databases
    PaperAb,
    /// df-pn over boards, areas, plodding, and nothing else
    Plain,
}

/// What a preset may use. What is not said is for all that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Technique {
    /// Small areas are looked up (full)
    Atlas,
    /// Safe moves
    Safe,
    /// Squares that the opponent cannot reach behind blockers
    Blockers,
    /// Own amazons that stand still and split areas (full)
    Walls,
    /// First proof numbers by bounds and reach (full)
    Guess,
    /// Disproof numbers that count little of what children have in common (full)
    Share,
    /// Going on with a child a little beyond its best sister (full)
    Slack,
    /// The database of simple territories (paper)
    SimpleDb,
    /// The database of territories behind blockers (paper)
    BlockerDb,
    /// The database of active areas (paper)
    ActiveDb,
    /// Safe moves that an enemy opens by moving, rules 5 and 6 (paper)
    Origins,
    /// Local search of small areas (paper)
    Local,
    /// Beginning in one hot game (paper)
    Hot,
    /// Stars in pairs, and beginning in a fuzzy infinitesimal (paper)
    Infinitesimals,
    /// Searching only the first quarter of the children (paper)
    Widening,
}

/// A solver with its switches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Plan {
    /// Ours.
    Ours(Options),
    /// One that searches boards as they are.
    Boards(Techniques),
}

impl Preset {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Preset::Full => "full",
            Preset::Paper => "paper",
            Preset::PaperAb => "paper-ab",
            Preset::Plain => "plain",
        }
    }

    fn plan(self) -> Plan {
        match self {
            Preset::Full => Plan::Ours(Options::FULL),
            Preset::Paper => Plan::Boards(Techniques::PAPER),
            Preset::PaperAb => Plan::Boards(Techniques::ALPHA_BETA),
            Preset::Plain => Plan::Boards(Techniques::PLAIN),
        }
    }

    /// What this preset uses.
    pub(crate) fn techniques(self) -> Vec<Technique> {
        let is_used = |&technique: &Technique| self.plan().without(technique) != self.plan();
        Technique::value_variants().iter().copied().filter(is_used).collect()
    }
}

impl Technique {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().expect("no technique is hidden").get_name().to_string()
    }
}

impl Plan {
    /// A preset without some of its techniques.
    pub(crate) fn new(preset: Preset, without: &[Technique]) -> anyhow::Result<Plan> {
        let used = preset.techniques();
        if let Some(technique) = without.iter().find(|technique| !used.contains(technique)) {
            let names: Vec<String> = used.iter().map(|technique| technique.name()).collect();
            let all = if names.is_empty() { "nothing that can be left out".into() } else { names.join(", ") };
            bail!("--without {}: the preset {} uses {all}", technique.name(), preset.name());
        }
        Ok(without.iter().fold(preset.plan(), |plan, &technique| plan.without(technique)))
    }

    fn without(self, technique: Technique) -> Plan {
        match self {
            Plan::Ours(options) => Plan::Ours(ours_without(options, technique)),
            Plan::Boards(techniques) => Plan::Boards(boards_without(techniques, technique)),
        }
    }

    /// The same within limits.
    pub(crate) fn limited(self, memory: usize, nodes: u64) -> Plan {
        match self {
            Plan::Ours(options) => Plan::Ours(Options { memory, nodes, ..options }),
            Plan::Boards(techniques) => Plan::Boards(Techniques { memory, nodes, ..techniques }),
        }
    }
}

fn ours_without(mut options: Options, technique: Technique) -> Options {
    match technique {
        Technique::Atlas => options.small = 0,
        Technique::Safe => options.rules.safe = false,
        Technique::Blockers => options.rules.private = false,
        Technique::Walls => options.rules.walls = false,
        Technique::Guess => options.guess = false,
        Technique::Share => options.share = 1,
        Technique::Slack => options.slack = u32::MAX,
        _ => {}
    }
    options
}

fn boards_without(mut techniques: Techniques, technique: Technique) -> Techniques {
    match technique {
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
    }
    techniques
}

/// How an attempt to solve a position ended.
pub(crate) struct Attempt {
    pub(crate) winner: Result<Side, Interrupted>,
    pub(crate) stats: Stats,
    /// What kinds of areas were met, where that is counted.
    pub(crate) census: Census,
}

/// Solves one position after the other. What is known about areas is kept in between, what is known about positions is
/// not.
pub(crate) struct Bench<'a> {
    book: &'a Knowledge<'a>,
    databases: Option<Databases<'a>>,
    stop: &'a AtomicBool,
}

impl<'a> Bench<'a> {
    /// `stop` ends an attempt; the store of the book should have it too.
    pub(crate) fn new(book: &'a Knowledge<'a>, stop: &'a AtomicBool) -> Bench<'a> {
        Bench { book, databases: Some(Databases::new(book.known(), book.store())), stop }
    }

    /// Bytes of what is known about areas.
    pub(crate) fn bytes(&self) -> usize {
        self.databases.as_ref().map_or(0, Databases::bytes)
    }

    /// Who wins a position, by a plan.
    pub(crate) fn solve(&mut self, plan: Plan, position: &Position<u64>) -> Attempt {
        match plan {
            Plan::Ours(options) => {
                let mut solver = Solver::new(self.book, options, self.stop);
                let winner = solver.solve(position);
                Attempt { winner, stats: solver.stats(), census: Census::default() }
            }
            Plan::Boards(techniques) => {
                let mut solver = song_mueller::Solver::new(self.take(), techniques, self.stop);
                let winner = solver.solve(position);
                let song_mueller::Stats { expanded, evaluated } = solver.stats();
                let (stats, census) = (Stats { expanded, evaluated }, solver.census().clone());
                self.databases = Some(solver.into_databases());
                Attempt { winner, stats, census }
            }
        }
    }

    /// Whether the rules of the paper tell who wins, without search.
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
