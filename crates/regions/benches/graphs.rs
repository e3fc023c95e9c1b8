//! Speed of canonical labelling, next to the crate canonical-form on the same graphs in the same run, and of the steps
//! before it. Each benchmark asserts its answer.

use std::collections::HashSet;

use canonical_form::Canonize as _;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use otrera_board::{Bits, Grid, Size};
use otrera_regions::graph::{Canonizer, LineGraph};
use otrera_regions::region::{Region, Walk};

#[path = "../tests/mckay/mod.rs"]
mod mckay;
use mckay::Coloured;

fn main() {
    divan::main();
}

/// Size of the regions, in squares.
const SIZE: usize = 7;
/// Number of regions and of their graphs: Müller & Tegos 2002, Table 1.
const REGIONS: usize = 3_031;
const GRAPHS: usize = 960;

fn graphs() -> Vec<LineGraph> {
    Walk::quiet(1).list(SIZE).unwrap().into_iter().map(Region::graph).collect()
}

/// The codes of all graphs.
#[divan::bench]
fn labelling(bencher: Bencher<'_, '_>) {
    let graphs = graphs();
    let mut canonizer = Canonizer::default();
    let codes: HashSet<Vec<u8>> = graphs.iter().map(|graph| canonizer.label(graph, &[]).code.clone()).collect();
    assert_eq!(codes.len(), GRAPHS);
    let lengths = |canonizer: &mut Canonizer| {
        graphs.iter().map(|graph| canonizer.label(black_box(graph), &[]).code.len()).sum::<usize>()
    };
    let all = lengths(&mut canonizer);
    bencher.counter(ItemsCount::new(REGIONS)).bench_local(|| assert_eq!(lengths(&mut canonizer), all));
}

/// The canonical forms of the same graphs by canonical-form, without their mapping to ordinary graphs.
#[divan::bench]
fn canonical_form(bencher: Bencher<'_, '_>) {
    let mapped: Vec<Coloured> = graphs().iter().map(|graph| Coloured::new(graph, &[])).collect();
    let forms: HashSet<Coloured> = mapped.iter().map(|graph| graph.canonical()).collect();
    assert_eq!(forms.len(), GRAPHS);
    let sizes = || mapped.iter().map(|graph| black_box(graph).canonical().size()).sum::<usize>();
    let all = sizes();
    bencher.counter(ItemsCount::new(REGIONS)).bench_local(|| assert_eq!(sizes(), all));
}

/// From regions to graphs.
#[divan::bench]
fn graph_of_region(bencher: Bencher<'_, '_>) {
    let regions = Walk::quiet(1).list(SIZE).unwrap();
    assert_eq!(regions.len(), REGIONS);
    let mut graph = LineGraph::default();
    bencher.counter(ItemsCount::new(REGIONS)).bench_local(|| {
        for &region in &regions {
            black_box(region).graph_into(&mut graph);
            assert_eq!(graph.len(), SIZE);
        }
    });
}

/// All regions, one thread.
#[divan::bench]
fn enumeration(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(REGIONS)).bench_local(|| {
        let counts = Walk::quiet(1).for_each(black_box(SIZE), || 0, |count, _| *count += 1).unwrap();
        assert_eq!(counts, [REGIONS]);
    });
}

/// The first steps of a look-up: crop an area out of its board and find its canonical image.
#[divan::bench]
fn region_of_squares(bencher: Bencher<'_, '_>) {
    let grid: &Grid<u128> = u128::grid(Size::new(10, 10).unwrap()).unwrap();
    let regions = Walk::quiet(1).list(SIZE).unwrap();
    let lifted = |region: &Region| {
        let on_board = region.squares().map(|mut square| {
            square.col += (grid.size().width() - region.width() as u8) / 2;
            square.row += (grid.size().height() - region.height() as u8) / 2;
            grid.point(square)
        });
        on_board.fold(u128::NONE, |set, point| set | u128::bit(point))
    };
    let placed: Vec<u128> = regions.iter().map(lifted).collect();
    bencher.counter(ItemsCount::new(REGIONS)).bench_local(|| {
        for (&squares, &region) in placed.iter().zip(&regions) {
            let found = Region::of_squares(grid, black_box(squares)).unwrap();
            assert_eq!(found.canonical(), region);
        }
    });
}

/// Whole boards, which are large and symmetric.
#[divan::bench(args = [5, 8, 10])]
fn full_board(bencher: Bencher<'_, '_>, side: usize) {
    let grid = u128::grid(Size::new(side, side).unwrap()).unwrap();
    let graph = LineGraph::of_squares(grid, grid.full());
    let mut canonizer = Canonizer::default();
    bencher.bench_local(|| assert_eq!(canonizer.label(black_box(&graph), &[]).automorphisms(), [4, 2]));
}
