//! `otrera tables solving`: how early in a game solvers tell who wins (Song & Müller 2014, Tables II and III, Fig. 15).

mod ablation;
mod figures;
mod jobs;
mod player;
mod records;
mod report;
mod suite;

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::atlas_file;
use crate::cli::{Cli, SolvingArgs};
use crate::limits::{self, OutOfLimits, all_threads};
use crate::output;
use crate::presets::{Plan, Preset};

use figures::first_moves;
use jobs::{Job, Outcome, Setting, Work};
use records::{RULES, Record, Records};
use suite::Game;

/// Seconds for each position, a tenth of the paper's.
const SECONDS: f64 = 50.0;
/// The same for a sample.
const SAMPLE_SECONDS: f64 = 5.0;
/// Games of each size in a sample.
const SAMPLE: usize = 5;

pub(super) fn run(cli: &Cli, args: &SolvingArgs) -> anyhow::Result<()> {
    if args.make {
        return output::print(&suite::make()?);
    }
    let begin = Instant::now();
    let atlas = atlas_file::open(cli, args.means.atlas.as_deref())?;
    let stop = limits::stop_flag(args.work.limits.time)?;
    let seconds = args.seconds.unwrap_or(Duration::from_secs_f64(if args.sample { SAMPLE_SECONDS } else { SECONDS }));
    let setting = Setting {
        atlas: &atlas,
        time: seconds,
        threads: args.work.threads.map_or_else(all_threads, NonZeroUsize::get),
        memory: args.means.memory,
        stop: &stop,
    };
    if args.ablation {
        return ablation::run(cli, args, &setting);
    }
    let records = Records::open(args.file.as_deref(), seconds.as_secs_f64())?;
    let games = chosen_games(args)?;
    let tasks = tasks(args, &games);
    let known: HashSet<_> = records.all().iter().map(Record::key).collect();
    let open: Vec<&Task<'_>> = tasks.iter().filter(|task| !known.contains(&task.key())).collect();
    attempt(cli, &open, &setting, &records)?;
    let wanted: HashSet<_> = tasks.iter().map(Task::key).collect();
    let records: Vec<Record> = records.all().into_iter().filter(|record| wanted.contains(&record.key())).collect();
    check_agreement(&records)?;
    let missing = wanted.len() - records.len();
    let report = report::Report::new(&records, &setting, begin.elapsed().as_secs_f64());
    output::answer(cli, &report, report::Report::text)?;
    if missing > 0 {
        return Err(OutOfLimits(format!("stopped: {missing} of {} attempts are missing", wanted.len())).into());
    }
    Ok(())
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

/// An attempt to make.
struct Task<'a> {
    game: &'a Game,
    moves: usize,
    preset: Option<Preset>,
}

impl Task<'_> {
    fn by(&self) -> &'static str {
        self.preset.map_or(RULES, Preset::name)
    }

    fn key(&self) -> (String, usize, usize, String) {
        (self.game.size.clone(), self.game.number, self.moves, self.by().into())
    }
}

/// Games of the sizes asked for; of a sample, some spread evenly.
fn chosen_games(args: &SolvingArgs) -> anyhow::Result<Vec<Game>> {
    let mut games = suite::games()?;
    if !args.size.is_empty() {
        games.retain(|game| args.size.contains(&game.size));
    }
    let wanted = args.games.map_or(if args.sample { SAMPLE } else { usize::MAX }, |games| games as usize);
    let all = games.iter().map(|game| game.number).max().unwrap_or(0);
    if wanted < all {
        let step = all / wanted;
        games.retain(|game| (game.number - 1) % step == 0 && (game.number - 1) / step < wanted);
    }
    Ok(games)
}

/// All attempts, late positions first: they take no time.
fn tasks<'a>(args: &SolvingArgs, games: &'a [Game]) -> Vec<Task<'a>> {
    let longest = games.iter().map(|game| game.positions.len() - 1).max().unwrap_or(0);
    let mut tasks = Vec::new();
    for size in suite::SIZES {
        let from = args.moves.map_or(first_moves(size), |(from, _)| from);
        let to = args.moves.map_or(longest, |(_, to)| to.min(longest));
        for moves in (from..=to).rev() {
            for game in games.iter().filter(|game| game.size == size && moves < game.positions.len()) {
                tasks.push(Task { game, moves, preset: None });
                tasks.extend(args.preset.iter().map(|&preset| Task { game, moves, preset: Some(preset) }));
            }
        }
    }
    tasks
}

/// Makes the attempts and keeps a record of each.
fn attempt(cli: &Cli, tasks: &[&Task<'_>], setting: &Setting<'_>, records: &Records) -> anyhow::Result<()> {
    let jobs: Vec<Job> = tasks
        .iter()
        .map(|task| {
            let work = match task.preset {
                None => Work::Evident,
                Some(preset) => Work::Solve(Plan::new(preset, &[])?),
            };
            Ok(Job { position: task.game.positions[task.moves], work })
        })
        .collect::<anyhow::Result<_>>()?;
    let count = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let done = |number: usize, outcome: Outcome| {
        let task = tasks[number];
        let place = (task.game.size.as_str(), task.game.number, task.moves);
        let winner = outcome.winner;
        let record = Record::new(place, task.by(), setting.time.as_secs_f64(), winner, &outcome);
        if let Err(error) = records.add(record) {
            failed.lock().expect("no thread panicked").get_or_insert(error);
            setting.stop.store(true, Relaxed);
        }
        count.fetch_add(1, Relaxed);
    };
    let state = || format!("{} of {} attempts", count.load(Relaxed), jobs.len());
    output::watched(cli, state, || jobs::run(&jobs, setting, &done))?;
    failed.into_inner().expect("no thread panicked").map_or(Ok(()), Err)
}
