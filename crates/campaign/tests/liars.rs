//! Workers that lie are found out, over both queues: their results are discarded, and they get no more jobs. Where no NATS
//! server can be had, the embedded queue stands alone, with a notice that the gate repeats.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use otrera_api::{FarmWork, PartFarm as _};
use otrera_campaign::{
    Check, Checking, Connection, Directory, EmbeddedQueue, End, FarmVerifier, Finding, Job, Ledger, Lemma, Manager,
    NatsChecks, NatsQueue, NatsSource, Observer, Outcome, Plan, Prover, Queue, Record, RunEnd, Server, Settings,
    SideLetter, SolverProver, Source, Status, WorkerSettings, certificate, complete, create, manage, run_local, work,
};
use otrera_cgt::{Limits, Store};
use otrera_proof::{CheckOptions, PartVerdict, check_part_file};
use otrera_solver::{Knowledge, Options, Solver};
use otrera_testing::{NEVER, atlas, free_port, nats_server_or_notice, position, start_nats_server};

/// A lie about a result, and the reason for which it is refused.
#[derive(Clone, Copy, Debug)]
struct Lie {
    reason: &'static str,
    tell: fn(&mut Outcome, &mut Option<Vec<u8>>),
}

/// Each lie is told about a true result with a winner.
const LIES: [Lie; 6] = [
    Lie {
        reason: "the part is about the other winner",
        tell: |outcome, _| {
            if let Outcome::Proven { winner, .. } = outcome {
                *winner = SideLetter(!winner.0);
            }
        },
    },
    Lie {
        reason: "the certificate is damaged or cut short",
        tell: |_, part| {
            *part.as_mut().unwrap().last_mut().unwrap() ^= 1;
        },
    },
    Lie { reason: "the result has no certificate part", tell: |_, part| *part = None },
    Lie { reason: "this is a whole certificate, not a part", tell: |_, part| *part = Some(other("line.certificate")) },
    Lie {
        reason: "the part does not claim a situation that the result names",
        tell: |outcome, _| {
            if let Outcome::Proven { lemmas, .. } = outcome {
                lemmas.push("anything".into());
            }
        },
    },
    Lie {
        reason: "an open result has numbers of a settled one",
        tell: |outcome, _| *outcome = Outcome::Open { proof: 0, disproof: 7, children: Vec::new() },
    },
];

fn other(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)).unwrap()
}

/// A prover that does its jobs and lies about those with a winner.
struct Liar<'a> {
    honest: SolverProver<'a>,
    lie: Lie,
    /// Lies told.
    told: usize,
}

impl Prover for Liar<'_> {
    fn work(&mut self, job: &Job) -> Option<(Outcome, Option<Vec<u8>>)> {
        let (mut outcome, mut part) = self.honest.work(job)?;
        if matches!(outcome, Outcome::Proven { .. }) {
            (self.lie.tell)(&mut outcome, &mut part);
            self.told += 1;
        }
        Some((outcome, part))
    }

    fn check(&mut self, _: &Check, _: &[u8]) -> Option<Finding> {
        unreachable!("a campaign has no parts to check")
    }

    fn learn(&mut self, lemma: &Lemma) {
        self.honest.learn(lemma);
    }

    fn nodes(&self) -> u64 {
        self.honest.nodes()
    }
}

struct Quiet;

impl Observer for Quiet {
    fn status(&self, _: &Status) {}

    fn note(&self, _: &str) {}
}

fn checking() -> Checking {
    Checking { threads: 1, memory: 256 << 20, stop: Arc::default() }
}

fn plan(id: &str) -> Plan {
    let settings = Settings { budget: 4, tries: 1, lemma: 4, lease: 2 };
    Plan::new(&position("start:4x4"), atlas(), id.into(), settings)
}

fn prover<'a>(knowledge: &'a Knowledge<'a>) -> SolverProver<'a> {
    let options = Options { memory: 16 << 20, ..Options::FULL };
    SolverProver::new(knowledge, Solver::new(knowledge, options, &NEVER), 4, checking())
}

fn settings(name: &str) -> WorkerSettings {
    WorkerSettings { name: name.into(), threads: 1, idle: None }
}

/// Stops the manager when the thread of the workers panics. It would wait for results for ever.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        self.0.store(std::thread::panicking(), std::sync::atomic::Ordering::Relaxed);
    }
}

