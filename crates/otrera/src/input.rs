//! From a POSITION argument to a position. Every command reads its input here.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context as _, bail};
use otrera_board::game::Game;
use otrera_board::{Move, Position, Setup, Side};

use crate::cli::{Changes, PositionArgs};

/// Largest input that is read, in bytes. A game record with every move commented has some ten thousand.
const LARGEST: u64 = 64 << 20;

/// What is said where a side to move is needed and none is written.
pub(crate) const NO_SIDE: &str = "no side to move: write w or b after the board, or give --to-move";

/// What the user asks about.
#[derive(Debug)]
pub(crate) struct Input {
    setup: Setup,
    /// The record that the position is from, cut off or continued so that it ends with the position.
    game: Option<Game>,
    last_move: Option<Move>,
    /// The text has a place for the side to move: leaving it empty is a mistake, not a choice.
    expects_side: bool,
}

impl Input {
    /// Reads the position argument and makes the changes asked for.
    pub(crate) fn read(args: &PositionArgs) -> anyhow::Result<Input> {
        Input::from_parts(&args.position, &args.changes)
    }

    /// Like [`read`](Self::read), for commands that declare the argument themselves.
    pub(crate) fn from_parts(argument: &str, changes: &Changes) -> anyhow::Result<Input> {
        Input::open(argument, changes.to_move)?.changed(changes)
    }

    /// A position that is written out, as a board or as a game record: whatever it looks like, no file is read.
    pub(crate) fn from_text(text: &str, changes: &Changes) -> anyhow::Result<Input> {
        Input::parse(text, None, changes.to_move)?.changed(changes)
    }

    fn changed(mut self, changes: &Changes) -> anyhow::Result<Input> {
        if let Some(side) = changes.to_move {
            self.turn_to(side);
        }
        if let Some(moves) = &changes.play {
            self.play(moves)?;
        }
        Ok(self)
    }

    fn open(argument: &str, to_move: Option<Side>) -> anyhow::Result<Input> {
        let (source, moves) = split_moves(argument)?;
        if source == "-" {
            let text = read_text(std::io::stdin().lock()).context("cannot read standard input")?;
            return Input::parse(&text, moves, to_move).context("standard input");
        }
        if is_game_file(source) {
            let file = File::open(source).with_context(|| format!("cannot read {source}"))?;
            let text = read_text(file).with_context(|| format!("cannot read {source}"))?;
            return Input::from_game(&text, moves, to_move).with_context(|| source.to_string());
        }
        Input::parse(source, moves, to_move).or_else(|error| {
            let path = Path::new(source);
            if path.is_file() {
                bail!("{source} is a file, and not a .sgf or .ggf; write - < {source} to read it");
            }
            if path.is_dir() {
                bail!("{source} is a directory");
            }
            Err(error)
        })
    }

    fn parse(text: &str, moves: Option<usize>, to_move: Option<Side>) -> anyhow::Result<Input> {
        let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if start.starts_with('(') {
            return Input::from_game(text, moves, to_move);
        }
        if moves.is_some() {
            bail!("@ is for game records: a board has no moves to count");
        }
        if start.starts_with('{') {
            return Input::from_json(start);
        }
        let setup: Setup = text.parse()?;
        Ok(Input { setup, game: None, last_move: None, expects_side: !is_grid(text) })
    }

    /// `to_move` is for records that do not say who begins.
    fn from_game(text: &str, moves: Option<usize>, to_move: Option<Side>) -> anyhow::Result<Input> {
        let games = Game::parse_collection_with(text, to_move)?;
        let mut game = games.into_iter().next().expect("a collection has a game");
        if let Some(moves) = moves {
            let end = game.node_after(moves)?;
            for later in game.node(end).children().to_vec() {
                game.delete(later)?;
            }
        }
        Ok(Input::at_end_of(game))
    }

    /// What `otrera convert --to json` writes: the board, or the game that led to it.
    fn from_json(text: &str) -> anyhow::Result<Input> {
        #[derive(serde::Deserialize)]
        struct Document {
            board: String,
            game: Option<Record>,
        }
        #[derive(serde::Deserialize)]
        struct Record {
            board: String,
            moves: Vec<String>,
        }
        let document: Document = serde_json::from_str(text).context("not a JSON document with a board")?;
        let Some(record) = document.game else { return Input::parse(&document.board, None, None) };
        let mut input = Input::parse(&record.board, None, None)?;
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
        for (number, word) in (1..).zip(moves.split_ascii_whitespace()) {
            let wanted: Move = word.parse().with_context(|| format!("move {number}"))?;
            let end = game.main_line().last().expect("a game has a root");
            game.play(end, wanted).with_context(|| format!("illegal move {wanted}"))?;
        }
        *self = Input::at_end_of(game);
        Ok(())
    }

    /// What was written, with the changes made.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The record that ends with the position, if it is known.
    pub(crate) fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The move that led here, if it is known.
    pub(crate) fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// The position, for questions that depend on whose turn it is.
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        if self.setup.to_move.is_none() {
            bail!(NO_SIDE);
        }
        Ok(self.setup.position()?)
    }

    /// The position, for questions in which the side to move is a detail: it may be missing from a form that has no
    /// place for it, such as a grid.
    pub(crate) fn position_as_written(&self) -> anyhow::Result<Position> {
        if self.expects_side { self.position() } else { self.position_whoever_moves() }
    }

    /// The position, for questions that do not depend on whose turn it is. Without a side to move it is White's.
    pub(crate) fn position_whoever_moves(&self) -> anyhow::Result<Position> {
        Ok(self.setup.position_to_move(self.setup.to_move.unwrap_or(Side::White))?)
    }
}

/// Splits `game.sgf@12` into the file and the number of moves.
fn split_moves(argument: &str) -> anyhow::Result<(&str, Option<usize>)> {
    match argument.rsplit_once('@') {
        Some((source, moves)) if source == "-" || is_game_file(source) => {
            let number = moves.parse().ok().filter(|_| moves.bytes().all(|b| b.is_ascii_digit()));
            let number = number.with_context(|| format!("{argument}: after @ comes a number of moves, like @12"))?;
            Ok((source, Some(number)))
        }
        _ => Ok((argument, None)),
    }
}

/// Whether a board is written in a form that has no place for the side to move: CGSuite's, or one row a line.
fn is_grid(text: &str) -> bool {
    let text = text.trim();
    let crosses = |c: char| matches!(c, 'x' | 'X' | 'o' | 'O');
    text.contains(['|', '\n']) || (!text.starts_with("start:") && !text.contains('/') && text.contains(crosses))
}

fn is_game_file(source: &str) -> bool {
    let ending = source.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    !source.contains('\n') && ending.is_some_and(|ending| ending == "sgf" || ending == "ggf")
}

fn read_text(source: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        bail!("more than {} MiB", LARGEST >> 20);
    }
    String::from_utf8(bytes).map_err(|error| {
        anyhow::anyhow!("byte {} is not text (UTF-8 is expected)", error.utf8_error().valid_up_to() + 1)
    })
}
