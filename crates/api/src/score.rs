//! The margin of the win with best play, in moves.

use std::time::Instant;

use otrera_board::{Bits, Position, Side};
use otrera_solver::score::{Komi, KomiRule, Play, ScoreOptions, Scorer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Place};
use crate::host::{Job, Outcome, State};
use crate::limits::{Bounds, Limits, interrupted};
use crate::option::{Bytes, Choice as _, Seconds, SideName, Threads, choices};
use crate::text::grouped;

const MOVES_IN_A_ROW: usize = 6;

choices! {
    /// Use of points given in advance.
    pub enum KomiUse {
        /// Rule 1: each point allows one pass, and unused passes count as moves
        Passes = "passes",
        /// Rule 2: the points are added at the end of the game
        Points = "points",
    }
}

/// Finds the margin with best play, and a game that ends with it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Score {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Points that one side gets in advance.
    #[schemars(range(max = 128))]
    pub komi: Option<Points>,
    /// The side that gets them.
    #[serde(default = "Score::komi_for")]
    pub komi_for: SideName,
    /// Their use (Lieberum 2005, section 8).
    #[serde(default = "Score::komi_rule")]
    pub komi_rule: KomiUse,
    /// Nodes to search at most.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Time, and memory for the transposition table.
    #[serde(flatten)]
    pub limits: Limits,
    /// Threads to use.
    #[serde(skip)]
    pub threads: Threads,
}

/// Points of a komi, at most as many as a board has moves: more would decide every game.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u16")]
pub struct Points(u16);

impl Points {
    /// Most points of a komi.
    pub const MOST: u16 = 128;
}

impl TryFrom<u16> for Points {
    type Error = String;

    fn try_from(points: u16) -> Result<Points, String> {
        match points <= Points::MOST {
            true => Ok(Points(points)),
            false => Err(format!("write a number from 0 to {}", Points::MOST)),
        }
    }
}

/// Nodes so far.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScoreProgress {
    nodes: u64,
    nodes_per_second: u64,
    seconds: f64,
}

/// The winner, the margin, and best play.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ScoreReport {
    board: String,
    to_move: &'static str,
    /// `black` or `white`.
    winner: &'static str,
    /// Moves that the winner has left when the loser cannot move, komi included.
    margin: u32,
    /// Best play of both sides; `pass` if a point of komi is used.
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<KomiReport>,
    nodes: u64,
    seconds: f64,
    threads: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct KomiReport {
    side: &'static str,
    points: u16,
    rule: &'static str,
}

impl Ask for Score {
    type Report = ScoreReport;
    type Progress = ScoreProgress;
    const NAME: &'static str = "score";
    const MEMORY: Bytes = Bytes(2 << 30);

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.limits.clamp(bounds, Self::MEMORY)
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<ScoreReport>> {
        let position = self.place.input()?.position()?;
        // Small boards need small words only.
        match position.resized::<u64>() {
            Some(narrow) => self.search(&narrow, job),
            None => self.search(&position, job),
        }
    }
}

impl Score {
    /// Default side of the komi.
    pub fn komi_for() -> SideName {
        SideName(Side::Black)
    }

    /// Default use of the komi.
    pub fn komi_rule() -> KomiUse {
        KomiUse::Passes
    }

    fn komi(&self) -> Option<Komi> {
        let rule = match self.komi_rule {
            KomiUse::Passes => KomiRule::Passes,
            KomiUse::Points => KomiRule::Points,
        };
        self.komi.map(|points| Komi { side: self.komi_for.0, points: points.0, rule })
    }

    fn search<B: Bits>(&self, position: &Position<B>, job: Job<'_>) -> anyhow::Result<Outcome<ScoreReport>> {
        let begin = Instant::now();
        let options = ScoreOptions {
            nodes: self.nodes.unwrap_or(u64::MAX),
            threads: self.threads.get(),
            memory: self.limits.memory_or(Score::MEMORY),
        };
        let mut scorer = Scorer::new(options, job.stop);
        let watch = scorer.watch();
        let state = || {
            let (nodes, seconds) = (watch.nodes(), begin.elapsed().as_secs_f64());
            let rate = (nodes as f64 / seconds) as u64;
            let text = format!("{} nodes, {} a second, {seconds:.0} s", grouped(nodes), grouped(rate));
            State::new(text, &ScoreProgress { nodes, nodes_per_second: rate, seconds })
        };
        let found = job.with_progress(state, || scorer.line(position, self.komi()));
        let nodes = scorer.nodes();
        let (margin, line) = found.map_err(|why| {
            let seconds = begin.elapsed().as_secs_f64();
            interrupted(why, &format!("the margin is not known after {} nodes in {seconds:.1} s", grouped(nodes)))
        })?;
        let komi = |Komi { side, points, .. }| KomiReport { side: side.name(), points, rule: self.komi_rule.name() };
        Ok(Outcome::complete(ScoreReport {
            board: position.to_string(),
            to_move: position.to_move().name(),
            winner: margin.winner.name(),
            margin: margin.margin,
            line: line.iter().map(Play::to_string).collect(),
            komi: self.komi().map(komi),
            nodes,
            seconds: begin.elapsed().as_secs_f64(),
            threads: self.threads.get(),
        }))
    }
}

impl ScoreReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let name = if self.winner == Side::Black.name() { "Black" } else { "White" };
        let moves = if self.margin == 1 { "move" } else { "moves" };
        let mut text = format!("{name} wins by {} {moves}\n", self.margin);
        let rows: Vec<String> = self.line.chunks(MOVES_IN_A_ROW).map(|row| row.join(" ")).collect();
        if !rows.is_empty() {
            text += &format!("line  {}\n", rows.join("\n      "));
        }
        text + &format!("{} nodes, {:.2} s", grouped(self.nodes), self.seconds)
    }
}
