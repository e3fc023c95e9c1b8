//! Solvers that remember, on a thread of their own.
//!
//! A solver borrows what it knows beforehand, and both are to live from move to move: on a thread they simply stay where they
//! are. Questions go in, answers come out, and whoever asks looks at the limits meanwhile and raises a flag when they are
//! reached. What does not end at once then is left alone, and the next question waits for it.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use otrera_atlas::{Atlas, Builder};
use otrera_board::{Bits, Move, Position};
use otrera_cgt::{Interrupted, Store};
use otrera_regions::region::Walk;
use otrera_solver::score::{Play, Score, ScoreOptions, Scorer};
use otrera_solver::{Knowledge, Options, Solver};

use crate::engine::EngineOptions;
use crate::limits::Limits;

/// How often the limits are looked at while an answer is waited for.
const LOOK: Duration = Duration::from_millis(1);
/// How long an answer is waited for after the flag was raised. Most come within a tenth of it.
const GRACE: Duration = Duration::from_millis(5);
/// Squares of the largest regions in the atlas that is made where none is given: 10 ms of work.
const SMALL_ATLAS: usize = 5;
/// One part in so many of the engine's memory is for the values of games that a search meets.
const STORE_SHARE: usize = 16;
/// The same for who wins, and for margins.
const SOLVER_SHARE: usize = 8;
const SCORER_SHARE: usize = 8;
/// Least bytes for each of the three: a solver with less is none.
const LEAST_MEMORY: usize = 4 << 20;
/// Nodes for each answer to a move that may be a trap.
const TRAP_NODES: u64 = 20;
/// Nodes to fill a territory with: some 20 ms. Nearly all need none.
const FILL_NODES: u64 = 20_000;
/// Stack of the thread: the program's own has as much.
const STACK: usize = 8 << 20;

/// A question about the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// Who wins.
    Winner,
    /// By how much.
    Margin,
    /// Which of the moves that lose by least is the hardest to answer.
    Trap,
}

/// What was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// This move wins.
    Wins(Move),
    /// No move wins.
    Loses,
    /// The margin, and a move that keeps it.
    Margin(Score, Move),
    /// The limits were reached before it was known.
    Unknown,
    /// Something open does not lie in a box of 64 squares, and only margins are found out there.
    Wide,
}

enum Message {
    Ask(Question, Position, u64),
    Forget,
}

/// Somebody to ask.
#[derive(Debug)]
pub(super) struct Expert {
    /// `None` only while it is dropped.
    messages: Option<Sender<Message>>,
    answers: Receiver<Answer>,
    stop: Arc<AtomicBool>,
    /// Whether an answer is still to come that nobody waits for.
    owes: bool,
    thread: Option<JoinHandle<()>>,
}

impl Expert {
    /// Starts the thread. What it knows beforehand is made there meanwhile.
    pub(super) fn new(options: &EngineOptions) -> Expert {
        let (messages, asked) = channel();
        let (told, answers) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let desk = Desk { options: options.clone(), asked, told, stop: Arc::clone(&stop) };
        let thread = thread::Builder::new().name("endgame".into()).stack_size(STACK);
        let thread = thread.spawn(move || desk.work()).expect("the system can start a thread");
        Expert { messages: Some(messages), answers, stop, owes: false, thread: Some(thread) }
    }

    /// Asks, with so many nodes of the solver at most, and waits no longer than the limits allow.
    pub(super) fn ask(&mut self, question: Question, position: &Position, nodes: u64, limits: &Limits<'_>) -> Answer {
        if self.owes && self.wait(limits).is_none() {
            return Answer::Unknown;
        }
        self.stop.store(false, Relaxed);
        self.send(Message::Ask(question, *position, nodes));
        self.owes = true;
        self.wait(limits).unwrap_or(Answer::Unknown)
    }

    /// Forgets what was found out, as if it had just been started.
    pub(super) fn forget(&mut self) {
        self.stop.store(true, Relaxed);
        self.send(Message::Forget);
    }

    fn send(&self, message: Message) {
        let messages = self.messages.as_ref().expect("it is there until the end");
        messages.send(message).expect("the thread does not panic");
    }

    /// The answer that is owed, if it comes in time.
    fn wait(&mut self, limits: &Limits<'_>) -> Option<Answer> {
        let mut answer = self.answers.try_recv().ok();
        while answer.is_none() && !limits.is_over(0) {
            answer = self.receive(LOOK);
        }
        if answer.is_none() {
            self.stop.store(true, Relaxed);
            answer = self.receive(GRACE);
        }
        self.owes = answer.is_none();
        answer
    }

    fn receive(&self, time: Duration) -> Option<Answer> {
        match self.answers.recv_timeout(time) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the thread that solves has ended"),
        }
    }
}

impl Drop for Expert {
    /// The thread ends when it finds that nobody asks any more. It is waited for: whoever makes one expert after the other
    /// has one thread and its memory at a time.
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.messages = None;
        // One that panicked has said so already.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The other end.
struct Desk {
    options: EngineOptions,
    asked: Receiver<Message>,
    told: Sender<Answer>,
    stop: Arc<AtomicBool>,
}

/// Why a solver has to be made anew.
enum Ended {
    /// What it found out is to be forgotten.
    Forget,
    /// The values of games take all the memory that they may.
    Full,
    /// Nobody asks any more.
    Alone,
}

impl Desk {
    fn work(self) {
        let given = self.options.atlas.clone();
        let mut atlas = given.unwrap_or_else(|| Arc::new(small_atlas()));
        loop {
            let store = Store::new();
            let Some(book) = Knowledge::new(&atlas, &store).ok().flatten() else {
                // An atlas without canonical forms is of no use to a solver.
                atlas = Arc::new(small_atlas());
                continue;
            };
            let book = book.with_fill_nodes(FILL_NODES);
            let most = store.bytes() + share(&self.options, STORE_SHARE);
            loop {
                match self.serve(&book, most) {
                    Ended::Forget => {}
                    Ended::Full => break,
                    Ended::Alone => return,
                }
            }
        }
    }

