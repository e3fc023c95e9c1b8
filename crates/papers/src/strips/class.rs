//! Classes of values that have a name.

use otrera_cgt::{CorePart, Dyadic, Interrupted, Store, Value};

/// A class of values that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A number with the denominator 2^e; e is not 0.
    Fraction(u32),
    /// The nimber `*n`, not 0.
    Nimber(u32),
    /// A nimber `*n` from `*2` on with a number added to it.
    NimberAndNumber(u32),
    /// This many ups (or downs), perhaps with a nimber.
    Ups(u32),
    /// This many ups (or downs), perhaps with a nimber, and a number.
    UpsAndNumber(u32),
    /// A tiny or miny.
    Tiny,
    /// A tiny or miny with a number added to it.
    TinyAndNumber,
}

impl Class {
    /// The class of a value, if it has one.
    pub fn of(store: &Store, value: Value) -> Result<Option<Class>, Interrupted> {
        let parts = store.parts(value);
        let alone = parts.number == Dyadic::ZERO;
        Ok(match parts.core {
            CorePart::Closed { ups: 0, nimber: 0 } => match parts.number.exponent() {
                0 => None,
                exponent => Some(Class::Fraction(exponent)),
            },
            CorePart::Closed { ups: 0, nimber } if alone => Some(Class::Nimber(nimber)),
            CorePart::Closed { ups: 0, nimber: 1 } => None,
            CorePart::Closed { ups: 0, nimber } => Some(Class::NimberAndNumber(nimber)),
            CorePart::Closed { ups, .. } if alone => Some(Class::Ups(ups.unsigned_abs())),
            CorePart::Closed { ups, .. } => Some(Class::UpsAndNumber(ups.unsigned_abs())),
            CorePart::Game { .. } => match tiny_subscript(store, value)? {
                None => None,
                Some(_) if alone => Some(Class::Tiny),
                Some(_) => Some(Class::TinyAndNumber),
            },
        })
    }
}

/// The G of tiny-G or miny-G, perhaps plus a number.
pub(super) fn tiny_subscript(store: &Store, value: Value) -> Result<Option<Value>, Interrupted> {
    if !matches!(store.parts(value).core, CorePart::Game { .. }) {
        return Ok(None);
    }
    let game = store.sub(value, store.number(store.parts(value).number)?)?;
    Ok(store.tiny_subscript(game).or_else(|| store.tiny_subscript(-game)))
}
