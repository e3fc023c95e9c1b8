//! Solvers on a thread of their own, which keep their results from move to move.
//!
//! A solver borrows its knowledge base, and both must outlive a move. On a thread they are plain local variables. The caller
//! sends a question, waits for the reply within its limits, and sets a stop flag when they are reached. It does not wait for
//! a solver that ignores the flag; the next question does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use otrera_atlas::Atlas;
use otrera_board::{Bits, Move, Position};
use otrera_cgt::{Interrupted, Store};
use otrera_solver::score::{Play, Score, ScoreOptions, Scorer};
use otrera_solver::{Knowledge, Options, SolveError, Solver, wide_area};

use crate::engine::EngineOptions;
use crate::limits::Limits;

/// Interval between two checks of the limits.
const POLL: Duration = Duration::from_millis(1);
/// Time to wait for a reply after the stop flag is set. Most replies take a tenth of it.
const GRACE: Duration = Duration::from_millis(5);
/// Largest region size of the atlas built if none is given: 10 ms of work.
const SMALL_ATLAS: usize = 5;
/// Divisors of the engine's memory: for the store of game values, the solver and the scorer.
const STORE_SHARE: usize = 16;
const SOLVER_SHARE: usize = 8;
const SCORER_SHARE: usize = 8;
/// Lower bound in bytes for each of the three.
const LEAST_MEMORY: usize = 4 << 20;
/// Solver nodes for each answer to a trap.
const TRAP_NODES: u64 = 20;
/// Nodes for filling one territory: about 20 ms. Nearly all need none.
const FILL_NODES: u64 = 20_000;
/// Stack size of the thread, as that of the main thread.
const STACK: usize = 8 << 20;

/// A question about the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// The winner.
    Winner,
    /// The margin.
    Margin,
    /// The move that is the hardest to answer among those that lose by least.
    Trap,
}

/// Reply to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolverReply {
    /// This move wins.
    Wins(Move),
    /// No move wins.
    Loses,
    /// The margin and a move that keeps it.
    Margin(Score, Move),
    /// The limits were reached first.
    Unknown,
    /// An active area exceeds a box of 64 squares. Only its margin can be solved.
    TooWide,
}

enum Message {
    Ask(Question, Position, u64),
    Forget,
}

/// Handle to the solver thread.
#[derive(Debug)]
pub(super) struct SolverThread {
    /// `None` only during drop.
    messages: Option<Sender<Message>>,
    replies: Receiver<SolverReply>,
    stop: Arc<AtomicBool>,
    /// True if a reply to an abandoned question is still outstanding.
    owes_reply: bool,
    thread: Option<JoinHandle<()>>,
}

impl SolverThread {
    /// Starts the thread, which builds its knowledge base first.
    pub(super) fn new(options: &EngineOptions) -> SolverThread {
        let (messages, questions) = channel();
        let (sender, replies) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let worker = SolverWorker { options: options.clone(), questions, replies: sender, stop: Arc::clone(&stop) };
        let thread = thread::Builder::new().name("endgame".into()).stack_size(STACK);
        let thread = thread.spawn(move || worker.run()).expect("the system can start a thread");
        SolverThread { messages: Some(messages), replies, stop, owes_reply: false, thread: Some(thread) }
    }

    /// Asks a question with at most `nodes` solver nodes and waits within the limits.
    pub(super) fn ask(
        &mut self,
        question: Question,
        position: &Position,
        nodes: u64,
        limits: &Limits<'_>,
    ) -> SolverReply {
        if self.owes_reply && self.wait(limits).is_none() {
            return SolverReply::Unknown;
        }
        self.stop.store(false, Relaxed);
        self.send(Message::Ask(question, *position, nodes));
        self.owes_reply = true;
        self.wait(limits).unwrap_or(SolverReply::Unknown)
    }

    /// Forgets all results, as if newly started.
    pub(super) fn forget(&mut self) {
        self.stop.store(true, Relaxed);
        self.send(Message::Forget);
    }

    fn send(&self, message: Message) {
        let messages = self.messages.as_ref().expect("the sender lives until drop");
        messages.send(message).expect("the thread does not panic");
    }

    /// Waits for the reply that is due; `None` if it is late.
    fn wait(&mut self, limits: &Limits<'_>) -> Option<SolverReply> {
        let mut reply = self.replies.try_recv().ok();
        while reply.is_none() && !limits.is_over(0) {
            reply = self.receive(POLL);
        }
        if reply.is_none() {
            self.stop.store(true, Relaxed);
            reply = self.receive(GRACE);
        }
        self.owes_reply = reply.is_none();
        reply
    }

    fn receive(&self, time: Duration) -> Option<SolverReply> {
        match self.replies.recv_timeout(time) {
            Ok(reply) => Some(reply),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the solver thread has ended"),
        }
    }
}

