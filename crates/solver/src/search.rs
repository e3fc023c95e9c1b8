//! df-pn over situations (Nagai 2002), with bounds and known games at the leaves.
//!
//! Every node is seen by the side to move: `phi` is how hard it is to prove that it wins, `delta` that it loses. A node
//! is won if a child is lost, so `phi` is the least `delta` of the children and `delta` the sum of their `phi`. The
//! search goes down to the child that is most worth it until its numbers pass what the rest of the tree allows.

use std::sync::atomic::{AtomicBool, Ordering};

use otrera_atlas::Patch;
use otrera_board::Position;
use otrera_cgt::{Interrupted, Outcome, Value};
use rustc_hash::FxHashMap;

use crate::bounds::{Rules, bounds};
use crate::situation::{Book, Situation};
use crate::table::Table;

/// A proof number that means: never.
const NEVER: u32 = u32::MAX / 4;

/// What to use.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of the table.
    pub table: usize,
    /// Rules for bounds.
    pub rules: Rules,
    /// Nodes to expand at most.
    pub nodes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { table: 1 << 30, rules: Rules::ALL, nodes: u64::MAX }
    }
}

/// How a search went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children that were looked at.
    pub evaluated: u64,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move.
    Won,
    /// The other side.
    Lost,
}

/// A search and what it remembers.
pub struct Solver<'a> {
    book: &'a Book<'a>,
    options: Options,
    table: Table,
    bounds: FxHashMap<Patch<u64>, (i32, i32)>,
    stop: &'a AtomicBool,
    /// How it went so far.
    pub stats: Stats,
}

struct Child {
    situation: Situation,
    key: u64,
    ahead: i16,
    phi: u32,
    delta: u32,
}

/// What is known about a situation without going on.
enum Static {
    Won,
    Lost,
    /// First guesses of the proof numbers.
    Open(u32, u32),
}

