//! Mapping a certificate into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

/// Maps a file into memory.
pub(crate) fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: a map is sound as long as the file is neither changed nor shortened. `otrera` writes certificates under
    // another name and renames them into place when they are complete, so an open one keeps its bytes while it is
    // replaced. Edits in place by a user cannot be guarded against, as in every program that maps its data.
    unsafe { memmap2::Mmap::map(file) }
}
