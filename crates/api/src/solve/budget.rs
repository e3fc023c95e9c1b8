//! The parts of the memory of a search: docs/guide/solve.md, "Memory".

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, bail};
use otrera_atlas::Atlas;
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_solver::Knowledge;

use crate::atlas_file::{NO_FORMS, not_loaded};

/// Bytes of the program: its code and buffers. It took 6 MB on 5x5.
const PROGRAM: usize = 8 << 20;
/// Bytes of a thread: its stack, and the children of the nodes on its path.
const THREAD: usize = 3 << 20;
/// Bytes for each game of the atlas; they are 250 in atlases of size 7 and 8.
const GAME: usize = 400;
/// Inverse of the share for games that the search adds. On 5x5 these are a few hundred.
const GAMES_SHARE: usize = 32;
/// Least bytes for the transposition table, the bounds of areas and the children of nodes.
const LEAST: usize = 10 << 20;

/// The memory of a search and of the games that it knows.
#[derive(Debug)]
pub struct Budget {
    games: usize,
    /// Bytes for the transposition table, the bounds of areas and the children of nodes.
    pub search: usize,
}

impl Budget {
    /// Divides `memory` bytes. Fails if they are too few for the atlas.
    pub fn new(memory: usize, threads: usize, atlas: &Atlas) -> anyhow::Result<Budget> {
        // The atlas is mapped, and all of it is read when it is opened.
        let known = atlas.header().games as usize * GAME;
        let fixed = PROGRAM + atlas.bytes() + known + threads * THREAD;
        let more = memory / GAMES_SHARE;
        match memory.checked_sub(fixed + more) {
            Some(search) if search >= LEAST => Ok(Budget { games: known + more, search }),
            _ => {
                let least = (fixed + LEAST) / (GAMES_SHARE - 1) * GAMES_SHARE;
                bail!(
                    "the memory limit is too low for this atlas of {} MB: allow {} MB, or use a smaller atlas",
                    atlas.bytes() >> 20,
                    (least >> 20) + 1
                )
            }
        }
    }

    /// A store for the games of the atlas, with room for those to come.
    pub fn store(&self, stop: Arc<AtomicBool>) -> Store {
        Store::with_limits(Limits { bytes: self.games, stop })
    }
}

/// The values of the atlas, in a store of [`Budget::store`].
pub fn knowledge<'a>(atlas: &'a Atlas, store: &'a Store) -> anyhow::Result<Knowledge<'a>> {
    let knowledge = Knowledge::new(atlas, store).map_err(|error| match error {
        otrera_atlas::ValuesError::Interrupted(Interrupted::OutOfMemory) => {
            anyhow::anyhow!("the memory limit is too low for the games of this atlas: raise it, or use a smaller atlas")
        }
        error => not_loaded(error),
    })?;
    knowledge.context(NO_FORMS)
}
