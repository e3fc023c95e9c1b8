//! Sets of squares on several boards of one size at once, and the squares that one move reaches from them.
//!
//! Each lane of a [`Vector`] is one board: [`Narrow`] keeps all squares of a board in one word, [`Wide`] in two. One step of a
//! flood moves every square of a set at once. For king moves the step is a dilation. For queen moves it is the Kogge-Stone fill
//! of chess programs, in each of eight directions: with `p` the squares that can be entered, `g |= p & (g shifted by 1)`, then
//! `p &= (p shifted by 1)`, then the same by 2 and by 4. Longer lines repeat some of these steps, so that no shift is as long as
//! a word. The propagators `p` depend on the board alone, so [`Boards`] computes them once per position.

use otrera_board::{Bits, Point, Size};

use super::vector::{MOST_LANES, Vector};

/// A set of squares on each of several boards, one board per lane.
pub(super) trait Squares: Copy {
    /// Counts of squares, one per board.
    type Lanes: Vector;
    /// One board: a bit per square.
    type Word: Bits;

    /// Loads one set per lane.
    fn load(words: &[Self::Word; MOST_LANES]) -> Self;
    /// The set of each board.
    #[cfg(test)]
    fn store(self) -> [Self::Word; MOST_LANES];
    /// Copies one set to every board.
    fn splat(word: Self::Word) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Squares of `self` that `other` lacks.
    fn without(self, other: Self) -> Self;
    /// The first square of each board; none where the set is empty.
    fn lowest(self) -> Self;
    /// `self | (a & b)`.
    fn or_both(self, a: Self, b: Self) -> Self;
    /// `self | a | b`.
    fn or_three(self, a: Self, b: Self) -> Self;
    /// Shifts towards higher square numbers.
    fn up(self, by: &Stride<Self::Lanes>) -> Self;
    /// Shifts towards lower square numbers.
    fn down(self, by: &Stride<Self::Lanes>) -> Self;
    /// Part of a ray towards higher numbers before its first square outside the set.
    fn ray_up(self, ray: Self::Word) -> Self;
    /// The same for a ray towards lower numbers.
    fn ray_down(self, ray: Self::Word) -> Self;
    /// Number of squares on each board.
    fn count(self) -> Self::Lanes;
    /// True if the set is empty on every board.
    fn is_none(self) -> bool;
}

/// A shift by fewer than 64 squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride<V> {
    by: V,
    /// 64 - `by`.
    rest: V,
}

/// Boards of up to 64 squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow<V>(V);

/// Boards of up to 128 squares: the first 64, and the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide<V>(V, V);

/// Operations of [`Squares`] that treat every word by itself.
macro_rules! wordwise {
    ($($word:tt),+) => {
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self($(self.$word.and(other.$word)),+)
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self($(self.$word.or(other.$word)),+)
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Self($(self.$word.xor(other.$word)),+)
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self($(self.$word.without(other.$word)),+)
        }
        #[inline(always)]
        fn or_both(self, a: Self, b: Self) -> Self {
            Self($(self.$word.or_both(a.$word, b.$word)),+)
        }
        #[inline(always)]
        fn or_three(self, a: Self, b: Self) -> Self {
            Self($(self.$word.or_three(a.$word, b.$word)),+)
        }
    };
}

impl<V: Vector> Squares for Narrow<V> {
    type Lanes = V;
    type Word = u64;

    #[inline(always)]
    fn load(words: &[u64; MOST_LANES]) -> Self {
        Narrow(V::load(words))
    }
    #[cfg(test)]
    fn store(self) -> [u64; MOST_LANES] {
        self.0.store()
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Narrow(V::splat(word))
    }
    wordwise!(0);
    #[inline(always)]
    fn lowest(self) -> Self {
        Narrow(self.0.lowest())
    }
    #[inline(always)]
    fn up(self, stride: &Stride<V>) -> Self {
        Narrow(self.0.up(stride.by))
    }
    #[inline(always)]
    fn down(self, stride: &Stride<V>) -> Self {
        Narrow(self.0.down(stride.by))
    }
    #[inline(always)]
    fn ray_up(self, ray: u64) -> Self {
        let ray = V::splat(ray);
        Narrow(ray.without(ray.without(self.0).lowest_up()))
    }
    #[inline(always)]
    fn ray_down(self, ray: u64) -> Self {
        let ray = V::splat(ray);
        Narrow(ray.without(ray.without(self.0).highest_down()))
    }
    #[inline(always)]
    fn count(self) -> V {
        self.0.count()
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.is_none()
    }
}

