//! What goes back: JSON, errors as sentences, and headers that keep the page to itself.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::limits::OutOfLimits;

/// The page loads nothing from elsewhere, runs no script that is not a file of ours, and is shown in nobody's frame.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// Headers of every answer.
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
    // Answers are about what was asked just now; files say themselves how long they are good.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A report that is written already.
pub(super) fn json(report: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], report).into_response()
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    sentence: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        Refusal { status, sentence: sentence.into() }
    }

    /// A bug.
    pub(super) fn stumbled() -> Refusal {
        let sentence = "the question made the program stumble, which is a bug: what it said is on its stderr";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    pub(super) fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(serde_json::json!({ "error": self.sentence }))).into_response()
    }
}

/// Either the limits ended it, or the question makes no sense.
impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Refusal {
        let status = match error.is::<OutOfLimits>() {
            true => StatusCode::UNPROCESSABLE_ENTITY,
            false => StatusCode::BAD_REQUEST,
        };
        Refusal::new(status, format!("{error:#}"))
    }
}
