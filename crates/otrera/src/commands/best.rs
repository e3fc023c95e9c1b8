//! `otrera best`: the move to play.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use otrera_board::{Move, Position, Side};
use otrera_engine::{Candidate, Choice, EngineOptions, Proven, engines};
use serde::Serialize;

use crate::cli::{BestArgs, Cli, EngineArgs};
use crate::input::Input;
use crate::limits;
use crate::output::{self, grouped};
use crate::player::Pace;
use otrera_api::host::{Job, Setting, State};

/// Candidates that are told of.
const CANDIDATES: usize = 8;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    to_move: &'static str,
    engine: &'static str,
    /// `None` if there is none: the side to move has lost.
    r#move: Option<String>,
    /// By how many moves the side to move is expected to be ahead.
    score: Option<f32>,
    /// The chance to win, from 0 to 1.
    chance: Option<f32>,
    /// `win` or `loss` for the side to move, where that is known.
    proven: Option<&'static str>,
    line: Vec<String>,
    /// The moves that were considered, best first; none where the book or an exact answer chose.
    candidates: Vec<CandidateReport>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    threads: usize,
}

#[derive(Serialize)]
struct CandidateReport {
    r#move: String,
    score: f32,
    chance: f32,
    proven: Option<&'static str>,
    /// How often it was looked at.
    visits: u64,
    line: Vec<String>,
}

pub(super) fn run(cli: &Cli, args: &BestArgs) -> anyhow::Result<()> {
    let input = Input::read(&args.position)?;
    let stop = limits::stop_flag(None)?;
    let (report, choice) = found(args, &input, Job { setting: cli, stop: &stop })?;
    let to_move = input.position()?.to_move();
    output::answer(cli, &report, |report| human(report, to_move, choice.as_ref()))
}

pub(crate) fn answer(args: &BestArgs, input: &Input, job: Job<'_>) -> anyhow::Result<Report> {
    Ok(found(args, input, job)?.0)
}

fn found(args: &BestArgs, input: &Input, job: Job<'_>) -> anyhow::Result<(Report, Option<Choice>)> {
    let position = input.position()?;
    let options = options(job.setting, &args.engine)?;
    let named = engines::named(&args.engine.engine).expect("the parser knows the names");
    let mut engine = named.build(&options);
    let begin = Instant::now();
    let limits = Pace::new(&args.pace, None).limits(&position, job.stop);
    let report = |choice: Option<&Choice>| Report::new(&position, named.name, &options, choice, begin.elapsed());
    let thought = Mutex::new(None);
    let last = || thought.lock().expect("nobody panics with it");
    let state = || match &*last() {
        Some(choice) => State { text: describe(choice, position.to_move()), data: json(&report(Some(choice))) },
        None => State { text: String::new(), data: String::new() },
    };
    let choice =
        job.watched(state, || engine.choose(&position, &limits, &mut |choice: &Choice| *last() = Some(choice.clone())));
    Ok((report(choice.as_ref()), choice))
}

impl Report {
    fn new(
        position: &Position,
        engine: &'static str,
        options: &EngineOptions,
        choice: Option<&Choice>,
        time: Duration,
    ) -> Report {
        let candidates = choice.map_or(&[][..], |choice| &choice.candidates);
        Report {
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
        }
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

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("a report is text and numbers")
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// What the engine gets.
pub(super) fn options(setting: &dyn Setting, args: &EngineArgs) -> anyhow::Result<EngineOptions> {
    let EngineArgs { threads, memory, seed, level, no_book, .. } = *args;
    let atlas = setting.atlas_if_there(args.atlas.as_deref())?;
    Ok(EngineOptions { threads: threads.get(), memory, seed, level, book: !no_book, atlas })
}

/// `win` or `loss`.
pub(super) fn proven(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}

/// What is thought, with as many digits as mean something.
pub(super) fn rounded(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

fn human(report: &Report, to_move: Side, choice: Option<&Choice>) -> String {
    let Some(choice) = choice else { return format!("{to_move} cannot move and has lost") };
    let score = describe(choice, to_move);
    let line = report.line.join(" ");
    format!(
        "{}\nscore  {score}\nline   {line}\n{} nodes, depth {}, {:.2} s, {}",
        choice.play,
        grouped(report.nodes),
        report.depth,
        report.seconds,
        report.engine
    )
}

/// A score in words.
pub(super) fn describe(choice: &Choice, to_move: Side) -> String {
    match choice.score.proven {
        Some(Proven::Win) => format!("{to_move} wins (proven)"),
        Some(Proven::Loss) => format!("{to_move} loses (proven)"),
        None => {
            let chance = choice.score.chance * 100.0;
            format!("{:+.1} moves for {to_move}, who wins with {chance:.0} %", choice.score.ahead)
        }
    }
}
