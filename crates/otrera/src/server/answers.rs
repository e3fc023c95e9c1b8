//! Handlers of the endpoints.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use otrera_api::{Bounds, json};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::api::{Length, Question, Reader};
use super::app::{ActiveStream, App, Pending};
use super::body;
use super::pool::Refused;
use super::record::{GameQuestion, RecordQuestion};
use super::reply::{self, Refusal};

/// Events that wait for a slow client: more than a game has positions, so that an analysis arrives in full.
const EVENTS: usize = 256;
/// Time between two looks at the place in the queue.
const PLACE_EVERY: Duration = Duration::from_millis(250);
/// Time between two signs of life.
const ALIVE_EVERY: Duration = Duration::from_secs(10);

const ENDING: &str = "the server is ending";

/// Answers a question with its report.
pub(super) async fn plain(
    State(app): State<Arc<App>>,
    reader: Reader,
    length: Length,
    request: Request,
) -> Result<Response, Refusal> {
    let visitor = body::visitor(&request)?;
    let question = question(reader, request, app.plain_bounds).await?;
    if length == Length::Short {
        return short(move || app.answer(&question, &Arc::new(AtomicBool::new(false)), None)).await;
    }
    // The ticket lives as long as the connection waits for the answer.
    let Pending { answer, ticket: _ticket } = app.submit(&visitor, question, None)?;
    Ok(reply::json(answer.await.map_err(|_| no_answer(&app))??))
}

/// Answers a question with a stream of events.
pub(super) async fn streamed(
    State(app): State<Arc<App>>,
    reader: Reader,
    request: Request,
) -> Result<Response, Refusal> {
    let visitor = body::visitor(&request)?;
    let question = question(reader, request, app.streamed_bounds).await?;
    let (sender, events) = mpsc::channel(EVENTS);
    let active = app.begin_stream(&visitor);
    let pending = app.submit("", question, Some(sender))?;
    let mut places = interval_at(Instant::now() + PLACE_EVERY / 4, PLACE_EVERY);
    places.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let events = Events { app, pending, active, progress: events, places, place: None, is_over: false };
    let stream = futures_util::stream::unfold(events, |mut events| async {
        let event = events.next().await?;
        Some((Ok::<_, Infallible>(event), events))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE_EVERY)).into_response())
}

struct Events {
    app: Arc<App>,
    pending: Pending,
    active: ActiveStream,
    progress: mpsc::Receiver<String>,
    places: Interval,
    /// The last place in the queue that was sent.
    place: Option<usize>,
    is_over: bool,
}

impl Events {
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            tokio::select! {
                // All progress is sent before the end.
                biased;
                Some(data) = self.progress.recv() => return Some(Event::default().event("progress").data(data)),
                answer = &mut self.pending.answer => {
                    self.is_over = true;
                    return Some(match answer {
                        Ok(Ok(report)) => Event::default().event("done").data(report),
                        Ok(Err(error)) => failed(&format!("{error:#}")),
                        Err(_) => failed(&no_answer(&self.app).sentence),
                    });
                }
                () = self.active.over.notified() => {
                    self.is_over = true;
                    return Some(failed("a newer question of the same visitor took its place"));
                }
                _ = self.places.tick() => {
                    let place = self.pending.ticket.place();
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

async fn question(reader: Reader, request: Request, bounds: Bounds) -> Result<Question, Refusal> {
    let body = body::json(request).await?;
    let read = tokio::task::spawn_blocking(move || reader(body, &bounds));
    Ok(read.await.map_err(|_| Refusal::bug())??)
}

pub(super) async fn game(request: Request) -> Result<Response, Refusal> {
    let question: GameQuestion = body::json(request).await?;
    short(move || json(&question.answer()?)).await
}

pub(super) async fn record(request: Request) -> Result<Response, Refusal> {
    let question: RecordQuestion = body::json(request).await?;
    short(move || json(&question.answer()?)).await
}

/// Runs work of milliseconds, on a thread of its own so that no connection waits for it.
async fn short(work: impl FnOnce() -> anyhow::Result<String> + Send + 'static) -> Result<Response, Refusal> {
    let answer = tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::bug())?;
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

/// The refusal of a question whose worker was lost.
fn no_answer(app: &App) -> Refusal {
    match app.is_closing.load(Relaxed) {
        true => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ENDING),
        false => Refusal::bug(),
    }
}
