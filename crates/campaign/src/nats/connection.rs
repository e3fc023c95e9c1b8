//! A connection to a NATS server, and the names of a campaign's streams and buckets on it.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context as _, bail};
use async_nats::jetstream::{self, kv};
use async_nats::{ConnectErrorKind, ConnectOptions, ServerAddr};
use otrera_api::OutOfLimits;
use tokio::runtime::Runtime;

use super::key;
use super::queue::PROGRAM;
use crate::plan::Plan;

/// Time for one request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Tries of a request at the start.
const TRIES: usize = 5;
/// Time between two tries of a request that failed.
const PAUSE: Duration = Duration::from_millis(500);

/// Address of a server, and the means to be let in.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// One URL, or several of a cluster separated by commas. It may contain a user and a password, or a token.
    pub url: String,
    /// Credentials file with a JWT and an nkey.
    pub credentials: Option<PathBuf>,
    /// Certificate of the authority that signed the server's certificate.
    pub ca: Option<PathBuf>,
    /// Certificate and key of this client.
    pub identity: Option<(PathBuf, PathBuf)>,
    /// Name of the campaign on the server.
    pub campaign: String,
}

impl Server {
    /// The URL without a password.
    fn shown(&self) -> String {
        let hide = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.into(),
            _ => url.to_string(),
        };
        self.url.split(',').map(hide).collect::<Vec<_>>().join(",")
    }

    async fn connect(&self) -> anyhow::Result<async_nats::Client> {
        let shown = self.shown();
        let mut addresses = Vec::new();
        for url in self.url.split(',') {
            let address: ServerAddr =
                url.parse().map_err(|_| anyhow::anyhow!("{shown} is not the URL of a NATS server"))?;
            addresses.push(address);
        }
        let mut options = ConnectOptions::new()
            .name("otrera")
            .connection_timeout(TIMEOUT)
            .request_timeout(Some(TIMEOUT))
            .reconnect_delay_callback(|_| PAUSE);
        // The client library does not use the user and password of a URL.
        if let Some(address) = addresses.iter().find(|address| address.has_user_pass()) {
            let user = address.username().unwrap_or_default().to_string();
            options = match address.password() {
                Some(password) => options.user_and_password(user, password.to_string()),
                None => options.token(user),
            };
        }
        if let Some(path) = &self.credentials {
            let cannot_read = || format!("cannot read the credentials in {}", path.display());
            options = options.credentials_file(path).await.with_context(cannot_read)?;
        }
        if let Some(path) = &self.ca {
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.identity {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        options.connect(addresses).await.map_err(|error| match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                anyhow::anyhow!("the NATS server at {shown} does not accept these credentials")
            }
            ConnectErrorKind::Tls => anyhow::anyhow!("no secure connection to the NATS server at {shown}: {error}"),
            _ => anyhow::anyhow!("cannot reach a NATS server at {shown}: {error}"),
        })
    }
}

/// A connection to the server of a campaign.
pub struct Connection {
    runtime: Runtime,
    pub(super) context: jetstream::Context,
    pub(super) names: Names,
    /// Ends waiting for a server that is away.
    stop: Arc<AtomicBool>,
}

/// Names of streams, subjects and buckets.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) campaign: String,
    pub(super) jobs: String,
    /// Subject of the jobs of all lanes.
    pub(super) job_subjects: String,
    pub(super) results: String,
    pub(super) result_subject: String,
    pub(super) facts: String,
    pub(super) lemmas: String,
    pub(super) workers: String,
    pub(super) parts: String,
}

impl Names {
    fn new(campaign: &str) -> Names {
        let name = |what: &str| format!("otrera-{campaign}-{what}");
        let subject = |what: &str| format!("otrera.{campaign}.{what}");
        Names {
            campaign: campaign.into(),
            jobs: name("lanes"),
            job_subjects: subject("lanes.*"),
            results: name("results"),
            result_subject: subject("results"),
            facts: name("campaign"),
            lemmas: name("lemmas"),
            workers: name("workers"),
            parts: name("parts"),
        }
    }
}

impl Names {
    /// Subject of the jobs of one lane.
    pub(super) fn job_subject(&self, lane: &str) -> String {
        format!("otrera.{}.lanes.{lane}", self.campaign)
    }

