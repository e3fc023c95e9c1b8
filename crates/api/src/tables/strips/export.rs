//! All positions as a table, one a row: CSV, or Parquet where the name of the file ends so.
//!
//! Values repeat, most of all among boards of one size, so the columns of a value are kept until the size is done.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use otrera_cgt::{Interrupted, Value};
use otrera_papers::strips::{Measures, Strips};

use super::parquet::{Kind, ParquetTable};
use crate::host::{Counter, Job};
use crate::limits::interrupted;
use crate::{files, report};

/// Characters of a value; longer ones are cut and marked.
const LONGEST: usize = 200;

/// The columns about the position, then those about its value.
const COLUMNS: [(&str, Kind); 14] = [
    ("board", Kind::Text),
    ("squares", Kind::Whole),
    ("value", Kind::Text),
    ("cut", Kind::Truth),
    ("mean", Kind::Text),
    ("temperature", Kind::Text),
    ("left_stop", Kind::Text),
    ("right_stop", Kind::Text),
    ("outcome", Kind::Text),
    ("left_options", Kind::Whole),
    ("right_options", Kind::Whole),
    ("depth", Kind::Whole),
    ("left_sectors", Kind::Whole),
    ("right_sectors", Kind::Whole),
];

/// A table that is being written.
enum Table<'a> {
    Csv(Box<csv::Writer<&'a mut BufWriter<File>>>),
    Parquet(Box<ParquetTable<&'a mut BufWriter<File>>>),
}

impl<'a> Table<'a> {
    fn new(out: &'a mut BufWriter<File>, path: &Path) -> anyhow::Result<Table<'a>> {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet")) {
            return Ok(Table::Parquet(Box::new(ParquetTable::new(out, &COLUMNS)?)));
        }
        let mut table = csv::Writer::from_writer(out);
        table.write_record(COLUMNS.map(|(name, _)| name))?;
        Ok(Table::Csv(Box::new(table)))
    }

    fn row<'c>(&mut self, cells: impl Iterator<Item = &'c str>) -> anyhow::Result<()> {
        match self {
            Table::Csv(table) => Ok(table.write_record(cells)?),
            Table::Parquet(table) => table.row(cells),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Table::Csv(mut table) => Ok(table.flush()?),
            Table::Parquet(table) => table.finish(),
        }
    }
}

pub(super) fn write(strips: &Strips<'_>, path: &Path, job: Job<'_>) -> anyhow::Result<()> {
    let done = Counter::new(strips.shapes().len() as u64, "boards exported");
    job.counted(&done, || {
        files::replace(path, |out| {
            let mut table = Table::new(out, path)?;
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
                        let about = [board, squares.to_string()];
                        table.row(about.iter().chain(value.iter()).map(String::as_str))?;
                    }
                    done.step();
                }
            }
            table.finish()
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
