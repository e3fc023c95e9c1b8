//! Drop-out expansion (Lincke, "Strategies for the automatic construction of opening books", 2000).
//!
//! The book is a tree. Each of its positions was searched once, and knows what was thought of its moves. The value of a
//! position is that of its best move, and a move that leads to a position of the book is worth what the book says there, not
//! what was thought before. The next position to be added is the one that a player leaves the book by most easily: each move
//! on the way costs one, and what it loses against the best move costs more. So best play is followed deep, and
//! mistakes as far as they are small.

use std::collections::HashMap;

use otrera_board::{Move, Position};

use super::{Advice, Book};
use crate::choice::Candidate;

/// What a chance of 1 that is given away costs, in moves: a move that loses a hundredth of the chance to win is looked into
/// like one that is a move deeper. Lincke's omega.
const COST: f32 = 100.0;

/// What a search found in a position: moves and the chance to win with each.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    moves: Vec<(Move, f32)>,
}

impl Found {
    /// From the candidates of an engine, without those that were evaluated and never looked at again.
    pub fn new(candidates: &[Candidate]) -> Found {
        let visited = candidates.iter().filter(|candidate| candidate.visits > 0);
        Found { moves: visited.map(|candidate| (candidate.play, candidate.score.chance)).collect() }
    }

    /// Whether no move was looked at.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// A book that grows.
#[derive(Clone, Debug)]
pub struct Tree {
    /// By the least image of the position.
    numbers: HashMap<Position, usize>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    position: Position,
    /// What was thought of each move, and the node it leads to, if that is in the book.
    moves: Vec<(Move, f32, Option<usize>)>,
}

impl Tree {
    /// A book with one position.
    pub fn new(root: &Position, found: Found) -> Tree {
        let mut tree = Tree { numbers: HashMap::new(), nodes: Vec::new() };
        tree.add(root, found);
        tree
    }

    /// Positions in the book.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing in it, which never happens.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The position by which the book is most easily left: it is to be searched, and [added](Self::grow). `None` if all moves
    /// that are known lead to positions of the book.
    pub fn next(&self) -> Option<Position> {
        let mut memo = vec![None; self.nodes.len()];
        self.way(0, &mut memo).1
    }

    /// Adds a position that was searched.
    pub fn grow(&mut self, position: &Position, found: Found) {
        self.add(position, found);
    }

    /// The book: of each position the best move.
    pub fn book(&self) -> Book {
        let mut book = Book::default();
        for node in &self.nodes {
            let best = node.moves.iter().map(|entry| (entry.0, self.worth(entry)));
            if let Some((play, chance)) = best.reduce(|best, other| if other.1 > best.1 { other } else { best }) {
                book.insert(&node.position, Advice { play, chance });
            }
        }
        book
    }

    fn add(&mut self, position: &Position, found: Found) {
        let (least, symmetry) = position.canonical();
        if self.numbers.contains_key(&least) {
            return;
        }
        let number = self.nodes.len();
        let mut moves = Vec::with_capacity(found.moves.len());
        for (play, chance) in found.moves {
            let play = symmetry.apply(play, position.size());
            let after = after(&least, play);
            moves.push((play, chance, self.numbers.get(&after).copied()));
        }
        self.numbers.insert(least, number);
        self.nodes.push(Node { position: least, moves });
        for node in &mut self.nodes {
            for (play, _, known) in &mut node.moves {
                if known.is_none() && after(&node.position, *play) == least {
                    *known = Some(number);
                }
            }
        }
    }

    /// The chance to win of the side to move at a node.
    fn value(&self, number: usize) -> f32 {
        self.nodes[number].moves.iter().map(|entry| self.worth(entry)).fold(0.0, f32::max)
    }

    fn worth(&self, &(_, chance, known): &(Move, f32, Option<usize>)) -> f32 {
        known.map_or(chance, |node| 1.0 - self.value(node))
    }

    /// What it costs to leave the book from a node, and the position that is then reached.
    fn way(&self, number: usize, memo: &mut Vec<Option<(f32, Option<Position>)>>) -> (f32, Option<Position>) {
        if let Some(known) = memo[number] {
            return known;
        }
        let node = &self.nodes[number];
        let best = self.value(number);
        let mut least = (f32::INFINITY, None);
        for entry in &node.moves {
            let (below, position) = match entry.2 {
                Some(next) => self.way(next, memo),
                None => (0.0, Some(after(&node.position, entry.0))),
            };
            let cost = 1.0 + below + COST * (best - self.worth(entry));
            if cost < least.0 {
                least = (cost, position);
            }
        }
        memo[number] = Some(least);
        least
    }
}

/// The least image of what a move leads to.
fn after(position: &Position, play: Move) -> Position {
    let mut next = *position;
    next.play(play).expect("engines name legal moves");
    next.canonical().0
}
