//! The state of a campaign for people and programs.

use std::collections::BTreeMap;

use otrera_api::{bytes, clock, count, grouped};
use otrera_board::{Position, Side};
use otrera_cgt::Interrupted;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::assume::moves_are;
use crate::estimate::{Estimate, estimate};
use crate::key::Key;
use crate::manager::{Contribution, Manager};
use crate::message::Beat;
use crate::record::is_worker_name;
use crate::tree::{Node, NodeId, ROOT, Tree};

/// Name of the file in the directory of a campaign, which its manager writes for readers.
pub(crate) const FILE: &str = "status.json";

/// The state of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// The position, in board text.
    pub position: String,
    /// The winner, once it is known without assumptions.
    pub winner: Option<String>,
    /// The winner if the assumed moves lose, where that is not proven.
    #[serde(default)]
    pub winner_if_assumed: Option<String>,
    /// First moves that are assumed to lose, by an earlier campaign.
    #[serde(default)]
    pub assumed: usize,
    /// True once the proof is complete.
    pub complete: bool,
    /// Proof number of the side to move.
    pub proof: u32,
    /// Disproof number of the side to move.
    pub disproof: u32,
    /// Situations in the tree.
    pub situations: usize,
    /// Results that came back open.
    pub open_jobs: u64,
    /// Results with a winner.
    pub proven_jobs: u64,
    /// Jobs that are out.
    pub jobs_out: usize,
    /// Nodes of all jobs.
    pub nodes: u64,
    /// Seconds of CPU time of all jobs.
    pub cpu: f64,
    /// Nodes of jobs whose results were known already.
    pub repeated_nodes: u64,
    /// Claims of all parts.
    pub claims: u64,
    /// Bytes of all parts.
    pub part_bytes: u64,
    /// Proven situations that all workers use.
    pub lemmas: usize,
    /// First moves, up to equivalence.
    pub moves: Vec<MoveStatus>,
    /// Workers.
    pub workers: Vec<WorkerStatus>,
    /// Workers that get no more jobs, with the reason.
    pub banned: BTreeMap<String, String>,
    /// The work that is left.
    pub estimate: Option<Estimate>,
}

/// The state of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveStatus {
    /// The move; equivalent moves are named once.
    pub play: String,
    /// `open`, or `wins` or `loses` for the side that makes the move. `assumed_win` and `assumed_loss` are not proven: they
    /// are assumptions, or follow from them.
    pub result: String,
    /// Proof number of the opponent.
    pub proof: u32,
    /// Disproof number of the opponent.
    pub disproof: u32,
    /// Nodes of all jobs below the move.
    pub nodes: u64,
    /// Seconds of CPU time of all jobs below the move.
    pub cpu: f64,
    /// Hash of the part that proves the result, if one job did. For an assumed move, the first digits of the hash that an
    /// earlier campaign printed, if they are known.
    pub part: Option<String>,
    /// Replies in the tree, up to equivalence; none if the move is not expanded.
    pub replies: usize,
    /// Replies whose result is open.
    pub open_replies: usize,
    /// The replies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reply: Vec<MoveStatus>,
}

/// The word of [`MoveStatus::result`] for open moves.
const OPEN: &str = "open";

impl MoveStatus {
    /// The result is not known.
    pub(crate) fn is_open(&self) -> bool {
        self.result == OPEN
    }

    /// The result is an assumption, or follows from one.
    pub(crate) fn is_assumed(&self) -> bool {
        matches!(self.result.as_str(), "assumed_win" | "assumed_loss")
    }

    /// The winner after a move of `mover`, proven or assumed.
    pub(crate) fn winner(&self, mover: Side) -> Option<Side> {
        match self.result.as_str() {
            "wins" | "assumed_win" => Some(mover),
            "loses" | "assumed_loss" => Some(!mover),
            _ => None,
        }
    }

    fn without_replies(&self) -> MoveStatus {
        let MoveStatus { play, result, part, .. } = self;
        MoveStatus { play: play.clone(), result: result.clone(), part: part.clone(), reply: Vec::new(), ..*self }
    }
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// It is at work now.
    pub alive: bool,
    /// Results.
    pub jobs: u64,
    /// Nodes.
    pub nodes: u64,
    /// Seconds of CPU time.
    pub cpu: f64,
    /// Nodes in a second of CPU time.
    pub rate: f64,
}

