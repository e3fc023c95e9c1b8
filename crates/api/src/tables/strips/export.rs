//! All positions as CSV, one a line.
//!
//! Values repeat, most of all among boards of one size, so the columns of a value are kept until the size is done.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use otrera_cgt::{Interrupted, Value};
use otrera_papers::strips::{Measures, Strips};

use crate::host::{Counter, Job};
use crate::limits::interrupted;
use crate::{files, report};

/// Characters of a value; longer ones are cut and marked.
const LONGEST: usize = 200;

/// The columns about the position, then those about its value.
const COLUMNS: &str = "board squares value cut mean temperature left_stop right_stop outcome left_options right_options \
                       depth left_sectors right_sectors";

pub(super) fn write(strips: &Strips<'_>, path: &Path, job: Job<'_>) -> anyhow::Result<()> {
    let done = Counter::new(strips.shapes().len() as u64, "boards exported");
    job.counted(&done, || {
        files::replace(path, |out| {
            let mut table = csv::Writer::from_writer(out);
            table.write_record(COLUMNS.split(' '))?;
            let measures = Measures::new(strips.store());
            for squares in 2..=2 * strips.shapes().length() {
                let mut known: HashMap<Value, Vec<String>> = HashMap::new();
                for shape in strips.shapes().of_size(squares) {
                    strips.store().check_limits(strips.bytes()).map_err(stopped)?;
                    for example in strips.positions(shape) {
                        let value = match known.entry(example.value) {
                            Entry::Occupied(known) => known.into_mut(),
                            Entry::Vacant(new) => new.insert(columns(strips, &measures, example.value)?),
                        };
                        let board = strips.setup(example.shape, example.black, Some(example.white)).to_string();
                        table.write_field(board)?;
                        table.write_field(squares.to_string())?;
                        table.write_record(value)?;
                    }
                    done.step();
                }
            }
            Ok(table.flush()?)
        })
    })
}

fn stopped(why: Interrupted) -> anyhow::Error {
    interrupted(why, "all boards are done, but they were not exported")
}

fn columns(strips: &Strips<'_>, measures: &Measures<'_>, value: Value) -> anyhow::Result<Vec<String>> {
    let store = strips.store();
    let graph = store.thermograph(value).map_err(stopped)?;
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
