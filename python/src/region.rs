//! `Region`: a small connected set of squares.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_api::{State, grouped};
use otrera_board::{Position, Side};
use otrera_regions::graph::{Canonizer, GraphName};
use otrera_regions::region::{Region as Squares, Walk};
use pyo3::prelude::*;

use crate::board::Board;
use crate::convert::{self, names, set};
use crate::error::invalid;
use crate::job::{self, Call};
use crate::number::Whole;
use crate::value::interrupted;

/// Largest regions that are listed: three million up to symmetry.
const LARGEST: u64 = 11;

/// Objects that are made between two looks for signals: a few milliseconds.
const AT_ONCE: usize = 1 << 14;

/// A connected set of squares up to symmetry, without amazons.
///
/// >>> [len(regions(size)) for size in range(1, 6)]
/// [1, 2, 5, 22, 94]
/// >>> region = regions(3)[0]
/// >>> region.text, region.squares, region.graph
/// ('...', ['a1', 'b1', 'c1'], '3:021')
#[pyclass(frozen, module = "otrera")]
pub(crate) struct Region(Squares);

#[pymethods]
impl Region {
    /// Columns of the bounding box.
    #[getter]
    fn width(&self) -> u32 {
        self.0.width()
    }

    /// Rows of the bounding box.
    #[getter]
    fn height(&self) -> u32 {
        self.0.height()
    }

    /// Its squares in the bounding box.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.0.squares().map(|square| square.to_string()).collect()
    }

    /// The board text without a side to move.
    #[getter]
    fn text(&self) -> String {
        let mut setup = self.position().setup();
        setup.to_move = None;
        setup.to_string()
    }

    /// The name of its line segment graph, equal exactly for isomorphic graphs.
    #[getter]
    fn graph(&self) -> String {
        GraphName::new(&Canonizer::default().label(&self.0.graph(), &[]).code).to_string()
    }

    /// A board with amazons on these squares.
    #[pyo3(signature = (black = Vec::new(), white = Vec::new(), turn = None))]
    fn board<'py>(
        &self,
        py: Python<'py>,
        black: Vec<String>,
        white: Vec<String>,
        turn: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bare = self.position();
        let [blacks, whites] = [set(&bare, &black)?, set(&bare, &white)?];
        if (blacks | whites) & !bare.empty() != 0 {
            return Err(invalid("an amazon stands outside of the region"));
        }
        if blacks & whites != 0 {
            return Err(invalid(format!("two amazons on {}", names(&bare, blacks & whites).join(" "))));
        }
        let side = turn.map(convert::side).transpose()?;
        let empty = bare.empty() & !(blacks | whites);
        let position = Position::from_sets(bare.grid(), blacks, whites, empty, side.unwrap_or(Side::White));
        Board::sided_at(position, side.is_some()).wrapped(py)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Region>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        self.0.word()
    }

    fn __repr__(&self) -> String {
        format!("<Region {}>", self.text())
    }
}

impl Region {
    fn position(&self) -> Position {
        self.0.position(&[], &[]).resized().expect("every board fits into 128 bits")
    }
}

/// All regions of `size` squares up to symmetry, in a fixed order.
#[pyfunction]
#[pyo3(signature = (size, *, threads = None, progress = None))]
pub(crate) fn regions(
    py: Python<'_>,
    size: Whole,
    threads: Option<Whole>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Py<Region>>> {
    let size = size.within("size", 1..=LARGEST)?;
    let threads = convert::threads(threads)?.get();
    let call = Call::new(None, progress)?;
    let found = job::run(py, &call, move |job| {
        let count = AtomicU64::new(0);
        let step = || {
            count.fetch_add(1, Relaxed);
        };
        let state = || State::text(format!("{} regions", grouped(count.load(Relaxed))));
        job.with_progress(state, || Walk { threads, stop: job.stop, progress: &step }.list(size))
    })?;
    // Millions of objects take a second, in which Ctrl-C is heard too.
    let mut regions = Vec::new();
    for part in found.map_err(interrupted)?.chunks(AT_ONCE) {
        py.check_signals()?;
        for &region in part {
            regions.push(Py::new(py, Region(region))?);
        }
    }
    Ok(regions)
}
