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

/// Gives a newtype its `FromStr`, its `Display`, and a `Deserialize` that reads the same text from JSON.
macro_rules! text_option {
    ($name:ident: $schema:tt, read |$text:ident| $read:expr, else $error:expr, write |$value:ident| $written:expr) => {
        impl FromStr for $name {
            type Err = String;

            fn from_str($text: &str) -> Result<$name, String> {
                $read.map($name).ok_or_else(|| $error.to_string())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $value = self.0;
                write!(f, "{}", $written)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                match Value::deserialize(deserializer)? {
                    Value::String(text) => text.parse(),
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

text_option! {
    Seconds: { "type": ["number", "string"], "minimum": 0 },
    read |text| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
    else "write a number of seconds, like 10 or 0.5",
    write |time| time.as_secs_f64()
}

/// A number of bytes, written with a unit: `500M`, `8G`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub usize);

text_option! {
    Bytes: { "type": ["string", "integer"], "minimum": 0 },
    read |text| read_bytes(text),
    else "write a size, like 500M or 8G",
    write |bytes| match UNITS.iter().find(|&&(_, shift)| bytes > 0 && bytes.is_multiple_of(1 << shift)) {
        Some((name, shift)) => format!("{}{name}", bytes >> shift),
        None => bytes.to_string(),
    }
}

/// Units of sizes and their logarithms.
const UNITS: [(&str, u32); 4] = [("T", 40), ("G", 30), ("M", 20), ("K", 10)];

fn read_bytes(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let letter = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
    let shift = match letter {
        "" if !unit.starts_with('I') => 0,
        letter => UNITS.iter().find(|(name, _)| *name == letter)?.1,
    };
    digits.parse::<usize>().ok()?.checked_mul(1 << shift)
}

/// A side, by its name or the first letter of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName(pub Side);

text_option! {
    SideName: { "type": "string", "pattern": "^(?i:b|w|black|white)$" },
    read |text| Side::BOTH.into_iter().find(|side| {
        text.eq_ignore_ascii_case(side.name()) || text.eq_ignore_ascii_case(&side.letter().to_string())
    }),
    else "write b or w",
    write |side| side.letter()
}

/// More threads than any machine has; a larger number is a typing error.
const MOST_THREADS: usize = 1024;

/// A number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub NonZeroUsize);

impl Threads {
    /// The number.
    pub fn get(self) -> usize {
        self.0.get()
    }
}

impl Default for Threads {
    fn default() -> Threads {
        Threads(NonZeroUsize::MIN)
    }
}

text_option! {
    Threads: { "type": "integer", "minimum": 1, "maximum": MOST_THREADS },
    read |text| text.parse().ok().filter(|n: &NonZeroUsize| n.get() <= MOST_THREADS),
    else format!("write a number from 1 to {MOST_THREADS}"),
    write |number| number
}

/// Strength of an engine, from 1, a beginner, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(pub u8);

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);
}

text_option! {
    Level: { "type": "integer", "minimum": 1, "maximum": 10 },
    read |text| text.parse().ok().filter(|level| (1..=10).contains(level)),
    else "write a level from 1 to 10",
    write |level| level
}

/// The name of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineName(pub &'static Named);

impl EngineName {
    /// The strongest engine.
    pub fn strongest() -> EngineName {
        EngineName(NAMED.last().expect("there is an engine"))
    }

    fn all() -> Vec<&'static str> {
        NAMED.iter().map(|named| named.name).collect()
    }
}

text_option! {
    EngineName: { "type": "string", "enum": EngineName::all() },
    read |text| engines::named(text),
    else format!("write one of {}", EngineName::all().join(", ")),
    write |engine| engine.name
}

/// The name of a notation for moves.
#[derive(Clone, Copy, Debug)]
pub struct NotationName(pub Notation);

impl Default for NotationName {
    fn default() -> NotationName {
        NotationName(Notation::Cross)
    }
}

text_option! {
    NotationName: { "type": "string", "enum": Notation::ALL.map(|(_, name)| name) },
    read |text| Notation::ALL.into_iter().find(|(_, name)| *name == text).map(|(notation, _)| notation),
    else format!("write one of {}", Notation::ALL.map(|(_, name)| name).join(", ")),
    write |notation| Notation::ALL.iter().find(|named| named.0 == notation).expect("every notation has a name").1
}

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
