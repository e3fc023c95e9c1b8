//! Dead ends (Müller & Tegos 2002, section 4.1): parts of a region that cannot be both filled and left.
//!
//! The *defect count* of a part is the least number of its squares that stay empty if no amazon is in it at the end. A
//! part with a positive count is a dead end. Each amazon ends in at most one of several disjoint parts, so with n
//! amazons all defect counts but the n largest add up to a lower bound on the defects. Some squares may stay empty even
//! where an amazon ends; she saves only the difference, so the n largest differences are subtracted.
//!
//! This is a theorem only if the count holds whatever happens around the part, so it is taken in a game that is at
//! least as easy for the owner as the true one. Only the part is played; the squares around it are always empty, and
//! amazons are wherever they are needed:
//!
//! - an empty square that sees the outside may be burnt, or entered by an amazon, which then shoots;
//! - an amazon inside moves along lines over empty squares of the part and any squares outside, then shoots so; an
//!   arrow that leaves the part changes nothing in it, and an amazon that leaves it shoots anywhere from there.
//!
//! Every move of the true game does one of these to the part or nothing, so every state reachable there is reachable
//! here. No more amazons are inside at a time than exist. All states are visited, so parts are small: those that hang
//! on a single square, their *neck*, with and without the neck, and hold no amazon.

use otrera_cgt::table_bytes;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Territory;
use super::field::{Field, State};
use super::set::Set;
use super::walk::Walk;

/// Maximum size of parts for a whole territory, by number of amazons. A part of n squares has at most 2^n states times
/// the places of the amazons: about fifty thousand.
pub(super) const LARGE: [usize; 4] = [12, 10, 8, 7];
/// The same at a node of the search: a few hundred states, and most parts are cached.
pub(super) const SMALL: [usize; 4] = [7, 6, 5, 4];
/// The same at a node of a long search. On 300 random regions of 36 squares, these need 66 thousand nodes instead of
/// 2.5 million, at about twice the cost per node.
pub(super) const MEDIUM: [usize; 4] = [11, 8, 6, 5];

/// A part that cannot be both filled and left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The squares of the part.
    pub points: Vec<u16>,
    /// Squares that stay empty if no amazon ends in the part.
    pub defects: usize,
    /// Squares that stay empty in any case.
    pub at_least: usize,
}

/// The dead ends of a territory with one to four amazons that hang on a single square and have at most a dozen squares,
/// smallest first. A dead end that contains a smaller one is listed if its count is larger.
pub fn dead_ends(territory: &Territory) -> Vec<DeadEnd> {
    fn listed<const N: usize>(territory: &Territory) -> Vec<DeadEnd> {
        let field = Field::<N>::new(&territory.graph);
        let (parts, _) = territory.state().parts(&field);
        let mut ends = DeadEnds::default();
        let mut found = Vec::new();
        for part in &parts {
            let mut walk = Walk::default();
            walk.run(&field, part);
            ends.find(&field, part, &walk, &LARGE);
            found.extend(ends.found.iter().map(|(points, count)| DeadEnd {
                points: points.points().collect(),
                defects: count.left.into(),
                at_least: count.any.into(),
            }));
        }
        found
    }
    match territory.graph.len() {
        0..=128 => listed::<2>(territory),
        129..=512 => listed::<8>(territory),
        513..=4096 => listed::<64>(territory),
        _ => listed::<1024>(territory),
    }
}

/// Lower bounds on the squares of a part that stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    /// If no amazon ends in it: the defect count.
    left: u8,
    /// In any case.
    any: u8,
}

/// Finds dead ends and caches the counts of parts.
#[derive(Debug, Default)]
pub(super) struct DeadEnds<const N: usize> {
    /// By squares of the part, squares around it, and number of amazons.
    known: FxHashMap<(Set<N>, Set<N>, u8), Count>,
    found: Vec<(Set<N>, Count)>,
}

impl<const N: usize> DeadEnds<N> {
    /// A lower bound on the defects of the connected state of `walk`, from parts of at most `most` squares.
    pub(super) fn defects(&mut self, field: &Field<N>, state: &State<N>, walk: &Walk, most: &[usize]) -> usize {
        self.find(field, state, walk, most);
        let amazons = state.movers().count();
        // Any disjoint parts give a bound. Try smallest first and largest count first.
        let by_size = bound(&self.found, amazons);
        if self.found.len() < 2 {
            return by_size;
        }
        self.found.sort_by_key(|(part, count)| (u8::MAX - count.left, part.count(), part.first()));
        by_size.max(bound(&self.found, amazons))
    }

    pub(super) fn bytes(&self) -> usize {
        table_bytes::<(Set<N>, Set<N>, u8, Count)>(self.known.capacity())
    }

