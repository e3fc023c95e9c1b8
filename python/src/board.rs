//! `Board`: a position with the moves that led to it.

use otrera_api::Place;
use otrera_api::option::SideName;
use otrera_board::areas::{self, Part};
use otrera_board::game::{Game as Record, NodeId};
use otrera_board::text::Form;
use otrera_board::{Action, Bits as _, Cell, Move as Play, Point, Position, Setup, Side, Symmetry, Twin};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::area::Area;
use crate::convert::{self, names};
use crate::error::{exception, invalid};
use crate::legal_moves::LegalMoves;
use crate::number::Whole;
use crate::play::{Move, move_of};

/// The board of the standard game.
const STANDARD: &str = "start:10x10";
const NO_SIDE: &str = "no side to move: write w or b after the board, or set the side to move";

/// The native part of `otrera.Board`.
#[pyclass(subclass, module = "otrera._otrera")]
#[derive(Clone)]
pub(crate) struct Board {
    start: Position,
    pub(crate) position: Position,
    /// The side to move is known. A grid does not name it, and values do not need it.
    pub(crate) is_sided: bool,
    stack: Vec<Action>,
}

#[pymethods]
impl Board {
    /// Reads a board, a game record or `start:WxH`. `turn` is the side to move in place of the one in the text.
    #[new]
    #[pyo3(signature = (text = None, turn = None))]
    fn new(text: Option<&str>, turn: Option<&str>) -> PyResult<Board> {
        let to_move = turn.map(convert::side).transpose()?.map(SideName);
        let Some(text) = text else { return Ok(Board::standard(to_move)) };
        let place = Place { position: text.into(), to_move, play: None };
        let input = place.input().map_err(exception)?;
        let position = input.position_without_side().map_err(exception)?;
        let board = Board::sided_at(position, input.setup().to_move.is_some());
        let replayed = |game: &Record| Board::replayed(game.start(), game.moves(), &position);
        Ok(input.game().and_then(replayed).unwrap_or(board))
    }

