//! Small regions where moving first is worse (Müller & Tegos 2002, section 5).

use std::sync::Arc;

use otrera_cgt::{Dyadic, Interrupted, Store, Thermograph, Value};
use otrera_papers::{BestPlay, Zugzwang, Zugzwangs};
use otrera_regions::region::Walk;
use serde::Serialize;

use super::NamedPicture;
use super::sizes::{self, SizesReport};
use crate::gallery::{MOST_ON_A_PAGE, board_and_value, sheet};
use crate::host::{Job, Outcome};
use crate::report::without_side;

const LONGEST: usize = 60;

/// Finds zugzwangs by size.
#[derive(Clone, Copy, Debug)]
pub struct ZugzwangTable {
    /// Squares of the largest regions.
    pub size: u32,
    /// Threads to use.
    pub threads: usize,
}

/// Zugzwangs of one size.
#[derive(Debug, Serialize)]
pub struct ZugzwangRow {
    size: usize,
    /// Positions in which both sides can move.
    graphs: u64,
    boards: u64,
    /// Positions where moving first is worse by exact values.
    zugzwang: Count,
    /// Of these, where best play leads to whole numbers at once, ...
    simple: Count,
    /// ... to numbers of which one is a fraction, ...
    fraction: Count,
    /// ... and through positions that are not numbers.
    hot: Count,
    two_or_more: Count,
    missed: Count,
    mistaken: Count,
    positions: Vec<Found>,
}

#[derive(Debug, Default, Serialize)]
struct Count {
    graphs: u64,
    boards: u64,
}

#[derive(Debug, Serialize)]
struct Found {
    board: String,
    boards: u64,
    value: String,
    left: Vec<String>,
    right: Vec<String>,
    /// Scores with Black and with White to begin.
    exact: [String; 2],
    minimax: [i32; 2],
    loss: String,
    /// `simple`, `fraction` or `hot`; `None` if it is not a zugzwang by exact values.
    kind: Option<&'static str>,
    misleads: bool,
    #[serde(skip)]
    costs_two: bool,
    #[serde(skip)]
    graph: Arc<Thermograph>,
}

impl ZugzwangTable {
    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SizesReport<ZugzwangRow>>> {
        let store = Store::new();
        let row = |size, walk: Walk<'_>| ZugzwangRow::new(&store, size, &Zugzwangs::find(size, &store, walk)?);
        sizes::rows(self.size, self.threads, job, row)
    }
}

impl ZugzwangRow {
    fn new(store: &Store, size: usize, all: &Zugzwangs) -> Result<ZugzwangRow, Interrupted> {
        let count = |is_one: &dyn Fn(&Zugzwang) -> bool| {
            all.found.iter().filter(|zugzwang| is_one(zugzwang)).fold(Count::default(), |sum, zugzwang| Count {
                graphs: sum.graphs + 1,
                boards: sum.boards + zugzwang.boards,
            })
        };
        let best = |best: BestPlay| count(&|zugzwang| zugzwang.exact.is_zugzwang() && zugzwang.best == best);
        Ok(ZugzwangRow {
            size,
            graphs: all.positions,
            boards: all.boards,
            zugzwang: count(&|zugzwang| zugzwang.exact.is_zugzwang()),
            simple: best(BestPlay::Whole),
            fraction: best(BestPlay::Fraction),
            hot: best(BestPlay::Hot),
            two_or_more: count(&costs_two),
            missed: count(&|zugzwang| zugzwang.misleads() && zugzwang.exact.is_zugzwang()),
            mistaken: count(&|zugzwang| zugzwang.misleads() && zugzwang.minimax.is_zugzwang()),
            positions: all.found.iter().map(|zugzwang| Found::new(store, zugzwang)).collect::<Result<_, _>>()?,
        })
    }
}

fn costs_two(zugzwang: &Zugzwang) -> bool {
    zugzwang.loss() >= Dyadic::integer(2)
}