impl<V: Vector> Squares for Wide<V> {
    type Lanes = V;
    type Word = u128;

    #[inline(always)]
    fn load(words: &[u128; MOST_LANES]) -> Self {
        let (mut low, mut high) = ([0; MOST_LANES], [0; MOST_LANES]);
        for lane in 0..V::LANES {
            low[lane] = words[lane] as u64;
            high[lane] = (words[lane] >> 64) as u64;
        }
        Wide(V::load(&low), V::load(&high))
    }
    #[cfg(test)]
    fn store(self) -> [u128; MOST_LANES] {
        let (low, high) = (self.0.store(), self.1.store());
        std::array::from_fn(|lane| u128::from(low[lane]) | u128::from(high[lane]) << 64)
    }
    #[inline(always)]
    fn splat(word: u128) -> Self {
        Wide(V::splat(word as u64), V::splat((word >> 64) as u64))
    }
    wordwise!(0, 1);
    #[inline(always)]
    fn lowest(self) -> Self {
        Wide(self.0.lowest(), self.1.lowest().where_none(self.0))
    }
    #[inline(always)]
    fn up(self, stride: &Stride<V>) -> Self {
        Wide(self.0.up(stride.by), self.1.up_over(self.0, stride.by, stride.rest))
    }
    #[inline(always)]
    fn down(self, stride: &Stride<V>) -> Self {
        Wide(self.0.down_under(self.1, stride.by, stride.rest), self.1.down(stride.by))
    }
    #[inline(always)]
    fn ray_up(self, ray: u128) -> Self {
        let Wide(low, high) = Self::splat(ray);
        let (stops, late_stops) = (low.without(self.0), high.without(self.1));
        Wide(low.without(stops.lowest_up()), high.without(late_stops.lowest_up()).where_none(stops))
    }
    #[inline(always)]
    fn ray_down(self, ray: u128) -> Self {
        let Wide(low, high) = Self::splat(ray);
        let (late_stops, stops) = (low.without(self.0), high.without(self.1));
        Wide(low.without(late_stops.highest_down()).where_none(stops), high.without(stops.highest_down()))
    }
    #[inline(always)]
    fn count(self) -> V {
        self.0.count_two(self.1)
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.or(self.1).is_none()
    }
}

/// Number of fill steps: by 1, 2 and 4 squares.
const DOUBLINGS: usize = 3;

/// Constants of one board size.
#[derive(Debug)]
pub(super) struct Geometry<S: Squares> {
    /// Shifts for 1, 2 and 4 steps, in the four directions towards higher numbers: right, up-left, up, up-right.
    strides: [[Stride<S::Lanes>; 4]; DOUBLINGS],
    /// Squares on which such a step may end without wrapping around the edge, and the same for steps back.
    fore: [S; 4],
    back: [S; 4],
    /// Number of doublings in use.
    doublings: usize,
    /// The doubling that is repeated to fill the longest line, and the number of repetitions.
    again: (usize, usize),
    /// Number of steps of the longest line.
    longest: usize,
    /// By square: the rays towards higher numbers, then those towards lower numbers.
    rays: Box<[[[S::Word; 4]; 2]]>,
    /// By square: the squares at king distance 1, 2 and so on over an empty board.
    rings: Box<[[S::Word; FARTHEST]]>,
}

/// Largest ring, in steps.
pub(super) const FARTHEST: usize = 8;

