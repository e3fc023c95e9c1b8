//! The OpenAPI document of the server: it is well formed, it has every endpoint, and requests, reports and errors are as
//! it describes them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Served, serve};

/// The document, and a check of values against it.
pub(crate) struct OpenApi {
    document: Value,
}

impl OpenApi {
    pub(crate) fn of(served: &Served) -> OpenApi {
        let answer = served.get("/api/openapi.json");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
        OpenApi { document: answer.json() }
    }

    /// The operation of a request; paths with an id or a name stand for their templates.
    fn operation(&self, method: &str, path: &str) -> &Value {
        let template = match path.rsplit_once('/') {
            Some(("/api/certificates", _)) => "/api/certificates/{id}",
            Some(("/api/gallery", _)) => "/api/gallery/{chapter}",
            _ => path,
        };
        let operation = &self.document["paths"][template][method.to_ascii_lowercase()];
        assert!(operation.is_object(), "{method} {path} is not in the document");
        operation
    }

    /// Checks a value against a schema of the document.
    fn check(&self, what: &str, schema: &Value, value: &Value) {
        // References lead into the components, so these come along.
        let schema = json!({ "allOf": [schema], "components": self.document["components"] });
        let validator = jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{what}: {error}"));
        let errors: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{what}: {errors:?}\n{value}");
    }

    /// Checks the body of a request that the server accepts.
    pub(crate) fn check_request(&self, method: &str, path: &str, body: &Value) {
        let request = &self.operation(method, path)["requestBody"]["content"]["application/json"]["schema"];
        self.check(&format!("{method} {path}"), request, body);
    }

    /// Checks the body of a response.
    pub(crate) fn check_response(&self, method: &str, path: &str, status: u16, body: &Value) {
        let response = &self.operation(method, path)["responses"][status.to_string()];
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path}: status {status} is not in the document");
        self.check(&format!("{method} {path} {status}"), schema, body);
    }

    /// Checks the data of an event.
    pub(crate) fn check_event(&self, path: &str, event: &str, data: &Value) {
        let events = &self.operation("post", path)["responses"]["200"]["content"]["text/event-stream"]["x-events"];
        assert!(events[event].is_object(), "{path}: event {event} is not in the document");
        self.check(&format!("{path} {event}"), &events[event], data);
    }
}

/// Every object in a value.
fn objects<'v>(value: &'v Value, found: &mut Vec<&'v serde_json::Map<String, Value>>) {
    match value {
        Value::Object(object) => {
            found.push(object);
            object.values().for_each(|field| objects(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, found)),
        _ => {}
    }
}

