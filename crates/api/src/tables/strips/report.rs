//! The report: Table 1, the findings, and the open questions, as text and as JSON.

use std::fmt::Display;
use std::sync::Arc;

use anyhow::Context as _;
use otrera_cgt::Thermograph;
use otrera_papers::strips::{Class, Example, Extreme, Findings, Occurrence, Row, SingleAmazons, Strips};
use serde::Serialize;

use crate::gallery::{board_and_value, sheet};
use crate::tables::NamedPicture;
use crate::text::grouped;

/// Characters of a value in JSON, and in a line of text.
const LONGEST: usize = 2000;
const LONGEST_IN_LINE: usize = 60;

pub(in crate::tables) struct Run {
    pub(super) seconds: f64,
    /// By number of squares.
    pub(super) by_size: Vec<Option<f64>>,
    pub(super) threads: usize,
}

/// Table 1, the findings, and the open questions.
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

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    /// Of the smallest board.
    squares: u32,
    /// Positions of that size.
    smallest: u64,
    positions: u64,
    #[serde(flatten)]
    example: Shown,
}

#[derive(Debug, Serialize)]
struct Most {
    what: &'static str,
    most: String,
    positions: u64,
    #[serde(flatten)]
    example: Shown,
}

#[derive(Debug, Serialize)]
struct OpenQuestion {
    question: &'static str,
    answer: bool,
    positions: u64,
}

#[derive(Debug, Serialize)]
struct Shown {
    board: String,
    value: String,
    cut: bool,
    #[serde(skip)]
    short: String,
    /// `None` if the limits did not allow it.
    #[serde(skip)]
    graph: Option<Arc<Thermograph>>,
}

impl StripsReport {
    pub(super) fn new(strips: &Strips<'_>, findings: &Findings, run: Run) -> StripsReport {
        let line = |row: &Row| Line {
            squares: row.squares,
            boards: row.boards,
            positions: row.positions,
            values: row.values,
            subgames_average: row.subgames as f64 / row.positions.max(1) as f64,
            subgames_most: row.most_subgames,
            sectors_average: row.sectors as f64 / (2 * row.positions.max(1)) as f64,
            sectors_most: row.most_sectors,
            seconds: run.by_size.get(row.squares as usize).copied().flatten(),
        };
        let sectors: u64 = findings.rows.iter().map(|row| row.sectors).sum();
        let SingleAmazons { positions, defective, worst } = strips.single_amazons();
        let (most_defects, example) = worst.map_or((0, None), |(defects, board)| (defects, Some(board.to_string())));
        StripsReport {
            length: strips.shapes().length(),
            rows: findings.rows.iter().map(line).collect(),
            boards: findings.boards(),
            positions: findings.positions(),
            findings: Finds {
                values: findings.values,
                games: findings.games,
                named: findings.classes.iter().map(|(&class, found)| Named::new(strips, class, found)).collect(),
                largest_denominator: 1 << findings.largest_exponent(),
                tinies: findings.tinies,
                most: most(strips, findings),
                sectors_average: sectors as f64 / (2 * findings.positions().max(1)) as f64,
                sectors_average_of_values: findings.value_sectors as f64 / (2 * findings.values.max(1)) as f64,
            },
            alone: Single { positions, defective, most_defects, example },
            questions: questions(findings),
            seconds: run.seconds,
            threads: run.threads,
            games: strips.store().len(),
            megabytes: (strips.store().bytes() + strips.bytes()) >> 20,
        }
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut text = format!("All boards inside 2x{} with one black and one white amazon\n\n", self.length);
        text += &self.table();
        text += "\nValues with a name: the smallest board, and positions of that size and in all\n";
        text += "(positions are counted up to exchange of colours, so a value stands for its negative too)\n\n";
        for Named { name, squares, smallest, positions, example } in &self.findings.named {
            let (smallest, positions) = (grouped(*smallest), grouped(*positions));
            text += &format!(
                "{name:<27} {squares:>2} squares  {smallest:>6}  {positions:>9}  {:<24} {}\n",
                example.board, example.short
            );
        }
        text += &format!("\nLargest denominator: {}\n", self.findings.largest_denominator);
        text += &format!("Different G of tiny-G and miny-G: {}\n", self.findings.tinies);
        text += &format!("Different values: {}; ", grouped(self.findings.values));
        text += &format!("different games, up to adding numbers: {}\n", grouped(self.findings.games));
        text += "\nMaxima, the number of positions that reach them, and the first of these\n\n";
        for Most { what, most, positions, example } in &self.findings.most {
            let positions = grouped(*positions);
            text += &format!("{what:<32} {most:>8}  {positions:>9}  {:<24} {}\n", example.board, example.short);
        }
        let Finds { sectors_average, sectors_average_of_values, .. } = self.findings;
        text += &format!("\nSectors of a wall on average: {sectors_average:.2} over all positions, ");
        text += &format!("{sectors_average_of_values:.2} over all values\n\n");
        let Single { positions, defective, most_defects, example } = &self.alone;
        text += &format!("One amazon alone: {} positions, ", grouped(*positions));
        text += &match example {
            Some(board) => format!(
                "{} with a defect; the worst leaves {most_defects} squares unused, first {board}\n",
                grouped(*defective)
            ),
            None => "none with a defect\n".into(),
        };
        text += "\nOpen questions of the paper\n\n";
        for OpenQuestion { question, answer, positions } in &self.questions {
            text += &match answer {
                true => format!("{question}: yes, on {} positions\n", grouped(*positions)),
                false => format!("{question}: no\n"),
            };
        }
        text + &format!(
            "\n{:.1} s with {} threads; {} games, {} MB\n",
            self.seconds,
            self.threads,
            grouped(self.games as u64),
            self.megabytes
        )
    }

