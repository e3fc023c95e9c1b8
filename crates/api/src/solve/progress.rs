//! Progress of a search.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_board::{Bits, Move, Position};
use otrera_solver::{Estimate, Knowledge, MoveCount, Numbers, Solver, Watch};
use schemars::JsonSchema;
use serde::Serialize;

use super::checkpoint::CheckpointFile;
use crate::host::State;
use crate::text::{self, grouped};

/// Time between two look-ups of the line or the estimate, each of which takes milliseconds.
const LINE_EVERY: Duration = Duration::from_secs(5);
const LINE_MOVES: usize = 5;

/// Progress of a solver.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SolveProgress {
    /// Of our own, over situations.
    Situations {
        /// Nodes that were expanded.
        nodes: u64,
        /// Nodes a second in this run.
        nodes_per_second: u64,
        /// Seconds of this run.
        seconds: f64,
        /// Proof number of the root.
        proof: Option<u32>,
        /// Disproof number of the root.
        disproof: Option<u32>,
        /// Used part of the transposition table, from 0 to 1.
        table_used: f64,
        /// Moves from the root to the node of a thread.
        line: Vec<String>,
        /// Moves still to be judged, where all are asked for.
        left: Option<usize>,
        /// Claims of the certificate so far.
        claims: usize,
        /// Part of the proof that is done, from 0 to 1, by a rough estimate; empty while nothing is known.
        done: Option<f64>,
        /// Nodes left by the same estimate, which may be wrong by a factor of ten.
        nodes_left: Option<u64>,
    },
    /// Of the solvers over boards.
    Boards {
        /// Seconds of this run.
        seconds: f64,
    },
}

pub(super) struct Progress<'a, B: Bits> {
    begin: Instant,
    watch: Watch,
    book: &'a Knowledge<'a>,
    small: usize,
    file: Option<&'a CheckpointFile>,
    before: u64,
    /// The root of the search, and the move to it from the position of the question, if they differ.
    root: Mutex<(Option<Move>, Position<B>)>,
    /// Numbers of moves that are judged, and that are to be judged.
    judged: [AtomicUsize; 2],
    pub(super) claims: AtomicUsize,
    line: Mutex<Option<(Instant, Vec<String>)>>,
    estimate: Mutex<Option<(Instant, Option<Estimate>)>>,
}

impl<'a, B: Bits> Progress<'a, B> {
    pub(super) fn new(
        solver: &Solver<'a>,
        book: &'a Knowledge<'a>,
        root: &Position<B>,
        file: Option<&'a CheckpointFile>,
        begin: Instant,
    ) -> Progress<'a, B> {
        Progress {
            begin,
            watch: solver.watch(),
            book,
            small: solver.options().small,
            file,
            before: solver.stats().expanded,
            root: Mutex::new((None, *root)),
            judged: Default::default(),
            claims: Default::default(),
            line: Mutex::default(),
            estimate: Mutex::default(),
        }
    }

    /// `known` of `all` moves are judged, and `play` is next.
    pub(super) fn judge(&self, known: usize, all: usize, play: Move, next: &Position<B>) {
        self.judged[0].store(known, Relaxed);
        self.judged[1].store(all, Relaxed);
        *self.root.lock().expect("no thread panicked") = (Some(play), *next);
        *self.line.lock().expect("no thread panicked") = None;
        *self.estimate.lock().expect("no thread panicked") = None;
    }

    /// Two lines for people, counts and the current line; the same for programs.
    pub(super) fn state(&self) -> State {
        let standing = self.watch.snapshot();
        let elapsed = self.begin.elapsed();
        let rate = (standing.expanded - self.before) as f64 / elapsed.as_secs_f64();
        let mut first = vec![
            format!("{} nodes", grouped(standing.expanded)),
            format!("{} a second", grouped(rate as u64)),
            text::clock(elapsed),
        ];
        if let Some(Numbers { proof, disproof }) = standing.numbers {
            first.push(format!("proof {}, disproof {}", grouped(proof.into()), grouped(disproof.into())));
        }
        let percent = 100.0 * standing.used as f64 / standing.places as f64;
        first.push(format!("table {percent:.1} % of {}", text::bytes(standing.bytes as u64)));
        first.extend(self.file.and_then(CheckpointFile::state));
        let [known, all] = [0, 1].map(|i| self.judged[i].load(Relaxed));
        let claims = self.claims.load(Relaxed);
        let mut second = Vec::new();
        if all > 0 {
            second.push(format!("{} of {} moves known", grouped(known as u64), grouped(all as u64)));
        }
        if claims > 0 {
            second.push(format!("{} claims", grouped(claims as u64)));
        }
        let counts = [("moves", standing.moves), ("replies", standing.replies)];
        second.extend(counts.into_iter().filter(|(_, count)| count.all > 0).map(|(what, MoveCount { open, all })| {
            format!("{} of {} {what} open", grouped(open.into()), grouped(all.into()))
        }));
        let estimate = self.estimate();
        second.extend(estimate.map(|Estimate { done, nodes }| {
            format!("perhaps {:.0} % done, {} nodes left", 100.0 * done, grouped(nodes as u64))
        }));
        let line = self.line();
        second.extend((!line.is_empty()).then(|| line.join(" ")));
        let data = SolveProgress::Situations {
            nodes: standing.expanded,
            nodes_per_second: rate as u64,
            seconds: elapsed.as_secs_f64(),
            proof: standing.numbers.map(|numbers| numbers.proof),
            disproof: standing.numbers.map(|numbers| numbers.disproof),
            table_used: standing.used as f64 / standing.places as f64,
            line,
            left: (all > 0).then_some(all - known.min(all)),
            claims,
            done: estimate.map(|estimate| estimate.done),
            nodes_left: estimate.map(|estimate| estimate.nodes as u64),
        };
        State::new(format!("{}\n{}", first.join(", "), second.join(", ")), &data)
    }

    /// The work left; `None` after the search, while claims are collected.
    fn estimate(&self) -> Option<Estimate> {
        if self.claims.load(Relaxed) > 0 {
            return None;
        }
        let mut known = self.estimate.lock().expect("no thread panicked");
        match *known {
            Some((at, estimate)) if at.elapsed() < LINE_EVERY => estimate,
            _ => {
                let (_, root) = *self.root.lock().expect("no thread panicked");
                let estimate = self.watch.estimate(self.book, self.small, &root);
                *known = Some((Instant::now(), estimate));
                estimate
            }
        }
    }

    fn line(&self) -> Vec<String> {
        let mut line = self.line.lock().expect("no thread panicked");
        match &*line {
            Some((at, moves)) if at.elapsed() < LINE_EVERY => moves.clone(),
            _ => {
                let (first, root) = *self.root.lock().expect("no thread panicked");
                let moves = first.into_iter().chain(self.watch.line(self.book, self.small, &root, LINE_MOVES));
                let moves: Vec<String> = moves.map(|play| play.to_string()).collect();
                *line = Some((Instant::now(), moves.clone()));
                moves
            }
        }
    }
}
