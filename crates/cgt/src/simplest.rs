//! The simplicity rule: if numbers lie between the options of a game, the game is the simplest of them: 0 if possible,
//! else the whole number nearest to 0, else the one with the smallest denominator (*Winning Ways*, chapter 2).

use std::cmp::Ordering;

use crate::Interrupted;
use crate::shift::{Fixed, WHOLE};

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) at: Fixed,
    /// True if the end itself belongs to the interval.
    pub(crate) closed: bool,
}

impl End {
    /// The higher of two lower ends.
    pub(crate) fn higher(self, other: Self) -> Self {
        match self.at.cmp(&other.at) {
            Ordering::Greater => self,
            Ordering::Less => other,
            Ordering::Equal => Self { at: self.at, closed: self.closed && other.closed },
        }
    }

    /// The end of the negated interval.
    pub(crate) fn mirrored(self) -> Self {
        Self { at: -self.at, ..self }
    }
}

/// The simplest number between two ends; a missing end is at infinity. `None` if there is no number between them.
pub(crate) fn simplest(low: Option<End>, high: Option<End>) -> Result<Option<Fixed>, Interrupted> {
    if let (Some(low), Some(high)) = (low, high)
        && !(low.at < high.at || low.at == high.at && low.closed && high.closed)
    {
        return Ok(None);
    }
    let mut step = WHOLE;
    while step > 0 {
        let first = low.map(|end| first_multiple(end, step));
        let last = high.map(|end| -first_multiple(end.mirrored(), step));
        let nearest = match (first, last) {
            (Some(first), _) if first > 0 => first,
            (_, Some(last)) if last < 0 => last,
            _ => 0,
        };
        if first.is_none_or(|first| first <= nearest) && last.is_none_or(|last| nearest <= last) {
            return Ok(Some(nearest));
        }
        step /= 2;
    }
    Err(Interrupted::OutOfRange)
}

/// The least multiple of `step` at or above a lower end.
pub(crate) fn first_multiple(end: End, step: Fixed) -> Fixed {
    let below = end.at.div_euclid(step) * step;
    if below == end.at && end.closed { below } else { below + step }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;
    use crate::shift::{from_dyadic, to_dyadic};

    fn end(text: &str) -> Option<End> {
        let closed = text.ends_with(']');
        let number = text.trim_end_matches(']');
        let x: Option<Dyadic> = number.parse().ok();
        x.map(|x| End { at: from_dyadic(x).unwrap(), closed })
    }

    /// Low end, high end, simplest number; `]` marks an end that belongs to the interval, `-` infinity.
    #[test]
    fn the_simplest_number_is_taken() {
        for (low, high, answer) in [
            ("-", "-", "0"),
            ("0", "-", "1"),
            ("5/2", "-", "3"),
            ("-", "0", "-1"),
            ("-", "0]", "0"),
            ("0", "1", "1/2"),
            ("1/4", "1", "1/2"),
            ("1/2", "1", "3/4"),
            ("3", "6", "4"),
            ("-10", "-2", "-3"),
            ("-2", "1", "0"),
            ("-3/4", "-5/8", "-11/16"),
            ("3/4]", "3/4]", "3/4"),
            ("3/4", "3/4]", "none"),
            ("1", "0", "none"),
        ] {
            let found = simplest(end(low), end(high)).unwrap();
            assert_eq!(found.map_or("none".to_owned(), |x| to_dyadic(x).to_string()), answer, "({low}, {high})");
        }
    }
}
