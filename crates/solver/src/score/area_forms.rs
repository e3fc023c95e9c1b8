//! Forms of areas: territories are filled, and active areas are played out.

use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::areas::{Kind, components};
use otrera_board::{Area, Bits, Side};
use otrera_cgt::{Interrupted, table_bytes};
use otrera_regions::moves_alone;
use rustc_hash::{FxHashMap, FxHashSet};

use super::form::{Draft, Form, Forms};

/// Squares of the largest active area that is always played out. On 4x5, 6 took as long and more nodes; 8 and 9 took longer.
pub(super) const SMALL: u32 = 7;
/// Squares of the largest active area that [`AreaForms::prepare`] tries to play out.
const LARGEST: u32 = 16;
/// Budget of such a try, in areas of more than [`SMALL`] squares: less than half a second.
const TRY_BUDGET: u32 = 20_000;
/// Bytes of filling states that cost as much time as one node of the search: about a hundred states.
const NODE_BYTES: usize = 1 << 14;
/// Bytes of filling states that are always allowed: some milliseconds, enough for nearly all territories.
const MIN_FILL_BYTES: usize = 1 << 20;

/// Caches of forms, territories and rooms. All images of an area share an entry.
pub(super) struct AreaForms<'a, B: Bits> {
    pub(super) forms: Forms,
    territories: FxHashMap<Area<B>, i16>,
    areas: FxHashMap<Area<B>, Form>,
    /// Moves found in rooms.
    pub(super) rooms: FxHashMap<Area<B>, i16>,
    /// Areas that were too large to be played out.
    given_up: FxHashSet<Area<B>>,
    /// Memory limit. Beyond it nothing more is cached, and active areas stay boards.
    max_bytes: usize,
    /// Limit of bytes for filling one territory, which limits its work in the same way on every machine.
    fill_bytes: usize,
    stop: &'a AtomicBool,
}

/// Form of a connected part of a board.
pub(super) enum PartForm<B: Bits> {
    /// An integer: moves of a territory; White's are negative.
    Integer(i16),
    /// The form of an active area that was played out.
    Known(Form),
    /// An active area that stays a board.
    Open(Area<B>),
}

