//! `otrera bench`: a fixed workload. The counts must be the same on every machine; the rates are this machine's.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::ensure;
use otrera_atlas::{Atlas, Builder};
use otrera_board::{Bits, Position, Setup, Side, areas, perft};
use otrera_cgt::Store;
use otrera_engine::eval::{Evaluator, View};
use otrera_engine::{EngineOptions, Limits, engines};
use otrera_papers::{Census, census};
use otrera_regions::AreaValues;
use otrera_regions::region::Walk;
use otrera_solver::{Knowledge, Options, Solver};
use serde::Serialize;

use crate::atlas_file::FORMS;
use crate::cli::{BenchArgs, Cli};
use crate::output::{self, grouped};

/// One piece of work.
struct Task {
    name: &'static str,
    /// What is counted.
    unit: &'static str,
    /// The count that must come out.
    expected: u64,
    /// Whether it takes seconds.
    long: bool,
    work: fn() -> u64,
}

/// The perft counts are those of testdata/perft.txt, and moves and boards are leaves at depth 2. For values, the areas
/// with both colours that the recursion meets are counted.
const TASKS: [Task; 21] = [
    Task {
        name: "perft 10x10 depth 2",
        unit: "leaves",
        expected: 4_307_152,
        long: false,
        work: || count("start:10x10", 2),
    },
    Task {
        name: "perft 6x6 depth 3",
        unit: "leaves",
        expected: 91_074_224,
        long: false,
        work: || count_narrow("start:6x6", 3),
    },
    Task {
        name: "perft 6x6 depth 3, 128 bits",
        unit: "leaves",
        expected: 91_074_224,
        long: false,
        work: || count("start:6x6", 3),
    },
    Task {
        name: "make and hash, 10x10",
        unit: "moves",
        expected: 4_307_152,
        long: false,
        work: || make(position("start:10x10")),
    },
    Task {
        name: "make and hash, 8x8",
        unit: "moves",
        expected: 1_331_198,
        long: false,
        work: || make(narrow("start:8x8")),
    },
    Task { name: "basic areas, 8x8", unit: "boards", expected: 1_331_198, long: false, work: || split(areas::basic) },
    Task {
        name: "improved areas, 8x8",
        unit: "boards",
        expected: 1_331_198,
        long: false,
        work: || split(areas::improved),
    },
    Task {
        name: "evaluate, 10x10",
        unit: "boards",
        expected: 539_550,
        long: false,
        work: || evaluate(position("start:10x10"), 8),
    },
    Task {
        name: "evaluate, 8x8",
        unit: "boards",
        expected: 1_331_198,
        long: false,
        work: || evaluate(narrow("start:8x8"), 1),
    },
    Task {
        name: "tree search, 10x10",
        unit: "boards",
        expected: 200_000,
        long: false,
        work: || search("otrera", |stop| Limits::nodes(200_000, stop)),
    },
    Task {
        name: "alpha-beta, 10x10 depth 4",
        unit: "boards",
        expected: 294_759,
        long: false,
        work: || search("amazong", |stop| Limits { depth: Some(4), ..Limits::none(stop) }),
    },
    Task {
        name: "perft 8x8 depth 3",
        unit: "leaves",
        expected: 1_358_441_750,
        long: true,
        work: || count_narrow("start:8x8", 3),
    },
    Task {
        name: "perft 10x10 depth 3",
        unit: "leaves",
        expected: 8_350_439_170,
        long: true,
        work: || count("start:10x10", 3),
    },
    Task { name: "values, 2x7", unit: "areas", expected: 27_893, long: false, work: || value("x......|......o") },
    Task { name: "values, 3x4", unit: "areas", expected: 10_886, long: false, work: || value("x...|....|...o") },
    Task { name: "graphs of size 8", unit: "regions", expected: 18_769, long: false, work: graphs },
    Task { name: "atlas of size 6", unit: "states", expected: 156_261, long: false, work: atlas },
    Task { name: "solve 4x5", unit: "nodes", expected: 130_036, long: false, work: || solve("start:4x5") },
    Task { name: "values, 2x8", unit: "areas", expected: 112_986, long: true, work: || value("x.......|.......o") },
    Task { name: "values, 4x4", unit: "areas", expected: 153_028, long: true, work: || value("x...|....|....|...o") },
    Task { name: "solve 5x5", unit: "nodes", expected: 615_483, long: true, work: || solve("start:5x5") },
];

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    unit: &'static str,
    count: u64,
    seconds: f64,
    per_second: f64,
}

