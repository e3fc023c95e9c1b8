//! Checkpoints without their empty groups. A checkpoint has 65,536 groups, so the smallest file has 263 kB; abridged, it
//! is the first line and the entries that there are:
//!
//! ```text
//! abridged = line "\n" { prefix:2 tag:8 word:8 } damage
//! damage   = nothing                 the file is complete
//!          | at:4 word:4             these four bytes are at `at` in the expanded file, except its checksums
//!          | at:4                    the file ends at `at`
//! ```

use crate::checksums::{CHECKSUM, append};

/// Groups of entries in a file, and groups between two checksums.
const GROUPS: usize = 1 << 16;
const GROUPS_IN_BLOCK: usize = 256;
/// Bytes of an abridged entry, of the number of its group, and of the number of entries in a group of a file.
pub(crate) const ENTRY: usize = 18;
const PREFIX: usize = 2;
const COUNT: usize = 4;

/// Abridges a complete checkpoint.
pub fn abridged(file: &[u8]) -> Option<Vec<u8>> {
    let line = file.iter().position(|&byte| byte == b'\n')? + 1;
    let mut bytes = file[..line].to_vec();
    let mut at = line + CHECKSUM;
    for group in 0..GROUPS {
        let count = u32::from_le_bytes(file.get(at..at + COUNT)?.try_into().ok()?) as usize;
        at += COUNT;
        for entry in file.get(at..at + count * (ENTRY - PREFIX))?.chunks_exact(ENTRY - PREFIX) {
            bytes.extend((group as u16).to_le_bytes());
            bytes.extend(entry);
        }
        at += count * (ENTRY - PREFIX);
        if (group + 1).is_multiple_of(GROUPS_IN_BLOCK) {
            at += CHECKSUM;
        }
    }
    Some(bytes)
}

/// The checkpoint with its empty groups, its damage, and right checksums.
pub fn expanded(bytes: &[u8]) -> Vec<u8> {
    let line = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    let mut entries: Vec<&[u8]> = bytes[line..].chunks_exact(ENTRY).collect();
    let damage = bytes[line..].chunks_exact(ENTRY).remainder();
    let group_of = |entry: &[u8]| usize::from(u16::from_le_bytes([entry[0], entry[1]]));
    entries.sort_by_key(|entry| group_of(entry));

    // Stretches between two checksums.
    let mut stretches = vec![bytes[..line].to_vec()];
    let mut next = &entries[..];
    for block in 0..GROUPS / GROUPS_IN_BLOCK {
        let mut groups = Vec::with_capacity(GROUPS_IN_BLOCK * COUNT);
        for group in block * GROUPS_IN_BLOCK..(block + 1) * GROUPS_IN_BLOCK {
            let count = next.iter().take_while(|entry| group_of(entry) == group).count();
            groups.extend((count as u32).to_le_bytes());
            groups.extend(next[..count].iter().flat_map(|entry| &entry[PREFIX..]));
            next = &next[count..];
        }
        stretches.push(groups);
    }
    stretches.push((entries.len() as u64).to_le_bytes().to_vec());
    apply_damage(&mut stretches, damage);

    let mut file = Vec::new();
    for stretch in stretches {
        let start = file.len();
        file.extend(stretch);
        append(&mut file, start);
    }
    if let Some(end) = damage.first_chunk().filter(|_| damage.len() < 8) {
        file.truncate(u32::from_le_bytes(*end) as usize % file.len());
    }
    file
}

/// Overwrites four bytes after the first line.
fn apply_damage(stretches: &mut [Vec<u8>], damage: &[u8]) {
    let Some((at, word)) = damage.first_chunk().zip(damage.get(4..8)) else { return };
    let length: usize = stretches[1..].iter().map(Vec::len).sum();
    let mut at = u32::from_le_bytes(*at) as usize % length;
    for stretch in &mut stretches[1..] {
        if let Some(bytes) = stretch.get_mut(at..).filter(|bytes| !bytes.is_empty()) {
            let length = bytes.len().min(word.len());
            bytes[..length].copy_from_slice(&word[..length]);
            return;
        }
        at -= stretch.len();
    }
}
