//! From squares to games: the moves of territories, and the forms of open areas, by playing them out.

use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::areas::{Kind, components};
use otrera_board::{Area, Bits, Side};
use otrera_cgt::{Interrupted, table_bytes};
use otrera_regions::moves_alone;
use rustc_hash::{FxHashMap, FxHashSet};

use super::form::{Form, Forms, Loose};

/// Squares of the largest open area that is always played out. On 4x5, 6 took as long and more nodes; 8 and 9 took longer.
pub(super) const SMALL: u32 = 7;
/// Squares of the largest open area that is worth a try to play it out, where there are others beside it.
const LARGEST: u32 = 16;
/// Areas of more than [`SMALL`] squares that such a try may come through before it is given up: less than half a second.
const LARGER_AREAS: u32 = 20_000;
/// Bytes of states of a territory that take as long to look at as a node of the search: about a hundred states.
const NODE_BYTES: usize = 1 << 14;
/// Bytes for the states of a territory that are always there: some milliseconds, in which nearly all of them are done.
const LEAST_FILL_BYTES: usize = 1 << 20;

/// What is known about areas, each in an orientation that all its images share.
pub(super) struct Ground<'a, B: Bits> {
    pub(super) forms: Forms,
    territories: FxHashMap<Area<B>, i16>,
    areas: FxHashMap<Area<B>, Form>,
    /// Moves in rooms that the other side cannot reach.
    pub(super) rooms: FxHashMap<Area<B>, i16>,
    /// Areas that were tried and given up.
    given_up: FxHashSet<Area<B>>,
    /// Bytes that may be used. When they are, nothing more is remembered, and areas stay as they are on the board.
    most_bytes: usize,
    /// Bytes that the search for the moves of one territory may use: a measure of its work that is the same on every machine.
    fill_bytes: usize,
    stop: &'a AtomicBool,
}

/// Games and moves that a part of a board comes to.
pub(super) enum Part<B: Bits> {
    /// A territory; White's is negative.
    Whole(i16),
    /// An open area that was played out.
    Known(Form),
    /// An open area as it is.
    Open(Area<B>),
}

impl<'a, B: Bits> Ground<'a, B> {
    pub(super) fn new(most_bytes: usize, stop: &'a AtomicBool) -> Ground<'a, B> {
        Ground {
            forms: Forms::new(),
            territories: FxHashMap::default(),
            areas: FxHashMap::default(),
            rooms: FxHashMap::default(),
            given_up: FxHashSet::default(),
            most_bytes,
            fill_bytes: most_bytes.max(LEAST_FILL_BYTES),
            stop,
        }
    }

    /// A territory gets as much work as belongs to a search of so many nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        let bytes = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(NODE_BYTES);
        self.fill_bytes = bytes.min(self.most_bytes).max(LEAST_FILL_BYTES);
    }

    /// Tries to play out the open areas of a board, if there are several: then the search has less to do.
    pub(super) fn prepare(&mut self, board: &Area<B>) -> Result<(), Interrupted> {
        let is_open = |squares: &B| Side::BOTH.iter().all(|&side| !(*squares & board.amazons(side)).is_none());
        let open: Vec<B> = components(board.grid(), board.unburnt()).filter(is_open).collect();
        for &squares in open.iter().filter(|squares| open.len() > 1 && squares.count() <= LARGEST) {
            let (area, _) = board.cropped(squares).canonical();
            if !self.given_up.contains(&area) && self.form(&area, &mut { LARGER_AREAS })?.is_none() {
                self.given_up.insert(area);
            }
        }
        Ok(())
    }

    /// Whether there is room for what the next area may need: a map that is full takes twice its size, for a moment thrice.
    pub(super) fn has_room(&self) -> bool {
        let entries = self.territories.capacity() + self.areas.capacity() + self.rooms.capacity();
        3 * (self.forms.bytes() + table_bytes::<(Area<B>, Form)>(entries)) < self.most_bytes
    }

