use otrera_board::{Position, Side};
use otrera_cgt::Store;

use super::{MEMO, Random};
use crate::evidence::{by_private_squares, by_safe_moves, by_sure_moves, by_walls};
use crate::known::KnownAreas;
use crate::territory::Territories;

const SIZES: [(usize, usize); 7] = [(3, 3), (4, 3), (5, 2), (4, 4), (7, 1), (9, 2), (5, 3)];

/// Rules 1 and 2 alone give lower bounds, and are often exact.
#[test]
fn rules_1_and_2_never_exceed_the_value() {
    let store = Store::new();
    let (known, territories) = (KnownAreas::new(&store, 0, MEMO), Territories::new(&store, MEMO));
    let mut random = Random(1);
    // By rule: bounds tried, and bounds that were exact.
    let (mut tried, mut exact) = ([0; 2], [0; 2]);
    for _ in 0..6000 {
        for area in random.active_areas(&SIZES) {
            let value = known.value(&area).unwrap();
            for owner in Side::BOTH {
                let value = if owner == Side::Black { value } else { -value };
                let area = area.with_to_move(!owner);
                let rules =
                    [Some(by_safe_moves(&area, owner)), by_private_squares(&area, owner, &territories).unwrap()];
                for (rule, bound) in rules.into_iter().enumerate() {
                    let Some(bound) = bound else { continue };
                    let bound = store.integer(bound).unwrap();
                    assert!(
                        store.le(bound, value).unwrap(),
                        "rule {}: {area} is worth {} to {owner}, not at least {}",
                        rule + 1,
                        store.display(value),
                        store.display(bound),
                    );
                    tried[rule] += 1;
                    exact[rule] += u32::from(bound == value);
                }
            }
        }
    }
    assert!(tried.iter().all(|&count| count > 2000), "{tried:?}");
    assert!(exact.iter().all(|&count| count > 300), "{exact:?} of {tried:?}");
}

/// Rule 3 gives lower bounds with any set of walls and any size of known areas, often better than those of rules 1 and 2.
#[test]
fn rule_3_never_exceeds_the_value() {
    let store = Store::new();
    let (known, territories) = (KnownAreas::new(&store, 0, MEMO), Territories::new(&store, MEMO));
    let mut random = Random(7);
    let (mut tried, mut better) = (0, 0);
    for round in 0..4000 {
        let some = KnownAreas::new(&store, [0, 3, 5][round % 3], MEMO);
        for area in random.active_areas(&SIZES[1..]) {
            let value = known.value(&area).unwrap();
            for owner in Side::BOTH {
                let value = if owner == Side::Black { value } else { -value };
                let area = area.with_to_move(!owner);
                let plain = by_private_squares(&area, owner, &territories).unwrap();
                let plain = store.integer(by_safe_moves(&area, owner).max(plain.unwrap_or(i64::MIN))).unwrap();
                let mut walls = area.amazons(owner);
                while walls != 0 {
                    let bound = by_walls(&area, owner, walls, &some).unwrap();
                    let [shown, worth] = [bound, value].map(|game| store.display(game).to_string());
                    assert!(
                        store.le(bound, value).unwrap(),
                        "{area} is worth {worth} to {owner}, not at least {shown}"
                    );
                    tried += 1;
                    better += u32::from(!store.le(bound, plain).unwrap());
                    walls = (walls - 1) & area.amazons(owner);
                }
            }
        }
    }
    assert!(tried > 10_000 && better > 1000, "{better} of {tried}");
}

/// Rule 4 gives lower bounds, never less than those of rules 1 and 2, and often better ones.
#[test]
fn rule_4_never_exceeds_the_value() {
    let store = Store::new();
    let (known, territories) = (KnownAreas::new(&store, 0, MEMO), Territories::new(&store, MEMO));
    let mut random = Random(11);
    let (mut tried, mut better, mut positive) = (0, 0, 0);
    for _ in 0..6000 {
        for area in random.active_areas(&SIZES) {
            let value = known.value(&area).unwrap();
            for owner in Side::BOTH {
                let value = if owner == Side::Black { value } else { -value };
                let area = area.with_to_move(!owner);
                let plain = by_private_squares(&area, owner, &territories).unwrap();
                let plain = by_safe_moves(&area, owner).max(plain.unwrap_or(i64::MIN));
                assert!(by_sure_moves(&area, owner, plain, &territories).unwrap(), "{area} for {owner}: {plain}");
                let mut bound = plain;
                while by_sure_moves(&area, owner, bound + 1, &territories).unwrap() {
                    bound += 1;
                }
                let worth = store.display(value).to_string();
                assert!(
                    store.le(store.integer(bound).unwrap(), value).unwrap(),
                    "{area} is worth {worth} to {owner}, not at least {bound}"
                );
                tried += 1;
                better += u32::from(bound > plain);
                positive += u32::from(bound > plain && bound > 0);
            }
        }
    }
    assert!(tried > 4000 && better > 400 && positive > 20, "{positive} and {better} of {tried}");
}

#[test]
fn examples_of_rules_1_and_2() {
    let store = Store::new();
    let territories = Territories::new(&store, MEMO);
    // Area, owner, bound by rule 1, bound by rule 2.
    for (board, owner, safe, private) in [
        // Three squares around Black: one safe move.
        ("b../..w", Side::Black, -2, None),
        // White can take the only square.
        ("b.w", Side::Black, -1, None),
        // Black has two private squares and shoots back first, which fills both; White has one square outside.
        ("..b.w", Side::Black, -1, Some(1)),
        // No square is left outside, so Black has no safe move there.
        (".bw", Side::Black, 1, Some(1)),
        // Two amazons with seven neighbours of their own.
        ("..../b#../..#b/..../#..#/w...", Side::Black, -17 + 4, None),
        // An amazon behind another one has no safe neighbour.
        ("bb.w", Side::Black, -1, None),
    ] {
        let position: Position = board.parse::<otrera_board::Setup>().unwrap().position_to_move(!owner).unwrap();
        let found = (by_safe_moves(&position, owner), by_private_squares(&position, owner, &territories).unwrap());
        assert_eq!(found, (safe, private), "{board}");
    }
}
