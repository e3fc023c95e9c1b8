//! Counts of inputs by the outcome of reading them. The log shows whether edits get past the checksums.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Outcome of reading an input.
#[derive(Clone, Copy)]
pub enum Outcome {
    /// A wrong first line or checksum.
    Damaged,
    /// Right checksums, and refused for its content.
    Refused,
    /// Read to the end.
    Accepted,
}

/// Counts of outcomes.
pub struct Tally([AtomicU64; 3]);

impl Tally {
    /// No inputs yet.
    pub const fn new() -> Tally {
        Tally([const { AtomicU64::new(0) }; 3])
    }

    /// Counts an input. The counts are printed at each power of two.
    pub fn count(&self, outcome: Outcome) {
        self.0[outcome as usize].fetch_add(1, Relaxed);
        let [damaged, refused, accepted] = [0, 1, 2].map(|n| self.0[n].load(Relaxed));
        let all = damaged + refused + accepted;
        if all.is_power_of_two() {
            eprintln!("tally: {damaged} damaged, {refused} refused with right checksums, {accepted} accepted");
        }
    }
}
