//! Writing a strips file. Boards that other threads finish meanwhile are left out.

use std::io::{self, Write};

use otrera_cgt::{CorePart, Parts, Value};

use super::super::Strips;
use super::Header;
use otrera_atlas::code::{Coded, write_varint};

impl Strips<'_> {
    /// Writes all boards that are done to `out`, which should be buffered. Other threads may continue to add boards.
    pub fn write(&self, out: &mut impl Write) -> io::Result<Header> {
        let boards: Vec<usize> = (0..self.boards.len()).filter(|&shape| self.is_done(shape)).collect();
        let numbering = Numbering::new(self, &boards);
        let header =
            Header { length: self.shapes.length(), games: numbering.games.len() as u32, boards: boards.len() as u32 };
        let mut out = Summed { out, sum: crc32fast::Hasher::new() };
        write!(out, "{header}")?;
        for &game in &numbering.games {
            numbering.write_game(&mut out, game)?;
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
                numbering.coded(value).write(&mut out)?;
            }
        }
        let sum = out.sum.clone().finalize();
        out.out.write_all(&sum.to_le_bytes())?;
        Ok(header)
    }
}

/// The games in the order of their first occurrence, board by board.
struct Numbering<'a> {
    strips: &'a Strips<'a>,
    /// By number in the file: the game of the first occurrence, without its number.
    games: Vec<Value>,
    /// By index in the store: number in the file, and true if the file has the negative.
    numbers: Vec<Option<(u32, bool)>>,
}

impl<'a> Numbering<'a> {
    fn new(strips: &'a Strips<'a>, boards: &[usize]) -> Numbering<'a> {
        // Later games belong to boards that are not in the list.
        let mut numbers = vec![None; strips.store.len()];
        let mut games = Vec::new();
        for example in boards.iter().flat_map(|&shape| strips.positions(shape)) {
            if let CorePart::Game { index, negated } = strips.store.parts(example.value).core
                && numbers[index as usize].is_none()
            {
                numbers[index as usize] = Some((games.len() as u32, negated));
                let game = strips.store.game_at(index).expect("the store has its own games");
                games.push(if negated { -game } else { game });
            }
        }
        Numbering { strips, games, numbers }
    }

    fn write_game(&self, out: &mut impl Write, game: Value) -> io::Result<()> {
        let store = self.strips.store;
        let mut left: Vec<Coded> = store.left_options(game).map(|option| self.coded(option)).collect();
        let mut right: Vec<Coded> = store.right_options(game).map(|option| self.coded(option)).collect();
        left.sort_unstable();
        right.sort_unstable();
        write_varint(out, left.len() as u64)?;
        write_varint(out, right.len() as u64)?;
        left.into_iter().chain(right).try_for_each(|option| option.write(out))
    }

    fn coded(&self, value: Value) -> Coded {
        let Parts { core, number } = self.strips.store.parts(value);
        let core = match core {
            CorePart::Closed { .. } => core,
            CorePart::Game { index, negated } => {
                // docs/formats/strips.md explains why options are numbered before their games.
                let (number, turned) = self.numbers[index as usize].expect("an option is the value of a position");
                // The store never marks a game that is its own negative as negated.
                CorePart::Game { index: number, negated: negated != turned }
            }
        };
        Coded::new(Parts { core, number })
    }
}

/// Computes the checksum of the bytes written.
struct Summed<'w, W> {
    out: &'w mut W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
