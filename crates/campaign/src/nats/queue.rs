//! The manager's end.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{Message, kv};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use super::claim::Claim;
use super::connection::{Connection, Names};
use super::suspects::Suspects;
use super::{ANY, as_key, key, lane, lanes, lists};
use crate::message::{Answer, Beat, Job, JobId, Lemma, Outcome};
use crate::plan::Plan;
use crate::queue::{Delivery, Farm, Queue};
use crate::status::Status;

/// Jobs in the queue for each worker: the one at hand, and one that waits. So no worker waits for the manager, which may be
/// checking a part, and most workers find a job that prefers them.
const JOBS_EACH: usize = 2;
/// Jobs in the queue beyond that: the first worker finds one.
const SPARE: usize = 1;
/// Jobs that may be with workers at the same time.
const MAX_OUT: i64 = 10_000;
/// Time after which a result that was not taken is delivered again. A check of a large part can take minutes.
const RESULT_WAIT: Duration = Duration::from_secs(1800);
/// Version of the program, which all machines share.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// Header of a result that names its part in the object store.
pub(super) const PART: &str = "Otrera-Part";

/// Streams and buckets of a campaign.
struct Resources {
    jobs: Stream,
    results: PullConsumer,
    facts: kv::Store,
    lemmas: kv::Store,
    workers: kv::Store,
    parts: ObjectStore,
}

/// The manager's end of a campaign on a server.
pub struct NatsQueue {
    connection: Arc<Connection>,
    plan: Plan,
    replicas: usize,
    resources: Resources,
    /// Results that are not in the ledger yet, with the names of their parts.
    taken: HashMap<u64, (Message, Option<String>)>,
    tokens: u64,
    suspects: Suspects<JobId>,
    claim: Claim,
}

impl NatsQueue {
    /// Makes the streams and buckets of a campaign, or takes over those that are there. Fails if another manager has them.
    /// `owner` names the directory of the campaign: of two managers with the same owner, the first is dead.
    pub fn open(connection: Arc<Connection>, plan: &Plan, replicas: usize, owner: &str) -> anyhow::Result<NatsQueue> {
        if let Some(other) = other_campaign(&connection, plan)? {
            bail!(
                "campaign '{}' on this server is another one, of {other}: choose another name with --campaign",
                connection.names.campaign
            );
        }
        let claim = Claim::take(&connection, plan, replicas, owner)?;
        let resources = connection.patiently(|| make(&connection, plan, replicas));
        let resources =
            resources.map_err(|error| anyhow::anyhow!("cannot make the streams of the campaign: {error}"))?;
        let (plan, taken) = (plan.clone(), HashMap::new());
        Ok(NatsQueue { connection, plan, replicas, resources, taken, tokens: 0, suspects: Suspects::default(), claim })
    }

    /// Makes everything again that a server has forgotten.
    fn restore(&mut self) -> anyhow::Result<()> {
        let (connection, plan) = (Arc::clone(&self.connection), self.plan.clone());
        self.resources =
            connection.insist("make the streams of the campaign", || make(&connection, &plan, self.replicas))?;
        Ok(())
    }

    /// Runs a request, and once more after restoring the streams, if it fails.
    fn request<T, E: std::fmt::Display, F: Future<Output = Result<T, E>>>(
        &mut self,
        what: &str,
        mut request: impl FnMut(&Resources, &Connection) -> F,
    ) -> anyhow::Result<T> {
        if let Ok(value) = self.connection.once(request(&self.resources, &self.connection)) {
            return Ok(value);
        }
        self.restore()?;
        let connection = Arc::clone(&self.connection);
        connection.insist(what, || request(&self.resources, &connection))
    }

    pub(super) fn put_fact(&mut self, key: String, value: Vec<u8>) -> anyhow::Result<()> {
        let bytes = to_bytes(value);
        self.request("write to the server", |resources, _| {
            let (facts, key, bytes) = (resources.facts.clone(), key.clone(), bytes.clone());
            async move { facts.put(key, bytes).await }
        })?;
        Ok(())
    }

