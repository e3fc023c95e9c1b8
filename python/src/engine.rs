//! `Engine`: a built-in engine, or an external program driven by the code of the match referee.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use otrera_api::option::{EngineName, Level, Seconds};
use otrera_api::player::{BuiltIn, Fault, Opinion, Player, Program, Reply, Turn};
use otrera_api::{EngineSettings, Job, MoveLimits, Pace, atlas_file};
use otrera_board::{Move as Play, Position};
use otrera_engine::EngineOptions;
use pyo3::prelude::*;

use crate::board::Board;
use crate::convert;
use crate::error::{EngineError, exception, invalid};
use crate::job::{self, Call, open_atlas};
use crate::number::{Time, Whole};
use crate::play::Move;

/// Time by which the answer of a program may overrun its limit: that of the referee by default.
const GRACE: Duration = Duration::from_secs(1);

/// Longest time of a move or of a grace: a clock cannot be set to the end of time.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// The native part of `otrera.Engine`.
#[pyclass(subclass, frozen, module = "otrera._otrera")]
pub(crate) struct Engine {
    name: String,
    /// `None` once it is closed.
    session: Arc<Mutex<Option<Session>>>,
}

/// A player and the game that it has.
struct Session {
    player: Box<dyn Player>,
    /// The external program, which is started anew after a fault.
    program: Option<Program>,
    /// Time by which its answers may overrun their limit.
    grace: Duration,
    /// It plays one side of a game: a bot of Botzone that stays is told the moves of its opponent only.
    has_side: bool,
    game: Option<(Position, Vec<Play>)>,
}

/// A move, the nodes, the chance to win and whether the win is proven.
type Choice = (Move, u64, Option<f32>, bool);

#[pymethods]
impl Engine {
    /// Builds a built-in engine.
    #[new]
    #[pyo3(signature = (name = "otrera", *, level = Whole::new(10), threads = Whole::new(1), memory = None, seed = Whole::new(1), book = true, atlas = None))]
    fn new(
        name: &str,
        level: Whole,
        threads: Whole,
        memory: Option<&Bound<'_, PyAny>>,
        seed: Whole,
        book: bool,
        atlas: Option<PathBuf>,
    ) -> PyResult<Engine> {
        let engine: EngineName = name.parse().map_err(invalid)?;
        let level: Level = level.option("level")?;
        let path = atlas_file::path(atlas.as_deref()).map_err(exception)?;
        let has_atlas = atlas.is_some() || path.exists();
        let options = EngineOptions {
            threads: convert::threads(Some(threads))?.get(),
            memory: convert::bytes(memory)?.unwrap_or_else(EngineSettings::memory).0,
            seed: seed.within("seed", 0..=u64::MAX)?,
            level: level.0,
            book,
            atlas: has_atlas.then(|| open_atlas(&path)).transpose().map_err(exception)?,
        };
        let player = Box::new(BuiltIn::new(engine.0, options));
        Ok(Engine::with_session(name, Session { player, program: None, grace: GRACE, has_side: false, game: None }))
    }

    /// Starts an external program that speaks `uci`, `gtp`, `botzone` or `botzone-simple`. Its answers may overrun their
    /// limits by `grace` seconds.
    #[staticmethod]
    #[pyo3(signature = (command, protocol = "uci", grace = Time::new(GRACE)))]
    fn open_program(py: Python<'_>, command: &str, protocol: &str, grace: Time) -> PyResult<Engine> {
        let grace = limited("grace", grace)?;
        let program = Program::new(protocol, command).map_err(exception)?;
        py.detach(|| program.check()).map_err(|error| EngineError::new_err(format!("{error:#}")))?;
        let has_side = protocol.starts_with("botzone");
        let player = program.player();
        Ok(Engine::with_session(command, Session { player, program: Some(program), grace, has_side, game: None }))
    }

    /// Name of the engine, or the command of the program.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Chooses a move within the limits.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None))]
    fn choose(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        time: Option<Time>,
        nodes: Option<Whole>,
        depth: Option<Whole>,
    ) -> PyResult<Choice> {
        let board = board.try_borrow()?.clone();
        let position = board.sided()?;
        if !position.can_move() {
            return Err(invalid(format!("{} cannot move and has lost", position.to_move())));
        }
        let limit = time.map(|time| limited("time", time)).transpose()?.map(Seconds);
        let nodes = nodes.map(|nodes| nodes.within("nodes", 0..=u64::MAX)).transpose()?;
        let depth = depth.map(|depth| depth.within("depth", 0..=u32::MAX.into())).transpose()?;
        let pace = Pace::new(MoveLimits { time: limit, nodes, depth }, None);
        let (start, moves) = (*board.start(), board.moves());
        let session = Arc::clone(&self.session);
        let call = Call { time: None, progress: None };
        let reply = job::run(py, &call, move |job| {
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(session) = session.as_mut() else { return Err(Fault::Crashed("the engine is closed".into())) };
            let turn = Turn {
                start: &start,
                moves: &moves,
                position: &position,
                pace,
                other: None,
                grace: session.grace,
                stop: job.stop,
            };
            session.choose(&turn)
        })?;
        let Reply { play, nodes, opinion } = reply.map_err(|fault| EngineError::new_err(fault.to_string()))?;
        position.check(play).map_err(|why| EngineError::new_err(format!("illegal move {play}: {why}")))?;
        Ok((Move(play), nodes, opinion.chance(), opinion == Opinion::Won))
    }

    /// Ends the engine; a program is told to quit.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let session = Arc::clone(&self.session);
        // Another thread may be waiting for a move.
        let close = move |_: Job<'_>| drop(session.lock().unwrap_or_else(PoisonError::into_inner).take());
        job::run(py, &Call { time: None, progress: None }, close)
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.name)
    }
}

/// A time of at most [`LONGEST`].
fn limited(name: &str, time: Time) -> PyResult<Duration> {
    Ok(time.get(name)?.min(LONGEST))
}

impl Engine {
    fn with_session(name: &str, session: Session) -> Engine {
        Engine { name: name.into(), session: Arc::new(Mutex::new(Some(session))) }
    }
}

impl Session {
    /// Asks the player. After a fault the next question begins a new game, with a new process: the answer to a question
    /// that was cancelled may still come, and is not taken for that of the next one.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let reply = self.follow(turn.start, turn.moves).and_then(|()| self.player.choose(turn));
        match &reply {
            Ok(reply) => self.add(reply.play),
            Err(_) => {
                self.game = None;
                if let Some(program) = &self.program {
                    self.player = program.player();
                }
            }
        }
        reply
    }

    /// Starts a new game unless the moves continue the last one.
    fn follow(&mut self, start: &Position, moves: &[Play]) -> Result<(), Fault> {
        let is_next = |last: &[Play]| !self.has_side || moves.len() == last.len() + 1;
        let continues =
            self.game.as_ref().is_some_and(|(root, last)| root == start && moves.starts_with(last) && is_next(last));
        if !continues {
            self.game = None;
            self.player.new_game(start)?;
        }
        self.game = Some((*start, moves.to_vec()));
        Ok(())
    }

    /// Adds the player's own move to its game.
    fn add(&mut self, play: Play) {
        if let Some((_, moves)) = &mut self.game {
            moves.push(play);
        }
    }
}
