//! A fixed workload. The counts must be the same on every machine; the rates are this machine's.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::ensure;
use otrera_atlas::Atlas;
use otrera_board::{Bits, Position, Setup, Side, areas, perft};
use otrera_cgt::Store;
use otrera_engine::eval::{Evaluator, View};
use otrera_engine::{EngineOptions, Limits, engines};
use otrera_papers::{RegionCount, count_regions};
use otrera_regions::AreaValues;
use otrera_regions::region::Walk;
use otrera_solver::{Knowledge, Options, Solver};
use serde::Serialize;

use crate::host::{Counter, Job};
use crate::text::grouped;

/// Runs the fixed workload.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Includes the rows that take several seconds each.
    pub full: bool,
}

struct Task {
    name: &'static str,
    unit: &'static str,
    expected: u64,
    long: bool,
    work: fn() -> u64,
}

const fn quick(name: &'static str, unit: &'static str, expected: u64, work: fn() -> u64) -> Task {
    Task { name, unit, expected, long: false, work }
}

const fn long(name: &'static str, unit: &'static str, expected: u64, work: fn() -> u64) -> Task {
    Task { name, unit, expected, long: true, work }
}

/// The perft counts are those of testdata/perft.txt, and moves and boards are leaves at depth 2. For values, the areas
/// with both colours that the recursion meets are counted.
const TASKS: [Task; 21] = [
    quick("perft 10x10 depth 2", "leaves", 4_307_152, || count(position("start:10x10"), 2)),
    quick("perft 6x6 depth 3", "leaves", 91_074_224, || count(narrow("start:6x6"), 3)),
    quick("perft 6x6 depth 3, 128 bits", "leaves", 91_074_224, || count(position("start:6x6"), 3)),
    quick("make and hash, 10x10", "moves", 4_307_152, || make(position("start:10x10"))),
    quick("make and hash, 8x8", "moves", 1_331_198, || make(narrow("start:8x8"))),
    quick("basic areas, 8x8", "boards", 1_331_198, || split(areas::basic)),
    quick("improved areas, 8x8", "boards", 1_331_198, || split(areas::improved)),
    quick("evaluate, 10x10", "boards", 539_550, || evaluate(position("start:10x10"), 8)),
    quick("evaluate, 8x8", "boards", 1_331_198, || evaluate(narrow("start:8x8"), 1)),
    quick("tree search, 10x10", "boards", 200_000, || search("otrera", |stop| Limits::nodes(200_000, stop))),
    quick("alpha-beta, 10x10 depth 4", "boards", 294_759, || {
        search("amazong", |stop| Limits { depth: Some(4), ..Limits::none(stop) })
    }),
    long("perft 8x8 depth 3", "leaves", 1_358_441_750, || count(narrow("start:8x8"), 3)),
    long("perft 10x10 depth 3", "leaves", 8_350_439_170, || count(position("start:10x10"), 3)),
    quick("values, 2x7", "areas", 27_893, || value("x......|......o")),
    quick("values, 3x4", "areas", 10_886, || value("x...|....|...o")),
    quick("graphs of size 8", "regions", 18_769, graphs),
    quick("atlas of size 6", "states", 156_261, atlas),
    quick("solve 4x5", "nodes", 19_757, || solve("start:4x5")),
    long("values, 2x8", "areas", 112_986, || value("x.......|.......o")),
    long("values, 4x4", "areas", 153_028, || value("x...|....|....|...o")),
    long("solve 5x5", "nodes", 30_231, || solve("start:5x5")),
];

/// Counts and rates.
#[derive(Debug, Serialize)]
pub struct BenchReport {
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    unit: &'static str,
    count: u64,
    seconds: f64,
    per_second: f64,
}

impl Bench {
    /// Runs the workload. A count that differs is an error.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<BenchReport> {
        let tasks: Vec<&Task> = TASKS.iter().filter(|task| self.full || !task.long).collect();
        let done = Counter::new(tasks.len() as u64, "tasks");
        let rows = job.counted(&done, || {
            let row = |task: &&Task| {
                let begin = Instant::now();
                let count = (task.work)();
                let seconds = begin.elapsed().as_secs_f64();
                ensure!(count == task.expected, "{}: counted {count} instead of {}", task.name, task.expected);
                done.step();
                Ok(Row { name: task.name, unit: task.unit, count, seconds, per_second: count as f64 / seconds })
            };
            tasks.iter().map(row).collect::<anyhow::Result<Vec<Row>>>()
        })?;
        Ok(BenchReport { rows })
    }
}

