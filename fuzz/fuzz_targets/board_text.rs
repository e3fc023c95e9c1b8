//! Any text read as a board: no panic, and every form that is written reads back as the same board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::text::Form;
use otrera_board::{Move, Setup};

fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<Setup>() else { return };
    for form in [Form::Board, Form::Fairy, Form::Grid, Form::Plain] {
        let mut expected = setup.clone();
        if !form.has_side_to_move() {
            expected.to_move = None;
        }
        let written = expected.write(form);
        assert_eq!(written.parse::<Setup>().as_ref(), Ok(&expected), "{form:?}: {written:?}");
    }
    let Ok(position) = setup.position() else { return };
    assert_eq!(position.setup(), setup);
    for name in position.moves() {
        assert_eq!(name.to_string().parse::<Move>(), Ok(name));
        assert!(position.check(name).is_ok(), "{name} is generated and refused");
    }
});