    pub(super) fn delete_fact(&mut self, key: &'static str) -> anyhow::Result<()> {
        self.request("write to the server", |resources, _| {
            let facts = resources.facts.clone();
            async move { facts.delete(key).await }
        })
    }

    /// Drops all jobs and results.
    pub(super) fn clear(&mut self) -> anyhow::Result<()> {
        let (jobs, results) = (self.connection.names.jobs.clone(), self.connection.names.results.clone());
        for name in [jobs, results] {
            self.request("clear a stream", |_, connection| {
                let (context, name) = (connection.context.clone(), name.clone());
                async move {
                    context.get_stream(name).await?.purge().await?;
                    Ok::<(), async_nats::Error>(())
                }
            })?;
        }
        Ok(())
    }

    pub(super) fn lease(&self) -> Duration {
        Duration::from_secs(self.plan.lease)
    }

    /// Results that the manager has not taken yet.
    pub(super) fn results_waiting(&mut self) -> anyhow::Result<u64> {
        self.request("look at the results", |resources, _| {
            let mut results = resources.results.clone();
            async move { results.info().await.map(|info| info.num_pending) }
        })
    }

    /// The messages of a kind in the stream of jobs.
    pub(super) fn messages<T: DeserializeOwned>(&mut self) -> anyhow::Result<Vec<(u64, T)>> {
        self.request("list the jobs", |resources, connection| {
            let jobs = resources.jobs.clone();
            let subject = connection.names.job_subjects.clone();
            async move { lists::messages(&jobs, &subject).await }
        })
    }

    /// Hands out a job in a lane, as a message.
    pub(super) fn put_message(&mut self, what: &str, lane: &str, message: Vec<u8>) -> anyhow::Result<()> {
        let bytes = to_bytes(message);
        self.request(what, |_, connection| {
            let (context, subject) = (connection.context.clone(), connection.names.job_subject(lane));
            let bytes = bytes.clone();
            async move { context.publish(subject, bytes).await?.await }
        })?;
        Ok(())
    }

    /// Puts a part into the object store.
    pub(super) fn put_part(&mut self, name: &str, part: Vec<u8>) -> anyhow::Result<()> {
        let part = to_bytes(part);
        self.request("send a part", |resources, _| {
            let (parts, name, part) = (resources.parts.clone(), name.to_string(), part.clone());
            async move { parts.put(name.as_str(), &mut &part[..]).await.map(|_| ()) }
        })
    }

    /// The next message in the stream of results.
    pub(super) fn fetch(&mut self, wait: Duration) -> anyhow::Result<Option<Message>> {
        let fetch = async {
            let mut batch = self.resources.results.fetch().max_messages(1).expires(wait).messages().await?;
            batch.next().await.transpose()
        };
        match self.connection.once(fetch) {
            Ok(message) => Ok(message),
            Err(_) => {
                std::thread::sleep(wait.min(Duration::from_millis(500)));
                self.restore()?;
                Ok(None)
            }
        }
    }

    /// Drops a message that is not ours: another program writes to this subject.
    pub(super) fn forget(&self, message: &Message) {
        let _ = self.connection.once(message.ack());
    }

    /// Keeps a message until it is dealt with, when the object `part` is deleted too. Returns its token.
    pub(super) fn taken(&mut self, message: Message, part: Option<String>) -> u64 {
        self.tokens += 1;
        self.taken.insert(self.tokens, (message, part));
        self.tokens
    }
}

/// The key of a lemma in its bucket.
fn lemma_key(lemma: &Lemma) -> String {
    as_key(&lemma.key.to_string())
}

/// Bytes as the client takes them.
pub(super) fn to_bytes(value: Vec<u8>) -> bytes::Bytes {
    value.into()
}

