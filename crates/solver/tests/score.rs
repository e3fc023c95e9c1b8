//! Margins against plain minimax: random small positions, sums of zugzwangs, lines of play and both komi rules.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use otrera_board::{Position, Setup, Side, Symmetry, areas};
use otrera_solver::score::{Komi, KomiRule, Play, Score, ScoreOptions, Scorer};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Zugzwangs of five and six squares of every kind, as `otrera tables zugzwang --size 6 --list` has them.
const ZUGZWANGS: [&str; 20] = [
    "#.##/##b#/.w#.",
    ".###/#w#./##b#/#.##",
    "#.#/.#w/.b.",
    "#.##/##w./.b#.",
    "..##/#w##/.#b.",
    "..##/##b#/.w#.",
    ".w##/##b#/..#.",
    ".#.#/#w##/.#b.",
    "w#.#/#w##/.#b.",
    ".#w#/#b#./.#.#",
    "#.b#/w##./#..#",
    ".###/#w##/##b#/..#.",
    ".###/#.##/##w#/.b#.",
    ".###/#b#./##w#/..##",
    ".###/#w#./##b#/#.#.",
    ".###/#w#./##b#/#.#b",
    ".###/#b#./.#w#/#.##",
    ".###/.b#./##w#/#.##",
    // Two of seven squares, where minimax on the area alone is misled.
    ".w#.#/##b##/#.#.b",
    "#.###/.#w#./###b#/##.##",
];
/// Areas that are something else: territories, hot ones, infinitesimals, fractions.
const OTHERS: [&str; 7] = ["b.", "w..", "b.w", "b..w", ".b.w", "b../w..", "b.#/#.w"];

/// Knuth's linear congruential generator, its high bits.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A board from 3x3 to 4x4 and 3x5, one to three amazons a side, up to eight arrows.
    fn position(&mut self) -> Position {
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

    /// The same area, turned, mirrored, or with its colours exchanged.
    fn image(&mut self, area: &str) -> Position {
        let image = parsed(&format!("{area} w")).transformed(self.one(&Symmetry::ALL));
        if self.below(2) == 0 { image } else { image.colours_swapped() }
    }

    /// Some zugzwangs, then other areas, with no more than so many empty squares, as minimax takes long.
    fn sum_of(&mut self, zugzwangs: usize, most: usize) -> Position {
        let mut areas: Vec<&str> = Vec::new();
        for number in 0..5 {
            let area = if number < zugzwangs { self.one(&ZUGZWANGS) } else { self.one(&OTHERS) };
            if areas.iter().chain([&area]).map(|area| area.matches('.').count()).sum::<usize>() <= most {
                areas.push(area);
            }
        }
        self.sum(&areas)
    }

    /// Areas on one board, apart from each other.
    fn sum(&mut self, areas: &[&str]) -> Position {
        let images: Vec<Position> = areas.iter().map(|area| self.image(area)).collect();
        let side = ['b', 'w'][self.below(2)];
        beside(&images, side)
    }
}

/// Boards on one, two beside each other, with burnt squares between them.
fn beside(boards: &[Position], side: char) -> Position {
    let rows = |board: &Position| -> Vec<String> {
        let text = board.to_string();
        let (board, _) = text.split_once(' ').unwrap();
        let spelt = |row: &str| {
            let square = |c: char| c.to_digit(10).map_or(c.to_string(), |count| ".".repeat(count as usize));
            row.chars().map(square).collect::<String>()
        };
        board.split('/').map(spelt).collect()
    };
    let mut lines: Vec<String> = Vec::new();
    for pair in boards.chunks(2) {
        let pair: Vec<Vec<String>> = pair.iter().map(rows).collect();
        for at in 0..pair.iter().map(Vec::len).max().unwrap() {
            let part = |rows: &Vec<String>| rows.get(at).cloned().unwrap_or_else(|| "#".repeat(rows[0].len()));
            lines.push(pair.iter().map(part).collect::<Vec<_>>().join("#"));
        }
        lines.push("#".into());
    }
    lines.pop();
    let width = lines.iter().map(String::len).max().unwrap();
    let lines: Vec<String> = lines.iter().map(|line| format!("{line:#<width$}")).collect();
    parsed(&format!("{} {side}", lines.join("/")))
}

