//! The options that a checkpoint depends on, as text: docs/formats/checkpoint.md, "Options".

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::bounds::Rules;
use crate::options::Options;

/// Options that change the meaning of a table entry: all except kept children, the order of moves, memory, threads and the node
/// limit. The text has a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchIdentity(Options);

impl From<&Options> for SearchIdentity {
    fn from(options: &Options) -> SearchIdentity {
        let Options { kept, lazy, replies, memory, threads, nodes, .. } = Options::FULL;
        SearchIdentity(Options { kept, lazy, replies, memory, threads, nodes, ..*options })
    }
}

impl fmt::Display for SearchIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { small, rules: Rules { safe, private, walls, sure }, guess, share, slack, .. } = self.0;
        let yes = |is_on| if is_on { "yes" } else { "no" };
        let [safe, private, walls, sure, guess] = [safe, private, walls, sure, guess].map(yes);
        write!(f, "options 2 small={small} safe={safe} private={private} walls={walls} sure={sure} ")?;
        write!(f, "guess={guess} share={share} slack={slack}")
    }
}

/// A text that is not a [`SearchIdentity`] of this version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this program does not know the options '{}'", .0.escape_debug())]
pub struct IdentityError(String);

impl FromStr for SearchIdentity {
    type Err = IdentityError;

    /// Accepts exactly the texts that `Display` writes.
    fn from_str(text: &str) -> Result<SearchIdentity, IdentityError> {
        let value = |name: &str| text.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        let is_on = |name: &str| value(name) == Some("yes");
        let parse = || {
            let options = Options {
                small: value("small")?.parse().ok()?,
                rules: Rules {
                    safe: is_on("safe"),
                    private: is_on("private"),
                    walls: is_on("walls"),
                    sure: is_on("sure"),
                },
                guess: is_on("guess"),
                share: value("share")?.parse().ok()?,
                slack: value("slack")?.parse().ok()?,
                ..Options::FULL
            };
            Some(SearchIdentity::from(&options)).filter(|identity| identity.to_string() == text)
        };
        parse().ok_or_else(|| IdentityError(text.into()))
    }
}
