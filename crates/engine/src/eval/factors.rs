use otrera_board::Size;

use super::term::Term;
use super::weights::{POWERS, Weights};

/// Weights prepared for one board size.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    /// By term, then by power of the openness.
    terms: [[f32; POWERS]; Term::COUNT],
    /// True if a mobility term has a weight. Otherwise these terms are not measured and stay 0.
    pub(super) mobility: bool,
    /// Value of one square once the sides are separated; 0 if the terms apply there too.
    certain: f32,
    /// One over the number of squares.
    per_square: f32,
}

impl Factors {
    pub(super) fn new(weights: &Weights, size: Size) -> Factors {
        let counts = |term: Term| weights.factors[term as usize] != [0.0; POWERS];
        Factors {
            terms: weights.factors,
            mobility: Term::ALL.into_iter().any(|term| term.is_mobility() && counts(term)),
            certain: weights.apart * weights.scale,
            per_square: 1.0 / size.area() as f32,
        }
    }

    /// The same weights with all terms measured.
    pub(super) fn with_mobility(&self) -> Factors {
        Factors { mobility: true, ..*self }
    }

    /// Weighted sum of the terms of `N` positions; the count of squares where the sides are separated.
    #[inline(always)]
    pub(super) fn add_up<const N: usize>(&self, terms: &[[f32; N]; Term::COUNT], open: &[f32; N]) -> [f32; N] {
        let (mut x, mut sum) = ([0.0; N], [0.0; N]);
        for lane in 0..N {
            x[lane] = open[lane] * self.per_square;
        }
        for (term, [one, first, second, third]) in terms.iter().zip(self.terms) {
            for lane in 0..N {
                sum[lane] += term[lane] * (one + x[lane] * (first + x[lane] * (second + x[lane] * third)));
            }
        }
        let squares = &terms[Term::KingTerritory as usize];
        for lane in 0..N {
            // The same rule as in `Weights::factor`.
            let counted = self.certain * (squares[lane] - 0.5);
            sum[lane] = if open[lane] == 0.0 && self.certain > 0.0 { counted } else { sum[lane] };
        }
        sum
    }
}
