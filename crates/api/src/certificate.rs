//! Certificates that are checked before they are kept.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use otrera_board::{Bits, Position, Side};
use otrera_cgt::{Interrupted, Limits};
use otrera_proof::{CheckError, CheckOptions, PartVerdict, Verdict, Writer, check, check_file, check_part_file};
use thiserror::Error;

use crate::files;
use crate::host::{Job, State};
use crate::text::grouped;

/// A result that does not hold, such as that of a forged checkpoint.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Unproven(pub String);

/// Resources for a check.
#[derive(Clone, Copy)]
pub(crate) struct Checker<'a> {
    pub(crate) job: Job<'a>,
    pub(crate) threads: usize,
    /// Bytes for games.
    pub(crate) memory: usize,
}

impl Checker<'_> {
    pub(crate) fn check_file(&self, path: &Path) -> Checked<Verdict> {
        self.run(|options| check_file(path, options))
    }

    pub(crate) fn check_part(&self, path: &Path) -> Checked<PartVerdict> {
        self.run(|options| check_part_file(path, options))
    }

    fn run<T>(&self, check: impl FnOnce(&CheckOptions<'_>) -> Result<T, CheckError>) -> Checked<T> {
        let (done, all) = (AtomicU64::new(0), AtomicU64::new(0));
        let progress = |claims| {
            done.fetch_add(1, Relaxed);
            all.store(claims, Relaxed);
        };
        let limits = Limits { bytes: self.memory, stop: Arc::clone(self.job.stop) };
        let options = CheckOptions { threads: self.threads, limits, progress: &progress };
        let state = || {
            let [done, all] = [&done, &all].map(|number| grouped(number.load(Relaxed)));
            State::text(format!("{done} of {all} claims checked"))
        };
        let verdict = self.job.with_progress(state, || check(&options));
        Checked { verdict, claims: done.load(Relaxed) }
    }
}

/// The end of a check.
pub(crate) struct Checked<T> {
    pub(crate) verdict: Result<T, CheckError>,
    /// Claims checked.
    pub(crate) claims: u64,
}

/// A statement and the claims that prove it.
pub(crate) struct Proof<'a> {
    pub(crate) root: Position,
    pub(crate) winner: Side,
    pub(crate) writer: Writer<'a>,
}

/// Size of a certificate.
pub(crate) struct CertificateSize {
    pub(crate) claims: u64,
    pub(crate) bytes: u64,
}

