//! The cheap part of the evaluation: everything that is computed at every leaf of a search, on several boards at once.
//!
//! Distances are never written down square by square. A flood gives the squares that a side reaches with its k-th move
//! (its k-th *level*), and every sum over squares becomes a count of an intersection of levels. King floods come first:
//! where they end is also where the queens' end, so that no queen step is made in vain. Floods go on until the last of the
//! boards is done.

use otrera_board::Bits;

use super::factors::Factors;
use super::squares::{FARTHEST, Field, Ground, Squares};
use super::term::{Features, Term};
use super::vector::{MOST_LANES, Vector};

/// King moves beyond which a lead does not grow any more, in c2 (Lieberum 2005, section 2).
const MOST_LEAD: usize = 6;
/// Difference of queen distances beyond which a square adds nothing to w. It would be less than 2^-8.
const MOST_BEHIND: usize = 8;
/// Queen moves beyond which a square adds nothing to c1. It would be less than 2^-20.
const MOST_MOVES: u32 = 20;
/// α at which an amazon counts half as much as an enclosed one. Lieberum asks that it be less than half at 5.
const HALF_ENCLOSED: f32 = 4.0;
/// The same for the term that is to tell rooms of middle size apart; an amazon in the middle of an open board has α of
/// about 50.
const HALF_CONFINED: f32 = 32.0;
/// Units of α to one. Squares beyond the last ring no longer count: 2^(1-8) of them is left.
const ALPHA_UNITS: f32 = (1 << (FARTHEST - 1)) as f32;
/// Units in which parts of enclosed amazons are summed up: integers add up to the same in any order.
const PARTS: f32 = (1 << 20) as f32;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<B> {
    /// Amazons of the side to move.
    pub own: B,
    /// Amazons of the other side.
    pub other: B,
    /// Empty squares.
    pub empty: B,
}

/// A number for each board.
type Row = [f32; MOST_LANES];

/// What was measured of as many positions as a vector has lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lot {
    /// By [`Term`].
    pub(super) terms: [Row; Term::COUNT],
    /// Lieberum's w.
    pub(super) open: Row,
    /// Squares ahead for the side to move, less than any number where it cannot move.
    pub(super) ahead: Row,
}

impl Lot {
    /// What was measured of one of them.
    pub(super) fn features(&self, lane: usize) -> Features {
        Features { terms: self.terms.map(|row| row[lane]), open: self.open[lane] }
    }
}

/// What a flood of both sides gives.
struct Reach<S: Squares> {
    /// All squares that each side ever gets to.
    own: S,
    other: S,
    /// Squares nearer to us, and nearer to them.
    first: S,
    second: S,
    /// Squares as near to both.
    ties: S,
}

/// Measures and weighs some positions, at least one and at most as many as a vector has lanes.
#[inline(always)]
pub(super) fn measure<B: Bits, S: Squares>(field: &Field<S>, views: &[View<B>], factors: &Factors) -> Lot {
    let (mut own, mut other, mut empty) =
        ([S::Word::NONE; MOST_LANES], [S::Word::NONE; MOST_LANES], [S::Word::NONE; MOST_LANES]);
    for lane in 0..S::Lanes::LANES {
        // Lanes that are left over have the last board once more.
        let view = &views[lane.min(views.len() - 1)];
        own[lane] = S::Word::narrow(view.own.widen());
        other[lane] = S::Word::narrow(view.other.widen());
        empty[lane] = S::Word::narrow(view.empty.widen());
    }
    let (ours, theirs, empty) = (S::load(&own), S::load(&other), S::load(&empty));
    let ground = Ground::new(field, empty);
    let mut terms = [[0.0; MOST_LANES]; Term::COUNT];
    let kings = kings(&ground, ours, theirs, &mut terms);
    let (queens, open) = queens(&ground, ours, theirs, &kings, &mut terms);
    if factors.mobility {
        let around = field.around(empty);
        let free = freedom(&ground, &around, own, kings.other);
        let foes = freedom(&ground, &around, other, kings.own);
        terms[Term::Enclosure as usize] = less(&foes.enclosure, &free.enclosure);
        terms[Term::Confinement as usize] = less(&foes.confinement, &free.confinement);
        terms[Term::Weakest as usize] = less(&free.weakest, &foes.weakest);
        terms[Term::Combat as usize] = difference(free.combat, foes.combat, 1.0);
    }
    terms[Term::QueenTerritory as usize] = difference(queens.first.count(), queens.second.count(), 1.0);
    terms[Term::KingTerritory as usize] = difference(kings.first.count(), kings.second.count(), 1.0);
    terms[Term::QueenTies as usize] = number(queens.ties.count(), 1.0);
    terms[Term::KingTies as usize] = number(kings.ties.count(), 1.0);
    terms[Term::Turn as usize] = [1.0; MOST_LANES];
    let mut ahead = factors.add_up(&terms, &open);
    let moves = ground.king(ours).count().store();
    for lane in 0..MOST_LANES {
        ahead[lane] = if moves[lane] == 0 { f32::NEG_INFINITY } else { ahead[lane] };
    }
    Lot { terms, open, ahead }
}

