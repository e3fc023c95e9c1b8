//! Lines sent to a UCI session: no panic, every answer is one line, and a position that is accepted can be printed and set
//! again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::Setup;
use otrera_board::text::Form;
use otrera_engine::protocol::{Output, Session as _, Uci};
use otrera_fuzz::{drive, settings};

fuzz_target!(|text: &str| {
    let mut uci = Uci::new(settings());
    drive(&mut uci, text, |line, answer| {
        assert!(answer.iter().all(|line| !line.contains('\n')), "{line:?}: {answer:?}");
        if line.trim() == "uci" {
            assert_eq!(answer.last().map(String::as_str), Some("uciok"));
        }
    });
    let [Output::Line(printed)] = &uci.line("d")[..] else { panic!("d prints the position") };
    let setup: Setup = printed.parse().expect("a position that is printed can be read");
    assert!(uci.line(&format!("position fen {}", setup.write(Form::Fairy))).is_empty());
    assert!(matches!(&uci.line("d")[..], [Output::Line(again)] if again == printed));
});
