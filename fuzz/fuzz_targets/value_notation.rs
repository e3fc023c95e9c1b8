//! Any text read as a game: no panic, an error points into the text, and what is printed reads back as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_cgt::notation::Style;
use otrera_cgt::{Limits, Store};

/// Numbers of two digits and more make games that are slow for being large (*74 and a tiny have tens of thousands of
/// followers together), and show nothing that others do not.
fn has_large_number(text: &str) -> bool {
    text.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit))
}

fuzz_target!(|text: &str| {
    if text.len() > 200 || has_large_number(text) {
        return;
    }
    let store = Store::with_limits(Limits::bytes(16 << 20));
    let game = match store.parse(text) {
        Ok(game) => game,
        Err(error) => {
            assert!(error.offset <= text.len(), "{error}");
            assert_eq!(error.to_string().lines().count(), 1);
            return;
        }
    };
    for style in [Style::Compact, Style::Nested] {
        for notation in
            [store.display_limited(game, 5_000).style(style), store.display_limited(game, 5_000).style(style).unicode()]
        {
            let printed = notation.to_string();
            if !printed.ends_with('…') {
                assert_eq!(store.parse(&printed).ok(), Some(game), "{printed}");
            }
        }
    }
    if let Ok(graph) = store.thermograph(game) {
        assert_eq!((graph.left_stop(), graph.right_stop()), (store.left_stop(game), store.right_stop(game)));
    }
});
