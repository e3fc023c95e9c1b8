//! Exact play where exact knowledge reaches. docs/endgame.md has what it does and how well.
//!
//! It is asked before the search, and answers in this order:
//!
//! 1. *Filling*: no empty square is open to both sides. A line that fills the own rooms is kept and followed, unless a win
//!    was proven for which it may be too short.
//! 2. *One move*: it needs no proof.
//! 3. *Who wins*: df-pn over sums of areas ([`otrera_solver::Solver`]), for a part of the time that grows as the board gets
//!    smaller. A win that was proven is followed to the end, with all the time that there is.
//! 4. *By how much* ([`otrera_solver::score::Scorer`]), if it is known who wins: the winner wins by as much, the loser
//!    loses by as little as can be, and of such moves plays the one that leaves the fewest answers that win.

mod expert;
mod filling;
mod rooms;

use otrera_board::Position;

use crate::choice::{Choice, Proven, Score};
use crate::engine::EngineOptions;
use crate::limits::Limits;
use expert::{Answer, Expert, Question};
use filling::Filler;

pub use rooms::open_squares;

/// What is known about the side to move.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// This is to be played.
    Play(Choice),
    /// No move wins. Which one is best against somebody who may err is for a search to say.
    Lost,
    /// Nothing.
    Unknown,
}

/// Open squares up to which it is tried who wins, and the share of the time that this may take. From the table of
/// docs/endgame.md.
const SHARES: [(u32, f64); 3] = [(28, 0.4), (36, 0.2), (48, 0.08)];
/// The share of the time for a move that is known to be there, because the last one was proven to win.
const WON_SHARE: f64 = 0.9;
/// The part of it for who wins; the rest is for the margin, which may be what was known.
const WINNER_SHARE: f64 = 0.6;
/// The share of what is left that may go to the margin when it is known who wins.
const MARGIN_SHARE: f64 = 0.5;
/// Nodes of a search that take as long as one of the solver, which has a look at all its children: about.
const NODE_COST: u64 = 50;
/// Nodes of the solver where nothing limits the search: about a second.
const ENOUGH: u64 = 10_000;

/// Exact play, from move to move of a game.
#[derive(Debug)]
pub struct Endgame {
    options: EngineOptions,
    filler: Filler,
    /// Started when it is first needed.
    expert: Option<Expert>,
    /// Whether the last move that it chose wins.
    has_won: bool,
}

impl Endgame {
    /// For an engine with these options.
    pub fn new(options: &EngineOptions) -> Endgame {
        Endgame { options: options.clone(), filler: Filler::default(), expert: None, has_won: false }
    }

    /// A new game: what was remembered of the last one is forgotten.
    pub fn new_game(&mut self) {
        self.filler.forget();
        self.has_won = false;
        if let Some(expert) = &mut self.expert {
            expert.forget();
        }
    }

    /// What is known about a position, within the limits. It takes a part of them only, unless it has the answer at once.
    pub fn choose(&mut self, position: &Position, limits: &Limits<'_>) -> Verdict {
        if !position.can_move() {
            return Verdict::Lost;
        }
        let filling = self.filler.choose(position, limits);
        // A line that may be too short does not take the place of a win that was proven.
        if let Some(choice) = filling.as_ref().filter(|choice| choice.score.proven.is_some() || !self.has_won) {
            self.has_won = wins(choice);
            return Verdict::Play(choice.clone());
        }
        // There is nothing to choose, and a proof is not worth the time; how it stands is for a search to say at a glance.
        if position.count_moves() == 1 {
            return Verdict::Unknown;
        }
        let open = open_squares(position);
        let had_won = std::mem::take(&mut self.has_won);
        let share = match SHARES.iter().find(|&&(most, _)| open <= most) {
            _ if had_won => WON_SHARE,
            Some(&(_, share)) => share,
            None => return self.insist(position),
        };
        let verdict = match (self.ask(position, &limits.part(share), had_won), filling) {
            (Verdict::Unknown, Some(choice)) => Verdict::Play(choice),
            (Verdict::Unknown, None) => self.insist(position),
            (known, _) => known,
        };
        self.has_won = matches!(&verdict, Verdict::Play(choice) if wins(choice));
        verdict
    }

    /// Goes on filling where that is known to be enough.
    fn insist(&mut self, position: &Position) -> Verdict {
        self.filler.insist(position).map_or(Verdict::Unknown, Verdict::Play)
    }

    fn ask(&mut self, position: &Position, limits: &Limits<'_>, had_won: bool) -> Verdict {
        let expert = self.expert.get_or_insert_with(|| Expert::new(&self.options));
        // A win that was found by its margin is remembered there.
        let first = if had_won { limits.part(WINNER_SHARE) } else { *limits };
        let (known, limits) = match expert.ask(Question::Winner, position, nodes(&first), &first) {
            Answer::Wins(play) => {
                (Verdict::Play(choice(play, Score::proven(Proven::Win, 1.0))), limits.part(MARGIN_SHARE))
            }
            Answer::Loses => (Verdict::Lost, limits.part(MARGIN_SHARE)),
            Answer::Wide => (Verdict::Unknown, *limits),
            _ if had_won => (Verdict::Unknown, *limits),
            _ => return Verdict::Unknown,
        };
        let question = if known == Verdict::Lost { Question::Trap } else { Question::Margin };
        let Answer::Margin(score, play) = expert.ask(question, position, nodes(&limits), &limits) else { return known };
        let wins = score.winner == position.to_move();
        debug_assert!(
            known == Verdict::Unknown || wins == (known != Verdict::Lost),
            "two solvers disagree about {position}"
        );
        let outcome = if wins { Proven::Win } else { Proven::Loss };
        let ahead = if wins { score.margin as f32 + 1.0 } else { -(score.margin as f32) };
        Verdict::Play(choice(play, Score::proven(outcome, ahead)))
    }
}

fn wins(choice: &Choice) -> bool {
    choice.score.proven == Some(Proven::Win)
}

/// Nodes of the solver that the limits allow.
fn nodes(limits: &Limits<'_>) -> u64 {
    match (limits.nodes, limits.deadline) {
        (Some(nodes), _) => nodes / NODE_COST,
        (None, Some(_)) => u64::MAX,
        (None, None) => ENOUGH,
    }
}

fn choice(play: otrera_board::Move, score: Score) -> Choice {
    Choice { play, score, line: vec![play], depth: 0, nodes: 1, candidates: Vec::new() }
}
