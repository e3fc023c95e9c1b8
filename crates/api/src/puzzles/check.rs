//! Checking puzzles, by other means than those that made them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use otrera_board::{Action, Position, Side, areas};
use otrera_cgt::{Interrupted, Store};
use otrera_solver::score::{ScoreOptions, Scorer};
use otrera_solver::{Knowledge, Options, SolveError, Solver};
use serde::Serialize;

use super::endings::{MEMORY, MOST_VISITED, fits};
use super::grade::Judged;
use super::plain::Plain;
use super::{Answers, Puzzle, PuzzleFile, PuzzleKind, TEXT};
use crate::certificate::Unproven;
use crate::host::{Job, Outcome, State};
use crate::limits::interrupted;
use crate::option::Choice as _;
use crate::solve::knowledge;

/// Memory of the solver in bytes: the positions are small.
const SOLVER_MEMORY: usize = 64 << 20;

/// Checks all answers of a file.
#[derive(Clone, Debug)]
pub struct PuzzlesCheck {
    /// The text of the file; `None` for the puzzles of the program.
    pub text: Option<String>,
    /// Path of the atlas, if it is not the usual one.
    pub atlas: Option<PathBuf>,
}

/// The verdict on a file of puzzles.
#[derive(Debug, Serialize)]
pub struct PuzzlesCheckReport {
    puzzles: usize,
    /// By kind, the number of puzzles of each grade.
    kinds: Vec<KindCount>,
    bytes: usize,
    /// The first puzzle that does not hold, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct KindCount {
    kind: &'static str,
    grades: [usize; 5],
}

impl PuzzlesCheck {
    /// Checks them in order. The report of a file that does not hold is incomplete, and names the puzzle.
    pub fn answer(&self, job: Job<'_>) -> anyhow::Result<Outcome<PuzzlesCheckReport>> {
        let begin = Instant::now();
        let text = self.text.as_deref().unwrap_or(TEXT);
        let file: PuzzleFile = text.parse()?;
        let atlas = job.host.atlas(self.atlas.as_deref())?;
        let store =
            Store::with_limits(otrera_cgt::Limits { stop: Arc::clone(job.stop), ..otrera_cgt::Limits::default() });
        let knowledge = knowledge(&atlas, &store)?;
        let mut checker = Checker::new(&knowledge, job.stop);
        let done = AtomicUsize::new(0);
        let state = || State::text(format!("{} of {} puzzles", done.load(Relaxed), file.puzzles.len()));
        let refused = job.with_progress(state, || {
            for (puzzle, line) in file.puzzles.iter().zip(2..) {
                if let Err(why) = checker.check(puzzle) {
                    return Some((line, why));
                }
                done.fetch_add(1, Relaxed);
            }
            None
        });
        let count = |kind: PuzzleKind| KindCount {
            kind: kind.name(),
            grades: [1, 2, 3, 4, 5]
                .map(|grade| file.puzzles.iter().filter(|puzzle| puzzle.kind == kind && puzzle.grade == grade).count()),
        };
        let mut report = PuzzlesCheckReport {
            puzzles: file.puzzles.len(),
            kinds: PuzzleKind::ALL.iter().map(|&kind| count(kind)).collect(),
            bytes: text.len(),
            refused: None,
            seconds: 0.0,
        };
        let missing = match refused {
            None => None,
            Some((_, Refusal::Limits(why))) => {
                let progress = format!("{} of {} puzzles are checked", done.load(Relaxed), report.puzzles);
                Some(interrupted(why, &progress))
            }
            Some((line, why)) => {
                let sentence = format!("line {line}: {why}");
                report.refused = Some(sentence.clone());
                Some(Unproven(sentence).into())
            }
        };
        report.seconds = begin.elapsed().as_secs_f64();
        Ok(Outcome { report, missing })
    }
}

impl PuzzlesCheckReport {
    /// The report as text.
    pub fn text(&self) -> String {
        let mut lines = vec![format!("{:<10}{:>6}{:>6}{:>6}{:>6}{:>6}{:>8}", "grade", 1, 2, 3, 4, 5, "all")];
        lines.extend(self.kinds.iter().map(|KindCount { kind, grades: [a, b, c, d, e] }| {
            format!("{kind:<10}{a:>6}{b:>6}{c:>6}{d:>6}{e:>6}{:>8}", a + b + c + d + e)
        }));
        lines.push(match &self.refused {
            None => format!("all {} puzzles hold, {} bytes, {:.1} s", self.puzzles, self.bytes, self.seconds),
            Some(why) => why.clone(),
        });
        lines.join("\n")
    }
}

/// Reason why a puzzle is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    /// The answers are others.
    #[error("the right answers are {0}")]
    Answers(String),
    /// The grade is another.
    #[error("the grade is {0}")]
    Grade(u8),
    /// The position does not meet the conditions of its kind.
    #[error("this is no puzzle of kind {0}")]
    Kind(&'static str),
    /// The plain search takes too long.
    #[error("a plain search needs more than {MOST_VISITED} positions")]
    TooLarge,
    /// The solver contradicts itself.
    #[error("{0}")]
    Solver(String),
    /// The limits ended the check.
    #[error(transparent)]
    Limits(#[from] Interrupted),
}

/// Checks puzzles, and keeps the results of the solver from one to the next.
pub(super) struct Checker<'a> {
    solver: Solver<'a>,
    stop: &'a AtomicBool,
}

