//! Resignation: a game ends when its winner is clear.
//!
//! A side has lost as soon as both players gave it a chance below a percentage in each of their last [`MOVES`] moves. The
//! loser's chance is its own report, the winner's view is one minus its own chance. A player without an opinion never
//! agrees. A side with a proof has won, whatever the opponent reports: [`Opinion::Won`].
//!
//! The rule can be checked on games that were played to their end without it: the recorded opinions show where it would
//! have ended each game, and how often wrongly.

use std::fmt;

use otrera_board::{Position, Side};
use serde::Serialize;

use super::record::{End, Record};
use otrera_api::player::Opinion;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ResignRule {
    /// The loser's chance is below this.
    pub(super) percent: f64,
}

/// Effect that the rule would have had on games played without it.
#[derive(Debug, Serialize)]
pub(super) struct ResignCheck {
    percent: f64,
    /// Games with recorded opinions.
    games: u32,
    ended: u32,
    /// Of these, games ended by a proof.
    proven: u32,
    /// Games ended against the side that won.
    wrong: u32,
    /// Share of the thinking time that would have been used; `None` if no time was recorded.
    time: Option<f64>,
}

/// Consecutive moves in which each player must agree, as in cutechess-cli's `-resign movecount=3 twosided=true`.
const MOVES: usize = 3;

impl ResignRule {
    /// The winner and the reason, if the rule ends a game after moves with these opinions. `last` made the last move.
    pub(super) fn end(&self, opinions: &[Opinion], last: Side) -> Option<(Side, End)> {
        if opinions.last() == Some(&Opinion::Won) {
            return Some((last, End::Proven));
        }
        let recent = opinions.last_chunk::<{ 2 * MOVES }>()?;
        let is_lost = |side: Side| {
            let movers = [last, !last].into_iter().cycle();
            recent.iter().rev().zip(movers).all(|(opinion, mover)| {
                let given = opinion.chance().map(thousandths).map(|own| if mover == side { own } else { 1000.0 - own });
                given.is_some_and(|given| f64::from(given) / 10.0 < self.percent)
            })
        };
        let loser = Side::BOTH.into_iter().find(|&side| is_lost(side))?;
        Some((!loser, End::Resigned))
    }
}

/// A chance as the rule sees it: rounded as in the file, so that a check of the file gives the same result.
pub(super) fn thousandths(chance: f32) -> f32 {
    (chance * 1000.0).round()
}

/// The rule as the header of a match file has it.
impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} % for {MOVES} moves, or proven", self.percent)
    }
}

impl ResignCheck {
    /// Applies the rule to games of a match from `start`.
    pub(super) fn new<'a>(rule: ResignRule, games: impl Iterator<Item = &'a Record>, start: &Position) -> ResignCheck {
        let mut check = ResignCheck { percent: rule.percent, games: 0, ended: 0, proven: 0, wrong: 0, time: None };
        let (mut spent, mut all) = (0.0, 0.0);
        for game in games.filter(|game| game.has_opinions()) {
            let begins = game.start(start).map_or(start.to_move(), |start| start.to_move());
            let mover = |at: usize| if (game.opening + at).is_multiple_of(2) { begins } else { !begins };
            let opinions = game.opinions();
            let mut played = game.seconds.len();
            // The last move ends the game in any case.
            let ended = (1..played).find_map(|moves| Some((moves, rule.end(&opinions[..moves], mover(moves - 1))?)));
            check.games += 1;
            if let Some((moves, (winner, end))) = ended {
                played = moves;
                check.ended += 1;
                check.proven += u32::from(end == End::Proven);
                check.wrong += u32::from(winner != game.winner());
            }
            spent += game.seconds[..played].iter().sum::<f64>();
            all += game.seconds.iter().sum::<f64>();
        }
        check.time = (all > 0.0).then(|| spent / all);
        check
    }
}

