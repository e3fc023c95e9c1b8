//! Corrections to the evaluation for single amazons and their territories: display, and the engine `amazong-whole`.
//!
//! [`Evaluator::evaluate`](super::Evaluator::evaluate) gives every square to the nearer side. That is wrong where an amazon
//! cannot leave: a *guard* has territory that is lost when she goes, and in a *zugzwang* the side that moves first loses part of
//! hers (Lieberum 2005, sections 7 and 9). Territory in many parts may have defects (section 6). `otrera show --eval` prints
//! these corrections.
//!
//! They do not pay in a search: docs/internals/evaluation.md has the matches.

use otrera_board::areas::components;
use otrera_board::{Bits, Point, Position, Side, Twin};

use super::distances::{Moves, levels, levels_from};

/// Corrections to the evaluation, from the point of view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Refinements<B: Bits = u128> {
    /// Amazons of both sides that guard a territory.
    pub guards: Vec<Guard<B>>,
    /// Pairs of amazons that keep each other from leaving.
    pub zugzwangs: Vec<Zugzwang<B>>,
    /// Connected parts of their squares less those of ours: Lieberum's s1. Fewer parts are easier to fill.
    pub parts: i32,
    /// Empty neighbours of our squares less those of theirs: Lieberum's s2.
    pub contact: i32,
    /// Squares of our largest connected part less theirs (section 5, fifth idea: potential territory).
    pub framework: i32,
    /// King moves that they need to place an amazon in each corner, less those that we need (fourth idea).
    pub corners: i32,
    /// Tied squares with more of our amazons at that distance, less those with more of theirs (first idea).
    pub majority: i32,
    side: Side,
}

/// An amazon with a territory that no other amazon touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard<B: Bits = u128> {
    /// Her side.
    pub side: Side,
    /// Her square.
    pub at: Point,
    /// Her territory.
    pub territory: B,
    /// Squares elsewhere that she alone contests within one move: she cannot both stay and go there.
    pub outside: B,
    /// Squares by which her side is overrated: half of those outside, and at most the territory.
    pub value: f32,
}

/// Two adjacent opposing amazons that keep each other from leaving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zugzwang<B: Bits = u128> {
    /// The side whose amazon has two territories. Moving first, she keeps at most one of them.
    pub side: Side,
    /// Her amazon, and the opponent's next to it.
    pub amazons: [Point; 2],
    /// Her two territories, the larger one first.
    pub territories: [B; 2],
    /// Squares of the other amazon's own territories; 0 if she can also move elsewhere.
    pub other: u32,
    /// Lead of `side` here, in squares: v.
    pub value: i32,
}

impl<B: Bits> Zugzwang<B> {
    /// Squares by which `side` is overrated if all territories count in full.
    pub fn excess(&self) -> i32 {
        let [first, second] = self.territories.map(|set| set.count() as i32);
        first + second - self.other as i32 - self.value
    }
}

impl<B: Bits> Refinements<B> {
    /// Computes all corrections.
    pub fn new(position: &Position<B>) -> Refinements<B> {
        let us = position.to_move();
        let Corrections { guards, zugzwangs, levels, firsts: [ours, theirs], parts, contact } =
            Corrections::new(position);
        let largest = |set: B| components(position.grid(), set).map(|part| part.count()).max().unwrap_or(0) as i32;
        Refinements {
            guards,
            zugzwangs,
            parts,
            contact,
            framework: largest(ours & position.empty()) - largest(theirs & position.empty()),
            corners: to_corners(position, !us) - to_corners(position, us),
            majority: majority(position, &levels),
            side: us,
        }
    }

    /// Lieberum's s, small enough to decide only between otherwise equal positions.
    pub fn shape(&self) -> f32 {
        shape(self.parts, self.contact)
    }

    /// Squares to add to the evaluation: shape less guards and zugzwangs.
    pub fn correction(&self) -> f32 {
        corrected(self.side, &self.guards, &self.zugzwangs, self.shape())
    }
}

/// The same as [`Refinements::correction`], without what is shown only.
pub(crate) fn correction<B: Bits>(position: &Position<B>) -> f32 {
    let Corrections { guards, zugzwangs, parts, contact, .. } = Corrections::new(position);
    corrected(position.to_move(), &guards, &zugzwangs, shape(parts, contact))
}

fn shape(parts: i32, contact: i32) -> f32 {
    parts as f32 / 1000.0 + contact as f32 / 10_000.0
}

