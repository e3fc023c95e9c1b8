//! The solver and the checker with the limits that all targets use.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_atlas::Atlas;
use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Limits, Store};
use otrera_proof::{CheckError, CheckOptions, Verdict, check};
use otrera_solver::{Knowledge, Options, Solver};

/// Memory for games, in bytes.
pub const MEMORY: usize = 16 << 20;
/// The solver: room for a table of 4 MiB.
pub const SOLVER: Options = Options { memory: 6 << 20, nodes: 5_000, ..Options::FULL };
/// The stop flag of searches that only a number of nodes ends.
pub static NEVER: AtomicBool = AtomicBool::new(false);
/// Time for one certificate. `-timeout` is longer, so a check that does not heed its stop flag is a finding.
const CHECK_TIME: Duration = Duration::from_secs(5);

static KNOWLEDGE: LazyLock<Knowledge<'static>> = LazyLock::new(|| {
    let atlas = Atlas::new(include_bytes!("../seeds/atlas_file/size-3").to_vec()).expect("the seed is an atlas");
    let knowledge = Knowledge::new(Box::leak(Box::new(atlas)), Box::leak(Box::new(Store::new())));
    knowledge.expect("the atlas is small").expect("the atlas has all forms")
});

/// The values of areas of up to three squares.
pub fn knowledge() -> &'static Knowledge<'static> {
    &KNOWLEDGE
}

/// The position of a board text of up to 64 squares.
pub fn position(text: &str) -> Position<u64> {
    let setup: Setup = text.parse().expect("a board text");
    setup.position().expect("a position").resized().expect("a small board")
}

/// Checks a certificate as `otrera verify` does, with limits of memory and time.
pub fn check_certificate(bytes: &[u8]) -> Result<Verdict, CheckError> {
    let limits = Limits::bytes(MEMORY);
    let (stop, is_done) = (limits.stop.clone(), AtomicBool::new(false));
    let options = CheckOptions { threads: 1, limits, progress: &|_| () };
    let deadline = Instant::now() + CHECK_TIME;
    std::thread::scope(|scope| {
        let clock = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) && Instant::now() < deadline {
                std::thread::park_timeout(deadline.saturating_duration_since(Instant::now()));
            }
            stop.store(true, Ordering::Relaxed);
        });
        let verdict = check(bytes, &options);
        is_done.store(true, Ordering::Relaxed);
        clock.thread().unpark();
        verdict
    })
}

/// The winner of a position by the solver; `None` if it needs too many nodes.
pub fn winner(position: &Position) -> Option<Side> {
    thread_local! {
        static WINNERS: RefCell<HashMap<String, Option<Side>>> = RefCell::default();
    }
    let solve = || {
        let position: Position<u64> = position.resized()?;
        Solver::new(&KNOWLEDGE, SOLVER, &NEVER).solve(&position).ok()
    };
    WINNERS.with_borrow_mut(|winners| *winners.entry(position.to_string()).or_insert_with(solve))
}

/// Certificates of small positions, in the version of the format that the program writes.
pub fn certificates() -> Vec<Vec<u8>> {
    let boards = ["b..w w", "b.../...w w", "b../.../..w w", "b..w/w..b w", ".b./.../w.w b"];
    let proof = |board| {
        let mut solver = Solver::new(&KNOWLEDGE, SOLVER, &NEVER);
        let mut bytes = Vec::new();
        let (_, writer) = solver.prove(&position(board), &|_| ()).expect("few nodes");
        writer.write(&mut bytes).expect("memory can be written to");
        bytes
    };
    boards.into_iter().map(proof).collect()
}
