//! A worker's end.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message, kv};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::connection::{Connection, Names};
use super::queue::{PART, to_bytes};
use super::{ANY, as_key, key, lane, lists, part_name};
use crate::message::{Answer, Beat, Check, CheckAnswer, Job, Lemma};
use crate::plan::Plan;
use crate::queue::{Closed, Next, Source};

/// Signs of life in the time that a job may be without one.
const SIGNS: u32 = 4;
/// Time that a look into a lane takes at most.
const LOOK: Duration = Duration::from_millis(1);
/// First wait for a job when all lanes are empty; it doubles up to the wait of the caller.
const FIRST_WAIT: Duration = Duration::from_millis(50);
/// Time before a failed request is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// State that the signs of life are made of.
#[derive(Default)]
struct Life {
    /// The job at hand.
    job: Option<Message>,
    beat: Option<Beat>,
}

/// A worker's end of a campaign on a server.
pub struct NatsSource {
    connection: Arc<Connection>,
    name: String,
    life: Arc<Mutex<Life>>,
    lemmas: mpsc::UnboundedReceiver<Lemma>,
    /// Distinguishes the answers of this source from those of an earlier one with the same name, whose parts are others.
    session: String,
    /// Answers so far: a part of their ids.
    answers: u64,
    /// Looks in a row that found no job.
    idle: u32,
    /// The generation of the lemmas that this worker learns.
    generation: Option<Bytes>,
    /// Signs of life, and the watch for lemmas.
    tasks: [JoinHandle<()>; 2],
}

impl NatsSource {
    /// An end for the worker `name` of the campaign with this plan. `nodes` counts the nodes of the worker.
    pub fn open(
        connection: Arc<Connection>,
        plan: &Plan,
        name: &str,
        nodes: impl Fn() -> u64 + Send + 'static,
    ) -> NatsSource {
        let life = Arc::<Mutex<Life>>::default();
        let every = Duration::from_secs(plan.lease) / SIGNS;
        let (sender, lemmas) = mpsc::unbounded_channel();
        // Read before any lemma: a later change is noticed.
        let facts = connection.facts();
        let generation = facts.and_then(|facts| connection.once(facts.get(key::GENERATION)).ok().flatten());
        let tasks = [
            connection.runtime().spawn(keep_alive(Arc::clone(&connection), Arc::clone(&life), every, nodes)),
            connection.runtime().spawn(watch_lemmas(Arc::clone(&connection), sender)),
        ];
        let session = connection.unique();
        NatsSource { connection, name: name.into(), life, lemmas, session, answers: 0, idle: 0, generation, tasks }
    }

    /// The reason to leave, if there is one.
    async fn closed(&self, facts: &kv::Store) -> Option<Closed> {
        let banned = format!("{}.{}", key::BANNED, as_key(&self.name));
        if let Ok(Some(why)) = facts.get(banned).await {
            return Some(Closed::Banned(String::from_utf8_lossy(&why).into_owned()));
        }
        if let Ok(Some(_)) = facts.get(key::FINISHED).await {
            return Some(Closed::Finished);
        }
        match facts.get(key::GENERATION).await {
            Ok(Some(generation)) if Some(&generation) != self.generation.as_ref() => Some(Closed::Renewed),
            _ => None,
        }
    }

    async fn fetch(&self, wait: Duration) -> Result<Next, async_nats::Error> {
        let (context, names) = (&self.connection.context, &self.connection.names);
        let facts = context.get_key_value(&names.facts).await?;
        if let Some(closed) = self.closed(&facts).await {
            return Ok(Next::Closed(closed));
        }
        let Some(message) = self.next_message(wait).await? else { return Ok(Next::Nothing) };
        let next = if let Ok(job) = serde_json::from_slice::<Job>(&message.payload) {
            Some(Next::Job(job))
        } else if let Ok(check) = serde_json::from_slice::<Check>(&message.payload) {
            let parts = context.get_object_store(&names.parts).await?;
            // A part that is gone was checked meanwhile.
            lists::object(&parts, &part_name(&check)).await.map(|part| Next::Check(check, part))
        } else {
            None
        };
        let Some(next) = next else {
            // Nothing to do: it would come again for ever.
            message.ack_with(AckKind::Term).await?;
            return Ok(Next::Nothing);
        };
        self.life.lock().expect("no thread panics with the lock").job = Some(message);
        Ok(next)
    }

    /// The next message of the lanes: of this worker's, of the one for all, or else of another worker's, which is busy or
    /// gone.
    async fn next_message(&self, wait: Duration) -> Result<Option<Message>, async_nats::Error> {
        let (context, names) = (&self.connection.context, &self.connection.names);
        let stream = context.get_stream_no_info(&names.jobs).await?;
        let from = async |lane: &str, wait: Duration| {
            let consumer: PullConsumer = stream.get_consumer(&Names::consumer(lane)).await?;
            let mut batch = consumer.fetch().max_messages(1).expires(wait).messages().await?;
            batch.next().await.transpose()
        };
        let own = lane(&self.name);
        for lane in [&own[..], ANY] {
            if let Some(message) = from(lane, LOOK).await? {
                return Ok(Some(message));
            }
        }
        // Messages that others have are counted too.
        let mut counts = stream.info_with_subjects(&names.job_subjects).await?;
        while let Some((subject, _)) = counts.next().await.transpose()? {
            let lane = subject.rsplit('.').next().unwrap_or_default();
            if lane != own
                && lane != ANY
                && let Some(message) = from(lane, LOOK).await?
            {
                return Ok(Some(message));
            }
        }
        from(ANY, wait.min(FIRST_WAIT * (1 << self.idle.min(10)))).await
    }

