//! Solves positions one after another with one thread, and prints nodes, children and processor time.
//!
//! `cargo run --release -p otrera-solver --example lab -- ATLAS POSITIONS [MEMORY]`. POSITIONS has one per line: a start,
//! and moves. The table is empty for each.

use std::path::Path;

use otrera_atlas::Atlas;
use otrera_board::{Position, Setup};
use otrera_cgt::Store;
use otrera_solver::{Knowledge, Options, Solver};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let path = Path::new(&args[1]);
    if !path.exists() {
        let store = Store::new();
        let mut builder = otrera_atlas::Builder::new(&store);
        let size: usize = std::env::var("ATLAS_SIZE").map_or(7, |s| s.parse().unwrap());
        let walk = otrera_regions::region::Walk::quiet(2);
        while builder.size() < size {
            builder.next_size(walk).unwrap();
        }
        let mut file = std::fs::File::create(path).unwrap();
        builder.write(&mut file, u64::MAX, walk).unwrap();
    }
    let atlas = Atlas::open_file(path).unwrap();
    let store = Store::new();
    let knowledge = Knowledge::new(&atlas, &store).unwrap().unwrap();
    let (mut nodes, mut children, mut time) = (0, 0, 0.0);
    let quiet = std::env::var("QUIET").is_ok();
    let limit: u64 = std::env::var("NODES").map_or(u64::MAX, |n| n.parse().unwrap());
    for line in std::fs::read_to_string(&args[2]).unwrap().lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let mut position: Position = words.next().unwrap().parse::<Setup>().unwrap().position().unwrap();
        for word in words {
            position.play(word.parse().unwrap()).unwrap();
        }
        let begin = cpu();
        let options = Options { memory: 2 << 30, nodes: limit, ..Options::FULL };
        let mut solver = Solver::new(&knowledge, options, &NEVER);
        let winner = solver.solve(&position.resized::<u64>().unwrap());
        let took = cpu() - begin;
        let stats = solver.stats();
        if !quiet {
            println!("{:9} {:10} {:7.2}  {winner:?} {line}", stats.expanded, stats.evaluated, took);
        }
        nodes += stats.expanded;
        children += stats.evaluated;
        time += took;
    }
    println!("{nodes:9} {children:10} {time:7.2}  {}", args[2]);
}