    fn find(&mut self, field: &Field<N>, state: &State<N>, walk: &Walk, largest: &[usize]) {
        self.found.clear();
        let (unburnt, movers) = (state.unburnt(), state.movers());
        let amazons = movers.count();
        let Some(&largest) = largest.get(amazons - 1) else { return };
        let mut parts: Vec<(Set<N>, Set<N>)> = Vec::new();
        for &point in &walk.order[1..] {
            let visit = walk.at(point);
            let neck = visit.parent;
            let hangs = visit.amazons == 0 && visit.size as usize <= largest && visit.low >= walk.at(neck).time;
            if !hangs {
                continue;
            }
            let part = Set::of(walk.below(point).iter().copied());
            parts.push((part, Set::of([neck])));
            if (visit.size as usize) < largest && !movers.has(neck) {
                let mut with_neck = part;
                with_neck.put(neck);
                let around = field.near(neck).iter().copied().filter(|&near| unburnt.has(near) && !part.has(near));
                parts.push((with_neck, Set::of(around)));
            }
        }
        parts.sort_unstable_by_key(|(part, _)| (part.count(), part.first()));
        for (part, around) in parts {
            let inside = self.found.iter().filter(|(smaller, _)| smaller.minus(&part).is_none());
            let known = inside.map(|(_, count)| count.left).max().unwrap_or(0);
            let count = *self
                .known
                .entry((part, around, amazons as u8))
                .or_insert_with(|| Part::new(field, &part, &around).count(amazons));
            if count.left > known {
                self.found.push((part, count));
            }
        }
    }
}

/// The loss in disjoint dead ends, chosen greedily in the given order.
fn bound<const N: usize>(ends: &[(Set<N>, Count)], amazons: usize) -> usize {
    let mut taken = Set::<N>::NONE;
    let mut lost = 0;
    let mut saved = Vec::new();
    for (part, count) in ends {
        if taken.and(part).is_none() {
            taken = taken.or(part);
            lost += usize::from(count.left);
            saved.push(usize::from(count.left - count.any));
        }
    }
    saved.sort_unstable_by(|a, b| b.cmp(a));
    lost - saved.iter().take(amazons).sum::<usize>()
}

/// A part of at most 16 squares, as bits in the order of their points.
struct Part {
    points: Vec<u16>,
    /// For each square its rays: the bits of squares of the part, and `OUTSIDE` for all others.
    rays: Vec<Vec<Vec<u8>>>,
}

const OUTSIDE: u8 = u8::MAX;

/// Empty squares and squares with amazons.
type Inside = (u16, u16);

impl Part {
    /// `around` are the unburnt squares next to the part. Squares beyond them do not matter: a ray that leaves the part
    /// does not come back, because the part hangs on a single square.
    fn new<const N: usize>(field: &Field<N>, part: &Set<N>, around: &Set<N>) -> Part {
        let points: Vec<u16> = part.points().collect();
        let bit = |point: u16| points.binary_search(&point).map_or(OUTSIDE, |bit| bit as u8);
        let ray = |ray: &super::field::Ray| {
            let unburnt = |point: &&u16| part.has(**point) || around.has(**point);
            ray.points.iter().take_while(unburnt).map(|&point| bit(point)).collect()
        };
        let rays = points.iter().map(|&point| field.rays(point).iter().map(ray).collect()).collect();
        Part { points, rays }
    }

    /// Squares of the part that a queen on `from` sees over `empty`, and whether she sees the outside.
    fn sees(&self, from: usize, empty: u16) -> (u16, bool) {
        let (mut seen, mut outside) = (0, false);
        for ray in &self.rays[from] {
            for &at in ray {
                if at == OUTSIDE {
                    outside = true;
                } else if empty >> at & 1 != 0 {
                    seen |= 1 << at;
                } else {
                    break;
                }
            }
        }
        (seen, outside)
    }

    /// Visits all reachable states.
    fn count(&self, amazons: usize) -> Count {
        let all = ((1_u32 << self.points.len()) - 1) as u16;
        let mut seen: FxHashSet<Inside> = FxHashSet::from_iter([(all, 0)]);
        let mut open = vec![(all, 0)];
        let (mut left, mut any) = (all.count_ones(), all.count_ones());
        while let Some((empty, inside)) = open.pop() {
            any = any.min(empty.count_ones());
            if inside == 0 {
                left = left.min(empty.count_ones());
                if left == 0 {
                    break;
                }
            }
            let mut reach = |next: Inside| {
                if seen.insert(next) {
                    open.push(next);
                }
            };
            let at_door = bits(empty).filter(|&at| self.sees(at, empty).1).fold(0_u16, |set, at| set | 1 << at);
            let has_guest = (inside.count_ones() as usize) < amazons;
            for at in bits(at_door) {
                reach((empty & !(1 << at), inside));
                if has_guest {
                    self.shoot(at, empty & !(1 << at), inside | 1 << at, &mut reach);
                }
            }
            for from in bits(inside) {
                let (targets, sees_outside) = self.sees(from, empty);
                let (vacated, others) = (empty | 1 << from, inside & !(1 << from));
                for to in bits(targets) {
                    self.shoot(to, vacated & !(1 << to), others | 1 << to, &mut reach);
                }
                if sees_outside {
                    reach((vacated, others));
                }
            }
        }
        Count { left: left as u8, any: any.min(left) as u8 }
    }

    /// All arrows of an amazon that has just moved to `at`. Shots from outside need no case of their own: any square
    /// that sees the outside may be burnt at any time.
    fn shoot(&self, at: usize, empty: u16, inside: u16, reach: &mut impl FnMut(Inside)) {
        let (targets, sees_outside) = self.sees(at, empty);
        for target in bits(targets) {
            reach((empty & !(1 << target), inside));
        }
        if sees_outside {
            reach((empty, inside));
        }
    }
}

fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |bit| set >> bit & 1 != 0)
}
