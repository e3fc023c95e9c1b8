//! From the body of a request to a command, and from there to its report.
//!
//! A question on the page is the command of the same name: its options are read by the parser of the command line, with the same
//! defaults and the same sentences, and answered by the same function. What is different: a position is a text and never a
//! file, options that name files or threads are not there, and the server has limits of its own.

use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Parser as _;
use otrera_proof::Writer;
use serde::Serialize;
use serde_json::{Map, Value};

use super::shelf::Certificates;
use crate::cli::{AtlasCommand, Cli, Command};
use crate::commands::{analyze, areas, atlas, best, convert, moves, score, show, solve, territory, value};
use crate::input::Input;
use otrera_api::report::LONGEST_IN_JSON;
use otrera_api::host::{Job, Outcome};

/// How long a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Milliseconds, whatever is asked.
    Short,
    /// As long as its limits allow.
    Long,
    /// The same, and there is something to tell on the way.
    Told,
}

/// A question that can be asked.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) length: Length,
    /// The words of the command line for it.
    command: &'static [&'static str],
    /// Its options, besides those of every position.
    options: &'static [&'static str],
}

/// Options that say which position is meant.
const POSITION: [&str; 2] = ["play", "to_move"];

/// All questions about a position.
pub(super) const KINDS: [Kind; 11] = [
    Kind { name: "moves", length: Length::Short, command: &["moves"], options: &["notation"] },
    Kind { name: "areas", length: Length::Short, command: &["areas"], options: &["basic"] },
    Kind { name: "show", length: Length::Short, command: &["show"], options: &["areas", "eval"] },
    Kind { name: "convert", length: Length::Short, command: &["convert"], options: &["to"] },
    Kind { name: "atlas", length: Length::Long, command: &["atlas", "query"], options: &[] },
    Kind { name: "territory", length: Length::Long, command: &["territory"], options: &["time", "memory"] },
    Kind {
        name: "value",
        length: Length::Told,
        command: &["value"],
        options: &["time", "memory", "largest", "longest"],
    },
    Kind {
        name: "score",
        length: Length::Told,
        command: &["score"],
        options: &["time", "memory", "nodes", "komi", "komi_for", "komi_rule"],
    },
    Kind {
        name: "solve",
        length: Length::Told,
        command: &["solve"],
        options: &["time", "memory", "nodes", "all_moves", "certificate", "preset", "without"],
    },
    Kind { name: "best", length: Length::Told, command: &["best"], options: ENGINE },
    Kind { name: "analyze", length: Length::Told, command: &["analyze"], options: ENGINE },
];

/// Options of an engine.
const ENGINE: &[&str] = &["engine", "level", "time", "nodes", "depth", "seed", "memory", "no_book"];

/// Characters of a value that are told. Few have more than a hundred, and those that do may have any number.
const LONGEST_VALUE: usize = 100_000;

/// What the server allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) time: Duration,
    pub(super) memory: usize,
}

/// A question that was understood.
pub(super) struct Question {
    command: Command,
    input: Input,
    certificate: bool,
    /// When it has to end.
    pub(super) time: Duration,
}

impl Question {
    pub(super) fn read(kind: &Kind, mut body: Map<String, Value>, bounds: Bounds) -> anyhow::Result<Question> {
        let Some(Value::String(position)) = body.remove("position") else {
            bail!("a question needs a position, which is a text");
        };
        let mut certificate = false;
        let mut words: Vec<String> = vec!["otrera".into()];
        words.extend(kind.command.iter().map(ToString::to_string));
        for (name, value) in body {
            if !POSITION.contains(&&*name) && !kind.options.contains(&&*name) {
                bail!("{} has no option {name}: it has {}", kind.name, [&POSITION, kind.options].concat().join(", "));
            }
            match (&*name, &value) {
                ("certificate", Value::Bool(wanted)) => certificate = *wanted,
                ("certificate", _) => bail!("certificate is true or false"),
                // With an evaluation, the areas are there as well.
                ("areas", Value::Bool(_)) => {}
                _ => words.extend(word(&name, &value)?),
            }
        }
        words.extend(["--".into(), position]);
        let cli = Cli::try_parse_from(words)
            .map_err(|error| anyhow::anyhow!("{}", crate::usage_sentence(&error).trim_end_matches("; see --help")))?;
        let mut command = cli.command;
        let time = limit(&mut command, bounds);
        let input = input(&command)?;
        Ok(Question { command, input, certificate, time })
    }

    /// The report, as JSON.
    pub(super) fn answer(&self, job: Job<'_>, certificates: &Certificates) -> anyhow::Result<String> {
        let input = &self.input;
        match &self.command {
            Command::Moves(args) => json(&moves::answer(args, input)?),
            Command::Areas(args) => json(&areas::answer(args, input)?),
            Command::Show(args) => json(&show::answer(args, input)?),
            Command::Convert(args) => json(&convert::answer(args, input)?),
            Command::Atlas { .. } => told(atlas::query::answer(input, &*job.setting.atlas(None)?, LONGEST_IN_JSON)?),
            Command::Territory(args) => told(territory::answer(args, Some(input), job)?),
            Command::Value(args) => told(value::answer(args, Some(input), args.longest.unwrap_or(LONGEST_VALUE), job)?),
            Command::Score(args) => json(&score::answer(args, input, job)?),
            Command::Best(args) => json(&best::answer(args, input, job)?),
            Command::Analyze(args) => json(&analyze::answer(args, input, job)?),
            Command::Solve(args) => {
                let mut keep = |writer: Writer<'_>| {
                    let claims = writer.len();
                    let mut bytes = Vec::new();
                    writer.write(&mut bytes)?;
                    let length = bytes.len() as u64;
                    let id = Some(certificates.put(bytes));
                    Ok(solve::Certificate { file: None, id, claims, bytes: length })
                };
                let keep = self.certificate.then_some(&mut keep as solve::Keep<'_>);
                told(solve::answer(args, input, keep, job)?)
            }
            _ => unreachable!("there is no kind of question with another command"),
        }
    }
}