impl Found {
    fn new(store: &Store, zugzwang: &Zugzwang) -> Result<Found, Interrupted> {
        let text = |value: Value| store.display_limited(value, LONGEST).to_string();
        let kind = match zugzwang.best {
            BestPlay::Whole => "simple",
            BestPlay::Fraction => "fraction",
            BestPlay::Hot => "hot",
        };
        // Sorted by text: the order of values in a store depends on the order of their creation.
        let [left, right] = zugzwang.options.each_ref().map(|options| {
            let mut texts: Vec<String> = options.iter().map(|&option| text(option)).collect();
            texts.sort_unstable();
            texts
        });
        Ok(Found {
            board: without_side(zugzwang.position.setup()),
            boards: zugzwang.boards,
            value: text(zugzwang.value),
            left,
            right,
            exact: [zugzwang.exact.black_first.to_string(), zugzwang.exact.white_first.to_string()],
            minimax: [zugzwang.minimax.black_first, zugzwang.minimax.white_first],
            loss: zugzwang.loss().to_string(),
            kind: zugzwang.exact.is_zugzwang().then_some(kind),
            misleads: zugzwang.misleads(),
            costs_two: costs_two(zugzwang),
            graph: store.thermograph(zugzwang.value)?,
        })
    }

    /// The undominated options of both sides.
    fn game(&self) -> String {
        format!("{{{}|{}}}", self.left.join(","), self.right.join(","))
    }

    fn line(&self) -> String {
        let Found { board, value, exact, minimax, .. } = self;
        let game = self.game();
        let kind = self.kind.unwrap_or("none");
        format!(
            "{board:<24} {kind:<8} {value:>4} = {game}, black first {}, white first {}; minimax {} and {}",
            exact[0], exact[1], minimax[0], minimax[1]
        )
    }
}

impl SizesReport<ZugzwangRow> {
    /// Figs. 18 and 19 of the paper: the zugzwangs of each size, or if there are many, those that cost two moves.
    pub fn pictures(&self) -> anyhow::Result<Vec<NamedPicture>> {
        let mut pictures = Vec::new();
        for row in &self.rows {
            let all: Vec<&Found> = row.positions.iter().filter(|found| found.kind.is_some()).collect();
            let has_few = all.len() <= MOST_ON_A_PAGE;
            let shown: Vec<&Found> = all.into_iter().filter(|found| has_few || found.costs_two).collect();
            if shown.is_empty() {
                continue;
            }
            let draw = |found: &&Found| {
                let words = format!("Black first {}, White first {}", found.exact[0], found.exact[1]);
                let value = format!("{} = {}", found.value, found.game());
                board_and_value(&found.board, &words, &value, &found.graph)
            };
            let cells = shown.iter().map(draw).collect::<anyhow::Result<Vec<_>>>()?;
            pictures
                .push((format!("zugzwang-{}", row.size), sheet(&format!("Zugzwangs of size {}", row.size), &cells)));
        }
        Ok(pictures)
    }

    /// The report as text, with all positions or only the notable ones.
    pub fn text(&self, everything: bool) -> String {
        let mut lines = vec![
            "cells as graphs/boards, up to symmetry and exchange of colours".to_string(),
            format!(
                "{:>4} {:>15} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
                "size", "both can move", "zugzwang", "simple", "fraction", "hot", "costs 2+", "missed", "mistaken"
            ),
        ];
        let cell = |count: &Count| match count.graphs {
            0 => "-".to_string(),
            graphs => format!("{graphs}/{}", count.boards),
        };
        lines.extend(self.rows.iter().map(|row| {
            let cells =
                [&row.zugzwang, &row.simple, &row.fraction, &row.hot, &row.two_or_more, &row.missed, &row.mistaken];
            let cells: String = cells.iter().map(|count| format!(" {:>10}", cell(count))).collect();
            let all = cell(&Count { graphs: row.graphs, boards: row.boards });
            format!("{:>4} {all:>15}{cells}", row.size)
        }));
        let mut list = |title: &str, is_one: &dyn Fn(&Found) -> bool| {
            let found: Vec<&Found> = self.rows.iter().flat_map(|row| &row.positions).filter(|f| is_one(f)).collect();
            if !found.is_empty() {
                lines.push(format!("\n{title}:"));
                lines.extend(found.into_iter().map(Found::line));
            }
        };
        if everything {
            list("all of them", &|_| true);
        } else {
            list("where moving first costs two moves or more", &|found| found.costs_two);
            list("where minimax is misled", &|found| found.misleads);
        }
        lines.join("\n")
    }
}
