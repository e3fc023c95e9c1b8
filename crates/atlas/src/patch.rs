//! A patch: an area cut out of its board, in an orientation that all its images share.
//!
//! The same fight occurs in every corner of the board, mirrored, turned, and with colours exchanged. Whatever is known
//! about areas is kept by canonical patch, so that it is found out once. Cutting out and turning are done a row at a
//! time on the bits: half a turn is a reversal of the word, and a mirroring is that and an exchange of rows.

use otrera_board::{Bits, Grid, Position, Side, Size, Square, Symmetry};

/// A rectangle of squares: some empty, some with amazons, the rest burnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Patch<B: Bits = u64> {
    size: Size,
    /// By [`Side::index`].
    amazons: [B; 2],
    empty: B,
}

impl<B: Bits> Patch<B> {
    /// The whole board of a position.
    pub fn whole(position: &Position<B>) -> Patch<B> {
        let amazons = Side::BOTH.map(|side| position.amazons(side));
        Patch { size: position.size(), amazons, empty: position.empty() }
    }

    /// A patch from its sets of squares, which must be disjoint and inside; amazons by [`Side::index`].
    pub fn from_sets(size: Size, amazons: [B; 2], empty: B) -> Patch<B> {
        debug_assert!(
            (amazons[0] & amazons[1] | (amazons[0] | amazons[1]) & empty).is_none(),
            "two things on one square"
        );
        Patch { size, amazons, empty }
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The amazons of one side.
    #[inline]
    pub fn amazons(&self, side: Side) -> B {
        self.amazons[side.index()]
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> B {
        self.empty
    }

    /// The squares that are not burnt.
    #[inline]
    pub fn unburnt(&self) -> B {
        self.empty | self.amazons[0] | self.amazons[1]
    }

    /// The geometry of the patch.
    #[inline]
    pub fn grid(&self) -> &'static Grid<B> {
        B::grid(self.size).expect("a patch fits into its word")
    }

    /// The patch as a position.
    pub fn position(&self, to_move: Side) -> Position<B> {
        Position::from_sets(self.grid(), self.amazons[0], self.amazons[1], self.empty, to_move)
    }

    /// The same patch in another word; `None` if it does not fit.
    pub fn resized<W: Bits>(&self) -> Option<Patch<W>> {
        let [black, white] = self.amazons.map(|set| W::narrow(set.widen()));
        let fits = self.size.area() <= W::CAPACITY;
        fits.then(|| Patch { size: self.size, amazons: [black, white], empty: W::narrow(self.empty.widen()) })
    }

    /// The patch after a move: `from` and `to` of the amazon and the arrow as single squares.
    #[inline]
    pub fn after(&self, side: Side, from: B, to: B, arrow: B) -> Patch<B> {
        let mut next = *self;
        next.amazons[side.index()] ^= from | to;
        next.empty = (self.empty | from) & !(to | arrow);
        next
    }

    /// The part of the patch on these squares, on the smallest rectangle that holds it. There must be a square.
    #[must_use]
    pub fn cropped(&self, squares: B) -> Patch<B> {
        let width = u32::from(self.size.width());
        let row_mask = ones::<B>(width);
        let first_row = u32::from(squares.first().0) / width;
        let (mut columns, mut last_row) = (B::NONE, first_row);
        for row in first_row..u32::from(self.size.height()) {
            let bits = squares >> (row * width) & row_mask;
            if !bits.is_none() {
                columns |= bits;
                last_row = row;
            }
        }
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
        let size = size.expect("a part of a patch is not larger than the patch");
        Patch { size, amazons: self.amazons.map(cut), empty: cut(self.empty) }
    }

    /// The representative of all images of the patch under the eight symmetries and the exchange of colours, and
    /// whether it has the colours exchanged.
    #[must_use]
    pub fn canonical(&self) -> (Patch<B>, bool) {
        let (width, height) = (self.size.width(), self.size.height());
        let lying = if height > width { self.transposed() } else { *self };
        let mut best = lying.ranked();
        let mut consider = |patch: Patch<B>| {
            best = best.min(patch.ranked());
            best = best.min(patch.rotated().ranked());
        };
        consider(lying);
        consider(lying.flipped());
        if width == height {
            let turned = lying.transposed();
            consider(turned);
            consider(turned.flipped());
        }
        let ((empty, first, second), exchanged) = best;
        (Patch { size: lying.size, amazons: [first, second], empty }, exchanged)
    }

    /// The representative of all images of the patch under the eight symmetries, colours as they are.
    #[must_use]
    pub fn oriented(&self) -> Patch<B> {
        let (width, height) = (self.size.width(), self.size.height());
        let lying = if height > width { self.transposed() } else { *self };
        let sets = |patch: &Patch<B>| (patch.empty, patch.amazons[0], patch.amazons[1]);
        let mut best = sets(&lying);
        let mut consider = |patch: Patch<B>| best = best.min(sets(&patch)).min(sets(&patch.rotated()));
        consider(lying);
        consider(lying.flipped());
        if width == height {
            let turned = lying.transposed();
            consider(turned);
            consider(turned.flipped());
        }
        let (empty, black, white) = best;
        Patch { size: lying.size, amazons: [black, white], empty }
    }

    /// A symmetry that turns the patch into its representative.
    pub fn orientation(&self) -> Symmetry {
        let target = self.oriented();
        let leads_there = |symmetry: &Symmetry| {
            symmetry.size(self.size) == target.size
                && self.image(*symmetry, self.empty) == target.empty
                && self.transformed(*symmetry) == target
        };
        Symmetry::ALL.into_iter().find(leads_there).expect("the representative is an image")
    }

    /// The patch seen in a symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Patch<B> {
        self.map(symmetry.size(self.size), |set| self.image(symmetry, set))
    }

