//! Writer of SGF: FF[4], GM[18]. The board is always written, as the default of the format swaps the colours.

use std::fmt;

use super::tree::{Game, Node, NodeId};
use crate::bits::Bits as _;
use crate::position::Position;
use crate::side::Side;
use crate::square::{Size, Square};

/// Longest line before a break between nodes. Inside a value a line break would be significant.
const LINE: usize = 100;

enum Task {
    Node(NodeId),
    Variation(NodeId),
    Close,
}

/// SGF, one game.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        let mut tasks = vec![Task::Variation(Game::ROOT)];
        while let Some(task) = tasks.pop() {
            let id = match task {
                Task::Close => {
                    f.write_str(")")?;
                    column += 1;
                    continue;
                }
                Task::Variation(id) => {
                    f.write_str(if id == Game::ROOT { "(" } else { "\n(" })?;
                    column = 1;
                    tasks.push(Task::Close);
                    id
                }
                Task::Node(id) => id,
            };
            let node = self.node(id);
            let text = write_node(node);
            if column > 1 && column + text.len() > LINE {
                f.write_str("\n")?;
                column = 0;
            }
            f.write_str(&text)?;
            column += text.len();
            match node.children()[..] {
                [only] => tasks.push(Task::Node(only)),
                ref several => tasks.extend(several.iter().rev().map(|&child| Task::Variation(child))),
            }
        }
        f.write_str("\n")
    }
}

fn write_node(node: &Node) -> String {
    let mut text = String::from(";");
    if node.parent().is_none() {
        text += &write_start(node.position());
    }
    if let Some(step) = node.step() {
        let letter = step.side.letter().to_ascii_uppercase();
        let squares = [step.played.from, step.played.to, step.played.arrow];
        let points = squares.map(|square| write_point(square, node.position().size())).concat();
        text += &format!("{letter}[{points}]");
    }
    for property in node.properties() {
        text += property.name();
        text.extend(property.values().iter().flat_map(|value| ["[", value.raw(), "]"]));
    }
    text
}

/// The properties of the game and its start.
fn write_start(start: &Position) -> String {
    let size = start.size();
    let points = |name: &str, set: u128| {
        let points: String = start.squares(set).map(|square| format!("[{}]", write_point(square, size))).collect();
        if points.is_empty() { points } else { format!("{name}{points}") }
    };
    let board_size = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let turn = start.to_move().letter().to_ascii_uppercase();
    let [black, white] = Side::BOTH.map(|side| start.amazons(side));
    let mut board = points("AB", black) + &points("AW", white) + &points("AA", start.burnt());
    if board.is_empty() {
        // Without any setup property the reader would take the default board.
        board = points("AE", start.empty() & !(start.empty().less_one()));
    }
    format!("FF[4]GM[18]SZ[{board_size}]PL[{turn}]{board}")
}

/// Column letter, then row letter from the top.
fn write_point(square: Square, size: Size) -> String {
    let letter = |number: u8| char::from(b'a' + number);
    String::from_iter([letter(square.col), letter(size.height() - 1 - square.row)])
}
