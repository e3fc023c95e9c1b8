//! `otrera solve` with the presets that search boards as they are: one thread, no certificates.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_cgt::{Limits, Store};
use otrera_solver::paper::{Databases, Solver, Techniques};
use otrera_solver::{Answer, Book};
use serde_json::json;

use super::report::Report;
use crate::atlas_file::NO_FORMS;
use crate::cli::SolveArgs;
use crate::input::Input;
use crate::limits::limit;
use crate::output::grouped;
use otrera_api::host::{Job, Outcome, State};

/// Least memory that is worth anything.
const LEAST_MEMORY: usize = 1 << 20;

pub(super) fn answer(
    args: &SolveArgs,
    input: &Input,
    certificate: bool,
    techniques: Techniques,
    job: Job<'_>,
) -> anyhow::Result<Outcome<Report>> {
    let begin = Instant::now();
    let name = args.preset.name();
    if certificate {
        bail!("the preset {name} writes no certificates: use full");
    }
    if args.checkpoint.is_some() || args.all_moves {
        bail!("the preset {name} has neither checkpoints nor --all-moves: use full");
    }
    if args.threads.get() > 1 {
        bail!("the preset {name} has one thread: leave --threads out");
    }
    let position = input.position()?;
    let narrow = position.resized().context("boards of up to 64 squares are solved, and this one has more")?;
    let atlas = job.setting.atlas(args.atlas.as_deref())?;
    let memory = args.memory.max(LEAST_MEMORY);
    // Half for positions, half for areas.
    let store = Store::with_limits(Limits { bytes: memory / 2, stop: Arc::clone(job.stop) });
    let book = Book::new(&atlas, &store)?.context(NO_FORMS)?;
    let techniques = Techniques { memory: memory / 2, nodes: args.nodes.unwrap_or(u64::MAX), ..techniques };
    let mut solver = Solver::new(Databases::new(&book), techniques, job.stop);
    let state = || {
        let seconds = begin.elapsed().as_secs_f64();
        State { text: format!("{seconds:.0} s"), data: json!({ "seconds": seconds }).to_string() }
    };
    let solved = job.watched(state, || {
        let answer = solver.solve(&narrow)?;
        Ok((answer, solver.winning_move(&narrow)?))
    });
    let (stats, seconds) = (solver.stats(), begin.elapsed().as_secs_f64());
    let (answer, play) = solved.map_err(|why| {
        limit(why, &format!("who wins is not known after {} nodes in {seconds:.1} s", grouped(stats.expanded)))
    })?;
    let winner = if answer == Answer::Won { position.to_move() } else { !position.to_move() };
    Ok(Outcome::whole(Report {
        board: input.setup().to_string(),
        to_move: position.to_move().name(),
        winner: winner.name(),
        play: play.map(|play| play.to_string()),
        moves: None,
        nodes: stats.expanded,
        evaluated: stats.evaluated,
        seconds,
        threads: 1,
        table: None,
        resumed: None,
        checkpoint: None,
        certificate: None,
    }))
}
