//! The cheap part of the evaluation: everything that is computed at every leaf of a search.
//!
//! Distances are never written down square by square. A flood gives the squares that a side reaches with its k-th move
//! (its k-th *level*), and every sum over squares becomes a count of an intersection of levels. King floods come first:
//! where they end is also where the queens' end, so that no queen step is made in vain.

use otrera_board::{Bits, Grid, Point, Size, Twin};

use super::flood::Flood;
use super::freedom::{FARTHEST, Freedom as _, Ground};
use super::term::{Features, Term};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt"))]
pub(super) type Quickest<'a, B> = super::freedom::Bytes<'a, B>;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2", target_feature = "popcnt")))]
pub(super) type Quickest<'a, B> = super::freedom::Plain<'a, B>;

/// King moves beyond which a lead does not grow any more, in c2 (Lieberum 2005, section 2).
const MOST_LEAD: usize = 6;
/// Difference of queen distances beyond which a square adds nothing to w. It would be less than 2^-8.
const MOST_BEHIND: usize = 8;
/// α at which an amazon counts half as much as an enclosed one. Lieberum asks that it be less than half at 5.
const HALF_ENCLOSED: f32 = 4.0;
/// The same for the term that is to tell rooms of middle size apart; an amazon in the middle of an open board has α of
/// about 50.
const HALF_CONFINED: f32 = 32.0;
/// What is the same for all positions of one size.
pub(super) struct Tables<B: Bits, F: Flood<B>> {
    grid: &'static Grid<B>,
    board: F::Board,
    /// For α.
    ground: Ground<B>,
}

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View<B> {
    pub(super) own: B,
    pub(super) other: B,
    pub(super) empty: B,
}

/// What a flood of both sides gives.
struct Reach<S> {
    /// Squares nearer to us less squares nearer to them.
    territory: i32,
    /// Squares as near to both.
    ties: i32,
    /// All squares that each side ever gets to.
    own: S,
    other: S,
}

impl<B: Bits, F: Flood<B>> Tables<B, F> {
    pub(super) fn new(size: Size) -> Tables<B, F> {
        let grid = B::grid(size).expect("the word was chosen for the size");
        Tables { grid, board: F::board(size), ground: Ground::new(grid) }
    }

    /// All that is measured of a position.
    #[inline]
    pub(super) fn features(&self, view: &View<B>) -> Features {
        let flood = F::new(&self.board, view.empty);
        let (own, other) = (flood.set(view.own), flood.set(view.other));
        let (kings, king_access) = kings::<B, F>(&flood, own, other);
        let (queens, queen_access, open) = queens::<B, F>(&flood, own, other, &kings);
        let (twin, freedom) = (Twin::new(view.empty), Quickest::new(&self.ground, view.empty));
        let ours = self.mobility(view.own, twin, &freedom, flood.bits(kings.other));
        let theirs = self.mobility(view.other, twin, &freedom, flood.bits(kings.own));
        let mut terms = [0.0; Term::COUNT];
        terms[Term::QueenTerritory as usize] = queens.territory as f32;
        terms[Term::KingTerritory as usize] = kings.territory as f32;
        terms[Term::QueenAccess as usize] = queen_access;
        terms[Term::KingAccess as usize] = king_access;
        terms[Term::Enclosure as usize] = theirs.enclosure - ours.enclosure;
        terms[Term::Confinement as usize] = theirs.confinement - ours.confinement;
        terms[Term::Combat as usize] = ours.combat as f32 - theirs.combat as f32;
        terms[Term::Weakest as usize] = ours.weakest as f32 - theirs.weakest as f32;
        terms[Term::QueenTies as usize] = queens.ties as f32;
        terms[Term::KingTies as usize] = kings.ties as f32;
        terms[Term::Turn as usize] = 1.0;
        Features { terms, open }
    }

    /// α of one amazon in units of 2^-7, and the number of squares it is a sum over (Lieberum 2005, section 3).
    /// `contested` is what the other side can get to.
    ///
    /// The formula there has weights 2^-d, its worked example 2^(1-d); this is the example's.
    #[inline(always)]
    pub(super) fn alpha(&self, from: Point, empty: Twin<B>, freedom: &Quickest<'_, B>, contested: B) -> (u32, u32) {
        let reach = self.grid.slide(from, empty).set() & contested;
        (freedom.alpha(from, reach), reach.count())
    }

    #[inline]
    fn mobility(&self, amazons: B, empty: Twin<B>, freedom: &Quickest<'_, B>, contested: B) -> Mobility {
        let mut sum = Mobility { enclosure: 0.0, confinement: 0.0, combat: 0, weakest: u32::MAX };
        for from in amazons.points() {
            let (alpha, moves) = self.alpha(from, empty, freedom, contested);
            let alpha = alpha as f32 * (1.0 / (1 << (FARTHEST - 1)) as f32);
            sum.enclosure += HALF_ENCLOSED / (HALF_ENCLOSED + alpha);
            sum.confinement += HALF_CONFINED / (HALF_CONFINED + alpha);
            sum.combat += moves;
            sum.weakest = sum.weakest.min(moves);
        }
        if amazons.is_none() {
            sum.weakest = 0;
        }
        sum
    }
}

/// How free the amazons of one side are.
struct Mobility {
    enclosure: f32,
    confinement: f32,
    combat: u32,
    weakest: u32,
}

