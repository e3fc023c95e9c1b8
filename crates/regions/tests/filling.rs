//! Filling against plain search of the rules, and against itself with fewer bounds.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_cgt::Interrupted;
use otrera_regions::filling::{
    Bounds, Ended, FillLimits, Filling, Step, Territory, blocker_use, closed_tour, comb, dead_ends, fill, fill_with,
};
use proptest::prelude::*;

mod common;
use common::{Cell, DIRECTIONS, regions};

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Burnt,
    Empty,
    Amazon,
    Blocker,
}

/// A board with a burnt border, for regions of up to 14 rows and columns.
#[derive(Clone)]
struct Board([[Content; 16]; 16]);

impl Board {
    fn new(cells: &[Cell], amazons: &[u16], blockers: &[u16]) -> Board {
        let mut board = Board([[Content::Burnt; 16]; 16]);
        for (i, &cell) in cells.iter().enumerate() {
            let i = i as u16;
            let content = match (amazons.contains(&i), blockers.contains(&i)) {
                (true, _) => Content::Amazon,
                (_, true) => Content::Blocker,
                _ => Content::Empty,
            };
            board.set(cell, content);
        }
        board
    }

    fn at(&self, (col, row): Cell) -> Content {
        self.0[(row + 1) as usize][(col + 1) as usize]
    }

    fn set(&mut self, (col, row): Cell, content: Content) {
        self.0[(row + 1) as usize][(col + 1) as usize] = content;
    }

    fn slide(&self, from: Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        for (right, up) in DIRECTIONS {
            let mut at = (from.0 + right, from.1 + up);
            while self.at(at) == Content::Empty {
                found.push(at);
                at = (at.0 + right, at.1 + up);
            }
        }
        found
    }

    /// All boards after one move. A blocker that has moved is an ordinary amazon.
    fn children(&self, cells: &[Cell]) -> Vec<Board> {
        let mut children = Vec::new();
        for &from in cells {
            let mover = self.at(from);
            if mover != Content::Amazon && mover != Content::Blocker {
                continue;
            }
            for to in self.slide(from) {
                let mut moved = self.clone();
                moved.set(from, Content::Empty);
                moved.set(to, Content::Amazon);
                for arrow in moved.slide(to) {
                    if mover == Content::Amazon || arrow == from {
                        let mut child = moved.clone();
                        child.set(arrow, Content::Burnt);
                        children.push(child);
                    }
                }
            }
        }
        children
    }

    /// The length of the longest line by exhaustive search, which ends early if one fills everything.
    fn longest(&self, cells: &[Cell]) -> usize {
        let empty = cells.iter().filter(|&&cell| self.at(cell) == Content::Empty).count();
        let mut best = 0;
        for child in self.children(cells) {
            best = best.max(1 + child.longest(cells));
            if best == empty {
                break;
            }
        }
        best
    }

    /// Plays a line, move by move.
    fn replay(mut self, cells: &[Cell], line: &[Step]) {
        for step in line {
            let [from, to, arrow] = [step.from, step.to, step.arrow].map(|point| cells[usize::from(point)]);
            let mover = self.at(from);
            assert!(mover == Content::Amazon || mover == Content::Blocker, "no amazon on {from:?}: {line:?}");
            assert!(self.slide(from).contains(&to), "{from:?} to {to:?} is not a move: {line:?}");
            self.set(from, Content::Empty);
            self.set(to, Content::Amazon);
            assert!(self.slide(to).contains(&arrow), "{to:?} does not see {arrow:?}: {line:?}");
            assert!(mover == Content::Amazon || arrow == from, "a blocker shoots back: {line:?}");
            self.set(arrow, Content::Burnt);
        }
    }
}

/// All sets of one to `most` of the points below `count`.
fn placements(count: usize, most: u32) -> impl Iterator<Item = Vec<u16>> {
    let sets = (1_u32..1 << count).filter(move |set| set.count_ones() <= most);
    sets.map(move |set| (0..count as u16).filter(|point| set >> point & 1 != 0).collect())
}

