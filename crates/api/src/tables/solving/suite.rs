//! The suite: games from the standard setups, and the positions in them.
//!
//! They are self-play games of a simple player, seeded, the same on every machine. It looks one move ahead and counts
//! the squares that it reaches in fewer moves than the opponent, less those that the opponent does. The seed decides
//! among the best moves, and in the opening also among those that are worse by at most one square.

use std::fmt::Write as _;

use anyhow::Context as _;
use otrera_board::{Action, Bits, Position, Setup, Side, Twin};
use otrera_engine::Random;

/// Boards of the suite, as in the paper (6x5, 6x6) and one more.
pub const SIZES: [&str; 3] = ["5x5", "6x5", "6x6"];
const GAMES: u64 = 100;

/// Opening moves, in which the player accepts moves that are not the best.
const OPENING: usize = 8;
/// Squares by which such a move may be worse.
const MARGIN: i32 = 1;

/// The games: crates/api/data/solving.txt, which `otrera tables solving --make` makes.
const TEXT: &str = include_str!("../../../data/solving.txt");

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

/// Generates the text of the suite. The seed of a game is its number.
pub fn make() -> anyhow::Result<String> {
    let mut text =
        String::from("# Games of a simple player against itself, one a line: `otrera tables solving --make`\n");
    for size in SIZES {
        let start = start(size)?;
        for number in 1..=GAMES {
            let mut position = start;
            write!(text, "{size}")?;
            for action in play(&start, &mut Random::new(number)) {
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

fn play(start: &Position<u64>, random: &mut Random) -> Vec<Action> {
    let mut position = *start;
    let mut game = Vec::new();
    while let Some(action) = choose(&position, game.len(), random) {
        position.play_unchecked(action);
        game.push(action);
    }
    game
}

fn choose(position: &Position<u64>, moves: usize, random: &mut Random) -> Option<Action> {
    let mut all = Vec::new();
    position.for_each_child(|action, child| all.push((ahead(child, position.to_move()), action)));
    let best = all.iter().map(|&(score, _)| score).max()?;
    let margin = if moves < OPENING { MARGIN } else { 0 };
    all.retain(|&(score, _)| score >= best - margin);
    Some(all[random.below(all.len())].1)
}

/// Squares that this side reaches in fewer moves than the other, less those that the other does.
fn ahead(position: &Position<u64>, side: Side) -> i32 {
    let empty = Twin::new(position.empty());
    let spread = |set: u64| set.points().fold(0, |reached, from| reached | position.grid().slide(from, empty).set());
    let (mut own, mut other) = (position.amazons(side), position.amazons(!side));
    let (mut taken, mut ahead) = (0, 0);
    loop {
        (own, other) = (spread(own), spread(other));
        let (first, second) = (own & !taken, other & !taken);
        if first | second == 0 {
            return ahead;
        }
        ahead += (first & !second).count() as i32 - (second & !first).count() as i32;
        taken |= first | second;
        (own, other) = (first, second);
    }
}
