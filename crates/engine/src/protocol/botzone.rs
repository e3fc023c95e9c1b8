//! Botzone, an online arena for bots (botzone.org.cn, game "Amazons"). The board is 8x8 with Black at the top and first to
//! move; x grows to the right and y downwards, from 0. Each turn the bot receives all moves, as JSON or as plain numbers. In
//! the long-running form the process keeps running and receives only the new move.

use std::time::Duration;

use otrera_board::{Move, Position, Side, Square};
use serde::{Deserialize, Serialize};

use super::{Output, SearchRequest, Session, Settings, standard_start};
use crate::choice::Choice;
use crate::time::Clock;

/// Rows and columns of Botzone's board.
const SIDE: i8 = 8;

/// Move in Botzone's coordinates; all are -1 for no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "x and y of the amazon, its target and its arrow")]
pub struct BotzoneMove {
    pub x0: i8,
    pub y0: i8,
    pub x1: i8,
    pub y1: i8,
    pub x2: i8,
    pub y2: i8,
}

/// Orientation of the board on Botzone, where Black is the side that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotzoneOrientation {
    /// Black begins, at the top. Squares stay as they are.
    BlackFirst,
    /// White begins, at the bottom. The board is turned upside down.
    WhiteFirst,
}

/// Session with Botzone.
#[derive(Debug)]
pub struct Botzone {
    settings: Settings,
    time: Duration,
    keep_running: bool,
    /// True if the last request was JSON.
    is_json: bool,
    position: Position,
    /// Lines still expected of the current request, and the moves read so far.
    awaited: usize,
    steps: Vec<BotzoneMove>,
}

/// Request with all moves so far.
#[derive(Deserialize)]
struct History {
    requests: Vec<BotzoneMove>,
    #[serde(default)]
    responses: Vec<BotzoneMove>,
}

#[derive(Serialize)]
struct Response {
    response: BotzoneMove,
    #[serde(skip_serializing_if = "Option::is_none")]
    debug: Option<String>,
}

impl BotzoneMove {
    /// No move.
    pub const NONE: BotzoneMove = BotzoneMove { x0: -1, y0: -1, x1: -1, y1: -1, x2: -1, y2: -1 };

    /// Converts a move to Botzone's coordinates.
    pub fn new(play: Move, orientation: BotzoneOrientation) -> BotzoneMove {
        let place = |square: Square| (square.col as i8, orientation.turned(square.row as i8));
        let [(x0, y0), (x1, y1), (x2, y2)] = [play.from, play.to, play.arrow].map(place);
        BotzoneMove { x0, y0, x1, y1, x2, y2 }
    }

    /// Converts to a move; `None` if it is [`NONE`](Self::NONE) or off the board.
    pub fn play(self, orientation: BotzoneOrientation) -> Option<Move> {
        let square = |x: i8, y: i8| {
            let on_board = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
            on_board.then(|| Square { col: x as u8, row: orientation.turned(y) as u8 })
        };
        let BotzoneMove { x0, y0, x1, y1, x2, y2 } = self;
        Some(Move { from: square(x0, y0)?, to: square(x1, y1)?, arrow: square(x2, y2)? })
    }

    /// Parses six numbers.
    pub fn parse(line: &str) -> Option<BotzoneMove> {
        let numbers: Option<Vec<i8>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers?[..] {
            [x0, y0, x1, y1, x2, y2] => Some(BotzoneMove { x0, y0, x1, y1, x2, y2 }),
            _ => None,
        }
    }
}

impl std::fmt::Display for BotzoneMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let BotzoneMove { x0, y0, x1, y1, x2, y2 } = self;
        write!(f, "{x0} {y0} {x1} {y1} {x2} {y2}")
    }
}

impl BotzoneOrientation {
    /// Orientation for games from this position; `None` if it is not the standard setup of 8x8.
    pub fn of(start: &Position) -> Option<BotzoneOrientation> {
        let standard = standard();
        match start.to_move() {
            Side::Black if *start == standard => Some(BotzoneOrientation::BlackFirst),
            Side::White if *start == standard.with_to_move(Side::White) => Some(BotzoneOrientation::WhiteFirst),
            _ => None,
        }
    }

