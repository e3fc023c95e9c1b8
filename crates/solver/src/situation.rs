//! What is searched: large areas, one known game, and a side to move, which is always the same.
//!
//! Whoever is to move is called Left here, and has the black amazons: after each move, colours are exchanged and the
//! game is negated. So a situation and its mirror image are one.

use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use otrera_atlas::filling::FillLimits;
use otrera_atlas::{AreaValues, Atlas, KnownAreas, Patch};
use otrera_board::areas::components;
use otrera_board::{Bits, Position, Side, Twin};
use otrera_cgt::{Interrupted, Store, Value};
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::fillings::Fillings;
use crate::walls::Bound;

/// Large areas, as they are listed in a situation.
pub(crate) type Areas = SmallVec<[Patch<u64>; 2]>;

/// A sum of large areas and a known game, Left (Black) to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Each in its least orientation, in order, none of them another with colours exchanged.
    pub areas: SmallVec<[Patch<u64>; 2]>,
    /// Everything else, in canonical form.
    pub rest: Value,
}

/// What is known beforehand: the atlas, with its values in a store.
pub struct Book<'a> {
    atlas: &'a Atlas,
    store: &'a Store,
    values: Vec<Value>,
    /// Nodes to fill one of these territories with.
    fill_nodes: u64,
    /// Territories that are too large for the atlas.
    territories: Fillings<u64>,
    /// Those in no box of 64 squares, as only larger boards have them.
    wide: Fillings<u128>,
    /// Parts of areas that are private while amazons stand still.
    private: Fillings<u64>,
    /// Areas that are small enough for the atlas, but not in its boxes.
    others: Mutex<AreaValues<'a>>,
}

