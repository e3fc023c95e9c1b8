//! Bounds of a sum of areas, and who wins it (II-D and IV-C).
//!
//! Most areas only add their bounds. Games from thermographs say more. The side to move may begin in one hot game and
//! go on there until it stops, so the far end of its bounds may be put for the near one, once. And infinitesimals are
//! kept apart: two stars are 0, and whoever moves first in a single fuzzy one, the rest being at least 0, wins.

use otrera_cgt::{Bound, Bounds, Closeness, Dyadic, Player};

/// The kind of an infinitesimal.
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
    /// Everything but the infinitesimals.
    rest: Bounds,
    /// The hot game with the widest bounds; they are also in `rest`.
    widest: Option<Bounds>,
    stars: u32,
    fuzzy: u32,
    positive: u32,
    negative: u32,
}

impl Default for Sum {
    fn default() -> Sum {
        let rest = Bounds::exactly(Dyadic::ZERO);
        Sum { rest, widest: None, stars: 0, fuzzy: 0, positive: 0, negative: 0 }
    }
}

/// Bounds by whole numbers.
pub(super) fn whole(lower: i64, upper: i64) -> Bounds {
    let [lower, upper] = [lower, upper].map(|n| Bound::closed(Dyadic::integer(n)));
    Bounds { lower, upper }
}

const fn relaxed(at: Dyadic) -> Bound {
    Bound { at, closeness: Closeness::Relaxed }
}

const fn tightened(at: Dyadic) -> Bound {
    Bound { at, closeness: Closeness::Tightened }
}

impl Infinitesimal {
    pub(super) fn bounds(self) -> Bounds {
        let (lower, upper) = match self {
            Infinitesimal::Star | Infinitesimal::Fuzzy => (relaxed(Dyadic::ZERO), relaxed(Dyadic::ZERO)),
            Infinitesimal::Positive => (tightened(Dyadic::ZERO), relaxed(Dyadic::ZERO)),
            Infinitesimal::Negative => (relaxed(Dyadic::ZERO), tightened(Dyadic::ZERO)),
        };
        Bounds { lower, upper }
    }
}

impl Sum {
    /// Adds an area that is known by its bounds only.
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
        match kind {
            // Two stars are 0.
            Infinitesimal::Star => self.stars ^= 1,
            Infinitesimal::Fuzzy => self.fuzzy += 1,
            Infinitesimal::Positive => self.positive += 1,
            Infinitesimal::Negative => self.negative += 1,
        }
    }

    /// Bounds of all of it.
    pub fn bounds(&self) -> Bounds {
        let mut all = self.rest;
        for (kind, count) in [
            (Infinitesimal::Star, self.stars),
            (Infinitesimal::Fuzzy, self.fuzzy),
            (Infinitesimal::Positive, self.positive),
            (Infinitesimal::Negative, self.negative),
        ] {
            if count > 0 {
                all = all + kind.bounds();
            }
        }
        all
    }

    /// The same with players exchanged.
    fn swapped(&self) -> Sum {
        Sum {
            rest: self.rest.negative(),
            widest: self.widest.map(Bounds::negative),
            positive: self.negative,
            negative: self.positive,
            ..*self
        }
    }

    /// Who wins with this player to move, if that can be told.
    pub fn winner(&self, next: Player) -> Option<Player> {
        if let Some(winner) = self.bounds().winner(next) {
            return Some(winner);
        }
        let own = if next == Player::Left { *self } else { self.swapped() };
        (own.wins_by_hot() || own.wins_by_infinitesimal()).then_some(next)
    }

    /// Whether Left, to move, wins by beginning in the widest hot game.
    fn wins_by_hot(&self) -> bool {
        let Some(widest) = self.widest else { return false };
        let gain = widest.upper.at.checked_sub(widest.lower.at);
        let ahead = gain.and_then(|gain| self.bounds().lower.at.checked_add(gain));
        ahead.expect("stops of areas are small") > Dyadic::ZERO
    }

    /// Whether Left, to move, wins by beginning in an infinitesimal.
    fn wins_by_infinitesimal(&self) -> bool {
        let Bound { at, closeness } = self.rest.lower;
        let is_enough = at == Dyadic::ZERO && closeness != Closeness::Relaxed;
        is_enough && self.negative == 0 && self.stars + self.fuzzy == 1
    }
}
