//! `otrera tables defects`: small territories that cannot be filled.

use otrera_papers::Defects;
use otrera_regions::region::Walk;
use serde::Serialize;

use super::sizes::{self, Table};
use crate::cli::{Cli, DefectsArgs};

#[derive(Serialize)]
struct Row {
    size: usize,
    amazons: u32,
    /// All territories, defective or not.
    boards: u64,
    graphs: u64,
    /// By number of defects, from 1 on.
    defective: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    defects: usize,
    boards: u64,
    graphs: u64,
}

pub(super) fn run(cli: &Cli, args: &DefectsArgs) -> anyhow::Result<()> {
    let mut defects = Defects::new(args.amazons as usize);
    let row = |size, walk: Walk<'_>| {
        let row = defects.next_row(walk)?;
        let cells = row.boards.iter().zip(&row.graphs).enumerate().skip(1);
        let cell = |(defects, (&boards, &graphs))| Cell { defects, boards, graphs };
        Ok(Row {
            size,
            amazons: args.amazons,
            boards: row.boards.iter().sum(),
            graphs: row.graphs.iter().sum(),
            defective: cells.map(cell).collect(),
        })
    };
    sizes::run(cli, &args.work, args.size, row, human)
}

fn human(table: &Table<Row>) -> String {
    let most = table.rows.iter().map(|row| row.defective.len()).max().unwrap_or(0).max(1);
    let cell = |row: &Row, defects: usize| match row.defective.get(defects - 1) {
        Some(cell) if cell.boards > 0 => format!("{}/{}", cell.boards, cell.graphs),
        _ => "-".into(),
    };
    let mut columns =
        vec![[vec!["size".to_string()], table.rows.iter().map(|row| row.size.to_string()).collect()].concat()];
    columns.extend((1..=most).map(|defects| {
        let cells = table.rows.iter().map(|row| cell(row, defects));
        [format!("{defects}-defective")].into_iter().chain(cells).collect()
    }));
    let widths: Vec<usize> = columns.iter().map(|column| column.iter().map(String::len).max().unwrap_or(0)).collect();
    let line = |at: usize| {
        let cells = columns.iter().zip(&widths).map(|(column, width)| format!("{:>width$}", column[at]));
        cells.collect::<Vec<_>>().join("  ")
    };
    (0..=table.rows.len()).map(line).collect::<Vec<_>>().join("\n")
}
