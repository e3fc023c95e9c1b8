//! Exact play: what is won is won, no move of a territory is lost, and margins are what `otrera score` says.

mod common;

use std::time::{Duration, Instant};

use common::{Exact, NEVER, ending, engine, played, position, winner};
use otrera_atlas::filling::{FillLimits, Territory, fill};
use otrera_board::Side;
use otrera_engine::{Endgame, Engine, EngineOptions, Limits, Proven, Random, Verdict};

/// Little memory, so that many can be made.
fn options() -> EngineOptions {
    EngineOptions { memory: 16 << 20, ..EngineOptions::default() }
}

/// Positions on 6x6, after 12 to 23 moves.
fn endings(count: u64) -> impl Iterator<Item = otrera_board::Position> {
    (0..count).map(|seed| ending("6x6", 12 + seed as usize % 12, seed))
}

#[test]
fn what_is_won_is_won_against_everybody() {
    let mut won = 0;
    for (seed, start) in endings(60).enumerate() {
        let mut exact = Exact::new(&options());
        let limits = || Limits::nodes(1 << 20, &NEVER);
        let Verdict::Play(choice) = exact.endgame.choose(&start, &limits()) else { continue };
        if choice.score.proven != Some(Proven::Win) {
            continue;
        }
        won += 1;
        let mut defence = Exact::new(&options());
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
