//! Measures the three parts of a proof: the search, the walk that collects the claims, and the check.
//!
//! `cargo run --release -p otrera-solver --example certificate -- ATLAS FILE SIZE [MOVES]` solves a position with one thread,
//! writes its certificate to FILE, and checks it. It prints nodes, claims and bytes, and processor seconds of each part (Linux
//! only).
#![allow(clippy::print_stdout)]

use otrera_atlas::Atlas;
use otrera_board::{Position, Setup};
use otrera_cgt::{Limits, Store};
use otrera_proof::{CheckOptions, check};
use otrera_solver::{Knowledge, Options, Solver};
use otrera_testing::NEVER;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [atlas, file, size, moves @ ..] = words.as_slice() else {
        return Err("give the files of an atlas and of the certificate, the size of a board, and moves".into());
    };
    let atlas = Atlas::open_file(atlas.as_ref())?;
    let (width, height) = size.split_once('x').ok_or("write the size as 5x6")?;
    let start: Position = Setup::start(width.parse()?, height.parse()?)?.position()?;
    let mut position: Position<u64> = start.resized().ok_or("the board has more than 64 squares")?;
    for played in moves {
        position.play(played.parse()?)?;
    }
    let store = Store::new();
    let knowledge = Knowledge::new(&atlas, &store)?.ok_or("the atlas has no canonical forms")?;
    let mut solver = Solver::new(&knowledge, Options { memory: 3 << 30, ..Options::FULL }, &NEVER);
    let begin = processor_seconds();
    solver.solve(&position)?;
    let (solved, stats) = (processor_seconds(), solver.stats());
    let (winner, writer) = solver.prove(&position, &|_| ())?;
    let again = solver.stats().expanded - stats.expanded;
    let mut bytes = Vec::new();
    writer.write(&mut bytes)?;
    let walked = processor_seconds();
    std::fs::write(file, &bytes)?;
    let verdict = check(&bytes, &CheckOptions { threads: 1, limits: Limits::default(), progress: &|_| () })?;
    let checked = processor_seconds();
    let seconds = |from: Option<f64>, to: Option<f64>| {
        from.zip(to).map_or("unknown".into(), |(from, to)| format!("{:.2} s", to - from))
    };
    println!("{winner} wins: {} nodes, {} children, {}", stats.expanded, stats.evaluated, seconds(begin, solved));
    println!("walk: {again} nodes more, {} bytes, {}", bytes.len(), seconds(solved, walked));
    println!("check: {} claims, {}", verdict.claims, seconds(walked, checked));
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