impl<'a> Solver<'a> {
    /// Ready to search.
    pub fn new(book: &'a Book<'a>, options: Options, stop: &'a AtomicBool) -> Solver<'a> {
        Solver {
            book,
            table: Table::new(options.table),
            options,
            bounds: FxHashMap::default(),
            stop,
            stats: Stats::default(),
        }
    }

    /// Who wins a position.
    pub fn solve(&mut self, position: &Position<u64>) -> Result<Answer, Interrupted> {
        let situation = self.book.situation(position)?;
        self.solve_situation(&situation)
    }

    /// Who wins a situation.
    pub fn solve_situation(&mut self, situation: &Situation) -> Result<Answer, Interrupted> {
        match self.evaluate(situation)? {
            Static::Won => return Ok(Answer::Won),
            Static::Lost => return Ok(Answer::Lost),
            Static::Open(..) => {}
        }
        let (core, ahead) = situation.split(self.book.store());
        let key = situation.key(core);
        let (phi, _) = self.search(situation, key, ahead as i16, NEVER - 1, NEVER - 1)?;
        Ok(if phi == 0 { Answer::Won } else { Answer::Lost })
    }

    fn bounds_of(&mut self, area: &Patch<u64>) -> (i32, i32) {
        if let Some(&found) = self.bounds.get(area) {
            return found;
        }
        let found = bounds(self.book, area, self.options.rules);
        self.bounds.insert(*area, found);
        found
    }

    /// What bounds and the known game say.
    fn evaluate(&mut self, situation: &Situation) -> Result<Static, Interrupted> {
        let store = self.book.store();
        let (mut low, mut high) = (0, 0);
        for area in &situation.areas {
            let (least, most) = self.bounds_of(area);
            low += least;
            high += most;
        }
        let plus = |n: i32| store.add(situation.rest, store.integer(n.into())?);
        if matches!(store.outcome(plus(low)?), Outcome::Left | Outcome::Next) {
            return Ok(Static::Won);
        }
        if matches!(store.outcome(plus(high)?), Outcome::Right | Outcome::Previous) {
            return Ok(Static::Lost);
        }
        // How many moves Left lacks by the worst, and has by the best.
        let middle = store.mean(situation.rest)?.to_f64();
        let lacks = (-(f64::from(low) + middle)).max(0.0) as u32;
        let has = (f64::from(high) + middle).max(0.0) as u32;
        Ok(Static::Open(1 + lacks, 1 + has))
    }

    /// Searches a node until its numbers reach the limits, and gives them.
    fn search(
        &mut self,
        situation: &Situation,
        key: u64,
        ahead: i16,
        phi_limit: u32,
        delta_limit: u32,
    ) -> Result<(u32, u32), Interrupted> {
        let before = self.stats.expanded;
        let Some(mut children) = self.expand(situation)? else {
            self.keep(key, ahead, (0, NEVER), 1);
            return Ok((0, NEVER));
        };
        loop {
            // Step 1. The numbers of the node, and its best child.
            let (mut best, mut second) = (usize::MAX, NEVER);
            let (mut phi, mut delta) = (NEVER, 0_u32);
            for (number, child) in children.iter().enumerate() {
                if child.delta < phi {
                    second = phi;
                    phi = child.delta;
                    best = number;
                } else if child.delta < second {
                    second = child.delta;
                }
                delta = delta.saturating_add(child.phi).min(NEVER);
            }
            if phi >= phi_limit || delta >= delta_limit || phi == 0 || delta == 0 {
                let solved = if phi == 0 {
                    (0, NEVER)
                } else if delta == 0 {
                    (NEVER, 0)
                } else {
                    (phi, delta)
                };
                self.keep(key, ahead, solved, self.stats.expanded - before + 1);
                return Ok(solved);
            }
            if self.stop.load(Ordering::Relaxed) || self.stats.expanded >= self.options.nodes {
                return Err(Interrupted::Stopped);
            }
            // Step 2. Down, until the second child is better by a quarter, or the node's limits are reached.
            let child = &children[best];
            let child_phi = (delta_limit - delta).saturating_add(child.phi).min(NEVER - 1);
            let child_delta = phi_limit.min(second.saturating_add(second / 4).saturating_add(1)).min(NEVER - 1);
            let (situation, key, ahead) = (child.situation.clone(), child.key, child.ahead);
            let (phi, delta) = self.search(&situation, key, ahead, child_phi, child_delta)?;
            children[best].phi = phi;
            children[best].delta = delta;
            if phi == 0 {
                // The opponent wins there: nobody goes there.
                children.swap_remove(best);
            }
            // Step 3. What was found may have settled others.
            for child in &mut children {
                look_up(&self.table, child);
            }
            children.retain(|child| child.phi != 0);
        }
    }

    /// All children that are open; `None` if one of them is lost for the opponent.
    fn expand(&mut self, situation: &Situation) -> Result<Option<Vec<Child>>, Interrupted> {
        self.stats.expanded += 1;
        let book = self.book;
        let mut children: Vec<Child> = Vec::new();
        let mut won = false;
        book.for_each_child(situation, |_, child| {
            self.stats.evaluated += 1;
            match self.evaluate(&child)? {
                Static::Lost => {
                    won = true;
                    return Ok(false);
                }
                Static::Won => {}
                Static::Open(phi, delta) => {
                    let (core, ahead) = child.split(book.store());
                    let key = child.key(core);
                    let mut child = Child { situation: child, key, ahead: ahead as i16, phi, delta };
                    look_up(&self.table, &mut child);
                    if child.delta == 0 {
                        won = true;
                        return Ok(false);
                    }
                    if child.phi != 0 {
                        children.push(child);
                    }
                }
            }
            Ok(true)
        })?;
        if won {
            return Ok(None);
        }
        children.sort_unstable_by_key(|child| (child.key, child.ahead));
        children.dedup_by_key(|child| (child.key, child.ahead));
        Ok(Some(children))
    }

    fn keep(&mut self, key: u64, ahead: i16, (phi, delta): (u32, u32), work: u64) {
        self.table.update(key, |entry| {
            match (phi, delta) {
                (0, _) => entry.won = entry.won.min(ahead),
                (_, 0) => entry.lost = entry.lost.max(ahead),
                _ => (entry.phi, entry.delta) = (phi, delta),
            }
            entry.work = entry.work.saturating_add(work.min(u64::from(u32::MAX)) as u32);
        });
    }

    /// Of a thousand, how many entries of the table are in use.
    pub fn table_use(&self) -> usize {
        self.table.use_per_mille()
    }
}

fn look_up(table: &Table, child: &mut Child) {
    if let Some(entry) = table.get(child.key) {
        if child.ahead >= entry.won {
            (child.phi, child.delta) = (0, NEVER);
        } else if child.ahead <= entry.lost {
            (child.phi, child.delta) = (NEVER, 0);
        } else if entry.phi > 0 {
            (child.phi, child.delta) = (entry.phi, entry.delta);
        }
    }
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({:?})", self.stats)
    }
}

#[allow(unused)]
fn unused(_: Value) {}
