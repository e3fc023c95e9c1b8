//! The atlas of the server, opened or built once and shared by all questions.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use otrera_api::{Job, OutOfLimits, atlas_file};
use otrera_atlas::Atlas;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::Cli;

/// Time between two looks at the stop flag while a question waits for the atlas.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Default)]
pub(super) struct SharedAtlas {
    state: Mutex<AtlasState>,
    changed: Condvar,
}

#[derive(Default)]
enum AtlasState {
    #[default]
    Opening,
    Building,
    Ready(Arc<Atlas>),
    /// There is none, and whether there is a file.
    Missing(String, bool),
}

/// The state of the atlas.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AtlasHealth {
    /// Squares of the largest regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    /// `opening`, `building`, `ready` or `missing`.
    state: &'static str,
    /// Why it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl SharedAtlas {
    /// Opens the atlas, or builds one, as the commands do.
    pub(super) fn open(&self, cli: &Cli, named: Option<&Path>, stop: &Arc<AtomicBool>) {
        let mut exists = false;
        let found = atlas_file::path(named).and_then(|path| {
            exists = path.exists();
            if !exists {
                self.set(AtlasState::Building);
                atlas_file::build_small(Job { host: cli, stop }, &path)?;
            }
            atlas_file::open_file(&path)
        });
        self.set(match found {
            Ok(atlas) => AtlasState::Ready(Arc::new(atlas)),
            Err(error) => AtlasState::Missing(format!("{error:#}"), exists),
        });
    }

    pub(super) fn wait(&self, stop: &AtomicBool) -> anyhow::Result<Arc<Atlas>> {
        let state = self.wait_while(stop, |state| matches!(state, AtlasState::Opening | AtlasState::Building));
        match &*state {
            AtlasState::Ready(atlas) => Ok(Arc::clone(atlas)),
            AtlasState::Missing(why, _) => Err(anyhow::anyhow!("{why}")),
            _ => Err(OutOfLimits("stopped: the atlas is still being made".into()).into()),
        }
    }

    /// The atlas, unless it is still to be built.
    pub(super) fn if_there(&self, stop: &AtomicBool) -> anyhow::Result<Option<Arc<Atlas>>> {
        let state = self.wait_while(stop, |state| matches!(state, AtlasState::Opening));
        match &*state {
            AtlasState::Ready(atlas) => Ok(Some(Arc::clone(atlas))),
            AtlasState::Missing(why, true) => Err(anyhow::anyhow!("{why}")),
            _ => Ok(None),
        }
    }

    pub(super) fn health(&self) -> AtlasHealth {
        let (size, state, why) = match &*self.lock() {
            AtlasState::Opening => (None, "opening", None),
            AtlasState::Building => (None, "building", None),
            AtlasState::Ready(atlas) => (Some(atlas.header().size), "ready", None),
            AtlasState::Missing(why, _) => (None, "missing", Some(why.clone())),
        };
        AtlasHealth { size, state, why }
    }

    fn set(&self, state: AtlasState) {
        *self.lock() = state;
        self.changed.notify_all();
    }

    fn wait_while(&self, stop: &AtomicBool, waits: impl Fn(&AtlasState) -> bool) -> MutexGuard<'_, AtlasState> {
        let mut state = self.lock();
        while waits(&state) && !stop.load(Relaxed) {
            state = self.changed.wait_timeout(state, LOOK).expect("no thread panicked").0;
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, AtlasState> {
        self.state.lock().expect("no thread panicked")
    }
}
