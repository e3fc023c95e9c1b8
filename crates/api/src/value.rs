//! The value of each area and of the whole board.

use std::sync::Arc;
use std::time::Instant;

use otrera_board::areas::{self, Kind, Part};
use otrera_board::{Move, Position, Side};
use otrera_cgt::notation::Problem;
use otrera_cgt::{Interrupted, Store, Value as GameValue};
use otrera_regions::{AreaValues, Unfinished};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Place};
use crate::host::{Job, Outcome, State};
use crate::input::Input;
use crate::limits::{Bounds, Limits, OutOfLimits};
use crate::option::{Bytes, Seconds};
use crate::report::{LONGEST_IN_JSON, ValueFacts, without_side};
use crate::text::grouped;
use crate::thermograph;

const DRAWING_WIDTH: usize = 60;
/// Moves named for one option; there can be hundreds.
const MOVES_NAMED: usize = 4;
/// Characters of a value within the bounds of a server. Few have more than a hundred, but there is no limit.
const LONGEST_BOUNDED: usize = 100_000;

/// Finds the exact value of each area and of the whole board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Value {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Leave out areas with more empty squares than this, and the sum with them.
    #[serde(default)]
    pub largest: Option<u32>,
    /// Characters of a value; longer values are cut and end with ….
    #[serde(default)]
    pub longest: Option<usize>,
    /// Time, and memory for games.
    #[serde(flatten)]
    pub limits: Limits,
}

/// Finds the value of a game in book notation.
#[derive(Clone, Debug)]
pub struct ValueOfGame {
    /// The game, like `{2|0}+*`.
    pub game: String,
    /// Characters of a value; longer values are cut and end with ….
    pub longest: Option<usize>,
    /// Time, and memory for games.
    pub limits: Limits,
}

/// Games so far, and their memory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ValueProgress {
    games: u64,
    megabytes: usize,
    seconds: f64,
}

/// Values of areas and of their sum.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ValuesReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    areas: Vec<AreaValue>,
    /// Missing if an area was not computed.
    sum: Option<ValueReport>,
    games: usize,
    /// Reason for missing results.
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AreaValue {
    label: String,
    kind: String,
    board: String,
    crop: String,
    empty: u32,
    /// Missing if the limits were reached first.
    #[serde(flatten)]
    value: Option<ValueReport>,
}

/// A value with its canonical options.
#[derive(Debug, Serialize, JsonSchema)]
struct ValueReport {
    #[serde(flatten)]
    facts: ValueFacts,
    left_options: Vec<OptionReport>,
    right_options: Vec<OptionReport>,
}

/// A canonical option and the moves that lead to it. There are none where it is reached only after the opponent's answer
/// to a reversible move.
#[derive(Debug, Serialize, JsonSchema)]
struct OptionReport {
    value: String,
    moves: Vec<String>,
}

impl Ask for Value {
    type Report = ValuesReport;
    type Progress = ValueProgress;
    const NAME: &'static str = "value";
    const MEMORY: Bytes = Bytes(4 << 30);

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.longest = Some(self.longest.unwrap_or(usize::MAX).min(LONGEST_BOUNDED));
        self.limits.clamp(bounds, Self::MEMORY)
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<ValuesReport>> {
        let input = self.place.input()?;
        let parts = areas::basic(&input.position_without_side()?);
        let largest = self.largest.unwrap_or(u32::MAX);
        with_store(job, &self.limits, self.longest, |writer| board(&writer, &input, &parts, largest))
    }
}

impl Value {
    /// Returns whether the position has an area of this label.
    pub fn has_area(&self, label: &str) -> anyhow::Result<bool> {
        let areas = areas::basic(&self.place.input()?.position_without_side()?).len();
        Ok((0..areas).any(|number| areas::letters(number).eq_ignore_ascii_case(label)))
    }
}

impl ValueOfGame {
    /// Finds the value.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<ValuesReport>> {
        with_store(job, &self.limits, self.longest, |writer| written_game(&writer, &self.game))
    }
}

