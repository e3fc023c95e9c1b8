//! An upper bound by gates: squares that can be passed once.
//!
//! A *gate* is an empty square q with exactly two unburnt neighbours p and r, on no line of three or more unburnt
//! squares, and without which p and r are not connected. A bend of a corridor is one.
//!
//! *A gate is passed at most once, and then nothing goes back.* Nothing slides over q and no arrow crosses it, because
//! p, q, r are not on a line. So whoever gets from p's side to r's side stops on q, and shoots from there; and q sees
//! nothing but p and r. If she shoots r, she is not getting through. If she shoots p, the sides are apart from then on.
//!
//! *If a gate is not passed, at most two squares at it and behind it are used*: q, and r by an arrow from q. Nothing
//! else behind it is seen from q or from before it.
//!
//! So let the amazons stand on one side of a gate, and call the other side, with the gate, a *branch*. A branch is
//! passed into by at most one amazon, who then stays in it, alone; there she may pass into one further branch, and so
//! on. Every branch that nobody passes into loses all but two squares. With n amazons and disjoint branches, at most n
//! are passed into; give those to the n that gain most by it. The squares that are neither burnt nor stood on in the
//! end are defects, so what is lost adds up to a lower bound on defects. For one amazon this is the longest path in a
//! tree, as in the theorem on combs (Lieberum 2005, Theorem 2).
//!
//! One depth-first search from an amazon finds the gates (Tarjan's low points) and, on the way back, what each branch
//! holds. Cost: a few operations per pair of neighbours.

use super::field::{Field, State};
use super::set::Set;

/// What is seen of a square in the search for gates.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// When the square was found; also its place in the order.
    time: u32,
    parent: u16,
    /// The earliest square that a neighbour of something below is.
    low: u32,
    /// Squares below, this one included.
    size: u32,
    amazons: u32,
    /// Squares below that are used if one amazon comes here, further gates not passed.
    used: u32,
    /// What passing into the best branch below adds.
    gain: u32,
    is_gate: bool,
    in_branch: bool,
    /// The last square found from here.
    child: Option<u16>,
}

/// Room for the search, to be used again.
#[derive(Debug, Default)]
pub(super) struct Gates {
    visits: Vec<Visit>,
    order: Vec<u16>,
    stack: Vec<(u16, u16)>,
    gains: Vec<u32>,
}

/// Squares of a branch that are used if nobody passes into it: the gate, and what is shot from it.
const UNPASSED: u32 = 2;

impl Gates {
    /// A lower bound on the defects of a connected state with an amazon.
    pub(super) fn defects<const N: usize>(&mut self, field: &Field, state: &State<N>) -> usize {
        let unburnt = state.unburnt();
        let movers = state.movers();
        self.visit(field, &unburnt, &movers);
        self.measure(field, &unburnt, &movers);
        self.gains.clear();
        let mut lost = 0;
        for &point in &self.order[1..] {
            let parent = self.visits[usize::from(self.visits[usize::from(point)].parent)];
            let visit = &mut self.visits[usize::from(point)];
            visit.in_branch = parent.in_branch || parent.is_gate;
            if visit.is_gate && !visit.in_branch {
                lost += visit.size - UNPASSED;
                self.gains.push(visit.used - UNPASSED);
            }
        }
        self.gains.sort_unstable_by(|a, b| b.cmp(a));
        let gained: u32 = self.gains.iter().take(movers.count()).sum();
        (lost - gained) as usize
    }

    /// Walks through the squares, depth first, from the first amazon.
    fn visit<const N: usize>(&mut self, field: &Field, unburnt: &Set<N>, movers: &Set<N>) {
        self.visits.resize(field.len(), Visit::default());
        self.order.clear();
        let mut seen = Set::<N>::NONE;
        let root = movers.points().next().expect("a state to be bounded has an amazon");
        let mut clock = 0;
        let mut find = |gates: &mut Gates, seen: &mut Set<N>, point: u16, parent: u16| {
            seen.put(point);
            gates.visits[usize::from(point)] = Visit { time: clock, parent, low: clock, ..Visit::default() };
            clock += 1;
            gates.order.push(point);
            gates.stack.push((point, 0));
        };
        find(self, &mut seen, root, root);
        while let Some((point, next)) = self.stack.pop() {
            let Some(&near) = field.near(point).get(usize::from(next)) else { continue };
            self.stack.push((point, next + 1));
            if !unburnt.has(near) {
                continue;
            }
            if seen.has(near) {
                let time = self.visits[usize::from(near)].time;
                let visit = &mut self.visits[usize::from(point)];
                if near != visit.parent {
                    visit.low = visit.low.min(time);
                }
            } else {
                self.visits[usize::from(point)].child = Some(near);
                find(self, &mut seen, near, point);
            }
        }
    }

    /// Adds up from the ends to the root what each square has below it, and marks the gates of branches.
    fn measure<const N: usize>(&mut self, field: &Field, unburnt: &Set<N>, movers: &Set<N>) {
        for i in (0..self.order.len()).rev() {
            let point = self.order[i];
            let mut visit = self.visits[usize::from(point)];
            visit.size += 1;
            visit.used += 1;
            visit.amazons += u32::from(movers.has(point));
            if i > 0 && visit.amazons == 0 && is_narrow(field, unburnt, point) {
                // Its neighbours are its parent and its child; below, nothing but the child touches it.
                let child = visit.child.map(|child| self.visits[usize::from(child)]);
                visit.is_gate = child.is_some_and(|child| child.low >= visit.time);
            }
            let (mut used, mut gain) = (visit.used, visit.gain);
            if visit.is_gate {
                visit.used += visit.gain;
                (used, gain) = (UNPASSED, visit.used - UNPASSED);
            }
            self.visits[usize::from(point)] = visit;
            if i > 0 {
                let parent = &mut self.visits[usize::from(visit.parent)];
                parent.size += visit.size;
                parent.amazons += visit.amazons;
                parent.used += used;
                parent.gain = parent.gain.max(gain);
                parent.low = parent.low.min(visit.low);
            }
        }
    }
}

/// Whether a square has two neighbours, sees nothing beyond them, and does not lie between them on a line.
fn is_narrow<const N: usize>(field: &Field, unburnt: &Set<N>, point: u16) -> bool {
    let mut ways = 0;
    for ray in field.rays(point) {
        if unburnt.has(ray.points[0]) {
            ways += 1;
            let sees_on = ray.points.get(1).is_some_and(|&beyond| unburnt.has(beyond));
            let is_between = ray.opposite.is_some_and(|opposite| unburnt.has(opposite));
            if sees_on || is_between || ways > 2 {
                return false;
            }
        }
    }
    ways == 2
}
