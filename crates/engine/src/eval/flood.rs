//! Distances by floods: which squares a whole set of amazons reaches with one more move.
//!
//! One step of a flood moves every square of a set at once. For king moves that is a dilation. For queen moves each of
//! the eight directions is filled by doubling (Kogge and Stone's scheme, as known from chess programs): with `p` the
//! squares that can be entered, `g |= p & (g shifted by 1)`, then `p &= (p shifted by 1)`, then the same by 2, 4 and so
//! on. The sets `p` belong to the board and not to who moves on it, so they are made once a position.
//!
//! There are three ways to hold a set, and one trait over them: [`Plain`] is a word and ordinary arithmetic, on any
//! board and any processor; `lanes` has four directions of a `u64` in one AVX2 register; `rows` has 16 rows of 16
//! squares in one. The last two exist where AVX2 does, and tests compare all of them with a search square by square.

use otrera_board::{Bits, Size};

/// Doublings that are enough for lines as long as a board can have: 1 + 2 + 4 + 8 + 16 is more than 26.
pub(super) const MOST_DOUBLINGS: usize = 5;

/// One position's empty squares, ready to be flooded. `B` is the word that positions have.
pub(super) trait Flood<B: Bits>: Sized {
    /// Squares in the form that floods like.
    type Set: Copy;
    /// What is the same for all positions of one size.
    type Board;

    /// For boards of this size.
    fn board(size: Size) -> Self::Board;

    /// For one position.
    fn new(board: &Self::Board, empty: B) -> Self;

    /// A set from its word.
    fn set(&self, bits: B) -> Self::Set;

    /// A set as a word.
    fn bits(&self, set: Self::Set) -> B;

    /// The empty squares that a queen on one of these squares reaches with one move, and those of the set that are empty.
    fn queen(&self, from: Self::Set) -> Self::Set;

    /// The empty squares that a king on one of these squares reaches with one move, and those of the set that are empty.
    fn king(&self, from: Self::Set) -> Self::Set;

    /// No square.
    fn none() -> Self::Set;
    /// Squares in both.
    fn and(a: Self::Set, b: Self::Set) -> Self::Set;
    /// Squares in one of them or both.
    fn or(a: Self::Set, b: Self::Set) -> Self::Set;
    /// Squares in just one of them.
    fn xor(a: Self::Set, b: Self::Set) -> Self::Set;
    /// Squares of the first that are not in the second.
    fn without(a: Self::Set, b: Self::Set) -> Self::Set;
    /// How many.
    fn count(set: Self::Set) -> i32;
    /// Whether there is no square.
    fn is_none(set: Self::Set) -> bool;
}

/// The fewest doublings that fill the longest line of a board.
pub(super) fn doublings(size: Size) -> usize {
    let longest = u32::from(size.width().max(size.height()));
    // Lines of n squares have n - 1 steps, and k doublings make 2^k - 1.
    (longest.next_power_of_two().trailing_zeros() as usize).max(1)
}

/// The four directions towards higher numbers: how far a step is in the word, and where a step may not end because it
/// would have gone around the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<B> {
    pub(super) shift: [u32; 4],
    /// Squares that such a step may end on, for steps up and for the same steps back.
    pub(super) fore: [B; 4],
    pub(super) back: [B; 4],
    pub(super) doublings: usize,
}

impl<B: Bits> Steps<B> {
    pub(super) fn new(size: Size) -> Steps<B> {
        let width = u32::from(size.width());
        let column = |wanted: u32| {
            (0..size.area()).filter(|n| n % width == wanted).fold(B::NONE, |set, n| set | B::narrow(1 << n))
        };
        let full = (0..size.area()).fold(B::NONE, |set, n| set | B::narrow(1 << n));
        let (not_first, not_last) = (full & !column(0), full & !column(width - 1));
        Steps {
            // Right, up and left, up, up and right.
            shift: [1, width - 1, width, width + 1],
            fore: [not_first, not_last, full, not_first],
            back: [not_last, not_first, full, not_last],
            doublings: doublings(size),
        }
    }
}

/// Floods in ordinary arithmetic.
pub(super) struct Plain<B> {
    shift: [u32; 4],
    doublings: usize,
    empty: B,
    /// Where a move by 1, 2, 4, ... steps can end, by direction.
    fore: [[B; MOST_DOUBLINGS]; 4],
    back: [[B; MOST_DOUBLINGS]; 4],
}

/// Shifts as in the registers: what is moved by the whole width or more is gone.
fn up<B: Bits>(set: B, by: u32) -> B {
    if by < B::CAPACITY { set << by } else { B::NONE }
}

fn down<B: Bits>(set: B, by: u32) -> B {
    if by < B::CAPACITY { set >> by } else { B::NONE }
}

impl<B: Bits> Flood<B> for Plain<B> {
    type Set = B;
    type Board = Steps<B>;

    fn board(size: Size) -> Steps<B> {
        Steps::new(size)
    }

    fn new(board: &Steps<B>, empty: B) -> Plain<B> {
        let mut plain = Plain {
            shift: board.shift,
            doublings: board.doublings,
            empty,
            fore: [[B::NONE; MOST_DOUBLINGS]; 4],
            back: [[B::NONE; MOST_DOUBLINGS]; 4],
        };
        for direction in 0..4 {
            let (mut fore, mut back) = (empty & board.fore[direction], empty & board.back[direction]);
            let mut by = board.shift[direction];
            for step in 0..board.doublings {
                plain.fore[direction][step] = fore;
                plain.back[direction][step] = back;
                fore &= up(fore, by);
                back &= down(back, by);
                by *= 2;
            }
        }
        plain
    }

    fn set(&self, bits: B) -> B {
        bits
    }

    fn bits(&self, set: B) -> B {
        set
    }

    fn queen(&self, from: B) -> B {
        let mut reached = B::NONE;
        for direction in 0..4 {
            let (mut fore, mut back) = (from, from);
            let mut by = self.shift[direction];
            for step in 0..self.doublings {
                fore |= self.fore[direction][step] & up(fore, by);
                back |= self.back[direction][step] & down(back, by);
                by *= 2;
            }
            reached |= fore | back;
        }
        reached & self.empty
    }

    fn king(&self, from: B) -> B {
        let mut reached = from & self.empty;
        for direction in 0..4 {
            reached |= self.fore[direction][0] & up(from, self.shift[direction]);
            reached |= self.back[direction][0] & down(from, self.shift[direction]);
        }
        reached
    }

    fn none() -> B {
        B::NONE
    }
    fn and(a: B, b: B) -> B {
        a & b
    }
    fn or(a: B, b: B) -> B {
        a | b
    }
    fn xor(a: B, b: B) -> B {
        a ^ b
    }
    fn without(a: B, b: B) -> B {
        a & !b
    }
    fn count(set: B) -> i32 {
        set.count() as i32
    }
    fn is_none(set: B) -> bool {
        set.is_none()
    }
}
