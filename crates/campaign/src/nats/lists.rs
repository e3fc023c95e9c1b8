//! Lists of what a server holds.

use async_nats::jetstream::kv;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tokio::io::AsyncReadExt as _;

use crate::message::Beat;

/// The messages of a kind in the stream of jobs, each with its sequence number.
pub(super) async fn messages<T: DeserializeOwned>(stream: &Stream) -> Result<Vec<(u64, T)>, async_nats::Error> {
    let state = stream.get_info().await?.state;
    let mut messages = Vec::new();
    if state.messages == 0 {
        return Ok(messages);
    }
    for sequence in state.first_sequence..=state.last_sequence {
        // Gaps are jobs that were done.
        let Ok(message) = stream.get_raw_message(sequence).await else { continue };
        if let Ok(message) = serde_json::from_slice(&message.payload) {
            messages.push((sequence, message));
        }
    }
    Ok(messages)
}

/// The bytes of an object; `None` if the server does not have it.
pub(super) async fn object(store: &ObjectStore, name: &str) -> Option<Vec<u8>> {
    let mut object = store.get(name).await.ok()?;
    let mut bytes = Vec::new();
    object.read_to_end(&mut bytes).await.ok()?;
    Some(bytes)
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
