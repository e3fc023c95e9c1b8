//! The winner with best play.

mod boards;
mod budget;
mod checkpoint;
mod progress;
mod report;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use otrera_board::{Bits, Move, Position, Side, Size, areas};
use otrera_cgt::Interrupted;
use otrera_solver::{CheckpointHeader, MoveResult, Options, SolveError, Solver, wide_area};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

pub use self::budget::{Budget, knowledge};
use self::checkpoint::{CheckpointFile, Saved, Saver};
use self::progress::Progress;
pub use self::progress::SolveProgress;
pub use self::report::SolveReport;
use self::report::{CertificateReport, CheckpointReport, ResumedReport, TableReport};
use crate::ask::{Ask, Place};
use crate::certificate::{CertificateSize, Checker, Proof, Unproven};
use crate::files;
use crate::host::{Job, Outcome};
use crate::input::Input;
use crate::limits::{Bounds, Limits, OutOfLimits, interrupted};
use crate::option::{Bytes, Choice as _, Seconds, Threads};
use crate::presets::{Plan, Preset, Technique};
use crate::text::grouped;

/// Finds the winner with best play, and a move that wins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Solve {
    /// The position.
    #[serde(flatten)]
    pub place: Place,
    /// Judge every move, instead of finding one that wins.
    #[serde(default)]
    pub all_moves: bool,
    /// Make a certificate, which the server keeps for a while.
    #[serde(default)]
    pub certificate: bool,
    /// Do not check the certificate.
    #[serde(default)]
    pub unchecked: bool,
    /// The solver; only `full` writes certificates.
    #[serde(default = "Solve::preset")]
    pub preset: Preset,
    /// Techniques to leave out, separated by commas.
    #[serde(default, deserialize_with = "techniques")]
    #[schemars(schema_with = "techniques_schema")]
    pub without: Vec<Technique>,
    /// Nodes to search at most.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Time, and memory for the whole program, the atlas included.
    #[serde(flatten)]
    pub limits: Limits,
    /// Threads to use; with one, the same question has the same node count every time.
    #[serde(skip)]
    pub threads: Threads,
    /// File for the certificate.
    #[serde(skip)]
    pub certificate_file: Option<PathBuf>,
    /// File for checkpoints, which the search continues from.
    #[serde(skip)]
    pub checkpoint: Option<CheckpointPlan>,
    /// Path of the atlas, if it is not the usual one.
    #[serde(skip)]
    pub atlas: Option<PathBuf>,
}

/// A file for checkpoints, and the time between two of them.
#[derive(Clone, Debug)]
pub struct CheckpointPlan {
    /// The file.
    pub file: PathBuf,
    /// Time between two checkpoints.
    pub every: Duration,
}

impl CheckpointPlan {
    /// Time between two checkpoints by default.
    pub const EVERY: Seconds = Seconds(Duration::from_secs(60));
}

fn techniques<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Technique>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let known = || Technique::ALL.iter().map(|technique| technique.name()).collect::<Vec<_>>().join(", ");
    names
        .map(|name| {
            Technique::named(name)
                .ok_or_else(|| D::Error::custom(format!("there is no technique {name}: write some of {}", known())))
        })
        .collect()
}

fn techniques_schema(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
    let name = format!("({})", names.join("|"));
    json_schema!({ "type": "string", "pattern": format!("^({name}(,{name})*)?$") })
}

#[derive(Default)]
struct Found<'a> {
    winner: Option<Side>,
    play: Option<Move>,
    moves: Option<Vec<MoveResult>>,
    proof: Option<Proof<'a>>,
}

impl Ask for Solve {
    type Report = SolveReport;
    type Progress = SolveProgress;
    const NAME: &'static str = "solve";
    const MEMORY: Bytes = Bytes(2 << 30);

    fn clamp(&mut self, bounds: &Bounds) -> Seconds {
        self.limits.clamp(bounds, Self::MEMORY)
    }

    fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<SolveReport>> {
        if let Some(path) = &self.certificate_file {
            files::check_target(path)?;
        }
        let input = self.place.input()?;
        match Plan::new(self.preset, &self.without)? {
            Plan::Ours(options) => {
                let position = input.position()?;
                match position.resized::<u64>() {
                    Some(narrow) => self.search(&input, &narrow, options, job),
                    None => self.search(&input, &position, options, job),
                }
            }
            Plan::Boards(techniques) => boards::answer(self, &input, techniques, job),
        }
    }
}

