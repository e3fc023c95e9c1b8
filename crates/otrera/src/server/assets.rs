//! The files of the page, embedded in the binary; a development build reads them from disk each time.

use std::io::Write as _;

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use super::reply::Refusal;

#[derive(RustEmbed)]
#[folder = "web"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.ico"]
#[include = "*.json"]
#[include = "*.webmanifest"]
#[include = "*.woff2"]
#[exclude = "node_modules/*"]
#[exclude = "tests/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
struct Web;

const KINDS: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Refusal> {
    if uri.path().starts_with("/api/") {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such question: see docs/guide/server.md"));
    }
    if method != Method::GET && method != Method::HEAD {
        return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "files are only read"));
    }
    let path = match uri.path() {
        "/" => "index.html",
        "/campaign" => "campaign.html",
        path => path.trim_start_matches('/'),
    };
    let kind = path.rsplit_once('.').and_then(|(_, ending)| KINDS.iter().find(|(name, _)| *name == ending));
    let (Some((_, kind)), Some(file)) = (kind, Web::get(path)) else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing here"));
    };
    // Text shrinks to a third; pictures and fonts are compressed already.
    let packed = !kind.starts_with("image/p") && !kind.starts_with("font/") && takes_gzip(&headers);
    // Each encoding has a tag of its own.
    let hash = u128::from_be_bytes(*file.metadata.sha256_hash().first_chunk().expect("the hash has 32 bytes"));
    let tag = format!("\"{hash:032x}{}\"", if packed { "-gzip" } else { "" });
    // A browser revalidates each time, so a new program shows its new page.
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [
        (CONTENT_TYPE, (*kind).to_string()),
        (ETAG, tag),
        (CACHE_CONTROL, "no-cache".into()),
        (VARY, ACCEPT_ENCODING.to_string()),
    ];
    Ok(match (known, packed) {
        (true, _) => (StatusCode::NOT_MODIFIED, headers).into_response(),
        (false, true) => (headers, [(CONTENT_ENCODING, "gzip")], gzipped(&file.data)).into_response(),
        (false, false) => (headers, file.data).into_response(),
    })
}

/// Returns whether a client accepts gzip, with a weight other than 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let listed = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut forms = listed.flat_map(|list| list.split(','));
    forms.any(|form| {
        let (name, weight) = form.split_once(';').unwrap_or((form, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A file of the page takes a fraction of a millisecond, so it is done anew each time.
fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::http::HeaderValue;
    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn who_reads_gzip_gets_it() {
        let takes = |value: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        for value in ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.8", "deflate,gzip;q=0.001"] {
            assert!(takes(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "gzip;q=0.0", "x-gzip-like", "gzip;level=3"] {
            assert!(!takes(value), "{value}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn the_files_that_are_embedded_are_under_700_kb() {
        let bytes: usize = Web::iter().map(|name| Web::get(&name).expect("what is listed is there").data.len()).sum();
        assert!((100_000..700_000).contains(&bytes), "{bytes} bytes");
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let text = "amazons ".repeat(1000).into_bytes();
        let mut unpacked = Vec::new();
        GzDecoder::new(&*gzipped(&text)).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);
    }
}
