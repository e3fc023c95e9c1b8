//! An area: amazons of both sides and empty squares in a box, without a side to move.
//!
//! The same fight occurs in every corner of the board, mirrored, rotated and with colours swapped. Facts about areas
//! are therefore stored under a canonical form, so that each is computed once. [`Area::cropped`] cuts an area out of its
//! board, [`Area::oriented`] picks one of its eight images, and [`Area::canonical`] one of its sixteen images with
//! colours swapped as well:
//!
//! ```text
//!  . . # # #
//!  b . # # #      cropped    . .     oriented   . b w
//!  w # # # #     --------->  b .    --------->  . . #
//!  # # # # #                 w #
//! ```
//!
//! The oriented form is at least as wide as high. Among such images it is the one whose set of empty squares, read as a
//! number, is least, so empty squares gather at the lower left. Cropping and reflecting work on one row of bits at a
//! time; a rotation by 180 degrees reverses the whole word. [`Area::parts`] splits an area into its connected parts,
//! and [`Area::moves`] is the only loop over from, to and arrow outside [`Position`].

use std::cmp::Ordering;

use crate::areas::{Kind, Part, components};
use crate::bits::Bits;
use crate::grid::{Grid, Twin};
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, Square};
use crate::symmetry::Symmetry;

/// A box of squares: some empty, some with amazons, the rest burnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area<B: Bits = u64> {
    size: Size,
    /// By [`Side::index`].
    amazons: [B; 2],
    empty: B,
}

impl<B: Bits> Area<B> {
    /// The whole board of a position.
    pub fn whole(position: &Position<B>) -> Area<B> {
        let amazons = Side::BOTH.map(|side| position.amazons(side));
        Area { size: position.size(), amazons, empty: position.empty() }
    }

    /// An area from its sets of squares, which must be disjoint and inside the box; amazons by [`Side::index`].
    #[inline]
    pub fn from_sets(size: Size, amazons: [B; 2], empty: B) -> Area<B> {
        debug_assert!(
            (amazons[0] & amazons[1] | (amazons[0] | amazons[1]) & empty).is_none(),
            "two things on one square"
        );
        Area { size, amazons, empty }
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> B {
        self.empty
    }

    /// The amazons of one side.
    #[inline]
    pub fn amazons(&self, side: Side) -> B {
        self.amazons[side.index()]
    }

    /// Empty squares and amazons.
    #[inline]
    pub fn unburnt(&self) -> B {
        self.empty | self.amazons[0] | self.amazons[1]
    }

    /// Width and height of the box.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The geometry of the box.
    #[inline]
    pub fn grid(&self) -> &'static Grid<B> {
        B::grid(self.size).expect("an area fits into its word")
    }

    /// The area as a position.
    pub fn position(&self, to_move: Side) -> Position<B> {
        Position::from_sets(self.grid(), self.amazons[0], self.amazons[1], self.empty, to_move)
    }

    /// The same area in another word; `None` if it does not fit.
    pub fn resized<W: Bits>(&self) -> Option<Area<W>> {
        let narrow = |set: B| W::narrow(set.widen());
        let fits = self.size.area() <= W::CAPACITY;
        fits.then(|| Area { size: self.size, amazons: self.amazons.map(narrow), empty: narrow(self.empty) })
    }