impl Drop for SolverThread {
    /// Closes the channel, which ends the thread, and joins it, so that its memory is free before the next one starts.
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.messages = None;
        // A panic was reported when it happened.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// State of the thread itself.
struct SolverWorker {
    options: EngineOptions,
    questions: Receiver<Message>,
    replies: Sender<SolverReply>,
    stop: Arc<AtomicBool>,
}

/// Reason to end a round with one solver.
enum RoundEnd {
    /// The results are to be forgotten.
    Forget,
    /// The store of game values exceeds its memory.
    StoreFull,
    /// The handle was dropped.
    Disconnected,
}

impl SolverWorker {
    fn run(self) {
        let given = self.options.atlas.clone();
        let mut atlas = given.unwrap_or_else(|| Arc::new(Atlas::build_in_memory(SMALL_ATLAS)));
        loop {
            let store = Store::new();
            let Some(knowledge) = Knowledge::new(&atlas, &store).ok().flatten() else {
                // The solver cannot use an atlas without canonical forms.
                atlas = Arc::new(Atlas::build_in_memory(SMALL_ATLAS));
                continue;
            };
            let knowledge = knowledge.with_fill_nodes(FILL_NODES);
            let most = store.bytes() + memory_share(&self.options, STORE_SHARE);
            loop {
                match self.serve(&knowledge, most) {
                    RoundEnd::Forget => {}
                    RoundEnd::StoreFull => break,
                    RoundEnd::Disconnected => return,
                }
            }
        }
    }

    /// Replies to questions with one solver until the round ends.
    fn serve<'a>(&'a self, knowledge: &'a Knowledge<'a>, most_bytes: usize) -> RoundEnd {
        let stop: &AtomicBool = &self.stop;
        let threads = self.options.threads.max(1);
        let memory = memory_share(&self.options, SOLVER_SHARE);
        let mut solver = Solver::new(knowledge, Options { memory, threads, ..Options::FULL }, stop);
        let options =
            ScoreOptions { memory: memory_share(&self.options, SCORER_SHARE), threads, ..ScoreOptions::default() };
        let mut narrow = Scorer::<u64>::new(options, stop);
        let mut wide = Scorer::<u128>::new(options, stop);
        while let Ok(message) = self.questions.recv() {
            let Message::Ask(question, position, nodes) = message else { return RoundEnd::Forget };
            let reply = match (question, position.resized::<u64>()) {
                (Question::Winner | Question::Trap, _) if wide_area(&position).is_some() => SolverReply::TooWide,
                (Question::Winner, Some(position)) => winner(&mut solver, &position, nodes),
                (Question::Winner, None) => winner(&mut solver, &position, nodes),
                (Question::Margin, Some(position)) => margin(&mut narrow, &position, nodes),
                (Question::Margin, None) => margin(&mut wide, &position, nodes),
                (Question::Trap, Some(position)) => trap(&mut solver, &mut narrow, &position, nodes),
                (Question::Trap, None) => trap(&mut solver, &mut wide, &position, nodes),
            };
            if self.replies.send(reply).is_err() {
                return RoundEnd::Disconnected;
            }
            if knowledge.store().bytes() > most_bytes {
                return RoundEnd::StoreFull;
            }
        }
        RoundEnd::Disconnected
    }
}

fn winner<B: Bits>(solver: &mut Solver<'_>, position: &Position<B>, nodes: u64) -> SolverReply {
    solver.allow(nodes);
    match solver.winning_move(position) {
        Ok(Some(play)) => SolverReply::Wins(play),
        Ok(None) => SolverReply::Loses,
        Err(_) => SolverReply::Unknown,
    }
}

fn margin<B: Bits>(scorer: &mut Scorer<'_, B>, position: &Position<B>, nodes: u64) -> SolverReply {
    scorer.allow(nodes);
    let mut found = || {
        let score = scorer.score(position, None)?;
        Ok::<_, Interrupted>((score, scorer.best(position, None)?))
    };
    match found() {
        Ok((score, Some(Play::Move(play)))) => SolverReply::Margin(score, play),
        _ => SolverReply::Unknown,
    }
}

/// Finds the move that keeps the margin and leaves the smallest share of winning answers. When the nodes run out, the best
/// so far.
fn trap<B: Bits>(
    solver: &mut Solver<'_>,
    scorer: &mut Scorer<'_, B>,
    position: &Position<B>,
    nodes: u64,
) -> SolverReply {
    scorer.allow(nodes);
    let Ok((score, plays)) = scorer.best_moves(position, None) else { return SolverReply::Unknown };
    let Some(&first) = plays.first() else { return SolverReply::Unknown };
    let (mut least, mut hardest) = (f64::INFINITY, first);
    let last = solver.stats().expanded.saturating_add(nodes);
    for play in plays {
        let mut next = *position;
        next.play(play).expect("a best move is legal");
        match winning_share(solver, &next) {
            Ok(share) if share < least => (least, hardest) = (share, play),
            Ok(_) => {}
            Err(_) => break,
        }
        if solver.stats().expanded >= last {
            break;
        }
    }
    SolverReply::Margin(score, hardest)
}

/// Share of the moves that win. A move not solved in [`TRAP_NODES`] counts as losing, since it is hard to find too.
fn winning_share<B: Bits>(solver: &mut Solver<'_>, position: &Position<B>) -> Result<f64, SolveError> {
    let actions = position.actions();
    let mut winning = 0_usize;
    for &action in &actions {
        let mut next = *position;
        next.play_unchecked(action);
        solver.allow(TRAP_NODES);
        match solver.solve(&next) {
            Ok(winner) => winning += usize::from(winner == position.to_move()),
            Err(why) if solver.is_stopped() => return Err(why),
            Err(_) => {}
        }
    }
    Ok(winning as f64 / actions.len().max(1) as f64)
}

fn memory_share(options: &EngineOptions, divisor: usize) -> usize {
    (options.memory / divisor).max(LEAST_MEMORY)
}
