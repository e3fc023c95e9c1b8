//! Bad requests are answered with a sentence, and no file but the page's is served.

use std::io::{Read as _, Write as _};

use serde_json::json;

use crate::client::serve;

#[test]
fn bad_requests_get_a_sentence() {
    let served = serve(&[]);
    let large = format!("{{\"position\": \"{}\"}}", "x".repeat(10 << 20));
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"position\": {}1{}}}", "[".repeat(1000), "]".repeat(1000));
    let record = format!("{{\"position\": \"(;FF[4]GM[18]SZ[6]{}\"}}", "(;C[x]".repeat(100_000));
    let cases: [(&str, &str, &[u8], u16, &str); 20] = [
        ("/api/moves", "", b"", 400, "this is not the JSON of a question"),
        ("/api/moves", "", b"{", 400, "this is not the JSON of a question"),
        ("/api/moves", "", b"[1, 2]", 400, "this is not the JSON of a question"),
        ("/api/moves", "", b"{\"position\": \"\xff\xfe\"}", 400, "this is not the JSON of a question"),
        ("/api/moves", "", deep.as_bytes(), 400, "this is not the JSON of a question"),
        ("/api/moves", "", nested.as_bytes(), 400, "this is not the JSON of a question"),
        ("/api/moves", "", record.as_bytes(), 400, ""),
        ("/api/moves", "", b"{}", 400, "a question needs a position, which is a text"),
        ("/api/moves", "", b"{\"position\": \"\"}", 400, "the board is empty"),
        ("/api/moves", "", b"{\"position\": \"-\"}", 400, ""),
        ("/api/moves", "", b"{\"position\": \"Cargo.toml\"}", 400, ""),
        ("/api/moves", "", b"{\"position\": \"../../testdata/games/5x8.sgf\"}", 400, ""),
        ("/api/moves", "", b"{\"position\": \"start:6x6\", \"svg\": \"x.svg\"}", 400, "moves has no option svg"),
        (
            "/api/solve",
            "",
            b"{\"position\": \"start:4x4\", \"certificate\": \"x\"}",
            400,
            "certificate: invalid type: string \"x\", expected a boolean",
        ),
        ("/api/best", "", b"{\"position\": \"start:4x4\", \"level\": 0}", 400, "level: write a level from 1 to 10"),
        ("/api/game", "", b"{\"record\": \"(;GM[1])\"}", 400, ""),
        ("/api/moves", "", large.as_bytes(), 413, "a question has at most 1024 KiB"),
        ("/api/moves", "Content-Type: text/plain\r\n", b"{}", 415, "questions are JSON"),
        ("/api/nonsense", "", b"{}", 404, "there is no such question"),
        ("/api/stream/moves", "", b"{}", 404, "there is no such question"),
    ];
    for (path, headers, body, status, sentence) in cases {
        let answer = served.post_with(path, headers, body);
        let what = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        assert_eq!(answer.status, status, "{path} {what}: {}", String::from_utf8_lossy(&answer.body));
        assert!(answer.error().starts_with(sentence), "{path} {what}: {}", answer.error());
        assert!(answer.error().len() < 400, "{path} {what}");
    }
    assert_eq!(served.get("/api/moves").status, 405);
    assert_eq!(served.health()["status"], "ok");
}

#[test]
fn requests_of_other_sites_are_refused() {
    let served = serve(&["--name", "amazons.example"]);
    let port = served.host.rsplit_once(':').unwrap().1.to_string();
    let host = |name: &str| format!("Host: {name}:{port}\r\n");
    let own = format!("Origin: http://{}\r\n", served.host);
    let cases = [
        (String::new(), 200),
        (host("localhost"), 200),
        (host("[::1]"), 200),
        (host("amazons.example"), 200),
        (host("evil.example"), 403),
        (host("localhost.evil.example"), 403),
        (own.clone(), 200),
        (format!("{own}Sec-Fetch-Site: same-origin\r\n"), 200),
        ("Origin: http://evil.example\r\n".into(), 403),
        ("Origin: null\r\n".into(), 403),
        (format!("Origin: http://localhost:{port}\r\n"), 403),
        ("Sec-Fetch-Site: cross-site\r\n".into(), 403),
        ("Sec-Fetch-Site: same-site\r\n".into(), 403),
        ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n".into(), 403),
    ];
    for (headers, status) in cases {
        let answer = served.post_with("/api/moves", &headers, b"{\"position\": \"start:4x4\"}");
        assert_eq!(answer.status, status, "{headers}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{headers}");
    }
    // A link from elsewhere may lead to the page, and to nothing but the page.
    let link =
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nConnection: close\r\n";
    for (path, status) in [("/", 200), ("/api/health", 403)] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{link}\r\n", served.host);
        assert_eq!(served.raw(request.as_bytes()).status, status, "{path}");
    }
    let nameless = served.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(nameless.status, 400);
}

