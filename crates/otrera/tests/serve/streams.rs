//! Streamed questions: progress, cancelling, queues, and the end of the server.

use std::process::Command;
use std::time::Instant;

use serde_json::json;

use crate::client::{PATIENCE, serve, timeless};

/// A question that takes longer than any test.
fn endless() -> serde_json::Value {
    json!({ "position": "start:6x6", "memory": "64M" })
}

#[test]
fn a_stream_ends_with_the_plain_answer() {
    let served = serve(&[]);
    for (name, body) in [
        ("best", json!({ "position": "start:8x8", "nodes": 60_000, "no_book": true })),
        ("solve", json!({ "position": "start:4x4", "memory": "200M" })),
        ("value", json!({ "position": "x...|....|...o" })),
        ("score", json!({ "position": "start:4x4" })),
        (
            "analyze",
            json!({ "position": "start:4x4", "play": "b1-b2xb1 b4-b3xb4", "engine": "greedy", "nodes": 20, "time": 50 }),
        ),
    ] {
        let mut events = served.stream(name, "me", &body).rest();
        let (last, report) = events.pop().unwrap();
        assert_eq!(last, "done", "{name}: {report}");
        assert_eq!(timeless(report), timeless(served.ask(name, &body)), "{name}");
        assert!(events.iter().all(|(event, _)| event == "progress" || event == "waiting"), "{name}");
        if name == "analyze" {
            let done: Vec<_> =
                events.iter().filter(|(event, _)| event == "progress").map(|(_, news)| &news["done"]).collect();
            assert_eq!(done, [1, 2, 3]);
        }
    }
    let mut long = served.stream("solve", "me", &endless());
    let (event, news) = long.next().unwrap();
    assert_eq!(event, "progress");
    for field in ["nodes", "nodes_per_second", "seconds", "table_used"] {
        assert!(news[field].is_number(), "{field}: {news}");
    }
}

#[test]
fn a_certificate_is_kept_and_proves_the_answer() {
    let served = serve(&[]);
    let body = json!({ "position": "start:4x4", "certificate": true });
    let (event, report) = served.stream("solve", "me", &body).rest().pop().unwrap();
    assert_eq!((&*event, &report["winner"]), ("done", &json!("black")));
    let id = report["certificate"]["id"].as_str().unwrap();
    let file = served.get(&format!("/api/certificates/{id}"));
    assert_eq!((file.status, file.body.len()), (200, report["certificate"]["bytes"].as_u64().unwrap() as usize));
    let path = served.place.path("4x4.certificate");
    std::fs::write(&path, file.body).unwrap();
    assert_eq!(served.place.json(&["verify", &path])["valid"], true);
}

#[test]
fn a_closed_connection_ends_the_work() {
    let served = serve(&[]);
    let mut stream = served.stream("solve", "me", &endless());
    assert_eq!(stream.next().unwrap().0, "progress");
    assert_eq!(served.health()["jobs"], 1);
    drop(stream);
    served.wait_for_rest();
}

#[test]
fn a_second_stream_of_a_visitor_ends_the_first() {
    // Room for all three, so that none waits, however many cores there are.
    let served = serve(&["--jobs", "3"]);
    let mut first = served.stream("solve", "me", &endless());
    assert_eq!(first.next().unwrap().0, "progress");
    let mut other = served.stream("solve", "you", &endless());
    assert_eq!(other.next().unwrap().0, "progress");
    let mut second = served.stream("solve", "me", &endless());
    let (event, report) = first.rest().pop().unwrap();
    assert_eq!(
        (&*event, report["error"].as_str().unwrap(), report["code"].as_str().unwrap()),
        ("error", "a newer question of the same visitor took its place", "server.replaced")
    );
    assert_eq!(second.next().unwrap().0, "progress");
    assert_eq!(other.next().unwrap().0, "progress", "what others watch goes on");
}

#[test]
fn a_full_queue_refuses_questions() {
    let served = serve(&["--jobs", "1"]);
    let mut streams = Vec::new();
    let refused = loop {
        assert!(streams.len() <= 65, "the queue has an end");
        let stream = served.stream("solve", "", &endless());
        match stream.status {
            200 => streams.push(stream),
            status => break status,
        }
    };
    assert_eq!(refused, 503);
    assert_eq!(streams[0].next().unwrap().0, "progress");
    assert_eq!(streams[2].next().unwrap(), ("waiting".into(), json!({ "place": 2 })));
    // Short questions do not wait for long ones.
    assert_eq!(served.ask("moves", &json!({ "position": "start:6x6" }))["count"], 544);
    drop(streams.remove(0));
    assert_eq!(streams[1].next().unwrap(), ("waiting".into(), json!({ "place": 1 })));
    drop(streams);
    served.wait_for_rest();
}

#[test]
fn the_server_limits_the_time_of_a_question() {
    let served = serve(&["--time", "0.3"]);
    let begin = Instant::now();
    let (event, report) =
        served.stream("solve", "me", &json!({ "position": "start:6x6", "time": 1000 })).rest().pop().unwrap();
    assert_eq!((&*event, &report["winner"]), ("done", &json!("unknown")));
    let value = served.post("/api/value", &json!({ "position": "start:6x6" }));
    assert_eq!(value.status, 422, "{}", value.error());
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
#[cfg(unix)]
fn the_server_shuts_down_on_a_signal() {
    let mut served = serve(&[]);
    let mut stream = served.stream("solve", "me", &endless());
    assert_eq!(stream.next().unwrap().0, "progress");
    let begin = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &served.child.id().to_string()]).status().unwrap().success());
    let (event, _) = stream.rest().pop().unwrap();
    assert!(matches!(&*event, "done" | "error"), "{event}");
    let code = loop {
        if let Some(status) = served.child.try_wait().unwrap() {
            break status.code();
        }
        assert!(begin.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    assert_eq!(code, Some(0));
}
