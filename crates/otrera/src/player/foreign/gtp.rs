use std::sync::atomic::AtomicBool;
use std::time::Instant;

use otrera_board::{Move, Position, Setup};
use otrera_engine::Clock;

use super::uci::{START, deadline, read_move};
use super::{Fault, Player, Process, Program, Turn};
use crate::player::{Opinion, Reply};

/// A program that talks GTP.
pub(super) struct Gtp {
    program: Program,
    process: Option<Process>,
    /// The moves that it knows of.
    told: Vec<Move>,
}

impl Gtp {
    pub(super) fn new(program: Program) -> Gtp {
        Gtp { program, process: None, told: Vec::new() }
    }

    /// Says a command and waits for the answer.
    fn ask(&mut self, command: &str, until: Instant, stop: &AtomicBool) -> Result<String, Fault> {
        let process = self.process.as_mut().expect("a game begins with a program");
        process.say(command)?;
        let answer = process.hear_until(until, stop, |line| line.starts_with(['=', '?']).then(|| line.to_string()))?;
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_string()),
            None => {
                Err(Fault::Wrong(format!("{command}: {}", answer[1..].trim().chars().take(80).collect::<String>())))
            }
        }
    }

    fn tell(&mut self, command: &str) -> Result<(), Fault> {
        self.ask(command, Instant::now() + START, &AtomicBool::new(false)).map(|_| ())
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
            let mut process = self.program.start()?;
            process.farewell = "quit";
            self.process = Some(process);
        }
        match width == height {
            true => self.tell(&format!("boardsize {width}"))?,
            false => self.tell(&format!("boardsize {width} {height}"))?,
        }
        self.tell("clear_board")?;
        self.told.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let until = deadline(turn);
        let us = turn.position.to_move();
        let mut side = turn.start.to_move();
        for (number, play) in turn.moves.iter().enumerate() {
            if number >= self.told.len() {
                self.tell(&format!("play {} {play}", side.letter()))?;
                self.told.push(*play);
            }
            side = !side;
        }
        match turn.pace.clock {
            Some(Clock::Move(time)) => self.tell(&format!("time_settings 0 {} 1", seconds(time)))?,
            Some(clock @ Clock::Game { .. }) => {
                // GTP has no increments: what was added after a move is seen in the time that is left.
                self.tell(&format!("time_settings {} 0 0", seconds(clock.left())))?;
                let theirs = turn.other.unwrap_or(clock);
                for (side, clock) in [(us, clock), (!us, theirs)] {
                    self.tell(&format!("time_left {} {} 0", side.letter(), seconds(clock.left())))?;
                }
            }
            None => {}
        }
        let word = self.ask(&format!("genmove {}", us.letter()), until, turn.stop)?;
        if word.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        let play = read_move(&word)?;
        self.told.push(play);
        Ok(Reply { play, nodes: 0, opinion: Opinion::Untold })
    }
}

fn seconds(time: std::time::Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
