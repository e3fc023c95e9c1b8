//! `otrera uci`, `gtp` and `botzone`: the streams and the search around the sessions of the library.
//!
//! One thread reads, one searches, and this one talks to the session: whatever happens is an event in one queue, so a
//! `stop` is acted on while the search goes on, and nothing happens twice.

use std::collections::VecDeque;
use std::io::BufRead as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use otrera_api::{EngineSettings, Pace};
use otrera_engine::protocol::{Botzone, Gtp, Output, SearchRequest, Session, Settings, Uci};
use otrera_engine::{Choice, Engine};

use crate::cli::{BotzoneArgs, Cli, EngineArgs, GtpArgs, ProtocolArgs};
use crate::output;

pub(super) fn uci(cli: &Cli, args: &ProtocolArgs) -> anyhow::Result<()> {
    drive(cli, Uci::new(settings(cli, &args.engine)?))
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
    /// A line of input.
    Line(String),
    /// The end of the input.
    End,
    Thought(Box<Choice>),
    Done(Found),
}

struct Found {
    /// `None` if it crashed.
    engine: Option<Box<dyn Engine>>,
    choice: Option<Choice>,
}

/// The state around a session.
struct Driver<'a, S> {
    cli: &'a Cli,
    session: S,
    sender: Sender<Event>,
    /// Lines that wait for the search to end.
    waiting: VecDeque<String>,
    /// The engine while it does not search, and the version of the settings that it was made with.
    engine: Option<(u32, Box<dyn Engine>)>,
    version: u32,
    searching: Option<Instant>,
    stop: Arc<AtomicBool>,
    ended: bool,
}

fn drive<S: Session>(cli: &Cli, session: S) -> anyhow::Result<()> {
    let (sender, events) = channel();
    let lines = sender.clone();
    // Not waited for: it may sit in a read when the program ends.
    std::thread::spawn(move || read(&lines));
    let stop = Arc::new(AtomicBool::new(false));
    let mut driver = Driver {
        cli,
        session,
        sender,
        waiting: VecDeque::new(),
        engine: None,
        version: 0,
        searching: None,
        stop,
        ended: false,
    };
    driver.run(&events)
}

fn read(lines: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) => {
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_string();
                if lines.send(Event::Line(text)).is_err() {
                    return;
                }
            }
            Ok(0) | Err(_) => {
                // Fails only if the receiver has gone.
                let _ = lines.send(Event::End);
                return;
            }
        }
    }
}

impl<S: Session> Driver<'_, S> {
    fn run(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        while let Ok(event) = events.recv() {
            let outputs = match event {
                Event::Line(line) => {
                    self.waiting.push_back(line);
                    vec![]
                }
                Event::End => {
                    self.ended = true;
                    vec![]
                }
                Event::Thought(choice) => {
                    let time = self.searching.map(|begin| begin.elapsed()).unwrap_or_default();
                    self.session.progress(&choice, time).into_iter().map(Output::Line).collect()
                }
                Event::Done(found) => {
                    let time = self.searching.take().map(|begin| begin.elapsed()).unwrap_or_default();
                    self.engine = found.engine.map(|engine| (self.version, engine));
                    self.session.search_done(found.choice, time)
                }
            };
            if self.act(outputs)? {
                return Ok(());
            }
            while self.searching.is_none() || self.session.reads_while_searching() {
                let Some(line) = self.waiting.pop_front() else { break };
                let outputs = self.session.line(&line);
                if self.act(outputs)? {
                    return Ok(());
                }
            }
            if self.ended && self.waiting.is_empty() {
                let outputs = self.session.close();
                if self.act(outputs)? || self.searching.is_none() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Executes the outputs of the session. Returns whether it has ended.
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
            _ => settings.engine.build(&settings.options),
        };
        self.stop.store(false, Relaxed);
        self.searching = Some(Instant::now());
        let (stop, sender) = (Arc::clone(&self.stop), self.sender.clone());
        let cli_quiet = self.cli.quiet;
        std::thread::spawn(move || {
            let limits = Pace { clock, nodes, depth }.limits(&position, &stop);
            let found = catch_unwind(AssertUnwindSafe(|| {
                if new_game {
                    engine.new_game();
                }
                // Fails only when the program ends.
                let mut watch = |choice: &Choice| {
                    let _ = sender.send(Event::Thought(Box::new(choice.clone())));
                };
                let choice = engine.choose(&position, &limits, &mut watch);
                (engine, choice)
            }));
            let found = match found {
                Ok((engine, choice)) => Found { engine: Some(engine), choice },
                Err(_) => Found { engine: None, choice: None },
            };
            if found.engine.is_none() && !cli_quiet {
                output::complain("the engine crashed and was made anew");
            }
            let _ = sender.send(Event::Done(found));
        });
    }
}
