//! Text form of games, as in the books.
//!
//! | written | meaning |
//! | --- | --- |
//! | `3`, `-5/8` | numbers; the denominator is a power of two |
//! | `*`, `*2` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `v4` | multiples of up and down; also `↑ ⇑ ↓ ⇓` |
//! | `1^*`, `v4*2`, `-2^2*` | a number, ups and a nimber side by side are their sum; the sign is the number's |
//! | `^[2]`, `v<3>*` | as CGSuite writes them: the n-th power of up, `^<n>`, and the sum of the first n, `^[n]` |
//! | `Tiny(2)`, `-2Miny({2|1})` | tiny and miny, `Tiny(G)` = `{0||0|-G}`, as CGSuite writes them; also `tiny`, `miny` |
//! | `{1,{2|0}|*}` | options; either side may be empty |
//! | `2|0||-1` | bars bind looser the more there are: `{{2|0}|-1}`; braces around the whole are optional |
//! | `+-1`, `±{1,{2|0}}` | `{G|-G}`, and with a list in braces all of it against its negatives |
//! | `{2|0}+*`, `3-^`, `-(1^)`, `2±1` | sums, differences, negatives |
//!
//! `+-` without a space is always `±`; the sum of 2 and -1 is `2 + -1`. Printed text parses to the same value.

mod error;
mod literal;
mod order;
mod parse;
mod print;

pub use error::{Found, ParseError, Problem};
pub use print::{Notation, Style};
