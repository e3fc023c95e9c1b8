//! Statistics of the strips: Snatzke's table, his findings, and answers to the questions he left open.
//!
//! Positions are counted as in his Table 1: an exchange of colours makes no new position, a symmetry of the board does.
//! So a value and its negative count once. There are twelve times as many positions as values, so each size is first
//! counted by value, and then each value is measured once.

use std::collections::BTreeMap;

use otrera_cgt::{CorePart, Dyadic, Interrupted, Store, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Strips;
use super::class::{Class, tiny_subscript};
use super::measures::{FormSize, Measures};

/// A position with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Number of the board.
    pub shape: usize,
    /// Black's square, by rank on the board.
    pub black: usize,
    /// White's square.
    pub white: usize,
    /// The value.
    pub value: Value,
}

/// Statistics of all boards that are done.
#[derive(Debug)]
pub struct Findings {
    /// By number of squares, from 2 on.
    pub rows: Vec<Row>,
    /// Different values; a value and its negative count once.
    pub values: u64,
    /// Different games; values that differ by a number count once, and numbers, ups and nimbers do not count.
    pub games: u64,
    /// Positions by class of value.
    pub classes: BTreeMap<Class, Occurrence>,
    /// Different G for which a tiny-G or miny-G occurs, perhaps plus a number.
    pub tinies: u64,
    /// Maximum number of canonical options of one side.
    pub options: Extreme<u32>,
    /// Maximum number of canonical options of both sides together.
    pub all_options: Extreme<u32>,
    /// Maximum number of subgames: see [`FormSize::subgames`].
    pub subgames: Extreme<u64>,
    /// Maximum number of followers: see [`Store::followers`].
    pub followers: Extreme<u64>,
    /// Maximum depth: see [`FormSize::depth`].
    pub depth: Extreme<u32>,
    /// Maximum number of sectors of a wall of a thermograph, including the mast.
    pub sectors: Extreme<u32>,
    /// Maximum temperature.
    pub temperature: Extreme<Dyadic>,
    /// Sectors of all walls, over all different values.
    pub value_sectors: u64,
}

/// Statistics of one size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Squares of a board.
    pub squares: u32,
    /// Boards.
    pub boards: u64,
    /// Positions on them.
    pub positions: u64,
    /// Different values on them; a value and its negative count once.
    pub values: u64,
    /// Sum of the subgames of all positions.
    pub subgames: u64,
    /// Maximum number of subgames of a position.
    pub most_subgames: u64,
    /// Sum of the sectors of both walls of all positions.
    pub sectors: u64,
    /// Maximum number of sectors of a wall.
    pub most_sectors: u32,
}

/// Occurrences of a class of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Number of positions.
    pub positions: u64,
    /// Squares of the smallest board.
    pub squares: u32,
    /// Number of positions of that size.
    pub smallest: u64,
    /// The first of them.
    pub example: Example,
}

/// The maximum of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme<N> {
    /// The maximum.
    pub most: N,
    /// Number of positions that reach it.
    pub positions: u64,
    /// The first of them, on a board as small as possible.
    pub example: Option<Example>,
}

/// Bytes per value while findings are collected: its facts, in a hash table at its usual load.
const ENTRY: usize = 2 * size_of::<(Value, Facts)>();

/// The positions with a value on the boards of one size.
struct Tally {
    positions: u64,
    first: Example,
}

#[derive(Clone, Copy)]
struct Facts {
    sizes: FormSize,
    followers: u64,
    most_sectors: u32,
    sectors: u32,
    temperature: Dyadic,
}

impl Findings {
    /// Collects the statistics of all boards that are done, calling `progress` after each size.
    pub fn new(strips: &Strips<'_>, progress: impl Fn(u32)) -> Result<Findings, Interrupted> {
        let store = strips.store();
        let measures = Measures::new(store);
        let mut known: FxHashMap<Value, Facts> = FxHashMap::default();
        let mut tinies: FxHashSet<Value> = FxHashSet::default();
        let mut findings = Findings::empty();
        for squares in 2..=2 * strips.shapes().length() {
            let tallies = tallies(strips, squares);
            let mut row = Row::new(strips, squares, tallies.len() as u64);
            for tally in tallies {
                store.check_limits(strips.bytes() + known.len() * ENTRY)?;
                let value = unsigned(tally.first.value);
                let facts = match known.get(&value) {
                    Some(&facts) => facts,
                    None => {
                        let facts = Facts::new(store, &measures, value)?;
                        findings.value_sectors += u64::from(facts.sectors);
                        known.insert(value, facts);
                        facts
                    }
                };
                row.add(&facts, tally.positions);
                findings.add(&facts, &tally);
                if let Some(class) = Class::of(store, value)? {
                    findings.add_class(class, squares, &tally);
                }
                if let Some(subscript) = tiny_subscript(store, value)? {
                    tinies.insert(subscript);
                }
            }
            findings.rows.push(row);
            progress(squares);
        }
        findings.values = known.len() as u64;
        findings.games = games(store, known.keys());
        findings.tinies = tinies.len() as u64;
        Ok(findings)
    }

