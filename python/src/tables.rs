//! The tables of the papers.

use std::path::PathBuf;

use otrera_api::tables::strips::StripsTable;
use otrera_api::tables::{DefectsTable, LsgTable, ZugzwangTable};
use otrera_api::{Job, Outcome};
use pyo3::prelude::*;
use serde::Serialize;

use crate::answers::{Answer, answered};
use crate::convert;
use crate::error::{exception, invalid};
use crate::job::{self, Call};

/// Squares of the largest regions, by table, as on the command line.
const LARGEST: [(&str, u32); 3] = [("lsg", 13), ("defects", 13), ("zugzwang", 8)];
/// Most amazons in the territories of the table of defects.
const MOST_AMAZONS: u32 = 8;
/// Columns of the longest strip.
const LONGEST_STRIP: u32 = 15;

/// A table by size: `lsg`, `defects` or `zugzwang`.
#[pyfunction]
#[pyo3(signature = (name, size, *, amazons = 1, threads = None, time = None, progress = None))]
pub(crate) fn table(
    py: Python<'_>,
    name: &str,
    size: u32,
    amazons: u32,
    threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let Some(&(_, largest)) = LARGEST.iter().find(|(table, _)| *table == name) else {
        return Err(invalid(format!("there is no table {name}: write lsg, defects or zugzwang")));
    };
    if !(1..=largest).contains(&size) || !(1..=MOST_AMAZONS).contains(&amazons) {
        return Err(invalid(format!("the table {name} has sizes from 1 to {largest} and 1 to {MOST_AMAZONS} amazons")));
    }
    let threads = convert::threads(threads)?.get();
    let call = Call::new(time, progress)?;
    match name {
        "lsg" => made(py, &call, move |job| LsgTable { size, threads }.answer(job)),
        "defects" => made(py, &call, move |job| DefectsTable { size, amazons, threads }.answer(job)),
        _ => made(py, &call, move |job| ZugzwangTable { size, threads }.answer(job)),
    }
}

/// All boards inside 2 x `length`, with their positions in the file `export` as CSV.
#[pyfunction]
#[pyo3(signature = (length, *, file = None, export = None, threads = None, memory = None, time = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn strips(
    py: Python<'_>,
    length: u32,
    file: Option<PathBuf>,
    export: Option<PathBuf>,
    threads: Option<usize>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    if !(1..=LONGEST_STRIP).contains(&length) {
        return Err(invalid(format!("a strip has a length from 1 to {LONGEST_STRIP}")));
    }
    let question = StripsTable {
        length: Some(length),
        file,
        query: None,
        longest: otrera_api::report::LONGEST_IN_JSON,
        export,
        threads: convert::threads(threads)?.get(),
        memory: convert::bytes(memory)?.unwrap_or(StripsTable::MEMORY),
    };
    made(py, &Call::new(time, progress)?, move |job| question.answer(job).map(Outcome::complete))
}

fn made<R: Serialize + Send + 'static>(
    py: Python<'_>,
    call: &Call,
    work: impl FnOnce(Job<'_>) -> anyhow::Result<Outcome<R>> + Send + 'static,
) -> PyResult<Answer> {
    let outcome = job::run(py, call, work)?.map_err(exception)?;
    answered(py, outcome, Vec::new())
}
