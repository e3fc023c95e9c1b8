//! Evident situations: docs/formats/certificate.md, "Why a claim holds" and "Bounds of a large area".
//!
//! Three rules bound the worth of a large area to one side, its owner, from below. Rules 1 and 2 count the moves that the
//! owner is sure to have more than the opponent; rule 3 gives a game for each set of amazons that the owner can use as
//! walls. Only the owner's private squares are searched.

use std::sync::Arc;

use otrera_board::areas::components;
use otrera_board::{Bits as _, Position, Side};
use otrera_cgt::{Interrupted, Outcome, Store, Value};

use crate::area::CanonicalArea;
use crate::claim::Situation;
use crate::known::KnownAreas;
use crate::memo::Memo;
use crate::territory::{Territories, Territory};

/// Empty neighbours that the opponent cannot take away with one move, which fills at most two squares.
const SAFE: u32 = 3;
/// Empty neighbours of two amazons that make two moves safe, at least [`SAFE`] of each; from the proof of rule 1.
const TWICE_SAFE: u32 = 7;

/// Most blockers whose subsets are all tried in rule 2.
const MOST_SPARED: u32 = 4;

/// Most amazons whose subsets are all tried as walls; with more, rule 3 gives no bound.
const MOST_WALLS: u32 = 6;

/// Bounds of an area for which a memo has room; more are rare.
const MOST_BOUNDS: usize = 16;

/// Decides which situations are evident, by bounds of their areas. Clones share their memos.
#[derive(Clone)]
pub(crate) struct Evidence<'s> {
    store: &'s Store,
    known: KnownAreas<'s>,
    /// By [`Side::index`].
    bounds: [Memo<Arc<[Value]>>; 2],
}

