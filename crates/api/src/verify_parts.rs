//! Checking all parts of a directory, several at a time or on other machines, and linking them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use otrera_board::{Position, Setup, Side};
use otrera_cgt::Limits;
use otrera_proof::{CheckError, CheckOptions, LinkVerdict, PartVerdict, check_part_file, link_files};
use serde::Deserialize;

use crate::certificate::Checker;
use crate::host::State;
use crate::text::grouped;

/// File with the position, directory of the parts, and how their names end.
const CAMPAIGN: &str = "campaign.toml";
const PARTS: &str = "parts";
const ENDING: &str = "part";

/// Reason why parts prove nothing.
#[derive(Debug)]
pub struct PartsError {
    /// The file to blame, if it is not the one asked about.
    pub file: Option<PathBuf>,
    /// The reason.
    pub why: CheckError,
}

/// Checks parts on other machines.
pub trait PartFarm {
    /// The verdicts on all files, in their order.
    fn check(&mut self, work: &FarmWork<'_>) -> Result<Vec<PartVerdict>, PartsError>;
}

/// Parts to check elsewhere.
pub struct FarmWork<'w> {
    /// The files of the parts.
    pub files: &'w [PathBuf],
    /// Checks a file on this machine.
    pub check: &'w dyn Fn(&Path) -> Result<PartVerdict, CheckError>,
    /// Takes the number of claims and parts that are checked.
    pub progress: &'w dyn Fn(u64, usize),
    /// Ends the work.
    pub stop: &'w AtomicBool,
}

/// The keys of the file that are needed here.
#[derive(Deserialize)]
struct Campaign {
    position: String,
}

/// The parts of a directory, and the position that they are about.
pub(crate) struct Parts {
    root: Position,
    files: Vec<PathBuf>,
}

/// The statement that the parts prove.
pub(crate) struct Linked {
    pub(crate) root: Position,
    pub(crate) winner: Side,
    /// Number of parts, those of the loser included.
    pub(crate) parts: u64,
}

impl Parts {
    /// Reads the position and the names of the parts.
    pub(crate) fn read(directory: &Path) -> Result<Parts, PartsError> {
        let path = directory.join(CAMPAIGN);
        let error = |why: String| {
            let why = CheckError::File(io::Error::new(io::ErrorKind::InvalidData, why));
            PartsError { file: Some(path.clone()), why }
        };
        let text = fs::read_to_string(&path).map_err(|why| error(why.to_string()))?;
        let campaign: Campaign = toml::from_str(&text).map_err(|why| error(why.message().to_string()))?;
        let setup: Setup = campaign.position.parse().map_err(|why| error(format!("{why}")))?;
        let root = setup.position().map_err(|why| error(why.to_string()))?;
        let files = Parts::files(directory)
            .map_err(|why| PartsError { file: Some(directory.join(PARTS)), why: CheckError::File(why) })?;
        Ok(Parts { root, files })
    }

