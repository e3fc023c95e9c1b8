//! Writing answers. The only place that touches stdout and stderr.

use std::io::{self, IsTerminal, Write};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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

/// A progress bar on stderr; hidden where nobody looks.
pub(crate) fn progress(cli: &Cli, length: u64, what: &'static str) -> ProgressBar {
    let hidden = cli.quiet || !io::stderr().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {elapsed} gone, {eta} to go")
        .expect("the template is well formed");
    ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what)
}

/// A number with its thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
