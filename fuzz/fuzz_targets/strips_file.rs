//! Files of strips with right checksums and edits: no panic, and written files read back and are written the same again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use otrera_cgt::{Limits, Store};
use otrera_fuzz::{Format, MEMORY, Mutator, Outcome, Tally};
use otrera_papers::strips::{Header, ReadError, Strips};

/// Columns of the longest strip that is read: the number of boards grows fourfold with each.
const MAX_LENGTH: u32 = 4;

static TALLY: Tally = Tally::new();

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    Mutator { format: Format::Strips, bases: &[], plain: fuzzer_mutate }.mutate(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    if Header::read(bytes).is_ok_and(|(header, _)| header.length > MAX_LENGTH) {
        return;
    }
    let store = Store::with_limits(Limits::bytes(MEMORY));
    let strips = match Strips::read(&store, bytes) {
        Ok(strips) => strips,
        Err(error) => {
            let is_refused = matches!(error, ReadError::Inconsistent(_) | ReadError::Interrupted(_));
            TALLY.count(if is_refused { Outcome::Refused } else { Outcome::Damaged });
            return;
        }
    };
    TALLY.count(Outcome::Accepted);
    let written = |strips: &Strips<'_>| {
        let mut out = Vec::new();
        strips.write(&mut out).expect("memory can be written to");
        out
    };
    let first = written(&strips);
    let other = Store::new();
    assert_eq!(written(&Strips::read(&other, &first).expect("a file that is written can be read")), first);
});
