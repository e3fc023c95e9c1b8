//! The results, game by game: docs/guide/match.md has the format.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use otrera_api::Pace;
use otrera_board::game::{Game, Property};
use otrera_board::{Move, Position, Side};
use serde::{Deserialize, Serialize};

use super::game::{Cause, Effort, Outcome};
use super::resign::{Resign, thousandths};
use crate::cli::MatchArgs;
use crate::player::{Fault, Opinion, Spec};

/// The first line, which identifies the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The version of the format.
    pub(super) r#match: u32,
    pub(super) first: String,
    pub(super) second: String,
    /// Limits of the first player and of the second.
    pub(super) paces: [String; 2],
    pub(super) start: String,
    pub(super) opening: u16,
    pub(super) seed: u64,
    /// The rule of resignation, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resign: Option<String>,
}

/// A line for each game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// From 0; two in a row have the same opening.
    pub(super) game: u32,
    /// The side of the first player: `black` or `white`.
    pub(super) first: String,
    /// The first player won.
    pub(super) won: bool,
    pub(super) end: End,
    /// Moves that were played for the players.
    pub(super) opening: usize,
    pub(super) moves: Vec<String>,
    /// For each move after the opening, the chance to win that its player gave itself. Older files do not have it.
    #[serde(default)]
    pub(super) chances: Vec<Option<f32>>,
    /// The first of these moves, counted from 0, whose player had a proof that it wins, if one had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) proven: Option<usize>,
    /// The duration of each of these moves. Older files do not have it.
    #[serde(default)]
    pub(super) seconds: Vec<f64>,
    /// Of the first player and of the second.
    pub(super) efforts: [Spent; 2],
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    /// The loser could not move.
    Blocked,
    /// Only territories were left, and the winner has more moves in hers.
    Counted,
    /// Both players thought that the loser had lost, or the loser resigned.
    Resigned,
    /// The winner had a proof.
    Proven,
    /// The loser was too late.
    Late,
    /// The loser gave no move, or an illegal one.
    Wrong,
    /// The loser's program ended.
    Crashed,
}

/// A player's effort in a game.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Spent {
    pub(super) moves: u32,
    pub(super) seconds: f64,
    pub(super) longest: f64,
    pub(super) nodes: u64,
}

/// Version of the format.
const VERSION: u32 = 1;

impl Head {
    pub(super) fn new(specs: &[Spec; 2], paces: &[Pace; 2], start: &Position, args: &MatchArgs) -> Head {
        Head {
            r#match: VERSION,
            first: specs[0].text.clone(),
            second: specs[1].text.clone(),
            paces: paces.map(|pace| pace.to_string()),
            start: start.to_string(),
            opening: args.opening,
            seed: args.seed,
            resign: args.resign.map(|percent| Resign { percent }.to_string()),
        }
    }
}

impl Record {
    pub(super) fn new(game: u32, first: Side, opening: usize, outcome: Outcome) -> Record {
        let end = match outcome.cause {
            Cause::Blocked => End::Blocked,
            Cause::Counted => End::Counted,
            Cause::Resigned | Cause::Fault(Fault::Resigned) => End::Resigned,
            Cause::Proven => End::Proven,
            Cause::Fault(Fault::Late) => End::Late,
            Cause::Fault(Fault::Wrong(_)) => End::Wrong,
            Cause::Fault(Fault::Crashed(_) | Fault::Stopped) => End::Crashed,
        };
        let opinions = &outcome.opinions;
        let rounded = |opinion: &Opinion| opinion.chance().map(|chance| thousandths(chance) / 1000.0);
        let spent = |side: Side| {
            let Effort { moves, time, longest, nodes } = outcome.efforts[side.index()];
            Spent { moves, seconds: millis(time.as_secs_f64()), longest: millis(longest.as_secs_f64()), nodes }
        };
        Record {
            game,
            first: first.name().into(),
            won: outcome.winner == first,
            end,
            opening,
            moves: outcome.moves.iter().map(ToString::to_string).collect(),
            chances: opinions.iter().map(rounded).collect(),
            proven: opinions.iter().position(|&opinion| opinion == Opinion::Won),
            seconds: outcome.times.iter().map(|time| millis(time.as_secs_f64())).collect(),
            efforts: [spent(first), spent(!first)],
        }
    }

    pub(super) fn first_side(&self) -> Side {
        if self.first == Side::Black.name() { Side::Black } else { Side::White }
    }

    pub(super) fn winner(&self) -> Side {
        if self.won { self.first_side() } else { !self.first_side() }
    }

