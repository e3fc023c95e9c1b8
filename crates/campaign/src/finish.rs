//! The end of a campaign: the claims of the manager's own tree, and one certificate of all parts.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use otrera_api::files;
use otrera_board::Side;
use otrera_cgt::{Interrupted, Limits};
use otrera_proof::{CheckOptions, check_file, merge_files};
use otrera_solver::{Knowledge, Lemmas, Options, Situation, Solver, Step};
use rustc_hash::FxHashSet;

use crate::assume::moves_are;
use crate::directory::part_path;
use crate::key::Key;
use crate::ledger::Ledger;
use crate::manager::{Archive, Manager, Part, Verdict};
use crate::parts::Statement;
use crate::plan::Plan;
use crate::record::{Record, SideLetter};
use crate::tree::{NodeId, ROOT, Tree};

impl Manager<'_> {
    /// Completes the proof of a root that is settled without assumptions: the expanded nodes become a part that rests on the parts of the jobs.
    pub fn finish(&mut self, archive: &mut dyn Archive) -> anyhow::Result<()> {
        let winner = self.winner().context("the winner is not proven")?;
        if self.finished.is_some() {
            return Ok(());
        }
        let root = self.tree.node(ROOT);
        let (situation, to_move) = (root.situation.clone(), root.key.to_move);
        let bytes = {
            let (knowledge, tree, lemmas, guesser) = (self.knowledge, &self.tree, &self.lemmas, &self.guesser);
            let guide = Guide { knowledge, tree, assumed: tree.assumed(), lemmas, guesser };
            let options = Options { memory: 64 << 20, ..Options::FULL };
            let mut solver = Solver::new(self.knowledge, options, self.stop);
            let mut strategy = |situation: &Situation| guide.winning_step(situation, winner).ok().flatten();
            let writer = solver.prove_by_strategy(&situation, to_move, winner, &self.lemmas, &mut strategy)?;
            let mut bytes = Vec::new();
            writer.write(&mut bytes)?;
            bytes
        };
        let statement = Statement { situation: &situation, to_move, winner, lemmas: &[] };
        match archive.keep(&bytes, &statement, &self.lemmas)? {
            Verdict::Refused(why) | Verdict::Unchecked(why) => bail!("the part of the tree itself was refused: {why}"),
            Verdict::Unfounded => bail!("the part of the tree itself rests on a claim that no part makes"),
            Verdict::Kept(Part { hash: part, claims, bytes }) => {
                self.record(archive, &Record::Finished { winner: SideLetter(winner), part, claims, bytes })
            }
        }
    }
}

/// Finds winning moves in the tree and among the lemmas.
struct Guide<'g, 'a> {
    knowledge: &'a Knowledge<'a>,
    tree: &'g Tree,
    /// Nodes that prove nothing.
    assumed: FxHashSet<NodeId>,
    lemmas: &'g Lemmas,
    guesser: &'g Solver<'a>,
}

impl Guide<'_, '_> {
    /// A move of the winner after which bounds, a lemma or the tree decide.
    fn winning_step(&self, situation: &Situation, winner: Side) -> Result<Option<Step>, Interrupted> {
        let (mut evident, mut known) = (None, None);
        self.knowledge.for_each_child(situation, Options::FULL.small, |step, child| {
            if self.guesser.guess(&child)?.is_lost() {
                evident = Some(step);
            } else if known.is_none() && self.is_lost(&child, !winner) {
                known = Some(step);
            }
            Ok(evident.is_none())
        })?;
        Ok(evident.or(known))
    }

    fn is_lost(&self, situation: &Situation, to_move: Side) -> bool {
        let key = || Key::new(self.knowledge.store(), situation, to_move);
        let is_proven = |id: NodeId| self.tree.node(id).numbers.is_lost() && !self.assumed.contains(&id);
        let in_tree = || self.tree.find(key()).is_some_and(is_proven);
        self.lemmas.covers(self.knowledge, situation, to_move) || in_tree()
    }
}

/// A certificate that was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The winner.
    pub winner: Side,
    /// Number of claims.
    pub claims: u64,
    /// Length of the file.
    pub bytes: u64,
    /// Number of parts.
    pub parts: usize,
}

/// Writes the proof of a finished campaign as one ordinary certificate, and puts it in place if the checker accepts it.
pub fn certificate(directory: &Path, output: &Path, options: &CheckOptions<'_>) -> anyhow::Result<Written> {
    files::check_target(output)?;
    let plan = Plan::read(directory)?;
    let root = plan.root()?;
    let records = Ledger::read(directory, &plan.id)?.records;
    let finished = records.iter().find_map(|record| match record {
        Record::Finished { winner, .. } => Some(winner.0),
        _ => None,
    });
    let winner = finished.with_context(|| match plan.assumed.len() {
        0 => "the campaign is not finished: who wins is not proven yet".into(),
        number => format!(
            "{} assumed, and without assumptions nobody is proven to win: there is no certificate",
            moves_are(number)
        ),
    })?;
    let paths = parts_of(directory, &records, winner);
    let limits = Limits { bytes: options.limits.bytes, stop: options.limits.stop.clone() };
    let write = |out: &mut BufWriter<File>| Ok(merge_files(&root, winner, &paths, &limits, out)?);
    let approve = |new: &Path, claims: u64| {
        let verdict = check_file(new, options)?;
        if verdict.winner != winner || verdict.root != root {
            bail!("the certificate proves something else");
        }
        Ok(Written { winner, claims, bytes: std::fs::metadata(new)?.len(), parts: paths.len() })
    };
    files::replace_if(output, write, approve)
}

/// The parts about one winner that the ledger names.
pub fn parts_of(directory: &Path, records: &[Record], wanted: Side) -> Vec<PathBuf> {
    let mut hashes: Vec<&str> = records
        .iter()
        .filter_map(|record| match record {
            Record::Proven { winner, part, .. } | Record::Finished { winner, part, .. } if winner.0 == wanted => {
                Some(part.as_str())
            }
            _ => None,
        })
        .collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into_iter().map(|hash| part_path(directory, hash)).collect()
}
