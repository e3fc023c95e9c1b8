//! Writing answers. The only place that touches stdout and stderr.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use otrera_atlas::Atlas;
use serde::Serialize;

use crate::atlas_file;
use crate::cli::{Cli, When};
use crate::limits::OutOfLimits;
use otrera_api::host::{Setting, State};

/// Writes a text and a line end to stdout.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    stdout.write_all(text.as_bytes())?;
    stdout.write_all(end.as_bytes())?;
    Ok(stdout.flush()?)
}

/// Writes a report to stdout: as JSON if asked for, else as the text that `human` makes.
pub(crate) fn answer<R: Serialize>(cli: &Cli, report: &R, human: impl FnOnce(&R) -> String) -> anyhow::Result<()> {
    if cli.json {
        print(&serde_json::to_string_pretty(report).context("cannot write the report as JSON")?)
    } else {
        print(&human(report))
    }
}

/// Says something on stderr that is not the answer, unless the user wants quiet.
pub(crate) fn note(cli: &Cli, text: &str) {
    if !cli.quiet {
        eprint_line(&format!("note: {text}"));
    }
}

/// Says on stderr why there is no answer.
pub(crate) fn complain(sentence: &str) {
    eprint_line(&format!("otrera: {sentence}"));
}

fn eprint_line(line: &str) {
    // Nobody is left to tell if stderr is closed.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether the error only says that the reader of our output went away.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|e| e.downcast_ref::<io::Error>()).any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Whether answers in the terminal are coloured.
pub(crate) fn colours(cli: &Cli) -> bool {
    match cli.color {
        When::Always => true,
        When::Never => false,
        When::Auto => std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && io::stdout().is_terminal(),
    }
}

/// Whether signs beyond ASCII are used: where colours are, and in a terminal that says it can show them.
pub(crate) fn unicode(cli: &Cli) -> bool {
    let utf8 = ["LC_ALL", "LC_CTYPE", "LANG"].iter().any(|name| says(name, &["utf-8", "utf8"]));
    colours(cli) || (utf8 && io::stdout().is_terminal())
}

/// Whether an environment variable has one of these words in it.
pub(crate) fn says(variable: &str, words: &[&str]) -> bool {
    std::env::var(variable).is_ok_and(|value| words.iter().any(|word| value.to_ascii_lowercase().contains(word)))
}

/// Refuses a file that cannot be written, before work is done for it.
pub(crate) fn check_target(path: &Path) -> anyhow::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if path == Path::new("-") {
        bail!("this cannot be written to stdout: give a file name instead of -");
    }
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", path.display());
    }
    if directory.is_some_and(|directory| !directory.is_dir()) {
        bail!("cannot write {}: there is no such directory", path.display());
    }
    Ok(())
}

/// Writes a file.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file under another name and then puts it in its place, so that the place holds the old file or the new one
/// whatever happens.
pub(crate) fn replace<R>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<R>,
) -> anyhow::Result<R> {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = Path::new(&name);
    let written = (|| {
        let mut out = BufWriter::new(File::create(new)?);
        let result = write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        drop(out);
        fs::rename(new, path)?;
        Ok(result)
    })();
    written.map_err(|error: anyhow::Error| {
        // It may not be there; the error is what matters.
        let _ = fs::remove_file(new);
        // A limit is no trouble with the file.
        if error.is::<OutOfLimits>() { error } else { error.context(format!("cannot write {}", path.display())) }
    })
}

/// A progress bar on stderr; hidden where nobody looks.
pub(crate) fn progress(cli: &Cli, length: u64, what: &'static str) -> ProgressBar {
    let hidden = cli.quiet || !io::stderr().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {elapsed} gone, {eta} to go")
        .expect("the template is well formed");
    ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what)
}

/// Does the work while stderr says how it goes: in a terminal in place, else with a line a minute.
pub(crate) fn watched<R>(cli: &Cli, state: impl Fn() -> String + Sync, work: impl FnOnce() -> R) -> R {
    if cli.quiet {
        return work();
    }
    if !io::stderr().is_terminal() {
        let print = || {
            eprint_line(&state().replace('\n', "; "));
            LINE_EVERY
        };
        return meanwhile(LINE_EVERY, print, work);
    }
    let style = ProgressStyle::with_template("{msg}").expect("the template is well formed");
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style);
    let draw = || {
        spinner.set_message(state());
        REFRESH
    };
    let result = meanwhile(REFRESH, draw, work);
    spinner.finish_and_clear();
    result
}

/// At a terminal progress goes to stderr, and the atlas is the one on disk.
impl Setting for Cli {
    fn look_on(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut()) {
        watched(self, || state().text, work);
    }

    fn hear(&self, _: String) {}

    fn note(&self, text: &str) {
        note(self, text);
    }

    fn atlas(&self, named: Option<&Path>) -> anyhow::Result<Arc<Atlas>> {
        atlas_file::open(self, named).map(Arc::new)
    }

    fn atlas_if_there(&self, named: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>> {
        Ok(atlas_file::open_if_there(self, named)?.map(Arc::new))
    }
}

/// Does the work, and something else from time to time meanwhile, which returns how long to wait until the next time.
pub(crate) fn meanwhile<R>(
    mut wait: Duration,
    mut beside: impl FnMut() -> Duration + Send,
    work: impl FnOnce() -> R,
) -> R {
    let (finished, end) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the sender is dropped, which is when the work is done, or has panicked.
            while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = beside();
            }
        });
        let result = work();
        drop(finished);
        result
    })
}

/// Time between two looks at the state of some work, in a terminal.
const REFRESH: Duration = Duration::from_millis(200);
/// Time between two lines about the state of some work, in a file.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// A number with its thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
