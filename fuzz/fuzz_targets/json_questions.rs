//! A JSON object read as every kind of question, as the server does: no panic, an error of one line, and times are within
//! the bounds. Questions are not answered.
#![no_main]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use otrera_api::option::{Bytes, Seconds};
use otrera_api::{
    Analyze, Areas, Ask, AtlasQuery, Best, Bounds, Convert, Moves, Score, Show, Solve, Territory, Value, options, read,
};
use serde_json::Map;

thread_local! {
    /// The options of each question by its name. They come from its schema, which is slow to build.
    static OPTIONS: RefCell<HashMap<&'static str, Rc<[String]>>> = RefCell::default();
}

fuzz_target!(|text: &str| {
    let Ok(body) = serde_json::from_str(text) else { return };
    check::<Analyze>(&body);
    check::<Areas>(&body);
    check::<AtlasQuery>(&body);
    check::<Best>(&body);
    check::<Convert>(&body);
    check::<Moves>(&body);
    check::<Score>(&body);
    check::<Show>(&body);
    check::<Solve>(&body);
    check::<Territory>(&body);
    check::<Value>(&body);
});

fn check<Q: Ask>(body: &Map<String, serde_json::Value>) {
    let known =
        OPTIONS.with_borrow_mut(|known| Rc::clone(known.entry(Q::NAME).or_insert_with(|| options::<Q>().into())));
    let mut question: Q = match read(body.clone(), &known) {
        Ok(question) => question,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1, "{}: {error}", Q::NAME);
            return;
        }
    };
    let bounds = Bounds { time: Seconds(Duration::from_secs(10)), memory: Bytes(1 << 20) };
    assert!(question.clamp(&bounds) <= bounds.time, "{}", Q::NAME);
}
