//! A plain evaluator of Amazons areas, for checking and timing the library only.
//!
//! After every move the unburnt squares fall into 8-connected parts; the value of a position is the sum of the values
//! of its parts, each looked up by its shape in canonical orientation. Parts with amazons of one colour are integers.

use otrera_cgt::{Interrupted, Store, Value};
use rustc_hash::FxHashMap;

/// Columns and rows a board may have.
pub const MAX_SIDE: usize = 8;
const STRIDE: usize = MAX_SIDE;

/// Sets of squares of a board up to 8x8, bit = row * 8 + column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Area {
    pub squares: u64,
    pub black: u64,
    pub white: u64,
}

impl Area {
    /// Reads rows joined by '/': `B`, `W`, `.` and `#`.
    pub fn parse(text: &str) -> Self {
        let mut area = Self::default();
        for (row, line) in text.split('/').enumerate() {
            for (column, square) in line.bytes().enumerate() {
                let bit = 1 << (row * STRIDE + column);
                match square {
                    b'B' => area.black |= bit,
                    b'W' => area.white |= bit,
                    b'.' => {}
                    b'#' => continue,
                    other => panic!("unknown square {:?}", other as char),
                }
                area.squares |= bit;
            }
        }
        area
    }

    fn map(self, to: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        let set = |bits: u64| {
            let (mut bits, mut image) = (bits, 0);
            while bits != 0 {
                let s = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (row, column) = to(s / STRIDE, s % STRIDE);
                image |= 1 << (row * STRIDE + column);
            }
            image
        };
        Self { squares: set(self.squares), black: set(self.black), white: set(self.white) }
    }

    fn to_corner(self) -> Self {
        let rows = self.squares.trailing_zeros() as usize / STRIDE;
        let columns = (0..STRIDE).find(|c| self.squares & (0x0101_0101_0101_0101 << c) != 0).unwrap_or(0);
        let shift = rows * STRIDE + columns;
        Self { squares: self.squares >> shift, black: self.black >> shift, white: self.white >> shift }
    }

    /// The least of the images under symmetry and exchange of colours, and whether colours were exchanged.
    fn canonical(self) -> (Self, bool) {
        const LAST: usize = STRIDE - 1;
        let flip = self.map(|r, c| (LAST - r, c)).to_corner();
        let turn = self.map(|r, c| (c, r)).to_corner();
        let images = [
            self.to_corner(),
            flip,
            self.map(|r, c| (r, LAST - c)).to_corner(),
            self.map(|r, c| (LAST - r, LAST - c)).to_corner(),
            turn,
            turn.map(|r, c| (LAST - r, c)).to_corner(),
            turn.map(|r, c| (r, LAST - c)).to_corner(),
            turn.map(|r, c| (LAST - r, LAST - c)).to_corner(),
        ];
        let mut best = (images[0], false);
        for image in images {
            best = best.min((image, false));
            best = best.min((Self { black: image.white, white: image.black, ..image }, true));
        }
        best
    }

    fn parts(self) -> Vec<Self> {
        let mut rest = self.squares;
        let mut parts = Vec::new();
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = grow(part) & self.squares;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest &= !part;
            parts.push(Self { squares: part, black: self.black & part, white: self.white & part });
        }
        parts
    }

    fn moves(self, black: bool) -> Vec<Self> {
        let mut moves = Vec::new();
        let mut own = if black { self.black } else { self.white };
        let empty = self.squares & !self.black & !self.white;
        while own != 0 {
            let from = own & own.wrapping_neg();
            own &= own - 1;
            let free = empty | from;
            let mut targets = rays(from, empty);
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets &= targets - 1;
                let mut arrows = rays(to, free);
                while arrows != 0 {
                    let arrow = arrows & arrows.wrapping_neg();
                    arrows &= arrows - 1;
                    let mut next = Self { squares: self.squares & !arrow, ..self };
                    let queens = if black { &mut next.black } else { &mut next.white };
                    *queens = *queens & !from | to;
                    moves.push(next);
                }
            }
        }
        moves
    }
}

const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

fn grow(set: u64) -> u64 {
    let row = set | (set & NOT_LAST) << 1 | (set & NOT_FIRST) >> 1;
    row | row << 8 | row >> 8
}

fn rays(from: u64, empty: u64) -> u64 {
    let mut reached = 0;
    for (mask, shift) in [
        (NOT_LAST, 1_i32),
        (NOT_FIRST, -1),
        (u64::MAX, 8),
        (u64::MAX, -8),
        (NOT_LAST, 9),
        (NOT_FIRST, 7),
        (NOT_LAST, -7),
        (NOT_FIRST, -9),
    ] {
        let mut at = from;
        loop {
            at &= mask;
            at = if shift > 0 { at << shift } else { at >> -shift };
            at &= empty;
            if at == 0 {
                break;
            }
            reached |= at;
        }
    }
    reached
}

/// Values of areas, each worked out once.
pub struct Evaluator<'a> {
    pub store: &'a Store,
    values: FxHashMap<Area, Value>,
    territories: FxHashMap<Area, i64>,
}

