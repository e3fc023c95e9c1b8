//! Exact values: an area as a combinatorial game in canonical form.
//!
//! A board is the sum of its areas, so its value is the sum of their values. An area with amazons of one side is an
//! integer, the number of moves of its owner ([`fill`](crate::filling::fill)). An area with amazons of both sides is
//! valued by the recursion of Snatzke ("Exhaustive search in the game Amazons", 2002): play every move of each side,
//! split the result into its areas, add up their values, and bring the game with these options into canonical form. For
//! example:
//!
//! ```text
//!  b . . w     Black moves to   . b # w    1, a move into the corner is left
//!                               # . b w    1
//!                               # b . w    *, each side can take the last square
//!                               . # b w    0
//!
//!  White's options are the negatives of these; 1 and -1 dominate the others, so the value is {1|-1}, written +-1
//! ```
//!
//! Each move burns a square, so the recursion is at most as deep as the area has squares. The cost is the number of
//! different areas: a fight of one amazon each in opposite corners needs 10,886 on 3x4 (0.08 s), 112,986 on 2x8 (1.1 s)
//! and 153,028 on 4x4 (3.2 s). Three things keep it down. Areas are cached by [`Area::canonical`], once for all sixteen
//! images. Areas that fit into 64 bits are computed there, wherever they were found. And a [`KnownAreas`], such as an
//! atlas, ends the recursion early.
//!
//! Without the split into areas, the definition gives the same values and is of no use beyond about ten empty squares;
//! tests/laws.rs compares the two. testdata/values.csv has values on which four independent programs agree.

use std::hash::Hash;

use otrera_board::areas::Kind;
use otrera_board::{Area, Bits, Move, Position, Side};
use otrera_cgt::{Interrupted, Store, Value, table_bytes};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Computes values of areas and caches them.
pub struct AreaValues<'s> {
    store: &'s Store,
    known: Option<&'s dyn KnownAreas>,
    narrow: Cache<u64>,
    wide: Cache<u128>,
}

/// A source of values that need not be computed, such as an atlas.
pub trait KnownAreas: Sync {
    /// Returns the value of a connected area with amazons of both sides, in the store of the [`AreaValues`].
    fn value(&self, area: &Area<u64>) -> Option<Value>;

    /// Returns the maximum number of moves of the owner of a connected territory.
    fn territory(&self, area: &Area<u64>) -> Option<i64>;
}

/// Values and territories by canonical area.
#[derive(Debug, Default)]
pub struct Cache<B: Bits> {
    values: FxHashMap<Area<B>, Value>,
    pub(crate) territories: FxHashMap<Area<B>, i64>,
}

impl<B: Bits> Cache<B> {
    fn bytes(&self) -> usize {
        table_bytes::<(Area<B>, Value)>(self.values.capacity())
            + table_bytes::<(Area<B>, i64)>(self.territories.capacity())
    }

    /// Additional bytes that the next insertions take: a full table is copied into one of twice the size.
    fn growth(&self) -> usize {
        let table = |len: usize, capacity: usize, bytes: fn(usize) -> usize| match len == capacity {
            true => bytes(2 * capacity),
            false => 0,
        };
        table(self.values.len(), self.values.capacity(), table_bytes::<(Area<B>, Value)>)
            + table(self.territories.len(), self.territories.capacity(), table_bytes::<(Area<B>, i64)>)
    }
}

/// A limit was reached before the value was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{why}; {areas} smaller areas were valued by then, {games} games kept, {megabytes} MB used")]
pub struct Unfinished {
    /// The limit.
    pub why: Interrupted,
    /// Cached areas, including territories.
    pub areas: usize,
    /// Canonical forms in the store.
    pub games: usize,
    /// Memory of the cache and the store.
    pub megabytes: usize,
}

impl<'s> AreaValues<'s> {
    /// An empty cache. Limits are those of the store.
    pub fn new(store: &'s Store) -> AreaValues<'s> {
        AreaValues { store, known: None, narrow: Cache::default(), wide: Cache::default() }
    }

    /// Like [`new`](Self::new), with a source of values.
    pub fn with_known(store: &'s Store, known: &'s dyn KnownAreas) -> AreaValues<'s> {
        AreaValues { known: Some(known), ..AreaValues::new(store) }
    }

    /// The store of all values.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// Number of cached areas with amazons of both sides.
    pub fn len(&self) -> usize {
        self.narrow.values.len() + self.wide.values.len()
    }

