//! Questions and their answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::app::{App, Asked, Watcher};
use super::body;
use super::pool::Refused;
use super::question::{Bounds, Kind, Length, Question};
use super::record::{Played, Record};
use super::reply::{self, Refusal};

/// Events that wait for a slow client: more than a game has positions, so that an analysis is told in full.
const EVENTS: usize = 256;
/// How often a waiting question is told its place.
const PLACE_EVERY: Duration = Duration::from_millis(250);
/// Time between two signs of life.
const ALIVE_EVERY: Duration = Duration::from_secs(10);

const ENDING: &str = "the server is ending";

/// A question that is answered at once or after a while.
pub(super) async fn plain(app: State<Arc<App>>, kind: &'static Kind, request: Request) -> Result<Response, Refusal> {
    let State(app) = app;
    let visitor = body::visitor(&request)?;
    let question = question(kind, request, app.plain_bounds).await?;
    if kind.length == Length::Short {
        return short(move || app.answer(&question, &Arc::new(AtomicBool::new(false)), None)).await;
    }
    // The ticket is held while the answer is waited for, and goes with the connection.
    let Asked { answer, ticket: _ticket } = app.ask(&visitor, question, None)?;
    Ok(reply::json(answer.await.map_err(|_| silence(&app))??))
}

/// A question whose progress is told.
pub(super) async fn told(app: State<Arc<App>>, kind: &'static Kind, request: Request) -> Result<Response, Refusal> {
    let State(app) = app;
    let visitor = body::visitor(&request)?;
    let question = question(kind, request, app.told_bounds).await?;
    let (sender, events) = mpsc::channel(EVENTS);
    let watcher = app.watch(&visitor);
    let asked = app.ask("", question, Some(sender))?;
    let mut places = interval_at(Instant::now() + PLACE_EVERY / 4, PLACE_EVERY);
    places.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let feed = Feed { app, asked, watcher, events, places, place: None, is_over: false };
    let stream = futures_util::stream::unfold(feed, |mut feed| async {
        let event = feed.next().await?;
        Some((Ok::<_, Infallible>(event), feed))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE_EVERY)).into_response())
}

/// What is told of one question.
struct Feed {
    app: Arc<App>,
    asked: Asked,
    watcher: Watcher,
    events: mpsc::Receiver<String>,
    places: Interval,
    /// The place that was told last.
    place: Option<usize>,
    is_over: bool,
}

impl Feed {
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            tokio::select! {
                // What happened on the way is told before the end.
                biased;
                Some(news) = self.events.recv() => return Some(Event::default().event("progress").data(news)),
                answer = &mut self.asked.answer => {
                    self.is_over = true;
                    return Some(match answer {
                        Ok(Ok(report)) => Event::default().event("done").data(report),
                        Ok(Err(error)) => failed(&format!("{error:#}")),
                        Err(_) => failed(silence(&self.app).sentence()),
                    });
                }
                () = self.watcher.over.notified() => {
                    self.is_over = true;
                    return Some(failed("a newer question of the same visitor took its place"));
                }
                _ = self.places.tick() => {
                    let place = self.asked.ticket.place();
                    if place.is_some() && place != self.place {
                        self.place = place;
                        return Some(Event::default().event("waiting").data(json!({ "place": place }).to_string()));
                    }
                }
            }
        }
    }
}

fn failed(sentence: &str) -> Event {
    Event::default().event("error").data(json!({ "error": sentence }).to_string())
}

async fn question(kind: &'static Kind, request: Request, bounds: Bounds) -> Result<Question, Refusal> {
    let body: Map<String, Value> = body::json(request).await?;
    let read = tokio::task::spawn_blocking(move || Question::read(kind, body, bounds));
    Ok(read.await.map_err(|_| Refusal::stumbled())??)
}

/// A game as the page shows it.
pub(super) async fn game(request: Request) -> Result<Response, Refusal> {
    let record: Record = body::json(request).await?;
    short(move || Ok(serde_json::to_string(&record.tree()?)?)).await
}

/// A game as others read it.
pub(super) async fn record(request: Request) -> Result<Response, Refusal> {
    let played: Played = body::json(request).await?;
    short(move || Ok(serde_json::to_string(&played.written()?)?)).await
}

/// Work that takes milliseconds. It has threads of its own all the same: what comes in meanwhile is not to wait for it.
async fn short(work: impl FnOnce() -> anyhow::Result<String> + Send + 'static) -> Result<Response, Refusal> {
    let answer = tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::stumbled())?;
    Ok(reply::json(answer?))
}

pub(super) async fn certificate(app: State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let gone = "there is no such certificate, or it is no longer kept: solve again";
    let bytes = app.certificates.get(&id).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, gone))?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"otrera.certificate\""),
    ];
    Ok((headers, bytes.to_vec()).into_response())
}

pub(super) async fn health(app: State<Arc<App>>) -> Response {
    axum::Json(app.health()).into_response()
}

impl From<Refused> for Refusal {
    fn from(why: Refused) -> Refusal {
        let sentence = match why {
            Refused::Full => "too many questions are waiting: try again in a moment",
            Refused::TooMany => "too many questions of yours are waiting: try again when they are answered",
            Refused::Closed => ENDING,
        };
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }
}

/// Why an answer never came.
fn silence(app: &App) -> Refusal {
    match app.is_closing.load(Relaxed) {
        true => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ENDING),
        false => Refusal::stumbled(),
    }
}