impl<S: Squares> Geometry<S> {
    pub(super) fn new(size: Size) -> Geometry<S> {
        let width = u32::from(size.width());
        let column = |wanted: u32| {
            let squares = (0..size.area()).filter(|n| n % width == wanted);
            squares.fold(S::Word::NONE, |set, n| set | S::Word::narrow(1 << n))
        };
        let full = (0..width).map(column).fold(S::Word::NONE, |all, set| all | set);
        let (not_first, not_last) = (full & !column(0), full & !column(width - 1));
        let longest = usize::from(size.width().max(size.height())) - 1;
        // Four steps up-right must be a shift by fewer than 64. Two always are.
        let most = if 4 * (width + 1) < u64::BITS { DOUBLINGS } else { DOUBLINGS - 1 };
        let doublings = (1..most).find(|&n| (1 << n) > longest).unwrap_or(most);
        let missing = longest.saturating_sub((1 << doublings) - 1);
        let again = (0..most).find(|&n| (1 << n) >= missing).unwrap_or(most - 1);
        let stride = |steps: u32| {
            [1, width - 1, width, width + 1].map(|step| {
                let by = (steps * step).min(u64::BITS - 1);
                Stride { by: S::Lanes::splat(by.into()), rest: S::Lanes::splat((u64::BITS - by).into()) }
            })
        };
        let points = || (0..size.area()).map(|n| (n % width, n / width));
        let set_of = |is_in: &dyn Fn(u32, u32) -> bool| {
            let squares = points().zip(0..).filter(|&((col, row), _)| is_in(col, row));
            squares.fold(S::Word::NONE, |set, (_, n): (_, u32)| set | S::Word::narrow(1 << n))
        };
        let rays = |(col, row): (u32, u32)| {
            let along = |right: i32, up: i32| {
                let steps = |n: i32| (col as i32 + n * right, row as i32 + n * up);
                set_of(&|c, r| (1..=longest as i32).any(|n| steps(n) == (c as i32, r as i32)))
            };
            [
                [along(1, 0), along(-1, 1), along(0, 1), along(1, 1)],
                [along(-1, 0), along(1, -1), along(0, -1), along(-1, -1)],
            ]
        };
        let rings = |(col, row): (u32, u32)| {
            std::array::from_fn(|n| set_of(&|c, r| c.abs_diff(col).max(r.abs_diff(row)) as usize == n + 1))
        };
        Geometry {
            rays: points().map(rays).collect(),
            rings: points().map(rings).collect(),
            strides: [stride(1), stride(2), stride(4)],
            fore: [not_first, not_last, full, not_first].map(S::splat),
            back: [not_last, not_first, full, not_last].map(S::splat),
            doublings,
            again: (again, missing.div_ceil(1 << again)),
            longest,
        }
    }

    /// The set and all neighbouring squares. The result may contain bits above the board. They are harmless: no path over
    /// them is shorter than one on the board.
    #[inline(always)]
    pub(super) fn spread(&self, set: S) -> S {
        let [beside, _, above, _] = &self.strides[0];
        let row = set.or_both(set.up(beside), self.fore[0]).or_both(set.down(beside), self.back[0]);
        row.or_three(row.up(above), row.down(above))
    }

    /// Rings around one square per board: the squares at king distance 1, 2 and so on over an empty board.
    #[inline(always)]
    pub(super) fn rings(&self, from: S) -> [S; FARTHEST] {
        let mut rings = [from.xor(from); FARTHEST];
        let mut near = from;
        for ring in rings.iter_mut().take(self.longest) {
            let nearer = near;
            near = self.spread(near);
            *ring = near.without(nearer);
        }
        rings
    }

    /// The same around the same square of every board.
    #[inline(always)]
    pub(super) fn rings_around(&self, at: Point) -> CommonRings<'_, S::Word> {
        CommonRings(&self.rings[usize::from(at.0)])
    }

    /// Number of neighbours in the set, for each square, as binary digits: ones, twos, fours and eights.
    #[inline(always)]
    pub(super) fn around(&self, set: S) -> [S; 4] {
        let mut sides = [set; 8];
        for direction in 0..4 {
            let stride = &self.strides[0][direction];
            sides[direction] = self.fore[direction].and(set.up(stride));
            sides[direction + 4] = self.back[direction].and(set.down(stride));
        }
        let [a, b, c, d, e, f, g, h] = sides;
        let (first, first_carry) = add_three(a, b, c);
        let (second, second_carry) = add_three(d, e, f);
        let (third, third_carry) = (g.xor(h), g.and(h));
        let (ones, fourth_carry) = add_three(first, second, third);
        let (some, fours) = add_three(first_carry, second_carry, third_carry);
        let (twos, more_fours) = (some.xor(fourth_carry), some.and(fourth_carry));
        [ones, twos, fours.xor(more_fours), fours.and(more_fours)]
    }
}

/// Full adder: ones and twos of the sum of three bits.
#[inline(always)]
fn add_three<S: Squares>(a: S, b: S, c: S) -> (S, S) {
    let some = a.xor(b);
    (some.xor(c), a.and(b).or_both(some, c))
}

