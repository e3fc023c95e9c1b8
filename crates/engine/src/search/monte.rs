//! Monte-Carlo tree search from one move to the next: the root, its threads, the answer, and what is kept of the tree.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use otrera_board::{Bits, Move, Position};

use super::budget::Budget;
use super::experience::Experience;
use super::explore::{Explorer, Ground, Settings};
use super::judge::Judge;
use super::player::{Judges, Searcher};
use super::tree::{NOWHERE, Node, Slot, Tree};
use crate::choice::{Candidate, Choice, Proven, Score};
use crate::engine::EngineOptions;
use crate::limits::Limits;

/// Monte-Carlo tree search with an evaluation.
#[derive(Debug)]
pub(crate) struct Monte<J> {
    settings: Settings,
    judges: Judges<J>,
    threads: usize,
    memory: usize,
    last: Option<Kept>,
}

/// The tree of the last search.
#[derive(Debug)]
struct Kept {
    tree: Tree,
    root: u32,
    position: Position,
}

/// Part of the memory that one tree may fill: while a tree is taken over into the next one, there are two.
const TREE_SHARE: f64 = 0.6;
/// Part of the time in which a tree may be taken over. By judgement.
const REPLANT_SHARE: f64 = 0.25;

impl<J: Judge> Monte<J> {
    pub(crate) fn new(settings: Settings, judges: Judges<J>, options: &EngineOptions) -> Monte<J> {
        Monte { settings, judges, threads: options.threads.max(1), memory: options.memory, last: None }
    }

    /// A tree for this position with all that is known about it, as far as there is time to take it over, and its root.
    fn replant(&mut self, position: &Position, limits: &Limits<'_>) -> (Tree, u32) {
        let new = Tree::new((self.memory as f64 * TREE_SHARE) as usize);
        let Some(last) = self.last.take() else { return (new, NOWHERE) };
        // Nodes are for what is new: with a limit of these alone, all is taken over on every machine.
        let time = Limits { nodes: None, ..limits.part(REPLANT_SHARE) };
        let root = last.find(position).and_then(|place| last.tree.copy_to(place, &new, 0, || !time.is_over(0)));
        (new, root.unwrap_or(NOWHERE))
    }
}

impl<J: Judge> Searcher for Monte<J> {
    fn search<B: Bits>(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
        watch: &mut dyn FnMut(&Choice),
    ) -> Choice {
        let wide: Position = position.resized().expect("every board fits into the widest word");
        let (mut tree, mut root) = self.replant(&wide, limits);
        let judge = self.judges.of(position.size());
        let budget = Budget::new(limits);
        let (mut visits, mut report) = (0_u32, FIRST_REPORT);
        let mut experience = Experience::new();
        // A round is over when the search is, or when the tree is full.
        let choice = loop {
            let ground =
                Ground { position: *position, tree: &tree, root: AtomicU32::new(root), judge, settings: self.settings };
            let mut explorer = Explorer::new(&ground, budget.purse(), experience);
            explorer.plant();
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|| {
                        let mut explorer = Explorer::new(&ground, budget.purse(), Experience::new());
                        while !tree.is_full() && explorer.visit() {}
                    });
                }
                while !tree.is_full() {
                    if is_settled(&ground, limits, visits) || !explorer.visit() {
                        budget.end();
                        break;
                    }
                    visits += 1;
                    if visits == report {
                        watch(&ground.choice(explorer.purse().spent()));
                        report += (report / REPORT_PART).min(MOST_SILENT);
                    }
                }
            });
            experience = explorer.leave();
            root = ground.root.load(Relaxed);
            match tree.thinned(root, || budget.goes_on()) {
                Some(thinner) => (tree, root) = thinner,
                None => break ground.choice(budget.spent()),
            }
        };
        self.last = Some(Kept { root, tree, position: wide });
        choice
    }

    fn forget(&mut self) {
        self.last = None;
    }
}

/// Visits before the first report, which would tell of little more than the evaluation.
const FIRST_REPORT: u32 = 16;
/// The next report comes when so small a part of the visits has been added: reports are rarer the longer they take to change.
const REPORT_PART: u32 = 2;
/// Visits without a report at most: about a second on 10x10.
const MOST_SILENT: u32 = 4096;

/// Visits between two looks at what may end a search early.
const SETTLED_EVERY: u32 = 16;

