//! The database against plain play: every region up to a size, in every state.

use std::io::Cursor;

use otrera_atlas::region::{Region, Walk};
use otrera_atlas::{Atlas, Builder, Checker, Kind};
use otrera_cgt::Store;

fn built(size: usize, threads: usize) -> Vec<u8> {
    let store = Store::new();
    let mut builder = Builder::new(&store);
    for _ in 0..size {
        builder.next_size(Walk::quiet(threads)).unwrap();
    }
    let mut file = Cursor::new(Vec::new());
    builder.write(&mut file, 1000, Walk::quiet(threads)).unwrap();
    file.into_inner()
}

fn regions(size: usize) -> Vec<Region> {
    Walk::quiet(2).list(size).unwrap()
}

#[test]
fn all_states_are_what_plain_play_says() {
    let atlas = Atlas::new(built(7, 2)).unwrap();
    let store = Store::new();
    let checker = Checker::new(&atlas, &store).unwrap();
    for size in 1..=7 {
        for kind in [Kind::Territory, Kind::Open, Kind::Guarded] {
            let t = std::time::Instant::now();
            let mut n = 0;
            for region in regions(size) {
                if (kind == Kind::Open && size > 6) || (kind == Kind::Guarded && size > 5) {
                    continue;
                }
                n += checker.check(region, kind, 0..checker.states(region, kind)).unwrap();
            }
            println!("{size} {kind:?} {n} {:?}", t.elapsed());
        }
    }
}
