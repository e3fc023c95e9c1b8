//! The Universal Chess Interface in Fairy-Stockfish's dialect for Amazons: a move is `d1d7,d7g7`, a position
//! Fairy-Stockfish's FEN, which may be of any size.

use std::time::Duration;

use otrera_board::text::Notation;
use otrera_board::{Move, Position, Setup, Side};

use super::{Order, Output, Session, Settings};
use crate::choice::{Choice, Proven};
use crate::engines::NAMED;
use crate::time::Clock;

/// What a proven result is written as, in hundredths of a move: more than a board has squares.
const PROVEN: i32 = 20_000;
/// Most threads that can be asked for.
const MOST_THREADS: usize = 1024;
/// Most memory that can be asked for, in MiB.
const MOST_MEMORY: usize = 1 << 20;

/// A conversation in UCI.
#[derive(Debug)]
pub struct Uci {
    settings: Settings,
    position: Position,
    new_game: bool,
    searching: bool,
    /// The answer is given when it is asked for, and not before.
    infinite: bool,
    /// Such an answer, ready to be given.
    held: Option<Vec<Output>>,
    shows_chances: bool,
}

/// An option: its name, what it can be, and how it is set.
struct Setting {
    name: &'static str,
    kind: fn(&Settings) -> String,
    set: fn(&mut Uci, &str) -> Result<(), String>,
}

const SETTINGS: &[Setting] = &[
    Setting {
        name: "Threads",
        kind: |settings| format!("spin default {} min 1 max {MOST_THREADS}", settings.options.threads),
        set: |uci, value| {
            uci.settings.options.threads = number(value, 1, MOST_THREADS)?;
            Ok(())
        },
    },
    Setting {
        name: "Hash",
        kind: |settings| format!("spin default {} min 1 max {MOST_MEMORY}", settings.options.memory >> 20),
        set: |uci, value| {
            uci.settings.options.memory = number(value, 1, MOST_MEMORY)? << 20;
            Ok(())
        },
    },
    Setting {
        name: "Engine",
        kind: |settings| {
            let names: String = NAMED.iter().map(|named| format!(" var {}", named.name)).collect();
            format!("combo default {}{names}", settings.engine.name)
        },
        set: |uci, value| uci.settings.set_engine(value),
    },
    Setting {
        name: "Level",
        kind: |settings| format!("spin default {} min 1 max 10", settings.options.level),
        set: |uci, value| uci.settings.set_level(value),
    },
    Setting {
        name: "Seed",
        kind: |settings| format!("spin default {} min 0 max {}", settings.options.seed, u32::MAX),
        set: |uci, value| {
            uci.settings.options.seed = number(value, 0, u32::MAX as usize)? as u64;
            Ok(())
        },
    },
    Setting {
        name: "OwnBook",
        kind: |settings| format!("check default {}", settings.options.book),
        set: |uci, value| {
            uci.settings.options.book = truth(value)?;
            Ok(())
        },
    },
    Setting {
        name: Uci::SHOWS_CHANCES,
        kind: |_| "check default false".into(),
        set: |uci, value| {
            uci.shows_chances = truth(value)?;
            Ok(())
        },
    },
    Setting {
        name: "UCI_Variant",
        kind: |_| "combo default amazons var amazons".into(),
        set: |_, value| match value {
            "amazons" => Ok(()),
            _ => Err(format!("{value} is not played here, only amazons")),
        },
    },
];

fn number(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("'{text}' is not a number from {least} to {most}"))
}

fn truth(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("'{text}' is neither true nor false"))
}

impl Uci {
    /// The option of engines that tell chances to win with their scores.
    pub const SHOWS_CHANCES: &str = "UCI_ShowWDL";

