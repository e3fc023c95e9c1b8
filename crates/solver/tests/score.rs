//! Margins against plain minimax: random small positions, sums of zugzwangs, lines of play and both komi rules.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use otrera_board::{Position, Side, Symmetry, areas};
use otrera_solver::score::{Komi, KomiRule, Play, Score, ScoreOptions, Scorer};
use otrera_testing::{NEVER, Random, position};

/// Zugzwangs of five and six squares of every kind, from `otrera tables zugzwang --size 6 --list`.
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
    // Two of seven squares for which minimax on the area alone gives the wrong sum.
    ".w#.#/##b##/#.#.b",
    "#.###/.#w#./###b#/##.##",
];
/// Territories, hot areas, infinitesimals and fractions.
const OTHERS: [&str; 7] = ["b.", "w..", "b.w", "b..w", ".b.w", "b../w..", "b.#/#.w"];

/// A random small position in the type of [`scorer`].
fn random_position(random: &mut Random) -> Position {
    random.position().resized().expect("small boards fit")
}

/// An image of an area: turned, mirrored, or with colours swapped.
fn image(random: &mut Random, area: &str) -> Position {
    let image = position::<u128>(&format!("{area} w")).transformed(random.one(&Symmetry::ALL));
    if random.below(2) == 0 { image } else { image.colours_swapped() }
}

/// Zugzwangs, then other areas, with at most `max_empty` empty squares, because minimax is slow.
fn random_sum(random: &mut Random, zugzwangs: usize, max_empty: usize) -> Position {
    let mut areas: Vec<&str> = Vec::new();
    for index in 0..5 {
        let area = if index < zugzwangs { random.one(&ZUGZWANGS) } else { random.one(&OTHERS) };
        if areas.iter().chain([&area]).map(|area| area.matches('.').count()).sum::<usize>() <= max_empty {
            areas.push(area);
        }
    }
    sum(random, &areas)
}

/// Images of areas on one board, apart from each other.
fn sum(random: &mut Random, areas: &[&str]) -> Position {
    let images: Vec<Position> = areas.iter().map(|area| image(random, area)).collect();
    let side = ['b', 'w'][random.below(2)];
    beside(&images, side)
}

/// One board with all of `boards` on it, in rows of two, with burnt squares between them.
fn beside(boards: &[Position], side: char) -> Position {
    let rows = |board: &Position| -> Vec<String> {
        let text = board.to_string();
        let (board, _) = text.split_once(' ').unwrap();
        let expanded = |row: &str| {
            let square = |c: char| c.to_digit(10).map_or(c.to_string(), |count| ".".repeat(count as usize));
            row.chars().map(square).collect::<String>()
        };
        board.split('/').map(expanded).collect()
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
    position(&format!("{} {side}", lines.join("/")))
}

fn scorer() -> Scorer<'static, u128> {
    Scorer::new(ScoreOptions { memory: 1 << 26, ..ScoreOptions::default() }, &NEVER)
}

/// Moves made and left, those of the side to move less the opponent's, by the rules alone. `passes` are Black's and White's.
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

/// The most moves that the side to move can make in a row.
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
        let position = random_position(&mut random);
        let expected = score(Minimax::default().ahead(&position, [0, 0]), position.to_move());
        assert_eq!(scorer.score(&position, None).unwrap(), expected, "{position}");
    }
}

#[test]
fn margins_of_sums_agree_with_minimax() {
    let mut random = Random(2);
    let mut scorer = scorer();
    for number in 0..1500 {
        // Minimax is slow on large sums.
        let max_empty = if number % 250 == 0 { 12 } else { 9 };
        let zugzwangs = 1 + random.below(3);
        let position = random_sum(&mut random, zugzwangs, max_empty);
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
            0 => random_sum(&mut random, 2, 9),
            _ => random_position(&mut random),
        };
        let (found, line) = scorer.line(&position, None).unwrap();
        check_line(&position, None, &found, &line, &mut Minimax::default());
        let best = scorer.best(&position, None).unwrap();
        assert_eq!(best, line.first().copied(), "{position}");
    }
}

