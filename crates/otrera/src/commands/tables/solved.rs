//! `otrera tables solved`: who wins small boards, each with a certificate that is checked (Song & Müller 2014, Table I).

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_proof::{CheckError, CheckOptions, Verdict, Writer, check_file};
use otrera_solver::{Answer, Book, Options, Solver, Stats};
use serde::Serialize;

use crate::atlas_file;
use crate::cli::{Cli, SolvedArgs};
use crate::limits::{self, OutOfLimits, all_threads};
use crate::output::{self, grouped};

/// A board of the paper's table.
struct Board {
    /// Width and height.
    size: &'static str,
    /// A first move that the paper gives; the position after it is solved.
    opening: Option<&'static str>,
    /// The player who wins according to the paper: 1 moves first.
    paper: u8,
    /// Whether it is solved in some seconds.
    is_quick: bool,
}

const fn board(size: &'static str, paper: u8, is_quick: bool) -> Board {
    Board { size, opening: None, paper, is_quick }
}

/// Table I, by squares.
const BOARDS: [Board; 8] = [
    board("4x4", 2, true),
    board("5x4", 1, true),
    board("4x5", 1, true),
    board("4x6", 1, true),
    board("5x5", 1, true),
    board("6x4", 2, false),
    board("4x7", 1, false),
    Board { size: "5x6", opening: Some("b1-b4xd4"), paper: 1, is_quick: false },
];

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    seconds: f64,
    threads: usize,
}

#[derive(Serialize)]
struct Row {
    board: &'static str,
    /// The move after which it was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    /// The player who wins, 1 moves first; and the same in the paper.
    winner: u8,
    paper: u8,
    nodes: u64,
    evaluated: u64,
    /// To solve it and to make the certificate.
    seconds: f64,
    claims: usize,
    bytes: u64,
    /// To check the certificate. The table ends with an error where one does not hold.
    checked_in: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

/// How the work is done.
struct Setting<'a> {
    cli: &'a Cli,
    book: &'a Book<'a>,
    directory: &'a Path,
    keeps: bool,
    memory: usize,
    threads: usize,
    stop: &'a Arc<AtomicBool>,
}

pub(super) fn run(cli: &Cli, args: &SolvedArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    let directory = Place::new(args.certificates.as_deref())?;
    let atlas = atlas_file::open(cli, args.means.atlas.as_deref())?;
    let stop = limits::stop_flag(args.work.limits.time)?;
    let store = Store::with_limits(Limits { stop: stop.clone(), ..Limits::default() });
    let book = Book::new(&atlas, &store)?.context(atlas_file::NO_FORMS)?;
    let threads = args.work.threads.map_or_else(all_threads, NonZeroUsize::get);
    let setting = Setting {
        cli,
        book: &book,
        directory: &directory.path,
        keeps: args.certificates.is_some(),
        memory: args.means.memory,
        threads,
        stop: &stop,
    };
    let wanted = |board: &&Board| match args.boards.is_empty() {
        true => args.all || board.is_quick,
        false => args.boards.iter().any(|size| size == board.size),
    };
    let mut report = Report { rows: Vec::new(), seconds: 0.0, threads };
    let mut stopped = None;
    for board in BOARDS.iter().filter(wanted) {
        match solve(board, &setting)? {
            Ok(row) => report.rows.push(row),
            Err(why) => {
                stopped = Some((board.size, why));
                break;
            }
        }
    }
    report.seconds = begin.elapsed().as_secs_f64();
    if !report.rows.is_empty() {
        output::answer(cli, &report, Report::text)?;
    }
    match stopped {
        None => Ok(()),
        Some((size, Interrupted::Stopped | Interrupted::OutOfMemory)) => {
            Err(OutOfLimits(format!("stopped after {:.1} s: {size} is not solved", report.seconds)).into())
        }
        Some((_, why)) => Err(why.into()),
    }
}

