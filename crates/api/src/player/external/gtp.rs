use std::sync::atomic::AtomicBool;
use std::time::Instant;

use otrera_board::{Move, Position, Setup};
use otrera_engine::Clock;

use super::uci::{START_TIMEOUT, deadline, read_move};
use super::{Fault, Player, Process, Program, Turn};
use crate::player::{Opinion, Reply};

pub(super) struct Gtp {
    pub(super) program: Program,
    pub(super) process: Option<Process>,
    /// Moves of the game that the program has.
    pub(super) known: Vec<Move>,
}

impl Gtp {
    /// Sends a command and waits for the response.
    fn query(&mut self, command: &str, until: Instant, stop: &AtomicBool) -> Result<String, Fault> {
        let process = self.process.as_mut().expect("new_game starts the program");
        process.send(command)?;
        let answer =
            process.receive_until(until, stop, |line| line.starts_with(['=', '?']).then(|| line.to_string()))?;
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_string()),
            None => {
                Err(Fault::Wrong(format!("{command}: {}", answer[1..].trim().chars().take(80).collect::<String>())))
            }
        }
    }

    /// Sends a command whose response is empty.
    fn command(&mut self, command: &str) -> Result<(), Fault> {
        self.query(command, Instant::now() + START_TIMEOUT, &AtomicBool::new(false)).map(|_| ())
    }
}

impl Player for Gtp {
    fn new_game(&mut self, start: &Position) -> Result<(), Fault> {
        let (width, height) = (start.size().width(), start.size().height());
        let standard = Setup::start(width.into(), height.into()).ok().and_then(|setup| setup.position().ok());
        if standard != Some(*start) {
            return Err(Fault::Wrong("GTP has no word for a start that is not the standard setup".into()));
        }
        if self.process.is_none() {
            self.process = Some(self.program.start("quit")?);
        }
        match width == height {
            true => self.command(&format!("boardsize {width}"))?,
            false => self.command(&format!("boardsize {width} {height}"))?,
        }
        self.command("clear_board")?;
        self.known.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let until = deadline(turn);
        let us = turn.position.to_move();
        let mut side = turn.start.to_move();
        for (number, play) in turn.moves.iter().enumerate() {
            if number >= self.known.len() {
                self.command(&format!("play {} {play}", side.letter()))?;
                self.known.push(*play);
            }
            side = !side;
        }
        match turn.pace.clock {
            Some(Clock::Move(time)) => self.command(&format!("time_settings 0 {} 1", seconds(time)))?,
            Some(clock @ Clock::Game { .. }) => {
                // GTP has no increments: the time left includes them.
                self.command(&format!("time_settings {} 0 0", seconds(clock.left())))?;
                let theirs = turn.other.unwrap_or(clock);
                for (side, clock) in [(us, clock), (!us, theirs)] {
                    self.command(&format!("time_left {} {} 0", side.letter(), seconds(clock.left())))?;
                }
            }
            None => {}
        }
        let word = self.query(&format!("genmove {}", us.letter()), until, turn.stop)?;
        if word.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        let play = read_move(&word)?;
        self.known.push(play);
        Ok(Reply { play, nodes: 0, opinion: Opinion::Unknown })
    }
}

fn seconds(time: std::time::Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