    fn image(&self, symmetry: Symmetry, set: B) -> B {
        let (from, to) = (self.grid(), B::grid(symmetry.size(self.size)).expect("a turned board has as many squares"));
        set.points()
            .fold(B::NONE, |image, point| image | B::bit(to.point(symmetry.square(from.square(point), self.size))))
    }

    /// The same with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Patch<B> {
        Patch { amazons: [self.amazons[1], self.amazons[0]], ..*self }
    }

    /// What is compared: the sets, with the colours in the order that makes them least.
    #[inline]
    fn ranked(&self) -> ((B, B, B), bool) {
        let [black, white] = self.amazons;
        if black <= white { ((self.empty, black, white), false) } else { ((self.empty, white, black), true) }
    }

    fn map(&self, size: Size, image: impl Fn(B) -> B) -> Patch<B> {
        Patch { size, amazons: self.amazons.map(&image), empty: image(self.empty) }
    }

    /// Half a turn.
    #[inline]
    fn rotated(&self) -> Patch<B> {
        let unused = B::CAPACITY - self.size.area();
        self.map(self.size, |set| set.reversed() >> unused)
    }

    /// Top row to the bottom.
    #[inline]
    fn flipped(&self) -> Patch<B> {
        let width = u32::from(self.size.width());
        let height = u32::from(self.size.height());
        let mask = ones::<B>(width);
        self.map(self.size, |set| {
            (0..height).fold(B::NONE, |image, row| image << width | (set >> (row * width) & mask))
        })
    }

    /// Columns become rows.
    fn transposed(&self) -> Patch<B> {
        let size = self.size.transposed();
        let grid = B::grid(size).expect("a board turned on its side has as many squares");
        let width = self.size.width();
        self.map(size, |set| {
            set.points().fold(B::NONE, |image, point| {
                let square = Square { col: point.0 / width, row: point.0 % width };
                image | B::bit(grid.point(square))
            })
        })
    }
}

/// The lowest `count` bits.
#[inline]
fn ones<B: Bits>(count: u32) -> B {
    !B::NONE >> (B::CAPACITY - count)
}

#[cfg(test)]
mod tests {
    use otrera_board::{Setup, areas};
    use proptest::prelude::*;

    use super::*;

    fn positions() -> impl Strategy<Value = Position> {
        (1..=8usize, 1..=8usize).prop_flat_map(|(width, height)| {
            prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '#', '#', 'b', 'w']), width * height)
                .prop_map(move |cells| {
                    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
                    format!("{} w", rows.join("/")).parse::<Setup>().unwrap().position().unwrap()
                })
        })
    }

    proptest! {
        #[test]
        fn a_canonical_patch_is_the_same_for_all_images(position in positions()) {
            let (canonical, exchanged) = Patch::whole(&position).canonical();
            let again = if exchanged { position.colours_swapped() } else { position };
            let images: Vec<_> = Symmetry::ALL.iter().map(|&s| Patch::whole(&again.transformed(s))).collect();
            prop_assert!(images.contains(&canonical), "the canonical patch is no image of the patch");
            for symmetry in Symmetry::ALL {
                let image = position.transformed(symmetry);
                prop_assert_eq!(Patch::whole(&image).canonical().0, canonical);
                prop_assert_eq!(Patch::whole(&image.colours_swapped()).canonical().0, canonical);
                let narrow = Patch::whole(&image.resized::<u64>().unwrap()).canonical().0;
                prop_assert_eq!(narrow.resized::<u128>().unwrap(), canonical);
            }
        }

        #[test]
        fn an_orientation_leads_to_the_representative(position in positions()) {
            let patch = Patch::whole(&position);
            prop_assert_eq!(patch.transformed(patch.orientation()), patch.oriented());
        }

        #[test]
        fn a_crop_is_the_boards(position in positions()) {
            for area in areas::basic(&position) {
                let (crop, _) = area.cropped(&position);
                prop_assert_eq!(Patch::whole(&position).cropped(area.squares), Patch::whole(&crop));
            }
        }
    }
}
