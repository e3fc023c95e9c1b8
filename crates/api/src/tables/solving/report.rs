//! The tables as data and as text.

use std::collections::BTreeMap;

use otrera_papers::song_mueller::{AreaCensus, AreaCounts};
use serde::Serialize;

use super::figures::{Figures, figures};
use super::jobs::Attempts;
use super::records::{RULES, Record};
use super::suite::SIZES;
use crate::option::Choice as _;
use crate::presets::Preset;
use crate::text::grouped;

/// Solved positions by size and number of moves.
#[derive(Debug, Serialize)]
pub struct SolvingReport {
    tables: Vec<SizeTable>,
    /// Seconds that each attempt was allowed.
    limit: f64,
    seconds: f64,
    threads: usize,
}

#[derive(Debug, Serialize)]
struct SizeTable {
    size: String,
    presets: Vec<String>,
    rows: Vec<Row>,
    /// Numbers of moves after which fewer are solved than in the paper, by preset.
    behind: BTreeMap<String, Vec<usize>>,
    comparisons: Vec<Comparison>,
    areas: Vec<Areas>,
}

#[derive(Debug, Serialize)]
struct Row {
    moves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper_2014: Option<Figures>,
    games: u32,
    /// Solved by the paper's rules alone, without and with databases.
    no_db: u32,
    db: u32,
    presets: BTreeMap<String, Solved>,
}

#[derive(Debug, Default, Serialize)]
struct Solved {
    tried: u32,
    solved: u32,
    at_once: u32,
    nodes: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Comparison {
    presets: [String; 2],
    positions: usize,
    nodes: [u64; 2],
    seconds: [f64; 2],
}

/// Areas of each kind, averaged over the positions that a search of the preset `paper` visited.
#[derive(Debug, Serialize)]
struct Areas {
    moves: usize,
    positions: u64,
    average: BTreeMap<&'static str, f64>,
}

impl SolvingReport {
    pub(super) fn new(records: &[Record], attempts: &Attempts<'_>, seconds: f64) -> SolvingReport {
        let tables = SIZES.iter().filter_map(|&size| {
            let of_size: Vec<&Record> = records.iter().filter(|record| record.size == size).collect();
            (!of_size.is_empty()).then(|| SizeTable::new(size, &of_size))
        });
        let limit = attempts.time.as_secs_f64();
        SolvingReport { tables: tables.collect(), limit, seconds, threads: attempts.threads }
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = self.tables.iter().map(|table| table.text(self.limit)).collect();
        parts.push(format!("{:.0} s, {} threads", self.seconds, self.threads));
        parts.join("\n\n")
    }
}

impl SizeTable {
    fn new(size: &str, records: &[&Record]) -> SizeTable {
        let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
        let mut census = AreaCensus::default();
        for record in records {
            let row = rows.entry(record.moves).or_insert_with(|| Row::new(size, record.moves));
            row.add(record);
            census.add(&record.census());
        }
        let used = |preset: &&str| records.iter().any(|record| record.by == **preset);
        let presets: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).filter(used).collect();
        let rows: Vec<Row> = rows.into_values().rev().collect();
        let behind = presets.iter().map(|&preset| {
            let rows = rows.iter().filter(|row| row.is_behind(preset));
            (preset.to_string(), rows.map(|row| row.moves).collect())
        });
        SizeTable {
            size: size.into(),
            behind: behind.collect(),
            comparisons: comparisons(records, &presets),
            areas: areas(&census),
            rows,
            presets: presets.iter().map(ToString::to_string).collect(),
        }
    }

    fn text(&self, limit: f64) -> String {
        let mut title = format!("{:5}  {:^26}  {:^20}", "", "Song & Müller 2014", "rules of the paper");
        let mut head = format!(
            "{:>5}  {:>5} {:>6} {:>6} {:>6}  {:>6} {:>6} {:>6}",
            "moves", "no DB", "DB", "500 s", "games", "no DB", "DB", "games"
        );
        for preset in &self.presets {
            title += &format!("  {:^37}", format!("{preset}, {limit} s"));
            head += &format!("  {:>7} {:>6} {:>12} {:>9}", "at once", "solved", "nodes", "seconds");
        }
        let heading = "positions that are solved, by number of moves; nodes and seconds for each, on average";
        let mut lines = vec![format!("{}: {heading}", self.size), title.trim_end().into(), head];
        lines.extend(self.rows.iter().map(|row| row.text(&self.presets)));
        for (preset, moves) in self.behind.iter().filter(|_| self.size != "5x5") {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            lines.push(match moves.is_empty() {
                true => format!("{preset}: at least as many as Song & Müller's search in every row"),
                false => format!("{preset}: fewer than Song & Müller's search after {} moves", moves.join(", ")),
            });
        }
        lines.extend(self.comparisons.iter().map(Comparison::text));
        if !self.areas.is_empty() {
            lines.push(format!("\n{}: areas of a position visited by the search of `paper`, on average", self.size));
            let head: String = legend().map(|name| format!("{name:>10}")).collect();
            lines.push(format!("moves  positions{head}"));
            lines.extend(self.areas.iter().map(Areas::text));
        }
        lines.join("\n")
    }
}

