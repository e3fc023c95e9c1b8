//! The Universal Chess Interface in Fairy-Stockfish's dialect for Amazons: moves as `d1d7,d7g7`, positions as
//! Fairy-Stockfish's FEN of any board size.

use std::time::Duration;

use otrera_board::text::Notation;
use otrera_board::{Move, Position, Setup, Side};

use super::{Output, SearchRequest, Session, Settings, standard_start};
use crate::choice::{Choice, Proven};
use crate::engines::NAMED;
use crate::levels::LEVEL_ELO;
use crate::time::Clock;

/// Score of a proven result, in hundredths of a move: more than a board has squares.
const PROVEN: i32 = 20_000;
const MOST_THREADS: usize = 1024;
/// Upper bound of `Hash`, in MiB.
const MOST_MEMORY: usize = 1 << 20;
/// Upper bound of `Move Overhead`, in milliseconds.
const MOST_OVERHEAD: usize = 10_000;

/// Bounds of `UCI_Elo`: the weakest level, and the strongest that is limited.
const LEAST_ELO: u32 = LEVEL_ELO[0];
const MOST_ELO: u32 = LEVEL_ELO[LEVEL_ELO.len() - 1];

/// UCI session.
#[derive(Debug)]
pub struct Uci {
    settings: Settings,
    position: Position,
    new_game: bool,
    searching: bool,
    /// True if the result is held back until `stop`.
    infinite: bool,
    held: Option<Vec<Output>>,
    shows_chances: bool,
}

/// UCI option: name, type declaration and setter.
struct UciOption {
    name: &'static str,
    declaration: fn(&Settings) -> String,
    set: fn(&mut Uci, &str) -> Result<(), String>,
}

const OPTIONS: &[UciOption] = &[
    UciOption {
        name: "Threads",
        declaration: |settings| format!("spin default {} min 1 max {MOST_THREADS}", settings.options.threads),
        set: |uci, value| number(value, 1, MOST_THREADS).map(|threads| uci.settings.options.threads = threads),
    },
    UciOption {
        name: "Hash",
        declaration: |settings| format!("spin default {} min 1 max {MOST_MEMORY}", settings.options.memory >> 20),
        set: |uci, value| number(value, 1, MOST_MEMORY).map(|size| uci.settings.options.memory = size << 20),
    },
    UciOption {
        name: "Engine",
        declaration: |settings| {
            let names: String = NAMED.iter().map(|named| format!(" var {}", named.name)).collect();
            format!("combo default {}{names}", settings.engine.name)
        },
        set: |uci, value| uci.settings.set_engine(value),
    },
    UciOption {
        name: "Level",
        declaration: |settings| format!("spin default {} min 1 max 10", settings.options.level),
        set: |uci, value| uci.settings.set_level(value),
    },
    UciOption {
        name: "UCI_LimitStrength",
        declaration: |settings| format!("check default {}", settings.limits_elo),
        set: |uci, value| boolean(value).map(|limits| uci.settings.limits_elo = limits),
    },
    UciOption {
        name: "UCI_Elo",
        declaration: |settings| format!("spin default {} min {LEAST_ELO} max {MOST_ELO}", settings.elo),
        set: |uci, value| number(value, LEAST_ELO as usize, MOST_ELO as usize).map(|elo| uci.settings.elo = elo as u32),
    },
    UciOption {
        name: "Seed",
        declaration: |settings| format!("spin default {} min 0 max {}", settings.options.seed, u32::MAX),
        set: |uci, value| number(value, 0, u32::MAX as usize).map(|seed| uci.settings.options.seed = seed as u64),
    },
    UciOption {
        name: "Move Overhead",
        declaration: |settings| format!("spin default {} min 0 max {MOST_OVERHEAD}", settings.overhead.as_millis()),
        set: |uci, value| {
            let set = |millis| uci.settings.overhead = Duration::from_millis(millis as u64);
            number(value, 0, MOST_OVERHEAD).map(set)
        },
    },
    UciOption {
        name: Uci::OWN_BOOK,
        declaration: |settings| format!("check default {}", settings.options.book),
        set: |uci, value| boolean(value).map(|book| uci.settings.options.book = book),
    },
    UciOption {
        name: Uci::SHOWS_CHANCES,
        declaration: |_| "check default false".into(),
        set: |uci, value| boolean(value).map(|shows| uci.shows_chances = shows),
    },
    UciOption {
        name: "UCI_Variant",
        declaration: |_| "combo default amazons var amazons".into(),
        set: |_, value| match value {
            "amazons" => Ok(()),
            _ => Err(format!("unknown variant '{value}': only amazons is supported")),
        },
    },
];