#[test]
fn files_are_compressed_for_clients_that_accept_gzip() {
    let served = serve(&[]);
    let ask = |codings: &str| {
        let head = format!("Host: {}\r\nAccept-Encoding: {codings}\r\nConnection: close", served.host);
        served.raw(format!("GET /main.js HTTP/1.1\r\n{head}\r\n\r\n").as_bytes())
    };
    let plain = served.get("/main.js");
    for (codings, is_packed) in [("gzip", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false)] {
        let answer = ask(codings);
        assert_eq!(answer.header("content-encoding"), is_packed.then_some("gzip"), "{codings}");
        assert_eq!(answer.header("etag") != plain.header("etag"), is_packed, "{codings}");
        let mut bytes = answer.body.clone();
        if is_packed {
            bytes.clear();
            flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut bytes).unwrap();
        }
        assert_eq!(bytes, plain.body, "{codings}");
    }
}

#[test]
fn only_files_of_the_page_are_served() {
    let served = serve(&[]);
    let page = served.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'self'")));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let tag = page.header("etag").expect("a file has a tag");
    let again = format!("GET / HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n", served.host);
    assert_eq!(served.raw(again.as_bytes()).status, 304);
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/./../web/../Cargo.toml",
        "/package.json",
        "/tsconfig.json",
        "/node_modules/typescript/package.json",
        "/tests/load.mjs",
        "/nothing.js",
        "/api/certificates/../health",
        "/api/certificates/0000",
    ] {
        let answer = served.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", String::from_utf8_lossy(&answer.body));
    }
}

#[test]
fn silent_clients_delay_no_others() {
    let served = serve(&[]);
    let mut silent = Vec::new();
    for i in 0..100 {
        let mut stream = served.connect();
        // Nothing, half a head, or half a body.
        match i % 3 {
            0 => {}
            1 => stream.write_all(b"POST /api/moves HTTP/1.1\r\nHost: ").unwrap(),
            _ => {
                stream.write_all(served.head("/api/moves", "", 1000).as_bytes()).unwrap();
                stream.write_all(b"{\"posi").unwrap();
            }
        }
        silent.push(stream);
    }
    assert_eq!(served.ask("moves", &json!({ "position": "start:6x6" }))["count"], 544);
}

#[test]
fn all_files_of_the_page_are_served() {
    let served = serve(&[]);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let (mut directories, mut files) = (vec![root.clone()], 0);
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_dir() {
                if name != "node_modules" && name != "tests" {
                    directories.push(path);
                }
            } else if [".html", ".css", ".js", ".svg"].iter().any(|ending| name.ends_with(ending)) {
                let answer = served.get(&format!("/{name}"));
                assert_eq!(answer.status, 200, "{name}");
                assert_eq!(answer.body, std::fs::read(&path).unwrap(), "{name}");
                files += 1;
            }
        }
    }
    assert!(files > 0);
}

#[test]
fn the_page_has_words_for_every_code() {
    for language in ["en", "de"] {
        let path = format!("{}/web/messages/errors.{language}.js", env!("CARGO_MANIFEST_DIR"));
        let words = std::fs::read_to_string(&path).unwrap();
        for code in otrera_api::Problem::CODES {
            let is_there = [format!("  '{code}': '"), format!("  {code}: '")].iter().any(|entry| words.contains(entry));
            assert!(is_there, "{path} has no {code}");
        }
    }
}
