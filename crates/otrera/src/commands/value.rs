//! `otrera value`: what each area and the whole board are worth.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use otrera_atlas::{AreaValues, Unfinished};
use otrera_board::areas::{self, Area, Kind};
use otrera_board::{Move, Position, Side};
use otrera_cgt::notation::Problem;
use otrera_cgt::{Interrupted, Limits, Store, Value};
use serde::Serialize;
use serde_json::json;

use crate::cli::{Cli, ValueArgs};
use crate::input::Input;
use crate::limits::{self, OutOfLimits};
use crate::output::grouped;
use otrera_api::report::{self, LONGEST, LONGEST_IN_JSON, ValueFacts};
use otrera_api::host::{Job, Outcome, State};
use crate::output;
use otrera_api::{png, thermograph};

/// Columns of the drawing of a thermograph in the terminal.
const DRAWING_WIDTH: usize = 60;
/// Pixels of a thermograph from side to side.
const PICTURE_WIDTH: u32 = 800;
/// Moves named for one option; there can be hundreds.
const MOVES_NAMED: usize = 4;

#[derive(Serialize)]
pub(crate) struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    areas: Vec<AreaValue>,
    /// Missing if an area was not worked out.
    sum: Option<ValueReport>,
    games: usize,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
}

#[derive(Serialize)]
struct AreaValue {
    label: String,
    kind: String,
    board: String,
    crop: String,
    empty: u32,
    /// Missing if the limits were reached before.
    #[serde(flatten)]
    value: Option<ValueReport>,
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
    let picture = args.thermograph.as_deref().map(Picture::for_file).transpose()?;
    let input = args.position.as_ref().map(|position| Input::from_parts(position, &args.changes)).transpose()?;
    if let (Some(label), Some(input)) = (&args.area, &input)
        && !(0..areas::basic(&input.position_whoever_moves()?).len())
            .any(|number| report::label(number).eq_ignore_ascii_case(label))
    {
        bail!("there is no area {label}");
    }
    let stop = limits::stop_flag(args.limits.time)?;
    let longest = args.longest.unwrap_or(if cli.json { LONGEST_IN_JSON } else { LONGEST });
    let outcome = answer(args, input.as_ref(), longest, Job { setting: cli, stop: &stop })?;
    if let Some(picture) = picture {
        picture.draw(args.area.as_deref(), &outcome.report)?;
    }
    let unicode = output::unicode(cli);
    output::answer(cli, &outcome.report, |report| human(report, unicode))?;
    outcome.end()
}

/// What the position is worth, or the game that is asked about instead. Values are cut after `longest` characters.
pub(crate) fn answer(
    args: &ValueArgs,
    input: Option<&Input>,
    longest: usize,
    job: Job<'_>,
) -> anyhow::Result<Outcome<Report>> {
    let begin = Instant::now();
    let stop = Arc::clone(job.stop);
    let store = Store::with_limits(Limits { bytes: args.memory, stop });
    let state = || {
        let (games, megabytes) = (store.len() as u64, store.bytes() >> 20);
        State {
            text: format!("{} games, {megabytes} MB", grouped(games)),
            data: json!({ "games": games, "megabytes": megabytes, "seconds": begin.elapsed().as_secs_f64() })
                .to_string(),
        }
    };
    let writer = Writer { store: &store, longest, largest: args.largest.unwrap_or(u32::MAX) };
    let report = job.watched(state, || match (&args.game, input) {
        (Some(text), _) => written_game(&writer, text),
        (None, Some(input)) => board(&writer, input, &areas::basic(&input.position_whoever_moves()?)),
        (None, None) => unreachable!("the parser asks for one of the two"),
    })?;
    let missing = report.unfinished.clone().map(|sentence| OutOfLimits(sentence).into());
    // Where nothing was worked out, there is nothing to answer.
    let found = report.sum.is_some() || report.areas.iter().any(|area| area.value.is_some());
    match missing {
        Some(sentence) if !found => Err(sentence),
        missing => Ok(Outcome { report, missing }),
    }
}