    /// Returns whether no area is cached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a position: the sum of its areas. The side to move does not matter.
    pub fn position<B: Word>(&mut self, position: &Position<B>) -> Result<Value, Unfinished> {
        self.sum(&Area::whole(position)).map_err(|why| self.unfinished(why))
    }

    /// Like [`position`](Self::position), with an error that has no statistics.
    pub fn value<B: Word>(&mut self, position: &Position<B>) -> Result<Value, Interrupted> {
        self.sum(&Area::whole(position))
    }

    /// Returns the moves of `side`, each with the value after it.
    pub fn moves<B: Word>(&mut self, position: &Position<B>, side: Side) -> Result<Vec<(Move, Value)>, Unfinished> {
        let position = position.with_to_move(side);
        let mut found = Vec::new();
        for action in position.actions() {
            let mut child = position;
            child.play_unchecked(action);
            found.push((position.name(action), self.position(&child)?));
        }
        Ok(found)
    }

    fn unfinished(&self, why: Interrupted) -> Unfinished {
        Unfinished {
            why,
            areas: self.len() + self.narrow.territories.len() + self.wide.territories.len(),
            games: self.store.len(),
            megabytes: (self.store.bytes() + self.bytes()) >> 20,
        }
    }

    /// Bytes of the cache, without the store.
    pub fn bytes(&self) -> usize {
        self.narrow.bytes() + self.wide.bytes()
    }

    /// Fails if the store and the cache, with the growth that is due, exceed the limits of the store.
    pub(crate) fn check_limits(&self) -> Result<(), Interrupted> {
        self.store.check_limits(self.bytes() + self.narrow.growth() + self.wide.growth())
    }

    fn sum<B: Word>(&mut self, area: &Area<B>) -> Result<Value, Interrupted> {
        let mut lead = 0;
        let mut sum = self.store.zero();
        for part in area.parts() {
            match part.kind {
                Kind::Dead => {}
                Kind::Active => {
                    let value = self.value_of(&area.cropped(part.squares))?;
                    sum = self.store.add(sum, value)?;
                }
                Kind::Territory(owner) => {
                    let moves = self.territory_of(&area.cropped(part.squares))?;
                    lead += if owner == Side::Black { moves } else { -moves };
                }
            }
        }
        self.store.add(sum, self.store.integer(lead)?)
    }

    /// The value of a connected area with amazons of both sides, in the smallest word that holds it.
    #[inline]
    fn value_of<B: Word>(&mut self, area: &Area<B>) -> Result<Value, Interrupted> {
        let Some(narrow) = area.resized::<u64>() else { return self.active(area) };
        match self.known.and_then(|known| known.value(&narrow)) {
            Some(value) => Ok(value),
            None => self.active(&narrow),
        }
    }

    /// The moves of the owner of a connected territory, in the smallest word that holds it.
    #[inline]
    fn territory_of<B: Word>(&mut self, area: &Area<B>) -> Result<i64, Interrupted> {
        let Some(narrow) = area.resized::<u64>() else { return self.territory(area) };
        match self.known.and_then(|known| known.territory(&narrow)) {
            Some(moves) => Ok(moves),
            None => self.territory(&narrow),
        }
    }

    fn active<B: Word>(&mut self, area: &Area<B>) -> Result<Value, Interrupted> {
        let (area, swapped) = area.canonical();
        let value = match B::cache(self).values.get(&area) {
            Some(&value) => value,
            None => {
                let left = self.options(&area, Side::Black)?;
                let right = self.options(&area, Side::White)?;
                let value = self.store.game(&left, &right)?;
                self.check_limits()?;
                B::cache(self).values.insert(area, value);
                value
            }
        };
        Ok(if swapped { -value } else { value })
    }

    fn options<B: Word>(&mut self, area: &Area<B>, side: Side) -> Result<Vec<Value>, Interrupted> {
        let mut options = Vec::new();
        for play in area.moves(side) {
            options.push(self.sum(&area.after(side, play))?);
        }
        Ok(options)
    }
}

/// A word of bits that holds an area.
pub trait Word: Bits + Hash {
    #[doc(hidden)]
    fn cache<'a>(values: &'a mut AreaValues<'_>) -> &'a mut Cache<Self>;
}

impl Word for u64 {
    fn cache<'a>(values: &'a mut AreaValues<'_>) -> &'a mut Cache<u64> {
        &mut values.narrow
    }
}

impl Word for u128 {
    fn cache<'a>(values: &'a mut AreaValues<'_>) -> &'a mut Cache<u128> {
        &mut values.wide
    }
}
