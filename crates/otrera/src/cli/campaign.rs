//! Campaigns: solving on many machines.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use otrera_api::option::{Bytes, Seconds, Threads};
use otrera_api::{Ask as _, Solve, Verify};
use otrera_campaign::{Server, Settings};

use super::common::{Changes, POSITION_ARGUMENT, TimeLimit};

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// Begin a campaign in a new directory
    #[command(after_help = "\
Examples:
  otrera campaign new 5x5 start:5x5
  otrera campaign new 6x5 start:6x5 --play b1-b4xb3 --budget 200000
  otrera campaign new 6x5 start:6x5 --play b1-b4xb3 --assume @docs/notes/6x5.md")]
    New(CampaignNewArgs),

    /// Run a campaign on this machine, without a server
    ///
    /// Ctrl-C stops it. The same command goes on from there.
    #[command(after_help = "\
Examples:
  otrera campaign run 5x5 --threads 2
  otrera campaign run 6x5 --threads 2 --memory 16G --time 3600")]
    Run(CampaignRunArgs),

    /// Manage a campaign whose workers are on any machine, through a NATS server with JetStream
    ///
    /// Ctrl-C stops it. The same command goes on from there.
    #[command(after_help = "\
Examples:
  otrera campaign manage 6x5 --nats nats://10.0.0.1:4222
  otrera campaign manage 6x5 --nats tls://a:4222,tls://b:4222,tls://c:4222 --replicas 3 --tls-ca ca.pem --credentials manager.creds")]
    Manage(CampaignManageArgs),

    /// Work for a campaign
    ///
    /// SIGTERM and Ctrl-C give the job back and end with exit code 0.
    #[command(after_help = "\
Examples:
  otrera campaign work --nats nats://10.0.0.1:4222 --threads 8 --memory 32G
  otrera campaign work --nats nats://10.0.0.1:4222 --idle 600")]
    Work(CampaignWorkArgs),

    /// Show how far a campaign is: first moves, replies, numbers, workers, an estimate
    #[command(after_help = "\
Examples:
  otrera campaign status 6x5
  otrera campaign status 6x5 --svg tree.svg
  otrera campaign status 6x5 --markdown
  otrera campaign status --nats nats://10.0.0.1:4222 --json")]
    Status(CampaignStatusArgs),

    /// Write the proof of a finished campaign as one certificate, for `otrera verify`
    #[command(after_help = "\
Example:
  otrera campaign certificate 5x5 --output 5x5.certificate")]
    Certificate(CampaignCertificateArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CampaignNewArgs {
    /// Directory of the campaign; it must be empty or not exist yet
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    pub position: String,

    #[command(flatten)]
    pub changes: Changes,

    /// Moves that an earlier campaign, whose parts are lost, has proven to lose for the side that makes them. Nothing that
    /// rests on them is proven. With @FILE: moves, or the tables of `otrera campaign status --markdown`, from a file
    #[arg(long, value_name = "MOVES|@FILE")]
    pub assume: Option<String>,

    /// Nodes of the first job of a situation; each further job has four times as many
    #[arg(long, value_name = "NODES", default_value_t = Settings::default().budget, value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: u64,

    /// Jobs of a situation before it is split into the situations after each move
    #[arg(long, value_name = "JOBS", default_value_t = Settings::default().tries, value_parser = clap::value_parser!(u32).range(0..=20))]
    pub tries: u32,

    /// Nodes from which a proven situation is shared with all workers
    #[arg(long, value_name = "NODES", default_value_t = Settings::default().lemma)]
    pub lemma: u64,

    /// Seconds without a sign of life after which a job is handed out again
    #[arg(long, value_name = "SECONDS", default_value_t = Settings::default().lease, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub lease: u64,

    /// File of the atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

/// Threads, memory and atlas of a process of a campaign.
#[derive(Debug, Args)]
pub(crate) struct CampaignResources {
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub threads: Threads,

    /// Memory for the whole program, the atlas included
    #[arg(long, value_name = "SIZE", default_value_t = Solve::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,

    /// File of the atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignRunArgs {
    /// Directory of the campaign
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub resources: CampaignResources,

    #[command(flatten)]
    pub limits: TimeLimit,
}

/// A NATS server and the means to be let in.
#[derive(Debug, Args)]
pub(crate) struct NatsArgs {
    /// URL of the NATS server, or several of a cluster separated by commas; it may contain user:password@ or token@
    #[arg(long = "nats", value_name = "URL")]
    pub url: Option<String>,

    /// Credentials file of the NATS server (.creds)
    #[arg(long, value_name = "FILE", requires = "url")]
    pub credentials: Option<PathBuf>,

    /// Certificate of the authority that signed the server's certificate; the connection must be secure
    #[arg(long, value_name = "FILE", requires = "url")]
    pub tls_ca: Option<PathBuf>,

    /// Certificate of this client
    #[arg(long, value_name = "FILE", requires_all = ["url", "tls_key"])]
    pub tls_cert: Option<PathBuf>,

    /// Key of this client
    #[arg(long, value_name = "FILE", requires_all = ["url", "tls_cert"])]
    pub tls_key: Option<PathBuf>,

    /// Name of the campaign on the server, if it has several
    #[arg(long, value_name = "NAME", default_value = "otrera")]
    pub campaign: String,
}

impl NatsArgs {
    /// The server, if one is named.
    pub(crate) fn server(&self) -> Option<Server> {
        Some(Server {
            url: self.url.clone()?,
            credentials: self.credentials.clone(),
            ca: self.tls_ca.clone(),
            identity: self.tls_cert.clone().zip(self.tls_key.clone()),
            campaign: self.campaign.clone(),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct CampaignManageArgs {
    /// Directory of the campaign
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub nats: NatsArgs,

    /// Copies of the streams in a cluster
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub replicas: u8,

    #[command(flatten)]
    pub resources: CampaignResources,

    #[command(flatten)]
    pub limits: TimeLimit,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignWorkArgs {
    #[command(flatten)]
    pub nats: NatsArgs,

    #[command(flatten)]
    pub resources: CampaignResources,

    /// Leave after this many seconds without a job
    #[arg(long, value_name = "SECONDS")]
    pub idle: Option<Seconds>,

    /// Name of this worker [default: the host and the number of the process]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignStatusArgs {
    /// Directory of the campaign
    #[arg(value_name = "DIR", required_unless_present = "url", conflicts_with = "url")]
    pub directory: Option<PathBuf>,

    #[command(flatten)]
    pub nats: NatsArgs,

    /// Draw the tree into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Print Markdown: each first move and each reply, with nodes and the hash of its part
    #[arg(long, conflicts_with_all = ["json", "url"])]
    pub markdown: bool,

    /// File of the atlas [default: as for `otrera atlas`]
    #[arg(long, value_name = "FILE")]
    pub atlas: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignCertificateArgs {
    /// Directory of the campaign
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// File for the certificate
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,

    /// Threads of the check
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub threads: Threads,

    /// Give up when this needs more memory, with exit code 1
    #[arg(long, value_name = "SIZE", default_value_t = Verify::MEMORY, allow_negative_numbers = true)]
    pub memory: Bytes,
}
