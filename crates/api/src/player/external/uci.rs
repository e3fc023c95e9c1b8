use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::engine::Pace;
use otrera_board::text::{Form, Notation};
use otrera_board::{Move, Position, Side};
use otrera_engine::{Clock, protocol};

use super::{Fault, Player, Process, Program, Turn, UciOption};
use crate::player::Reply;

/// Time for a program to start, and to be ready for a new game.
pub(super) const START_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for a move that is limited by nodes or depth only.
const MOVE_TIMEOUT: Duration = Duration::from_secs(600);

pub(super) struct Uci {
    pub(super) program: Program,
    pub(super) process: Option<Process>,
}

impl Uci {
    fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let mut process = self.program.start("quit")?;
            process.send("uci")?;
            let mut known: Vec<String> = Vec::new();
            wait_for(&mut process, |line| {
                known.extend(option_name(line).map(str::to_string));
                line == "uciok"
            })?;
            let has = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
            if has(protocol::Uci::SHOWS_CHANCES) {
                process.send(&format!("setoption name {} value true", protocol::Uci::SHOWS_CHANCES))?;
            }
            process.send("setoption name UCI_Variant value amazons")?;
            for UciOption { name, value, if_there } in &self.program.options {
                if has(name) {
                    process.send(&format!("setoption name {name} value {value}"))?;
                } else if !if_there {
                    return Err(Fault::Wrong(format!("it has no option {name}: {}", known.join(", "))));
                }
            }
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("the process was just started"))
    }
}

/// The name of the option that a line declares: `option name Move Overhead type spin ...`.
fn option_name(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.trim())
}

/// Waits for the line that ends a program's answer.
fn wait_for(process: &mut Process, mut is_last: impl FnMut(&str) -> bool) -> Result<(), Fault> {
    let never = AtomicBool::new(false);
    process.receive_until(Instant::now() + START_TIMEOUT, &never, |line| is_last(line).then_some(()))
}

impl Player for Uci {
    fn new_game(&mut self, _: &Position) -> Result<(), Fault> {
        let process = self.process()?;
        process.send("ucinewgame")?;
        process.send("isready")?;
        wait_for(process, |line| line == "readyok")
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let process = self.process()?;
        let mut position = format!("position fen {}", turn.start.setup().write(Form::Fairy));
        if !turn.moves.is_empty() {
            let moves: Vec<String> = turn.moves.iter().map(|&play| Notation::Uci.write(play)).collect();
            position += &format!(" moves {}", moves.join(" "));
        }
        process.send(&position)?;
        process.send(&go(turn))?;
        let (mut nodes, mut chance) = (0, None);
        let word = process.receive_until(deadline(turn), turn.stop, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    nodes =
                        words.skip_while(|&word| word != "nodes").nth(1).and_then(|n| n.parse().ok()).unwrap_or(nodes);
                    if let Some(score) = score(line) {
                        // The last score belongs to the move played.
                        chance = protocol::Uci::chance(score);
                    }
                    None
                }
                Some("bestmove") => Some(words.next().unwrap_or("").to_string()),
                _ => None,
            }
        })?;
        Ok(Reply { play: read_move(&word)?, nodes, opinion: chance.into() })
    }
}

/// The text after `score` in an `info` line about the best move; none for other moves of MultiPV and for free text.
fn score(line: &str) -> Option<&str> {
    let (before, score) = line.split_once(" score ")?;
    let others =
        before.split_once(" multipv ").is_some_and(|(_, number)| number.split_whitespace().next() != Some("1"));
    (!others && !before.contains(" string ")).then_some(score)
}

pub(super) fn read_move(word: &str) -> Result<Move, Fault> {
    word.parse()
        .map_err(|_| Fault::Wrong(format!("the answer '{}' is not a move", word.chars().take(40).collect::<String>())))
}

/// Time at which the referee stops waiting for a move.
pub(super) fn deadline(turn: &Turn<'_>) -> Instant {
    Instant::now() + turn.pace.clock.map_or(MOVE_TIMEOUT, |clock| clock.left() + turn.grace)
}

fn go(turn: &Turn<'_>) -> String {
    let Pace { clock, nodes, depth } = turn.pace;
    let mut text = String::from("go");
    match clock {
        Some(Clock::Move(time)) => text += &format!(" movetime {}", time.as_millis()),
        Some(ours @ Clock::Game { .. }) => {
            let us = turn.position.to_move();
            let theirs = turn.other.unwrap_or(ours);
            let [white, black] = if us == Side::White { [ours, theirs] } else { [theirs, ours] };
            let increment = |clock| match clock {
                Clock::Game { increment, .. } => increment.as_millis(),
                Clock::Move(_) => 0,
            };
            text += &format!(" wtime {} btime {}", white.left().as_millis(), black.left().as_millis());
            text += &format!(" winc {} binc {}", increment(white), increment(black));
        }
        None => {}
    }
    if let Some(nodes) = nodes {
        text += &format!(" nodes {nodes}");
    }
    if let Some(depth) = depth {
        text += &format!(" depth {depth}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_options_may_have_several_words() {
        assert_eq!(option_name("option name Move Overhead type spin default 10 min 0 max 5000"), Some("Move Overhead"));
        assert_eq!(option_name("option name Hash type spin default 16"), Some("Hash"));
        assert_eq!(option_name("id name Hash type"), None);
    }

    #[test]
    fn only_scores_of_the_best_move_are_read() {
        for (line, expected) in [
            ("info depth 3 score cp 5 wdl 510 0 490 nodes 7", Some("cp 5 wdl 510 0 490 nodes 7")),
            ("info depth 3 multipv 1 score mate 2", Some("mate 2")),
            ("info depth 3 multipv 2 score mate -2", None),
            ("info string the score mate 2", None),
            ("info nodes 7", None),
        ] {
            assert_eq!(score(line), expected, "{line}");
        }
    }
}
