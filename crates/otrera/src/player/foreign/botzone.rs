use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_engine::protocol::{self, BotzoneMove, BotzoneOrientation};

use super::uci::deadline;
use super::{Fault, Player, Process, Program, Turn};
use crate::player::{Opinion, Reply};

/// Time after an answer in which a bot asks to stay, or ends.
const AFTERWARDS: Duration = Duration::from_millis(500);

/// The form of the arena's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Json,
    Simple,
}

/// A bot for Botzone: started for each move, unless it asks to stay.
pub(super) struct Botzone {
    program: Program,
    form: Form,
    /// A bot that asked to stay.
    process: Option<Process>,
}

impl Botzone {
    pub(super) fn new(program: Program, form: Form) -> Botzone {
        Botzone { program, form, process: None }
    }
}

impl Player for Botzone {
    fn new_game(&mut self, start: &Position) -> Result<(), Fault> {
        self.process = None;
        match BotzoneOrientation::of(start) {
            Some(_) => Ok(()),
            None => Err(Fault::Wrong("Botzone plays from the standard setup of 8x8 only".into())),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let until = deadline(turn);
        let course = BotzoneOrientation::of(turn.start).expect("new_game looked at it");
        let steps: Vec<BotzoneMove> = turn.moves.iter().map(|&play| BotzoneMove::new(play, course)).collect();
        let (mut process, message) = match self.process.take() {
            Some(process) => (process, one(steps.last().copied().unwrap_or(BotzoneMove::NONE), self.form)),
            None => (self.program.start()?, all(&steps, self.form)),
        };
        process.say(&message)?;
        let form = self.form;
        let step = process.hear_until(until, turn.stop, |line| (!line.is_empty()).then(|| answer(line, form)))?;
        let play = step.ok_or_else(|| Fault::Wrong("the answer is not a move".into()))?.play(course);
        let play = play.ok_or_else(|| Fault::Wrong("the answer is no square of the board".into()))?;
        let stays = process.hear_until(Instant::now() + AFTERWARDS, turn.stop, |line| {
            (line == protocol::Botzone::KEEP_RUNNING).then_some(())
        });
        match stays {
            Ok(()) => self.process = Some(process),
            Err(Fault::Stopped) => return Err(Fault::Stopped),
            // A bot that has answered may end.
            Err(_) => {}
        }
        Ok(Reply { play, nodes: 0, opinion: Opinion::Untold })
    }
}

/// All moves of a game, as one whose turn it is sees them: theirs and ours in turn, beginning with theirs.
fn all(steps: &[BotzoneMove], form: Form) -> String {
    let ours_first = steps.len().is_multiple_of(2);
    let none = ours_first.then_some(BotzoneMove::NONE);
    let turns: Vec<BotzoneMove> = none.into_iter().chain(steps.iter().copied()).collect();
    match form {
        Form::Simple => {
            let lines: Vec<String> = turns.iter().map(ToString::to_string).collect();
            format!("{}\n{}", turns.len().div_ceil(2), lines.join("\n"))
        }
        Form::Json => {
            let theirs: Vec<BotzoneMove> = turns.iter().step_by(2).copied().collect();
            let ours: Vec<BotzoneMove> = turns.iter().skip(1).step_by(2).copied().collect();
            serde_json::json!({ "requests": theirs, "responses": ours }).to_string()
        }
    }
}

fn one(step: BotzoneMove, form: Form) -> String {
    match form {
        Form::Simple => step.to_string(),
        Form::Json => serde_json::to_string(&step).expect("a move can be written"),
    }
}

fn answer(line: &str, form: Form) -> Option<BotzoneMove> {
    #[derive(serde::Deserialize)]
    struct Response {
        response: BotzoneMove,
    }
    match form {
        Form::Simple => BotzoneMove::parse(line),
        Form::Json => serde_json::from_str::<Response>(line).ok().map(|answer| answer.response),
    }
}
