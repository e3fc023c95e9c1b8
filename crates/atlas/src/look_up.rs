//! Look-ups: from squares of a board to an entry of a table.

use otrera_board::areas::{Kind, Part, components};
use otrera_board::{Area, Bits, Grid, Position, Side};

use crate::format::Section;
use crate::read::{SLOT, read_slot};
use crate::states::{self, GUARDED, OPEN, TERRITORY};
use crate::{Atlas, SizeLayout, ValueId, slot_of};
use otrera_regions::graph::{Points, points};
use otrera_regions::region::Region;

/// A region found in an atlas: its graph, and the point of each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    size: u32,
    graph: u32,
    labels: u64,
}

/// A position as a sum of looked-up areas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endgame {
    /// The sum of all areas whose value is an integer, positive for Black.
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

    /// The index of its graph among those of its size.
    pub fn graph(&self) -> u32 {
        self.graph
    }

    /// The point of the graph for the square of this rank, in the order of bits.
    #[inline]
    fn label(&self, rank: u32) -> usize {
        (self.labels >> (4 * rank) & 15) as usize
    }

    /// Maps the squares of `set` to points of the graph. `squares` are those of the region, on any board.
    #[inline]
    pub fn points<B: Bits>(&self, squares: B, set: B) -> Points {
        (set & squares).points().fold(0, |points, point| {
            let below = squares & B::bit(point).less_one();
            points | 1 << self.label(below.count())
        })
    }
}

/// The contribution of a set of points with this digit to a state.
#[inline]
fn digits(base: usize, digit: usize, set: Points) -> usize {
    digit * points(set).map(|point| POWERS[base][point] as usize).sum::<usize>()
}

impl Atlas {
    /// Finds a region; `None` if it is too large for this atlas or not connected.
    #[inline]
    pub fn spot_of(&self, region: Region) -> Option<Spot> {
        let slots = self.section(Section::Regions);
        let count = slots.len() / SLOT;
        let word = region.word();
        let mut slot = slot_of(word, count);
        loop {
            let [found, place] = read_slot(&slots[SLOT * slot..SLOT * (slot + 1)]);
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

    /// Finds the region of some squares of a board; `None` if they are too many for this atlas or not connected.
    #[inline]
    pub fn spot<B: Bits>(&self, grid: &Grid<B>, squares: B) -> Option<Spot> {
        if squares.count() as usize > self.header().size {
            return None;
        }
        self.spot_of(Region::of_squares(grid, squares)?)
    }

    #[inline]
    fn layout(&self, spot: &Spot) -> &SizeLayout {
        &self.sizes[spot.size() - 1]
    }

    /// The maximum number of moves in a territory with amazons and blockers of its owner on the given points.
    #[inline]
    pub fn territory(&self, spot: &Spot, amazons: Points, blockers: Points) -> u8 {
        let state = digits(TERRITORY, 1, amazons) + digits(TERRITORY, 2, blockers);
        let graph = spot.graph as usize * states::count(TERRITORY, spot.size());
        self.source[self.layout(spot).territory + graph + state]
    }

    /// The maximum number of moves in a territory for each set of blockers left out. The index of a set has bit i set
    /// if it contains the i-th blocker, so the first entry has all blockers and the last none. A blocker left out does
    /// not move. `None` if the territory is not in the atlas.
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

    /// The value of an open area with amazons on the given points.
    #[inline]
    pub fn open(&self, spot: &Spot, black: Points, white: Points) -> ValueId {
        let state = digits(OPEN, 1, black) + digits(OPEN, 2, white);
        let graph = spot.graph as usize * states::count(OPEN, spot.size());
        self.id(self.layout(spot).open, graph + state)
    }

    /// The value of a guarded area; `None` if it is too large for this atlas. Amazons and blockers are by side, and
    /// disjoint.
    #[inline]
    pub fn guarded(&self, spot: &Spot, amazons: [Points; 2], blockers: [Points; 2]) -> Option<ValueId> {
        if spot.size() > self.header().guarded {
            return None;
        }
        let sets = [amazons[0], amazons[1], blockers[0], blockers[1]];
        let state = (1..).zip(sets).map(|(digit, set)| digits(GUARDED, digit, set)).sum::<usize>();
        let graph = spot.graph as usize * states::count(GUARDED, spot.size());
        Some(self.id(self.layout(spot).guarded, graph + state))
    }

    #[inline]
    fn id(&self, start: usize, place: usize) -> ValueId {
        let at = start + 4 * place;
        ValueId(u32::from_le_bytes(self.source[at..at + 4].try_into().expect("four bytes")))
    }

    /// Looks up all areas of a position; `None` if one of them is too large for this atlas.
    pub fn endgame<B: Bits>(&self, position: &Position<B>) -> Option<Endgame> {
        let mut endgame = Endgame::default();
        for Part { kind, squares, .. } in Area::whole(position).parts().filter(|part| part.kind != Kind::Dead) {
            let spot = self.spot(position.grid(), squares)?;
            let [black, white] = Side::BOTH.map(|side| spot.points(squares, position.amazons(side)));
            match kind {
                Kind::Dead => {}
                Kind::Territory(Side::Black) => endgame.whole += i32::from(self.territory(&spot, black, 0)),
                Kind::Territory(Side::White) => endgame.whole -= i32::from(self.territory(&spot, white, 0)),
                Kind::Active => {
                    let id = self.open(&spot, black, white);
                    match self.whole(id) {
                        Some(whole) => endgame.whole += whole,
                        None => endgame.values.push(id),
                    }
                }
            }
        }
        Some(endgame)
    }
}
