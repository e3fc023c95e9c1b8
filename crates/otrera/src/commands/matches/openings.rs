//! Openings: random moves, or the lines of a file. A line is a position or a list of moves from the start.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use otrera_api::Place;
use otrera_board::{Move, Position};
use otrera_engine::{Random, opening};

use crate::cli::MatchArgs;

/// The openings of a match.
pub(super) enum Openings {
    /// Random moves.
    Random {
        /// Number of moves.
        moves: u16,
    },
    /// One for each pair of games, in turn.
    Listed(Vec<Opening>),
}

/// The beginning of two games.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
}

impl Openings {
    /// The openings that were asked for.
    pub(super) fn new(args: &MatchArgs, start: &Position) -> anyhow::Result<Openings> {
        let Some(path) = &args.openings else { return Ok(Openings::Random { moves: args.opening }) };
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        read(&text, start, path).map(Openings::Listed)
    }

    /// The opening of a pair. Random moves are drawn from `random`.
    pub(super) fn of_pair(&self, pair: u64, start: &Position, random: &mut Random) -> anyhow::Result<Opening> {
        match self {
            Openings::Random { moves } => {
                let moves = opening(start, usize::from(*moves), random).with_context(|| {
                    format!("there is no game of {moves} random moves from this start: give a shorter --opening")
                })?;
                Ok(Opening { start: *start, moves })
            }
            Openings::Listed(list) => Ok(list[(pair % list.len() as u64) as usize].clone()),
        }
    }

    /// All start positions, each once.
    pub(super) fn starts(&self, start: &Position) -> Vec<Position> {
        let mut starts = Vec::new();
        match self {
            Openings::Random { .. } => starts.push(*start),
            Openings::Listed(list) => {
                for opening in list {
                    if !starts.contains(&opening.start) {
                        starts.push(opening.start);
                    }
                }
            }
        }
        starts
    }

    /// The list as the header of a match file has it: the number of openings and a checksum.
    pub(super) fn identity(&self) -> Option<String> {
        let Openings::Listed(list) = self else { return None };
        let text: String = list.iter().map(|opening| format!("{} {:?}\n", opening.start, opening.names())).collect();
        Some(format!("{} openings, checksum {:016x}", list.len(), fnv(text.as_bytes())))
    }
}

impl Opening {
    /// The position after the moves.
    pub(super) fn position(&self) -> Position {
        let mut position = self.start;
        for &play in &self.moves {
            position.play(play).expect("an opening is legal");
        }
        position
    }

    fn names(&self) -> Vec<String> {
        self.moves.iter().map(ToString::to_string).collect()
    }
}

fn read(text: &str, start: &Position, path: &Path) -> anyhow::Result<Vec<Opening>> {
    let mut list = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if !line.is_empty() && !line.starts_with("# ") {
            list.push(read_line(line, start).with_context(|| format!("{}, line {number}", path.display()))?);
        }
    }
    ensure!(!list.is_empty(), "{} has no opening", path.display());
    Ok(list)
}

/// Reads moves if every word is one, else a position.
fn read_line(line: &str, start: &Position) -> anyhow::Result<Opening> {
    let moves: Result<Vec<Move>, _> = line.split_whitespace().map(str::parse).collect();
    let opening = match moves {
        Ok(moves) => {
            let mut position = *start;
            for &play in &moves {
                position.play(play).with_context(|| format!("illegal move {play}"))?;
            }
            Opening { start: *start, moves }
        }
        Err(_) => Opening { start: Place::from(line).input()?.position()?, moves: Vec::new() },
    };
    if !opening.position().can_move() {
        bail!("{} cannot move: there is nothing to play", opening.position().to_move());
    }
    Ok(opening)
}

/// The FNV-1a hash, which is the same on every machine.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use otrera_board::Setup;

    use super::*;

    #[test]
    fn a_line_is_a_position_or_moves() {
        let start = Setup::start(6, 6).unwrap().position().unwrap();
        let text = "# two kinds\n\nb1-b4xd4 e6-e5xd5\nb1b4,b4d4\nb..w/..../w..b b\nstart:5x5\n";
        let list = read(text, &start, Path::new("list")).unwrap();
        let sizes: Vec<(String, usize)> =
            list.iter().map(|opening| (opening.start.size().to_string(), opening.moves.len())).collect();
        let expected = [("6x6", 2), ("6x6", 1), ("4x3", 0), ("5x5", 0)];
        assert_eq!(sizes, expected.map(|(size, moves)| (size.to_string(), moves)));
        let openings = Openings::Listed(list);
        assert_eq!(openings.starts(&start).len(), 3);
        let pair = |pair| openings.of_pair(pair, &start, &mut Random::new(1)).unwrap().moves.len();
        assert_eq!([0, 1, 2, 3, 4, 5].map(pair), [2, 1, 0, 0, 2, 1]);
    }

    #[test]
    fn bad_lines_are_named() {
        let start = Setup::start(6, 6).unwrap().position().unwrap();
        for (text, sentence) in [
            ("", "list has no opening"),
            ("# nothing\n", "list has no opening"),
            ("b1-b4xd4\nb1-b4xd4 a1-a2xa3", "list, line 2: illegal move a1-a2xa3: no amazon on a1"),
            ("hello", "list, line 1: "),
            ("bw w", "list, line 1: White cannot move"),
        ] {
            let error = format!("{:#}", read(text, &start, Path::new("list")).unwrap_err());
            assert!(error.starts_with(sentence), "{text:?}: {error}");
        }
    }

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // Fowler, Noll, Vo: test vectors of FNV-1a with 64 bits.
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(fnv(text.as_bytes()), hash, "{text}");
        }
    }
}