#[test]
fn the_document_is_openapi_3_1() {
    let served = serve(&[]);
    let OpenApi { document } = OpenApi::of(&served);
    assert_eq!(document["openapi"], "3.1.0");
    assert!(document["info"]["title"].is_string() && document["info"]["version"].is_string());
    let known = ["openapi", "info", "paths", "components"];
    assert!(document.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())));
    for (path, item) in document["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/"), "{path}");
        let templates: BTreeSet<&str> =
            path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        for (method, operation) in item.as_object().unwrap() {
            assert!(matches!(method.as_str(), "get" | "post"), "{path} {method}");
            assert!(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{path}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("200"), "{path}");
            for (status, response) in responses {
                assert!(status.parse::<u16>().is_ok_and(|status| (200..600).contains(&status)), "{path} {status}");
                assert!(response["description"].is_string() && response["content"].is_object(), "{path} {status}");
            }
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let in_path = parameters.iter().filter(|parameter| parameter["in"] == "path");
            let named: BTreeSet<&str> = in_path.map(|parameter| parameter["name"].as_str().unwrap()).collect();
            assert_eq!(named, templates, "{path}");
            assert_eq!(method == "post", operation["requestBody"]["content"]["application/json"]["schema"].is_object());
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
        let schema = json!({ "allOf": [schema], "components": document["components"] });
        jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let mut all = Vec::new();
    objects(&document, &mut all);
    let references: Vec<&str> = all.iter().filter_map(|object| object.get("$ref")?.as_str()).collect();
    assert!(references.len() > 40, "{}", references.len());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a reference stays within the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

#[test]
fn every_endpoint_is_in_the_document_and_answers() {
    let served = serve(&[]);
    let OpenApi { document } = OpenApi::of(&served);
    let paths = document["paths"].as_object().unwrap();
    let questions = [
        "analyze",
        "areas",
        "atlas",
        "best",
        "convert",
        "moves",
        "openings",
        "picture",
        "score",
        "show",
        "solve",
        "territory",
        "value",
    ];
    let streams = ["analyze", "best", "score", "solve", "value"];
    let mut expected: BTreeSet<String> = questions.map(|name| format!("/api/{name}")).into();
    expected.extend(streams.map(|name| format!("/api/stream/{name}")));
    expected.extend(
        ["game", "record", "health", "puzzles", "certificates/{id}", "gallery/{chapter}", "openapi.json"]
            .map(|name| format!("/api/{name}")),
    );
    expected.extend(["campaign", "campaign/tree.svg"].map(|name| format!("/api/{name}")));
    assert_eq!(paths.keys().cloned().collect::<BTreeSet<_>>(), expected);
    for (path, item) in paths {
        for method in item.as_object().unwrap().keys() {
            let status = match method.as_str() {
                "get" => served.get(path).status,
                _ => served.post(path, &json!({})).status,
            };
            let expected: &[u16] = match (method.as_str(), path.contains('{') || path.starts_with("/api/campaign")) {
                ("post", _) => &[400],
                (_, true) => &[404],
                (_, false) => &[200],
            };
            assert!(expected.contains(&status), "{method} {path}: {status}");
        }
    }
}

/// Requests and reports of every kind, besides the exchanges of the documents.
#[test]
fn reports_are_as_the_document_describes_them() {
    let served = serve(&[]);
    let open_api = OpenApi::of(&served);
    let split = "b.w./.#../w..b w";
    for (name, body) in [
        ("moves", json!({ "position": split, "notation": "uci", "to_move": "b" })),
        ("areas", json!({ "position": split, "basic": true })),
        ("show", json!({ "position": split, "eval": true, "areas": true })),
        ("show", json!({ "position": "x..|..o", "areas": "basic" })),
        ("convert", json!({ "position": "start:6x6", "to": "json", "play": "b1-b4xd4" })),
        ("convert", json!({ "position": "start:6x6", "to": "sgf" })),
        ("atlas", json!({ "position": split })),
        ("openings", json!({ "position": "start:5x6" })),
        ("openings", json!({ "position": "start:8x8" })),
        ("picture", json!({ "position": "start:4x4", "play": "b1-b2xb1", "format": "gif", "width": 64, "pause": 0.5 })),
        ("picture", json!({ "position": split, "format": "svg", "areas": "basic" })),
        ("territory", json!({ "position": ".b./..#/#.. w", "time": 5, "memory": "1G" })),
        ("value", json!({ "position": split, "time": 20.5, "largest": 7, "longest": 100 })),
        ("value", json!({ "position": "b..w/..../w..b b", "largest": 1, "memory": 1_000_000_000 })),
        ("score", json!({ "position": "start:4x4", "komi": 1, "komi_rule": "points", "komi_for": "w" })),
        ("solve", json!({ "position": "start:4x4", "all_moves": true, "certificate": true, "memory": "200M" })),
        ("solve", json!({ "position": "start:4x4", "preset": "paper", "without": "local,hot" })),
        ("solve", json!({ "position": "start:6x6", "nodes": 100, "memory": "200M" })),
        ("best", json!({ "position": "start:6x6", "engine": "greedy", "level": 10, "depth": 1, "no_book": true })),
        ("best", json!({ "position": "b#w/### b" })),
        ("analyze", json!({ "position": "start:4x4", "play": "b1-b2xb1 b4-b3xb4", "nodes": 20, "time": 1 })),
    ] {
        let path = format!("/api/{name}");
        let answer = served.post(&path, &body);
        open_api.check_request("post", &path, &body);
        open_api.check_response("post", &path, answer.status, &answer.json());
        if !matches!(name, "value" | "score" | "solve" | "best" | "analyze") || answer.status != 200 {
            continue;
        }
        let stream = format!("/api/stream/{name}");
        open_api.check_request("post", &stream, &body);
        for (event, data) in served.stream(name, "", &body).rest() {
            open_api.check_event(&stream, &event, &data);
        }
    }
    for chapter in ["graphs", "large-graphs", "defects", "zugzwangs", "values"] {
        let path = format!("/api/gallery/{chapter}");
        let answer = served.get(&path);
        open_api.check_response("get", &path, answer.status, &answer.json());
        assert_eq!(answer.status, 200, "{path}");
    }
    for (path, body) in [
        ("/api/moves", json!({ "position": "start:6x6", "svg": "x.svg" })),
        ("/api/best", json!({ "position": "start:6x6", "level": 0 })),
    ] {
        let answer = served.post(path, &body);
        open_api.check_response("post", path, answer.status, &answer.json());
    }
}
