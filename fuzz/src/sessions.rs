//! Driving a protocol session with lines of text.

use std::time::Duration;

use otrera_board::Position;
use otrera_engine::engines::NAMED;
use otrera_engine::protocol::{Output, Session, Settings};
use otrera_engine::{Choice, EngineOptions, Score};

/// Lines of one input that are sent to a session.
const MAX_LINES: usize = 40;

/// The weakest engine; sessions only pass its name on.
pub fn settings() -> Settings {
    Settings::new(&NAMED[0], EngineOptions::default())
}

/// Sends the lines of `text` to a session and plays the part of its engine: every search ends with the first legal move.
/// `check` is called with each line and the session's answer to it.
pub fn drive(session: &mut impl Session, text: &str, mut check: impl FnMut(&str, &[String])) {
    for line in text.lines().take(MAX_LINES) {
        let mut answer = Vec::new();
        let mut outputs = session.line(line);
        let mut has_quit = false;
        while let Some(output) = (!outputs.is_empty()).then(|| outputs.remove(0)) {
            match output {
                Output::Line(line) => answer.push(line),
                Output::Search(search) => {
                    outputs.extend(session.search_done(first_move(&search.position), Duration::from_millis(1)));
                }
                Output::Stop => {}
                Output::Quit => has_quit = true,
            }
        }
        check(line, &answer);
        if has_quit {
            return;
        }
    }
    session.close();
}

fn first_move(position: &Position) -> Option<Choice> {
    let play = position.name(*position.actions().first()?);
    let score = Score::guess(0.5, 0.0);
    Some(Choice { play, score, line: vec![play], depth: 1, nodes: 1, candidates: vec![] })
}
