//! Exact play: proven wins are won, territories are filled without losing a move, and margins are kept.

mod common;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Exact, NEVER, ending, engine, moves_left, played, position, winner, wins};
use otrera_board::{Position, Side, areas};
use otrera_engine::endgame::open_squares;
use otrera_engine::{Endgame, Engine, EngineOptions, Limits, Proven, Random, Verdict};
use otrera_regions::filling::{FillLimits, Territory, comb, fill};
use otrera_solver::score::{ScoreOptions, Scorer};

/// Little memory, as the tests create many engines.
fn options() -> EngineOptions {
    EngineOptions { memory: 16 << 20, ..EngineOptions::default() }
}

/// Enough for most endings on 6x6.
fn limits() -> Limits<'static> {
    Limits::nodes(1 << 18, &NEVER)
}

/// Positions on 6x6, after 12 to 23 moves.
fn endings(count: u64) -> impl Iterator<Item = Position> {
    (0..count).map(|seed| ending("6x6", 12 + seed as usize % 12, seed))
}

#[test]
fn proven_wins_are_won_against_every_opponent() {
    let mut won = 0;
    let [mut exact, mut defence] = [0; 2].map(|_| Exact::new(&options()));
    for (seed, start) in endings(60).enumerate() {
        exact.new_game();
        let Verdict::Play(choice) = exact.endgame.choose(&start, &limits()) else { continue };
        if choice.score.proven != Some(Proven::Win) {
            continue;
        }
        won += 1;
        defence.new_game();
        let opponents: [&mut dyn Engine; 3] =
            [&mut *engine("random", seed as u64), &mut *engine("greedy", seed as u64), &mut defence];
        for opponent in opponents {
            exact.new_game();
            let (end, moves) = played(&start, [&mut exact, opponent], limits);
            assert_eq!(winner(&end), start.to_move(), "{start}: {moves:?}");
        }
    }
    assert!(won >= 20, "{won} of the endings are won");
}

#[test]
fn a_filling_that_may_be_too_short_does_not_replace_a_proven_win() {
    // From games with few nodes, in which filling once threw away a win that the solver had proven.
    for (nodes, text) in [
        (150, ".#..b./b##.#./#w##b#/..#.#w/.###w./#.wb#. b"),
        (50, "#...b#/b##.#w/#wb##b/.#.###/####w./#.w.#. w"),
        (200, "..b#.bw./..##w##./#.##.#../####b#../..w#.##./w#######/####.#../.##.#b#. b"),
        (50, "..b#..../.#####../...b.b##/##.#w##./w####.#w/##b#..../#####.../.w#.#... w"),
        (200, ".##b###./#bw#w#../w#.#b#../b###..../##.#.###/..######/.#w#####/........ w"),
        (50, "#...#.../.b#.#.../w##b##bb/##.##ww./#.######/###w#..#/...##.../.##..... w"),
    ] {
        let start = position(text);
        let limits = || Limits::nodes(nodes, &NEVER);
        let [mut exact, mut defence] = [0; 2].map(|_| Exact::new(&options()));
        let verdict = exact.endgame.choose(&start, &limits());
        assert!(matches!(verdict, Verdict::Play(choice) if choice.score.proven == Some(Proven::Win)), "{text}");
        let opponents: [&mut dyn Engine; 3] = [&mut *engine("random", 1), &mut *engine("greedy", 1), &mut defence];
        for opponent in opponents {
            exact.new_game();
            let (end, moves) = played(&start, [&mut exact, opponent], limits);
            assert_eq!(winner(&end), start.to_move(), "{start}: {moves:?}");
        }
    }
}

#[test]
fn best_play_of_both_sides_ends_with_the_margin() {
    let mut scored = 0;
    let [mut first, mut second] = [0; 2].map(|_| Exact::new(&options()));
    for start in endings(30).filter(|start| start.can_move()) {
        let options = ScoreOptions { nodes: 2_000, memory: 1 << 24, ..ScoreOptions::default() };
        let Ok(score) = Scorer::new(options, &NEVER).score(&start, None) else { continue };
        scored += 1;
        first.new_game();
        second.new_game();
        let (end, moves) = played(&start, [&mut first, &mut second], limits);
        let found = (winner(&end), moves_left(&end, winner(&end)));
        assert_eq!(found, (score.winner, score.margin as usize), "{start}: {moves:?}");
    }
    assert!(scored >= 20, "{scored} of the endings were scored");
}

