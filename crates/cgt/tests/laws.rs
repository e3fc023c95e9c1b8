//! Laws of games, on random games, against a plain implementation that shares no code with the library.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::LazyLock;

use otrera_cgt::notation::Style;
use otrera_cgt::{Closeness, Dyadic, Store, Value};
use proptest::prelude::*;

/// A game by definition: two lists of options.
#[derive(Clone, Debug, Default)]
struct Game {
    left: Vec<Game>,
    right: Vec<Game>,
}

impl Game {
    /// G <= H by searching H - G, without memo or theory.
    fn le(&self, other: &Game) -> bool {
        !self.left.iter().any(|option| other.le(option)) && !other.right.iter().any(|option| option.le(self))
    }

    fn value(&self, store: &Store) -> Value {
        let values = |games: &[Game]| games.iter().map(|game| game.value(store)).collect::<Vec<_>>();
        store.game(&values(&self.left), &values(&self.right)).unwrap()
    }

    fn of(store: &Store, value: Value) -> Game {
        Game {
            left: store.left_options(value).map(|option| Game::of(store, option)).collect(),
            right: store.right_options(value).map(|option| Game::of(store, option)).collect(),
        }
    }

    fn plus(&self, other: &Game) -> Game {
        let both = |mine: &[Game], theirs: &[Game]| {
            let moved = mine.iter().map(|option| option.plus(other));
            moved.chain(theirs.iter().map(|option| self.plus(option))).collect()
        };
        Game { left: both(&self.left, &other.left), right: both(&self.right, &other.right) }
    }

    fn positions(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(Game::positions).sum::<usize>()
    }
}

/// Small trees of any shape: most are neither numbers nor in canonical form.
fn games() -> impl Strategy<Value = Game> {
    let leaf = Just(Game::default());
    leaf.prop_recursive(4, 24, 3, |inner| {
        (prop::collection::vec(inner.clone(), 0..=3), prop::collection::vec(inner, 0..=3))
            .prop_map(|(left, right)| Game { left, right })
    })
}

/// Sums of a tree, a number, ups, a nimber and a switch.
fn values() -> impl Strategy<Value = Value> {
    (games(), -9_i64..=9, 0_u32..=2, -2_i32..=2, 0_u32..=3, 0_i64..=3, games()).prop_map(
        |(game, mantissa, exponent, ups, nimber, heat, threat)| {
            let store = &*STORE;
            let number = store.number(Dyadic::new(mantissa, exponent).unwrap()).unwrap();
            let hot = store.integer(heat).unwrap();
            let switch = store.game(&[hot], &[store.sub(threat.value(store), hot).unwrap()]).unwrap();
            store.sum([game.value(store), number, store.up(ups, nimber).unwrap(), switch]).unwrap()
        },
    )
}

static STORE: LazyLock<Store> = LazyLock::new(Store::new);

