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
struct Document {
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
struct Record {
    board: String,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Converted {
    text: String,
}

pub(super) fn run(cli: &Cli, args: &ConvertArgs) -> anyhow::Result<()> {
    let input = Input::read(&args.position)?;
    let position = input.position_as_written()?;
    let written = |form: Form| {
        if !form.has_side_to_move() && input.setup().to_move.is_some() {
            output::note(cli, "a grid has no side to move");
        }
        input.setup().write(form)
    };
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
        Target::Json => return output::print(&serde_json::to_string_pretty(&document(&input, &position))?),
    };
    output::answer(cli, &Converted { text }, |converted| converted.text.clone())
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
