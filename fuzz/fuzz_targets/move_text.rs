//! Any text read as a move: no panic, and every notation that is written reads back as the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::Move;
use otrera_board::text::Notation;

fuzz_target!(|text: &str| {
    let Ok(read) = text.parse::<Move>() else { return };
    for (notation, name) in Notation::ALL {
        let written = notation.write(read);
        assert_eq!(written.parse::<Move>(), Ok(read), "{name}: {written}");
    }
});
