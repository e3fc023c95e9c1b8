//! Sides, squares, numbers and options between Python and Rust.

use std::path::PathBuf;

use otrera_api::option::{Bytes, SideName, Threads};
use otrera_board::{Bits as _, Position, Side, Square};
use otrera_cgt::Dyadic;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::error::invalid;
use crate::number::Whole;

/// The names of the squares of a set.
pub(crate) fn names(position: &Position, set: u128) -> Vec<String> {
    position.squares(set).map(|square| square.to_string()).collect()
}

/// A square of this board by its name.
pub(crate) fn square(position: &Position, name: &str) -> PyResult<Square> {
    let square: Square = name.parse().map_err(invalid)?;
    if !position.size().contains(square) {
        return Err(invalid(format!("{square} is not on a {} board", position.size())));
    }
    Ok(square)
}

/// The set of the named squares.
pub(crate) fn set(position: &Position, names: &[String]) -> PyResult<u128> {
    names.iter().try_fold(0, |set, name| Ok(set | u128::bit(position.grid().point(square(position, name)?))))
}

/// A side by `black`, `white` or the first letter.
pub(crate) fn side(name: &str) -> PyResult<Side> {
    name.parse::<SideName>().map(|side| side.0).map_err(invalid)
}

/// A number as `fractions.Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, number: Dyadic) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    class.call1((number.mantissa(), 1_i64 << number.exponent()))
}

/// A number of threads; the processors of this machine for `None`.
pub(crate) fn threads(number: Option<Whole>) -> PyResult<Threads> {
    number.unwrap_or_else(|| Whole::new(otrera_api::all_threads() as u64)).option("threads")
}

/// A size in bytes: a number, or a text with a unit such as `500M`.
pub(crate) fn bytes(size: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Bytes>> {
    let read = |text: &str| text.parse().map_err(|sentence| invalid(format!("memory: {sentence}")));
    size.map(|size| read(&size.str()?.to_cow()?)).transpose()
}

/// The path of a `str` or `os.PathLike`.
pub(crate) fn path(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty())
}
