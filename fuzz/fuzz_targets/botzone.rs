//! Lines sent to a Botzone session: no panic, and every answer is one line. A text that begins with `>` is sent to a bot
//! that keeps running.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_engine::protocol::{Botzone, BotzoneMove};
use otrera_fuzz::{drive, settings};

fuzz_target!(|text: &str| {
    let (keep_running, text) = text.strip_prefix('>').map_or((false, text), |text| (true, text));
    let mut botzone = Botzone::new(settings(), std::time::Duration::from_secs(1), keep_running);
    drive(&mut botzone, text, |line, answer| {
        assert!(answer.iter().all(|line| !line.contains('\n')), "{line:?}: {answer:?}");
    });
    for step in text.lines().filter_map(BotzoneMove::parse) {
        assert_eq!(BotzoneMove::parse(&step.to_string()), Some(step));
    }
});
