use otrera_board::Size;

use super::term::Term;
use super::weights::{POWERS, Weights};

/// Weights as positions of one size are weighed with them.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    /// By term, then by power of how open the position is.
    terms: [[f32; POWERS]; Term::COUNT],
    /// Whether a term of mobility is worth anything. Without it these terms are not measured and 0.
    pub(super) mobility: bool,
    /// What a square more is worth where the sides are apart, if squares are counted there.
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

    /// The same, for whoever wants to know all terms.
    pub(super) fn with_mobility(&self) -> Factors {
        Factors { mobility: true, ..*self }
    }

    /// Terms of some positions weighed and added up; or squares counted, where the sides are apart.
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
            // As `Weights::factor` has it.
            let counted = self.certain * (squares[lane] - 0.5);
            sum[lane] = if open[lane] == 0.0 && self.certain > 0.0 { counted } else { sum[lane] };
        }
        sum
    }
}
