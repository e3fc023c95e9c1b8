//! Access control. A page of another site, open in the same browser, must neither send requests to our server nor read its
//! responses: not by a request across sites, and not under a name that is made to point here (DNS rebinding).

use std::future::poll_fn;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::reply::Refusal;

/// Host names of this server, besides addresses, which cannot be made to point elsewhere.
#[derive(Debug)]
pub(super) struct HostNames(Vec<String>);

impl HostNames {
    pub(super) fn new(more: &[String]) -> HostNames {
        HostNames(
            std::iter::once("localhost").chain(more.iter().map(String::as_str)).map(str::to_ascii_lowercase).collect(),
        )
    }

    /// Returns whether `host`, as in a request, is one of ours.
    fn has(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
            _ => host,
        };
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        address.parse::<IpAddr>().is_ok() || self.0.contains(&name.to_ascii_lowercase())
    }
}

pub(super) async fn check(
    State(names): State<Arc<HostNames>>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let forbidden = |sentence| Err(Refusal::new(StatusCode::FORBIDDEN, sentence));
    match text(request.headers(), header::HOST.as_str()) {
        None => return Err(Refusal::new(StatusCode::BAD_REQUEST, "a request needs a Host")),
        Some(host) if !names.has(host) => {
            return forbidden("this server does not go by that name: see `otrera serve --help`");
        }
        Some(host) if is_foreign(&request, host) => {
            return forbidden("another site asks, and only the page itself may");
        }
        Some(_) => {}
    }
    // A panic becomes a response, and affects no other request.
    let mut answer = pin!(next.run(request));
    let caught = |context: &mut Context<'_>| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.map_or_else(|_| Poll::Ready(Err(Refusal::bug())), |poll| poll.map(Ok))
    };
    poll_fn(caught).await
}

/// Returns whether a page of another site made this request. Other sites may only link to our page.
fn is_foreign(request: &Request, host: &str) -> bool {
    let headers = request.headers();
    let origin = text(headers, header::ORIGIN.as_str());
    let same = |origin: &str| {
        let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        named.is_some_and(|named| named.eq_ignore_ascii_case(host))
    };
    if origin.is_some_and(|origin| !same(origin)) {
        return true;
    }
    match text(headers, "sec-fetch-site") {
        None | Some("same-origin" | "none") => false,
        Some(_) => {
            let follows_link = text(headers, "sec-fetch-mode") == Some("navigate")
                && text(headers, "sec-fetch-dest") == Some("document")
                && request.method() == Method::GET;
            !follows_link || request.uri().path().starts_with("/api/")
        }
    }
}

/// A header; one that is not text matches nothing.
fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ours_or_addresses() {
        let names = HostNames::new(&["amazons.example".into()]);
        for host in
            ["localhost", "LOCALHOST:80", "127.0.0.1:8128", "[::1]:1", "[::1]", "10.0.0.7", "Amazons.Example:443"]
        {
            assert!(names.has(host), "{host}");
        }
        for host in ["", ":80", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "[::1", "?"] {
            assert!(!names.has(host), "{host}");
        }
    }
}