    /// The files of the parts, in the order of their names.
    pub(crate) fn files(directory: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(directory.join(PARTS))?.collect::<io::Result<Vec<_>>>()?;
        let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == ENDING));
        files.sort();
        Ok(files)
    }

    /// Checks each part, here or on a farm, and links those of one winner. Also returns the number of claims checked.
    pub(crate) fn check(
        &self,
        checker: Checker<'_>,
        farm: Option<&mut dyn PartFarm>,
    ) -> (Result<Linked, PartsError>, u64) {
        let (claims, done) = (AtomicU64::new(0), AtomicUsize::new(0));
        let state = || {
            let [claims, done] = [claims.load(Relaxed), done.load(Relaxed) as u64].map(grouped);
            State::text(format!("{claims} claims checked, {done} of {} parts", self.files.len()))
        };
        let linked = checker.job.with_progress(state, || {
            let verdicts = match farm {
                None => self.check_each(checker, &claims, &done)?,
                Some(farm) => self.check_elsewhere(checker, farm, &claims, &done)?,
            };
            self.link(checker, &verdicts)
        });
        (linked, claims.load(Relaxed))
    }

    /// The verdicts on all parts. The error is that of the first part, in order, that is refused.
    fn check_each(
        &self,
        checker: Checker<'_>,
        claims: &AtomicU64,
        done: &AtomicUsize,
    ) -> Result<Vec<PartVerdict>, PartsError> {
        // Many small parts are checked side by side, a few large ones by several threads each.
        let workers = checker.threads.clamp(1, self.files.len().max(1));
        let limits = || Limits { bytes: checker.memory / workers, stop: Arc::clone(checker.job.stop) };
        let verdicts: Vec<Mutex<Option<Result<PartVerdict, CheckError>>>> =
            self.files.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let worker = || {
            let progress = |_| {
                claims.fetch_add(1, Relaxed);
            };
            let options = CheckOptions { threads: checker.threads / workers, limits: limits(), progress: &progress };
            while let Some(number) = Some(next.fetch_add(1, Relaxed)).filter(|&number| number < self.files.len()) {
                let verdict = check_part_file(&self.files[number], &options);
                if verdict.is_err() {
                    next.fetch_max(self.files.len(), Relaxed);
                }
                *verdicts[number].lock().expect("no worker panics with the lock") = Some(verdict);
                done.fetch_add(1, Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(worker);
            }
        });
        let verdicts =
            verdicts.into_iter().map(|verdict| verdict.into_inner().expect("no worker panics with the lock"));
        let mut all = Vec::new();
        for (verdict, file) in verdicts.zip(&self.files) {
            // After an error, later parts may be unchecked.
            all.extend(verdict.transpose().map_err(|why| PartsError { file: Some(file.clone()), why })?);
        }
        Ok(all)
    }

    /// The verdicts of a farm on all parts.
    fn check_elsewhere(
        &self,
        checker: Checker<'_>,
        farm: &mut dyn PartFarm,
        claims: &AtomicU64,
        done: &AtomicUsize,
    ) -> Result<Vec<PartVerdict>, PartsError> {
        let check = |file: &Path| {
            let limits = Limits { bytes: checker.memory, stop: Arc::clone(checker.job.stop) };
            check_part_file(file, &CheckOptions { threads: checker.threads, limits, progress: &|_| () })
        };
        let progress = |checked, parts| {
            claims.store(checked, Relaxed);
            done.store(parts, Relaxed);
        };
        farm.check(&FarmWork { files: &self.files, check: &check, progress: &progress, stop: checker.job.stop })
    }

    /// Links the parts of the side for which they prove that it wins the position.
    fn link(&self, checker: Checker<'_>, verdicts: &[PartVerdict]) -> Result<Linked, PartsError> {
        let limits = Limits { bytes: checker.memory, stop: Arc::clone(checker.job.stop) };
        let mut refusal = None;
        for winner in Side::BOTH {
            let of_winner = || verdicts.iter().zip(&self.files).filter(|(verdict, _)| verdict.winner == winner);
            let files: Vec<&PathBuf> = of_winner().map(|(_, file)| file).collect();
            if files.is_empty() {
                continue;
            }
            match link_files(&self.root, winner, &files, &limits) {
                Ok(LinkVerdict { parts, .. }) => {
                    if let Some(changed) = of_winner().zip(parts).find(|((verdict, _), part)| verdict.digest != *part) {
                        let why = CheckError::File(io::Error::other("it changed while it was checked"));
                        return Err(PartsError { file: Some(changed.0.1.clone()), why });
                    }
                    return Ok(Linked { root: self.root, winner, parts: verdicts.len() as u64 });
                }
                Err(why @ CheckError::Interrupted(_)) => return Err(PartsError { file: None, why }),
                Err(why) => {
                    let file = match why {
                        CheckError::Missing { part, .. } | CheckError::Mixed { part } => Some(files[part - 1].clone()),
                        _ => None,
                    };
                    // A gap says more than that nothing is claimed about the position.
                    if refusal.is_none() || file.is_some() {
                        refusal = Some(PartsError { file, why });
                    }
                }
            }
        }
        Err(refusal.unwrap_or_else(|| {
            let why = CheckError::File(io::Error::new(io::ErrorKind::NotFound, "it has no parts"));
            PartsError { file: None, why }
        }))
    }
}