/// Makes a report with a store of its own, within the limits.
fn with_store(
    job: Job<'_>,
    limits: &Limits,
    longest: Option<usize>,
    work: impl FnOnce(Writer<'_>) -> anyhow::Result<ValuesReport>,
) -> anyhow::Result<Outcome<ValuesReport>> {
    let begin = Instant::now();
    let limits = otrera_cgt::Limits { bytes: limits.memory_or(Value::MEMORY), stop: Arc::clone(job.stop) };
    let store = Store::with_limits(limits);
    let state = || {
        let (games, megabytes) = (store.len() as u64, store.bytes() >> 20);
        let data = ValueProgress { games, megabytes, seconds: begin.elapsed().as_secs_f64() };
        State::new(format!("{} games, {megabytes} MB", grouped(games)), &data)
    };
    let writer = Writer { store: &store, longest: longest.unwrap_or(LONGEST_IN_JSON) };
    let report = job.with_progress(state, || work(writer))?;
    let missing = report.unfinished.clone().map(|sentence| OutOfLimits(sentence).into());
    let is_empty = report.sum.is_none() && report.areas.iter().all(|area| area.value.is_none());
    Outcome::partial(report, missing, is_empty)
}

fn written_game(writer: &Writer<'_>, text: &str) -> anyhow::Result<ValuesReport> {
    let value = writer.store.parse(text).map_err(|error| match error.problem {
        Problem::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory)) => {
            OutOfLimits(why.to_string()).into()
        }
        _ => anyhow::Error::new(error),
    })?;
    let sum = Some(writer.report(value, [Vec::new(), Vec::new()])?);
    Ok(ValuesReport { board: None, areas: Vec::new(), sum, games: writer.store.len(), unfinished: None })
}

fn board(writer: &Writer<'_>, input: &Input, parts: &[Part], largest: u32) -> anyhow::Result<ValuesReport> {
    let position = input.position_without_side()?;
    let mut values = AreaValues::new(writer.store);
    let mut unfinished = None;
    let mut reports: Vec<AreaValue> = parts
        .iter()
        .enumerate()
        .map(|(number, area)| AreaValue {
            label: areas::letters(number),
            kind: area.kind.to_string(),
            board: without_side(area.alone(&position).setup()),
            crop: without_side(area.cropped(&position).0.setup()),
            empty: area.empty(&position),
            value: None,
        })
        .collect();
    // Small areas first, so that a large one cannot keep them from being answered.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&number| reports[number].empty);
    for number in order {
        if reports[number].empty > largest {
            let label = areas::letters(number);
            unfinished = unfinished.or(Some(format!("area {label}: more than {largest} empty squares")));
            continue;
        }
        match value_and_moves(&mut values, &parts[number].alone(&position)) {
            Ok((value, moves)) => reports[number].value = Some(writer.report(value, moves)?),
            Err(why) => unfinished = unfinished.or(Some(format!("area {}: {why}", areas::letters(number)))),
        }
    }
    let mut sum = None;
    if unfinished.is_none() {
        match value_and_moves(&mut values, &position) {
            Ok((value, moves)) => sum = Some(writer.report(value, moves)?),
            Err(why) => unfinished = Some(format!("the sum of all areas: {why}")),
        }
    }
    let board = Some(input.setup().to_string());
    Ok(ValuesReport { board, areas: reports, sum, games: writer.store.len(), unfinished })
}

type ValuedMoves = Vec<(Move, GameValue)>;

/// The value of a position, and the moves of Black and of White, each with the value that it leads to.
fn value_and_moves(
    values: &mut AreaValues<'_>,
    position: &Position,
) -> Result<(GameValue, [ValuedMoves; 2]), Unfinished> {
    let value = values.position(position)?;
    Ok((value, [values.moves(position, Side::Black)?, values.moves(position, Side::White)?]))
}

struct Writer<'s> {
    store: &'s Store,
    /// Characters after which a value is cut.
    longest: usize,
}

