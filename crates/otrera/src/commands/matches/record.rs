//! The match file: a header, then one line per game. Format: docs/guide/match.md.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use otrera_api::Pace;
use otrera_board::game::{Game, Property};
use otrera_board::{Move, Position, Setup, Side};
use serde::{Deserialize, Serialize};

use super::game::{Outcome, Played};
use super::openings::Openings;
use super::resign::{ResignRule, thousandths};
use crate::cli::MatchArgs;
use otrera_api::player::{Fault, Opinion, Spec};

/// The first line, which identifies the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) r#match: u32,
    pub(super) first: String,
    pub(super) second: String,
    /// Search limits of the first player and of the second.
    pub(super) paces: [String; 2],
    pub(super) start: String,
    pub(super) opening: u16,
    pub(super) seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resign: Option<String>,
    /// The list of openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<String>,
    /// The books of both players are off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) no_book: bool,
    /// Names of the players, for game records.
    #[serde(skip)]
    pub(super) names: Names,
}

/// Names to show. Headers are the same match whatever they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(pub(super) [String; 2]);

impl PartialEq for Names {
    fn eq(&self, _: &Names) -> bool {
        true
    }
}

/// The line of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// Number from 0; games 2n and 2n + 1 have the same opening.
    pub(super) game: u32,
    /// Start position, if it is not that of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// Side of the first player: `black` or `white`.
    pub(super) first: String,
    pub(super) won: bool,
    pub(super) end: End,
    /// Number of moves at the start that belong to the opening.
    pub(super) opening: usize,
    pub(super) moves: Vec<String>,
    /// The mover's own chance to win, for each move after the opening. Absent in older files.
    #[serde(default)]
    pub(super) chances: Vec<Option<f32>>,
    /// Index of the first of these moves at which the mover had a proven win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) proven: Option<usize>,
    /// Thinking time of each of these moves. Absent in older files.
    #[serde(default)]
    pub(super) seconds: Vec<f64>,
    /// Resources of the first player and of the second.
    pub(super) efforts: [Spent; 2],
}

/// Reason for the end of a game, as the file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    /// The loser could not move.
    Blocked,
    /// Only territories were left, and they were counted.
    Counted,
    /// Both players gave the game as lost, or the loser resigned.
    Resigned,
    /// The winner had a proof.
    Proven,
    /// The loser exceeded its time.
    Late,
    /// The loser's reply was not a legal move.
    Wrong,
    /// The loser's program ended.
    Crashed,
}

impl From<&Fault> for End {
    fn from(fault: &Fault) -> End {
        match fault {
            Fault::Resigned => End::Resigned,
            Fault::Late(_) => End::Late,
            Fault::Wrong(_) => End::Wrong,
            Fault::Crashed(_) | Fault::Stopped => End::Crashed,
        }
    }
}

/// Resources that a player used, in seconds and nodes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Spent {
    pub(super) moves: u32,
    pub(super) seconds: f64,
    pub(super) longest: f64,
    /// Longest time by which a move exceeded its limit. Absent in older files.
    #[serde(default)]
    pub(super) over: f64,
    pub(super) nodes: u64,
}

const VERSION: u32 = 1;

impl Header {
    pub(super) fn new(
        specs: &[Spec; 2],
        paces: &[Pace; 2],
        start: &Position,
        openings: &Openings,
        args: &MatchArgs,
    ) -> Header {
        Header {
            r#match: VERSION,
            first: specs[0].text.clone(),
            second: specs[1].text.clone(),
            paces: paces.map(|pace| pace.to_string()),
            start: start.to_string(),
            opening: args.opening,
            seed: args.seed,
            resign: args.resign.map(|percent| ResignRule { percent }.to_string()),
            openings: openings.identity(),
            no_book: args.no_book,
            names: Names(specs.each_ref().map(|spec| spec.name.clone())),
        }
    }
}

impl Record {
    pub(super) fn new(game: u32, first: Side, start: Option<&Position>, opening: usize, outcome: Outcome) -> Record {
        let Outcome { winner, end, played: Played { moves, opinions, times, efforts }, .. } = outcome;
        let rounded = |opinion: &Opinion| opinion.chance().map(|chance| thousandths(chance) / 1000.0);
        let spent = |side: Side| {
            let spent = efforts[side.index()];
            let [seconds, longest, over] = [spent.seconds, spent.longest, spent.over].map(millis);
            Spent { seconds, longest, over, ..spent }
        };
        Record {
            game,
            start: start.map(ToString::to_string),
            first: first.name().into(),
            won: winner == first,
            end,
            opening,
            moves: moves.iter().map(ToString::to_string).collect(),
            chances: opinions.iter().map(rounded).collect(),
            proven: opinions.iter().position(|&opinion| opinion == Opinion::Won),
            seconds: times.iter().map(|time| millis(time.as_secs_f64())).collect(),
            efforts: [spent(first), spent(!first)],
        }
    }

    pub(super) fn first_side(&self) -> Side {
        if self.first == Side::Black.name() { Side::Black } else { Side::White }
    }

    /// The start of this game in a match from `usual`.
    pub(super) fn start(&self, usual: &Position) -> anyhow::Result<Position> {
        match &self.start {
            Some(text) => Ok(text.parse::<Setup>()?.position()?),
            None => Ok(*usual),
        }
    }

