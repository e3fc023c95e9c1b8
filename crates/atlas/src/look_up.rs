//! Looking up what stands on a board.
//!
//! The squares of a region, cut out of their board, are one word; the word's slot has the graph and which point of it
//! each square is; amazons become digits of a state; and the state's place in the graph's array has the answer. That is
//! two accesses to memory, or three for a territory with nothing else to know.

use otrera_board::areas::components;
use otrera_board::{Bits, Grid, Position, Side};

use crate::format::Section;
use crate::read::SLOT;
use crate::states::{self, GUARDED, OPEN, TERRITORY};
use crate::{Atlas, Sizes, ValueId, slot_of};
use otrera_regions::graph::{Points, points};
use otrera_regions::region::Region;

/// Where a region is in an atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    size: u32,
    graph: u32,
    labels: u64,
}

/// A whole position, looked up: a number of moves that Black is ahead by, and the areas that are no whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endgame {
    /// The sum of all areas whose value is a whole number.
    pub whole: i32,
    /// The values of the others, in the order of the areas' first squares.
    pub values: Vec<ValueId>,
}

/// Powers of the bases, by canonical number.
const POWERS: [[u32; 10]; 6] = {
    let mut powers = [[1; 10]; 6];
    let mut base = 0;
    while base < 6 {
        let mut exponent = 1;
        while exponent < 10 {
            powers[base][exponent] = powers[base][exponent - 1] * base as u32;
            exponent += 1;
        }
        base += 1;
    }
    powers
};

impl Spot {
    /// Number of squares.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The number of its graph among those of its size.
    pub fn graph(&self) -> u32 {
        self.graph
    }

    /// The point of the graph that the square of a rank is; ranks count squares by their bits.
    #[inline]
    fn label(&self, rank: u32) -> usize {
        (self.labels >> (4 * rank) & 15) as usize
    }

    /// Some squares of the region as points of its graph. `squares` are those of the region, on any board.
    #[inline]
    pub fn points<B: Bits>(&self, squares: B, set: B) -> Points {
        (set & squares).points().fold(0, |points, point| {
            let below = squares & B::bit(point).less_one();
            points | 1 << self.label(below.count())
        })
    }
}

/// What a set of points with a digit adds to a state.
#[inline]
fn digits(base: usize, digit: usize, set: Points) -> usize {
    digit * points(set).map(|point| POWERS[base][point] as usize).sum::<usize>()
}

impl Atlas {
    /// Where a region is; `None` if it is too large for this atlas, or not connected.
    #[inline]
    pub fn spot_of(&self, region: Region) -> Option<Spot> {
        let slots = self.section(Section::Regions);
        let count = slots.len() / SLOT;
        let word = region.word();
        let mut slot = slot_of(word, count);
        loop {
            let bytes = &slots[SLOT * slot..SLOT * (slot + 1)];
            let [found, place] =
                [0, 8].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")));
            if found == word {
                return Some(Spot {
                    size: region.len() as u32,
                    graph: (place >> 40) as u32,
                    labels: place & ((1 << 40) - 1),
                });
            }
            if found == 0 {
                return None;
            }
            slot = (slot + 1) & (count - 1);
        }
    }

    /// Where the squares of a connected set on a board are; `None` if there are too many for this atlas, or they are
    /// not connected.
    #[inline]
    pub fn spot<B: Bits>(&self, grid: &Grid<B>, squares: B) -> Option<Spot> {
        if squares.count() as usize > self.header().size {
            return None;
        }
        self.spot_of(Region::of_squares(grid, squares)?)
    }

    #[inline]
    fn sizes(&self, spot: &Spot) -> &Sizes {
        &self.sizes[spot.size() - 1]
    }

    /// The most moves of a territory: its owner has amazons on these points and blockers on those.
    #[inline]
    pub fn territory(&self, spot: &Spot, amazons: Points, blockers: Points) -> u8 {
        let state = digits(TERRITORY, 1, amazons) + digits(TERRITORY, 2, blockers);
        let graph = spot.graph as usize * states::count(TERRITORY, spot.size());
        self.all_bytes()[self.sizes(spot).territory + graph + state]
    }

    /// The most moves of a territory for each set of its blockers left out: number n is for the set whose members are
    /// the ones of n, blockers counted by their bits. So the first is the territory with all of them, the last without
    /// any. A blocker left out stays where she is and is in the way. `None` if the territory is not in the atlas.
    pub fn blocker_moves<B: Bits>(&self, grid: &Grid<B>, squares: B, amazons: B, blockers: B) -> Option<Vec<u8>> {
        self.spot(grid, squares)?;
        let all: Vec<B> = blockers.points().map(B::bit).collect();
        let without = |set: usize| {
            let chosen = all.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            let left_out = chosen.fold(B::NONE, |left_out, (_, &blocker)| left_out | blocker);
            components(grid, squares & !left_out)
                .map(|part| {
                    let spot = self.spot(grid, part)?;
                    let points = |set| spot.points(part, set);
                    Some(self.territory(&spot, points(amazons), points(blockers & !left_out)))
                })
                .sum()
        };
        (0..1_usize << all.len()).map(without).collect()
    }

    /// The value of an open area, with amazons on these points.
    #[inline]
    pub fn open(&self, spot: &Spot, black: Points, white: Points) -> ValueId {
        let state = digits(OPEN, 1, black) + digits(OPEN, 2, white);
        let graph = spot.graph as usize * states::count(OPEN, spot.size());
        self.id(self.sizes(spot).open, graph + state)
    }

    /// The value of a guarded area; `None` if it is too large for this atlas. Blockers are not among the amazons.
    #[inline]
    pub fn guarded(&self, spot: &Spot, [black, white]: [Points; 2], [doors, gates]: [Points; 2]) -> Option<ValueId> {
        if spot.size() > self.header().guarded {
            return None;
        }
        let amazons = digits(GUARDED, 1, black) + digits(GUARDED, 2, white);
        let state = amazons + digits(GUARDED, 3, doors) + digits(GUARDED, 4, gates);
        let graph = spot.graph as usize * states::count(GUARDED, spot.size());
        Some(self.id(self.sizes(spot).guarded, graph + state))
    }

    #[inline]
    fn id(&self, start: usize, place: usize) -> ValueId {
        let at = start + 4 * place;
        ValueId(u32::from_le_bytes(self.all_bytes()[at..at + 4].try_into().expect("four bytes")))
    }

    /// All areas of a position; `None` if one of them is too large for this atlas.
    pub fn endgame<B: Bits>(&self, position: &Position<B>) -> Option<Endgame> {
        let mut endgame = Endgame::default();
        for squares in components(position.grid(), position.unburnt()) {
            let [black, white] = Side::BOTH.map(|side| squares & position.amazons(side));
            let empty = squares & position.empty();
            if empty.is_none() || empty == squares {
                continue;
            }
            let spot = self.spot(position.grid(), squares)?;
            if white.is_none() {
                endgame.whole += i32::from(self.territory(&spot, spot.points(squares, black), 0));
            } else if black.is_none() {
                endgame.whole -= i32::from(self.territory(&spot, spot.points(squares, white), 0));
            } else {
                let id = self.open(&spot, spot.points(squares, black), spot.points(squares, white));
                match self.whole(id) {
                    Some(whole) => endgame.whole += whole,
                    None => endgame.values.push(id),
                }
            }
        }
        Some(endgame)
    }
}
