//! Floating-point functions that return the same bits on every machine. The system's library does not promise that; the
//! operations used here are fixed by IEEE 754.

/// e^x within a few parts in a million, with x clamped to [-80, 80].
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // e^x = 2^whole * e^part with |part| at most ln(2) / 2, where the series converges fast.
    let whole = rounded(x * std::f32::consts::LOG2_E);
    let part = x - whole * std::f32::consts::LN_2;
    let series = 1.0
        + part * (1.0 + part / 2.0 * (1.0 + part / 3.0 * (1.0 + part / 4.0 * (1.0 + part / 5.0 * (1.0 + part / 6.0)))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// Nearest integer, halves away from zero, of a number that fits into an `i32`. `f32::round` is a call of the system's library
/// on processors for which the program is not compiled; this is four instructions.
#[inline]
fn rounded(x: f32) -> f32 {
    let whole = x as i32 as f32;
    // The difference is exact.
    let rest = x - whole;
    whole + if rest >= 0.5 { 1.0 } else { 0.0 } - if rest <= -0.5 { 1.0 } else { 0.0 }
}

/// 1 / (1 + e^-x).
#[inline]
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        for step in -8000..=8000 {
            let x = step as f32 / 100.0;
            let (ours, theirs) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((ours / theirs - 1.0).abs() < 2e-5, "e^{x} is {theirs}, not {ours}");
            for near in [x, x + 0.5, x.next_up(), (x + 0.5).next_down()] {
                assert_eq!(rounded(near), near.round(), "{near}");
            }
            assert!((logistic(x) - (1.0 / (1.0 + (-x).exp()))).abs() < 1e-5);
        }
    }
}