/// The position of another campaign that runs under the same name.
fn other_campaign(connection: &Connection, plan: &Plan) -> anyhow::Result<Option<String>> {
    let Some(facts) = connection.facts() else { return Ok(None) };
    let get = |key| connection.once(facts.get(key)).ok().flatten();
    let is_finished = get(key::FINISHED).is_some();
    let Some(text) = get(key::PLAN) else { return Ok(None) };
    let other = std::str::from_utf8(&text).ok().and_then(|text| Plan::parse(text).ok());
    match other {
        Some(other) if other.id == plan.id => return Ok(None),
        Some(other) if !is_finished => return Ok(Some(other.position)),
        None if !is_finished => return Ok(Some("another version".into())),
        _ => {}
    }
    // A finished campaign of the past makes room.
    let names = &connection.names;
    connection.once(async {
        let context = &connection.context;
        for stream in [&names.jobs, &names.results] {
            context.delete_stream(stream).await.context("cannot delete a stream")?;
        }
        for bucket in [&names.facts, &names.lemmas, &names.workers] {
            context.delete_key_value(bucket).await.context("cannot delete a bucket")?;
        }
        context.delete_object_store(&names.parts).await.context("cannot delete an object store")?;
        Ok(None)
    })
}

/// A bucket whose entries expire after `max_age`, if that is not 0.
pub(super) fn bucket(name: &str, max_age: Duration, num_replicas: usize) -> kv::Config {
    kv::Config { bucket: name.into(), history: 1, max_age, num_replicas, ..kv::Config::default() }
}

