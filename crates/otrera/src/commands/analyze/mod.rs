//! `otrera analyze`: a game, or a position, as an engine sees it.
//!
//! Every position of the game is looked at once. What a move cost is the chance that the best one promised, less the
//! chance that it promised in the same look; a move that was hardly looked at is judged by the look after it. Where a solver
//! can tell in a part of the time who wins, that is said instead.

mod annotate;
mod graph;
mod prover;
mod report;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_board::game::{Game, NodeId};
use otrera_cgt::Store;
use otrera_engine::{Choice, Clock, Proven, Score, engines};
use serde::Serialize;

use self::prover::Prover;
use self::report::{PositionReport, Report};
use super::best;
use crate::cli::{AnalyzeArgs, Cli};
use crate::input::Input;
use crate::limits::{self, OutOfLimits};
use crate::output;
use crate::picture::Pictures;
use crate::player::Pace;
use otrera_api::host::{Job, State};

/// Part of the time for each position that is given to proofs.
const PROOF_SHARE: f64 = 0.2;
/// Time for a proof where no time is given, but nodes or depth.
const PROOF_TIME: Duration = Duration::from_millis(100);

/// What is thought of a position of the game.
struct View {
    position: Position,
    /// How it stands for the side to move.
    score: Score,
    /// The best move; `None` if there is none.
    choice: Option<Choice>,
}

pub(super) fn run(cli: &Cli, args: &AnalyzeArgs) -> anyhow::Result<()> {
    let pictures = Pictures::new(cli, &args.pictures)?;
    if let Some(path) = &args.sgf {
        output::check_target(path)?;
    }
    let input = Input::read(&args.position)?;
    let stop = limits::stop_flag(None)?;
    let Analysis { game, nodes, views, report } = found(args, &input, Job { setting: cli, stop: &stop })?;
    if let Some(path) = &args.sgf {
        output::save(path, annotate::annotated(&game, &nodes, &views, &report).to_string().as_bytes())?;
    }
    if pictures.wanted() && pictures.write(&graph::svg(&report))? && pictures_only(args) {
        return Ok(());
    }
    output::answer(cli, &report, report::human)
}

pub(crate) fn answer(args: &AnalyzeArgs, input: &Input, job: Job<'_>) -> anyhow::Result<Report> {
    Ok(found(args, input, job)?.report)
}

/// A position is finished.
#[derive(Serialize)]
struct News {
    done: usize,
    of: usize,
    position: PositionReport,
}

/// A game, and what is thought of it.
struct Analysis {
    game: Game,
    nodes: Vec<NodeId>,
    views: Vec<View>,
    report: Report,
}

fn found(args: &AnalyzeArgs, input: &Input, job: Job<'_>) -> anyhow::Result<Analysis> {
    let begin = Instant::now();
    let game = input.game().cloned().map_or_else(|| input.position().map(Game::new), Ok)?;
    let options = best::options(job.setting, &args.engine)?;
    let named = engines::named(&args.engine.engine).expect("the parser knows the names");
    let atlas = options.atlas.clone();
    let proof_over = AtomicBool::new(false);
    let store = Store::new();
    let book = atlas.as_deref().and_then(|atlas| prover::book(atlas, &store));
    let mut prover = Prover::new(book.as_ref(), &proof_over, job.stop);
    let mut engine = named.build(&options);
    let pace = Pace::new(&args.pace, None);
    let nodes: Vec<_> = game.main_line().collect();
    let (all, done) = (nodes.len(), AtomicUsize::new(0));
    let state = || {
        let (done, seconds) = (done.load(Relaxed), begin.elapsed().as_secs());
        State { text: format!("{done} of {all} positions, {seconds} s"), data: String::new() }
    };
    let mut views: Vec<View> = Vec::with_capacity(all);
    job.watched(state, || {
        for &id in &nodes {
            let position = *game.node(id).position();
            let (proven, pace) = proof(&mut prover, &position, pace);
            let choice = engine.choose(&position, &pace.limits(&position, job.stop), &mut |_| {});
            if job.stop.load(Relaxed) {
                return Err(OutOfLimits(format!("stopped after {} of {all} positions", views.len())));
            }
            let view = View { position, score: score(proven, choice.as_ref()), choice };
            done.fetch_add(1, Relaxed);
            let news = News { done: views.len() + 1, of: all, position: PositionReport::new(&view, 0.0) };
            job.setting.hear(serde_json::to_string(&news).expect("news are text and numbers"));
            views.push(view);
        }
        Ok(())
    })?;
    let report = Report::new(&game, &nodes, &views, named.name, begin.elapsed());
    Ok(Analysis { game, nodes, views, report })
}

/// A picture on stdout is the whole answer.
fn pictures_only(args: &AnalyzeArgs) -> bool {
    args.pictures.svg.as_deref().is_some_and(|path| path == std::path::Path::new("-"))
}

/// What is known, and what is left for the engine when that was found out, or not.
fn proof(prover: &mut Prover<'_>, position: &Position, pace: Pace) -> (Option<Proven>, Pace) {
    let begin = Instant::now();
    let time = pace.clock.map_or(PROOF_TIME, |clock| clock.left().mul_f64(PROOF_SHARE));
    let proven = prover.prove(position, time);
    let clock = pace.clock.map(|clock| Clock::Move(clock.left().saturating_sub(begin.elapsed())));
    (proven, Pace { clock, ..pace })
}

/// What is known goes before what is thought.
fn score(proven: Option<Proven>, choice: Option<&Choice>) -> Score {
    match (proven, choice) {
        (_, None) => Score::proven(Proven::Loss, 0.0),
        (Some(outcome), Some(choice)) => Score::proven(outcome, choice.score.ahead),
        (None, Some(choice)) => choice.score,
    }
}
