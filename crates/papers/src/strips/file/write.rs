//! Writing a strips file. Boards that other threads finish meanwhile are left out.

use std::io::{self, Write};

use otrera_cgt::wire::{Checksummed, EncodedOptions, EncodedValue, Listed, write_varint};
use otrera_cgt::{CorePart, Value};

use super::super::Strips;
use super::Header;

impl Strips<'_> {
    /// Writes all boards that are done to `out`, which should be buffered. Other threads may continue to add boards.
    pub fn write(&self, out: &mut impl Write) -> io::Result<Header> {
        let boards: Vec<usize> = (0..self.boards.len()).filter(|&shape| self.is_done(shape)).collect();
        let numbering = Numbering::new(self, &boards);
        let header =
            Header { length: self.shapes.length(), games: numbering.games.len() as u32, boards: boards.len() as u32 };
        let mut out = Checksummed::new(out);
        write!(out, "{header}")?;
        for &game in &numbering.games {
            EncodedOptions::of(self.store, game, |option| numbering.encode(option)).write(&mut out)?;
        }
        let mut next = 0;
        for shape in boards {
            write_varint(&mut out, (shape - next) as u64)?;
            next = shape + 1;
            let board = self.boards[shape].get().expect("a board that is done stays done");
            for &moves in &board.alone {
                write_varint(&mut out, moves.into())?;
            }
            for &value in &board.pairs {
                numbering.encode(value).write(&mut out)?;
            }
        }
        out.write_checksum()?;
        Ok(header)
    }
}

/// The games in the order of their first occurrence, board by board.
struct Numbering<'a> {
    strips: &'a Strips<'a>,
    /// By number in the file: the game of the first occurrence, without its number.
    games: Vec<Value>,
    /// By index in the store.
    listed: Vec<Option<Listed>>,
}

impl<'a> Numbering<'a> {
    fn new(strips: &'a Strips<'a>, boards: &[usize]) -> Numbering<'a> {
        // Later games belong to boards that are not in the list.
        let mut listed = vec![None; strips.store.len()];
        let mut games = Vec::new();
        for example in boards.iter().flat_map(|&shape| strips.positions(shape)) {
            if let CorePart::Game { index, negated } = strips.store.parts(example.value).core
                && listed[index as usize].is_none()
            {
                listed[index as usize] = Some(Listed { index: games.len() as u32, negated });
                let game = strips.store.game_at(index).expect("the store has its own games");
                games.push(if negated { -game } else { game });
            }
        }
        Numbering { strips, games, listed }
    }

    fn encode(&self, value: Value) -> EncodedValue {
        // docs/formats/strips.md, "The same bytes every time", says why options have been numbered.
        let listed = |index: u32| self.listed[index as usize].expect("an option is the value of a position");
        EncodedValue::of(self.strips.store, value, listed)
    }
}
