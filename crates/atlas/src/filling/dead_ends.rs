//! Dead ends (Müller & Tegos 2002, section 4.1): parts of a region that cannot be both filled and left.
//!
//! The *defect count* of a part is the least number of its squares that stay empty if no amazon is in it at the end. A
//! part with a positive count is a dead end. Each amazon ends in at most one of several disjoint parts, so with n
//! amazons, all defect counts but the n largest add up to a lower bound on the defects.
//!
//! That is a theorem only if the count holds whatever happens around the part, so we count in a game that is at least
//! as easy for the owner as the true one. Only the part is played; around it, squares are always empty, and amazons are
//! wherever they are wanted:
//!
//! - an empty square that sees the outside may be burnt, or entered by an amazon, who then shoots;
//! - an amazon inside moves along lines over empty squares of the part and any squares outside, then shoots so; an
//!   arrow that leaves the part changes nothing in it, and an amazon who leaves it shoots where she likes from there.
//!
//! Every move of the true game either does one of these to the part or nothing, so whatever can be reached there can be
//! reached here. No more amazons are inside at a time than there are. All states are visited, so parts are small
//! ([`MOST`] squares): what hangs on a single square, its *neck*, with and without the neck.

use rustc_hash::FxHashSet;

use super::Territory;
use super::field::{Field, State};
use super::set::Set;

/// Squares of the largest parts that are counted, by number of amazons: one, two, more. The states are at most 2 to
/// this power, times the places of the amazons: about ten thousand each.
const MOST: [usize; 3] = [10, 8, 7];
/// Amazons inside at a time. With more in the territory, parts are not counted.
const MOST_INSIDE: usize = 4;

/// A part that cannot be both filled and left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// Its squares.
    pub points: Vec<u16>,
    /// Squares of it that stay empty, if no amazon ends in it.
    pub defects: usize,
}

/// The smallest dead ends of a territory: of those inside each other, a larger one is listed if its count is larger.
pub fn dead_ends(territory: &Territory) -> Vec<DeadEnd> {
    let field = Field::new(&territory.graph);
    match field.len() {
        0..=128 => find::<2>(&field, &territory.state()),
        129..=512 => find::<8>(&field, &territory.state()),
        513..=4096 => find::<64>(&field, &territory.state()),
        _ => find::<1024>(&field, &territory.state()),
    }
}

/// A lower bound on the defects of a connected state.
pub(super) fn defects<const N: usize>(field: &Field, state: &State<N>) -> usize {
    let ends = find(field, state);
    let amazons = state.movers().count();
    // Any disjoint ones will do; small ones leave most room for others, and large counts are worth most.
    let by_order = |order: &[&DeadEnd]| {
        let mut taken = Set::<N>::NONE;
        let mut counts = Vec::new();
        for end in order {
            let points = Set::of(end.points.iter().copied());
            if taken.and(&points).is_none() {
                taken = taken.or(&points);
                counts.push(end.defects);
            }
        }
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts.iter().skip(amazons).sum::<usize>()
    };
    let mut order: Vec<&DeadEnd> = ends.iter().collect();
    order.sort_by_key(|end| (end.points.len(), end.points[0]));
    let by_size = by_order(&order);
    order.sort_by_key(|end| (usize::MAX - end.defects, end.points.len(), end.points[0]));
    by_size.max(by_order(&order))
}

fn find<const N: usize>(field: &Field, state: &State<N>) -> Vec<DeadEnd> {
    let unburnt = state.unburnt();
    let movers = state.movers();
    let amazons = movers.count();
    if amazons == 0 || amazons > MOST_INSIDE {
        return Vec::new();
    }
    let most = MOST[amazons.min(MOST.len()) - 1];
    let mut parts: Vec<Set<N>> = Vec::new();
    for neck in unburnt.points() {
        let mut rest = unburnt;
        rest.take(neck);
        let mut pieces = Vec::new();
        let around: Vec<u16> = field.near(neck).iter().copied().filter(|&near| rest.has(near)).collect();
        for near in around {
            if pieces.iter().all(|piece: &Set<N>| !piece.has(near)) {
                pieces.push(field.flood(near, &rest));
            }
        }
        if pieces.len() < 2 {
            continue;
        }
        for piece in pieces.into_iter().filter(|piece| piece.count() <= most) {
            let mut with_neck = piece;
            with_neck.put(neck);
            parts.push(piece);
            if with_neck.count() <= most {
                parts.push(with_neck);
            }
        }
    }
    parts.sort_by_key(|part| (part.count(), part.points().next()));
    parts.dedup();
    let mut ends: Vec<(Set<N>, usize)> = Vec::new();
    for part in parts {
        let inside = ends.iter().filter(|(smaller, _)| smaller.minus(&part).is_none());
        let known = inside.map(|&(_, defects)| defects).max().unwrap_or(0);
        let count = Part::new(field, &part, &unburnt).count(&movers, amazons);
        if count > known {
            ends.push((part, count));
        }
    }
    ends.iter().map(|&(part, defects)| DeadEnd { points: part.points().collect(), defects }).collect()
}

/// A small part of the region. Its squares are bits of a word, in the order of their points.
struct Part {
    points: Vec<u16>,
    /// For each square its rays: squares of the part by bit, and `OUTSIDE` for all others.
    rays: Vec<Vec<Vec<u8>>>,
}

const OUTSIDE: u8 = u8::MAX;

/// Empty squares and squares with amazons.
type Inside = (u16, u16);

impl Part {
    fn new<const N: usize>(field: &Field, part: &Set<N>, unburnt: &Set<N>) -> Part {
        let points: Vec<u16> = part.points().collect();
        let bit = |point: u16| points.binary_search(&point).map_or(OUTSIDE, |bit| bit as u8);
        let ray = |ray: &super::field::Ray| {
            ray.points.iter().take_while(|&&point| unburnt.has(point)).map(|&point| bit(point)).collect()
        };
        let rays = points.iter().map(|&point| field.rays(point).iter().map(ray).collect()).collect();
        Part { points, rays }
    }

    /// Squares of the part that a queen on one sees, over these empty ones; and whether she sees the outside.
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

    /// The defect count.
    fn count<const N: usize>(&self, movers: &Set<N>, amazons: usize) -> usize {
        let all = ((1_u32 << self.points.len()) - 1) as u16;
        let standing = bits(all).filter(|&bit| movers.has(self.points[bit])).fold(0, |set, bit| set | 1 << bit);
        let start: Inside = (all & !standing, standing);
        let mut seen: FxHashSet<Inside> = FxHashSet::from_iter([start]);
        let mut open = vec![start];
        let mut least = self.points.len();
        while let Some((empty, inside)) = open.pop() {
            if inside == 0 {
                least = least.min(empty.count_ones() as usize);
                if least == 0 {
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
        least
    }

    /// All arrows of an amazon who has just come to a square. One who went outside shoots from there as anybody does
    /// who is there, so that is no case of its own.
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
