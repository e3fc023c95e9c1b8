//! Many at once, and a thousand that change their mind: threads and memory stay within bounds.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::serve;

/// Talkers, short questions, both pools with two jobs each and what looks on, engines' own, and the first thread.
const MOST_THREADS: u64 = 40;
/// Kilobytes that may be left when all is over and what is free was given back.
const MOST_KEPT: u64 = 16 << 10;
/// Time until that has happened, on a machine that is not busy.
const IDLE: Duration = Duration::from_secs(4);
/// Time after which it should have happened on any machine.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn a_thousand_cancelled_analyses_leave_nothing_behind() {
    let served = serve(&["--jobs", "2"]);
    let positions = ["start:10x10", "start:6x6", "b.w./.#../w..b w"];
    let names = ["best", "solve", "analyze", "value", "score"];
    let cancel = |number: usize| {
        let position = positions[number % positions.len()];
        let name = names[number % names.len()];
        // 10x10 is too large for the solver, and too much for the others.
        let position = if matches!(name, "best" | "analyze") { position } else { positions[1] };
        let body: Value = json!({ "position": position });
        let mut stream = served.stream(name, &format!("visitor {}", number % 16), &body);
        // Some are looked at before they are left.
        if number.is_multiple_of(8) {
            stream.next();
        }
    };
    // Everything was used before: what is kept for good is there.
    (0..200).for_each(cancel);
    served.wait_for_rest();
    std::thread::sleep(IDLE);
    let before = served.figure("VmRSS:");
    let mut most = 0;
    for round in 0..10 {
        std::thread::scope(|scope| {
            for worker in 0..4 {
                scope.spawn(move || (0..25).for_each(|number| cancel(round * 100 + worker * 25 + number)));
            }
        });
        most = most.max(served.figure("Threads:"));
    }
    served.wait_for_rest();
    // A machine that is busy with other tests may take longer to give it back.
    let begin = Instant::now();
    let after = loop {
        std::thread::sleep(IDLE);
        let now = served.figure("VmRSS:");
        if now <= before + MOST_KEPT || begin.elapsed() > PATIENCE {
            break now;
        }
    };
    assert!(most <= MOST_THREADS, "{most} threads");
    assert!(after <= before + MOST_KEPT, "{before} kB before, {after} kB after");
}

#[test]
fn two_hundred_at_once_are_answered() {
    let served = serve(&[]);
    std::thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| assert_eq!(served.ask("moves", &json!({ "position": "start:6x6" }))["count"], 544));
        }
    });
    assert!(served.figure("Threads:") <= MOST_THREADS);
}
