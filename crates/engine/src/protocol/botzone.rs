//! Botzone, an online arena for bots (botzone.org.cn, game "Amazons"): 8 x 8, Black above and first to move, squares as x to
//! the right and y down from 0. A bot is told all moves at each turn, as JSON or as plain numbers; in the long-running form
//! it stays and is told only the new one.

use std::time::Duration;

use otrera_board::{Move, Position, Setup, Side, Square};
use serde::{Deserialize, Serialize};

use super::{Order, Output, Session, Settings};
use crate::choice::Choice;
use crate::time::Clock;

/// Rows and columns of Botzone's board.
const SIDE: i8 = 8;
/// What asks the arena to let the bot run on.
pub(crate) const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING";

/// A move in Botzone's coordinates; all are -1 where there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "x and y of the amazon, of where it goes, and of its arrow")]
pub struct Step {
    pub x0: i8,
    pub y0: i8,
    pub x1: i8,
    pub y1: i8,
    pub x2: i8,
    pub y2: i8,
}

/// Which way round a game is played there: Botzone's Black is whoever begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Black is above and begins: squares are as they are.
    BlackFirst,
    /// White is below and begins: the board is turned upside down.
    WhiteFirst,
}

/// A conversation with Botzone.
#[derive(Debug)]
pub struct Botzone {
    settings: Settings,
    time: Duration,
    keep_running: bool,
    /// How the arena talks, once that is known.
    form: Option<Style>,
    position: Position,
    /// Lines of a request that is not complete: how many are to come, and what came.
    awaited: usize,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Json,
    Simple,
}

/// All moves so far.
#[derive(Deserialize)]
struct History {
    requests: Vec<Step>,
    #[serde(default)]
    responses: Vec<Step>,
}

#[derive(Serialize)]
struct Response {
    response: Step,
    #[serde(skip_serializing_if = "Option::is_none")]
    debug: Option<String>,
}

impl Step {
    /// No move.
    pub const NONE: Step = Step { x0: -1, y0: -1, x1: -1, y1: -1, x2: -1, y2: -1 };

    /// A move on Botzone's board.
    pub fn new(play: Move, course: Course) -> Step {
        let [(x0, y0), (x1, y1), (x2, y2)] = [play.from, play.to, play.arrow].map(|square| {
            let y = match course {
                Course::BlackFirst => SIDE - 1 - square.row as i8,
                Course::WhiteFirst => square.row as i8,
            };
            (square.col as i8, y)
        });
        Step { x0, y0, x1, y1, x2, y2 }
    }

    /// The move; `None` if it is none, or not on the board.
    pub fn play(self, course: Course) -> Option<Move> {
        let square = |x: i8, y: i8| {
            let row = match course {
                Course::BlackFirst => SIDE - 1 - y,
                Course::WhiteFirst => y,
            };
            let on_board = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
            on_board.then_some(Square { col: x as u8, row: row as u8 })
        };
        let Step { x0, y0, x1, y1, x2, y2 } = self;
        Some(Move { from: square(x0, y0)?, to: square(x1, y1)?, arrow: square(x2, y2)? })
    }

    /// Six numbers.
    pub fn parse(line: &str) -> Option<Step> {
        let numbers: Option<Vec<i8>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers?[..] {
            [x0, y0, x1, y1, x2, y2] => Some(Step { x0, y0, x1, y1, x2, y2 }),
            _ => None,
        }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Step { x0, y0, x1, y1, x2, y2 } = self;
        write!(f, "{x0} {y0} {x1} {y1} {x2} {y2}")
    }
}

impl Course {
    /// How a game from this start is played there; `None` if it is not the standard setup of 8x8.
    pub fn of(start: &Position) -> Option<Course> {
        let standard = standard();
        match start.to_move() {
            Side::Black if *start == standard => Some(Course::BlackFirst),
            Side::White if *start == standard.with_to_move(Side::White) => Some(Course::WhiteFirst),
            _ => None,
        }
    }
}

impl Botzone {
    /// The line that asks the arena to let a bot run on.
    pub const KEEP_RUNNING: &str = KEEP_RUNNING;

    /// A bot that thinks this long, and asks to stay if `keep_running`.
    pub fn new(settings: Settings, time: Duration, keep_running: bool) -> Botzone {
        let position = standard();
        Botzone { settings, time, keep_running, form: None, position, awaited: 0, steps: Vec::new() }
    }

    fn read(&mut self, line: &str) -> Result<Vec<Output>, String> {
        if self.awaited > 0 {
            let step = Step::parse(line).ok_or_else(|| format!("'{line}' is not a move: six numbers are"))?;
            self.steps.push(step);
            self.awaited -= 1;
            return if self.awaited == 0 { self.replay() } else { Ok(vec![]) };
        }
        if line.starts_with('{') {
            self.form = Some(Style::Json);
            if let Ok(step) = serde_json::from_str::<Step>(line) {
                return self.go_on(step);
            }
            let history: History = serde_json::from_str(line).map_err(|why| format!("not a request: {why}"))?;
            let ours = history.responses.into_iter().map(Some).chain([None]);
            self.steps = history
                .requests
                .into_iter()
                .zip(ours)
                .flat_map(|(theirs, ours)| [Some(theirs), ours])
                .flatten()
                .collect();
            return self.replay();
        }
        self.form = Some(Style::Simple);
        if let Some(step) = Step::parse(line) {
            return self.go_on(step);
        }
        let turns: usize = line.parse().ok().filter(|turns| (1..=64).contains(turns)).ok_or("not a number of turns")?;
        self.steps.clear();
        self.awaited = 2 * turns - 1;
        Ok(vec![])
    }

