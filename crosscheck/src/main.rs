//! Compares otrera-cgt with cgt-tools on Amazons positions.
//!
//! `crosscheck check 5000 1` compares canonical form, mean, temperature and thermograph on 5000 random positions from
//! seed 1 (up to 3x4 and 2x6 with holes, one or two amazons a side). `crosscheck bench` times both from a cold start on
//! rectangles with an amazon in each of two opposite corners, each in a process of its own and on one thread, and
//! prints time and peak memory. `crosscheck ours BOARD` and `crosscheck theirs BOARD` are what it runs.

mod area;
mod compare;
mod random;

use std::process::{Command, ExitCode};
use std::time::Instant;

use area::{Area, Evaluator};
use otrera_cgt::Store;

/// Boards of the benchmark; cgt-tools needs 1.9, 17 and 9 seconds.
const RECTANGLES: [(&str, &str); 3] = [("2x6", "B...../.....W"), ("2x7", "B....../......W"), ("3x4", "B.../..../...W")];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["check", count, seed] => match (count.parse(), seed.parse()) {
            (Ok(count), Ok(seed)) => check(count, seed),
            _ => usage(),
        },
        ["bench"] => bench(),
        ["ours", board] => ours(board),
        ["theirs", board] => theirs(board),
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: crosscheck check COUNT SEED | bench | ours BOARD | theirs BOARD");
    ExitCode::from(2)
}

fn check(count: usize, seed: u64) -> ExitCode {
    let mut random = random::Random::new(seed);
    let store = Store::new();
    let mut comparison = compare::Comparison::new(&store);
    for i in 0..count {
        let board = random.board();
        if let Err(difference) = comparison.compare(&board) {
            eprintln!("position {i}, {board}: {difference}");
            return ExitCode::FAILURE;
        }
    }
    println!("{count} positions from seed {seed} agree; {} different values", comparison.distinct());
    ExitCode::SUCCESS
}

fn bench() -> ExitCode {
    println!("board | cgt-tools s | MB | otrera-cgt s | MB | times faster");
    for (name, board) in RECTANGLES {
        let (their_time, their_peak) = measure("theirs", board);
        let (our_time, our_peak) = measure("ours", board);
        let ratio = their_time / our_time;
        println!("{name} | {their_time:.2} | {their_peak} | {our_time:.3} | {our_peak} | {ratio:.0}");
    }
    ExitCode::SUCCESS
}

/// Seconds and peak memory in MB of one evaluation in a fresh process.
fn measure(who: &str, board: &str) -> (f64, u64) {
    let program = std::env::current_exe().expect("the program knows its own path");
    let output = Command::new(program).args([who, board]).output().expect("the program can be started again");
    let text = String::from_utf8(output.stdout).expect("figures are ASCII");
    let mut fields = text.split_whitespace();
    let seconds = fields.next().and_then(|field| field.parse().ok()).expect("seconds come first");
    let peak = fields.next().and_then(|field| field.parse().ok()).expect("then megabytes");
    (seconds, peak)
}

fn ours(board: &str) -> ExitCode {
    let start = Instant::now();
    let store = Store::new();
    let mut evaluator = Evaluator::new(&store);
    let value = evaluator.position(Area::parse(board)).expect("no limits are set");
    let seconds = start.elapsed().as_secs_f64();
    let (areas, trees, bytes) = (evaluator.areas(), store.len(), store.bytes());
    let (left, right) = (store.left_stop(value), store.right_stop(value));
    println!("{seconds:.4} {} MB; {areas} areas, {trees} trees, {bytes} bytes, stops {left} {right}", peak_megabytes());
    ExitCode::SUCCESS
}

fn theirs(board: &str) -> ExitCode {
    let start = Instant::now();
    let value = compare::their_value(board);
    let seconds = start.elapsed().as_secs_f64();
    println!("{seconds:.4} {} MB; stops {} {}", peak_megabytes(), value.left_stop(), value.right_stop());
    ExitCode::SUCCESS
}

/// The most memory this process ever had, as Linux counts it.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()).and_then(|field| field.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