/// Rings around one square of a board size.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonRings<'a, W>(&'a [W; FARTHEST]);

/// Rings of squares around one square of each board.
pub(super) trait Rings<S> {
    /// The squares at king distance `n` + 1.
    fn ring(&self, n: usize) -> S;
}

/// Around any square of each board.
impl<S: Squares> Rings<S> for [S; FARTHEST] {
    #[inline(always)]
    fn ring(&self, n: usize) -> S {
        self[n]
    }
}

/// Around the same square of every board.
impl<S: Squares> Rings<S> for CommonRings<'_, S::Word> {
    #[inline(always)]
    fn ring(&self, n: usize) -> S {
        S::splat(self.0[n])
    }
}

/// The empty squares of one position per lane, with the propagators of every direction.
pub(super) struct Boards<'a, S: Squares> {
    pub(super) geometry: &'a Geometry<S>,
    empty: S,
    /// Squares on which a move by 1, 2 or 4 steps can end, by direction.
    fore: [[S; 4]; DOUBLINGS],
    back: [[S; 4]; DOUBLINGS],
}

impl<'a, S: Squares> Boards<'a, S> {
    #[inline(always)]
    pub(super) fn new(geometry: &'a Geometry<S>, empty: S) -> Boards<'a, S> {
        let (mut fore, mut back) = ([[empty; 4]; DOUBLINGS], [[empty; 4]; DOUBLINGS]);
        for direction in 0..4 {
            fore[0][direction] = empty.and(geometry.fore[direction]);
            back[0][direction] = empty.and(geometry.back[direction]);
        }
        // The doubling that few boards do without is not worth a branch.
        for n in 1..DOUBLINGS {
            for direction in 0..4 {
                let stride = &geometry.strides[n - 1][direction];
                fore[n][direction] = fore[n - 1][direction].and(fore[n - 1][direction].up(stride));
                back[n][direction] = back[n - 1][direction].and(back[n - 1][direction].down(stride));
            }
        }
        Boards { geometry, empty, fore, back }
    }

    /// Empty squares that one queen move from the set reaches, and the empty squares of the set.
    #[inline(always)]
    pub(super) fn queen(&self, from: S) -> S {
        let (mut fore, mut back) = ([from; 4], [from; 4]);
        // Written out for boards of 5x5 to 11x11, so that the sets stay in registers.
        self.fill(0, &mut fore, &mut back);
        if self.geometry.doublings == DOUBLINGS {
            self.fill(1, &mut fore, &mut back);
            self.fill(2, &mut fore, &mut back);
        } else if self.geometry.doublings > 1 {
            self.fill(1, &mut fore, &mut back);
        }
        if self.geometry.again == (1, 1) {
            self.fill(1, &mut fore, &mut back);
        } else {
            for _ in 0..self.geometry.again.1 {
                self.fill(self.geometry.again.0, &mut fore, &mut back);
            }
        }
        let forwards = fore[0].or_three(fore[1], fore[2]);
        let backwards = back[0].or_three(back[1], back[2]);
        forwards.or_three(backwards, fore[3].or(back[3])).and(self.empty)
    }

    /// Squares that one move reaches from the same square of every board.
    #[inline(always)]
    pub(super) fn slide(&self, at: Point) -> S {
        let [higher, lower] = &self.geometry.rays[usize::from(at.0)];
        let mut reached = self.empty.ray_up(higher[0]).or(self.empty.ray_down(lower[0]));
        for direction in 1..4 {
            reached = reached.or_three(self.empty.ray_up(higher[direction]), self.empty.ray_down(lower[direction]));
        }
        reached
    }

    #[inline(always)]
    fn fill(&self, n: usize, fore: &mut [S; 4], back: &mut [S; 4]) {
        for direction in 0..4 {
            let stride = &self.geometry.strides[n][direction];
            fore[direction] = fore[direction].or_both(self.fore[n][direction], fore[direction].up(stride));
            back[direction] = back[direction].or_both(self.back[n][direction], back[direction].down(stride));
        }
    }

    /// Empty squares that one king move from the set reaches, and the empty squares of the set.
    #[inline(always)]
    pub(super) fn king(&self, from: S) -> S {
        self.geometry.spread(from).and(self.empty)
    }
}
