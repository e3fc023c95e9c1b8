//! Drawings as files of pixels.

use otrera_api::{Animation, png as pixels};
use otrera_board::game::Game;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::exception;
use crate::job::{self, Call};
use crate::number::{Time, Whole};

/// Width by default, and the least, in pixels: those of the server.
pub(crate) const WIDTH: Whole = Whole::new(640);
const LEAST: u64 = 16;

/// A drawing as the bytes of a PNG file. One that would be too high is narrower.
#[pyfunction]
#[pyo3(signature = (svg, width = WIDTH))]
pub(crate) fn png<'py>(py: Python<'py>, svg: String, width: Whole) -> PyResult<Bound<'py, PyBytes>> {
    let width = side(width)?;
    let call = Call { time: None, progress: None };
    let file = job::run(py, &call, move |_| {
        anyhow::Ok(pixels::render(&svg, pixels::width_within(&svg, width, pixels::MAX_SIDE)?)?)
    })?;
    file.map(|file| PyBytes::new(py, &file)).map_err(exception)
}

/// A game as the bytes of an animated GIF.
pub(crate) fn gif(py: Python<'_>, game: Game, width: Whole, pause: Time) -> PyResult<Bound<'_, PyBytes>> {
    let animation = Animation { width: side(width)?, pause: pause.get("pause")? };
    let call = Call { time: None, progress: None };
    let file = job::run(py, &call, move |job| animation.gif(&game, job.stop))?;
    file.map(|(file, _)| PyBytes::new(py, &file)).map_err(exception)
}

fn side(width: Whole) -> PyResult<u32> {
    width.within("width", LEAST..=pixels::MAX_SIDE.into())
}
