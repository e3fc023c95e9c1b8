//! The ledger: an append-only file of checked results, which survives `kill -9` at any moment. docs/formats/ledger.md.
//!
//! A record is its length, its checksum and its bytes. It is on the disk before the next step is taken. A crash can leave
//! a torn record at the end, and a bad disk can damage one anywhere. Reading stops at the first record that is not whole:
//! the rest is copied aside and cut off, and the caller is told. What was lost is searched again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::record::Record;

/// Name of the file in the directory of a campaign.
pub(crate) const FILE: &str = "ledger";
const SIGN: &str = "otrera ledger ";
const VERSION: &str = "1";
/// Longest record, in bytes: a leaf has at most some thousand children of about 60 bytes each.
const LONGEST: u32 = 1 << 24;
/// Bytes of length and checksum.
const FRAME: usize = 8;

/// The ledger of a campaign, open for more records.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
    /// Bytes of whole records.
    length: u64,
}

/// The contents of a ledger, and the damage that was cut off.
#[derive(Debug)]
pub struct Contents {
    /// The records, oldest first.
    pub records: Vec<Record>,
    /// The tail that was copied aside.
    pub damage: Option<Damage>,
}

/// A damaged tail of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Bytes that could not be read.
    pub bytes: u64,
    /// The file that has them now; `None` if the ledger was only read.
    pub copy: Option<PathBuf>,
}

impl Ledger {
    /// Makes an empty ledger.
    pub(crate) fn create(directory: &Path, id: &str) -> anyhow::Result<()> {
        let path = directory.join(FILE);
        let write = || -> io::Result<()> {
            let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
            file.write_all(header(id).as_bytes())?;
            file.sync_all()
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Opens a ledger for more records. A damaged tail is copied aside and cut off. The caller holds the lock.
    pub(crate) fn open(directory: &Path, id: &str) -> anyhow::Result<(Ledger, Contents)> {
        let path = directory.join(FILE);
        let bytes = read_bytes(&path)?;
        let (records, length) = parse(&bytes, id).with_context(|| path.display().to_string())?;
        let damage = match &bytes[length..] {
            [] => None,
            tail => Some(set_aside(directory, tail)?),
        };
        let cannot_write = || format!("cannot write {}", path.display());
        let mut file = OpenOptions::new().read(true).write(true).open(&path).with_context(cannot_write)?;
        if damage.is_some() {
            file.set_len(length as u64).and_then(|()| file.sync_all()).with_context(cannot_write)?;
        }
        file.seek(SeekFrom::End(0)).with_context(cannot_write)?;
        Ok((Ledger { file, path, length: length as u64 }, Contents { records, damage }))
    }

    /// Reads a ledger without changing it, for instance while a manager writes to it.
    pub fn read(directory: &Path, id: &str) -> anyhow::Result<Contents> {
        let path = directory.join(FILE);
        let bytes = read_bytes(&path)?;
        let (records, length) = parse(&bytes, id).with_context(|| path.display().to_string())?;
        let bytes = (bytes.len() - length) as u64;
        Ok(Contents { records, damage: (bytes > 0).then_some(Damage { bytes, copy: None }) })
    }

    /// Appends a record, and returns once it is on the disk. After an error the file ends with its last whole record, as
    /// far as the disk allows.
    pub fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        let payload = serde_json::to_vec(record).context("a record is text and numbers")?;
        let length = u32::try_from(payload.len()).ok().filter(|&length| length <= LONGEST);
        let Some(length) = length else { bail!("a record of {} bytes is too long for the ledger", payload.len()) };
        let mut frame = Vec::with_capacity(FRAME + payload.len());
        frame.extend(length.to_le_bytes());
        frame.extend(crc32fast::hash(&payload).to_le_bytes());
        frame.extend(payload);
        let written = self.file.write_all(&frame).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // A torn record would be repaired at the next start; the full disk is the error that matters.
            let _ = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::End(0)));
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.length += frame.len() as u64;
        Ok(())
    }
}

fn header(id: &str) -> String {
    format!("{SIGN}{VERSION}: {id}\n")
}

fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(bytes)
}

/// The whole records, and the length up to which they go.
fn parse(bytes: &[u8], id: &str) -> anyhow::Result<(Vec<Record>, usize)> {
    let Some(rest) = bytes.strip_prefix(SIGN.as_bytes()) else { bail!("this is not a ledger") };
    let line = rest.iter().position(|&byte| byte == b'\n').map(|end| &rest[..end]);
    let line = line.and_then(|line| std::str::from_utf8(line).ok()).context("this is not a ledger")?;
    let (version, written) = line.split_once(": ").context("this is not a ledger")?;
    if version != VERSION {
        let version: String = version.chars().take(20).collect();
        bail!("this is a ledger of version '{}', and this program reads version {VERSION}", version.escape_debug());
    }
    if written != id {
        bail!("this is the ledger of another campaign");
    }
    let (mut records, mut at) = (Vec::new(), header(id).len());
    while let Some((payload, end)) = whole_record(bytes, at) {
        // Whole, and yet no record: another program wrote it, and nothing may be cut off.
        let record = serde_json::from_slice(payload);
        records.push(record.with_context(|| format!("this program does not know record {}", records.len() + 1))?);
        at = end;
    }
    Ok((records, at))
}

/// The bytes of the record at `at` and its end, if it is whole.
fn whole_record(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let (length, sum) = (word(at)?, word(at + 4)?);
    let end = at + FRAME + usize::try_from(length).ok().filter(|_| length <= LONGEST)?;
    let payload = bytes.get(at + FRAME..end)?;
    (crc32fast::hash(payload) == sum).then_some((payload, end))
}

/// Copies a damaged tail to a file of its own.
fn set_aside(directory: &Path, tail: &[u8]) -> anyhow::Result<Damage> {
    let names = (1..).map(|number| directory.join(format!("{FILE}.damaged-{number}")));
    let copy = names.into_iter().find(|path| !path.exists()).expect("numbers do not end");
    let write = || -> io::Result<()> {
        fs::write(&copy, tail)?;
        File::open(&copy)?.sync_all()
    };
    write().with_context(|| format!("cannot write {}", copy.display()))?;
    Ok(Damage { bytes: tail.len() as u64, copy: Some(copy) })
}
