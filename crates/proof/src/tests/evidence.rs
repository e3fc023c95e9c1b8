use otrera_board::areas::{self, Kind};
use otrera_board::{Position, Side};
use otrera_cgt::Store;

use super::Random;
use crate::evidence::{by_private_squares, by_safe_moves, by_walls};
use crate::known::Known;
use crate::territory::Territories;

/// Each rule alone never says more than an area is worth, and says something.
#[test]
fn bounds_hold() {
    let store = Store::new();
    let (known, territories) = (Known::new(&store, 0), Territories::new(&store));
    let mut random = Random(1);
    // How often each rule was tried, and how often it was exact.
    let (mut tried, mut exact) = ([0; 2], [0; 2]);
    for _ in 0..6000 {
        let (width, height) = [(3, 3), (4, 3), (5, 2), (4, 4), (7, 1), (9, 2), (5, 3)][random.below(7)];
        let amazons = [1 + random.below(4), 1 + random.below(3)];
        let left = 2 + random.below(4) + amazons[0] + amazons[1];
        let board = random.board(width, height, amazons, (width * height).saturating_sub(left));
        for area in areas::basic(&board).iter().filter(|area| area.kind == Kind::Active) {
            let area = area.cropped(&board).0;
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
                        "rule {}: {area} is worth {} to {owner}, not {} or more",
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

/// Walls never say more than an area is worth, with any set of them and whatever is looked up, and often say more than the
/// other rules.
#[test]
fn walls_hold() {
    let store = Store::new();
    let (known, territories) = (Known::new(&store, 0), Territories::new(&store));
    let mut random = Random(7);
    let (mut tried, mut better) = (0, 0);
    for round in 0..4000 {
        let some = Known::new(&store, [0, 3, 5][round % 3]);
        let (width, height) = [(4, 3), (5, 2), (4, 4), (7, 1), (9, 2), (5, 3)][random.below(6)];
        let amazons = [1 + random.below(4), 1 + random.below(3)];
        let left = 2 + random.below(4) + amazons[0] + amazons[1];
        let board = random.board(width, height, amazons, (width * height).saturating_sub(left));
        for area in areas::basic(&board).iter().filter(|area| area.kind == Kind::Active) {
            let area = area.cropped(&board).0;
            let value = known.value(&area).unwrap();
            for owner in Side::BOTH {
                let value = if owner == Side::Black { value } else { -value };
                let area = area.with_to_move(!owner);
                let plain = by_private_squares(&area, owner, &territories).unwrap();
                let plain = store.integer(by_safe_moves(&area, owner).max(plain.unwrap_or(i64::MIN))).unwrap();
                let mut walls = area.amazons(owner);
                while walls != 0 {
                    let bound = by_walls(&area, owner, walls, &some, &territories).unwrap();
                    let [shown, worth] = [bound, value].map(|game| store.display(game).to_string());
                    assert!(store.le(bound, value).unwrap(), "{area} is worth {worth} to {owner}, not {shown} or more");
                    tried += 1;
                    better += u32::from(!store.le(bound, plain).unwrap());
                    walls = (walls - 1) & area.amazons(owner);
                }
            }
        }
    }
    assert!(tried > 10_000 && better > 1000, "{better} of {tried}");
}

#[test]
fn bounds_are_what_the_rules_say() {
    let store = Store::new();
    let territories = Territories::new(&store);
    // The area, whose bound it is, by rule 1, by rule 2.
    for (board, owner, safe, private) in [
        // Three squares around Black, one safe move of three.
        ("b../..w", Side::Black, -2, None),
        // White can take the only square.
        ("b.w", Side::Black, -1, None),
        // Black shuts two squares off; her first move shoots back, and she makes both; White has one square outside.
        ("..b.w", Side::Black, -1, Some(1)),
        // Nothing is left outside: no safe move is counted where Black has none.
        (".bw", Side::Black, 1, Some(1)),
        // Two amazons with seven neighbours of their own.
        ("..../b#../..#b/..../#..#/w...", Side::Black, -17 + 4, None),
        // An amazon behind another one has no neighbour to be sure of.
        ("bb.w", Side::Black, -1, None),
    ] {
        let position: Position = board.parse::<otrera_board::Setup>().unwrap().position_to_move(!owner).unwrap();
        let found = (by_safe_moves(&position, owner), by_private_squares(&position, owner, &territories).unwrap());
        assert_eq!(found, (safe, private), "{board}");
    }
}