impl Row {
    fn new(size: &str, moves: usize) -> Row {
        Row { moves, paper_2014: figures(size, moves), games: 0, no_db: 0, db: 0, presets: BTreeMap::new() }
    }

    fn add(&mut self, record: &Record) {
        if record.by == RULES {
            let [no_db, db] = record.evident.unwrap_or_default();
            self.games += 1;
            self.no_db += u32::from(no_db);
            self.db += u32::from(db);
            return;
        }
        let solved = self.presets.entry(record.by.clone()).or_default();
        solved.tried += 1;
        solved.solved += u32::from(record.is_solved());
        solved.at_once += u32::from(record.is_solved() && record.nodes == 0);
        solved.nodes += record.nodes;
        solved.seconds += record.seconds;
    }

    /// Returns whether a smaller part of the games is solved than in the paper.
    fn is_behind(&self, preset: &str) -> bool {
        let (Some(paper), Some(own)) = (&self.paper_2014, self.presets.get(preset)) else { return false };
        own.solved * paper.games < paper.search * own.tried
    }

    fn text(&self, presets: &[String]) -> String {
        let cell = |number: Option<u32>| number.map_or("-".into(), |number| number.to_string());
        let paper = self.paper_2014;
        let mut line = format!(
            "{:>5}  {:>5} {:>6} {:>6} {:>6}  {:>6} {:>6} {:>6}",
            self.moves,
            cell(paper.and_then(|paper| paper.no_db)),
            cell(paper.and_then(|paper| paper.db)),
            cell(paper.map(|paper| paper.search)),
            cell(paper.map(|paper| paper.games)),
            self.no_db,
            self.db,
            self.games,
        );
        for preset in presets {
            let none = Solved::default();
            let Solved { tried, solved, at_once, nodes, seconds } = self.presets.get(preset).unwrap_or(&none);
            let average = |sum: f64| sum / f64::from((*tried).max(1));
            let nodes = grouped(average(*nodes as f64).round() as u64);
            line.push_str(&format!("  {at_once:>7} {solved:>6} {nodes:>12} {:>9.3}", average(*seconds)));
        }
        line
    }
}

/// Each preset against the first, on the positions that both solved by search.
fn comparisons(records: &[&Record], presets: &[&str]) -> Vec<Comparison> {
    let solved = |preset: &str| -> BTreeMap<(usize, usize), &Record> {
        let of_preset = records.iter().filter(|record| record.by == preset && record.is_solved());
        of_preset.map(|record| ((record.game, record.moves), *record)).collect()
    };
    let Some((first, others)) = presets.split_first() else { return Vec::new() };
    let own = solved(first);
    let compare = |other: &&str| {
        let theirs = solved(other);
        let both: Vec<(&Record, &Record)> =
            own.iter().filter_map(|(place, &record)| Some((record, *theirs.get(place)?))).collect();
        let nodes = both.iter().fold([0, 0], |[a, b], (own, their)| [a + own.nodes, b + their.nodes]);
        let seconds = both.iter().fold([0.0, 0.0], |[a, b], (own, their)| [a + own.seconds, b + their.seconds]);
        Comparison { presets: [first.to_string(), other.to_string()], positions: both.len(), nodes, seconds }
    };
    others.iter().map(compare).collect()
}

impl Comparison {
    fn text(&self) -> String {
        let Comparison { presets: [first, other], positions, nodes, seconds } = self;
        let ratio = |[a, b]: [f64; 2]| if a > 0.0 { format!("{:.1}", b / a) } else { "-".into() };
        format!(
            "{other} against {first}, {positions} positions that both solved: {} times the nodes, {} times the seconds",
            ratio(nodes.map(|nodes| nodes as f64)),
            ratio(*seconds)
        )
    }
}

const TOTAL: &str = "total";

fn legend() -> impl Iterator<Item = &'static str> {
    std::iter::once(TOTAL).chain(AreaCounts::LEGEND)
}

fn areas(census: &AreaCensus) -> Vec<Areas> {
    let rows = census.0.iter().enumerate().filter(|(_, count)| count.positions > 0);
    rows.map(|(moves, count)| {
        let average = |areas: u64| areas as f64 / count.positions as f64;
        let kinds = AreaCounts::LEGEND.into_iter().zip(count.kinds);
        let average = kinds.chain([(TOTAL, count.total())]).map(|(name, areas)| (name, average(areas))).collect();
        Areas { moves, positions: count.positions, average }
    })
    .collect()
}

impl Areas {
    fn text(&self) -> String {
        let cells: String = legend().map(|name| format!("{:>10.2}", self.average[name])).collect();
        format!("{:>5} {:>10}{cells}", self.moves, grouped(self.positions))
    }
}
