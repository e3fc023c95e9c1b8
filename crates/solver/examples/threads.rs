//! Compares a search with several threads with a search with one.
//!
//! `cargo run --release -p otrera-solver --example threads -- ATLAS THREADS SIZE [MOVES]` solves a position with one thread and
//! with THREADS threads. It prints the nodes of each thread, all evaluated children, and processor and elapsed seconds
//! (processor seconds on Linux only). On a busy machine elapsed seconds mean little. The children of all threads, against
//! those of one, show the work that is done twice; processor time for a child shows what the threads cost each other.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use otrera_atlas::Atlas;
use otrera_board::{Position, Setup};
use otrera_cgt::Store;
use otrera_solver::{Knowledge, Options, Solver};
use otrera_testing::NEVER;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [atlas, threads, size, moves @ ..] = words.as_slice() else {
        return Err("give the file of an atlas, a number of threads, the size of a board, and moves".into());
    };
    let atlas = Atlas::open_file(atlas.as_ref())?;
    let (width, height) = size.split_once('x').ok_or("write the size as 5x6")?;
    let start: Position = Setup::start(width.parse()?, height.parse()?)?.position()?;
    let mut position: Position<u64> = start.resized().ok_or("the board has more than 64 squares")?;
    for played in moves {
        position.play(played.parse()?)?;
    }
    for threads in [1, threads.parse()?] {
        let store = Store::new();
        let knowledge = Knowledge::new(&atlas, &store)?.ok_or("the atlas has no canonical forms")?;
        let mut solver = Solver::new(&knowledge, Options { memory: 3 << 30, threads, ..Options::FULL }, &NEVER);
        let (before, begin) = (processor_seconds(), Instant::now());
        let winner = solver.solve(&position)?;
        let (after, elapsed) = (processor_seconds(), begin.elapsed().as_secs_f64());
        let processor = before.zip(after).map_or("unknown".into(), |(before, after)| format!("{:.2}", after - before));
        let (nodes, children) = (solver.watch().expanded_by_thread(), solver.stats().evaluated);
        println!(
            "{winner:?}: nodes {nodes:?}, {children} children, {processor} s of processor time, {elapsed:.2} s elapsed"
        );
    }
    Ok(())
}

/// Processor time of this program, all threads.
fn processor_seconds() -> Option<f64> {
    /// Ticks of the clock of Linux for programs, the same on all its machines.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses, user and system time are the twelfth and thirteenth word.
    let words: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some((words.get(11)?.parse::<f64>().ok()? + words.get(12)?.parse::<f64>().ok()?) / TICKS)
}