/// Most positions of a game that is compared by definition; larger ones are too slow.
const PLAYABLE: usize = 60;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comparison_agrees_with_the_definition(g in games(), h in games()) {
        prop_assume!(g.positions().max(h.positions()) <= PLAYABLE);
        let (a, b) = (g.value(&STORE), h.value(&STORE));
        prop_assert_eq!(STORE.le(a, b).unwrap(), g.le(&h));
        prop_assert_eq!(STORE.le(b, a).unwrap(), h.le(&g));
        prop_assert_eq!(a == b, g.le(&h) && h.le(&g));
    }

    #[test]
    fn sum_agrees_with_the_definition(g in games(), h in games()) {
        prop_assume!(g.positions() * h.positions() <= 400);
        prop_assert_eq!(STORE.add(g.value(&STORE), h.value(&STORE)).unwrap(), g.plus(&h).value(&STORE));
    }

    #[test]
    fn the_canonical_form_equals_its_game_and_is_the_smallest(g in games()) {
        prop_assume!(g.positions() <= PLAYABLE);
        let canonical = Game::of(&STORE, g.value(&STORE));
        prop_assert!(g.le(&canonical) && canonical.le(&g));
        prop_assert!(canonical.positions() <= g.positions());
    }

    #[test]
    fn the_canonical_form_is_unique_and_idempotent(v in values()) {
        let left: Vec<_> = STORE.left_options(v).collect();
        let right: Vec<_> = STORE.right_options(v).collect();
        prop_assert_eq!(STORE.game(&left, &right).unwrap(), v);
        for (options, side) in [(&left, Ordering::Less), (&right, Ordering::Greater)] {
            for &a in options {
                for &b in options.iter().filter(|&&b| b != a) {
                    prop_assert!(!STORE.le(a, b).unwrap(), "dominated");
                }
                // No answer may reverse: none is at most (least) the game itself.
                let answers: Vec<_> = match side {
                    Ordering::Less => STORE.right_options(a).collect(),
                    _ => STORE.left_options(a).collect(),
                };
                for answer in answers {
                    let reverses = if side == Ordering::Less { STORE.le(answer, v) } else { STORE.le(v, answer) };
                    prop_assert!(!reverses.unwrap(), "reversible");
                }
            }
        }
    }

    #[test]
    fn games_form_a_group(a in values(), b in values(), c in values()) {
        let store = &*STORE;
        prop_assert_eq!(store.sub(a, a).unwrap(), store.zero());
        prop_assert_eq!(store.add(a, b).unwrap(), store.add(b, a).unwrap());
        let left = store.add(store.add(a, b).unwrap(), c).unwrap();
        prop_assert_eq!(left, store.add(a, store.add(b, c).unwrap()).unwrap());
        prop_assert_eq!(-store.add(a, b).unwrap(), store.add(-a, -b).unwrap());
        prop_assert_eq!(-(-a), a);
    }

    #[test]
    fn order_is_the_sign_of_the_difference(a in values(), b in values(), c in values()) {
        let store = &*STORE;
        let difference = store.sub(b, a).unwrap();
        prop_assert_eq!(store.le(a, b).unwrap(), store.le(store.zero(), difference).unwrap());
        prop_assert_eq!(store.le(a, b).unwrap(), store.le(-b, -a).unwrap());
        let (ac, bc) = (store.add(a, c).unwrap(), store.add(b, c).unwrap());
        prop_assert_eq!(store.le(a, b).unwrap(), store.le(ac, bc).unwrap());
    }

    #[test]
    fn means_add_and_sums_are_no_hotter(a in values(), b in values()) {
        let sum = STORE.add(a, b).unwrap();
        let mean = STORE.mean(a).unwrap().checked_add(STORE.mean(b).unwrap());
        prop_assert_eq!(STORE.mean(sum).unwrap(), mean.unwrap());
        let hottest = STORE.temperature(a).unwrap().max(STORE.temperature(b).unwrap());
        prop_assert!(STORE.temperature(sum).unwrap() <= hottest);
    }

    #[test]
    fn thermograph_of_the_negative_is_the_mirror_image(v in values()) {
        let (graph, opposite) = (STORE.thermograph(v).unwrap(), STORE.thermograph(-v).unwrap());
        for (wall, mirrored) in [(graph.left(), opposite.right()), (graph.right(), opposite.left())] {
            for (a, b) in wall.corners().iter().zip(mirrored.corners()) {
                prop_assert_eq!((a.temperature, a.value), (b.temperature, -b.value));
            }
            prop_assert_eq!(wall.corners().len(), mirrored.corners().len());
        }
        prop_assert_eq!(graph.left_stop(), STORE.left_stop(v));
        prop_assert_eq!(graph.right_stop(), STORE.right_stop(v));
    }

    #[test]
    fn walls_are_those_of_minimax_with_a_tax(v in values(), quarters in -4_i64..=16) {
        let graph = STORE.thermograph(v).unwrap();
        let corners = graph.left().corners().iter().chain(graph.right().corners());
        let taxes = corners.map(|corner| corner.temperature).chain([Dyadic::new(quarters, 2).unwrap()]);
        for tax in taxes {
            let walls = (graph.left().at(tax).unwrap(), graph.right().at(tax).unwrap());
            prop_assert_eq!(walls, expected_walls(v, tax), "{} at {}", STORE.display(v), tax);
        }
        // The mast starts where the scaffolds meet.
        let top = graph.temperature();
        prop_assert_eq!(graph.left().at(top), graph.right().at(top));
    }

    #[test]
    fn bounds_bracket_the_game(v in values()) {
        let graph = STORE.thermograph(v).unwrap();
        for bounds in [graph.bounds(), graph.sharp_bounds()] {
            prop_assert!(is_above(v, bounds.lower), "{} is not in {}", STORE.display(v), bounds);
            prop_assert!(is_above(-v, bounds.negative().lower), "{} is not in {}", STORE.display(v), bounds);
        }
    }

    #[test]
    fn text_round_trips_in_any_store(v in values()) {
        let text = STORE.display(v).to_string();
        prop_assert_eq!(STORE.parse(&text).unwrap(), v, "{}", text);
        let nested = STORE.display(v).style(Style::Nested).to_string();
        prop_assert_eq!(STORE.parse(&nested).unwrap(), v, "{}", nested);
        let fresh = Store::new();
        let again = fresh.parse(&nested).unwrap();
        prop_assert_eq!(fresh.display(again).to_string(), text);
        prop_assert_eq!(STORE.parse(&STORE.display(v).unicode().to_string()).unwrap(), v);
    }

    #[test]
    fn no_text_panics(text in "[-+{}|,()0-9/*^v±↑⇓Tiny \\[\\]<>]{0,24}") {
        if let Ok(value) = STORE.parse(&text) {
            prop_assert_eq!(STORE.parse(&STORE.display(value).to_string()).unwrap(), value);
        }
    }

    #[test]
    fn sizes_are_those_of_the_options(v in values(), ups in -5_i32..=5, nimber in 0_u32..=6) {
        for v in [v, STORE.up(ups, nimber).unwrap()] {
            let options: Vec<_> = STORE.left_options(v).chain(STORE.right_options(v)).collect();
            let latest = options.iter().map(|&option| STORE.birthday(option) + 1).max().unwrap_or(0);
            prop_assert_eq!(STORE.birthday(v), latest);
            let below: u64 = options.iter().map(|&option| STORE.subgames(option) + 1).sum();
            prop_assert_eq!(STORE.subgames(v), if v.to_number().is_some() { 0 } else { below });
            prop_assert_eq!(STORE.followers(v), all_followers(v).len() as u64);
        }
    }

    #[test]
    fn atomic_weights_add(a in all_small(), b in all_small()) {
        let weight = |v| STORE.atomic_weight(v).unwrap().unwrap();
        prop_assert_eq!(weight(STORE.add(a, b).unwrap()), STORE.add(weight(a), weight(b)).unwrap());
    }
}

