//! The engines that there are, by name.

use crate::engine::{Engine, EngineOptions};
use crate::search::{Deepening, Judges, MinDistance, Monte, Plan, Player, Settings};
use crate::simple::{Greedy, Randomly};

/// An engine with a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it stands for, in a sentence or two.
    pub about: &'static str,
    make: fn(&EngineOptions) -> Box<dyn Engine>,
}

impl Named {
    /// Ready to play.
    pub fn build(&self, options: &EngineOptions) -> Box<dyn Engine> {
        (self.make)(options)
    }
}

/// All of them, from the weakest to the strongest.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        about: "Plays any legal move, each with the same chance.",
        make: |options| Box::new(Randomly::new(options)),
    },
    Named {
        name: "greedy",
        about: "Looks one move ahead, for the most squares that it reaches before the other side.",
        make: |options| Box::new(Greedy::new(options)),
    },
    Named {
        name: "arrow",
        about: "Selective alpha-beta with min-distance.",
        make: |options| Box::new(Player::new(Deepening::new(ARROW, Judges::new(|_| MinDistance), options))),
    },
    Named {
        name: "arrow-full",
        about: "Full-width alpha-beta with min-distance.",
        make: |options| Box::new(Player::new(Deepening::new(ARROW_FULL, Judges::new(|_| MinDistance), options))),
    },
    Named {
        name: "campya",
        about: "Monte-Carlo tree search with an evaluation in the place of random games.",
        make: |options| Box::new(Player::new(Monte::new(CAMPYA, Judges::new(|_| MinDistance), options))),
    },
];

const ARROW: Plan = Plan { width: Some(15), reductions: false, cuts: None };
const ARROW_FULL: Plan = Plan { width: None, reductions: true, cuts: None };
const CAMPYA: Settings =
    Settings { curiosity: 0.5, temperature: 2.0, width: 48, root_width: 128, minimax: 0.2, first: 1.0 };

/// The engine of this name.
pub fn named(name: &str) -> Option<&'static Named> {
    NAMED.iter().find(|engine| engine.name == name)
}
