//! The same position or game in another form.

use anyhow::bail;
use otrera_board::game::Game;
use otrera_board::text::Form;
use otrera_board::{Position, Setup, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, NoProgress, Place};
use crate::host::{Job, Outcome};
use crate::input::{Input, NoSideToMove};
use crate::option::choices;
use crate::report::names;

choices! {
    /// A form of positions and games.
    pub enum Target {
        /// Our board text
        Fen = "fen",
        /// Fairy-Stockfish's FEN
        Fairy = "fairy",
        /// CGSuite's and MCGS's grid (has no side to move)
        Grid = "grid",
        /// One row a line
        Plain = "plain",
        /// An SGF game record, with all moves and variations that are known
        Sgf = "sgf",
        /// JSON
        Json = "json",
    }
}

/// Writes a position or game in another form.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Convert {
    /// The position or game.
    #[serde(flatten)]
    pub place: Place,
    /// The form to write.
    pub to: Target,
}

/// A position as JSON. `otrera` reads it back, by `board` or, where there is one, by `game`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document {
    board: String,
    width: usize,
    height: usize,
    to_move: Option<&'static str>,
    black: Vec<String>,
    white: Vec<String>,
    burnt: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<MoveRecord>,
}

/// The start of a game and its moves.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct MoveRecord {
    pub(crate) board: String,
    pub(crate) moves: Vec<String>,
}

/// A text, or a JSON document where that is the form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ConvertReport {
    /// Every form but JSON.
    Text {
        /// The position or game.
        text: String,
    },
    /// JSON.
    Document(Box<Document>),
}

impl Ask for Convert {
    type Report = ConvertReport;
    type Progress = NoProgress;
    const NAME: &'static str = "convert";

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<ConvertReport>> {
        let input = self.place.input()?;
        let position = input.position_as_written()?;
        let written = |form: Form| input.setup().write(form);
        let text = match self.to {
            Target::Grid => {
                if input.setup().to_move.is_some() {
                    job.host.note("a grid has no side to move");
                }
                written(Form::Grid)
            }
            Target::Plain => written(Form::Plain),
            // All other forms need a side to move: without it they could not be read back.
            _ if input.setup().to_move.is_none() => bail!(NoSideToMove),
            Target::Fen => written(Form::Board),
            Target::Fairy => written(Form::Fairy),
            Target::Sgf => match input.game() {
                Some(game) => game.to_string(),
                None => Game::new(input.position()?).to_string(),
            },
            Target::Json => {
                return Ok(Outcome::complete(ConvertReport::Document(Box::new(document(&input, &position)))));
            }
        };
        Ok(Outcome::complete(ConvertReport::Text { text }))
    }
}

impl ConvertReport {
    /// The position or game in the requested form.
    pub fn text(&self) -> String {
        match self {
            ConvertReport::Text { text } => text.clone(),
            ConvertReport::Document(document) => {
                serde_json::to_string_pretty(document).expect("a document is text and numbers")
            }
        }
    }
}

fn document(input: &Input, position: &Position) -> Document {
    let setup: &Setup = input.setup();
    Document {
        board: setup.to_string(),
        width: setup.width(),
        height: setup.height(),
        to_move: setup.to_move.map(Side::name),
        black: names(position, position.amazons(Side::Black)),
        white: names(position, position.amazons(Side::White)),
        burnt: names(position, position.burnt()),
        game: input.game().map(|game| MoveRecord {
            board: game.start().to_string(),
            moves: game.moves().map(|m| m.to_string()).collect(),
        }),
    }
}