/// A campaign with a liar, who works alone until it is found out, and an honest worker after it.
fn campaign_with_a_liar(
    lie: Lie,
    plan: &Plan,
    path: &Path,
    queue: &mut dyn Queue,
    mut liar: impl Source + Send,
    mut honest: impl Source + Send,
    most_told: usize,
) {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    create(path, plan).unwrap();
    let (mut directory, _) = Directory::open(path, plan, &knowledge, checking(), &NEVER).unwrap();
    let mut manager = Manager::new(plan.clone(), &knowledge, &NEVER).unwrap();
    let failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let workers = scope.spawn(|| {
            let _stop = StopOnPanic(&failed);
            let mut prover_of_lies = Liar { honest: prover(&knowledge), lie, told: 0 };
            let end = work(&mut liar, &mut prover_of_lies, &settings("liar"), &NEVER).unwrap();
            assert_eq!(end, End::Banned(lie.reason.into()), "{lie:?}");
            assert!((1..=most_told).contains(&prover_of_lies.told), "{lie:?}: {}", prover_of_lies.told);
            work(&mut honest, &mut prover(&knowledge), &settings("honest"), &NEVER).unwrap()
        });
        assert!(manage(&mut manager, &mut directory, queue, path, &Quiet, &failed).unwrap(), "{lie:?}");
        let end = complete(&mut manager, &mut directory, queue, path, &Quiet, true).unwrap();
        assert_eq!(end, RunEnd::Proven);
        queue.finish().unwrap();
        assert_eq!(workers.join().unwrap(), End::Finished);
    });
    let status = manager.status(&[]).unwrap();
    // Source: the table of solved boards, docs/results.md: 4x4 is won by the second player.
    assert_eq!((status.winner.as_deref(), status.banned["liar"].as_str()), (Some("black"), lie.reason));
    drop(directory);
    let proven_by = |record: &Record| match record {
        Record::Proven { work, .. } => Some(work.worker.clone()),
        _ => None,
    };
    let records = Ledger::read(path, &plan.id).unwrap().records;
    let proven: Vec<String> = records.iter().filter_map(proven_by).collect();
    assert!(!proven.is_empty() && proven.iter().all(|worker| worker == "honest"), "{proven:?}");
    let written = certificate(path, &path.join("certificate"), &options()).unwrap();
    assert_eq!(written.winner.name(), "black");
}

fn options() -> CheckOptions<'static> {
    CheckOptions { threads: 1, limits: Limits { bytes: 1 << 30, stop: Arc::default() }, progress: &|_| () }
}

#[test]
fn a_liar_is_found_out_on_one_machine() {
    for (number, lie) in LIES.into_iter().enumerate() {
        let temporary = tempfile::tempdir().unwrap();
        let mut queue = EmbeddedQueue::default();
        let (liar, honest) = (queue.source("liar"), queue.source("honest"));
        let plan = plan(&format!("{number:x}"));
        // One more job may be on its way before the first lie is found out.
        campaign_with_a_liar(lie, &plan, &temporary.path().join("c"), &mut queue, liar, honest, 2);
    }
}

#[test]
fn a_liar_is_found_out_through_nats() {
    let Some(program) = nats_server_or_notice(Path::new(env!("CARGO_TARGET_TMPDIR"))) else { return };
    let (temporary, port) = (tempfile::tempdir().unwrap(), free_port());
    let _server = start_nats_server(&program, temporary.path(), port, &["-js"]);
    let connect = |campaign: String| {
        let server = Server { url: format!("nats://127.0.0.1:{port}"), campaign, ..Server::default() };
        Arc::new(Connection::open(&server, Arc::<AtomicBool>::default()).unwrap())
    };
    for (number, lie) in LIES.into_iter().enumerate() {
        let name = format!("c{number}");
        let plan = plan(&format!("{number:x}"));
        let mut queue = NatsQueue::open(connect(name.clone()), &plan, 1, "here").unwrap();
        let source = |worker: &str| NatsSource::open(connect(name.clone()), &plan, worker, || 0);
        let (liar, honest) = (source("liar"), source("honest"));
        // A server delivers jobs until it has heard of the ban; their number depends on the machine.
        campaign_with_a_liar(lie, &plan, &temporary.path().join(&name), &mut queue, liar, honest, usize::MAX);
    }
}

/// A checker that does not say what is so.
struct FalseChecker<'a> {
    honest: SolverProver<'a>,
    tell: fn(Finding) -> Finding,
}

impl Prover for FalseChecker<'_> {
    fn work(&mut self, _: &Job) -> Option<(Outcome, Option<Vec<u8>>)> {
        unreachable!("a verification has no jobs")
    }

    fn check(&mut self, check: &Check, part: &[u8]) -> Option<Finding> {
        self.honest.check(check, part).map(self.tell)
    }

    fn learn(&mut self, _: &Lemma) {}

    fn nodes(&self) -> u64 {
        0
    }
}

