//! Reading a strips file. Besides the checksum, every number is checked to be in range.

use otrera_cgt::wire::ByteReader;
use otrera_cgt::{CorePart, Dyadic, Parts, Store, Value};

use super::super::{Board, Shapes, Strips};
use super::{CHECKSUM, Header, ReadError};

impl<'s> Strips<'s> {
    /// Reads a file and makes its games in `store`.
    pub fn read(store: &'s Store, bytes: &[u8]) -> Result<Strips<'s>, ReadError> {
        let (header, start) = Header::read(bytes)?;
        let (content, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(ReadError::Damaged)?;
        if content.len() < start || crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(ReadError::Damaged);
        }
        let mut reader = Reader { store, bytes: ByteReader::new(content, start), games: Vec::new() };
        for _ in 0..header.games {
            let game = reader.game()?;
            reader.games.push(game);
        }
        let mut used = vec![false; reader.games.len()];
        let strips = Strips::new(store, Shapes::new(header.length));
        let mut shape = 0;
        for _ in 0..header.boards {
            shape += reader.in_range(strips.boards.len() - shape)?;
            let board = reader.board(&strips.shapes, shape, &mut used)?;
            strips.add(shape, board);
            shape += 1;
        }
        // Every game is the value of some position: the writer relies on it.
        if reader.bytes.rest().is_empty() && used.iter().all(|&used| used) {
            Ok(strips)
        } else {
            Err(reader.inconsistent())
        }
    }
}

struct Reader<'a> {
    store: &'a Store,
    bytes: ByteReader<'a>,
    games: Vec<Value>,
}

impl Reader<'_> {
    fn inconsistent(&self) -> ReadError {
        ReadError::Inconsistent(self.bytes.offset())
    }

    fn in_range(&mut self, limit: usize) -> Result<usize, ReadError> {
        self.bytes.below(limit).ok_or_else(|| self.inconsistent())
    }

    fn game(&mut self) -> Result<Value, ReadError> {
        // Canonical forms on strips have at most a few dozen options.
        let [lefts, rights] = [self.in_range(1 << 16)?, self.in_range(1 << 16)?];
        let left = self.values(lefts)?;
        let right = self.values(rights)?;
        let game = self.store.game(&left, &right)?;
        // Other values are not listed, and games are listed without their number.
        match self.store.parts(game) {
            Parts { core: CorePart::Game { .. }, number: Dyadic::ZERO } => Ok(game),
            _ => Err(self.inconsistent()),
        }
    }

    fn values(&mut self, count: usize) -> Result<Vec<Value>, ReadError> {
        (0..count).map(|_| self.parts().and_then(|parts| self.assemble(parts))).collect()
    }

    /// The parts of the next value, which refer only to games read before.
    fn parts(&mut self) -> Result<Parts, ReadError> {
        self.bytes.value(self.games.len()).ok_or_else(|| self.inconsistent())
    }

    fn assemble(&self, parts: Parts) -> Result<Value, ReadError> {
        Ok(self.store.assemble(parts, &self.games)?)
    }

    fn board(&mut self, shapes: &Shapes, shape: usize, used: &mut [bool]) -> Result<Board, ReadError> {
        let squares = shapes.pattern(shape).count_ones() as usize;
        let alone = (0..squares).map(|_| Ok(self.in_range(squares)? as u8)).collect::<Result<_, ReadError>>()?;
        let mut pairs = Vec::with_capacity(shapes.positions(shape));
        for _ in 0..shapes.positions(shape) {
            let parts = self.parts()?;
            if let CorePart::Game { index, .. } = parts.core {
                used[index as usize] = true;
            }
            pairs.push(self.assemble(parts)?);
        }
        Ok(Board { alone, pairs: pairs.into() })
    }
}
