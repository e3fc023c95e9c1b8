//! A certificate as it lies in its file, mapped into memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

/// Maps a file into memory.
pub(crate) fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: a map is sound as long as nobody changes or shortens the file. `otrera` writes certificates under another
    // name and renames them into place when they are complete, so one that is open keeps its bytes even while it is
    // replaced. A user who edits it in place is beyond what can be guarded against, as with every program that maps
    // its data.
    unsafe { memmap2::Mmap::map(file) }
}