/// An option as the command line has it.
fn word(name: &str, value: &Value) -> anyhow::Result<Option<String>> {
    let option = format!("--{}", name.replace('_', "-"));
    Ok(match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some(option),
        Value::String(text) => Some(format!("{option}={text}")),
        Value::Number(number) => Some(format!("{option}={number}")),
        Value::Array(_) | Value::Object(_) => bail!("{name} is a text, a number, true or false"),
    })
}

/// Takes what is asked for down to what is allowed. How long it may take is what is left to be watched from outside.
fn limit(command: &mut Command, bounds: Bounds) -> Duration {
    let within = |memory: &mut usize| *memory = (*memory).min(bounds.memory);
    let time = match command {
        Command::Territory(args) => {
            within(&mut args.memory);
            args.limits.time
        }
        Command::Value(args) => {
            within(&mut args.memory);
            args.longest = Some(args.longest.unwrap_or(usize::MAX).min(LONGEST_VALUE));
            args.limits.time
        }
        Command::Score(args) => {
            within(&mut args.memory);
            args.limits.time
        }
        Command::Solve(args) => {
            within(&mut args.memory);
            args.limits.time
        }
        Command::Best(args) => {
            within(&mut args.engine.memory);
            args.pace.time = args.pace.time.map(|time| time.min(bounds.time));
            None
        }
        Command::Analyze(args) => {
            within(&mut args.engine.memory);
            args.pace.time = args.pace.time.map(|time| time.min(bounds.time));
            None
        }
        _ => None,
    };
    time.unwrap_or(bounds.time).min(bounds.time)
}

/// The position that a command is about.
fn input(command: &Command) -> anyhow::Result<Input> {
    let (text, changes) = match command {
        Command::Moves(args) => (&args.position.position, &args.position.changes),
        Command::Areas(args) => (&args.position.position, &args.position.changes),
        Command::Show(args) => (&args.position.position, &args.position.changes),
        Command::Convert(args) => (&args.position.position, &args.position.changes),
        Command::Best(args) => (&args.position.position, &args.position.changes),
        Command::Analyze(args) => (&args.position.position, &args.position.changes),
        Command::Atlas { command: AtlasCommand::Query(args) } => (&args.position, &args.changes),
        Command::Solve(args) => (&args.position, &args.changes),
        Command::Score(args) => (&args.position, &args.changes),
        Command::Value(args) => (args.position.as_ref().context("a position is missing")?, &args.changes),
        Command::Territory(args) => (args.position.as_ref().context("a position is missing")?, &args.changes),
        _ => unreachable!("there is no kind of question with another command"),
    };
    Input::from_text(text, changes)
}

/// What was found is the answer, and says itself what is missing.
fn told<R: Serialize>(outcome: Outcome<R>) -> anyhow::Result<String> {
    json(&outcome.report)
}

fn json<R: Serialize>(report: &R) -> anyhow::Result<String> {
    serde_json::to_string(report).context("cannot write the report as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { time: Duration::from_secs(9), memory: 1 << 30 };

    fn read(name: &str, body: Value) -> anyhow::Result<Question> {
        let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
        let Value::Object(body) = body else { panic!("a body is an object") };
        Question::read(kind, body, BOUNDS)
    }

    #[test]
    fn limits_of_the_server_come_before_wishes() {
        for (wish, granted) in [(3.0, 3.0), (1e9, 9.0)] {
            let question = read("solve", serde_json::json!({ "position": "start:4x4", "time": wish, "memory": "8G" }));
            let question = question.unwrap();
            assert_eq!(question.time.as_secs_f64(), granted);
            let Command::Solve(args) = &question.command else { panic!("solve is solve") };
            assert_eq!(args.memory, 1 << 30);
        }
        let best = read("best", serde_json::json!({ "position": "start:4x4", "time": 1e9 })).unwrap();
        let Command::Best(args) = &best.command else { panic!("best is best") };
        assert_eq!(args.pace.time, Some(BOUNDS.time));
    }

    #[test]
    fn what_is_no_question_gets_a_sentence() {
        for (name, body, sentence) in [
            ("moves", serde_json::json!({}), "a question needs a position, which is a text"),
            ("moves", serde_json::json!({ "position": 3 }), "a question needs a position, which is a text"),
            (
                "moves",
                serde_json::json!({ "position": "start:6x6", "svg": "/tmp/x" }),
                "moves has no option svg: it has play, to_move, notation",
            ),
            (
                "moves",
                serde_json::json!({ "position": "start:6x6", "play": ["a"] }),
                "play is a text, a number, true or false",
            ),
            (
                "best",
                serde_json::json!({ "position": "start:6x6", "level": 11 }),
                "invalid value '11' for '--level <LEVEL>': 11 is not in 1..=10",
            ),
            ("moves", serde_json::json!({ "position": "--help" }), ""),
            ("moves", serde_json::json!({ "position": "-" }), ""),
            ("moves", serde_json::json!({ "position": "Cargo.toml" }), ""),
            ("moves", serde_json::json!({ "position": "../../testdata/games/a.sgf" }), ""),
        ] {
            let error = read(name, body.clone()).err().unwrap_or_else(|| panic!("{body}")).to_string();
            assert!(error.starts_with(sentence), "{body}: {error}");
        }
    }
}
