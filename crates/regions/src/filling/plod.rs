//! A lower bound by plodding (Song & Müller 2014, IV-A1): step to a neighbour, shoot back.
//!
//! An amazon that plods burns each square as she leaves it, so she walks a path, and every square of the path is a
//! move. She goes where the fewest ways lead on, but some, as one does on a knight's tour. When she is stuck the next
//! one goes on; squares are shared. If that does not fill everything, she looks ahead: before anything else she keeps
//! as many squares within reach as she can. Then several orders of amazons and of equally good neighbours are sampled,
//! with a fixed generator. The longest line is kept. Blockers shoot back anyway; they go last (IV-A2).

use super::Step;
use super::field::{Field, State};
use super::set::Set;

/// A generator of choices that are the same everywhere: xorshift, with the shifts of Marsaglia 2003.
#[derive(Debug)]
struct Choices(u64);

impl Choices {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Squares that she counts when she looks ahead; beyond, one way on is as good as another.
const LOOK_AHEAD: usize = 256;

/// How an amazon chooses among her neighbours.
enum Manner {
    /// The one from which most squares can be reached.
    LookAhead,
    /// The first of the best.
    First,
    /// One of the best, by chance; the order of the amazons too.
    Chance(Choices),
}

/// The longest of some plodding lines, `samples` of them by chance.
pub(super) fn plod<const N: usize>(field: &Field<N>, state: &State<N>, samples: usize) -> Vec<Step> {
    let mut best = plod_once(field, state, &mut Manner::First);
    let mut is_full = best.len() == state.empty.count();
    let mut attempt = |manner: &mut Manner| {
        if !is_full {
            let line = plod_once(field, state, manner);
            is_full = line.len() == state.empty.count();
            if line.len() > best.len() {
                best = line;
            }
        }
    };
    attempt(&mut Manner::LookAhead);
    let mut manner = Manner::Chance(Choices(0x9E37_79B9_7F4A_7C15));
    for _ in 0..samples {
        attempt(&mut manner);
    }
    best
}

fn plod_once<const N: usize>(field: &Field<N>, state: &State<N>, manner: &mut Manner) -> Vec<Step> {
    let mut empty = state.empty;
    let mut line = Vec::new();
    for group in [state.amazons, state.blockers] {
        let mut waiting: Vec<u16> = group.points().collect();
        while !waiting.is_empty() {
            let next = if let Manner::Chance(choices) = manner { choices.below(waiting.len()) } else { 0 };
            let mut from = waiting.remove(next);
            while let Some(to) = best_neighbour(field, &empty, from, manner) {
                line.push(Step { from, to, arrow: from });
                empty.take(to);
                from = to;
            }
        }
    }
    line
}

fn best_neighbour<const N: usize>(field: &Field<N>, empty: &Set<N>, from: u16, manner: &mut Manner) -> Option<u16> {
    let mut best: Option<((usize, usize), u16)> = None;
    let mut ties = 0;
    for &to in field.near(from).iter().filter(|&&to| empty.has(to)) {
        let out_of_reach = match manner {
            Manner::LookAhead => LOOK_AHEAD - field.reach(to, empty, LOOK_AHEAD),
            Manner::First | Manner::Chance(_) => 0,
        };
        let price = (out_of_reach, ways_on(field, empty, to));
        if best.is_none_or(|(least, _)| price < least) {
            (best, ties) = (Some((price, to)), 1);
        } else if best.is_some_and(|(least, _)| price == least) {
            ties += 1;
            if let Manner::Chance(choices) = manner
                && choices.below(ties) == 0
            {
                best = Some((price, to));
            }
        }
    }
    best.map(|(_, to)| to)
}

/// How few ways lead on from a neighbour; one without any comes after all others.
pub(super) fn ways_on<const N: usize>(field: &Field<N>, empty: &Set<N>, to: u16) -> usize {
    let ways = field.near(to).iter().filter(|&&next| empty.has(next)).count();
    if ways == 0 { usize::MAX } else { ways }
}
