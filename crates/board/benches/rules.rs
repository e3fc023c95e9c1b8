//! Speed of the rules. Each benchmark also asserts its result.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use otrera_board::areas;
use otrera_board::{Bits, Position, Setup, perft};

fn main() {
    divan::main();
}

fn start<B: Bits>(size: &str) -> Position<B> {
    format!("start:{size}").parse::<Setup>().unwrap().position().unwrap().resized().unwrap()
}

/// A middle game on 10x10: random moves from the start until 30 squares are burnt.
fn middle_game() -> Position {
    let mut position: Position = start("10x10");
    for ply in 0..30usize {
        let actions = position.actions();
        position.play_unchecked(actions[ply * 7919 % actions.len()]);
    }
    position
}

#[divan::bench]
fn perft_10x10_depth_2(bencher: Bencher<'_, '_>) {
    let position: Position = start("10x10");
    bencher
        .counter(ItemsCount::new(4_307_152u32))
        .bench(|| assert_eq!(perft(black_box(&position), 2, &AtomicBool::new(false)), Some(4_307_152)));
}

#[divan::bench(types = [u64, u128])]
fn perft_6x6_depth_2<B: Bits>(bencher: Bencher<'_, '_>) {
    let position: Position<B> = start("6x6");
    bencher
        .counter(ItemsCount::new(238_532u32))
        .bench(|| assert_eq!(perft(black_box(&position), 2, &AtomicBool::new(false)), Some(238_532)));
}

#[divan::bench]
fn make_and_hash_10x10(bencher: Bencher<'_, '_>) {
    let position: Position = start("10x10");
    bencher.counter(ItemsCount::new(2_176u32)).bench(|| {
        let mut made = 0;
        black_box(&position).for_each_child(|_, child| made += u32::from(child.hash() != 0));
        assert_eq!(made, 2_176);
    });
}

#[divan::bench]
fn play_and_undo_10x10(bencher: Bencher<'_, '_>) {
    let start: Position = start("10x10");
    bencher.counter(ItemsCount::new(2_176u32)).bench(|| {
        let mut position = black_box(start);
        let mut hashes = 0;
        start.for_each_action(|action| {
            position.play_unchecked(action);
            hashes ^= position.hash();
            position.undo(action);
        });
        assert_eq!(position, start);
        hashes
    });
}

#[divan::bench]
fn basic_areas_10x10(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    let count = areas::basic(&position).len();
    bencher.bench(|| assert_eq!(areas::basic(black_box(&position)).len(), count));
}

#[divan::bench]
fn improved_areas_10x10(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    let count = areas::improved(&position).len();
    bencher.bench(|| assert_eq!(areas::improved(black_box(&position)).len(), count));
}

#[divan::bench]
fn canonical_6x6(bencher: Bencher<'_, '_>) {
    let position: Position<u64> = start("6x6");
    let (canonical, _) = position.canonical();
    bencher.bench(|| assert_eq!(black_box(&position).canonical().0, canonical));
}
