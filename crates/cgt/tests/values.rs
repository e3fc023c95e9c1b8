//! The columns of testdata/values.csv that need no board. Four other programs agree on each row.

use otrera_cgt::notation::Style;
use otrera_cgt::{Outcome, Store};

const VALUES: &str = include_str!("../../../testdata/values.csv");

struct Row {
    board: String,
    value: String,
    mean: String,
    temperature: String,
    left_wall: String,
    right_wall: String,
    outcome: String,
    left_stop: String,
    right_stop: String,
    birthday: String,
    cgsuite: String,
}

/// Rows after the header. Comment lines start with hash and space, because a board may start with a hash.
fn rows() -> Vec<Row> {
    let table: String = VALUES.lines().filter(|line| !line.starts_with("# ")).flat_map(|line| [line, "\n"]).collect();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let column = |record: &csv::StringRecord, i: usize| record[i].to_owned();
    reader
        .records()
        .map(|record| {
            let r = record.unwrap();
            Row {
                board: column(&r, 0),
                value: column(&r, 1),
                mean: column(&r, 2),
                temperature: column(&r, 3),
                left_wall: column(&r, 4),
                right_wall: column(&r, 5),
                outcome: column(&r, 6),
                left_stop: column(&r, 7),
                right_stop: column(&r, 8),
                birthday: column(&r, 9),
                cgsuite: column(&r, 11),
            }
        })
        .collect()
}

#[test]
fn the_table_is_complete() {
    assert_eq!(rows().len(), 243);
}

#[test]
fn both_notations_mean_the_same_value() {
    let store = Store::new();
    for row in rows() {
        let value = store.parse(&row.value).unwrap_or_else(|error| panic!("{}: {error}", row.board));
        let other = store.parse(&row.cgsuite).unwrap_or_else(|error| panic!("{}: {error}", row.board));
        assert_eq!(value, other, "{}", row.board);
    }
}

/// The rows are canonical forms, so only the order of options may differ.
#[test]
fn values_print_with_the_same_characters() {
    let store = Store::new();
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
        letters.sort_unstable();
        letters
    };
    for row in rows() {
        let value = store.parse(&row.value).unwrap();
        let nested = store.display(value).style(Style::Nested).to_string();
        assert_eq!(sorted(&nested), sorted(&row.value), "{}: {nested}", row.board);
        let compact = store.display(value).to_string();
        // CGSuite has names for some games that we print in full.
        if !row.cgsuite.contains(['[', '<']) {
            assert_eq!(sorted(&compact), sorted(&row.cgsuite), "{}: {compact}", row.board);
        }
    }
}

#[test]
fn printed_values_parse_and_print_the_same() {
    let store = Store::new();
    for row in rows() {
        let value = store.parse(&row.value).unwrap();
        for text in [
            store.display(value).to_string(),
            store.display(value).unicode().to_string(),
            store.display(value).style(Style::Nested).to_string(),
        ] {
            // A fresh store, with other ids.
            let fresh = Store::new();
            let again = fresh.parse(&text).unwrap();
            assert_eq!(store.parse(&text).unwrap(), value, "{}", row.board);
            assert_eq!(fresh.display(again).to_string(), store.display(value).to_string(), "{}", row.board);
        }
    }
}

#[test]
fn thermographs_stops_outcomes_and_birthdays_agree() {
    let store = Store::new();
    for row in rows() {
        let value = store.parse(&row.value).unwrap();
        let graph = store.thermograph(value).unwrap();
        let outcome = match store.outcome(value) {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        };
        for (name, ours, theirs) in [
            ("mean", graph.mean().to_string(), &row.mean),
            ("temperature", graph.temperature().to_string(), &row.temperature),
            ("left wall", graph.left().to_string(), &row.left_wall),
            ("right wall", graph.right().to_string(), &row.right_wall),
            ("outcome", outcome.to_owned(), &row.outcome),
            ("left stop", store.left_stop(value).to_string(), &row.left_stop),
            ("right stop", store.right_stop(value).to_string(), &row.right_stop),
            ("left wall at 0", graph.left_stop().to_string(), &row.left_stop),
            ("right wall at 0", graph.right_stop().to_string(), &row.right_stop),
            ("birthday", store.birthday(value).to_string(), &row.birthday),
        ] {
            assert_eq!(ours, *theirs, "{name} of {}", row.board);
        }
    }
}
