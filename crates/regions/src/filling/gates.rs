//! An upper bound on moves from gates: squares that can be passed only once.
//!
//! A *gate* is an empty square q with exactly two unburnt neighbours p and r, on no line of three or more unburnt
//! squares, and without which p and r are not connected. A bend of a corridor is one.
//!
//! *A gate is passed at most once, and nothing returns through it.* Nothing slides over q and no arrow crosses it,
//! because p, q, r are not on a line. So an amazon that gets from p's side to r's side stops on q and shoots from
//! there; and q sees only p and r. If she shoots r, she does not get through. If she shoots p, the sides are separated
//! from then on.
//!
//! *If a gate is not passed, at most two squares at it and behind it are used*: q, and r by an arrow from q. Nothing
//! else behind it is seen from q or from before it.
//!
//! ```text
//!   b . # .      The bend at c1 is a gate: it sees only b2 and d2. The amazon may pass it once, and then
//!   # # . #      cannot come back for anything on her side.
//! ```
//!
//! Let all amazons stand on one side of a gate, and call the other side, with the gate, a *branch*. At most one amazon
//! passes into a branch, and stays in it alone; there she may pass into one further branch, and so on. Every branch
//! that no amazon passes into loses all but two squares. With n amazons and disjoint branches, at most n are passed
//! into: the bound gives the amazons to the n branches that gain most. For one amazon this is the longest path in a
//! tree, as in the theorem on combs (Lieberum 2005, Theorem 2).
//!
//! A [`Walk`] from an amazon finds the gates, and a pass in reverse order adds up each branch. The cost is a few
//! operations for each pair of neighbours.

use super::field::{Field, State};
use super::set::Set;
use super::walk::Walk;

/// The squares used below a square.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// Squares used if one amazon comes here and passes no further gate; at a gate, also the best ones behind it.
    used: u32,
    /// Additional squares used by passing into the best branch below.
    gain: u32,
    is_gate: bool,
    in_branch: bool,
}

/// Scratch space, reused.
#[derive(Debug, Default)]
pub(super) struct Gates {
    uses: Vec<Use>,
    gains: Vec<u32>,
}

/// Squares of a branch that are used if no amazon passes into it: the gate, and one shot from it.
const UNPASSED: u32 = 2;

impl Gates {
    /// A lower bound on the defects of the connected state of `walk`.
    pub(super) fn defects<const N: usize>(&mut self, field: &Field<N>, state: &State<N>, walk: &Walk) -> usize {
        if !self.measure(field, &state.unburnt(), walk) {
            return 0;
        }
        self.gains.clear();
        let mut lost = 0;
        for &point in &walk.order[1..] {
            let parent = self.uses[usize::from(walk.at(point).parent)];
            let here = &mut self.uses[usize::from(point)];
            here.in_branch = parent.in_branch || parent.is_gate;
            if here.is_gate && !here.in_branch {
                lost += walk.at(point).size - UNPASSED;
                self.gains.push(here.used - UNPASSED);
            }
        }
        self.gains.sort_unstable_by(|a, b| b.cmp(a));
        let gained: u32 = self.gains.iter().take(state.movers().count()).sum();
        (lost - gained) as usize
    }

    /// Adds up the squares used below each square, from the leaves to the root. Returns whether there is a gate.
    fn measure<const N: usize>(&mut self, field: &Field<N>, unburnt: &Set<N>, walk: &Walk) -> bool {
        let mut found = false;
        self.uses.resize(field.len(), Use::default());
        for &point in &walk.order {
            self.uses[usize::from(point)] = Use { used: 1, ..Use::default() };
        }
        for &point in walk.order[1..].iter().rev() {
            let visit = walk.at(point);
            let here = &mut self.uses[usize::from(point)];
            let (mut used, mut gain) = (here.used, here.gain);
            if visit.amazons == 0 && is_narrow(field, unburnt, point) {
                // Its neighbours are its parent and its child; below, nothing but the child touches it.
                here.is_gate = visit.child.is_some_and(|child| walk.at(child).low >= visit.time);
            }
            if here.is_gate {
                found = true;
                here.used += here.gain;
                (used, gain) = (UNPASSED, here.used - UNPASSED);
            }
            let parent = &mut self.uses[usize::from(visit.parent)];
            parent.used += used;
            parent.gain = parent.gain.max(gain);
        }
        found
    }
}

/// Returns whether a square has two neighbours, sees nothing beyond them, and does not lie between them on a line.
fn is_narrow<const N: usize>(field: &Field<N>, unburnt: &Set<N>, point: u16) -> bool {
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