    /// Active, territory or dead, with the area taken as one piece.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.kind_of(self.unburnt())
    }

    /// The kind of the part on `squares`.
    #[inline]
    pub(crate) fn kind_of(&self, squares: B) -> Kind {
        let [black, white] = self.amazons.map(|amazons| !(squares & amazons).is_none());
        match (black, white) {
            _ if (squares & self.empty).is_none() => Kind::Dead,
            (true, true) => Kind::Active,
            (true, false) => Kind::Territory(Side::Black),
            (false, true) => Kind::Territory(Side::White),
            (false, false) => Kind::Dead,
        }
    }

    /// The connected parts: the basic partition, in the order of their first squares.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = Part<B>> {
        self.parts_on(self.grid())
    }

    /// [`parts`](Self::parts), for a caller that has the grid of the area at hand.
    #[inline]
    pub(crate) fn parts_on(&self, grid: &Grid<B>) -> impl Iterator<Item = Part<B>> {
        components(grid, self.unburnt()).map(|squares| Part { kind: self.kind_of(squares), squares, blockers: B::NONE })
    }

    /// The moves of `side`: `[from, to, arrow]` as sets of one square, in the same order on every machine.
    #[inline]
    pub fn moves(&self, side: Side) -> impl Iterator<Item = [B; 3]> {
        let grid = self.grid();
        let empty = Twin::new(self.empty);
        self.amazons(side).points().flat_map(move |from| {
            grid.slide(from, empty).points().flat_map(move |to| {
                let arrows = grid.slide(to, empty.with(from)).points();
                arrows.map(move |arrow| [from, to, arrow].map(B::bit))
            })
        })
    }

    /// The area after one of the [`moves`](Self::moves) of `side`.
    #[inline]
    pub fn after(&self, side: Side, [from, to, arrow]: [B; 3]) -> Area<B> {
        let mut next = *self;
        next.amazons[side.index()] ^= from | to;
        next.empty = (self.empty | from) & !(to | arrow);
        next
    }

    /// The area on `squares` alone, in place.
    #[inline]
    #[must_use]
    pub fn restricted(&self, squares: B) -> Area<B> {
        self.map(self.size, |set| set & squares)
    }

    /// The part on `squares`, which must not be empty, in the smallest box that holds it.
    #[must_use]
    pub fn cropped(&self, squares: B) -> Area<B> {
        self.crop(squares).0
    }

    /// [`cropped`](Self::cropped), and the square of this box that becomes a1.
    #[inline]
    pub(crate) fn crop(&self, squares: B) -> (Area<B>, Square) {
        let width = u32::from(self.size.width());
        let row_mask = ones::<B>(width);
        let first_row = u32::from(squares.first().0) / width;
        let last_row = (B::CAPACITY - 1 - squares.leading_zeros()) / width;
        let columns =
            (first_row..=last_row).fold(B::NONE, |columns, row| columns | squares >> (row * width)) & row_mask;
        let first_column = u32::from(columns.first().0);
        let crop_width = B::CAPACITY - columns.leading_zeros() - first_column;
        let crop_mask = ones::<B>(crop_width);
        let cut = |set: B| {
            let set = set & squares;
            (first_row..=last_row).fold(B::NONE, |image, row| {
                let bits = set >> (row * width + first_column) & crop_mask;
                image | bits << ((row - first_row) * crop_width)
            })
        };
        let size = Size::new(crop_width as usize, (last_row - first_row + 1) as usize);
        let size = size.expect("a part is not larger than its area");
        let corner = Square { col: first_column as u8, row: first_row as u8 };
        (Area { size, amazons: self.amazons.map(cut), empty: cut(self.empty) }, corner)
    }

    /// The least of the sixteen images under symmetry and swap of colours; true if its colours are swapped.
    pub fn canonical(&self) -> (Area<B>, bool) {
        let (size, ((empty, first, second), swapped)) =
            self.least(
                |empty, [black, white]| {
                    if black <= white { ((empty, black, white), false) } else { ((empty, white, black), true) }
                },
            );
        (Area { size, amazons: [first, second], empty }, swapped)
    }

    /// The least of the eight images under symmetry, colours unchanged.
    #[must_use]
    pub fn oriented(&self) -> Area<B> {
        let (size, (empty, black, white)) = self.least(|empty, [black, white]| (empty, black, white));
        Area { size, amazons: [black, white], empty }
    }

    /// The least `key` of the images that are at least as wide as high, and their size. Keys are compared by the set of
    /// empty squares first, so amazons are turned only for images where it is least.
    #[inline]
    fn least<K: Ord>(&self, key: impl Fn(B, [B; 2]) -> K) -> (Size, K) {
        let (width, height) = (self.size.width(), self.size.height());
        let lying = if height > width { self.transposed() } else { *self };
        let images = Images::of(&lying);
        let least = images.least();
        if width != height {
            return (lying.size, images.least_key(least, &key));
        }
        let turned = Images::of(&self.transposed());
        let other = turned.least();
        let best = match least.cmp(&other) {
            Ordering::Less => images.least_key(least, &key),
            Ordering::Greater => turned.least_key(other, &key),
            Ordering::Equal => images.least_key(least, &key).min(turned.least_key(other, &key)),
        };
        (lying.size, best)
    }

    /// A symmetry that maps the area to [`oriented`](Self::oriented).
    pub fn orientation(&self) -> Symmetry {
        let target = self.oriented();
        let leads_there = |symmetry: &Symmetry| {
            symmetry.size(self.size) == target.size
                && self.image(*symmetry, self.empty) == target.empty
                && self.transformed(*symmetry) == target
        };
        Symmetry::ALL.into_iter().find(leads_there).expect("the oriented form is an image")
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Area<B> {
        self.map(symmetry.size(self.size), |set| self.image(symmetry, set))
    }

    fn image(&self, symmetry: Symmetry, set: B) -> B {
        let mirrored = match (symmetry.mirror_columns, symmetry.mirror_rows) {
            (false, false) => set,
            (true, true) => self.rotate(set),
            (true, false) => self.rotate(self.flip(set)),
            (false, true) => self.flip(set),
        };
        if symmetry.transpose { self.grid().transposed(mirrored) } else { mirrored }
    }

    /// The same area with colours swapped.
    #[must_use]
    pub fn swapped(&self) -> Area<B> {
        Area { amazons: [self.amazons[1], self.amazons[0]], ..*self }
    }

    fn map(&self, size: Size, image: impl Fn(B) -> B) -> Area<B> {
        Area { size, amazons: self.amazons.map(&image), empty: image(self.empty) }
    }

    /// A set rotated by 180 degrees.
    #[inline]
    fn rotate(&self, set: B) -> B {
        set.reversed() >> (B::CAPACITY - self.size.area())
    }

    /// A set with rows in reverse order.
    #[inline]
    fn flip(&self, set: B) -> B {
        let width = u32::from(self.size.width());
        let mask = ones::<B>(width);
        (0..u32::from(self.size.height())).fold(B::NONE, |image, row| image << width | (set >> (row * width) & mask))
    }

    /// Columns become rows.
    fn transposed(&self) -> Area<B> {
        let grid = self.grid();
        self.map(self.size.transposed(), |set| grid.transposed(set))
    }
}

