//! The presets that search boards as they are: one thread, no certificates.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_atlas::KnownValues;
use otrera_cgt::{Limits, Store};
use otrera_papers::song_mueller::{Databases, Solver, Techniques};
use otrera_solver::Stats;

use super::report::SolveReport;
use super::{Found, Solve, SolveProgress};
use crate::atlas_file::{NO_FORMS, not_loaded};
use crate::host::{Job, Outcome, State};
use crate::input::Input;
use crate::limits::interrupted;
use crate::option::Choice as _;
use crate::text::grouped;

const LEAST_MEMORY: usize = 1 << 20;

pub(super) fn answer(
    question: &Solve,
    input: &Input,
    techniques: Techniques,
    job: Job<'_>,
) -> anyhow::Result<Outcome<SolveReport>> {
    let begin = Instant::now();
    let name = question.preset.name();
    if question.wants_certificate() {
        bail!("the preset {name} writes no certificates: use full");
    }
    if question.checkpoint.is_some() || question.all_moves {
        bail!("the preset {name} has no checkpoints, and does not judge all moves: use full");
    }
    if question.threads.get() > 1 {
        bail!("the preset {name} has one thread");
    }
    let position = input.position()?;
    let narrow = position
        .resized()
        .with_context(|| format!("the preset {name} solves boards of up to 64 squares, and this one has more"))?;
    let atlas = job.host.atlas(question.atlas.as_deref())?;
    let memory = question.memory().max(LEAST_MEMORY);
    // Half for positions, half for areas.
    let store = Store::with_limits(Limits { bytes: memory / 2, stop: Arc::clone(job.stop) });
    let known = KnownValues::new(&atlas, &store).map_err(not_loaded)?.context(NO_FORMS)?;
    let techniques = Techniques { memory: memory / 2, nodes: question.nodes.unwrap_or(u64::MAX), ..techniques };
    let mut solver = Solver::new(Databases::new(&known, &store), techniques, job.stop);
    let state = || {
        let seconds = begin.elapsed().as_secs_f64();
        State::new(format!("{seconds:.0} s"), &SolveProgress::Boards { seconds })
    };
    let solved = job.with_progress(state, || {
        let winner = solver.solve(&narrow)?;
        Ok((winner, solver.winning_move(&narrow)?))
    });
    let (stats, seconds) = (solver.stats(), begin.elapsed().as_secs_f64());
    let (winner, play) = solved.map_err(|why| {
        interrupted(why, &format!("who wins is not known after {} nodes in {seconds:.1} s", grouped(stats.expanded)))
    })?;
    let found = Found { winner: Some(winner), play, ..Found::default() };
    let stats = Stats { expanded: stats.expanded, evaluated: stats.evaluated };
    Ok(Outcome::complete(SolveReport::new(input, &position, &found, stats, begin.elapsed())))
}
