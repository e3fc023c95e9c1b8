//! The endgame database: every region of up to N squares with every placement of amazons, in one file.
//!
//! Three tables answer three questions about a region:
//!
//! - *territory*: the maximum number of moves of its owner, with amazons and blockers on any squares;
//! - *open*: its value with any black and white amazons, as a game in canonical form;
//! - *guarded*, up to N - 1 squares and at most 6: the same with blockers among the amazons of both sides.
//!
//! Only the line segment graph of a region matters ([`otrera_regions::graph`]), so the tables are arrays by graph and
//! by *state*, a number with one digit for each point. A look-up goes from squares to the graph to the state:
//!
//! ```text
//!  squares       region              slot of the hash table        state, base 3            open table
//!  b # . #       one word: 8 bits    graph 4:01.12.23, and the     b on point 0, w on 3:    [graph][55]
//!  # . # w       of the 4x2 box      point of each square          1*1 + 2*27 = 55          = id of +-1
//! ```
//!
//! The hash table has all eight images of every region, so no canonical image has to be found, and a look-up makes two
//! or three dependent memory accesses: 43 ns for a territory, 56 ns for an open area. Values are stored once each; an
//! id leads to the outcome, the thermograph, and the canonical form if it has few followers.
//!
//! [`Builder`] goes size by size. A move burns a point and leaves smaller graphs, which are done; so each state is a
//! few look-ups and one canonical form, and no state is searched. Size 7 takes 3 s and 25 MB, size 8 takes 29 s and 199
//! MB on two cores. Keeping values by region instead of by graph would make the tables of size 8 four times as large.
//! [`Checker`] computes entries again by plain play on squares, without graphs and without splitting.
//!
//! Databases of Amazons areas by graph are due to Müller & Tegos (2002), blockers to Song & Müller (2014). See
//! docs/internals/atlas.md for the contents and docs/formats/atlas.md for the file.
//!
//! ```
//! use otrera_atlas::{Atlas, Builder};
//! use otrera_regions::region::Walk;
//! use otrera_board::Setup;
//! use otrera_cgt::Store;
//!
//! let store = Store::new();
//! let mut builder = Builder::new(&store);
//! for _ in 1..=4 {
//!     builder.next_size(Walk::quiet(1))?;
//! }
//! let mut file = std::io::Cursor::new(Vec::new());
//! builder.write(&mut file, 1000, Walk::quiet(1))?;
//!
//! let atlas = Atlas::new(file.into_inner())?;
//! let position = "b..w w".parse::<Setup>()?.position()?;
//! let spot = atlas.spot(position.grid(), position.unburnt()).unwrap();
//! let [black, white] = otrera_board::Side::BOTH.map(|side| position.amazons(side));
//! let id = atlas.open(&spot, spot.points(position.unburnt(), black), spot.points(position.unburnt(), white));
//! let form = atlas.values(&store)?[id].unwrap();
//! assert_eq!(store.display(form).to_string(), "+-1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod check;
mod format;
mod known;
mod layer;
mod look_up;
mod read;
mod resume;
mod source;
mod states;
mod write;

use std::ops::{Index, Range};

use otrera_cgt::{Outcome, Thermograph, Value};
use thiserror::Error;

pub use build::Builder;
pub use check::{CheckError, Checker, Mismatch, TableKind};
pub use format::Header;
pub use known::KnownValues;
pub use look_up::{Endgame, Spot};
pub use read::ValuesError;
pub use write::WriteError;

use source::Source;

/// Maximum size of an atlas. One more would take dozens of gigabytes.
pub const MAX_SIZE: usize = 9;
/// Maximum size of guarded areas. Those of 7 squares have 75 million states.
const MAX_GUARDED: usize = 6;

/// Maximum size of guarded areas in an atlas of `size`.
fn guarded_size(size: usize) -> usize {
    size.saturating_sub(1).min(MAX_GUARDED)
}

/// Offset of the form of a value that has none.
const NO_FORM: u32 = u32::MAX;
/// Stored integer of a value that is not one.
const NOT_WHOLE: i32 = i32::MIN;

/// The first slot to probe for a region.
#[inline]
fn slot_of(word: u64, slots: usize) -> usize {
    debug_assert!(slots.is_power_of_two() && slots > 1);
    (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - slots.trailing_zeros())) as usize
}

/// An open endgame database.
pub struct Atlas {
    source: Source,
    header: Header,
    sections: [Range<usize>; 8],
    /// By size, from 1 on.
    sizes: Vec<SizeLayout>,
}

/// Offsets of the tables of one size.
#[derive(Clone, Copy, Debug, Default)]
struct SizeLayout {
    graphs: usize,
    /// Index of the first graph among those of all sizes.
    first: usize,
    /// Offset in the file of the first state of the first graph, in each table.
    territory: usize,
    open: usize,
    guarded: usize,
}

/// The index of a value in an atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// Stored facts about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The winner.
    pub outcome: Outcome,
    /// The value, if it is an integer.
    pub whole: Option<i32>,
    /// Its thermograph.
    pub thermograph: Thermograph,
    /// True if the canonical form is stored.
    pub has_form: bool,
}

/// The values of an atlas in a store; `None` if the canonical form is not stored.
#[derive(Debug)]
pub struct Values(Vec<Option<Value>>);

impl Index<ValueId> for Values {
    type Output = Option<Value>;

    fn index(&self, id: ValueId) -> &Option<Value> {
        &self.0[id.0 as usize]
    }
}

impl Values {
    /// Iterates over all values by id.
    pub fn iter(&self) -> impl Iterator<Item = (ValueId, Option<Value>)> {
        self.0.iter().enumerate().map(|(id, &value)| (ValueId(id as u32), value))
    }

    /// All values by id, if every canonical form is stored.
    fn complete(self) -> Option<Vec<Value>> {
        self.0.into_iter().collect()
    }
}

/// Error: an atlas cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    File(#[from] std::io::Error),
    /// The file does not begin like an atlas.
    #[error("this is not an atlas file")]
    Foreign,
    /// Unknown version.
    #[error("the file has version {0} of the atlas format, and this program reads version 1")]
    Version(u32),
    /// A checksum is wrong.
    #[error("the file is damaged or cut short: a checksum does not match")]
    Damaged,
    /// The checksums are right, but the content is inconsistent.
    #[error("the file is inconsistent: it was not written by this program")]
    Inconsistent,
}
