use crate::bits::Bits;
use crate::moves::Move;
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, Square};

/// One of the eight symmetries of the square grid: first a mirroring of columns, then of rows, then the exchange of
/// columns and rows, each done or not.
///
/// On a board that is not square, half of them turn it on its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    mirror_columns: bool,
    mirror_rows: bool,
    transpose: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry::numbered(0);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::numbered(0); 8];
        let mut i = 1;
        while i < 8 {
            all[i] = Symmetry::numbered(i as u8);
            i += 1;
        }
        all
    };

    const fn numbered(number: u8) -> Symmetry {
        Symmetry { mirror_columns: number & 1 != 0, mirror_rows: number & 2 != 0, transpose: number & 4 != 0 }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A transposition exchanges the roles of the mirrorings that come before it.
        if self.transpose {
            Symmetry { mirror_columns: self.mirror_rows, mirror_rows: self.mirror_columns, transpose: true }
        } else {
            self
        }
    }

    /// The board that a board of this size becomes.
    #[must_use]
    pub const fn size(self, size: Size) -> Size {
        if self.transpose { size.transposed() } else { size }
    }

    /// Where a square of a board of this size goes.
    #[must_use]
    pub const fn square(self, square: Square, size: Size) -> Square {
        let col = if self.mirror_columns { size.width() - 1 - square.col } else { square.col };
        let row = if self.mirror_rows { size.height() - 1 - square.row } else { square.row };
        if self.transpose { Square { col: row, row: col } } else { Square { col, row } }
    }

    /// What a move on a board of this size becomes.
    #[must_use]
    pub const fn apply(self, m: Move, size: Size) -> Move {
        Move { from: self.square(m.from, size), to: self.square(m.to, size), arrow: self.square(m.arrow, size) }
    }
}

impl<B: Bits> Position<B> {
    /// The position seen in this symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position<B> {
        let size = self.size();
        let grid = B::grid(symmetry.size(size)).expect("a board turned on its side has as many squares");
        let image = |set: B| {
            self.squares(set)
                .map(|square| B::bit(grid.point(symmetry.square(square, size))))
                .fold(B::NONE, |set, bit| set | bit)
        };
        let [black, white] = Side::BOTH.map(|side| image(self.amazons(side)));
        Position::from_sets(grid, black, white, image(self.empty()), self.to_move())
    }

    /// The position with Black and White exchanged, also in whose turn it is.
    #[must_use]
    pub fn colours_swapped(&self) -> Position<B> {
        let [black, white] = Side::BOTH.map(|side| self.amazons(side));
        Position::from_sets(self.grid(), white, black, self.empty(), !self.to_move())
    }

    /// The representative of all positions that are the same up to symmetry, and a symmetry that leads to it: the
    /// least by width (the widest first), then by the sets of squares.
    #[must_use]
    pub fn canonical(&self) -> (Position<B>, Symmetry) {
        Symmetry::ALL
            .into_iter()
            .filter(|symmetry| symmetry.size(self.size()).width() >= symmetry.size(self.size()).height())
            .map(|symmetry| (self.transformed(symmetry), symmetry))
            .min_by_key(|(image, _)| image.rank())
            .expect("one of the orientations is at least as wide as high")
    }

    /// The representative of all positions that are the same up to symmetry and exchange of colours, the symmetry
    /// that leads to it, and whether the colours were exchanged before.
    #[must_use]
    pub fn canonical_up_to_colour(&self) -> (Position<B>, Symmetry, bool) {
        let (straight, symmetry) = self.canonical();
        let (swapped, swapped_symmetry) = self.colours_swapped().canonical();
        if swapped.rank() < straight.rank() { (swapped, swapped_symmetry, true) } else { (straight, symmetry, false) }
    }

    /// Orders positions on boards of one size.
    fn rank(&self) -> (B, B, B, Side) {
        (self.empty(), self.amazons(Side::Black), self.amazons(Side::White), self.to_move())
    }
}
