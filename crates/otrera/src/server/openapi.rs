//! The OpenAPI 3.1 document of the interface, derived from the types of questions and reports.

use otrera_api::option::Choice as _;
use otrera_api::{Ask, Chapter, Problem};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

/// Statuses of errors, each with its cause.
const ERRORS: [(&str, &str); 9] = [
    ("400", "The question cannot be read or makes no sense."),
    ("403", "Another site asks, or under a name that is not this server's."),
    ("405", "The method is not allowed."),
    ("408", "The question came too slowly."),
    ("413", "The question is too large."),
    ("415", "The question is not JSON."),
    ("422", "The limits ended the question before there was a result."),
    ("500", "A bug; the program reports it on its stderr."),
    ("503", "Too many questions are waiting, or the server is shutting down."),
];

/// A document that grows by one endpoint after the other.
pub(super) struct Document {
    requests: SchemaGenerator,
    reports: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Document {
    pub(super) fn new() -> Document {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Document {
            requests: settings.clone().for_deserialize().into_generator(),
            reports: settings.for_serialize().into_generator(),
            paths: Map::new(),
        }
    }

    /// A question whose progress is streamed as server-sent events. `x-events` has the schema of the data of each event.
    pub(super) fn stream<Q: Ask>(&mut self, path: &str) {
        let request = self.requests.subschema_for::<Q>();
        let report = self.reports.subschema_for::<Q::Report>();
        let progress = self.reports.subschema_for::<Q::Progress>();
        let place =
            json!({ "type": "object", "properties": { "place": { "type": "integer" } }, "required": ["place"] });
        let answer = json!({
            "description": "Events; `done` or `error` is the last one. Closing the connection cancels the question.",
            "content": { "text/event-stream": {
                "schema": { "type": "string" },
                "x-events": { "waiting": place, "progress": progress, "done": report, "error": reference("Error") },
            } },
        });
        let visitor = json!({
            "name": "Otrera-Visitor",
            "in": "header",
            "description": "Name of the visitor; a new stream of the same visitor ends the one before.",
            "schema": { "type": "string", "maxLength": 64 },
        });
        let mut operation = operation(&summary::<Q>(), &answer);
        operation["parameters"] = json!([visitor]);
        operation["requestBody"] = body(&request.to_value());
        self.paths.insert(path.into(), json!({ "post": operation }));
    }

    pub(super) fn post<Q: JsonSchema, R: JsonSchema>(&mut self, path: &str, summary: &str) {
        let request = self.requests.subschema_for::<Q>();
        let report = self.reports.subschema_for::<R>();
        let mut operation = operation(summary, &answer(&report.to_value()));
        operation["requestBody"] = body(&request.to_value());
        self.paths.insert(path.into(), json!({ "post": operation }));
    }

    pub(super) fn get<R: JsonSchema>(&mut self, path: &str, summary: &str) {
        let report = self.reports.subschema_for::<R>();
        self.paths.insert(path.into(), json!({ "get": operation(summary, &answer(&report.to_value())) }));
    }

    /// A chapter of the gallery.
    pub(super) fn gallery<R: JsonSchema>(&mut self, path: &str) {
        let report = self.reports.subschema_for::<R>();
        let mut operation = operation("Shows boards of the theory.", &answer(&report.to_value()));
        let names: Vec<&str> = Chapter::ALL.iter().map(|chapter| chapter.name()).collect();
        let schema = json!({ "type": "string", "enum": names });
        operation["parameters"] = json!([{ "name": "chapter", "in": "path", "required": true, "schema": schema }]);
        operation["responses"]["404"] = error("There is no such chapter.");
        self.paths.insert(path.into(), json!({ "get": operation }));
    }

    pub(super) fn certificate(&mut self, path: &str) {
        let file = json!({ "description": "The certificate.", "content": { "application/octet-stream": {} } });
        let mut operation = operation("Downloads a certificate.", &file);
        operation["parameters"] =
            json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]);
        operation["responses"]["404"] = error("There is no such certificate, or it is no longer kept.");
        self.paths.insert(path.into(), json!({ "get": operation }));
    }

    pub(super) fn campaign<R: JsonSchema>(&mut self, path: &str) {
        let report = self.reports.subschema_for::<R>();
        let mut operation =
            operation("Reports the state of the campaign that the server shows.", &answer(&report.to_value()));
        operation["parameters"] = json!([{
            "name": "after",
            "in": "query",
            "description": "First move whose replies are wanted; the most promising one by default.",
            "schema": { "type": "string" },
        }]);
        self.insert_campaign(path, operation);
    }

    pub(super) fn campaign_tree(&mut self, path: &str) {
        let file = json!({ "description": "The drawing.", "content": { "image/svg+xml": {} } });
        self.insert_campaign(path, operation("Draws the tree of the campaign that the server shows.", &file));
    }

    fn insert_campaign(&mut self, path: &str, mut operation: Value) {
        operation["responses"]["404"] = error("The server shows no campaign.");
        operation["responses"]["503"] = error("The campaign cannot be read, or not yet.");
        self.paths.insert(path.into(), json!({ "get": operation }));
    }

    /// The document as JSON, with the endpoint that serves it.
    pub(super) fn finish(mut self, path: &str) -> String {
        let itself = json!({ "description": "This document.", "content": { "application/json": {} } });
        self.paths.insert(path.into(), json!({ "get": operation("Describes the interface.", &itself) }));
        let mut schemas = self.requests.take_definitions(true);
        schemas.append(&mut self.reports.take_definitions(true));
        let error = json!({
            "type": "object",
            "description": "Why there is no answer, in one sentence; for common causes also as a code with parameters.",
            "properties": {
                "error": { "type": "string" },
                "code": { "type": "string", "enum": Problem::CODES.as_slice() },
                "parameters": { "type": "object" },
            },
            "required": ["error"],
        });
        schemas.insert("Error".into(), error);
        let document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Otrera",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Plays, solves and explains the Game of the Amazons.",
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "paths": self.paths,
            "components": { "schemas": schemas },
        });
        document.to_string()
    }
}

/// The first line of documentation of a question.
pub(super) fn summary<Q: Ask>() -> String {
    let schema = schemars::schema_for!(Q);
    schema.get("description").and_then(Value::as_str).unwrap_or_default().into()
}

fn operation(summary: &str, answer: &Value) -> Value {
    let mut responses = Map::from_iter([("200".to_string(), answer.clone())]);
    responses.extend(ERRORS.map(|(status, cause)| (status.to_string(), error(cause))));
    json!({ "summary": summary, "responses": responses })
}

fn body(schema: &Value) -> Value {
    json!({ "required": true, "content": { "application/json": { "schema": schema } } })
}

fn answer(schema: &Value) -> Value {
    json!({ "description": "The report.", "content": { "application/json": { "schema": schema } } })
}

fn error(cause: &str) -> Value {
    json!({ "description": cause, "content": { "application/json": { "schema": reference("Error") } } })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}
