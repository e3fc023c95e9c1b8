//! `otrera match`: games between two engines. docs/guide/match.md has the rules and the format of the results.

mod game;
mod record;
mod report;
mod resign;
mod seat;
mod standing;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_api::files::check_target;
use otrera_api::{OutOfLimits, Pace, Place, atlas_file};
use otrera_atlas::Atlas;
use otrera_board::{Position, Setup, Side};
use otrera_engine::rating::Verdict;
use otrera_engine::{Random, opening};

use self::game::{Cause, Contest};
use self::record::{Head, Record, ResultFiles};
use self::resign::{Check, Resign};
use self::seat::Seat;
use self::standing::Standing;
use crate::cli::{Cli, MatchArgs};
use crate::player::Spec;
use crate::{input, limits, output};

/// A match to play.
struct Plan<'a> {
    cli: &'a Cli,
    args: &'a MatchArgs,
    /// The first player and the second.
    specs: [Spec; 2],
    paces: [Pace; 2],
    start: Position,
    atlas: Option<Arc<Atlas>>,
    stop: &'a AtomicBool,
    /// Raised when the test is decided: games that are still played do not count.
    over: AtomicBool,
}

/// Finished games by number.
struct Progress {
    done: BTreeMap<u32, Record>,
    /// The next game to look at.
    next: u32,
    files: ResultFiles,
}

pub(super) fn run(cli: &Cli, args: &MatchArgs) -> anyhow::Result<()> {
    let begin = Instant::now();
    let specs = [Spec::read(&args.first)?, Spec::read(&args.second)?];
    for path in args.sgf.iter().chain(&args.file) {
        check_target(path)?;
    }
    let start = start(args)?;
    if !start.can_move() {
        bail!("{} cannot move: there is nothing to play", start.to_move());
    }
    let common = Pace::new(args.limits.into(), args.clock);
    let paces = specs.each_ref().map(|spec| spec.pace.unwrap_or(common));
    let head = Head::new(&specs, &paces, &start, args);
    let (files, done) = ResultFiles::open(args.file.as_deref(), args.sgf.as_deref(), &head)?;
    if !done.is_empty() {
        output::note(cli, &format!("{} games are there already", done.len()));
    }
    let atlas = atlas_file::open_if_there(cli, args.atlas.as_deref())?.map(Arc::new);
    let stop = limits::stop_flag(None)?;
    let plan = Plan { cli, args, specs, paces, start, atlas, stop: &stop, over: AtomicBool::new(false) };
    let progress = Mutex::new(Progress { done, next: 0, files });
    plan.judge(&progress.lock().expect("no player panics here"));
    let state = || Standing::new(&progress.lock().expect("no player panics here").done).line(args);
    output::watched(cli, state, || plan.play(&progress))?;
    let done = progress.into_inner().expect("no player panics here").done;
    let standing = Standing::new(&done);
    let checks =
        args.resign_check.iter().map(|&percent| Check::new(Resign { percent }, done.values(), start.to_move()));
    let report = report::Report::new(&plan.specs, args, &start, &standing, checks.collect(), begin.elapsed());
    if standing.games > 0 || cli.json {
        output::answer(cli, &report, report::human)?;
    }
    if stop.load(Relaxed) {
        let again = if args.file.is_some() { ": the same command goes on" } else { "" };
        return Err(OutOfLimits(format!("stopped after {} of {} games{again}", standing.games, args.games)).into());
    }
    Ok(())
}

fn start(args: &MatchArgs) -> anyhow::Result<Position> {
    match &args.start {
        Some(text) => Place::from(input::read(text)?).input()?.position(),
        None => Ok(Setup::start(args.size.0, args.size.1)?.position()?),
    }
}

impl Plan<'_> {
    /// Plays the remaining games.
    fn play(&self, progress: &Mutex<Progress>) -> anyhow::Result<()> {
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.args.concurrency.get()).map(|_| scope.spawn(|| self.work(progress))).collect();
            let ends = workers.into_iter().map(|worker| worker.join().expect("a worker does not panic"));
            // All are waited for, whatever the first one says.
            ends.collect::<Vec<_>>().into_iter().collect()
        })
    }

    /// Plays one game after the other.
    fn work(&self, progress: &Mutex<Progress>) -> anyhow::Result<()> {
        let mut seats = self.specs.each_ref().map(|spec| Seat::new(spec, self.atlas.as_ref()));
        while let Some(number) = self.next_game(progress) {
            let Some(record) = self.game(number, &mut seats)? else { return Ok(()) };
            let mut progress = progress.lock().expect("no player panics here");
            progress.files.add(&record, &self.start)?;
            progress.done.insert(number, record);
            self.judge(&progress);
        }
        Ok(())
    }

    fn next_game(&self, progress: &Mutex<Progress>) -> Option<u32> {
        let mut progress = progress.lock().expect("no player panics here");
        while progress.done.contains_key(&progress.next) {
            progress.next += 1;
        }
        let number = progress.next;
        progress.next += 1;
        (number < self.args.games && !self.is_over()).then_some(number)
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.over.load(Relaxed)
    }

    /// Ends the match if the test is decided.
    fn judge(&self, progress: &Progress) {
        let pairs = Standing::new(&progress.done).pairs;
        if self.args.sprt.is_some_and(|test| test.verdict(&pairs) != Verdict::Open) {
            self.over.store(true, Relaxed);
        }
    }

    /// One game; `None` if it was not finished.
    fn game(&self, number: u32, seats: &mut [Seat<'_>; 2]) -> anyhow::Result<Option<Record>> {
        let pair = u64::from(number / 2);
        let mut random = Random::new(Random::new(self.args.seed ^ pair.rotate_left(32)).bits());
        let moves = usize::from(self.args.opening);
        let opening = opening(&self.start, moves, &mut random).with_context(|| {
            format!("there is no game of {moves} random moves from this start: give a shorter --opening")
        })?;
        // The first player has the side that begins in the first game of each pair.
        let first = if number.is_multiple_of(2) { self.start.to_move() } else { !self.start.to_move() };
        let by_side = |side: Side| usize::from(side != first);
        let contest = Contest {
            start: &self.start,
            opening: &opening,
            paces: Side::BOTH.map(|side| self.paces[by_side(side)]),
            grace: self.args.grace.0,
            play_out: self.args.play_out,
            resign: self.args.resign.map(|percent| Resign { percent }),
            stop: self.stop,
            over: &self.over,
        };
        let seed = random.bits();
        let [one, two] = seats;
        let players = [one.player(seed), two.player(seed)];
        let outcome = match first {
            Side::Black => contest.play(players),
            Side::White => contest.play({
                let [one, two] = players;
                [two, one]
            }),
        };
        let Some(outcome) = outcome else { return Ok(None) };
        if let Cause::Fault(fault) = &outcome.cause {
            let loser = by_side(!outcome.winner);
            let name = &self.specs[loser].text;
            output::note(self.cli, &format!("game {}: {name} ({}) loses: {fault}", number + 1, !outcome.winner));
            seats[loser].leave();
        }
        Ok(Some(Record::new(number, first, usize::from(self.args.opening), outcome)))
    }
}
