//! Any text read as a collection of games: no panic, an error of one line, and written games read back, after edits too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::game::Game;

fuzz_target!(|text: &str| {
    let games = match Game::parse_collection(text) {
        Ok(games) => games,
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.contains(['\n', '\r']) && sentence.len() < 400, "{sentence:?}");
            return;
        }
    };
    assert!(!games.is_empty());
    for mut game in games {
        let written = game.to_string();
        assert_eq!(written.parse::<Game>().as_ref(), Ok(&game), "{written}");
        assert_eq!(written.parse::<Game>().unwrap().to_string(), written);
        let moves = game.moves().count();
        assert_eq!(game.position_after(moves), Ok(game.last_position()));
        assert!(game.position_after(moves + 1).is_err());

        let last = game.walk().last().unwrap().1;
        game.set_comment(last, text);
        game.promote(last);
        if let Some(&action) = game.node(last).position().actions().first() {
            let played = game.node(last).position().name(action);
            game.play(last, played).unwrap();
        }
        assert_eq!(game.to_string().parse::<Game>().as_ref(), Ok(&game));
    }
});