    /// Side to move, `black` or `white`; None if the text of the board does not name it.
    #[getter]
    pub(crate) fn turn(&self) -> Option<&'static str> {
        self.is_sided.then(|| self.position.to_move().name())
    }

    /// Setting the other side clears the stack of moves.
    #[setter]
    fn set_turn(&mut self, side: &str) -> PyResult<()> {
        let side = convert::side(side)?;
        if self.turn() != Some(side.name()) {
            *self = Board::at(self.position.with_to_move(side));
        }
        Ok(())
    }

    /// Number of columns.
    #[getter]
    fn width(&self) -> u8 {
        self.position.size().width()
    }

    /// Number of rows.
    #[getter]
    fn height(&self) -> u8 {
        self.position.size().height()
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> PyResult<LegalMoves> {
        self.sided().map(LegalMoves)
    }

    /// Plays a move, a `Move` or a text in any notation. An illegal one raises ValueError and changes nothing.
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.sided()?;
        let action = self.position.play(move_of(r#move)?).map_err(invalid)?;
        self.stack.push(action);
        Ok(())
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let action = self.stack.pop().ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        self.position.undo(action);
        Ok(Move(self.position.name(action)))
    }

    /// The moves that led here.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.stack.iter().map(|&action| Move(self.position.name(action))).collect()
    }

    /// A copy, without its moves if `stack` is false.
    #[pyo3(signature = (stack = true))]
    fn copy<'py>(&self, py: Python<'py>, stack: bool) -> PyResult<Bound<'py, PyAny>> {
        let board = Board::sided_at(self.position, self.is_sided);
        (if stack { self.clone() } else { board }).wrapped(py)
    }

    /// The board before the moves of the stack.
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Board::sided_at(self.start, self.is_sided).wrapped(py)
    }

    /// True if the side to move has no move, and so has lost.
    fn is_over(&self) -> PyResult<bool> {
        Ok(!self.sided()?.can_move())
    }

    /// The winner of a game that is over; None before its end.
    fn winner(&self) -> PyResult<Option<&'static str>> {
        let position = self.sided()?;
        Ok((!position.can_move()).then(|| (!position.to_move()).name()))
    }

    /// Content of a square: `black`, `white`, `burnt` or `empty`.
    fn cell(&self, square: &str) -> PyResult<&'static str> {
        Ok(match self.position.cell(convert::square(&self.position, square)?) {
            Cell::Empty => "empty",
            Cell::Burnt => "burnt",
            Cell::Amazon(side) => side.name(),
        })
    }

    /// Squares of the amazons of a side.
    fn amazons(&self, side: &str) -> PyResult<Vec<String>> {
        Ok(names(&self.position, self.position.amazons(convert::side(side)?)))
    }

    /// The burnt squares.
    #[getter]
    fn burnt(&self) -> Vec<String> {
        names(&self.position, self.position.burnt())
    }

    /// The empty squares.
    #[getter]
    fn empty(&self) -> Vec<String> {
        names(&self.position, self.position.empty())
    }

    /// 64 bits that depend on the position alone, the same on every machine.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.position.hash()
    }

    /// The eight images under the symmetries of the grid, this board first.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Symmetry::ALL.iter().map(|&symmetry| self.image(py, self.position.transformed(symmetry))).collect()
    }

    /// The image that stands for all eight.
    fn canonical<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.image(py, self.position.canonical().0)
    }

    /// The board with Black and White exchanged, in the side to move too.
    fn swapped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.image(py, self.position.colours_swapped())
    }

    /// The areas: with parts behind blockers set apart, or only the connected ones if `basic`.
    #[pyo3(signature = (basic = false))]
    fn areas(&self, basic: bool) -> Vec<Area> {
        let parts = if basic { areas::basic(&self.position) } else { areas::improved(&self.position) };
        self.labelled(&parts)
    }

    /// The board in a form: `fen`, `fairy`, `grid` or `plain`.
    fn text(&self, form: &str) -> PyResult<String> {
        let form = match form {
            "fen" => Form::Board,
            "fairy" => Form::Fairy,
            "grid" => Form::Grid,
            "plain" => Form::Plain,
            _ => return Err(invalid(format!("there is no form {form}: write fen, fairy, grid or plain"))),
        };
        Ok(self.setup().write(form))
    }

    /// The game that led here as SGF.
    fn sgf(&self) -> PyResult<String> {
        self.sided()?;
        let moves = self.stack.iter().map(|&action| self.position.name(action));
        Record::from_moves(self.start, moves).map(|game| game.to_string()).map_err(invalid)
    }

    /// Black amazons, white amazons, burnt squares and the side to move, a byte a square, rows from the top.
    fn plane_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let position = &self.position;
        let [black, white] = Side::BOTH.map(|side| position.amazons(side));
        let turn = if position.to_move() == Side::White { position.grid().full() } else { 0 };
        let order: Vec<_> = position.size().reading_order().map(|square| position.grid().point(square)).collect();
        let planes = [black, white, position.burnt(), turn];
        let cells = planes.iter().flat_map(|set| order.iter().map(|&point| u8::from(set.has(point))));
        PyBytes::new(py, &cells.collect::<Vec<u8>>())
    }

    /// The next squares of a move as numbers, row * width + column with rows from the top: amazons that can move, then
    /// their destinations, then the targets of the arrow.
    #[pyo3(signature = (chosen = Vec::new()))]
    fn next_squares(&self, chosen: Vec<Whole>) -> PyResult<Vec<usize>> {
        let position = self.sided()?;
        let grid = position.grid();
        let order: Vec<Point> = position.size().reading_order().map(|square| grid.point(square)).collect();
        let last = order.len() as u64 - 1;
        let point = |number: Whole| number.within("square", 0..=last).map(|number: usize| order[number]);
        let empty = Twin::new(position.empty());
        let targets = |from: Point, empty: Twin<u128>| {
            let mut targets = 0;
            grid.slide(from, empty).for_each(|to| targets |= u128::bit(to));
            targets
        };
        let next = match chosen[..] {
            [] => {
                let can_move = |from: &Point| targets(*from, empty) != 0;
                let amazons = position.amazons(position.to_move()).points();
                amazons.filter(can_move).fold(0, |set, from| set | u128::bit(from))
            }
            [from] => targets(point(from)?, empty),
            [from, to] => targets(point(to)?, empty.with(point(from)?)),
            _ => return Err(invalid("a move has three squares")),
        };
        Ok((0..order.len()).filter(|&number| next.has(order[number])).collect())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Board| self.position == other.position && self.is_sided == other.is_sided;
        other.cast::<Board>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| same(&other)))
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __str__(&self) -> String {
        self.setup().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.setup())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.setup_of(&self.start).to_string(),)
    }

    fn __getstate__(&self) -> Vec<String> {
        self.stack.iter().map(|&action| self.position.name(action).to_string()).collect()
    }

    fn __setstate__(&mut self, moves: Vec<String>) -> PyResult<()> {
        let mut board = Board::sided_at(self.start, self.is_sided);
        for text in moves {
            let action = board.position.play(text.parse().map_err(invalid)?).map_err(invalid)?;
            board.stack.push(action);
        }
        *self = board;
        Ok(())
    }
}

