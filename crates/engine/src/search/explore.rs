//! Monte-Carlo tree search that evaluates where others play on at random.
//!
//! A visit walks down the tree, from each node along the edge that promises most or is least known, until it comes to an
//! edge without a node. There all moves are evaluated, the best of them become the edges of a new node, and the visit ends
//! with what the best one promises, or with the evaluation of the position itself, or something between the two. On its way
//! back up the visit adds that chance to every edge it came along.
//!
//! - The evaluation of a move after one ply is its prior: a share of the search by how many squares it is behind the
//!   best move (as in PUCT, Rosin 2011; Silver et al. 2017, with an evaluation in the place of a net).
//! - A move's worth is the mean of its visits mixed with plain minimax over the tree below (implicit minimax backups,
//!   Lanctot, Winands, Pepels & Sturtevant 2014). Before the first visit it is the evaluation alone.
//! - A move that did better than others elsewhere in the tree is brought forward ([`experience`](super::experience)).
//! - A position without moves is lost: that is proven, goes up the tree as far as it proves more (Winands, Björnsson &
//!   Saito 2008), and is never searched again.
//! - Threads share the tree. A visit counts when it begins and adds its chance when it ends, so to the others it is lost
//!   meanwhile, and they spread.
//!
//! The cost of a visit is that of evaluating every move of one position: up to two thousand on 10x10.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use otrera_board::{Bits, Position};

use super::budget::Purse;
use super::experience::Experience;
use super::judge::Judge;
use super::tree::{NOWHERE, Node, Selection, Slot, Tree};
use super::weigh::{Favours, Scales, Scope};
use crate::choice::Proven;

/// How the tree grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Weight of what is not known against what is promised, in chances.
    pub(crate) curiosity: f32,
    /// Squares behind the best move at which a move's prior is e times smaller.
    pub(crate) temperature: f32,
    /// What a new node has.
    pub(crate) narrow: Breadth,
    /// What a node has that was visited often.
    pub(crate) broad: Breadth,
    /// How often.
    pub(crate) often: u32,
    /// Edges of the root.
    pub(crate) root_width: usize,
    /// Part of a move's worth that is minimax, from 0 to 1.
    pub(crate) minimax: f32,
    /// Visits that the first evaluation counts for in the mean.
    pub(crate) first: f32,
    /// Part of a new node's worth that is its own evaluation, from 0 to 1. The rest is what its best move promises, and
    /// flatters its side: the best of many guesses is rather one that is too high.
    pub(crate) calm: f32,
    /// Squares that a move is brought forward for each chance that it has gained elsewhere in the tree.
    pub(crate) trust: f32,
}

/// How many moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Breadth {
    /// Moves of amazons that are tried with all their arrows.
    pub(crate) steps: usize,
    /// Edges.
    pub(crate) width: usize,
    /// Squares by which what an arrow gains may differ from one amazon's move to the other.
    pub(crate) slack: f32,
}

/// What threads share.
#[derive(Debug)]
pub(crate) struct Ground<'a, B: Bits, J> {
    pub(crate) position: Position<B>,
    pub(crate) tree: &'a Tree,
    pub(crate) root: AtomicU32,
    pub(crate) judge: &'a J,
    pub(crate) settings: Settings,
}

/// One thread.
pub(crate) struct Explorer<'a, B: Bits, J> {
    ground: &'a Ground<'a, B, J>,
    purse: Purse<'a>,
    /// The edges of this visit: places of nodes, and numbers of edges.
    path: Vec<(u32, usize)>,
    scales: Scales<B>,
    experience: Experience,
}

/// What a visit found at its end, for the side to move there.
#[derive(Clone, Copy, Debug)]
struct Finding {
    chance: f32,
    proven: Option<Proven>,
}

impl<'a, B: Bits, J: Judge> Explorer<'a, B, J> {
    pub(crate) fn new(ground: &'a Ground<'a, B, J>, purse: Purse<'a>, experience: Experience) -> Explorer<'a, B, J> {
        Explorer { ground, purse, path: Vec::new(), scales: Scales::new(), experience }
    }

    /// What it has learnt about moves.
    pub(crate) fn leave(self) -> Experience {
        self.experience
    }

    pub(crate) fn purse(&self) -> &Purse<'a> {
        &self.purse
    }