impl Solve {
    /// The solver by default.
    pub fn preset() -> Preset {
        Preset::Full
    }

    fn memory(&self) -> usize {
        self.limits.memory_or(Solve::MEMORY)
    }

    fn wants_certificate(&self) -> bool {
        self.certificate || self.certificate_file.is_some()
    }

    fn search<B: Bits>(
        &self,
        input: &Input,
        position: &Position<B>,
        options: Options,
        job: Job<'_>,
    ) -> anyhow::Result<Outcome<SolveReport>> {
        let begin = Instant::now();
        refuse_wide_area(position)?;
        let file = self.checkpoint.as_ref().map(|plan| CheckpointFile::take(&plan.file)).transpose()?;
        let atlas = job.host.atlas(self.atlas.as_deref())?;
        let budget = Budget::new(self.memory(), self.threads.get(), &atlas)?;
        let store = budget.store(Arc::clone(job.stop));
        let book = budget::knowledge(&atlas, &store)?;
        let options = Options {
            memory: budget.search,
            threads: self.threads.get(),
            nodes: self.nodes.unwrap_or(u64::MAX),
            ..options
        };
        let mut solver = Solver::new(&book, options, job.stop);
        let blank = CheckpointHeader::new(&book, &options, position);
        let resumed = match &file {
            Some(file) => file.resume(&mut solver, &blank)?,
            None => None,
        };
        if let Some(head) = &resumed {
            job.host.note(&format!("resumed after {} nodes in {:.1} s", grouped(head.expanded), head.seconds));
        }
        let progress = Progress::new(&solver, &book, position, file.as_ref(), begin);
        let saver = file.as_ref().map(|file| {
            let head = resumed.clone().unwrap_or(blank);
            Saver { file, watch: solver.watch(), head, begin }
        });
        let mut found = Found::default();
        let outcome = job.with_progress(
            || progress.state(),
            || {
                let mut work = || self.work(&mut solver, position, &progress, &mut found);
                match (&saver, &self.checkpoint) {
                    (Some(saver), Some(plan)) => saver.save_while(plan.every, work),
                    _ => work(),
                }
            },
        );
        let saved = saver.as_ref().map(Saver::save).transpose();
        let mut report = SolveReport::new(input, position, &found, solver.stats(), begin.elapsed());
        let table = solver.watch().snapshot();
        report.threads = solver.options().threads;
        report.table = Some(TableReport { entries: table.used, places: table.places, bytes: table.bytes });
        report.resumed = resumed.map(|head| ResumedReport { nodes: head.expanded, seconds: head.seconds });
        report.checkpoint = checkpoint_report(file.as_ref(), &saved);
        // The check gets the memory of the search.
        drop((progress, saver, solver));
        let checker = Checker { job, threads: self.threads.get(), memory: budget.search };
        let mut missing = match (outcome, found.proof.take()) {
            (Ok(()), Some(proof)) => self.keep(proof, checker).map(|kept| report.certificate = Some(kept)).err(),
            (Ok(()), None) => None,
            (Err(why), _) => Some(self.unsolved(why)),
        };
        report.seconds = begin.elapsed().as_secs_f64();
        missing = match missing.map(|error| error.downcast::<Interrupted>()) {
            Some(Ok(Interrupted::OutOfMemory)) => {
                Some(OutOfLimits(format!("the memory limit is too low: {}", how_far(&report))).into())
            }
            Some(Ok(why)) => Some(interrupted(why, &how_far(&report))),
            Some(Err(error)) => Some(error),
            None => None,
        };
        if missing.as_ref().is_some_and(|error| error.is::<Unproven>()) {
            report.retract();
        }
        Ok(Outcome { report, missing: saved.err().or(missing) })
    }