impl Board {
    /// A board without moves.
    pub(crate) fn at(position: Position) -> Board {
        Board { start: position, position, is_sided: true, stack: Vec::new() }
    }

    /// A board without moves, on which the side to move may have no meaning.
    pub(crate) fn sided_at(position: Position, is_sided: bool) -> Board {
        Board { is_sided, ..Board::at(position) }
    }

    fn standard(to_move: Option<SideName>) -> Board {
        let setup: Setup = STANDARD.parse().expect("the standard setup is well formed");
        let position = setup.position().expect("the standard setup is legal");
        Board::at(to_move.map_or(position, |side| position.with_to_move(side.0)))
    }

    /// The position of a node of a record, with the moves that led there if they alone do.
    pub(crate) fn of_node(game: &Record, id: NodeId) -> Board {
        let position = game.node(id).position();
        Board::replayed(game.start(), game.moves_to(id), position).unwrap_or_else(|| Board::at(*position))
    }

    /// The position `end` with these moves; `None` if they do not lead there.
    fn replayed(start: &Position, moves: impl IntoIterator<Item = Play>, end: &Position) -> Option<Board> {
        let mut board = Board::at(*start);
        for play in moves {
            let action = board.position.play(play).ok()?;
            board.stack.push(action);
        }
        (board.position == *end).then_some(board)
    }

    /// The position, if the side to move is known.
    pub(crate) fn sided(&self) -> PyResult<Position> {
        if self.is_sided { Ok(self.position) } else { Err(invalid(NO_SIDE)) }
    }

    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn moves(&self) -> Vec<Play> {
        self.stack.iter().map(|&action| self.position.name(action)).collect()
    }

    fn setup(&self) -> Setup {
        self.setup_of(&self.position)
    }

    fn setup_of(&self, position: &Position) -> Setup {
        let mut setup = position.setup();
        setup.to_move = setup.to_move.filter(|_| self.is_sided);
        setup
    }

    /// The parts with their labels.
    pub(crate) fn labelled(&self, parts: &[Part]) -> Vec<Area> {
        let labels = areas::labels(&self.position, parts);
        let area = |(label, part): (String, &Part)| Area {
            position: self.position,
            is_sided: self.is_sided,
            part: *part,
            label,
        };
        labels.into_iter().zip(parts).map(area).collect()
    }

    fn image<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyAny>> {
        Board::sided_at(position, self.is_sided).wrapped(py)
    }

    /// This board as an `otrera.Board`.
    pub(crate) fn wrapped(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let object = CLASS.import(py, "otrera", "Board")?.call0()?;
        *object.cast::<Board>()?.borrow_mut() = self;
        Ok(object)
    }
}

/// The position in 64 bits, where it fits: moves are generated three times as fast.
pub(crate) fn narrow(position: &Position) -> Option<Position<u64>> {
    position.resized()
}
