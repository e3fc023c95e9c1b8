//! Types of options, which read the same text on the command line and in JSON.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use otrera_board::Side;
use otrera_board::text::Notation;
use otrera_engine::engines::{self, NAMED, Named};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A choice between names, each with a line of help.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every choice.
    const ALL: &'static [Self];

    /// Its name.
    fn name(self) -> &'static str;

    /// Its line of help.
    fn help(self) -> &'static str;

    /// The choice of this name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }
}

/// Declares an enum of named choices for the command line, for JSON and for JSON Schema.
macro_rules! choices {
    ($(#[$meta:meta])* pub enum $name:ident { $(#[doc = $help:literal] $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name {
            $(#[doc = $help] #[serde(rename = $text)] $variant,)*
        }

        impl $crate::option::Choice for $name {
            const ALL: &'static [$name] = &[$($name::$variant),*];

            fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            fn help(self) -> &'static str {
                match self { $($name::$variant => $help.trim_ascii(),)* }
            }
        }
    };
}
pub(crate) use choices;

/// Deserializes a string with `FromStr`.
macro_rules! from_text {
    ($name:ident, $schema:tt) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                match Value::deserialize(deserializer)? {
                    Value::String(text) => text.parse(),
                    Value::Number(number) => number.to_string().parse(),
                    other => other.to_string().parse(),
                }
                .map_err(D::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

/// A time in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seconds(pub Duration);

from_text!(Seconds, { "type": ["number", "string"], "minimum": 0 });

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Seconds, &'static str> {
        let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.map(Seconds).ok_or("write a number of seconds, like 10 or 0.5")
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs_f64())
    }
}

/// A number of bytes, written with a unit: `500M`, `8G`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub usize);

from_text!(Bytes, { "type": ["string", "integer"], "minimum": 0 });

/// Units of sizes and their logarithms.
const UNITS: [(&str, u32); 4] = [("T", 40), ("G", 30), ("M", 20), ("K", 10)];

impl FromStr for Bytes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Bytes, &'static str> {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = text[digits.len()..].to_ascii_uppercase();
        let letter = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
        let shift = match letter {
            "" if !unit.starts_with('I') => Some(0),
            letter => UNITS.iter().find(|(name, _)| *name == letter).map(|&(_, shift)| shift),
        };
        let bytes = shift.and_then(|shift| digits.parse::<usize>().ok()?.checked_mul(1 << shift));
        bytes.map(Bytes).ok_or("write a size, like 500M or 8G")
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = UNITS.iter().find(|&&(_, shift)| self.0 > 0 && self.0.is_multiple_of(1 << shift));
        match unit {
            Some((name, shift)) => write!(f, "{}{name}", self.0 >> shift),
            None => self.0.fmt(f),
        }
    }
}

/// A side, by its name or the first letter of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName(pub Side);

from_text!(SideName, { "type": "string", "pattern": "^(?i:b|w|black|white)$" });

impl FromStr for SideName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<SideName, &'static str> {
        let is_named = |side: &Side| {
            text.eq_ignore_ascii_case(side.name()) || text.eq_ignore_ascii_case(&side.letter().to_string())
        };
        Side::BOTH.into_iter().find(is_named).map(SideName).ok_or("write b or w")
    }
}

impl fmt::Display for SideName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.letter())
    }
}

/// More threads than any machine has; a larger number is a slip of the hand.
const MOST_THREADS: usize = 1024;

/// A number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub NonZeroUsize);

impl Threads {
    /// One thread.
    pub const ONE: Threads = Threads(NonZeroUsize::MIN);

    /// The number.
    pub fn get(self) -> usize {
        self.0.get()
    }
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::ONE
    }
}

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Threads, String> {
        let number = text.parse().ok().filter(|n: &NonZeroUsize| n.get() <= MOST_THREADS);
        number.map(Threads).ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Strength of an engine, from 1, a beginner, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(pub u8);

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);
}

from_text!(Level, { "type": "integer", "minimum": 1, "maximum": 10 });

impl FromStr for Level {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Level, &'static str> {
        text.parse().ok().filter(|level| (1..=10).contains(level)).map(Level).ok_or("write a level from 1 to 10")
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The name of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineName(pub &'static Named);

impl EngineName {
    /// The strongest engine.
    pub fn strongest() -> EngineName {
        EngineName(NAMED.last().expect("there is an engine"))
    }
}

impl FromStr for EngineName {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineName, String> {
        let names: Vec<&str> = NAMED.iter().map(|named| named.name).collect();
        engines::named(text).map(EngineName).ok_or_else(|| format!("write one of {}", names.join(", ")))
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

from_text!(EngineName, { "type": "string", "enum": NAMED.iter().map(|named| named.name).collect::<Vec<_>>() });

/// The name of a notation for moves.
#[derive(Clone, Copy, Debug)]
pub struct NotationName(pub Notation);

impl Default for NotationName {
    fn default() -> NotationName {
        NotationName(Notation::Cross)
    }
}

impl FromStr for NotationName {
    type Err = String;

    fn from_str(text: &str) -> Result<NotationName, String> {
        let names = Notation::ALL.map(|(_, name)| name);
        let found = Notation::ALL.into_iter().find(|(_, name)| *name == text);
        found.map(|(notation, _)| NotationName(notation)).ok_or_else(|| format!("write one of {}", names.join(", ")))
    }
}

impl fmt::Display for NotationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Notation::ALL.into_iter().find(|(notation, _)| *notation == self.0).map(|(_, name)| name);
        f.write_str(name.expect("every notation has a name"))
    }
}

from_text!(NotationName, { "type": "string", "enum": Notation::ALL.map(|(_, name)| name) });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written_with_units() {
        for (text, bytes, written) in [
            ("0", 0, "0"),
            ("7", 7, "7"),
            ("500M", 500 << 20, "500M"),
            ("8g", 8 << 30, "8G"),
            ("8GiB", 8 << 30, "8G"),
            ("8GB", 8 << 30, "8G"),
            ("12B", 12, "12"),
            ("1024K", 1 << 20, "1M"),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
            assert_eq!(Bytes(bytes).to_string(), written);
        }
        for text in ["", "G", "8X", "-1", "1.5G", "8iB", "99999999999T"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }
}
