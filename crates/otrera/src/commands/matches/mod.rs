//! `otrera match`: games between two engines. docs/guide/match.md has the rules and the format of the match file.

mod game;
mod openings;
mod record;
mod report;
mod resign;
mod score;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::ensure;
use otrera_api::{OutOfLimits, Pace, Place, atlas_file, files};
use otrera_atlas::Atlas;
use otrera_board::{Position, Setup, Side};
use otrera_engine::Random;
use otrera_engine::rating::Verdict;

use self::game::{Contest, Played};
use self::openings::{Opening, Openings};
use self::record::{End, Header, MatchFiles, Record};
use self::resign::{ResignCheck, ResignRule};
use self::score::MatchScore;
use crate::cli::{Cli, MatchArgs};
use crate::{input, output};
use otrera_api::player::{Player, ProtocolLog, Spec};

/// Workers catch the panics of engines, so the lock on the progress is never poisoned.
const NO_PANIC: &str = "no player panics here";

struct Match<'a> {
    cli: &'a Cli,
    args: &'a MatchArgs,
    /// First and second player.
    specs: [Spec; 2],
    paces: [Pace; 2],
    start: Position,
    openings: Openings,
    atlas: Option<Arc<Atlas>>,
    stop: &'a AtomicBool,
    /// Raised when the sequential test is decided: unfinished games do not count.
    over: AtomicBool,
}

struct Progress {
    /// By the number of the game.
    done: BTreeMap<u32, Record>,
    /// The next candidate to play.
    next: u32,
    files: MatchFiles,
}

pub(super) fn run(cli: &Cli, args: &MatchArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    let mut specs = [Spec::read(&args.first)?, Spec::read(&args.second)?];
    args.sgf.iter().chain(&args.file).chain(&args.log).try_for_each(|path| files::check_target(path))?;
    let log = args.log.as_deref().map(ProtocolLog::open).transpose()?;
    for (spec, player) in specs.iter_mut().zip(['A', 'B']) {
        if args.no_book {
            spec.without_book();
        }
        if let Some(log) = &log {
            spec.log(log, player);
        }
    }
    let start = start(args)?;
    ensure!(start.can_move(), "{} cannot move: there is nothing to play", start.to_move());
    let common = Pace::new(args.limits.into(), args.clock);
    let paces = specs.each_ref().map(|spec| spec.pace.unwrap_or(common));
    let openings = Openings::new(args, &start)?;
    let stop = super::stop_flag(None)?;
    for (spec, pace) in specs.iter().zip(paces) {
        spec.try_out(&openings.starts(&start), pace, args.grace.0, &stop)?;
    }
    let header = Header::new(&specs, &paces, &start, &openings, args);
    let (files, done) = MatchFiles::open(args.file.as_deref(), args.sgf.as_deref(), &header)?;
    if !done.is_empty() {
        output::note(cli, &format!("{} games are in the file already", done.len()));
    }
    let atlas = atlas_file::open_if_there(cli, args.atlas.as_deref())?.map(Arc::new);
    let played = Match { cli, args, specs, paces, start, openings, atlas, stop: &stop, over: AtomicBool::new(false) };
    let progress = Mutex::new(Progress { done, next: 0, files });
    played.test(&progress.lock().expect(NO_PANIC));
    let state = || MatchScore::new(&progress.lock().expect(NO_PANIC).done).line(args);
    output::watched(cli, state, || played.play(&progress))?;
    let done = progress.into_inner().expect(NO_PANIC).done;
    let score = MatchScore::new(&done);
    let checks =
        args.resign_check.iter().map(|&percent| ResignCheck::new(ResignRule { percent }, done.values(), &start));
    let report = report::MatchReport::new(&played, &score, checks.collect(), begin.elapsed());
    if score.games > 0 || cli.json {
        output::answer(cli, &report, report::human)?;
    }
    log.map_or(Ok(()), |log| log.check())?;
    if stop.load(Relaxed) {
        let again = if args.file.is_some() { ": run the same command again to continue" } else { "" };
        return Err(OutOfLimits(format!("stopped after {} of {} games{again}", score.games, args.games)).into());
    }
    Ok(())
}

