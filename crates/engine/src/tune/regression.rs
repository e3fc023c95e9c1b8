//! Logistic regression: the weights under which the results of the games are most likely.
//!
//! The logarithm of the odds to win is taken for a sum of terms times polynomials in how open the position is, so the
//! unknowns are one number for each term and power. Newton's method finds them: the loss is convex, and some forty
//! unknowns make a small system of equations. A penalty on large weights (L2) decides where the games do not, as powers
//! of the same number are nearly alike. All in `f64` and in one order, so that the same games give the same weights.

use thiserror::Error;

use super::{Game, Sample};
use crate::eval::{POWERS, Term, Weights};

/// The penalty, as the share of samples that would speak for weights of zero.
const PENALTY: f64 = 1e-4;
/// Steps of Newton's method at most. It needs about eight.
const MOST_STEPS: usize = 50;
/// Every so many games are not learnt from but kept to see how well the rest is understood.
const HELD_OUT: usize = 10;
/// Loss a sample below which a step is not worth making.
const ENOUGH: f64 = 1e-10;
/// What each square more is worth where the sides are apart. Games end there and tell nothing about it; it is less than
/// certain because now and then a territory cannot be filled.
const APART: f32 = 4.0;
/// Decimal places that weights are written with.
const PLACES: f32 = 1e5;

/// Weights and how well they tell who wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// What was found.
    pub weights: Weights,
    /// Positions that were learnt from.
    pub samples: usize,
    /// Mean of minus the logarithm of the chance that was given to what happened, in games that were learnt from.
    pub loss: f64,
    /// The same in every tenth game, which was not learnt from.
    pub held_out_loss: f64,
    /// How often the side that was thought to be ahead won, in those games.
    pub held_out_right: f64,
}

/// Why there are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FitError {
    /// There is nothing to learn from.
    #[error("{samples} positions are too few to learn from: play more games")]
    TooFew {
        /// Positions there are.
        samples: usize,
    },
    /// The games say that territory is worth nothing, and then there is no unit to measure in.
    #[error("in these games territory is worth nothing: play more of them")]
    NoScale,
}

/// One unknown: a term times a power of how open the position is.
#[derive(Clone, Copy, Debug)]
struct Unknown {
    term: Term,
    power: usize,
}

/// Finds the weights.
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
        return Err(FitError::TooFew { samples: samples.len() });
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

/// The root of the mean square of each column, so that the penalty is fair to all. A column of zeros is never used.
fn typical_sizes(rows: &[Vec<f64>], columns: usize) -> Vec<f64> {
    let mut squares = vec![0.0; columns];
    for row in rows {
        squares.iter_mut().zip(row).for_each(|(sum, x)| *sum += x * x);
    }
    squares.into_iter().map(|sum| (sum / rows.len() as f64).sqrt().max(1e-9)).collect()
}

/// Minus the logarithm of the chance that was given to what happened; of what is half a win, the mean of both.
fn loss(logit: f64, won: f32) -> f64 {
    // ln(1 + e^x) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - f64::from(won) * logit
}

/// The factors of least loss.
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
        // A full step may go too far where the curve changes; half of it then, or a quarter, and so on.
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

/// Solves a symmetric, positive definite system of which the lower half is given, by Cholesky's method.
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

/// The factors in squares: Lieberum's t is a mean of t1, t2, c1 and c2, so a square more of each of them is a square.
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
