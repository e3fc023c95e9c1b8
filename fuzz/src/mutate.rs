//! The mutator of files with checksums.
//!
//! Random bytes almost never have a right checksum. So a file is split into its parts, a few edits are made, and the file
//! is joined with right checksums. Most files also get the numbers that their first line should have.

use crate::edits::{Plain, edit, edit_varint};
use crate::formats::Format;
use crate::random::Random;

/// Most edits in one mutation.
const MOST_EDITS: usize = 3;
/// One mutation in this many leaves the numbers of the first line as they were.
const MISCOUNTS: usize = 8;
/// One mutation in this many changes a varint anywhere after the first line: a count, for instance.
const LOOSE_VARINTS: usize = 8;
/// One mutation in this many leaves a checksum wrong.
const WRONG_CHECKSUMS: usize = 64;

/// A mutator of files of one format.
pub struct Mutator<'a> {
    /// The format.
    pub format: Format,
    /// Files to start from if an input is not of this format.
    pub bases: &'a [Vec<u8>],
    /// libFuzzer's own mutation.
    pub plain: Plain,
}

impl Mutator<'_> {
    /// Mutates the first `size` bytes of `data`, and returns the new size, which is at most `max_size`.
    pub fn mutate(&self, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
        let mut random = Random(seed.into());
        let Some(file) = self.mutated(&data[..size], &mut random).filter(|file| file.len() <= max_size) else {
            return (self.plain)(data, size, max_size);
        };
        data[..file.len()].copy_from_slice(&file);
        file.len()
    }

    fn mutated(&self, bytes: &[u8], random: &mut Random) -> Option<Vec<u8>> {
        if !bytes.starts_with(b"otrera ") {
            return (!self.bases.is_empty()).then(|| self.bases[random.below(self.bases.len())].clone());
        }
        let mut parts = self.format.split(bytes)?;
        for _ in 0..=random.below(MOST_EDITS) {
            edit(self.format, &mut parts, random, self.plain);
        }
        if !random.once_in(MISCOUNTS) {
            parts.recount();
        }
        let mut file = self.format.join(&parts);
        if random.once_in(LOOSE_VARINTS) {
            let line = parts.line.len() + 1;
            let mut body = file.split_off(line.min(file.len()));
            edit_varint(&mut body, random);
            file.extend(body);
        }
        if !random.once_in(WRONG_CHECKSUMS) {
            self.format.repair(&mut file);
        }
        Some(file)
    }
}
