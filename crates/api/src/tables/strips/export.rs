//! All positions as CSV, one a line.
//!
//! Values repeat, most of all among boards of one size, so the columns of a value are kept until the size is done.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use otrera_cgt::{Interrupted, Value};
use otrera_papers::strips::{Measures, Strips};

use crate::host::{Job, State};
use crate::limits::interrupted;
use crate::{files, report, text};

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

pub(super) fn write(strips: &Strips<'_>, path: &Path, job: Job<'_>) -> anyhow::Result<()> {
    let (done, begin) = (AtomicU64::new(0), Instant::now());
    let all = strips.shapes().len() as u64;
    let state = || State::text(text::progress(done.load(Relaxed), all, "boards exported", begin.elapsed()));
    let export = || {
        files::replace(path, |out| {
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
                    done.fetch_add(1, Relaxed);
                }
            }
            Ok(table.flush()?)
        })
    };
    job.with_progress(state, export)
}

fn stopped(why: Interrupted) -> anyhow::Error {
    interrupted(why, "all boards are worked out, but were not exported")
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
