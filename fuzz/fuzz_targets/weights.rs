//! Any text read as weights: no panic, an error of one line, and printed weights read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_engine::eval::Weights;

fuzz_target!(|text: &str| {
    match text.parse::<Weights>() {
        Ok(weights) => assert_eq!(weights.to_string().parse(), Ok(weights)),
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
});
