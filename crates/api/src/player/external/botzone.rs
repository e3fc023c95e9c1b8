use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_engine::protocol::{self, BotzoneMove, BotzoneOrientation};

use super::uci::deadline;
use super::{Fault, Player, Process, Program, Turn};
use crate::player::{Opinion, Reply};

/// Time for a bot to ask to stay after its reply.
const STAY_TIMEOUT: Duration = Duration::from_millis(500);

/// Form of the arena's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Simple,
}

/// A bot for Botzone: started for each move, unless it asks to stay.
pub(super) struct Botzone {
    pub(super) program: Program,
    pub(super) form: Form,
    /// A bot that asked to stay.
    pub(super) process: Option<Process>,
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
        let orientation = BotzoneOrientation::of(turn.start).expect("new_game checked the start");
        let steps: Vec<BotzoneMove> = turn.moves.iter().map(|&play| BotzoneMove::new(play, orientation)).collect();
        let (mut process, message) = match self.process.take() {
            Some(process) => (process, one_move(steps.last().copied().unwrap_or(BotzoneMove::NONE), self.form)),
            None => (self.program.start("")?, whole_game(&steps, self.form)),
        };
        process.send(&message)?;
        let form = self.form;
        let step =
            process.receive_until(until, turn.stop, |line| (!line.is_empty()).then(|| read_reply(line, form)))?;
        let play = step.ok_or_else(|| Fault::Wrong("the answer is not a move".into()))?.play(orientation);
        let play = play.ok_or_else(|| Fault::Wrong("the answer is not on the board".into()))?;
        let stays = process.receive_until(Instant::now() + STAY_TIMEOUT, turn.stop, |line| {
            protocol::Botzone::asks_to_stay(line).then_some(())
        });
        match stays {
            Ok(()) => self.process = Some(process),
            Err(Fault::Stopped) => return Err(Fault::Stopped),
            // A bot may exit after its reply.
            Err(_) => {}
        }
        Ok(Reply { play, nodes: 0, opinion: Opinion::Unknown })
    }
}

/// All moves of a game for the side to move, beginning with the opponent's.
fn whole_game(steps: &[BotzoneMove], form: Form) -> String {
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

fn one_move(step: BotzoneMove, form: Form) -> String {
    match form {
        Form::Simple => step.to_string(),
        Form::Json => serde_json::to_string(&step).expect("a move can be written"),
    }
}

fn read_reply(line: &str, form: Form) -> Option<BotzoneMove> {
    #[derive(serde::Deserialize)]
    struct Response {
        response: BotzoneMove,
    }
    match form {
        Form::Simple => BotzoneMove::parse(line),
        Form::Json => serde_json::from_str::<Response>(line).ok().map(|reply| reply.response),
    }
}