impl<'a> Checker<'a> {
    pub(super) fn new(knowledge: &'a Knowledge<'a>, stop: &'a AtomicBool) -> Checker<'a> {
        let options = Options { memory: SOLVER_MEMORY, ..Options::FULL };
        Checker { solver: Solver::new(knowledge, options, stop), stop }
    }

    pub(super) fn check(&mut self, puzzle: &Puzzle) -> Result<(), Refusal> {
        let mut plain = Plain::new(MOST_VISITED, self.stop);
        let judged = Judged::new(puzzle, &mut plain);
        if self.stop.load(Relaxed) {
            return Err(Interrupted::Stopped.into());
        }
        let judged = judged.ok_or(Refusal::TooLarge)?;
        for answers in [&judged.answers, &self.answers(puzzle)?] {
            if *answers != puzzle.answers {
                return Err(Refusal::Answers(answers.texts().join(",")));
            }
        }
        if !self.is_of_its_kind(puzzle) {
            return Err(Refusal::Kind(puzzle.kind.name()));
        }
        if judged.grade != puzzle.grade {
            return Err(Refusal::Grade(judged.grade));
        }
        Ok(())
    }

    /// The answers by the solver, or by the margin search.
    fn answers(&mut self, puzzle: &Puzzle) -> Result<Answers, Refusal> {
        let position = &puzzle.position;
        match puzzle.kind {
            PuzzleKind::Win | PuzzleKind::Half | PuzzleKind::Save => self.winning_moves(position),
            PuzzleKind::Fill => self.filling_moves(position),
            PuzzleKind::Zugzwang => self.zugzwang(position),
        }
    }

    fn winning_moves(&mut self, position: &Position<u64>) -> Result<Answers, Refusal> {
        let (judged, why) = self.solver.judge_moves(position, &|_, _, _| ());
        match why {
            None => {}
            Some(SolveError::Interrupted(why)) => return Err(why.into()),
            Some(why) => return Err(Refusal::Solver(why.to_string())),
        }
        let mut moves: Vec<_> =
            judged.iter().filter(|judged| judged.wins == Some(true)).map(|judged| judged.play).collect();
        moves.sort_unstable();
        Ok(Answers::Moves(moves))
    }

    /// The moves that keep the margin. Black has no amazon, so the margin counts White's moves.
    fn filling_moves(&mut self, position: &Position<u64>) -> Result<Answers, Refusal> {
        let mut scorer = self.scorer();
        let mut judged = Vec::new();
        for action in position.actions() {
            let mut child = *position;
            child.play_unchecked(action);
            judged.push((scorer.score(&child, None)?.margin, position.name(action)));
        }
        let most = judged.iter().map(|&(margin, _)| margin).max();
        let mut moves: Vec<_> =
            judged.iter().filter(|&&(margin, _)| Some(margin) == most).map(|&(_, play)| play).collect();
        moves.sort_unstable();
        Ok(Answers::Moves(moves))
    }

    /// The area in which moving first is worse; in all others it gains.
    fn zugzwang(&mut self, position: &Position<u64>) -> Result<Answers, Refusal> {
        let areas = areas::basic(position);
        let mut worse = Vec::new();
        for (area, label) in areas.iter().zip(areas::labels(position, &areas)) {
            let mut scorer = self.scorer();
            let mut ahead = |side: Side| -> Result<i32, Interrupted> {
                let score = scorer.score(&area.alone(position).with_to_move(side), None)?;
                // Moves made and left, Black's less White's.
                let for_mover = if score.winner == side { score.margin as i32 + 1 } else { -(score.margin as i32) };
                Ok(if side == Side::Black { for_mover } else { -for_mover })
            };
            match ahead(Side::Black)?.cmp(&ahead(Side::White)?) {
                std::cmp::Ordering::Less => worse.push(label),
                std::cmp::Ordering::Equal => return Err(Refusal::Kind(PuzzleKind::Zugzwang.name())),
                std::cmp::Ordering::Greater => {}
            }
        }
        Ok(Answers::Area(worse.join(" ")))
    }

    fn scorer(&self) -> Scorer<'a, u64> {
        Scorer::new(ScoreOptions { memory: MEMORY, ..ScoreOptions::default() }, self.stop)
    }

    fn is_of_its_kind(&self, puzzle: &Puzzle) -> bool {
        let position = &puzzle.position;
        match (&puzzle.answers, puzzle.kind) {
            (Answers::Moves(_), PuzzleKind::Fill) => position.amazons(Side::Black) == 0,
            (Answers::Moves(moves), kind) => {
                let right: Vec<Action> = moves.iter().filter_map(|&play| position.check(play).ok()).collect();
                fits(kind, position, &right)
            }
            (Answers::Area(_), kind) => kind == PuzzleKind::Zugzwang,
        }
    }
}
