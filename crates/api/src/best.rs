//! The move to play.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use otrera_board::{Move, Position, Side};
use otrera_engine::{Candidate, Choice, EngineOptions, Proven};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Place};
use crate::engine::{EngineSettings, MoveLimits, Pace};
use crate::host::{Job, Outcome, State};
use crate::limits::Bounds;
use crate::option::Seconds;
use crate::text::grouped;

const CANDIDATES: usize = 8;

/// Chooses the move to play.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Best {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// The engine.
    #[serde(flatten)]
    pub engine: EngineSettings,
    /// Its limits.
    #[serde(flatten)]
    pub limits: MoveLimits,
}

/// A move and the engine's assessment of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BestReport {
    board: String,
    to_move: &'static str,
    engine: &'static str,
    /// `null` if there is none: the side to move has lost.
    r#move: Option<String>,
    /// Moves by which the side to move is expected to be ahead.
    score: Option<f32>,
    /// Chance to win, from 0 to 1.
    chance: Option<f32>,
    /// `win` or `loss` for the side to move, if it is proven.
    proven: Option<&'static str>,
    line: Vec<String>,
    /// Moves that were considered, best first; none if the book or exact play chose the move.
    candidates: Vec<CandidateReport>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    threads: usize,
    /// The choice itself, with its side.
    #[serde(skip)]
    choice: (Side, Option<Choice>),
}

#[derive(Debug, Serialize, JsonSchema)]
struct CandidateReport {
    r#move: String,
    score: f32,
    chance: f32,
    proven: Option<&'static str>,
    /// Number of visits by the search.
    visits: u64,
    line: Vec<String>,
}

impl Ask for Best {
    type Report = BestReport;
    type Progress = BestReport;
    const NAME: &'static str = "best";

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.engine.memory = self.engine.memory.min(bounds.memory);
        self.limits.time = self.limits.time.map(|time| time.min(bounds.time));
        bounds.time
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<BestReport>> {
        let position = self.place.input()?.position()?;
        let options = self.engine.options(job.host)?;
        let named = self.engine.engine.0;
        let mut engine = named.build(&options);
        let begin = Instant::now();
        let limits = Pace::new(self.limits, None).limits(&position, job.stop);
        let report =
            |choice: Option<&Choice>| BestReport::new(&position, named.name, &options, choice, begin.elapsed());
        let thought = Mutex::new(None);
        let last = || thought.lock().expect("no thread panicked");
        let state = || match &*last() {
            Some(choice) => State::new(describe(choice, position.to_move()), &report(Some(choice))),
            None => State::text(String::new()),
        };
        let mut think = |choice: &Choice| *last() = Some(choice.clone());
        let choice = job.with_progress(state, || engine.choose(&position, &limits, &mut think));
        Ok(Outcome::complete(report(choice.as_ref())))
    }
}

impl BestReport {
    fn new(
        position: &Position,
        engine: &'static str,
        options: &EngineOptions,
        choice: Option<&Choice>,
        time: Duration,
    ) -> BestReport {
        let candidates = choice.map_or(&[][..], |choice| &choice.candidates);
        BestReport {
            board: position.to_string(),
            to_move: position.to_move().name(),
            engine,
            r#move: choice.map(|choice| choice.play.to_string()),
            score: choice.map(|choice| rounded(choice.score.ahead)),
            chance: choice.map(|choice| rounded(choice.score.chance)),
            proven: match choice {
                Some(choice) => choice.score.proven.map(proven),
                None => Some(proven(Proven::Loss)),
            },
            line: choice.map_or(Vec::new(), |choice| names(&choice.line)),
            candidates: candidates.iter().take(CANDIDATES).map(CandidateReport::new).collect(),
            depth: choice.map_or(0, |choice| choice.depth),
            nodes: choice.map_or(0, |choice| choice.nodes),
            seconds: time.as_secs_f64(),
            threads: options.threads,
            choice: (position.to_move(), choice.cloned()),
        }
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let (to_move, Some(choice)) = &self.choice else {
            return format!("{} cannot move and has lost", self.choice.0);
        };
        format!(
            "{}\nscore  {}\nline   {}\n{} nodes, depth {}, {:.2} s, {}",
            choice.play,
            describe(choice, *to_move),
            self.line.join(" "),
            grouped(self.nodes),
            self.depth,
            self.seconds,
            self.engine
        )
    }
}

impl CandidateReport {
    fn new(candidate: &Candidate) -> CandidateReport {
        CandidateReport {
            r#move: candidate.play.to_string(),
            score: rounded(candidate.score.ahead),
            chance: rounded(candidate.score.chance),
            proven: candidate.score.proven.map(proven),
            visits: candidate.visits,
            line: names(&candidate.line),
        }
    }
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

pub(crate) fn proven(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}

/// Rounds to three decimals, which is more than the precision of an estimate.
pub(crate) fn rounded(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

/// A lead in moves: `ahead by 1.7` or `behind by 0.3`.
pub(crate) fn lead(moves: f32) -> String {
    let word = if moves < 0.0 { "behind" } else { "ahead" };
    format!("{word} by {:.1}", moves.abs())
}

/// The score of a choice in words.
pub fn describe(choice: &Choice, to_move: Side) -> String {
    match choice.score.proven {
        Some(Proven::Win) => format!("{to_move} wins (proven)"),
        Some(Proven::Loss) => format!("{to_move} loses (proven)"),
        None => {
            let chance = choice.score.chance * 100.0;
            format!("{to_move} {chance:.0} %, {}", lead(choice.score.ahead))
        }
    }
}
