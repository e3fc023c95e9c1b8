//! `Area`: a part of a board that does not interact with the rest.

use otrera_board::areas::Part;
use otrera_board::{Bits as _, Position, Side};
use pyo3::prelude::*;

use crate::board::Board;
use crate::convert::names;

/// An area of a board, with the fields of the report of `otrera areas`.
///
/// >>> [(area.label, area.kind, area.empty) for area in Board("b.#../w.##w w").areas()]
/// [('A', 'active', 2), ('B', 'white territory', 2)]
#[pyclass(frozen, module = "otrera")]
pub(crate) struct Area {
    pub(crate) position: Position,
    pub(crate) is_sided: bool,
    pub(crate) part: Part,
    /// A, B, ... in reading order; B1, B2, ... for the parts that blockers cut out of B.
    #[pyo3(get)]
    pub(crate) label: String,
}

#[pymethods]
impl Area {
    /// `active`, `black territory`, `white territory` or `dead`.
    #[getter]
    fn kind(&self) -> String {
        self.part.kind.to_string()
    }

    /// Its squares.
    #[getter]
    fn squares(&self) -> Vec<String> {
        names(&self.position, self.part.squares)
    }

    /// Amazons that it shares with other areas.
    #[getter]
    fn blockers(&self) -> Vec<String> {
        names(&self.position, self.part.blockers)
    }

    /// Number of empty squares.
    #[getter]
    fn empty(&self) -> u32 {
        self.part.empty(&self.position)
    }

    /// Number of black amazons.
    #[getter]
    fn black(&self) -> u32 {
        self.amazons(Side::Black)
    }

    /// Number of white amazons.
    #[getter]
    fn white(&self) -> u32 {
        self.amazons(Side::White)
    }

    /// The whole board with everything else burnt.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.wrapped(py, self.alone())
    }

    /// The area cut out of the board.
    #[getter]
    fn crop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.wrapped(py, self.part.cropped(&self.position).0)
    }

    fn __repr__(&self) -> String {
        format!("<Area {}: {}, {} empty>", self.label, self.part.kind, self.empty())
    }
}

impl Area {
    pub(crate) fn alone(&self) -> Position {
        self.part.alone(&self.position)
    }

    fn amazons(&self, side: Side) -> u32 {
        (self.part.squares & self.position.amazons(side)).count()
    }

    fn wrapped<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyAny>> {
        Board::sided_at(position, self.is_sided).wrapped(py)
    }
}
