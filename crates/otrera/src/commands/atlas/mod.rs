//! `otrera atlas`: the endgame database.

mod build;
mod check;
mod info;
pub(crate) mod query;

use crate::cli::{AtlasCommand, Cli};

pub(super) fn run(cli: &Cli, command: &AtlasCommand) -> anyhow::Result<()> {
    match command {
        AtlasCommand::Build(args) => build::run(cli, args),
        AtlasCommand::Info(args) => info::run(cli, args),
        AtlasCommand::Query(args) => query::run(cli, args),
        AtlasCommand::Check(args) => check::run(cli, args),
    }
}
