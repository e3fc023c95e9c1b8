//! Endings of random games on 10x10: `otrera solve` against plain minimax over the areas, and certificates against both
//! checkers.
//!
//!     OTRERA_ENDINGS=500 cargo test -p otrera --test certcheck endings -- --nocapture
//!
//! compares 500 endings and 50 certificates.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use otrera_board::{Position, Side};
use otrera_solver::wide_area;
use otrera_testing::{Random, SumMinimax, open_squares};

use super::common::Place;
use super::{accepted_here, accepted_there, note_skipped};

/// Endings without the environment variable.
const ENDINGS: usize = 20;
/// Endings for each certificate.
const PER_CERTIFICATE: usize = 10;
/// A game goes on until its active areas have at most a random number of empty squares, between these two.
const OPEN: RangeInclusive<u32> = 11..=30;
/// Nodes of minimax for one ending: a second or two.
const NODES: u64 = 300_000;

/// Endings that minimax decides, and those that it does not.
#[derive(Default)]
struct Endings {
    decided: Vec<(Position, Side)>,
    /// Open squares of endings that take more nodes.
    undecided: Vec<u32>,
    /// Endings with an area that `solve` refuses.
    wide: usize,
}

impl Endings {
    fn new(count: usize) -> Endings {
        let mut random = Random(10);
        let mut endings = Endings::default();
        while endings.decided.len() < count {
            let most = OPEN.start() + random.below(OPEN.count()) as u32;
            let Some(position) = random.large_ending(most).filter(|ending| open_squares(ending) > 0) else { continue };
            if wide_area(&position).is_some() {
                endings.wide += 1;
                continue;
            }
            let us = position.to_move();
            match SumMinimax::new(NODES).wins(&position) {
                Some(true) => endings.decided.push((position, us)),
                Some(false) => endings.decided.push((position, !us)),
                None => endings.undecided.push(open_squares(&position)),
            }
        }
        endings
    }

    fn summary(&self) -> String {
        let by_tens = |open: &[u32]| {
            let [few, some, many] = [0..=10, 11..=20, 21..=30]
                .map(|range: RangeInclusive<u32>| open.iter().filter(|&open| range.contains(open)).count());
            format!("{few} with up to 10 open squares, {some} with up to 20, {many} with up to 30")
        };
        let decided: Vec<u32> = self.decided.iter().map(|(ending, _)| open_squares(ending)).collect();
        let (all, decided) = (decided.len(), by_tens(&decided));
        let undecided = by_tens(&self.undecided);
        format!("{all} endings: {decided}\ntoo much for minimax: {undecided}\nwith a wide area: {}\n", self.wide)
    }
}

#[test]
fn endings_on_10x10_agree_with_minimax_and_have_certificates() {
    let count = std::env::var("OTRERA_ENDINGS").map_or(ENDINGS, |count| count.parse().unwrap());
    let endings = Endings::new(count);
    let place = Place::new();
    let mut files: Vec<PathBuf> = Vec::new();
    for (number, (position, winner)) in endings.decided.iter().enumerate() {
        let (board, file) = (position.to_string(), place.path(&number.to_string()));
        let mut words = vec!["solve", &board];
        if number % PER_CERTIFICATE == 0 {
            words.extend(["--certificate", &file]);
            files.push(PathBuf::from(&file));
        }
        let report = place.json(&words);
        assert_eq!(report["winner"], winner.name(), "{board}");
        let Some(best) = report["move"].as_str() else { continue };
        let mut next = *position;
        next.play(best.parse().unwrap()).unwrap();
        assert_ne!(SumMinimax::new(NODES).wins(&next), Some(true), "{board}: {best}");
    }
    assert!(files.iter().all(|file| accepted_here(&std::fs::read(file).unwrap())));
    let there = accepted_there(&files);
    assert!(there.as_ref().is_none_or(|there| there.iter().all(|&accepted| accepted)), "{there:?}");
    if there.is_none() {
        note_skipped();
    }
    println!("{}accepted certificates: {}", endings.summary(), files.len());
}
