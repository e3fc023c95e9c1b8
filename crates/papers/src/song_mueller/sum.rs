//! Bounds of a sum of areas, and its winner (II-D and IV-C).
//!
//! Most areas only add their bounds. Thermographs say more. The side to move may begin in one hot game and continue
//! there until it stops, so once the far end of its bounds replaces the near one. Infinitesimals are kept apart: two
//! stars are 0, and the side to move wins in a single fuzzy one if the rest is at least 0.

use otrera_cgt::{Bound, Bounds, Closeness, Dyadic, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infinitesimal {
    Star,
    Fuzzy,
    Positive,
    Negative,
}

/// A sum of areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Everything except the infinitesimals.
    rest: Bounds,
    /// The hot game with the widest bounds; they are also in `rest`.
    widest: Option<Bounds>,
    infinitesimals: [u32; 4],
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { rest: Bounds::exactly(Dyadic::ZERO), widest: None, infinitesimals: [0; 4] }
    }
}

/// Bounds by integers.
pub(super) fn whole(lower: i64, upper: i64) -> Bounds {
    let [lower, upper] = [lower, upper].map(|n| Bound::closed(Dyadic::integer(n)));
    Bounds { lower, upper }
}

impl Infinitesimal {
    const ALL: [Infinitesimal; 4] =
        [Infinitesimal::Star, Infinitesimal::Fuzzy, Infinitesimal::Positive, Infinitesimal::Negative];

    pub(super) fn bounds(self) -> Bounds {
        let [lower, upper] = match self {
            Infinitesimal::Star | Infinitesimal::Fuzzy => [Closeness::Relaxed, Closeness::Relaxed],
            Infinitesimal::Positive => [Closeness::Tightened, Closeness::Relaxed],
            Infinitesimal::Negative => [Closeness::Relaxed, Closeness::Tightened],
        }
        .map(|closeness| Bound { at: Dyadic::ZERO, closeness });
        Bounds { lower, upper }
    }
}

impl Sum {
    /// Adds an area by its bounds.
    pub fn add(&mut self, bounds: Bounds) {
        self.rest = self.rest + bounds;
    }

    /// Adds a hot game whose bounds are its stops.
    pub fn add_hot(&mut self, bounds: Bounds) {
        self.add(bounds);
        let width = |bounds: &Bounds| bounds.upper.at.checked_sub(bounds.lower.at);
        if self.widest.is_none_or(|widest| width(&bounds) > width(&widest)) {
            self.widest = Some(bounds);
        }
    }

    pub(super) fn add_infinitesimal(&mut self, kind: Infinitesimal) {
        let count = &mut self.infinitesimals[kind as usize];
        // Two stars are 0.
        *count = if kind == Infinitesimal::Star { *count ^ 1 } else { *count + 1 };
    }

    /// Bounds of the whole sum.
    pub fn bounds(&self) -> Bounds {
        let kinds = Infinitesimal::ALL.into_iter().filter(|&kind| self.infinitesimals[kind as usize] > 0);
        kinds.fold(self.rest, |all, kind| all + kind.bounds())
    }

    /// The sum with players exchanged.
    fn swapped(&self) -> Sum {
        let [stars, fuzzy, positive, negative] = self.infinitesimals;
        let widest = self.widest.map(Bounds::negative);
        Sum { rest: self.rest.negative(), widest, infinitesimals: [stars, fuzzy, negative, positive] }
    }

    /// Returns the winner with `next` to move, if the bounds decide it.
    pub fn winner(&self, next: Player) -> Option<Player> {
        if let Some(winner) = self.bounds().winner(next) {
            return Some(winner);
        }
        let own = if next == Player::Left { *self } else { self.swapped() };
        (own.wins_by_hot() || own.wins_by_infinitesimal()).then_some(next)
    }

    /// Returns whether Left, to move, wins by beginning in the widest hot game.
    fn wins_by_hot(&self) -> bool {
        let Some(widest) = self.widest else { return false };
        let gain = widest.upper.at.checked_sub(widest.lower.at);
        let ahead = gain.and_then(|gain| self.bounds().lower.at.checked_add(gain));
        ahead.expect("stops of areas are small") > Dyadic::ZERO
    }

    /// Returns whether Left, to move, wins by beginning in an infinitesimal.
    fn wins_by_infinitesimal(&self) -> bool {
        let Bound { at, closeness } = self.rest.lower;
        let is_enough = at == Dyadic::ZERO && closeness != Closeness::Relaxed;
        let [stars, fuzzy, _, negative] = self.infinitesimals;
        is_enough && negative == 0 && stars + fuzzy == 1
    }
}
