//! Clients that want more than their share: the others are answered, and memory stays within bounds.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{PATIENCE, Served, serve};

/// Longest time for an answer beside an attack, on a machine with much else to do. web/tests/load.mjs asks for 100 ms.
const SOON: Duration = Duration::from_secs(2);
/// Most memory that an attack may take, in kilobytes.
const MOST_TAKEN: u64 = 60 << 10;

fn moves(served: &Served) {
    let begin = Instant::now();
    assert_eq!(served.ask("moves", &json!({ "position": "start:6x6" }))["count"], 544);
    assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
}

/// A comment of 480,000 characters, and 12,000 remarks at the same node: almost 1 MiB.
fn many_remarks(remark: &str) -> Value {
    let first = json!({ "parent": null, "move": null, "comment": "x".repeat(480_000) });
    let more = json!({ "parent": 0, "move": null, "comment": remark });
    let nodes: Vec<Value> = std::iter::once(first).chain(vec![more; 12_000]).collect();
    json!({ "board": "start:6x6", "nodes": nodes })
}

#[test]
fn remarks_at_one_node_take_no_longer_than_their_length() {
    let served = serve(&[]);
    moves(&served);
    #[cfg(target_os = "linux")]
    let before = served.figure("VmHWM:");
    for (remark, length) in [("", 480_000), ("y", 504_000)] {
        let body = many_remarks(remark);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let begin = Instant::now();
                    let sgf = served.ask("record", &body)["sgf"].as_str().unwrap().len();
                    assert!((length..length + 200).contains(&sgf), "{sgf}");
                    assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
                });
            }
            moves(&served);
        });
    }
    #[cfg(target_os = "linux")]
    assert!(served.figure("VmHWM:") < before + MOST_TAKEN, "{before} kB before");
}

/// Downloads in which nothing is read.
#[cfg(target_os = "linux")]
#[test]
fn unread_downloads_share_the_bytes_of_a_certificate() {
    let served = serve(&[]);
    // With few rules the proof is long.
    let without = "sure,safe,walls";
    let body = json!({ "position": "start:4x5", "certificate": true, "memory": "200M", "without": without });
    let (_, report) = served.stream("solve", "", &body).rest().pop().unwrap();
    let certificate = &report["certificate"];
    let bytes = certificate["bytes"].as_u64().unwrap();
    let request = format!(
        "GET /api/certificates/{} HTTP/1.1\r\nHost: {}\r\n\r\n",
        certificate["id"].as_str().unwrap(),
        served.host
    );
    let before = served.figure("VmRSS:");
    let mut unread: Vec<TcpStream> = (0..150).map(|_| served.connect()).collect();
    assert!((150 * bytes) >> 10 > MOST_TAKEN * 3 / 2, "copies of {bytes} bytes would not be noticed");
    for stream in &mut unread {
        stream.write_all(request.as_bytes()).unwrap();
    }
    // Each answer has begun.
    for stream in &mut unread {
        stream.read_exact(&mut [0; 8]).unwrap();
    }
    moves(&served);
    let after = served.figure("VmRSS:");
    assert!(after < before + MOST_TAKEN, "{before} kB before, {after} kB after");
}

/// A question that takes longer than any test.
fn endless() -> Value {
    json!({ "position": "start:6x6", "memory": "64M" })
}

#[test]
fn an_address_without_a_visitor_name_leaves_a_worker_and_places_for_others() {
    let served = serve(&["--behind-proxy", "--jobs", "2"]);
    // The client may write what it likes in front of the address that the proxy adds.
    let from = |number: usize, address: &str| {
        let header = format!("X-Forwarded-For: 192.0.2.{number}, {address}\r\n");
        served.stream_with("solve", &header, &endless())
    };
    let mut streams: Vec<_> = (0..8).map(|number| from(number, "10.0.0.1")).collect();
    assert!(streams.iter().all(|stream| stream.status == 200));
    assert_eq!(from(9, "10.0.0.1").status, 503);
    assert_eq!(streams[0].next().unwrap().0, "progress");
    assert_eq!(streams[1].next().unwrap(), ("waiting".into(), json!({ "place": 1 })));
    let mut other = from(1, "10.0.0.2");
    assert_eq!((other.status, other.next().unwrap().0.as_str()), (200, "progress"));
}

#[test]
fn the_header_of_a_proxy_counts_only_behind_one() {
    let served = serve(&["--jobs", "1"]);
    let header = "X-Forwarded-For: 10.0.0.1\r\n";
    let streams: Vec<_> = (0..20).map(|_| served.stream_with("solve", header, &endless())).collect();
    assert!(streams.iter().all(|stream| stream.status == 200), "on a loopback address nobody is limited");
}

#[test]
fn an_address_has_64_connections() {
    let served = serve(&["--host", "0.0.0.0"]);
    // A connection is let in once it is answered.
    let ask = || -> Option<TcpStream> {
        let mut stream = served.connect();
        let request = format!("GET /api/health HTTP/1.1\r\nHost: {}\r\n\r\n", served.host);
        let _ = stream.write_all(request.as_bytes());
        match stream.read(&mut [0; 8]) {
            Ok(8) => Some(stream),
            Ok(0) => None,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
            other => panic!("{other:?}"),
        }
    };
    let mut streams: Vec<TcpStream> = (0..64).map_while(|_| ask()).collect();
    assert_eq!(streams.len(), 64);
    assert!(ask().is_none());
    streams.pop();
    let begin = Instant::now();
    while ask().is_none() {
        assert!(begin.elapsed() < PATIENCE, "the place of a closed connection stays taken");
        std::thread::sleep(Duration::from_millis(20));
    }
}
