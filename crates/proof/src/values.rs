//! The games and cores of a certificate, in the one order in which they may be listed.

use otrera_cgt::wire::{ByteReader, EncodedOptions, EncodedValue, Listed};
use otrera_cgt::{CorePart, Interrupted, Parts, Store, Value, table_bytes};
use rustc_hash::FxHashMap;

use crate::claim::core_and_whole;
use crate::error::CheckError;

/// Bound on numbers. No side has as many moves on a board of 128 squares.
pub(crate) const MOST: i64 = 1 << 10;
/// Largest e of a denominator 2^e.
const MOST_EXPONENT: u32 = 12;
/// Largest depth of a game: its moves burn squares of a board.
const MOST_DEPTH: u32 = 128;

/// Games and cores as values of a store.
pub(crate) struct Values<'s> {
    store: &'s Store,
    games: Vec<Value>,
    /// Entries of the games, by their index in the store.
    listed: FxHashMap<u32, Listed>,
    cores: Vec<Value>,
    core_numbers: FxHashMap<Value, usize>,
    /// True for games that are part of another entry.
    used_games: Vec<bool>,
    /// True for cores that have a claim.
    used_cores: Vec<bool>,
}

impl<'s> Values<'s> {
    /// Empty lists.
    pub(crate) fn new(store: &'s Store) -> Values<'s> {
        Values {
            store,
            games: Vec::new(),
            listed: FxHashMap::default(),
            cores: Vec::new(),
            core_numbers: FxHashMap::default(),
            used_games: Vec::new(),
            used_cores: Vec::new(),
        }
    }

    /// Memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let value = size_of::<Value>();
        table_bytes::<(Value, usize)>(self.core_numbers.capacity())
            + table_bytes::<(u32, Listed)>(self.listed.capacity())
            + (self.games.capacity() + self.cores.capacity()) * value
            + self.used_games.capacity()
            + self.used_cores.capacity()
    }

    /// The cores.
    pub(crate) fn cores(&self) -> &[Value] {
        &self.cores
    }

    /// Number of a core, if it is listed.
    pub(crate) fn core_number(&self, core: Value) -> Option<usize> {
        self.core_numbers.get(&core).copied()
    }

    /// Encodes an option of a core.
    pub(crate) fn encode(&self, value: Value) -> EncodedValue {
        EncodedValue::of(self.store, value, |index| self.listed[&index])
    }

    /// Reads `count` games. `check` is called after each, with the bytes in use.
    pub(crate) fn read_games(
        &mut self,
        from: &mut ByteReader<'_>,
        count: usize,
        check: impl Fn(usize) -> Result<(), Interrupted>,
    ) -> Result<(), CheckError> {
        let mut before: Option<(u32, EncodedOptions)> = None;
        for number in 0..count {
            let wrong = |what: &str| CheckError::Nonsense(format!("game {number}{what}"));
            let sides = self.read_options(from).ok_or_else(|| wrong(""))?;
            let mut values = [Vec::new(), Vec::new()];
            for (options, values) in sides.iter().zip(&mut values) {
                if !options.is_sorted_by(|&a, &b| EncodedValue::new(a) < EncodedValue::new(b)) {
                    return Err(wrong(", whose options are out of order"));
                }
                for &parts in options {
                    values.push(self.value(parts)?.ok_or_else(|| wrong(""))?);
                    self.mark(parts);
                }
            }
            let [left, right] = values;
            let game = self.store.game(&left, &right)?;
            let index = self.canonical_index(game, left, right).ok_or_else(|| wrong(", which is not canonical"))?;
            let options = |game| EncodedOptions::of(self.store, game, |option| self.encode(option));
            let [same, negative] = [game, -game].map(options);
            let depth = self.store.depth(game);
            if negative < same || depth > MOST_DEPTH {
                return Err(wrong(""));
            }
            let place = (depth, same);
            if before.is_some_and(|before| place <= before) {
                return Err(wrong(", which is out of order"));
            }
            before = Some(place);
            let negated = self.store.game_at(index) != Some(game);
            self.listed.insert(index, Listed { index: number as u32, negated });
            self.games.push(game);
            self.used_games.push(false);
            check(self.bytes())?;
        }
        Ok(())
    }

