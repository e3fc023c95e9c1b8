//! `Game`: a game record, a tree of moves with comments and variations.

use std::path::PathBuf;

use otrera_api::Animation;
use otrera_board::game::{Game as Record, NodeId, Property};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::Board;
use crate::error::invalid;
use crate::node::Node;
use crate::number::{Time, Whole};
use crate::picture;
use crate::play::Move;

/// A game with variations and comments, read from SGF, GGF or PGN and written as SGF.
///
/// >>> game = Game(Board("start:6x6"))
/// >>> node = game.root.play("b1-b4xd4")
/// >>> node.comment = "Into the middle."
/// >>> other = game.root.play("b1-b3xb5")
/// >>> again = Game(str(game))
/// >>> again == game, len(again.root.children), again.moves
/// (True, 2, [Move('b1-b4xd4')])
#[pyclass(module = "otrera")]
pub(crate) struct Game {
    pub(crate) record: Record,
}

#[pymethods]
impl Game {
    /// Reads the first game of a text, or begins one at a board with the moves of its stack.
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Game> {
        if let Ok(board) = source.cast::<Board>() {
            let board = board.try_borrow()?;
            board.sided()?;
            let record = Record::from_moves(*board.start(), board.moves()).map_err(invalid)?;
            return Ok(Game { record });
        }
        let text: String = source.extract()?;
        text.parse().map(|record| Game { record }).map_err(invalid)
    }

    /// Reads all games of a text.
    #[staticmethod]
    fn read_all(text: &str) -> PyResult<Vec<Game>> {
        let games = Record::parse_collection(text).map_err(invalid)?;
        Ok(games.into_iter().map(|record| Game { record }).collect())
    }

    /// Reads the first game of a file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Game> {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| PyOSError::new_err(format!("cannot read {}: {error}", path.display())))?;
        text.parse().map(|record| Game { record }).map_err(invalid)
    }

    /// Writes the game as SGF.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        std::fs::write(&path, self.record.to_string())
            .map_err(|error| PyOSError::new_err(format!("cannot write {}: {error}", path.display())))
    }

    /// The start.
    #[getter]
    fn root(slf: Py<Self>) -> Node {
        Node { game: slf, id: Record::ROOT }
    }

    /// The nodes of the main line, the start first.
    #[getter]
    fn main_line(slf: Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.borrow().record.main_line().collect();
        ids.into_iter().map(|id| Node { game: slf.clone().unbind(), id }).collect()
    }

    /// All nodes, each before its children.
    #[getter]
    fn nodes(slf: Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.borrow().record.walk().map(|(_, id)| id).collect();
        ids.into_iter().map(|id| Node { game: slf.clone().unbind(), id }).collect()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.record.moves().map(Move).collect()
    }

    /// The board after `moves` moves of the main line, or at its end, with the moves that led there.
    #[pyo3(signature = (moves = None))]
    fn board<'py>(&self, py: Python<'py>, moves: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        let id = match moves {
            Some(moves) => self.record.node_after(moves.within("moves", 0..=u32::MAX.into())?).map_err(invalid)?,
            None => self.record.main_line().last().expect("a game has a start"),
        };
        Board::of_node(&self.record, id).wrapped(py)
    }

    /// The main line as an animated GIF, `width` pixels wide, with `pause` seconds for each position.
    #[pyo3(signature = (*, width = picture::WIDTH, pause = Time::new(Animation::PAUSE)))]
    fn gif<'py>(&self, py: Python<'py>, width: Whole, pause: Time) -> PyResult<Bound<'py, PyBytes>> {
        picture::gif(py, self.record.clone(), width, pause)
    }

    /// Game information by property name, such as `PB`, the name of Black's player.
    fn info(&self, name: &str) -> Option<String> {
        self.record.info(name)
    }

    /// Sets game information.
    fn set_info(&mut self, name: &str, text: &str) -> PyResult<()> {
        let property = Property::new(name, text).map_err(invalid)?;
        self.record.set_property(Record::ROOT, property).map_err(invalid)
    }

    fn _repr_svg_<'py>(slf: Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        slf.borrow().board(py, None)?.call_method0("svg")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Game| self.record == other.record;
        other.cast::<Game>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| same(&other)))
    }

    /// The game as SGF.
    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Game of {} moves from {}>", self.record.moves().count(), self.record.start())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.record.to_string(),)
    }
}
