//! Campaigns.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail, ensure};
use otrera_api::option::Seconds;
use otrera_api::{
    Budget, Host as _, Job, OutOfLimits, Outcome, Verify, VerifyReport, count, files, grouped, knowledge,
};
use otrera_board::Position;
use otrera_campaign::{
    Assumption, Checking, Connection, Directory, End, FarmVerifier, Manager, NatsChecks, NatsQueue, NatsSource,
    Observer, Plan, RunEnd, Server, Settings, SolverProver, Status, WorkerSettings, certificate, complete, create,
    is_worker_name, look, manage, markdown, picture, read_assumptions, run_local, work,
};
use otrera_cgt::{Limits, Store};
use otrera_proof::CheckOptions;
use otrera_solver::{Options, Solver};
use serde::Serialize;

use super::stop_flag;
use crate::cli::{
    CampaignCertificateArgs, CampaignCommand, CampaignManageArgs, CampaignNewArgs, CampaignResources, CampaignRunArgs,
    CampaignStatusArgs, CampaignWorkArgs, Cli,
};
use crate::output;

pub(super) fn run(cli: &Cli, command: &CampaignCommand) -> anyhow::Result<()> {
    match command {
        CampaignCommand::New(args) => new(cli, args),
        CampaignCommand::Run(args) => run_here(cli, args),
        CampaignCommand::Manage(args) => manage_nats(cli, args),
        CampaignCommand::Work(args) => work_nats(cli, args),
        CampaignCommand::Status(args) => status(cli, args),
        CampaignCommand::Certificate(args) => write_certificate(cli, args),
    }
}

#[derive(Serialize)]
struct NewReport {
    directory: String,
    #[serde(flatten)]
    plan: Plan,
}

fn new(cli: &Cli, args: &CampaignNewArgs) -> anyhow::Result<()> {
    let position = args.changes.place(&args.position)?.input()?.position()?;
    let atlas = cli.atlas(args.atlas.as_deref())?;
    let CampaignNewArgs { budget, tries, lemma, lease, .. } = *args;
    let id = format!("{:016x}", new_number());
    let mut plan = Plan::new(&position, &atlas, id, Settings { budget, tries, lemma, lease });
    if let Some(argument) = &args.assume {
        plan = plan.assuming(assumptions(argument, &position)?);
        let (store, never) = (Store::new(), AtomicBool::new(false));
        let knowledge = knowledge(&atlas, &store)?;
        let needed = Manager::new(plan.clone(), &knowledge, &never)?.needed_assumptions()?;
        if needed.len() < plan.assumed.len() {
            let others = count((plan.assumed.len() - needed.len()) as u64, "other move");
            output::note(
                cli,
                &format!("{others} need no assumption: they are equivalent to these, or bounds decide them"),
            );
        }
        plan = plan.assuming(needed);
    }
    create(&args.directory, &plan)?;
    let report = NewReport { directory: args.directory.display().to_string(), plan };
    output::answer(cli, &report, |report| {
        let assumed = match report.plan.assumed.len() as u64 {
            0 => String::new(),
            number => format!("; {} assumed to lose", count(number, "move")),
        };
        format!("{}: campaign {} of {}{assumed}", report.directory, report.plan.id, report.plan.position)
    })
}

/// Reads the moves of `--assume`, or those in the file that it names.
fn assumptions(argument: &str, position: &Position) -> anyhow::Result<Vec<Assumption>> {
    let Some(path) = argument.strip_prefix('@') else {
        return read_assumptions(argument, position).context("--assume");
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    read_assumptions(&text, position).with_context(|| path.to_string())
}

/// A number that no other campaign has: from the time and the process.
fn new_number() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    otrera_board::mix(time ^ u64::from(std::process::id()) << 40)
}

/// Checks the parts of a directory on the workers of a server, and links them here.
pub(super) fn verify_on_farm(
    cli: &Cli,
    question: &Verify,
    server: &Server,
    job: Job<'_>,
) -> anyhow::Result<Outcome<VerifyReport>> {
    ensure!(
        question.file.is_dir(),
        "{} is not a directory: --nats is for the parts of a campaign",
        question.file.display()
    );
    let plan = Plan::read(&question.file)?;
    let connection = Arc::new(Connection::open(server, Arc::clone(job.stop))?);
    let mut queue = NatsChecks::open(connection, &plan, 1, &owner(&question.file))?;
    let note = |text: &str| output::note(cli, text);
    let mut farm = FarmVerifier::new(&mut queue, new_number(), &note);
    question.answer_on(job, Some(&mut farm))
}

/// Shows the state of a manager on stderr.
struct Screen<'c> {
    cli: &'c Cli,
    line: Mutex<String>,
}

