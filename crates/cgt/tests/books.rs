//! Identities and examples from the books on combinatorial games.

use otrera_cgt::{Comparison, Store};

fn value(store: &Store, text: &str) -> otrera_cgt::Value {
    store.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Two texts for the same game. *Winning Ways* chapters 2 to 8, *Lessons in Play* chapters 4 to 9.
#[test]
fn equal_texts_give_equal_values() {
    let store = Store::new();
    for (a, b) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|0}", "-1"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{-1|1}", "0"),
        ("{3|6}", "4"),
        ("{-10|-2}", "-3"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0|^}", "^^*"),
        ("{0|^*}", "^^"),
        ("{0,*|0}", "^*"),
        ("{0|*2}", "^*3"),
        ("*2+*3", "*"),
        ("*5+*3", "*6"),
        ("+-1+-1", "0"),
        ("±1 + ±1", "0"),
        ("±{3|1}", "{3|1||-1|-3}"),
        ("2±1", "{3|1}"),
        ("2 + -1", "1"),
        ("3-^", "3v"),
        ("-(1^)", "-1v"),
        ("-1^", "^-1"),
        ("--1", "1"),
        ("-^", "v"),
        ("{2|0}+*", "{2*|*}"),
        ("{1|0}+{1|0}", "{1+{1|0}|{1|0}}"),
        ("{1|1}", "1*"),
        ("{0|-2||2|0}", "0"),
        ("Tiny(2)", "{0||0|-2}"),
        ("tiny(1/2)", "0||0|-1/2"),
        ("Miny(2)", "{2|0||0}"),
        ("1/2Tiny(1/2)", "{1/2||1/2|0}"),
        ("⇑*", "^^*"),
        ("⇓", "vv"),
        ("↑4*2", "^4*2"),
        ("{1,2,3|-1}", "{3|-1}"),
        ("1000000 + -1000000", "0"),
        ("^[2]", "{^|*}"),
        ("^[2]*", "{0,^*|0}"),
        ("^[3]", "^<1>+^<2>+^<3>"),
        ("^<2>", "{0|v*}"),
        ("v<2>*", "{^|0,*}"),
        ("{ 1 , { 2 | 0 } | }", "2"),
    ] {
        assert_eq!(value(&store, a), value(&store, b), "{a} = {b}");
    }
}

#[test]
fn comparisons() {
    let store = Store::new();
    for (a, b, comparison) in [
        ("^", "0", Comparison::Greater),
        ("v", "0", Comparison::Less),
        ("*", "0", Comparison::Fuzzy),
        ("^*", "0", Comparison::Fuzzy),
        ("^^*", "0", Comparison::Greater),
        ("^*2", "0", Comparison::Greater),
        ("^", "*", Comparison::Fuzzy),
        ("^^", "*", Comparison::Greater),
        ("^32767", "1/1024", Comparison::Less),
        ("Tiny(1)", "0", Comparison::Greater),
        ("Tiny(1)", "^", Comparison::Less),
        ("Tiny(2)", "Tiny(1)", Comparison::Less),
        ("+-1", "0", Comparison::Fuzzy),
        ("+-1", "1", Comparison::Fuzzy),
        ("+-1", "2", Comparison::Less),
        ("{2|1}", "1", Comparison::Fuzzy),
        ("{3||2|1}", "2", Comparison::Greater),
        ("{2|0}+*", "{2|0}", Comparison::Fuzzy),
        ("*3", "*3", Comparison::Equal),
    ] {
        assert_eq!(store.compare(value(&store, a), value(&store, b)), Ok(comparison), "{a} ? {b}");
    }
}

/// *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.7.
#[test]
fn atomic_weights() {
    let store = Store::new();
    for (game, weight) in [
        ("0", "0"),
        ("*", "0"),
        ("*7", "0"),
        ("^", "1"),
        ("^*", "1"),
        ("v3*2", "-3"),
        ("{^|v}", "0"),
        ("{^^|vv}", "*"),
        ("{^3|v3}", "+-1"),
        ("{^|*}", "1"),
        ("{0|v*}", "0"),
        ("{0||0|v}", "1"),
        ("{^4|0}", "2*"),
    ] {
        let weight = value(&store, weight);
        let found = store.atomic_weight(value(&store, game)).unwrap().unwrap();
        assert_eq!(store.display(found).to_string(), store.display(weight).to_string(), "{game}");
    }
    for game in ["1", "1^", "{1|0}", "Tiny(1)"] {
        assert_eq!(store.atomic_weight(value(&store, game)), Ok(None), "{game}");
    }
}

