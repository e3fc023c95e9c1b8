//! Bounds by walls: docs/certificate.md, "Bounds of a large area", rule 3.
//!
//! Black lets some of her amazons be walls. What is left falls into parts: those without White are Black's alone, and the
//! walls help to fill them; small ones are looked up; of the others, safe moves are counted. So this bound is a game.

use otrera_board::areas::components;
use otrera_board::{Area, Bits, Room, Side};
use otrera_cgt::{Dyadic, Interrupted, Store, Value};
use smallvec::SmallVec;

use crate::bounds::safe_moves;
use crate::situation::Book;

/// Amazons of whom all sets are tried as walls; with more in one area, the rule is not used.
const MOST_WALLS: u32 = 6;

/// A game that an area is at least: a whole number and a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Whole moves.
    pub whole: i32,
    /// Plus this.
    pub game: Value,
}

/// What is better for the side whose bound it is: the stop that is reached if its owner moves first or second; at the
/// same stop, a game that is still open for who moves first, and a number for who moves second; then the mean.
pub(crate) type Rank = (Dyadic, bool, Dyadic);

impl Bound {
    /// A whole number.
    pub fn whole(store: &Store, whole: i32) -> Bound {
        Bound { whole, game: store.zero() }
    }

    pub(crate) fn rank(&self, store: &Store, first: bool) -> Result<Rank, Interrupted> {
        let stop = if first { store.left_stop(self.game) } else { store.right_stop(self.game) };
        let plus = |number: Dyadic| Dyadic::from(self.whole).checked_add(number).ok_or(Interrupted::OutOfRange);
        let is_number = self.game.to_number().is_some();
        let mean = if is_number { stop } else { store.mean(self.game)? };
        Ok((plus(stop)?, is_number != first, plus(mean)?))
    }
}

/// All that walls say an area is at least for Black, one bound for each set of walls that is worth trying.
pub fn walls(
    book: &Book<'_>,
    area: &Area<u64>,
    small: usize,
    mut visit: impl FnMut(Bound) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let amazons = area.amazons(Side::Black);
    let no_parts = Parts::new(area, amazons).is_none();
    if amazons.count() > MOST_WALLS || no_parts {
        return Ok(());
    }
    let mut known = Walls { book, area, small, outside: SmallVec::new(), inside: SmallVec::new() };
    let mut walls = amazons;
    while walls != 0 {
        if let Some(bound) = known.bound(walls)? {
            visit(bound)?;
        }
        walls = (walls - 1) & amazons;
    }
    Ok(())
}

/// What an area without its walls falls into.
struct Parts {
    /// Those with White in them and with empty squares.
    open: SmallVec<[u64; 8]>,
    /// All others together.
    private: u64,
}

impl Parts {
    /// `None` if it stays in one part, with White in it; then it also does with fewer walls.
    fn new(area: &Area<u64>, walls: u64) -> Option<Parts> {
        let all = area.unburnt() & !walls;
        let mut parts = Parts { open: SmallVec::new(), private: 0 };
        for part in components(area.grid(), all) {
            if part & area.amazons(Side::White) == 0 {
                parts.private |= part;
            } else if part == all {
                return None;
            } else if part & area.empty() != 0 {
                parts.open.push(part);
            }
        }
        Some(parts)
    }
}

/// What was found out about an area with other walls: many parts are the same.
struct Walls<'b, 'a> {
    book: &'b Book<'a>,
    area: &'b Area<u64>,
    small: usize,
    outside: SmallVec<[(u64, Bound); 16]>,
    inside: SmallVec<[(u64, u64, i32); 16]>,
}

impl Walls<'_, '_> {
    /// The bound with these walls; `None` if they split nothing.
    fn bound(&mut self, walls: u64) -> Result<Option<Bound>, Interrupted> {
        let Some(parts) = Parts::new(self.area, walls) else { return Ok(None) };
        let (mut whole, mut game) = (0, self.book.store().zero());
        for part in parts.open {
            let bound = self.outside(part)?;
            whole += bound.whole;
            game = self.book.store().add(game, bound.game)?;
        }
        if parts.private & self.area.empty() != 0 {
            whole += self.all_inside(walls, parts.private);
        }
        Ok(Some(Bound { whole, game }))
    }

    /// Moves on squares that are Black's alone, walls helping.
    fn all_inside(&mut self, walls: u64, private: u64) -> i32 {
        let area = self.area;
        let room = Room::held(area, private, walls & area.grid().spread(private & area.empty()));
        room.parts(area.grid())
            .filter(|part| part & area.empty() != 0)
            .map(|part| self.inside(part, part & room.doors))
            .sum()
    }

    fn inside(&mut self, part: u64, doors: u64) -> i32 {
        if let Some(&(_, _, moves)) = self.inside.iter().find(|known| (known.0, known.1) == (part, doors)) {
            return moves;
        }
        let amazons = part & self.area.amazons(Side::Black) & !doors;
        let moves = self.book.moves_inside(self.area, part, amazons, doors).into();
        self.inside.push((part, doors, moves));
        moves
    }

    /// What a part with White in it is worth at least.
    fn outside(&mut self, part: u64) -> Result<Bound, Interrupted> {
        if let Some(&(_, bound)) = self.outside.iter().find(|known| known.0 == part) {
            return Ok(bound);
        }
        let bound = self.book.looked_up(self.area, part, self.small)?.unwrap_or_else(|| {
            let alone = self.area.cropped(part);
            let safe = safe_moves(&alone, alone.amazons(Side::Black), alone.unburnt());
            Bound::whole(self.book.store(), 2 * safe - alone.empty().count() as i32)
        });
        self.outside.push((part, bound));
        Ok(bound)
    }
}
