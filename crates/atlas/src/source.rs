//! Where the bytes of an atlas are: in memory, or in a file that is mapped into it.
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
        // SAFETY: a map is sound as long as nobody changes or shortens the file. Files of this name are only ever
        // written under another name and renamed into place when they are complete (docs/atlas.md, "Where it is"),
        // so an open one keeps its bytes even while it is replaced. A user who edits it in place is beyond what can
        // be guarded against, as with every program that maps its data.
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
