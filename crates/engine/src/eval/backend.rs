//! Register types that positions are measured in, and the functions compiled for each.

#![allow(unsafe_code)]

use otrera_board::{Bits, Size};

use super::factors::Factors;
use super::measure::{Batch, View, measure};
use super::squares::{Geometry, Narrow, Wide};
use super::vector::{One, Vector as _};
#[cfg(target_arch = "x86_64")]
use super::vector::{avx2::Four, avx512::Eight};

/// The geometry of one board size, in the registers that measure it.
pub(super) enum Backend {
    NarrowOne(Box<Geometry<Narrow<One>>>),
    WideOne(Box<Geometry<Wide<One>>>),
    #[cfg(target_arch = "x86_64")]
    NarrowFour(Box<Geometry<Narrow<Four>>>),
    #[cfg(target_arch = "x86_64")]
    WideFour(Box<Geometry<Wide<Four>>>),
    #[cfg(target_arch = "x86_64")]
    NarrowEight(Box<Geometry<Narrow<Eight>>>),
    #[cfg(target_arch = "x86_64")]
    WideEight(Box<Geometry<Wide<Eight>>>),
}

/// Compiles `measure` for a vector that needs CPU features. The check and the functions get the same list of features, so
/// that no feature is enabled unless the check covers it.
macro_rules! compiled {
    ($vector:ident as $narrow:ident, $wide:ident with $($feature:tt),+) => {
        #[cfg(target_arch = "x86_64")]
        impl $vector {
            /// True if the processor has every feature that the functions for this vector are compiled for.
            fn exists() -> bool {
                $(is_x86_feature_detected!($feature))&&+
            }
        }

        compiled!($narrow, Narrow<$vector>, $($feature),+);
        compiled!($wide, Wide<$vector>, $($feature),+);
    };
    ($name:ident, $squares:ty, $($feature:tt),+) => {
        #[cfg(target_arch = "x86_64")]
        $(#[target_feature(enable = $feature)])+
        fn $name<B: Bits>(geometry: &Geometry<$squares>, views: &[View<B>], factors: &Factors) -> Batch {
            measure(geometry, views, factors)
        }
    };
}

compiled!(Four as narrow_four, wide_four with "avx2", "bmi1", "popcnt");
compiled!(Eight as narrow_eight, wide_eight with
    "avx512f", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi2", "avx512vpopcntdq", "bmi1", "popcnt");

impl Backend {
    /// The fastest that this processor has.
    pub(super) fn fastest(size: Size) -> Backend {
        Backend::all(size).pop().expect("single words always exist")
    }

    /// All that this processor has, slowest first.
    pub(super) fn all(size: Size) -> Vec<Backend> {
        let is_narrow = size.area() <= u64::BITS;
        macro_rules! either {
            ($narrow:ident, $wide:ident) => {
                match is_narrow {
                    true => Backend::$narrow(Geometry::new(size).into()),
                    false => Backend::$wide(Geometry::new(size).into()),
                }
            };
        }
        #[allow(unused_mut)]
        let mut backends = vec![either!(NarrowOne, WideOne)];
        #[cfg(target_arch = "x86_64")]
        {
            if Four::exists() {
                backends.push(either!(NarrowFour, WideFour));
            }
            if Eight::exists() {
                backends.push(either!(NarrowEight, WideEight));
            }
        }
        backends
    }

    /// Measures positions in batches; `take` gets each batch and its number of positions.
    #[inline]
    pub(super) fn measure_each<B: Bits>(&self, views: &[View<B>], factors: &Factors, take: impl FnMut(&Batch, usize)) {
        match self {
            Backend::NarrowOne(geometry) => each(views, One::LANES, take, |views| measure(geometry, views, factors)),
            Backend::WideOne(geometry) => each(views, One::LANES, take, |views| measure(geometry, views, factors)),
            #[cfg(target_arch = "x86_64")]
            Backend::NarrowFour(geometry) => {
                // SAFETY: `all` makes this variant only where the processor has AVX2, BMI1 and POPCNT.
                each(views, Four::LANES, take, |views| unsafe { narrow_four(geometry, views, factors) });
            }
            #[cfg(target_arch = "x86_64")]
            Backend::WideFour(geometry) => {
                // SAFETY: `all` makes this variant only where the processor has AVX2, BMI1 and POPCNT.
                each(views, Four::LANES, take, |views| unsafe { wide_four(geometry, views, factors) });
            }
            #[cfg(target_arch = "x86_64")]
            Backend::NarrowEight(geometry) => {
                // SAFETY: `all` makes this variant only where the processor has AVX512F, AVX512CD, AVX512DQ, AVX512VL,
                // AVX512VBMI2, AVX512VPOPCNTDQ, BMI1 and POPCNT.
                each(views, Eight::LANES, take, |views| unsafe { narrow_eight(geometry, views, factors) });
            }
            #[cfg(target_arch = "x86_64")]
            Backend::WideEight(geometry) => {
                // SAFETY: the features of `NarrowEight` above.
                each(views, Eight::LANES, take, |views| unsafe { wide_eight(geometry, views, factors) });
            }
        }
    }
}

/// Measures at most `lanes` positions at a time.
#[inline(always)]
fn each<B>(
    views: &[View<B>],
    lanes: usize,
    mut take: impl FnMut(&Batch, usize),
    measure: impl Fn(&[View<B>]) -> Batch,
) {
    for batch in views.chunks(lanes) {
        take(&measure(batch), batch.len());
    }
}
