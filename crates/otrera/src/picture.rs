//! Pictures of an answer, in files.

use std::path::Path;

use anyhow::ensure;
use otrera_api::{files, png};

use crate::cli::{Cli, PictureArgs};
use crate::output;

pub(crate) struct Pictures<'a> {
    args: &'a PictureArgs,
    to_stdout: bool,
    json: bool,
}

impl<'a> Pictures<'a> {
    /// Refuses paths that cannot be written, before work is done for them.
    pub(crate) fn new(cli: &Cli, args: &'a PictureArgs) -> anyhow::Result<Pictures<'a>> {
        let to_stdout = args.svg.as_deref().is_some_and(|path| path == Path::new("-"));
        let conflict = to_stdout && cli.json;
        ensure!(!conflict, "--svg - and --json both write to stdout: give the picture a file name");
        for path in args.png.iter().chain(args.svg.iter().filter(|_| !to_stdout)) {
            files::check_target(path)?;
        }
        Ok(Pictures { args, to_stdout, json: cli.json })
    }

    pub(crate) fn wanted(&self) -> bool {
        self.args.svg.is_some() || self.args.png.is_some()
    }

    /// Writes the pictures of an SVG document. Returns whether they are the whole answer: JSON comes in addition.
    pub(crate) fn write(&self, svg: &str) -> anyhow::Result<bool> {
        let svg = svg.to_string() + "\n";
        if let Some(path) = self.args.svg.as_deref().filter(|_| !self.to_stdout) {
            files::save(path, svg.as_bytes())?;
        }
        if let Some(path) = &self.args.png {
            files::save(path, &png::render(&svg, self.args.width)?)?;
        }
        if self.to_stdout {
            output::print(&svg)?;
        }
        Ok(self.wanted() && !self.json)
    }
}
