//! Puzzles with proven answers.

use otrera_api::option::Choice as _;
use otrera_api::{Outcome, PuzzleKind, Puzzles, PuzzlesReport};
use pyo3::prelude::*;

use crate::answers::{Answer, answered};
use crate::error::exception;
use crate::job::{self, Call};
use crate::number::{Time, Whole};

/// Most puzzles that are made in one call.
const MOST: u64 = 100_000;

/// The kinds of puzzles, each with its task.
#[pyfunction]
pub(crate) fn puzzle_tasks() -> Vec<(&'static str, &'static str)> {
    PuzzleKind::ALL.iter().map(|kind| (kind.name(), kind.help())).collect()
}

/// The puzzles of the program.
#[pyfunction]
pub(crate) fn known_puzzles(py: Python<'_>) -> PyResult<Answer> {
    answered(py, Outcome::complete(PuzzlesReport::embedded()), Vec::new())
}

/// Makes puzzles.
#[pyfunction]
#[pyo3(signature = (count, seed, time = None, progress = None))]
pub(crate) fn make_puzzles(
    py: Python<'_>,
    count: Whole,
    seed: Whole,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let question = Puzzles { count: count.within("count", 1..=MOST)?, seed: seed.within("seed", 0..=u64::MAX)? };
    let written = job::run(py, &Call::new(time, progress)?, move |job| question.answer(job))?;
    answered(py, written.map_err(exception)?, Vec::new())
}
