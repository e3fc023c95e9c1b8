//! Times the evaluator on a board: `crosscheck B...../.....W`.

mod area;

use std::time::Instant;

fn main() {
    for board in std::env::args().skip(1) {
        let store = otrera_cgt::Store::new();
        let start = Instant::now();
        let mut evaluator = area::Evaluator::new(&store);
        let value = evaluator.position(area::Area::parse(&board)).expect("no limits are set");
        println!(
            "{board}: {:.3} s, {} areas, {} trees, {} MB; stops {} {}",
            start.elapsed().as_secs_f64(),
            evaluator.areas(),
            store.len(),
            store.bytes() >> 20,
            store.left_stop(value),
            store.right_stop(value),
        );
    }
}
