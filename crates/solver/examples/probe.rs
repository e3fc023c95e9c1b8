#![allow(clippy::print_stdout, missing_docs)]
use otrera_atlas::Atlas;
use otrera_board::Setup;
use otrera_solver::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let atlas = Atlas::open_file(std::path::Path::new(&args[1])).unwrap();
    let store = otrera_cgt::Store::new();
    let book = Book::new(&atlas, &store).unwrap().unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let threads = args[2].parse().unwrap();
    for board in &args[3..] {
        let position = board.parse::<Setup>().unwrap().position().unwrap().resized::<u64>().unwrap();
        let t = std::time::Instant::now();
        let mut solver = Solver::new(&book, Options { threads, ..Options::FULL }, &stop);
        let answer = solver.solve(&position);
        println!(
            "{board} {answer:?} {:?} {:?} table {:.3} store {} MB games {}",
            solver.stats(),
            t.elapsed(),
            solver.load(),
            store.bytes() >> 20,
            store.len()
        );
    }
}
