use thiserror::Error;

use super::property::Property;
use crate::moves::{IllegalMove, Move};
use crate::position::Position;
use crate::side::Side;

/// A game with its variations: a tree of nodes, the first of which is the start.
///
/// Nodes are kept in one list and name each other by number, so that a game of any depth is read, compared, copied
/// and dropped without recursion. Two games are equal if their trees are, in whatever order they were built.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) nodes: Vec<Node>,
}

/// The number of a node in its game. Stays the same while the game is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// A point of a game: the move that led here, the position after it, and what was written about it.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    pub(super) step: Option<Step>,
    pub(super) position: Position,
    pub(super) properties: Vec<Property>,
}

/// A move and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Who moved.
    pub side: Side,
    /// What was played.
    pub played: Move,
}

/// The game ends before the position that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has {moves} move{}, there is no position after {asked}", if *.moves == 1 { "" } else { "s" })]
pub struct TooShort {
    /// Moves of the main line.
    pub moves: usize,
    /// What was asked for.
    pub asked: usize,
}

/// A move of a list is not legal after those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {number} ({played}) is illegal: {why}")]
pub struct IllegalStep {
    /// Which move of the list, from 1.
    pub number: usize,
    /// The move.
    pub played: Move,
    /// What is wrong with it.
    pub why: IllegalMove,
}

impl Game {
    /// The node every game has: its start.
    pub const ROOT: NodeId = NodeId(0);

    /// A game that has only its start.
    pub fn new(start: Position) -> Game {
        let root = Node { parent: None, children: Vec::new(), step: None, position: start, properties: Vec::new() };
        Game { nodes: vec![root] }
    }

    /// A game from its moves.
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

    /// A node by its number.
    ///
    /// # Panics
    /// If the number is from another game.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A text of the game information, such as `PB`, the name of the player of Black.
    pub fn info(&self, name: &str) -> Option<String> {
        self.node(Game::ROOT).property(name).map(Property::text)
    }

    /// The nodes of the main line, the start first: of several continuations the first is followed.
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

    /// The node of the main line after this many moves: the last one before the next move, so that what was set up
    /// in between counts.
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

    /// The position after this many moves of the main line.
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

    /// All nodes, parents before children and variations in their order, each with its distance from the start.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let mut open = vec![(0, Game::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = open.pop()?;
            open.extend(self.node(id).children.iter().rev().map(|&child| (depth + 1, child)));
            Some((depth, id))
        })
    }

    /// A new last child.
    pub(super) fn push(&mut self, parent: NodeId, position: Position, step: Option<Step>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory ends before the numbers do"));
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
    /// The node before this one; `None` for the start.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The continuations, that of the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move that led here. A node without one is the start, a remark, or a change of the position.
    pub fn step(&self) -> Option<Step> {
        self.step
    }

    /// The position at this node, after its move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All that was written here except the move and, at the start, the board: comments, game information, marks and
    /// whatever else, in the order of the file.
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
