//! `otrera value`: what each area and the whole board are worth.

use std::path::Path;

use anyhow::{Context as _, bail};
use otrera_atlas::{AreaValues, Unfinished};
use otrera_board::areas::{self, Kind};
use otrera_board::{Move, Position, Side};
use otrera_cgt::notation::Problem;
use otrera_cgt::{Interrupted, Limits, Store, Value};
use serde::Serialize;

use crate::cli::{Cli, ValueArgs};
use crate::input::Input;
use crate::limits::{self, OutOfLimits};
use crate::output::grouped;
use crate::report::{self, LONGEST, LONGEST_IN_JSON, ValueFacts};
use crate::{output, png, thermograph};

/// Columns of the drawing of a thermograph in the terminal.
const DRAWING_WIDTH: usize = 60;
/// Moves named for one option; there can be hundreds.
const MOVES_NAMED: usize = 4;

#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    areas: Vec<AreaValue>,
    sum: ValueReport,
    games: usize,
}

#[derive(Serialize)]
struct AreaValue {
    label: String,
    kind: String,
    board: String,
    crop: String,
    empty: u32,
    #[serde(flatten)]
    value: ValueReport,
}

/// All that is said about one value.
#[derive(Serialize)]
struct ValueReport {
    #[serde(flatten)]
    facts: ValueFacts,
    left_options: Vec<OptionReport>,
    right_options: Vec<OptionReport>,
}

/// A canonical option and the moves that lead to it; none where it is reached only after the opponent's answer to a
/// reversible move.
#[derive(Serialize)]
struct OptionReport {
    value: String,
    moves: Vec<String>,
}

pub(super) fn run(cli: &Cli, args: &ValueArgs) -> anyhow::Result<()> {
    let stop = limits::stop_flag(args.limits.time)?;
    let store = Store::with_limits(Limits { bytes: args.memory, stop });
    let state = || format!("{} games, {} MB", grouped(store.len() as u64), store.bytes() >> 20);
    let longest = args.longest.unwrap_or(if cli.json { LONGEST_IN_JSON } else { LONGEST });
    let writer = Writer { store: &store, longest };
    let report = output::watched(cli, state, || match (&args.game, &args.position) {
        (Some(text), _) => written_game(&writer, text),
        (None, Some(position)) => board(&writer, &Input::from_parts(position, &args.changes)?),
        (None, None) => unreachable!("the parser asks for one of the two"),
    })?;
    if let Some(path) = &args.thermograph {
        draw(path, args.area.as_deref(), &report)?;
    }
    let unicode = output::unicode(cli);
    output::answer(cli, &report, |report| human(report, unicode))
}

fn written_game(writer: &Writer<'_>, text: &str) -> anyhow::Result<Report> {
    let value = writer.store.parse(text).map_err(|error| match error.problem {
        Problem::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory)) => {
            OutOfLimits(why.to_string()).into()
        }
        _ => anyhow::Error::new(error),
    })?;
    let sum = writer.report(value, [Vec::new(), Vec::new()])?;
    Ok(Report { board: None, areas: Vec::new(), sum, games: writer.store.len() })
}

fn board(writer: &Writer<'_>, input: &Input) -> anyhow::Result<Report> {
    let position = input.position_whoever_moves()?;
    let mut values = AreaValues::new(writer.store);
    let mut reports = Vec::new();
    for (number, area) in areas::basic(&position).iter().enumerate() {
        let context = |unfinished| OutOfLimits(format!("area {}: {unfinished}", report::label(number)));
        let alone = area.alone(&position);
        let (value, moves) = value_and_moves(&mut values, &alone).map_err(context)?;
        reports.push(AreaValue {
            label: report::label(number),
            kind: area.kind.to_string(),
            board: without_side(&alone),
            crop: without_side(&area.cropped(&position).0),
            empty: area.empty(&position),
            value: writer.report(value, moves)?,
        });
    }
    let (value, moves) = value_and_moves(&mut values, &position)
        .map_err(|unfinished| OutOfLimits(format!("the sum of all areas: {unfinished}")))?;
    let sum = writer.report(value, moves)?;
    let board = Some(input.setup().to_string());
    Ok(Report { board, areas: reports, sum, games: writer.store.len() })
}

