//! Errors of the libraries as exceptions. The text is the library's sentence.

use std::io;

use otrera_api::Unproven as UnprovenError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyException, PyFileExistsError, PyFileNotFoundError, PyIsADirectoryError, PyNotADirectoryError, PyOSError,
    PyPermissionError, PyRuntimeError, PyValueError,
};

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
    } else if let Some(cause) = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()) {
        of_file(cause.kind(), sentence)
    } else {
        PyValueError::new_err(sentence)
    }
}

/// The exception that Python's own `open` raises for an error of this kind. Text that is not UTF-8 is bad input.
fn of_file(kind: io::ErrorKind, sentence: String) -> PyErr {
    match kind {
        io::ErrorKind::NotFound => PyFileNotFoundError::new_err(sentence),
        io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(sentence),
        io::ErrorKind::PermissionDenied => PyPermissionError::new_err(sentence),
        io::ErrorKind::IsADirectory => PyIsADirectoryError::new_err(sentence),
        io::ErrorKind::NotADirectory => PyNotADirectoryError::new_err(sentence),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => PyValueError::new_err(sentence),
        _ => PyOSError::new_err(sentence),
    }
}

/// The exception of bad input.
pub(crate) fn invalid(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
