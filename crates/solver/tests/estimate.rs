//! The estimate of the work left, on searches that were stopped half way.

use otrera_board::{Position, Setup, Side};
use otrera_cgt::Store;
use otrera_solver::{Knowledge, Options, Solver};
use otrera_testing::{NEVER, atlas};

#[test]
fn the_estimate_is_a_part_of_the_whole_until_the_search_ends() {
    let start: Position = Setup::start(4, 5).unwrap().position().unwrap();
    let position: Position<u64> = start.resized().unwrap();
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let mut solver = Solver::new(&knowledge, Options { nodes: 0, ..Options::FULL }, &NEVER);
    let (watch, small) = (solver.watch(), solver.options().small);
    assert_eq!(watch.estimate(&knowledge, small, &position), None, "nothing is done");
    let mut estimates = Vec::new();
    while solver.solve(&position).is_err() {
        estimates.extend(watch.estimate(&knowledge, small, &position));
        solver.allow(2000);
    }
    assert_eq!(solver.solve(&position).unwrap(), Side::Black);
    assert!(estimates.len() > 3, "{estimates:?}");
    assert!(estimates.iter().all(|estimate| estimate.done > 0.0 && estimate.done <= 1.0), "{estimates:?}");
    assert!(estimates.iter().all(|estimate| estimate.nodes >= 0.0), "{estimates:?}");
    let end = watch.estimate(&knowledge, small, &position);
    assert_eq!(end, Some(otrera_solver::Estimate { done: 1.0, nodes: 0.0 }));
}
