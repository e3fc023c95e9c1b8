//! What is said while the search goes on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, HumanBytes};
use otrera_board::{Move, Position};
use otrera_solver::{Book, Solver, Watch};

use super::keep::Keeper;
use crate::output::grouped;

/// The line is looked up move by move, which takes milliseconds, so it is done seldom.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Moves of the line that are shown.
const LINE_MOVES: usize = 5;

/// What the search is at.
pub(super) struct Progress<'a> {
    begin: Instant,
    watch: Watch,
    book: &'a Book<'a>,
    small: usize,
    keeper: Option<&'a Keeper>,
    /// Nodes that were expanded before this run.
    before: u64,
    /// What is searched, and the move that led to it where that is not what was asked about.
    root: Mutex<(Option<Move>, Position<u64>)>,
    /// Of how many moves is known whether they win, and of how many it is asked.
    judged: [AtomicUsize; 2],
    pub(super) claims: AtomicUsize,
    line: Mutex<Option<(Instant, String)>>,
}

impl<'a> Progress<'a> {
    /// Nothing is done yet.
    pub(super) fn new(
        solver: &Solver<'a>,
        book: &'a Book<'a>,
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

    /// Two lines: how far it is, and where it is.
    pub(super) fn state(&self) -> String {
        let standing = self.watch.standing();
        let elapsed = self.begin.elapsed();
        let rate = (standing.expanded - self.before) as f64 / elapsed.as_secs_f64();
        let mut first = vec![
            format!("{} nodes", grouped(standing.expanded)),
            format!("{} a second", grouped(rate as u64)),
            FormattedDuration(elapsed).to_string(),
        ];
        if let Some((proof, disproof)) = standing.numbers {
            first.push(format!("proof {}, disproof {}", grouped(proof.into()), grouped(disproof.into())));
        }
        let percent = 100.0 * standing.used as f64 / standing.places as f64;
        first.push(format!("table {percent:.1} % of {}", HumanBytes(standing.bytes as u64)));
        first.extend(self.keeper.and_then(Keeper::state));
        let mut second = self.work();
        let counts = [("moves", standing.moves), ("replies", standing.replies)];
        second.extend(
            counts
                .into_iter()
                .filter(|&(_, (_, all))| all > 0)
                .map(|(what, (open, all))| format!("{} of {} {what} open", grouped(open.into()), grouped(all.into()))),
        );
        second.extend(Some(self.line()).filter(|line| !line.is_empty()));
        format!("{}\n{}", first.join(", "), second.join(", "))
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
    fn line(&self) -> String {
        let mut line = self.line.lock().expect("no thread panicked");
        match &*line {
            Some((at, text)) if at.elapsed() < LINE_EVERY => text.clone(),
            _ => {
                let (first, root) = *self.root.lock().expect("no thread panicked");
                let moves = first.into_iter().chain(self.watch.line(self.book, self.small, &root, LINE_MOVES));
                let text = moves.map(|play| play.to_string()).collect::<Vec<_>>().join(" ");
                *line = Some((Instant::now(), text.clone()));
                text
            }
        }
    }
}