/// The walls of a game at one tax, given those of its options: the best of them after tax, or the mean above the
/// temperature.
fn expected_walls(v: Value, tax: Dyadic) -> (Dyadic, Dyadic) {
    if let Some(n) = v.to_integer().map(Dyadic::integer) {
        return (n, n);
    }
    let wall = |option, left: bool| {
        let graph = STORE.thermograph(option).unwrap();
        if left { graph.left().at(tax).unwrap() } else { graph.right().at(tax).unwrap() }
    };
    let left = STORE.left_options(v).map(|option| wall(option, false)).max().unwrap().checked_sub(tax).unwrap();
    let right = STORE.right_options(v).map(|option| wall(option, true)).min().unwrap().checked_add(tax).unwrap();
    if left > right { (left, right) } else { (STORE.mean(v).unwrap(), STORE.mean(v).unwrap()) }
}

/// Returns whether the game satisfies a lower bound.
fn is_above(v: Value, bound: otrera_cgt::Bound) -> bool {
    let number = |x: Dyadic| STORE.number(x).unwrap();
    match bound.closeness {
        Closeness::Closed => STORE.le(number(bound.at), v).unwrap(),
        Closeness::Tightened => number(bound.at) != v && STORE.le(number(bound.at), v).unwrap(),
        Closeness::Relaxed => {
            let below = bound.at.checked_sub(Dyadic::new(1, 10).unwrap()).unwrap();
            STORE.le(number(below), v).unwrap() && !STORE.le(number(bound.at), v).unwrap()
        }
    }
}

fn all_followers(v: Value) -> HashSet<Value> {
    let (mut seen, mut pending) = (HashSet::new(), vec![v]);
    while let Some(v) = pending.pop() {
        if seen.insert(v) {
            pending.extend(STORE.left_options(v).chain(STORE.right_options(v)));
        }
    }
    seen
}

fn all_small() -> impl Strategy<Value = Value> {
    let leaf = Just(STORE.zero());
    leaf.prop_recursive(3, 12, 3, |inner| {
        (prop::collection::vec(inner.clone(), 1..=2), prop::collection::vec(inner, 1..=2))
            .prop_map(|(left, right)| STORE.game(&left, &right).unwrap())
    })
    .prop_filter("all-small", |&v| STORE.is_all_small(v))
}
