//! Margins against plain minimax on random small positions and on sums of zugzwangs.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use otrera_board::{Position, Setup, Side};
use otrera_solver::score::{Score, ScoreOptions, Scorer};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Knuth's linear congruential generator, its high bits.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// A board from 3x3 to 4x4 and 3x5, one to three amazons a side, up to eight arrows.
    fn position(&mut self) -> Position<u64> {
        let (width, height) = [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 3)][self.below(6)];
        let mut cells = vec!['.'; width * height];
        // Boards with much room take minimax too long.
        let arrows = self.below(9).max((width * height).saturating_sub(9));
        for (sign, count) in [('b', 1 + self.below(3)), ('w', 1 + self.below(3)), ('#', arrows)] {
            for _ in 0..count {
                let free: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == '.').collect();
                if !free.is_empty() {
                    cells[free[self.below(free.len())]] = sign;
                }
            }
        }
        let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        let side = ['b', 'w'][self.below(2)];
        parsed(&format!("{} {side}", rows.join("/")))
    }
}

fn parsed(text: &str) -> Position<u64> {
    text.parse::<Setup>().unwrap().position().unwrap().resized().unwrap()
}

/// Moves made and left, those of the side to move less the other's, by nothing but the rules.
fn minimax(position: &Position<u64>, known: &mut HashMap<Position<u64>, i32>) -> i32 {
    if let Some(&score) = known.get(position) {
        return score;
    }
    let mut best = None;
    for action in position.actions() {
        let mut next = *position;
        next.play_unchecked(action);
        best = best.max(Some(1 - minimax(&next, known)));
    }
    let score = best.unwrap_or_else(|| -in_a_row(&position.with_to_move(!position.to_move())));
    known.insert(*position, score);
    score
}

/// The most moves that the side to move can make if the other never moves.
fn in_a_row(position: &Position<u64>) -> i32 {
    let after = |action| {
        let mut next = *position;
        next.play_unchecked(action);
        1 + in_a_row(&next.with_to_move(position.to_move()))
    };
    position.actions().into_iter().map(after).max().unwrap_or(0)
}

fn score(ahead: i32, to_move: Side) -> Score {
    match ahead > 0 {
        true => Score { winner: to_move, margin: ahead as u32 - 1 },
        false => Score { winner: !to_move, margin: -ahead as u32 },
    }
}

#[test]
fn margins_agree_with_minimax() {
    let mut random = Random(1);
    let options = ScoreOptions { memory: 1 << 26, ..ScoreOptions::default() };
    let mut scorer = Scorer::new(options, &NEVER);
    for _ in 0..10_000 {
        let position = random.position();
        let expected = score(minimax(&position, &mut HashMap::new()), position.to_move());
        assert_eq!(scorer.score(&position, None).unwrap(), expected, "{position}");
    }
}
