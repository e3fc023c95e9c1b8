//! `otrera solve` with the presets that search boards as they are: one thread, no certificates.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, bail};
use otrera_atlas::Atlas;
use otrera_cgt::{Limits, Store};
use otrera_solver::paper::{Databases, Solver};
use otrera_solver::{Answer, Book};

use super::solve::{LEAST_MEMORY, Report, human};
use crate::atlas_file::NO_FORMS;
use crate::cli::{Cli, SolveArgs};
use crate::input::Input;
use crate::limits::limit;
use crate::output::{self, grouped};
use crate::presets::Plan;

pub(super) fn run(
    cli: &Cli,
    args: &SolveArgs,
    input: &Input,
    atlas: &Atlas,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let begin = Instant::now();
    let name = args.preset.name();
    if args.certificate.is_some() {
        bail!("the preset {name} writes no certificates: use full");
    }
    if args.threads.get() > 1 {
        bail!("the preset {name} has one thread: leave --threads out");
    }
    let position = input.position()?;
    let narrow = position.resized().context("boards of up to 64 squares are solved, and this one has more")?;
    let memory = args.memory.max(LEAST_MEMORY);
    let nodes = args.nodes.unwrap_or(u64::MAX);
    // Half for positions, half for areas.
    let store = Store::with_limits(Limits { bytes: memory / 2, stop: Arc::clone(stop) });
    let book = Book::new(atlas, &store)?.context(NO_FORMS)?;
    let Plan::Boards(techniques) = Plan::new(args.preset, &args.without)?.limited(memory / 2, nodes) else {
        unreachable!("the other plan is run elsewhere")
    };
    let mut solver = Solver::new(Databases::new(&book), techniques, stop);
    let state = || format!("{:.0} s", begin.elapsed().as_secs_f64());
    let solved = output::watched(cli, state, || {
        let answer = solver.solve(&narrow)?;
        Ok((answer, solver.winning_move(&narrow)?))
    });
    let (stats, seconds) = (solver.stats(), begin.elapsed().as_secs_f64());
    let (answer, play) = solved.map_err(|why| {
        limit(why, &format!("who wins is not known after {} nodes in {seconds:.1} s", grouped(stats.expanded)))
    })?;
    let winner = if answer == Answer::Won { position.to_move() } else { !position.to_move() };
    let report = Report {
        board: input.setup().to_string(),
        to_move: position.to_move().name(),
        winner: winner.name(),
        play: play.map(|play| play.to_string()),
        nodes: stats.expanded,
        evaluated: stats.evaluated,
        seconds,
        threads: 1,
        certificate: None,
    };
    output::answer(cli, &report, |report| human(report, winner))
}
