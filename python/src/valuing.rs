//! Values of the areas of a board, and of the moves to their options.

use std::sync::Arc;

use otrera_api::{Ask as _, Job, State, Value as ValueQuestion, grouped};
use otrera_board::areas;
use otrera_board::{Bits as _, Position};
use otrera_cgt::{Interrupted, Store, Value as Game};
use otrera_regions::{AreaValues, Unfinished};
use pyo3::prelude::*;
use serde_json::json;

use crate::area::Area;
use crate::atlas::Atlas;
use crate::board::Board;
use crate::convert;
use crate::error::OutOfLimits;
use crate::job::{self, Call};
use crate::number::{Time, Whole};
use crate::play::Move;
use crate::stores;
use crate::value::{Value, limited, together};

/// The values of the areas, their sum, and the reason if something is missing.
type Values = (Vec<(Area, Option<Value>)>, Option<Value>, Option<Py<PyAny>>);

/// The values of the connected areas of a board and their sum. `atlas` answers at once what it has.
#[pyfunction]
#[pyo3(signature = (board, *, atlas = None, largest = None, time = None, memory = None, progress = None))]
pub(crate) fn values(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    atlas: Option<&Bound<'_, Atlas>>,
    largest: Option<Whole>,
    time: Option<Time>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Values> {
    let call = Call::new(time, progress)?;
    let bytes = convert::bytes(memory)?.unwrap_or(ValueQuestion::MEMORY).0;
    let most = u32::MAX;
    let largest = largest.map(|largest| largest.within("largest", 0..=most.into())).transpose()?.unwrap_or(most);
    // Other threads may use the board while this one waits.
    let board = board.try_borrow()?.clone();
    let areas = board.labelled(&areas::basic(&board.position));
    if let Some(atlas) = atlas
        && let Some(known) = atlas.get().values_of(py, &areas)?
    {
        let sum = sum(py, &known)?;
        return Ok((areas.into_iter().zip(known.into_iter().map(Some)).collect(), Some(sum), None));
    }
    let positions: Vec<Position> = areas.iter().map(Area::alone).collect();
    let (store, found) = job::run(py, &call, move |job| {
        let store = limited(job, bytes);
        let found = computed(job, &store, &positions, largest);
        (store, found)
    })?;
    let home = home(&call, store);
    let value = |game: Option<Game>| game.map(&home).transpose();
    let missing = found.missing.map(|(number, why)| {
        let what = number.map_or("the sum of all areas".into(), |number| format!("area {}", areas[number].label));
        OutOfLimits::new_err(format!("{what}: {why}")).into_value(py).into_any()
    });
    let values: Vec<Option<Value>> = found.areas.into_iter().map(value).collect::<PyResult<_>>()?;
    Ok((areas.into_iter().zip(values).collect(), value(found.sum)?, missing))
}

/// The moves of `side`, each with the value of the board after it.
#[pyfunction]
#[pyo3(signature = (board, side, *, time = None, memory = None, progress = None))]
pub(crate) fn option_moves(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    side: &str,
    time: Option<Time>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(Move, Value)>> {
    let (position, side) = (board.try_borrow()?.position, convert::side(side)?);
    let call = Call::new(time, progress)?;
    let bytes = convert::bytes(memory)?.unwrap_or(ValueQuestion::MEMORY).0;
    let (store, found) = job::run(py, &call, move |job| {
        let store = limited(job, bytes);
        let found = job.with_progress(|| state(&store), || AreaValues::new(&store).moves(&position, side));
        (store, found)
    })?;
    let home = home(&call, store);
    let mut moves = found.map_err(|why| OutOfLimits::new_err(why.to_string()))?;
    moves.sort_unstable_by_key(|(play, _)| *play);
    moves.into_iter().map(|(play, game)| Ok((Move(play), home(game)?))).collect()
}

/// Brings games of a job into a store that goes on working. A time limit may still raise the stop flag of the job's own.
fn home(call: &Call, store: Arc<Store>) -> impl Fn(Game) -> PyResult<Value> {
    let shared = call.time.is_some().then(stores::shared);
    move |game| {
        let value = Value { store: Arc::clone(&store), game };
        match &shared {
            Some(shared) => value.copied_to(shared),
            None => Ok(value),
        }
    }
}

/// The sum of known values.
fn sum(py: Python<'_>, values: &[Value]) -> PyResult<Value> {
    let Some((first, rest)) = values.split_first() else {
        let store = stores::shared();
        let game = store.zero();
        return Ok(Value { store, game });
    };
    rest.iter().try_fold(first.clone(), |sum, value| {
        let (store, game) = together(py, &sum, value, Store::add)?;
        Ok(Value { store, game })
    })
}

/// Computed values, and the first reason why one is missing: with the number of its area, or none for the sum.
struct Found {
    areas: Vec<Option<Game>>,
    sum: Option<Game>,
    missing: Option<(Option<usize>, String)>,
}

fn computed(job: Job<'_>, store: &Store, areas: &[Position], largest: u32) -> Found {
    let mut values = AreaValues::new(store);
    let mut found = Found { areas: vec![None; areas.len()], sum: None, missing: None };
    let empty = |number: usize| areas[number].empty().count();
    // Small areas first, so that they are answered whatever a large one takes.
    let mut order: Vec<usize> = (0..areas.len()).collect();
    order.sort_by_key(|&number| empty(number));
    job.with_progress(
        || state(store),
        || {
            for number in order {
                let value = match empty(number) > largest {
                    true => Err(format!("more than {largest} empty squares")),
                    false => values.position(&areas[number]).map_err(|why: Unfinished| why.to_string()),
                };
                match value {
                    Ok(value) => found.areas[number] = Some(value),
                    Err(why) => found.missing = found.missing.take().or(Some((Some(number), why))),
                }
            }
            if found.missing.is_none() {
                match store.sum(found.areas.iter().flatten().copied()) {
                    Ok(sum) => found.sum = Some(sum),
                    Err(why) => found.missing = Some((None, Interrupted::to_string(&why))),
                }
            }
        },
    );
    found
}

fn state(store: &Store) -> State {
    let (games, megabytes) = (store.len() as u64, store.bytes() >> 20);
    let text = format!("{} games, {megabytes} MB", grouped(games));
    State::new(text, &json!({ "games": games, "megabytes": megabytes }))
}
