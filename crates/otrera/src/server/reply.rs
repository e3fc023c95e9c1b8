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

/// A report that is written already, or why there is none.
pub(super) fn text(report: anyhow::Result<String>) -> Response {
    match report {
        Ok(report) => ([(header::CONTENT_TYPE, "application/json")], report).into_response(),
        Err(error) => failure(&error),
    }
}

/// Why there is no report: because of the limits, or because of the question.
pub(super) fn failure(error: &anyhow::Error) -> Response {
    let status = match error.is::<OutOfLimits>() {
        true => StatusCode::UNPROCESSABLE_ENTITY,
        false => StatusCode::BAD_REQUEST,
    };
    refusal(status, &format!("{error:#}"))
}

/// An error with its sentence.
pub(super) fn refusal(status: StatusCode, sentence: &str) -> Response {
    (status, Json(serde_json::json!({ "error": sentence }))).into_response()
}
