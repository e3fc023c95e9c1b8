//! A table as a Parquet file: texts, whole numbers and truth values, in groups of rows.
//!
//! The plain part of the format (parquet.apache.org/docs/file-format): required columns, plain encoding, one page for
//! each column of a group, no compression. The metadata are Thrift structs in the compact protocol. A library for
//! Parquet brings forty packages and a minute of compiling, and this is all that it would be used for; the tests of the
//! Python package read the files with Arrow.
//!
//! ```text
//! PAR1  group: page of column 1, page of column 2, ...  group: ...  metadata  its length (4 bytes)  PAR1
//! ```

use std::io::Write;

use otrera_cgt::wire::{write_varint, write_zigzag};

/// Rows of a group: some ten megabytes before they are written.
const GROUP: usize = 100_000;
const MAGIC: &[u8] = b"PAR1";

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Whole,
    Truth,
}

impl Kind {
    /// The number of its physical type: `BYTE_ARRAY`, `INT64` or `BOOLEAN`.
    fn number(self) -> i64 {
        match self {
            Kind::Text => 6,
            Kind::Whole => 2,
            Kind::Truth => 0,
        }
    }
}

/// A column and its cells that are not written yet, in plain encoding.
struct Column {
    name: &'static str,
    kind: Kind,
    cells: Vec<u8>,
}

/// A page in the file.
struct Page {
    offset: u64,
    bytes: u64,
}

struct Group {
    rows: usize,
    pages: Vec<Page>,
}

pub(super) struct ParquetTable<W: Write> {
    out: W,
    /// Bytes written so far.
    offset: u64,
    columns: Vec<Column>,
    /// Rows that are not written yet.
    rows: usize,
    groups: Vec<Group>,
}

impl<W: Write> ParquetTable<W> {
    /// A table with these columns.
    pub(super) fn new(mut out: W, columns: &[(&'static str, Kind)]) -> anyhow::Result<ParquetTable<W>> {
        out.write_all(MAGIC)?;
        let column = |&(name, kind): &(&'static str, Kind)| Column { name, kind, cells: Vec::new() };
        let columns = columns.iter().map(column).collect();
        Ok(ParquetTable { out, offset: MAGIC.len() as u64, columns, rows: 0, groups: Vec::new() })
    }

    /// Adds a row: a text for each column.
    pub(super) fn row<'a>(&mut self, cells: impl Iterator<Item = &'a str>) -> anyhow::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell, self.rows)?;
        }
        self.rows += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    /// Writes what is left, and the metadata.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.write_group()?;
        let metadata = self.metadata()?;
        self.out.write_all(&metadata)?;
        self.out.write_all(&u32::try_from(metadata.len())?.to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        Ok(self.out.flush()?)
    }

    fn write_group(&mut self) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows == 0 {
            return Ok(());
        }
        let mut pages = Vec::new();
        for column in &mut self.columns {
            let header = page_header(rows, column.cells.len())?;
            self.out.write_all(&header)?;
            self.out.write_all(&column.cells)?;
            let bytes = (header.len() + column.cells.len()) as u64;
            pages.push(Page { offset: self.offset, bytes });
            self.offset += bytes;
            column.cells.clear();
        }
        self.groups.push(Group { rows, pages });
        Ok(())
    }

    fn metadata(&self) -> anyhow::Result<Vec<u8>> {
        let mut file = Struct::default();
        file.whole(1, 1)?;
        file.list(2, self.columns.len() + 1, STRUCT)?;
        let mut root = Struct::default();
        root.text(4, "table")?;
        root.whole(5, self.columns.len() as i64)?;
        file.element(root);
        for column in &self.columns {
            file.element(column.schema()?);
        }
        file.long(3, self.groups.iter().map(|group| group.rows as i64).sum())?;
        file.list(4, self.groups.len(), STRUCT)?;
        for group in &self.groups {
            file.element(self.group(group)?);
        }
        file.text(6, "otrera")?;
        Ok(file.end())
    }

    fn group(&self, group: &Group) -> anyhow::Result<Struct> {
        let mut found = Struct::default();
        found.list(1, self.columns.len(), STRUCT)?;
        for (column, page) in self.columns.iter().zip(&group.pages) {
            found.element(column.chunk(page, group.rows)?);
        }
        found.long(2, group.pages.iter().map(|page| page.bytes as i64).sum())?;
        found.long(3, group.rows as i64)?;
        Ok(found)
    }
}

