//! Small territories that cannot be filled (Müller & Tegos 2002, Table 2).

use otrera_papers::Defects;
use otrera_regions::region::Walk;
use serde::Serialize;

use super::sizes::{self, SizesReport};
use crate::host::{Job, Outcome};

/// Counts defective territories by size.
#[derive(Clone, Copy, Debug)]
pub struct DefectsTable {
    /// Squares of the largest regions, those of the amazons included.
    pub size: u32,
    /// Amazons in each territory.
    pub amazons: u32,
    /// Threads to use.
    pub threads: usize,
}

/// Territories of one size.
#[derive(Debug, Serialize)]
pub struct DefectsRow {
    size: usize,
    amazons: u32,
    /// All territories, defective or not.
    boards: u64,
    graphs: u64,
    /// By number of defects, from 1 on.
    defective: Vec<DefectsCell>,
}

#[derive(Debug, Serialize)]
struct DefectsCell {
    defects: usize,
    boards: u64,
    graphs: u64,
}

impl DefectsTable {
    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SizesReport<DefectsRow>>> {
        let mut defects = Defects::new(self.amazons as usize);
        sizes::rows(self.size, self.threads, job, |size, walk: Walk<'_>| {
            let row = defects.next_row(walk)?;
            let cells = row.boards.iter().zip(&row.graphs).enumerate().skip(1);
            let cell = |(defects, (&boards, &graphs))| DefectsCell { defects, boards, graphs };
            Ok(DefectsRow {
                size,
                amazons: self.amazons,
                boards: row.boards.iter().sum(),
                graphs: row.graphs.iter().sum(),
                defective: cells.map(cell).collect(),
            })
        })
    }
}

impl SizesReport<DefectsRow> {
    /// The report for people.
    pub fn text(&self) -> String {
        let most = self.rows.iter().map(|row| row.defective.len()).max().unwrap_or(0).max(1);
        let cell = |row: &DefectsRow, defects: usize| match row.defective.get(defects - 1) {
            Some(cell) if cell.boards > 0 => format!("{}/{}", cell.boards, cell.graphs),
            _ => "-".into(),
        };
        let mut columns =
            vec![[vec!["size".to_string()], self.rows.iter().map(|row| row.size.to_string()).collect()].concat()];
        columns.extend((1..=most).map(|defects| {
            let cells = self.rows.iter().map(|row| cell(row, defects));
            [format!("{defects}-defective")].into_iter().chain(cells).collect()
        }));
        let widths: Vec<usize> =
            columns.iter().map(|column| column.iter().map(String::len).max().unwrap_or(0)).collect();
        let line = |at: usize| {
            let cells = columns.iter().zip(&widths).map(|(column, width)| format!("{:>width$}", column[at]));
            cells.collect::<Vec<_>>().join("  ")
        };
        (0..=self.rows.len()).map(line).collect::<Vec<_>>().join("\n")
    }
}