/// Makes all streams and buckets that are missing.
async fn make(connection: &Connection, plan: &Plan, replicas: usize) -> Result<Resources, async_nats::Error> {
    let (context, names) = (&connection.context, &connection.names);
    let stream = |name: &str, subject: &str| stream::Config {
        name: name.into(),
        subjects: vec![subject.into()],
        retention: RetentionPolicy::WorkQueue,
        num_replicas: replicas,
        ..stream::Config::default()
    };
    let bucket = |name: &str, max_age: Duration| bucket(name, max_age, replicas);
    let lease = Duration::from_secs(plan.lease);
    context.create_or_update_stream(stream(&names.jobs, &names.job_subjects)).await?;
    let jobs = context.get_stream(&names.jobs).await?;
    for lane in lanes() {
        let config = pull::Config {
            durable_name: Some(Names::consumer(&lane)),
            filter_subject: names.job_subject(&lane),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            max_ack_pending: MAX_OUT,
            ..pull::Config::default()
        };
        jobs.create_consumer(config).await?;
    }
    context.create_or_update_stream(stream(&names.results, &names.result_subject)).await?;
    let results = context.get_stream(&names.results).await?;
    // A new consumer is delivered at once what the last manager had taken and not finished.
    let _ = results.delete_consumer("manager").await;
    let config = pull::Config {
        durable_name: Some("manager".into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: RESULT_WAIT,
        ..pull::Config::default()
    };
    let results = results.create_consumer(config).await?;
    let facts = context.create_or_update_key_value(bucket(&names.facts, Duration::ZERO)).await?;
    let lemmas = context.create_or_update_key_value(bucket(&names.lemmas, Duration::ZERO)).await?;
    let workers = context.create_or_update_key_value(bucket(&names.workers, lease)).await?;
    let parts = match context.get_object_store(&names.parts).await {
        Ok(parts) => parts,
        Err(_) => {
            let config = object_store::Config {
                bucket: names.parts.clone(),
                num_replicas: replicas,
                ..object_store::Config::default()
            };
            context.create_object_store(config).await?
        }
    };
    facts.put(key::PROGRAM, PROGRAM.into()).await?;
    facts.put(key::PLAN, plan.text().into()).await?;
    Ok(Resources { jobs, results, facts, lemmas, workers, parts })
}

impl Farm for NatsQueue {
    fn demand(&mut self) -> anyhow::Result<usize> {
        self.claim.check()?;
        let alive = self.workers()?.len();
        let info = self.request("look at the queue", |resources, _| {
            let jobs = resources.jobs.clone();
            async move { jobs.get_info().await }
        })?;
        // Results that wait for the manager count too: else fast workers would get far more jobs than it can take back.
        let waiting = self.results_waiting()?;
        Ok((alive * JOBS_EACH + SPARE).saturating_sub(info.state.messages as usize + waiting as usize))
    }

    fn done(&mut self, token: u64) -> anyhow::Result<()> {
        let Some((message, part)) = self.taken.remove(&token) else { return Ok(()) };
        // If either fails, the result comes again, and is known then.
        let _ = self.connection.once(async {
            if let Some(name) = part {
                self.resources.parts.delete(name).await.ok();
            }
            message.ack().await
        });
        Ok(())
    }

    fn ban(&mut self, worker: &str, why: &str) -> anyhow::Result<()> {
        self.put_fact(format!("{}.{}", key::BANNED, as_key(worker)), why.into())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.put_fact(key::FINISHED.into(), b"yes".to_vec())
    }
}

impl Queue for NatsQueue {
    fn outstanding(&mut self, is_wanted: &mut dyn FnMut(JobId) -> bool) -> anyhow::Result<()> {
        for (sequence, job) in self.messages::<Job>()? {
            if !is_wanted(job.id()) {
                // If the message is gone, it was done meanwhile.
                let _ = self.connection.once(self.resources.jobs.delete_message(sequence));
            }
        }
        Ok(())
    }

    fn put(&mut self, job: &Job) -> anyhow::Result<()> {
        let lane = job.prefers.as_deref().map_or(ANY.into(), lane);
        self.put_message("hand out a job", &lane, serde_json::to_vec(job)?)
    }

    fn next(&mut self, wait: Duration) -> anyhow::Result<Option<Delivery>> {
        let Some(message) = self.fetch(wait)? else { return Ok(None) };
        let part = message.headers.as_ref().and_then(|headers| headers.get(PART)).map(|name| name.to_string());
        let Ok(mut answer) = serde_json::from_slice::<Answer>(&message.payload) else {
            self.forget(&message);
            return Ok(None);
        };
        let bytes = part.as_deref().and_then(|name| self.connection.once(lists::object(&self.resources.parts, name)));
        if part.is_some() && bytes.is_none() {
            answer.outcome = Outcome::Failed { why: "the server has lost the part".into() };
        }
        Ok(Some(Delivery { answer, part: bytes, token: self.taken(message, part) }))
    }

    fn agree(&mut self, lemmas: &[Lemma]) -> anyhow::Result<()> {
        let list = |resources: &Resources, _: &Connection| {
            let lemmas = resources.lemmas.clone();
            async move { lists::keys(&lemmas).await }
        };
        let mut there = self.request("list the lemmas", list)?;
        let wanted: HashSet<String> = lemmas.iter().map(lemma_key).collect();
        if !there.is_subset(&wanted) {
            let bucket = self.connection.names.lemmas.clone();
            self.request("forget the lemmas", |_, connection| {
                let (context, bucket) = (connection.context.clone(), bucket.clone());
                async move { context.delete_key_value(bucket).await.map(|_| ()) }
            })?;
            self.restore()?;
            let generation = self.connection.unique();
            self.put_fact(key::GENERATION.into(), generation.into())?;
            there.clear();
        }
        lemmas.iter().filter(|lemma| !there.contains(&lemma_key(lemma))).try_for_each(|lemma| self.publish(lemma))
    }

    fn publish(&mut self, lemma: &Lemma) -> anyhow::Result<()> {
        let bytes = to_bytes(serde_json::to_vec(lemma)?);
        self.request("publish a lemma", |resources, _| {
            let (lemmas, key, bytes) = (resources.lemmas.clone(), lemma_key(lemma), bytes.clone());
            async move { lemmas.put(key, bytes).await }
        })?;
        Ok(())
    }

    fn show(&mut self, status: &Status) -> anyhow::Result<()> {
        self.put_fact(key::STATUS.into(), serde_json::to_vec(&status.without_replies())?)
    }

    fn workers(&mut self) -> anyhow::Result<Vec<Beat>> {
        self.request("list the workers", |resources, _| {
            let workers = resources.workers.clone();
            async move { lists::beats(&workers).await }
        })
    }

    fn lost(&mut self, out: &[JobId]) -> anyhow::Result<Vec<JobId>> {
        let there: Vec<JobId> = self.messages::<Job>()?.into_iter().map(|(_, job)| job.id()).collect();
        if self.results_waiting()? > 0 {
            return Ok(Vec::new());
        }
        let missing = out.iter().filter(|job| !there.contains(job)).copied();
        Ok(self.suspects.look(missing, self.lease()))
    }
}
