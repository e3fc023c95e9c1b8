//! Checksums of files, as the pages in docs/formats have them.

/// Bytes of a checksum.
pub(crate) const CHECKSUM: usize = 4;

/// Layout of an atlas: bytes of the first line, entries in the table of sections, and bytes of an entry, which has a
/// start, a length and a checksum.
pub(crate) const ATLAS_LINE: usize = 96;
pub(crate) const ATLAS_SECTIONS: usize = 8;
pub(crate) const ATLAS_ENTRY: usize = 20;
pub(crate) const ATLAS_HEAD: usize = ATLAS_LINE + ATLAS_SECTIONS * ATLAS_ENTRY;

/// Appends the checksum of all bytes from `start` on.
pub(crate) fn append(bytes: &mut Vec<u8>, start: usize) {
    let sum = crc32fast::hash(&bytes[start..]);
    bytes.extend(sum.to_le_bytes());
}

/// Sets the checksum of a file that ends with the checksum of all its other bytes.
pub(crate) fn repair_last(bytes: &mut Vec<u8>) {
    bytes.truncate(bytes.len().saturating_sub(CHECKSUM));
    append(bytes, 0);
}

/// Sets the checksums of the sections that lie in the file, and that of the head.
pub(crate) fn repair_atlas(bytes: &mut [u8]) {
    if bytes.len() < ATLAS_HEAD + CHECKSUM {
        return;
    }
    for at in (ATLAS_LINE..ATLAS_HEAD).step_by(ATLAS_ENTRY) {
        if let Some(section) = atlas_section(bytes, at) {
            let sum = crc32fast::hash(section);
            bytes[at + 16..at + ATLAS_ENTRY].copy_from_slice(&sum.to_le_bytes());
        }
    }
    let sum = crc32fast::hash(&bytes[..ATLAS_HEAD]);
    bytes[ATLAS_HEAD..ATLAS_HEAD + CHECKSUM].copy_from_slice(&sum.to_le_bytes());
}

/// The section whose entry in the table is at `at`.
pub(crate) fn atlas_section(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let word = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?) as usize);
    let (start, length) = (word(at)?, word(at + 8)?);
    bytes.get(start..start.checked_add(length)?)
}
