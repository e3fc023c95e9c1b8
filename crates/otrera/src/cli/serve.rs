//! The page.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::parse::{bytes, seconds, threads};

#[derive(Clone, Debug, Args)]
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

    /// Long questions that are worked at at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub jobs: Option<NonZeroUsize>,

    /// Seconds that a question whose progress is watched may take
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Duration,

    /// Memory that a question may take
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: usize,

    /// The atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}