    /// Returns whether it has a chance and a duration for each move.
    pub(super) fn has_opinions(&self) -> bool {
        let played = self.moves.len().checked_sub(self.opening);
        [self.chances.len(), self.seconds.len()].iter().all(|&kept| Some(kept) == played)
    }

    /// The opinions on the moves after the opening, as far as they were kept.
    pub(super) fn opinions(&self) -> Vec<Opinion> {
        let opinion = |(at, &chance)| if self.proven == Some(at) { Opinion::Won } else { Opinion::from(chance) };
        self.chances.iter().enumerate().map(opinion).collect()
    }

    /// The game as SGF.
    fn sgf(&self, start: &Position, head: &Head) -> anyhow::Result<String> {
        let moves: Vec<Move> = self.moves.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let mut game = Game::from_moves(*start, moves)?;
        let letter = self.winner().letter().to_ascii_uppercase();
        let how = match self.end {
            End::Blocked | End::Counted => "",
            End::Resigned | End::Proven => "R",
            End::Late => "T",
            End::Wrong | End::Crashed => "F",
        };
        let [white, black] = match self.first_side() {
            Side::White => [&head.first, &head.second],
            Side::Black => [&head.second, &head.first],
        };
        let facts = [
            ("PB", black.clone()),
            ("PW", white.clone()),
            ("RE", format!("{letter}+{how}")),
            ("RO", (self.game + 1).to_string()),
            ("GC", format!("{} random moves first", self.opening)),
        ];
        for (name, text) in facts {
            let property = Property::new(name, &text).expect("the names are capitals");
            game.set_property(Game::ROOT, property).expect("these are only remarks");
        }
        Ok(game.to_string())
    }
}

/// To the millisecond.
fn millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// The files of the games.
pub(super) struct ResultFiles {
    head: Head,
    file: Option<(PathBuf, File)>,
    sgf: Option<(PathBuf, File)>,
}

impl ResultFiles {
    /// Opens the files, and reads the games that are there. A file that is not of this match is refused.
    pub(super) fn open(
        file: Option<&Path>,
        sgf: Option<&Path>,
        head: &Head,
    ) -> anyhow::Result<(ResultFiles, BTreeMap<u32, Record>)> {
        let mut done = BTreeMap::new();
        let mut files = ResultFiles { head: head.clone(), file: None, sgf: None };
        if let Some(path) = file {
            let (file, records) = resume(path, head).with_context(|| path.display().to_string())?;
            files.file = Some((path.into(), file));
            done.extend(records.into_iter().map(|record| (record.game, record)));
        }
        if let Some(path) = sgf {
            let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            files.sgf = Some((path.into(), file));
            let start = head.start.parse::<otrera_board::Setup>()?.position()?;
            for record in done.values() {
                files.add_sgf(record, &start)?;
            }
        }
        Ok((files, done))
    }

    /// Writes a game.
    pub(super) fn add(&mut self, record: &Record, start: &Position) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(record)? + "\n";
            file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.add_sgf(record, start)
    }

    fn add_sgf(&mut self, record: &Record, start: &Position) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.sgf {
            let text = record.sgf(start, &self.head)?;
            file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Opens the file of a match and reads its games. A last line that was not finished is cut off.
fn resume(path: &Path, head: &Head) -> anyhow::Result<(File, Vec<Record>)> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let mut records = Vec::new();
    if let Some(first) = lines.next() {
        let there: Head = serde_json::from_str(first).context("this is not the file of a match")?;
        if there != *head {
            bail!("this is another match: {}", difference(&there, head));
        }
        for (number, line) in (2..).zip(lines) {
            let record = serde_json::from_str(line).with_context(|| format!("line {number} is not a game"))?;
            records.push(record);
        }
    } else if !text.is_empty() && !text.starts_with("{\"match\"") {
        bail!("this is not the file of a match");
    }
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        file.write_all((serde_json::to_string(head)? + "\n").as_bytes())?;
    }
    Ok((file, records))
}

/// The first difference between two headers.
fn difference(there: &Head, wanted: &Head) -> String {
    let facts = |head: &Head| -> [(&'static str, String); 9] {
        [
            ("the format", head.r#match.to_string()),
            ("A", head.first.clone()),
            ("B", head.second.clone()),
            ("the time of A", head.paces[0].clone()),
            ("the time of B", head.paces[1].clone()),
            ("the start", head.start.clone()),
            ("--opening", head.opening.to_string()),
            ("--seed", head.seed.to_string()),
            ("--resign", head.resign.clone().unwrap_or_else(|| "not given".into())),
        ]
    };
    let differ = facts(there).into_iter().zip(facts(wanted)).find(|(a, b)| a != b);
    differ.map_or(String::new(), |((name, a), (_, b))| format!("{name} is {a} there and {b} here"))
}
