//! What a search uses: everything can be switched off by itself, to see what it is worth.

use crate::bounds::Rules;

/// What to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Squares of the largest areas that are looked up in the atlas instead of being searched, if it has such large ones; 0
    /// looks up none.
    pub small: usize,
    /// Rules for the bounds of large areas.
    pub rules: Rules,
    /// First proof numbers by bounds and reach; else they are 1.
    pub guess: bool,
    /// A node's disproof number is the largest of its children's proof numbers and this part of the others: 1 is plain
    /// df-pn. Children of a node have much in common, and adding all of them up counts that again and again.
    pub share: u32,
    /// How far a child may be searched beyond its best sister: by one part in so many.
    pub slack: u32,
    /// Bytes for what is remembered.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    /// Nodes to expand at most.
    pub nodes: u64,
}

impl Options {
    /// Everything.
    pub const FULL: Options = Options {
        small: otrera_atlas::MAX_SIZE,
        rules: Rules::ALL,
        guess: true,
        share: 32,
        slack: 4,
        memory: 1 << 30,
        threads: 1,
        nodes: u64::MAX,
    };

    /// df-pn over situations: territories are numbers, other areas lie between minus and plus their empty squares, and
    /// nothing else is known. (The preset `plain` searches boards: [`crate::paper`].)
    pub const BARE: Options =
        Options { small: 0, rules: Rules::NONE, guess: false, share: 1, slack: u32::MAX, ..Options::FULL };
}

impl Default for Options {
    fn default() -> Options {
        Options::FULL
    }
}
