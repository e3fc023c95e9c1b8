//! Questions and their answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::app::{App, Asked, Watcher};
use super::body;
use super::pool::Refused;
use super::question::{Bounds, Kind, Length, Question};
use super::record::{Played, Record};
use super::reply::{self, refusal};

/// Events that wait for a slow client: more than a game has positions, so that an analysis is told in full.
const EVENTS: usize = 256;
/// How often a waiting question is told its place.
const PLACE_EVERY: Duration = Duration::from_millis(250);
/// Time between two signs of life.
const ALIVE_EVERY: Duration = Duration::from_secs(10);

const STUMBLED: &str = "the question made the program stumble, which is a bug: what it said is on its stderr";
const NEWER: &str = "a newer question of the same visitor took its place";

/// A question that is answered at once or after a while.
pub(super) async fn plain(State(app): State<Arc<App>>, kind: &'static Kind, request: Request) -> Response {
    let visitor = match body::visitor(&request) {
        Ok(visitor) => visitor,
        Err(response) => return response,
    };
    let question = match question(kind, request, app.plain_bounds).await {
        Ok(question) => question,
        Err(response) => return response,
    };
    if kind.length == Length::Short {
        let shared = Arc::clone(&app);
        return short(move || shared.answer(&question, &Arc::new(AtomicBool::new(false)), None)).await;
    }
    match app.ask(&visitor, question, None) {
        Ok(Asked { answer, ticket: _ticket }) => match answer.await {
            Ok(answer) => reply::text(answer),
            Err(_) => no_answer(&app),
        },
        Err(why) => refused(why),
    }
}

/// A question whose progress is told.
pub(super) async fn told(State(app): State<Arc<App>>, kind: &'static Kind, request: Request) -> Response {
    let visitor = match body::visitor(&request) {
        Ok(visitor) => visitor,
        Err(response) => return response,
    };
    let question = match question(kind, request, app.told_bounds).await {
        Ok(question) => question,
        Err(response) => return response,
    };
    let (sender, events) = mpsc::channel(EVENTS);
    let watcher = app.watch(&visitor);
    let asked = match app.ask("", question, Some(sender)) {
        Ok(asked) => asked,
        Err(why) => return refused(why),
    };
    let mut places = interval_at(Instant::now() + PLACE_EVERY / 4, PLACE_EVERY);
    places.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let feed = Feed { app, asked, watcher, events, places, place: None, is_over: false };
    let stream = futures_util::stream::unfold(feed, |mut feed| async {
        let event = feed.next().await?;
        Some((Ok::<_, Infallible>(event), feed))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE_EVERY)).into_response()
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
                        Err(_) => failed(silence(&self.app).1),
                    });
                }
                () = self.watcher.over.notified() => {
                    self.is_over = true;
                    return Some(failed(NEWER));
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

async fn question(kind: &'static Kind, request: Request, bounds: Bounds) -> Result<Question, Response> {
    let body: Map<String, Value> = body::json(request).await?;
    let read = tokio::task::spawn_blocking(move || Question::read(kind, body, bounds));
    match read.await {
        Ok(question) => question.map_err(|error| reply::failure(&error)),
        Err(_) => Err(crashed()),
    }
}

/// A game as the page shows it.
pub(super) async fn game(request: Request) -> Response {
    match body::json::<Record>(request).await {
        Ok(record) => short(move || written(&record.tree()?)).await,
        Err(response) => response,
    }
}

/// A game as others read it.
pub(super) async fn record(request: Request) -> Response {
    match body::json::<Played>(request).await {
        Ok(played) => short(move || written(&played.written()?)).await,
        Err(response) => response,
    }
}

fn written<R: Serialize>(report: &R) -> anyhow::Result<String> {
    Ok(serde_json::to_string(report)?)
}

/// Work that takes milliseconds. It has threads of its own all the same: what comes in meanwhile is not to wait for it.
async fn short(work: impl FnOnce() -> anyhow::Result<String> + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => reply::text(answer),
        Err(_) => crashed(),
    }
}

pub(super) async fn certificate(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    match app.certificates.get(&id) {
        Some(bytes) => {
            let headers = [
                (header::CONTENT_TYPE, "application/octet-stream"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"otrera.certificate\""),
            ];
            (headers, bytes.to_vec()).into_response()
        }
        None => refusal(StatusCode::NOT_FOUND, "there is no such certificate, or it is no longer kept: solve again"),
    }
}

pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    axum::Json(app.health()).into_response()
}

fn refused(why: Refused) -> Response {
    let sentence = match why {
        Refused::Full => "too many questions are waiting: try again in a moment",
        Refused::TooMany => "too many questions of yours are waiting: try again when they are answered",
        Refused::Closed => "the server is ending",
    };
    refusal(StatusCode::SERVICE_UNAVAILABLE, sentence)
}

/// Why an answer never came.
fn silence(app: &App) -> (StatusCode, &'static str) {
    match app.is_closing.load(Relaxed) {
        true => (StatusCode::SERVICE_UNAVAILABLE, "the server is ending"),
        false => (StatusCode::INTERNAL_SERVER_ERROR, STUMBLED),
    }
}

fn no_answer(app: &App) -> Response {
    let (status, sentence) = silence(app);
    refusal(status, sentence)
}

pub(super) fn crashed() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, STUMBLED)
}