/// Moves that the endgame makes if it is always the same side's turn.
fn moves_alone(start: &Position) -> usize {
    let mut endgame = Endgame::new(&options());
    let (mut position, mut moves) = (*start, 0);
    while let Verdict::Play(choice) = endgame.choose(&position, &limits()) {
        position.play(choice.play).unwrap();
        position = position.with_to_move(start.to_move());
        moves += 1;
    }
    assert!(!position.can_move(), "{position} still has moves");
    moves
}

/// Most moves that a side can make if it is always its turn, by exhaustive search.
fn most_moves(position: &Position) -> usize {
    let side = position.to_move();
    let mut most = 0;
    position.for_each_child(|_, child| most = most.max(1 + most_moves(&child.with_to_move(side))));
    most
}

/// Random board with amazons of one side and burnt squares.
fn random_territories(random: &mut Random, width: usize, height: usize, amazons: usize, burnt: usize) -> Position {
    let mut cells = vec!['.'; width * height];
    for (sign, count) in [('b', amazons), ('#', burnt)] {
        for _ in 0..count {
            let at = random.below(cells.len());
            cells[at] = if cells[at] == '.' { sign } else { cells[at] };
        }
    }
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    position(&format!("{} b", rows.join("/")))
}

#[test]
fn small_territories_are_filled_as_by_exhaustive_search() {
    let mut random = Random::new(1);
    for _ in 0..150 {
        let amazons = 1 + random.below(2);
        let start = random_territories(&mut random, 4, 3, amazons, 10);
        assert_eq!(moves_alone(&start), most_moves(&start), "{start}");
    }
}

#[test]
fn large_territories_are_filled_without_losing_a_move() {
    let mut random = Random::new(2);
    for _ in 0..60 {
        let (amazons, burnt) = (2 + random.below(3), 60 + random.below(60));
        let start = random_territories(&mut random, 10, 10, amazons, burnt);
        assert_eq!(moves_alone(&start), moves_left(&start, Side::Black), "{start}");
    }
    // docs/internals/territory.md.
    let defective = position(".#.#.#./#.###.#/#.###.#/##.#.##/#.###.#/......./...b.../....... b");
    assert_eq!(moves_alone(&defective), 29);
}

#[test]
fn combs_are_filled_from_every_square() {
    let (cells, _) = comb(2);
    let corner =
        |pick: fn(&(i32, i32)) -> i32| (cells.iter().map(pick).min().unwrap(), cells.iter().map(pick).max().unwrap());
    let ((left, right), (bottom, top)) = (corner(|cell| cell.0), corner(|cell| cell.1));
    for (number, &start) in cells.iter().enumerate() {
        let sign = |cell: (i32, i32)| match cell {
            _ if cell == start => 'b',
            _ if cells.contains(&cell) => '.',
            _ => '#',
        };
        let row = |row: i32| (left..=right).map(|col| sign((col, row))).collect::<String>();
        let rows: Vec<String> = (bottom..=top).rev().map(row).collect();
        let exact = fill(&Territory::of_cells(&cells, &[number as u16], &[]), &FillLimits::NONE);
        assert_eq!(Some(moves_alone(&position(&format!("{} b", rows.join("/"))))), exact.moves(), "from {start:?}");
    }
}

#[test]
fn doors_are_kept_shut() {
    for (board, moves) in [
        // Both have two moves behind their doors.
        ("..bw.. b", 2),
        // An amazon between two rooms of her own is not a door.
        (".b.#w.. b", 2),
        // Black's d1 is walled in by her own c1, which is not a door.
        ("#.bbw#/###### b", 1),
    ] {
        let start = position(board);
        let mut exact = Exact::new(&options());
        let (end, line) = played(&start, [&mut exact, &mut *engine("random", 1)], limits);
        let own = line.iter().step_by(2).count() + moves_left(&end, start.to_move());
        assert_eq!(own, moves, "{board}: {line:?}");
    }
}

/// Random board with amazons of both sides.
fn random_position(random: &mut Random) -> Position {
    let mut cells = ['.'; 20];
    for (sign, count) in [('b', 2), ('w', 2), ('#', 10 + random.below(6))] {
        for _ in 0..count {
            let at = random.below(cells.len());
            cells[at] = if cells[at] == '.' { sign } else { cells[at] };
        }
    }
    let rows: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
    position(&format!("{} {}", rows.join("/"), ['b', 'w'][random.below(2)]))
}