fn solved(cells: &[Cell], amazons: &[u16], blockers: &[u16]) -> usize {
    let territory = Territory::of_cells(cells, amazons, blockers);
    let filling = fill(&territory, &FillLimits::NONE);
    Board::new(cells, amazons, blockers).replay(cells, &filling.line);
    filling.moves().expect("a search without limits finishes")
}

/// Free polyplets, OEIS A030222.
#[test]
fn test_regions_have_the_known_counts() {
    assert_eq!((1..=7).map(|size| regions(size).len()).collect::<Vec<_>>(), [1, 2, 5, 22, 94, 524, 3031]);
}

#[test]
fn small_territories_agree_with_exhaustive_search() {
    let mut defective = 0;
    for size in 1..=7 {
        for cells in regions(size) {
            for amazons in placements(size, 3) {
                let moves = Board::new(&cells, &amazons, &[]).longest(&cells);
                assert_eq!(solved(&cells, &amazons, &[]), moves, "{cells:?} with amazons {amazons:?}");
                defective += usize::from(moves + amazons.len() < size);
            }
        }
    }
    assert!(defective > 100, "only {defective} territories with a defect");
}

#[test]
fn blockers_agree_with_exhaustive_search() {
    for size in 2..=6 {
        for cells in regions(size) {
            for placed in placements(size, 3) {
                for chosen in 1_usize..1 << placed.len() {
                    let part = |is_blocker: bool| {
                        let choose = |&(i, _): &(usize, &u16)| (chosen >> i & 1 != 0) == is_blocker;
                        placed.iter().enumerate().filter(choose).map(|(_, &point)| point).collect::<Vec<_>>()
                    };
                    let (amazons, blockers) = (part(false), part(true));
                    let moves = Board::new(&cells, &amazons, &blockers).longest(&cells);
                    let found = solved(&cells, &amazons, &blockers);
                    assert_eq!(found, moves, "{cells:?} with amazons {amazons:?}, blockers {blockers:?}");
                }
            }
        }
    }
}

/// The square of a blocker that is left out counts as burnt.
#[test]
fn every_set_of_blockers_agrees_with_exhaustive_search() {
    for cells in regions(5) {
        for placed in placements(5, 3) {
            let (blockers, amazons) = placed.split_at(placed.len().min(2));
            let territory = Territory::of_cells(&cells, amazons, blockers);
            let table = blocker_use(&territory, &FillLimits::NONE).unwrap();
            assert_eq!(table.rows.len(), 1 << blockers.len());
            let mut sufficient: Vec<usize> = Vec::new();
            for row in &table.rows {
                let stays: Vec<u16> = blockers.iter().copied().filter(|b| !row.blockers.contains(b)).collect();
                let mut board = Board::new(&cells, amazons, &stays);
                row.blockers.iter().for_each(|&left_out| board.set(cells[usize::from(left_out)], Content::Burnt));
                let moves = board.longest(&cells);
                assert_eq!(row.filling.moves(), Some(moves), "{cells:?} {amazons:?} {blockers:?} {row:?}");
                board.replay(&cells, &row.filling.line);
                if moves == table.rows[0].filling.most {
                    sufficient.push(stays.len());
                }
            }
            assert_eq!(table.needed.unwrap().len(), *sufficient.iter().min().unwrap());
        }
    }
}

#[test]
fn needed_blockers_are_the_fewest_that_fill_everything() {
    // (amazons, blockers, needed) on a row of five squares.
    let row = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
    for (amazons, blockers, needed) in [
        (&[][..], &[0][..], &[0][..]),
        // The amazon fills everything up to the blocker.
        (&[4], &[0], &[]),
        // One of two suffices; the first is named.
        (&[], &[0, 4], &[0]),
        // Each blocker has squares that the other cannot reach.
        (&[], &[0, 2], &[0, 2]),
    ] {
        let table = blocker_use(&Territory::of_cells(&row, amazons, blockers), &FillLimits::NONE).unwrap();
        assert_eq!(table.needed.as_deref(), Some(needed), "{amazons:?} {blockers:?} {:?}", table.rows);
    }
}