/// True if the side to move wins with points for `side` by Lieberum's second rule: the opponent wins if `side` cannot move
/// and the opponent has at least `points` moves left; else `side` wins.
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
fn komi_rules_agree_with_their_definitions() {
    let mut random = Random(4);
    let mut scorer = scorer();
    let mut differ = 0;
    for number in 0..1500 {
        let position = match number % 3 {
            0 => {
                let area = random.one(&ZUGZWANGS);
                sum(&mut random, &[area])
            }
            _ => random_position(&mut random),
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
        // The side with points never does worse with passes.
        assert!(by_points.winner != side || by_passes.winner == side, "{position} {side} {points}");
    }
    assert!(differ > 0, "there are positions where the rules differ");
}

/// Lieberum says of his Fig. 12, which our copy lacks: with a komi of two points, Black to move passes and wins by the first
/// rule, and has to move and loses by the second. This zugzwang is such a position.
#[test]
fn komi_rules_differ_in_a_zugzwang() {
    let position = position(".#.#/#w##/.#b. b");
    let mut scorer = scorer();
    let mut found = |rule| scorer.line(&position, Some(Komi { side: Side::Black, points: 2, rule })).unwrap();
    let (score, line) = found(KomiRule::Passes);
    assert_eq!((score.winner, line[0]), (Side::Black, Play::Pass));
    let (score, _) = found(KomiRule::Points);
    assert_eq!(score.winner, Side::White);
}

/// Seven zugzwangs on 10x10 and eight on 12x10, far too many for minimax. Best play gets at least the margin against any
/// opponent.
const MANY_ZUGZWANGS: [&str; 2] = [
    ".w#.#.#w.#/##b###b###/.#..#..#../w#######w#/#b.#.#.b#./.#.#w#####/#####b.###/.#.#.#.#../#w######w#/.#b.##.b#.",
    ".w#.#.#b.##./##b##.w###b#/.#..###.#w#./w####.###.#./#b.###b.####/.#.#.w#.#.#./#########b#./.#b.#..###w#/\
     #w#####b###./..###.w#.###",
];

/// Orders scores, greatest best for Black.
fn rank(score: Score) -> i32 {
    let margin = score.margin as i32;
    if score.winner == Side::Black { margin } else { -1 - margin }
}

#[test]
fn best_play_gets_its_margin_against_random_play() {
    let mut random = Random(6);
    for (board, side) in MANY_ZUGZWANGS.iter().flat_map(|board| ["b", "w"].map(|side| (board, side))) {
        let begin = position(&format!("{board} {side}"));
        let mut scorer = scorer();
        let (promised, line) = scorer.line(&begin, None).unwrap();
        assert_eq!(scorer.nodes(), 0, "territories and simple zugzwangs need no search");
        let mut end = begin;
        for play in line {
            let Play::Move(play) = play else { panic!("there is no komi") };
            end.play(play).unwrap();
        }
        let played = |end: &Position| {
            let loser = end.to_move();
            assert!(end.actions().is_empty());
            let last = end.with_to_move(!loser);
            // Area by area: together they would be tried in every order.
            let left = areas::basic(&last).iter().map(|area| in_a_row(&area.alone(&last))).sum::<i32>();
            Score { winner: !loser, margin: left as u32 }
        };
        assert_eq!(played(&end), promised, "{begin}");
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
            let (got, promised) = (rank(played(&position)), rank(promised));
            let is_enough = if best == Side::Black { got >= promised } else { got <= promised };
            assert!(is_enough, "{begin}: {got} and {promised}");
        }
    }
}

/// The winners are those of Song & Müller's Table I.
#[test]
fn margins_of_start_positions() {
    for (board, winner, margin) in [("start:4x4", Side::Black, 0), ("start:5x4", Side::White, 1)] {
        let position: Position<u64> = position(board);
        let found = Scorer::new(ScoreOptions::default(), &NEVER).score(&position, None).unwrap();
        assert_eq!(found, Score { winner, margin }, "{board}");
    }
}

#[test]
fn threads_and_memory_change_no_score() {
    let mut random = Random(5);
    for number in 0..40 {
        let position = random.position();
        let plain = Scorer::new(ScoreOptions::default(), &NEVER).score(&position, None).unwrap();
        let options = match number % 2 {
            0 => ScoreOptions { threads: 2, memory: 1 << 24, ..ScoreOptions::default() },
            _ => ScoreOptions { memory: 1 << 10, ..ScoreOptions::default() },
        };
        assert_eq!(Scorer::new(options, &NEVER).score(&position, None).unwrap(), plain, "{position}");
    }
    let start: Position<u64> = position("start:4x4");
    let few = ScoreOptions { nodes: 10, ..ScoreOptions::default() };
    assert!(Scorer::new(few, &NEVER).score(&start, None).is_err());
    assert!(Scorer::new(ScoreOptions::default(), &AtomicBool::new(true)).score(&start, None).is_err());
}
