//! Speed of canonical forms, sums, comparisons, thermographs and text. Each benchmark asserts its result.
//!
//! The games are the values of Amazons areas in testdata/values.csv.

use divan::{Bencher, black_box};
use otrera_cgt::{Store, Value};

const VALUES: &str = include_str!("../../../testdata/values.csv");

fn main() {
    divan::main();
}

/// The quoted values of the table, which have more than one option on a side.
fn texts() -> Vec<&'static str> {
    let rows = VALUES.lines().filter(|line| !line.starts_with("# "));
    let texts: Vec<_> = rows.filter_map(|line| line.split_once(",\"")?.1.split('"').next()).collect();
    assert!(texts.len() > 100);
    texts
}

fn read(store: &Store) -> Vec<Value> {
    texts().iter().map(|text| store.parse(text).unwrap()).collect()
}

/// A store with empty memos, and the values in it.
fn cold_store() -> (Store, Vec<Value>) {
    let store = Store::new();
    let values = read(&store);
    (store, values)
}

#[divan::bench]
fn parse_and_canonicalise(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(Store::new).bench_refs(|store| {
        let values = read(store);
        assert_eq!(values.len(), texts().len());
    });
}

#[divan::bench]
fn add_pairs_from_cold(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(cold_store).bench_refs(|(store, values)| {
        for pair in values.windows(2).filter(|pair| pair.iter().all(|&v| store.followers(v) < 40)) {
            let sum = store.add(pair[0], pair[1]).unwrap();
            assert_eq!(store.sub(sum, pair[1]).unwrap(), pair[0]);
        }
    });
}

#[divan::bench]
fn compare_all_pairs(bencher: Bencher<'_, '_>) {
    let (store, values) = cold_store();
    bencher.bench(|| {
        let mut below = 0;
        for &a in &values {
            for &b in &values {
                below += usize::from(store.le(black_box(a), black_box(b)).unwrap());
            }
        }
        assert!(below >= values.len() && below < values.len() * values.len());
    });
}

#[divan::bench]
fn thermographs_from_cold(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(cold_store).bench_refs(|(store, values)| {
        for &value in values.iter() {
            assert_eq!(store.thermograph(value).unwrap().left_stop(), store.left_stop(value));
        }
    });
}

#[divan::bench]
fn print_and_read_back(bencher: Bencher<'_, '_>) {
    let (store, values) = cold_store();
    bencher.bench(|| {
        for &value in &values {
            assert_eq!(store.parse(&store.display(value).to_string()).unwrap(), value);
        }
    });
}
