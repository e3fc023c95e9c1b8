//! Situations: the sums that the solver searches.
//!
//! A board is a sum of areas: every move is made in one of them, and the side that cannot move in any of them loses. An
//! area may therefore be replaced by any game of the same value. Dead areas are 0. A territory is the integer of its
//! owner's most moves. An active area of up to `small` squares is looked up in the atlas. All these add up to one game
//! in canonical form, the *rest*. Larger active areas stay boards. Together they are a situation:
//!
//! ```text
//!   a b c d e f g h
//! 3 . . # b . . # w     a-b   territory of Black, 5 moves
//! 2 b . # . . . # .     d-f   active, 9 squares: stays a board
//! 1 . . # . w . # .     h     territory of White, 2 moves
//! ```
//!
//! With Black to move this is the middle area and the game 3. With White to move it is the middle area with colours
//! swapped and the game -3: **the side to move is always Left and has the black amazons**. Each area is turned to the
//! least of its eight images, and areas are sorted, so all images of a situation are one. Two areas that are equal with
//! colours swapped add up to 0 and are dropped.
//!
//! The transposition table goes one step further. The rest is core + n, where n is an integer and the number of the core
//! is in [0, 1), and the key leaves n out ([`Situation::key`]). More free moves never hurt, so a key is won from some n
//! on and lost up to some smaller n. One proof answers for every n beyond it.
//!
//! A child costs one split into components, and for each part one orientation or look-up. The alternative is to search
//! whole boards, as Song & Müller's solver of 2014 does (`otrera_papers::song_mueller`). It needs 6 to 9 times the nodes
//! on 4x4, 5x4 and 4x5 (docs/results.md), in part because its bounds are weaker. docs/formats/certificate.md proves that
//! a situation has the winner of its board, and docs/formats/checkpoint.md defines the key.

use std::hash::{Hash, Hasher};

use otrera_board::areas::{Kind, Part, basic};
use otrera_board::{Area, Bits, Point, Position, Side, mix};
use otrera_cgt::{Interrupted, Store, Value};
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::children::CompactStep;
use crate::knowledge::Knowledge;

/// The large areas of a situation.
type Areas = SmallVec<[Area<u64>; 2]>;

/// A sum of large areas and a known game, Left (Black) to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Large areas: oriented, sorted, and without pairs that cancel.
    pub areas: SmallVec<[Area<u64>; 2]>,
    /// The sum of everything else, in canonical form.
    pub rest: Value,
}

/// A move in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move in the rest, to this option.
    Rest(Value),
    /// A move in a large area, with squares as single bits.
    Area {
        /// Index of the area.
        index: usize,
        /// Square the amazon leaves.
        from: u64,
        /// Square the amazon enters.
        to: u64,
        /// Square the arrow burns.
        arrow: u64,
    },
}

/// A situation under construction: a sum to which boards are added.
struct SituationBuilder<'k, 'a> {
    knowledge: &'k Knowledge<'a>,
    /// Squares up to which areas are looked up.
    small: usize,
    areas: Areas,
    rest: Value,
    /// Integers, not yet added to `rest`.
    integer: i64,
}

impl SituationBuilder<'_, '_> {
    /// Adds each part of `board`, and finishes. The board must have no [wide area](wide_area).
    #[inline]
    fn plus<B: Bits>(mut self, board: &Area<B>) -> Result<Situation, Interrupted> {
        self.add(board)?;
        self.finish()
    }

