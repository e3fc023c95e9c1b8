//! What of the memory is for what. docs/solving.md, "Memory".

use anyhow::{Context as _, bail};
use otrera_atlas::Atlas;
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_solver::Knowledge;

use crate::cli::SolveArgs;

/// The program itself: its code, its buffers, what it keeps besides. It was 6 MB on 5x5.
const PROGRAM: usize = 8 << 20;
/// What a thread has in its hands: its stack, and the children of the nodes on its way.
const THREAD: usize = 3 << 20;
/// Bytes for each game of the atlas; they are 250 in atlases of size 7 and 8.
const GAME: usize = 400;
/// One part in so many is for games that the search adds. On 5x5 these are a few hundred.
const GAMES_SHARE: usize = 32;
/// Least that is left for the table and the bounds of areas.
const LEAST: usize = 10 << 20;

/// Bytes for games, and bytes for what the search remembers.
pub(super) struct Budget {
    pub(super) games: usize,
    pub(super) search: usize,
}

impl Budget {
    pub(super) fn new(args: &SolveArgs, atlas: &Atlas) -> anyhow::Result<Budget> {
        // The atlas is mapped, and all of it is read when it is opened.
        let known = atlas.header().games as usize * GAME;
        let fixed = PROGRAM + atlas.bytes() + known + args.threads.get() * THREAD;
        let more = args.memory / GAMES_SHARE;
        match args.memory.checked_sub(fixed + more) {
            Some(search) if search >= LEAST => Ok(Budget { games: known + more, search }),
            _ => {
                let least = (fixed + LEAST) / (GAMES_SHARE - 1) * GAMES_SHARE;
                bail!(
                    "--memory is too little for this atlas of {} MB: give {}M, or --atlas with a smaller one",
                    atlas.bytes() >> 20,
                    (least >> 20) + 1
                )
            }
        }
    }

    /// The games of the atlas, in a store with room for those to come.
    pub(super) fn store(&self, limits: Limits) -> Store {
        Store::with_limits(Limits { bytes: self.games, ..limits })
    }
}

/// The book of an atlas.
pub(super) fn book<'a>(atlas: &'a Atlas, store: &'a Store) -> anyhow::Result<Knowledge<'a>> {
    let book = Knowledge::new(atlas, store).map_err(|error| match error {
        otrera_atlas::ValuesError::Interrupted(Interrupted::OutOfMemory) => {
            anyhow::anyhow!(
                "--memory is too little for the games of this atlas: give more, or --atlas with a smaller one"
            )
        }
        error => error.into(),
    })?;
    book.context("the atlas lacks canonical forms: build it anew without --forms")
}
