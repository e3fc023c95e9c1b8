//! What the server keeps for everybody: the atlas, and certificates for a while.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use otrera_atlas::Atlas;
use serde_json::{Value, json};

use crate::atlas_file;
use crate::cli::Cli;

/// How often somebody who waits for the atlas looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// The atlas, opened or built once.
#[derive(Default)]
pub(super) struct Shelf {
    standing: Mutex<Standing>,
    changed: Condvar,
}

#[derive(Default)]
enum Standing {
    #[default]
    Opening,
    Building,
    Ready(Arc<Atlas>),
    /// Why there is none, and whether there is a file.
    Missing(String, bool),
}

impl Shelf {
    /// Opens the atlas, or builds one, as the commands do.
    pub(super) fn fill(&self, cli: &Cli, named: Option<&Path>, stop: &AtomicBool) {
        let mut is_there = false;
        let found = atlas_file::place(named).and_then(|path| {
            is_there = path.exists();
            if !is_there {
                self.set(Standing::Building);
                atlas_file::build_small(cli, &path, stop)?;
            }
            atlas_file::open_file(&path)
        });
        self.set(match found {
            Ok(atlas) => Standing::Ready(Arc::new(atlas)),
            Err(error) => Standing::Missing(format!("{error:#}"), is_there),
        });
    }

    /// The atlas; it is waited for.
    pub(super) fn wait(&self, stop: &AtomicBool) -> anyhow::Result<Arc<Atlas>> {
        let standing = self.wait_while(stop, |standing| matches!(standing, Standing::Opening | Standing::Building));
        match &*standing {
            Standing::Ready(atlas) => Ok(Arc::clone(atlas)),
            Standing::Missing(why, _) => Err(anyhow::anyhow!("{why}")),
            _ => Err(crate::limits::OutOfLimits("stopped: the atlas is still being made".into()).into()),
        }
    }

    /// The atlas, unless it is still to be built.
    pub(super) fn if_there(&self, stop: &AtomicBool) -> anyhow::Result<Option<Arc<Atlas>>> {
        let standing = self.wait_while(stop, |standing| matches!(standing, Standing::Opening));
        match &*standing {
            Standing::Ready(atlas) => Ok(Some(Arc::clone(atlas))),
            Standing::Missing(why, true) => Err(anyhow::anyhow!("{why}")),
            _ => Ok(None),
        }
    }

    /// For the health check.
    pub(super) fn report(&self) -> Value {
        match &*self.lock() {
            Standing::Opening => json!({ "state": "opening" }),
            Standing::Building => json!({ "state": "building" }),
            Standing::Ready(atlas) => json!({ "state": "ready", "size": atlas.header().size }),
            Standing::Missing(why, _) => json!({ "state": "missing", "why": why }),
        }
    }

    fn set(&self, standing: Standing) {
        *self.lock() = standing;
        self.changed.notify_all();
    }

    fn wait_while(&self, stop: &AtomicBool, waits: impl Fn(&Standing) -> bool) -> MutexGuard<'_, Standing> {
        let mut standing = self.lock();
        while waits(&standing) && !stop.load(Relaxed) {
            standing = self.changed.wait_timeout(standing, LOOK).expect("nobody panics with it").0;
        }
        standing
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().expect("nobody panics with it")
    }
}

/// Certificates that are kept, and the bytes of all of them: the oldest go first.
const MOST_CERTIFICATES: usize = 64;
const MOST_BYTES: usize = 256 << 20;

/// Certificates by what they are asked for by: a number that nobody guesses, so that nobody is given another's.
#[derive(Default)]
pub(super) struct Certificates(Mutex<VecDeque<(String, Arc<Vec<u8>>)>>);

impl Certificates {
    pub(super) fn put(&self, bytes: Vec<u8>) -> String {
        let id = random_name();
        let mut kept = self.0.lock().expect("nobody panics with it");
        kept.push_back((id.clone(), Arc::new(bytes)));
        let too_many = |kept: &VecDeque<(String, Arc<Vec<u8>>)>| {
            kept.len() > MOST_CERTIFICATES || kept.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > MOST_BYTES
        };
        while kept.len() > 1 && too_many(&kept) {
            kept.pop_front();
        }
        id
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<Vec<u8>>> {
        let kept = self.0.lock().expect("nobody panics with it");
        kept.iter().find(|(name, _)| name == id).map(|(_, bytes)| Arc::clone(bytes))
    }
}

/// The keys of the standard library's hash maps are random; that is all the chance that is needed here.
fn random_name() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_are_kept_until_there_are_too_many() {
        let certificates = Certificates::default();
        let ids: Vec<String> = (0..=MOST_CERTIFICATES).map(|i| certificates.put(vec![i as u8])).collect();
        assert!(certificates.get(&ids[0]).is_none(), "the oldest went first");
        assert_eq!(*certificates.get(&ids[1]).unwrap(), [1]);
        assert!(certificates.get("").is_none());
        let large = certificates.put(vec![0; MOST_BYTES + 1]);
        assert!(certificates.get(&large).is_some() && certificates.get(&ids[64]).is_none());
    }
}
