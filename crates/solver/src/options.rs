//! Options of a search. Each technique can be switched off by itself, to measure its worth.

use crate::bounds::Rules;

/// Techniques and limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Squares of the largest active areas that are looked up in the atlas, as far as it has them; 0 looks up none.
    pub small: usize,
    /// Rules for the bounds of large areas.
    pub rules: Rules,
    /// First proof numbers by bounds and reach; else they are 1.
    pub guess: bool,
    /// A node's disproof number is the largest proof number of its children plus one part in `share` of the others; 1 is
    /// plain df-pn. Children have much in common, and a plain sum counts it many times.
    pub share: u32,
    /// A child is searched until its number exceeds that of its best sister by one part in `slack`.
    pub slack: u32,
    /// Keeps the children of nodes that are searched again.
    pub kept: bool,
    /// Evaluates the less promising half of a node's moves only when the search comes to them.
    pub lazy: bool,
    /// Tries replies that won against other moves of the parent first.
    pub replies: bool,
    /// Bytes for the table and the caches of bounds and children.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    /// Limit of nodes to expand.
    pub nodes: u64,
}

impl Options {
    /// All techniques.
    pub const FULL: Options = Options {
        small: otrera_atlas::MAX_SIZE,
        rules: Rules::ALL,
        guess: true,
        share: 32,
        slack: 16,
        kept: true,
        lazy: true,
        replies: true,
        memory: 1 << 30,
        threads: 1,
        nodes: u64::MAX,
    };

    /// Plain df-pn over situations: territories are integers, other areas lie between minus and plus their empty squares.
    pub const BARE: Options = Options {
        small: 0,
        rules: Rules::NONE,
        guess: false,
        share: 1,
        slack: u32::MAX,
        kept: false,
        lazy: false,
        replies: false,
        ..Options::FULL
    };
}