    #[inline]
    fn add<B: Bits>(&mut self, board: &Area<B>) -> Result<(), Interrupted> {
        for Part { kind, squares, .. } in board.parts() {
            match kind {
                Kind::Dead => {}
                Kind::Territory(owner) => {
                    let moves = i64::from(self.knowledge.territory(&board.cropped(squares))?);
                    self.integer += if owner == Side::Black { moves } else { -moves };
                }
                Kind::Active => {
                    if let Some(value) = self.knowledge.value(board, squares, self.small)? {
                        self.integer += i64::from(value.integer);
                        self.rest = self.knowledge.store().add(self.rest, value.game)?;
                    } else {
                        let area = board.cropped(squares).resized().expect("the board has no wide area");
                        self.areas.push(area.oriented());
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Situation, Interrupted> {
        if self.areas.len() > 1 {
            cancel(&mut self.areas);
            self.areas.sort_unstable_by_key(order);
        }
        let store = self.knowledge.store();
        let rest = store.add(self.rest, store.integer(self.integer)?)?;
        Ok(Situation { areas: self.areas, rest })
    }
}

/// The first active area, in reading order, whose box has more than 64 squares: the solver cannot search it. `None` on all
/// boards of up to 64 squares.
///
/// No move adds an unburnt square, so every later area lies in an area of today, and its box in that area's box. A position
/// without a wide area therefore never gets one, and it suffices to ask at the root. Territories may have any size: they
/// become integers, and no territory becomes active.
pub fn wide_area<B: Bits>(position: &Position<B>) -> Option<Part<B>> {
    let whole = Area::whole(position);
    let is_wide = |part: &Part<B>| whole.cropped(part.squares).size().area() > u64::CAPACITY;
    basic(position).into_iter().find(|part| part.kind == Kind::Active && is_wide(part))
}

impl<'a> Knowledge<'a> {
    /// The situation of a position, seen by the side to move. Active areas of more than `small` squares stay boards.
    ///
    /// # Panics
    /// If the position has a [wide area](wide_area).
    pub fn situation<B: Bits>(&self, position: &Position<B>, small: usize) -> Result<Situation, Interrupted> {
        let whole = Area::whole(position);
        let whole = if position.to_move() == Side::Black { whole } else { whole.swapped() };
        self.builder(small, Areas::new(), self.store().zero()).plus(&whole)
    }

    /// The sum of boards and a game, Left to move.
    pub fn sum_of_boards(&self, boards: &[Area<u64>], rest: Value, small: usize) -> Result<Situation, Interrupted> {
        let mut builder = self.builder(small, Areas::new(), rest);
        boards.iter().try_for_each(|board| builder.add(board))?;
        builder.finish()
    }

    /// The situation after a move, seen by the opponent.
    pub(crate) fn child(&self, node: &Situation, small: usize, step: CompactStep) -> Result<Situation, Interrupted> {
        Successors::new(self, node, small).after(step)
    }

    fn builder(&self, small: usize, areas: Areas, rest: Value) -> SituationBuilder<'_, 'a> {
        SituationBuilder { knowledge: self, small, areas, rest, integer: 0 }
    }

    /// Calls `visit` for each move of Left with the situation after it, seen by the opponent. Areas of more than `small`
    /// squares stay boards. `visit` returns false to end the loop.
    pub fn for_each_child(
        &self,
        situation: &Situation,
        small: usize,
        mut visit: impl FnMut(Step, Situation) -> Result<bool, Interrupted>,
    ) -> Result<(), Interrupted> {
        let successors = Successors::new(self, situation, small);
        for option in self.store().left_options(situation.rest) {
            if !visit(Step::Rest(option), successors.after_option(option)?)? {
                return Ok(());
            }
        }
        for (index, area) in situation.areas.iter().enumerate() {
            for squares in area.moves(Side::Black) {
                let [from, to, arrow] = squares;
                if !visit(Step::Area { index, from, to, arrow }, successors.after_move(index, squares)?)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Makes the situations after the moves of Left, seen by the opponent.
pub(crate) struct Successors<'k, 'a, 'n> {
    knowledge: &'k Knowledge<'a>,
    node: &'n Situation,
    small: usize,
    /// The areas of the node, seen by the opponent.
    swapped: Areas,
}

impl<'k, 'a, 'n> Successors<'k, 'a, 'n> {
    pub(crate) fn new(knowledge: &'k Knowledge<'a>, node: &'n Situation, small: usize) -> Successors<'k, 'a, 'n> {
        let swapped = match node.areas.as_slice() {
            // A move in the only area leaves no other.
            [_] if node.rest.to_integer().is_some() => Areas::new(),
            areas => areas.iter().map(|area| area.swapped().oriented()).collect(),
        };
        Successors { knowledge, node, small, swapped }
    }

    pub(crate) fn after(&self, step: CompactStep) -> Result<Situation, Interrupted> {
        match step {
            CompactStep::Rest(index) => {
                let option = self.knowledge.store().left_options(self.node.rest).nth(index as usize);
                self.after_option(option.expect("the rest has this option"))
            }
            CompactStep::Area { index, points } => {
                self.after_move(index.into(), points.map(|point| u64::bit(Point(point))))
            }
        }
    }

    fn after_option(&self, option: Value) -> Result<Situation, Interrupted> {
        let swapped = self.node.areas.iter().map(|area| area.swapped().oriented()).collect();
        self.knowledge.builder(self.small, swapped, -option).finish()
    }

    fn after_move(&self, index: usize, squares: [u64; 3]) -> Result<Situation, Interrupted> {
        let others = self.swapped.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &area)| area);
        let next = self.node.areas[index].after(Side::Black, squares).swapped();
        self.knowledge.builder(self.small, others.collect(), -self.node.rest).plus(&next)
    }
}

/// Drops pairs of areas that are equal with colours swapped: they add up to 0.
fn cancel(areas: &mut Areas) {
    let mut index = 0;
    while index + 1 < areas.len() {
        let opposite = areas[index].swapped().oriented();
        match areas[index + 1..].iter().position(|&other| other == opposite) {
            Some(after) => {
                areas.swap_remove(index + 1 + after);
                areas.swap_remove(index);
            }
            None => index += 1,
        }
    }
}

/// Sort key of an area.
fn order(area: &Area<u64>) -> (u8, u8, u64, u64, u64) {
    let size = area.size();
    (size.width(), size.height(), area.empty(), area.amazons(Side::Black), area.amazons(Side::White))
}

impl Situation {
    /// Splits the rest into core + n: the number of the core is in [0, 1), and Left is n moves ahead.
    pub fn split(&self, store: &Store) -> (Value, i64) {
        let number = store.parts(self.rest).number;
        let ahead = number.mantissa() >> number.exponent();
        let core = store.integer(-ahead).and_then(|integer| store.add(self.rest, integer));
        (core.expect("taking away a number adds no game"), ahead)
    }

    /// Hash of areas and core, the same in every run and on every machine. docs/formats/checkpoint.md defines it.
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

/// Binary digits of the square roots of the first eight primes.
pub(crate) const KEY: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// Exclusive or of both halves of a product.
#[inline]
pub(crate) fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Hash of an area for caches.
pub(crate) fn area_key(area: &Area<u64>) -> u64 {
    let mut hasher = FxHasher::default();
    order(area).hash(&mut hasher);
    mix(hasher.finish())
}
