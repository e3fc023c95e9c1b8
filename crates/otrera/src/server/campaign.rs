//! The campaign that the server shows. It is read only, and read again when its files change.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use otrera_api::json;
use otrera_campaign::{Look, Plan, Stamp, Status, look, picture};
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::atlas::SharedAtlas;
use super::reply::{self, Refusal};
use crate::cli::Cli;
use crate::output;

/// Time between two looks at the files.
const EVERY: Duration = Duration::from_millis(500);

/// A campaign that is shown.
pub(super) struct ShownCampaign {
    directory: PathBuf,
    state: Mutex<Shown>,
}

#[derive(Clone)]
enum Shown {
    /// Being read for the first time.
    Reading,
    Known(Arc<Look>),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// The state of the campaign that the server shows.
#[derive(Serialize, JsonSchema)]
pub(super) struct CampaignReport {
    /// A manager is at work.
    running: bool,
    /// Seconds since the state was read or written.
    seconds: u64,
    /// The first move whose replies are in the report.
    after: Option<String>,
    #[serde(flatten)]
    status: Status,
}

impl ShownCampaign {
    /// Fails if there is no campaign in `directory`.
    pub(super) fn new(directory: &Path) -> anyhow::Result<ShownCampaign> {
        Plan::read(directory)?;
        Ok(ShownCampaign { directory: directory.into(), state: Mutex::new(Shown::Reading) })
    }

    /// Keeps the state up to date until `stop` is raised.
    pub(super) fn watch(&self, cli: &Cli, atlas: &SharedAtlas, stop: &AtomicBool) {
        let mut seen = None;
        while !stop.load(Relaxed) {
            let stamp = Stamp::new(&self.directory);
            if seen.as_ref() != Some(&stamp) {
                let found = look(&self.directory, || atlas.wait(stop), stop);
                if stop.load(Relaxed) {
                    return;
                }
                self.set(match found {
                    Ok(look) => Shown::Known(Arc::new(look)),
                    Err(error) => {
                        let why = format!("{error:#}");
                        output::note(cli, &format!("the campaign cannot be shown: {why}"));
                        Shown::Unreadable(self.without_path(&why))
                    }
                });
                seen = Some(stamp);
            }
            std::thread::sleep(EVERY);
        }
    }

    /// A sentence with the name of the directory instead of its path, which is not for visitors.
    fn without_path(&self, sentence: &str) -> String {
        let name = self.directory.file_name().map_or("the campaign".into(), |name| name.to_string_lossy());
        sentence.replace(&*self.directory.to_string_lossy(), &name)
    }

    fn set(&self, shown: Shown) {
        *self.state.lock().expect("no thread panicked") = shown;
    }

    fn look(&self) -> Result<Arc<Look>, Refusal> {
        match self.state.lock().expect("no thread panicked").clone() {
            Shown::Known(look) => Ok(look),
            Shown::Reading => {
                let sentence = "the ledger of the campaign is being read: try again in a moment";
                Err(Refusal::coded(StatusCode::SERVICE_UNAVAILABLE, "campaign.reading", sentence))
            }
            Shown::Unreadable(why) => {
                let sentence = format!("the campaign cannot be read: {why}");
                Err(Refusal::coded(StatusCode::SERVICE_UNAVAILABLE, "campaign.unreadable", sentence))
            }
        }
    }

    /// The state, with the replies to the first move `after`, or else to the most promising one.
    fn report(&self, after: Option<&str>) -> Result<CampaignReport, Refusal> {
        let look = self.look()?;
        let Look { status, is_running, at } = &*look;
        let after = match after {
            Some(play) => {
                let found = status.moves.iter().find(|status| status.play == play);
                let sentence = "there is no such first move in the tree of the campaign";
                Some(found.ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, sentence))?)
            }
            None => status.main_move(),
        };
        let after = after.map(|status| status.play.clone());
        Ok(CampaignReport {
            running: *is_running,
            seconds: SystemTime::now().duration_since(*at).map_or(0, |age| age.as_secs()),
            status: status.with_replies_to(after.as_deref()),
            after,
        })
    }
}

/// The campaign that the server shows, if it shows one.
fn shown(app: &App) -> Result<&ShownCampaign, Refusal> {
    let sentence = "this server shows no campaign: start it with --campaign DIR";
    app.campaign.as_ref().ok_or_else(|| Refusal::coded(StatusCode::NOT_FOUND, "campaign.none", sentence))
}

/// Answers with the state, with the replies to the first move in the query `after=MOVE`.
pub(super) async fn state(State(app): State<Arc<App>>, request: axum::extract::Request) -> Result<Response, Refusal> {
    let client = app.clients.visitor(&request)?.client;
    let report = shown(&app)?.report(after(request.uri()))?;
    reply::json(json(&report)?, &app.clients, &client)
}

/// The move that a query names. Its letters need no escapes.
fn after(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("after="))
}

/// Answers with the tree as a drawing.
pub(super) async fn tree(State(app): State<Arc<App>>) -> Result<Response, Refusal> {
    let look = shown(&app)?.look()?;
    let headers = [(axum::http::header::CONTENT_TYPE, "image/svg+xml")];
    Ok((headers, picture(&look.status)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_names_a_move() {
        let query = |text: &'static str| after(&Uri::from_static(text)).map(String::from);
        assert_eq!(query("/api/campaign?after=b1-b4xb3").as_deref(), Some("b1-b4xb3"));
        assert_eq!(query("/api/campaign?x=1&after=a1-a2xa3").as_deref(), Some("a1-a2xa3"));
        assert_eq!(query("/api/campaign?before=b1-b4xb3"), None);
        assert_eq!(query("/api/campaign"), None);
    }
}
