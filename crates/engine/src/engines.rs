//! The engines that there are, by name.

use crate::engine::{Engine, EngineOptions};
use crate::prompt::Prompt;
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
        Box::new(Prompt((self.make)(options)))
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
];

/// The engine of this name.
pub fn named(name: &str) -> Option<&'static Named> {
    NAMED.iter().find(|engine| engine.name == name)
}
