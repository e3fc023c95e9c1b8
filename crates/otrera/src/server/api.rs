//! The interface: each endpoint is declared once, with its handler and its part of the OpenAPI document.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::routing::{get, post};
use otrera_api::{
    Analyze, Areas, Ask, AtlasQuery, Best, Bounds, Convert, GalleryReport, Job, Moves, Openings, Picture,
    PuzzlesReport, Score, Show, Solve, Territory, Value, json, options, read,
};
use serde_json::Map;

use super::answers;
use super::app::{App, HealthReport};
use super::campaign::{self, CampaignReport};
use super::openapi::{Document, summary};
use super::record::{GameQuestion, GameReport, RecordQuestion, RecordReport};

/// Duration of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Milliseconds, whatever its options are.
    Short,
    /// As long as its limits allow.
    Long,
    /// The same, with progress as a stream of events.
    Streamed,
}

/// A question that was read, for any thread to answer.
pub(super) struct Question {
    /// Answers with the report as JSON. An incomplete report says so itself.
    pub(super) answer: Box<dyn Fn(Job<'_>) -> anyhow::Result<String> + Send>,
    /// Time after which it is stopped.
    pub(super) time: Duration,
}

impl Question {
    fn new<Q: Ask>(mut question: Q, bounds: &Bounds) -> Question {
        let time = question.clamp(bounds).0;
        Question { answer: Box::new(move |job| json(&question.answer(job)?.report)), time }
    }
}

/// Reads a kind of question from a JSON object.
pub(super) type Reader = Arc<dyn Fn(Map<String, serde_json::Value>, &Bounds) -> anyhow::Result<Question> + Send + Sync>;

fn reader<Q: Ask>() -> Reader {
    let options = options::<Q>();
    Arc::new(move |body, bounds| Ok(Question::new(read::<Q>(body, &options)?, bounds)))
}

/// All endpoints, and the OpenAPI document that describes them.
pub(super) fn endpoints() -> Router<Arc<App>> {
    let mut api = Endpoints { router: Router::new(), document: Document::new() };
    api.question::<Moves>(Length::Short);
    api.question::<Areas>(Length::Short);
    api.question::<Show>(Length::Short);
    api.question::<Convert>(Length::Short);
    api.question::<Openings>(Length::Short);
    api.question::<Picture>(Length::Long);
    api.question::<AtlasQuery>(Length::Long);
    api.question::<Territory>(Length::Long);
    api.question::<Value>(Length::Streamed);
    api.question::<Score>(Length::Streamed);
    api.question::<Solve>(Length::Streamed);
    api.question::<Best>(Length::Streamed);
    api.question::<Analyze>(Length::Streamed);
    let path = "/api/game";
    api.document.post::<GameQuestion, GameReport>(path, "Reads a game record as a tree of positions.");
    api.route(path, post(answers::game));
    let path = "/api/record";
    api.document.post::<RecordQuestion, RecordReport>(path, "Writes a tree of moves as SGF.");
    api.route(path, post(answers::record));
    let path = "/api/health";
    api.document.get::<HealthReport>(path, "Reports the state of the server.");
    api.route(path, get(answers::health));
    let path = "/api/gallery/{chapter}";
    api.document.gallery::<GalleryReport>(path);
    api.route(path, get(answers::gallery));
    let path = "/api/puzzles";
    api.document.get::<PuzzlesReport>(path, "Lists the puzzles of the program.");
    let puzzles = Bytes::from(json(&PuzzlesReport::embedded()).expect("a report is text and numbers"));
    api.route(path, get(async move || super::reply::shared("application/json", puzzles.clone())));
    let path = "/api/campaign";
    api.document.campaign::<CampaignReport>(path);
    api.route(path, get(campaign::state));
    let path = "/api/campaign/tree.svg";
    api.document.campaign_tree(path);
    api.route(path, get(campaign::tree));
    let path = "/api/certificates/{id}";
    api.document.certificate(path);
    api.route(path, get(answers::certificate));
    let path = "/api/openapi.json";
    let document = Bytes::from(api.document.finish(path));
    api.router.route(path, get(async move || super::reply::shared("application/json", document.clone())))
}

struct Endpoints {
    router: Router<Arc<App>>,
    document: Document,
}

impl Endpoints {
    fn question<Q: Ask>(&mut self, length: Length) {
        let reader = reader::<Q>();
        let path = format!("/api/{}", Q::NAME);
        self.document.post::<Q, Q::Report>(&path, &summary::<Q>());
        let read = Arc::clone(&reader);
        let plain =
            move |app: State<Arc<App>>, request: Request| answers::plain(app, Arc::clone(&read), length, request);
        self.route(&path, post(plain));
        if length == Length::Streamed {
            let path = format!("/api/stream/{}", Q::NAME);
            self.document.stream::<Q>(&path);
            let streamed =
                move |app: State<Arc<App>>, request: Request| answers::streamed(app, Arc::clone(&reader), request);
            self.route(&path, post(streamed));
        }
    }