    /// The chance to win that the words after `score` give the engine that wrote them, if they do: a mate is certain, `wdl` says
    /// it in thousandths (half of the draws are won), and what hundredths of a move are worth only the engine knows.
    pub fn chance(words: &str) -> Option<f32> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i32>().ok());
        if words.first() == Some(&"mate") {
            return number(1).filter(|&moves| moves != 0).map(|moves| if moves > 0 { 1.0 } else { 0.0 });
        }
        let at = words.iter().position(|&word| word == "wdl")?;
        let [wins, draws, losses] = [number(at + 1)?, number(at + 2)?, number(at + 3)?];
        let told = [wins, draws, losses].iter().all(|part| (0..=1000).contains(part)) && wins + draws + losses == 1000;
        told.then(|| (wins as f32 + draws as f32 / 2.0) / 1000.0)
    }

    /// A conversation with this engine, on the standard board.
    pub fn new(settings: Settings) -> Uci {
        Uci {
            settings,
            position: standard(),
            new_game: true,
            searching: false,
            infinite: false,
            held: None,
            shows_chances: false,
        }
    }

    fn introduce(&self) -> Vec<Output> {
        let mut lines =
            vec![format!("id name Otrera {}", env!("CARGO_PKG_VERSION")), "id author the Otrera developers".into()];
        lines.extend(
            SETTINGS
                .iter()
                .map(|setting| format!("option name {} type {}", setting.name, (setting.kind)(&self.settings))),
        );
        lines.push("uciok".into());
        lines.into_iter().map(Output::Line).collect()
    }

    fn set_option(&mut self, words: &str) -> Result<(), String> {
        let words = words.strip_prefix("name ").ok_or("write setoption name NAME value VALUE")?;
        let (name, value) = words.split_once(" value ").unwrap_or((words, ""));
        let (name, value) = (name.trim(), value.trim());
        let setting = SETTINGS.iter().find(|setting| setting.name.eq_ignore_ascii_case(name));
        let setting = setting.ok_or_else(|| format!("there is no option {name}"))?;
        (setting.set)(self, value).map_err(|why| format!("{name}: {why}"))?;
        self.settings.version += 1;
        Ok(())
    }

    fn set_position(&mut self, words: &str) -> Result<(), String> {
        let (start, moves) = match words.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (words.trim(), ""),
        };
        let mut position = match start.split_once(' ').unwrap_or((start, "")) {
            ("startpos", "") => standard(),
            ("fen", text) => {
                let setup: Setup = text.trim().parse().map_err(|why| format!("{why}"))?;
                setup.position().map_err(|why| format!("{why}"))?
            }
            _ => return Err("write position startpos or position fen FEN, then moves".into()),
        };
        for word in moves.split_whitespace() {
            let play: Move = word.parse().map_err(|why| format!("{why}"))?;
            position.play(play).map_err(|why| format!("illegal move {word}: {why}"))?;
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, words: &str) -> Result<Vec<Output>, String> {
        if self.searching {
            return Err("a search goes on: send stop first".into());
        }
        let mut order = Order {
            position: self.position,
            clock: None,
            nodes: None,
            depth: None,
            settings: self.settings.clone(),
            new_game: self.new_game,
        };
        let (mut left, mut increment, mut moves, mut move_time) = (None, Duration::ZERO, None, None);
        let mut infinite = false;
        let us = self.position.to_move();
        let mut words = words.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
            let wrong = || format!("{word}: '{value}' is not a number");
            // Clocks that have run out are told as negative numbers.
            let millis = || value.parse::<i64>().map(|n| Duration::from_millis(n.max(0) as u64)).map_err(|_| wrong());
            match word {
                "movetime" => move_time = Some(millis()?),
                "wtime" if us == Side::White => left = Some(millis()?),
                "btime" if us == Side::Black => left = Some(millis()?),
                "winc" if us == Side::White => increment = millis()?,
                "binc" if us == Side::Black => increment = millis()?,
                "wtime" | "btime" | "winc" | "binc" => {
                    millis()?;
                }
                "movestogo" => moves = Some(value.parse::<u32>().map_err(|_| wrong())?.max(1)),
                "nodes" => order.nodes = Some(value.parse().map_err(|_| wrong())?),
                "depth" => order.depth = Some(value.parse().map_err(|_| wrong())?),
                _ => return Err(format!("go {word} is not understood")),
            }
        }
        order.clock = match (move_time, left, moves) {
            (Some(time), _, _) => Some(Clock::Move(time)),
            // Time for a number of moves is shared out evenly.
            (None, Some(left), Some(moves)) => Some(Clock::Move((left / moves + increment).min(left))),
            (None, Some(left), None) => Some(Clock::Game { left, increment }),
            (None, None, _) => None,
        };
        self.searching = true;
        let limited = order.clock.is_some() || order.nodes.is_some() || order.depth.is_some();
        self.infinite = infinite || !limited;
        self.new_game = false;
        Ok(vec![Output::Search(Box::new(order))])
    }

    /// Ends the search, or gives the answer that was held back.
    fn stop(&mut self) -> Vec<Output> {
        self.infinite = false;
        match self.held.take() {
            Some(answer) => {
                self.searching = false;
                answer
            }
            None if self.searching => vec![Output::Stop],
            None => vec![],
        }
    }

    fn score(&self, choice: &Choice) -> String {
        let points = match choice.score.proven {
            Some(Proven::Win) => PROVEN,
            Some(Proven::Loss) => -PROVEN,
            None => ((choice.score.ahead * 100.0).round() as i32).clamp(1 - PROVEN, PROVEN - 1),
        };
        let wins = (choice.score.chance * 1000.0).round() as i32;
        let chances = if self.shows_chances { format!(" wdl {wins} 0 {}", 1000 - wins) } else { String::new() };
        format!("cp {points}{chances}")
    }
}

