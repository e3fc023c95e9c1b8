//! Drop-out expansion (Lincke, "Strategies for the automatic construction of opening books", 2000).
//!
//! The book is a tree. Each position in it was searched once, which gave a value to every move. The value of a position is that
//! of its best move; a move to a position of the book has the value of that position instead of its searched one. The next
//! position to add is the one that leaves the book at the least cost: each move on the way costs 1, plus a penalty for its loss
//! against the best move. Best play is thus followed deep, and mistakes as far as they are small.

use std::collections::HashMap;

use otrera_board::{Move, Position};

use super::{Advice, Book};
use crate::choice::Candidate;

/// Cost, in moves, of giving away a winning chance of 1: a loss of one hundredth counts like one more move. Lincke's omega.
const COST: f32 = 100.0;

/// Moves of a searched position, with the winning chance of each.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedMoves {
    moves: Vec<(Move, f32)>,
}

impl SearchedMoves {
    /// The candidates of an engine that were visited after their first evaluation.
    pub fn new(candidates: &[Candidate]) -> SearchedMoves {
        let visited = candidates.iter().filter(|candidate| candidate.visits > 0);
        SearchedMoves { moves: visited.map(|candidate| (candidate.play, candidate.score.chance)).collect() }
    }

    /// True if no move was visited.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// A book under construction.
#[derive(Clone, Debug)]
pub struct Tree {
    /// By canonical form.
    numbers: HashMap<Position, usize>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    position: Position,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    play: Move,
    /// Winning chance by the search.
    chance: f32,
    /// The node after the move, if it is in the book.
    child: Option<usize>,
}

/// The cheapest way to leave the book from a node.
#[derive(Clone, Copy, Debug)]
struct Exit {
    cost: f32,
    /// The first position outside the book.
    position: Option<Position>,
}

impl Tree {
    /// A book with one position.
    pub fn new(root: &Position, found: SearchedMoves) -> Tree {
        let mut tree = Tree { numbers: HashMap::new(), nodes: Vec::new() };
        tree.grow(root, found);
        tree
    }

    /// Number of positions.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The next position to search and [add](Self::grow): the cheapest one outside the book. `None` if all searched moves lead
    /// to positions of the book.
    pub fn next(&self) -> Option<Position> {
        let mut memo = vec![None; self.nodes.len()];
        self.exit(0, &mut memo).position
    }

    /// The book: the best move of each position.
    pub fn book(&self) -> Book {
        let mut book = Book::default();
        for node in &self.nodes {
            let advice = node.edges.iter().map(|edge| Advice { play: edge.play, chance: self.worth(edge) });
            if let Some(best) = advice.reduce(|best, other| if other.chance > best.chance { other } else { best }) {
                book.insert(&node.position, best);
            }
        }
        book
    }

    /// Adds a searched position.
    pub fn grow(&mut self, position: &Position, found: SearchedMoves) {
        let (least, symmetry) = position.canonical();
        if self.numbers.contains_key(&least) {
            return;
        }
        let number = self.nodes.len();
        let edge = |(play, chance)| {
            let play = symmetry.apply(play, position.size());
            Edge { play, chance, child: self.numbers.get(&after(&least, play)).copied() }
        };
        let edges = found.moves.into_iter().map(edge).collect();
        self.numbers.insert(least, number);
        self.nodes.push(Node { position: least, edges });
        for node in &mut self.nodes {
            for edge in &mut node.edges {
                if edge.child.is_none() && after(&node.position, edge.play) == least {
                    edge.child = Some(number);
                }
            }
        }
    }

    /// Winning chance of the side to move at a node.
    fn value(&self, number: usize) -> f32 {
        self.nodes[number].edges.iter().map(|edge| self.worth(edge)).fold(0.0, f32::max)
    }

    fn worth(&self, edge: &Edge) -> f32 {
        edge.child.map_or(edge.chance, |node| 1.0 - self.value(node))
    }

    fn exit(&self, number: usize, memo: &mut [Option<Exit>]) -> Exit {
        if let Some(known) = memo[number] {
            return known;
        }
        let node = &self.nodes[number];
        let best = self.value(number);
        let mut least = Exit { cost: f32::INFINITY, position: None };
        for edge in &node.edges {
            let below = match edge.child {
                Some(next) => self.exit(next, memo),
                None => Exit { cost: 0.0, position: Some(after(&node.position, edge.play)) },
            };
            let cost = 1.0 + below.cost + COST * (best - self.worth(edge));
            if cost < least.cost {
                least = Exit { cost, ..below };
            }
        }
        memo[number] = Some(least);
        least
    }
}

/// Canonical form of the position after a move.
fn after(position: &Position, play: Move) -> Position {
    let mut next = *position;
    next.play(play).expect("engines play legal moves");
    next.canonical().0
}