fn corrected<B: Bits>(us: Side, guards: &[Guard<B>], zugzwangs: &[Zugzwang<B>], shape: f32) -> f32 {
    let sign = |side| if side == us { 1.0 } else { -1.0 };
    let guards: f32 = guards.iter().map(|guard| sign(guard.side) * guard.value).sum();
    let zugzwangs: f32 = zugzwangs.iter().map(|zugzwang| sign(zugzwang.side) * zugzwang.excess() as f32).sum();
    shape - guards - zugzwangs
}

/// What the correction is made of, and what it was computed from.
struct Corrections<B: Bits> {
    guards: Vec<Guard<B>>,
    zugzwangs: Vec<Zugzwang<B>>,
    levels: [Vec<B>; 2],
    firsts: [B; 2],
    parts: i32,
    contact: i32,
}

impl<B: Bits> Corrections<B> {
    fn new(position: &Position<B>) -> Corrections<B> {
        let us = position.to_move();
        let holdings = holdings(position);
        let zugzwangs = zugzwangs(position, &holdings);
        let guards = guards(position, &holdings, &zugzwangs);
        let levels = [us, !us].map(|side| levels(position, side, Moves::Queen));
        let [ours, theirs] = firsts(position, &levels);
        let parts = |set: B| components(position.grid(), set).count() as i32;
        let contact = |set: B| set.points().map(|at| neighbours(position, at)).sum::<u32>() as i32;
        Corrections {
            guards,
            zugzwangs,
            levels,
            firsts: [ours, theirs],
            parts: parts(theirs) - parts(ours),
            contact: contact(ours) - contact(theirs),
        }
    }
}

/// An amazon with the connected sets of empty squares that she alone touches.
struct Holding<B> {
    side: Side,
    at: Point,
    /// Largest first.
    territories: Vec<B>,
}

fn neighbours<B: Bits>(position: &Position<B>, at: Point) -> u32 {
    let here = B::bit(at);
    (position.grid().spread(here) & !here & position.empty()).count()
}

fn holdings<B: Bits>(position: &Position<B>) -> Vec<Holding<B>> {
    let grid = position.grid();
    let amazons = Side::BOTH.map(|side| position.amazons(side));
    let mut all: Vec<Holding<B>> = Side::BOTH
        .into_iter()
        .flat_map(|side| amazons[side.index()].points().map(move |at| Holding { side, at, territories: Vec::new() }))
        .collect();
    for part in components(grid, position.empty()) {
        let touching = grid.spread(part) & (amazons[0] | amazons[1]);
        if touching.count() == 1 {
            let holder = all.iter_mut().find(|holding| holding.at == touching.first());
            holder.expect("all amazons are there").territories.push(part);
        }
    }
    all.iter_mut().for_each(|holding| holding.territories.sort_by_key(|part| std::cmp::Reverse(part.count())));
    all
}

/// Squares that each amazon of a side reaches with one move.
fn reaches<B: Bits>(position: &Position<B>, side: Side) -> Vec<(Point, B)> {
    let empty = Twin::new(position.empty());
    position.amazons(side).points().map(|at| (at, position.grid().slide(at, empty).set())).collect()
}

fn union<B: Bits>(sets: impl Iterator<Item = B>) -> B {
    sets.fold(B::NONE, |all, set| all | set)
}

/// Section 7. In a zugzwang, a guard counts with the larger of her territories only.
fn guards<B: Bits>(position: &Position<B>, holdings: &[Holding<B>], zugzwangs: &[Zugzwang<B>]) -> Vec<Guard<B>> {
    let reach = Side::BOTH.map(|side| reaches(position, side));
    let mut guards = Vec::new();
    for holding in holdings.iter().filter(|holding| !holding.territories.is_empty()) {
        let stuck = zugzwangs.iter().any(|zugzwang| zugzwang.amazons[0] == holding.at);
        let kept = if stuck { &holding.territories[..1] } else { &holding.territories[..] };
        let territory = union(kept.iter().copied());
        let friends = &reach[holding.side.index()];
        let own = friends.iter().find(|(at, _)| *at == holding.at).expect("she is one of them").1;
        let others = union(friends.iter().filter(|(at, _)| *at != holding.at).map(|&(_, set)| set));
        let against = union(reach[(!holding.side).index()].iter().map(|&(_, set)| set));
        let outside = own & against & !others;
        let value = (outside.count() as f32 / 2.0).min(territory.count() as f32);
        guards.push(Guard { side: holding.side, at: holding.at, territory, outside, value });
    }
    guards
}