    /// Answers until something ends it.
    fn serve<'a>(&'a self, book: &'a Knowledge<'a>, most_bytes: usize) -> Ended {
        let stop: &AtomicBool = &self.stop;
        let threads = self.options.threads.max(1);
        let memory = share(&self.options, SOLVER_SHARE);
        let mut solver = Solver::new(book, Options { memory, threads, ..Options::FULL }, stop);
        let options = ScoreOptions { memory: share(&self.options, SCORER_SHARE), threads, ..ScoreOptions::default() };
        let mut narrow = Scorer::<u64>::new(options, stop);
        let mut wide = Scorer::<u128>::new(options, stop);
        while let Ok(message) = self.asked.recv() {
            let Message::Ask(question, position, nodes) = message else { return Ended::Forget };
            let answer = match (question, position.resized::<u64>()) {
                (Question::Winner, _) if !book.fits(&position) => Answer::Wide,
                (Question::Winner, Some(position)) => winner(&mut solver, &position, nodes),
                (Question::Winner, None) => winner(&mut solver, &position, nodes),
                (Question::Margin, Some(position)) => margin(&mut narrow, &position, nodes),
                (Question::Margin, None) => margin(&mut wide, &position, nodes),
                (Question::Trap, _) if !book.fits(&position) => Answer::Wide,
                (Question::Trap, Some(position)) => trap(&mut solver, &mut narrow, &position, nodes),
                (Question::Trap, None) => trap(&mut solver, &mut wide, &position, nodes),
            };
            if self.told.send(answer).is_err() {
                return Ended::Alone;
            }
            if book.store().bytes() > most_bytes {
                return Ended::Full;
            }
        }
        Ended::Alone
    }
}

fn winner<B: Bits>(solver: &mut Solver<'_>, position: &Position<B>, nodes: u64) -> Answer {
    solver.allow(nodes);
    match solver.winning_move(position) {
        Ok(Some(play)) => Answer::Wins(play),
        Ok(None) => Answer::Loses,
        Err(_) => Answer::Unknown,
    }
}

fn margin<B: Bits>(scorer: &mut Scorer<'_, B>, position: &Position<B>, nodes: u64) -> Answer {
    scorer.allow(nodes);
    let mut found = || {
        let score = scorer.score(position, None)?;
        Ok::<_, Interrupted>((score, scorer.best(position, None)?))
    };
    match found() {
        Ok((score, Some(Play::Move(play)))) => Answer::Margin(score, play),
        _ => Answer::Unknown,
    }
}

/// The move that keeps the margin and leaves the smallest part of the answers good enough to win. If it takes too long, the
/// best of those that were looked at.
fn trap<B: Bits>(solver: &mut Solver<'_>, scorer: &mut Scorer<'_, B>, position: &Position<B>, nodes: u64) -> Answer {
    scorer.allow(nodes);
    let Ok((score, plays)) = scorer.best_moves(position, None) else { return Answer::Unknown };
    let Some(&first) = plays.first() else { return Answer::Unknown };
    let (mut least, mut hardest) = (f64::INFINITY, first);
    let last = solver.stats().expanded.saturating_add(nodes);
    for play in plays {
        let mut next = *position;
        next.play(play).expect("a best move is legal");
        match good_answers(solver, &next) {
            Ok(part) if part < least => (least, hardest) = (part, play),
            Ok(_) => {}
            Err(_) => break,
        }
        if solver.stats().expanded >= last {
            break;
        }
    }
    Answer::Margin(score, hardest)
}

/// The part of all moves that win. One that is not seen through in [`TRAP_NODES`] counts as one that does not: it is as
/// hard to find for others.
fn good_answers<B: Bits>(solver: &mut Solver<'_>, position: &Position<B>) -> Result<f64, Interrupted> {
    let actions = position.actions();
    let mut good = 0_usize;
    for &action in &actions {
        let mut next = *position;
        next.play_unchecked(action);
        solver.allow(TRAP_NODES);
        match solver.solve(&next) {
            Ok(winner) => good += usize::from(winner == position.to_move()),
            Err(why) if solver.is_stopped() => return Err(why),
            Err(_) => {}
        }
    }
    Ok(good as f64 / actions.len().max(1) as f64)
}

fn share(options: &EngineOptions, share: usize) -> usize {
    (options.memory / share).max(LEAST_MEMORY)
}

/// All regions of up to [`SMALL_ATLAS`] squares.
fn small_atlas() -> Atlas {
    let store = Store::new();
    let mut builder = Builder::new(&store);
    while builder.size() < SMALL_ATLAS {
        builder.next_size(Walk::quiet(1)).expect("nothing limits it");
    }
    let mut file = Cursor::new(Vec::new());
    builder.write(&mut file, u64::MAX, Walk::quiet(1)).expect("there is memory for a small atlas");
    Atlas::new(file.into_inner()).expect("what was just written can be read")
}
