use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::grid::{Grid, Point};
use crate::square::Size;

/// A bitboard, one bit per square: `u64` for boards of up to 64 squares, `u128` for all.
///
/// Hot paths are generic over it, so that small boards use 64-bit arithmetic. The trait is sealed.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Number of bits.
    const CAPACITY: u32;
    /// The empty set.
    const NONE: Self;

    /// The set of one square.
    fn bit(point: Point) -> Self;

    /// Number of squares in the set.
    fn count(self) -> u32;

    /// The square with the smallest index. The set must not be empty.
    fn first(self) -> Point;

    /// Number of zero bits above the highest square.
    fn leading_zeros(self) -> u32;

    /// `self - 1`, wrapping.
    fn less_one(self) -> Self;

    /// The bits in reverse order: bit `i` becomes bit `CAPACITY - 1 - i`.
    fn reversed(self) -> Self;

    /// The grid of this size; `None` if the board does not fit into the word.
    fn grid(size: Size) -> Option<&'static Grid<Self>>;

    /// The word as a `u128`.
    fn widen(self) -> u128;

    /// The low bits of a `u128`.
    fn narrow(wide: u128) -> Self;

    /// True if the set is empty.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// True if the square is in the set.
    #[inline]
    fn has(self, point: Point) -> bool {
        !(self & Self::bit(point)).is_none()
    }

    /// The squares of the set, by increasing index.
    #[inline]
    fn points(self) -> Points<Self> {
        Points(self)
    }
}

/// Iterator over the squares of a set.
#[derive(Clone, Debug)]
pub struct Points<B>(B);

impl<B: Bits> Iterator for Points<B> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0.is_none() {
            return None;
        }
        let point = self.0.first();
        self.0 &= self.0.less_one();
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl<B: Bits> ExactSizeIterator for Points<B> {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! impl_bits {
    ($word:ty) => {
        impl Bits for $word {
            const CAPACITY: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn bit(point: Point) -> Self {
                1 << point.0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Point {
                debug_assert_ne!(self, 0);
                Point(self.trailing_zeros() as u8)
            }

            #[inline]
            fn leading_zeros(self) -> u32 {
                <$word>::leading_zeros(self)
            }

            #[inline]
            fn less_one(self) -> Self {
                self.wrapping_sub(1)
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn grid(size: Size) -> Option<&'static Grid<Self>> {
                const SIDES: usize = Size::MAX_SIDE;
                static GRIDS: [[std::sync::OnceLock<Grid<$word>>; SIDES]; SIDES] =
                    [const { [const { std::sync::OnceLock::new() }; SIDES] }; SIDES];
                let cell = &GRIDS[usize::from(size.width()) - 1][usize::from(size.height()) - 1];
                (size.area() <= Self::CAPACITY).then(|| cell.get_or_init(|| Grid::new(size)))
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}

impl_bits!(u64);
impl_bits!(u128);
