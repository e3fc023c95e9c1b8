//! A memo of facts about areas, of bounded size, shared between threads.

use std::hash::BuildHasher as _;
use std::sync::{Arc, Mutex, MutexGuard};

use otrera_cgt::table_bytes;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::area::CanonicalArea;

/// Number of tables, so that threads seldom wait for each other. A table that is full is emptied.
const TABLES: usize = 64;

/// Facts about areas. Clones share them.
pub(crate) struct Memo<T> {
    tables: Arc<[Mutex<FxHashMap<CanonicalArea, T>>; TABLES]>,
    /// Most areas in a table.
    most: usize,
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Memo<T> {
        Memo { tables: Arc::clone(&self.tables), most: self.most }
    }
}

impl<T: Clone> Memo<T> {
    /// An empty memo of about `bytes` bytes, where a fact owns `beside` bytes besides its own size.
    pub(crate) fn new(bytes: usize, beside: usize) -> Memo<T> {
        // A table that has just grown has twice the places that it needs.
        let entry = 2 * table_bytes::<(CanonicalArea, T)>(1) + beside;
        let most = (bytes / TABLES / entry).max(1);
        Memo { tables: Arc::new(std::array::from_fn(|_| Mutex::default())), most }
    }

    pub(crate) fn get(&self, area: &CanonicalArea) -> Option<T> {
        self.table(area).get(area).cloned()
    }

    pub(crate) fn put(&self, area: CanonicalArea, fact: T) -> T {
        let mut table = self.table(&area);
        if table.len() >= self.most {
            *table = FxHashMap::default();
        }
        table.insert(area, fact.clone());
        fact
    }

    fn table(&self, area: &CanonicalArea) -> MutexGuard<'_, FxHashMap<CanonicalArea, T>> {
        // The maps use the lowest and the highest bits of the same hash.
        let number = (FxBuildHasher.hash_one(area) >> 32) as usize % TABLES;
        self.tables[number].lock().expect("no panic happens under this lock")
    }
}
