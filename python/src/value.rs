//! `Value`: a combinatorial game in canonical form.

use std::sync::Arc;

use otrera_api::Job;
use otrera_api::report::{LONGEST, LONGEST_IN_JSON};
use otrera_cgt::notation::{ParseError, Problem};
use otrera_cgt::{Comparison, Dyadic, Interrupted, Limits, Outcome, Store, Value as Game};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

use crate::convert::fraction;
use crate::error::{OutOfLimits, invalid};
use crate::job::{self, Call};
use crate::stores::{self, Copier};
use crate::thermograph::Thermograph;

/// Depth up to which games are computed at once. Deeper ones may take long, and are worth a thread that can be stopped.
const SHALLOW: u32 = 6;

/// A combinatorial game in canonical form. Black is Left and positive.
///
/// >>> game = Value("{2|0}") + Value("*")
/// >>> game, game.mean, game.temperature
/// (Value('{2*|*}'), Fraction(1, 1), Fraction(1, 1))
/// >>> game > 0, game.confused(1), game - game == 0
/// (True, True, True)
#[pyclass(frozen, module = "otrera")]
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) store: Arc<Store>,
    pub(crate) game: Game,
}

#[pymethods]
impl Value {
    /// Reads a game: a text in the notation of the books, a whole number, or a fraction.
    #[new]
    fn new(game: &Bound<'_, PyAny>) -> PyResult<Value> {
        if let Some(value) = Value::of(game)? {
            return Ok(value);
        }
        match game.extract::<String>() {
            Ok(text) => parsed(game.py(), text),
            Err(_) => Err(no_value(game, "a value is made from a text, a whole number or a fraction")),
        }
    }

    /// The canonical options of Left, who is Black.
    #[getter]
    fn left(&self) -> Vec<Value> {
        self.sorted(self.store.left_options(self.game).collect())
    }

    /// The canonical options of Right, who is White.
    #[getter]
    fn right(&self) -> Vec<Value> {
        self.sorted(self.store.right_options(self.game).collect())
    }

    /// The mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph(py)?.mean())
    }

    /// The temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.graph(py)?.temperature())
    }

    /// The number reached if Left begins.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.store.left_stop(self.game))
    }

    /// The number reached if Right begins.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.store.right_stop(self.game))
    }

    /// The length of the longest line of moves in the canonical form.
    #[getter]
    fn birthday(&self) -> u64 {
        self.store.birthday(self.game)
    }

    /// The atomic weight of an all-small game; None for others.
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        let (store, weight) = alone(py, self, Store::atomic_weight)?;
        Ok(weight.map(|game| Value { store, game }))
    }

    /// `L`, `R`, `N` or `P`: Left wins, Right wins, the next player wins, the previous player wins.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.store.outcome(self.game) {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        }
    }

    /// The number that this value is; None if it is none.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.to_number().map(|number| fraction(py, number)).transpose()
    }

    /// True if both stops are 0.
    #[getter]
    fn is_infinitesimal(&self) -> bool {
        self.store.is_infinitesimal(self.game)
    }

    /// True if in every follower both sides can move or none.
    #[getter]
    fn is_all_small(&self) -> bool {
        self.store.is_all_small(self.game)
    }

    /// The thermograph.
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let title = self.store.display_limited(self.game, LONGEST).unicode().to_string();
        Ok(Thermograph { graph: self.graph(py)?, title })
    }

    /// True if neither value is at least as large as the other.
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let value = Value::required(other)?;
        Ok(compared(other.py(), self, &value)? == Comparison::Fuzzy)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, |py, other| together(py, self, &other, Store::add))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, |py, other| together(py, self, &other, Store::sub))
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, |py, other| together(py, &other, self, Store::sub))
    }

    fn __neg__(&self) -> Value {
        Value { store: Arc::clone(&self.store), game: -self.game }
    }

    fn __pos__(&self) -> Value {
        self.clone()
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let other = match Value::of(other) {
            // No game equals a number that is no game, such as 1/3.
            Err(error) if is_equality && error.is_instance_of::<PyValueError>(py) => None,
            other => other?,
        };
        let Some(other) = other else { return Ok(py.NotImplemented().into_bound(py)) };
        let holds = match op {
            CompareOp::Eq => self.equals(py, &other)?,
            CompareOp::Ne => !self.equals(py, &other)?,
            _ => holds(compared(py, self, &other)?, op),
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any())
    }

    /// Numbers hash like the numbers of Python.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.number(py)? {
            Some(number) => number.hash(),
            // Python reserves -1.
            None => Ok((self.store.digest(self.game) >> 1) as isize),
        }
    }

    fn __str__(&self) -> String {
        self.text(LONGEST_IN_JSON)
    }

    fn __repr__(&self) -> String {
        format!("Value('{}')", self.text(LONGEST))
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        let text = self.text(LONGEST_IN_JSON);
        match text.ends_with('…') {
            true => Err(invalid("the value is too long to be written out")),
            false => Ok((text,)),
        }
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.thermograph(py)?.svg())
    }
}

