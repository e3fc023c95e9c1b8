//! Each thing that is folded away, against plain play on areas that are kept as they are.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use otrera_board::Area;
use otrera_board::{Setup, Side};

use super::ground::Ground;

static NEVER: AtomicBool = AtomicBool::new(false);
/// More moves than any of the areas here has.
const MANY: i32 = 12;

/// Scores by nothing but the rules: areas beside each other and territories as strips of moves, Black's and White's.
#[derive(Default)]
struct Plain(HashMap<(Vec<Area>, [i32; 2], Side), i32>);

impl Plain {
    /// Black's moves made and left, less White's.
    fn score(&mut self, areas: &[Area], waits: [i32; 2], side: Side) -> i32 {
        let key = (areas.to_vec(), waits, side);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let sign = if side == Side::Black { 1 } else { -1 };
        let mut best: Option<i32> = None;
        let mut consider = |score: i32| best = best.max(Some(sign * score));
        for (number, area) in areas.iter().enumerate() {
            for next in area.moves(side).map(|play| area.after(side, play)) {
                let mut after = areas.to_vec();
                after[number] = next;
                consider(sign + self.score(&after, waits, !side));
            }
        }
        if waits[side.index()] > 0 {
            let mut fewer = waits;
            fewer[side.index()] -= 1;
            consider(sign + self.score(areas, fewer, !side));
        }
        let left = || areas.iter().map(|area| in_a_row(area, !side)).sum::<i32>() + waits[(!side).index()];
        let score = best.map_or_else(|| -sign * left(), |best| sign * best);
        self.0.insert(key, score);
        score
    }
}

fn in_a_row(area: &Area, side: Side) -> i32 {
    area.moves(side).map(|play| 1 + in_a_row(&area.after(side, play), side)).max().unwrap_or(0)
}

fn patch(text: &str) -> Area {
    Area::whole(&format!("{text} w").parse::<Setup>().unwrap().position().unwrap().resized().unwrap())
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// A connected area with both colours, at most `most` empty squares, on a small board.
    fn area(&mut self, most: u32) -> Area {
        loop {
            let (width, height) = [(3, 2), (2, 3), (3, 3), (4, 2), (5, 1), (4, 3)][self.below(6)];
            let cell = |n| ['.', '.', '.', '#', '#', '#', 'b', 'w'][n];
            let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| cell(self.below(8))).collect()).collect();
            let area = patch(&rows.join("/"));
            let (empty, both) = (area.empty(), Side::BOTH.map(|side| area.amazons(side)));
            let is_open = empty != 0 && empty.count_ones() <= most && both.iter().all(|&set| set != 0);
            if is_open && area.grid().flood(both[0] | both[1], area.unburnt()) == area.unburnt() {
                let squares = otrera_board::areas::components(area.grid(), area.unburnt()).next();
                if squares == Some(area.unburnt()) {
                    return area.cropped(area.unburnt());
                }
            }
        }
    }
}

#[test]
fn stops_are_what_waiting_makes_of_an_area() {
    let mut random = Random(1);
    let mut ground = Ground::new(usize::MAX, &NEVER);
    let mut plain = Plain::default();
    for _ in 0..1500 {
        let area = random.area(5);
        let form = ground.form(&area, &mut { u32::MAX }).unwrap().unwrap();
        let stops = ground.forms.stops(form);
        let low = [Side::Black, Side::White].map(|side| plain.score(&[area], [0, MANY], side) + MANY);
        let high = [Side::Black, Side::White].map(|side| plain.score(&[area], [MANY, 0], side) - MANY);
        assert_eq!((stops.low.map(i32::from), stops.high.map(i32::from)), (low, high), "{area:?}");
        let bounds = ground.bounds(&area);
        assert!(stops.cover(super::form::Stops { high: stops.high, ..bounds }), "{area:?}: {bounds:?} {stops:?}");
        assert!(super::form::Stops { low: stops.low, ..bounds }.cover(stops), "{area:?}: {bounds:?} {stops:?}");
    }
}

#[test]
fn the_order_holds_beside_everything() {
    let mut random = Random(2);
    let mut ground = Ground::new(usize::MAX, &NEVER);
    let mut plain = Plain::default();
    let beside: Vec<Area> = [".#.#/#w##/.#b.", ".###/#w#./##b#/#.##", "b.w", "b..w", ".b.w", "bw."].map(patch).to_vec();
    let (mut less, mut equal) = (0, 0);
    while less < 80 || equal < 20 {
        let (a, b) = (random.area(4), random.area(4));
        let [form_a, form_b] = [a, b].map(|area| ground.form(&area, &mut { u32::MAX }).unwrap().unwrap());
        if a == b || !ground.forms.at_least(form_a, form_b) {
            continue;
        }
        if form_a == form_b {
            equal += 1;
        } else {
            less += 1;
        }
        let other = beside[random.below(beside.len())];
        for waits in [[0, 0], [1, 0], [0, 1], [random.below(4) as i32, random.below(4) as i32]] {
            for side in Side::BOTH {
                for others in [&[][..], &[other][..]] {
                    let mut score = |area| plain.score(&[&[area], others].concat(), waits, side);
                    let (score_a, score_b) = (score(a), score(b));
                    assert!(score_a >= score_b, "{a:?} {b:?} {other:?} {waits:?} {side}");
                    assert!(form_a != form_b || score_a == score_b, "{a:?} {b:?} {other:?} {waits:?} {side}");
                }
            }
        }
    }
}

/// The zugzwangs of six squares that the paper's tables have as {0,{0|-2}|3} are 0|3 to a margin, and 3|6 is not 4.
#[test]
fn simple_zugzwangs_are_found() {
    let mut ground = Ground::new(usize::MAX, &NEVER);
    for (board, expected) in [
        ("..##/##b#/.w#.", Some((0, 3))),
        (".###/#w##/##b#/..#.", Some((0, 3))),
        (".###/#w#./##b#/#.#.", Some((-1, 3))),
        (".#.#/#w##/.#b.", Some((-3, 1))),
        (".###/#w#./##b#/#.##", Some((-1, 2))),
        // Its best moves lead to hot games, or to a fraction.
        ("#.b#/w##./#..#", None),
        ("#.##/##b#/.w#.", None),
    ] {
        let form = ground.form(&patch(board), &mut 0).unwrap().unwrap();
        assert_eq!(ground.forms.to_switch(form), expected, "{board}");
    }
}
