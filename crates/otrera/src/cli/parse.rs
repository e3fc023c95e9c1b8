//! Parsers of arguments that are not types of their own.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use otrera_api::option::{Choice, EngineName, NotationName, Seconds};
use otrera_board::text::Notation;
use otrera_engine::Clock;
use otrera_engine::engines::NAMED;
use otrera_engine::rating::Sprt;

/// The names of a choice, with their help.
pub(super) fn choice<C: Choice + Send + Sync>() -> impl TypedValueParser<Value = C> {
    let names = C::ALL.iter().map(|choice| PossibleValue::new(choice.name()).help(choice.help()));
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("the parser knows the names"))
}

/// The names of notations.
pub(super) fn notation() -> impl TypedValueParser<Value = NotationName> {
    let names = PossibleValuesParser::new(Notation::ALL.map(|(_, name)| name));
    names.map(|name| name.parse().expect("the parser knows the names"))
}

/// The names of our engines.
pub(super) fn engine() -> impl TypedValueParser<Value = EngineName> {
    let names = PossibleValuesParser::new(NAMED.iter().map(|engine| engine.name));
    names.map(|name| name.parse().expect("the parser knows the names"))
}

/// One number of moves, or a range of them.
pub(super) fn moves(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err("write a number of moves or a range, like 8 or 5-8".into()),
    }
}

/// A board as `10x10`.
pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    numbers.ok_or_else(|| "write a size, like 10x10".into())
}

/// A clock as `60+0.5`: seconds for the game and after each move.
pub(super) fn clock(text: &str) -> Result<Clock, String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (left.parse::<Seconds>(), increment.parse::<Seconds>()) {
        (Ok(Seconds(left)), Ok(Seconds(increment))) => Ok(Clock::Game { left, increment }),
        _ => Err("write seconds for the game, and after a + seconds for each move, like 60+0.5".into()),
    }
}

/// A small chance in percent.
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