/// The sets of empty squares of an area, rotated by 180 degrees, with rows in reverse order, and both.
struct Images<B: Bits> {
    area: Area<B>,
    empty: [B; 4],
}

impl<B: Bits> Images<B> {
    #[inline]
    fn of(area: &Area<B>) -> Images<B> {
        let flipped = area.flip(area.empty);
        Images { area: *area, empty: [area.empty, area.rotate(area.empty), flipped, area.rotate(flipped)] }
    }

    #[inline]
    fn least(&self) -> B {
        let [a, b, c, d] = self.empty;
        a.min(b).min(c.min(d))
    }

    /// The least key of the images with this set of empty squares; there must be one.
    #[inline]
    fn least_key<K: Ord>(&self, empty: B, key: &impl Fn(B, [B; 2]) -> K) -> K {
        let area = &self.area;
        let image = |at: usize, set: B| match at {
            0 => set,
            1 => area.rotate(set),
            2 => area.flip(set),
            _ => area.rotate(area.flip(set)),
        };
        let mut best = None;
        for at in (0..4).filter(|&at| self.empty[at] == empty) {
            let found = key(empty, [image(at, area.amazons[0]), image(at, area.amazons[1])]);
            best = Some(match best {
                Some(before) => found.min(before),
                None => found,
            });
        }
        best.expect("one image has these empty squares")
    }
}

/// The lowest `count` bits.
#[inline]
fn ones<B: Bits>(count: u32) -> B {
    !B::NONE >> (B::CAPACITY - count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    /// The drawing at the top of this file.
    #[test]
    fn crop_and_orientation_are_as_drawn() {
        let board = "..###/b.###/w####/##### w".parse::<Setup>().unwrap().position().unwrap();
        let cropped = Area::whole(&board).cropped(board.unburnt());
        assert_eq!(cropped.position(Side::White).to_string(), "../b./w# w");
        assert_eq!(cropped.oriented().position(Side::White).to_string(), ".bw/..# w");
    }
}
