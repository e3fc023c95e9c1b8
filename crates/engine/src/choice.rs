use otrera_board::Move;

/// A move to play, and what is thought of it. All of it is seen by the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub play: Move,
    /// How the game stands if it is played.
    pub score: Score,
    /// What is expected to follow; it begins with `play`.
    pub line: Vec<Move>,
    /// How many moves deep the search went, in its own terms.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// The moves that were considered, best first; none if it was not chosen among others.
    pub candidates: Vec<Candidate>,
}

/// A move that was thought of.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub play: Move,
    /// How the game stands if it is played.
    pub score: Score,
    /// How often it was looked at after it was evaluated: what is thought of a move that was hardly looked at means little.
    pub visits: u64,
    /// What is expected to follow; it begins with `play`.
    pub line: Vec<Move>,
}

/// How the game stands for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The chance to win, from 0 to 1, if both sides play like this engine.
    pub chance: f32,
    /// By how many moves the side to move is expected to be ahead.
    pub ahead: f32,
    /// What is known and not only thought.
    pub proven: Option<Proven>,
}

/// The outcome of a game that is decided with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

impl Score {
    /// A guess.
    pub fn guess(chance: f32, ahead: f32) -> Score {
        Score { chance, ahead, proven: None }
    }

    /// What is known.
    pub fn proven(outcome: Proven, ahead: f32) -> Score {
        let chance = if outcome == Proven::Win { 1.0 } else { 0.0 };
        Score { chance, ahead, proven: Some(outcome) }
    }
}
