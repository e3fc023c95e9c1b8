//! `LegalMoves`: the legal moves of a position.
//!
//! A `Move` does not change, so one object stands for a move wherever it occurs. The cache makes listing moves several
//! times as fast as making an object for each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, PoisonError};

use otrera_board::{Move as Play, Position};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::board::narrow;
use crate::play::{Move, move_of};

/// Most cached moves: about 30 MB. A 10x10 board has some 100,000.
const MOST_CACHED: usize = 1 << 18;

/// The legal moves of a board at the time of asking: iterable, with `in`, `len()` and `count()`.
///
/// >>> moves = Board("start:4x4").legal_moves
/// >>> moves.count(), "b1-b2xb1" in moves
/// (88, True)
#[pyclass(frozen, module = "otrera")]
pub(crate) struct LegalMoves(pub(crate) Position);

#[pymethods]
impl LegalMoves {
    /// Number of legal moves.
    fn count(&self) -> u64 {
        self.0.count_moves()
    }

    fn __len__(&self) -> usize {
        self.0.count_moves() as usize
    }

    fn __bool__(&self) -> bool {
        self.0.can_move()
    }

    fn __contains__(&self, wanted: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.check(move_of(wanted)?).is_ok())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {} moves of {}>", self.count(), self.0)
    }
}

impl LegalMoves {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut plays: Vec<Play> = Vec::with_capacity(self.count() as usize);
        match narrow(&self.0) {
            Some(position) => position.for_each_action(|action| plays.push(position.name(action))),
            None => self.0.for_each_action(|action| plays.push(self.0.name(action))),
        }
        PyList::new(py, objects(py, plays)?)
    }
}

type Cache = HashMap<u64, Py<Move>, BuildHasherDefault<KeyHasher>>;

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

/// The objects of some moves. The lock is free again before the list is made: making one may collect garbage, and code
/// that then runs may list moves.
fn objects(py: Python<'_>, plays: Vec<Play>) -> PyResult<Vec<Py<Move>>> {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = cache.get_or_insert_default();
    plays.into_iter().map(|play| cached(py, cache, play)).collect()
}

fn cached(py: Python<'_>, cache: &mut Cache, play: Play) -> PyResult<Py<Move>> {
    if let Some(known) = cache.get(&key(play)) {
        return Ok(known.clone_ref(py));
    }
    let object = Py::new(py, Move(play))?;
    if cache.len() < MOST_CACHED {
        cache.insert(key(play), object.clone_ref(py));
    }
    Ok(object)
}

/// The squares of a move, 5 bits for each coordinate.
fn key(play: Play) -> u64 {
    let square = |square: otrera_board::Square| u64::from(square.col) << 5 | u64::from(square.row);
    square(play.from) << 20 | square(play.to) << 10 | square(play.arrow)
}

/// Hash of a key: one multiplication, as keys are small and differ in their low bits.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are u64")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(otrera_board::GOLDEN).rotate_left(26);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