impl Observer for Screen<'_> {
    fn status(&self, status: &Status) {
        *self.line.lock().expect("no thread panics with the lock") = status.line();
    }

    fn note(&self, text: &str) {
        output::note(self.cli, text);
    }
}

/// The part of the memory that checks of parts get.
const CHECKS: usize = 4;

/// A campaign that is open.
struct Session<'s, 'a> {
    manager: &'s mut Manager<'a>,
    directory: &'s mut Directory<'a>,
    screen: &'s Screen<'s>,
    /// Options of a solver on this machine.
    options: Options,
    stop: &'s Arc<AtomicBool>,
}

/// Opens a campaign and runs `work` as its manager.
fn managed(
    cli: &Cli,
    path: &Path,
    resources: &CampaignResources,
    time: Option<Seconds>,
    work: impl for<'a> FnOnce(Session<'_, 'a>) -> anyhow::Result<RunEnd>,
) -> anyhow::Result<()> {
    let plan = Plan::read(path)?;
    let atlas = cli.atlas(resources.atlas.as_deref())?;
    plan.check_atlas(&atlas)?;
    let stop = stop_flag(time)?;
    let budget = Budget::new(resources.memory.0, resources.threads.get(), &atlas)?;
    let store = budget.store(Arc::new(AtomicBool::new(false)));
    let knowledge = knowledge(&atlas, &store)?;
    let threads = resources.threads.get();
    let checking = Checking { threads, memory: budget.search / CHECKS, stop: Arc::default() };
    let never = AtomicBool::new(false);
    let (mut directory, contents) = Directory::open(path, &plan, &knowledge, checking, &never)?;
    if let Some(damage) = &contents.damage {
        let copy = damage.copy.as_ref().map_or(String::new(), |copy| format!(", copied to {}", copy.display()));
        output::note(
            cli,
            &format!(
                "the ledger was damaged: {} bytes at its end could not be read{copy}; its {} records before are whole",
                grouped(damage.bytes),
                grouped(contents.records.len() as u64)
            ),
        );
    }
    let mut manager = Manager::new(plan, &knowledge, &never)?;
    manager.replay(&contents.records)?;
    let options = Options { memory: budget.search - budget.search / CHECKS, threads, ..Options::FULL };
    let screen = Screen { cli, line: Mutex::default() };
    let line = || screen.line.lock().expect("no thread panics with the lock").clone();
    let end = match manager.is_finished() {
        true => RunEnd::Proven,
        false => {
            let (manager, directory) = (&mut manager, &mut directory);
            let session = Session { manager, directory, screen: &screen, options, stop: &stop };
            output::watched(cli, line, || work(session))?
        }
    };
    let status = manager.status(&[])?;
    output::answer(cli, &status, Status::text)?;
    match end {
        RunEnd::Proven => Ok(()),
        RunEnd::Assumed => Err(OutOfLimits(format!("{}: there is nothing left to search", status.headline())).into()),
        RunEnd::Stopped => {
            Err(OutOfLimits(format!("stopped: {}; the same command goes on from there", status.line())).into())
        }
    }
}

fn run_here(cli: &Cli, args: &CampaignRunArgs) -> anyhow::Result<()> {
    managed(cli, &args.directory, &args.resources, args.limits.time, |session| {
        let Session { manager, directory, screen, options, stop } = session;
        run_local(manager, directory, options, screen, stop)
    })
}

fn manage_nats(cli: &Cli, args: &CampaignManageArgs) -> anyhow::Result<()> {
    let CampaignManageArgs { directory, nats, replicas, resources, limits } = args;
    let server =
        nats.server().context("--nats is missing: name the server, or use `otrera campaign run` without one")?;
    let plan = Plan::read(directory)?;
    managed(cli, directory, resources, limits.time, |session| {
        let Session { manager, directory, screen, stop, .. } = session;
        let connection = Arc::new(Connection::open(&server, Arc::clone(stop))?);
        let path = directory.path().to_path_buf();
        let mut queue = NatsQueue::open(connection, &plan, usize::from(*replicas), &owner(&path))?;
        let is_settled = manage(manager, directory, &mut queue, &path, screen, stop)?;
        let end = complete(manager, directory, &mut queue, &path, screen, is_settled)?;
        if end != RunEnd::Stopped {
            otrera_campaign::Farm::finish(&mut queue)?;
        }
        Ok(end)
    })
}

#[derive(Serialize)]
struct WorkReport {
    worker: String,
    end: &'static str,
    nodes: u64,
}