impl<'a> Evaluator<'a> {
    pub fn new(store: &'a Store) -> Self {
        Self { store, values: FxHashMap::default(), territories: FxHashMap::default() }
    }

    /// How many areas with both colours were evaluated.
    pub fn areas(&self) -> usize {
        self.values.len()
    }

    pub fn position(&mut self, area: Area) -> Result<Value, Interrupted> {
        let mut sum = self.store.zero();
        let mut territory = 0;
        for part in area.parts() {
            if part.black | part.white == 0 || part.black | part.white == part.squares {
                continue;
            }
            match (part.black != 0, part.white != 0) {
                (true, true) => {
                    let value = self.part(part)?;
                    sum = self.store.add(sum, value)?;
                }
                (black, _) => {
                    let moves = self.territory(part);
                    territory += if black { moves } else { -moves };
                }
            }
        }
        self.store.add(sum, self.store.integer(territory)?)
    }

    fn part(&mut self, part: Area) -> Result<Value, Interrupted> {
        let (area, exchanged) = part.canonical();
        let value = match self.values.get(&area) {
            Some(&value) => value,
            None => {
                let mut options = [Vec::new(), Vec::new()];
                for (side, black) in [(0, true), (1, false)] {
                    for next in area.moves(black) {
                        options[side].push(self.position(next)?);
                    }
                }
                let value = self.store.game(&options[0], &options[1])?;
                self.values.insert(area, value);
                value
            }
        };
        Ok(if exchanged { -value } else { value })
    }

    /// The most moves the owner of a one-colour area can make.
    fn territory(&mut self, part: Area) -> i64 {
        let (area, _) = part.canonical();
        if let Some(&moves) = self.territories.get(&area) {
            return moves;
        }
        let empty = i64::from((area.squares & !area.black & !area.white).count_ones());
        let mut best = 0;
        'moves: for next in area.moves(area.black != 0) {
            let mut total = 1;
            for part in next.parts() {
                if part.black | part.white != 0 {
                    total += self.territory(part);
                }
            }
            best = best.max(total);
            if best == empty {
                break 'moves;
            }
        }
        self.territories.insert(area, best);
        best
    }
}

#[cfg(test)]
mod tests {
    use otrera_cgt::Store;

    use super::{Area, Evaluator};

    /// Every board of testdata/values.csv has the value printed beside it.
    #[test]
    fn boards_have_their_values() {
        let store = Store::new();
        let mut evaluator = Evaluator::new(&store);
        let rows = include_str!("../../testdata/values.csv").lines().filter(|line| !line.starts_with("# ")).skip(1);
        let mut checked = 0;
        for row in rows {
            let (board, rest) = row.split_once(',').unwrap();
            let text = match rest.strip_prefix('"') {
                Some(quoted) => quoted.split('"').next().unwrap(),
                None => rest.split(',').next().unwrap(),
            };
            let value = evaluator.position(Area::parse(board)).unwrap();
            assert_eq!(value, store.parse(text).unwrap(), "{board}");
            checked += 1;
        }
        assert_eq!(checked, 243);
    }

    /// Every row of testdata/thermographs-2xn.tsv: mean, temperature and both walls.
    #[test]
    fn strips_have_their_thermographs() {
        let store = Store::new();
        let mut evaluator = Evaluator::new(&store);
        let mut checked = 0;
        let table = include_str!("../../testdata/thermographs-2xn.tsv").lines();
        for row in table.filter(|line| !line.starts_with('#')).skip(1) {
            let fields: Vec<&str> = row.split('\t').collect();
            let board = fields[1].replace('|', "/").replace('x', "B").replace('o', "W");
            let graph = store.thermograph(evaluator.position(Area::parse(&board)).unwrap()).unwrap();
            assert_eq!(graph.mean().to_string(), fields[2], "{board}");
            assert_eq!(graph.temperature().to_string(), fields[3], "{board}");
            for (wall, name, field) in [(graph.left(), "L:", fields[4]), (graph.right(), "R:", fields[5])] {
                let corners = wall.corners().iter().map(|c| format!(" ({},{})", c.value, c.temperature));
                assert_eq!(format!("{name}{}", corners.collect::<String>()), field, "{board}");
            }
            checked += 1;
        }
        assert_eq!(checked, 83);
    }

    /// Song and Müller, I-F: on one row, b squares behind Black, w behind White and s between are b - w ± (s - 1).
    #[test]
    fn corridors_are_switches() {
        let store = Store::new();
        let mut evaluator = Evaluator::new(&store);
        for (b, w) in [(0, 0), (1, 0), (0, 2), (2, 1)] {
            for s in 0..=4 {
                let board = format!("{}B{}W{}", ".".repeat(b), ".".repeat(s), ".".repeat(w));
                if board.len() > super::MAX_SIDE {
                    continue;
                }
                let value = evaluator.position(Area::parse(&board)).unwrap();
                let shared = if s == 0 { "0".to_owned() } else { format!("±{}", s - 1) };
                let expected = store.parse(&format!("{b} - {w} + {shared}")).unwrap();
                assert_eq!(value, expected, "{board}");
            }
        }
    }
}
