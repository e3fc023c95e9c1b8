//! Measures endgame play on endings of self-play games: positions decided, wins kept, speed of filling.
//! docs/internals/endgame.md and docs/results.md have its results.
//!
//! ```text
//! cargo run --release -p otrera-engine --example endings -- decide 8x8 20 0.1 [ATLAS]
//! cargo run --release -p otrera-engine --example endings -- win 6x6 1000 0.1 [ATLAS]
//! cargo run --release -p otrera-engine --example endings -- fill 10x10 100 0.1 [ATLAS]
//! ```

#![allow(clippy::print_stdout, reason = "this is a program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use otrera_atlas::Atlas;
use otrera_board::Position;
use otrera_engine::endgame::open_squares;
use otrera_engine::{Endgame, Engine, EngineOptions, Limits, Proven, Random, Verdict};

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Exact, NEVER, ending, engine, played, position, winner};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [command, size, count, seconds, atlas @ ..] = &arguments[..] else {
        return Err("usage: endings decide|win|fill SIZE GAMES SECONDS [ATLAS]".into());
    };
    let atlas = atlas.first().map(|file| Atlas::open_file(Path::new(file))).transpose()?.map(Arc::new);
    let options = EngineOptions { atlas, ..EngineOptions::default() };
    let (count, time) = (count.parse()?, Duration::from_secs_f64(seconds.parse()?));
    match command.as_str() {
        "decide" => decide(size, count, time, &options),
        "win" => win(size, count, time, &options),
        "fill" => fill(size, count, &options),
        _ => return Err("unknown command: write decide, win or fill".into()),
    }
    Ok(())
}

/// Counts positions decided within the time, by open squares. Positions with one legal move are left out.
fn decide(size: &str, games: u64, time: Duration, options: &EngineOptions) {
    let mut rows: BTreeMap<u32, [u32; 3]> = BTreeMap::new();
    let mut endgame = Endgame::new(options);
    for seed in 0..games {
        endgame.new_game();
        let mut position = position(&format!("start:{size}"));
        let (mut random, mut chance, mut greedy) = (Random::new(seed), engine("random", seed), engine("greedy", seed));
        loop {
            let open = open_squares(&position);
            if open > 0 && position.count_moves() > 1 {
                let verdict = endgame.choose(&position, &Limits::time(time, &NEVER));
                let row = rows.entry(open.div_ceil(4) * 4).or_default();
                row[0] += 1;
                let has_move = matches!(&verdict, Verdict::Play(choice) if choice.score.proven.is_some());
                row[1] += u32::from(has_move || verdict == Verdict::Lost);
                row[2] += u32::from(has_move);
            }
            let player = if random.below(4) == 0 { &mut chance } else { &mut greedy };
            let Some(choice) = player.choose(&position, &Limits::none(&NEVER), &mut |_| {}) else { break };
            position.play(choice.play).expect("engines play legal moves");
        }
    }
    println!("open squares, up to   positions   decided   with a move");
    for (open, [positions, decided, moves]) in rows {
        println!("{open:>19} {positions:>11} {decided:>9} {moves:>13}");
    }
}

/// Plays endings that were found to be won against three opponents.
fn win(size: &str, count: u64, time: Duration, options: &EngineOptions) {
    let begin = Instant::now();
    let limits = || Limits::time(time, &NEVER);
    let (mut won, mut lost, mut unknown) = (0, 0, 0);
    let names = ["random", "greedy", "exact"];
    let mut games = [0; 3];
    let mut slowest = Duration::ZERO;
    let mut exact = Exact::new(options);
    let mut defence = Exact::new(options);
    for seed in 0..count {
        let start = ending(size, 8 + seed as usize % 16, seed);
        exact.new_game();
        let asked = Instant::now();
        let verdict = exact.endgame.choose(&start, &limits());
        slowest = slowest.max(asked.elapsed());
        match verdict {
            Verdict::Play(choice) if choice.score.proven == Some(Proven::Win) => won += 1,
            Verdict::Play(choice) if choice.score.proven.is_none() => {
                unknown += 1;
                continue;
            }
            Verdict::Unknown => {
                unknown += 1;
                continue;
            }
            _ => {
                lost += 1;
                continue;
            }
        }
        for (number, name) in names.iter().enumerate() {
            exact.new_game();
            defence.new_game();
            let (end, _) = match *name {
                "exact" => played(&start, [&mut exact, &mut defence], limits),
                name => played(&start, [&mut exact, &mut *engine(name, seed)], limits),
            };
            if winner(&end) == start.to_move() {
                games[number] += 1;
            } else {
                println!("lost against {name}: {start}");
            }
        }
    }
    println!("{count} endings on {size}, {time:?} a move: {won} won, {lost} lost, {unknown} unknown");
    for (name, games) in names.iter().zip(games) {
        println!("against {name:<6} {games} of {won} won");
    }
    println!("slowest first answer {slowest:?}; {:.0} s in all", begin.elapsed().as_secs_f64());
}

/// Measures the time of filling moves.
fn fill(size: &str, count: u64, options: &EngineOptions) {
    let mut times = Vec::new();
    for seed in 0..count {
        let mut endgame = Endgame::new(options);
        let mut position: Position = ending(size, 48, seed);
        let mut greedy = engine("greedy", seed);
        let mut first = [true; 2];
        loop {
            let begin = Instant::now();
            let is_closed = open_squares(&position) == 0;
            let verdict =
                if is_closed { endgame.choose(&position, &Limits::nodes(100_000, &NEVER)) } else { Verdict::Unknown };
            let choice = match verdict {
                Verdict::Play(choice) => {
                    times.push((std::mem::take(&mut first[position.to_move().index()]), begin.elapsed()));
                    Some(choice)
                }
                _ => greedy.choose(&position, &Limits::none(&NEVER), &mut |_| {}),
            };
            let Some(choice) = choice else { break };
            position.play(choice.play).expect("engines play legal moves");
        }
    }
    for (name, is_first) in [("first moves of a side", true), ("others", false)] {
        let mut some: Vec<Duration> =
            times.iter().filter(|&&(first, _)| first == is_first).map(|&(_, time)| time).collect();
        some.sort_unstable();
        if let (Some(&median), Some(&most)) = (some.get(some.len() / 2), some.last()) {
            println!("{name}: {}, {median:?} in the middle, {most:?} at most", some.len());
        }
    }
}
