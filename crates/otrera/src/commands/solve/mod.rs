//! `otrera solve`: who wins with best play.

mod boards;
mod budget;
mod keep;
mod progress;
mod report;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use anyhow::Context as _;
use otrera_board::{Move, Position, Side};
use otrera_cgt::{Interrupted, Limits};
use otrera_proof::Writer;
use otrera_solver::{CheckpointHeader, JudgedMove, Options, Solver};

use self::budget::Budget;
use self::keep::{Keeper, Saver};
use self::progress::Progress;
pub(crate) use self::report::{Certificate, Report};
use self::report::{Checkpoint, Resumed, human};
use crate::cli::{Cli, SolveArgs};
use crate::input::Input;
use crate::limits::{self, OutOfLimits, limit};
use crate::output::{self, grouped};
use crate::presets::Plan;
use crate::setting::{Job, Outcome};

/// What is asked for besides who wins.
#[derive(Clone, Copy)]
struct Wanted {
    all_moves: bool,
    certificate: bool,
}

/// What was found out, as far as the limits allowed.
#[derive(Default)]
struct Found<'a> {
    winner: Option<Side>,
    play: Option<Move>,
    moves: Option<Vec<JudgedMove>>,
    writer: Option<Writer<'a>>,
}

pub(super) fn run(cli: &Cli, args: &SolveArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.certificate {
        output::check_target(path)?;
    }
    let input = Input::from_parts(&args.position, &args.changes)?;
    let stop = limits::stop_flag(args.limits.time)?;
    let path = args.certificate.as_deref();
    let mut keep = path.map(|path| move |writer: Writer<'_>| Certificate::write(path, writer));
    let keep = keep.as_mut().map(|keep| keep as Keep<'_>);
    let outcome = answer(args, &input, keep, Job { setting: cli, stop: &stop })?;
    if outcome.missing.is_none() || cli.json || outcome.report.moves.is_some() {
        output::answer(cli, &outcome.report, human)?;
    }
    outcome.end()
}

/// Where a certificate goes, if one is wanted.
pub(crate) type Keep<'k> = &'k mut dyn FnMut(Writer<'_>) -> anyhow::Result<Certificate>;

pub(crate) fn answer(
    args: &SolveArgs,
    input: &Input,
    keep: Option<Keep<'_>>,
    job: Job<'_>,
) -> anyhow::Result<Outcome<Report>> {
    let begin = Instant::now();
    let base = match Plan::new(args.preset, &args.without)? {
        Plan::Ours(options) => options,
        Plan::Boards(techniques) => return boards::answer(args, input, keep.is_some(), techniques, job),
    };
    let position = input.position()?;
    let narrow = position.resized().context("boards of up to 64 squares are solved, and this one has more")?;
    let keeper = args.checkpoint.as_deref().map(Keeper::new).transpose()?;
    let atlas = job.setting.atlas(args.atlas.as_deref())?;
    let budget = Budget::new(args, &atlas)?;
    let store = budget.store(Limits { stop: Arc::clone(job.stop), ..Limits::default() });
    let book = budget::book(&atlas, &store)?;
    let options =
        Options { memory: budget.search, threads: args.threads.get(), nodes: args.nodes.unwrap_or(u64::MAX), ..base };
    let mut solver = Solver::new(&book, options, job.stop);
    let blank = CheckpointHeader::new(&book, &options, &narrow);
    let resumed = match &keeper {
        Some(keeper) => keeper.resume(&mut solver, &blank)?,
        None => None,
    };
    note_resumed(job, resumed.as_ref());
    let progress = Progress::new(&solver, &book, &narrow, keeper.as_ref(), begin);
    let saver = keeper.as_ref().map(|keeper| {
        let head = resumed.clone().unwrap_or(blank);
        Saver { keeper, watch: solver.watch(), head, begin }
    });
    let mut found = Found::default();
    let wanted = Wanted { all_moves: args.all_moves, certificate: keep.is_some() };
    let outcome = job.watched(
        || progress.state(),
        || {
            let mut work = || work(wanted, &mut solver, &narrow, &progress, &mut found);
            match &saver {
                Some(saver) => saver.save_while(args.checkpoint_every, work),
                None => work(),
            }
        },
    );
    let saved = saver.as_ref().map(Saver::save).transpose();
    let certificate = match (&outcome, keep, found.writer.take()) {
        (Ok(()), Some(keep), Some(writer)) => Some(keep(writer)?),
        _ => None,
    };
    let report = Report {
        board: input.setup().to_string(),
        to_move: position.to_move().name(),
        winner: found.winner.map_or("unknown", Side::name),
        play: found.play.map(|play| play.to_string()),
        moves: found.moves.as_deref().map(report::moves),
        nodes: solver.stats().expanded,
        evaluated: solver.stats().evaluated,
        seconds: begin.elapsed().as_secs_f64(),
        threads: options.threads,
        table: Some(solver.watch().snapshot().into()),
        resumed: resumed.as_ref().map(Resumed::new),
        checkpoint: keeper.as_ref().zip(saved.as_ref().ok().copied().flatten()).map(Checkpoint::new),
        certificate,
    };
    let missing = saved.err().or_else(|| {
        outcome.err().map(|why| match why {
            Interrupted::OutOfMemory => OutOfLimits(format!("--memory is too little: {}", how_far(&report))).into(),
            why => limit(why, &how_far(&report)),
        })
    });
    Ok(Outcome { report, missing })
}

fn note_resumed(job: Job<'_>, resumed: Option<&CheckpointHeader>) {
    if let Some(head) = resumed {
        job.setting.note(&format!("resumed after {} nodes in {:.1} s", grouped(head.expanded), head.seconds));
    }
}

/// Finds out what is asked for, and puts it into `found` as it becomes known.
fn work<'a>(
    wanted: Wanted,
    solver: &mut Solver<'a>,
    position: &Position<u64>,
    progress: &Progress<'_>,
    found: &mut Found<'a>,
) -> Result<(), Interrupted> {
    found.winner = Some(solver.solve(position)?);
    if wanted.all_moves {
        let all = position.actions().len();
        let (moves, why) = solver.judge_moves(position, &|known, play, next| progress.judge(known, all, play, next));
        found.play = moves.iter().find(|judged| judged.wins == Some(true)).map(|judged| judged.play);
        found.moves = Some(moves);
        why.map_or(Ok(()), Err)?;
    } else {
        found.play = solver.winning_move(position)?;
    }
    if wanted.certificate {
        found.writer = Some(solver.prove(position, &|claims| progress.claims.store(claims, Relaxed))?.1);
    }
    Ok(())
}

/// How far it got, when the limits ended it.
fn how_far(report: &Report) -> String {
    let what = match (report.winner, &report.moves) {
        ("unknown", _) => "who wins is not known".to_string(),
        (_, Some(moves)) if moves.iter().any(|judged| judged.result == "unknown") => {
            let known = moves.iter().filter(|judged| judged.result != "unknown").count();
            format!("{known} of {} moves are known", moves.len())
        }
        (winner, _) => format!("{winner} wins, but the certificate is not complete"),
    };
    let saved = report.checkpoint.as_ref().map_or(String::new(), |checkpoint| {
        format!("; {} has what was found out, and the same command goes on from there", checkpoint.file)
    });
    format!("{what} after {} nodes in {:.1} s{saved}", grouped(report.nodes), report.seconds)
}
