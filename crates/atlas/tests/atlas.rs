//! The database against plain rules: every region up to a size, in every state.

use std::io::Cursor;

use otrera_atlas::region::Walk;
use otrera_atlas::{Atlas, Builder};
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

#[test]
fn probe() {
    for size in 1..=8 {
        let t = std::time::Instant::now();
        let bytes = built(size, 2);
        println!("{size}: {} bytes, {:?}", bytes.len(), t.elapsed());
        let t = std::time::Instant::now();
        let atlas = Atlas::new(bytes).unwrap();
        println!("  open {:?} {:?}", t.elapsed(), atlas.header());
        let store = Store::new();
        let t = std::time::Instant::now();
        let values = atlas.values(&store).unwrap();
        println!("  values {:?} most followers {:?}", t.elapsed(), values.iter().map(|v| store.followers(v.1.unwrap())).max());
    }
}