/// Game; letters for number, whole, number-ish, infinitesimal, all-small, nimber, switch, tiny.
#[test]
fn kinds() {
    let store = Store::new();
    for (game, kinds) in [
        ("0", "n w ~ i a *"),
        ("3", "n w ~"),
        ("3/4", "n ~"),
        ("*2", "~ i a *"),
        ("^", "~ i a"),
        ("1^", "~"),
        ("{^^|vv}", "~ i a"),
        ("Tiny(2)", "~ i +"),
        ("1Tiny(2)", "~"),
        ("{2|1}", "s"),
        ("+-1", "s"),
        ("{2||1|0}", ""),
    ] {
        let v = value(&store, game);
        let found: Vec<&str> = [
            (v.to_number().is_some(), "n"),
            (v.to_integer().is_some(), "w"),
            (store.is_number_ish(v), "~"),
            (store.is_infinitesimal(v), "i"),
            (store.is_all_small(v), "a"),
            (v.to_nimber().is_some(), "*"),
            (store.switch(v).is_some(), "s"),
            (store.tiny_subscript(v).is_some(), "+"),
        ]
        .into_iter()
        .filter_map(|(holds, letter)| holds.then_some(letter))
        .collect();
        assert_eq!(found.join(" "), kinds, "{game}");
    }
}

/// Game; birthday, followers, subgames, depth, left incentives, right incentives.
#[test]
fn sizes_and_incentives() {
    let store = Store::new();
    for (game, birthday, followers, subgames, depth, left, right) in [
        ("0", 0, 1, 0, 0, "", ""),
        ("1000000", 1_000_000, 1_000_001, 0, 0, "-1", ""),
        ("3/4", 3, 4, 0, 0, "-1/4", "-1/4"),
        ("-5/2", 4, 5, 0, 0, "-1/2", "-1/2"),
        ("*3", 3, 4, 26, 0, "*3 *2 *", "*3 *2 *"),
        ("^", 2, 3, 4, 0, "v", "^*"),
        ("^3*2", 6, 7, 32, 0, "v3*2", "^*"),
        ("1^", 3, 4, 4, 0, "v", "^*"),
        ("+-1", 2, 4, 2, 1, "{2|0}", "{2|0}"),
        ("^2*", 3, 4, 6, 0, "v2*", "^*"),
        ("{2||1|0}", 3, 5, 4, 2, "{2|1||0}", "{2||1|0}-{1|0}"),
    ] {
        let v = value(&store, game);
        assert_eq!((store.birthday(v), store.followers(v), store.depth(v)), (birthday, followers, depth), "{game}");
        assert_eq!(store.subgames(v), subgames, "{game}");
        for (mut incentives, expected) in
            [(store.left_incentives(v).unwrap(), left), (store.right_incentives(v).unwrap(), right)]
        {
            let mut expected: Vec<_> = expected.split_whitespace().map(|text| value(&store, text)).collect();
            expected.sort_unstable();
            incentives.sort_unstable();
            assert_eq!(incentives, expected, "{game}");
        }
    }
}

/// Berlekamp, *The Economist's View of Combinatorial Games*, Fig. 17, and Song and Müller, Fig. 5: the four kinds of
/// infinitesimals; then Song and Müller II-D.
#[test]
fn thermographs_and_their_bounds() {
    let store = Store::new();
    for (game, left, right, bounds, sharp) in [
        ("0", "-1:0", "-1:0", "[0, 0]", "[0, 0]"),
        ("^", "-1:1 0:0", "-1:0 0:0", "(0, +ε]", "(0, +ε]"),
        ("^7*3", "-1:1 0:0", "-1:0 0:0", "(0, +ε]", "(0, +ε]"),
        ("v", "-1:0 0:0", "-1:-1 0:0", "[-ε, 0)", "[-ε, 0)"),
        ("*", "-1:1 0:0", "-1:-1 0:0", "[-ε, +ε]", "[-ε, +ε]"),
        ("*9", "-1:1 0:0", "-1:-1 0:0", "[-ε, +ε]", "[-ε, +ε]"),
        ("^*", "-1:1 0:0", "-1:-1 0:0", "[-ε, +ε]", "[-ε, +ε]"),
        ("3^", "-1:4 0:3", "-1:3 0:3", "(3, 3+ε]", "(3, 3+ε]"),
        ("1/2", "-1:1 -1/2:1/2", "-1:0 -1/2:1/2", "[1/2, 1/2]", "[1/2, 1/2]"),
        ("{2|1*}", "-1:3 1/2:3/2", "-1:1 0:1 1/2:3/2", "[1, 2+ε]", "(1, 2+ε]"),
        ("+-1", "-1:2 1:0", "-1:-2 1:0", "[-1-ε, 1+ε]", "[-1-ε, 1+ε]"),
    ] {
        let graph = store.thermograph(value(&store, game)).unwrap();
        let found = [graph.left().to_string(), graph.right().to_string()];
        assert_eq!(found, [left, right], "{game}");
        assert_eq!(graph.bounds().to_string(), bounds, "{game}");
        assert_eq!(graph.sharp_bounds().to_string(), sharp, "{game}");
    }
    for (game, sectors) in [("0", (1, 1)), ("+-1", (2, 2)), ("^", (2, 1)), ("{2|1*}", (2, 3))] {
        let graph = store.thermograph(value(&store, game)).unwrap();
        assert_eq!((graph.left().sectors(), graph.right().sectors()), sectors, "{game}");
    }
}
