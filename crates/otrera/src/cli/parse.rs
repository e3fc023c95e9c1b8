//! From the words of the command line to values.

use std::num::NonZeroUsize;
use std::time::Duration;

use otrera_board::Side;
use otrera_board::text::Notation;
use otrera_engine::Clock;
use otrera_engine::engines::NAMED;
use otrera_engine::rating::Sprt;

pub(crate) fn side(text: &str) -> Result<Side, String> {
    Side::BOTH
        .into_iter()
        .find(|side| text.eq_ignore_ascii_case(side.name()) || text.eq_ignore_ascii_case(&side.letter().to_string()))
        .ok_or_else(|| "write b or w".into())
}

pub(super) fn notation_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Notation::ALL.map(|(_, name)| name))
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write a number of seconds, like 10 or 0.5".into())
}

/// One number of moves, or a range of them.
pub(super) fn moves(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err("write a number of moves or a range, like 8 or 5-8".into()),
    }
}

/// More threads than any machine that this will run on has; an absurd number is a slip of the hand.
const MOST_THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n: &NonZeroUsize| n.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// A number of bytes with a unit: `500M`, `8G`.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let wrong = || "write a size, like 500M or 8G".to_string();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(wrong()),
    };
    let number: usize = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << unit).ok_or_else(wrong)
}

/// A board as `10x10`.
pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    numbers.ok_or_else(|| "write a size, like 10x10".into())
}

/// A clock as `60+0.5`: seconds for the game and after each move.
pub(super) fn clock(text: &str) -> Result<Clock, String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(left), seconds(increment)) {
        (Ok(left), Ok(increment)) => Ok(Clock::Game { left, increment }),
        _ => Err("write seconds for the game, and after a + seconds for each move, like 60+0.5".into()),
    }
}

/// A chance that is small, in percent.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&percent: &f64| percent > 0.0 && percent < 50.0);
    number.ok_or_else(|| "write a percentage above 0 and below 50, like 2".into())
}

/// A sequential test as `0,10,0.05,0.05`.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[elo0, elo1, alpha, beta])
            if elo0 < elo1 && [alpha, beta].iter().all(|chance| (0.0001..=0.4999).contains(chance)) =>
        {
            Ok(Sprt { elo0, elo1, alpha, beta })
        }
        _ => Err("write elo0,elo1,alpha,beta, like 0,10,0.05,0.05".into()),
    }
}

/// The names of our engines.
pub(super) fn engine_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(NAMED.iter().map(|engine| engine.name))
}