/// The verdict on closed boards agrees with minimax, and the side that is ahead wins without search, even if the opponent
/// opens a door.
#[test]
fn verdicts_on_closed_boards_agree_with_minimax() {
    let mut random = Random::new(5);
    let (mut closed, mut doors) = (0, 0);
    let few = || Limits::nodes(4, &NEVER);
    for seed in 0..8000 {
        let start = random_position(&mut random);
        if open_squares(&start) > 0 || !start.can_move() {
            continue;
        }
        let mut exact = Exact::new(&options());
        let Some(proven) = exact.choose(&start, &few(), &mut |_| {}).and_then(|choice| choice.score.proven) else {
            continue;
        };
        closed += 1;
        doors += u32::from(areas::basic(&start).iter().any(|area| area.kind == areas::Kind::Active));
        assert_eq!(proven == Proven::Win, wins(&start, &mut HashMap::new()), "{start}");
        if proven == Proven::Win {
            exact.new_game();
            let (end, moves) = played(&start, [&mut exact, &mut *engine("random", seed)], few);
            assert_eq!(winner(&end), start.to_move(), "{start}: {moves:?}");
        }
    }
    assert!(closed >= 250 && doors >= 100, "{closed} closed boards, {doors} with doors");
}

/// In an analysis one instance is asked for both sides: the plan of one side is never played for the other.
#[test]
fn plans_of_the_other_side_are_not_played() {
    let mut random = Random::new(9);
    for _ in 0..4000 {
        let start = random_position(&mut random);
        let mut exact = Exact::new(&options());
        let mut position = start;
        while let Some(choice) = exact.choose(&position, &Limits::nodes(4, &NEVER), &mut |_| {}) {
            assert!(position.check(choice.play).is_ok(), "{start}: {} in {position}", choice.play);
            // The advice is not always followed.
            let moves = position.moves();
            let play = if random.below(3) == 0 { moves[random.below(moves.len())] } else { choice.play };
            position.play(play).unwrap();
        }
    }
}

#[test]
fn closed_large_boards_are_filled_without_search() {
    let (mut closed, mut filled) = (0, 0);
    for seed in 0..8 {
        let start = ending("10x10", 50, seed);
        let mut engines = [0; 2].map(|_| Exact::new(&options()));
        let mut position = start;
        loop {
            let engine = &mut engines[position.to_move().index()];
            let is_closed = areas::basic(&position).iter().all(|area| area.kind != areas::Kind::Active);
            let begin = Instant::now();
            let Some(choice) = engine.choose(&position, &Limits::nodes(20_000, &NEVER), &mut |_| {}) else { break };
            closed += u32::from(is_closed);
            if is_closed && matches!(engine.verdict, Verdict::Play(_)) {
                filled += 1;
                // A quiet machine takes microseconds. The bound only excludes a search.
                assert!(begin.elapsed() < Duration::from_millis(250), "{position}");
            }
            position.play(choice.play).unwrap();
        }
    }
    assert!(closed >= 50 && filled == closed, "{filled} of {closed} moves on closed boards");
}

#[test]
fn closed_boards_have_a_proven_winner() {
    let cases = [("b..#w. b", Proven::Win), ("b..#w. w", Proven::Loss), ("b..#w.. b", Proven::Loss)];
    for (board, outcome) in cases {
        let verdict = Endgame::new(&options()).choose(&position(board), &limits());
        let Verdict::Play(choice) = verdict else { panic!("{board}: {verdict:?}") };
        assert_eq!(choice.score.proven, Some(outcome), "{board}");
    }
}

#[test]
fn the_stop_flag_ends_solving() {
    let stop = AtomicBool::new(false);
    let start = ending("8x8", 16, 3);
    let mut endgame = Endgame::new(&options());
    // The first question starts the thread.
    endgame.choose(&start, &Limits::nodes(1000, &stop));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Ordering::Relaxed);
        });
        let begin = Instant::now();
        endgame.choose(&start, &Limits::time(Duration::from_secs(100), &stop));
        assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    });
    assert!(stop.load(Ordering::Relaxed));
}

#[test]
fn time_limits_are_kept() {
    let mut endgame = Endgame::new(&options());
    for seed in 0..5 {
        let start = ending("8x8", 20, seed);
        let begin = Instant::now();
        endgame.choose(&start, &Limits::time(Duration::from_millis(50), &NEVER));
        // The machine may be busy. A solver that ignores the time takes minutes.
        assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    }
}

#[test]
fn equal_node_limits_give_equal_moves() {
    for start in endings(6) {
        let mut games = [0; 2].map(|_| {
            let [mut first, mut second] = [0; 2].map(|_| Exact::new(&options()));
            played(&start, [&mut first, &mut second], limits).1
        });
        let [first, second] = &mut games;
        assert_eq!(first, second, "{start}");
    }
}