fn parsed(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

fn scorer() -> Scorer<'static, u128> {
    Scorer::new(ScoreOptions { memory: 1 << 26, ..ScoreOptions::default() }, &NEVER)
}

/// Moves made and left, those of the side to move less the other's, by nothing but the rules. `passes` are Black's and
/// White's.
#[derive(Default)]
struct Minimax(HashMap<(Position, [u16; 2]), i32>);

impl Minimax {
    fn ahead(&mut self, position: &Position, passes: [u16; 2]) -> i32 {
        if let Some(&known) = self.0.get(&(*position, passes)) {
            return known;
        }
        let us = position.to_move();
        let mut best = None;
        for action in position.actions() {
            let mut next = *position;
            next.play_unchecked(action);
            best = best.max(Some(1 - self.ahead(&next, passes)));
        }
        if passes[us.index()] > 0 {
            let mut fewer = passes;
            fewer[us.index()] -= 1;
            best = best.max(Some(1 - self.ahead(&position.with_to_move(!us), fewer)));
        }
        let ahead = best.unwrap_or_else(|| -in_a_row(&position.with_to_move(!us)) - i32::from(passes[(!us).index()]));
        self.0.insert((*position, passes), ahead);
        ahead
    }
}

/// The most moves that the side to move can make if the other never moves.
fn in_a_row(position: &Position) -> i32 {
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
        false => Score { winner: !to_move, margin: ahead.unsigned_abs() },
    }
}

#[test]
fn margins_agree_with_minimax() {
    let mut random = Random(1);
    let mut scorer = scorer();
    for _ in 0..10_000 {
        let position = random.position();
        let expected = score(Minimax::default().ahead(&position, [0, 0]), position.to_move());
        assert_eq!(scorer.score(&position, None).unwrap(), expected, "{position}");
    }
}

#[test]
fn margins_of_sums_agree_with_minimax() {
    let mut random = Random(2);
    let mut scorer = scorer();
    for number in 0..1500 {
        // Three zugzwangs take minimax long enough to be few.
        let most = if number % 250 == 0 { 12 } else { 9 };
        let zugzwangs = 1 + random.below(3);
        let position = random.sum_of(zugzwangs, most);
        let expected = score(Minimax::default().ahead(&position, [0, 0]), position.to_move());
        assert_eq!(scorer.score(&position, None).unwrap(), expected, "{position}");
    }
}

/// Plays a line, and checks every move of it and the margin at its end.
fn check_line(position: &Position, komi: Option<Komi>, found: &Score, line: &[Play], minimax: &mut Minimax) {
    let (mut position, begin) = (*position, *position);
    let mut passes = [0; 2];
    if let Some(Komi { side, points, rule: KomiRule::Passes }) = komi {
        passes[side.index()] = points;
    }
    let mut ahead = minimax.ahead(&position, passes);
    for play in line {
        match play {
            Play::Move(play) => {
                position.play(*play).unwrap();
            }
            Play::Pass => {
                passes[position.to_move().index()] -= 1;
                position = position.with_to_move(!position.to_move());
            }
        }
        let next = minimax.ahead(&position, passes);
        assert_eq!(next, 1 - ahead, "{begin}: {play} is not best");
        ahead = next;
    }
    let loser = position.to_move();
    assert!(position.actions().is_empty() && passes[loser.index()] == 0, "{begin}: the line ends too early");
    if komi.is_none_or(|komi| komi.rule == KomiRule::Passes) {
        let left = in_a_row(&position.with_to_move(!loser)) as u32 + u32::from(passes[(!loser).index()]);
        assert_eq!(*found, Score { winner: !loser, margin: left }, "{begin}");
    }
}

