//! Numbers from Python. One that does not fit its argument is refused by a sentence that names the argument.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use otrera_api::option::Seconds;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat};

use crate::error::invalid;

/// A whole number, of any type that Python takes for one; `None` for a number that fits no argument: a negative one, one
/// of more than 64 bits, a float, a truth value.
#[derive(Clone, Copy)]
pub(crate) struct Whole(Option<u64>);

impl Whole {
    pub(crate) const fn new(number: u64) -> Whole {
        Whole(Some(number))
    }

    /// The number, if `range` has it.
    pub(crate) fn within<T: TryFrom<u64>>(self, name: &str, range: RangeInclusive<u64>) -> PyResult<T> {
        let number = self.0.filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            invalid(format!("{name}: write a whole number from {} to {}", range.start(), Limit(*range.end())))
        })
    }

    /// The option that the libraries read from this number.
    pub(crate) fn option<T: FromStr<Err = String>>(self, name: &str) -> PyResult<T> {
        let text = self.0.map_or("no whole number".into(), |number| number.to_string());
        text.parse().map_err(|sentence| invalid(format!("{name}: {sentence}")))
    }
}

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        if object.is_instance_of::<PyBool>() || object.is_instance_of::<PyFloat>() {
            return Ok(Whole(None));
        }
        match object.extract::<u64>() {
            Ok(number) => Ok(Whole(Some(number))),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Whole(None)),
            Err(error) => Err(error),
        }
    }
}

/// The end of a range: large ones are powers of two, less one.
struct Limit(u64);

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Limit(u64::MAX) => write!(f, "2^64 - 1"),
            Limit(most) if most == u64::from(u32::MAX) => write!(f, "2^32 - 1"),
            Limit(most) => write!(f, "{most}"),
        }
    }
}

/// A whole number from `least` to `most` that Python has checked for its own use.
#[pyfunction]
#[pyo3(signature = (name, number, most, least = 0))]
pub(crate) fn whole(name: &str, number: Whole, most: u64, least: u64) -> PyResult<u64> {
    number.within(name, least..=most)
}

/// A time in seconds; `None` for a number that is no time.
#[derive(Clone, Copy)]
pub(crate) struct Time(Option<Duration>);

impl Time {
    pub(crate) const fn new(time: Duration) -> Time {
        Time(Some(time))
    }

    /// The time.
    pub(crate) fn get(self, name: &str) -> PyResult<Duration> {
        self.0
            .ok_or_else(|| invalid(format!("{name}: {}", "".parse::<Seconds>().expect_err("an empty text is no time"))))
    }
}

impl FromPyObject<'_, '_> for Time {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Time> {
        if object.is_instance_of::<PyBool>() {
            return Ok(Time(None));
        }
        match object.extract::<f64>() {
            Ok(seconds) => Ok(Time(Duration::try_from_secs_f64(seconds).ok())),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Time(None)),
            Err(error) => Err(error),
        }
    }
}
