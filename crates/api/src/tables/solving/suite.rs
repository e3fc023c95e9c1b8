//! The suite: games from the standard setups, and the positions in them.

use std::fmt::Write as _;

use anyhow::Context as _;
use otrera_board::{Position, Setup};
use otrera_engine::Random;

use super::player;

/// Boards of the suite, as in the paper (6x5, 6x6) and one more.
pub const SIZES: [&str; 3] = ["5x5", "6x5", "6x6"];
const GAMES: u64 = 100;

/// The games: testdata/solving.txt, which `otrera tables solving --make` makes.
const TEXT: &str = include_str!("../../../../../testdata/solving.txt");

pub(super) struct Game {
    pub(super) size: String,
    /// From 1 on, among those of its size.
    pub(super) number: usize,
    /// After each number of moves, the start among them.
    pub(super) positions: Vec<Position<u64>>,
}

fn start(size: &str) -> anyhow::Result<Position<u64>> {
    let setup: Setup = format!("start:{size}").parse()?;
    setup.position()?.resized().context("the board is too large for the suite")
}

/// The text of the suite, made anew. The seed of a game is its number.
pub fn make() -> anyhow::Result<String> {
    let mut text =
        String::from("# Games of a simple player against itself, one a line: `otrera tables solving --make`\n");
    for size in SIZES {
        let start = start(size)?;
        for number in 1..=GAMES {
            let mut position = start;
            write!(text, "{size}")?;
            for action in player::play(&start, &mut Random::new(number)) {
                write!(text, " {}", position.name(action))?;
                position.play_unchecked(action);
            }
            text.push('\n');
        }
    }
    Ok(text)
}

pub(super) fn games() -> anyhow::Result<Vec<Game>> {
    let mut games: Vec<Game> = Vec::new();
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        let (size, moves) = line.split_once(' ').context("a game of the suite has no moves")?;
        let mut positions = vec![start(size)?];
        for play in moves.split(' ') {
            let mut position = positions[positions.len() - 1];
            position.play(play.parse()?)?;
            positions.push(position);
        }
        let number = games.iter().filter(|game| game.size == size).count() + 1;
        games.push(Game { size: size.into(), number, positions });
    }
    Ok(games)
}
