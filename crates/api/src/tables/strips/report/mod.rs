//! The report: Table 1, the finds, and the open questions, for people and as JSON.

mod text;

use otrera_papers::strips::{Class, Example, Extreme, Findings, Occurrence, Row, SingleAmazons, Strips};
use serde::Serialize;

/// Characters of a value in JSON, and in a line for people.
const LONGEST: usize = 2000;
const LONGEST_IN_LINE: usize = 60;

/// Figures of the run.
pub(in crate::tables) struct Run {
    /// Of the whole run.
    pub(super) seconds: f64,
    /// By number of squares.
    pub(super) by_size: Vec<Option<f64>>,
    pub(super) threads: usize,
}

/// Table 1, the finds, and the open questions.
#[derive(Debug, Serialize)]
pub struct StripsReport {
    length: u32,
    rows: Vec<Line>,
    boards: u64,
    positions: u64,
    findings: Finds,
    alone: Single,
    questions: Vec<OpenQuestion>,
    seconds: f64,
    threads: usize,
    games: usize,
    megabytes: usize,
}

/// A row of Table 1, with more figures by size.
#[derive(Debug, Serialize)]
struct Line {
    squares: u32,
    boards: u64,
    positions: u64,
    values: u64,
    subgames_average: f64,
    subgames_most: u64,
    sectors_average: f64,
    sectors_most: u32,
    /// Not known if boards were read from a file.
    seconds: Option<f64>,
}

/// One amazon alone.
#[derive(Debug, Serialize)]
struct Single {
    positions: u64,
    /// With fewer moves than empty squares.
    defective: u64,
    most_defects: u32,
    example: Option<String>,
}

#[derive(Debug, Serialize)]
struct Finds {
    /// Different values and different games.
    values: u64,
    games: u64,
    named: Vec<Named>,
    largest_denominator: u64,
    /// Different G of tiny-G and miny-G.
    tinies: u64,
    most: Vec<Most>,
    /// Sectors of a wall: over all positions, and over all values.
    sectors_average: f64,
    sectors_average_of_values: f64,
}

/// Values that have a name.
#[derive(Debug, Serialize)]
struct Named {
    name: String,
    /// Of the smallest board.
    squares: u32,
    /// Positions of that size.
    smallest: u64,
    /// Positions in all.
    positions: u64,
    #[serde(flatten)]
    example: Shown,
}

/// A maximum.
#[derive(Debug, Serialize)]
struct Most {
    what: &'static str,
    most: String,
    positions: u64,
    #[serde(flatten)]
    example: Shown,
}

/// A question that the paper left open.
#[derive(Debug, Serialize)]
struct OpenQuestion {
    question: &'static str,
    answer: bool,
    /// Positions in all.
    positions: u64,
}

/// A position and its value.
#[derive(Debug, Serialize)]
struct Shown {
    board: String,
    value: String,
    /// Whether the value was too long to be written out.
    cut: bool,
    /// The value for a line.
    #[serde(skip)]
    short: String,
}

impl StripsReport {
    pub(super) fn new(strips: &Strips<'_>, findings: &Findings, run: Run) -> StripsReport {
        let line = |row: &Row| Line::new(row, run.by_size.get(row.squares as usize).copied().flatten());
        StripsReport {
            length: strips.shapes().length(),
            rows: findings.rows.iter().map(line).collect(),
            boards: findings.boards(),
            positions: findings.positions(),
            findings: Finds::new(strips, findings),
            alone: Single::new(strips),
            questions: questions(findings),
            seconds: run.seconds,
            threads: run.threads,
            games: strips.store().len(),
            megabytes: (strips.store().bytes() + strips.bytes()) >> 20,
        }
    }

    /// The report for people.
    pub fn text(&self) -> String {
        text::human(self)
    }
}

impl Line {
    fn new(row: &Row, seconds: Option<f64>) -> Line {
        Line {
            squares: row.squares,
            boards: row.boards,
            positions: row.positions,
            values: row.values,
            subgames_average: row.subgames as f64 / row.positions.max(1) as f64,
            subgames_most: row.most_subgames,
            sectors_average: row.sectors as f64 / (2 * row.positions.max(1)) as f64,
            sectors_most: row.most_sectors,
            seconds,
        }
    }
}