    /// The most moves of the only side in a connected patch.
    pub(super) fn territory(&mut self, patch: &Area<B>, owner: Side) -> Result<i16, Interrupted> {
        let patch = patch.oriented();
        if let Some(&moves) = self.territories.get(&patch) {
            return Ok(moves);
        }
        let (stop, most) = (self.stop, self.fill_bytes);
        let check = |bytes: usize| match stop.load(Ordering::Relaxed) {
            true => Err(Interrupted::Stopped),
            false if bytes > most => Err(Interrupted::OutOfMemory),
            false => Ok(()),
        };
        let moves = moves_alone(&patch, owner, &check)? as i16;
        if self.has_room() {
            self.territories.insert(patch, moves);
        }
        Ok(moves)
    }

    /// The most moves that a side can make in a row, the other's amazons being in the way.
    pub(super) fn alone(&mut self, patch: &Area<B>, side: Side) -> Result<i16, Interrupted> {
        let mut moves = 0;
        for squares in components(patch.grid(), patch.empty() | patch.amazons(side)) {
            if !(squares & patch.empty()).is_none() && !(squares & patch.amazons(side)).is_none() {
                moves += self.territory(&patch.cropped(squares), side)?;
            }
        }
        Ok(moves)
    }

    /// What each connected part of a patch comes to. `budget` is how many larger areas may still be played out.
    pub(super) fn for_each_part(
        &mut self,
        patch: &Area<B>,
        budget: &mut u32,
        mut visit: impl FnMut(&mut Forms, Part<B>),
    ) -> Result<(), Interrupted> {
        for part in patch.parts().filter(|part| part.kind != Kind::Dead) {
            let area = patch.cropped(part.squares);
            let found = match part.kind {
                Kind::Territory(owner) => {
                    let moves = self.territory(&area, owner)?;
                    Part::Whole(if owner == Side::Black { moves } else { -moves })
                }
                _ => match self.form(&area, budget)? {
                    Some(form) => match self.forms.to_whole(form) {
                        Some(moves) => Part::Whole(moves),
                        None => Part::Known(form),
                    },
                    None => Part::Open(area.oriented()),
                },
            };
            visit(&mut self.forms, found);
        }
        Ok(())
    }

    /// The game of a connected patch with both colours, if it is small or known already, or the budget allows to play it
    /// out.
    pub(super) fn form(&mut self, patch: &Area<B>, budget: &mut u32) -> Result<Option<Form>, Interrupted> {
        let (patch, exchanged) = patch.canonical();
        let known = match self.areas.get(&patch) {
            Some(&form) => Some(form),
            None => self.played_out(&patch, budget)?,
        };
        Ok(known.map(|form| if exchanged { self.forms.negative(form) } else { form }))
    }

    fn played_out(&mut self, patch: &Area<B>, budget: &mut u32) -> Result<Option<Form>, Interrupted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        if patch.unburnt().count() > SMALL {
            if *budget == 0 {
                return Ok(None);
            }
            *budget -= 1;
        }
        if !self.has_room() {
            return Ok(None);
        }
        let Some(left) = self.options(patch, Side::Black, budget)? else { return Ok(None) };
        let Some(right) = self.options(patch, Side::White, budget)? else { return Ok(None) };
        let left_end = if left.is_empty() { -self.alone(patch, Side::White)? } else { 0 };
        let right_end = if right.is_empty() { self.alone(patch, Side::Black)? } else { 0 };
        let form = self.forms.game(Loose { left, right, left_end, right_end });
        self.areas.insert(*patch, form);
        Ok(Some(form))
    }

    /// What the moves of a side lead to; `None` if one of them leads to an area that is not known and too large.
    fn options(&mut self, patch: &Area<B>, side: Side, budget: &mut u32) -> Result<Option<Vec<Form>>, Interrupted> {
        let mut found = Vec::new();
        for play in patch.moves(side) {
            let next = patch.after(side, play);
            let (mut sum, mut whole, mut open) = (Forms::ZERO, 0, false);
            self.for_each_part(&next, budget, |forms, part| match part {
                Part::Whole(moves) => whole += moves,
                Part::Known(form) => sum = forms.add(sum, form),
                Part::Open(_) => open = true,
            })?;
            if open {
                return Ok(None);
            }
            let whole = self.forms.whole(whole);
            found.push(self.forms.add(sum, whole));
        }
        Ok(Some(found))
    }
}
