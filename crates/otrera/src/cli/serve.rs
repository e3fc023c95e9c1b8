//! The page.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Port to listen at; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8128)]
    pub port: u16,

    /// Address to listen at: others than this machine can come in only if it is not a loopback address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// A name of this machine, besides localhost and addresses, that the page may be asked for by
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,

    /// Do not open the page in the browser
    #[arg(long)]
    pub no_open: bool,

    /// The atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}
