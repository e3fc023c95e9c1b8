//! Errors of the libraries as exceptions. The text is the library's sentence.

use std::io;

use otrera_api::Unproven as UnprovenError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyRuntimeError, PyValueError};

create_exception!(
    otrera,
    OutOfLimits,
    PyException,
    "The limits ended a question before its answer was complete. `report` is the report so far, or None."
);
create_exception!(
    otrera,
    Unproven,
    PyException,
    "A result that does not hold, such as that of a refused certificate. `report` is the report, or None."
);
create_exception!(
    otrera,
    EngineError,
    PyRuntimeError,
    "An engine that makes no legal move: it is late, resigns, ends or answers wrongly."
);

/// The exception of an error: `OutOfLimits`, `Unproven`, `OSError`, and else `ValueError`.
pub(crate) fn exception(error: anyhow::Error) -> PyErr {
    let sentence = format!("{error:#}");
    if error.is::<otrera_api::OutOfLimits>() {
        OutOfLimits::new_err(sentence)
    } else if error.is::<UnprovenError>() {
        Unproven::new_err(sentence)
    } else if error.chain().any(|cause| cause.is::<io::Error>()) {
        PyOSError::new_err(sentence)
    } else {
        PyValueError::new_err(sentence)
    }
}

/// The exception of bad input.
pub(crate) fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