impl Session for Uci {
    fn line(&mut self, line: &str) -> Vec<Output> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let done = match word {
            "" => Ok(vec![]),
            "uci" => Ok(self.introduce()),
            "isready" => Ok(vec![Output::Line("readyok".into())]),
            "ucinewgame" => {
                self.new_game = true;
                Ok(vec![])
            }
            "setoption" => self.set_option(rest.trim()).map(|()| vec![]),
            "position" => self.set_position(rest.trim()).map(|()| vec![]),
            "go" => self.go(rest),
            "stop" => Ok(self.stop()),
            "debug" => Ok(vec![]),
            "d" => Ok(vec![Output::Line(self.position.to_string())]),
            "quit" => Ok(vec![Output::Stop, Output::Quit]),
            _ => Err(format!("unknown command {word}")),
        };
        done.unwrap_or_else(|why| vec![Output::Line(format!("info string error: {why}"))])
    }

    fn thought(&self, choice: &Choice, time: Duration) -> Option<String> {
        let rate = choice.nodes as f64 / time.as_secs_f64().max(1e-3);
        let line: Vec<String> = choice.line.iter().map(|&play| Notation::Uci.write(play)).collect();
        Some(format!(
            "info depth {} score {} nodes {} nps {} time {} pv {}",
            choice.depth,
            self.score(choice),
            choice.nodes,
            rate as u64,
            time.as_millis(),
            line.join(" ")
        ))
    }

    fn chosen(&mut self, choice: Option<Choice>, time: Duration) -> Vec<Output> {
        let lines = match choice {
            None => vec!["bestmove (none)".into()],
            Some(choice) => {
                let answer = format!("bestmove {}", Notation::Uci.write(choice.play));
                self.thought(&choice, time).into_iter().chain([answer]).collect()
            }
        };
        let answer: Vec<Output> = lines.into_iter().map(Output::Line).collect();
        if self.infinite {
            self.held = Some(answer);
            return vec![];
        }
        self.searching = false;
        answer
    }

    fn close(&mut self) -> Vec<Output> {
        if self.infinite { self.stop() } else { vec![] }
    }

    fn listens(&self) -> bool {
        true
    }
}

fn standard() -> Position {
    Setup::start(10, 10).expect("10x10 has a setup").position().expect("White begins in it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Score;
    use crate::engine::EngineOptions;

    #[test]
    fn chances_are_read_as_they_are_written() {
        let mut uci = Uci::new(Settings::new(&NAMED[0], EngineOptions::default()));
        uci.line("setoption name UCI_ShowWDL value true");
        let play = standard().moves()[0];
        let written = |score| uci.score(&Choice { play, score, line: vec![], depth: 1, nodes: 1, candidates: vec![] });
        for thousandths in 0..=1000 {
            let chance = thousandths as f32 / 1000.0;
            assert_eq!(Uci::chance(&written(Score::guess(chance, 3.0))), Some(chance));
        }
        assert_eq!(Uci::chance(&written(Score::proven(Proven::Win, 2.0))), Some(1.0));
        assert_eq!(Uci::chance(&written(Score::proven(Proven::Loss, -2.0))), Some(0.0));
    }

    #[test]
    fn scores_without_chances_say_nothing() {
        for (words, chance) in [
            ("cp 31 wdl 200 600 200 nodes 5", Some(0.5)),
            ("cp 31 lowerbound wdl 1000 0 0", Some(1.0)),
            ("mate 3", Some(1.0)),
            ("mate -12 wdl 0 0 1000", Some(0.0)),
            ("mate 0", None),
            ("mate soon", None),
            ("cp 20000 nodes 5", None),
            ("cp 31 wdl 900 0", None),
            ("cp 31 wdl 900 900 900", None),
            ("cp 31 wdl -5 5 1000", None),
            ("", None),
        ] {
            assert_eq!(Uci::chance(words), chance, "{words}");
        }
    }
}
