//! Situations as text, to send them to another machine and read them back exactly.
//!
//! ```text
//! w 0100 b../..w
//! ```
//!
//! First the side to move, then the rest as hexadecimal digits, then the large areas as board texts, all in the colours of
//! the board. The bytes of the rest are the number of its games as a varint, the games, and the value: docs/formats/strips.md
//! has their grammar. Areas are in the solver's order and orientation. A situation has one text, and every other is refused.

use otrera_board::{Area, Position, Setup, Side};
use otrera_cgt::wire::{ByteReader, Games, write_varint};
use otrera_cgt::{Interrupted, Store, Value};
use thiserror::Error;

use crate::knowledge::Knowledge;
use crate::situation::{Situation, wide_area};

/// Most characters of a text. A rest has some hundred bytes, and a board at most 128 squares.
const LONGEST: usize = 1 << 20;

/// Reason why a text is not a situation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SituationTextError {
    /// A word is missing, or means nothing.
    #[error("this is not a situation: {0}")]
    Word(&'static str),
    /// Another text stands for the same situation, or areas are small enough to be looked up.
    #[error("this is not the text of a situation, which would be '{0}'")]
    Form(String),
    /// The limits of the store were reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Knowledge<'_> {
    /// A situation with `to_move` to move as text.
    ///
    /// # Panics
    /// Never: a vector takes all bytes.
    pub fn situation_text(&self, situation: &Situation, to_move: Side) -> String {
        let is_black = to_move == Side::Black;
        let rest = if is_black { situation.rest } else { -situation.rest };
        let games = Games::new(self.store(), [rest]);
        let mut bytes = Vec::new();
        let mut write = || {
            write_varint(&mut bytes, games.len() as u64)?;
            games.write(&mut bytes)?;
            games.encode(rest).write(&mut bytes)
        };
        write().expect("a vector takes all bytes");
        let mut text = String::from(if is_black { "b " } else { "w " });
        text.extend(bytes.iter().map(|byte| format!("{byte:02x}")));
        for area in &situation.areas {
            let area = if is_black { *area } else { area.swapped() };
            let mut setup = area.position(to_move).setup();
            setup.to_move = None;
            text.push(' ');
            text.push_str(&setup.to_string());
        }
        text
    }

    /// Reads a situation and its side to move. Areas of more than `small` squares stay boards.
    pub fn read_situation(&self, text: &str, small: usize) -> Result<(Situation, Side), SituationTextError> {
        let wrong = SituationTextError::Word;
        if text.len() > LONGEST {
            return Err(wrong("the text is too long"));
        }
        let mut words = text.split(' ');
        let to_move = match words.next() {
            Some("b") => Side::Black,
            Some("w") => Side::White,
            _ => return Err(wrong("it begins with b or w, the side to move")),
        };
        let bytes = words.next().and_then(digits).ok_or(wrong("the rest is not in hexadecimal digits"))?;
        let rest = rest(self.store(), &bytes)?.ok_or(wrong("the rest is not a game"))?;
        let mut boards: Vec<Area<u64>> = Vec::new();
        for word in words {
            let setup: Setup = word.parse().map_err(|_| wrong("an area is not a board text"))?;
            let position = setup.position_to_move(to_move).map_err(|_| wrong("an area is not a board"))?;
            let narrow = position.resized().filter(|board: &Position<u64>| wide_area(board).is_none());
            let area = Area::whole(&narrow.ok_or(wrong("an area has more than 64 squares"))?);
            boards.push(if to_move == Side::Black { area } else { area.swapped() });
        }
        let rest = if to_move == Side::Black { rest } else { -rest };
        let situation = self.sum_of_boards(&boards, rest, small)?;
        let one_text = self.situation_text(&situation, to_move);
        if one_text == text { Ok((situation, to_move)) } else { Err(SituationTextError::Form(one_text)) }
    }
}

/// Bytes of hexadecimal digits.
fn digits(word: &str) -> Option<Vec<u8>> {
    if !word.len().is_multiple_of(2) {
        return None;
    }
    let pairs = word.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// The game that `bytes` encode.
fn rest(store: &Store, bytes: &[u8]) -> Result<Option<Value>, Interrupted> {
    let mut from = ByteReader::new(bytes, 0);
    let mut games: Vec<Value> = Vec::new();
    let Some(count) = from.below(bytes.len()) else { return Ok(None) };
    for _ in 0..count {
        let Some(counts) = from.below(bytes.len()).zip(from.below(bytes.len())) else { return Ok(None) };
        let mut sides = [Vec::new(), Vec::new()];
        for (count, side) in [counts.0, counts.1].into_iter().zip(&mut sides) {
            for _ in 0..count {
                let Some(parts) = from.value(games.len()) else { return Ok(None) };
                side.push(store.assemble(parts, &games)?);
            }
        }
        let [left, right] = sides;
        games.push(store.game(&left, &right)?);
    }
    let Some(parts) = from.value(games.len()).filter(|_| from.rest().is_empty()) else { return Ok(None) };
    store.assemble(parts, &games).map(Some)
}