/// Solves a board, writes its certificate and has it checked. What limits end is the inner error.
fn solve(board: &Board, setting: &Setting<'_>) -> anyhow::Result<Result<Row, Interrupted>> {
    let begin = Instant::now();
    let start = board.position()?;
    let (answer, writer, stats) = match prove(board, &start, setting) {
        Ok(proof) => proof,
        Err(why) => return Ok(Err(why)),
    };
    let winner = if answer == Answer::Won { start.to_move() } else { !start.to_move() };
    let claims = writer.len();
    let path = setting.directory.join(format!("{}.certificate", board.size));
    output::replace(&path, |out| Ok(writer.write(out)?))?;
    let seconds = begin.elapsed().as_secs_f64();
    let checking = Instant::now();
    match check(board, &path, setting) {
        Ok(verdict) if verdict.winner == winner && verdict.root.resized() == Some(start) => {}
        Ok(_) => bail!("the certificate of {} proves something else", board.size),
        Err(CheckError::Interrupted(why)) => return Ok(Err(why)),
        Err(refusal) => bail!("the certificate of {} does not hold: {refusal}", board.size),
    }
    Ok(Ok(Row {
        board: board.size,
        opening: board.opening,
        // White moves first.
        winner: if winner == Side::White { 1 } else { 2 },
        paper: board.paper,
        nodes: stats.expanded,
        evaluated: stats.evaluated,
        seconds,
        claims,
        bytes: std::fs::metadata(&path)?.len(),
        checked_in: checking.elapsed().as_secs_f64(),
        certificate: setting.keeps.then(|| path.display().to_string()),
    }))
}

fn prove<'a>(
    board: &Board,
    start: &Position<u64>,
    setting: &Setting<'a>,
) -> Result<(Answer, Writer<'a>, Stats), Interrupted> {
    let begin = Instant::now();
    let options = Options { memory: setting.memory, threads: setting.threads, ..Options::FULL };
    let mut solver = Solver::new(setting.book, options, setting.stop);
    let watch = solver.watch();
    let claims = AtomicUsize::new(0);
    let state = || {
        let [nodes, claims] = [watch.expanded(), claims.load(Relaxed) as u64].map(grouped);
        format!("{}: {nodes} nodes, {claims} claims, {:.0} s", board.size, begin.elapsed().as_secs_f64())
    };
    let proof = output::watched(setting.cli, state, || solver.prove(start, &|count| claims.store(count, Relaxed)));
    let (answer, writer) = proof?;
    Ok((answer, writer, solver.stats()))
}

fn check(board: &Board, path: &Path, setting: &Setting<'_>) -> Result<Verdict, CheckError> {
    let limits = Limits { bytes: setting.memory, stop: Arc::clone(setting.stop) };
    let work = CheckOptions { threads: setting.threads, limits, progress: &|_| () };
    let state = || format!("{}: checking the certificate", board.size);
    output::watched(setting.cli, state, || check_file(path, &work))
}

impl Board {
    fn position(&self) -> anyhow::Result<Position<u64>> {
        let setup: Setup = format!("start:{}", self.size).parse()?;
        let mut position = setup.position()?;
        if let Some(opening) = self.opening {
            position.play(opening.parse()?)?;
        }
        position.resized().context("a small board fits")
    }
}

/// Where certificates are written: a directory that stays, or one that is removed at the end.
struct Place {
    path: PathBuf,
    is_ours: bool,
}

impl Place {
    fn new(named: Option<&Path>) -> anyhow::Result<Place> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => std::env::temp_dir().join(format!("otrera-certificates-{}", std::process::id())),
        };
        std::fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Place { path, is_ours: named.is_none() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_ours {
            // What cannot be removed stays among the temporary files.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{:<16} {:>6} {:>5} {:>14} {:>16} {:>9} {:>10} {:>12} {:>8}",
            "board (w x h)", "winner", "paper", "nodes", "evaluated", "seconds", "claims", "bytes", "checked"
        )];
        lines.extend(self.rows.iter().map(Row::text));
        let differ = self.rows.iter().filter(|row| row.winner != row.paper);
        lines.extend(differ.map(|row| {
            format!("{}: the paper says {}, and a certificate that holds says {}", row.board, row.paper, row.winner)
        }));
        lines.push(format!("1: who moves first wins; {:.0} s, {} threads", self.seconds, self.threads));
        lines.join("\n")
    }
}

impl Row {
    fn text(&self) -> String {
        let board = match self.opening {
            None => self.board.to_string(),
            Some(opening) => format!("{} {opening}", self.board),
        };
        let [nodes, evaluated, claims, bytes] =
            [self.nodes, self.evaluated, self.claims as u64, self.bytes].map(grouped);
        let (winner, paper) = (self.winner, self.paper);
        format!(
            "{board:<16} {winner:>6} {paper:>5} {nodes:>14} {evaluated:>16} {:>9.2} {claims:>10} {bytes:>12} {:>8.2}",
            self.seconds, self.checked_in
        )
    }
}