fn number(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("'{text}' is not a number from {least} to {most}"))
}

fn boolean(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("'{text}' is not true or false"))
}

impl Uci {
    /// Option that turns the opening book on or off.
    pub const OWN_BOOK: &str = "OwnBook";
    /// Option that adds winning chances to scores.
    pub const SHOWS_CHANCES: &str = "UCI_ShowWDL";

    /// Parses the winning chance from the words after `score`. A mate is certain. `wdl` gives it in thousandths, where a draw
    /// counts half. `cp` alone gives none, since its scale is the engine's own.
    pub fn chance(words: &str) -> Option<f32> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i32>().ok());
        if words.first() == Some(&"mate") {
            return number(1).filter(|&moves| moves != 0).map(|moves| if moves > 0 { 1.0 } else { 0.0 });
        }
        let at = words.iter().position(|&word| word == "wdl")?;
        let [wins, draws, losses] = [number(at + 1)?, number(at + 2)?, number(at + 3)?];
        let valid = [wins, draws, losses].iter().all(|part| (0..=1000).contains(part)) && wins + draws + losses == 1000;
        valid.then(|| (wins as f32 + draws as f32 / 2.0) / 1000.0)
    }

    /// Creates a session on the standard board.
    pub fn new(settings: Settings) -> Uci {
        Uci {
            settings,
            position: standard_start(10),
            new_game: true,
            searching: false,
            infinite: false,
            held: None,
            shows_chances: false,
        }
    }

    fn introduce(&self) -> Vec<Output> {
        let name = concat!("id name Otrera ", env!("CARGO_PKG_VERSION")).to_string();
        let declare = |UciOption { name, declaration, .. }: &UciOption| {
            format!("option name {name} type {}", declaration(&self.settings))
        };
        let lines = [name, "id author the Otrera developers".into()].into_iter().chain(OPTIONS.iter().map(declare));
        lines.chain(["uciok".into()]).map(Output::Line).collect()
    }

    fn set_option(&mut self, words: &str) -> Result<(), String> {
        let words = words.strip_prefix("name ").ok_or("usage: setoption name NAME value VALUE")?;
        let (name, value) = words.split_once(" value ").unwrap_or((words, ""));
        let (name, value) = (name.trim(), value.trim());
        let option = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| format!("unknown option '{name}'"))?;
        (option.set)(self, value).map_err(|why| format!("{name}: {why}"))?;
        self.settings.version += 1;
        Ok(())
    }

    fn set_position(&mut self, words: &str) -> Result<(), String> {
        let (start, moves) = words.split_once("moves").unwrap_or((words, ""));
        let mut position = match start.trim().split_once(' ').unwrap_or((start.trim(), "")) {
            ("startpos", "") => standard_start(10),
            ("fen", text) => {
                let setup: Setup = text.trim().parse().map_err(|why| format!("{why}"))?;
                setup.position().map_err(|why| format!("{why}"))?
            }
            _ => return Err("usage: position startpos|fen FEN [moves MOVES]".into()),
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
            return Err("a search is running: send stop first".into());
        }
        let mut request = SearchRequest::new(self.position, &self.settings);
        let (mut left, mut increment, mut moves, mut move_time) = (None, Duration::ZERO, None, None);
        let mut infinite = false;
        let (own_time, own_increment) = match self.position.to_move() {
            Side::White => ("wtime", "winc"),
            Side::Black => ("btime", "binc"),
        };
        let mut words = words.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
            let wrong = || format!("{word}: '{value}' is not a number");
            // Expired clocks are sent as negative numbers.
            let millis = || value.parse::<i64>().map(|n| Duration::from_millis(n.max(0) as u64)).map_err(|_| wrong());
            match word {
                "movetime" => move_time = Some(millis()?),
                _ if word == own_time => left = Some(millis()?),
                _ if word == own_increment => increment = millis()?,
                "wtime" | "btime" | "winc" | "binc" => _ = millis()?,
                "movestogo" => moves = Some(value.parse::<u32>().map_err(|_| wrong())?.max(1)),
                "nodes" => request.nodes = Some(value.parse().map_err(|_| wrong())?),
                "depth" => request.depth = Some(value.parse().map_err(|_| wrong())?),
                _ => return Err(format!("unknown word '{word}' after go")),
            }
        }
        request.clock = match (move_time, left, moves) {
            (Some(time), _, _) => Some(Clock::Move(time)),
            // Time for a number of moves is divided evenly.
            (None, Some(left), Some(moves)) => Some(Clock::Move((left / moves + increment).min(left))),
            (None, Some(left), None) => Some(Clock::Game { left, increment }),
            (None, None, _) => None,
        };
        self.searching = true;
        let limited = request.clock.is_some() || request.nodes.is_some() || request.depth.is_some();
        self.infinite = infinite || !limited;
        request.new_game = std::mem::take(&mut self.new_game);
        Ok(Output::search(request))
    }

    /// Ends the search, or returns the result that was held back.
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
            "" | "debug" => Ok(vec![]),
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
            "d" => Ok(vec![Output::Line(self.position.to_string())]),
            "quit" => Ok(vec![Output::Stop, Output::Quit]),
            _ => Err(format!("unknown command {word}")),
        };
        done.unwrap_or_else(|why| vec![Output::Line(format!("info string error: {why}"))])
    }

    fn progress(&self, choice: &Choice, time: Duration) -> Option<String> {
        let rate = choice.nodes as f64 / time.as_secs_f64().max(1e-3);
        let line: Vec<String> = choice.line.iter().map(|&play| Notation::Uci.write(play)).collect();
        let (score, nps, time, line) = (self.score(choice), rate as u64, time.as_millis(), line.join(" "));
        let Choice { depth, nodes, .. } = choice;
        Some(format!("info depth {depth} score {score} nodes {nodes} nps {nps} time {time} pv {line}"))
    }

    fn search_done(&mut self, choice: Option<Choice>, time: Duration) -> Vec<Output> {
        let best = choice.as_ref().map_or("(none)".into(), |choice| Notation::Uci.write(choice.play));
        let last = choice.and_then(|choice| self.progress(&choice, time));
        let answer = last.into_iter().chain([format!("bestmove {best}")]).map(Output::Line).collect();
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

    fn reads_while_searching(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Score;
    use crate::engine::EngineOptions;

    #[test]
    fn written_chances_parse_back() {
        let mut uci = Uci::new(Settings::new(&NAMED[0], EngineOptions::default()));
        uci.line("setoption name UCI_ShowWDL value true");
        let play = standard_start(10).moves()[0];
        let written = |score| uci.score(&Choice { play, score, line: vec![], depth: 1, nodes: 1, candidates: vec![] });
        for thousandths in 0..=1000 {
            let chance = thousandths as f32 / 1000.0;
            assert_eq!(Uci::chance(&written(Score::guess(chance, 3.0))), Some(chance));
        }
        assert_eq!(Uci::chance(&written(Score::proven(Proven::Win, 2.0))), Some(1.0));
        assert_eq!(Uci::chance(&written(Score::proven(Proven::Loss, -2.0))), Some(0.0));
    }

    #[test]
    fn a_limited_strength_replaces_the_level_while_it_is_on() {
        let mut uci = Uci::new(Settings::new(&NAMED[0], EngineOptions { level: 3, ..EngineOptions::default() }));
        for (name, value, level) in [
            ("UCI_Elo", LEAST_ELO.to_string(), 3),
            ("UCI_LimitStrength", "true".into(), 1),
            ("UCI_Elo", MOST_ELO.to_string(), 9),
            ("UCI_Elo", (LEVEL_ELO[4] + 1).to_string(), 5),
            ("Level", "7".into(), 5),
            ("UCI_LimitStrength", "false".into(), 7),
        ] {
            assert!(uci.line(&format!("setoption name {name} value {value}")).is_empty());
            assert_eq!(uci.settings.level(), level, "{name} {value}");
        }
        assert!(uci.set_option(&format!("name UCI_Elo value {}", LEAST_ELO - 1)).is_err());
        assert!(uci.set_option(&format!("name UCI_Elo value {}", MOST_ELO + 1)).is_err());
    }

    #[test]
    fn chances_are_parsed_only_where_they_are_given() {
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
