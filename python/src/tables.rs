//! The tables of the papers.

use std::path::PathBuf;

use otrera_api::option::Choice as _;
use otrera_api::presets::Preset;
use otrera_api::tables::solved::SolvedTable;
use otrera_api::tables::solving::{Ablation, Resources, SIZES, SolvingTable};
use otrera_api::tables::strips::StripsTable;
use otrera_api::tables::{DefectsTable, LsgTable, ZugzwangTable};
use otrera_api::{Job, Outcome};
use pyo3::prelude::*;
use serde::Serialize;

use crate::answers::{Answer, answered};
use crate::convert;
use crate::error::{exception, invalid};
use crate::job::{self, Call};
use crate::number::{Time, Whole};

/// Squares of the largest regions, by table, as on the command line.
const LARGEST: [(&str, u64); 3] = [("lsg", 13), ("defects", 13), ("zugzwang", 8)];
/// Most amazons in the territories of the table of defects.
const MOST_AMAZONS: u64 = 8;
/// Columns of the longest strip.
const LONGEST_STRIP: u64 = 15;
/// Games of each size in the suite of the table of solving.
const SUITE_GAMES: u64 = 100;
/// More moves than any game of the suite has.
const MOST_MOVES: u64 = 36;

/// A table by size: `lsg`, `defects` or `zugzwang`.
#[pyfunction]
#[pyo3(signature = (name, size, *, amazons = Whole::new(1), threads = None, time = None, progress = None))]
pub(crate) fn table(
    py: Python<'_>,
    name: &str,
    size: Whole,
    amazons: Whole,
    threads: Option<Whole>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let Some(&(_, largest)) = LARGEST.iter().find(|(table, _)| *table == name) else {
        return Err(invalid(format!("there is no table {name}: write lsg, defects or zugzwang")));
    };
    let size = size.within("size", 1..=largest)?;
    let amazons = amazons.within("amazons", 1..=MOST_AMAZONS)?;
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
    length: Whole,
    file: Option<PathBuf>,
    export: Option<PathBuf>,
    threads: Option<Whole>,
    memory: Option<&Bound<'_, PyAny>>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let question = StripsTable {
        length: Some(length.within("length", 1..=LONGEST_STRIP)?),
        file,
        query: None,
        longest: otrera_api::report::LONGEST_IN_JSON,
        export,
        threads: convert::threads(threads)?.get(),
        memory: convert::bytes(memory)?.unwrap_or(StripsTable::MEMORY),
    };
    made(py, &Call::new(time, progress)?, move |job| question.answer(job).map(Outcome::complete))
}

/// The winners of small boards: the named ones, all, or the quick ones.
#[pyfunction]
#[pyo3(signature = (boards, *, all, certificates = None, threads = None, memory = None, atlas = None, time = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn solved(
    py: Python<'_>,
    boards: Vec<String>,
    all: bool,
    certificates: Option<PathBuf>,
    threads: Option<Whole>,
    memory: Option<&Bound<'_, PyAny>>,
    atlas: Option<PathBuf>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    known("boards", &boards, &SolvedTable::sizes())?;
    let question = SolvedTable {
        boards,
        all,
        certificates,
        threads: convert::threads(threads)?.get(),
        memory: convert::bytes(memory)?.unwrap_or(Resources::MEMORY),
        atlas,
    };
    made(py, &Call::new(time, progress)?, move |job| question.answer(job))
}

/// Options of the tables of solving and of the ablation.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Attempts<'py> {
    presets: Vec<String>,
    seconds: Option<Time>,
    threads: Option<Whole>,
    memory: Option<Bound<'py, PyAny>>,
    atlas: Option<PathBuf>,
}

impl Attempts<'_> {
    fn presets(&self) -> PyResult<Vec<Preset>> {
        let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
        known("presets", &self.presets, &names)?;
        Ok(self.presets.iter().filter_map(|name| Preset::named(name)).collect())
    }

    fn resources(self) -> PyResult<Resources> {
        Ok(Resources {
            time: self.seconds.map(|seconds| seconds.get("seconds")).transpose()?,
            threads: convert::threads(self.threads)?.get(),
            memory: convert::bytes(self.memory.as_ref())?.unwrap_or(Resources::MEMORY),
            atlas: self.atlas,
        })
    }
}

/// The stage of a game at which solvers know the winner.
#[pyfunction]
#[pyo3(signature = (sizes, attempts, *, sample, games = None, moves = None, file = None, time = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn solving(
    py: Python<'_>,
    sizes: Vec<String>,
    attempts: Attempts<'_>,
    sample: bool,
    games: Option<Whole>,
    moves: Option<(Whole, Whole)>,
    file: Option<PathBuf>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    known("sizes", &sizes, &SIZES)?;
    let number = |moves: Whole| moves.within::<usize>("moves", 0..=MOST_MOVES);
    let question = SolvingTable {
        sample,
        sizes,
        presets: attempts.presets()?,
        games: games.map(|games| games.within("games", 1..=SUITE_GAMES)).transpose()?,
        moves: moves.map(|(from, to)| PyResult::Ok((number(from)?, number(to)?))).transpose()?,
        file,
        resources: attempts.resources()?,
    };
    made(py, &Call::new(time, progress)?, move |job| question.answer(job))
}

/// The effect of each technique on a few positions.
#[pyfunction]
#[pyo3(signature = (on, attempts, *, time = None, progress = None))]
pub(crate) fn ablation(
    py: Python<'_>,
    on: Vec<String>,
    attempts: Attempts<'_>,
    time: Option<Time>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    known("on", &on, &Ablation::columns())?;
    let question = Ablation { on, presets: attempts.presets()?, resources: attempts.resources()? };
    made(py, &Call::new(time, progress)?, move |job| question.answer(job))
}

/// Refuses names that are not among `all`.
fn known(argument: &str, names: &[String], all: &[&str]) -> PyResult<()> {
    match names.iter().find(|name| !all.contains(&name.as_str())) {
        Some(name) => Err(invalid(format!("{argument}: there is no {name}: write some of {}", all.join(", ")))),
        None => Ok(()),
    }
}

fn made<R: Serialize + Send + 'static>(
    py: Python<'_>,
    call: &Call,
    work: impl FnOnce(Job<'_>) -> anyhow::Result<Outcome<R>> + Send + 'static,
) -> PyResult<Answer> {
    let outcome = job::run(py, call, work)?.map_err(exception)?;
    answered(py, outcome, Vec::new())
}