impl Manager<'_> {
    /// The state, with the workers that are alive.
    pub fn status(&self, beats: &[Beat]) -> Result<Status, Interrupted> {
        let root = self.tree.node(ROOT);
        let assumed = self.tree.assumed();
        let settled = self.settled().map(|winner| winner.name().into());
        let (winner, winner_if_assumed) = if assumed.contains(&ROOT) { (None, settled) } else { (settled, None) };
        let names = Namer { manager: self, assumed };
        let totals = &self.totals;
        let sum = |value: fn(&Contribution) -> f64| totals.workers.values().map(value).sum::<f64>();
        let nodes = totals.workers.values().fold(0_u64, |sum, worker| sum.saturating_add(worker.nodes));
        let cpu = sum(|worker| worker.cpu);
        Ok(Status {
            position: self.plan.position.clone(),
            winner,
            winner_if_assumed,
            assumed: root.children.iter().filter(|&&child| self.tree.node(child).assumed.is_some()).count(),
            complete: self.finished.is_some(),
            proof: root.numbers.proof,
            disproof: root.numbers.disproof,
            situations: self.tree.nodes().len(),
            open_jobs: totals.open,
            proven_jobs: totals.proven,
            jobs_out: self.jobs_out().count(),
            nodes,
            cpu,
            repeated_nodes: totals.repeated.nodes,
            claims: totals.claims,
            part_bytes: totals.bytes,
            lemmas: self.published.len(),
            moves: names.moves(ROOT, &self.root, true)?,
            workers: workers(&totals.workers, beats),
            banned: totals.banned.clone(),
            estimate: estimate(self, nodes, cpu),
        })
    }
}

fn workers(known: &BTreeMap<String, Contribution>, beats: &[Beat]) -> Vec<WorkerStatus> {
    let mut all = known.clone();
    for beat in beats.iter().filter(|beat| is_worker_name(&beat.worker)) {
        all.entry(beat.worker.clone()).or_default();
    }
    let status = |(name, worker): (String, Contribution)| WorkerStatus {
        alive: beats.iter().any(|beat| beat.worker == name),
        jobs: worker.jobs,
        nodes: worker.nodes,
        cpu: worker.cpu,
        rate: if worker.cpu > 0.0 { worker.nodes as f64 / worker.cpu } else { 0.0 },
        name,
    };
    all.into_iter().map(status).collect()
}

/// Finds the moves on the board that lead to nodes of the tree.
struct Namer<'m, 'a> {
    manager: &'m Manager<'a>,
    /// Nodes whose result is not proven without assumptions.
    assumed: FxHashSet<NodeId>,
}

impl Namer<'_, '_> {
    /// The moves of a position whose node is `id`: settled by bounds are left out. Hardest first.
    fn moves(&self, id: NodeId, position: &Position, with_replies: bool) -> Result<Vec<MoveStatus>, Interrupted> {
        let tree = &self.manager.tree;
        let node = tree.node(id);
        if !node.is_expanded {
            return Ok(Vec::new());
        }
        let mut missing: FxHashMap<Key, NodeId> =
            node.children.iter().map(|&child| (tree.node(child).key, child)).collect();
        let mut moves = Vec::new();
        for action in position.actions() {
            let mut next = *position;
            next.play_unchecked(action);
            let situation = self.manager.knowledge.situation(&next, otrera_solver::Options::FULL.small)?;
            let key = Key::new(self.manager.knowledge.store(), &situation, next.to_move());
            let Some(child) = missing.remove(&key) else { continue };
            let reply = if with_replies { self.moves(child, &next, false)? } else { Vec::new() };
            moves.push(self.move_status(child, position.name(action).to_string(), reply));
        }
        moves.sort_by_key(|status| (!status.is_open(), status.is_assumed(), status.disproof, status.play.clone()));
        Ok(moves)
    }