    /// The error of a search that `why` has ended.
    fn unsolved(&self, why: SolveError) -> anyhow::Error {
        let advice = match (&why, &self.checkpoint) {
            (SolveError::Interrupted(why), _) => return (*why).into(),
            (SolveError::Contradiction { is_resumed: true, .. }, Some(plan)) => {
                format!(", so nothing in it can be trusted: remove {} and begin anew", plan.file.display())
            }
            (SolveError::Contradiction { .. }, _) => {
                ": two situations have the same hash, or this program is wrong".into()
            }
        };
        Unproven(format!("{why}{advice}")).into()
    }

    /// Finds what is asked for, and puts it into `found` as it becomes known.
    fn work<'a, B: Bits>(
        &self,
        solver: &mut Solver<'a>,
        position: &Position<B>,
        progress: &Progress<'_, B>,
        found: &mut Found<'a>,
    ) -> Result<(), SolveError> {
        found.winner = Some(solver.solve(position)?);
        if self.all_moves {
            let all = position.actions().len();
            let (moves, why) =
                solver.judge_moves(position, &|known, play, next| progress.judge(known, all, play, next));
            found.play = moves.iter().find(|judged| judged.wins == Some(true)).map(|judged| judged.play);
            found.moves = Some(moves);
            why.map_or(Ok(()), Err)?;
        } else {
            found.play = solver.winning_move(position)?;
        }
        if self.wants_certificate() {
            let (winner, writer) = solver.prove(position, &|claims| progress.claims.store(claims, Relaxed))?;
            found.proof = Some(Proof::new(position, winner, writer));
        }
        Ok(())
    }

    /// Writes the certificate to its file, or gives it to the host, once it is checked.
    fn keep(&self, proof: Proof<'_>, checker: Checker<'_>) -> anyhow::Result<CertificateReport> {
        let checked = !self.unchecked;
        let host = checker.job.host;
        let checker = checked.then_some(checker);
        if let Some(path) = &self.certificate_file {
            let CertificateSize { claims, bytes } = proof.write_file(path, checker)?;
            let file = Some(path.display().to_string());
            return Ok(CertificateReport { file, id: None, claims, bytes, checked });
        }
        let (certificate, claims) = proof.into_bytes(checker)?;
        let bytes = certificate.len() as u64;
        let id = Some(host.keep_certificate(certificate).context("certificates are kept in files here: name one")?);
        Ok(CertificateReport { file: None, id, claims, bytes, checked })
    }
}

/// Error: an active area is too wide for the solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("area {label} needs a box of {size} squares, and only areas in boxes of up to 64 squares are solved")]
pub(crate) struct WideArea {
    /// Label of the area.
    pub(crate) label: String,
    /// Its box.
    pub(crate) size: Size,
}

impl WideArea {
    /// Finds an active area that is too wide.
    pub(crate) fn find<B: Bits>(position: &Position<B>) -> Option<WideArea> {
        let area = wide_area(position)?;
        let label = areas::labels(position, &[area]).remove(0);
        Some(WideArea { label, size: area.cropped(position).0.size() })
    }
}

/// Fails if an active area is too wide for the solver.
fn refuse_wide_area<B: Bits>(position: &Position<B>) -> anyhow::Result<()> {
    WideArea::find(position).map_or(Ok(()), |wide| Err(wide.into()))
}

fn checkpoint_report(file: Option<&CheckpointFile>, saved: &anyhow::Result<Option<Saved>>) -> Option<CheckpointReport> {
    let Saved { entries, bytes, took } = (*saved.as_ref().ok()?)?;
    let file = file?.path.display().to_string();
    Some(CheckpointReport { file, entries, bytes, seconds: took.as_secs_f64() })
}

fn how_far(report: &SolveReport) -> String {
    let what = match (report.winner, &report.moves) {
        ("unknown", _) => "who wins is not known".to_string(),
        (_, Some(moves)) if moves.iter().any(|judged| judged.result == "unknown") => {
            let known = moves.iter().filter(|judged| judged.result != "unknown").count();
            format!("{known} of {} moves are known", moves.len())
        }
        (winner, _) => format!("{winner} wins, but the certificate is not complete and checked"),
    };
    let saved = report.checkpoint.as_ref().map_or(String::new(), |checkpoint| {
        format!("; {} has what was found out, and the same command goes on from there", checkpoint.file)
    });
    format!("{what} after {} nodes in {:.1} s{saved}", grouped(report.nodes), report.seconds)
}
