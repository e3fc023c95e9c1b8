use std::collections::BTreeMap;

use otrera_board::Side;
use otrera_engine::rating::{Pairs, Rating};

use super::record::{End, Record, Spent};
use crate::cli::MatchArgs;

/// The score of a match so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    pub(super) games: u32,
    /// Of the first player.
    pub(super) wins: u32,
    /// Games that ended early.
    pub(super) resigned: u32,
    /// Those of them where the winner had a proof.
    pub(super) proven: u32,
    /// Openings that were played with both colours.
    pub(super) pairs: Pairs,
    /// Wins and losses of the first player by side.
    pub(super) by_side: [[u32; 2]; 2],
    /// Of the first player and the second.
    pub(super) totals: [Total; 2],
}

/// A player's effort, and its faults.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    pub(super) spent: Spent,
    pub(super) late: u32,
    pub(super) wrong: u32,
    pub(super) crashed: u32,
}

impl Standing {
    pub(super) fn new(done: &BTreeMap<u32, Record>) -> Standing {
        let mut standing = Standing::default();
        for (&number, record) in done {
            standing.games += 1;
            standing.wins += u32::from(record.won);
            standing.by_side[record.first_side().index()][usize::from(!record.won)] += 1;
            for (total, spent) in standing.totals.iter_mut().zip(record.efforts) {
                total.spent.moves += spent.moves;
                total.spent.seconds += spent.seconds;
                total.spent.longest = total.spent.longest.max(spent.longest);
                total.spent.nodes += spent.nodes;
            }
            let loser = &mut standing.totals[usize::from(record.won)];
            match record.end {
                End::Late => loser.late += 1,
                End::Wrong => loser.wrong += 1,
                End::Crashed => loser.crashed += 1,
                End::Resigned => standing.resigned += 1,
                End::Proven => {
                    standing.resigned += 1;
                    standing.proven += 1;
                }
                End::Blocked | End::Counted => {}
            }
            if let (true, Some(other)) = (number % 2 == 1, done.get(&(number ^ 1))) {
                standing.pairs.add(usize::from(record.won) + usize::from(other.won));
            }
        }
        standing
    }

    pub(super) fn losses(&self) -> u32 {
        self.games - self.wins
    }

    pub(super) fn rating(&self) -> Option<Rating> {
        self.pairs.rating()
    }

    /// Wins and losses with a side.
    pub(super) fn with(&self, side: Side) -> [u32; 2] {
        self.by_side[side.index()]
    }

    /// The score in a line.
    pub(super) fn line(&self, args: &MatchArgs) -> String {
        let elo = self.rating().map_or(String::new(), |Rating { elo, error, superiority }| {
            let error = if error.is_finite() { format!(" ± {error:.1}") } else { String::new() };
            format!(", Elo {elo:+.1}{error}, superior {:.1} %", superiority * 100.0)
        });
        let test = args.sprt.map_or(String::new(), |test| {
            let (low, high) = test.bounds();
            format!(", LLR {:.2} ({low:.2} to {high:.2})", test.ratio(&self.pairs))
        });
        format!("{} of {} games: {} won, {} lost{elo}{test}", self.games, args.games, self.wins, self.losses())
    }
}
