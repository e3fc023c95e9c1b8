//! Jobs on a NATS server go to the worker that had them before, if it is free, and else to any other. Where no server can be
//! had, the test is skipped with a notice that the gate repeats.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use otrera_campaign::{
    Connection, Farm as _, Job, NatsQueue, NatsSource, Next, Plan, Queue as _, Server, Settings, Source as _,
};
use otrera_testing::{atlas, free_port, nats_server_or_notice, position, start_nats_server};

const PATIENCE: Duration = Duration::from_secs(60);

/// A job whose attempt is its name.
fn job(attempt: u32, prefers: Option<&str>) -> Job {
    let key = "00112233445566778899aabbccddeeff.-3.w".parse().unwrap();
    let (situation, prefers) = ("w.b w".into(), prefers.map(String::from));
    Job { key, attempt, situation, nodes: 1, wants_children: false, prefers }
}

fn take(source: &mut NatsSource) -> u32 {
    let begin = Instant::now();
    loop {
        match source.take(Duration::from_millis(100)).unwrap() {
            Next::Job(job) => return job.attempt,
            Next::Nothing => assert!(begin.elapsed() < PATIENCE, "no job comes"),
            next => panic!("{next:?}"),
        }
    }
}

#[test]
fn a_worker_does_its_own_jobs_first_then_those_for_all_then_those_of_others() {
    let Some(program) = nats_server_or_notice(Path::new(env!("CARGO_TARGET_TMPDIR"))) else { return };
    let (temporary, port) = (tempfile::tempdir().unwrap(), free_port());
    let _server = start_nats_server(&program, temporary.path(), port, &["-js"]);
    let server = Server { url: format!("nats://127.0.0.1:{port}"), campaign: "c".into(), ..Server::default() };
    let connect = || Arc::new(Connection::open(&server, Arc::<AtomicBool>::default()).unwrap());
    let plan = Plan::new(&position("start:4x4"), atlas(), "1a2b".into(), Settings::default());
    let mut queue = NatsQueue::open(connect(), &plan, 1, "here").unwrap();
    let [mut one, mut two] = ["one", "two"].map(|name| NatsSource::open(connect(), &plan, name, || 0));
    for job in [job(1, None), job(2, Some("two")), job(3, Some("gone")), job(4, Some("one")), job(5, Some("two"))] {
        queue.put(&job).unwrap();
    }
    assert_eq!([take(&mut one), take(&mut one)], [4, 1]);
    assert_eq!([take(&mut two), take(&mut two)], [2, 5]);
    // Its worker is gone, and any other does it.
    assert_eq!(take(&mut one), 3);
    // All jobs are listed, in whatever lane they are.
    let mut listed = Vec::new();
    queue
        .outstanding(&mut |job| {
            listed.push(job.attempt);
            true
        })
        .unwrap();
    assert_eq!(listed, [1, 2, 3, 4, 5]);
    // A job that is given back comes again.
    one.give_back().unwrap();
    assert_eq!(take(&mut two), 3);
    assert_eq!(queue.demand().unwrap(), 0);
}
