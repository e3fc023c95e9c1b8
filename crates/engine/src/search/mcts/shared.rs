//! State shared by the threads of a tree search, and the result read from it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use otrera_board::{Bits, Move, Position};

use super::MctsSettings;
use super::tree::{Node, Slot, Tree};
use crate::choice::{Candidate, Choice, Proven, Score};
use crate::search::evaluation::Evaluation;

#[derive(Debug)]
pub(super) struct SharedSearch<'a, B: Bits, E> {
    pub(super) position: Position<B>,
    pub(super) tree: &'a Tree,
    pub(super) root: AtomicU32,
    pub(super) evaluation: &'a E,
    pub(super) settings: MctsSettings,
    /// True if one thread searches.
    pub(super) alone: bool,
}

impl<B: Bits, E: Evaluation> SharedSearch<'_, B, E> {
    pub(super) fn root(&self) -> Node<'_> {
        self.tree.node(self.root.load(Relaxed))
    }

    pub(super) fn line(&self) -> Vec<&Slot> {
        self.line_from(self.root().best())
    }

    fn line_from<'t>(&'t self, mut next: Option<&'t Slot>) -> Vec<&'t Slot> {
        let mut line = Vec::new();
        while let Some(edge) = next {
            line.push(edge);
            next = self.tree.below(edge).and_then(|node| self.tree.node(node).best());
        }
        line
    }

    fn moves(&self, line: &[&Slot]) -> Vec<Move> {
        line.iter().map(|edge| self.position.name(edge.action())).collect()
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut edges: Vec<&Slot> = self.root().edges().iter().collect();
        edges.sort_by(|a, b| b.cmp_rank(a));
        let candidate = |edge: &Slot| {
            let chance = edge.mean();
            let ahead = self.evaluation.ahead(chance);
            let score = match edge.proven() {
                Some(outcome) => Score::proven(outcome, ahead),
                None => Score::guess(chance, ahead),
            };
            let line = self.moves(&self.line_from(Some(edge)));
            Candidate { play: line[0], score, visits: edge.visits().into(), line }
        };
        edges.into_iter().map(candidate).collect()
    }

    pub(super) fn choice(&self, nodes: u64) -> Choice {
        let edges = self.line();
        let edge = edges.first().expect("the root has an edge");
        let chance = edge.mean();
        let ahead = self.evaluation.ahead(chance);
        let score = match edge.proven() {
            Some(Proven::Win) => Score::proven(Proven::Win, ahead.max(1.0)),
            // One losing move does not prove the position lost.
            Some(Proven::Loss) if self.root().proven().is_some() => Score::proven(Proven::Loss, ahead.min(-1.0)),
            _ => Score::guess(chance, ahead),
        };
        let line = self.moves(&edges);
        Choice { play: line[0], score, depth: line.len() as u32, line, nodes, candidates: self.candidates() }
    }
}