    /// Converts between our rows and the arena's.
    fn turned(self, row: i8) -> i8 {
        if self == BotzoneOrientation::BlackFirst { SIDE - 1 - row } else { row }
    }
}

impl Botzone {
    /// Line that asks the arena to keep the process running (wiki.botzone.org.cn, "Bot", on long-running bots).
    const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

    /// Returns true if a bot asks with this line to be kept running. Some leave out the arrows at its end.
    pub fn asks_to_stay(line: &str) -> bool {
        let arrows = "<<<";
        line.trim().trim_end_matches(arrows) == Self::KEEP_RUNNING.trim_end_matches(arrows)
    }

    /// Creates a bot that thinks for `time` per move and asks to keep running if `keep_running`.
    pub fn new(settings: Settings, time: Duration, keep_running: bool) -> Botzone {
        let position = standard();
        Botzone { settings, time, keep_running, is_json: false, position, awaited: 0, steps: Vec::new() }
    }

    fn read(&mut self, line: &str) -> Result<Vec<Output>, String> {
        if self.awaited > 0 {
            let step = BotzoneMove::parse(line);
            self.steps.push(step.ok_or_else(|| format!("'{line}' is not a move: expected six numbers"))?);
            self.awaited -= 1;
            return if self.awaited == 0 { self.replay() } else { Ok(vec![]) };
        }
        self.is_json = line.starts_with('{');
        if self.is_json {
            if let Ok(step) = serde_json::from_str::<BotzoneMove>(line) {
                return self.play(&[step]);
            }
            let history: History = serde_json::from_str(line).map_err(|why| format!("not a request: {why}"))?;
            let ours = history.responses.into_iter().map(Some).chain([None]);
            let turns = history.requests.into_iter().zip(ours);
            self.steps = turns.flat_map(|(theirs, ours)| [Some(theirs), ours]).flatten().collect();
            return self.replay();
        }
        if let Some(step) = BotzoneMove::parse(line) {
            return self.play(&[step]);
        }
        let turns = line.parse().ok().filter(|turns| (1..=64_usize).contains(turns));
        let turns = turns.ok_or("expected a number of turns from 1 to 64")?;
        self.steps.clear();
        self.awaited = 2 * turns - 1;
        Ok(vec![])
    }

    /// Plays all moves from the start position.
    fn replay(&mut self) -> Result<Vec<Output>, String> {
        self.position = standard();
        let steps = std::mem::take(&mut self.steps);
        self.play(&steps)
    }

    /// Plays moves, the first of which may be none, and searches.
    fn play(&mut self, steps: &[BotzoneMove]) -> Result<Vec<Output>, String> {
        let skip = usize::from(steps.first() == Some(&BotzoneMove::NONE));
        for step in &steps[skip..] {
            let play = step.play(BotzoneOrientation::BlackFirst);
            let play = play.ok_or_else(|| format!("{step} is not a move on 8x8"))?;
            self.position.play(play).map_err(|why| format!("illegal move {step}: {why}"))?;
        }
        let clock = Some(Clock::Move(self.time));
        Ok(Output::search(SearchRequest { clock, ..SearchRequest::new(self.position, &self.settings) }))
    }

    fn answer(&self, step: BotzoneMove, debug: Option<String>) -> Vec<Output> {
        let lines: Vec<String> = match self.is_json {
            true => vec![serde_json::to_string(&Response { response: step, debug }).expect("a move can be serialised")],
            // The arena shows further lines to viewers.
            false => std::iter::once(step.to_string()).chain(debug).collect(),
        };
        let staying = self.keep_running.then(|| Self::KEEP_RUNNING.into());
        lines.into_iter().chain(staying).map(Output::Line).collect()
    }
}

