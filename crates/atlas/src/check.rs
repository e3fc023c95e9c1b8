//! Checking an atlas by a second method: plain play of the whole region on squares, without graphs and without parts.

use otrera_board::Square;
use otrera_cgt::{Store, Value};
use rustc_hash::FxHashMap;

use crate::read::ValuesError;
use crate::states::{self, GUARDED, OPEN, TERRITORY};
use crate::{Atlas, Values};
use otrera_regions::graph::Points;
use otrera_regions::region::Region;

const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const BLACK_BLOCKER: u8 = 3;
const WHITE_BLOCKER: u8 = 4;
const BURNT: u8 = 5;

/// A table of the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Moves of one side with amazons and blockers.
    Territory,
    /// Values with amazons of both sides.
    Open,
    /// Values with amazons and blockers of both sides.
    Guarded,
}

/// A disagreement between the atlas and plain play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{board} ({kind:?}): the atlas has {atlas}, plain play gives {plain}")]
pub struct Mismatch {
    /// The region with its amazons; blockers are capital letters.
    pub board: String,
    /// The table.
    pub kind: TableKind,
    /// The entry of the atlas.
    pub atlas: String,
    /// The result of plain play.
    pub plain: String,
}

/// Reason for ending a check early.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CheckError {
    /// An entry of the atlas is wrong.
    #[error(transparent)]
    Mismatch(Box<Mismatch>),
    /// A limit was reached, or a canonical form is invalid.
    #[error(transparent)]
    Values(#[from] ValuesError),
}

/// Checks the entries of an atlas.
pub struct Checker<'a> {
    atlas: &'a Atlas,
    store: &'a Store,
    values: Values,
}

/// Plain play on a region, with a cache.
struct Plain<'a> {
    store: &'a Store,
    /// For each square, the squares of the region along each direction.
    rays: Vec<Vec<Vec<usize>>>,
    values: FxHashMap<Vec<u8>, Value>,
    moves: FxHashMap<Vec<u8>, u8>,
}

impl<'a> Checker<'a> {
    /// Loads the values of `atlas` into `store`.
    pub fn new(atlas: &'a Atlas, store: &'a Store) -> Result<Checker<'a>, ValuesError> {
        Ok(Checker { atlas, store, values: atlas.values(store)? })
    }

    /// Number of states of a region in a table; 0 if it is not in the atlas.
    pub fn states(&self, region: Region, kind: TableKind) -> usize {
        let base = match kind {
            TableKind::Guarded if region.len() > self.atlas.header().guarded => return 0,
            TableKind::Guarded => GUARDED,
            TableKind::Territory => TERRITORY,
            TableKind::Open => OPEN,
        };
        if region.len() > self.atlas.header().size { 0 } else { states::count(base, region.len()) }
    }

    /// Checks the given states of a region and returns their number. Digits of a state are by square here, not by
    /// point.
    pub fn check(
        &self,
        region: Region,
        kind: TableKind,
        states: impl IntoIterator<Item = usize>,
    ) -> Result<u64, CheckError> {
        let mut plain = Plain::new(self.store, region);
        let mut count = 0;
        for state in states {
            self.check_state(&mut plain, region, kind, state)?;
            count += 1;
        }
        Ok(count)
    }

    fn check_state(
        &self,
        plain: &mut Plain<'_>,
        region: Region,
        kind: TableKind,
        state: usize,
    ) -> Result<(), CheckError> {
        let spot = self.atlas.spot_of(region);
        let squares = region.bits();
        let set = |content: &[u8], what: u8| {
            let ranks = (0..content.len()).filter(|&rank| content[rank] == what);
            let ranks: Points = ranks.fold(0, |set, rank| set | 1 << rank);
            spot.map_or(0, |spot| spot.points(squares, spread(squares, ranks)))
        };
        let content = content(kind, state, region.len());
        let (atlas, truth) = match (kind, spot) {
            (_, None) => ("no such region".to_string(), "a value".to_string()),
            (TableKind::Territory, Some(spot)) => {
                let found = self.atlas.territory(&spot, set(&content, BLACK), set(&content, BLACK_BLOCKER));
                (found.to_string(), plain.most_moves(&content).to_string())
            }
            (TableKind::Open | TableKind::Guarded, Some(spot)) => {
                let [black, white] = [BLACK, WHITE].map(|what| set(&content, what));
                let id = match kind {
                    TableKind::Open => self.atlas.open(&spot, black, white),
                    _ => {
                        let blockers = [BLACK_BLOCKER, WHITE_BLOCKER].map(|what| set(&content, what));
                        self.atlas.guarded(&spot, [black, white], blockers).expect("the size was compared")
                    }
                };
                let truth = plain.value(&content).map_err(ValuesError::from)?;
                let facts = self.atlas.facts(id);
                let graph = self.store.thermograph(truth).map_err(ValuesError::from)?;
                let fits = self.values[id].is_none_or(|value| value == truth)
                    && facts.outcome == self.store.outcome(truth)
                    && facts.whole.map(i64::from) == truth.to_integer()
                    && facts.thermograph == *graph;
                let written = |value: Value| self.store.display(value).to_string();
                let stored = self.values[id].map_or_else(|| "another thermograph".into(), written);
                if fits { (String::new(), String::new()) } else { (stored, written(truth)) }
            }
        };
        if atlas == truth {
            return Ok(());
        }
        Err(CheckError::Mismatch(Box::new(Mismatch { board: board(region, &content), kind, atlas, plain: truth })))
    }
}