    fn move_status(&self, id: NodeId, play: String, reply: Vec<MoveStatus>) -> MoveStatus {
        let tree = &self.manager.tree;
        let node = tree.node(id);
        let (nodes, cpu) = work_below(tree, id);
        let is_open = |&&child: &&NodeId| !tree.node(child).numbers.is_settled();
        let is_assumed = self.assumed.contains(&id);
        let assumed_part = node.assumed.as_deref().filter(|part| is_assumed && !part.is_empty());
        MoveStatus {
            play,
            result: result(node, is_assumed).into(),
            proof: node.numbers.proof,
            disproof: node.numbers.disproof,
            nodes,
            cpu,
            part: tree.part(id).or(assumed_part).map(String::from),
            replies: node.children.len(),
            open_replies: if node.numbers.is_settled() { 0 } else { node.children.iter().filter(is_open).count() },
            reply,
        }
    }
}

/// The result for the side that made the move to a node.
fn result(node: &Node, is_assumed: bool) -> &'static str {
    match (node.numbers, is_assumed) {
        (numbers, false) if numbers.is_won() => "loses",
        (numbers, false) if numbers.is_lost() => "wins",
        (numbers, true) if numbers.is_won() => "assumed_loss",
        (numbers, true) if numbers.is_lost() => "assumed_win",
        _ => OPEN,
    }
}

/// Nodes and CPU time of all jobs at a node and below it.
pub(crate) fn work_below(tree: &Tree, id: NodeId) -> (u64, f64) {
    let (mut seen, mut pending, mut sum) = (FxHashSet::default(), vec![id], (0_u64, 0.0));
    while let Some(id) = pending.pop() {
        if seen.insert(id) {
            let node = tree.node(id);
            sum = (sum.0.saturating_add(node.nodes), sum.1 + node.cpu);
            pending.extend(&node.children);
        }
    }
    sum
}

/// Rows of a table of moves.
const ROWS: usize = 40;

impl Status {
    /// The same without the replies of the first moves.
    #[must_use]
    pub fn without_replies(&self) -> Status {
        self.with_replies_to(None)
    }

    /// The same with the replies of one first move only.
    #[must_use]
    pub fn with_replies_to(&self, play: Option<&str>) -> Status {
        let keep = |status: &MoveStatus| match play == Some(status.play.as_str()) {
            true => status.clone(),
            false => status.without_replies(),
        };
        Status { moves: self.moves.iter().map(keep).collect(), ..self.head() }
    }

    /// The side to move in the position.
    pub(crate) fn side_to_move(&self) -> Side {
        if self.position.ends_with('b') { Side::Black } else { Side::White }
    }

    /// Everything but the moves.
    fn head(&self) -> Status {
        let Status { position, winner, winner_if_assumed, workers, banned, estimate, .. } = self;
        Status {
            position: position.clone(),
            winner: winner.clone(),
            winner_if_assumed: winner_if_assumed.clone(),
            moves: Vec::new(),
            workers: workers.clone(),
            banned: banned.clone(),
            estimate: estimate.clone(),
            ..*self
        }
    }

    /// The first move that is most worth a look: the hardest open one that has replies.
    pub fn main_move(&self) -> Option<&MoveStatus> {
        self.moves.iter().find(|status| status.is_open() && !status.reply.is_empty())
    }

    /// The state in one line, for progress.
    pub fn line(&self) -> String {
        let left = self.estimate.as_ref().map_or(String::new(), |estimate| format!(", {}", estimate.text()));
        format!(
            "{}; {} open, {} proven, {} out; {} nodes{left}",
            self.headline(),
            count(self.open_jobs, "job"),
            self.proven_jobs,
            self.jobs_out,
            grouped(self.nodes)
        )
    }

    /// The answer so far.
    pub fn headline(&self) -> String {
        match (&self.winner, &self.winner_if_assumed) {
            (Some(winner), _) if self.complete => format!("{winner} wins, proven"),
            (Some(winner), _) => format!("{winner} wins, the proof is not complete yet"),
            (None, Some(winner)) => {
                let subject = if self.assumed == 1 { "the assumed move loses" } else { "all assumed moves lose" };
                format!("not proven: {winner} wins if {subject}")
            }
            (None, None) => format!(
                "open, proof number {}, disproof number {}",
                grouped(self.proof.into()),
                grouped(self.disproof.into())
            ),
        }
    }