impl<'s> Evidence<'s> {
    /// Empty memos of `memo` bytes each. The limits are those of the store of `known`.
    pub(crate) fn new(known: &KnownAreas<'s>, memo: usize) -> Evidence<'s> {
        let bounds = [(); 2].map(|()| Memo::new(memo, MOST_BOUNDS * size_of::<Value>()));
        Evidence { store: known.store(), known: known.clone(), bounds }
    }

    /// Returns whether `winner` wins even if each large area is replaced by one of its lower bounds.
    pub(crate) fn is_evident(&self, situation: &Situation, winner: Side) -> Result<bool, Interrupted> {
        // From the winner's side, like bounds.
        let mut sums = vec![if winner == Side::Black { situation.rest } else { -situation.rest }];
        for &area in &situation.areas {
            let bounds = self.lower_bounds(area, winner)?;
            let mut more = Vec::new();
            for &sum in &sums {
                self.store.check_limits(more.capacity() * size_of::<Value>())?;
                for &bound in &*bounds {
                    more.push(self.store.add(sum, bound)?);
                }
            }
            sums = greatest(self.store, more)?;
        }
        let wins_now = if situation.to_move == winner { Outcome::Next } else { Outcome::Previous };
        Ok(sums.into_iter().map(|sum| self.store.outcome(sum)).any(|it| it == Outcome::Left || it == wins_now))
    }

    /// Lower bounds on the worth of a large area to `owner`; none is at most another.
    pub(crate) fn lower_bounds(&self, area: CanonicalArea, owner: Side) -> Result<Arc<[Value]>, Interrupted> {
        if let Some(known) = self.bounds[owner.index()].get(&area) {
            return Ok(known);
        }
        let position = area.position(!owner);
        let safe = by_safe_moves(&position, owner);
        let private = by_private_squares(&position, owner, self.known.territories())?;
        let mut bounds = vec![self.store.integer(private.map_or(safe, |private| private.max(safe)))?];
        let amazons = position.amazons(owner);
        let mut walls = if amazons.count() <= MOST_WALLS { amazons } else { 0 };
        while walls != 0 {
            bounds.push(by_walls(&position, owner, walls, &self.known)?);
            walls = (walls - 1) & amazons;
        }
        Ok(self.bounds[owner.index()].put(area, greatest(self.store, bounds)?.into()))
    }
}

/// Keeps the games that are at most no other.
fn greatest(store: &Store, mut games: Vec<Value>) -> Result<Vec<Value>, Interrupted> {
    games.sort_unstable();
    games.dedup();
    let mut best: Vec<Value> = Vec::new();
    for (number, &game) in games.iter().enumerate() {
        store.check_limits(0)?;
        let mut is_best = true;
        for (other, &better) in games.iter().enumerate() {
            is_best &= other == number || !store.le(game, better)?;
        }
        if is_best {
            best.push(game);
        }
    }
    Ok(best)
}

/// Rule 3 for one set of walls. The area is alone on the board.
pub(crate) fn by_walls(
    position: &Position,
    owner: Side,
    walls: u128,
    known: &KnownAreas<'_>,
) -> Result<Value, Interrupted> {
    let (grid, empty, store) = (position.grid(), position.empty(), known.store());
    let (mut private, mut sum) = (0, store.zero());
    for part in components(grid, position.unburnt() & !walls) {
        if (part & position.amazons(!owner)).is_none() {
            private |= part;
            continue;
        }
        let [black, white] = Side::BOTH.map(|side| position.amazons(side) & part);
        let alone = Position::from_sets(grid, black, white, empty & part, !owner);
        let worth = match part.count() <= known.small() {
            true => known.value(&alone)?,
            false => store.integer(by_safe_moves(&alone, owner) * if owner == Side::Black { 1 } else { -1 })?,
        };
        sum = store.add(sum, if owner == Side::Black { worth } else { -worth })?;
    }
    let holders = walls & grid.spread(private & empty);
    let blockers = holders & grid.spread(position.unburnt() & !private & !holders);
    let free = position.amazons(owner) & (private | holders) & !blockers;
    let inside = known.territories().longest(&Territory { grid, empty: private & empty, free, blockers })?;
    store.add(sum, store.integer(inside.into())?)
}

/// Rule 1. The area is alone on the board, and the opponent is to move.
pub(crate) fn by_safe_moves(position: &Position, owner: Side) -> i64 {
    i64::from(2 * safe_moves(position, position.amazons(owner), position.unburnt()))
        - i64::from(position.empty().count())
}

/// Rule 2; `None` without private squares.
pub(crate) fn by_private_squares(
    position: &Position,
    owner: Side,
    territories: &Territories<'_>,
) -> Result<Option<i64>, Interrupted> {
    let (grid, empty) = (position.grid(), position.empty());
    let private = empty & !grid.flood(position.amazons(!owner), empty);
    if private.is_none() {
        return Ok(None);
    }
    let holders = position.amazons(owner) & grid.spread(private);
    let blockers = holders & grid.spread(position.unburnt() & !private & !holders);
    let outside = i64::from((empty & !private).count());
    let others = position.amazons(owner) & !holders;
    let mut best = None;
    // Any set of blockers may be spared; with many blockers, only the empty set is tried.
    let mut spared = if blockers.count() <= MOST_SPARED { blockers } else { 0 };
    loop {
        let territory = Territory { grid, empty: private, free: holders & !blockers, blockers: blockers & !spared };
        let inside = i64::from(territories.longest(&territory)?);
        let safe = safe_moves(position, others | spared, position.unburnt() & !private);
        best = best.max(Some(inside - outside + i64::from(2 * safe)));
        if spared == 0 {
            return Ok(best);
        }
        spared = (spared - 1) & blockers;
    }
}

/// Number of moves that `amazons` are sure to have to `squares`. The opponent is to move.
fn safe_moves(position: &Position, amazons: u128, squares: u128) -> u32 {
    let grid = position.grid();
    let open = |empty: u128, amazons: u128| grid.spread(amazons) & empty & squares;
    let around: Vec<u128> = amazons.points().map(|amazon| open(position.empty(), u128::bit(amazon))).collect();
    let twice = around.iter().enumerate().any(|(i, &a)| {
        around[..i].iter().any(|&b| {
            (a & b).is_none() && a.count() >= SAFE && b.count() >= SAFE && a.count() + b.count() >= TWICE_SAFE
        })
    });
    if twice {
        return 2;
    }
    match open(position.empty(), amazons).count() {
        0 => 0,
        SAFE.. => 1,
        _ => {
            let mut always = true;
            position.for_each_child(|_, after| always &= !open(after.empty(), amazons).is_none());
            u32::from(always)
        }
    }
}