impl BenchReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let row = |row: &Row| {
            format!(
                "{:<28} {:>13} {:<7} {:>8.3} s  {:>8.1} {} a second\n",
                row.name,
                grouped(row.count),
                row.unit,
                row.seconds,
                row.per_second / if row.per_second >= 1e6 { 1e6 } else { 1e3 },
                if row.per_second >= 1e6 { "million" } else { "thousand" },
            )
        };
        self.rows.iter().map(row).collect()
    }
}

fn position(start: &str) -> Position {
    start.parse::<Setup>().expect("it parses").position().expect("a standard setup is legal")
}

fn narrow(start: &str) -> Position<u64> {
    position(start).resized().expect("the board has at most 64 squares")
}

fn count<B: Bits>(position: Position<B>, depth: u32) -> u64 {
    perft(&position, depth, &AtomicBool::new(false)).expect("there is no limit")
}

/// Visits and counts the boards after two moves.
fn grandchildren<B: Bits>(position: &Position<B>, mut visit: impl FnMut(&Position<B>)) -> u64 {
    let mut boards = 0;
    position.for_each_child(|_, child| {
        child.for_each_child(|_, grandchild| {
            visit(grandchild);
            boards += 1;
        });
    });
    boards
}

fn make<B: Bits>(position: Position<B>) -> u64 {
    let mut hashes = 0;
    let made = grandchildren(&position, |board| hashes ^= board.hash());
    black_box(hashes);
    made
}

/// Evaluates the boards after two moves, where the first is one in `each`: all moves of a board at once, as searches do.
fn evaluate<B: Bits>(position: Position<B>, each: usize) -> u64 {
    let evaluator = Evaluator::for_size(position.size());
    let (mut first, mut boards) = (0, 0);
    let (mut views, mut ahead) = (Vec::new(), Vec::new());
    position.for_each_child(|_, child| {
        if first % each == 0 {
            views.clear();
            child.for_each_child(|_, grandchild| views.push(View::of(grandchild)));
            ahead.resize(views.len(), 0.0);
            evaluator.evaluate_all(&views, &mut ahead);
            boards += black_box(&ahead).len() as u64;
        }
        first += 1;
    });
    boards
}

fn search(engine: &str, limits: fn(&AtomicBool) -> Limits<'_>) -> u64 {
    let options = EngineOptions { book: false, ..EngineOptions::default() };
    let mut engine = engines::named(engine).expect("there is such an engine").build(&options);
    let stop = AtomicBool::new(false);
    engine.choose(&position("start:10x10"), &limits(&stop), &mut |_| {}).expect("White can move").nodes
}

fn split(partition: fn(&Position<u64>) -> Vec<areas::Part<u64>>) -> u64 {
    grandchildren(&narrow("start:8x8"), |board| {
        black_box(partition(board));
    })
}

/// Labels the graphs of all regions of eight squares (Müller & Tegos 2002, Table 1), on one thread.
fn graphs() -> u64 {
    let RegionCount { boards, graphs } = count_regions(8, Walk::quiet(1)).expect("there is no limit");
    assert_eq!(graphs, 4945, "the paper's number");
    boards
}

/// Builds an atlas of six squares; its open areas have 3^n states for each graph of n points.
fn atlas() -> u64 {
    let atlas = Atlas::build_in_memory(6);
    (1..=6).map(|size| 3_u64.pow(size) * atlas.graphs(size as usize) as u64).sum()
}

/// Solves a position, on one thread; nodes expanded. A sixth of a second of it is the atlas.
fn solve(start: &str) -> u64 {
    let (atlas, store, never) = (Atlas::build_in_memory(6), Store::new(), AtomicBool::new(false));
    let knowledge = Knowledge::new(&atlas, &store).expect("it was just made").expect("it has all forms");
    let mut solver = Solver::new(&knowledge, Options::FULL, &never);
    solver.solve(&narrow(start)).expect("there is no limit");
    solver.stats().expanded
}

fn value(grid: &str) -> u64 {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let setup: Setup = grid.parse().expect("it parses");
    let position = setup.position_to_move(Side::White).expect("it is a board");
    black_box(values.position(&position).expect("there are no limits"));
    values.len() as u64
}