impl Session for Botzone {
    fn line(&mut self, line: &str) -> Vec<Output> {
        let line = line.trim();
        if line.is_empty() {
            return vec![];
        }
        self.read(line).unwrap_or_else(|why| {
            self.awaited = 0;
            self.steps.clear();
            self.answer(BotzoneMove::NONE, Some(format!("error: {why}")))
        })
    }

    fn search_done(&mut self, choice: Option<Choice>, _: Duration) -> Vec<Output> {
        let mut answer = match choice {
            None => self.answer(BotzoneMove::NONE, Some("no move".into())),
            Some(choice) => {
                self.position.play(choice.play).expect("an engine plays legal moves");
                let chance = format!("{:.0} %", choice.score.chance * 100.0);
                self.answer(BotzoneMove::new(choice.play, BotzoneOrientation::BlackFirst), Some(chance))
            }
        };
        // The arena starts a process per move and waits for its end.
        if !self.keep_running {
            answer.push(Output::Quit);
        }
        answer
    }
}

/// Botzone's start position: the standard one with Black to move.
fn standard() -> Position {
    standard_start(SIDE as usize).with_to_move(Side::Black)
}

#[cfg(test)]
mod tests {
    use otrera_board::Cell;

    use super::*;

    #[test]
    fn the_start_position_is_that_of_the_arena() {
        // https://wiki.botzone.org.cn, "Amazons": Black above, and first to move.
        let start = standard();
        assert_eq!(start.to_move(), Side::Black);
        let at = |x: i8, y: i8| {
            let step = BotzoneMove { x0: x, y0: y, x1: x, y1: y, x2: x, y2: y };
            start.cell(step.play(BotzoneOrientation::BlackFirst).unwrap().from)
        };
        for (x, y) in [(0, 2), (2, 0), (5, 0), (7, 2)] {
            assert_eq!(at(x, y), Cell::Amazon(Side::Black), "{x} {y}");
        }
        for (x, y) in [(0, 5), (2, 7), (5, 7), (7, 5)] {
            assert_eq!(at(x, y), Cell::Amazon(Side::White), "{x} {y}");
        }
    }

    #[test]
    fn both_forms_of_the_marker_ask_to_stay() {
        for (line, asks) in [
            (">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", true),
            (" >>>BOTZONE_REQUEST_KEEP_RUNNING\r", true),
            ("BOTZONE_REQUEST_KEEP_RUNNING", false),
            ("0 2 0 5 0 2", false),
            ("", false),
        ] {
            assert_eq!(Botzone::asks_to_stay(line), asks, "{line}");
        }
    }

    #[test]
    fn moves_convert_there_and_back() {
        for orientation in [BotzoneOrientation::BlackFirst, BotzoneOrientation::WhiteFirst] {
            for play in standard().moves() {
                let step = BotzoneMove::new(play, orientation);
                assert_eq!(step.play(orientation), Some(play));
                assert_eq!(BotzoneMove::parse(&step.to_string()), Some(step));
            }
        }
        for off_board in [BotzoneMove::NONE, BotzoneMove { x0: 0, y0: i8::MIN, ..BotzoneMove::NONE }] {
            assert_eq!(off_board.play(BotzoneOrientation::BlackFirst), None);
        }
    }

    #[test]
    fn the_side_that_begins_is_black_on_botzone() {
        let start = standard();
        assert_eq!(BotzoneOrientation::of(&start), Some(BotzoneOrientation::BlackFirst));
        let usual = start.with_to_move(Side::White);
        assert_eq!(BotzoneOrientation::of(&usual), Some(BotzoneOrientation::WhiteFirst));
        // White's moves, turned upside down, are Black's moves.
        let ours: Vec<BotzoneMove> =
            usual.moves().into_iter().map(|play| BotzoneMove::new(play, BotzoneOrientation::WhiteFirst)).collect();
        assert!(ours.iter().all(|step| start.check(step.play(BotzoneOrientation::BlackFirst).unwrap()).is_ok()));
        assert_eq!(BotzoneOrientation::of(&standard_start(10)), None);
    }
}
