//! Certificates with right checksums and edits: no panic, and a certificate that holds names the winner that the solver
//! finds. The first certificates are written by the solver, so they have the version that is read.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use otrera_fuzz::{Format, Mutator, Outcome, Tally, certificates, check_certificate, winner};
use otrera_proof::CheckError;

static BASES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(certificates);
static TALLY: Tally = Tally::new();

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    Mutator { format: Format::Certificate, bases: &BASES, plain: fuzzer_mutate }.mutate(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let verdict = match check_certificate(bytes) {
        Ok(verdict) => verdict,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            let is_damaged = matches!(error, CheckError::Foreign | CheckError::Version(_) | CheckError::Damaged);
            TALLY.count(if is_damaged { Outcome::Damaged } else { Outcome::Refused });
            return;
        }
    };
    TALLY.count(Outcome::Accepted);
    if let Some(winner) = winner(&verdict.root) {
        assert_eq!(verdict.winner, winner, "a false proof about {}", verdict.root);
    }
});
