//! The bytes of an atlas: in memory, or a mapped file.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

pub(super) enum Source {
    Owned(Vec<u8>),
    Mapped(memmap2::Mmap),
}

impl Source {
    pub(super) fn map(file: &File) -> io::Result<Source> {
        // SAFETY: a map is sound as long as the file is neither changed nor truncated. Atlas files are written under
        // another name and renamed into place when they are complete (docs/internals/atlas.md), so an open file keeps
        // its bytes even while it is replaced. Editing the file in place cannot be guarded against, as in every program
        // that maps its data.
        Ok(Source::Mapped(unsafe { memmap2::Mmap::map(file)? }))
    }
}

impl Deref for Source {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Source::Owned(bytes) => bytes,
            Source::Mapped(map) => map,
        }
    }
}
