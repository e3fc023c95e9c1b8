//! Measures the terms of the evaluation, at every leaf of a search, on several boards at once.
//!
//! Distances are never stored square by square. A flood yields the squares that a side reaches with its k-th move, its k-th
//! *level*, and every sum over squares becomes a count of intersections of levels. King floods run first: queen floods end on
//! the same squares, so no queen step is wasted. Floods run until the last board is finished.

use otrera_board::Bits;

use super::factors::Factors;
use super::squares::{Boards, FARTHEST, Geometry, Rings, Squares};
use super::term::{Features, Term};
use super::vector::{MOST_LANES, Vector};

/// Largest lead in king moves that counts in c2 (Lieberum 2005, section 2).
const MOST_LEAD: usize = 6;
/// Largest difference of queen distances that counts in w. A larger one would add less than 2^-8.
const MOST_BEHIND: usize = 8;
/// Largest queen distance, less one, that counts in c1. A larger one would add less than 2^-20.
const MOST_MOVES: u32 = 20;
/// α at which an amazon counts half as much as an enclosed one. Lieberum requires less than half at 5.
const HALF_ENCLOSED: f32 = 4.0;
/// The same for `confinement`, which distinguishes areas of middle size. In the middle of an open board α is about 50.
const HALF_CONFINED: f32 = 32.0;
/// Units of α per 1. Squares beyond the last ring are left out; their weight would be below 2^-7.
const ALPHA_UNITS: f32 = (1 << (FARTHEST - 1)) as f32;
/// Units of an enclosed amazon. Integers, so that sums do not depend on their order.
const PARTS: f32 = (1 << 20) as f32;

/// A position from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct View<B> {
    /// Amazons of the side to move.
    pub own: B,
    /// Amazons of the other side.
    pub other: B,
    /// Empty squares.
    pub empty: B,
}

/// One number per board.
type Row = [f32; MOST_LANES];

/// Measurements of one position per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    /// By [`Term`].
    pub(super) terms: [Row; Term::COUNT],
    /// Lieberum's w.
    pub(super) open: Row,
    /// Lead of the side to move in squares; minus infinity where it cannot move.
    pub(super) ahead: Row,
}

impl Batch {
    /// Measurements of one position.
    pub(super) fn features(&self, lane: usize) -> Features {
        Features { terms: self.terms.map(|row| row[lane]), open: self.open[lane] }
    }
}

/// Squares reached by a flood of both sides.
struct Reach<S: Squares> {
    /// All squares that each side reaches.
    own: S,
    other: S,
    /// Squares nearer to the side to move, and nearer to the opponent.
    first: S,
    second: S,
    /// Squares equally near to both.
    ties: S,
}

/// Measures and weighs 1 to [`LANES`](Vector::LANES) positions.
#[inline(always)]
pub(super) fn measure<B: Bits, S: Squares>(geometry: &Geometry<S>, views: &[View<B>], factors: &Factors) -> Batch {
    let (mut own, mut other, mut empty) =
        ([S::Word::NONE; MOST_LANES], [S::Word::NONE; MOST_LANES], [S::Word::NONE; MOST_LANES]);
    for lane in 0..S::Lanes::LANES {
        // Unused lanes repeat the last board.
        let view = &views[lane.min(views.len() - 1)];
        own[lane] = S::Word::narrow(view.own.widen());
        other[lane] = S::Word::narrow(view.other.widen());
        empty[lane] = S::Word::narrow(view.empty.widen());
    }
    let (ours, theirs, empty) = (S::load(&own), S::load(&other), S::load(&empty));
    let boards = Boards::new(geometry, empty);
    let mut terms = [[0.0; MOST_LANES]; Term::COUNT];
    let kings = kings(&boards, ours, theirs, &mut terms);
    let (queens, open) = queens(&boards, ours, theirs, &kings, &mut terms);
    if factors.mobility {
        let around = geometry.around(empty);
        let own_mobility = mobility(&boards, &around, &own, kings.other);
        let other_mobility = mobility(&boards, &around, &other, kings.own);
        terms[Term::Enclosure as usize] = minus(&other_mobility.enclosure, &own_mobility.enclosure);
        terms[Term::Confinement as usize] = minus(&other_mobility.confinement, &own_mobility.confinement);
        terms[Term::Weakest as usize] = minus(&own_mobility.weakest, &other_mobility.weakest);
        terms[Term::Combat as usize] = difference(own_mobility.combat, other_mobility.combat, 1.0);
    }
    terms[Term::QueenTerritory as usize] = difference(queens.first.count(), queens.second.count(), 1.0);
    terms[Term::KingTerritory as usize] = difference(kings.first.count(), kings.second.count(), 1.0);
    terms[Term::QueenTies as usize] = number(queens.ties.count(), 1.0);
    terms[Term::KingTies as usize] = number(kings.ties.count(), 1.0);
    terms[Term::Turn as usize] = [1.0; MOST_LANES];
    let mut ahead = factors.add_up(&terms, &open);
    let moves = boards.king(ours).count().store();
    for lane in 0..MOST_LANES {
        ahead[lane] = if moves[lane] == 0 { f32::NEG_INFINITY } else { ahead[lane] };
    }
    Batch { terms, open, ahead }
}