    pub(super) fn winner(&self) -> Side {
        if self.won { self.first_side() } else { !self.first_side() }
    }

    /// Returns whether each move after the opening has a chance and a time.
    pub(super) fn has_opinions(&self) -> bool {
        let played = self.moves.len().checked_sub(self.opening);
        [self.chances.len(), self.seconds.len()].iter().all(|&count| Some(count) == played)
    }

    /// The recorded opinions on the moves after the opening.
    pub(super) fn opinions(&self) -> Vec<Opinion> {
        let opinion = |(at, &chance)| if self.proven == Some(at) { Opinion::Won } else { Opinion::from(chance) };
        self.chances.iter().enumerate().map(opinion).collect()
    }

    fn sgf(&self, start: &Position, header: &Header) -> anyhow::Result<String> {
        let moves: Vec<Move> = self.moves.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let mut game = Game::from_moves(self.start(start)?, moves)?;
        let letter = self.winner().letter().to_ascii_uppercase();
        let how = match self.end {
            End::Blocked | End::Counted => "",
            End::Resigned | End::Proven => "R",
            End::Late => "T",
            End::Wrong | End::Crashed => "F",
        };
        let [white, black] = match self.first_side() {
            Side::White => [&header.names.0[0], &header.names.0[1]],
            Side::Black => [&header.names.0[1], &header.names.0[0]],
        };
        let kind = if header.openings.is_some() { "given" } else { "random" };
        let facts = [
            ("PB", black.clone()),
            ("PW", white.clone()),
            ("RE", format!("{letter}+{how}")),
            ("RO", (self.game + 1).to_string()),
            ("GC", format!("{} {kind} moves first", self.opening)),
        ];
        for (name, text) in facts {
            let property = Property::new(name, &text).expect("the names are capitals");
            game.set_property(Game::ROOT, property).expect("these are only remarks");
        }
        Ok(game.to_string())
    }
}

fn millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

pub(super) struct MatchFiles {
    header: Header,
    file: Option<(PathBuf, File)>,
    sgf: Option<(PathBuf, File)>,
}

impl MatchFiles {
    /// Opens the files and reads the games so far. A file with other contents is refused unchanged.
    pub(super) fn open(
        file: Option<&Path>,
        sgf: Option<&Path>,
        header: &Header,
    ) -> anyhow::Result<(MatchFiles, BTreeMap<u32, Record>)> {
        let mut done = BTreeMap::new();
        let mut files = MatchFiles { header: header.clone(), file: None, sgf: None };
        if let Some(path) = file {
            let (file, records) = resume(path, header).with_context(|| path.display().to_string())?;
            files.file = Some((path.into(), file));
            done.extend(records.into_iter().map(|record| (record.game, record)));
        }
        if let Some(path) = sgf {
            let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            files.sgf = Some((path.into(), file));
            let start = header.start.parse::<Setup>()?.position()?;
            for record in done.values() {
                files.add_sgf(record, &start)?;
            }
        }
        Ok((files, done))
    }

    pub(super) fn add(&mut self, record: &Record, start: &Position) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(record)? + "\n";
            file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.add_sgf(record, start)
    }

    fn add_sgf(&mut self, record: &Record, start: &Position) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.sgf {
            let text = record.sgf(start, &self.header)?;
            file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Opens and locks a match file, and reads its games. An incomplete last line is cut off. The system gives up the lock
/// when the file is closed, or the process ends.
fn resume(path: &Path, header: &Header) -> anyhow::Result<(File, Vec<Record>)> {
    let mut file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("another match is at work with this file"),
        Err(TryLockError::Error(error)) => return Err(error).context("the file cannot be locked"),
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let mut records = Vec::new();
    if let Some(first) = lines.next() {
        let there: Header = serde_json::from_str(first).context("this is not the file of a match")?;
        ensure!(there == *header, "this is another match: {}", difference(&there, header));
        for (number, line) in (2..).zip(lines) {
            let record = serde_json::from_str(line).with_context(|| format!("line {number} is not a game"))?;
            records.push(record);
        }
    } else if !text.is_empty() && !text.starts_with("{\"match\"") {
        bail!("this is not the file of a match");
    }
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        file.write_all((serde_json::to_string(header)? + "\n").as_bytes())?;
    }
    Ok((file, records))
}

/// The first setting in which two matches differ, in words.
fn difference(there: &Header, wanted: &Header) -> String {
    let facts = |header: &Header| -> [(&'static str, String); 11] {
        [
            ("the format", header.r#match.to_string()),
            ("A", header.first.clone()),
            ("B", header.second.clone()),
            ("the time of A", header.paces[0].clone()),
            ("the time of B", header.paces[1].clone()),
            ("the start", header.start.clone()),
            ("--opening", header.opening.to_string()),
            ("--seed", header.seed.to_string()),
            ("--openings", header.openings.clone().unwrap_or_else(|| "not given".into())),
            ("--no-book", if header.no_book { "given" } else { "not given" }.into()),
            ("--resign", header.resign.clone().unwrap_or_else(|| "not given".into())),
        ]
    };
    let differ = facts(there).into_iter().zip(facts(wanted)).find(|(a, b)| a != b);
    differ.map_or(String::new(), |((name, a), (_, b))| format!("{name} is {a} there and {b} here"))
}