impl<'a, B: Bits> AreaForms<'a, B> {
    pub(super) fn new(max_bytes: usize, stop: &'a AtomicBool) -> AreaForms<'a, B> {
        AreaForms {
            forms: Forms::new(),
            territories: FxHashMap::default(),
            areas: FxHashMap::default(),
            rooms: FxHashMap::default(),
            given_up: FxHashSet::default(),
            max_bytes,
            fill_bytes: max_bytes.max(MIN_FILL_BYTES),
            stop,
        }
    }

    /// Limits the filling of a territory to the work of a search of `nodes`.
    pub(super) fn allow(&mut self, nodes: u64) {
        let bytes = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(NODE_BYTES);
        self.fill_bytes = bytes.min(self.max_bytes).max(MIN_FILL_BYTES);
    }

    /// Tries to play out the active areas of a board if there are several, which shortens the search.
    pub(super) fn prepare(&mut self, board: &Area<B>) -> Result<(), Interrupted> {
        let is_open = |squares: &B| Side::BOTH.iter().all(|&side| !(*squares & board.amazons(side)).is_none());
        let open: Vec<B> = components(board.grid(), board.unburnt()).filter(is_open).collect();
        for &squares in open.iter().filter(|squares| open.len() > 1 && squares.count() <= LARGEST) {
            let (area, _) = board.cropped(squares).canonical();
            if !self.given_up.contains(&area) && self.form(&area, &mut { TRY_BUDGET })?.is_none() {
                self.given_up.insert(area);
            }
        }
        Ok(())
    }

    /// True if there is memory for the next entry. A full map grows to twice its size, and needs three times for a moment.
    pub(super) fn has_memory(&self) -> bool {
        let entries = self.territories.capacity() + self.areas.capacity() + self.rooms.capacity();
        3 * (self.forms.bytes() + table_bytes::<(Area<B>, Form)>(entries)) < self.max_bytes
    }

    /// The most moves of `owner` in a connected territory.
    pub(super) fn territory(&mut self, area: &Area<B>, owner: Side) -> Result<i16, Interrupted> {
        let area = area.oriented();
        if let Some(&moves) = self.territories.get(&area) {
            return Ok(moves);
        }
        let (stop, most) = (self.stop, self.fill_bytes);
        let check = |bytes: usize| match stop.load(Ordering::Relaxed) {
            true => Err(Interrupted::Stopped),
            false if bytes > most => Err(Interrupted::OutOfMemory),
            false => Ok(()),
        };
        let moves = moves_alone(&area, owner, &check)? as i16;
        if self.has_memory() {
            self.territories.insert(area, moves);
        }
        Ok(moves)
    }

    /// The most moves that `side` can make in a row while the opponent stands still.
    pub(super) fn moves_in_a_row(&mut self, area: &Area<B>, side: Side) -> Result<i16, Interrupted> {
        let mut moves = 0;
        for squares in components(area.grid(), area.empty() | area.amazons(side)) {
            if !(squares & area.empty()).is_none() && !(squares & area.amazons(side)).is_none() {
                moves += self.territory(&area.cropped(squares), side)?;
            }
        }
        Ok(moves)
    }

    /// Calls `visit` with the form of each connected part. `budget` is the number of larger areas that may be played out.
    pub(super) fn for_each_part(
        &mut self,
        board: &Area<B>,
        budget: &mut u32,
        mut visit: impl FnMut(&mut Forms, PartForm<B>),
    ) -> Result<(), Interrupted> {
        for part in board.parts().filter(|part| part.kind != Kind::Dead) {
            let area = board.cropped(part.squares);
            let found = match part.kind {
                Kind::Territory(owner) => {
                    let moves = self.territory(&area, owner)?;
                    PartForm::Integer(if owner == Side::Black { moves } else { -moves })
                }
                _ => match self.form(&area, budget)? {
                    Some(form) => match self.forms.node(form).integer {
                        Some(moves) => PartForm::Integer(moves),
                        None => PartForm::Known(form),
                    },
                    None => PartForm::Open(area.oriented()),
                },
            };
            visit(&mut self.forms, found);
        }
        Ok(())
    }

    /// The form of a connected active area. `None` if it is large, not cached, and beyond the budget.
    pub(super) fn form(&mut self, area: &Area<B>, budget: &mut u32) -> Result<Option<Form>, Interrupted> {
        let (area, is_swapped) = area.canonical();
        let known = match self.areas.get(&area) {
            Some(&form) => Some(form),
            None => self.play_out(&area, budget)?,
        };
        Ok(known.map(|form| if is_swapped { self.forms.node(form).negative } else { form }))
    }

    fn play_out(&mut self, area: &Area<B>, budget: &mut u32) -> Result<Option<Form>, Interrupted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        if area.unburnt().count() > SMALL {
            if *budget == 0 {
                return Ok(None);
            }
            *budget -= 1;
        }
        if !self.has_memory() {
            return Ok(None);
        }
        let Some(left) = self.options(area, Side::Black, budget)? else { return Ok(None) };
        let Some(right) = self.options(area, Side::White, budget)? else { return Ok(None) };
        let left_end = if left.is_empty() { -self.moves_in_a_row(area, Side::White)? } else { 0 };
        let right_end = if right.is_empty() { self.moves_in_a_row(area, Side::Black)? } else { 0 };
        let form = self.forms.game(Draft { left, right, left_end, right_end });
        self.areas.insert(*area, form);
        Ok(Some(form))
    }

    /// The forms after each move of `side`. `None` if one of them is beyond the budget.
    fn options(&mut self, area: &Area<B>, side: Side, budget: &mut u32) -> Result<Option<Vec<Form>>, Interrupted> {
        let mut found = Vec::new();
        for play in area.moves(side) {
            let next = area.after(side, play);
            let (mut sum, mut integer, mut open) = (Forms::ZERO, 0, false);
            self.for_each_part(&next, budget, |forms, part| match part {
                PartForm::Integer(moves) => integer += moves,
                PartForm::Known(form) => sum = forms.add(sum, form),
                PartForm::Open(_) => open = true,
            })?;
            if open {
                return Ok(None);
            }
            let integer = self.forms.integer(integer);
            found.push(self.forms.add(sum, integer));
        }
        Ok(Some(found))
    }
}