type ValuedMoves = Vec<(Move, Value)>;

/// The value of a position, and the moves of Black and of White, each with the value that it leads to.
fn value_and_moves(values: &mut AreaValues<'_>, position: &Position) -> Result<(Value, [ValuedMoves; 2]), Unfinished> {
    let value = values.position(position)?;
    Ok((value, [values.moves(position, Side::Black)?, values.moves(position, Side::White)?]))
}

fn without_side(position: &Position) -> String {
    let mut setup = position.setup();
    setup.to_move = None;
    setup.to_string()
}

/// Turns values into reports.
struct Writer<'s> {
    store: &'s Store,
    longest: usize,
}

impl Writer<'_> {
    fn report(&self, value: Value, [left, right]: [ValuedMoves; 2]) -> anyhow::Result<ValueReport> {
        let facts = ValueFacts::new(self.store, value, self.longest).map_err(|why| OutOfLimits(why.to_string()))?;
        Ok(ValueReport {
            facts,
            left_options: self.options(self.store.left_options(value).collect(), &left),
            right_options: self.options(self.store.right_options(value).collect(), &right),
        })
    }

    fn options(&self, options: Vec<Value>, moves: &[(Move, Value)]) -> Vec<OptionReport> {
        let reaching = |option: Value| {
            let mut names: Vec<Move> = moves.iter().filter(|(_, value)| *value == option).map(|(m, _)| *m).collect();
            names.sort_unstable();
            names.iter().map(Move::to_string).collect()
        };
        let mut reports: Vec<OptionReport> = options
            .into_iter()
            .map(|option| OptionReport { value: self.text(option), moves: reaching(option) })
            .collect();
        // The store lists options in no particular order; readers want the same one every time.
        reports.sort_by(|a, b| (a.value.chars().count(), &a.value).cmp(&(b.value.chars().count(), &b.value)));
        reports
    }

    fn text(&self, value: Value) -> String {
        self.store.display_limited(value, self.longest).to_string()
    }
}

fn draw(path: &Path, area: Option<&str>, report: &Report) -> anyhow::Result<()> {
    let (title, value) = match area {
        None => ("the sum".to_string(), &report.sum),
        Some(label) => {
            let area = report.areas.iter().find(|area| area.label.eq_ignore_ascii_case(label));
            let area = area.with_context(|| format!("there is no area {label}"))?;
            (format!("area {}", area.label), &area.value)
        }
    };
    let title =
        if report.board.is_some() { format!("{title}: {}", value.facts.title) } else { value.facts.title.clone() };
    let svg = thermograph::svg(&value.facts.graph, &title);
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("svg") => output::save(path, svg.as_bytes()),
        Some("png") => output::save(path, &png::render(&svg, 800)?),
        _ => bail!("{}: a thermograph is drawn into a file that ends in .svg or .png", path.display()),
    }
}

fn human(report: &Report, unicode: bool) -> String {
    let mut text = String::new();
    for area in &report.areas {
        let head = format!("{:<3}{:<16} {:>3} empty  {}\n", area.label, area.kind, area.empty, area.crop);
        text += &head;
        // A territory or a dead area is a number that needs no more words than one.
        let quiet = area.kind != Kind::Active.to_string();
        text += &if quiet { format!("   value        {}\n", area.value.facts.value) } else { facts(&area.value, true) };
    }
    if report.areas.len() != 1 {
        if !report.areas.is_empty() {
            text += "sum\n";
        }
        text += &facts(&report.sum, report.board.is_some());
    }
    text += "\n";
    text + &thermograph::terminal(&report.sum.facts.graph, unicode, DRAWING_WIDTH)
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

/// How an option is reached, in words.
fn by(moves: &[String], on_board: bool) -> String {
    match moves {
        [] if on_board => " through a reversible move".into(),
        [] => String::new(),
        moves if moves.len() <= MOVES_NAMED => format!(" by {}", moves.join(", ")),
        moves => format!(" by {} and {} more", moves[..MOVES_NAMED].join(", "), moves.len() - MOVES_NAMED),
    }
}
