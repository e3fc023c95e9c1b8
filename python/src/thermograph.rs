//! `Thermograph`: the two walls of a game.

use std::sync::Arc;

use otrera_api::thermograph::{svg, terminal};
use otrera_cgt::{Dyadic, Thermograph as Graph, Wall};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::fraction;
use crate::error::invalid;
use crate::number::Whole;
use crate::picture;

/// Columns of the drawing in characters.
const WIDTH: usize = 60;

/// The walls of a game, from temperature -1 up, in exact fractions.
///
/// >>> graph = Value("{3|1}").thermograph()
/// >>> graph.mean, graph.temperature
/// (Fraction(2, 1), Fraction(1, 1))
/// >>> [(str(value), str(temperature)) for value, temperature in graph.left]
/// [('4', '-1'), ('2', '1')]
#[pyclass(frozen, module = "otrera")]
pub(crate) struct Thermograph {
    pub(crate) graph: Arc<Graph>,
    pub(crate) title: String,
}

type Corners<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

#[pymethods]
impl Thermograph {
    /// Corners of the left wall: pairs of value and temperature.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Corners<'py>> {
        corners(py, self.graph.left())
    }

    /// Corners of the right wall: pairs of value and temperature.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Corners<'py>> {
        corners(py, self.graph.right())
    }

    /// The mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph.mean())
    }

    /// The temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph.temperature())
    }

    /// The number reached if Left begins.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph.left_stop())
    }

    /// The number reached if Right begins.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph.right_stop())
    }

    /// The left and the right wall at a temperature, a whole number or a fraction from -1 up.
    fn at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = temperature.py();
        let at: Dyadic =
            temperature.str()?.to_cow()?.parse().map_err(|error: otrera_cgt::DyadicError| invalid(error))?;
        let wall = |wall: &Wall| {
            let value = wall.at(at).ok_or_else(|| invalid("a thermograph begins at temperature -1"))?;
            fraction(py, value)
        };
        Ok((wall(self.graph.left())?, wall(self.graph.right())?))
    }

    /// The drawing as an SVG document.
    pub(crate) fn svg(&self) -> String {
        svg(&self.graph, &self.title)
    }

    /// The drawing as a PNG file, `width` pixels wide.
    #[pyo3(signature = (*, width = picture::WIDTH))]
    fn png<'py>(&self, py: Python<'py>, width: Whole) -> PyResult<Bound<'py, PyBytes>> {
        picture::png(py, self.svg(), width)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Thermograph>().is_ok_and(|other| self.graph == other.get().graph)
    }

    /// The drawing in characters.
    fn __str__(&self) -> String {
        terminal(&self.graph, false, WIDTH)
    }

    fn __repr__(&self) -> String {
        format!("<Thermograph of {}: mean {}, temperature {}>", self.title, self.graph.mean(), self.graph.temperature())
    }
}

fn corners<'py>(py: Python<'py>, wall: &Wall) -> PyResult<Corners<'py>> {
    wall.corners().iter().map(|corner| Ok((fraction(py, corner.value)?, fraction(py, corner.temperature)?))).collect()
}
