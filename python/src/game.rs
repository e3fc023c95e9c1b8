//! `Game`: a game record, a tree of moves with comments and variations.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use otrera_api::{Animation, Job, files};
use otrera_board::game::{Game as Record, NodeId, Property};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::Board;
use crate::error::{exception, invalid};
use crate::job::{self, Call};
use crate::node::Node;
use crate::number::{Time, Whole};
use crate::picture;
use crate::play::Move;

/// Bytes of a file that are read between two looks at the stop flag.
const PIECE: u64 = 1 << 20;

/// A game with variations and comments, read from SGF, GGF or PGN and written as SGF.
///
/// >>> game = Game(Board("start:6x6"))
/// >>> node = game.root.play("b1-b4xd4")
/// >>> node.comment = "Into the middle."
/// >>> other = game.root.play("b1-b3xb5")
/// >>> again = Game(str(game))
/// >>> again == game, len(again.root.children), again.moves
/// (True, 2, [Move('b1-b4xd4')])
#[pyclass(frozen, module = "otrera")]
pub(crate) struct Game {
    /// Locked for moments in which no Python runs: another thread may use the game while a picture of it is drawn.
    record: Mutex<Record>,
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
            return Ok(Game::of(record));
        }
        let text: String = source.extract()?;
        text.parse().map(Game::of).map_err(invalid)
    }

    /// Reads all games of a text.
    #[staticmethod]
    fn read_all(text: &str) -> PyResult<Vec<Game>> {
        let games = Record::parse_collection(text).map_err(invalid)?;
        Ok(games.into_iter().map(Game::of).collect())
    }

    /// Reads the first game of a file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Game> {
        let read = job::run(py, &Call { time: None, progress: None }, move |job| {
            let text = text_of(&path, job.stop).with_context(|| format!("cannot read {}", path.display()))?;
            anyhow::Ok(text.parse()?)
        })?;
        read.map(Game::of).map_err(exception)
    }

    /// Writes the game as SGF.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let text = self.record().to_string();
        let write = move |_: Job<'_>| files::save(&path, text.as_bytes());
        job::run(py, &Call { time: None, progress: None }, write)?.map_err(exception)
    }

    /// The start.
    #[getter]
    fn root(slf: Py<Self>) -> Node {
        Node { game: slf, id: Record::ROOT }
    }

    /// The nodes of the main line, the start first.
    #[getter]
    fn main_line(slf: Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.get().record().main_line().collect();
        ids.into_iter().map(|id| Node { game: slf.clone().unbind(), id }).collect()
    }

    /// All nodes, each before its children.
    #[getter]
    fn nodes(slf: Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.get().record().walk().map(|(_, id)| id).collect();
        ids.into_iter().map(|id| Node { game: slf.clone().unbind(), id }).collect()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.record().moves().map(Move).collect()
    }

    /// The board after `moves` moves of the main line, or at its end, with the moves that led there.
    #[pyo3(signature = (moves = None))]
    fn board<'py>(&self, py: Python<'py>, moves: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        let moves = moves.map(|moves| moves.within("moves", 0..=u32::MAX.into())).transpose()?;
        self.board_after(moves)?.wrapped(py)
    }

    /// The main line as an animated GIF, `width` pixels wide, with `pause` seconds for each position.
    #[pyo3(signature = (*, width = picture::WIDTH, pause = Time::new(Animation::PAUSE)))]
    fn gif<'py>(&self, py: Python<'py>, width: Whole, pause: Time) -> PyResult<Bound<'py, PyBytes>> {
        let record = self.record().clone();
        picture::gif(py, record, width, pause)
    }

    /// Game information by property name, such as `PB`, the name of Black's player.
    fn info(&self, name: &str) -> Option<String> {
        self.record().info(name)
    }

    /// Sets game information.
    fn set_info(&self, name: &str, text: &str) -> PyResult<()> {
        let property = Property::new(name, text).map_err(invalid)?;
        self.record().set_property(Record::ROOT, property).map_err(invalid)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.board(py, None)?.call_method0("svg")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // A game that is compared with itself is locked once.
        let same = |other: &Game| std::ptr::eq(self, other) || *self.record() == *other.record();
        other.cast::<Game>().is_ok_and(|other| same(other.get()))
    }

    /// The game as SGF.
    fn __str__(&self) -> String {
        self.record().to_string()
    }

    fn __repr__(&self) -> String {
        let record = self.record();
        format!("<Game of {} moves from {}>", record.moves().count(), record.start())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.record().to_string(),)
    }
}

impl Game {
    fn of(record: Record) -> Game {
        Game { record: Mutex::new(record) }
    }

    fn board_after(&self, moves: Option<usize>) -> PyResult<Board> {
        let record = self.record();
        let id = match moves {
            Some(moves) => record.node_after(moves).map_err(invalid)?,
            None => record.main_line().last().expect("a game has a start"),
        };
        Ok(Board::of_node(&record, id))
    }

    pub(crate) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text of a file, read in pieces until the flag is raised: a device may have no end.
fn text_of(path: &Path, stop: &AtomicBool) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    while (&mut file).take(PIECE).read_to_end(&mut bytes)? > 0 {
        if stop.load(Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the text is not UTF-8"))
}
