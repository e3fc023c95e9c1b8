//! The endgame database: every small region with everything that can stand on it. docs/atlas.md says what is in it and
//! describes the file.
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
pub use check::{CheckError, Checker, Kind, Mismatch};
pub use format::Header;
pub use known::KnownValues;
pub use look_up::{Endgame, Spot};
pub use read::ValuesError;
pub use write::WriteError;

use source::Source;

/// Squares of the largest regions that an atlas can have: beyond, its file would take dozens of gigabytes.
pub const MAX_SIZE: usize = 9;

/// Squares of the largest guarded areas that are worked out. For those of 7 there are 75 million states.
const MAX_GUARDED: usize = 6;

/// Squares of the largest guarded areas in an atlas of a size.
fn guarded_size(size: usize) -> usize {
    size.saturating_sub(1).min(MAX_GUARDED)
}

/// Where a value has its form if it has none.
const NO_FORM: u32 = u32::MAX;
/// The whole number of a value that is none.
const NOT_WHOLE: i32 = i32::MIN;

/// The slot at which a region is looked for first.
#[inline]
fn slot_of(word: u64, slots: usize) -> usize {
    debug_assert!(slots.is_power_of_two() && slots > 1);
    (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - slots.trailing_zeros())) as usize
}

/// A database that is open.
pub struct Atlas {
    source: Source,
    header: Header,
    sections: [Range<usize>; 8],
    /// By size, from 1 on.
    sizes: Vec<Sizes>,
}

/// Where the things of one size begin.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    /// Number of graphs.
    graphs: usize,
    /// Number of the first graph among those of all sizes.
    first: usize,
    /// Bytes from the start of the file to the first state of the first graph.
    territory: usize,
    open: usize,
    guarded: usize,
}

/// The number of a value in an atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

/// What an atlas keeps about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, if it is a whole number.
    pub whole: Option<i32>,
    /// Its thermograph.
    pub thermograph: Thermograph,
    /// Whether its canonical form is kept.
    pub has_form: bool,
}

/// The values of an atlas in a store. A value whose canonical form is not kept is `None`.
#[derive(Debug)]
pub struct Values(Vec<Option<Value>>);

impl Index<ValueId> for Values {
    type Output = Option<Value>;

    fn index(&self, id: ValueId) -> &Option<Value> {
        &self.0[id.0 as usize]
    }
}

impl Values {
    /// All of them, by number.
    pub fn iter(&self) -> impl Iterator<Item = (ValueId, Option<Value>)> {
        self.0.iter().enumerate().map(|(id, &value)| (ValueId(id as u32), value))
    }
}

/// Why a file is no atlas.
#[derive(Debug, Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    File(#[from] std::io::Error),
    /// Something else.
    #[error("this is not a file of `otrera atlas`")]
    Foreign,
    /// A version we do not know.
    #[error("the file has version {0} of the atlas format, and this program reads version 1")]
    Version(u32),
    /// A checksum is wrong.
    #[error("the file is damaged or cut short: a checksum does not fit")]
    Damaged,
    /// The checksums are right, but the content makes no sense.
    #[error("the file contradicts itself: it was not written by this program")]
    Nonsense,
}
