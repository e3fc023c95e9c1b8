use thiserror::Error;

use super::property::Property;
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use crate::side::Side;

/// A game with its variations: a tree of nodes, whose root is the start.
///
/// Nodes are in one list and refer to each other by index, so that a game of any depth is read, compared, copied and
/// dropped without recursion. Two games are equal if their trees are, in whatever order they were built.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) nodes: Vec<Node>,
}

/// Index of a node in its game. Edits do not change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// A node of a game: its move, the position after it, and its properties.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    pub(super) step: Option<Step>,
    pub(super) position: Position,
    pub(super) properties: Vec<Property>,
}

/// A move and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Side that moved.
    pub side: Side,
    /// Its move.
    pub played: Move,
}

/// Error: the game ends before the requested position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has {moves} move{}, there is no position after {asked}", if *.moves == 1 { "" } else { "s" })]
pub struct TooShort {
    /// Moves of the main line.
    pub moves: usize,
    /// Moves requested.
    pub asked: usize,
}

/// Error: a move of a line is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {number} ({played}) is illegal: {why}")]
pub struct IllegalStep {
    /// Number of the move, from 1.
    pub number: usize,
    /// The move.
    pub played: Move,
    /// Cause.
    pub why: IllegalMove,
}

impl Game {
    /// The root, which is the start.
    pub const ROOT: NodeId = NodeId(0);

    /// A game without moves.
    pub fn new(start: Position) -> Game {
        let root = Node { parent: None, children: Vec::new(), step: None, position: start, properties: Vec::new() };
        Game { nodes: vec![root] }
    }

    /// A game without variations.
    pub fn from_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, IllegalStep> {
        let mut game = Game::new(start);
        let mut last = Game::ROOT;
        for (number, played) in (1..).zip(moves) {
            last = game.play(last, played).map_err(|why| IllegalStep { number, played, why })?;
        }
        Ok(game)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.nodes[0].position
    }

    /// A node by its id.
    ///
    /// # Panics
    /// If the id is from another game.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Game information by property name, such as `PB`, the name of Black's player.
    pub fn info(&self, name: &str) -> Option<String> {
        self.node(Game::ROOT).property(name).map(Property::text)
    }

    /// The nodes of the main line, which follows first children, from the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(Game::ROOT), |&id| self.node(id).children.first().copied())
    }

    /// The nodes from the start to this one.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        line.reverse();
        line
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.steps().map(|step| step.played)
    }

    /// The moves of the main line with their sides.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.main_line().filter_map(|id| self.node(id).step)
    }

    /// The moves from the start to this node.
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        self.line_to(id).into_iter().filter_map(|id| Some(self.node(id).step?.played)).collect()
    }

    /// The last node of the main line before move `moves + 1`, so that a setup in between counts.
    pub fn node_after(&self, moves: usize) -> Result<NodeId, TooShort> {
        let mut made = 0;
        let mut last = Game::ROOT;
        for id in self.main_line() {
            made += usize::from(self.node(id).step.is_some());
            if made > moves {
                return Ok(last);
            }
            last = id;
        }
        if made == moves { Ok(last) } else { Err(TooShort { moves: made, asked: moves }) }
    }

    /// The position after `moves` moves of the main line.
    pub fn position_after(&self, moves: usize) -> Result<&Position, TooShort> {
        self.node_after(moves).map(|id| &self.node(id).position)
    }

    /// The position at the end of the main line.
    pub fn last_position(&self) -> &Position {
        let last = self.main_line().last().expect("a line has at least its start");
        &self.node(last).position
    }

    /// The last move of the main line.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().last()
    }

    /// All nodes with their depths, in preorder.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut open = vec![(0, Game::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = open.pop()?;
            open.extend(self.node(id).children.iter().rev().map(|&child| (depth + 1, child)));
            Some((depth, id))
        })
    }

    /// Adds a last child.
    pub(super) fn push(&mut self, parent: NodeId, position: Position, step: Option<Step>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        let node = Node { parent: Some(parent), children: Vec::new(), step, position, properties: Vec::new() };
        self.nodes.push(node);
        self.nodes[parent.0 as usize].children.push(id);
        id
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let nodes = |game: &Game| game.walk().collect::<Vec<_>>();
        let (ours, theirs) = (nodes(self), nodes(other));
        ours.len() == theirs.len()
            && ours.into_iter().zip(theirs).all(|((depth, a), (other_depth, b))| {
                let (a, b) = (self.node(a), other.node(b));
                depth == other_depth && (a.position, a.step, &a.properties) == (b.position, b.step, &b.properties)
            })
    }
}

impl Eq for Game {}

impl Node {
    /// The parent; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The children, that of the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move of this node. The start, comments and setups have none.
    pub fn step(&self) -> Option<Step> {
        self.step
    }

    /// The position at this node, after its move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All properties except the move and, at the root, the board, in the order of the file.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The first property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The comment, SGF's `C`.
    pub fn comment(&self) -> Option<String> {
        self.property("C").map(Property::text)
    }
}