    /// From the beginning, all moves.
    fn replay(&mut self) -> Result<Vec<Output>, String> {
        self.position = standard();
        let steps = std::mem::take(&mut self.steps);
        let skip = usize::from(steps.first() == Some(&Step::NONE));
        for step in &steps[skip..] {
            self.make(*step)?;
        }
        Ok(self.search())
    }

    /// The long-running form: one more move.
    fn go_on(&mut self, step: Step) -> Result<Vec<Output>, String> {
        if step != Step::NONE {
            self.make(step)?;
        }
        Ok(self.search())
    }

    fn make(&mut self, step: Step) -> Result<(), String> {
        let play = step.play(Course::BlackFirst).ok_or_else(|| format!("{step} is not a move on 8x8"))?;
        self.position.play(play).map_err(|why| format!("illegal move {step}: {why}"))?;
        Ok(())
    }

    fn search(&self) -> Vec<Output> {
        let order = Order {
            position: self.position,
            clock: Some(Clock::Move(self.time)),
            nodes: None,
            depth: None,
            settings: self.settings.clone(),
            new_game: false,
        };
        vec![Output::Search(Box::new(order))]
    }

    fn answer(&self, step: Step, debug: Option<String>) -> Vec<Output> {
        let mut lines = match self.form {
            Some(Style::Json) => {
                vec![serde_json::to_string(&Response { response: step, debug }).expect("a move can be written")]
            }
            // After the move there may be a line for people.
            _ => std::iter::once(step.to_string()).chain(debug).collect(),
        };
        if self.keep_running {
            lines.push(KEEP_RUNNING.into());
        }
        lines.into_iter().map(Output::Line).collect()
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
            self.answer(Step::NONE, Some(format!("error: {why}")))
        })
    }

    fn chosen(&mut self, choice: Option<Choice>, _: Duration) -> Vec<Output> {
        let mut answer = match choice {
            None => self.answer(Step::NONE, Some("no move".into())),
            Some(choice) => {
                self.position.play(choice.play).expect("an engine plays legal moves");
                let chance = format!("{:.0} %", choice.score.chance * 100.0);
                self.answer(Step::new(choice.play, Course::BlackFirst), Some(chance))
            }
        };
        // The arena starts a bot for each move and waits for its end.
        if !self.keep_running {
            answer.push(Output::Quit);
        }
        answer
    }
}

/// Botzone's start: ours, with Black to move.
fn standard() -> Position {
    let setup = Setup::start(SIDE as usize, SIDE as usize).expect("8x8 has a setup");
    setup.position_to_move(Side::Black).expect("8x8 is a board")
}

#[cfg(test)]
mod tests {
    use otrera_board::Cell;

    use super::*;

    #[test]
    fn the_board_is_that_of_the_arena() {
        // https://wiki.botzone.org.cn, "Amazons": Black above, and first to move.
        let start = standard();
        assert_eq!(start.to_move(), Side::Black);
        let at = |x: i8, y: i8| {
            let step = Step { x0: x, y0: y, x1: x, y1: y, x2: x, y2: y };
            start.cell(step.play(Course::BlackFirst).unwrap().from)
        };
        for (x, y) in [(0, 2), (2, 0), (5, 0), (7, 2)] {
            assert_eq!(at(x, y), Cell::Amazon(Side::Black), "{x} {y}");
        }
        for (x, y) in [(0, 5), (2, 7), (5, 7), (7, 5)] {
            assert_eq!(at(x, y), Cell::Amazon(Side::White), "{x} {y}");
        }
    }

    #[test]
    fn moves_come_back_as_they_went() {
        for course in [Course::BlackFirst, Course::WhiteFirst] {
            for play in standard().moves() {
                let step = Step::new(play, course);
                assert_eq!(step.play(course), Some(play));
                assert_eq!(Step::parse(&step.to_string()), Some(step));
            }
        }
        assert_eq!(Step::NONE.play(Course::BlackFirst), None);
    }

    #[test]
    fn whoever_begins_is_black_there() {
        let start = standard();
        assert_eq!(Course::of(&start), Some(Course::BlackFirst));
        let usual = start.with_to_move(Side::White);
        assert_eq!(Course::of(&usual), Some(Course::WhiteFirst));
        // White's moves, turned upside down, are Black's moves.
        let ours: Vec<Step> = usual.moves().into_iter().map(|play| Step::new(play, Course::WhiteFirst)).collect();
        assert!(ours.iter().all(|step| start.check(step.play(Course::BlackFirst).unwrap()).is_ok()));
        assert_eq!(Course::of(&Setup::start(10, 10).unwrap().position().unwrap()), None);
    }
}
