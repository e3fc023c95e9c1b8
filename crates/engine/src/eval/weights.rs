//! Weights of the terms and their text format (docs/formats/weights.md).

use std::fmt;
use std::str::FromStr;

use otrera_board::Size;
use thiserror::Error;

use super::term::Term;

/// First line of every weights file.
const HEADER: &str = "otrera weights 2";
/// Number of powers of the openness: 1, x, x², x³.
pub const POWERS: usize = 4;

/// Weight of each term, as a cubic polynomial in the openness.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Lead in squares at which the odds of winning are e to 1.
    pub scale: f32,
    /// Logarithm of the odds per square once the sides are separated and squares are counted instead of terms. 0 if the terms
    /// apply there too.
    pub apart: f32,
    /// By [`Term`]: the coefficients of 1, x, x² and x³, in squares.
    pub factors: [[f32; POWERS]; Term::COUNT],
}

/// Error in a weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The first line is not that of a weights file of this version.
    #[error("the first line is '{0}', expected '{HEADER}'")]
    Header(String),
    /// The line of this number begins with an unknown word.
    #[error("line {0}: unknown term '{1}'; the terms are scale, apart, {all}", all = Term::ALL.map(Term::name).join(", "))]
    Word(usize, String),
    /// The term of this line has a wrong number of weights: found, and expected.
    #[error("line {0}: {1} has {2} numbers, expected {3}")]
    Count(usize, String, usize, usize),
    /// A word of this line is not a finite number.
    #[error("line {0}: '{1}' is not a finite number")]
    Number(usize, String),
    /// The scale, on this line, is not positive, and it is a divisor.
    #[error("line {0}: the scale must be more than 0")]
    Scale(usize),
    /// `apart`, on this line, is negative: more squares would be worse.
    #[error("line {0}: apart must not be negative")]
    Apart(usize),
    /// The term of this line has an earlier line.
    #[error("line {0}: {1} is given twice")]
    Twice(usize, String),
    /// A term has no line.
    #[error("the line for {0} is missing")]
    Missing(&'static str),
}

impl Weights {
    /// The built-in weights for a board size.
    pub fn for_size(size: Size) -> Weights {
        let text = match size.area() {
            ..=48 => include_str!("../../weights/small.weights"),
            49..=80 => include_str!("../../weights/8x8.weights"),
            81.. => include_str!("../../weights/10x10.weights"),
        };
        text.parse().expect("tests parse the built-in weights")
    }

    /// Weight of a term at openness `open`, from 0 to 1.
    pub fn factor(&self, term: Term, open: f32) -> f32 {
        if open == 0.0 && self.apart > 0.0 {
            let square = self.apart * self.scale;
            return match term {
                Term::KingTerritory => square,
                // The side to move needs one square more than the opponent.
                Term::Turn => -square / 2.0,
                _ => 0.0,
            };
        }
        self.factors[term as usize].iter().rev().fold(0.0, |sum, factor| sum * open + factor)
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        // An error quotes at most 40 characters.
        let excerpt = |text: &str| text.chars().take(40).collect::<String>();
        let mut lines = (1..).zip(text.lines().map(|line| line.split('#').next().unwrap_or("").trim()));
        let (_, first) = lines.next().unwrap_or((1, ""));
        if first != HEADER {
            return Err(WeightsError::Header(excerpt(first)));
        }
        let (mut scale, mut apart) = (None, None);
        let mut factors = [None; Term::COUNT];
        for (line, content) in lines.filter(|(_, content)| !content.is_empty()) {
            let mut words = content.split_whitespace();
            let word = words.next().expect("the line is not empty");
            let numbers = words
                .map(|text| match text.parse::<f32>() {
                    Ok(number) if number.is_finite() => Ok(number),
                    _ => Err(WeightsError::Number(line, excerpt(text))),
                })
                .collect::<Result<Vec<f32>, _>>()?;
            let (found, word) = (numbers.len(), excerpt(word));
            let count = |wanted| WeightsError::Count(line, word.clone(), found, wanted);
            if let "scale" | "apart" = &*word {
                let &[number] = &numbers[..] else { return Err(count(1)) };
                let single = match &*word {
                    "scale" if number <= 0.0 => return Err(WeightsError::Scale(line)),
                    "apart" if number < 0.0 => return Err(WeightsError::Apart(line)),
                    "scale" => &mut scale,
                    _ => &mut apart,
                };
                if single.replace(number).is_some() {
                    return Err(WeightsError::Twice(line, word));
                }
                continue;
            }
            let Some(term) = Term::ALL.into_iter().find(|term| term.name() == word) else {
                return Err(WeightsError::Word(line, word));
            };
            let row = numbers[..].try_into().map_err(|_| count(POWERS))?;
            if factors[term as usize].replace(row).is_some() {
                return Err(WeightsError::Twice(line, word));
            }
        }
        let scale = scale.ok_or(WeightsError::Missing("scale"))?;
        let apart = apart.ok_or(WeightsError::Missing("apart"))?;
        let mut weights = Weights { scale, apart, factors: [[0.0; POWERS]; Term::COUNT] };
        for term in Term::ALL {
            weights.factors[term as usize] = factors[term as usize].ok_or(WeightsError::Missing(term.name()))?;
        }
        Ok(weights)
    }
}

/// The text of a weights file.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nscale       {}\napart       {}", self.scale, self.apart)?;
        for term in Term::ALL {
            write!(f, "{term:<11}")?;
            for factor in self.factors[term as usize] {
                write!(f, " {factor:>9}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
