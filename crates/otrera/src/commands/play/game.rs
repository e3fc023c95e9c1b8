use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use otrera_api::{EngineSettings, Pace, describe, files};
use otrera_board::game::{Game, Property};
use otrera_board::{Move, Position, Side, Square};
use otrera_engine::engines::Named;
use otrera_engine::{Choice, Clock, Engine};

use crate::cli::{Cli, PlayArgs};

pub(super) struct TerminalGame {
    pub(super) human: Side,
    pub(super) named: &'static Named,
    engine: Box<dyn Engine>,
    start: Position,
    pub(super) moves: Vec<Move>,
    /// Clocks by side before each move; the last ones are current.
    clocks: Vec<[Option<Clock>; 2]>,
    pace: Pace,
    /// An end that the board does not show.
    ended: Option<Ending>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) loser: Side,
    pub(super) reason: &'static str,
    /// Letter of the reason in SGF.
    letter: &'static str,
}

impl TerminalGame {
    pub(super) fn new(cli: &Cli, args: &PlayArgs, start: Position) -> anyhow::Result<TerminalGame> {
        let settings = EngineSettings::from(&args.engine);
        let named = settings.engine.0;
        let engine = named.build(&settings.options(cli)?);
        let pace = Pace::new(args.limits.into(), args.clock);
        // A time per move applies to the engine alone; a clock for the game applies to both.
        let clocks = vec![[args.clock; 2]];
        Ok(TerminalGame { human: args.side.0, named, engine, start, moves: Vec::new(), clocks, pace, ended: None })
    }

    pub(super) fn position(&self) -> Position {
        let mut position = self.start;
        for &play in &self.moves {
            position.play(play).expect("played moves are legal");
        }
        position
    }

    pub(super) fn is_humans_turn(&self) -> bool {
        self.position().to_move() == self.human
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        let position = self.position();
        let blocked = Ending { loser: position.to_move(), reason: "cannot move", letter: "" };
        self.ended.or((!position.can_move()).then_some(blocked))
    }

    /// The clocks for the prompt; empty without clocks.
    pub(super) fn clocks(&self) -> String {
        let [black, white] = self.current_clocks();
        match (white, black) {
            (Some(white), Some(black)) => {
                format!("[White {:.0} s, Black {:.0} s] ", white.left().as_secs_f64(), black.left().as_secs_f64())
            }
            _ => String::new(),
        }
    }

    fn current_clocks(&self) -> [Option<Clock>; 2] {
        *self.clocks.last().expect("the list starts with one entry")
    }

    /// Plays the user's move, which took `took`.
    pub(super) fn play(&mut self, text: &str, took: Duration) -> anyhow::Result<()> {
        self.check_open()?;
        let play: Move = text.parse().with_context(|| "type a move, or help")?;
        self.position().check(play).map_err(|why| anyhow::anyhow!("illegal move {play}: {why}"))?;
        self.push(play, took);
        Ok(())
    }

    /// Plays the engine's move and announces it.
    pub(super) fn engine_move(&mut self) -> anyhow::Result<String> {
        let begin = Instant::now();
        let choice = self.choose()?;
        let side = self.position().to_move();
        self.push(choice.play, begin.elapsed());
        Ok(format!("{} plays {} for {side}.", self.named.name, choice.play))
    }

    fn push(&mut self, play: Move, took: Duration) {
        let side = self.position().to_move();
        let mut clocks = self.current_clocks();
        if let Some(clock) = clocks[side.index()] {
            match clock.after(took) {
                Some(next) => clocks[side.index()] = Some(next),
                None => {
                    self.ended = Some(Ending { loser: side, reason: "is out of time", letter: "T" });
                    return;
                }
            }
        }
        self.moves.push(play);
        self.clocks.push(clocks);
    }

    fn choose(&mut self) -> anyhow::Result<Choice> {
        let position = self.position();
        let clock = self.current_clocks()[position.to_move().index()].or(self.pace.clock);
        let never = AtomicBool::new(false);
        let limits = Pace { clock, ..self.pace }.limits(&position, &never);
        self.engine.choose(&position, &limits, &mut |_| {}).context("there is no move")
    }

    pub(super) fn hint(&mut self) -> anyhow::Result<String> {
        self.check_open()?;
        let choice = self.choose()?;
        let line: Vec<String> = choice.line.iter().map(ToString::to_string).collect();
        Ok(format!("{} ({})", line.join(" "), describe(&choice, self.human)))
    }

    pub(super) fn evaluation(&mut self) -> anyhow::Result<String> {
        self.check_open()?;
        let side = self.position().to_move();
        self.choose().map(|choice| describe(&choice, side))
    }

    pub(super) fn moves(&self, from: &str) -> anyhow::Result<String> {
        let mut moves = self.position().moves();
        if !from.is_empty() {
            let from: Square = from.parse()?;
            let position = self.position();
            ensure!(position.size().contains(from), "{from} is not on a {} board", position.size());
            let is_own = position.squares(position.amazons(position.to_move())).any(|square| square == from);
            ensure!(is_own, "{} has no amazon on {from}", position.to_move());
            moves.retain(|play| play.from == from);
        }
        moves.sort_unstable();
        let list: Vec<String> = moves.iter().map(ToString::to_string).collect();
        Ok(format!("{} moves\n{}", list.len(), list.join(" ")))
    }

    /// Takes back the user's last move and the reply to it.
    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        if self.ended.take().is_some() && self.is_humans_turn() {
            return Ok(());
        }
        let first = if self.start.to_move() == self.human { 0 } else { 1 };
        let last =
            (first..self.moves.len()).step_by(2).next_back().context("there is no move of yours to take back")?;
        self.moves.truncate(last);
        self.clocks.truncate(last + 1);
        Ok(())
    }

    pub(super) fn resign(&mut self) -> anyhow::Result<()> {
        self.check_open()?;
        self.ended = Some(Ending { loser: self.human, reason: "resigns", letter: "R" });
        Ok(())
    }

    pub(super) fn save(&self, file: &str) -> anyhow::Result<String> {
        ensure!(!file.is_empty(), "write save and the name of a file, like save game.sgf");
        let path = Path::new(file);
        files::check_target(path)?;
        let mut game = Game::from_moves(self.start, self.moves.iter().copied())?;
        let names = if self.human == Side::Black { ["you", self.named.name] } else { [self.named.name, "you"] };
        let mut facts = vec![("PB", names[0].to_string()), ("PW", names[1].to_string())];
        if let Some(Ending { loser, letter, .. }) = self.ending() {
            facts.push(("RE", format!("{}+{letter}", (!loser).letter().to_ascii_uppercase())));
        }
        for (name, text) in facts {
            let property = Property::new(name, &text).expect("the names are capitals");
            game.set_property(Game::ROOT, property).expect("these are only remarks");
        }
        files::save(path, game.to_string().as_bytes())?;
        Ok(format!("Written to {file}."))
    }

    fn check_open(&self) -> anyhow::Result<()> {
        ensure!(self.ending().is_none(), "the game is over: type save FILE, undo or quit");
        Ok(())
    }
}
