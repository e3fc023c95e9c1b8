//! Logistic regression: the weights that maximise the likelihood of the results.
//!
//! The log-odds of winning are modelled as a sum of terms times polynomials in the openness, with one unknown per term
//! and power. Newton's method finds them: the loss is convex, and about forty unknowns make a small linear system. An
//! L2 penalty decides where the games do not, because powers of the openness are nearly collinear. All sums are in
//! `f64` and in a fixed order, so that the same games give the same weights.

use thiserror::Error;

use super::{Game, Sample};
use crate::eval::{POWERS, Term, Weights};

/// L2 penalty per sample, in units of a column's mean square.
const PENALTY: f64 = 1e-4;
/// Limit on Newton steps. About eight are needed.
const MOST_STEPS: usize = 50;
/// One game in `HELD_OUT` is held out for validation.
const HELD_OUT: usize = 10;
/// Smallest gain in loss per sample for which the iteration continues.
const ENOUGH: f64 = 1e-10;
/// Log-odds per square once the sides are separated. Games end there, so they cannot tell; it is finite because a territory
/// sometimes cannot be filled.
const APART: f32 = 4.0;
/// Weights are rounded to 1 / `PLACES`.
const PLACES: f32 = 1e5;

/// Fitted weights and their quality.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// Number of training positions.
    pub samples: usize,
    /// Mean cross-entropy on training games, in nats.
    pub loss: f64,
    /// Mean cross-entropy on held-out games.
    pub held_out_loss: f64,
    /// Share of held-out positions in which the side with the higher chance won.
    pub held_out_right: f64,
}

/// Error: the weights cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FitError {
    /// This many samples are too few.
    #[error("{0} positions are too few to learn from: play more games")]
    TooFew(usize),
    /// Territory has no positive value in these games, so there is no unit for the weights.
    #[error("territory has no value in these games: play more games")]
    NoScale,
}

/// One unknown: the coefficient of a term times a power of the openness.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    term: Term,
    power: usize,
}

/// Fits the weights.
pub fn fit(games: &[Game]) -> Result<Fit, FitError> {
    let unknowns: Vec<Unknown> = Term::ALL
        .into_iter()
        .flat_map(|term| (usize::from(term.is_mobility())..POWERS).map(move |power| Unknown { term, power }))
        .collect();
    let chosen = |held_out: bool| {
        let games = games.iter().enumerate().filter(move |(n, _)| (n % HELD_OUT == HELD_OUT - 1) == held_out);
        games.flat_map(|(_, game)| &game.samples).copied().collect::<Vec<Sample>>()
    };
    let (samples, held_out) = (chosen(false), chosen(true));
    if samples.len() < 10 * unknowns.len() || held_out.is_empty() {
        return Err(FitError::TooFew(samples.len()));
    }
    let rows: Vec<Vec<f64>> = samples.iter().map(|sample| row(sample, &unknowns)).collect();
    let sizes = typical_sizes(&rows, unknowns.len());
    let factors = newton(&rows, &samples, &sizes);

    let logit = |sample: &Sample| row(sample, &unknowns).iter().zip(&factors).map(|(x, b)| x * b).sum::<f64>();
    let mean_loss =
        |samples: &[Sample]| samples.iter().map(|s| loss(logit(s), s.won)).sum::<f64>() / samples.len() as f64;
    let right = held_out.iter().filter(|sample| (logit(sample) > 0.0) == (sample.won > 0.5)).count();
    Ok(Fit {
        weights: scaled(&factors, &unknowns, &samples).ok_or(FitError::NoScale)?,
        samples: samples.len(),
        loss: mean_loss(&samples),
        held_out_loss: mean_loss(&held_out),
        held_out_right: right as f64 / held_out.len() as f64,
    })
}

fn row(sample: &Sample, unknowns: &[Unknown]) -> Vec<f64> {
    let open = f64::from(sample.features.open);
    unknowns.iter().map(|u| f64::from(sample.features.get(u.term)) * open.powi(u.power as i32)).collect()
}

