//! Time limits and Ctrl-C. Libraries read no clock: they get a flag, and here is who sets it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use otrera_cgt::Interrupted;

/// The limits ended the work before there was an answer. The program exits with code 1.
#[derive(Debug)]
pub(crate) struct OutOfLimits(pub(crate) String);

impl std::fmt::Display for OutOfLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OutOfLimits {}

/// A flag that is set when the time is over or the user presses Ctrl-C. A second Ctrl-C ends the program.
pub(crate) fn stop_flag(time: Option<Duration>) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    if let Some(time) = time {
        let flag = Arc::clone(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(time);
            flag.store(true, Ordering::Relaxed);
        });
    }
    Ok(stop)
}

/// All processors.
pub(crate) fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// The limits ended the work: what is said, with how far it got.
pub(crate) fn limit(why: Interrupted, how_far: &str) -> anyhow::Error {
    match why {
        Interrupted::Stopped => OutOfLimits(format!("stopped: {how_far}")).into(),
        Interrupted::OutOfMemory => OutOfLimits(format!("{why}: {how_far}")).into(),
        // Not the user's limits, but ours; areas of these sizes do not come near them.
        Interrupted::OutOfRange | Interrupted::TooDeep => anyhow::Error::new(why).context(how_far.to_string()),
    }
}
