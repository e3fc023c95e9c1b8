//! Lists of what a server holds.

use std::collections::HashSet;

use async_nats::jetstream::kv;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{RawMessageErrorKind, Stream};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tokio::io::AsyncReadExt as _;

use crate::message::Beat;

/// Largest object that is read, in bytes: a thousand times the proof of 5x6 after its best move.
const LARGEST: usize = 1 << 30;

/// The messages of a kind in the stream of jobs, each with its sequence number.
pub(super) async fn messages<T: DeserializeOwned>(
    stream: &Stream,
    subject: &str,
) -> Result<Vec<(u64, T)>, async_nats::Error> {
    let (mut messages, mut sequence) = (Vec::new(), 1);
    loop {
        // Gaps are jobs that were done: the server skips them.
        let message = match stream.get_first_raw_message_by_subject(subject, sequence).await {
            Ok(message) => message,
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(messages),
            Err(error) => return Err(error.into()),
        };
        sequence = message.sequence + 1;
        if let Ok(read) = serde_json::from_slice(&message.payload) {
            messages.push((message.sequence, read));
        }
    }
}

/// All keys of a bucket.
pub(super) async fn keys(bucket: &kv::Store) -> Result<HashSet<String>, async_nats::Error> {
    let mut keys = bucket.keys().await?.boxed();
    let mut all = HashSet::new();
    while let Some(key) = keys.next().await {
        all.insert(key?);
    }
    Ok(all)
}

/// The bytes of an object; `None` if the server does not have it.
pub(super) async fn object(store: &ObjectStore, name: &str) -> Option<Vec<u8>> {
    let mut object = store.get(name).await.ok()?;
    if object.info.size > LARGEST {
        return None;
    }
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