    /// Makes the root if there is none. However little may be spent, it has an edge if there is a move.
    pub(crate) fn plant(&mut self) {
        if self.ground.root.load(Relaxed) == NOWHERE {
            self.weigh(&self.ground.position, Scope::Root);
            let choice = self.shorten(self.ground.settings.root_width, Selection::Broad);
            let root = self.ground.tree.add(&self.scales.candidates, choice).expect("a new tree has room for a root");
            self.ground.root.store(root, Relaxed);
        }
    }

    /// One visit. False if the search is over.
    pub(crate) fn visit(&mut self) -> bool {
        let tree = self.ground.tree;
        let mut position = self.ground.position;
        let mut place = self.ground.root.load(Relaxed);
        self.path.clear();
        let finding = loop {
            let mut node = tree.node(place);
            if node.is_narrow() && node.visits() >= self.ground.settings.often {
                match self.broaden(&position, place) {
                    Some(broad) => place = broad,
                    None => return self.cancel(),
                }
                node = tree.node(place);
            }
            let Some(chosen) = self.select(node) else {
                match self.widen(&position, place) {
                    Some(Ok(wider)) => {
                        place = wider;
                        continue;
                    }
                    Some(Err(finding)) => break finding,
                    None => return self.cancel(),
                }
            };
            node.begin(chosen);
            self.path.push((place, chosen));
            let edge = &node.edges()[chosen];
            position.play_unchecked(edge.action());
            match (edge.proven(), edge.node()) {
                (Some(outcome), _) => break Finding::known(outcome).turned(),
                (None, Some(below)) => place = below,
                (None, None) => match self.expand(&position, edge) {
                    Some(finding) => break finding,
                    None => return self.cancel(),
                },
            }
        };
        self.back_up(finding);
        // A visit that evaluates nothing costs time as well.
        self.purse.pay()
    }

    /// The edge to go along; `None` if all of them are lost.
    fn select(&self, node: Node<'_>) -> Option<usize> {
        let Settings { curiosity, minimax, first, .. } = self.ground.settings;
        let unknown = curiosity * (1.0 + node.visits() as f32).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (at, edge) in node.edges().iter().enumerate() {
            let visits = edge.visits() as f32;
            let deep = edge.minimax();
            let mean = (edge.total() + first * deep) / (visits + first);
            let promise = mean + minimax * (deep - mean) + unknown * edge.prior() / (1.0 + visits);
            if promise > most && edge.proven() != Some(Proven::Loss) {
                (best, most) = (Some(at), promise);
            }
        }
        best
    }

    /// Gives an edge its node. `None` if the search was over first.
    fn expand(&mut self, position: &Position<B>, edge: &Slot) -> Option<Finding> {
        if !edge.claim() {
            // Another thread is at it: what is thought of the edge so far has to do.
            return Some(Finding { chance: 1.0 - edge.minimax(), proven: None });
        }
        let breadth = self.ground.settings.narrow;
        if !self.weigh(position, Scope::Best(breadth)) {
            edge.publish(None);
            return None;
        }
        let choice = self.shorten(breadth.width, Selection::Narrow);
        edge.publish(self.ground.tree.add(&self.scales.candidates, choice));
        Some(self.calmed())
    }

    /// A node that is visited often gets more moves. Where it is then; `None` if the search was over first.
    fn broaden(&mut self, position: &Position<B>, place: u32) -> Option<u32> {
        let tree = self.ground.tree;
        let breadth = self.ground.settings.broad;
        if !self.weigh(position, Scope::Best(breadth)) {
            return None;
        }
        let choice = self.shorten(breadth.width, Selection::Broad);
        let Some(broad) = tree.broaden(tree.node(place), &self.scales.candidates, choice) else { return Some(place) };
        self.replace(broad);
        Some(broad)
    }

    /// Where the path leads to, there is now another node.
    fn replace(&self, place: u32) {
        match self.path.last() {
            Some(&(above, edge)) => self.ground.tree.node(above).edges()[edge].publish(Some(place)),
            None => self.ground.root.store(place, Relaxed),
        }
    }

