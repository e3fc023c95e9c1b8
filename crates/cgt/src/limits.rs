//! Limits of a store, and the error when they are reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest chain of moves through games without a closed form. Recursion follows such chains, so this bounds the
/// stack: comparing two games at the limit uses about half a megabyte, a quarter of a spawned thread's stack.
/// An Amazons area of n squares stays below n.
pub const MAX_DEPTH: u32 = 512;

/// Reason for an unfinished operation. The store stays usable, and a retry continues from its memos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The caller's stop flag was raised.
    #[error("stopped before the game was computed")]
    Stopped,
    /// The store has grown to its memory limit.
    #[error("the games need more memory than the limit allows")]
    OutOfMemory,
    /// A number, a multiple of up or a nimber is beyond the range a value keeps.
    #[error("a number in the game is out of range: whole numbers below 2^30, fractions of 25 bits, 32767 ups, *32767")]
    OutOfRange,
    /// The game is nested deeper than [`MAX_DEPTH`].
    #[error("the game is nested deeper than {MAX_DEPTH} moves")]
    TooDeep,
}

/// Limits of a [`Store`](crate::Store). The library reads no clock: a caller with a deadline raises the flag.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Memory for games and memos, in bytes.
    pub bytes: usize,
    /// Raised by the caller to cancel running operations.
    pub stop: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: usize::MAX, stop: Arc::default() }
    }
}

impl Limits {
    /// At most `bytes` of memory, and a new flag.
    pub fn bytes(bytes: usize) -> Self {
        Self { bytes, ..Self::default() }
    }

    pub(crate) fn check_stop(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted::Stopped) } else { Ok(()) }
    }
}
