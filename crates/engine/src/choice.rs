use otrera_board::Move;

/// A chosen move and its assessment, from the point of view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub play: Move,
    /// Assessment of the game after the move.
    pub score: Score,
    /// Principal variation; it begins with `play`.
    pub line: Vec<Move>,
    /// Search depth in plies, as the search counts it.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Moves considered, best first; empty if the engine does not compare moves.
    pub candidates: Vec<Candidate>,
}

/// A move that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub play: Move,
    /// Assessment of the game after the move.
    pub score: Score,
    /// Visits after the first evaluation. A score with few visits means little.
    pub visits: u64,
    /// Principal variation; it begins with `play`.
    pub line: Vec<Move>,
}

/// Assessment of a game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Winning chance, from 0 to 1, if both sides play like this engine.
    pub chance: f32,
    /// Expected lead of the side to move, in moves.
    pub ahead: f32,
    /// Proven outcome, if any.
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

impl Choice {
    /// A choice made without a search.
    pub(crate) fn unsearched(play: Move, score: Score) -> Choice {
        Choice { play, score, line: vec![play], depth: 0, nodes: 1, candidates: Vec::new() }
    }
}

impl Score {
    /// An estimate.
    pub fn guess(chance: f32, ahead: f32) -> Score {
        Score { chance, ahead, proven: None }
    }

    /// A proven outcome.
    pub fn proven(outcome: Proven, ahead: f32) -> Score {
        let chance = if outcome == Proven::Win { 1.0 } else { 0.0 };
        Score { chance, ahead, proven: Some(outcome) }
    }
}