impl Column {
    /// Adds a cell, number `row` of the group.
    fn push(&mut self, cell: &str, row: usize) -> anyhow::Result<()> {
        match self.kind {
            Kind::Text => {
                self.cells.extend(u32::try_from(cell.len())?.to_le_bytes());
                self.cells.extend(cell.as_bytes());
            }
            Kind::Whole => self.cells.extend(cell.parse::<i64>()?.to_le_bytes()),
            Kind::Truth => {
                // A bit each, the lowest first.
                if row.is_multiple_of(8) {
                    self.cells.push(0);
                }
                *self.cells.last_mut().expect("a byte was just added") |= u8::from(cell.parse::<bool>()?) << (row % 8);
            }
        }
        Ok(())
    }

    fn schema(&self) -> anyhow::Result<Struct> {
        let mut element = Struct::default();
        element.whole(1, self.kind.number())?;
        // Required.
        element.whole(3, 0)?;
        element.text(4, self.name)?;
        if self.kind == Kind::Text {
            // UTF-8.
            element.whole(6, 0)?;
        }
        Ok(element)
    }

    fn chunk(&self, page: &Page, rows: usize) -> anyhow::Result<Struct> {
        let mut metadata = Struct::default();
        metadata.whole(1, self.kind.number())?;
        metadata.list(2, 1, WHOLE)?;
        write_zigzag(&mut metadata.bytes, PLAIN)?;
        metadata.list(3, 1, TEXT)?;
        metadata.bare_text(self.name)?;
        // No compression.
        metadata.whole(4, 0)?;
        metadata.long(5, rows as i64)?;
        metadata.long(6, page.bytes as i64)?;
        metadata.long(7, page.bytes as i64)?;
        metadata.long(9, page.offset as i64)?;
        let mut chunk = Struct::default();
        chunk.long(2, page.offset as i64)?;
        chunk.field(3, STRUCT)?;
        chunk.element(metadata);
        Ok(chunk)
    }
}

fn page_header(rows: usize, bytes: usize) -> anyhow::Result<Vec<u8>> {
    let bytes = i64::from(i32::try_from(bytes)?);
    let mut data = Struct::default();
    data.whole(1, rows as i64)?;
    data.whole(2, PLAIN)?;
    data.whole(3, RLE)?;
    data.whole(4, RLE)?;
    let mut header = Struct::default();
    // A data page.
    header.whole(1, 0)?;
    header.whole(2, bytes)?;
    header.whole(3, bytes)?;
    header.field(5, STRUCT)?;
    header.element(data);
    Ok(header.end())
}

/// Numbers of encodings.
const PLAIN: i64 = 0;
const RLE: i64 = 3;
/// Numbers of types in Thrift's compact protocol.
const WHOLE: u8 = 5;
const LONG: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A Thrift struct in the compact protocol. Fields come in the order of their numbers.
#[derive(Default)]
struct Struct {
    bytes: Vec<u8>,
    /// Number of the last field.
    last: u8,
}

impl Struct {
    fn field(&mut self, number: u8, kind: u8) -> std::io::Result<()> {
        // The distance to the last field fits into four bits here.
        self.bytes.write_all(&[(number - self.last) << 4 | kind])?;
        self.last = number;
        Ok(())
    }

    fn whole(&mut self, number: u8, n: i64) -> std::io::Result<()> {
        self.field(number, WHOLE)?;
        write_zigzag(&mut self.bytes, n)
    }

    fn long(&mut self, number: u8, n: i64) -> std::io::Result<()> {
        self.field(number, LONG)?;
        write_zigzag(&mut self.bytes, n)
    }

    fn text(&mut self, number: u8, text: &str) -> std::io::Result<()> {
        self.field(number, TEXT)?;
        self.bare_text(text)
    }

    fn bare_text(&mut self, text: &str) -> std::io::Result<()> {
        write_varint(&mut self.bytes, text.len() as u64)?;
        self.bytes.write_all(text.as_bytes())
    }

    /// Begins a list; its elements follow.
    fn list(&mut self, number: u8, count: usize, kind: u8) -> std::io::Result<()> {
        self.field(number, LIST)?;
        match u8::try_from(count) {
            Ok(count @ 0..15) => self.bytes.write_all(&[count << 4 | kind]),
            _ => {
                self.bytes.write_all(&[15 << 4 | kind])?;
                write_varint(&mut self.bytes, count as u64)
            }
        }
    }

    /// Appends a struct, as an element of a list or as the content of a field.
    fn element(&mut self, element: Struct) {
        self.bytes.extend(element.end());
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}