/// The squares of the given ranks.
fn spread(squares: u64, ranks: Points) -> u64 {
    use otrera_board::Bits as _;
    let chosen = squares.points().enumerate().filter(|(rank, _)| ranks >> rank & 1 == 1);
    chosen.fold(0, |set, (_, point)| set | u64::bit(point))
}

/// The content of each square in a state.
fn content(kind: TableKind, state: usize, count: usize) -> Vec<u8> {
    let (base, signs) = match kind {
        TableKind::Territory => (TERRITORY, [EMPTY, BLACK, BLACK_BLOCKER].as_slice()),
        TableKind::Open => (OPEN, [EMPTY, BLACK, WHITE].as_slice()),
        TableKind::Guarded => (GUARDED, [EMPTY, BLACK, WHITE, BLACK_BLOCKER, WHITE_BLOCKER].as_slice()),
    };
    (0..count as u32).map(|point| signs[state / base.pow(point) % base]).collect()
}

fn board(region: Region, content: &[u8]) -> String {
    let signs: FxHashMap<Square, u8> = region.squares().zip(content.iter().copied()).collect();
    let sign = |col: u32, row: u32| {
        let square = Square { col: col as u8, row: row as u8 };
        signs.get(&square).map_or('#', |&what| ['.', 'b', 'w', 'B', 'W'][usize::from(what)])
    };
    let rows = (0..region.height()).rev().map(|row| (0..region.width()).map(|col| sign(col, row)).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

impl<'a> Plain<'a> {
    fn new(store: &'a Store, region: Region) -> Plain<'a> {
        let squares: Vec<Square> = region.squares().collect();
        let ray = |from: Square, right: i32, up: i32| {
            let at = |step: i32| {
                let (col, row) = (i32::from(from.col) + step * right, i32::from(from.row) + step * up);
                squares.iter().position(|s| (i32::from(s.col), i32::from(s.row)) == (col, row))
            };
            (1..).map_while(at).collect::<Vec<usize>>()
        };
        let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let rays = squares.iter().map(|&from| directions.iter().map(|&(r, u)| ray(from, r, u)).collect()).collect();
        Plain { store, rays, values: FxHashMap::default(), moves: FxHashMap::default() }
    }

    fn reach(&self, content: &[u8], from: usize) -> Vec<usize> {
        let along = |ray: &Vec<usize>| ray.iter().copied().take_while(|&to| content[to] == EMPTY).collect::<Vec<_>>();
        self.rays[from].iter().flat_map(along).collect()
    }

    /// The contents after each move of a side.
    fn after(&self, content: &[u8], amazon: u8, blocker: u8) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for from in (0..content.len()).filter(|&at| content[at] == amazon || content[at] == blocker) {
            for to in self.reach(content, from) {
                let mut moved = content.to_vec();
                moved[from] = EMPTY;
                moved[to] = amazon;
                for arrow in self.reach(&moved, to) {
                    if content[from] == amazon || arrow == from {
                        let mut shot = moved.clone();
                        shot[arrow] = BURNT;
                        found.push(shot);
                    }
                }
            }
        }
        found
    }

    fn most_moves(&mut self, content: &[u8]) -> u8 {
        if let Some(&moves) = self.moves.get(content) {
            return moves;
        }
        let next = self.after(content, BLACK, BLACK_BLOCKER);
        let moves = next.iter().map(|next| 1 + self.most_moves(next)).max().unwrap_or(0);
        self.moves.insert(content.to_vec(), moves);
        moves
    }

    fn value(&mut self, content: &[u8]) -> Result<Value, otrera_cgt::Interrupted> {
        if let Some(&value) = self.values.get(content) {
            return Ok(value);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, (amazon, blocker)) in sides.iter_mut().zip([(BLACK, BLACK_BLOCKER), (WHITE, WHITE_BLOCKER)]) {
            for next in self.after(content, amazon, blocker) {
                side.push(self.value(&next)?);
            }
        }
        let value = self.store.game(&sides[0], &sides[1])?;
        self.values.insert(content.to_vec(), value);
        Ok(value)
    }
}