    fn route(&mut self, path: &str, handler: axum::routing::MethodRouter<Arc<App>>) {
        self.router = std::mem::take(&mut self.router).route(path, handler);
    }
}

#[cfg(test)]
mod tests {
    use otrera_api::option::{Bytes, Seconds};
    use serde_json::{Value, json};

    use super::*;

    const BOUNDS: Bounds = Bounds { time: Seconds(Duration::from_secs(9)), memory: Bytes(1 << 30) };

    fn parse<Q: Ask>(body: Value) -> anyhow::Result<Q> {
        let Value::Object(body) = body else { panic!("a body is an object") };
        read(body, &options::<Q>())
    }

    #[test]
    fn limits_of_the_server_override_those_of_a_question() {
        for (wish, granted) in [(3.0, 3.0), (1e9, 9.0)] {
            let body = json!({ "position": "start:4x4", "time": wish, "memory": "8G" });
            let mut question: Solve = parse(body).unwrap();
            question.clamp(&BOUNDS);
            assert_eq!(question.limits.memory, Some(Bytes(1 << 30)));
            assert_eq!(Question::new(question, &BOUNDS).time.as_secs_f64(), granted);
        }
        let mut best: Best = parse(json!({ "position": "start:4x4", "time": 1e9 })).unwrap();
        best.clamp(&BOUNDS);
        assert_eq!(best.limits.time, Some(BOUNDS.time));
    }

    #[test]
    fn a_body_that_is_no_question_gets_a_sentence_that_names_the_option() {
        let moves = |body: Value| reader::<Moves>()(body.as_object().unwrap().clone(), &BOUNDS).err();
        for (body, sentence) in [
            (json!({}), "a question needs a position, which is a text"),
            (json!({ "position": 3 }), "a question needs a position, which is a text"),
            (
                json!({ "position": "start:6x6", "svg": "/tmp/x" }),
                "moves has no option svg: it has notation, play, to_move",
            ),
            (json!({ "position": "start:6x6", "play": ["a"] }), "play: invalid type: sequence, expected a string"),
            (json!({ "position": "start:6x6", "to_move": "x" }), "to_move: write b or w"),
            (json!({ "position": "start:6x6", "notation": 1 }), "notation: write one of cross, "),
            (json!({ "position": "--help" }), ""),
            (json!({ "position": "-" }), ""),
            (json!({ "position": "Cargo.toml" }), ""),
            (json!({ "position": "../../testdata/games/a.sgf" }), ""),
        ] {
            let error = moves(body.clone()).unwrap_or_else(|| panic!("{body}")).to_string();
            assert!(error.starts_with(sentence), "{body}: {error}");
        }
        let level = parse::<Best>(json!({ "position": "start:6x6", "level": 11 })).unwrap_err().to_string();
        assert_eq!(level, "level: write a level from 1 to 10");
        let komi = parse::<Score>(json!({ "position": "start:6x6", "komi": 129 })).unwrap_err().to_string();
        assert_eq!(komi, "komi: write a number from 0 to 128");
        let without = parse::<Solve>(json!({ "position": "start:6x6", "without": "magic" })).unwrap_err().to_string();
        assert!(without.starts_with("without: there is no technique magic: write some of atlas, "), "{without}");
        let to = parse::<Convert>(json!({ "position": "start:6x6" })).unwrap_err().to_string();
        assert_eq!(to, "missing field `to`");
    }
}
