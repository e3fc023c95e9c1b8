//! Any text read as a combinatorial game, a number or bounds: no panic, an error points into the text, and printed values read
//! back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_cgt::notation::Style;
use otrera_cgt::{Bounds, Dyadic, Limits, Store};

/// Numbers of two digits and more make large, slow games: the sum of *74 and a tiny has tens of thousands of followers.
fn has_large_number(text: &str) -> bool {
    text.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit))
}

fuzz_target!(|text: &str| {
    if let Ok(number) = text.parse::<Dyadic>() {
        assert_eq!(number.to_string().parse(), Ok(number));
    }
    if let Ok(bounds) = text.parse::<Bounds>() {
        assert_eq!(bounds.to_string().parse(), Ok(bounds));
    }
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
