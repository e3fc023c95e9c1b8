//! What is searched: large areas, one known game, and a side to move, which is always the same.
//!
//! Whoever is to move is called Left here, and has the black amazons: after each move, colours are exchanged and the
//! game is negated. So a situation and its mirror image are one.

use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use otrera_atlas::{Atlas, KnownValues};
use otrera_board::areas::{Kind, Part};
use otrera_board::{Area, Bits, Position, Side, mix};
use otrera_cgt::{Interrupted, Store, Value};
use otrera_regions::AreaValues;
use otrera_regions::filling::FillLimits;
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::fillings::Fillings;
use crate::walls::Bound;

/// Large areas, as they are listed in a situation.
pub(crate) type Areas = SmallVec<[Area<u64>; 2]>;

/// A sum of large areas and a known game, Left (Black) to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Each in its least orientation, in order, none of them another with colours exchanged.
    pub areas: SmallVec<[Area<u64>; 2]>,
    /// Everything else, in canonical form.
    pub rest: Value,
}

/// What is known beforehand: the atlas, with its values in a store.
pub struct Book<'a> {
    known: KnownValues<'a>,
    store: &'a Store,
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
        let others = Mutex::new(AreaValues::new(store));
        Ok(KnownValues::new(atlas, store)?.map(|known| Book {
            known,
            store,
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
    #[inline]
    pub fn atlas(&self) -> &'a Atlas {
        self.known.atlas()
    }

    /// The canonical forms of the atlas.
    pub fn known(&self) -> &KnownValues<'a> {
        &self.known
    }

    /// The store.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The most moves of a territory: amazons of one side only, connected.
    pub fn territory<B: Bits>(&self, patch: &Area<B>) -> Result<u8, Interrupted> {
        let squares = patch.unburnt();
        let amazons = squares & !patch.empty();
        if let Some(spot) = self.atlas().spot(patch.grid(), squares) {
            return Ok(self.atlas().territory(&spot, spot.points(squares, amazons), 0));
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
    pub(crate) fn moves_inside(&self, patch: &Area<u64>, squares: u64, amazons: u64, blockers: u64) -> u8 {
        match self.atlas().spot(patch.grid(), squares) {
            Some(spot) => {
                let points = |set| spot.points(squares, set);
                self.atlas().territory(&spot, points(amazons), points(blockers))
            }
            None if amazons | blockers == 0 => 0,
            None => self.private.moves(patch, squares, amazons, blockers),
        }
    }

    /// The value of what is on some connected squares, if they are at most so many and not too many for the atlas.
    #[inline]
    pub(crate) fn looked_up<B: Bits>(
        &self,
        patch: &Area<B>,
        squares: B,
        small: usize,
    ) -> Result<Option<Bound>, Interrupted> {
        if squares.count() as usize > small.min(self.atlas().header().size) {
            return Ok(None);
        }
        let Some(spot) = self.atlas().spot(patch.grid(), squares) else {
            return self.worked_out(&patch.cropped(squares)).map(Some);
        };
        let [black, white] = Side::BOTH.map(|side| spot.points(squares, squares & patch.amazons(side)));
        if black == 0 {
            return Ok(Some(Bound::whole(self.store, -i32::from(self.atlas().territory(&spot, white, 0)))));
        }
        let id = self.atlas().open(&spot, black, white);
        Ok(Some(match self.atlas().whole(id) {
            Some(whole) => Bound::whole(self.store, whole),
            None => Bound { whole: 0, game: self.known.form(id) },
        }))
    }

    /// The value of an area that has few squares and still does not fit into the boxes of the atlas, as long diagonals do not.
    #[cold]
    fn worked_out<B: Bits>(&self, patch: &Area<B>) -> Result<Bound, Interrupted> {
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
        patch: &Area<B>,
        small: usize,
        (areas, rest, ahead): (&mut Areas, &mut Value, &mut i64),
    ) -> Result<(), Interrupted> {
        for Part { kind, squares, .. } in patch.parts() {
            match kind {
                Kind::Dead => {}
                Kind::Territory(owner) => {
                    let moves = i64::from(self.territory(&patch.cropped(squares))?);
                    *ahead += if owner == Side::Black { moves } else { -moves };
                }
                Kind::Active => {
                    if let Some(known) = self.looked_up(patch, squares, small)? {
                        *ahead += i64::from(known.whole);
                        *rest = self.store.add(*rest, known.game)?;
                    } else {
                        let area = patch.cropped(squares).resized().expect("the caller knows that large areas fit");
                        areas.push(area.oriented());
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether each large area of a position lies in a box of 64 squares, and whatever it falls into too. On boards of up to
    /// 64 squares they all do.
    pub fn fits<B: Bits>(&self, position: &Position<B>) -> bool {
        let whole = Area::whole(position);
        let fits = |part: Part<B>| whole.cropped(part.squares).size().area() <= u64::CAPACITY;
        whole.parts().filter(|part| part.kind == Kind::Active).all(fits)
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
        let whole = Area::whole(position);
        let whole = if position.to_move() == Side::Black { whole } else { whole.swapped() };
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
        play: [u64; 3],
    ) -> Result<Situation, Interrupted> {
        let next = situation.areas[0].after(Side::Black, play).swapped();
        self.with_part(&next, small, Areas::new(), -situation.rest)
    }

    /// The sum of a part that may fall to pieces, other areas, and a known game.
    fn with_part<B: Bits>(
        &self,
        part: &Area<B>,
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
        let exchanged: Areas = situation.areas.iter().map(|area| area.swapped().oriented()).collect();
        for option in self.store.left_options(situation.rest) {
            let child = self.finish(exchanged.clone(), -option, 0)?;
            if !visit(Step::Rest(option), child)? {
                return Ok(());
            }
        }
        for (number, area) in situation.areas.iter().enumerate() {
            let others: Areas =
                exchanged.iter().enumerate().filter(|&(other, _)| other != number).map(|(_, &area)| area).collect();
            for [from, to, arrow] in area.moves(Side::Black) {
                let next = area.after(Side::Black, [from, to, arrow]).swapped();
                let child = self.with_part(&next, small, others.clone(), rest)?;
                if !visit(Step::Area { number, from, to, arrow }, child)? {
                    return Ok(());
                }
            }
        }
        Ok(())
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
        let opposite = areas[number].swapped().oriented();
        match areas[number + 1..].iter().position(|&other| other == opposite) {
            Some(after) => {
                areas.swap_remove(number + 1 + after);
                areas.swap_remove(number);
            }
            None => number += 1,
        }
    }
}

fn order(patch: &Area<u64>) -> (u8, u8, u64, u64, u64) {
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
        high = mix(folded(high ^ digest, KEY[6]));
        low = mix(folded(low ^ digest, KEY[7]));
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
pub(crate) fn area_key(area: &Area<u64>) -> u64 {
    let mut hasher = FxHasher::default();
    order(area).hash(&mut hasher);
    mix(hasher.finish())
}

impl std::fmt::Debug for Book<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Book({:?})", self.atlas())
    }
}