#[inline(always)]
fn minus(a: &Row, b: &Row) -> Row {
    let mut row = *a;
    for (number, other) in row.iter_mut().zip(b) {
        *number -= other;
    }
    row
}

/// Difference of two counts, in units of 1 / `units`.
#[inline(always)]
fn difference<V: Vector>(a: V, b: V, units: f32) -> Row {
    let (a, b) = (a.store(), b.store());
    let mut row = [0.0; MOST_LANES];
    for lane in 0..V::LANES {
        row[lane] = a[lane].wrapping_sub(b[lane]).cast_signed() as f32 / units;
    }
    row
}

#[inline(always)]
fn number<V: Vector>(a: V, units: f32) -> Row {
    difference(a, V::splat(0), units)
}

/// King floods: t2 with its ties, and c2.
#[inline(always)]
fn kings<S: Squares>(boards: &Boards<'_, S>, own: S, other: S, terms: &mut [Row; Term::COUNT]) -> Reach<S> {
    let none = own.xor(own);
    let mut reach = Reach { own: none, other: none, first: none, second: none, ties: none };
    // Ring buffer of the squares that each side had reached `MOST_LEAD` levels ago.
    let mut history = [(none, none); MOST_LEAD];
    // A square counts at every level at which one side has reached it and the other has not, at most six times.
    let (mut ahead, mut behind) = (Tally { planes: [none; 3] }, Tally { planes: [none; 3] });
    let (mut from_own, mut from_other) = (own, other);
    let (mut still, mut slot) = (false, 0);
    loop {
        let new_own = boards.king(from_own).without(reach.own);
        let new_other = boards.king(from_other).without(reach.other);
        still = still || new_own.or(new_other).is_none();
        reach.add(new_own, new_other);
        let (own_then, other_then) = history[slot];
        let young_lead = reach.own.without(own_then).without(reach.other);
        let young_lag = reach.other.without(other_then).without(reach.own);
        ahead.add(young_lead);
        behind.add(young_lag);
        history[slot] = (reach.own, reach.other);
        slot = if slot + 1 == MOST_LEAD { 0 } else { slot + 1 };
        if still && young_lead.or(young_lag).is_none() {
            break;
        }
        (from_own, from_other) = (new_own, new_other);
    }
    terms[Term::KingAccess as usize] = difference(ahead.sum(), behind.sum(), MOST_LEAD as f32);
    reach
}

