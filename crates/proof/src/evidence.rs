//! Evident situations: docs/formats/certificate.md, "Why a claim holds" and "Bounds of a large area".
//!
//! Four rules bound the worth of a large area to one side, its owner, from below. Rules 1 and 2 count the moves that the
//! owner is sure to have more than the opponent; rule 3 gives a game for each set of amazons that the owner can use as
//! walls. Rule 4 looks ahead for more sure moves. It is asked only if the others do not suffice, and only for as much as
//! is missing.

use std::cmp::Reverse;
use std::sync::Arc;

use otrera_board::areas::components;
use otrera_board::{Bits, Position, Side};
use otrera_cgt::{Interrupted, Outcome, Store, Value};

use crate::area::CanonicalArea;
use crate::claim::Situation;
use crate::known::KnownAreas;
use crate::memo::Memo;
use crate::sure::{Field, MOST_SURE};
use crate::territory::{Territories, Territory};

/// Empty neighbours that the opponent cannot take away with one move, which fills at most two squares.
pub(crate) const SAFE: u32 = 3;
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
    /// Bounds of rules 1 and 2, by [`Side::index`].
    counted: [Memo<i64>; 2],
    /// Best bounds of rules 1 to 3, by [`Side::index`].
    bounds: [Memo<Arc<[Value]>>; 2],
    /// Answers of rule 4, by [`Side::index`].
    sure: [Memo<Sure>; 2],
}

/// Bounds of an area that rule 4 shows and does not show.
#[derive(Clone, Copy)]
struct Sure {
    /// The largest that it was asked for and shows.
    shown: i64,
    /// The least that it was asked for and does not show.
    refuted: i64,
}

