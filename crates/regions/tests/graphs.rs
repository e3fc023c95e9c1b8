//! Laws of canonical labelling, against McKay's mapping with the crate canonical-form and against exhaustive search.

use std::collections::HashMap;

use canonical_form::Canonize as _;
use otrera_regions::graph::{Canonizer, GraphName, Labelling, LineGraph};
use otrera_regions::region::{Region, Walk};
use proptest::prelude::*;

mod mckay;
use mckay::Coloured;

/// Contents of a point: empty, or an amazon of either side.
const CONTENTS: usize = 3;

fn regions(size: usize) -> Vec<Region> {
    Walk::quiet(1).list(size).unwrap()
}

/// The labelling of a graph, after checking that its parts agree.
fn labelled(graph: &LineGraph, content: &[u8]) -> Labelling {
    let mut canonizer = Canonizer::default();
    let labelling = canonizer.label(graph, content).clone();
    let Labelling { labels, code, orbits, generators, base } = &labelling;

    let (decoded, standing) = LineGraph::of_code(code);
    assert_eq!(normal(&graph.relabelled(labels)), normal(&decoded), "the labels give another graph");
    let moved = images_of(content, labels);
    let standing = if standing.is_empty() { vec![0; moved.len()] } else { standing.to_vec() };
    assert_eq!(moved, standing, "the code has other contents");
    assert_eq!(canonizer.label(&decoded, &standing).code, *code, "a canonical graph has another code");

    for images in generators {
        assert_eq!(normal(&decoded.relabelled(images)), normal(&decoded), "{images:?} is not an automorphism");
        assert_eq!(images_of(&standing, images), standing, "{images:?} moves contents");
        assert!((0..).zip(images).all(|(point, &image): (usize, _)| orbits[point] == orbits[usize::from(image)]));
    }
    assert!(generators.iter().all(|images| base.iter().any(|&point| images[usize::from(point)] != point)));
    labelling
}

/// The contents after each point is mapped to its image; all 0 if `content` is empty.
fn images_of(content: &[u8], images: &[u8]) -> Vec<u8> {
    let mut moved = vec![0; images.len()];
    for (&image, &c) in images.iter().zip(content) {
        moved[usize::from(image)] = c;
    }
    moved
}

/// A graph as the set of its lines, without their order and direction.
fn normal(graph: &LineGraph) -> (usize, Vec<Vec<u16>>) {
    let either_way = |line: &[u16]| line.to_vec().min(line.iter().rev().copied().collect());
    let mut lines: Vec<_> = graph.lines().map(either_way).collect();
    lines.sort_unstable();
    (graph.len(), lines)
}

fn product(factors: &[usize]) -> usize {
    factors.iter().product()
}

/// Checks that two methods of labelling define the same classes.
#[derive(Default)]
struct Classes {
    of_code: HashMap<Vec<u8>, Coloured>,
    of_form: HashMap<Coloured, Vec<u8>>,
}

impl Classes {
    fn add(&mut self, graph: &LineGraph, content: &[u8], code: &[u8]) {
        let form = Coloured::new(graph, content).canonical();
        let known = self.of_form.entry(form.clone()).or_insert_with(|| code.to_vec());
        assert_eq!(known, code, "isomorphic graphs have two codes");
        let known = self.of_code.entry(code.to_vec()).or_insert_with(|| form.clone());
        assert_eq!(*known, form, "one code stands for two graphs");
    }
}

/// All contents of `points` points.
fn placements(points: usize) -> impl Iterator<Item = Vec<u8>> {
    let all = CONTENTS.pow(points as u32);
    (0..all).map(move |number| (0..points as u32).map(|at| (number / CONTENTS.pow(at) % CONTENTS) as u8).collect())
}

#[test]
fn classes_of_regions_agree_with_mckay() {
    // Müller & Tegos 2002, Table 1, "LSG".
    for (size, graphs) in (1..).zip([1, 1, 3, 11, 42, 199, 960]) {
        let mut classes = Classes::default();
        for region in regions(size) {
            let graph = region.graph();
            classes.add(&graph, &[], &labelled(&graph, &[]).code);
        }
        assert_eq!(classes.of_code.len(), graphs, "size {size}");
    }
}

