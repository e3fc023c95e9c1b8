//! What each term is worth, and the text that it is kept in (docs/evaluation.md).

use std::fmt;
use std::str::FromStr;

use otrera_board::Size;
use thiserror::Error;

use super::term::Term;

/// First line of every file of weights.
const HEADER: &str = "otrera weights 2";
/// Powers of how open the position is: 1, x, x², x³.
pub const POWERS: usize = 4;

/// What each term is worth, as a cubic polynomial in how open the position is.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Squares ahead for which the odds to win are e to one.
    pub scale: f32,
    /// Where the sides are apart, squares are counted instead of all terms, and each one more makes the odds greater by e to
    /// this power. 0 if terms are all that counts.
    pub apart: f32,
    /// Squares ahead for one of each [`Term`]: the factors of 1, x, x² and x³.
    pub factors: [[f32; POWERS]; Term::COUNT],
}

/// Why a text is no file of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is something else, or of another version.
    #[error("the first line is '{0}' instead of '{HEADER}'")]
    Header(String),
    /// A line begins with an unknown word.
    #[error("line {line}: there is no term '{word}'; there are scale, apart, {}", Term::ALL.map(Term::name).join(", "))]
    Word {
        /// Which line, from 1.
        line: usize,
        /// What it begins with.
        word: String,
    },
    /// A line has too few or too many numbers.
    #[error("line {line}: {word} has {found} numbers instead of {wanted}")]
    Count {
        /// Which line, from 1.
        line: usize,
        /// What it begins with.
        word: String,
        /// Numbers there are.
        found: usize,
        /// Numbers there should be.
        wanted: usize,
    },
    /// Something is no number that can be used.
    #[error("line {line}: '{text}' is not a finite number")]
    Number {
        /// Which line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// The scale divides.
    #[error("line {line}: the scale has to be more than 0")]
    Scale {
        /// Which line, from 1.
        line: usize,
    },
    /// More squares are never worse.
    #[error("line {line}: apart must not be less than 0")]
    Apart {
        /// Which line, from 1.
        line: usize,
    },
    /// A term is told twice.
    #[error("line {line}: {word} was there before")]
    Twice {
        /// Which line, from 1.
        line: usize,
        /// The term.
        word: String,
    },
    /// A term is not told.
    #[error("there is no line for {0}")]
    Missing(&'static str),
}

impl Weights {
    /// Those that come with the program.
    pub fn for_size(size: Size) -> Weights {
        let text = match size.area() {
            ..=48 => include_str!("../../weights/small.weights"),
            49..=80 => include_str!("../../weights/8x8.weights"),
            81.. => include_str!("../../weights/10x10.weights"),
        };
        text.parse().expect("tests have read the weights that come with the program")
    }

    /// What one of a term is worth where a position is so open, from 0 to 1.
    pub fn factor(&self, term: Term, open: f32) -> f32 {
        if open == 0.0 && self.apart > 0.0 {
            let square = self.apart * self.scale;
            return match term {
                Term::KingTerritory => square,
                // Whoever moves first needs one more than the other side.
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
        // An error quotes what it is about, and no more than fits a line.
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
                    _ => Err(WeightsError::Number { line, text: excerpt(text) }),
                })
                .collect::<Result<Vec<f32>, _>>()?;
            let (found, word) = (numbers.len(), excerpt(word));
            let count = |wanted| WeightsError::Count { line, word: word.clone(), found, wanted };
            if let "scale" | "apart" = &*word {
                let &[number] = &numbers[..] else { return Err(count(1)) };
                let single = match &*word {
                    "scale" if number <= 0.0 => return Err(WeightsError::Scale { line }),
                    "apart" if number < 0.0 => return Err(WeightsError::Apart { line }),
                    "scale" => &mut scale,
                    _ => &mut apart,
                };
                if single.replace(number).is_some() {
                    return Err(WeightsError::Twice { line, word });
                }
                continue;
            }
            let Some(term) = Term::ALL.into_iter().find(|term| term.name() == word) else {
                return Err(WeightsError::Word { line, word });
            };
            let row = numbers[..].try_into().map_err(|_| count(POWERS))?;
            if factors[term as usize].replace(row).is_some() {
                return Err(WeightsError::Twice { line, word });
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

/// The text of a file.
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