/// Queen floods: t1 with its ties, c1, and w.
#[inline(always)]
fn queens<S: Squares>(
    boards: &Boards<'_, S>,
    own: S,
    other: S,
    ends: &Reach<S>,
    terms: &mut [Row; Term::COUNT],
) -> (Reach<S>, Row) {
    let none = own.xor(own);
    let mut reach = Reach { own: none, other: none, first: none, second: none, ties: none };
    // Ring buffer of the last levels.
    let mut levels = [(none, none); MOST_BEHIND];
    let mut level = 0_usize;
    let nothing = S::Lanes::splat(0);
    let (mut own_access, mut other_access, mut open) = (nothing, nothing, nothing);
    let (mut from_own, mut from_other) = (own, other);
    loop {
        // One side is often finished before the other.
        let own_left = !reach.own.xor(ends.own).is_none();
        let other_left = !reach.other.xor(ends.other).is_none();
        if !own_left && !other_left {
            break;
        }
        let new_own = if own_left { boards.queen(from_own).without(reach.own) } else { none };
        let new_other = if other_left { boards.queen(from_other).without(reach.other) } else { none };
        reach.add(new_own, new_other);
        if level as u32 <= MOST_MOVES {
            let share = S::Lanes::splat((MOST_MOVES - level as u32).into());
            own_access = own_access.plus(new_own.count().up(share));
            other_access = other_access.plus(new_other.count().up(share));
        }
        for behind in 1..=level.min(MOST_BEHIND) {
            let (old_own, old_other) = levels[(level - behind) % MOST_BEHIND];
            let late = new_own.and(old_other).or_both(new_other, old_own);
            open = open.plus(late.count().up(S::Lanes::splat((MOST_BEHIND - behind) as u64)));
        }
        levels[level % MOST_BEHIND] = (new_own, new_other);
        level += 1;
        (from_own, from_other) = (new_own, new_other);
    }
    open = open.plus(reach.ties.count().scaled::<{ MOST_BEHIND as u32 }>());
    terms[Term::QueenAccess as usize] = difference(own_access, other_access, (1 << MOST_MOVES) as f32);
    (reach, number(open, (1 << MOST_BEHIND) as f32))
}

impl<S: Squares> Reach<S> {
    /// Adds the next level of both sides.
    #[inline(always)]
    fn add(&mut self, new_own: S, new_other: S) {
        self.own = self.own.or(new_own);
        self.other = self.other.or(new_other);
        self.first = self.first.or(new_own.without(self.other));
        self.second = self.second.or(new_other.without(self.own));
        self.ties = self.ties.or_both(new_own, new_other);
    }
}

/// Mobility of the amazons of one side.
struct Mobility<V> {
    enclosure: Row,
    confinement: Row,
    combat: V,
    weakest: Row,
}

/// Measures the mobility of amazons on the squares that the opponent can reach.
#[inline(always)]
fn mobility<S: Squares>(
    boards: &Boards<'_, S>,
    around: &[S; 4],
    amazons: &[S::Word; MOST_LANES],
    contested: S,
) -> Mobility<S::Lanes> {
    let nothing = S::Lanes::splat(0);
    let mut sum = Sum {
        enclosure: [0; MOST_LANES],
        confinement: [0; MOST_LANES],
        combat: nothing,
        weakest: [u64::MAX; MOST_LANES],
    };
    // Boards measured together differ by a move, so most amazons stand on the same square of all of them.
    let mut common = !S::Word::NONE;
    for &board in &amazons[..S::Lanes::LANES] {
        common &= board;
    }
    let everywhere = S::Lanes::splat(1);
    for at in common.points() {
        let rings = boards.geometry.rings_around(at);
        // Late in a game many amazons are enclosed, which needs no slide.
        if Rings::<S>::ring(&rings, 0).and(contested).is_none() {
            sum.add(nothing, nothing, everywhere);
            continue;
        }
        let reach = boards.slide(at).and(contested);
        sum.add(alpha(around, &rings, reach), reach.count(), everywhere);
    }
    // The other amazons, one of each board at a time.
    let mut rest = S::load(amazons).without(S::splat(common));
    while !rest.is_none() {
        let from = rest.lowest();
        rest = rest.without(from);
        let reach = boards.queen(from).and(contested);
        sum.add(alpha(around, &boards.geometry.rings(from), reach), reach.count(), from.count());
    }
    let mut mobility = Mobility {
        enclosure: [0.0; MOST_LANES],
        confinement: [0.0; MOST_LANES],
        combat: sum.combat,
        weakest: [0.0; MOST_LANES],
    };
    for lane in 0..MOST_LANES {
        mobility.enclosure[lane] = sum.enclosure[lane] as f32 / PARTS;
        mobility.confinement[lane] = sum.confinement[lane] as f32 / PARTS;
        // A side without amazons has no weakest one.
        mobility.weakest[lane] = if sum.weakest[lane] == u64::MAX { 0.0 } else { sum.weakest[lane] as f32 };
    }
    mobility
}

