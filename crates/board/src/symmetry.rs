use crate::area::Area;
use crate::bits::Bits;
use crate::moves::Move;
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, Square};

/// One of the eight symmetries of the square grid: an optional mirroring of columns, then of rows, then an optional
/// transposition.
///
/// On a board that is not square, half of them swap width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    pub(crate) mirror_columns: bool,
    pub(crate) mirror_rows: bool,
    pub(crate) transpose: bool,
}

impl Symmetry {
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

    /// The inverse.
    pub const fn inverse(self) -> Symmetry {
        // The mirrorings come before the transposition, which exchanges them.
        if self.transpose {
            Symmetry { mirror_columns: self.mirror_rows, mirror_rows: self.mirror_columns, transpose: true }
        } else {
            self
        }
    }

    /// The size of the image of a board.
    pub const fn size(self, size: Size) -> Size {
        if self.transpose { size.transposed() } else { size }
    }

    /// The image of a square on a board of this size.
    pub const fn square(self, square: Square, size: Size) -> Square {
        let col = if self.mirror_columns { size.width() - 1 - square.col } else { square.col };
        let row = if self.mirror_rows { size.height() - 1 - square.row } else { square.row };
        if self.transpose { Square { col: row, row: col } } else { Square { col, row } }
    }

    /// The image of a move on a board of this size.
    pub const fn apply(self, m: Move, size: Size) -> Move {
        Move { from: self.square(m.from, size), to: self.square(m.to, size), arrow: self.square(m.arrow, size) }
    }
}

impl<B: Bits> Position<B> {
    /// The image under a symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position<B> {
        Area::whole(self).transformed(symmetry).position(self.to_move())
    }

    /// The position with Black and White exchanged, in the side to move too.
    #[must_use]
    pub fn colours_swapped(&self) -> Position<B> {
        Area::whole(self).swapped().position(!self.to_move())
    }

    /// The canonical form under symmetry ([`Area::oriented`]), and a symmetry that maps the position to it.
    pub fn canonical(&self) -> (Position<B>, Symmetry) {
        let symmetry = Area::whole(self).orientation();
        (self.transformed(symmetry), symmetry)
    }

    /// The canonical form under symmetry and exchange of colours, a symmetry that maps the position to it, and true if
    /// the colours are exchanged first.
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
