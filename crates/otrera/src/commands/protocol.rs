//! `otrera uci`, `gtp` and `botzone`: streams and search threads around the sessions of the library.
//!
//! One thread reads, one searches, and this one drives the session. All of them send events to one queue, so a `stop`
//! is obeyed during a search.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use otrera_api::{EngineSettings, Pace};
use otrera_engine::protocol::{Botzone, Gtp, Output, SearchRequest, Session, Settings, Uci};
use otrera_engine::{Choice, Engine, Pulse};

use crate::cli::{BotzoneArgs, Cli, EngineArgs, GtpArgs};
use crate::output;

pub(super) fn uci(cli: &Cli, args: &EngineArgs) -> anyhow::Result<()> {
    drive(cli, Uci::new(settings(cli, args)?))
}

pub(super) fn gtp(cli: &Cli, args: &GtpArgs) -> anyhow::Result<()> {
    let load = |file: &str| std::fs::read_to_string(file).map_err(|error| error.to_string());
    drive(cli, Gtp::new(settings(cli, &args.engine)?, args.time.0, load))
}

pub(super) fn botzone(cli: &Cli, args: &BotzoneArgs) -> anyhow::Result<()> {
    drive(cli, Botzone::new(settings(cli, &args.engine)?, args.time.0, args.keep_running))
}

fn settings(cli: &Cli, args: &EngineArgs) -> anyhow::Result<Settings> {
    let settings = EngineSettings::from(args);
    Ok(Settings::new(settings.engine.0, settings.options(cli)?))
}

enum Event {
    Line(String),
    EndOfInput,
    Progress(Box<Choice>),
    /// The engine and its choice, `None` if it crashed; and the time at which the search had to end.
    SearchDone(Option<(Box<dyn Engine>, Option<Choice>)>, Option<Instant>),
}

/// A session with its input queue and its search.
struct Driver<'a, S> {
    cli: &'a Cli,
    session: S,
    sender: Sender<Event>,
    /// Lines that the session has not read yet.
    pending: VecDeque<String>,
    /// The idle engine, with the version of the settings that it was built from.
    engine: Option<(u32, Box<dyn Engine>)>,
    version: u32,
    /// Start of the running search.
    searching: Option<Instant>,
    stop: Arc<AtomicBool>,
    /// Delays of the session's answers.
    pulse: Arc<Pulse>,
    input_ended: bool,
}

fn drive<S: Session>(cli: &Cli, session: S) -> anyhow::Result<()> {
    let (sender, events) = channel();
    let lines = sender.clone();
    // Never joined: it may block in a read when the program ends.
    std::thread::spawn(move || {
        let text = |line: String| Event::Line(line.trim_end_matches(['\r', '\n']).into());
        // An error means that the driver has ended.
        let _ = otrera_api::lines(std::io::stdin().lock(), u64::MAX)
            .map(text)
            .chain([Event::EndOfInput])
            .try_for_each(|event| lines.send(event));
    });
    let mut driver = Driver {
        cli,
        session,
        sender,
        pending: VecDeque::new(),
        engine: None,
        version: 0,
        searching: None,
        stop: Arc::new(AtomicBool::new(false)),
        pulse: Arc::default(),
        input_ended: false,
    };
    driver.run(&events)
}

impl<S: Session> Driver<'_, S> {
    fn run(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        while let Ok(event) = events.recv() {
            let mut due = None;
            let outputs = match event {
                Event::Line(line) => {
                    self.pending.push_back(line);
                    vec![]
                }
                Event::EndOfInput => {
                    self.input_ended = true;
                    vec![]
                }
                Event::Progress(choice) => {
                    let time = self.searching.map(|begin| begin.elapsed()).unwrap_or_default();
                    self.session.progress(&choice, time).into_iter().map(Output::Line).collect()
                }
                Event::SearchDone(result, end) => {
                    due = end;
                    let time = self.searching.take().map(|begin| begin.elapsed()).unwrap_or_default();
                    let (engine, choice) = result.unzip();
                    self.engine = engine.map(|engine| (self.version, engine));
                    self.session.search_done(choice.flatten(), time)
                }
            };
            if self.act(outputs)? {
                return Ok(());
            }
            self.pulse.delivered(due);
            while self.searching.is_none() || self.session.reads_while_searching() {
                let Some(line) = self.pending.pop_front() else { break };
                let outputs = self.session.line(&line);
                if self.act(outputs)? {
                    return Ok(());
                }
            }
            if self.input_ended && self.pending.is_empty() {
                let outputs = self.session.close();
                if self.act(outputs)? || self.searching.is_none() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Carries out the session's outputs. Returns whether the session is over.
    fn act(&mut self, outputs: Vec<Output>) -> anyhow::Result<bool> {
        for output in outputs {
            match output {
                Output::Line(line) => output::print(&(line + "\n"))?,
                Output::Search(order) => self.search(*order),
                Output::Stop => self.stop.store(true, Relaxed),
                Output::Quit => return Ok(true),
            }
        }
        Ok(false)
    }

    fn search(&mut self, request: SearchRequest) {
        let SearchRequest { position, clock, nodes, depth, settings, new_game } = request;
        self.version = settings.version;
        let mut engine = match self.engine.take() {
            Some((version, engine)) if version == settings.version => engine,
            _ => settings.build(),
        };
        self.stop.store(false, Relaxed);
        self.searching = Some(Instant::now());
        if self.pulse.overhead() != settings.overhead {
            self.pulse = Arc::new(Pulse::new(settings.overhead));
        }
        let (stop, pulse, sender) = (Arc::clone(&self.stop), Arc::clone(&self.pulse), self.sender.clone());
        let quiet = self.cli.quiet;
        std::thread::spawn(move || {
            let limits = Pace { clock, nodes, depth }.punctual_limits(&pulse, &position, &stop);
            let searched = catch_unwind(AssertUnwindSafe(|| {
                if new_game {
                    engine.new_game();
                }
                // Sending fails once the driver has ended.
                let mut report = |choice: &Choice| {
                    let _ = sender.send(Event::Progress(Box::new(choice.clone())));
                };
                let choice = engine.choose(&position, &limits, &mut report);
                (engine, choice)
            }));
            if searched.is_err() && !quiet {
                output::complain("the engine crashed and was restarted");
            }
            let _ = sender.send(Event::SearchDone(searched.ok(), limits.end()));
        });
    }
}
