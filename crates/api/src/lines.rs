//! Lines of a stream that another program writes.

use std::io::{BufRead, Read as _};

/// The lines of a stream with their line ends, split after `longest` bytes. A read error ends them.
pub fn lines(mut source: impl BufRead, longest: u64) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        let count = source.by_ref().take(longest).read_until(b'\n', &mut line).ok()?;
        (count > 0).then(|| String::from_utf8_lossy(&line).into_owned())
    })
}
