//! Speed of filling moves, on a closed board of a self-play game.

use std::sync::LazyLock;

use divan::{Bencher, black_box};
use otrera_board::Position;
use otrera_engine::endgame::open_squares;
use otrera_engine::{Endgame, EngineOptions, Limits, Verdict};

#[path = "../tests/common/mod.rs"]
mod common;

use common::{NEVER, ending};

fn main() {
    // Play the game before timing starts.
    LazyLock::force(&CLOSED);
    divan::main();
}

/// First closed board of a game on 10x10.
static CLOSED: LazyLock<Position> = LazyLock::new(|| {
    let mut boards = (0..).map(|moves| ending("10x10", moves, 1));
    boards.find(|board| open_squares(board) == 0).expect("every game ends")
});

fn play(endgame: &mut Endgame, position: &Position) -> Position {
    let Verdict::Play(choice) = endgame.choose(position, &Limits::nodes(100_000, &NEVER)) else {
        panic!("a closed board is filled")
    };
    let mut next = *position;
    next.play(choice.play).expect("a move that fills is legal");
    next
}

#[divan::bench]
fn first_move(bencher: Bencher<'_, '_>) {
    let options = EngineOptions::default();
    bencher.bench(|| play(&mut Endgame::new(&options), black_box(&CLOSED)));
}

#[divan::bench]
fn next_move(bencher: Bencher<'_, '_>) {
    let ready = || {
        let mut endgame = Endgame::new(&EngineOptions::default());
        let next = play(&mut endgame, &CLOSED);
        let next = next.with_to_move(!next.to_move());
        (endgame, next)
    };
    bencher.with_inputs(ready).bench_refs(|(endgame, next)| play(endgame, black_box(next)));
}
