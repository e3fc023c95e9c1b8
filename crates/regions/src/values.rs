//! Values of areas, by the recursion of Snatzke ("Exhaustive search in the game Amazons", 2002): play every move, split
//! what is left into its areas, add up their values, and bring the game with these options into canonical form.
//!
//! An area with amazons of one colour is the number of moves its owner has there. Every area with both is worked out
//! once for all its images and kept by canonical [`Area`]. Each move burns a square, so the recursion is never deeper
//! than the area has squares.

use std::hash::Hash;

use otrera_board::areas::Kind;
use otrera_board::{Area, Bits, Move, Position, Side};
use otrera_cgt::{Interrupted, Store, Value, table_bytes};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Works out the values of areas and remembers them.
pub struct AreaValues<'s> {
    store: &'s Store,
    known: Option<&'s dyn KnownAreas>,
    narrow: Memos<u64>,
    wide: Memos<u128>,
}

/// Values of areas that are known from elsewhere, such as an atlas, so that they need not be worked out.
pub trait KnownAreas: Sync {
    /// The value of a connected patch with both colours, in the store that the others are in.
    fn value(&self, patch: &Area<u64>) -> Option<Value>;

    /// The most moves of the only side in a connected patch.
    fn territory(&self, patch: &Area<u64>) -> Option<i64>;
}

/// What is known about canonical patches.
#[derive(Debug)]
pub struct Memos<B: Bits> {
    values: FxHashMap<Area<B>, Value>,
    territories: FxHashMap<Area<B>, i64>,
}

impl<B: Bits> Memos<B> {
    fn bytes(&self) -> usize {
        table_bytes::<(Area<B>, Value)>(self.values.capacity())
            + table_bytes::<(Area<B>, i64)>(self.territories.capacity())
    }

    /// What the next entries will take in addition, in bytes.
    fn growth(&self) -> usize {
        let table = |len: usize, capacity: usize, bytes: fn(usize) -> usize| match len == capacity {
            true => bytes(2 * capacity),
            false => 0,
        };
        table(self.values.len(), self.values.capacity(), table_bytes::<(Area<B>, Value)>)
            + table(self.territories.len(), self.territories.capacity(), table_bytes::<(Area<B>, i64)>)
    }
}

impl<B: Bits> Default for Memos<B> {
    fn default() -> Self {
        Memos { values: FxHashMap::default(), territories: FxHashMap::default() }
    }
}

/// The limits were reached before the value was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{why}; {areas} smaller areas were valued by then, {games} games kept, {megabytes} MB used")]
pub struct Unfinished {
    /// What ended the work.
    pub why: Interrupted,
    /// Areas whose value is known, territories included.
    pub areas: usize,
    /// Canonical forms in the store.
    pub games: usize,
    /// Memory for areas and games.
    pub megabytes: usize,
}

impl<'s> AreaValues<'s> {
    /// Nothing known yet. The limits are those of the store.
    pub fn new(store: &'s Store) -> AreaValues<'s> {
        AreaValues { store, known: None, narrow: Memos::default(), wide: Memos::default() }
    }

    /// Like [`new`](Self::new), with areas that are known from elsewhere.
    pub fn with_known(store: &'s Store, known: &'s dyn KnownAreas) -> AreaValues<'s> {
        AreaValues { known: Some(known), ..AreaValues::new(store) }
    }

