//! The server.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use otrera_api::option::{Bytes, Seconds, Threads};

#[derive(Clone, Debug, Args)]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 for any free one
    #[arg(long, value_name = "PORT", default_value_t = 8128)]
    pub port: u16,

    /// Address to listen on; other machines can connect only if it is not a loopback address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// Additional host name of this server, besides localhost and IP addresses
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,

    /// Clients come through a reverse proxy, which adds their address to X-Forwarded-For
    #[arg(long)]
    pub behind_proxy: bool,

    /// Do not open the page in the browser
    #[arg(long)]
    pub no_open: bool,

    /// Long questions that run at the same time [default: the number of processors]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub jobs: Option<Threads>,

    /// Upper bound on the seconds of a streamed question
    #[arg(long, value_name = "SECONDS", default_value = "600", allow_negative_numbers = true)]
    pub time: Seconds,

    /// Upper bound on the memory of a question
    #[arg(long, value_name = "SIZE", default_value = "1G", allow_negative_numbers = true)]
    pub memory: Bytes,

    /// Show the campaign in this directory at /campaign
    #[arg(long, value_name = "DIR")]
    pub campaign: Option<PathBuf>,

    /// File of the atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}
