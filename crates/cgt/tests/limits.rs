//! Bad texts, huge games, limits and threads: every operation ends, with an error if need be.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use otrera_cgt::notation::Problem;
use otrera_cgt::{Comparison, Interrupted, Limits, MAX_DEPTH, Store, Value};

#[test]
fn errors_name_the_column() {
    let store = Store::new();
    for (text, message) in [
        ("", "column 1: expected a game such as 3/4, ^*, {1|0} or +-1, found the end of the text"),
        ("{1|", "column 1: '{' is never closed"),
        ("{1|0}}", "column 6: expected the end, a bar, a comma or an operator, found '}'"),
        ("(1|0}", "column 5: expected the end, a bar, a comma or an operator, found '}'"),
        ("{1}", "column 1: expected one game here; options need a bar, as in {1,2|0}"),
        ("{}", "column 1: expected one game here; options need a bar, as in {1,2|0}"),
        ("1,2", "column 2: expected one game here; options need a bar, as in {1,2|0}"),
        ("{1,|0}", "column 3: expected a game on both sides of the comma"),
        ("{,1|0}", "column 2: expected a game on both sides of the comma"),
        ("2|1|0", "column 4: this bar is as strong as one before it: write more bars for the outer one, or braces"),
        ("{↑|1/3}", "column 4: not a dyadic fraction: the denominator must be a power of two"),
        ("1/0", "column 1: not a dyadic fraction: the denominator must be a power of two"),
        ("1/", "column 1: expected a whole number or a fraction such as 3/4"),
        ("123456789012345678901234567890", "column 1: the number is too large: at most 64 bits are supported"),
        ("1 2", "column 3: expected the end, a bar, a comma or an operator, found '2'"),
        ("{1|x}", "column 4: expected a game such as 3/4, ^*, {1|0} or +-1, found 'x'"),
        ("+-", "column 3: expected a game such as 3/4, ^*, {1|0} or +-1, found the end of the text"),
        ("+-{}", "column 3: expected one game here; options need a bar, as in {1,2|0}"),
        ("1+", "column 3: expected a game such as 3/4, ^*, {1|0} or +-1, found the end of the text"),
        ("Tiny 2", "column 5: expected parentheses, as in Tiny(2)"),
        ("^[x]", "column 1: expected a whole number from 1 in brackets, as in ^[2] or ^<3>"),
    ] {
        assert_eq!(store.parse(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let store = Store::new();
    for text in [
        "1073741824",
        "1000000000+1000000000",
        "1/4294967296",
        "^40000",
        "^99999999999",
        "^30000+^30000",
        "*40000",
        "{1/1048576|0}+1000000",
        "+-{1/1048576}+1000000",
    ] {
        let error = store.parse(text).unwrap_err().to_string();
        assert!(error.contains("a number in the game is out of range"), "{text}: {error}");
    }
    // In range, with all its followers.
    let value = store.parse("+-{1/1024}+8000").unwrap();
    assert_eq!(store.left_options(value).next().unwrap().to_number().unwrap().to_string(), "8192001/1024");
}

#[test]
fn nesting_works_up_to_the_limit_and_is_an_error_beyond() {
    let store = Store::new();
    let levels = MAX_DEPTH as usize;
    let nested = |levels: usize| "{".repeat(levels) + &"|}".repeat(levels);
    assert_eq!(store.parse(&nested(levels)).map(|v| v.to_integer()), Ok(Some(levels as i64 - 1)));
    for deep in [nested(100_000), "(".repeat(1_000_000), "{".repeat(1_000_000), "+-{".repeat(100_000)] {
        let error = store.parse(&deep).unwrap_err();
        assert!(error.to_string().contains("nested too deeply"), "{error}");
    }
    let signs = "-".repeat(100_001) + "^";
    assert_eq!(store.parse(&signs).unwrap(), store.parse("v").unwrap());
    let many_bars = (1..900).map(|n| format!("{}{}", n, "|".repeat(n))).collect::<String>();
    assert!(store.parse(&many_bars).unwrap_err().to_string().contains("nested too deeply"));
}

/// A tower of threats at the depth limit passes through every recursive operation, on an ordinary thread's stack.
#[test]
fn the_deepest_games_fit_the_stack() {
    let store = Store::new();
    let mut tower = store.parse("{2|0}").unwrap();
    let step = |tower: Value, level: i64| store.game(&[tower], &[store.integer(-level)?]);
    let mut level = 1;
    let error = loop {
        match step(tower, level) {
            Ok(next) => tower = next,
            Err(error) => break error,
        }
        level += 1;
    };
    assert_eq!(error, Interrupted::TooDeep);
    assert_eq!(store.depth(tower), MAX_DEPTH);
    let text = store.display(tower).to_string();
    assert_eq!(store.parse(&text).unwrap(), tower);
    assert_eq!(store.sub(tower, tower), Ok(store.zero()));
    let other = {
        let text = text.replacen("2|0", "5/2|*", 1);
        store.parse(&text).unwrap()
    };
    assert_eq!(store.depth(other), MAX_DEPTH);
    assert!(store.compare(tower, other).is_ok());
    assert_eq!(store.add(tower, other), Err(Interrupted::TooDeep));
    // Sums at the limit exceed it and fail; comparisons and walks finish.
    assert_eq!(store.add(tower, store.parse("{2|0||-3}").unwrap()), Err(Interrupted::TooDeep));
    let up = store.parse("^").unwrap();
    assert_eq!(store.le(tower, store.parse("{600|^}").unwrap()), Ok(true));
    assert!(store.birthday(tower) > u64::from(MAX_DEPTH));
    assert!(store.followers(tower) > u64::from(MAX_DEPTH));
    assert!(!store.is_all_small(tower));
    assert!(store.thermograph(tower).is_ok_and(|graph| graph.left_stop() == store.left_stop(tower)));
    assert_eq!(store.display_limited(up, 0).to_string(), "…");
}

/// Ups are closed forms, but comparing them with a tree takes a level of recursion for each.
#[test]
fn many_ups_give_a_result_or_an_error() {
    let store = Store::new();
    let game = |text: &str| store.parse(text).unwrap();
    assert_eq!(store.compare(game("Tiny(1)"), game("^500")), Ok(Comparison::Less));
    for text in ["Tiny(1)", "{1|*}", "{0,{1|v}|v3}", "{^7|v7}"] {
        for ups in ["^32767", "v32767*2"] {
            let answer = store.compare(game(text), game(ups));
            assert!(answer.is_ok() || answer == Err(Interrupted::TooDeep), "{text} ? {ups}: {answer:?}");
        }
        assert!(store.thermograph(store.add(game(text), game("^100")).unwrap()).is_ok());
        assert_eq!(store.add(game(text), game("^32767")), Err(Interrupted::TooDeep), "{text}");
    }
    assert_eq!(store.birthday(game("^32767")), 32768);
}

#[test]
fn printing_stops_at_the_limit() {
    let store = Store::new();
    let value = store.parse("{3,{4|0,{1|0,*}}|-3}").unwrap();
    assert_eq!(store.display_limited(value, 8).to_string(), "{3,{4|0,…");
    assert_eq!(store.display_limited(value, 20).to_string(), "{3,{4|0,{1|0,*}}|-3}");
}

/// A sum too large to finish: large values of Amazons areas.
fn heavy_sum(store: &Store) -> Result<Value, Interrupted> {
    let rows = include_str!("../../../testdata/values.csv").lines().filter(|line| line.len() > 600);
    let mut sum = store.zero();
    for row in rows {
        let value = row.split('"').nth(1).expect("long values are quoted");
        let value = store.parse(value).map_err(|error| match error.problem {
            Problem::Interrupted(interrupted) => interrupted,
            _ => panic!("{error}"),
        })?;
        sum = store.add(sum, value)?;
    }
    Ok(sum)
}

#[test]
fn memory_stays_within_the_limit() {
    let limit = 4 << 20;
    let store = Store::with_limits(Limits::bytes(limit));
    assert_eq!(heavy_sum(&store), Err(Interrupted::OutOfMemory));
    assert!(store.bytes() < 2 * limit, "{} bytes", store.bytes());
    assert_eq!(store.parse("1+1").unwrap(), store.integer(2).unwrap());
}

#[test]
fn a_raised_flag_cancels_the_operation() {
    let stop = Arc::new(AtomicBool::new(false));
    let store = Store::with_limits(Limits { stop: Arc::clone(&stop), ..Limits::default() });
    std::thread::scope(|scope| {
        let work = scope.spawn(|| heavy_sum(&store));
        while store.len() < 20_000 && !work.is_finished() {
            std::thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        assert_eq!(work.join().unwrap(), Err(Interrupted::Stopped));
    });
    stop.store(false, Ordering::Relaxed);
    assert!(store.parse("{2|0}+*").is_ok());
}

#[test]
fn threads_agree_on_every_value() {
    let store = Store::new();
    let texts: Vec<String> = (1..60).map(|n| format!("{{{n}|*}}+{{{n}/2|v||-{n}}}+^{n}*{}", n % 4)).collect();
    let read = |offset: usize| -> Vec<Value> {
        let mut values = vec![store.zero(); texts.len()];
        for i in 0..texts.len() {
            let i = (i * 7 + offset) % texts.len();
            values[i] = store.parse(&texts[i]).unwrap();
        }
        values
    };
    let results: Vec<Vec<Value>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|t| scope.spawn(move || read(t * 11))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let alone = Store::new();
    for values in &results {
        assert_eq!(values, &results[0]);
    }
    for (text, &value) in texts.iter().zip(&results[0]) {
        let expected = alone.display(alone.parse(text).unwrap()).to_string();
        assert_eq!(store.display(value).to_string(), expected, "{text}");
    }
}
