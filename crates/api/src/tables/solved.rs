//! The winners of small boards, each with a certificate that is checked (Song & Müller 2014, Table I).

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::Context as _;
use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_solver::{Knowledge, Options, SolveError, Solver, Stats};
use serde::Serialize;

use crate::atlas_file::{NO_FORMS, not_loaded};
use crate::certificate::{CertificateSize, Checker, Proof, Unproven};
use crate::host::{Job, Outcome, State};
use crate::limits::OutOfLimits;
use crate::option::Bytes;
use crate::text::grouped;

/// Solves the standard setups of small boards.
#[derive(Clone, Debug)]
pub struct SolvedTable {
    /// Boards to solve, like `4x5`; the quick ones if there are none.
    pub boards: Vec<String>,
    /// All boards, including those that take hours.
    pub all: bool,
    /// Directory to keep the certificates in.
    pub certificates: Option<PathBuf>,
    /// Threads to use.
    pub threads: usize,
    /// Memory for each search.
    pub memory: Bytes,
    /// Path of the atlas; `None` for the default.
    pub atlas: Option<PathBuf>,
}

struct Board {
    size: &'static str,
    /// A first move that the paper gives; the position after it is solved.
    opening: Option<&'static str>,
    /// The winner according to the paper; player 1 moves first.
    paper: u8,
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

/// The table.
#[derive(Debug, Serialize)]
pub struct SolvedReport {
    rows: Vec<Row>,
    seconds: f64,
    threads: usize,
}

#[derive(Debug, Serialize)]
struct Row {
    board: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    /// The winner; player 1 moves first.
    winner: u8,
    paper: u8,
    nodes: u64,
    evaluated: u64,
    /// Seconds to solve it and to collect the claims of the certificate.
    seconds: f64,
    claims: u64,
    bytes: u64,
    /// Seconds to write and check the certificate. One that does not hold is an error.
    checked_in: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

struct Environment<'a> {
    job: Job<'a>,
    knowledge: &'a Knowledge<'a>,
    directory: &'a Path,
    question: &'a SolvedTable,
}

impl SolvedTable {
    /// Sizes of all boards.
    pub fn sizes() -> [&'static str; 8] {
        BOARDS.map(|board| board.size)
    }

    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SolvedReport>> {
        let begin = Instant::now();
        let directory = Directory::new(self.certificates.as_deref())?;
        let atlas = job.host.atlas(self.atlas.as_deref())?;
        let store = Store::with_limits(Limits { stop: Arc::clone(job.stop), ..Limits::default() });
        let knowledge = Knowledge::new(&atlas, &store).map_err(not_loaded)?.context(NO_FORMS)?;
        let environment = Environment { job, knowledge: &knowledge, directory: &directory.path, question: self };
        let wanted = |board: &&Board| match self.boards.is_empty() {
            true => self.all || board.is_quick,
            false => self.boards.iter().any(|size| size == board.size),
        };
        let mut report = SolvedReport { rows: Vec::new(), seconds: 0.0, threads: self.threads };
        let mut missing = None;
        for board in BOARDS.iter().filter(wanted) {
            match environment.solve(board) {
                Ok(row) => report.rows.push(row),
                Err(error) => {
                    missing = Some(match error.downcast::<Interrupted>()? {
                        Interrupted::Stopped | Interrupted::OutOfMemory => {
                            let seconds = begin.elapsed().as_secs_f64();
                            OutOfLimits(format!("stopped after {seconds:.1} s: {} is not solved", board.size)).into()
                        }
                        why => why.into(),
                    });
                    break;
                }
            }
        }
        report.seconds = begin.elapsed().as_secs_f64();
        let is_empty = report.rows.is_empty();
        Outcome::partial(report, missing, is_empty)
    }
}

impl<'a> Environment<'a> {
    /// Solves a board, writes its certificate and has it checked. The error is [`Interrupted`] if the limits end it.
    fn solve(&self, board: &Board) -> anyhow::Result<Row> {
        let begin = Instant::now();
        let start = board.position()?;
        let (proof, stats) = self.prove(board, &start)?;
        let winner = proof.winner;
        let path = self.directory.join(format!("{}.certificate", board.size));
        let seconds = begin.elapsed().as_secs_f64();
        let checking = Instant::now();
        let checker = Checker { job: self.job, threads: self.question.threads, memory: self.question.memory.0 };
        let CertificateSize { claims, bytes } = proof.write_file(&path, Some(checker))?;
        Ok(Row {
            board: board.size,
            opening: board.opening,
            // White moves first.
            winner: if winner == Side::White { 1 } else { 2 },
            paper: board.paper,
            nodes: stats.expanded,
            evaluated: stats.evaluated,
            seconds,
            claims,
            bytes,
            checked_in: checking.elapsed().as_secs_f64(),
            certificate: self.question.certificates.is_some().then(|| path.display().to_string()),
        })
    }