fn start(args: &MatchArgs) -> anyhow::Result<Position> {
    match &args.start {
        Some(text) => Place::from(input::read(text)?).input()?.position(),
        None => Ok(Setup::start(args.size.0, args.size.1)?.position()?),
    }
}

impl Match<'_> {
    /// Plays the games that are not finished yet.
    fn play(&self, progress: &Mutex<Progress>) -> anyhow::Result<()> {
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.args.concurrency.get()).map(|_| scope.spawn(|| self.work(progress))).collect();
            let ends = workers.into_iter().map(|worker| worker.join().expect("a worker does not panic"));
            // Every worker is joined, even after an error.
            ends.collect::<Vec<_>>().into_iter().collect()
        })
    }

    fn work(&self, progress: &Mutex<Progress>) -> anyhow::Result<()> {
        let mut players = [None, None];
        while let Some(number) = self.next_game(progress) {
            let Some(record) = self.game(number, &mut players)? else { return Ok(()) };
            let mut progress = progress.lock().expect(NO_PANIC);
            progress.files.add(&record, &self.start)?;
            progress.done.insert(number, record);
            self.test(&progress);
        }
        Ok(())
    }

    fn next_game(&self, progress: &Mutex<Progress>) -> Option<u32> {
        let mut progress = progress.lock().expect(NO_PANIC);
        while progress.done.contains_key(&progress.next) {
            progress.next += 1;
        }
        let number = progress.next;
        progress.next += 1;
        let is_over = self.stop.load(Relaxed) || self.over.load(Relaxed);
        (number < self.args.games && !is_over).then_some(number)
    }

    /// Ends the match if the sequential test is decided.
    fn test(&self, progress: &Progress) {
        let pairs = MatchScore::new(&progress.done).pairs;
        if self.args.sprt.is_some_and(|test| test.verdict(&pairs) != Verdict::Open) {
            self.over.store(true, Relaxed);
        }
    }

    /// The player for the next game. A built-in engine is rebuilt, so that a game does not depend on earlier ones. An
    /// external program keeps running.
    fn player<'p>(&self, spec: &Spec, kept: &'p mut Option<Box<dyn Player>>, seed: u64) -> &'p mut dyn Player {
        kept.take_if(|_| !spec.is_external());
        &mut **kept.get_or_insert_with(|| spec.player(self.atlas.as_ref(), seed))
    }

    /// Plays one game; `None` if it was stopped.
    fn game(&self, number: u32, players: &mut [Option<Box<dyn Player>>; 2]) -> anyhow::Result<Option<Record>> {
        let pair = u64::from(number / 2);
        let mut random = Random::new(Random::new(self.args.seed ^ pair.rotate_left(32)).bits());
        let opening = self.openings.of_pair(pair, &self.start, &mut random)?;
        let position = opening.position();
        let Opening { start, moves } = opening;
        let length = moves.len();
        // In the first game of each pair the first player begins.
        let first = if number.is_multiple_of(2) { start.to_move() } else { !start.to_move() };
        let by_side = |side: Side| usize::from(side != first);
        let contest = Contest {
            start: &start,
            position,
            played: Played { moves, ..Played::default() },
            paces: Side::BOTH.map(|side| self.paces[by_side(side)]),
            grace: self.args.grace.0,
            play_out: self.args.play_out,
            resign: self.args.resign.map(|percent| ResignRule { percent }),
            stop: self.stop,
            over: &self.over,
        };
        let seed = random.bits();
        let [one, two] = &mut *players;
        let mut by_colour = [self.player(&self.specs[0], one, seed), self.player(&self.specs[1], two, seed)];
        if first == Side::White {
            by_colour.swap(0, 1);
        }
        let Some(outcome) = contest.play(by_colour) else { return Ok(None) };
        if let Some(fault) = outcome.fault.as_ref().filter(|_| outcome.end != End::Resigned) {
            let loser = by_side(!outcome.winner);
            let name = &self.specs[loser].name;
            output::note(self.cli, &format!("game {}: {name} ({}) loses: {fault}", number + 1, !outcome.winner));
            // The next game gets a new player.
            players[loser] = None;
        }
        let other_start = (start != self.start).then_some(&start);
        Ok(Some(Record::new(number, first, other_start, length, outcome)))
    }
}