    /// A sentence about the assumptions, if there are any.
    pub(crate) fn assumptions(&self) -> Option<String> {
        let rest = match self.winner {
            Some(_) => "the proof does not rest on that",
            None => "that is not proven here",
        };
        (self.assumed > 0)
            .then(|| format!("{} assumed to lose, by an earlier campaign; {rest}", moves_are(self.assumed)))
    }

    /// The size of the proof so far.
    pub(crate) fn size(&self) -> String {
        let each = match self.claims {
            0 => String::new(),
            claims => format!(", {} bytes a claim", self.part_bytes.div_ceil(claims)),
        };
        format!("{} in {} of parts{each}", count(self.claims, "claim"), bytes(self.part_bytes))
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.position, self.headline());
        text += &self.assumptions().map_or_else(String::new, |words| format!("assumed: {words}\n"));
        let share = if self.nodes > 0 { 100.0 * self.repeated_nodes as f64 / self.nodes as f64 } else { 0.0 };
        text += &format!(
            "jobs: {} open, {} proven, {} out; {} situations in the tree, {} lemmas\n",
            grouped(self.open_jobs),
            grouped(self.proven_jobs),
            self.jobs_out,
            grouped(self.situations as u64),
            grouped(self.lemmas as u64)
        );
        text += &format!(
            "work: {} nodes, {} of CPU time, {share:.1} % of the nodes for known results\n",
            grouped(self.nodes),
            time(self.cpu)
        );
        text += &format!("proof: {}\n", self.size());
        if let Some(estimate) = &self.estimate {
            text += &format!("left: {}\n", estimate.text());
        }
        text += &table("move", &self.moves);
        if let Some(best) = self.main_move() {
            text += &format!("\nafter {}:\n{}", best.play, table("reply", &best.reply));
        }
        if !self.workers.is_empty() {
            text += "\nworker                      jobs           nodes    CPU time   nodes/s\n";
        }
        for WorkerStatus { name, alive, jobs, nodes, cpu, rate } in &self.workers {
            let sign = if *alive { "" } else { " (away)" };
            text += &format!(
                "{:<24} {jobs:>7} {:>15} {:>11} {rate:>9.0}\n",
                format!("{name}{sign}"),
                grouped(*nodes),
                time(*cpu)
            );
        }
        for (worker, why) in &self.banned {
            text += &format!("banned: {worker}: {why}\n");
        }
        text
    }
}

/// A table of moves: the open ones, hardest first, then the settled ones.
fn table(title: &str, moves: &[MoveStatus]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let mut text =
        format!("\n{title:<12} result        proof n. disproof n.        replies           nodes    CPU time  part\n");
    for status in moves.iter().take(ROWS) {
        let number = |number: u32| if status.is_open() { grouped(number.into()) } else { "-".into() };
        let replies = match status.replies {
            0 => "-".into(),
            all => format!("{} of {all} open", status.open_replies),
        };
        text += &format!(
            "{:<12} {:<12} {:>9} {:>11} {replies:>14} {:>15} {:>11}  {}\n",
            status.play,
            status.result,
            number(status.proof),
            number(status.disproof),
            grouped(status.nodes),
            time(status.cpu),
            status.part.as_deref().map_or("", |hash| &hash[..hash.len().min(16)])
        );
    }
    let counts = |result: &str| moves.iter().filter(|status| status.result == result).count();
    let more = moves.len().saturating_sub(ROWS);
    let rest = if more > 0 { format!("; {more} not shown") } else { String::new() };
    let assumed = match moves.iter().filter(|status| status.is_assumed()).count() {
        0 => String::new(),
        number => format!(", {number} assumed"),
    };
    text + &format!(
        "{} moves: {} open, {} win, {} lose{assumed}{rest}\n",
        moves.len(),
        counts(OPEN),
        counts("wins"),
        counts("loses")
    )
}

pub(crate) fn time(seconds: f64) -> String {
    // A ledger can have any figures, and a duration has a limit.
    clock(std::time::Duration::from_secs_f64(seconds.clamp(0.0, 1e15)))
}
