//! The opening book at a position, and what is proven about the openings of small boards.

use std::collections::HashSet;

use otrera_board::{Move, Position, Setup, Side};
use otrera_engine::book::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, NoProgress, Place};
use crate::best::rounded;
use crate::host::{Job, Outcome};

/// Looks up the moves of a position in the opening book and among the solved boards.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Openings {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
}

/// The moves of a position that the book or a proof knows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpeningsReport {
    board: String,
    to_move: &'static str,
    /// Positions in the book for this board size; 0 if there is none.
    book: usize,
    /// Winner of this position, if it is one of the solved ones.
    winner: Option<&'static str>,
    /// The moves that are known, best first.
    moves: Vec<OpeningMove>,
    /// All legal moves.
    count: usize,
    #[serde(skip)]
    proven: Option<Side>,
}

/// A move and what is known about it.
#[derive(Debug, Serialize, JsonSchema)]
struct OpeningMove {
    r#move: String,
    /// The book plays it.
    chosen: bool,
    /// The book's estimate of the chance to win for the side that makes it, from 0 to 1.
    chance: Option<f32>,
    /// Positions of the book after it.
    positions: usize,
    /// `win` or `loss` for the side that makes it, if that is proven.
    result: Option<&'static str>,
}

/// Openings of solved boards: docs/notes/solving-boards.md.
const SOLVED: [Solved; 8] = [
    Solved { start: "start:4x4", winner: Side::Black, wins: None },
    Solved { start: "start:4x5", winner: Side::Black, wins: None },
    Solved { start: "start:6x4", winner: Side::Black, wins: None },
    Solved { start: "start:5x4", winner: Side::White, wins: Some("b1-b2xd2") },
    Solved { start: "start:4x6", winner: Side::White, wins: None },
    Solved { start: "start:5x5", winner: Side::White, wins: None },
    Solved { start: "start:4x7", winner: Side::White, wins: Some("b1-b5xc5") },
    Solved { start: "start:5x6", winner: Side::White, wins: Some("b1-b4xd4") },
];

/// The winner of a standard setup, in which White moves first.
struct Solved {
    start: &'static str,
    winner: Side,
    /// A move that is proven to win.
    wins: Option<&'static str>,
}

impl Ask for Openings {
    type Report = OpeningsReport;
    type Progress = NoProgress;
    const NAME: &'static str = "openings";

    fn answer(&self, _: Job<'_>) -> anyhow::Result<Outcome<OpeningsReport>> {
        let position = self.place.input()?.position()?;
        let book = Book::embedded(position.size());
        let advice = book.and_then(|book| book.advice(&position));
        let solved = SOLVED.iter().find_map(|solved| solved.at(&position));
        let legal = position.moves();
        let mut moves: Vec<OpeningMove> = Vec::new();
        for &played in &legal {
            let after = after(&position, played);
            let chosen = advice.filter(|advice| same(&position, advice.play, played));
            let answer = book.and_then(|book| book.advice(&after));
            let result = solved.as_ref().and_then(|solved| solved.result(&position, played));
            if chosen.is_none() && answer.is_none() && result.is_none() {
                continue;
            }
            let chance = chosen.map(|advice| advice.chance).or(answer.map(|answer| 1.0 - answer.chance));
            moves.push(OpeningMove {
                r#move: played.to_string(),
                chosen: chosen.is_some(),
                chance: chance.map(rounded),
                positions: book.map_or(0, |book| positions(book, &after)),
                result,
            });
        }
        let rank = |one: &OpeningMove| (one.chosen, one.result == Some("win"), one.chance.unwrap_or(0.0));
        moves
            .sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("a chance is a number").then(a.r#move.cmp(&b.r#move)));
        Ok(Outcome::complete(OpeningsReport {
            board: position.to_string(),
            to_move: position.to_move().name(),
            book: book.map_or(0, Book::len),
            winner: solved.as_ref().map(|solved| solved.winner.name()),
            proven: solved.map(|solved| solved.winner),
            moves,
            count: legal.len(),
        }))
    }
}

/// What is proven about a position.
struct Known {
    winner: Side,
    wins: Option<Move>,
}

impl Solved {
    /// What is known about a position: a solved start, or the position after its winning move.
    fn at(&self, position: &Position) -> Option<Known> {
        let start = self.start.parse::<Setup>().ok()?.position().ok()?;
        let wins = self.wins.map(|text| text.parse::<Move>().expect("the tests read the moves"));
        if start.canonical().0 == position.canonical().0 {
            let symmetry = position.canonical().1.inverse();
            let here =
                |played| symmetry.apply(start.canonical().1.apply(played, start.size()), start.canonical().0.size());
            return Some(Known { winner: self.winner, wins: wins.map(here) });
        }
        let won = after(&start, wins?);
        (won.canonical().0 == position.canonical().0).then_some(Known { winner: self.winner, wins: None })
    }
}

impl Known {
    /// The result of a move for the side that makes it: all moves of a lost position lose.
    fn result(&self, position: &Position, played: Move) -> Option<&'static str> {
        if self.winner != position.to_move() {
            return Some("loss");
        }
        self.wins.filter(|&wins| same(position, wins, played)).map(|_| "win")
    }
}

