//! `otrera analyze`: a game, or a position, as an engine sees it.
//!
//! Every position of the game is looked at once. What a move cost is the chance that its side had before it, less the
//! chance that it has after it. Where a solver can tell in a part of the time who wins, that is said instead.

mod annotate;
mod graph;
mod prover;
mod report;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_board::game::Game;
use otrera_cgt::Store;
use otrera_engine::{Choice, Clock, Proven, Score, engines};

use self::prover::Prover;
use self::report::Report;
use super::best;
use crate::cli::{AnalyzeArgs, Cli};
use crate::input::Input;
use crate::limits::{self, OutOfLimits};
use crate::output;
use crate::picture::Pictures;
use crate::player::Pace;

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
    let begin = Instant::now();
    let pictures = Pictures::new(cli, &args.pictures)?;
    if let Some(path) = &args.sgf {
        output::check_target(path)?;
    }
    let input = Input::read(&args.position)?;
    let game = input.game().cloned().map_or_else(|| input.position().map(Game::new), Ok)?;
    let options = best::options(cli, &args.engine)?;
    let named = engines::named(&args.engine.engine).expect("the parser knows the names");
    let stop = limits::stop_flag(None)?;
    let atlas = options.atlas.clone();
    let proof_over = AtomicBool::new(false);
    let store = Store::new();
    let book = atlas.as_deref().and_then(|atlas| prover::book(atlas, &store));
    let mut prover = Prover::new(book.as_ref(), &proof_over);
    let mut engine = named.build(&options);
    let pace = Pace::new(&args.pace, None);
    let nodes: Vec<_> = game.main_line().collect();
    let progress = output::progress(cli, nodes.len() as u64, "positions");
    let mut views = Vec::with_capacity(nodes.len());
    for &id in &nodes {
        let position = *game.node(id).position();
        let (proven, pace) = proof(&mut prover, &position, pace);
        let choice = engine.choose(&position, &pace.limits(&position, &stop), &mut |_| {});
        if stop.load(Relaxed) {
            progress.finish_and_clear();
            let sentence = format!("stopped after {} of {} positions", views.len(), nodes.len());
            return Err(OutOfLimits(sentence).into());
        }
        views.push(View { position, score: score(proven, choice.as_ref()), choice });
        progress.inc(1);
    }
    progress.finish_and_clear();
    let report = Report::new(&game, &nodes, &views, named.name, begin.elapsed());
    if let Some(path) = &args.sgf {
        output::save(path, annotate::annotated(&game, &nodes, &views, &report).to_string().as_bytes())?;
    }
    if pictures.wanted() && pictures.write(&graph::svg(&report))? && pictures_only(args) {
        return Ok(());
    }
    output::answer(cli, &report, report::human)
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