impl<'a> Proof<'a> {
    pub(crate) fn new<B: Bits>(root: &Position<B>, winner: Side, writer: Writer<'a>) -> Proof<'a> {
        let root = root.resized().expect("every board fits into 128 bits");
        Proof { root, winner, writer }
    }

    /// Writes the certificate to a file. With a checker, the file is put in place only if the checker accepts it.
    pub(crate) fn write_file(self, path: &Path, checker: Option<Checker<'_>>) -> anyhow::Result<CertificateSize> {
        let Proof { root, winner, writer } = self;
        let write = |out: &mut BufWriter<File>| Ok(writer.write(out)?);
        let approve = |new: &Path, claims: u64| {
            let bytes = std::fs::metadata(new)?.len();
            if let Some(checker) = checker {
                // The mapped file counts as memory too.
                let checker = Checker { memory: checker.memory.saturating_sub(bytes as usize), ..checker };
                accept(checker.check_file(new), &root, winner)?;
            }
            Ok(CertificateSize { claims, bytes })
        };
        files::replace_if(path, write, approve)
    }

    /// Returns the certificate, if the checker accepts it, with its number of claims.
    pub(crate) fn into_bytes(self, checker: Option<Checker<'_>>) -> anyhow::Result<(Vec<u8>, u64)> {
        let Proof { root, winner, writer } = self;
        let mut bytes = Vec::new();
        let claims = writer.write(&mut bytes)?;
        checker.map_or(Ok(()), |checker| accept(checker.run(|options| check(&bytes, options)), &root, winner))?;
        Ok((bytes, claims))
    }
}

/// Fails unless the certificate proves that `winner` wins `root`. The error is [`Interrupted`] if the limits ended the
/// check, and else [`Unproven`].
fn accept(checked: Checked<Verdict>, root: &Position, winner: Side) -> anyhow::Result<()> {
    let why = match checked.verdict {
        Ok(verdict) if verdict.winner == winner && verdict.root == *root => return Ok(()),
        Ok(_) => "it proves something else".to_string(),
        Err(CheckError::Interrupted(why @ (Interrupted::Stopped | Interrupted::OutOfMemory))) => return Err(why.into()),
        Err(refusal) => refusal.to_string(),
    };
    Err(Unproven(format!("the certificate was refused: {why}")).into())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use otrera_atlas::Atlas;
    use otrera_board::Setup;
    use otrera_cgt::Store;

    use super::*;
    use crate::host::Host;

    /// A host without anything to show.
    struct Silent;

    impl Host for Silent {
        fn with_progress(&self, _: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut()) {
            work();
        }

        fn emit(&self, _: String) {}

        fn note(&self, _: &str) {}

        fn atlas(&self, _: Option<&Path>) -> anyhow::Result<Arc<Atlas>> {
            anyhow::bail!("there is no atlas")
        }

        fn atlas_if_there(&self, _: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>> {
            Ok(None)
        }
    }

    /// A certificate without claims about a dead end: the side to move has no move and loses.
    fn proof(store: &Store, winner: Side) -> Proof<'_> {
        let root: Position = "b#w w".parse::<Setup>().unwrap().position().unwrap();
        Proof { root, winner, writer: Writer::new(store, &root, winner, 3) }
    }

    #[test]
    fn only_a_certificate_that_holds_is_put_in_place() {
        let (store, stop) = (Store::new(), Arc::new(AtomicBool::new(false)));
        let checker = Checker { job: Job { host: &Silent, stop: &stop }, threads: 1, memory: 1 << 20 };
        let directory = std::env::temp_dir().join(format!("otrera-kept-certificate-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let names = || std::fs::read_dir(&directory).unwrap().count();
        let path = directory.join("proof");

        let refusal = proof(&store, Side::White).write_file(&path, Some(checker)).err().unwrap();
        let sentence = "the certificate was refused: it is not claimed that White wins b#w w";
        assert_eq!(refusal.downcast::<Unproven>().unwrap().0, sentence);
        assert_eq!(names(), 0, "the refused file is gone");
        assert!(proof(&store, Side::White).into_bytes(Some(checker)).unwrap_err().is::<Unproven>());

        let size = proof(&store, Side::Black).write_file(&path, Some(checker)).unwrap();
        let good = std::fs::read(&path).unwrap();
        assert_eq!((size.claims, size.bytes, names()), (0, good.len() as u64, 1));
        assert_eq!(proof(&store, Side::Black).into_bytes(Some(checker)).unwrap(), (good.clone(), 0));

        // The old file stays if the new one is refused.
        assert!(proof(&store, Side::White).write_file(&path, Some(checker)).is_err());
        assert_eq!((std::fs::read(&path).unwrap(), names()), (good, 1));
        proof(&store, Side::White).write_file(&path, None).unwrap();
        assert!(!checker.check_file(&path).verdict.is_ok_and(|verdict| verdict.winner == Side::White));
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_certificate_of_another_statement_is_refused() {
        let store = Store::new();
        let Proof { root, winner, .. } = proof(&store, Side::Black);
        let verdict = |winner| Ok(Verdict { root, winner, small: 3, claims: 0 });
        let accept = |verdict| accept(Checked { verdict, claims: 0 }, &root, winner);
        accept(verdict(Side::Black)).unwrap();
        let refusal = accept(verdict(Side::White)).unwrap_err().to_string();
        assert_eq!(refusal, "the certificate was refused: it proves something else");
        assert!(accept(Err(Interrupted::Stopped.into())).unwrap_err().is::<Interrupted>());
    }
}
