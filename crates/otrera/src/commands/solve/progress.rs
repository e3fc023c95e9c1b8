//! What is said while the search goes on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, HumanBytes};
use otrera_board::{Move, Position};
use otrera_solver::{Knowledge, MoveCount, Numbers, Solver, Watch};
use serde_json::json;

use super::keep::Keeper;
use crate::output::grouped;
use crate::setting::State;

/// The line is looked up move by move, which takes milliseconds, so it is done seldom.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Moves of the line that are shown.
const LINE_MOVES: usize = 5;

/// What the search is at.
pub(super) struct Progress<'a> {
    begin: Instant,
    watch: Watch,
    book: &'a Knowledge<'a>,
    small: usize,
    keeper: Option<&'a Keeper>,
    /// Nodes that were expanded before this run.
    before: u64,
    /// What is searched, and the move that led to it where that is not what was asked about.
    root: Mutex<(Option<Move>, Position<u64>)>,
    /// Of how many moves is known whether they win, and of how many it is asked.
    judged: [AtomicUsize; 2],
    pub(super) claims: AtomicUsize,
    line: Mutex<Option<(Instant, Vec<String>)>>,
}

impl<'a> Progress<'a> {
    /// Nothing is done yet.
    pub(super) fn new(
        solver: &Solver<'a>,
        book: &'a Knowledge<'a>,
        root: &Position<u64>,
        keeper: Option<&'a Keeper>,
        begin: Instant,
    ) -> Progress<'a> {
        Progress {
            begin,
            watch: solver.watch(),
            book,
            small: solver.options().small,
            keeper,
            before: solver.stats().expanded,
            root: Mutex::new((None, *root)),
            judged: Default::default(),
            claims: Default::default(),
            line: Mutex::default(),
        }
    }

    /// So many moves are known, and this one is next.
    pub(super) fn judge(&self, known: usize, all: usize, play: Move, next: &Position<u64>) {
        self.judged[0].store(known, Relaxed);
        self.judged[1].store(all, Relaxed);
        *self.root.lock().expect("no thread panicked") = (Some(play), *next);
        *self.line.lock().expect("no thread panicked") = None;
    }

    /// Two lines: how far it is, and where it is; the same for programs.
    pub(super) fn state(&self) -> State {
        let standing = self.watch.snapshot();
        let elapsed = self.begin.elapsed();
        let rate = (standing.expanded - self.before) as f64 / elapsed.as_secs_f64();
        let mut first = vec![
            format!("{} nodes", grouped(standing.expanded)),
            format!("{} a second", grouped(rate as u64)),
            FormattedDuration(elapsed).to_string(),
        ];
        if let Some(Numbers { proof, disproof }) = standing.numbers {
            first.push(format!("proof {}, disproof {}", grouped(proof.into()), grouped(disproof.into())));
        }
        let percent = 100.0 * standing.used as f64 / standing.places as f64;
        first.push(format!("table {percent:.1} % of {}", HumanBytes(standing.bytes as u64)));
        first.extend(self.keeper.and_then(Keeper::state));
        let mut second = self.work();
        let counts = [("moves", standing.moves), ("replies", standing.replies)];
        second.extend(counts.into_iter().filter(|(_, count)| count.all > 0).map(|(what, MoveCount { open, all })| {
            format!("{} of {} {what} open", grouped(open.into()), grouped(all.into()))
        }));
        let line = self.line();
        second.extend((!line.is_empty()).then(|| line.join(" ")));
        let [known, all] = [0, 1].map(|i| self.judged[i].load(Relaxed));
        let data = json!({
            "nodes": standing.expanded,
            "nodes_per_second": rate as u64,
            "seconds": elapsed.as_secs_f64(),
            "proof": standing.numbers.map(|numbers| numbers.proof),
            "disproof": standing.numbers.map(|numbers| numbers.disproof),
            "table_used": standing.used as f64 / standing.places as f64,
            "line": line,
            // Moves whose result is still to be found out, where all are asked for.
            "left": (all > 0).then_some(all - known.min(all)),
            "claims": self.claims.load(Relaxed),
        });
        State { text: format!("{}\n{}", first.join(", "), second.join(", ")), data: data.to_string() }
    }

    /// What it is working at besides who wins.
    fn work(&self) -> Vec<String> {
        let [known, all] = [&self.judged[0], &self.judged[1]].map(|count| grouped(count.load(Relaxed) as u64));
        let mut work = Vec::new();
        if all != "0" {
            work.push(format!("{known} of {all} moves known"));
        }
        match self.claims.load(Relaxed) {
            0 => {}
            claims => work.push(format!("{} claims", grouped(claims as u64))),
        }
        work
    }

    /// The moves to where a thread is.
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
