//! Lines sent to a GTP session: no panic, every command gets exactly one response, and `otrera-board` prints a board that
//! `otrera-position` accepts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::Setup;
use otrera_engine::protocol::{Gtp, Output, Session};
use otrera_fuzz::{drive, settings};

/// Squares of the largest board whose score is computed; larger ones take seconds.
const SCORED: usize = 12;

/// A session that refuses to score large boards.
struct Bounded(Gtp);

impl Session for Bounded {
    fn line(&mut self, line: &str) -> Vec<Output> {
        if line.contains("final_score") && self.setup().width() * self.setup().height() > SCORED {
            return vec![Output::Line("?".into())];
        }
        self.0.line(line)
    }

    fn search_done(&mut self, choice: Option<otrera_engine::Choice>, time: std::time::Duration) -> Vec<Output> {
        self.0.search_done(choice, time)
    }
}

impl Bounded {
    fn setup(&mut self) -> Setup {
        let [Output::Line(board)] = &self.0.line("otrera-board")[..] else { panic!("one response") };
        board.trim_start_matches('=').parse().expect("a board that is printed can be read")
    }
}

fuzz_target!(|text: &str| {
    let load = |file: &str| Ok(format!("(;GM[18]SZ[4]PL[W]AB[ba]AW[bd][cd]{file})"));
    let mut gtp = Bounded(Gtp::new(settings(), std::time::Duration::from_secs(1), load));
    drive(&mut gtp, text, |line, answer| {
        assert!(answer.len() <= 1, "{line:?}: {answer:?}");
        assert!(answer.iter().all(|line| line.starts_with(['=', '?'])), "{line:?}: {answer:?}");
    });
    let setup = gtp.setup();
    let accepted = gtp.line(&format!("otrera-position {}", setup.write(otrera_board::text::Form::Fairy)));
    assert!(matches!(&accepted[..], [Output::Line(line)] if line.starts_with('=')), "{accepted:?}");
    assert_eq!(gtp.setup(), setup);
});