    /// The values with a name, and the positions with the largest canonical forms, each with its thermograph.
    pub fn pictures(&self) -> anyhow::Result<Vec<NamedPicture>> {
        let draw = |words: String, shown: &Shown| {
            let graph = shown.graph.as_ref().context("the thermographs need more time or memory")?;
            board_and_value(&shown.board, &words, &shown.short, graph)
        };
        let named = self.findings.named.iter().map(|named| draw(named.name.clone(), &named.example));
        let most = self.findings.most.iter().map(|most| draw(format!("{}: {}", most.what, most.most), &most.example));
        let [named, most] = [named.collect::<anyhow::Result<Vec<_>>>()?, most.collect::<anyhow::Result<Vec<_>>>()?];
        let pages = [("values", "Values on strips", named), ("largest", "The largest canonical forms", most)];
        Ok(pages.map(|(name, title, cells)| (name.to_string(), sheet(title, &cells))).into())
    }

    /// Table 1, with the averages of Figures 6 and 7.
    fn table(&self) -> String {
        let mut text = String::from("                                             subgames             sectors\n");
        text += "squares  boards  positions  values   average     most  ratio  average most  seconds\n";
        for row in &self.rows {
            let ratio = row.subgames_most as f64 / row.subgames_average.max(f64::MIN_POSITIVE);
            let ratio = if row.subgames_most == 0 { "-".into() } else { format!("{ratio:.1}") };
            text += &format!(
                "{:>7} {:>7} {:>10} {:>7} {:>9.1} {:>8} {ratio:>6} {:>8.2} {:>4} {:>8}\n",
                row.squares,
                row.boards,
                row.positions,
                row.values,
                row.subgames_average,
                row.subgames_most,
                row.sectors_average,
                row.sectors_most,
                row.seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.2}")),
            );
        }
        text + &format!("    sum {:>7} {:>10}\n", self.boards, self.positions)
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
        let Example { shape, black, white, .. } = example;
        let value = |longest| strips.store().display_limited(example.value, longest).to_string();
        let long = value(LONGEST);
        Shown {
            board: strips.setup(shape, black, Some(white)).to_string(),
            cut: long.ends_with('…'),
            value: long,
            short: value(LONGEST_IN_LINE),
            graph: strips.store().thermograph(example.value).ok(),
        }
    }
}

fn most(strips: &Strips<'_>, findings: &Findings) -> Vec<Most> {
    fn one<N: Copy + Display>(strips: &Strips<'_>, what: &'static str, found: &Extreme<N>) -> Option<Most> {
        let example = Shown::new(strips, found.example?);
        Some(Most { what, most: found.most.to_string(), positions: found.positions, example })
    }
    let rows = [
        one(strips, "canonical options of one side", &findings.options),
        one(strips, "canonical options of both sides", &findings.all_options),
        one(strips, "subgames, with repetition", &findings.subgames),
        one(strips, "followers, each once", &findings.followers),
        one(strips, "moves until a number", &findings.depth),
        one(strips, "sectors in a wall", &findings.sectors),
        one(strips, "temperature", &findings.temperature),
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
