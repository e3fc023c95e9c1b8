//! `otrera convert`: the same position or game in another form.

use anyhow::bail;
use otrera_board::game::Game;
use otrera_board::text::Form;
use otrera_board::{Position, Setup, Side};
use serde::Serialize;

use crate::cli::{Cli, ConvertArgs, Target};
use crate::input::{Input, NO_SIDE};
use crate::output;

/// A position as JSON. `otrera` reads it back, by `board` or, where there is one, by `game`.
#[derive(Serialize)]
pub(crate) struct Document {
    board: String,
    width: usize,
    height: usize,
    to_move: Option<&'static str>,
    black: Vec<String>,
    white: Vec<String>,
    burnt: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Record>,
}

/// How the position came about.
#[derive(Serialize)]
pub(crate) struct Record {
    board: String,
    moves: Vec<String>,
}

/// A text, or what is JSON anyway.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Converted {
    Text { text: String },
    Document(Box<Document>),
}

pub(super) fn run(cli: &Cli, args: &ConvertArgs) -> anyhow::Result<()> {
    let input = Input::read(&args.position)?;
    let converted = answer(args, &input)?;
    if args.to == Target::Grid && input.setup().to_move.is_some() {
        output::note(cli, "a grid has no side to move");
    }
    match &converted {
        Converted::Text { text } => output::answer(cli, &converted, |_| text.clone()),
        Converted::Document(document) => output::print(&serde_json::to_string_pretty(document)?),
    }
}

pub(crate) fn answer(args: &ConvertArgs, input: &Input) -> anyhow::Result<Converted> {
    let position = input.position_as_written()?;
    let written = |form: Form| input.setup().write(form);
    let text = match args.to {
        Target::Grid => written(Form::Grid),
        Target::Plain => written(Form::Plain),
        // All others have a place for the side to move, and are not read back without it.
        _ if input.setup().to_move.is_none() => bail!(NO_SIDE),
        Target::Fen => written(Form::Board),
        Target::Fairy => written(Form::Fairy),
        Target::Sgf => match input.game() {
            Some(game) => game.to_string(),
            None => Game::new(input.position()?).to_string(),
        },
        Target::Json => return Ok(Converted::Document(Box::new(document(input, &position)))),
    };
    Ok(Converted::Text { text })
}

fn document(input: &Input, position: &Position) -> Document {
    let setup: &Setup = input.setup();
    let names = |set: u128| position.squares(set).map(|square| square.to_string()).collect();
    Document {
        board: setup.to_string(),
        width: setup.width(),
        height: setup.height(),
        to_move: setup.to_move.map(Side::name),
        black: names(position.amazons(Side::Black)),
        white: names(position.amazons(Side::White)),
        burnt: names(position.burnt()),
        game: input.game().map(|game| Record {
            board: game.start().to_string(),
            moves: game.moves().map(|m| m.to_string()).collect(),
        }),
    }
}