/// Section 9, in its practical form: territories are taken to have no defects, and the condition that all best moves shoot
/// back is dropped.
fn zugzwangs<B: Bits>(position: &Position<B>, holdings: &[Holding<B>]) -> Vec<Zugzwang<B>> {
    let grid = position.grid();
    let mut found = Vec::new();
    for first in holdings {
        let &[larger, smaller] = &first.territories[..] else { continue };
        let around = grid.spread(B::bit(first.at));
        for second in holdings.iter().filter(|second| second.side != first.side && around.has(second.at)) {
            let own = union(second.territories.iter().copied());
            // An amazon that can move outside her own territories is not in zugzwang.
            let elsewhere = grid.spread(B::bit(second.at)) & position.empty() & !own;
            let other = if elsewhere.is_none() { own.count() } else { 0 };
            let [a1, a2, b] = [larger.count(), smaller.count(), other].map(|count| count as i32);
            // If both amazons have two territories, the one with more squares has the advantage; ties are listed once.
            if a1 + a2 < b || a1 + a2 == b && first.side < second.side && second.territories.len() == 2 {
                continue;
            }
            found.push(Zugzwang {
                side: first.side,
                amazons: [first.at, second.at],
                territories: [larger, smaller],
                other,
                value: (a1 - b).max(0),
            });
        }
    }
    found
}

/// Squares that each side reaches first, by queen moves, and its amazons: of the side to move, then of the other. `levels`
/// are the squares that each of them reaches with its first move, its second, and so on.
fn firsts<B: Bits>(position: &Position<B>, levels: &[Vec<B>; 2]) -> [B; 2] {
    let us = position.to_move();
    let mut firsts = [us, !us].map(|side| position.amazons(side));
    let mut reached = [B::NONE; 2];
    for seen in 0..levels[0].len().max(levels[1].len()) {
        let new = levels.each_ref().map(|levels| level(levels, seen));
        reached = [reached[0] | new[0], reached[1] | new[1]];
        firsts = [firsts[0] | new[0] & !reached[1], firsts[1] | new[1] & !reached[0]];
    }
    firsts
}

/// Tied squares where the side to move has more amazons at that distance, less those where the other has.
fn majority<B: Bits>(position: &Position<B>, levels: &[Vec<B>; 2]) -> i32 {
    let us = position.to_move();
    let (grid, empty) = (position.grid(), position.empty());
    let from = |at| levels_from(grid, Twin::new(empty), empty, B::bit(at), Moves::Queen);
    let amazons = [us, !us].map(|side| position.amazons(side).points().map(from).collect::<Vec<_>>());
    let mut majority = 0;
    for seen in 0..levels[0].len().min(levels[1].len()) {
        for square in (levels[0][seen] & levels[1][seen]).points() {
            // No amazon is nearer than its side, so these are exactly the nearest ones.
            let [ours, theirs] =
                amazons.each_ref().map(|all| all.iter().filter(|levels| level(levels, seen).has(square)).count());
            majority += (ours as i32 - theirs as i32).signum();
        }
    }
    majority
}

fn level<B: Bits>(levels: &[B], at: usize) -> B {
    levels.get(at).copied().unwrap_or(B::NONE)
}

/// Fewest king moves, over an empty board, until each corner has an amazon or each amazon a corner.
fn to_corners<B: Bits>(position: &Position<B>, side: Side) -> i32 {
    let (last_col, last_row) = (position.size().width() - 1, position.size().height() - 1);
    let corners = [(0, 0), (last_col, 0), (0, last_row), (last_col, last_row)];
    // By the set of corners taken; the amazons may be fewer or more than the corners.
    let mut best = [None; 16];
    best[0] = Some(0);
    let mut amazons = 0;
    for square in position.squares(position.amazons(side)) {
        amazons += 1;
        for taken in (0..16_usize).rev() {
            let Some(moves) = best[taken] else { continue };
            for (n, (col, row)) in corners.iter().enumerate().filter(|(n, _)| taken & 1 << n == 0) {
                let more = moves + i32::from(square.col.abs_diff(*col).max(square.row.abs_diff(*row)));
                let cell: &mut Option<i32> = &mut best[taken | 1 << n];
                *cell = Some(cell.map_or(more, |known| known.min(more)));
            }
        }
    }
    let wanted = amazons.min(4);
    (0..16_usize).filter(|taken| taken.count_ones() == wanted).filter_map(|taken| best[taken]).min().unwrap_or(0)
}