/// Root mean square of each column, which scales the penalty; at least 1e-9, for columns of zeros.
fn typical_sizes(rows: &[Vec<f64>], columns: usize) -> Vec<f64> {
    let mut squares = vec![0.0; columns];
    for row in rows {
        squares.iter_mut().zip(row).for_each(|(sum, x)| *sum += x * x);
    }
    squares.into_iter().map(|sum| (sum / rows.len() as f64).sqrt().max(1e-9)).collect()
}

/// Cross-entropy of a result and a chance with these log-odds.
fn loss(logit: f64, won: f32) -> f64 {
    // ln(1 + e^x) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - f64::from(won) * logit
}

/// Factors of least loss, by Newton's method.
fn newton(rows: &[Vec<f64>], samples: &[Sample], sizes: &[f64]) -> Vec<f64> {
    let count = sizes.len();
    let penalty: Vec<f64> = sizes.iter().map(|size| PENALTY * rows.len() as f64 * size * size).collect();
    let dot = |row: &[f64], factors: &[f64]| row.iter().zip(factors).map(|(x, b)| x * b).sum::<f64>();
    let total = |factors: &[f64]| {
        let losses: f64 = rows.iter().zip(samples).map(|(row, sample)| loss(dot(row, factors), sample.won)).sum();
        losses + 0.5 * factors.iter().zip(&penalty).map(|(b, p)| p * b * b).sum::<f64>()
    };
    let mut factors = vec![0.0; count];
    let mut here = total(&factors);
    for _ in 0..MOST_STEPS {
        let mut slope: Vec<f64> = factors.iter().zip(&penalty).map(|(b, p)| p * b).collect();
        let mut curve = vec![vec![0.0; count]; count];
        for (i, p) in penalty.iter().enumerate() {
            curve[i][i] = *p;
        }
        for (row, sample) in rows.iter().zip(samples) {
            let chance = 1.0 / (1.0 + (-dot(row, &factors)).exp());
            let (error, spread) = (chance - f64::from(sample.won), chance * (1.0 - chance));
            for i in 0..count {
                slope[i] += error * row[i];
                let weighted = spread * row[i];
                for (cell, x) in curve[i][..=i].iter_mut().zip(row) {
                    *cell += weighted * x;
                }
            }
        }
        let step = solve(curve, slope);
        // A full step may overshoot; halve it until the loss falls.
        let found = (0..30).find_map(|halvings| {
            let part = 0.5_f64.powi(halvings);
            let next: Vec<f64> = factors.iter().zip(&step).map(|(b, s)| b - part * s).collect();
            let there = total(&next);
            (there < here).then_some((next, there))
        });
        let Some((next, there)) = found else { break };
        let gain = here - there;
        (factors, here) = (next, there);
        if gain < ENOUGH * rows.len() as f64 {
            break;
        }
    }
    factors
}

/// Solves a symmetric positive definite system, given by its lower half, by Cholesky decomposition.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            matrix[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / matrix[j][j] };
        }
    }
    for i in 0..count {
        let known: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

/// Converts log-odds to squares: Lieberum's t is a mean of t1, t2, c1 and c2, so one square in each of them is one square.
fn scaled(factors: &[f64], unknowns: &[Unknown], samples: &[Sample]) -> Option<Weights> {
    let mut weights = Weights { scale: 1.0, apart: APART, factors: [[0.0; POWERS]; Term::COUNT] };
    for (unknown, factor) in unknowns.iter().zip(factors) {
        weights.factors[unknown.term as usize][unknown.power] = *factor as f32;
    }
    let territory = [Term::QueenTerritory, Term::KingTerritory, Term::QueenAccess, Term::KingAccess];
    let per_square = |sample: &Sample| {
        territory.iter().map(|&term| f64::from(weights.factor(term, sample.features.open))).sum::<f64>()
    };
    let mean = samples.iter().map(per_square).sum::<f64>() / samples.len() as f64;
    let rounded = |number: f64| (number as f32 * PLACES).round() / PLACES;
    let scale = rounded(1.0 / mean);
    if !(scale.is_finite() && scale > 0.0) {
        return None;
    }
    for factor in weights.factors.iter_mut().flatten() {
        *factor = rounded(f64::from(*factor) / mean);
    }
    weights.scale = scale;
    Some(weights)
}
