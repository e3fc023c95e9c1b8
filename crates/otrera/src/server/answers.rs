//! Handlers of the endpoints.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use otrera_api::option::Choice as _;
use otrera_api::{Chapter, OutOfLimits, json};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::api::{Length, Reader};
use super::app::{ActiveStream, App, Pending};
use super::body;
use super::clients::Visitor;
use super::pool::Refused;
use super::record::{GameQuestion, RecordQuestion};
use super::reply::{self, Refusal};

/// Events that wait for a slow client: more than a game has positions, so that an analysis arrives in full.
const EVENTS: usize = 256;
/// Time between two looks at the place in the queue.
const PLACE_EVERY: Duration = Duration::from_millis(250);
/// Time between two signs of life.
const ALIVE_EVERY: Duration = Duration::from_secs(10);

/// Time limit of a short question, with the time that it waits for a thread.
const SHORT_TIME: Duration = Duration::from_secs(5);

/// Time limit of a chapter of the gallery, which takes a second the first time.
const CHAPTER_TIME: Duration = Duration::from_secs(30);

const ENDING: &str = "the server is ending";

/// Answers a question with its report.
pub(super) async fn plain(
    State(app): State<Arc<App>>,
    reader: Reader,
    length: Length,
    request: Request,
) -> Result<Response, Refusal> {
    let visitor = app.clients.visitor(&request)?;
    let (body, bounds) = (body::bytes(request).await?, app.plain_bounds);
    let report = if length == Length::Short {
        let shared = Arc::clone(&app);
        short(&visitor, move |stop| Ok(shared.answer(&reader(body::parse(&body)?, &bounds)?, stop, None)?)).await?
    } else {
        let question = short(&visitor, move |_| Ok(reader(body::parse(&body)?, &bounds)?)).await?;
        // The ticket lives as long as the connection waits for the answer.
        let Pending { answer, ticket: _ticket } = app.submit(&visitor, question, None)?;
        answer.await.map_err(|_| no_answer(&app))??
    };
    reply::json(report, &app.clients, &visitor.client)
}

/// Answers a question with a stream of events.
pub(super) async fn streamed(
    State(app): State<Arc<App>>,
    reader: Reader,
    request: Request,
) -> Result<Response, Refusal> {
    let visitor = app.clients.visitor(&request)?;
    let (body, bounds) = (body::bytes(request).await?, app.streamed_bounds);
    let question = short(&visitor, move |_| Ok(reader(body::parse(&body)?, &bounds)?)).await?;
    let (sender, events) = mpsc::channel(EVENTS);
    let active = app.begin_stream(&visitor.name);
    // A visitor has one stream, so that only the streams of an address are counted.
    let pending = app.submit(&Visitor { name: String::new(), ..visitor }, question, Some(sender))?;
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
                        Ok(Err(error)) => failed(&Refusal::from(error)),
                        Err(_) => failed(&no_answer(&self.app)),
                    });
                }
                () = self.active.over.notified() => {
                    self.is_over = true;
                    let sentence = "a newer question of the same visitor took its place";
                    return Some(failed(&Refusal::new(StatusCode::CONFLICT, sentence)));
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

fn failed(refusal: &Refusal) -> Event {
    Event::default().event("error").data(refusal.body().to_string())
}

pub(super) async fn game(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let visitor = app.clients.visitor(&request)?;
    let body = body::bytes(request).await?;
    let report = short(&visitor, move |_| Ok(json(&body::parse::<GameQuestion>(&body)?.answer()?)?)).await?;
    reply::json(report, &app.clients, &visitor.client)
}

pub(super) async fn record(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let visitor = app.clients.visitor(&request)?;
    let body = body::bytes(request).await?;
    let report = short(&visitor, move |stop| Ok(json(&body::parse::<RecordQuestion>(&body)?.answer(stop)?)?)).await?;
    reply::json(report, &app.clients, &visitor.client)
}

/// Raises its flag when it is dropped: the connection is gone, or the time is up.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Runs work of milliseconds, on a thread of its own so that no connection waits for it.
async fn short<T: Send + 'static>(
    visitor: &Visitor,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    short_within(SHORT_TIME, visitor, work).await
}

/// Runs work whose flag is raised after `time`, or when the future is dropped. The work does not begin after that.
async fn short_within<T: Send + 'static>(
    time: Duration,
    visitor: &Visitor,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let late = || Refusal::from(anyhow::Error::new(OutOfLimits("the question took too long".into())));
    let stop = StopOnDrop::default();
    let flag = Arc::clone(&stop.0);
    let answer = async {
        let turn = Arc::clone(&visitor.client.short).acquire_owned().await.expect("it is never closed");
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            if flag.load(Relaxed) { Err(late()) } else { work(&flag) }
        });
        work.await.map_err(|_| Refusal::bug())?
    };
    tokio::time::timeout(time, answer).await.unwrap_or_else(|_| Err(late()))
}

/// A chapter of the gallery, which is made once.
pub(super) async fn gallery(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let visitor = app.clients.visitor(&request)?;
    let missing = || Refusal::new(StatusCode::NOT_FOUND, "there is no such chapter of the gallery");
    let chapter = Chapter::named(&name).ok_or_else(missing)?;
    let report = short_within(CHAPTER_TIME, &visitor, move |stop| Ok(app.gallery.chapter(chapter, stop)?)).await?;
    Ok(reply::shared("application/json", report))
}

pub(super) async fn certificate(app: State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let gone = "there is no such certificate, or it is no longer kept: solve again";
    let bytes = app.certificates.get(&id).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, gone))?;
    let name = [(header::CONTENT_DISPOSITION, "attachment; filename=\"otrera.certificate\"")];
    Ok((name, reply::shared("application/octet-stream", bytes)).into_response())
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::server::clients::tests::{clients, request_from};

    const MOMENT: Duration = Duration::from_millis(50);
    const PATIENCE: Duration = Duration::from_secs(30);

    /// Work that lasts until its flag is raised, and then says so.
    fn endless() -> (impl FnOnce(&Arc<AtomicBool>) -> Result<(), Refusal> + Send + 'static, Receiver<()>) {
        let (ended, end) = channel();
        let work = move |stop: &Arc<AtomicBool>| {
            while !stop.load(Relaxed) {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
            Ok(())
        };
        (work, end)
    }

    fn visitor() -> Visitor {
        clients(&[]).visitor(&request_from("127.0.0.1")).unwrap()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_short_question_ends_at_its_deadline() {
        let (work, end) = endless();
        let refusal = short_within(MOMENT, &visitor(), work).await.unwrap_err();
        assert_eq!(refusal.sentence, "the question took too long");
        end.recv_timeout(PATIENCE).unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_short_question_ends_with_its_connection() {
        let (work, end) = endless();
        let visitor = visitor();
        let question = short_within(PATIENCE, &visitor, work);
        assert!(tokio::time::timeout(MOMENT, question).await.is_err(), "the future is dropped");
        end.recv_timeout(PATIENCE).unwrap();
    }
}
