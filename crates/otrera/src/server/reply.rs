//! Responses: JSON, errors as sentences, and security headers.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use otrera_api::{OutOfLimits, Problem, Unproven};

use super::clients::{Client, Clients, Room};

/// The page loads nothing from elsewhere, runs only scripts from our files, and cannot be framed.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// Bytes of an answer that a connection has at once. Larger answers need room until they have been read.
const CHUNK: usize = 64 << 10;

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

pub(super) async fn secured(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Answers are not cached; files set a policy of their own.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A report that is JSON already. Refused if `client`, or all together, leave too much unread.
pub(super) fn json(report: String, clients: &Clients, client: &Arc<Client>) -> Result<Response, Refusal> {
    let bytes = match report.len() {
        0..=CHUNK => report.into(),
        length => {
            let sentence = "too many large answers have not been read: try again in a moment";
            let full = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
            let room = clients.room(client, length).ok_or_else(full)?;
            Bytes::from_owner(Kept { report, _room: room })
        }
    };
    Ok(shared("application/json", bytes))
}

/// A large answer, with its room.
struct Kept {
    report: String,
    _room: Room,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        self.report.as_bytes()
    }
}

/// Bytes in pieces, so that a connection has no copy of all of them.
pub(super) fn shared(kind: &'static str, bytes: Bytes) -> Response {
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_LENGTH, bytes.len().to_string())];
    let pieces = stream::unfold(bytes, async |mut left| {
        let piece = left.split_to(left.len().min(CHUNK));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), left))
    });
    (headers, Body::from_stream(pieces)).into_response()
}

#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    pub(super) sentence: String,
    /// The same for the page, which says it in its own words.
    problem: Option<Problem>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        let problem = of_server(status).map(|code| Problem::new(code, serde_json::Value::Null));
        Refusal { status, sentence: sentence.into(), problem }
    }

    /// A refusal with a code of its own, without parameters.
    pub(super) fn coded(status: StatusCode, code: &'static str, sentence: impl Into<String>) -> Refusal {
        let problem = Some(Problem::new(code, serde_json::Value::Null));
        Refusal { problem, ..Refusal::new(status, sentence) }
    }

    /// The refusal as JSON.
    pub(super) fn body(&self) -> serde_json::Value {
        let mut body = serde_json::json!({ "error": self.sentence });
        if let Some(Problem { code, parameters }) = &self.problem {
            body["code"] = (*code).into();
            body["parameters"] = parameters.clone().into();
        }
        body
    }

    pub(super) fn bug() -> Refusal {
        let sentence = "the question made the program stumble, which is a bug: what it said is on its stderr";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}

/// The question has no answer, or makes no sense.
impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Refusal {
        let status = match error.is::<OutOfLimits>() || error.is::<Unproven>() {
            true => StatusCode::UNPROCESSABLE_ENTITY,
            false => StatusCode::BAD_REQUEST,
        };
        Refusal { problem: Problem::of(&error), ..Refusal::new(status, format!("{error:#}")) }
    }
}

/// Code of a refusal by the server itself.
fn of_server(status: StatusCode) -> Option<&'static str> {
    match status {
        StatusCode::INTERNAL_SERVER_ERROR => Some("server.bug"),
        StatusCode::SERVICE_UNAVAILABLE => Some("server.busy"),
        StatusCode::PAYLOAD_TOO_LARGE => Some("server.large"),
        StatusCode::REQUEST_TIMEOUT => Some("server.late"),
        StatusCode::CONFLICT => Some("server.replaced"),
        _ => None,
    }
}
