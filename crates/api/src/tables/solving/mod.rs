//! The stage of a game at which solvers know the winner (Song & Müller 2014, Tables II and III, Fig. 15).

mod ablation;
mod figures;
mod jobs;
mod records;
mod report;
mod suite;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::bail;

pub use self::ablation::{Ablation, AblationReport};
use self::figures::first_moves;
use self::jobs::{Attempts, Found, Task, Work};
use self::records::{RULES, Record, Records};
pub use self::report::SolvingReport;
use self::suite::Game;
pub use self::suite::{SIZES, make};
use crate::host::{Job, Outcome, State};
use crate::limits::OutOfLimits;
use crate::option::{Bytes, Choice as _};
use crate::presets::{Plan, Preset};

/// Time for each position, a tenth of the paper's.
const TIME: Duration = Duration::from_secs(50);
const SAMPLE_TIME: Duration = Duration::from_secs(5);
const SAMPLE: usize = 5;

/// Resources for attempts at many positions.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Time for each position and preset.
    pub time: Option<Duration>,
    /// Threads, each with a position of its own.
    pub threads: usize,
    /// Memory of all threads together.
    pub memory: Bytes,
    /// Path of the atlas; `None` for the default.
    pub atlas: Option<PathBuf>,
}

impl Resources {
    /// Default memory.
    pub const MEMORY: Bytes = Bytes(4 << 30);
}

/// Solves the positions of self-play games.
#[derive(Clone, Debug)]
pub struct SolvingTable {
    /// A sample of a few games, with little time for each position.
    pub sample: bool,
    /// Boards of the suite to take; all if there are none.
    pub sizes: Vec<String>,
    /// Solvers to compare.
    pub presets: Vec<Preset>,
    /// Games of each size, spread evenly.
    pub games: Option<u32>,
    /// Least and most moves of the positions to take.
    pub moves: Option<(usize, usize)>,
    /// File of records, which the work continues from.
    pub file: Option<PathBuf>,
    /// Resources.
    pub resources: Resources,
}

impl SolvingTable {
    /// Makes the table.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SolvingReport>> {
        let begin = Instant::now();
        let atlas = job.host.atlas(self.resources.atlas.as_deref())?;
        let default = if self.sample { SAMPLE_TIME } else { TIME };
        let attempts = Attempts::new(&atlas, &self.resources, default, job.stop);
        let records = Records::open(self.file.as_deref(), attempts.time.as_secs_f64())?;
        let games = self.chosen_games()?;
        let entries = self.entries(&games);
        let known: HashSet<_> = records.all().iter().map(Record::key).collect();
        let open: Vec<&Entry<'_>> = entries.iter().filter(|entry| !known.contains(&entry.key())).collect();
        attempt(job, &open, &attempts, &records)?;
        let wanted: HashSet<_> = entries.iter().map(Entry::key).collect();
        let records: Vec<Record> = records.all().into_iter().filter(|record| wanted.contains(&record.key())).collect();
        check_agreement(&records)?;
        let missing = wanted.len() - records.len();
        let report = SolvingReport::new(&records, &attempts, begin.elapsed().as_secs_f64());
        let sentence = || format!("stopped: {missing} of {} attempts are missing", wanted.len());
        Ok(Outcome { report, missing: (missing > 0).then(|| OutOfLimits(sentence()).into()) })
    }

    /// Games of the requested sizes; a sample takes a few, spread evenly.
    fn chosen_games(&self) -> anyhow::Result<Vec<Game>> {
        let mut games = suite::games()?;
        if !self.sizes.is_empty() {
            games.retain(|game| self.sizes.contains(&game.size));
        }
        let wanted = self.games.map_or(if self.sample { SAMPLE } else { usize::MAX }, |games| games as usize);
        let all = games.iter().map(|game| game.number).max().unwrap_or(0);
        if wanted < all {
            let step = all / wanted;
            games.retain(|game| (game.number - 1) % step == 0 && (game.number - 1) / step < wanted);
        }
        Ok(games)
    }

    /// All attempts, late positions first: they take no time.
    fn entries<'a>(&self, games: &'a [Game]) -> Vec<Entry<'a>> {
        let longest = games.iter().map(|game| game.positions.len() - 1).max().unwrap_or(0);
        let mut entries = Vec::new();
        for size in SIZES {
            let from = self.moves.map_or(first_moves(size), |(from, _)| from);
            let to = self.moves.map_or(longest, |(_, to)| to.min(longest));
            for moves in (from..=to).rev() {
                for game in games.iter().filter(|game| game.size == size && moves < game.positions.len()) {
                    entries.push(Entry { game, moves, preset: None });
                    entries.extend(self.presets.iter().map(|&preset| Entry { game, moves, preset: Some(preset) }));
                }
            }
        }
        entries
    }
}

/// Solvers that name different winners are a bug in one of them.
fn check_agreement(records: &[Record]) -> anyhow::Result<()> {
    let mut winners = HashMap::new();
    for record in records {
        let Some(winner) = &record.winner else { continue };
        let (first, by) = winners.entry((&record.size, record.game, record.moves)).or_insert((winner, &record.by));
        if *first != winner {
            let Record { size, game, moves, .. } = record;
            bail!("{size}, game {game} after {moves} moves: {by} says {first} wins, and {} says {winner}", record.by);
        }
    }
    Ok(())
}

struct Entry<'a> {
    game: &'a Game,
    moves: usize,
    preset: Option<Preset>,
}

impl Entry<'_> {
    fn by(&self) -> &'static str {
        self.preset.map_or(RULES, Preset::name)
    }

    fn key(&self) -> (String, usize, usize, String) {
        (self.game.size.clone(), self.game.number, self.moves, self.by().into())
    }
}

fn attempt(job: Job<'_>, entries: &[&Entry<'_>], attempts: &Attempts<'_>, records: &Records) -> anyhow::Result<()> {
    let tasks: Vec<Task> = entries
        .iter()
        .map(|entry| {
            let work = match entry.preset {
                None => Work::Evident,
                Some(preset) => Work::Solve(Plan::new(preset, &[])?),
            };
            Ok(Task { position: entry.game.positions[entry.moves], work })
        })
        .collect::<anyhow::Result<_>>()?;
    let count = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let done = |number: usize, found: Found| {
        let winner = found.winner;
        let record = Record::new(entries[number], attempts.time.as_secs_f64(), winner, &found);
        if let Err(error) = records.add(record) {
            failed.lock().expect("no thread panicked").get_or_insert(error);
            job.stop.store(true, Relaxed);
        }
        count.fetch_add(1, Relaxed);
    };
    let state = || State::text(format!("{} of {} attempts", count.load(Relaxed), tasks.len()));
    job.with_progress(state, || attempts.run(&tasks, &done))?;
    failed.into_inner().expect("no thread panicked").map_or(Ok(()), Err)
}