/// A finished campaign. Returns the files of its parts.
fn finished(path: &Path) -> Vec<PathBuf> {
    let (plan, store) = (plan("f"), Store::new());
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    create(path, &plan).unwrap();
    let stop = AtomicBool::new(false);
    let (mut directory, _) = Directory::open(path, &plan, &knowledge, checking(), &stop).unwrap();
    let mut manager = Manager::new(plan, &knowledge, &stop).unwrap();
    let options = Options { memory: 16 << 20, ..Options::FULL };
    let end = run_local(&mut manager, &mut directory, options, &Quiet, &NEVER).unwrap();
    assert_eq!(end, RunEnd::Proven);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(path.join("parts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 2, "{files:?}");
    files
}

/// Verifies with a false checker, who works alone until it is found out, and an honest one after it. Returns the verdicts,
/// or the sentence of the refusal, and the notes.
fn verify(
    files: &[PathBuf],
    queue: &mut dyn otrera_campaign::CheckQueue,
    mut liar: impl Source + Send,
    mut honest: impl Source + Send,
    tell: fn(Finding) -> Finding,
) -> (Result<Vec<PartVerdict>, String>, Vec<String>) {
    let notes = std::cell::RefCell::new(Vec::new());
    let (over, store) = (AtomicBool::new(false), Store::new());
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let verdicts = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut false_checker = FalseChecker { honest: prover(&knowledge), tell };
            work(&mut liar, &mut false_checker, &settings("liar"), &over).unwrap();
            work(&mut honest, &mut prover(&knowledge), &settings("honest"), &over).unwrap();
        });
        let note = |text: &str| notes.borrow_mut().push(text.to_string());
        let mut verifier = FarmVerifier::new(queue, 7, &note);
        let check = |file: &Path| check_part_file(file, &options());
        let verdicts = verifier.check(&FarmWork { files, check: &check, progress: &|_, _| (), stop: &NEVER });
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        verdicts
    });
    (verdicts.map_err(|error| error.why.to_string()), notes.into_inner())
}

#[test]
fn a_false_verdict_is_found_out_and_the_parts_are_checked_again() {
    let temporary = tempfile::tempdir().unwrap();
    let files = finished(&temporary.path().join("c"));
    let own: Vec<PartVerdict> = files.iter().map(|file| check_part_file(file, &options()).unwrap()).collect();
    let honest_ones: fn(Finding) -> Finding = |finding| finding;
    let another_number: fn(Finding) -> Finding = |finding| match finding {
        Finding::Holds { winner, small, claims, required } => {
            Finding::Holds { winner, small, claims: claims + 1, required }
        }
        other => other,
    };
    let refused: fn(Finding) -> Finding = |_| Finding::Refused { why: "no".into() };
    for (tell, words) in [
        (honest_ones, None),
        (another_number, Some("worker liar gets no more parts: its verdict on a part was wrong")),
        (refused, Some("worker liar gets no more parts: it refused a part that holds: no")),
    ] {
        let mut queue = EmbeddedQueue::default();
        let (liar, honest) = (queue.source("liar"), queue.source("honest"));
        let (verdicts, notes) = verify(&files, &mut queue, liar, honest, tell);
        assert_eq!((verdicts.unwrap(), notes.first().map(String::as_str)), (own.clone(), words));
    }
    let Some(program) = nats_server_or_notice(Path::new(env!("CARGO_TARGET_TMPDIR"))) else { return };
    let port = free_port();
    let _server = start_nats_server(&program, temporary.path(), port, &["-js"]);
    let server = Server { url: format!("nats://127.0.0.1:{port}"), campaign: "c".into(), ..Server::default() };
    let connect = || Arc::new(Connection::open(&server, Arc::<AtomicBool>::default()).unwrap());
    let plan = plan("f");
    let mut queue = NatsChecks::open(connect(), &plan, 1, "here").unwrap();
    let [liar, honest] = ["liar", "honest"].map(|name| NatsSource::open(connect(), &plan, name, || 0));
    let (verdicts, notes) = verify(&files, &mut queue, liar, honest, another_number);
    assert_eq!(verdicts.unwrap(), own);
    assert_eq!(notes, ["worker liar gets no more parts: its verdict on a part was wrong"]);
}

#[test]
fn a_part_that_does_not_hold_is_refused_by_the_verifier_itself() {
    let temporary = tempfile::tempdir().unwrap();
    let files = finished(&temporary.path().join("c"));
    let mut bytes = std::fs::read(&files[0]).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&files[0], bytes).unwrap();
    let mut queue = EmbeddedQueue::default();
    let (one, two) = (queue.source("one"), queue.source("two"));
    let (verdicts, notes) = verify(&files, &mut queue, one, two, |finding| finding);
    assert_eq!((verdicts.unwrap_err().as_str(), notes.len()), ("the certificate is damaged or cut short", 0));
}
