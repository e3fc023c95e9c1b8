//! `Atlas`: the endgame database.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use otrera_api::{AtlasBuild, AtlasInfo, AtlasQuery, Place, atlas_file};
use otrera_atlas::{Atlas as Database, MAX_SIZE, Values, ValuesError};
use otrera_board::Side;
use otrera_board::areas::Kind;
use otrera_cgt::{Store, Value as Game};
use pyo3::prelude::*;

use crate::answers::{Answer, answered, asked};
use crate::area::Area;
use crate::convert;
use crate::error::{exception, invalid};
use crate::job::{self, Call, open_atlas};
use crate::number::{Time, Whole};
use crate::value::{Value, interrupted, limited};

/// Growth of the store of an atlas, in bytes, after which its values are loaded anew.
const GROWTH: usize = 256 << 20;

/// The native part of `otrera.Atlas`: a file with the values of all small areas.
#[pyclass(subclass, frozen, module = "otrera._otrera")]
pub(crate) struct Atlas {
    path: PathBuf,
    atlas: Arc<Database>,
    /// Its values, from the first look-up on.
    loaded: Mutex<Option<Arc<Loaded>>>,
}

/// The values of an atlas in a store of their own.
struct Loaded {
    store: Arc<Store>,
    values: Values,
    /// Bytes of the store when the values were loaded.
    bytes: usize,
}

#[pymethods]
impl Atlas {
    /// Opens the file of an atlas: `path`, or the usual one.
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Atlas> {
        let path = atlas_file::path(convert::path(path).as_deref()).map_err(exception)?;
        let file = path.clone();
        let call = Call { time: None, progress: None };
        let atlas = job::run(py, &call, move |_| open_atlas(&file))?.map_err(exception)?;
        Ok(Atlas { path, atlas, loaded: Mutex::new(None) })
    }

    /// Returns whether there is a file: `path`, or the usual one.
    #[staticmethod]
    #[pyo3(signature = (path = None))]
    fn exists(path: Option<PathBuf>) -> PyResult<bool> {
        Ok(atlas_file::path(convert::path(path).as_deref()).map_err(exception)?.exists())
    }

    /// Builds the file of an atlas with all regions of up to `size` squares, and returns the report as JSON.
    #[staticmethod]
    #[pyo3(signature = (size, path = None, *, threads = None, memory = None, time = None, progress = None))]
    fn build_file(
        py: Python<'_>,
        size: Whole,
        path: Option<PathBuf>,
        threads: Option<Whole>,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<Time>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer> {
        let question = AtlasBuild {
            file: convert::path(path),
            size: size.within("size", 1..=MAX_SIZE as u64)?,
            forms: atlas_file::FORMS,
            threads: convert::threads(threads)?.get(),
            memory: convert::bytes(memory)?.unwrap_or(AtlasBuild::MEMORY),
        };
        let call = Call::new(time, progress)?;
        let report = job::run(py, &call, move |job| question.answer(job))?.map_err(exception)?;
        answered(py, otrera_api::Outcome::complete(report), Vec::new())
    }

    /// Squares of the largest regions.
    #[getter]
    fn size(&self) -> usize {
        self.atlas.header().size
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The report of `otrera atlas info` as JSON.
    fn info(&self, py: Python<'_>) -> PyResult<Answer> {
        let report = AtlasInfo { file: Some(self.path.clone()) }.answer().map_err(exception)?;
        answered(py, otrera_api::Outcome::complete(report), Vec::new())
    }

    /// The entries of all areas of a position, as the JSON of `otrera atlas query`.
    fn query(&self, py: Python<'_>, text: &str) -> PyResult<Answer> {
        let question = AtlasQuery { place: Place::from(text), longest: None, file: Some(self.path.clone()) };
        asked(py, &Call { time: None, progress: None }, question, |_| Vec::new())
    }
}

impl Atlas {
    /// The values of areas; `None` if the atlas lacks one.
    pub(crate) fn values_of(&self, py: Python<'_>, areas: &[Area]) -> PyResult<Option<Vec<Value>>> {
        let loaded = self.loaded(py)?;
        let value = |area| self.game(&loaded, area);
        let games: Option<Vec<Game>> = areas.iter().map(value).collect();
        let value = |game| Value { store: Arc::clone(&loaded.store), game };
        Ok(games.map(|games| games.into_iter().map(value).collect()))
    }

    fn game(&self, loaded: &Loaded, area: &Area) -> Option<Game> {
        let (position, squares) = (&area.position, area.part.squares);
        if area.part.kind == Kind::Dead {
            return Some(loaded.store.zero());
        }
        let spot = self.atlas.spot(position.grid(), squares)?;
        let points = |side| spot.points(squares, position.amazons(side));
        match area.part.kind {
            Kind::Territory(owner) => {
                let moves = i64::from(self.atlas.territory(&spot, points(owner), 0));
                loaded.store.integer(if owner == Side::Black { moves } else { -moves }).ok()
            }
            _ => loaded.values[self.atlas.open(&spot, points(Side::Black), points(Side::White))],
        }
    }

    /// The values, loaded again when sums have filled their store.
    fn loaded(&self, py: Python<'_>) -> PyResult<Arc<Loaded>> {
        let place = || self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = place().as_ref().filter(|loaded| loaded.store.bytes() < loaded.bytes + GROWTH) {
            return Ok(Arc::clone(loaded));
        }
        let atlas = Arc::clone(&self.atlas);
        let loaded = job::run(py, &Call { time: None, progress: None }, move |job| {
            let store = limited(job, usize::MAX);
            let values = atlas.values(&store)?;
            Ok(Arc::new(Loaded { bytes: store.bytes(), store, values }))
        })?;
        let loaded = loaded.map_err(|error: ValuesError| match error {
            ValuesError::Interrupted(why) => interrupted(why),
            error => invalid(error),
        })?;
        Ok(Arc::clone(place().insert(loaded)))
    }
}