    /// Where the games are kept.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// Number of areas with both colours whose value is known.
    pub fn len(&self) -> usize {
        self.narrow.values.len() + self.wide.values.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position: the sum of its areas. Whose turn it is does not matter.
    pub fn position<B: Word>(&mut self, position: &Position<B>) -> Result<Value, Unfinished> {
        self.sum(&Area::whole(position)).map_err(|why| self.unfinished(why))
    }

    /// Like [`position`](Self::position), without counting up how far it got.
    pub fn value<B: Word>(&mut self, position: &Position<B>) -> Result<Value, Interrupted> {
        self.sum(&Area::whole(position))
    }

    /// The moves of a side, each with the value that it leads to.
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

    /// Memory that the memos take, in bytes, the games not counted.
    pub fn bytes(&self) -> usize {
        self.narrow.bytes() + self.wide.bytes()
    }

    /// Fails once the limits of the store are reached, by games and memos together. A memo that is full is about to
    /// move into one of twice the size, and both are there meanwhile.
    pub fn check_limits(&self) -> Result<(), Interrupted> {
        self.store.check_limits(self.bytes() + self.narrow.growth() + self.wide.growth())
    }

    fn sum<B: Word>(&mut self, area: &Area<B>) -> Result<Value, Interrupted> {
        let mut moves_ahead = 0;
        let mut sum = self.store.zero();
        for part in area.parts() {
            match part.kind {
                Kind::Dead => {}
                Kind::Active => {
                    let value = B::value_of(self, &area.cropped(part.squares))?;
                    sum = self.store.add(sum, value)?;
                }
                Kind::Territory(owner) => {
                    let moves = B::territory_of(self, &area.cropped(part.squares))?;
                    moves_ahead += if owner == Side::Black { moves } else { -moves };
                }
            }
        }
        self.store.add(sum, self.store.integer(moves_ahead)?)
    }

    /// The value of a connected patch with both colours.
    fn active<B: Word>(&mut self, patch: &Area<B>) -> Result<Value, Interrupted> {
        let (patch, exchanged) = patch.canonical();
        let value = match B::memos(self).values.get(&patch) {
            Some(&value) => value,
            None => {
                let left = self.options(&patch, Side::Black)?;
                let right = self.options(&patch, Side::White)?;
                let value = self.store.game(&left, &right)?;
                self.check_limits()?;
                B::memos(self).values.insert(patch, value);
                value
            }
        };
        Ok(if exchanged { -value } else { value })
    }

    fn options<B: Word>(&mut self, patch: &Area<B>, side: Side) -> Result<Vec<Value>, Interrupted> {
        patch.moves(side).map(|play| self.sum(&patch.after(side, play))).collect()
    }
}

/// A word that areas are kept in. An area that fits into 64 bits is worked out there, wherever it was found.
pub trait Word: Bits + Hash {
    /// The memos for this word.
    #[doc(hidden)]
    fn memos<'a>(values: &'a mut AreaValues<'_>) -> &'a mut Memos<Self>;

    /// The value of a connected patch with both colours, in the smallest word that holds it.
    #[doc(hidden)]
    fn value_of(values: &mut AreaValues<'_>, patch: &Area<Self>) -> Result<Value, Interrupted>;

    /// The moves of the only side in a connected patch, in the smallest word that holds it.
    #[doc(hidden)]
    fn territory_of(values: &mut AreaValues<'_>, patch: &Area<Self>) -> Result<i64, Interrupted>;

    /// What is known about territories.
    #[doc(hidden)]
    fn territories<'a>(values: &'a mut AreaValues<'_>) -> &'a mut FxHashMap<Area<Self>, i64> {
        &mut Self::memos(values).territories
    }
}

impl Word for u64 {
    fn memos<'a>(values: &'a mut AreaValues<'_>) -> &'a mut Memos<u64> {
        &mut values.narrow
    }

    #[inline]
    fn value_of(values: &mut AreaValues<'_>, patch: &Area<u64>) -> Result<Value, Interrupted> {
        match values.known.and_then(|known| known.value(patch)) {
            Some(value) => Ok(value),
            None => values.active(patch),
        }
    }

    #[inline]
    fn territory_of(values: &mut AreaValues<'_>, patch: &Area<u64>) -> Result<i64, Interrupted> {
        match values.known.and_then(|known| known.territory(patch)) {
            Some(moves) => Ok(moves),
            None => values.territory(patch),
        }
    }
}

impl Word for u128 {
    fn memos<'a>(values: &'a mut AreaValues<'_>) -> &'a mut Memos<u128> {
        &mut values.wide
    }

    fn value_of(values: &mut AreaValues<'_>, patch: &Area<u128>) -> Result<Value, Interrupted> {
        match patch.resized::<u64>() {
            Some(narrow) => u64::value_of(values, &narrow),
            None => values.active(patch),
        }
    }

    fn territory_of(values: &mut AreaValues<'_>, patch: &Area<u128>) -> Result<i64, Interrupted> {
        match patch.resized::<u64>() {
            Some(narrow) => u64::territory_of(values, &narrow),
            None => values.territory(patch),
        }
    }
}