pub(super) fn run(cli: &Cli, args: &BenchArgs) -> anyhow::Result<()> {
    let tasks: Vec<&Task> = TASKS.iter().filter(|task| args.full || !task.long).collect();
    let progress = output::progress(cli, tasks.len() as u64, "tasks");
    let mut report = Report { rows: Vec::new() };
    for task in tasks {
        let begin = Instant::now();
        let count = (task.work)();
        let seconds = begin.elapsed().as_secs_f64();
        ensure!(count == task.expected, "{}: counted {count} instead of {}", task.name, task.expected);
        report.rows.push(Row { name: task.name, unit: task.unit, count, seconds, per_second: count as f64 / seconds });
        progress.inc(1);
    }
    progress.finish_and_clear();
    output::answer(cli, &report, human)
}

fn human(report: &Report) -> String {
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
    report.rows.iter().map(row).collect()
}

fn position(start: &str) -> Position {
    start.parse::<Setup>().expect("it parses").position().expect("a standard setup is legal")
}

fn narrow(start: &str) -> Position<u64> {
    position(start).resized().expect("the board has at most 64 squares")
}

fn leaves<B: Bits>(position: &Position<B>, depth: u32) -> u64 {
    perft(position, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

fn count(start: &str, depth: u32) -> u64 {
    leaves(&position(start), depth)
}

fn count_narrow(start: &str, depth: u32) -> u64 {
    leaves(&narrow(start), depth)
}

/// Makes every second move from a position, with its hash.
fn make<B: Bits>(position: Position<B>) -> u64 {
    let mut made = 0;
    let mut hashes = 0;
    position.for_each_child(|_, child| {
        child.for_each_child(|_, grandchild| {
            hashes ^= grandchild.hash();
            made += 1;
        });
    });
    black_box(hashes);
    made
}

/// Evaluates the boards after two moves, where the first is each of so many: all moves of a board at once, as searches do.
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

/// Searches the standard position, without the book.
fn search(engine: &str, limits: fn(&AtomicBool) -> Limits<'_>) -> u64 {
    let options = EngineOptions { book: false, ..EngineOptions::default() };
    let mut engine = engines::named(engine).expect("there is such an engine").build(&options);
    let stop = AtomicBool::new(false);
    engine.choose(&position("start:10x10"), &limits(&stop), &mut |_| {}).expect("White can move").nodes
}

/// Splits every board after two moves.
fn split(partition: fn(&Position<u64>) -> Vec<areas::Part<u64>>) -> u64 {
    let mut boards = 0;
    narrow("start:8x8").for_each_child(|_, child| {
        child.for_each_child(|_, grandchild| {
            black_box(partition(grandchild));
            boards += 1;
        });
    });
    boards
}

/// Labels the graphs of all regions of eight squares (Müller & Tegos 2002, Table 1), on one thread.
fn graphs() -> u64 {
    let Census { boards, graphs } = census(8, Walk::quiet(1)).expect("nobody stops it");
    assert_eq!(graphs, 4945, "the paper's number");
    boards
}

/// Works out an atlas of six squares, on one thread.
fn small_atlas() -> Atlas {
    let store = Store::new();
    let mut builder = Builder::new(&store);
    for _ in 0..6 {
        builder.next_size(Walk::quiet(1)).expect("nobody stops it");
    }
    let mut file = std::io::Cursor::new(Vec::new());
    builder.write(&mut file, FORMS, Walk::quiet(1)).expect("memory takes all");
    Atlas::new(file.into_inner()).expect("it was just made")
}

/// Its open areas have 3^n states for each graph of n points.
fn atlas() -> u64 {
    let atlas = small_atlas();
    (1..=6).map(|size| 3_u64.pow(size) * atlas.graphs(size as usize) as u64).sum()
}

/// Solves a position, on one thread; nodes expanded. A sixth of a second of it is the atlas.
fn solve(start: &str) -> u64 {
    let (atlas, store, never) = (small_atlas(), Store::new(), AtomicBool::new(false));
    let book = Knowledge::new(&atlas, &store).expect("it was just made").expect("it has all forms");
    let mut solver = Solver::new(&book, Options::FULL, &never);
    solver.solve(&narrow(start)).expect("nobody stops it");
    solver.stats().expanded
}

/// Works out the value of a position from nothing.
fn value(grid: &str) -> u64 {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let setup: Setup = grid.parse().expect("it parses");
    let position = setup.position_to_move(Side::White).expect("it is a board");
    black_box(values.position(&position).expect("there are no limits"));
    values.len() as u64
}
