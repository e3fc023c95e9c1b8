//! `Move`: a move by the names of its squares.

use std::hash::{DefaultHasher, Hash, Hasher};

use otrera_api::option::NotationName;
use otrera_board::{Move as Play, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::invalid;

/// A move: an amazon's origin and destination, and the target of its arrow.
///
/// >>> move = Move("d1d7,d7g7")
/// >>> move
/// Move('d1-d7xg7')
/// >>> move.origin, move.to, move.arrow
/// ('d1', 'd7', 'g7')
#[pyclass(frozen, module = "otrera", ord, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Move(pub(crate) Play);

#[pymethods]
impl Move {
    /// Reads a move in any notation.
    #[new]
    fn new(text: &str) -> PyResult<Move> {
        text.parse().map(Move).map_err(invalid)
    }

    /// Reads a move in UCI notation, or any other.
    #[staticmethod]
    fn from_uci(text: &str) -> PyResult<Move> {
        Move::new(text)
    }

    /// A move by the names of its three squares.
    #[staticmethod]
    fn from_squares(origin: &str, to: &str, arrow: &str) -> PyResult<Move> {
        let square = |name: &str| name.parse::<Square>().map_err(invalid);
        Ok(Move(Play { from: square(origin)?, to: square(to)?, arrow: square(arrow)? }))
    }

    /// Origin of the amazon.
    #[getter]
    fn origin(&self) -> String {
        self.0.from.to_string()
    }

    /// Destination of the amazon.
    #[getter]
    fn to(&self) -> String {
        self.0.to.to_string()
    }

    /// Target of the arrow.
    #[getter]
    fn arrow(&self) -> String {
        self.0.arrow.to_string()
    }

    /// The move in UCI notation, as Fairy-Stockfish writes it.
    fn uci(&self) -> String {
        otrera_board::text::Notation::Uci.write(self.0)
    }

    /// The move in the notation of this name.
    fn text(&self, notation: &str) -> PyResult<String> {
        let NotationName(notation) = notation.parse().map_err(invalid)?;
        Ok(notation.write(self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A move from a `Move` or a text.
pub(crate) fn move_of(object: &Bound<'_, PyAny>) -> PyResult<Play> {
    if let Ok(known) = object.cast::<Move>() {
        return Ok(known.get().0);
    }
    match object.extract::<String>() {
        Ok(text) => text.parse().map_err(invalid),
        Err(_) => Err(PyTypeError::new_err("a move is a Move or a text")),
    }
}
