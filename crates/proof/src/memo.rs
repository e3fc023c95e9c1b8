//! A memo of facts about areas, of bounded size, shared between threads.

use std::hash::BuildHasher as _;
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::area::CanonicalArea;

/// Most areas kept at once: at about 100 bytes each, 400 MB, and somewhat more where a fact is a list.
const MOST: usize = 1 << 22;
/// Number of tables, so that threads seldom wait for each other. A table that is full is emptied.
const TABLES: usize = 64;

/// Facts about areas. Clones share them.
pub(crate) struct Memo<T>(Arc<[Mutex<FxHashMap<CanonicalArea, T>>; TABLES]>);

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Memo<T> {
        Memo(Arc::clone(&self.0))
    }
}

impl<T: Clone> Memo<T> {
    pub(crate) fn new() -> Memo<T> {
        Memo(Arc::new(std::array::from_fn(|_| Mutex::default())))
    }

    pub(crate) fn get(&self, area: &CanonicalArea) -> Option<T> {
        self.table(area).get(area).cloned()
    }

    pub(crate) fn put(&self, area: CanonicalArea, fact: T) -> T {
        let mut table = self.table(&area);
        if table.len() >= MOST / TABLES {
            table.clear();
        }
        table.insert(area, fact.clone());
        fact
    }

    fn table(&self, area: &CanonicalArea) -> MutexGuard<'_, FxHashMap<CanonicalArea, T>> {
        // The maps use the lowest and the highest bits of the same hash.
        let number = (FxBuildHasher.hash_one(area) >> 32) as usize % TABLES;
        self.0[number].lock().expect("no panic happens under this lock")
    }
}
