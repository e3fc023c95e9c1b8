//! The order in which options are printed.
//!
//! It depends on the games alone, not on when or by which thread they were made: closed forms come first, by number,
//! ups and nimber; then the others by left stop, right stop and number of options; ties are broken by the options, in
//! the same order. A comparison follows a single path down to the first difference.

use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::value::Form;
use crate::{Store, Value};

/// A memo of sorted options.
pub(super) struct Sorter<'a> {
    store: &'a Store,
    sorted: FxHashMap<Value, Rc<Sorted>>,
}

pub(super) struct Sorted {
    pub(super) left: Vec<Value>,
    pub(super) right: Vec<Value>,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(store: &'a Store) -> Self {
        Self { store, sorted: FxHashMap::default() }
    }

    pub(super) fn options(&mut self, value: Value) -> Rc<Sorted> {
        if let Some(sorted) = self.sorted.get(&value) {
            return Rc::clone(sorted);
        }
        let mut left: Vec<Value> = self.store.left_options(value).collect();
        let mut right: Vec<Value> = self.store.right_options(value).collect();
        left.sort_by(|&a, &b| self.cmp(a, b));
        right.sort_by(|&a, &b| self.cmp(a, b));
        let sorted = Rc::new(Sorted { left, right });
        self.sorted.insert(value, Rc::clone(&sorted));
        sorted
    }

    fn cmp(&mut self, a: Value, b: Value) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        match (a.form(), b.form()) {
            (Form::Closed { ups, nimber }, Form::Closed { ups: more, nimber: other }) => {
                (a.shift(), ups, nimber).cmp(&(b.shift(), more, other))
            }
            (Form::Closed { .. }, Form::Tree { .. }) => Ordering::Less,
            (Form::Tree { .. }, Form::Closed { .. }) => Ordering::Greater,
            (Form::Tree { .. }, Form::Tree { .. }) => self.cmp_trees(a, b),
        }
    }

    fn cmp_trees(&mut self, a: Value, b: Value) -> Ordering {
        let (here, there) = (self.store.extent(a), self.store.extent(b));
        let stops = (here.left_stop, here.right_stop).cmp(&(there.left_stop, there.right_stop));
        if stops.is_ne() {
            return stops;
        }
        let (here, there) = (self.options(a), self.options(b));
        let counts = (here.left.len(), here.right.len()).cmp(&(there.left.len(), there.right.len()));
        if counts.is_ne() {
            return counts;
        }
        let pairs = here.left.iter().zip(&there.left).chain(here.right.iter().zip(&there.right));
        for (&x, &y) in pairs {
            if x != y {
                return self.cmp(x, y);
            }
        }
        unreachable!("different games differ in an option")
    }
}
