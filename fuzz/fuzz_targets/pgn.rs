//! Any text after the tag that makes it PGN: no panic, and written games read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::game::Game;

fuzz_target!(|text: &str| {
    let Ok(games) = Game::parse_collection(&format!("[Variant \"Amazons\"]\n{text}")) else { return };
    for game in games {
        let written = game.to_string();
        assert_eq!(written.parse::<Game>().as_ref(), Ok(&game), "{written}");
    }
});
