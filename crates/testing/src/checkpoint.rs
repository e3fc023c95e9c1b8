//! Forged checkpoints: docs/formats/checkpoint.md.

use crate::Random;

/// Groups between two checksums, and blocks of groups.
const BLOCK: usize = 256;
/// Bits of a word that hold the proof and disproof numbers, and the leads.
const NUMBERS: u64 = 0xffff_ffff_0000_0000;
const LEADS: u64 = 0x0000_0000_ffff_0000;
/// Code of 2^30; the numbers of an open entry are less.
const INFINITE_CODE: usize = 20 << 11;

/// Rewrites the words of a checkpoint, and makes its checksums right again.
///
/// # Panics
/// If the file is not a checkpoint.
pub fn forge_checkpoint(bytes: &[u8], mut change: impl FnMut(&mut u64)) -> Vec<u8> {
    let mut at = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1 + 4;
    let mut forged = bytes[..at].to_vec();
    for _ in 0..BLOCK {
        let begin = forged.len();
        for _ in 0..BLOCK {
            let count = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
            forged.extend(&bytes[at..at + 4]);
            for entry in bytes[at + 4..][..16 * count].chunks(16) {
                let mut word = u64::from_le_bytes(entry[8..].try_into().unwrap());
                change(&mut word);
                forged.extend(&entry[..8]);
                forged.extend(word.to_le_bytes());
            }
            at += 4 + 16 * count;
        }
        let sum = crc32fast::hash(&forged[begin..]);
        forged.extend(sum.to_le_bytes());
        at += 4;
    }
    forged.extend(&bytes[at..]);
    forged
}

impl Random {
    /// A forgery of a checkpoint in which one entry in `rarity` is wrong: it says that its situations are won, that they are
    /// lost, or it has other leads or proof numbers.
    pub fn forge_checkpoint(&mut self, bytes: &[u8], rarity: usize) -> Vec<u8> {
        forge_checkpoint(bytes, |word| {
            if self.below(rarity) > 0 {
                return;
            }
            let leads = |won: i8, lost: i8| u64::from(won as u8) << 24 | u64::from(lost as u8) << 16;
            *word = match self.below(4) {
                0 => *word & !LEADS | leads(i8::MIN + 1, i8::MIN),
                1 => *word & !LEADS | leads(i8::MAX, i8::MAX - 1),
                2 => {
                    let lost = self.below(9) as i8 - 5;
                    *word & !LEADS | leads(lost + 1 + self.below(3) as i8, lost)
                }
                _ => {
                    let [proof, disproof] = [0; 2].map(|_| 1 + self.below(INFINITE_CODE - 1) as u64);
                    *word & !NUMBERS | proof << 48 | disproof << 32
                }
            };
        })
    }
}
