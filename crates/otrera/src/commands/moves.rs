//! `otrera moves`: the legal moves.

use otrera_board::Side;
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

pub(crate) fn report(input: &Input) -> anyhow::Result<Report> {
    let position = input.position()?;
    let mut moves = position.moves();
    moves.sort_unstable();
    Ok(Report {
        board: position.to_string(),
        to_move: Side::name(position.to_move()),
        count: moves.len(),
        moves: moves.into_iter().map(|m| m.to_string()).collect(),
    })
}

pub(super) fn run(cli: &Cli, args: &MovesArgs) -> anyhow::Result<()> {
    let position = Input::read(&args.position)?.position()?;
    let (notation, _) =
        Notation::ALL.into_iter().find(|(_, name)| *name == args.notation).expect("the parser knows the names");
    let mut moves = position.moves();
    moves.sort_unstable();
    let report = Report {
        board: position.to_string(),
        to_move: Side::name(position.to_move()),
        count: moves.len(),
        moves: moves.into_iter().map(|m| notation.write(m)).collect(),
    };
    if report.count == 0 {
        output::note(cli, &format!("{} cannot move and has lost", position.to_move()));
    }
    output::answer(cli, &report, |report| report.moves.join("\n"))
}