/// King floods: t2 with its ties, and c2.
#[inline(always)]
fn kings<B: Bits, F: Flood<B>>(flood: &F, own: F::Set, other: F::Set) -> (Reach<F::Set>, f32) {
    let (mut ours, mut theirs) = (F::none(), F::none());
    let (mut first, mut second, mut ties) = (F::none(), F::none(), F::none());
    // What each side had reached so many levels ago, in a ring.
    let mut history = [(F::none(), F::none()); MOST_LEAD];
    // A square is ahead at every level at which one side has reached it and the other has not, at most six times.
    let (mut ahead, mut behind) = (Tally::<F::Set>::new::<B, F>(), Tally::<F::Set>::new::<B, F>());
    let (mut from_ours, mut from_theirs) = (own, other);
    let (mut still, mut slot) = (0, 0);
    loop {
        let (new_ours, new_theirs) =
            (F::without(flood.king(from_ours), ours), F::without(flood.king(from_theirs), theirs));
        if F::is_none(F::or(new_ours, new_theirs)) {
            still += 1;
        }
        ours = F::or(ours, new_ours);
        theirs = F::or(theirs, new_theirs);
        first = F::or(first, F::without(new_ours, theirs));
        second = F::or(second, F::without(new_theirs, ours));
        ties = F::or(ties, F::and(new_ours, new_theirs));
        let (ours_then, theirs_then) = history[slot];
        let young_lead = F::without(F::without(ours, ours_then), theirs);
        let young_lag = F::without(F::without(theirs, theirs_then), ours);
        ahead.add::<B, F>(young_lead);
        behind.add::<B, F>(young_lag);
        history[slot] = (ours, theirs);
        slot = if slot + 1 == MOST_LEAD { 0 } else { slot + 1 };
        if still > 0 && F::is_none(F::or(young_lead, young_lag)) {
            break;
        }
        (from_ours, from_theirs) = (new_ours, new_theirs);
    }
    let access = (ahead.sum::<B, F>() - behind.sum::<B, F>()) as f32 / MOST_LEAD as f32;
    let territory = F::count(first) - F::count(second);
    (Reach { territory, ties: F::count(ties), own: ours, other: theirs }, access)
}

/// Queen floods: t1 with its ties, c1, and w.
#[inline(always)]
fn queens<B: Bits, F: Flood<B>>(
    flood: &F,
    own: F::Set,
    other: F::Set,
    ends: &Reach<F::Set>,
) -> (Reach<F::Set>, f32, f32) {
    let (mut ours, mut theirs) = (F::none(), F::none());
    let (mut first, mut second, mut ties) = (F::none(), F::none(), F::none());
    // The levels so far, the last ones in a ring.
    let mut levels = [(F::none(), F::none()); MOST_BEHIND];
    let mut level = 0;
    let (mut access, mut share) = (0.0, 1.0);
    let mut open = 0.0;
    let (mut from_ours, mut from_theirs) = (own, other);
    let done = |ours, theirs| F::is_none(F::or(F::xor(ours, ends.own), F::xor(theirs, ends.other)));
    while !done(ours, theirs) {
        let (new_ours, new_theirs) =
            (F::without(flood.queen(from_ours), ours), F::without(flood.queen(from_theirs), theirs));
        ours = F::or(ours, new_ours);
        theirs = F::or(theirs, new_theirs);
        first = F::or(first, F::without(new_ours, theirs));
        second = F::or(second, F::without(new_theirs, ours));
        ties = F::or(ties, F::and(new_ours, new_theirs));
        access += share * (F::count(new_ours) - F::count(new_theirs)) as f32;
        share *= 0.5;
        let mut weight = 1.0;
        for behind in 1..=level.min(MOST_BEHIND) {
            let (before_ours, before_theirs) = levels[(level - behind) % MOST_BEHIND];
            let late = F::or(F::and(new_ours, before_theirs), F::and(new_theirs, before_ours));
            weight *= 0.5;
            open += weight * F::count(late) as f32;
        }
        levels[level % MOST_BEHIND] = (new_ours, new_theirs);
        level += 1;
        (from_ours, from_theirs) = (new_ours, new_theirs);
    }
    let ties = F::count(ties);
    let territory = F::count(first) - F::count(second);
    (Reach { territory, ties, own: ours, other: theirs }, access, open + ties as f32)
}

/// A number from 0 to 7 on each square, as three sets of squares.
struct Tally<S> {
    planes: [S; 3],
}

impl<S: Copy> Tally<S> {
    #[inline(always)]
    fn new<B: Bits, F: Flood<B, Set = S>>() -> Tally<S> {
        Tally { planes: [F::none(); 3] }
    }

    /// One more on these squares.
    #[inline(always)]
    fn add<B: Bits, F: Flood<B, Set = S>>(&mut self, set: S) {
        let [ones, twos, fours] = self.planes;
        let carry = F::and(ones, set);
        self.planes = [F::xor(ones, set), F::xor(twos, carry), F::xor(fours, F::and(twos, carry))];
    }

    #[inline(always)]
    fn sum<B: Bits, F: Flood<B, Set = S>>(&self) -> i32 {
        let [ones, twos, fours] = self.planes;
        F::count(ones) + 2 * F::count(twos) + 4 * F::count(fours)
    }
}
