//! A table as a Parquet file: texts, whole numbers and truth values, in groups of rows.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context as _;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::export::Kind;

/// Rows of a group: some ten megabytes before they are written.
const GROUP: usize = 100_000;

/// Cells of a column that are not written yet.
enum Cells {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Truth(Vec<bool>),
}

pub(super) struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Cells>,
    /// Rows that are not written yet.
    rows: usize,
}

impl<W: Write + Send> ParquetTable<W> {
    /// A table with these columns.
    pub(super) fn new(out: W, columns: &[(&str, Kind)]) -> anyhow::Result<ParquetTable<W>> {
        let field = |&(name, kind): &(&str, Kind)| {
            let (physical, converted) = match kind {
                Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
                Kind::Whole => (Physical::INT64, ConvertedType::NONE),
                Kind::Truth => (Physical::BOOLEAN, ConvertedType::NONE),
            };
            let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
            field.with_converted_type(converted).build().map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
        let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
        let writer = SerializedFileWriter::new(out, schema, Arc::new(WriterProperties::new()))?;
        let columns = columns.iter().map(|&(_, kind)| Cells::new(kind)).collect();
        Ok(ParquetTable { writer, columns, rows: 0 })
    }

    /// Adds a row: a text for each column.
    pub(super) fn row<'a>(&mut self, cells: impl Iterator<Item = &'a str>) -> anyhow::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell)?;
        }
        self.rows += 1;
        if self.rows == GROUP { self.write() } else { Ok(()) }
    }

    /// Writes what is left and ends the file.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.write()?;
        self.writer.close()?;
        Ok(())
    }

    fn write(&mut self) -> anyhow::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for cells in &mut self.columns {
            let mut column = group.next_column()?.context("the file has fewer columns than the table")?;
            match cells {
                Cells::Text(cells) => column.typed::<ByteArrayType>().write_batch(cells, None, None)?,
                Cells::Whole(cells) => column.typed::<Int64Type>().write_batch(cells, None, None)?,
                Cells::Truth(cells) => column.typed::<BoolType>().write_batch(cells, None, None)?,
            };
            column.close()?;
            cells.clear();
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl Cells {
    fn new(kind: Kind) -> Cells {
        match kind {
            Kind::Text => Cells::Text(Vec::new()),
            Kind::Whole => Cells::Whole(Vec::new()),
            Kind::Truth => Cells::Truth(Vec::new()),
        }
    }

    fn push(&mut self, cell: &str) -> anyhow::Result<()> {
        match self {
            Cells::Text(cells) => cells.push(cell.into()),
            Cells::Whole(cells) => cells.push(cell.parse()?),
            Cells::Truth(cells) => cells.push(cell.parse()?),
        }
        Ok(())
    }

    fn clear(&mut self) {
        match self {
            Cells::Text(cells) => cells.clear(),
            Cells::Whole(cells) => cells.clear(),
            Cells::Truth(cells) => cells.clear(),
        }
    }
}