/// Running sums over amazons.
struct Sum<V> {
    /// In [`PARTS`].
    enclosure: [u32; MOST_LANES],
    confinement: [u32; MOST_LANES],
    combat: V,
    weakest: [u64; MOST_LANES],
}

impl<V: Vector> Sum<V> {
    /// Adds one amazon on each board where `present` is 1, and none where it is 0.
    #[inline(always)]
    fn add(&mut self, alpha: V, moves: V, present: V) {
        self.combat = self.combat.plus(moves);
        let (alpha, moves, present) = (number(alpha, ALPHA_UNITS), moves.store(), present.store());
        for lane in 0..V::LANES {
            // All bits where there is an amazon.
            let here = 0_u32.wrapping_sub(present[lane] as u32);
            self.enclosure[lane] += rounded(HALF_ENCLOSED * PARTS / (HALF_ENCLOSED + alpha[lane])) & here;
            self.confinement[lane] += rounded(HALF_CONFINED * PARTS / (HALF_CONFINED + alpha[lane])) & here;
            self.weakest[lane] = self.weakest[lane].min(moves[lane] | present[lane].wrapping_sub(1));
        }
    }
}

/// Rounds a number from 0 to 2^22 to an integer. A cast would handle overflow lane by lane; this vectorises.
#[inline(always)]
fn rounded(number: f32) -> u32 {
    // Numbers from 2^23 to 2^24 have no fraction bits.
    const WHOLE: f32 = (1 << 23) as f32;
    (number + WHOLE).to_bits() - WHOLE.to_bits()
}

/// α of an amazon on each board, in units of 2^-7, from the squares she reaches (Lieberum 2005, section 3).
///
/// The formula there has weights 2^-d, its worked example 2^(1-d); this follows the example. A queen move of d steps ends at king
/// distance d over an empty board, so the squares at d steps lie in the d-th ring around the amazon. A square of that ring counts
/// 2^(8-d) for each empty neighbour. The number of neighbours has four binary digits; sets with the same power of two are
/// disjoint, so they are joined before they are counted.
///
/// The sum is written out: as a loop it is compiled to branches that cost three times as much as the counts.
#[inline(always)]
pub(super) fn alpha<S: Squares, R: Rings<S>>(around: &[S; 4], rings: &R, reach: S) -> S::Lanes {
    let mut digits = *around;
    for digit in &mut digits {
        *digit = digit.and(reach);
    }
    // Horner's scheme, from the largest power down: 2^(8-d) times 2^digit is the power, and rings begin with d = 1.
    let mut alpha = digits[3].and(rings.ring(0)).count();
    macro_rules! next {
        ($($digit:literal, $ring:literal);+) => {
            let mut set = reach.xor(reach);
            $(set = set.or_both(digits[$digit], rings.ring($ring));)+
            alpha = alpha.scaled::<1>().plus(set.count());
        };
    }
    next!(3, 1; 2, 0);
    next!(3, 2; 2, 1; 1, 0);
    next!(3, 3; 2, 2; 1, 1; 0, 0);
    next!(3, 4; 2, 3; 1, 2; 0, 1);
    next!(3, 5; 2, 4; 1, 3; 0, 2);
    next!(3, 6; 2, 5; 1, 4; 0, 3);
    next!(3, 7; 2, 6; 1, 5; 0, 4);
    next!(2, 7; 1, 6; 0, 5);
    next!(1, 7; 0, 6);
    next!(0, 7);
    alpha
}

const _: () = assert!(FARTHEST == 8, "alpha is written out for eight rings");

/// A counter from 0 to 7 per square, in three bit planes.
struct Tally<S> {
    planes: [S; 3],
}

impl<S: Squares> Tally<S> {
    /// Increments the counter of every square in `set`.
    #[inline(always)]
    fn add(&mut self, set: S) {
        let [ones, twos, fours] = self.planes;
        let carry = ones.and(set);
        self.planes = [ones.xor(set), twos.xor(carry), fours.xor(twos.and(carry))];
    }

    #[inline(always)]
    fn sum(&self) -> S::Lanes {
        let [ones, twos, fours] = self.planes;
        ones.count().plus(twos.count().scaled::<1>()).plus(fours.count().scaled::<2>())
    }
}
