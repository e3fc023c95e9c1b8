//! Settings of the engine in a question, and the pace of its moves.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_engine::{Clock, EngineOptions, Limits, Pulse};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::host::Host;
use crate::option::{Bytes, EngineName, Level, Seconds, Threads};

/// An engine and its resources.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct EngineSettings {
    /// Name of the engine.
    #[serde(default = "EngineName::strongest")]
    pub engine: EngineName,
    /// Memory for the transposition table or search tree.
    #[serde(default = "EngineSettings::memory")]
    pub memory: Bytes,
    /// Seed of random choices.
    #[serde(default = "EngineSettings::seed")]
    pub seed: u64,
    /// From 1, a beginner, to 10, full strength.
    #[serde(default = "EngineSettings::level")]
    pub level: Level,
    /// Play without the opening book.
    #[serde(default)]
    pub no_book: bool,
    /// Threads to search with.
    #[serde(skip)]
    pub threads: Threads,
    /// Path of the atlas; `None` for the default.
    #[serde(skip)]
    pub atlas: Option<PathBuf>,
}

impl EngineSettings {
    /// Default memory.
    pub fn memory() -> Bytes {
        Bytes(256 << 20)
    }

    /// Default seed.
    pub fn seed() -> u64 {
        1
    }

    /// Default level.
    pub fn level() -> Level {
        Level::FULL
    }

    /// The options of the engine, with the atlas of the host.
    pub fn options(&self, host: &dyn Host) -> anyhow::Result<EngineOptions> {
        Ok(EngineOptions {
            threads: self.threads.get(),
            memory: self.memory.0,
            seed: self.seed,
            level: self.level.0,
            book: !self.no_book,
            atlas: host.atlas_if_there(self.atlas.as_deref())?,
        })
    }
}

/// Limits of the search for one move, as a user states them.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct MoveLimits {
    /// Seconds for each move; 1 if nothing else limits it.
    pub time: Option<Seconds>,
    /// Positions to evaluate for each move.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    #[serde(default)]
    pub depth: Option<u32>,
}

/// Limits of the search for a move, with the clock of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Positions to evaluate.
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
}

const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Pace {
    /// The limits that a user stated; if there are none, a second for each move.
    pub fn new(limits: MoveLimits, clock: Option<Clock>) -> Pace {
        let time = limits.time.map(|time| Clock::Move(time.0));
        let pace = Pace { clock: time.or(clock), nodes: limits.nodes, depth: limits.depth };
        if pace == Pace::default() { Pace { clock: Some(Clock::Move(DEFAULT_TIME)), ..pace } } else { pace }
    }

    /// The limits of a search that begins now.
    pub fn limits<'a>(&self, position: &Position, stop: &'a AtomicBool) -> Limits<'a> {
        self.limits_within(Pulse::OVERHEAD, position, stop)
    }

    /// The limits of a move that begins now, of a player whose answers must be in time.
    pub fn punctual_limits<'a>(&self, pulse: &'a Pulse, position: &Position, stop: &'a AtomicBool) -> Limits<'a> {
        Limits { pulse: Some(pulse), ..self.limits_within(pulse.begin(), position, stop) }
    }

    fn limits_within<'a>(&self, margin: Duration, position: &Position, stop: &'a AtomicBool) -> Limits<'a> {
        let empty = position.empty().count_ones();
        let deadline = self.clock.map(|clock| clock.deadline(empty, Instant::now(), margin));
        Limits { deadline, nodes: self.nodes, depth: self.depth, ..Limits::none(stop) }
    }
}

/// The form in the file of a match: `1 s a move`, `60 s + 0.5 s`, `1000 nodes`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.clock.map(|clock| match clock {
            Clock::Move(time) => format!("{} s a move", time.as_secs_f64()),
            Clock::Game { left, increment } => format!("{} s + {} s", left.as_secs_f64(), increment.as_secs_f64()),
        });
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<String> = [clock, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}
