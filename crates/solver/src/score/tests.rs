//! Forms, stops, bounds and their order against minimax on boards.

use std::collections::HashMap;

use otrera_board::areas::{Kind, components};
use otrera_board::{Area, Setup, Side};
use otrera_testing::{NEVER, Random};

use super::area_forms::AreaForms;
use super::form::Stops;

/// More moves than any area in these tests has.
const MANY: i32 = 12;

/// Scores by the rules alone: areas beside each other, and territories as Black's and White's moves.
#[derive(Default)]
struct Minimax(HashMap<(Vec<Area>, [i32; 2], Side), i32>);

impl Minimax {
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

fn area(text: &str) -> Area {
    Area::whole(&format!("{text} w").parse::<Setup>().unwrap().position().unwrap().resized().unwrap())
}

/// A connected active area of a small board, with at most `max_empty` empty squares.
fn random_area(random: &mut Random, max_empty: u32) -> Area {
    loop {
        let (width, height) = [(3, 2), (2, 3), (3, 3), (4, 2), (5, 1), (4, 3)][random.below(6)];
        let cell = |n| ['.', '.', '.', '#', '#', '#', 'b', 'w'][n];
        let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| cell(random.below(8))).collect()).collect();
        let area = area(&rows.join("/"));
        let is_connected = components(area.grid(), area.unburnt()).next() == Some(area.unburnt());
        if is_connected && area.kind() == Kind::Active && area.empty().count_ones() <= max_empty {
            return area.cropped(area.unburnt());
        }
    }
}

#[test]
fn stops_agree_with_minimax() {
    let mut random = Random(1);
    let mut area_forms = AreaForms::new(usize::MAX, &NEVER);
    let mut minimax = Minimax::default();
    for _ in 0..1500 {
        let area = random_area(&mut random, 5);
        let form = area_forms.form(&area, &mut { u32::MAX }).unwrap().unwrap();
        let stops = area_forms.forms.node(form).stops;
        let low = [Side::Black, Side::White].map(|side| minimax.score(&[area], [0, MANY], side) + MANY);
        let high = [Side::Black, Side::White].map(|side| minimax.score(&[area], [MANY, 0], side) - MANY);
        assert_eq!((stops.low.map(i32::from), stops.high.map(i32::from)), (low, high), "{area:?}");
        let bounds = area_forms.bounds(&area);
        assert!(stops.cover(Stops { high: stops.high, ..bounds }), "{area:?}: {bounds:?} {stops:?}");
        assert!(Stops { low: stops.low, ..bounds }.cover(stops), "{area:?}: {bounds:?} {stops:?}");
    }
}

#[test]
fn the_order_holds_beside_other_areas() {
    let mut random = Random(2);
    let mut area_forms = AreaForms::new(usize::MAX, &NEVER);
    let mut minimax = Minimax::default();
    let beside: Vec<Area> = [".#.#/#w##/.#b.", ".###/#w#./##b#/#.##", "b.w", "b..w", ".b.w", "bw."].map(area).to_vec();
    let (mut less, mut equal) = (0, 0);
    while less < 80 || equal < 20 {
        let (a, b) = (random_area(&mut random, 4), random_area(&mut random, 4));
        let [form_a, form_b] = [a, b].map(|area| area_forms.form(&area, &mut { u32::MAX }).unwrap().unwrap());
        if a == b || !area_forms.forms.at_least(form_a, form_b) {
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
                    let mut score = |area| minimax.score(&[&[area], others].concat(), waits, side);
                    let (score_a, score_b) = (score(a), score(b));
                    assert!(score_a >= score_b, "{a:?} {b:?} {other:?} {waits:?} {side}");
                    assert!(form_a != form_b || score_a == score_b, "{a:?} {b:?} {other:?} {waits:?} {side}");
                }
            }
        }
    }
}

/// The zugzwangs of six squares that the paper lists as {0,{0|-2}|3} have the form 0|3.
#[test]
fn simple_zugzwangs_are_recognised() {
    let mut area_forms = AreaForms::new(usize::MAX, &NEVER);
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
        let form = area_forms.form(&area(board), &mut 0).unwrap().unwrap();
        assert_eq!(area_forms.forms.to_switch(form), expected, "{board}");
    }
}
