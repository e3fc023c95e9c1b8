//! From the text of a position to a position. Every question reads its input here.

use anyhow::{Context as _, bail};
use otrera_board::game::{Game, RecordLimits};
use otrera_board::{Move, Position, Setup, Side};

use crate::ask::{Place, PositionText};
use crate::convert::MoveRecord;

/// Error: the side to move is missing.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("no side to move: write w or b after the board, or set the side to move")]
pub(crate) struct NoSideToMove;

/// The subject of a question: a position, and the game that led to it if that is known.
#[derive(Debug)]
pub struct Input {
    setup: Setup,
    /// The record that the position is from, cut off or continued so that it ends with the position.
    game: Option<Game>,
    last_move: Option<Move>,
    /// The form has a place for the side to move, so a missing one is an error.
    expects_side: bool,
}

impl Place {
    /// Parses the text, sets the side to move and plays the moves.
    pub fn input(&self) -> anyhow::Result<Input> {
        let (text, to_move) = (&self.position, self.to_move.map(|side| side.0));
        let parsed = match text.is_record {
            true => Input::from_game(text, to_move),
            false => Input::parse(text, to_move),
        };
        let mut input = match &text.source {
            Some(source) => parsed.with_context(|| source.clone())?,
            None => parsed?,
        };
        if let Some(side) = to_move {
            input.turn_to(side);
        }
        if let Some(moves) = &self.play {
            input.play(moves)?;
        }
        Ok(input)
    }
}

impl Place {
    /// Parses all games of a record. A position is a game without moves.
    pub fn games(&self) -> anyhow::Result<Vec<Game>> {
        let to_move = self.to_move.map(|side| side.0);
        if self.position.looks_like_record() && self.play.is_none() {
            return self.position.collection(to_move);
        }
        let input = self.input()?;
        Ok(vec![input.game.clone().map_or_else(|| input.position().map(Game::new), Ok)?])
    }
}

impl PositionText {
    /// The text without a byte order mark and leading blanks.
    fn start(&self) -> &str {
        self.text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
    }

    fn looks_like_record(&self) -> bool {
        self.is_record || Game::is_record(&self.text)
    }

    /// Parses all games of a record, at least one.
    fn collection(&self, to_move: Option<Side>) -> anyhow::Result<Vec<Game>> {
        Ok(Game::parse_collection_with(&self.text, to_move, self.limits)?)
    }
}

impl Input {
    fn parse(written: &PositionText, to_move: Option<Side>) -> anyhow::Result<Input> {
        if written.looks_like_record() {
            return Input::from_game(written, to_move);
        }
        let (text, start) = (&written.text, written.start());
        if written.after.is_some() {
            bail!("@ selects a move of a game record, and this is a board");
        }
        if start.starts_with('{') {
            return Input::from_json(start, written.limits);
        }
        let setup: Setup = text.parse()?;
        Ok(Input { setup, game: None, last_move: None, expects_side: !is_grid(text) })
    }

    /// Parses the first game of a record. `to_move` moves first if the record names no side.
    fn from_game(written: &PositionText, to_move: Option<Side>) -> anyhow::Result<Input> {
        let mut game = written.collection(to_move)?.remove(0);
        if let Some(moves) = written.after {
            let end = game.node_after(moves)?;
            for later in game.node(end).children().to_vec() {
                game.delete(later)?;
            }
        }
        Ok(Input::at_end_of(game))
    }

    /// Parses the JSON of `otrera convert --to json`: the board, or the game that led to it.
    fn from_json(text: &str, limits: RecordLimits) -> anyhow::Result<Input> {
        #[derive(serde::Deserialize)]
        struct Document {
            board: String,
            game: Option<MoveRecord>,
        }
        let document: Document = serde_json::from_str(text).context("not a JSON document with a board")?;
        let parse = |board: String| Input::parse(&PositionText { limits, ..board.into() }, None);
        let Some(record) = document.game else { return parse(document.board) };
        let mut input = parse(record.board)?;
        input.play(&record.moves.join(" "))?;
        let board: Setup = document.board.parse()?;
        if board != input.setup {
            bail!("the moves of the game lead to {}, but the board is {board}", input.setup);
        }
        Ok(input)
    }

    fn at_end_of(game: Game) -> Input {
        let setup = game.last_position().setup();
        Input { setup, last_move: game.last_move(), game: Some(game), expects_side: true }
    }

    fn turn_to(&mut self, side: Side) {
        if self.setup.to_move != Some(side) {
            // The record does not lead to a position with the other side to move.
            self.game = None;
            self.last_move = None;
        }
        self.setup.to_move = Some(side);
    }

    fn play(&mut self, moves: &str) -> anyhow::Result<()> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None => Game::new(self.position()?),
        };
        let mut end = game.main_line().last().expect("a game has a root");
        for (number, word) in (1..).zip(moves.split_ascii_whitespace()) {
            let wanted: Move = word.parse().with_context(|| format!("move {number}"))?;
            end = game.play(end, wanted).with_context(|| format!("illegal move {wanted}"))?;
        }
        *self = Input::at_end_of(game);
        Ok(())
    }

    /// The board as written, after the changes.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The record that ends with the position, if it is known.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The move that led here, if it is known.
    pub fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// The position, for questions that depend on the side to move.
    pub fn position(&self) -> anyhow::Result<Position> {
        if self.setup.to_move.is_none() {
            bail!(NoSideToMove);
        }
        Ok(self.setup.position()?)
    }

    /// The position, for questions in which the side to move is a detail. It may be missing if the form has no place
    /// for it, such as a grid.
    pub fn position_as_written(&self) -> anyhow::Result<Position> {
        if self.expects_side { self.position() } else { self.position_without_side() }
    }

    /// The position, for questions that do not depend on the side to move, which is White by default.
    pub fn position_without_side(&self) -> anyhow::Result<Position> {
        Ok(self.setup.position_to_move(self.setup.to_move.unwrap_or(Side::White))?)
    }
}

/// Returns whether a board is written in a form without a place for the side to move: CGSuite's, or one row a line.
fn is_grid(text: &str) -> bool {
    let text = text.trim();
    let crosses = |c: char| matches!(c, 'x' | 'X' | 'o' | 'O');
    text.contains(['|', '\n']) || (!text.starts_with("start:") && !text.contains('/') && text.contains(crosses))
}