/// Numbers of one row less those of another one.
#[inline(always)]
fn less(a: &Row, b: &Row) -> Row {
    let mut row = *a;
    for (number, other) in row.iter_mut().zip(b) {
        *number -= other;
    }
    row
}

/// One number less another one, in units of which so many are one.
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
fn kings<S: Squares>(ground: &Ground<'_, S>, own: S, other: S, terms: &mut [Row; Term::COUNT]) -> Reach<S> {
    let none = own.xor(own);
    let mut reach = Reach { own: none, other: none, first: none, second: none, ties: none };
    // What each side had reached so many levels ago, in a ring.
    let mut history = [(none, none); MOST_LEAD];
    // A square is ahead at every level at which one side has reached it and the other has not, at most six times.
    let (mut ahead, mut behind) = (Tally { planes: [none; 3] }, Tally { planes: [none; 3] });
    let (mut from_own, mut from_other) = (own, other);
    let (mut still, mut slot) = (false, 0);
    loop {
        let new_own = ground.king(from_own).without(reach.own);
        let new_other = ground.king(from_other).without(reach.other);
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
    ground: &Ground<'_, S>,
    own: S,
    other: S,
    ends: &Reach<S>,
    terms: &mut [Row; Term::COUNT],
) -> (Reach<S>, Row) {
    let none = own.xor(own);
    let mut reach = Reach { own: none, other: none, first: none, second: none, ties: none };
    // The levels so far, the last ones in a ring.
    let mut levels = [(none, none); MOST_BEHIND];
    let mut level = 0_usize;
    let nothing = S::Lanes::splat(0);
    let (mut own_access, mut other_access, mut open) = (nothing, nothing, nothing);
    let (mut from_own, mut from_other) = (own, other);
    while !reach.own.xor(ends.own).or(reach.other.xor(ends.other)).is_none() {
        let new_own = ground.queen(from_own).without(reach.own);
        let new_other = ground.queen(from_other).without(reach.other);
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
    open = open.plus(reach.ties.count().twice::<{ MOST_BEHIND as u32 }>());
    terms[Term::QueenAccess as usize] = difference(own_access, other_access, (1 << MOST_MOVES) as f32);
    (reach, number(open, (1 << MOST_BEHIND) as f32))
}

impl<S: Squares> Reach<S> {
    /// What both sides reach with their next move.
    #[inline(always)]
    fn add(&mut self, new_own: S, new_other: S) {
        self.own = self.own.or(new_own);
        self.other = self.other.or(new_other);
        self.first = self.first.or(new_own.without(self.other));
        self.second = self.second.or(new_other.without(self.own));
        self.ties = self.ties.or_both(new_own, new_other);
    }
}

/// How free the amazons of one side are.
struct Freedom<V> {
    enclosure: Row,
    confinement: Row,
    combat: V,
    weakest: Row,
}

/// How free amazons are on ground that the other side can get to.
#[inline(always)]
fn freedom<S: Squares>(
    ground: &Ground<'_, S>,
    around: &[S; 4],
    mut amazons: [S::Word; MOST_LANES],
    contested: S,
) -> Freedom<S::Lanes> {
    let mut sum = Sum {
        enclosure: [0; MOST_LANES],
        confinement: [0; MOST_LANES],
        combat: S::Lanes::splat(0),
        weakest: [u64::MAX; MOST_LANES],
    };
    // Most amazons stand on the same square of all boards, as boards that are looked at together differ by a move.
    let common = amazons.iter().take(S::Lanes::LANES).fold(!S::Word::NONE, |common, &board| common & board);
    for at in common.points() {
        let rings = ground.field.rings_around(at);
        // Late in a game many amazons are shut in, and that is seen at once.
        if rings[0].and(contested).is_none() {
            sum.add(S::Lanes::splat(0), S::Lanes::splat(0), [true; MOST_LANES]);
            continue;
        }
        let reach = ground.slide(at).and(contested);
        sum.add(alpha(around, &rings, reach), reach.count(), [true; MOST_LANES]);
    }
    for board in &mut amazons {
        *board &= !common;
    }
    loop {
        // The next amazon of each board.
        let mut from = [S::Word::NONE; MOST_LANES];
        let mut any = S::Word::NONE;
        for lane in 0..S::Lanes::LANES {
            let rest = amazons[lane] & amazons[lane].less_one();
            from[lane] = amazons[lane] ^ rest;
            any |= amazons[lane];
            amazons[lane] = rest;
        }
        if any.is_none() {
            break;
        }
        let set = S::load(&from);
        let reach = ground.queen(set).and(contested);
        let alpha = alpha(around, &ground.field.rings(set), reach);
        let mut is_there = [false; MOST_LANES];
        for lane in 0..S::Lanes::LANES {
            is_there[lane] = !from[lane].is_none();
        }
        sum.add(alpha, reach.count(), is_there);
    }
    let mut freedom = Freedom {
        enclosure: [0.0; MOST_LANES],
        confinement: [0.0; MOST_LANES],
        combat: sum.combat,
        weakest: [0.0; MOST_LANES],
    };
    for lane in 0..MOST_LANES {
        freedom.enclosure[lane] = sum.enclosure[lane] as f32 / PARTS;
        freedom.confinement[lane] = sum.confinement[lane] as f32 / PARTS;
        // Nobody is no weak amazon.
        freedom.weakest[lane] = if sum.weakest[lane] == u64::MAX { 0.0 } else { sum.weakest[lane] as f32 };
    }
    freedom
}

/// What is added up over amazons.
struct Sum<V> {
    /// In [`PARTS`].
    enclosure: [u32; MOST_LANES],
    confinement: [u32; MOST_LANES],
    combat: V,
    weakest: [u64; MOST_LANES],
}

impl<V: Vector> Sum<V> {
    /// One more amazon on each board that has one.
    #[inline(always)]
    fn add(&mut self, alpha: V, moves: V, is_there: [bool; MOST_LANES]) {
        self.combat = self.combat.plus(moves);
        let (alpha, moves) = (number(alpha, ALPHA_UNITS), moves.store());
        for lane in 0..V::LANES {
            let enclosure = rounded(HALF_ENCLOSED * PARTS / (HALF_ENCLOSED + alpha[lane]));
            let confinement = rounded(HALF_CONFINED * PARTS / (HALF_CONFINED + alpha[lane]));
            self.enclosure[lane] += if is_there[lane] { enclosure } else { 0 };
            self.confinement[lane] += if is_there[lane] { confinement } else { 0 };
            self.weakest[lane] = self.weakest[lane].min(if is_there[lane] { moves[lane] } else { u64::MAX });
        }
    }
}

/// A number from 0 to 2^22 as an integer. A cast would do the same, but looks at each number by itself for what does not fit.
#[inline(always)]
fn rounded(number: f32) -> u32 {
    // Numbers from here to twice as much have no bits for fractions.
    const WHOLE: f32 = (1 << 23) as f32;
    (number + WHOLE).to_bits() - WHOLE.to_bits()
}

/// α of an amazon on each board in units of 2^-7, by what she reaches (Lieberum 2005, section 3).
///
/// The formula there has weights 2^-d, its worked example 2^(1-d); this is the example's. A queen's move of d steps is also d
/// king moves over an empty board and never fewer, so the squares at d steps are those of the d-th ring around the amazon. The
/// squares of a ring count 2^(8-d) for each empty square around them. That number has four binary digits, and for each power
/// of two the sets that count so much have no square in common: they are joined before they are counted.
#[inline(always)]
pub(super) fn alpha<S: Squares>(around: &[S; 4], rings: &[S; FARTHEST], reach: S) -> S::Lanes {
    let mut digits = *around;
    for digit in &mut digits {
        *digit = digit.and(reach);
    }
    let mut alpha = S::Lanes::splat(0);
    // From the largest power down: each time the sum is doubled.
    for power in (0..FARTHEST + 3).rev() {
        let mut set = reach.xor(reach);
        for (digit, counted) in digits.into_iter().enumerate() {
            // 2^(8-d) times 2^digit is 2^power, and rings begin with d = 1.
            let at = (FARTHEST - 1 + digit).wrapping_sub(power);
            if at < FARTHEST {
                set = set.or_both(counted, rings[at]);
            }
        }
        alpha = alpha.twice::<1>().plus(set.count());
    }
    alpha
}

/// A number from 0 to 7 on each square, as three sets of squares.
struct Tally<S> {
    planes: [S; 3],
}

impl<S: Squares> Tally<S> {
    /// One more on these squares.
    #[inline(always)]
    fn add(&mut self, set: S) {
        let [ones, twos, fours] = self.planes;
        let carry = ones.and(set);
        self.planes = [ones.xor(set), twos.xor(carry), fours.xor(twos.and(carry))];
    }

    #[inline(always)]
    fn sum(&self) -> S::Lanes {
        let [ones, twos, fours] = self.planes;
        ones.count().plus(twos.count().twice::<1>()).plus(fours.count().twice::<2>())
    }
}
