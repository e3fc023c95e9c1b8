//! Judges estimates of the work left by the work that was left in fact.
//!
//! `cargo run --release -p otrera-solver --example estimate -- ATLAS SIZE [MOVES]` solves a board with one thread, and prints the
//! estimates on the way beside the truth.
#![allow(clippy::print_stdout)]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use otrera_atlas::Atlas;
use otrera_board::{Position, Setup};
use otrera_cgt::Store;
use otrera_solver::{Estimate, Knowledge, Options, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(atlas), Some(size)) = (words.next(), words.next()) else {
        return Err("give the file of an atlas and the size of a board".into());
    };
    let atlas = Atlas::open_file(atlas.as_ref())?;
    let store = Store::new();
    let knowledge = Knowledge::new(&atlas, &store)?.ok_or("the atlas has no canonical forms")?;
    let (width, height) = size.split_once('x').ok_or("write the size as 5x6")?;
    let start: Position = Setup::start(width.parse()?, height.parse()?)?.position()?;
    let mut position: Position<u64> = start.resized().ok_or("the board has more than 64 squares")?;
    for played in words {
        position.play(played.parse()?)?;
    }
    let (stop, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut solver = Solver::new(&knowledge, Options { memory: 4 << 30, ..Options::FULL }, &stop);
    let (watch, small) = (solver.watch(), solver.options().small);
    let mut seen: Vec<(u64, Estimate)> = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Relaxed) {
                let nodes = watch.expanded();
                // About a quarter more work between two estimates.
                if seen.last().is_none_or(|(before, _)| nodes * 4 >= before * 5) {
                    seen.extend(watch.estimate(&knowledge, small, &position).map(|estimate| (nodes, estimate)));
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let winner = solver.solve(&position);
        is_over.store(true, Relaxed);
        println!("{winner:?} after {} nodes", solver.stats().expanded);
    });
    println!("nodes searched  part in fact  estimated    nodes left     estimated   ratio");
    let all = solver.stats().expanded;
    for (nodes, Estimate { done, nodes: estimate }) in seen {
        let (part, left) = (nodes as f64 / all as f64, (all - nodes) as f64);
        let ratio = estimate / left;
        println!("{nodes:14} {:11.1} % {:8.1} % {left:13} {estimate:13.0} {ratio:7.2}", 100.0 * part, 100.0 * done);
    }
    Ok(())
}
