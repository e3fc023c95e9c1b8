//! Stores of games. A value belongs to a store, and Python mixes values of any origin.
//!
//! Small games share one store. When it has grown to [`LARGEST`] a new one takes its place, and the old one goes with
//! the last of its values. Long work has a store of its own, with limits; its values keep that store alive.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use otrera_cgt::{CorePart, Interrupted, Store, Value};

/// Bytes of the shared store after which it is replaced.
const LARGEST: usize = 256 << 20;

/// The shared store.
pub(crate) fn shared() -> Arc<Store> {
    static SHARED: Mutex<Option<Arc<Store>>> = Mutex::new(None);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(store) = shared.as_ref().filter(|store| store.bytes() < LARGEST) {
        return Arc::clone(store);
    }
    Arc::clone(shared.insert(Arc::new(Store::new())))
}

/// Copies games from one store to another.
pub(crate) struct Copier<'a> {
    from: &'a Store,
    to: &'a Store,
    /// Copied games by their index in `from`.
    known: HashMap<u32, Value>,
}

impl<'a> Copier<'a> {
    pub(crate) fn new(from: &'a Store, to: &'a Store) -> Copier<'a> {
        Copier { from, to, known: HashMap::new() }
    }

    pub(crate) fn copy(&mut self, value: Value) -> Result<Value, Interrupted> {
        let parts = self.from.parts(value);
        let CorePart::Game { index, negated } = parts.core else { return self.to.assemble(parts, &[]) };
        let game = self.game(index)?;
        self.to.add(if negated { -game } else { game }, self.to.number(parts.number)?)
    }

    fn game(&mut self, index: u32) -> Result<Value, Interrupted> {
        if let Some(&known) = self.known.get(&index) {
            return Ok(known);
        }
        let game = self.from.game_at(index).expect("the value is of this store");
        let from = self.from;
        let left: Vec<Value> = from.left_options(game).map(|option| self.copy(option)).collect::<Result<_, _>>()?;
        let right: Vec<Value> = from.right_options(game).map(|option| self.copy(option)).collect::<Result<_, _>>()?;
        let copy = self.to.game(&left, &right)?;
        self.known.insert(index, copy);
        Ok(copy)
    }
}
