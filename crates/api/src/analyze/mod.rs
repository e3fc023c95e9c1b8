//! A game, or a position, as an engine sees it.
//!
//! Every position of the game is searched once. The cost of a move is the chance of the best move less its own chance in the
//! same search; a move that was hardly visited is judged by the search after it. Where a solver decides the winner within
//! a part of the time, its result is reported instead.

mod annotate;
mod graph;
mod report;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_board::game::{Game, NodeId};
use otrera_cgt::Store;
use otrera_engine::{Choice, Clock, Proven, Score};
use otrera_solver::Knowledge;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::report::AnalyzeReport;
use self::report::PositionReport;
use crate::ask::{self, Ask};
use crate::best::Best;
use crate::engine::Pace;
use crate::host::{Job, Outcome, State};
use crate::limits::{Bounds, OutOfLimits};
use crate::option::Seconds;
use crate::prover::Prover;

/// Part of the time for each position that proofs get.
const PROOF_SHARE: f64 = 0.2;
/// Time for a proof where no time is given, but nodes or depth.
const PROOF_TIME: Duration = Duration::from_millis(100);

#[derive(Debug)]
struct View {
    position: Position,
    score: Score,
    /// The best move; `None` if there is none.
    choice: Option<Choice>,
}

/// Analyses a game or a position. The options are those of the move to play.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Analyze {
    /// The game or position, the engine and its limits.
    #[serde(flatten)]
    pub best: Best,
}

/// Progress: a position is finished.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnalyzeProgress {
    done: usize,
    of: usize,
    position: PositionReport,
}

#[derive(Debug)]
struct Analysis {
    game: Game,
    nodes: Vec<NodeId>,
    views: Vec<View>,
}

impl Ask for Analyze {
    type Report = AnalyzeReport;
    type Progress = AnalyzeProgress;
    const NAME: &'static str = "analyze";

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.best.clamp(bounds)
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<AnalyzeReport>> {
        let Best { place, engine: settings, limits } = &self.best;
        let begin = Instant::now();
        let input = place.input()?;
        let game = input.game().cloned().map_or_else(|| input.position().map(Game::new), Ok)?;
        let options = settings.options(job.host)?;
        let named = settings.engine.0;
        let proof_over = AtomicBool::new(false);
        let store = Store::new();
        let knowledge = options.atlas.as_deref().and_then(|atlas| Knowledge::new(atlas, &store).ok().flatten());
        let mut prover = Prover { knowledge: knowledge.as_ref(), over: &proof_over, stop: job.stop };
        let mut engine = named.build(&options);
        let pace = Pace::new(*limits, None);
        let nodes: Vec<_> = game.main_line().collect();
        let (all, done) = (nodes.len(), AtomicUsize::new(0));
        let state = || {
            let (done, seconds) = (done.load(Relaxed), begin.elapsed().as_secs());
            State::text(format!("{done} of {all} positions, {seconds} s"))
        };
        let mut views: Vec<View> = Vec::with_capacity(all);
        job.with_progress(state, || {
            for &id in &nodes {
                let position = *game.node(id).position();
                let (proven, pace) = proof(&mut prover, &position, pace);
                let choice = engine.choose(&position, &pace.limits(&position, job.stop), &mut |_| {});
                if job.stop.load(Relaxed) {
                    return Err(OutOfLimits(format!("stopped after {} of {all} positions", views.len())));
                }
                let view = View { position, score: score(proven, choice.as_ref()), choice };
                done.fetch_add(1, Relaxed);
                let step =
                    AnalyzeProgress { done: views.len() + 1, of: all, position: PositionReport::new(&view, 0.0) };
                job.host.emit(ask::json(&step).expect("a report is text and numbers"));
                views.push(view);
            }
            Ok(())
        })?;
        let analysis = Analysis { game, nodes, views };
        Ok(Outcome::complete(AnalyzeReport::new(analysis, named.name, begin.elapsed())))
    }
}

/// Tries to prove the result. Returns the pace that is left for the engine.
fn proof(prover: &mut Prover<'_>, position: &Position, pace: Pace) -> (Option<Proven>, Pace) {
    let begin = Instant::now();
    let time = pace.clock.map_or(PROOF_TIME, |clock| clock.left().mul_f64(PROOF_SHARE));
    let proven = prover.prove(position, time);
    let clock = pace.clock.map(|clock| Clock::Move(clock.left().saturating_sub(begin.elapsed())));
    (proven, Pace { clock, ..pace })
}

/// The score of a position: proven if it can be, else estimated.
fn score(proven: Option<Proven>, choice: Option<&Choice>) -> Score {
    match (proven, choice) {
        (_, None) => Score::proven(Proven::Loss, 0.0),
        (Some(outcome), Some(choice)) => Score::proven(outcome, choice.score.ahead),
        (None, Some(choice)) => choice.score,
    }
}
