//! A lower bound on moves by plodding (Song & Müller 2014, IV-A1): step to a neighbour, shoot back.
//!
//! A plodding amazon burns each square as she leaves it, so she walks a path, and every square of the path is a move.
//! She steps to the neighbour with the fewest exits, as in Warnsdorff's rule for knight's tours. When she is stuck, the
//! next amazon continues. If that does not fill everything, a second line looks ahead: before anything else it keeps as
//! many squares within reach as possible. Then random orders of amazons and of equally good neighbours are sampled,
//! with a fixed seed. The longest line is kept. Blockers shoot back anyway; they go last (IV-A2).

use super::Step;
use super::field::{Field, State};
use super::set::Set;

/// A random generator with the same sequence everywhere: xorshift, with the shifts of Marsaglia 2003.
#[derive(Debug)]
struct Xorshift(u64);

impl Xorshift {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Maximum number of squares counted when looking ahead; beyond, all neighbours are equal.
const LOOK_AHEAD: usize = 256;

/// The choice among neighbouring squares.
enum Choice {
    /// The one from which most squares can be reached.
    LookAhead,
    /// The first of the best.
    First,
    /// A random one of the best, and a random order of the amazons.
    Random(Xorshift),
}

/// The longest of several plodding lines, `samples` of them random.
pub(super) fn plod<const N: usize>(field: &Field<N>, state: &State<N>, samples: usize) -> Vec<Step> {
    let mut best = plod_once(field, state, &mut Choice::First);
    let mut is_full = best.len() == state.empty.count();
    let mut attempt = |choice: &mut Choice| {
        if !is_full {
            let line = plod_once(field, state, choice);
            is_full = line.len() == state.empty.count();
            if line.len() > best.len() {
                best = line;
            }
        }
    };
    attempt(&mut Choice::LookAhead);
    let mut choice = Choice::Random(Xorshift(0x9E37_79B9_7F4A_7C15));
    for _ in 0..samples {
        attempt(&mut choice);
    }
    best
}

fn plod_once<const N: usize>(field: &Field<N>, state: &State<N>, choice: &mut Choice) -> Vec<Step> {
    let mut empty = state.empty;
    let mut line = Vec::new();
    for group in [state.amazons, state.blockers] {
        let mut waiting: Vec<u16> = group.points().collect();
        while !waiting.is_empty() {
            let next = if let Choice::Random(random) = choice { random.below(waiting.len()) } else { 0 };
            let mut from = waiting.remove(next);
            while let Some(to) = best_neighbour(field, &empty, from, choice) {
                line.push(Step { from, to, arrow: from });
                empty.take(to);
                from = to;
            }
        }
    }
    line
}

fn best_neighbour<const N: usize>(field: &Field<N>, empty: &Set<N>, from: u16, choice: &mut Choice) -> Option<u16> {
    let mut best: Option<((usize, usize), u16)> = None;
    let mut ties = 0;
    for &to in field.near(from).iter().filter(|&&to| empty.has(to)) {
        let out_of_reach = match choice {
            Choice::LookAhead => LOOK_AHEAD - field.reach(to, empty, LOOK_AHEAD),
            Choice::First | Choice::Random(_) => 0,
        };
        let price = (out_of_reach, exits(field, empty, to));
        if best.is_none_or(|(least, _)| price < least) {
            (best, ties) = (Some((price, to)), 1);
        } else if best.is_some_and(|(least, _)| price == least) {
            ties += 1;
            if let Choice::Random(random) = choice
                && random.below(ties) == 0
            {
                best = Some((price, to));
            }
        }
    }
    best.map(|(_, to)| to)
}

/// The number of exits of a square, as a price: a square without any costs most.
pub(super) fn exits<const N: usize>(field: &Field<N>, empty: &Set<N>, to: u16) -> usize {
    let exits = field.near(to).iter().filter(|&&next| empty.has(next)).count();
    if exits == 0 { usize::MAX } else { exits }
}