    fn read_options(&self, from: &mut ByteReader<'_>) -> Option<[Vec<Parts>; 2]> {
        let (left, right) = (from.varint()?, from.varint()?);
        let mut list = |count| (0..count).map(|_| from.value(self.games.len())).collect::<Option<Vec<_>>>();
        Some([list(left)?, list(right)?])
    }

    /// The store's index of a game, if these are its canonical options, its number is 0, and it has no closed form.
    fn canonical_index(&self, game: Value, mut left: Vec<Value>, mut right: Vec<Value>) -> Option<u32> {
        let Parts { core: CorePart::Game { index, .. }, number } = self.store.parts(game) else { return None };
        let sorted = |options: otrera_cgt::Options<'_>| {
            let mut options: Vec<Value> = options.collect();
            options.sort_unstable();
            options
        };
        left.sort_unstable();
        right.sort_unstable();
        let same = sorted(self.store.left_options(game)) == left && sorted(self.store.right_options(game)) == right;
        (same && number.to_integer() == Some(0)).then_some(index)
    }

    /// Reads `count` cores. `check` is called after each, with the bytes in use.
    pub(crate) fn read_cores(
        &mut self,
        from: &mut ByteReader<'_>,
        count: usize,
        check: impl Fn(usize) -> Result<(), Interrupted>,
    ) -> Result<(), CheckError> {
        let mut before = None;
        for number in 0..count {
            let wrong = |what: &str| CheckError::Nonsense(format!("core {number}{what}"));
            let parts = from.value(self.games.len()).ok_or_else(|| wrong(""))?;
            let value = self.value(parts)?.ok_or_else(|| wrong(""))?;
            if core_and_whole(self.store, value)?.1 != 0 {
                return Err(wrong(""));
            }
            let place = Some(EncodedValue::new(parts));
            if place <= before {
                return Err(wrong(", which is out of order"));
            }
            before = place;
            self.mark(parts);
            self.core_numbers.insert(value, number);
            self.cores.push(value);
            self.used_cores.push(false);
            check(self.bytes())?;
        }
        Ok(())
    }

    /// The value with these parts; `None` if they are out of bounds or not its one encoding.
    fn value(&self, parts: Parts) -> Result<Option<Value>, Interrupted> {
        let number = parts.number;
        // A game that is its own negative is never written as negated.
        let is_one_encoding = match parts.core {
            CorePart::Game { index, negated: true } => self.games[index as usize] != -self.games[index as usize],
            _ => true,
        };
        if !is_one_encoding || number.exponent() > MOST_EXPONENT || number.mantissa().abs() >> number.exponent() >= MOST
        {
            return Ok(None);
        }
        self.store.assemble(parts, &self.games).map(Some)
    }

    /// Notes that a value is used.
    fn mark(&mut self, parts: Parts) {
        if let CorePart::Game { index, .. } = parts.core {
            self.used_games[index as usize] = true;
        }
    }

    /// Notes that a core has a claim.
    pub(crate) fn mark_core(&mut self, number: usize) {
        self.used_cores[number] = true;
    }

    /// Fails if a game or a core is not used.
    pub(crate) fn check_used(&self) -> Result<(), CheckError> {
        let unused = |used: &[bool]| used.iter().position(|&used| !used);
        let what = unused(&self.used_games)
            .map(|number| format!("game {number}"))
            .or_else(|| unused(&self.used_cores).map(|number| format!("core {number}")));
        what.map_or(Ok(()), |what| Err(CheckError::Nonsense(format!("{what}, which is not used"))))
    }
}
