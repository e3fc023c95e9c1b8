//! Input: the text of a POSITION argument, from the argument itself, a file, or standard input.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use otrera_api::{Place, PositionText};

/// Largest input that is read, in bytes. A game record with a comment on every move has about ten thousand.
const LARGEST: u64 = 64 << 20;

/// Reads the text that a POSITION argument names.
pub(crate) fn read(argument: &str) -> anyhow::Result<PositionText> {
    let (source, after) = split_moves(argument)?;
    if source == "-" {
        let text = read_text(std::io::stdin().lock()).context("cannot read standard input")?;
        return Ok(PositionText { source: Some("standard input".into()), after, ..text.into() });
    }
    if is_game_file(source) {
        let file = File::open(source).with_context(|| format!("cannot read {source}"))?;
        let text = read_text(file).with_context(|| format!("cannot read {source}"))?;
        return Ok(PositionText { source: Some(source.into()), is_record: true, after, ..text.into() });
    }
    let path = Path::new(source);
    if path.exists() && Place::from(source).input().is_err() {
        match path.is_dir() {
            true => bail!("{source} is a directory"),
            false => bail!("{source} is a file, and not a .sgf, .ggf or .pgn; write - < {source} to read it"),
        }
    }
    Ok(source.into())
}

/// Splits `game.sgf@12` into the file and the number of moves.
fn split_moves(argument: &str) -> anyhow::Result<(&str, Option<usize>)> {
    match argument.rsplit_once('@') {
        Some((source, moves)) if source == "-" || is_game_file(source) => {
            let number = moves.parse().ok().filter(|_| moves.bytes().all(|b| b.is_ascii_digit()));
            let number = number.with_context(|| format!("{argument}: after @ comes a number of moves, like @12"))?;
            Ok((source, Some(number)))
        }
        _ => Ok((argument, None)),
    }
}

fn is_game_file(source: &str) -> bool {
    let ending = source.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    !source.contains('\n') && ending.is_some_and(|ending| ["sgf", "ggf", "pgn"].contains(&ending.as_str()))
}

fn read_text(source: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= LARGEST, "more than {} MiB", LARGEST >> 20);
    String::from_utf8(bytes).map_err(|error| {
        anyhow::anyhow!("byte {} is not text (UTF-8 is expected)", error.utf8_error().valid_up_to() + 1)
    })
}
