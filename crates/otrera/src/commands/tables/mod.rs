//! `otrera tables`: the tables of the papers, made anew. One module per table.

mod defects;
mod lsg;
mod sizes;
mod solved;
mod solving;
mod strips;
mod zugzwang;

use crate::cli::{Cli, Table};

pub(super) fn run(cli: &Cli, table: &Table) -> anyhow::Result<()> {
    match table {
        Table::Strips(args) => strips::run(cli, args),
        Table::Lsg(args) => lsg::run(cli, args),
        Table::Defects(args) => defects::run(cli, args),
        Table::Zugzwang(args) => zugzwang::run(cli, args),
        Table::Solving(args) => solving::run(cli, args),
        Table::Solved(args) => solved::run(cli, args),
    }
}
