//! Which registers positions are measured in, and the functions that are compiled for them.

#![allow(unsafe_code)]

use otrera_board::{Bits, Size};

use super::factors::Factors;
use super::measure::{Lot, View, measure};
use super::squares::{Field, Narrow, Wide};
use super::vector::{One, Vector as _};
#[cfg(target_arch = "x86_64")]
use super::vector::{avx2::Four, avx512::Eight};

/// A board size, as one kind of registers has it.
pub(super) enum Kind {
    NarrowOne(Box<Field<Narrow<One>>>),
    WideOne(Box<Field<Wide<One>>>),
    #[cfg(target_arch = "x86_64")]
    NarrowFour(Box<Field<Narrow<Four>>>),
    #[cfg(target_arch = "x86_64")]
    WideFour(Box<Field<Wide<Four>>>),
    #[cfg(target_arch = "x86_64")]
    NarrowEight(Box<Field<Narrow<Eight>>>),
    #[cfg(target_arch = "x86_64")]
    WideEight(Box<Field<Wide<Eight>>>),
}

/// `measure` for registers that not every processor has.
macro_rules! compiled {
    ($name:ident, $squares:ty, $features:literal) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $name<B: Bits>(field: &Field<$squares>, views: &[View<B>], factors: &Factors) -> Lot {
            measure(field, views, factors)
        }
    };
}

compiled!(narrow_four, Narrow<Four>, "avx2,bmi1,popcnt");
compiled!(wide_four, Wide<Four>, "avx2,bmi1,popcnt");
compiled!(narrow_eight, Narrow<Eight>, "avx512f,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,bmi1,popcnt");
compiled!(wide_eight, Wide<Eight>, "avx512f,avx512cd,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,bmi1,popcnt");

impl Kind {
    /// The best that this processor has.
    pub(super) fn fastest(size: Size) -> Kind {
        Kind::all(size).pop().expect("numbers by themselves are always there")
    }

    /// All that this processor has, the slowest first.
    pub(super) fn all(size: Size) -> Vec<Kind> {
        let is_narrow = size.area() <= u64::BITS;
        let one =
            if is_narrow { Kind::NarrowOne(Field::new(size).into()) } else { Kind::WideOne(Field::new(size).into()) };
        #[allow(unused_mut)]
        let mut kinds = vec![one];
        #[cfg(target_arch = "x86_64")]
        {
            if Four::exist() {
                kinds.push(if is_narrow {
                    Kind::NarrowFour(Field::new(size).into())
                } else {
                    Kind::WideFour(Field::new(size).into())
                });
            }
            if Eight::exist() {
                kinds.push(if is_narrow {
                    Kind::NarrowEight(Field::new(size).into())
                } else {
                    Kind::WideEight(Field::new(size).into())
                });
            }
        }
        kinds
    }

    /// Measures positions, some at a time; `take` gets what was measured and how many they were.
    #[inline]
    pub(super) fn measure_each<B: Bits>(&self, views: &[View<B>], factors: &Factors, take: impl FnMut(&Lot, usize)) {
        match self {
            Kind::NarrowOne(field) => each(views, One::LANES, take, |views| measure(field, views, factors)),
            Kind::WideOne(field) => each(views, One::LANES, take, |views| measure(field, views, factors)),
            // SAFETY of all of these: `all` has asked the processor for what the functions need.
            #[cfg(target_arch = "x86_64")]
            Kind::NarrowFour(field) => {
                // SAFETY: see above.
                each(views, Four::LANES, take, |views| unsafe { narrow_four(field, views, factors) });
            }
            #[cfg(target_arch = "x86_64")]
            Kind::WideFour(field) => {
                // SAFETY: see above.
                each(views, Four::LANES, take, |views| unsafe { wide_four(field, views, factors) });
            }
            #[cfg(target_arch = "x86_64")]
            Kind::NarrowEight(field) => {
                // SAFETY: see above.
                each(views, Eight::LANES, take, |views| unsafe { narrow_eight(field, views, factors) });
            }
            #[cfg(target_arch = "x86_64")]
            Kind::WideEight(field) => {
                // SAFETY: see above.
                each(views, Eight::LANES, take, |views| unsafe { wide_eight(field, views, factors) });
            }
        }
    }
}

/// Calls a function with as many positions at a time as it takes.
#[inline(always)]
fn each<B>(views: &[View<B>], lanes: usize, mut take: impl FnMut(&Lot, usize), measure: impl Fn(&[View<B>]) -> Lot) {
    for some in views.chunks(lanes) {
        take(&measure(some), some.len());
    }
}
