//! Questions: the trait that they share, and reading them from JSON.

use anyhow::{Context as _, bail};
use otrera_board::game::RecordLimits;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::host::{Job, Outcome};
use crate::limits::Bounds;
use crate::option::{Bytes, Seconds, SideName};

/// A question about a position.
pub trait Ask: DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// Its answer.
    type Report: Serialize + JsonSchema;

    /// Its progress, as JSON.
    type Progress: Serialize + JsonSchema;

    /// Its name, on the command line and on the server.
    const NAME: &'static str;

    /// Default memory limit.
    const MEMORY: Bytes = Bytes(usize::MAX);

    /// Lowers its limits to `bounds`. Returns its time limit.
    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        bounds.time
    }

    /// Answers it.
    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<Self::Report>>;
}

/// The progress of a question that reports none.
#[derive(Debug, Serialize, JsonSchema)]
pub enum NoProgress {}

/// The position that a question is about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Place {
    /// Board text, game record or `start:WxH`.
    #[schemars(with = "String")]
    pub position: PositionText,
    /// Side to move, in place of the one in the text.
    pub to_move: Option<SideName>,
    /// Moves to play first, like `b1-b4xd4 d6-d5xe4`; every notation is read.
    #[serde(default)]
    pub play: Option<String>,
}

impl<T: Into<PositionText>> From<T> for Place {
    fn from(text: T) -> Place {
        Place { position: text.into(), to_move: None, play: None }
    }
}

/// Limits of a record in a question from JSON, which anyone may have sent.
pub const JSON_RECORD: RecordLimits = RecordLimits { nodes: 20_000, properties: 80_000 };

/// The text of a position.
#[derive(Clone, Debug)]
pub struct PositionText {
    /// The text.
    pub text: String,
    /// Name of its source, for error messages.
    pub source: Option<String>,
    /// The text must be a game record.
    pub is_record: bool,
    /// Number of moves of the main line to play; `None` for all.
    pub after: Option<usize>,
    /// Limits of the record.
    pub limits: RecordLimits,
}

/// A text in JSON is a record within [`JSON_RECORD`].
impl<'de> Deserialize<'de> for PositionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PositionText, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(PositionText { limits: JSON_RECORD, ..text.into() })
    }
}

impl<T: Into<String>> From<T> for PositionText {
    fn from(text: T) -> PositionText {
        PositionText { text: text.into(), source: None, is_record: false, after: None, limits: RecordLimits::default() }
    }
}

/// The names of the options of a question, in the order of their declaration.
pub fn options<Q: JsonSchema>() -> Vec<String> {
    let schema = schemars::schema_for!(Q);
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.map_or_else(Vec::new, |properties| properties.keys().cloned().collect())
}

/// Reads a question from a JSON object. `options` are those of [`options`]. An option that is `null` is left out, and a
/// text that is not a position is refused.
pub fn read<Q: Ask>(mut body: Map<String, Value>, options: &[String]) -> anyhow::Result<Q> {
    body.retain(|_, value| !value.is_null());
    if !body.get("position").is_some_and(Value::is_string) {
        bail!("a question needs a position, which is a text");
    }
    if let Some(unknown) = body.keys().find(|name| !options.contains(name)) {
        let known: Vec<&str> = options.iter().map(String::as_str).filter(|name| *name != "position").collect();
        bail!("{} has no option {}: it has {}", Q::NAME, unknown.escape_debug(), known.join(", "));
    }
    let question = Q::deserialize(&body).map_err(|error| match culprit::<Q>(&mut body) {
        Some(name) => anyhow::anyhow!("{name}: {error}"),
        None => error.into(),
    })?;
    Place::deserialize(body)?.input()?;
    Ok(question)
}

/// Finds the invalid option by leaving out one at a time: flattened fields lose their path in errors. Changes `body`.
fn culprit<Q: Ask>(body: &mut Map<String, Value>) -> Option<String> {
    let names: Vec<String> = body.keys().cloned().collect();
    names.into_iter().find(|name| {
        let value = body.remove(name).unwrap_or_default();
        let is_culprit = Q::deserialize(&*body).is_ok();
        body.insert(name.clone(), value);
        is_culprit
    })
}

/// A report as JSON.
pub fn json(report: &impl Serialize) -> anyhow::Result<String> {
    serde_json::to_string(report).context("cannot write the report as JSON")
}