fn written_game(writer: &Writer<'_>, text: &str) -> anyhow::Result<Report> {
    let value = writer.store.parse(text).map_err(|error| match error.problem {
        Problem::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory)) => {
            OutOfLimits(why.to_string()).into()
        }
        _ => anyhow::Error::new(error),
    })?;
    let sum = Some(writer.report(value, [Vec::new(), Vec::new()])?);
    Ok(Report { board: None, areas: Vec::new(), sum, games: writer.store.len(), unfinished: None })
}

fn board(writer: &Writer<'_>, input: &Input, parts: &[Area]) -> anyhow::Result<Report> {
    let position = input.position_whoever_moves()?;
    let mut values = AreaValues::new(writer.store);
    let mut unfinished = None;
    let mut reports: Vec<AreaValue> = parts
        .iter()
        .enumerate()
        .map(|(number, area)| AreaValue {
            label: report::label(number),
            kind: area.kind.to_string(),
            board: without_side(&area.alone(&position)),
            crop: without_side(&area.cropped(&position).0),
            empty: area.empty(&position),
            value: None,
        })
        .collect();
    // Small areas first, so that a large one does not keep them from being answered.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&number| reports[number].empty);
    for number in order {
        if reports[number].empty > writer.largest {
            let label = report::label(number);
            unfinished = unfinished.or(Some(format!("area {label}: more than {} empty squares", writer.largest)));
            continue;
        }
        match value_and_moves(&mut values, &parts[number].alone(&position)) {
            Ok((value, moves)) => reports[number].value = Some(writer.report(value, moves)?),
            Err(why) => unfinished = unfinished.or(Some(format!("area {}: {why}", report::label(number)))),
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
    Ok(Report { board, areas: reports, sum, games: writer.store.len(), unfinished })
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
    /// Empty squares of the largest area that is worked out.
    largest: u32,
}

impl Writer<'_> {
    fn report(&self, value: Value, [left, right]: [ValuedMoves; 2]) -> anyhow::Result<ValueReport> {
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

/// A file for a thermograph.
struct Picture<'a> {
    path: &'a Path,
    is_png: bool,
}

impl Picture<'_> {
    fn for_file(path: &Path) -> anyhow::Result<Picture<'_>> {
        output::check_target(path)?;
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let is_png = match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("svg") => false,
            Some("png") => true,
            _ => bail!("{}: a thermograph is drawn into a file that ends in .svg or .png", path.display()),
        };
        Ok(Picture { path, is_png })
    }

    /// Draws the thermograph of an area or of the sum, if it is known.
    fn draw(&self, label: Option<&str>, report: &Report) -> anyhow::Result<()> {
        let (name, value) = match label {
            None => ("the sum".to_string(), &report.sum),
            Some(label) => {
                let area = report.areas.iter().find(|area| area.label.eq_ignore_ascii_case(label));
                let area = area.expect("the label was looked for before the work");
                (format!("area {}", area.label), &area.value)
            }
        };
        let Some(value) = value else { return Ok(()) };
        let title = match report.board.is_some() {
            true => format!("{name}: {}", value.facts.title),
            false => value.facts.title.clone(),
        };
        let svg = thermograph::svg(&value.facts.graph, &title);
        match self.is_png {
            true => output::save(self.path, &png::render(&svg, PICTURE_WIDTH)?),
            false => output::save(self.path, svg.as_bytes()),
        }
    }
}

fn human(report: &Report, unicode: bool) -> String {
    let mut text = String::new();
    let only_one = report.areas.len() == 1;
    for area in &report.areas {
        text += &format!("{:<3}{:<16} {:>3} empty  {}\n", area.label, area.kind, area.empty, area.crop);
        text += &match &area.value {
            None => "   not worked out within the limits\n".into(),
            // Beside others, a territory or a dead area is a number that needs no more words than one.
            Some(value) if !only_one && area.kind != Kind::Active.to_string() => {
                format!("   value        {}\n", value.facts.value)
            }
            Some(value) => facts(value, true),
        };
    }
    let Some(sum) = &report.sum else { return text };
    if !only_one {
        if !report.areas.is_empty() {
            text += "sum\n";
        }
        text += &facts(sum, report.board.is_some());
    }
    text + "\n" + &thermograph::terminal(&sum.facts.graph, unicode, DRAWING_WIDTH)
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
