//! The first line of a certificate or of a part of one.

use otrera_board::{Position, Setup, Side};

use crate::error::CheckError;

/// The version of the format.
pub(crate) const VERSION: &str = "4";
/// First bytes of every certificate, and of every part.
const CERTIFICATE: &str = "otrera certificate ";
pub(crate) const PART: &str = "otrera part ";
/// Longest first line, in bytes. A board text has two bytes a square; the rest is a few words and numbers.
const LONGEST: usize = 1000;
/// Longest version quoted in an error, in characters.
const LONGEST_VERSION: usize = 20;

/// Least S: an area with amazons of both colours and an empty square has three squares.
pub(crate) const LEAST_SMALL: u32 = 2;
/// Largest S: the value of an area of ten squares takes plain recursion a moment, and that of twenty an age.
pub(crate) const MOST_SMALL: u32 = 10;

/// The statement of a certificate, and the number of its entries of each kind.
#[derive(Clone)]
pub(crate) struct Header {
    pub(crate) winner: Side,
    /// A part has none.
    pub(crate) root: Option<Position>,
    pub(crate) small: u32,
    pub(crate) games: usize,
    pub(crate) cores: usize,
    pub(crate) made: Counts,
    /// Claims that a part rests on; a certificate has none.
    pub(crate) required: Counts,
}

/// Numbers of lists of areas and of their claims.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) lists: usize,
    pub(crate) claims: u64,
}

impl Header {
    /// Reads the header that a file begins with, and returns the length of its line.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Header, usize), CheckError> {
        let line = first_line(bytes)?;
        // A header has one spelling.
        let header = parse(line).filter(|header| header.to_string() == line);
        let header = header.ok_or_else(|| CheckError::Nonsense("the first line".into()))?;
        if !(LEAST_SMALL..=MOST_SMALL).contains(&header.small) {
            let range = format!("the first line: areas of {LEAST_SMALL} to {MOST_SMALL} squares can be known");
            return Err(CheckError::Nonsense(range));
        }
        Ok((header, line.len() + 1))
    }
}

/// The first line of a file of this version.
fn first_line(bytes: &[u8]) -> Result<&str, CheckError> {
    let sign = [CERTIFICATE, PART].into_iter().find(|sign| bytes.starts_with(sign.as_bytes()));
    let sign = sign.ok_or(CheckError::Foreign)?;
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b'\n').ok_or(CheckError::Damaged)?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| CheckError::Damaged)?;
    let (version, _) = line[sign.len()..].split_once(": ").ok_or(CheckError::Damaged)?;
    match version == VERSION {
        true => Ok(line),
        false => Err(CheckError::Version(version.chars().take(LONGEST_VERSION).collect())),
    }
}

fn parse(line: &str) -> Option<Header> {
    let (_, text) = line.split_once(": ")?;
    let (winner, text) = text.split_once(" wins")?;
    let (board, text) = text.split_once(", areas of ")?;
    let (small, text) = text.split_once(" squares known, ")?;
    let (games, text) = text.split_once(" games, ")?;
    let (cores, text) = text.split_once(" cores, ")?;
    let (lists, text) = text.split_once(" lists, ")?;
    let (claims, text) = text.split_once(" claims")?;
    let root = match board.strip_prefix(' ') {
        Some(board) => Some(board.parse::<Setup>().ok()?.position().ok()?),
        None => None,
    };
    let required = match text.strip_prefix(", ") {
        None => Counts::default(),
        Some(text) => {
            let (lists, text) = text.split_once(" required lists, ")?;
            Counts { lists: lists.parse().ok()?, claims: text.strip_suffix(" required claims")?.parse().ok()? }
        }
    };
    Some(Header {
        winner: Side::BOTH.into_iter().find(|side| side.name() == winner)?,
        root,
        small: small.parse().ok()?,
        games: games.parse().ok()?,
        cores: cores.parse().ok()?,
        made: Counts { lists: lists.parse().ok()?, claims: claims.parse().ok()? },
        required,
    })
}

impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Header { winner, root, small, games, cores, made: Counts { lists, claims }, required } = self;
        let winner = winner.name();
        match root {
            Some(root) => write!(f, "{CERTIFICATE}{VERSION}: {winner} wins {root}")?,
            None => write!(f, "{PART}{VERSION}: {winner} wins")?,
        }
        write!(f, ", areas of {small} squares known, {games} games, {cores} cores, {lists} lists, {claims} claims")?;
        match root {
            Some(_) => Ok(()),
            None => write!(f, ", {} required lists, {} required claims", required.lists, required.claims),
        }
    }
}
