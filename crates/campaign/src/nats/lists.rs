//! Lists of what a server holds.

use async_nats::jetstream::kv;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt as _;

use crate::message::{Beat, Job};

/// The messages of the stream of jobs, each with its sequence number.
pub(super) async fn jobs(stream: &Stream) -> Result<Vec<(u64, Job)>, async_nats::Error> {
    let state = stream.get_info().await?.state;
    let mut jobs = Vec::new();
    if state.messages == 0 {
        return Ok(jobs);
    }
    for sequence in state.first_sequence..=state.last_sequence {
        // Gaps are jobs that were done.
        let Ok(message) = stream.get_raw_message(sequence).await else { continue };
        if let Ok(job) = serde_json::from_slice(&message.payload) {
            jobs.push((sequence, job));
        }
    }
    Ok(jobs)
}

/// The last signs of life of all workers.
pub(super) async fn beats(workers: &kv::Store) -> Result<Vec<Beat>, async_nats::Error> {
    let mut keys = workers.keys().await?.boxed();
    let mut beats = Vec::new();
    while let Some(key) = keys.next().await {
        if let Some(value) = workers.get(key?).await?
            && let Ok(beat) = serde_json::from_slice(&value)
        {
            beats.push(beat);
        }
    }
    Ok(beats)
}