impl Value {
    /// The value of a `Value`, a whole number or a `fractions.Fraction`; `None` for anything else, a truth value included.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        if let Ok(value) = object.cast::<Value>() {
            return Ok(Some(value.get().clone()));
        }
        let is_fraction = || object.get_type().name().is_ok_and(|name| name == "Fraction");
        if object.is_instance_of::<PyBool>() || !object.is_instance_of::<PyInt>() && !is_fraction() {
            return Ok(None);
        }
        let store = stores::shared();
        let number: Dyadic =
            object.str()?.to_cow()?.parse().map_err(|error: otrera_cgt::DyadicError| invalid(error))?;
        let game = store.number(number).map_err(interrupted)?;
        Ok(Some(Value { store, game }))
    }

    fn required(object: &Bound<'_, PyAny>) -> PyResult<Value> {
        Value::of(object)?.ok_or_else(|| no_value(object, "expected a Value, a whole number or a fraction"))
    }

    fn text(&self, longest: usize) -> String {
        self.store.display_limited(self.game, longest).to_string()
    }

    fn is_shallow(&self) -> bool {
        self.store.depth(self.game) <= SHALLOW
    }

    fn graph(&self, py: Python<'_>) -> PyResult<Arc<otrera_cgt::Thermograph>> {
        if self.is_shallow() {
            return self.store.thermograph(self.game).map_err(interrupted);
        }
        let value = self.clone();
        let work = move |_: Job<'_>| value.store.thermograph(value.game);
        job::run(py, &Call { time: None, progress: None }, work)?.map_err(interrupted)
    }

    /// Values of the same store, in the order of their texts.
    fn sorted(&self, games: Vec<Game>) -> Vec<Value> {
        let value = |game| Value { store: Arc::clone(&self.store), game };
        let mut values: Vec<Value> = games.into_iter().map(value).collect();
        values.sort_by_cached_key(|value| {
            let text = value.text(LONGEST);
            (text.chars().count(), text)
        });
        values
    }

    fn equals(&self, py: Python<'_>, other: &Value) -> PyResult<bool> {
        if Arc::ptr_eq(&self.store, &other.store) {
            return Ok(self.game == other.game);
        }
        let digest = |value: &Value| value.store.digest(value.game);
        Ok(digest(self) == digest(other) && compared(py, self, other)? == Comparison::Equal)
    }

    /// The result of an operator, or `NotImplemented` if `other` is no value.
    fn with<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: impl FnOnce(Python<'py>, Value) -> PyResult<(Arc<Store>, Game)>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = Value::of(other)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let (store, game) = operator(py, other)?;
        Ok(Bound::new(py, Value { store, game })?.into_any())
    }
}

fn holds(comparison: Comparison, op: CompareOp) -> bool {
    match comparison {
        Comparison::Less => matches!(op, CompareOp::Lt | CompareOp::Le | CompareOp::Ne),
        Comparison::Greater => matches!(op, CompareOp::Gt | CompareOp::Ge | CompareOp::Ne),
        Comparison::Equal => matches!(op, CompareOp::Le | CompareOp::Ge | CompareOp::Eq),
        Comparison::Fuzzy => matches!(op, CompareOp::Ne),
    }
}

/// The exception of an unfinished operation.
pub(crate) fn interrupted(why: Interrupted) -> PyErr {
    match why {
        Interrupted::Stopped | Interrupted::OutOfMemory => OutOfLimits::new_err(why.to_string()),
        Interrupted::OutOfRange | Interrupted::TooDeep => invalid(why),
    }
}

