//! A lower bound by plodding (Song & Müller 2014, IV-A1): step to a neighbour, shoot back.
//!
//! An amazon that plods burns each square as she leaves it, so she walks a path, and every square of the path is a
//! move. She goes where the fewest ways lead on, but some, as one does on a knight's tour. When she is stuck the next
//! one goes on; squares are shared. Several orders of amazons and of equally good neighbours are sampled, with a fixed
//! generator, and the longest line is kept. Blockers shoot back anyway; they go last (IV-A2).

use super::Step;
use super::field::{Field, State};

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

/// The longest of `samples` plodding lines.
pub(super) fn plod<const N: usize>(field: &Field<N>, state: &State<N>, samples: usize) -> Vec<Step> {
    let mut choices = Choices(0x9E37_79B9_7F4A_7C15);
    let mut best = Vec::new();
    for sample in 0..samples {
        let line = plod_once(field, state, (sample > 0).then_some(&mut choices));
        if line.len() > best.len() {
            best = line;
        }
        if best.len() == state.empty.count() {
            break;
        }
    }
    best
}

/// One line. Without choices the first of equal neighbours is taken.
fn plod_once<const N: usize>(field: &Field<N>, state: &State<N>, mut choices: Option<&mut Choices>) -> Vec<Step> {
    let mut state = *state;
    let mut line = Vec::new();
    for group in [state.amazons, state.blockers] {
        let mut waiting: Vec<u16> = group.points().collect();
        while !waiting.is_empty() {
            let next = choices.as_mut().map_or(0, |choices| choices.below(waiting.len()));
            let mut from = waiting.remove(next);
            while let Some(to) = best_neighbour(field, &state, from, choices.as_deref_mut()) {
                let step = Step { from, to, arrow: from };
                state = state.after(step);
                line.push(step);
                from = to;
            }
        }
    }
    line
}

fn best_neighbour<const N: usize>(
    field: &Field<N>,
    state: &State<N>,
    from: u16,
    mut choices: Option<&mut Choices>,
) -> Option<u16> {
    let mut best: Option<(usize, u16)> = None;
    let mut ties = 0;
    for &to in field.near(from) {
        if !state.empty.has(to) {
            continue;
        }
        let ways = ways_on(field, state, to);
        if best.is_none_or(|(fewest, _)| ways < fewest) {
            (best, ties) = (Some((ways, to)), 1);
        } else if best.is_some_and(|(fewest, _)| ways == fewest) {
            ties += 1;
            if choices.as_mut().is_some_and(|choices| choices.below(ties) == 0) {
                best = Some((ways, to));
            }
        }
    }
    best.map(|(_, to)| to)
}

/// How few ways lead on from a neighbour; one without any comes after all others.
pub(super) fn ways_on<const N: usize>(field: &Field<N>, state: &State<N>, to: u16) -> usize {
    let ways = field.near(to).iter().filter(|&&next| state.empty.has(next)).count();
    if ways == 0 { usize::MAX } else { ways }
}
