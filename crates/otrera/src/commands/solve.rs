//! `otrera solve`: who wins with best play.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use anyhow::Context as _;
use otrera_board::Side;
use otrera_cgt::{Limits, Store};
use otrera_solver::{Answer, Book, Options, Solver};
use serde::Serialize;

use crate::atlas_file;
use crate::cli::{Cli, SolveArgs};
use crate::input::Input;
use crate::limits::{self, limit};
use crate::output::{self, grouped};
use crate::presets::Plan;

/// Least memory that is worth anything: the table starts with less than this.
pub(super) const LEAST_MEMORY: usize = 1 << 20;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) board: String,
    pub(super) to_move: &'static str,
    /// `black` or `white`.
    pub(super) winner: &'static str,
    /// A move that wins, if the side to move does.
    #[serde(rename = "move")]
    pub(super) play: Option<String>,
    /// Nodes whose children were made, and children that were looked at.
    pub(super) nodes: u64,
    pub(super) evaluated: u64,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<Certificate>,
}

#[derive(Serialize)]
pub(super) struct Certificate {
    file: String,
    claims: usize,
    bytes: u64,
}

pub(super) fn run(cli: &Cli, args: &SolveArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    if let Some(path) = &args.certificate {
        output::check_target(path)?;
    }
    let input = Input::from_parts(&args.position, &args.changes)?;
    let position = input.position()?;
    let narrow = position.resized().context("boards of up to 64 squares are solved, and this one has more")?;
    let atlas = atlas_file::open(cli, args.atlas.as_deref())?;
    let stop = limits::stop_flag(args.limits.time)?;
    let store = Store::with_limits(Limits { stop: stop.clone(), ..Limits::default() });
    let book = Book::new(&atlas, &store)?.context(atlas_file::NO_FORMS)?;
    let base = match Plan::new(args.preset, &args.without)? {
        Plan::Ours(options) => options,
        Plan::Boards(_) => return super::solve_boards::run(cli, args, &input, &atlas, &stop),
    };
    let options = Options {
        memory: args.memory.max(LEAST_MEMORY),
        threads: args.threads.get(),
        nodes: args.nodes.unwrap_or(u64::MAX),
        ..base
    };
    let mut solver = Solver::new(&book, options, &stop);
    let watch = solver.watch();
    let claims = AtomicUsize::new(0);
    let state = || {
        let (nodes, seconds) = (watch.expanded(), begin.elapsed().as_secs_f64());
        let rate = (nodes as f64 / seconds) as u64;
        let claims = match claims.load(Relaxed) {
            0 => String::new(),
            claims => format!(", {} claims", grouped(claims as u64)),
        };
        format!("{} nodes, {} a second, {seconds:.0} s{claims}", grouped(nodes), grouped(rate))
    };
    let solved = output::watched(cli, state, || {
        let answer = solver.solve(&narrow)?;
        let play = solver.winning_move(&narrow)?;
        let writer = match &args.certificate {
            Some(_) => Some(solver.prove(&narrow, &|count| claims.store(count, Relaxed))?.1),
            None => None,
        };
        Ok((answer, play, writer))
    });
    let stats = solver.stats();
    let (answer, play, writer) = solved.map_err(|why| {
        let (nodes, seconds) = (grouped(stats.expanded), begin.elapsed().as_secs_f64());
        limit(why, &format!("who wins is not known after {nodes} nodes in {seconds:.1} s"))
    })?;
    let certificate = match (&args.certificate, writer) {
        (Some(path), Some(writer)) => {
            let claims = writer.len();
            output::replace(path, |out| Ok(writer.write(out)?))?;
            let bytes = std::fs::metadata(path)?.len();
            Some(Certificate { file: path.display().to_string(), claims, bytes })
        }
        _ => None,
    };
    let winner = if answer == Answer::Won { position.to_move() } else { !position.to_move() };
    let report = Report {
        board: input.setup().to_string(),
        to_move: position.to_move().name(),
        winner: winner.name(),
        play: play.map(|play| play.to_string()),
        nodes: stats.expanded,
        evaluated: stats.evaluated,
        seconds: begin.elapsed().as_secs_f64(),
        threads: options.threads,
        certificate,
    };
    output::answer(cli, &report, |report| human(report, winner))
}

pub(super) fn human(report: &Report, winner: Side) -> String {
    let name = if winner == Side::Black { "Black" } else { "White" };
    let how = match &report.play {
        Some(play) => format!("by {play}"),
        None => "whatever is played".into(),
    };
    let mut lines = vec![
        format!("{name} wins {how}"),
        format!("{} nodes, {} evaluated, {:.2} s", grouped(report.nodes), grouped(report.evaluated), report.seconds),
    ];
    if let Some(Certificate { file, claims, bytes }) = &report.certificate {
        lines.push(format!("{file}: {} claims, {} bytes", grouped(*claims as u64), grouped(*bytes)));
    }
    lines.join("\n")
}
