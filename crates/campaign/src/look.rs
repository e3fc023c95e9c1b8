//! A look at a campaign from outside. It changes nothing, whether or not a manager is at work.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use anyhow::Context as _;
use otrera_api::knowledge;
use otrera_atlas::Atlas;
use otrera_cgt::Store;

use crate::ledger::{self, Ledger};
use crate::manager::Manager;
use crate::plan::{self, Plan};
use crate::status::{self, Status};

/// The state of a campaign, as read from its directory.
#[derive(Clone, Debug)]
pub struct Look {
    /// The state.
    pub status: Status,
    /// A manager is at work.
    pub is_running: bool,
    /// Time at which the state was true.
    pub at: SystemTime,
}

/// What the state depends on: equal stamps mean that nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    files: [Option<(SystemTime, u64)>; 3],
    is_running: bool,
}

impl Stamp {
    /// The stamp of the campaign in `directory`.
    pub fn new(directory: &Path) -> Stamp {
        let file = |name: &str| {
            let data = std::fs::metadata(directory.join(name)).ok()?;
            Some((data.modified().ok()?, data.len()))
        };
        Stamp { files: [plan::FILE, ledger::FILE, status::FILE].map(file), is_running: is_running(directory) }
    }

    /// The time at which the state that the manager wrote last was true; `None` if there is none, or the ledger is newer
    /// and no manager is at work.
    fn shown(&self) -> Option<SystemTime> {
        let [_, ledger, shown] = self.files;
        let (shown, _) = shown?;
        let is_old = ledger.is_some_and(|(changed, _)| changed > shown);
        (self.is_running || !is_old).then_some(shown)
    }
}

/// Looks at the campaign in `directory`: at the state that its manager wrote last, or else at what its ledger gives, which
/// needs the atlas and may take a while. `stop` ends that.
pub fn look(
    directory: &Path,
    atlas: impl FnOnce() -> anyhow::Result<Arc<Atlas>>,
    stop: &AtomicBool,
) -> anyhow::Result<Look> {
    let plan = Plan::read(directory)?;
    let stamp = Stamp::new(directory);
    let is_running = stamp.is_running;
    if let Some(at) = stamp.shown() {
        let path = directory.join(status::FILE);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // A file of an earlier program is of no use, and the ledger has everything.
        if let Ok(status) = serde_json::from_str(&text) {
            return Ok(Look { status, is_running, at });
        }
    }
    let atlas = atlas()?;
    plan.check_atlas(&atlas)?;
    let store = Store::new();
    let knowledge = knowledge(&atlas, &store)?;
    let at = SystemTime::now();
    let contents = Ledger::read(directory, &plan.id)?;
    let mut manager = Manager::new(plan, &knowledge, stop)?;
    manager.replay(&contents.records)?;
    Ok(Look { status: manager.status(&[])?, is_running, at })
}

/// Returns whether a manager is at work. A shared lock, so that readers do not take each other for one.
fn is_running(directory: &Path) -> bool {
    let lock = directory.join(format!("{}.lock", ledger::FILE));
    File::open(lock).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