impl fmt::Display for ResignCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ResignCheck { percent, games, ended, proven, wrong, time } = self;
        write!(f, "{percent} % would have ended {ended} of {games} games, {proven} of them proven, {wrong} wrongly")?;
        time.map_or(Ok(()), |time| write!(f, ", in {:.0} % of the thinking time", time * 100.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chances in percent, by turns, White's first; `-` is no opinion, and `!` a proof.
    fn opinions(text: &str) -> Vec<Opinion> {
        let opinion = |word: &str| match word {
            "-" => Opinion::Unknown,
            "!" => Opinion::Won,
            _ => Opinion::Chance(word.parse::<f32>().unwrap() / 100.0),
        };
        text.split_whitespace().map(opinion).collect()
    }

    /// The number of opinions after which the rule ends a game, with the winner and the reason.
    fn first_end(percent: f64, opinions: &[Opinion]) -> Option<(usize, Side, End)> {
        (1..=opinions.len()).find_map(|moves| {
            let last = if moves.is_multiple_of(2) { Side::Black } else { Side::White };
            let (winner, end) = ResignRule { percent }.end(&opinions[..moves], last)?;
            Some((moves, winner, end))
        })
    }

    #[test]
    fn a_game_ends_when_both_agree_for_three_moves_or_one_has_a_proof() {
        use End::{Proven, Resigned};
        use Side::{Black, White};
        // Percentage, opinions, and the number of them after which the game ends, with the winner and the reason.
        for (percent, text, expected) in [
            (2.0, "1 99 1 99 1 99", Some((6, Black, Resigned))),
            (2.0, "99 1 99 1 99 1", Some((6, White, Resigned))),
            (2.0, "50 99 1 99 1 99 1 99", Some((7, Black, Resigned))),
            // Five opinions are too few, and both players must agree.
            (2.0, "1 99 1 99 1", None),
            (2.0, "1 97 1 97 1 97 1 97 1 97", None),
            (2.0, "3 99 3 99 3 99 3 99 3 99", None),
            (2.0, "1 1 1 1 1 1 1 1", None),
            (2.0, "99 99 99 99 99 99 99 99", None),
            // The moves must be consecutive.
            (2.0, "1 99 1 99 2.5 99 1 99 1 99 1 99", Some((11, Black, Resigned))),
            (2.0, "1 99 1 99 99 1 99 1 99 1", Some((10, White, Resigned))),
            (2.0, "1 99 1 99 - 99 1 99 1 99 1", Some((11, Black, Resigned))),
            // A player without an opinion never agrees.
            (49.9, "- 100 - 100 - 100 - 100 - 100", None),
            (49.9, "- - - - - - - - - -", None),
            // Strictly below the percentage, after rounding to thousandths.
            (2.0, "2 98 2 98 2 98", None),
            (7.0, "7 93 7 93 7 93", None),
            (7.1, "7 93 7 93 7 93", Some((6, Black, Resigned))),
            (2.0, "1.96 99 1.96 99 1.96 99", None),
            (2.0, "1.94 99 1.94 99 1.94 99", Some((6, Black, Resigned))),
            (0.1, "0.04 99.96 0 100 0 100", Some((6, Black, Resigned))),
            (0.1, "0.1 100 0.1 100 0.1 100", None),
            (49.9, "50 50 50 50 50 50 50 50", None),
            // The opponent's opinion and earlier opinions do not matter.
            (2.0, "!", Some((1, White, Proven))),
            (2.0, "50 !", Some((2, Black, Proven))),
            (2.0, "- - !", Some((3, White, Proven))),
            (2.0, "1 99 1 99 !", Some((5, White, Proven))),
            (2.0, "99 50 99 50 !", Some((5, White, Proven))),
            // A chance of 100 % is no proof, nor is the opponent's 0 %.
            (2.0, "100 50 100 50 100 50 100 50", None),
            (2.0, "0 50 0 50 0 50 0 50", None),
            // The first rule to apply ends the game; at the same move a proof precedes agreement.
            (2.0, "1 99 1 99 1 99 1 !", Some((6, Black, Resigned))),
            (2.0, "1 99 1 99 1 !", Some((6, Black, Proven))),
            (2.0, "! 99", Some((1, White, Proven))),
        ] {
            let opinions = opinions(text);
            assert_eq!(first_end(percent, &opinions), expected, "{percent} %: {text}");
            // Rounded chances, as in a file, give the same result.
            let rounded = |&opinion: &Opinion| match opinion {
                Opinion::Chance(chance) => Opinion::Chance(thousandths(chance) / 1000.0),
                _ => opinion,
            };
            let rounded: Vec<Opinion> = opinions.iter().map(rounded).collect();
            assert_eq!(first_end(percent, &rounded), expected, "{percent} %: {text}");
        }
    }
}
