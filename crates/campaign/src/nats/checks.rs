//! The verifier's end: parts go out as jobs do, and verdicts come back as results do.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;

use super::connection::Connection;
use super::queue::NatsQueue;
use super::suspects::Suspects;
use super::{ANY, key, part_name};
use crate::message::{Check, CheckAnswer};
use crate::plan::Plan;
use crate::queue::{CheckQueue, Farm};

/// The verifier's end of a campaign on a server.
pub struct NatsChecks {
    queue: NatsQueue,
    suspects: Suspects<Check>,
}

impl NatsChecks {
    /// Makes the streams of a campaign, or takes over those of a finished one. `owner` names the directory.
    pub fn open(connection: Arc<Connection>, plan: &Plan, replicas: usize, owner: &str) -> anyhow::Result<NatsChecks> {
        let name = connection.names.campaign.clone();
        if connection.has_fact(key::PLAN) && !connection.has_fact(key::FINISHED) && !connection.has_fact(key::VERIFYING)
        {
            bail!(
                "campaign '{name}' on this server is not finished: verify it afterwards, or choose another name with \
                 --campaign"
            );
        }
        let mut queue = NatsQueue::open(connection, plan, replicas, owner)?;
        queue.put_fact(key::VERIFYING.into(), b"yes".to_vec())?;
        queue.delete_fact(key::FINISHED)?;
        queue.clear()?;
        Ok(NatsChecks { queue, suspects: Suspects::default() })
    }
}

impl Farm for NatsChecks {
    fn demand(&mut self) -> anyhow::Result<usize> {
        self.queue.demand()
    }

    fn done(&mut self, token: u64) -> anyhow::Result<()> {
        self.queue.done(token)
    }

    fn ban(&mut self, worker: &str, why: &str) -> anyhow::Result<()> {
        self.queue.ban(worker, why)
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.queue.finish()?;
        self.queue.delete_fact(key::VERIFYING)
    }
}

impl CheckQueue for NatsChecks {
    fn put_check(&mut self, check: &Check, part: Vec<u8>) -> anyhow::Result<()> {
        self.queue.put_part(&part_name(check), part)?;
        self.queue.put_message("hand out a part", ANY, serde_json::to_vec(check)?)
    }

    fn next_verdict(&mut self, wait: Duration) -> anyhow::Result<Option<(CheckAnswer, u64)>> {
        let Some(message) = self.queue.fetch(wait)? else { return Ok(None) };
        let Ok(answer) = serde_json::from_slice::<CheckAnswer>(&message.payload) else {
            // A result of the campaign itself, which is finished.
            self.queue.forget(&message);
            return Ok(None);
        };
        let part = part_name(&answer.check);
        Ok(Some((answer, self.queue.taken(message, Some(part)))))
    }

    fn lost_checks(&mut self, out: &[Check]) -> anyhow::Result<Vec<Check>> {
        let there: Vec<Check> = self.queue.messages()?.into_iter().map(|(_, check)| check).collect();
        if self.queue.results_waiting()? > 0 {
            return Ok(Vec::new());
        }
        let missing = out.iter().filter(|check| !there.contains(check)).cloned();
        Ok(self.suspects.look(missing, self.queue.lease()))
    }
}
