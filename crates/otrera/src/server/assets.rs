//! The files of the page, from within the binary; a development build reads them anew each time.

use std::io::Write as _;

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use super::reply::Refusal;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.ico"]
#[include = "*.json"]
#[include = "*.webmanifest"]
#[exclude = "node_modules/*"]
#[exclude = "tests/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
struct Web;

/// The kinds of files that the page is made of.
const KINDS: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
];

pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Refusal> {
    if uri.path().starts_with("/api/") {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such question: see docs/server.md"));
    }
    if method != Method::GET && method != Method::HEAD {
        return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "files are only read"));
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let kind = path.rsplit_once('.').and_then(|(_, ending)| KINDS.iter().find(|(name, _)| *name == ending));
    let (Some((_, kind)), Some(file)) = (kind, Web::get(path)) else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing here"));
    };
    // Text comes over in a third of its bytes; pictures are packed already.
    let is_packed = !kind.starts_with("image/p") && reads_gzip(&headers);
    let form = if is_packed { "-gzip" } else { "" };
    let tag = format!("\"{}{form}\"", hex(&file.metadata.sha256_hash()[..16]));
    // A browser asks each time whether what it has is still good, so a new program shows its new page.
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [
        (CONTENT_TYPE, (*kind).to_string()),
        (ETAG, tag),
        (CACHE_CONTROL, "no-cache".into()),
        (VARY, "Accept-Encoding".into()),
    ];
    Ok(match (known, is_packed) {
        (true, _) => (StatusCode::NOT_MODIFIED, headers).into_response(),
        (false, true) => (headers, [(CONTENT_ENCODING, "gzip")], packed(&file.data)).into_response(),
        (false, false) => (headers, file.data).into_response(),
    })
}

/// All browsers do, but not every program that asks.
fn reads_gzip(headers: &HeaderMap) -> bool {
    let codings = headers.get(ACCEPT_ENCODING).and_then(|codings| codings.to_str().ok()).unwrap_or_default();
    codings.split(',').any(|coding| {
        let mut words = coding.split(';').map(str::trim);
        words.next() == Some("gzip") && words.next() != Some("q=0")
    })
}

/// Packed anew each time: the whole page takes less time than its way to the browser.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).expect("memory takes what is written");
    packer.finish().expect("memory takes what is written")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