/// A store with the stop flag of a job and this limit.
pub(crate) fn limited(job: Job<'_>, bytes: usize) -> Arc<Store> {
    Arc::new(Store::with_limits(Limits { bytes, stop: Arc::clone(job.stop) }))
}

fn parsed(py: Python<'_>, text: String) -> PyResult<Value> {
    let read = |store: &Store, text: &str| store.parse(text);
    // A sum of a few switches can be as large as memory.
    let (store, game) = if text.contains(['{', '|', '+', '±']) {
        let work = move |job: Job<'_>| {
            let store = limited(job, usize::MAX);
            let game = read(&store, &text);
            (store, game)
        };
        job::run(py, &Call { time: None, progress: None }, work)?
    } else {
        let store = stores::shared();
        let game = read(&store, &text);
        (store, game)
    };
    let value = Value { store, game: game.map_err(unreadable)? };
    // Small games live together, so that sums of them need no copies.
    if value.is_shallow() { value.moved_to(stores::shared()) } else { Ok(value) }
}

fn unreadable(error: ParseError) -> PyErr {
    match error.problem {
        Problem::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory)) => interrupted(why),
        _ => invalid(error),
    }
}

impl Value {
    /// The value in another store.
    pub(crate) fn moved_to(self, store: Arc<Store>) -> PyResult<Value> {
        if Arc::ptr_eq(&self.store, &store) {
            return Ok(self);
        }
        self.copied_to(&store)
    }

    /// A copy of the value in another store.
    pub(crate) fn copied_to(&self, store: &Arc<Store>) -> PyResult<Value> {
        let game = Copier::new(&self.store, store).copy(self.game).map_err(interrupted)?;
        Ok(Value { store: Arc::clone(store), game })
    }
}

/// Runs `work` on one value: at once if it is shallow, else as a job.
fn alone<R: Send + 'static>(
    py: Python<'_>,
    value: &Value,
    work: fn(&Store, Game) -> Result<R, Interrupted>,
) -> PyResult<(Arc<Store>, R)> {
    if value.is_shallow() {
        return Ok((Arc::clone(&value.store), work(&value.store, value.game).map_err(interrupted)?));
    }
    let value = value.clone();
    let done = job::run(py, &Call { time: None, progress: None }, move |job| {
        let store = limited(job, usize::MAX);
        let game = Copier::new(&value.store, &store).copy(value.game)?;
        let result = work(&store, game)?;
        Ok((store, result))
    })?;
    done.map_err(interrupted)
}

/// Runs `work` on two values in one store: at once if they are shallow, else as a job.
pub(crate) fn together<R: Send + 'static>(
    py: Python<'_>,
    one: &Value,
    other: &Value,
    work: fn(&Store, Game, Game) -> Result<R, Interrupted>,
) -> PyResult<(Arc<Store>, R)> {
    if one.is_shallow() && other.is_shallow() {
        let store = if Arc::ptr_eq(&one.store, &other.store) { Arc::clone(&one.store) } else { stores::shared() };
        let [one, other] = [one, other].map(|value| value.clone().moved_to(Arc::clone(&store)));
        let result = work(&store, one?.game, other?.game).map_err(interrupted)?;
        return Ok((store, result));
    }
    let (one, other) = (one.clone(), other.clone());
    let done = job::run(py, &Call { time: None, progress: None }, move |job| {
        let store = limited(job, usize::MAX);
        let a = Copier::new(&one.store, &store).copy(one.game)?;
        let b = Copier::new(&other.store, &store).copy(other.game)?;
        let result = work(&store, a, b)?;
        Ok((store, result))
    })?;
    done.map_err(interrupted)
}

fn compared(py: Python<'_>, one: &Value, other: &Value) -> PyResult<Comparison> {
    together(py, one, other, Store::compare).map(|(_, comparison)| comparison)
}

/// The exception of an object that is no value: a number of another kind is a bad value, anything else a wrong type.
fn no_value(object: &Bound<'_, PyAny>, sentence: &'static str) -> PyErr {
    match object.is_instance_of::<PyBool>() || object.is_instance_of::<PyFloat>() {
        true => invalid(sentence),
        false => PyTypeError::new_err(sentence),
    }
}