    /// Where all edges of a node are lost: another node with the moves that had been left out, or the proof if there are
    /// none.
    fn widen(&mut self, position: &Position<B>, place: u32) -> Option<Result<u32, Finding>> {
        let tree = self.ground.tree;
        let node = tree.node(place);
        if !node.is_partial() {
            return Some(Err(Finding::known(Proven::Loss)));
        }
        if !self.weigh(position, Scope::Without(node)) {
            return None;
        }
        let choice = self.shorten(Tree::MOST_EDGES, Selection::Broad);
        let finding = self.finding();
        let Some(wider) = tree.add(&self.scales.candidates, choice) else { return Some(Err(finding)) };
        self.replace(wider);
        // With nothing left the new node says so; otherwise the visit goes on in it.
        Some(if self.scales.candidates.is_empty() { Err(finding) } else { Ok(wider) })
    }

    /// Evaluates the moves of a position. False if the search was over first.
    fn weigh(&mut self, position: &Position<B>, scope: Scope<'_>) -> bool {
        let favours = Favours { experience: &self.experience, trust: self.ground.settings.trust };
        self.scales.weigh(position, self.ground.judge, &mut self.purse, scope, favours)
    }

    /// Keeps the best of the moves that were evaluated. Tells which these are: `part` if there are others.
    fn shorten(&mut self, width: usize, part: Selection) -> Selection {
        let all = self.scales.shorten(self.ground.judge, width, self.ground.settings.temperature);
        if all { Selection::All } else { part }
    }

    /// What the best candidate promises.
    fn finding(&self) -> Finding {
        match self.scales.candidates.first() {
            None => Finding::known(Proven::Loss),
            Some(best) if best.ahead == f32::INFINITY => Finding::known(Proven::Win),
            Some(_) => Finding { chance: self.scales.best_chance(), proven: None },
        }
    }

    /// What is found at a new node, with its own evaluation as a part of it.
    fn calmed(&self) -> Finding {
        let finding = self.finding();
        let (judge, calm) = (self.ground.judge, self.ground.settings.calm);
        if finding.proven.is_some() {
            return finding;
        }
        let own = judge.chance(self.scales.own);
        Finding { chance: finding.chance + calm * (own - finding.chance), ..finding }
    }

    /// Tells all edges of the path what was found at its end.
    fn back_up(&mut self, mut finding: Finding) {
        let tree = self.ground.tree;
        let mut side = self.ground.position.to_move();
        if self.path.len().is_multiple_of(2) {
            side = !side;
        }
        for &(place, chosen) in self.path.iter().rev() {
            let node = tree.node(place);
            let edge = &node.edges()[chosen];
            finding = finding.turned();
            // Whoever makes nothing of it need not pay for it.
            if self.ground.settings.trust > 0.0 {
                self.experience.learn(side, edge.action(), finding.chance - node.mean());
            }
            side = !side;
            node.end(chosen, finding.chance);
            match finding.proven {
                Some(outcome) => {
                    edge.prove(outcome);
                    finding.proven = node.proven();
                    if finding.proven.is_none() {
                        // A refuted move is no news about the others.
                        finding.chance = node.minimax();
                    }
                }
                None => {
                    let below = edge.node().map_or(1.0 - finding.chance, |below| tree.node(below).minimax());
                    edge.set_minimax(1.0 - below);
                }
            }
        }
    }

    /// Takes back the visits that this one began.
    fn cancel(&mut self) -> bool {
        for &(place, chosen) in &self.path {
            self.ground.tree.node(place).cancel(chosen);
        }
        false
    }
}

impl Finding {
    fn known(outcome: Proven) -> Finding {
        Finding { chance: if outcome == Proven::Win { 1.0 } else { 0.0 }, proven: Some(outcome) }
    }

    /// The same for the other side.
    fn turned(self) -> Finding {
        let proven = self.proven.map(|outcome| match outcome {
            Proven::Win => Proven::Loss,
            Proven::Loss => Proven::Win,
        });
        Finding { chance: 1.0 - self.chance, proven }
    }
}
