//! The options that a checkpoint depends on, as a line of text: docs/formats/checkpoint.md, "Options".

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::bounds::Rules;
use crate::options::Options;

const PREFIX: &str = "options ";
const VERSION: &str = "1";

/// Options that change the meaning of a table entry: all except memory, threads and the node limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchIdentity {
    /// See [`Options::small`].
    pub small: usize,
    /// See [`Options::rules`].
    pub rules: Rules,
    /// See [`Options::guess`].
    pub guess: bool,
    /// See [`Options::share`].
    pub share: u32,
    /// See [`Options::slack`].
    pub slack: u32,
}

impl From<&Options> for SearchIdentity {
    fn from(options: &Options) -> SearchIdentity {
        let &Options { small, rules, guess, share, slack, .. } = options;
        SearchIdentity { small, rules, guess, share, slack }
    }
}

impl fmt::Display for SearchIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchIdentity { small, rules: Rules { safe, private, walls }, guess, share, slack } = *self;
        let [safe, private, walls, guess] = [safe, private, walls, guess].map(|is_on| if is_on { "yes" } else { "no" });
        write!(
            f,
            "{PREFIX}{VERSION} small={small} safe={safe} private={private} walls={walls} guess={guess} share={share} \
             slack={slack}"
        )
    }
}

/// Reason why a text is not a [`SearchIdentity`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences name the fields")]
pub enum IdentityError {
    #[error("the options have version '{}', and this program reads version {VERSION}", .0.escape_debug())]
    Version(String),
    #[error("the options lack a valid '{0}'")]
    Field(&'static str),
    #[error("the options have more than this program knows")]
    TooMany,
}

impl FromStr for SearchIdentity {
    type Err = IdentityError;

    fn from_str(text: &str) -> Result<SearchIdentity, IdentityError> {
        let mut words = text.strip_prefix(PREFIX).ok_or(IdentityError::Field("options"))?.split(' ');
        match words.next() {
            Some(VERSION) => {}
            version => return Err(IdentityError::Version(version.unwrap_or_default().into())),
        }
        let identity = SearchIdentity {
            small: number(&mut words, "small")?,
            rules: Rules {
                safe: switch(&mut words, "safe")?,
                private: switch(&mut words, "private")?,
                walls: switch(&mut words, "walls")?,
            },
            guess: switch(&mut words, "guess")?,
            share: number(&mut words, "share")?,
            slack: number(&mut words, "slack")?,
        };
        if words.next().is_none() { Ok(identity) } else { Err(IdentityError::TooMany) }
    }
}

/// The value of the next word, which must be `name=value`.
fn value<'t>(words: &mut impl Iterator<Item = &'t str>, name: &'static str) -> Result<&'t str, IdentityError> {
    let found = words.next().and_then(|word| word.strip_prefix(name)?.strip_prefix('='));
    found.ok_or(IdentityError::Field(name))
}

fn number<'t, N: FromStr>(words: &mut impl Iterator<Item = &'t str>, name: &'static str) -> Result<N, IdentityError> {
    value(words, name)?.parse().map_err(|_| IdentityError::Field(name))
}

fn switch<'t>(words: &mut impl Iterator<Item = &'t str>, name: &'static str) -> Result<bool, IdentityError> {
    match value(words, name)? {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(IdentityError::Field(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (options, text) in [
            (
                Options { small: 7, ..Options::FULL },
                "options 1 small=7 safe=yes private=yes walls=yes guess=yes share=32 slack=4",
            ),
            (Options::BARE, "options 1 small=0 safe=no private=no walls=no guess=no share=1 slack=4294967295"),
        ] {
            let identity = SearchIdentity::from(&options);
            assert_eq!(identity.to_string(), text);
            assert_eq!(text.parse(), Ok(identity));
            // Neither shorter nor longer, and every part counts.
            for (at, _) in text.char_indices() {
                assert_ne!(text[..at].parse(), Ok(identity), "{}", &text[..at]);
            }
            assert_eq!(format!("{text} more=1").parse::<SearchIdentity>(), Err(IdentityError::TooMany));
        }
        for (text, error) in [
            ("", IdentityError::Field("options")),
            ("options 2 small=7", IdentityError::Version("2".into())),
            ("options 1 small=7 safe=true", IdentityError::Field("safe")),
            ("options 1 safe=yes small=7", IdentityError::Field("small")),
        ] {
            assert_eq!(text.parse::<SearchIdentity>(), Err(error), "{text}");
        }
    }
}
