//! `otrera tables lsg`: small regions and their line segment graphs.

use otrera_papers::{RegionCount, count_regions};
use otrera_regions::region::Walk;
use serde::Serialize;

use super::sizes::{self, Table};
use crate::cli::{Cli, LsgTableArgs};

#[derive(Serialize)]
struct Row {
    size: usize,
    boards: u64,
    graphs: u64,
}

pub(super) fn run(cli: &Cli, args: &LsgTableArgs) -> anyhow::Result<()> {
    let row = |size, walk: Walk<'_>| {
        let RegionCount { boards, graphs } = count_regions(size, walk)?;
        Ok(Row { size, boards, graphs })
    };
    sizes::run(cli, &args.work, args.size, row, human)
}

fn human(table: &Table<Row>) -> String {
    let line = |row: &Row| {
        let ratio = row.graphs as f64 / row.boards as f64;
        format!("{:>4} {:>11} {:>10} {ratio:>12.3}", row.size, row.boards, row.graphs)
    };
    let lines = ["size      boards     graphs graphs/board".to_string()].into_iter();
    lines.chain(table.rows.iter().map(line)).collect::<Vec<_>>().join("\n")
}