#[test]
fn lines_are_best_play_to_the_end() {
    let mut random = Random(3);
    let mut scorer = scorer();
    for number in 0..1500 {
        let position = match number % 5 {
            0 => random.sum_of(2, 9),
            _ => random.position(),
        };
        let (found, line) = scorer.line(&position, None).unwrap();
        check_line(&position, None, &found, &line, &mut Minimax::default());
        let best = scorer.best(&position, None).unwrap();
        assert_eq!(best, line.first().copied(), "{position}");
    }
}

/// Whether the side to move wins if `side` gets points by Lieberum's second rule: the other wins if `side` cannot move and
/// she can make at least so many more moves, and else `side` wins.
fn wins_by_points(position: &Position, side: Side, points: i32, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let actions = position.actions();
    let us = position.to_move();
    let wins = match actions.is_empty() {
        true if us == side => in_a_row(&position.with_to_move(!us)) < points,
        true => false,
        false => actions.into_iter().any(|action| {
            let mut next = *position;
            next.play_unchecked(action);
            !wins_by_points(&next, side, points, known)
        }),
    };
    known.insert(*position, wins);
    wins
}

#[test]
fn both_komi_rules_agree_with_their_words() {
    let mut random = Random(4);
    let mut scorer = scorer();
    let mut differ = 0;
    for number in 0..1500 {
        let position = match number % 3 {
            0 => {
                let area = random.one(&ZUGZWANGS);
                random.sum(&[area])
            }
            _ => random.position(),
        };
        let (side, points) = (random.one(&Side::BOTH), random.below(4) as u16);
        let us = position.to_move();
        let mut passes = [0; 2];
        passes[side.index()] = points;
        let komi = |rule| Some(Komi { side, points, rule });

        let mut minimax = Minimax::default();
        let expected = score(minimax.ahead(&position, passes), us);
        let (by_passes, line) = scorer.line(&position, komi(KomiRule::Passes)).unwrap();
        assert_eq!(by_passes, expected, "{position} {side} {points}");
        check_line(&position, komi(KomiRule::Passes), &by_passes, &line, &mut minimax);

        let (by_points, line) = scorer.line(&position, komi(KomiRule::Points)).unwrap();
        let wins = wins_by_points(&position, side, i32::from(points), &mut HashMap::new());
        assert_eq!(by_points.winner, if wins { us } else { !us }, "{position} {side} {points}");
        check_line(&position, komi(KomiRule::Points), &by_points, &line, &mut minimax);
        differ += usize::from(by_passes.winner != by_points.winner);
        // Whoever gets points never fares worse with passes.
        assert!(by_points.winner != side || by_passes.winner == side, "{position} {side} {points}");
    }
    assert!(differ > 0, "there are positions where the rules differ");
}

/// What Lieberum says of his Fig. 12, which is not in the text that we have: with a komi of two points, Black to move passes
/// and wins by the first rule, and has to move and loses by the second. This zugzwang is such a position.
#[test]
fn a_zugzwang_tells_the_komi_rules_apart() {
    let position = parsed(".#.#/#w##/.#b. b");
    let mut scorer = scorer();
    let mut found = |rule| scorer.line(&position, Some(Komi { side: Side::Black, points: 2, rule })).unwrap();
    let (score, line) = found(KomiRule::Passes);
    assert_eq!((score.winner, line[0]), (Side::Black, Play::Pass));
    let (score, _) = found(KomiRule::Points);
    assert_eq!(score.winner, Side::White);
}

