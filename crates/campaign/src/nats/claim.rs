//! The claim of a manager on the campaign of a server, which keeps other managers away.
//!
//! The lock of a directory keeps a second manager away from the same directory. A copy of the directory on another machine
//! has a lock of its own, and two managers would share the results between them. So the manager's name stands in the bucket
//! of those that are alive, whose entries expire with the lease. A manager that was killed and starts again in the same
//! directory has the same name, and goes on at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::bail;
use tokio::task::JoinHandle;

use super::connection::Connection;
use super::key::MANAGER;
use super::queue::{bucket, to_bytes};
use crate::plan::Plan;

/// Signs of life in the time after which a claim expires.
const SIGNS: u32 = 4;

/// A claim, renewed until it is dropped.
pub(super) struct Claim {
    connection: Arc<Connection>,
    owner: String,
    /// Another manager has taken over, while this one was asleep or cut off.
    is_lost: Arc<AtomicBool>,
    renewal: JoinHandle<()>,
}

impl Claim {
    /// Claims the campaign for `owner`.
    pub(super) fn take(
        connection: &Arc<Connection>,
        plan: &Plan,
        replicas: usize,
        owner: &str,
    ) -> anyhow::Result<Claim> {
        let lease = Duration::from_secs(plan.lease);
        match connection.patiently(|| claim(connection, lease, replicas, owner)) {
            Ok(None) => {}
            Ok(Some(other)) => bail!(
                "another manager works on this campaign, at {}: a campaign has one; if that one was killed, wait {} seconds",
                other.escape_debug(),
                plan.lease
            ),
            Err(error) => bail!("cannot make the streams of the campaign: {error}"),
        }
        let is_lost = Arc::<AtomicBool>::default();
        let renewal = renew(Arc::clone(connection), owner.to_string(), lease / SIGNS, Arc::clone(&is_lost));
        let renewal = connection.runtime().spawn(renewal);
        Ok(Claim { connection: Arc::clone(connection), owner: owner.into(), is_lost, renewal })
    }

    /// Fails if another manager has taken over.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.is_lost.load(Relaxed) {
            bail!("another manager has taken over this campaign while this one was away");
        }
        Ok(())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.renewal.abort();
        let release = async {
            let workers = self.connection.context.get_key_value(&self.connection.names.workers).await.ok()?;
            let holder = workers.get(MANAGER).await.ok()??;
            if holder == self.owner.as_bytes() { workers.delete(MANAGER).await.ok() } else { None }
        };
        // If it fails, the claim expires.
        let _ = self.connection.once(release);
    }
}

/// Claims the campaign. Returns the other manager that has it.
async fn claim(
    connection: &Connection,
    lease: Duration,
    replicas: usize,
    owner: &str,
) -> Result<Option<String>, async_nats::Error> {
    let config = bucket(&connection.names.workers, lease, replicas);
    let workers = connection.context.create_or_update_key_value(config).await?;
    let own = to_bytes(owner.into());
    if workers.create(MANAGER, own.clone()).await.is_ok() {
        return Ok(None);
    }
    match workers.get(MANAGER).await? {
        Some(other) if other != own => Ok(Some(String::from_utf8_lossy(&other).into_owned())),
        _ => {
            workers.put(MANAGER, own).await?;
            Ok(None)
        }
    }
}

/// Renews a claim, until another manager has it.
async fn renew(connection: Arc<Connection>, owner: String, every: Duration, is_lost: Arc<AtomicBool>) {
    let own = to_bytes(owner.into());
    loop {
        tokio::time::sleep(every).await;
        // While the server is away, nobody else can claim the campaign.
        let Ok(workers) = connection.context.get_key_value(&connection.names.workers).await else { continue };
        match workers.get(MANAGER).await {
            Ok(Some(other)) if other != own => {
                is_lost.store(true, Relaxed);
                return;
            }
            Ok(_) => {
                let _ = workers.put(MANAGER, own.clone()).await;
            }
            Err(_) => {}
        }
    }
}
