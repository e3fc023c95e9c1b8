//! The number of lines of play of a given length.

use std::time::Instant;

use otrera_board::{Bits, Move, Position, divide};
use serde::Serialize;

use crate::ask::Place;
use crate::host::{Counter, Job};
use crate::limits::OutOfLimits;
use crate::option::Threads;
use crate::text::grouped;

/// Counts the lines of play of a given length.
#[derive(Clone, Debug)]
pub struct Perft {
    /// The position.
    pub place: Place,
    /// Number of moves.
    pub depth: u32,
    /// Includes the count of each first move.
    pub divide: bool,
    /// Threads to use.
    pub threads: Threads,
}

/// Counts of lines of play.
#[derive(Debug, Serialize)]
pub struct PerftReport {
    board: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<FirstMove>>,
}

#[derive(Debug, Serialize)]
struct FirstMove {
    r#move: String,
    nodes: u64,
}

impl Perft {
    /// Counts within the limits of the job.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<PerftReport> {
        let position = self.place.input()?.position()?;
        // Boards of up to 64 squares are counted in 64-bit words: about three times as fast.
        match position.resized::<u64>() {
            Some(narrow) => self.count(&narrow, job),
            None => self.count(&position, job),
        }
    }

    fn count<B: Bits>(&self, position: &Position<B>, job: Job<'_>) -> anyhow::Result<PerftReport> {
        let first_moves = position.count_moves();
        let done = Counter::new(first_moves, "first moves");
        let begin = Instant::now();
        let step = |count| done.set(count);
        let counts = match self.depth {
            0 => Some(Vec::new()),
            depth => job.counted(&done, || divide(position, depth, self.threads.get(), job.stop, &step)),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let Some(mut counts) = counts else {
            let done = done.done();
            let sentence = format!("stopped after {seconds:.1} s with {done} of {first_moves} first moves counted");
            return Err(OutOfLimits(sentence).into());
        };
        counts.sort_unstable();
        let first_move = |&(first, nodes): &(Move, u64)| FirstMove { r#move: first.to_string(), nodes };
        Ok(PerftReport {
            board: position.to_string(),
            depth: self.depth,
            // The empty line is the one line of length 0.
            nodes: if self.depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() },
            seconds,
            threads: self.threads.get(),
            divide: self.divide.then(|| counts.iter().map(first_move).collect()),
        })
    }
}

impl PerftReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let divide = self.divide.iter().flatten().map(|m| format!("{:<12} {:>15}\n", m.r#move, grouped(m.nodes)));
        let rate = self.nodes as f64 / self.seconds / 1e6;
        let total = format!(
            "{} leaves at depth {} in {:.3} s ({rate:.0} million a second)",
            grouped(self.nodes),
            self.depth,
            self.seconds
        );
        divide.collect::<String>() + &total
    }
}
