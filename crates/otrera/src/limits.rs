//! Time limits and Ctrl-C: the stop flag of a job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use otrera_api::option::Seconds;

/// A flag that is raised when the time is over or the user presses Ctrl-C. A second Ctrl-C ends the program.
pub(crate) fn stop_flag(time: Option<Seconds>) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    if let Some(Seconds(time)) = time {
        let flag = Arc::clone(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(time);
            flag.store(true, Ordering::Relaxed);
        });
    }
    Ok(stop)
}
