//! Speed of the evaluation. Each benchmark asserts its result.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use otrera_board::{Bits, Position, Setup};
use otrera_engine::eval::{Evaluator, View};

fn main() {
    divan::main();
}

/// A middle game: arbitrary moves from the start.
fn middle_game<B: Bits>(size: &str, plies: usize) -> Position<B> {
    let start: Position = format!("start:{size}").parse::<Setup>().unwrap().position().unwrap();
    let mut position: Position<B> = start.resized().unwrap();
    for ply in 0..plies {
        let actions = position.actions();
        position.play_unchecked(actions[ply * 7919 % actions.len()]);
    }
    position
}

/// One position at a time, or in batches.
#[derive(Clone, Copy)]
enum Mode {
    Single,
    Batch,
}

/// Times the evaluation of up to 500 children of a position.
fn time<B: Bits>(bencher: Bencher<'_, '_>, mode: Mode, size: &str, plies: usize) {
    let position: Position<B> = middle_game(size, plies);
    let evaluator = Evaluator::for_size(position.size());
    let mut children = Vec::new();
    position.for_each_child(|_, child| children.push(*child));
    children.truncate(500);
    let total: f32 = children.iter().map(|child| evaluator.evaluate(child)).sum();
    let views: Vec<View<B>> = children.iter().map(View::of).collect();
    let mut ahead = vec![0.0; views.len()];
    let bencher = bencher.counter(ItemsCount::new(children.len()));
    bencher.bench_local(|| {
        let sum: f32 = match mode {
            Mode::Single => black_box(&children).iter().map(|child| evaluator.evaluate(child)).sum(),
            Mode::Batch => {
                evaluator.evaluate_all(black_box(&views), &mut ahead);
                ahead.iter().sum()
            }
        };
        assert_eq!(sum, total);
    });
}

#[divan::bench(args = [0, 20, 40])]
fn evaluate_10x10(bencher: Bencher<'_, '_>, plies: usize) {
    time::<u128>(bencher, Mode::Batch, "10x10", plies);
}

#[divan::bench(args = [0, 20, 40])]
fn evaluate_10x10_one_by_one(bencher: Bencher<'_, '_>, plies: usize) {
    time::<u128>(bencher, Mode::Single, "10x10", plies);
}

#[divan::bench(args = [0, 12, 24])]
fn evaluate_8x8(bencher: Bencher<'_, '_>, plies: usize) {
    time::<u64>(bencher, Mode::Batch, "8x8", plies);
}

#[divan::bench(args = [0, 12, 24])]
fn evaluate_8x8_one_by_one(bencher: Bencher<'_, '_>, plies: usize) {
    time::<u64>(bencher, Mode::Single, "8x8", plies);
}

#[divan::bench(args = [0, 8])]
fn evaluate_6x6(bencher: Bencher<'_, '_>, plies: usize) {
    time::<u64>(bencher, Mode::Batch, "6x6", plies);
}

#[divan::bench(args = [0, 8])]
fn evaluate_6x6_one_by_one(bencher: Bencher<'_, '_>, plies: usize) {
    time::<u64>(bencher, Mode::Single, "6x6", plies);
}
