use std::collections::BTreeMap;

use otrera_engine::rating::{Pairs, Rating};

use super::record::{End, Record, Spent};
use crate::cli::MatchArgs;

#[derive(Clone, Debug, Default)]
pub(super) struct MatchScore {
    pub(super) games: u32,
    /// Wins of the first player.
    pub(super) wins: u32,
    pub(super) resigned: u32,
    pub(super) proven: u32,
    /// Openings played with both colours.
    pub(super) pairs: Pairs,
    /// Wins and losses of the first player by side.
    pub(super) by_side: [[u32; 2]; 2],
    /// Totals of the first player and of the second.
    pub(super) totals: [Total; 2],
}

/// Resources that a player used, and games that it lost by a fault.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    pub(super) spent: Spent,
    pub(super) late: u32,
    pub(super) wrong: u32,
    pub(super) crashed: u32,
}

impl MatchScore {
    pub(super) fn new(done: &BTreeMap<u32, Record>) -> MatchScore {
        let mut score = MatchScore::default();
        for (&number, record) in done {
            score.games += 1;
            score.wins += u32::from(record.won);
            score.by_side[record.first_side().index()][usize::from(!record.won)] += 1;
            for (total, spent) in score.totals.iter_mut().zip(record.efforts) {
                total.spent.moves += spent.moves;
                total.spent.seconds += spent.seconds;
                total.spent.longest = total.spent.longest.max(spent.longest);
                total.spent.over = total.spent.over.max(spent.over);
                total.spent.nodes += spent.nodes;
            }
            let loser = &mut score.totals[usize::from(record.won)];
            match record.end {
                End::Late => loser.late += 1,
                End::Wrong => loser.wrong += 1,
                End::Crashed => loser.crashed += 1,
                End::Resigned => score.resigned += 1,
                End::Proven => score.proven += 1,
                End::Blocked | End::Counted => {}
            }
            if let (true, Some(other)) = (number % 2 == 1, done.get(&(number ^ 1))) {
                score.pairs.add(usize::from(record.won) + usize::from(other.won));
            }
        }
        score
    }

    pub(super) fn line(&self, args: &MatchArgs) -> String {
        let elo = self.pairs.rating().map_or(String::new(), |Rating { elo, error, superiority }| {
            let error = if error.is_finite() { format!(" ± {error:.1}") } else { String::new() };
            format!(", Elo {elo:+.1}{error}, superior {:.1} %", superiority * 100.0)
        });
        let test = args.sprt.map_or(String::new(), |test| {
            let (low, high) = test.bounds();
            format!(", LLR {:.2} ({low:.2} to {high:.2})", test.ratio(&self.pairs))
        });
        let MatchScore { games, wins, .. } = *self;
        format!("{games} of {} games: {wins} won, {} lost{elo}{test}", args.games, games - wins)
    }
}
