//! Grades: how hard the plain search finds a puzzle, and how many wrong answers look right.

use otrera_board::{Move, Position, Side};

use super::plain::Plain;
use super::{Answers, Puzzle, PuzzleKind};

/// Least points of grades 2 to 5. Each grade has at least twenty of the puzzles of the program.
const POINTS: [u32; 4] = [8, 10, 12, 14];

/// The answers and the grade of a puzzle by the plain search; `None` if its limits end it.
pub(super) struct Judged {
    pub(super) answers: Answers,
    pub(super) grade: u8,
}

impl Judged {
    /// Judges every answer of a puzzle.
    pub(super) fn new(puzzle: &Puzzle, plain: &mut Plain<'_>) -> Option<Judged> {
        let position = &puzzle.position;
        let (answers, plausible) = match puzzle.kind {
            PuzzleKind::Zugzwang => {
                let (label, wrong) = zugzwang(position, plain)?;
                (Answers::Area(label), wrong)
            }
            PuzzleKind::Fill => {
                let alone =
                    |child: &Position<u64>, plain: &mut Plain<'_>| plain.moves_alone(&child.with_to_move(Side::White));
                judge_moves(position, plain, alone)?
            }
            PuzzleKind::Win | PuzzleKind::Half | PuzzleKind::Save => {
                judge_moves(position, plain, |child, plain| plain.wins(child).map(|loses| u32::from(!loses)))?
            }
        };
        let points = plain.visited().max(1).ilog2() + 2 * (1 + plausible).ilog2();
        Some(Judged { answers, grade: 1 + POINTS.iter().filter(|&&least| points >= least).count() as u8 })
    }
}

/// The moves that are worth most, and the number of plausible ones among the others.
fn judge_moves(
    position: &Position<u64>,
    plain: &mut Plain<'_>,
    worth: impl Fn(&Position<u64>, &mut Plain<'_>) -> Option<u32>,
) -> Option<(Answers, u32)> {
    let mut judged: Vec<(Move, u32, i64)> = Vec::new();
    let mut children = Vec::new();
    position.for_each_child(|action, child| children.push((position.name(action), *child)));
    for (play, child) in children {
        judged.push((play, worth(&child, plain)?, mobility(&child)));
    }
    let most = judged.iter().map(|&(_, worth, _)| worth).max()?;
    let right = || judged.iter().filter(|&&(_, worth, _)| worth == most);
    let looks = right().map(|&(_, _, look)| look).max()?;
    let plausible = judged.iter().filter(|&&(_, worth, look)| worth < most && look >= looks).count();
    let mut answers: Vec<Move> = right().map(|&(play, _, _)| play).collect();
    answers.sort_unstable();
    Some((Answers::Moves(answers), plausible as u32))
}

/// White's legal moves less Black's.
fn mobility(position: &Position<u64>) -> i64 {
    let [black, white] = Side::BOTH.map(|side| position.with_to_move(side).count_moves() as i64);
    white - black
}

/// The label of the area in which moving first is worse, and the number of other areas. The label is empty if there is
/// not exactly one.
fn zugzwang(position: &Position<u64>, plain: &mut Plain<'_>) -> Option<(String, u32)> {
    let areas = otrera_board::areas::basic(position);
    let labels = otrera_board::areas::labels(position, &areas);
    let mut found = Vec::new();
    for (area, label) in areas.iter().zip(labels) {
        let alone = area.alone(position);
        let [black_first, white_first] = Side::BOTH.map(|side| plain.score(&alone.with_to_move(side)));
        if black_first? < white_first? {
            found.push(label);
        }
    }
    let wrong = areas.len() - found.len();
    Some((if found.len() == 1 { found.remove(0) } else { String::new() }, wrong as u32))
}