/// Whether there is nothing more to find out, or not worth the time.
fn is_settled<B: Bits, J: Judge>(ground: &Ground<'_, B, J>, limits: &Limits<'_>, visits: u32) -> bool {
    let root = ground.tree.node(ground.root.load(Relaxed));
    if root.proven().is_some() {
        return true;
    }
    if visits == 0 || !visits.is_multiple_of(SETTLED_EVERY) {
        return false;
    }
    if limits.depth.is_some_and(|depth| ground.line().len() >= depth as usize) {
        return true;
    }
    // The move seems clear if the most visited one is also the most promising one.
    let early = limits.deadline.is_some_and(|deadline| deadline.soft < deadline.hard);
    early && limits.is_enough(0) && {
        let top = best(root).expect("the root has an edge");
        root.edges().iter().all(|edge| edge.visits() == 0 || worth(edge) <= worth(top))
    }
}

/// The edge to play: a proven win, else the one visited most that is not proven to lose.
fn best(node: Node<'_>) -> Option<&Slot> {
    // The first one of equals: it had the better evaluation.
    node.edges().iter().rev().max_by(|a, b| by_rank(a, b))
}

/// Which of two edges is rather to be played.
fn by_rank(a: &Slot, b: &Slot) -> std::cmp::Ordering {
    let rank = |edge: &Slot| {
        let proven = match edge.proven() {
            Some(Proven::Win) => 2,
            None => 1,
            Some(Proven::Loss) => 0,
        };
        (proven, edge.visits())
    };
    rank(a).cmp(&rank(b)).then(a.minimax().total_cmp(&b.minimax()))
}

/// What is thought of an edge.
fn worth(edge: &Slot) -> f32 {
    let visits = edge.visits() as f32;
    if visits == 0.0 { edge.minimax() } else { edge.total() / visits }
}

impl<B: Bits, J: Judge> Ground<'_, B, J> {
    /// The edges of the line that is expected.
    fn line(&self) -> Vec<&Slot> {
        self.line_from(best(self.tree.node(self.root.load(Relaxed))))
    }

    /// The line that is expected to begin with an edge.
    fn line_from<'t>(&'t self, mut next: Option<&'t Slot>) -> Vec<&'t Slot> {
        let mut line = Vec::new();
        while let Some(edge) = next {
            line.push(edge);
            next = edge.node().and_then(|place| best(self.tree.node(place)));
        }
        line
    }

    fn names(&self, line: &[&Slot]) -> Vec<Move> {
        line.iter().map(|edge| self.position.name(edge.action())).collect()
    }

    /// The moves that were evaluated and not thrown away, the best first.
    fn candidates(&self) -> Vec<Candidate> {
        let mut edges: Vec<&Slot> = self.tree.node(self.root.load(Relaxed)).edges().iter().collect();
        edges.sort_by(|a, b| by_rank(b, a));
        let candidate = |edge: &Slot| {
            let chance = worth(edge);
            let ahead = self.judge.ahead(chance);
            let score = match edge.proven() {
                Some(outcome) => Score::proven(outcome, ahead),
                None => Score::guess(chance, ahead),
            };
            let line = self.names(&self.line_from(Some(edge)));
            Candidate { play: line[0], score, visits: edge.visits().into(), line }
        };
        edges.into_iter().map(candidate).collect()
    }

    fn choice(&self, nodes: u64) -> Choice {
        let edges = self.line();
        let edge = edges.first().expect("the root has an edge");
        let chance = worth(edge);
        let ahead = self.judge.ahead(chance);
        let score = match edge.proven() {
            Some(Proven::Win) => Score::proven(Proven::Win, ahead.max(1.0)),
            // One lost move is not a lost position.
            Some(Proven::Loss) if self.tree.node(self.root.load(Relaxed)).proven().is_some() => {
                Score::proven(Proven::Loss, ahead.min(-1.0))
            }
            _ => Score::guess(chance, ahead),
        };
        let line = self.names(&edges);
        Choice { play: line[0], score, depth: line.len() as u32, line, nodes, candidates: self.candidates() }
    }
}

impl Kept {
    /// The node of a position that is at most two moves further.
    fn find(&self, position: &Position) -> Option<u32> {
        self.find_below(self.root, &self.position, position, 2)
    }

    fn find_below(&self, place: u32, here: &Position, wanted: &Position, moves: u32) -> Option<u32> {
        if here == wanted {
            return Some(place);
        }
        if moves == 0 {
            return None;
        }
        self.tree.node(place).edges().iter().find_map(|edge| {
            let below = edge.node()?;
            let mut child = *here;
            child.play_unchecked(edge.action());
            self.find_below(below, &child, wanted, moves - 1)
        })
    }
}