#[test]
fn classes_of_placements_agree_with_mckay() {
    for size in 1..=6 {
        let mut classes = Classes::default();
        let mut canonizer = Canonizer::default();
        let mut seen = std::collections::HashSet::new();
        for region in regions(size) {
            let graph = region.graph();
            // At the largest size, one region for each graph.
            if size == 6 && !seen.insert(canonizer.label(&graph, &[]).code.clone()) {
                continue;
            }
            for content in placements(size) {
                classes.add(&graph, &content, &canonizer.label(&graph, &content).code);
            }
        }
    }
}

#[test]
fn numbers_of_automorphisms_agree_with_mckay() {
    for region in (1..=7).flat_map(regions) {
        let graph = region.graph();
        let theirs = Coloured::new(&graph, &[]).canonical().automorphisms().count();
        assert_eq!(product(&labelled(&graph, &[]).automorphisms()), theirs, "{region:?}");
    }
}

/// All permutations of `points` points.
fn permutations(points: u8) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for point in 0..points {
        let longer = |order: &Vec<u8>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[point], &order[at..]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn orbits_agree_with_all_automorphisms() {
    for size in 1..=6 {
        let all = permutations(size as u8);
        for region in regions(size) {
            let content: Vec<u8> = (0..size as u64).map(|at| (region.word() >> at) as u8 & 1).collect();
            for content in [&[], &content[..]] {
                check_orbits(&region.graph(), content, &all);
            }
        }
    }
}

fn check_orbits(graph: &LineGraph, content: &[u8], all: &[Vec<u8>]) {
    let labelling = labelled(graph, content);
    let (decoded, standing) = LineGraph::of_code(&labelling.code);
    let same = normal(&decoded);
    let keeps = |images: &&Vec<u8>| {
        normal(&decoded.relabelled(images)) == same && (standing.is_empty() || images_of(standing, images) == standing)
    };
    let mut least: Vec<u8> = (0..graph.len() as u8).collect();
    let mut count = 0;
    for images in all.iter().filter(keeps) {
        count += 1;
        for (point, &image) in images.iter().enumerate() {
            least[point] = least[point].min(image);
        }
    }
    assert_eq!(labelling.orbits, least);
    assert_eq!(product(&labelling.automorphisms()), count);
}

fn cells(board: &str) -> Vec<(i32, i32)> {
    let row = |(y, row): (i32, &str)| {
        let at = move |(x, c): (i32, char)| (c == '.').then_some((x, y));
        (0..).zip(row.chars()).filter_map(at).collect::<Vec<_>>()
    };
    (0..).zip(board.split('/')).flat_map(row).collect()
}

/// One of the eight images of a set of squares.
fn image(cells: &[(i32, i32)], symmetry: u8) -> Vec<(i32, i32)> {
    let mapped = |&(x, y): &(i32, i32)| {
        let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
        (if symmetry & 2 == 0 { x } else { -x }, if symmetry & 4 == 0 { y } else { -y })
    };
    cells.iter().map(mapped).collect()
}

/// `count` copies of a board, one below the other.
fn times(count: usize, text: &str) -> String {
    vec![text; count].join("/")
}

#[test]
fn symmetric_boards_have_all_their_automorphisms() {
    let factorial = |n: usize| (2..=n).collect::<Vec<_>>();
    let twos = |n: usize| vec![2; n];
    let rectangle = |width: usize, height: usize| times(height, &".".repeat(width));
    // A board, and its automorphisms: the symmetries of the board, those of its parts, and the orders of equal parts.
    let boards = [
        (rectangle(1, 1), vec![]),
        (rectangle(2, 2), factorial(4)),
        (rectangle(10, 1), twos(1)),
        (rectangle(10, 5), twos(2)),
        (rectangle(10, 10), twos(3)),
        (rectangle(11, 11), twos(3)),
        (rectangle(16, 8), twos(2)),
        // The squares of one colour: the other colour's are a mirror image.
        (times(5, ".#.#.#.#.#/#.#.#.#.#."), twos(2)),
        (times(5, "##########/.........."), [factorial(5), twos(5)].concat()),
        (times(5, "##########/.#.#.#.#.#"), factorial(25)),
        // On 5x25, the board with most squares that do not touch each other.
        (times(3, ".#.#.#.#.#.#.#.#.#.#.#.#./#########################"), factorial(39)),
        (times(3, "..#..#..#/..#..#..#/#########"), [factorial(9), factorial(4).repeat(9)].concat()),
        // A stem with a fork of equal ends on each side, a comb of such forks, and twelve forks that are not joined.
        (".####./#....#/.####.".into(), twos(3)),
        ("................./##.###.###.###.##/##.###.###.###.##/#.#.#.#.#.#.#.#.#".into(), twos(5)),
        (times(4, ".#.##.#.##.#./#.####.####.#/#############"), [factorial(12), twos(12)].concat()),
    ];
    for (board, factors) in boards {
        let cells = cells(&board);
        let found = labelled(&LineGraph::of_cells(&cells), &[]);
        for which in 1..8 {
            let turned = labelled(&LineGraph::of_cells(&image(&cells, which)), &[]);
            assert_eq!(turned.code, found.code, "{board}");
        }
        assert_eq!(primes(&found.automorphisms()), primes(&factors), "{board}");
    }
}

/// The sorted prime factors of a product.
fn primes(factors: &[usize]) -> Vec<usize> {
    let mut primes = Vec::new();
    for &factor in factors {
        let mut rest = factor;
        for prime in 2..=factor {
            while rest % prime == 0 {
                primes.push(prime);
                rest /= prime;
            }
        }
    }
    primes.sort_unstable();
    primes
}

/// Squares of a board of up to 10x10 with their contents, from nearly all burnt to none.
fn boards() -> impl Strategy<Value = Vec<((i32, i32), u8)>> {
    let content = prop::sample::select(vec![0, 0, 0, 0, 0, 1, 2, 3, 4]);
    let square = move |share| prop::option::weighted(share, content.clone());
    (1..=10, 1..=10, 0.05..1.0).prop_flat_map(move |(width, height, share)| {
        let squares = prop::collection::vec(square(share), (width * height) as usize);
        squares.prop_map(move |squares| {
            let at = |(at, content): (i32, Option<u8>)| content.map(|content| ((at % width, at / width), content));
            (0..).zip(squares).filter_map(at).collect()
        })
    })
}

proptest! {
    #[test]
    fn names_do_not_depend_on_numbering_or_direction(
        (board, shuffled) in boards().prop_flat_map(|board| (Just(board.clone()), Just(board).prop_shuffle())),
        which in 0_u8..8,
        bare: bool,
    ) {
        let label = |board: &[((i32, i32), u8)], which| {
            let (cells, mut content): (Vec<_>, Vec<_>) = board.iter().copied().unzip();
            if bare {
                content.clear();
            }
            labelled(&LineGraph::of_cells(&image(&cells, which)), &content)
        };
        let (one, other) = (label(&board, 0), label(&shuffled, which));
        prop_assert_eq!(&one.code, &other.code);
        prop_assert_eq!(&one.orbits, &other.orbits);
        prop_assert_eq!(primes(&one.automorphisms()), primes(&other.automorphisms()));
        prop_assert_eq!(GraphName::new(&one.code).to_string(), GraphName::new(&other.code).to_string());
    }

    #[test]
    fn moving_a_square_changes_the_class_exactly_as_by_mckay(
        region in (4_usize..=6).prop_flat_map(|size| prop::sample::select(regions(size))),
        at in any::<prop::sample::Index>(),
        to in (-1..=10, -1..=10),
    ) {
        let place = |region: Region| {
            region.squares().map(|square| (i32::from(square.col), i32::from(square.row))).collect::<Vec<_>>()
        };
        let (before, mut after) = (place(region), place(region));
        let moved = at.index(after.len());
        prop_assume!(!after.contains(&to));
        after[moved] = to;
        let [before, after] = [before, after].map(|cells| LineGraph::of_cells(&cells));
        let same = labelled(&before, &[]).code == labelled(&after, &[]).code;
        prop_assert_eq!(same, Coloured::new(&before, &[]).canonical() == Coloured::new(&after, &[]).canonical());
    }
}