impl<'a> Book<'a> {
    /// The values of the atlas are made in this store. `None` if the atlas lacks canonical forms.
    pub fn new(atlas: &'a Atlas, store: &'a Store) -> Result<Option<Book<'a>>, otrera_atlas::ValuesError> {
        let values: Option<Vec<Value>> = atlas.values(store)?.iter().map(|(_, value)| value).collect();
        let others = Mutex::new(AreaValues::new(store));
        Ok(values.map(|values| Book {
            atlas,
            store,
            values,
            fill_nodes: u64::MAX,
            territories: Fillings::default(),
            wide: Fillings::default(),
            private: Fillings::default(),
            others,
        }))
    }

    /// A territory that is not filled after so many nodes is left alone, with [`Interrupted::Stopped`]. Without this call
    /// only the limits of the store end a filling.
    #[must_use]
    pub fn with_fill_nodes(self, nodes: u64) -> Book<'a> {
        Book { fill_nodes: nodes, ..self }
    }

    /// The atlas.
    pub fn atlas(&self) -> &'a Atlas {
        self.atlas
    }

    /// The store.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The most moves of a territory: amazons of one side only, connected.
    pub fn territory<B: Bits>(&self, patch: &Patch<B>) -> Result<u8, Interrupted> {
        let squares = patch.unburnt();
        let amazons = squares & !patch.empty();
        if let Some(spot) = self.atlas.spot(patch.grid(), squares) {
            return Ok(self.atlas.territory(&spot, spot.points(squares, amazons), 0));
        }
        let patch = patch.cropped(squares);
        let limits = FillLimits { nodes: self.fill_nodes, check: &|bytes| self.store.check_limits(bytes) };
        match patch.resized::<u64>() {
            Some(patch) => self.territories.territory(&patch, &limits),
            None => self.wide.territory(&patch.resized().expect("every patch fits into the larger word"), &limits),
        }
    }

    /// Moves that some amazons and some blockers can make on connected squares that are theirs alone; of many squares,
    /// perhaps less than the most.
    pub(crate) fn moves_inside(&self, patch: &Patch<u64>, squares: u64, amazons: u64, blockers: u64) -> u8 {
        match self.atlas.spot(patch.grid(), squares) {
            Some(spot) => {
                let points = |set| spot.points(squares, set);
                self.atlas.territory(&spot, points(amazons), points(blockers))
            }
            None if amazons | blockers == 0 => 0,
            None => self.private.moves(patch, squares, amazons, blockers),
        }
    }

    /// The value of what is on some connected squares, if they are at most so many and not too many for the atlas.
    #[inline]
    pub(crate) fn looked_up<B: Bits>(
        &self,
        patch: &Patch<B>,
        squares: B,
        small: usize,
    ) -> Result<Option<Bound>, Interrupted> {
        if squares.count() as usize > small.min(self.atlas.header().size) {
            return Ok(None);
        }
        let Some(spot) = self.atlas.spot(patch.grid(), squares) else {
            return self.worked_out(&patch.cropped(squares)).map(Some);
        };
        let [black, white] = Side::BOTH.map(|side| spot.points(squares, squares & patch.amazons(side)));
        if black == 0 {
            return Ok(Some(Bound::whole(self.store, -i32::from(self.atlas.territory(&spot, white, 0)))));
        }
        let id = self.atlas.open(&spot, black, white);
        Ok(Some(match self.atlas.whole(id) {
            Some(whole) => Bound::whole(self.store, whole),
            None => Bound { whole: 0, game: self.values[id.0 as usize] },
        }))
    }

    /// The value of an area that has few squares and still does not fit into the boxes of the atlas, as long diagonals do not.
    #[cold]
    fn worked_out<B: Bits>(&self, patch: &Patch<B>) -> Result<Bound, Interrupted> {
        let mut values = self.others.lock().expect("no thread panicked");
        let position = patch.position(Side::Black);
        let game = match position.resized::<u64>() {
            Some(narrow) => values.position(&narrow),
            None => values.position(&position.resized::<u128>().expect("every board fits into the larger word")),
        };
        Ok(Bound { whole: 0, game: game.map_err(|unfinished| unfinished.why)? })
    }

    /// Adds what is on some squares to a situation.
    #[inline]
    fn add<B: Bits>(
        &self,
        patch: &Patch<B>,
        small: usize,
        (areas, rest, ahead): (&mut Areas, &mut Value, &mut i64),
    ) -> Result<(), Interrupted> {
        for squares in components(patch.grid(), patch.unburnt()) {
            let [black, white] = Side::BOTH.map(|side| squares & patch.amazons(side));
            let empty = squares & patch.empty();
            if empty.is_none() || empty == squares {
                continue;
            }
            if black.is_none() || white.is_none() {
                let moves = i64::from(self.territory(&patch.cropped(squares))?);
                *ahead += if white.is_none() { moves } else { -moves };
            } else if let Some(known) = self.looked_up(patch, squares, small)? {
                *ahead += i64::from(known.whole);
                *rest = self.store.add(*rest, known.game)?;
            } else {
                let area = patch.cropped(squares).resized().expect("the caller knows that large areas fit");
                areas.push(area.oriented());
            }
        }
        Ok(())
    }

    /// Whether each large area of a position lies in a box of 64 squares, and whatever it falls into too. On boards of up to
    /// 64 squares they all do.
    pub fn fits<B: Bits>(&self, position: &Position<B>) -> bool {
        let whole = Patch::whole(position);
        components(position.grid(), position.unburnt()).all(|squares| {
            let is_open = Side::BOTH.iter().all(|&side| !(squares & position.amazons(side)).is_none());
            !is_open || whole.cropped(squares).size().area() <= u64::CAPACITY
        })
    }

    /// The situation of a position, from the view of the side to move.
    ///
    /// # Panics
    /// If the position does not [fit](Self::fits).
    pub fn situation<B: Bits>(&self, position: &Position<B>) -> Result<Situation, Interrupted> {
        self.situation_with(position, usize::MAX)
    }

    /// Like [`situation`](Self::situation), with areas of more than `small` squares left as they are.
    ///
    /// # Panics
    /// If the position does not [fit](Self::fits).
    pub fn situation_with<B: Bits>(&self, position: &Position<B>, small: usize) -> Result<Situation, Interrupted> {
        let whole = Patch::whole(position);
        let whole = if position.to_move() == Side::Black { whole } else { whole.exchanged() };
        self.with_part(&whole, small, Areas::new(), self.store.zero())
    }

    fn finish(&self, mut areas: Areas, rest: Value, ahead: i64) -> Result<Situation, Interrupted> {
        if areas.len() > 1 {
            cancel(&mut areas);
            areas.sort_unstable_by_key(order);
        }
        let rest = self.store.add(rest, self.store.integer(ahead)?)?;
        Ok(Situation { areas, rest })
    }

    /// What a move in the only area of a situation leads to, seen from the other side.
    pub(crate) fn child_by(
        &self,
        situation: &Situation,
        small: usize,
        [from, to, arrow]: [u64; 3],
    ) -> Result<Situation, Interrupted> {
        let next = situation.areas[0].after(Side::Black, from, to, arrow).exchanged();
        self.with_part(&next, small, Areas::new(), -situation.rest)
    }

    /// The sum of a part that may fall to pieces, other areas, and a known game.
    fn with_part<B: Bits>(
        &self,
        part: &Patch<B>,
        small: usize,
        mut areas: Areas,
        mut rest: Value,
    ) -> Result<Situation, Interrupted> {
        let mut ahead = 0;
        self.add(part, small, (&mut areas, &mut rest, &mut ahead))?;
        self.finish(areas, rest, ahead)
    }

    /// Calls `visit` with what each move of Left leads to, seen from the other side. Areas of more than `small` squares
    /// are not looked up. `visit` returns whether to go on.
    pub fn for_each_child(
        &self,
        situation: &Situation,
        small: usize,
        mut visit: impl FnMut(Step, Situation) -> Result<bool, Interrupted>,
    ) -> Result<(), Interrupted> {
        let rest = -situation.rest;
        let exchanged: Areas = situation.areas.iter().map(|area| area.exchanged().oriented()).collect();
        for option in self.store.left_options(situation.rest) {
            let child = self.finish(exchanged.clone(), -option, 0)?;
            if !visit(Step::Rest(option), child)? {
                return Ok(());
            }
        }
        for (number, area) in situation.areas.iter().enumerate() {
            let others: Areas =
                exchanged.iter().enumerate().filter(|&(other, _)| other != number).map(|(_, &area)| area).collect();
            let grid = area.grid();
            let empty = Twin::new(area.empty());
            for from in area.amazons(Side::Black).points() {
                for to in grid.slide(from, empty).points() {
                    let moved = Twin::new((area.empty() | u64::bit(from)) & !u64::bit(to));
                    for arrow in grid.slide(to, moved).points() {
                        let [from, to, arrow] = [from, to, arrow].map(u64::bit);
                        let next = area.after(Side::Black, from, to, arrow).exchanged();
                        let child = self.with_part(&next, small, others.clone(), rest)?;
                        if !visit(Step::Area { number, from, to, arrow }, child)? {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl KnownAreas for Book<'_> {
    fn value(&self, patch: &Patch<u64>) -> Option<Value> {
        let squares = patch.unburnt();
        let spot = self.atlas.spot(patch.grid(), squares)?;
        let [black, white] = Side::BOTH.map(|side| spot.points(squares, patch.amazons(side)));
        Some(self.values[self.atlas.open(&spot, black, white).0 as usize])
    }

    fn territory(&self, patch: &Patch<u64>) -> Option<i64> {
        Book::territory(self, patch).ok().map(i64::from)
    }
}

/// A move in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// In the known game, to this option.
    Rest(Value),
    /// In a large area, squares as bits.
    Area {
        /// Which area.
        number: usize,
        /// Where the amazon was.
        from: u64,
        /// Where she went.
        to: u64,
        /// What she burnt.
        arrow: u64,
    },
}

/// Leaves out pairs of areas that are the same with colours exchanged: they add up to 0.
fn cancel(areas: &mut Areas) {
    let mut number = 0;
    while number + 1 < areas.len() {
        let opposite = areas[number].exchanged().oriented();
        match areas[number + 1..].iter().position(|&other| other == opposite) {
            Some(after) => {
                areas.swap_remove(number + 1 + after);
                areas.swap_remove(number);
            }
            None => number += 1,
        }
    }
}

fn order(patch: &Patch<u64>) -> (u8, u8, u64, u64, u64) {
    let size = patch.size();
    (size.width(), size.height(), patch.empty(), patch.amazons(Side::Black), patch.amazons(Side::White))
}

impl Situation {
    /// The game without whole moves, and how many Left is ahead by: core + n with the core's number in [0, 1).
    pub fn split(&self, store: &Store) -> (Value, i64) {
        let number = store.parts(self.rest).number;
        let whole = number.mantissa() >> number.exponent();
        let core = store.integer(-whole).and_then(|whole| store.add(self.rest, whole));
        (core.expect("taking away a number adds no game"), whole)
    }

    /// A hash of areas and core, the same in every run and on every machine: docs/checkpoint.md has it.
    pub fn key(&self, store: &Store, core: Value) -> u128 {
        let [mut high, mut low] = [KEY[0], KEY[1]];
        for area in &self.areas {
            let (width, height, empty, black, white) = order(area);
            let size = u64::from(width) << 8 | u64::from(height);
            high = folded(folded(high ^ empty, KEY[2] ^ black) ^ white, KEY[3] ^ size);
            low = folded(folded(low ^ black, KEY[4] ^ white) ^ empty, KEY[5] ^ size);
        }
        let digest = store.digest(core);
        high = mixed(folded(high ^ digest, KEY[6]));
        low = mixed(folded(low ^ digest, KEY[7]));
        u128::from(high) << 64 | u128::from(low)
    }
}

/// Digits of the square roots of the first eight primes.
const KEY: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// Both halves of a product, one over the other.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// A hash of an area.
pub(crate) fn area_key(area: &Patch<u64>) -> u64 {
    let mut hasher = FxHasher::default();
    order(area).hash(&mut hasher);
    mixed(hasher.finish())
}

/// The end of SplitMix64: every bit of a table's index has to depend on all of the key.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl std::fmt::Debug for Book<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Book({:?})", self.atlas)
    }
}
