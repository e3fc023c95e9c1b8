//! Any text after the head of a GGF game: no panic, and written games read back. The text before the first line break is
//! the board, the rest are the properties after it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::game::Game;

fuzz_target!(|text: &str| {
    let (board, moves) = text.split_once('\n').unwrap_or(("4 -**- *--* O--O -OO- *", text));
    let Ok(games) = Game::parse_collection(&format!("(;GM[Amazons]BO[{board}]{moves};)")) else { return };
    for game in games {
        let written = game.to_string();
        assert_eq!(written.parse::<Game>().as_ref(), Ok(&game), "{written}");
    }
});
