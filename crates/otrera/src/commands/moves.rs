//! `otrera moves`: the legal moves.

use otrera_board::text::Notation;
use serde::Serialize;

use crate::cli::{Cli, MovesArgs};
use crate::input::Input;
use crate::output;

#[derive(Serialize)]
pub(crate) struct Report {
    board: String,
    to_move: &'static str,
    count: usize,
    moves: Vec<String>,
}

pub(super) fn run(cli: &Cli, args: &MovesArgs) -> anyhow::Result<()> {
    let input = Input::read(&args.position)?;
    let report = answer(args, &input)?;
    if report.count == 0 {
        output::note(cli, &format!("{} cannot move and has lost", input.position()?.to_move()));
    }
    output::answer(cli, &report, |report| report.moves.join("\n"))
}

pub(crate) fn answer(args: &MovesArgs, input: &Input) -> anyhow::Result<Report> {
    let position = input.position()?;
    let (notation, _) =
        Notation::ALL.into_iter().find(|(_, name)| *name == args.notation).expect("the parser knows the names");
    let mut moves = position.moves();
    moves.sort_unstable();
    Ok(Report {
        board: position.to_string(),
        to_move: position.to_move().name(),
        count: moves.len(),
        moves: moves.into_iter().map(|m| notation.write(m)).collect(),
    })
}
