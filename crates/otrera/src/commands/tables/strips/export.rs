//! All positions as CSV, one a line, for those who look for patterns.
//!
//! Values repeat, most of all among boards of one size, so what is said about a value is kept until the size is done.

use std::collections::HashMap;
use std::path::Path;

use otrera_atlas::strips::{Measures, Strips};
use otrera_cgt::{Interrupted, Value};

use super::limit;
use crate::cli::Cli;
use crate::output;
use otrera_api::report;

/// Characters of a value; longer ones are cut and marked.
const LONGEST: usize = 200;

/// The columns about the position, then those about its value.
const COLUMNS: [&str; 14] = [
    "board",
    "squares",
    "value",
    "cut",
    "mean",
    "temperature",
    "left_stop",
    "right_stop",
    "outcome",
    "left_options",
    "right_options",
    "depth",
    "left_sectors",
    "right_sectors",
];

pub(super) fn write(cli: &Cli, strips: &Strips<'_>, path: &Path) -> anyhow::Result<()> {
    let progress = output::progress(cli, strips.shapes().len() as u64, "boards exported");
    let outcome = output::replace(path, |out| {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(COLUMNS)?;
        let measures = Measures::new(strips.store());
        for squares in 2..=2 * strips.shapes().length() {
            let mut known: HashMap<Value, Vec<String>> = HashMap::new();
            for shape in strips.shapes().of_size(squares) {
                strips.store().check_limits(strips.bytes()).map_err(stopped)?;
                for example in strips.positions(shape) {
                    let value = match known.get(&example.value) {
                        Some(value) => value,
                        None => {
                            let columns = columns(strips, &measures, example.value).map_err(stopped)?;
                            known.entry(example.value).or_insert(columns)
                        }
                    };
                    let board = strips.setup(example.shape, example.black, Some(example.white)).to_string();
                    table.write_field(board)?;
                    table.write_field(squares.to_string())?;
                    table.write_record(value)?;
                }
                progress.inc(1);
            }
        }
        Ok(table.flush()?)
    });
    progress.finish_and_clear();
    outcome
}

fn stopped(why: Interrupted) -> anyhow::Error {
    limit(why, "all boards are worked out, but were not exported")
}

fn columns(strips: &Strips<'_>, measures: &Measures<'_>, value: Value) -> Result<Vec<String>, Interrupted> {
    let store = strips.store();
    let graph = store.thermograph(value)?;
    let sizes = measures.of(value);
    let text = store.display_limited(value, LONGEST).to_string();
    Ok(vec![
        text.clone(),
        text.ends_with('…').to_string(),
        graph.mean().to_string(),
        graph.temperature().to_string(),
        graph.left_stop().to_string(),
        graph.right_stop().to_string(),
        report::outcome(store, value).to_string(),
        sizes.left.to_string(),
        sizes.right.to_string(),
        sizes.depth.to_string(),
        graph.left().sectors().to_string(),
        graph.right().sectors().to_string(),
    ])
}