fn work_nats(cli: &Cli, args: &CampaignWorkArgs) -> anyhow::Result<()> {
    let server = args.nats.server().context("--nats is missing: name the server of the campaign")?;
    let stop = stop_flag(None)?;
    let connection = Arc::new(Connection::open(&server, Arc::clone(&stop))?);
    let plan = connection.plan()?;
    let resources = &args.resources;
    let atlas = cli.atlas(resources.atlas.as_deref())?;
    plan.check_atlas(&atlas)?;
    let threads = resources.threads.get();
    let budget = Budget::new(resources.memory.0, threads, &atlas)?;
    let store = budget.store(Arc::clone(&stop));
    let knowledge = knowledge(&atlas, &store)?;
    let memory = budget.search - budget.search / CHECKS;
    let name = args.name.clone().unwrap_or_else(worker_name);
    ensure!(is_worker_name(&name), "the name of a worker has 1 to 100 characters, and no control characters");
    let settings = WorkerSettings { name, threads, idle: args.idle.map(|Seconds(idle)| idle) };
    let mut nodes = 0;
    let end = loop {
        let solver = Solver::new(&knowledge, Options { memory, threads, ..Options::FULL }, &stop);
        let watch = solver.watch();
        let counter = watch.clone();
        let mut source = NatsSource::open(Arc::clone(&connection), &plan, &settings.name, move || counter.expanded());
        let checking = Checking { threads, memory: budget.search / CHECKS, stop: Arc::clone(&stop) };
        let mut prover = SolverProver::new(&knowledge, solver, plan.lemma, checking);
        let line = || format!("worker {}: {} nodes", settings.name, grouped(nodes + watch.expanded()));
        let end = output::watched(cli, line, || work(&mut source, &mut prover, &settings, &stop))?;
        nodes += watch.expanded();
        match end {
            End::Renewed => {
                output::note(cli, "the manager has lost results that this worker knew: it begins with an empty table");
            }
            end => break end,
        }
    };
    let why = match &end {
        End::Finished => "the campaign is finished",
        End::Idle => "there was no job",
        End::Stopped => "stopped, the job was given back",
        End::Renewed => unreachable!("a worker begins anew then"),
        End::Banned(why) => bail!("the manager gives this worker no more jobs: {why}"),
    };
    let report = WorkReport { worker: settings.name.clone(), end: why, nodes };
    output::answer(cli, &report, |report| {
        format!("worker {}: {}; {} nodes", report.worker, report.end, grouped(report.nodes))
    })
}

/// A campaign's directory on this machine, as others see it.
fn owner(directory: &Path) -> String {
    let path = directory.canonicalize().unwrap_or_else(|_| directory.into());
    format!("{}:{}", rustix_host().unwrap_or_default(), path.display())
}

fn worker_name() -> String {
    let host = rustix_host().unwrap_or_else(|| "worker".into());
    format!("{host}-{}", std::process::id())
}

/// The name of this machine.
fn rustix_host() -> Option<String> {
    let text = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(text.trim().into()).filter(|name: &String| !name.is_empty())
}

fn status(cli: &Cli, args: &CampaignStatusArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.svg {
        files::check_target(path)?;
    }
    let status = match (&args.directory, args.nats.server()) {
        (Some(directory), _) => {
            let atlas = || cli.atlas(args.atlas.as_deref());
            look(directory, atlas, &AtomicBool::new(false))?.status
        }
        (None, Some(server)) => {
            let connection = Connection::open(&server, Arc::default())?;
            serde_json::from_str(&connection.status()?).context("the status on the server cannot be read")?
        }
        (None, None) => bail!("name the directory of the campaign, or its server with --nats"),
    };
    if let Some(path) = &args.svg {
        files::save(path, picture(&status).as_bytes())?;
    }
    let text: fn(&Status) -> String = if args.markdown { markdown } else { Status::text };
    output::answer(cli, &status, text)
}

#[derive(Serialize)]
struct CertificateWritten {
    file: String,
    winner: &'static str,
    claims: u64,
    bytes: u64,
    parts: usize,
}

fn write_certificate(cli: &Cli, args: &CampaignCertificateArgs) -> anyhow::Result<()> {
    let stop = stop_flag(None)?;
    let limits = Limits { bytes: args.memory.0, stop };
    let options = CheckOptions { threads: args.threads.get(), limits, progress: &|_| () };
    let written = output::watched(
        cli,
        || "merging and checking".into(),
        || certificate(&args.directory, &args.output, &options),
    )?;
    let file = args.output.display().to_string();
    let winner = written.winner.name();
    let report =
        CertificateWritten { file, winner, claims: written.claims, bytes: written.bytes, parts: written.parts };
    output::answer(cli, &report, |report| {
        let CertificateWritten { file, claims, bytes, parts, .. } = report;
        format!(
            "{file}: {winner} wins, {} claims of {parts} parts in {} bytes, checked",
            grouped(*claims),
            grouped(*bytes)
        )
    })
}
