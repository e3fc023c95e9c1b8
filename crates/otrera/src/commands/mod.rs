//! One file per command. Those that answer a question about a position have a function `answer` that makes the report in any
//! setting, for the page too, and a function `run` that reads the input, asks it and prints.

pub(crate) mod analyze;
pub(crate) mod areas;
pub(crate) mod atlas;
mod bench;
pub(crate) mod best;
mod book;
pub(crate) mod convert;
mod lsg;
mod man;
mod matches;
pub(crate) mod moves;
mod perft;
mod play;
mod protocol;
pub(crate) mod score;
mod serve;
pub(crate) mod show;
pub(crate) mod solve;
mod tables;
pub(crate) mod territory;
mod tune;
pub(crate) mod value;
mod verify;

use crate::cli::{Cli, Command};

/// Runs the command that was asked for.
pub(crate) fn run(cli: &Cli) -> anyhow::Result<()> {
    match &cli.command {
        Command::Completions { .. } | Command::Man { .. } if cli.json => {
            anyhow::bail!("--json: completions and man pages have forms of their own")
        }
        Command::Play(_) | Command::Uci(_) | Command::Gtp(_) | Command::Botzone(_) if cli.json => {
            anyhow::bail!("--json: this is a conversation and not an answer")
        }
        Command::Serve(_) if cli.json => {
            anyhow::bail!("--json: the server has an interface of its own, docs/server.md")
        }
        Command::Show(args) => show::run(cli, args),
        Command::Moves(args) => moves::run(cli, args),
        Command::Perft(args) => perft::run(cli, args),
        Command::Convert(args) => convert::run(cli, args),
        Command::Areas(args) => areas::run(cli, args),
        Command::Lsg(args) => lsg::run(cli, args),
        Command::Value(args) => value::run(cli, args),
        Command::Territory(args) => territory::run(cli, args),
        Command::Solve(args) => solve::run(cli, args),
        Command::Score(args) => score::run(cli, args),
        Command::Verify(args) => verify::run(cli, args),
        Command::Best(args) => best::run(cli, args),
        Command::Play(args) => play::run(cli, args),
        Command::Analyze(args) => analyze::run(cli, args),
        Command::Uci(args) => protocol::uci(cli, args),
        Command::Gtp(args) => protocol::gtp(cli, args),
        Command::Botzone(args) => protocol::botzone(cli, args),
        Command::Match(args) => matches::run(cli, args),
        Command::Serve(args) => serve::run(cli, args),
        Command::Atlas { command } => atlas::run(cli, command),
        Command::Tables { table } => tables::run(cli, table),
        Command::Book(args) => book::run(cli, args),
        Command::Tune(args) => tune::run(cli, args),
        Command::Bench(args) => bench::run(cli, args),
        Command::Completions { shell } => man::completions(*shell),
        Command::Man { dir } => man::man(dir.as_deref()),
    }
}