    fn empty() -> Findings {
        Findings {
            rows: Vec::new(),
            values: 0,
            games: 0,
            classes: BTreeMap::new(),
            tinies: 0,
            options: Extreme::new(0),
            all_options: Extreme::new(0),
            subgames: Extreme::new(0),
            followers: Extreme::new(0),
            depth: Extreme::new(0),
            sectors: Extreme::new(0),
            temperature: Extreme::new(Dyadic::MINUS_ONE),
            value_sectors: 0,
        }
    }

    fn add(&mut self, facts: &Facts, tally: &Tally) {
        let FormSize { left, right, subgames, depth } = facts.sizes;
        self.options.add(left.max(right), tally);
        self.all_options.add(left + right, tally);
        self.subgames.add(subgames, tally);
        self.followers.add(facts.followers, tally);
        self.depth.add(depth, tally);
        self.sectors.add(facts.most_sectors, tally);
        self.temperature.add(facts.temperature, tally);
    }

    fn add_class(&mut self, class: Class, squares: u32, tally: &Tally) {
        let new = Occurrence { positions: 0, squares, smallest: 0, example: tally.first };
        let occurrence = self.classes.entry(class).or_insert(new);
        occurrence.positions += tally.positions;
        if occurrence.squares == squares {
            occurrence.smallest += tally.positions;
        }
    }

    /// Total number of positions.
    pub fn positions(&self) -> u64 {
        self.rows.iter().map(|row| row.positions).sum()
    }

    /// Total number of boards of at least two squares.
    pub fn boards(&self) -> u64 {
        self.rows.iter().map(|row| row.boards).sum()
    }

    /// The e of the largest denominator 2^e.
    pub fn largest_exponent(&self) -> u32 {
        let exponent = |class: &Class| if let Class::Fraction(e) = *class { Some(e) } else { None };
        self.classes.keys().filter_map(exponent).max().unwrap_or(0)
    }
}

/// The different values of one size, in the order of their first positions.
fn tallies(strips: &Strips<'_>, squares: u32) -> Vec<Tally> {
    let mut places: FxHashMap<Value, usize> = FxHashMap::default();
    let mut tallies: Vec<Tally> = Vec::new();
    for example in strips.shapes().of_size(squares).flat_map(|shape| strips.positions(shape)) {
        let place = *places.entry(unsigned(example.value)).or_insert(tallies.len());
        match tallies.get_mut(place) {
            Some(tally) => tally.positions += 1,
            None => tallies.push(Tally { positions: 1, first: example }),
        }
    }
    tallies
}

/// A representative of a value and its negative.
fn unsigned(value: Value) -> Value {
    value.min(-value)
}

fn games<'a>(store: &Store, values: impl Iterator<Item = &'a Value>) -> u64 {
    let mut seen = vec![false; store.len()];
    for &value in values {
        if let CorePart::Game { index, .. } = store.parts(value).core {
            seen[index as usize] = true;
        }
    }
    seen.into_iter().filter(|&seen| seen).count() as u64
}

impl Facts {
    fn new(store: &Store, measures: &Measures<'_>, value: Value) -> Result<Facts, Interrupted> {
        let graph = store.thermograph(value)?;
        let [left, right] = [graph.left(), graph.right()].map(|wall| wall.sectors() as u32);
        Ok(Facts {
            sizes: measures.of(value),
            followers: store.followers(value),
            most_sectors: left.max(right),
            sectors: left + right,
            temperature: graph.temperature(),
        })
    }
}

impl Row {
    fn new(strips: &Strips<'_>, squares: u32, values: u64) -> Row {
        let boards = || strips.shapes().of_size(squares).filter(|&shape| strips.is_done(shape));
        let positions = boards().map(|shape| strips.shapes().positions(shape) as u64).sum();
        Row { squares, boards: boards().count() as u64, positions, values, ..Row::default() }
    }

    fn add(&mut self, facts: &Facts, positions: u64) {
        self.subgames = self.subgames.saturating_add(facts.sizes.subgames.saturating_mul(positions));
        self.most_subgames = self.most_subgames.max(facts.sizes.subgames);
        self.sectors += u64::from(facts.sectors) * positions;
        self.most_sectors = self.most_sectors.max(facts.most_sectors);
    }
}

impl<N: Copy + Ord> Extreme<N> {
    fn new(least: N) -> Extreme<N> {
        Extreme { most: least, positions: 0, example: None }
    }

    /// Sizes come in rising order, so the first position found is on a smallest board.
    fn add(&mut self, measure: N, tally: &Tally) {
        if measure > self.most || self.example.is_none() {
            *self = Extreme { most: measure, positions: 0, example: Some(tally.first) };
        }
        if measure == self.most {
            self.positions += tally.positions;
        }
    }
}