fn after(position: &Position, played: Move) -> Position {
    let mut next = *position;
    next.play(played).expect("the move is legal");
    next
}

/// Returns whether two moves lead to the same position, up to symmetry.
fn same(position: &Position, one: Move, other: Move) -> bool {
    one == other || after(position, one).canonical().0 == after(position, other).canonical().0
}

/// Number of different positions of the book from here on.
fn positions(book: &Book, from: &Position) -> usize {
    let mut seen = HashSet::new();
    let mut pending = vec![*from];
    while let Some(position) = pending.pop() {
        if book.advice(&position).is_some() && seen.insert(position.canonical().0) {
            pending.extend(position.moves().into_iter().map(|played| after(&position, played)));
        }
    }
    seen.len()
}

impl OpeningsReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        if let Some(winner) = self.proven {
            lines.push(format!("{winner} wins (proven)"));
        }
        let line = |one: &OpeningMove| {
            let chance = one.chance.map_or_else(|| "-".into(), |chance| format!("{:.0} %", 100.0 * chance));
            let chosen = if one.chosen { "book" } else { "" };
            let result = one.result.map_or("", |result| if result == "win" { "wins" } else { "loses" });
            let text = format!("{:<12} {chance:>5} {:>4} positions {chosen:<5} {result}", one.r#move, one.positions);
            text.trim_end().to_string()
        };
        lines.extend(self.moves.iter().map(line));
        if self.moves.is_empty() {
            lines.push("no move of this position is known".into());
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position().unwrap()
    }

    #[test]
    fn the_moves_of_solved_boards_are_legal_and_known_in_every_orientation() {
        for solved in &SOLVED {
            let start = position(solved.start);
            let known = solved.at(&start).unwrap();
            for played in start.moves() {
                let image = after(&start, played);
                match known.result(&start, played) {
                    Some("win") => {
                        assert_eq!(solved.at(&image).unwrap().result(&image, image.moves()[0]), Some("loss"));
                    }
                    Some(_) => assert_eq!(solved.winner, Side::Black, "{}", solved.start),
                    None => assert_eq!(solved.winner, Side::White, "{}", solved.start),
                }
            }
            let wins = start.moves().into_iter().filter(|&played| known.result(&start, played) == Some("win")).count();
            // The setup is symmetric, so a winning move has a mirror image.
            assert_eq!(wins, if solved.wins.is_some() { 2 } else { 0 }, "{}", solved.start);
        }
    }

    #[test]
    fn a_book_is_followed_from_its_start() {
        let start = position("start:8x8");
        let book = Book::embedded(start.size()).unwrap();
        assert_eq!(positions(book, &start), book.len());
        assert_eq!(positions(book, &position("start:6x6").resized().unwrap()), 0);
    }
}