    fn prove(&self, board: &Board, start: &Position<u64>) -> anyhow::Result<(Proof<'a>, Stats)> {
        let begin = Instant::now();
        let options = Options { memory: self.question.memory.0, threads: self.question.threads, ..Options::FULL };
        let mut solver = Solver::new(self.knowledge, options, self.job.stop);
        let watch = solver.watch();
        let claims = AtomicUsize::new(0);
        let state = || {
            let [nodes, claims] = [watch.expanded(), claims.load(Relaxed) as u64].map(grouped);
            let seconds = begin.elapsed().as_secs_f64();
            State::text(format!("{}: {nodes} nodes, {claims} claims, {seconds:.0} s", board.size))
        };
        let proof = self.job.with_progress(state, || solver.prove(start, &|count| claims.store(count, Relaxed)));
        let (winner, writer) = proof.map_err(|error| match error {
            SolveError::Interrupted(why) => anyhow::Error::new(why),
            error => Unproven(format!("{}: {error}", board.size)).into(),
        })?;
        Ok((Proof::new(start, winner, writer), solver.stats()))
    }
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

/// The directory of the certificates: one that stays, or one that is removed at the end.
struct Directory {
    path: PathBuf,
    is_ours: bool,
}

impl Directory {
    fn new(named: Option<&Path>) -> anyhow::Result<Directory> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => std::env::temp_dir().join(format!("otrera-certificates-{}", std::process::id())),
        };
        std::fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Directory { path, is_ours: named.is_none() })
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if self.is_ours {
            // A directory that cannot be removed stays among the temporary files.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

impl SolvedReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let mut lines = vec![format!(
            "{:<16} {:>6} {:>5} {:>14} {:>16} {:>9} {:>10} {:>12} {:>8}",
            "board (w x h)", "winner", "paper", "nodes", "evaluated", "seconds", "claims", "bytes", "checked"
        )];
        lines.extend(self.rows.iter().map(Row::text));
        let differ = self.rows.iter().filter(|row| row.winner != row.paper);
        lines.extend(differ.map(|row| {
            format!("{}: the paper says {}, and a checked certificate says {}", row.board, row.paper, row.winner)
        }));
        lines.push(format!("1: the first player wins; {:.0} s, {} threads", self.seconds, self.threads));
        lines.join("\n")
    }
}

impl Row {
    fn text(&self) -> String {
        let board = match self.opening {
            None => self.board.to_string(),
            Some(opening) => format!("{} {opening}", self.board),
        };
        let [nodes, evaluated, claims, bytes] = [self.nodes, self.evaluated, self.claims, self.bytes].map(grouped);
        let (winner, paper) = (self.winner, self.paper);
        format!(
            "{board:<16} {winner:>6} {paper:>5} {nodes:>14} {evaluated:>16} {:>9.2} {claims:>10} {bytes:>12} {:>8.2}",
            self.seconds, self.checked_in
        )
    }
}