/// A connected region that grows at random, with few or many neighbours per square.
fn random_regions(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Cell>> {
    (sizes, any::<bool>(), prop::collection::vec(any::<prop::sample::Index>(), 40)).prop_map(|(size, thin, choices)| {
        let mut cells: Vec<Cell> = vec![(6, 6)];
        for choice in choices.iter().take(size - 1) {
            let touching = |cell: Cell| {
                cells.iter().filter(|other| (other.0 - cell.0).abs().max((other.1 - cell.1).abs()) == 1).count()
            };
            let inside = |cell: &Cell| (0..14).contains(&cell.0) && (0..14).contains(&cell.1);
            let around = cells.iter().flat_map(|cell| DIRECTIONS.map(|step| (cell.0 + step.0, cell.1 + step.1)));
            let mut around: Vec<Cell> = around.filter(|cell| inside(cell) && !cells.contains(cell)).collect();
            if thin {
                let fewest = around.iter().map(|&cell| touching(cell)).min().unwrap();
                around.retain(|&cell| touching(cell) <= fewest + 1);
            }
            cells.push(*choice.get(&around));
        }
        cells
    })
}

/// A region with one to three amazons, some of them blockers.
fn random_territories(
    sizes: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = (Vec<Cell>, Vec<u16>, Vec<u16>)> {
    let places = prop::collection::vec((any::<prop::sample::Index>(), prop::bool::weighted(0.25)), 1..=3);
    (random_regions(sizes), places).prop_map(|(cells, places)| {
        let mut taken = BTreeSet::new();
        let (mut amazons, mut blockers) = (Vec::new(), Vec::new());
        for (place, is_blocker) in places {
            let point = place.index(cells.len()) as u16;
            if taken.insert(point) {
                if is_blocker { &mut blockers } else { &mut amazons }.push(point);
            }
        }
        (cells, amazons, blockers)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_territories_of_eight_agree_with_exhaustive_search(
        (cells, amazons, blockers) in random_territories(8..=8)
    ) {
        let moves = Board::new(&cells, &amazons, &blockers).longest(&cells);
        prop_assert_eq!(solved(&cells, &amazons, &blockers), moves);
    }

    #[test]
    fn no_bound_changes_the_answer((cells, amazons, blockers) in random_territories(8..=15)) {
        let territory = Territory::of_cells(&cells, &amazons, &blockers);
        let none = Bounds { plod: false, tour: false, gates: false, dead_ends: false };
        let plain = fill_with(&territory, &FillLimits::NONE, none);
        Board::new(&cells, &amazons, &blockers).replay(&cells, &plain.line);
        for bounds in [
            Bounds { plod: true, ..none },
            Bounds { tour: true, ..none },
            Bounds { gates: true, ..none },
            Bounds { dead_ends: true, ..none },
            Bounds::ALL,
        ] {
            let filling = fill_with(&territory, &FillLimits::NONE, bounds);
            prop_assert_eq!(filling.moves(), plain.moves(), "{:?}", bounds);
            Board::new(&cells, &amazons, &blockers).replay(&cells, &filling.line);
        }
        // A graph without squares has no tour, but the same answer.
        let graph = Territory::of_graph(territory.graph().clone(), &amazons, &blockers);
        prop_assert_eq!(fill(&graph, &FillLimits::NONE).moves(), plain.moves());
    }

    /// Every choice of disjoint dead ends gives a lower bound.
    #[test]
    fn dead_ends_are_a_lower_bound_on_defects((cells, amazons, blockers) in random_territories(9..=15)) {
        let territory = Territory::of_cells(&cells, &amazons, &blockers);
        let none = Bounds { plod: true, tour: true, gates: false, dead_ends: false };
        let defects = fill_with(&territory, &FillLimits::NONE, none).defects().unwrap();
        let mut taken = BTreeSet::new();
        let (mut lost, mut saved) = (0, Vec::new());
        for end in dead_ends(&territory) {
            if end.points.iter().all(|point| !taken.contains(point)) {
                taken.extend(end.points);
                lost += end.defects;
                saved.push(end.defects - end.at_least);
            }
        }
        saved.sort_unstable_by(|a, b| b.cmp(a));
        lost -= saved.iter().take(amazons.len() + blockers.len()).sum::<usize>();
        prop_assert!(lost <= defects, "bound {}, defects {}", lost, defects);
    }

    #[test]
    fn overlapping_blocks_have_a_closed_tour(
        steps in prop::collection::vec((any::<prop::sample::Index>(), -1..=1, -1..=1), 0..40),
    ) {
        let mut corners: Vec<Cell> = vec![(0, 0)];
        for (from, right, up) in steps {
            let from = *from.get(&corners);
            corners.push((from.0 + right, from.1 + up));
        }
        let block = |&(col, row): &Cell| [(col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)];
        let cells: Vec<Cell> = corners.iter().flat_map(block).collect::<BTreeSet<_>>().into_iter().collect();
        let tour = closed_tour(&cells).expect("it was built from blocks");
        assert_tour(&cells, &tour);
    }

    /// Regions larger than any board.
    #[test]
    fn large_regions_of_blocks_are_filled_without_search(
        steps in prop::collection::vec((any::<prop::sample::Index>(), -1..=1, -1..=1), 150..200),
    ) {
        let mut corners: Vec<Cell> = vec![(0, 0)];
        for (from, right, up) in steps {
            let from = *from.get(&corners[corners.len().saturating_sub(20)..]);
            corners.push((from.0 + right, from.1 + up));
        }
        let block = |&(col, row): &Cell| [(col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)];
        let cells: Vec<Cell> = corners.iter().flat_map(block).collect::<BTreeSet<_>>().into_iter().collect();
        let filling = fill(&Territory::of_cells(&cells, &[0], &[]), &FillLimits::NONE);
        prop_assert_eq!((filling.defects(), filling.nodes), (Some(0), 0));
    }
}

fn assert_tour(cells: &[Cell], tour: &[usize]) {
    assert_eq!(tour.iter().collect::<BTreeSet<_>>().len(), cells.len(), "each square once: {cells:?} {tour:?}");
    assert_eq!(tour.len(), cells.len());
    for (i, &at) in tour.iter().enumerate() {
        let (a, b) = (cells[at], cells[tour[(i + 1) % tour.len()]]);
        assert_eq!((a.0 - b.0).abs().max((a.1 - b.1).abs()), 1, "king's steps: {cells:?} {tour:?}");
    }
}

/// A region of up to seven squares has a tour exactly if overlapping blocks cover it.
#[test]
fn only_overlapping_blocks_have_a_tour() {
    for size in 1..=7 {
        for cells in regions(size) {
            let has = |cell: &Cell| cells.contains(cell);
            let block = |&(col, row): &Cell| [(col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)];
            let blocks: Vec<[Cell; 4]> = cells.iter().map(block).filter(|block| block.iter().all(has)).collect();
            let mut covered: BTreeSet<Cell> = blocks.first().into_iter().flatten().copied().collect();
            for _ in 0..size {
                let touching = blocks.iter().filter(|block| block.iter().any(|cell| covered.contains(cell)));
                covered = touching.flatten().copied().collect();
            }
            let tour = closed_tour(&cells);
            assert_eq!(tour.is_some(), covered.len() == size, "{cells:?}");
            tour.iter().for_each(|tour| assert_tour(&cells, tour));
        }
    }
}

/// Rows from the top; `.` a square, `b` a square with an amazon.
fn drawn(rows: &[&str]) -> (Vec<Cell>, Vec<u16>) {
    let (mut cells, mut amazons) = (Vec::new(), Vec::new());
    for (row, text) in (0..).zip(rows.iter().rev()) {
        for (col, letter) in (0..).zip(text.chars()) {
            if letter == 'b' {
                amazons.push(cells.len() as u16);
            }
            if letter != '#' {
                cells.push((col, row));
            }
        }
    }
    (cells, amazons)
}

fn assert_filled(rows: &[&str], moves: usize, defects: usize) -> Filling {
    let (cells, amazons) = drawn(rows);
    let filling = fill(&Territory::of_cells(&cells, &amazons, &[]), &FillLimits::NONE);
    assert_eq!((filling.moves(), filling.defects()), (Some(moves), Some(defects)), "{rows:?}");
    filling
}

/// Regression: a part had a line with three defects, a later search allowed two and failed, and its entry overwrote the
/// line: ten moves were reported instead of thirteen.
#[test]
fn a_failed_search_keeps_an_earlier_line() {
    let rows = [".#b.###", "..##.#.", "##.#.#w", "#.###.#", "#.##.##", ".#.#.##"];
    let squares: Vec<(Cell, char)> = (0..)
        .zip(rows)
        .flat_map(|(row, text)| (0..).zip(text.chars()).map(move |(col, sign)| ((col, 5 - row), sign)))
        .filter(|&(_, sign)| sign != '#')
        .collect();
    let cells: Vec<Cell> = squares.iter().map(|&(cell, _)| cell).collect();
    let of = |sign| (0..).zip(&squares).filter(|&(_, &(_, other))| other == sign).map(|(i, _)| i).collect::<Vec<u16>>();
    let plain = Bounds { plod: false, tour: false, gates: false, dead_ends: false };
    let territory = Territory::of_cells(&cells, &of('b'), &of('w'));
    let expected = fill_with(&territory, &FillLimits::NONE, plain).moves();
    assert_eq!((Some(solved(&cells, &of('b'), &of('w'))), expected), (Some(13), Some(13)));
}

/// Müller & Tegos 2002, Figure 8, from its description: the three smallest, two with two empty squares and one with
/// three, in which the amazon can move only once.
#[test]
fn smallest_defective_territories_are_those_of_the_paper() {
    assert_filled(&[".#", "#b", ".#"], 1, 1);
    assert_filled(&["##.", ".b#"], 1, 1);
    assert_filled(&[".#.", "#b#", "#.#"], 1, 2);
    // On a straight line she shoots over the square that she left.
    assert_filled(&[".b."], 2, 0);
}

/// Lieberum 2005, Theorem 2: 75 squares for three teeth, of which 56 can be filled, the amazon's own included.
#[test]
fn combs_are_filled_along_their_longest_path() {
    for (teeth, squares, filled) in [(1, 1, 1), (2, 26, 26), (3, 75, 56), (4, 144, 86), (5, 233, 116)] {
        let (cells, start) = comb(teeth);
        assert_eq!(cells.len(), squares);
        let filling = fill(&Territory::of_cells(&cells, &[start], &[]), &FillLimits::NONE);
        assert_eq!(filling.moves(), Some(filled - 1), "{teeth} teeth");
        if teeth <= 3 {
            let all = (0..squares).map(|start| Territory::of_cells(&cells, &[start as u16], &[]));
            let best = all.map(|territory| fill(&territory, &FillLimits::NONE).moves().unwrap()).max();
            assert_eq!(best, Some(filled - 1), "{teeth} teeth, from any square");
        }
    }
}

/// Müller & Tegos 2002, Figure 11, from its description: two dead ends with defect count 1, one with 2, and corridors
/// that are not dead ends. They hang on 3x3 squares with the amazon.
#[test]
fn dead_ends_are_found_and_counted() {
    let room = ["#.#", "...", ".b.", "..."];
    type DefectsAndSize = Option<(usize, usize)>;
    let cases: [(&[&str], DefectsAndSize); 6] = [
        // A corridor with a bend at each square: she can enter the second square and shoot the third, but no further.
        (&["#.#", "##.", "#.#", "##."], Some((1, 4))),
        (&["#.#", "#.#", "##.", "##."], Some((1, 4))),
        // The end is a fork: two squares that do not see each other.
        (&[".#.", "#.#", "#.#", "##."], Some((2, 5))),
        // One square shorter, she fills it and comes back.
        (&["#.#", "##."], None),
        // A straight corridor into a fork, which she can enter twice.
        (&[".#.", "#.#"], None),
        (&["...", "#.#"], None),
    ];
    for (rows, expected) in cases {
        let (cells, amazons) = drawn(&[rows, &room].concat());
        let found = dead_ends(&Territory::of_cells(&cells, &amazons, &[]));
        let found: Vec<_> = found.iter().map(|end| (end.defects, end.points.len())).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{rows:?}");
    }
}

/// Each amazon saves one dead end. Two forks count 2 each, and one square is lost even in the fork where she ends.
#[test]
fn each_amazon_saves_one_dead_end() {
    let tails = ["#.###.#", "##.#.##", "#.###.#", "##.#.##", "#.###.#", "......."];
    let forks = [".#.#.#.", "#.###.#", "#.###.#", "##.#.##", "#.###.#", "......."];
    for (ends, amazons, empty, defects) in [
        (&tails, ["...b...", "......."], 30, 1),
        (&tails, ["...b...", "...b..."], 29, 0),
        (&forks, ["...b...", "......."], 32, 3),
        (&forks, ["...b...", "...b..."], 31, 2),
    ] {
        assert_filled(&[&ends[..], &amazons].concat(), empty - defects, defects);
    }
}

/// The gate bound limits the amazon to two teeth of a comb. It misses only the stubs of the four straight pieces on her
/// way.
#[test]
fn gates_are_passed_once() {
    let (cells, start) = comb(4);
    let territory = Territory::of_cells(&cells, &[start], &[]);
    let most = |gates: bool| {
        let bounds = Bounds { gates, plod: true, tour: true, dead_ends: false };
        fill_with(&territory, &FillLimits { nodes: 0, ..FillLimits::NONE }, bounds).most
    };
    assert_eq!((most(true), most(false)), (85 + 4, 143));
}

#[test]
fn a_limited_search_returns_bounds() {
    let (cells, start) = comb(4);
    let territory = Territory::of_cells(&cells, &[start], &[]);
    let calls = AtomicUsize::new(0);
    let stop_at = |limit: usize| {
        move |_: usize| match calls_passed(&calls, limit) {
            true => Err(Interrupted::Stopped),
            false => Ok(()),
        }
    };
    fn calls_passed(calls: &AtomicUsize, limit: usize) -> bool {
        calls.fetch_add(1, Ordering::Relaxed) >= limit
    }
    for (limits, why) in [
        (FillLimits { nodes: 0, ..FillLimits::NONE }, Ended::Nodes),
        (FillLimits { nodes: 100, ..FillLimits::NONE }, Ended::Nodes),
        (FillLimits { nodes: u64::MAX, check: &stop_at(0) }, Ended::Limit(Interrupted::Stopped)),
        (
            FillLimits {
                nodes: u64::MAX,
                check: &|bytes| if bytes > 4096 { Err(Interrupted::OutOfMemory) } else { Ok(()) },
            },
            Ended::Limit(Interrupted::OutOfMemory),
        ),
    ] {
        let filling = fill(&territory, &limits);
        assert_eq!(filling.ended, Some(why));
        assert!(filling.line.len() <= 85 && 85 <= filling.most && filling.moves().is_none(), "{filling:?}");
    }
}