impl<'s> Evidence<'s> {
    /// Empty memos of `memo` bytes each. The limits are those of the store of `known`.
    pub(crate) fn new(known: &KnownAreas<'s>, memo: usize) -> Evidence<'s> {
        let bounds = [(); 2].map(|()| Memo::new(memo, MOST_BOUNDS * size_of::<Value>()));
        let counted = [(); 2].map(|()| Memo::new(memo, 0));
        let sure = [(); 2].map(|()| Memo::new(memo, 0));
        Evidence { store: known.store(), known: known.clone(), counted, bounds, sure }
    }

    /// Returns whether `winner` wins even if each large area is replaced by one of its lower bounds. Rules 1 and 2 take least,
    /// then rule 4, and rule 3 takes most.
    pub(crate) fn is_evident(&self, situation: &Situation, winner: Side) -> Result<bool, Interrupted> {
        // From the winner's side, like bounds.
        let rest = if winner == Side::Black { situation.rest } else { -situation.rest };
        let wins_now = if situation.to_move == winner { Outcome::Next } else { Outcome::Previous };
        let wins = |sum| [Outcome::Left, wins_now].contains(&self.store.outcome(sum));
        let mut counted = 0;
        for &area in &situation.areas {
            counted += self.counted(area, winner)?;
        }
        if wins(self.store.add(rest, self.store.integer(counted)?)?) {
            return Ok(true);
        }
        // Rule 4 adds at most this many moves.
        let most = 2 * i64::from(MOST_SURE) * situation.areas.len() as i64;
        for missing in 1..=most {
            if wins(self.store.add(rest, self.store.integer(counted + missing)?)?) {
                if self.has_sure_moves(situation, winner, missing)? {
                    return Ok(true);
                }
                break;
            }
        }
        let mut sums = vec![rest];
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
        Ok(sums.into_iter().any(wins))
    }

    /// Returns whether rule 4 adds `missing` moves to the bounds of rules 1 and 2.
    fn has_sure_moves(&self, situation: &Situation, owner: Side, mut missing: i64) -> Result<bool, Interrupted> {
        let Some((&last, others)) = situation.areas.split_last() else { return Ok(false) };
        for &area in others {
            let counted = self.counted(area, owner)?;
            let mut gain = missing;
            while gain > 0 && !self.is_at_least(area, owner, counted + gain)? {
                gain -= 1;
            }
            missing -= gain;
        }
        // The last area has to add all that is missing then.
        Ok(missing <= 0 || self.is_at_least(last, owner, self.counted(last, owner)? + missing)?)
    }

    /// Returns whether the worth of a large area to `owner` is at least `need` by rule 4.
    pub(crate) fn is_at_least(&self, area: CanonicalArea, owner: Side, need: i64) -> Result<bool, Interrupted> {
        let memo = &self.sure[owner.index()];
        let known = memo.get(&area).unwrap_or(Sure { shown: i64::MIN, refuted: i64::MAX });
        if need <= known.shown || need >= known.refuted {
            return Ok(need <= known.shown);
        }
        let is_shown = by_sure_moves(&area.position(!owner), owner, need, self.known.territories())?;
        memo.put(area, if is_shown { Sure { shown: need, ..known } } else { Sure { refuted: need, ..known } });
        Ok(is_shown)
    }

    /// The larger lower bound of rules 1 and 2 on the worth of a large area to `owner`.
    pub(crate) fn counted(&self, area: CanonicalArea, owner: Side) -> Result<i64, Interrupted> {
        let memo = &self.counted[owner.index()];
        if let Some(known) = memo.get(&area) {
            return Ok(known);
        }
        let position = area.position(!owner);
        let safe = by_safe_moves(&position, owner);
        let private = by_private_squares(&position, owner, self.known.territories())?;
        Ok(memo.put(area, private.map_or(safe, |private| private.max(safe))))
    }

    /// Lower bounds on the worth of a large area to `owner`: that of rules 1 and 2 and those of rule 3. None is at most another.
    pub(crate) fn lower_bounds(&self, area: CanonicalArea, owner: Side) -> Result<Arc<[Value]>, Interrupted> {
        let memo = &self.bounds[owner.index()];
        if let Some(known) = memo.get(&area) {
            return Ok(known);
        }
        let position = area.position(!owner);
        let mut bounds = vec![self.store.integer(self.counted(area, owner)?)?];
        let amazons = position.amazons(owner);
        let mut walls = if amazons.count() <= MOST_WALLS { amazons } else { 0 };
        while walls != 0 {
            bounds.push(by_walls(&position, owner, walls, &self.known)?);
            walls = (walls - 1) & amazons;
        }
        Ok(memo.put(area, greatest(self.store, bounds)?.into()))
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
    let mut best = None;
    for choice in choices(position, owner, territories)? {
        let safe = safe_moves(position, choice.others, choice.squares);
        best = best.max(Some(choice.ahead + i64::from(2 * safe)));
    }
    Ok(best)
}

/// Returns whether rule 1 or rule 2, with the moves of rule 4, gives at least `need`. The area is alone on the board.
pub(crate) fn by_sure_moves(
    position: &Position,
    owner: Side,
    need: i64,
    territories: &Territories<'_>,
) -> Result<bool, Interrupted> {
    let all = position.unburnt();
    let alone = Choice { ahead: -i64::from(position.empty().count()), others: position.amazons(owner), squares: all };
    let mut choices = choices(position, owner, territories)?;
    choices.push(alone);
    // The more a choice is ahead, the fewer moves have to be sure, and the less it takes to see whether they are.
    choices.sort_by_key(|choice| Reverse(choice.ahead));
    let mut refuted: Vec<(Choice, u32)> = Vec::new();
    for choice in choices {
        let missing = (need - choice.ahead).max(0);
        if missing > 2 * i64::from(MOST_SURE) {
            break;
        }
        let moves = (missing as u32).div_ceil(2);
        // More amazons were not sure of as many moves on the same squares.
        let is_refuted = |(other, fewer): &(Choice, u32)| {
            other.squares == choice.squares && (choice.others & !other.others).is_none() && *fewer <= moves
        };
        if refuted.iter().any(is_refuted) {
            continue;
        }
        let store = territories.store();
        let is_sure = match position.size().area() <= u64::CAPACITY {
            true => choice.is_sure::<u64>(position, owner, moves, store)?,
            false => choice.is_sure::<u128>(position, owner, moves, store)?,
        };
        if is_sure {
            return Ok(true);
        }
        refuted.push((choice, moves));
    }
    Ok(false)
}

/// Rule 1, or one choice of spared blockers in rule 2.
struct Choice {
    /// The bound without safe moves.
    ahead: i64,
    /// Amazons of the owner that may make safe moves.
    others: u128,
    /// Squares that may be used: those outside the private ones.
    squares: u128,
}

impl Choice {
    /// Returns whether the owner is sure of so many moves, by rule 4.
    fn is_sure<B: Bits>(
        &self,
        position: &Position,
        owner: Side,
        moves: u32,
        store: &Store,
    ) -> Result<bool, Interrupted> {
        let grid = B::grid(position.size()).expect("the area fits into the word");
        let sets = [self.others, position.amazons(!owner), position.empty() & self.squares];
        let [movers, opponents, empty] = sets.map(B::narrow);
        Field { store, grid, movers, opponents, empty }.is_sure(moves)
    }
}

/// All choices of rule 2; none without private squares.
fn choices(position: &Position, owner: Side, territories: &Territories<'_>) -> Result<Vec<Choice>, Interrupted> {
    let (grid, empty) = (position.grid(), position.empty());
    let private = empty & !grid.flood(position.amazons(!owner), empty);
    let mut choices = Vec::new();
    if private.is_none() {
        return Ok(choices);
    }
    let holders = position.amazons(owner) & grid.spread(private);
    let blockers = holders & grid.spread(position.unburnt() & !private & !holders);
    let outside = i64::from((empty & !private).count());
    let others = position.amazons(owner) & !holders;
    // Any set of blockers may be spared; with many blockers, only the empty set is tried.
    let mut spared = if blockers.count() <= MOST_SPARED { blockers } else { 0 };
    loop {
        let territory = Territory { grid, empty: private, free: holders & !blockers, blockers: blockers & !spared };
        let inside = i64::from(territories.longest(&territory)?);
        let squares = position.unburnt() & !private;
        choices.push(Choice { ahead: inside - outside, others: others | spared, squares });
        if spared == 0 {
            return Ok(choices);
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