    /// Sends a result under its id, with its part, and ends the job at hand.
    fn send(&mut self, id: &str, payload: Vec<u8>, part: Option<Vec<u8>>) -> anyhow::Result<()> {
        let payload = to_bytes(payload);
        let part = part.map(to_bytes);
        let connection = Arc::clone(&self.connection);
        let send = || {
            let (context, names) = (&connection.context, &connection.names);
            let (payload, part) = (payload.clone(), part.clone());
            async move {
                let mut headers = HeaderMap::new();
                headers.insert("Nats-Msg-Id", id);
                if let Some(part) = part {
                    let parts = context.get_object_store(&names.parts).await?;
                    parts.put(id, &mut &part[..]).await?;
                    headers.insert(PART, id);
                }
                let subject = names.result_subject.clone();
                context.publish_with_headers(subject, headers, payload).await?.await?;
                Ok::<(), async_nats::Error>(())
            }
        };
        connection.insist("return a result", send)?;
        if let Some(message) = self.take_message() {
            // If it fails, the job comes again, and the manager knows its result.
            let _ = connection.once(message.ack());
        }
        Ok(())
    }

    fn take_message(&self) -> Option<Message> {
        self.life.lock().expect("no thread panics with the lock").job.take()
    }
}

impl Source for NatsSource {
    fn take(&mut self, wait: Duration) -> anyhow::Result<Next> {
        let next = self.connection.once(self.fetch(wait)).unwrap_or_else(|_| {
            // The server is away, or has forgotten the campaign, until its manager notices.
            std::thread::sleep(PAUSE);
            Next::Nothing
        });
        self.idle = if matches!(next, Next::Nothing) { self.idle + 1 } else { 0 };
        Ok(next)
    }

    fn lemmas(&mut self) -> anyhow::Result<Vec<Lemma>> {
        let mut lemmas = Vec::new();
        while let Ok(lemma) = self.lemmas.try_recv() {
            lemmas.push(lemma);
        }
        Ok(lemmas)
    }

    fn answer(&mut self, answer: &Answer, part: Option<Vec<u8>>) -> anyhow::Result<()> {
        self.answers += 1;
        let id = format!("{}.{}.{}.{}", answer.job, as_key(&self.name), self.session, self.answers);
        self.send(&id, serde_json::to_vec(answer)?, part)
    }

    fn verdict(&mut self, answer: &CheckAnswer) -> anyhow::Result<()> {
        self.answers += 1;
        let id = format!("check.{}.{}.{}.{}", answer.check, as_key(&self.name), self.session, self.answers);
        self.send(&id, serde_json::to_vec(answer)?, None)
    }

    fn give_back(&mut self) -> anyhow::Result<()> {
        if let Some(message) = self.take_message() {
            // If it fails, the job is free again after its lease.
            let _ = self.connection.once(async {
                message.ack_with(AckKind::Nak(None)).await?;
                self.connection.context.client().flush().await?;
                Ok::<(), async_nats::Error>(())
            });
        }
        Ok(())
    }

    fn report(&mut self, beat: &Beat) -> anyhow::Result<()> {
        self.life.lock().expect("no thread panics with the lock").beat = Some(beat.clone());
        // The next sign of life tries again.
        let _ = self.connection.once(put_beat(&self.connection, beat));
        Ok(())
    }
}

impl Drop for NatsSource {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        let forget = async {
            let workers = self.connection.context.get_key_value(&self.connection.names.workers).await.ok()?;
            workers.delete(as_key(&self.name)).await.ok()
        };
        let _ = self.connection.once(forget);
    }
}

async fn put_beat(connection: &Connection, beat: &Beat) -> Result<(), async_nats::Error> {
    let workers = connection.context.get_key_value(&connection.names.workers).await?;
    workers.put(as_key(&beat.worker), to_bytes(serde_json::to_vec(beat)?)).await?;
    Ok(())
}

/// Sends signs of life while the worker is busy.
async fn keep_alive(
    connection: Arc<Connection>,
    life: Arc<Mutex<Life>>,
    every: Duration,
    nodes: impl Fn() -> u64 + Send,
) {
    loop {
        tokio::time::sleep(every).await;
        let (job, beat) = {
            let life = life.lock().expect("no thread panics with the lock");
            (life.job.clone(), life.beat.clone())
        };
        // While the server is away there is nobody to tell.
        if let Some(job) = job {
            let _ = job.ack_with(AckKind::Progress).await;
        }
        if let Some(mut beat) = beat {
            let now =
                std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
            beat.seconds += now.saturating_sub(beat.at) as f64;
            (beat.nodes, beat.at) = (nodes(), now);
            let _ = put_beat(&connection, &beat).await;
        }
    }
}

/// Passes on all lemmas, those of the past first.
async fn watch_lemmas(connection: Arc<Connection>, sender: mpsc::UnboundedSender<Lemma>) {
    loop {
        let watched = async {
            let lemmas = connection.context.get_key_value(&connection.names.lemmas).await?;
            let mut watch = lemmas.watch_with_history(">").await?;
            while let Some(entry) = watch.next().await {
                if let Ok(lemma) = serde_json::from_slice(&entry?.value)
                    && sender.send(lemma).is_err()
                {
                    return Ok(true);
                }
            }
            Ok::<bool, async_nats::Error>(false)
        };
        if let Ok(true) = watched.await {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}