impl Single {
    fn new(strips: &Strips<'_>) -> Single {
        let SingleAmazons { positions, defective, worst } = strips.single_amazons();
        let (most_defects, example) = worst.map_or((0, None), |(defects, board)| (defects, Some(board.to_string())));
        Single { positions, defective, most_defects, example }
    }
}

impl Finds {
    fn new(strips: &Strips<'_>, findings: &Findings) -> Finds {
        let sectors: u64 = findings.rows.iter().map(|row| row.sectors).sum();
        Finds {
            values: findings.values,
            games: findings.games,
            named: findings.classes.iter().map(|(&class, found)| Named::new(strips, class, found)).collect(),
            largest_denominator: 1 << findings.largest_exponent(),
            tinies: findings.tinies,
            most: most(strips, findings),
            sectors_average: sectors as f64 / (2 * findings.positions().max(1)) as f64,
            sectors_average_of_values: findings.value_sectors as f64 / (2 * findings.values.max(1)) as f64,
        }
    }
}

impl Named {
    fn new(strips: &Strips<'_>, class: Class, found: &Occurrence) -> Named {
        let ups = |n: u32| if n == 1 { "1 up or down".into() } else { format!("{n} ups or downs") };
        let name = match class {
            Class::Fraction(exponent) => format!("denominator {}", 1_u64 << exponent),
            Class::Nimber(1) => "*".into(),
            Class::Nimber(n) => format!("*{n}"),
            Class::NimberAndNumber(n) => format!("*{n} and a number"),
            Class::Ups(n) => ups(n),
            Class::UpsAndNumber(n) => ups(n) + " and a number",
            Class::Tiny => "tiny or miny".into(),
            Class::TinyAndNumber => "tiny or miny and a number".into(),
        };
        let Occurrence { positions, squares, smallest, example } = *found;
        Named { name, squares, smallest, positions, example: Shown::new(strips, example) }
    }
}

impl Shown {
    fn new(strips: &Strips<'_>, example: Example) -> Shown {
        let Example { shape, black, white, value } = example;
        let value = |longest| strips.store().display_limited(value, longest).to_string();
        let long = value(LONGEST);
        Shown {
            board: strips.setup(shape, black, Some(white)).to_string(),
            cut: long.ends_with('…'),
            value: long,
            short: value(LONGEST_IN_LINE),
        }
    }
}

fn most(strips: &Strips<'_>, findings: &Findings) -> Vec<Most> {
    fn one<N: Copy>(
        strips: &Strips<'_>,
        what: &'static str,
        found: &Extreme<N>,
        text: impl Fn(N) -> String,
    ) -> Option<Most> {
        let example = Shown::new(strips, found.example?);
        Some(Most { what, most: text(found.most), positions: found.positions, example })
    }
    let small = |n: u32| n.to_string();
    let rows = [
        one(strips, "canonical options of one side", &findings.options, small),
        one(strips, "canonical options of both sides", &findings.all_options, small),
        one(strips, "subgames, with repetition", &findings.subgames, |n| n.to_string()),
        one(strips, "followers, each once", &findings.followers, |n| n.to_string()),
        one(strips, "moves until a number", &findings.depth, small),
        one(strips, "sectors in a wall", &findings.sectors, small),
        one(strips, "temperature", &findings.temperature, |t| t.to_string()),
    ];
    rows.into_iter().flatten().collect()
}

fn questions(findings: &Findings) -> Vec<OpenQuestion> {
    let ask = |question, classes: &[Class]| {
        let positions =
            classes.iter().filter_map(|class| findings.classes.get(class)).map(|found| found.positions).sum();
        OpenQuestion { question, answer: positions > 0, positions }
    };
    vec![
        ask("*3 on one board", &[Class::Nimber(3)]),
        ask("*4 on one board", &[Class::Nimber(4)]),
        ask("tinies and minies", &[Class::Tiny]),
        ask("1/32 or another number with this denominator", &[Class::Fraction(5)]),
    ]
}
