//! `otrera man` and `otrera completions`: both come from the declaration in `cli`.

use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::output;

pub(super) fn completions(shell: clap_complete::Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "otrera", &mut script);
    output::print(&String::from_utf8(script).context("the completion script is not text")?)
}

pub(super) fn man(dir: Option<&Path>) -> anyhow::Result<()> {
    match dir {
        Some(dir) => std::fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
            .with_context(|| format!("cannot write man pages to {}", dir.display())),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            output::print(&String::from_utf8(page).context("the man page is not text")?)
        }
    }
}
