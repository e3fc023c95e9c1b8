//! Exact play where exact knowledge reaches. The engine asks it before it searches. docs/internals/endgame.md has details.
//!
//! It decides on a move, or that no move wins, or nothing. In this order:
//!
//! 1. *Filling* (`filling`). The board is closed: no empty square can be reached by both sides. Each side has rooms of its
//!    own (`rooms`), and the longer filling wins. A line that fills them is computed once and followed.
//! 2. *Forced moves* are left to the search, which plays them at once.
//! 3. *Winner.* df-pn over sums of areas ([`otrera_solver::Solver`]), on a thread of its own that remembers its results from
//!    move to move (`solver_thread`). Its share of the time grows as the open squares get fewer: 8 % up to 48 of them, 40 %
//!    up to 28. A proven win is followed to the end with 90 %.
//! 4. *Margin* ([`otrera_solver::score::Scorer`]), once the winner is known. The winner keeps the largest margin, the loser the
//!    smallest. Of several such moves the loser plays the one that leaves the smallest share of winning answers.
//!
//! ```text
//! 1 | . . b w . . . |   Black to move. No square is open to both: c1 and d1 are doors, which keep each other out. A door
//!     a b c d e f g     that shoots back to where it stood keeps its room shut: c1-b1xc1, then b1-a1xb1. So Black has two
//!                       moves and White three, and the verdict is a proven loss, by one move, without any search.
//! ```
//!
//! Filling takes microseconds in most rooms. With a second per move the solver decides nearly every position of 8x8 games with
//! up to 28 open squares and none above 40: most are easy or hopeless, so a share of the time is enough (docs/results.md).
//! All of 457 endings on 6x6 that it called won at 0.1 s per move were won against random, greedy and exact play. An earlier
//! version let a filling that might be too short replace a win the solver had proven; step 1 now gives way to such a win.
//!
//! Sources: Müller & Tegos 2002 for filling and dead ends, Song & Müller 2014 for doors (their blockers) and the solver.

mod filling;
mod rooms;
mod solver_thread;

use otrera_board::Position;

use crate::choice::{Choice, Proven, Score};
use crate::engine::EngineOptions;
use crate::limits::Limits;
use filling::Filler;
use solver_thread::{Question, SolverReply, SolverThread};

pub use rooms::open_squares;

/// Knowledge about the side to move.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The move to play.
    Play(Choice),
    /// No move wins. The search decides which one is the hardest to answer.
    Lost,
    /// Nothing is known.
    Unknown,
}

/// Largest number of open squares, and the share of the time for the solver. From the table of docs/internals/endgame.md.
const SHARES: [(u32, f64); 3] = [(28, 0.4), (36, 0.2), (48, 0.08)];
/// Share of the time if the last move was proven to win, so that a winning move exists.
const WON_SHARE: f64 = 0.9;
/// Part of [`WON_SHARE`] for the winner. The rest is for the margin, which may be what proved the win.
const WINNER_SHARE: f64 = 0.6;
/// Share of the remaining time for the margin once the winner is known.
const MARGIN_SHARE: f64 = 0.5;
/// Search nodes that take as long as one solver node, which evaluates all its children. Approximate.
const NODE_COST: u64 = 50;
/// Solver nodes without any limit: about a second.
const DEFAULT_NODES: u64 = 10_000;

/// Exact play over the moves of a game.
#[derive(Debug)]
pub struct Endgame {
    options: EngineOptions,
    filler: Filler,
    /// Started on first use.
    solver: Option<SolverThread>,
    /// True if the last chosen move is proven to win.
    has_won: bool,
}

impl Endgame {
    /// Creates exact play for an engine with these options.
    pub fn new(options: &EngineOptions) -> Endgame {
        Endgame { options: options.clone(), filler: Filler::default(), solver: None, has_won: false }
    }

    /// Starts a new game and forgets the last one.
    pub fn new_game(&mut self) {
        self.filler.forget();
        self.has_won = false;
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    /// Returns the verdict on a position. Uses only a part of the limits, unless it finds the answer at once.
    pub fn choose(&mut self, position: &Position, limits: &Limits<'_>) -> Verdict {
        if !position.can_move() {
            return Verdict::Lost;
        }
        let filling = self.filler.choose(position, limits);
        // A filling that may be too short must not replace a proven win.
        if let Some(choice) = filling.as_ref().filter(|choice| choice.score.proven.is_some() || !self.has_won) {
            self.has_won = wins(choice);
            return Verdict::Play(choice.clone());
        }
        if position.count_moves() == 1 {
            return Verdict::Unknown;
        }
        let open = open_squares(position);
        let had_won = std::mem::take(&mut self.has_won);
        let share = match SHARES.iter().find(|&&(most, _)| open <= most) {
            _ if had_won => WON_SHARE,
            Some(&(_, share)) => share,
            None => return self.continue_filling(position),
        };
        let verdict = match (self.solve(position, &limits.part(share), had_won), filling) {
            (Verdict::Unknown, Some(choice)) => Verdict::Play(choice),
            (Verdict::Unknown, None) => self.continue_filling(position),
            (known, _) => known,
        };
        self.has_won = matches!(&verdict, Verdict::Play(choice) if wins(choice));
        verdict
    }

    /// Continues a filling that is known to win.
    fn continue_filling(&mut self, position: &Position) -> Verdict {
        self.filler.continue_win(position).map_or(Verdict::Unknown, Verdict::Play)
    }

    fn solve(&mut self, position: &Position, limits: &Limits<'_>, had_won: bool) -> Verdict {
        let solver = self.solver.get_or_insert_with(|| SolverThread::new(&self.options));
        let first = if had_won { limits.part(WINNER_SHARE) } else { *limits };
        let (known, limits) = match solver.ask(Question::Winner, position, nodes(&first), &first) {
            SolverReply::Wins(play) => {
                let choice = Choice::unsearched(play, Score::proven(Proven::Win, 1.0));
                (Verdict::Play(choice), limits.part(MARGIN_SHARE))
            }
            SolverReply::Loses => (Verdict::Lost, limits.part(MARGIN_SHARE)),
            SolverReply::TooWide => (Verdict::Unknown, *limits),
            _ if had_won => (Verdict::Unknown, *limits),
            _ => return Verdict::Unknown,
        };
        let question = if known == Verdict::Lost { Question::Trap } else { Question::Margin };
        let SolverReply::Margin(score, play) = solver.ask(question, position, nodes(&limits), &limits) else {
            return known;
        };
        let wins = score.winner == position.to_move();
        debug_assert!(
            known == Verdict::Unknown || wins == (known != Verdict::Lost),
            "two solvers disagree about {position}"
        );
        let outcome = if wins { Proven::Win } else { Proven::Loss };
        let ahead = if wins { score.margin as f32 + 1.0 } else { -(score.margin as f32) };
        Verdict::Play(Choice::unsearched(play, Score::proven(outcome, ahead)))
    }
}

fn wins(choice: &Choice) -> bool {
    choice.score.proven == Some(Proven::Win)
}

/// Solver nodes that the limits allow.
fn nodes(limits: &Limits<'_>) -> u64 {
    match (limits.nodes, limits.deadline) {
        (Some(nodes), _) => nodes / NODE_COST,
        (None, Some(_)) => u64::MAX,
        (None, None) => DEFAULT_NODES,
    }
}
