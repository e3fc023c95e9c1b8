//! The body of a request, and its JSON, within limits.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use super::reply::Refusal;

/// Bytes of the largest body. A game record with every move commented has some ten thousand.
const LARGEST: usize = 1 << 20;
/// Bytes that are read and dropped, so that a client receives the refusal.
const DRAINED: usize = 64 << 20;
const TIME: Duration = Duration::from_secs(15);
/// Characters of the longest path to a wrong field that is named.
const LONGEST_PATH: usize = 80;

/// The bytes of a body that is JSON.
pub(super) async fn bytes(request: Request) -> Result<Vec<u8>, Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // A form of another site cannot set this type without a preflight request.
    if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
        let sentence = "questions are JSON: send them with Content-Type: application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
    }
    let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the question took too long to come in");
    tokio::time::timeout(TIME, read(request.into_body())).await.map_err(late)?
}

/// Reads JSON, which takes milliseconds.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| match error.path().to_string() {
        path if path.len() <= LONGEST_PATH && path != "." => wrong(&format!("{path}: {}", error.inner())),
        _ => wrong(&error.inner().to_string()),
    })?;
    json.end().map_err(|error| wrong(&error.to_string()))?;
    Ok(value)
}

fn wrong(why: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, format!("this is not the JSON of a question: {why}"))
}

async fn read(body: Body) -> Result<Vec<u8>, Refusal> {
    let (mut bytes, mut all) = (Vec::new(), 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "the question broke off"))?;
        all += chunk.len();
        if all <= LARGEST {
            bytes.extend_from_slice(&chunk);
        } else if all > DRAINED {
            break;
        } else {
            bytes = Vec::new();
        }
    }
    match all <= LARGEST {
        true => Ok(bytes),
        false => {
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a question has at most {} KiB", LARGEST >> 10)))
        }
    }
}
