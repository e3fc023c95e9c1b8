//! Writing answers. The only place that touches stdout and stderr.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use otrera_api::{Host, State, atlas_file, meanwhile};
use otrera_atlas::Atlas;
use otrera_board::diagram::{Colour, Style};
use serde::Serialize;

use crate::cli::{Cli, When};

/// Writes a text and a line end to stdout.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    stdout.write_all(text.as_bytes())?;
    stdout.write_all(end.as_bytes())?;
    Ok(stdout.flush()?)
}

/// Writes a report to stdout: as JSON with `--json`, else as the text that `human` makes.
pub(crate) fn answer<R: Serialize>(cli: &Cli, report: &R, human: impl FnOnce(&R) -> String) -> anyhow::Result<()> {
    if cli.json {
        print(&serde_json::to_string_pretty(report).context("cannot write the report as JSON")?)
    } else {
        print(&human(report))
    }
}

/// Writes a remark to stderr, unless the user wants quiet.
pub(crate) fn note(cli: &Cli, text: &str) {
    if !cli.quiet {
        eprint_line(&format!("note: {text}"));
    }
}

/// Writes the reason for a missing answer to stderr.
pub(crate) fn complain(sentence: &str) {
    eprint_line(&format!("otrera: {sentence}"));
}

fn eprint_line(line: &str) {
    // A closed stderr leaves nowhere to report it.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns whether the error is a closed pipe: the reader of the output has gone.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|e| e.downcast_ref::<io::Error>()).any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn colours(cli: &Cli) -> bool {
    match cli.color {
        When::Always => true,
        When::Never => false,
        When::Auto => std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && io::stdout().is_terminal(),
    }
}

/// Returns whether characters beyond ASCII are used: with colours, and in a terminal that declares UTF-8.
pub(crate) fn unicode(cli: &Cli) -> bool {
    let utf8 = ["LC_ALL", "LC_CTYPE", "LANG"].iter().any(|name| says(name, &["utf-8", "utf8"]));
    colours(cli) || (utf8 && io::stdout().is_terminal())
}

/// Returns whether an environment variable contains one of these words.
fn says(variable: &str, words: &[&str]) -> bool {
    std::env::var(variable).is_ok_and(|value| words.iter().any(|word| value.to_ascii_lowercase().contains(word)))
}

/// Colours and characters of drawings: the best that a terminal supports, and plain ASCII for a file or a pipe.
pub(crate) fn style(cli: &Cli) -> Style {
    let colour = match colours(cli) {
        false => Colour::None,
        true if says("COLORTERM", &["truecolor", "24bit"]) => Colour::TrueColor,
        true => Colour::Ansi256,
    };
    Style { colour, unicode: unicode(cli) }
}

/// Runs `work` while stderr shows its progress: in a terminal in place, else with a line a minute.
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

/// A terminal: progress goes to stderr, and the atlas is the one on disk.
impl Host for Cli {
    fn with_progress(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut()) {
        watched(self, || state().text, work);
    }

    fn emit(&self, _: String) {}

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

/// Time between two updates of the progress in a terminal.
const REFRESH: Duration = Duration::from_millis(200);
/// Time between two lines of progress in a file.
const LINE_EVERY: Duration = Duration::from_secs(60);