impl Writer<'_> {
    fn report(&self, value: GameValue, [left, right]: [ValuedMoves; 2]) -> anyhow::Result<ValueReport> {
        let facts = ValueFacts::new(self.store, value, self.longest).map_err(|why| match why {
            Interrupted::Stopped | Interrupted::OutOfMemory => OutOfLimits(why.to_string()).into(),
            Interrupted::OutOfRange | Interrupted::TooDeep => anyhow::Error::new(why),
        })?;
        Ok(ValueReport {
            facts,
            left_options: self.options(self.store.left_options(value).collect(), &left),
            right_options: self.options(self.store.right_options(value).collect(), &right),
        })
    }

    fn options(&self, options: Vec<GameValue>, moves: &[(Move, GameValue)]) -> Vec<OptionReport> {
        let reaching = |option: GameValue| {
            let mut names: Vec<Move> = moves.iter().filter(|(_, value)| *value == option).map(|(m, _)| *m).collect();
            names.sort_unstable();
            names.iter().map(Move::to_string).collect()
        };
        let mut reports: Vec<OptionReport> = options
            .into_iter()
            .map(|option| OptionReport {
                value: self.store.display_limited(option, self.longest).to_string(),
                moves: reaching(option),
            })
            .collect();
        // The store lists options in no particular order; readers want the same one every time.
        reports.sort_by(|a, b| (a.value.chars().count(), &a.value).cmp(&(b.value.chars().count(), &b.value)));
        reports
    }
}

impl ValuesReport {
    /// The thermograph of an area, or of the sum, as an SVG document; `None` if it is not known.
    pub fn thermograph(&self, label: Option<&str>) -> Option<String> {
        let (name, value) = match label {
            None => ("the sum".to_string(), &self.sum),
            Some(label) => {
                let area = self.areas.iter().find(|area| area.label.eq_ignore_ascii_case(label))?;
                (format!("area {}", area.label), &area.value)
            }
        };
        let facts = &value.as_ref()?.facts;
        let title = match self.board.is_some() {
            true => format!("{name}: {}", facts.title),
            false => facts.title.clone(),
        };
        Some(thermograph::svg(&facts.graph, &title))
    }

    /// The report as text, with the thermograph of the sum.
    pub fn text(&self, unicode: bool) -> String {
        let mut text = String::new();
        let only_one = self.areas.len() == 1;
        for area in &self.areas {
            text += &format!("{:<3}{:<16} {:>3} empty  {}\n", area.label, area.kind, area.empty, area.crop);
            text += &match &area.value {
                None => "   not computed within the limits\n".into(),
                // Beside others, a territory or a dead area needs no more than its number.
                Some(value) if !only_one && area.kind != Kind::Active.to_string() => {
                    format!("   value        {}\n", value.facts.value)
                }
                Some(value) => facts(value, true),
            };
        }
        let Some(sum) = &self.sum else { return text };
        if !only_one {
            if !self.areas.is_empty() {
                text += "sum\n";
            }
            text += &facts(sum, self.board.is_some());
        }
        text + "\n" + &thermograph::terminal(&sum.facts.graph, unicode, DRAWING_WIDTH)
    }
}

fn facts(value: &ValueReport, on_board: bool) -> String {
    let mut text: String = value.facts.lines().iter().map(|line| format!("   {line}\n")).collect();
    for (side, options) in [(Side::Black, &value.left_options), (Side::White, &value.right_options)] {
        for (i, option) in options.iter().enumerate() {
            let name = if i == 0 { side.to_string() } else { String::new() };
            text += &format!("   {name:<12} to {}{}\n", option.value, by(&option.moves, on_board));
        }
    }
    text
}

fn by(moves: &[String], on_board: bool) -> String {
    match moves {
        [] if on_board => " through a reversible move".into(),
        [] => String::new(),
        moves if moves.len() <= MOVES_NAMED => format!(" by {}", moves.join(", ")),
        moves => format!(" by {} and {} more", moves[..MOVES_NAMED].join(", "), moves.len() - MOVES_NAMED),
    }
}
