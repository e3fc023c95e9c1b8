//! Questions of `otrera-api`. Options come as JSON, and reports go as JSON.

use std::path::PathBuf;

use otrera_api::option::{Seconds, Threads};
use otrera_api::{
    Analyze, Areas, Ask, Best, CheckpointPlan, Convert, Lsg, Moves, Openings, Outcome, Perft, Place, Score, Show,
    Solve, Territory, Verify,
};
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert;
use crate::error::{exception, invalid};
use crate::job::{self, Call};
use crate::number::{Time, Whole};

/// A report as JSON, the exception if it is incomplete, and drawings.
pub(crate) type Answer = (String, Option<Py<PyAny>>, Vec<String>);

/// Resources and files of a question, which are no part of its JSON.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Resources {
    threads: Option<Whole>,
    atlas: Option<PathBuf>,
    certificate: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
}

impl Resources {
    fn threads(&self) -> PyResult<Threads> {
        convert::threads(self.threads)
    }
}

/// Answers the question of this name. `options` is the JSON object of the HTTP interface.
#[pyfunction]
#[pyo3(signature = (name, options, resources, time = None, progress = None))]
pub(crate) fn ask(
    py: Python<'_>,
    name: &str,
    options: &str,
    resources: Resources,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let call = &Call::new(time, progress)?;
    let threads = resources.threads()?;
    match name {
        "solve" => {
            let plan = |file| CheckpointPlan { file, every: CheckpointPlan::EVERY.0 };
            let question = Solve {
                threads,
                certificate_file: resources.certificate,
                checkpoint: resources.checkpoint.map(plan),
                atlas: resources.atlas,
                ..read(options)?
            };
            asked(py, call, question, |_| Vec::new())
        }
        "score" => asked(py, call, Score { threads, ..read(options)? }, |_| Vec::new()),
        "best" => asked(py, call, with_engine(read(options)?, threads, resources.atlas), |_| Vec::new()),
        "territory" => asked(py, call, read::<Territory>(options)?, |_| Vec::new()),
        "areas" => asked(py, call, read::<Areas>(options)?, |_| Vec::new()),
        "moves" => asked(py, call, read::<Moves>(options)?, |_| Vec::new()),
        "openings" => asked(py, call, read::<Openings>(options)?, |_| Vec::new()),
        "convert" => asked(py, call, read::<Convert>(options)?, |_| Vec::new()),
        _ => Err(invalid(format!("there is no question {name}"))),
    }
}

/// Analyses a game: the report, the annotated record, and the graph of the evaluation as SVG.
#[pyfunction]
#[pyo3(signature = (options, resources, time = None, progress = None))]
pub(crate) fn analyze(
    py: Python<'_>,
    options: &str,
    resources: Resources,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let threads = resources.threads()?;
    let Analyze { best } = read(options)?;
    let question = Analyze { best: with_engine(best, threads, resources.atlas) };
    asked(py, &Call::new(time, progress)?, question, |report| vec![report.annotated(), report.svg()])
}

/// Shows a board: the report, and the drawing as SVG.
#[pyfunction]
pub(crate) fn show(py: Python<'_>, options: &str) -> PyResult<Answer> {
    let question = Show { without_side: true, ..read(options)? };
    asked(py, &Call { time: None, progress: None }, question, |report| vec![report.svg()])
}

/// Counts the lines of play of `depth` moves.
#[pyfunction]
#[pyo3(signature = (position, depth, divide, threads, time = None, progress = None))]
pub(crate) fn perft(
    py: Python<'_>,
    position: String,
    depth: Whole,
    divide: bool,
    threads: Option<Whole>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let depth = depth.within("depth", 0..=u32::MAX.into())?;
    let question = Perft { place: Place::from(position), depth, divide, threads: convert::threads(threads)? };
    let report = job::run(py, &Call::new(time, progress)?, move |job| question.answer(job))?;
    answered(py, Outcome::complete(report.map_err(exception)?), Vec::new())
}

/// Names the line segment graph of a board: the report, and the drawing as SVG where there is a square.
#[pyfunction]
pub(crate) fn graph(py: Python<'_>, position: String, bare: bool) -> PyResult<Answer> {
    let question = Lsg { place: Place::from(position), bare };
    let report = job::run(py, &Call { time: None, progress: None }, move |_| question.answer())?.map_err(exception)?;
    let drawing = report.svg().into_iter().collect();
    answered(py, Outcome::complete(report), drawing)
}

/// Checks a certificate. One that is refused has a report with the reason.
#[pyfunction]
#[pyo3(signature = (file, threads, memory = None, time = None, progress = None))]
pub(crate) fn verify(
    py: Python<'_>,
    file: PathBuf,
    threads: Option<Whole>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let question = Verify {
        file,
        threads: convert::threads(threads)?.get(),
        memory: convert::bytes(memory)?.unwrap_or(Verify::MEMORY),
        time: time.map(|time| time.get("time")).transpose()?.map(Seconds),
    };
    let call = Call::new(None, progress)?;
    let outcome = job::run(py, &call, move |job| question.answer(job))?.map_err(exception)?;
    answered(py, Outcome::complete(outcome.report), Vec::new())
}

fn with_engine(best: Best, threads: Threads, atlas: Option<PathBuf>) -> Best {
    Best { engine: otrera_api::EngineSettings { threads, atlas, ..best.engine }, ..best }
}

fn read<Q: Ask>(options: &str) -> PyResult<Q> {
    let body = serde_json::from_str(options).map_err(invalid)?;
    otrera_api::read(body, &otrera_api::options::<Q>()).map_err(exception)
}

/// Answers a question, with the drawings that `draw` makes of its report.
pub(crate) fn asked<Q: Ask>(
    py: Python<'_>,
    call: &Call,
    question: Q,
    draw: fn(&Q::Report) -> Vec<String>,
) -> PyResult<Answer> {
    // Reports need not be `Send`, so they are written where they are made.
    let written = job::run(py, call, move |job| {
        let Outcome { report, missing } = question.answer(job)?;
        anyhow::Ok((otrera_api::json(&report)?, missing, draw(&report)))
    })?;
    let (report, missing, drawings) = written.map_err(exception)?;
    Ok((report, missing.map(|error| value(py, error)), drawings))
}

/// A report that is there, as JSON.
pub(crate) fn answered(py: Python<'_>, outcome: Outcome<impl Serialize>, drawings: Vec<String>) -> PyResult<Answer> {
    let report = otrera_api::json(&outcome.report).map_err(exception)?;
    Ok((report, outcome.missing.map(|error| value(py, error)), drawings))
}

fn value(py: Python<'_>, error: anyhow::Error) -> Py<PyAny> {
    exception(error).into_value(py).into_any()
}
