//! Puzzles from the table of zugzwangs: three areas side by side, and in one of them moving first is worse.

use std::sync::atomic::AtomicBool;

use otrera_board::areas::letters;
use otrera_board::{Cell, Position, Setup, Side, Symmetry};
use otrera_cgt::{Dyadic, Interrupted, Store};
use otrera_engine::Random;
use otrera_papers::Zugzwangs;
use otrera_regions::region::{Region, Walk};

use super::endings::MOST_VISITED;
use super::grade::Judged;
use super::plain::Plain;
use super::{Answers, Puzzle, PuzzleKind};

/// Sizes of the zugzwangs; the smallest have five squares.
const SIZES: [usize; 2] = [5, 6];
/// Sizes of the other areas.
const OTHERS: [usize; 3] = [5, 6, 7];
/// Areas of a puzzle.
const AREAS: usize = 3;
/// Squares of the largest board.
const LARGEST: usize = 64;

/// Zugzwangs, each beside other areas.
pub(super) struct Boards {
    zugzwangs: Vec<Position<u64>>,
    regions: Vec<Region>,
    random: Random,
}

impl Boards {
    pub(super) fn new(seed: u64, walk: Walk<'_>) -> Result<Boards, Interrupted> {
        let store = Store::new();
        let mut zugzwangs = Vec::new();
        for size in SIZES {
            let all = Zugzwangs::find(size, &store, walk)?.found.into_iter();
            let is_clear = |zugzwang: &otrera_papers::Zugzwang| {
                zugzwang.exact.is_zugzwang() && zugzwang.minimax.is_zugzwang() && zugzwang.loss() >= Dyadic::integer(1)
            };
            zugzwangs.extend(all.filter(is_clear).map(|zugzwang| zugzwang.position));
        }
        let mut regions = Vec::new();
        for size in OTHERS {
            regions.extend(walk.list(size)?);
        }
        Ok(Boards { zugzwangs, regions, random: Random::new(seed) })
    }

    /// The next board, if it is a puzzle.
    pub(super) fn next(&mut self, stop: &AtomicBool) -> Option<Puzzle> {
        let zugzwang = self.random.one(&self.zugzwangs).expect("there are zugzwangs of these sizes");
        let place = self.random.below(AREAS);
        let mut areas = Vec::new();
        while areas.len() < AREAS {
            let area = if areas.len() == place { Some(zugzwang) } else { self.hot(stop) };
            areas.extend(area.map(|area| self.image(&area)));
        }
        let position = side_by_side(&areas)?;
        let answers = Answers::Area(letters(place));
        let mut puzzle = Puzzle { kind: PuzzleKind::Zugzwang, grade: 1, position, answers };
        let judged = Judged::new(&puzzle, &mut Plain::new(MOST_VISITED, stop))?;
        assert_eq!(judged.answers, puzzle.answers, "exact values and the plain search disagree on {position}");
        puzzle.grade = judged.grade;
        Some(puzzle)
    }

    /// A random area with an amazon of each side, if moving first gains in it.
    fn hot(&mut self, stop: &AtomicBool) -> Option<Position<u64>> {
        let region = self.random.one(&self.regions).expect("there are regions of these sizes");
        let [black, white] = [(); 2].map(|()| self.random.below(region.len()) as u8);
        if black == white {
            return None;
        }
        let position = region.position(&[black], &[white]);
        let mut plain = Plain::new(MOST_VISITED, stop);
        let [black_first, white_first] = Side::BOTH.map(|side| plain.score(&position.with_to_move(side)));
        (black_first? > white_first?).then_some(position)
    }

    /// A random image under symmetry and exchange of colours.
    fn image(&mut self, area: &Position<u64>) -> Position<u64> {
        let image = area.transformed(self.random.one(&Symmetry::ALL).expect("there are eight symmetries"));
        if self.random.below(2) == 0 { image } else { image.colours_swapped() }
    }
}

/// A board with these areas from left to right, a burnt column between them, White to move. `None` if it is too large.
fn side_by_side(areas: &[Position<u64>]) -> Option<Position<u64>> {
    let height = areas.iter().map(|area| usize::from(area.size().height())).max()?;
    let mut rows = vec![Vec::new(); height];
    for (number, area) in areas.iter().enumerate() {
        let setup = area.setup();
        let mut cells = setup.rows();
        for row in &mut rows {
            row.extend((number > 0).then_some(Cell::Burnt));
            match cells.next() {
                Some(cells) => row.extend_from_slice(cells),
                None => row.extend(std::iter::repeat_n(Cell::Burnt, setup.width())),
            }
        }
    }
    let width = rows[0].len();
    if width * height > LARGEST {
        return None;
    }
    Setup::from_cells(width, height, rows.concat(), Some(Side::White)).position().ok()?.resized()
}
