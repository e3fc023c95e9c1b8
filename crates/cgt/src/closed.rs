//! Games with a closed form: a number plus k ups plus a nimber.
//!
//! Their order and their options have formulas (Siegel, *Combinatorial Game Theory*, II.3 and II.4; *Winning Ways*,
//! chapter 3). Most games of an endgame are of this kind; they take no entry in the store.

use crate::shift::{Fixed, WHOLE, to_dyadic};
use crate::value::{Core, Form, negated};
use crate::{Interrupted, Value};

/// Returns whether k·up + *m >= 0: it is 0, or has two ups, or one up and any nimber but `*`.
pub(crate) fn is_nonnegative(ups: i32, nimber: u32) -> bool {
    match ups {
        0 => nimber == 0,
        1 => nimber != 1,
        _ => ups > 1,
    }
}

/// The options of one player in a closed game.
#[derive(Clone, Debug)]
pub(crate) enum ClosedOptions {
    /// At most two games.
    Few([Value; 2], u8),
    /// A number plus `*next`, up to `*(end-1)`.
    Nimbers { next: u32, end: u32, number: Fixed },
}

const NONE: ClosedOptions = ClosedOptions::Few([Value::ZERO; 2], 0);

pub(crate) fn left_options(ups: i32, nimber: u32, number: Fixed) -> ClosedOptions {
    match (ups, nimber) {
        (0, 0) => number_option(number),
        (0, end) => ClosedOptions::Nimbers { next: 0, end, number },
        // up* = {0, * | 0} is the one exception to k·up + *m = {0 | (k-1)·up + *(m xor 1)}.
        (1, 1) => two(closed(0, 0, number), closed(0, 1, number)),
        (1.., _) => one(closed(0, 0, number)),
        (-1, 1) => one(closed(0, 0, number)),
        (..=-1, _) => one(closed(ups + 1, nimber ^ 1, number)),
    }
}

/// Right's canonical options: those of Left in the negative, negated.
pub(crate) fn right_options(ups: i32, nimber: u32, number: Fixed) -> ClosedOptions {
    match left_options(-ups, nimber, -number) {
        ClosedOptions::Few(games, count) => ClosedOptions::Few(games.map(|g| -g), count),
        ClosedOptions::Nimbers { next, end, .. } => ClosedOptions::Nimbers { next, end, number },
    }
}

impl Iterator for ClosedOptions {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            ClosedOptions::Few(_, 0) => None,
            ClosedOptions::Few(games, count) => {
                *count -= 1;
                Some(games[usize::from(*count)])
            }
            ClosedOptions::Nimbers { next, end, number } => (next < end).then(|| {
                *next += 1;
                closed(0, *next - 1, *number)
            }),
        }
    }
}

/// The core of the closed game with these canonical options and this number; `None` if it has no closed form.
pub(crate) fn recognise(left: &[Value], right: &[Value], number: Fixed) -> Result<Option<Core>, Interrupted> {
    if let Some(nimber) = nimber_options(left, number)
        && nimber_options(right, number) == Some(nimber)
    {
        return Core::closed(0, nimber).map(Some);
    }
    if let Some(core) = positive(left, right, number)? {
        return Ok(Some(core));
    }
    Ok(positive(&negated(right), &negated(left), -number)?.map(|core| -core))
}

/// The m for which the games, less their number, are 0, *, ... *(m-1).
fn nimber_options(games: &[Value], number: Fixed) -> Option<u32> {
    let mut nimbers: Vec<u32> = Vec::with_capacity(games.len());
    for game in games {
        match game.form() {
            Form::Closed { ups: 0, nimber } if game.shift() == number => nimbers.push(nimber),
            _ => return None,
        }
    }
    nimbers.sort_unstable();
    (!nimbers.is_empty() && nimbers.iter().zip(0..).all(|(&n, i)| n == i)).then_some(nimbers.len() as u32)
}

/// Positive multiples of up, with any nimber.
fn positive(left: &[Value], right: &[Value], number: Fixed) -> Result<Option<Core>, Interrupted> {
    let &[only] = right else { return Ok(None) };
    let Form::Closed { ups, nimber } = only.form() else { return Ok(None) };
    if ups < 0 || only.shift() != number {
        return Ok(None);
    }
    match (nimber_options(left, number), ups, nimber) {
        (Some(2), 0, 0) => Core::closed(1, 1).map(Some),
        (Some(1), _, _) => Core::closed(ups + 1, nimber ^ 1).map(Some),
        _ => Ok(None),
    }
}

/// Left's canonical option of a number: whole numbers count down to 0, m/2^e goes to (m - 1)/2^e.
fn number_option(number: Fixed) -> ClosedOptions {
    let exact = to_dyadic(number);
    match exact.to_integer() {
        Some(..=0) => NONE,
        _ => one(closed(0, 0, number - (WHOLE >> exact.exponent()))),
    }
}

fn one(game: Value) -> ClosedOptions {
    ClosedOptions::Few([game; 2], 1)
}

/// Stored in reverse, because the iterator pops from the back.
fn two(first: Value, second: Value) -> ClosedOptions {
    ClosedOptions::Few([second, first], 2)
}

/// A closed game that is simpler than a valid one, so that its numbers are in range too.
fn closed(ups: i32, nimber: u32, number: Fixed) -> Value {
    Core::closed(ups, nimber).and_then(|core| Value::new(core, number)).expect("options are simpler than their game")
}
