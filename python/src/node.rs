//! `Node`: a node of a game record.

use std::collections::BTreeMap;
use std::sync::MutexGuard;

use otrera_board::game::{Game as Record, NodeId, Property, Value};
use pyo3::prelude::*;

use crate::board::Board;
use crate::error::invalid;
use crate::game::Game;
use crate::play::{Move, move_of};

/// A node of a game: a move, the board after it, and properties such as a comment.
#[pyclass(module = "otrera", frozen)]
pub(crate) struct Node {
    pub(crate) game: Py<Game>,
    pub(crate) id: NodeId,
}

#[pymethods]
impl Node {
    /// The move; None at the start.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        self.record().node(self.id).step().map(|step| Move(step.played))
    }

    /// Side that moved; None at the start.
    #[getter]
    fn side(&self) -> Option<&'static str> {
        self.record().node(self.id).step().map(|step| step.side.name())
    }

    /// The board after the move, with the moves that led there.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = Board::of_node(&self.record(), self.id);
        board.wrapped(py)
    }

    /// The node before; None at the start.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Node> {
        let parent = self.record().node(self.id).parent();
        parent.map(|id| self.sibling(py, id))
    }

    /// The nodes after, that of the main line first.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Node> {
        let ids = self.record().node(self.id).children().to_vec();
        ids.into_iter().map(|id| self.sibling(py, id)).collect()
    }

    /// The moves from the start to this node.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.record().moves_to(self.id).into_iter().map(Move).collect()
    }

    /// The comment; empty if there is none.
    #[getter]
    fn comment(&self) -> String {
        self.record().node(self.id).comment().unwrap_or_default()
    }

    #[setter]
    fn set_comment(&self, text: &str) {
        self.record().set_comment(self.id, text);
    }

    /// All properties except the move and the board: lists of texts by name.
    #[getter]
    fn properties(&self) -> BTreeMap<String, Vec<String>> {
        let record = self.record();
        let texts = |property: &Property| property.values().iter().map(Value::text).collect();
        record.node(self.id).properties().iter().map(|p| (p.name().to_string(), texts(p))).collect()
    }

    /// Sets a property to one text or several.
    #[pyo3(signature = (name, *texts))]
    fn set_property(&self, name: &str, texts: Vec<String>) -> PyResult<()> {
        let values = texts.iter().map(|text| Value::from_text(text)).collect();
        let property = Property::with_values(name, values).map_err(invalid)?;
        self.record().set_property(self.id, property).map_err(invalid)
    }

    /// Removes a property. Returns whether there was one.
    fn remove_property(&self, name: &str) -> bool {
        self.record().remove_property(self.id, name)
    }

    /// Plays a move from here: the child with this move, or a new variation.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Node> {
        let play = move_of(r#move)?;
        let id = self.record().play(self.id, play).map_err(invalid)?;
        Ok(self.sibling(py, id))
    }

    /// Makes this node the first of its siblings, and so part of its parent's main line.
    fn promote(&self) {
        self.record().promote(self.id);
    }

    /// Cuts off this node with everything after it.
    fn delete(&self) -> PyResult<()> {
        self.record().delete(self.id).map_err(invalid)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Node>().is_ok_and(|other| self.id == other.get().id && self.game.is(&other.get().game))
    }

    fn __repr__(&self) -> String {
        match self.r#move() {
            Some(play) => format!("<Node {}>", play.0),
            None => "<Node start>".into(),
        }
    }
}

impl Node {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.game.get().record()
    }

    fn sibling(&self, py: Python<'_>, id: NodeId) -> Node {
        Node { game: self.game.clone_ref(py), id }
    }
}
