//! Functions of numbers that give the same bits on every machine, which those of the system's library do not promise:
//! only additions, multiplications and divisions, which the standard of floating point fixes.

/// e to the power of x, within a few parts in a million; for |x| up to 80, and the nearest of these beyond.
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // e^x = 2^whole * e^part with |part| at most ln(2) / 2, where the series is short.
    let whole = (x * std::f32::consts::LOG2_E).round();
    let part = x - whole * std::f32::consts::LN_2;
    let series = 1.0
        + part * (1.0 + part / 2.0 * (1.0 + part / 3.0 * (1.0 + part / 4.0 * (1.0 + part / 5.0 * (1.0 + part / 6.0)))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// 1 / (1 + e^-x).
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_function_of_the_library_within_its_error() {
        for step in -8000..=8000 {
            let x = step as f32 / 100.0;
            let (ours, theirs) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((ours / theirs - 1.0).abs() < 2e-5, "e^{x} is {theirs}, not {ours}");
            assert!((logistic(x) - (1.0 / (1.0 + (-x).exp()))).abs() < 1e-5);
        }
    }
}
