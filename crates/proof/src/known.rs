//! Exact values of known areas: territories and small areas.
//!
//! The value of a small area is computed by plain recursion: play every move of either side, add the values of the
//! areas that remain, and bring the game with these options into canonical form. A territory is worth the number of
//! moves that its owner can make there.

use otrera_board::areas::{self, Kind};
use otrera_board::{Bits, Position, Side};
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::CanonicalArea;
use crate::claim::Situation;
use crate::memo::Memo;
use crate::territory::{Territories, Territory};

/// Splits positions into situations. Clones share a memo of the values of areas.
#[derive(Clone)]
pub(crate) struct KnownAreas<'s> {
    store: &'s Store,
    small: u32,
    values: Memo<Value>,
    territories: Territories<'s>,
}

impl Situation {
    /// The situation of a whole position.
    pub(crate) fn of<B: Bits>(position: &Position<B>, known: &KnownAreas<'_>) -> Result<Situation, Interrupted> {
        let position = position.resized().expect("every board fits into 128 bits");
        let (areas, rest) = known.split(&position)?;
        Ok(Situation::new(areas, rest, position.to_move()))
    }
}

impl<'s> KnownAreas<'s> {
    /// Areas of at most `small` squares, amazons included, are replaced by their values.
    /// Each memo takes `memo` bytes.
    pub(crate) fn new(store: &'s Store, small: u32, memo: usize) -> KnownAreas<'s> {
        KnownAreas { store, small, values: Memo::new(memo, 0), territories: Territories::new(store, memo) }
    }

    /// Values of territories.
    pub(crate) fn territories(&self) -> &Territories<'s> {
        &self.territories
    }

    /// The store of the values.
    pub(crate) fn store(&self) -> &'s Store {
        self.store
    }

    /// Largest size of an area that is replaced by its value.
    pub(crate) fn small(&self) -> u32 {
        self.small
    }

    /// Splits a position into its large areas, in no particular order, and the sum of all others.
    pub(crate) fn split(&self, position: &Position) -> Result<(Vec<CanonicalArea>, Value), Interrupted> {
        let (mut large, mut sum) = (Vec::new(), self.store.zero());
        for area in areas::basic(position) {
            match area.kind {
                Kind::Active if area.squares.count() > self.small => {
                    large.push(CanonicalArea::of(position, area.squares).0);
                }
                _ => sum = self.store.add(sum, self.worth(position, &area)?)?,
            }
        }
        Ok((large, sum))
    }

    /// The value of a whole position, with areas of any size.
    pub(crate) fn value(&self, position: &Position) -> Result<Value, Interrupted> {
        let mut sum = self.store.zero();
        for area in areas::basic(position) {
            sum = self.store.add(sum, self.worth(position, &area)?)?;
        }
        Ok(sum)
    }

    fn worth(&self, position: &Position, area: &areas::Part) -> Result<Value, Interrupted> {
        match area.kind {
            Kind::Dead => Ok(self.store.zero()),
            Kind::Active => self.active(CanonicalArea::of(position, area.squares).0),
            Kind::Territory(owner) => {
                let territory = Territory {
                    grid: position.grid(),
                    empty: position.empty() & area.squares,
                    free: position.amazons(owner) & area.squares,
                    blockers: u128::NONE,
                };
                let moves = self.store.integer(self.territories.longest(&territory)?.into())?;
                Ok(if owner == Side::Black { moves } else { -moves })
            }
        }
    }

    fn active(&self, area: CanonicalArea) -> Result<Value, Interrupted> {
        if let Some(known) = self.values.get(&area) {
            return Ok(known);
        }
        self.store.check_limits(0)?;
        let [left, right] = Side::BOTH.map(|side| self.options(&area.position(side)));
        let value = self.store.game(&left?, &right?)?;
        Ok(self.values.put(area, value))
    }

    /// The values after each move of the side to move.
    fn options(&self, position: &Position) -> Result<Vec<Value>, Interrupted> {
        let after = |action| {
            let mut child = *position;
            child.play_unchecked(action);
            self.value(&child)
        };
        position.actions().into_iter().map(after).collect()
    }
}
