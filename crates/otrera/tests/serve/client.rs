//! A server for each test, and a client that sends given bytes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::Place;

/// Longest wait for anything, on a machine with much else to do.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Served {
    pub(crate) child: Child,
    /// Address and port.
    pub(crate) host: String,
    pub(crate) place: Place,
}

/// Starts a server with an atlas of its own.
pub(crate) fn serve(words: &[&str]) -> Served {
    serve_in(Place::new(), words)
}

/// The same, with the atlas of a place.
pub(crate) fn serve_in(place: Place, words: &[&str]) -> Served {
    let mut child = Command::new(env!("CARGO_BIN_EXE_otrera"))
        .args(["serve", "--port", "0", "--no-open"])
        .args(words)
        .env("OTRERA_ATLAS", place.path("atlas.otrera"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let host = address.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap().to_string();
    Served { child, host, place }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The sentence of an error.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.json())).to_string()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

impl Served {
    /// A figure of the process from /proc, such as `VmRSS:` in kilobytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn figure(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are and reads until the end.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: answer[end + 4..].to_vec() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host).as_bytes())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_with(path, "", body.to_string().as_bytes())
    }

    /// With more headers, each with its line end.
    pub(crate) fn post_with(&self, path: &str, headers: &str, body: &[u8]) -> Answer {
        self.raw(&[self.head(path, headers, body.len()).as_bytes(), body].concat())
    }

    pub(crate) fn head(&self, path: &str, headers: &str, length: usize) -> String {
        let has = |name: &str| headers.lines().any(|line| line.starts_with(name));
        let kind = if has("Content-Type:") { "" } else { "Content-Type: application/json\r\n" };
        let host = if has("Host:") { String::new() } else { format!("Host: {}\r\n", self.host) };
        format!("POST {path} HTTP/1.1\r\n{host}{kind}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n")
    }

    /// The answer to a question; there must be one.
    pub(crate) fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = self.post(&format!("/api/{name}"), body);
        assert_eq!(answer.status, 200, "{name} {body}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    /// Begins to watch a question.
    pub(crate) fn stream(&self, name: &str, visitor: &str, body: &Value) -> Stream {
        self.stream_with(name, &format!("Otrera-Visitor: {visitor}\r\n"), body)
    }

    /// With more headers, each with its line end.
    pub(crate) fn stream_with(&self, name: &str, headers: &str, body: &Value) -> Stream {
        let body = body.to_string();
        let mut stream = self.connect();
        stream.write_all(self.head(&format!("/api/stream/{name}"), headers, body.len()).as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream);
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let status = first.split(' ').nth(1).unwrap().parse().unwrap();
        while first.trim() != "" {
            first.clear();
            lines.read_line(&mut first).unwrap();
        }
        Stream { status, lines }
    }

    pub(crate) fn health(&self) -> Value {
        self.get("/api/health").json()
    }

    /// Waits until nothing is worked at and nothing waits.
    pub(crate) fn wait_for_rest(&self) {
        let begin = Instant::now();
        while self.health()["jobs"] != 0 || self.health()["waiting"] != 0 {
            assert!(begin.elapsed() < PATIENCE, "{}", self.health());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A stream of events.
pub(crate) struct Stream {
    pub(crate) status: u16,
    lines: BufReader<TcpStream>,
}

impl Stream {
    /// The next event and its data; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<(String, Value)> {
        let mut event = String::new();
        loop {
            // Lengths of chunks are lines too, and are neither of the two.
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(name) = line.trim_end().strip_prefix("event: ") {
                event = name.into();
            } else if let Some(data) = line.trim_end().strip_prefix("data: ") {
                return Some((event, serde_json::from_str(data).unwrap()));
            }
        }
    }

    /// Everything up to the end.
    pub(crate) fn rest(mut self) -> Vec<(String, Value)> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

/// The same without what differs from run to run.
pub(crate) fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|name, _| name != "seconds");
            fields.values_mut().for_each(|field| *field = timeless(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}
