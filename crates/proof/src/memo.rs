//! What was worked out about areas, up to a bounded number of them.

use rustc_hash::FxHashMap;

use crate::area::Area;

/// Most areas remembered at once; when there are more, all are forgotten. About 50 bytes each, so some 50 MB.
const MOST: usize = 1 << 20;

/// Facts about areas.
pub(crate) struct Memo<T>(FxHashMap<Area, T>);

impl<T: Copy> Memo<T> {
    pub(crate) fn new() -> Memo<T> {
        Memo(FxHashMap::default())
    }

    pub(crate) fn get(&self, area: &Area) -> Option<T> {
        self.0.get(area).copied()
    }

    pub(crate) fn put(&mut self, area: Area, fact: T) -> T {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(area, fact);
        fact
    }
}