/// Seven zugzwangs on 10x10 and eight on 12x10: far too much for minimax. Whoever plays best gets at least what was said,
/// whatever the other does.
const MANY_ZUGZWANGS: [&str; 2] = [
    ".w#.#.#w.#/##b###b###/.#..#..#../w#######w#/#b.#.#.b#./.#.#w#####/#####b.###/.#.#.#.#../#w######w#/.#b.##.b#.",
    ".w#.#.#b.##./##b##.w###b#/.#..###.#w#./w####.###.#./#b.###b.####/.#.#.w#.#.#./#########b#./.#b.#..###w#/\
     #w#####b###./..###.w#.###",
];

/// A number that is greater the better it is for Black.
fn rank(score: Score) -> i32 {
    let margin = score.margin as i32;
    if score.winner == Side::Black { margin } else { -1 - margin }
}

#[test]
fn best_play_gets_its_margin_against_all_comers() {
    let mut random = Random(6);
    for (board, side) in MANY_ZUGZWANGS.iter().flat_map(|board| ["b", "w"].map(|side| (board, side))) {
        let begin = parsed(&format!("{board} {side}"));
        let mut scorer = scorer();
        let (said, line) = scorer.line(&begin, None).unwrap();
        assert_eq!(scorer.nodes(), 0, "territories and simple zugzwangs need no search");
        let mut end = begin;
        for play in line {
            let Play::Move(play) = play else { panic!("nobody was given a pass") };
            end.play(play).unwrap();
        }
        let played = |end: &Position| {
            let loser = end.to_move();
            assert!(end.actions().is_empty());
            let last = end.with_to_move(!loser);
            // One area after the other, or it would try them in every order.
            let left = areas::basic(&last).iter().map(|area| in_a_row(&area.alone(&last))).sum::<i32>();
            Score { winner: !loser, margin: left as u32 }
        };
        assert_eq!(played(&end), said, "{begin}");
        for number in 0..40 {
            let best = Side::BOTH[number % 2];
            let mut position = begin;
            while let Some(&first) = position.actions().first() {
                if position.to_move() == best {
                    let Some(Play::Move(play)) = scorer.best(&position, None).unwrap() else {
                        panic!("there is a move")
                    };
                    position.play(play).unwrap();
                } else {
                    let actions = position.actions();
                    let action = if random.below(4) == 0 { first } else { actions[random.below(actions.len())] };
                    position.play_unchecked(action);
                }
            }
            let (got, said) = (rank(played(&position)), rank(said));
            assert!(if best == Side::Black { got >= said } else { got <= said }, "{begin}: {got} and {said}");
        }
    }
}

/// Who wins is Song & Müller's Table I, but for 4x5, where a certificate says otherwise (docs/results.md).
#[test]
fn start_positions_have_their_margins() {
    for (board, winner, margin) in [("start:4x4", Side::Black, 0), ("start:5x4", Side::White, 1)] {
        let position = parsed(board).resized::<u64>().unwrap();
        let found = Scorer::new(ScoreOptions::default(), &NEVER).score(&position, None).unwrap();
        assert_eq!(found, Score { winner, margin }, "{board}");
    }
}

#[test]
fn threads_nodes_and_memory_change_no_answer() {
    let mut random = Random(5);
    for number in 0..40 {
        let position = random.position().resized::<u64>().unwrap();
        let plain = Scorer::new(ScoreOptions::default(), &NEVER).score(&position, None).unwrap();
        let options = match number % 2 {
            0 => ScoreOptions { threads: 2, memory: 1 << 24, ..ScoreOptions::default() },
            _ => ScoreOptions { memory: 1 << 10, ..ScoreOptions::default() },
        };
        assert_eq!(Scorer::new(options, &NEVER).score(&position, None).unwrap(), plain, "{position}");
    }
    let start = parsed("start:4x4").resized::<u64>().unwrap();
    let few = ScoreOptions { nodes: 10, ..ScoreOptions::default() };
    assert!(Scorer::new(few, &NEVER).score(&start, None).is_err());
    assert!(Scorer::new(ScoreOptions::default(), &AtomicBool::new(true)).score(&start, None).is_err());
}
