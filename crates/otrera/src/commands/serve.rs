//! `otrera serve`: the page in a browser.

use crate::cli::{Cli, ServeArgs};
use crate::output;
use crate::server::Server;

pub(super) fn run(cli: &Cli, args: &ServeArgs) -> anyhow::Result<()> {
    let server = Server::bind(cli, args)?;
    let address = server.address();
    output::print(&format!("{address}\n"))?;
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        output::note(cli, &format!("cannot open a browser ({error}): open {address} yourself"));
    }
    server.run()
}