    /// Consumer of the jobs of one lane.
    pub(super) fn consumer(lane: &str) -> String {
        format!("lane-{lane}")
    }
}

impl Connection {
    /// Connects to a server that has JetStream. `stop` ends every wait.
    pub fn open(server: &Server, stop: Arc<AtomicBool>) -> anyhow::Result<Connection> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if server.campaign.is_empty() || !server.campaign.chars().all(is_name) {
            bail!("the name of a campaign has letters, digits and hyphens only");
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let client = runtime.block_on(server.connect())?;
        let mut context = {
            // The context starts a task.
            let _guard = runtime.enter();
            jetstream::new(client)
        };
        context.set_timeout(TIMEOUT);
        let connection = Connection { runtime, context, names: Names::new(&server.campaign), stop };
        if let Err(error) = connection.patiently(|| connection.context.query_account()) {
            bail!("the NATS server at {} has no JetStream for this user, start it with -js: {error}", server.shown());
        }
        Ok(connection)
    }

    pub(super) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Runs one request.
    pub(super) fn once<T>(&self, request: impl Future<Output = T>) -> T {
        self.runtime.block_on(request)
    }

    /// Repeats a request a few times: a server that has just started, or elects a leader, needs a while.
    pub(super) fn patiently<T, E, F: Future<Output = Result<T, E>>>(
        &self,
        mut request: impl FnMut() -> F,
    ) -> Result<T, E> {
        for _ in 1..TRIES {
            match self.runtime.block_on(request()) {
                Err(_) if !self.stop.load(Relaxed) => std::thread::sleep(PAUSE),
                end => return end,
            }
        }
        self.runtime.block_on(request())
    }

    /// Repeats a request until it succeeds or the caller is told to stop: a server that is away comes back.
    pub(super) fn insist<T, E, F>(&self, what: &str, mut request: impl FnMut() -> F) -> anyhow::Result<T>
    where
        F: Future<Output = Result<T, E>>,
        E: std::fmt::Display,
    {
        loop {
            match self.runtime.block_on(request()) {
                Ok(value) => return Ok(value),
                Err(error) if self.stop.load(Relaxed) => {
                    return Err(
                        OutOfLimits(format!("stopped while the NATS server is away: cannot {what}: {error}")).into()
                    );
                }
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
    }

    /// A text that no other connection makes.
    pub(super) fn unique(&self) -> String {
        let inbox = self.context.client().new_inbox();
        inbox.rsplit('.').next().unwrap_or_default().into()
    }

    /// The bucket of the campaign; `None` if the server has none.
    pub(super) fn facts(&self) -> Option<kv::Store> {
        self.once(self.context.get_key_value(&self.names.facts)).ok()
    }

    /// Returns whether the bucket of the campaign has a key.
    pub(super) fn has_fact(&self, key: &str) -> bool {
        self.facts().is_some_and(|facts| matches!(self.once(facts.get(key)), Ok(Some(_))))
    }

    /// The plan of the campaign that runs on the server. Fails if its manager is of another version than this program.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        let nothing =
            || format!("there is no campaign '{}' on this server: start its manager first", self.names.campaign);
        let facts = self.patiently(|| self.context.get_key_value(&self.names.facts)).ok().with_context(nothing)?;
        let text = self.patiently(|| facts.get(key::PLAN)).ok().flatten().with_context(nothing)?;
        let text = std::str::from_utf8(&text).context("the plan on the server is not text")?;
        let plan = Plan::parse(text).context("the campaign on the server")?;
        let theirs = self.patiently(|| facts.get(key::PROGRAM)).ok().flatten().unwrap_or_default();
        if theirs != PROGRAM {
            let theirs = String::from_utf8_lossy(&theirs).escape_debug().to_string();
            bail!("the manager is otrera '{theirs}', and this is otrera {PROGRAM}: all machines need the same version");
        }
        Ok(plan)
    }

    /// The state of the campaign as its manager has shown it last, as JSON.
    pub fn status(&self) -> anyhow::Result<String> {
        let nothing = || format!("the manager of campaign '{}' has not shown its state yet", self.names.campaign);
        let facts = self.facts().with_context(nothing)?;
        let text = self.once(facts.get(key::STATUS)).ok().flatten().with_context(nothing)?;
        Ok(std::str::from_utf8(&text).context("the status on the server is not text")?.into())
    }
}
