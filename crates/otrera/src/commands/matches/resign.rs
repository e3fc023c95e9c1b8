//! Resignation: ending a game whose winner is known.
//!
//! A side has lost as soon as both players gave it less than a percentage in each of their last [`MOVES`] moves, the loser by
//! its own chance, the winner by the complement of its own. A player without an opinion never agrees. And a side has won as
//! soon as it has a proof, whatever the other one thinks: [`Opinion::Won`].
//!
//! The error of the rule can be measured on games that were played to their end, with the opinions on each move: where it
//! would have ended them, and how often wrongly.

use std::fmt;

use otrera_board::Side;
use serde::Serialize;

use super::game::Cause;
use super::record::Record;
use crate::player::Opinion;

/// The rule of resignation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resign {
    /// Chance below which a side has lost.
    pub(super) percent: f64,
}

/// Effect that the rule would have had on games that were played without it.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    percent: f64,
    /// Games with opinions.
    games: u32,
    ended: u32,
    /// Of these, ended by a proof.
    proven: u32,
    /// Ended as lost by the side that won.
    wrong: u32,
    /// The part of the thinking time of all the games that would have been spent; none if there was none to measure.
    time: Option<f64>,
}

/// Moves in a row in which each player must agree. As many as chess matches take, as
/// cutechess-cli's `-resign movecount=3 twosided=true` counts them.
const MOVES: usize = 3;

impl Resign {
    /// The winner and the cause, if the rule ends the game after moves with these opinions, the last of them by `last`.
    pub(super) fn end(&self, opinions: &[Opinion], last: Side) -> Option<(Side, Cause)> {
        if opinions.last() == Some(&Opinion::Won) {
            return Some((last, Cause::Proven));
        }
        let recent = opinions.last_chunk::<{ 2 * MOVES }>()?;
        let gives_up = |side: Side| {
            let movers = [last, !last].into_iter().cycle();
            recent.iter().rev().zip(movers).all(|(opinion, mover)| {
                let given = opinion.chance().map(thousandths).map(|own| if mover == side { own } else { 1000.0 - own });
                given.is_some_and(|given| f64::from(given) / 10.0 < self.percent)
            })
        };
        let loser = Side::BOTH.into_iter().find(|&side| gives_up(side))?;
        Some((!loser, Cause::Resigned))
    }
}

/// A chance in the precision of the file, which the rule uses too, so that a check of the file repeats it.
pub(super) fn thousandths(chance: f32) -> f32 {
    (chance * 1000.0).round()
}

/// The form in the file of a match.
impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} % for {MOVES} moves, or proven", self.percent)
    }
}

impl Check {
    /// Applies the rule to games in which `begins` moves first.
    pub(super) fn new<'a>(rule: Resign, games: impl Iterator<Item = &'a Record>, begins: Side) -> Check {
        let mut check = Check { percent: rule.percent, games: 0, ended: 0, proven: 0, wrong: 0, time: None };
        let (mut spent, mut all) = (0.0, 0.0);
        for game in games.filter(|game| game.has_opinions()) {
            let mover = |at: usize| if (game.opening + at).is_multiple_of(2) { begins } else { !begins };
            let opinions = game.opinions();
            let mut played = game.seconds.len();
            // After its last move a game is over anyway.
            let end = (1..played).find_map(|moves| Some((moves, rule.end(&opinions[..moves], mover(moves - 1))?)));
            check.games += 1;
            if let Some((moves, (winner, cause))) = end {
                played = moves;
                check.ended += 1;
                check.proven += u32::from(cause == Cause::Proven);
                check.wrong += u32::from(winner != game.winner());
            }
            spent += game.seconds[..played].iter().sum::<f64>();
            all += game.seconds.iter().sum::<f64>();
        }
        check.time = (all > 0.0).then(|| spent / all);
        check
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Check { percent, games, ended, proven, wrong, time } = self;
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
            "-" => Opinion::Untold,
            "!" => Opinion::Won,
            _ => Opinion::Chance(word.parse::<f32>().unwrap() / 100.0),
        };
        text.split_whitespace().map(opinion).collect()
    }

    /// After how many opinions the rule ends a game, and how.
    fn first_end(percent: f64, opinions: &[Opinion]) -> Option<(usize, Side, Cause)> {
        (1..=opinions.len()).find_map(|moves| {
            let last = if moves.is_multiple_of(2) { Side::Black } else { Side::White };
            let (winner, cause) = Resign { percent }.end(&opinions[..moves], last)?;
            Some((moves, winner, cause))
        })
    }

    #[test]
    fn a_side_is_lost_when_both_have_said_so_three_times() {
        use Side::{Black, White};
        // The percentage, the chances, and after how many of them who gives up.
        for (percent, text, expected) in [
            (2.0, "1 99 1 99 1 99", Some((6, White))),
            (2.0, "99 1 99 1 99 1", Some((6, Black))),
            (2.0, "50 99 1 99 1 99 1 99", Some((7, White))),
            // Five are not enough, nor one who does not agree.
            (2.0, "1 99 1 99 1", None),
            (2.0, "1 97 1 97 1 97 1 97 1 97", None),
            (2.0, "3 99 3 99 3 99 3 99 3 99", None),
            (2.0, "1 1 1 1 1 1 1 1", None),
            (2.0, "99 99 99 99 99 99 99 99", None),
            // In a row.
            (2.0, "1 99 1 99 2.5 99 1 99 1 99 1 99", Some((11, White))),
            (2.0, "1 99 1 99 99 1 99 1 99 1", Some((10, Black))),
            (2.0, "1 99 1 99 - 99 1 99 1 99 1", Some((11, White))),
            // A player without an opinion never agrees.
            (49.9, "- 100 - 100 - 100 - 100 - 100", None),
            (49.9, "- - - - - - - - - -", None),
            // Less, and not as much; in thousandths, as chances are kept.
            (2.0, "2 98 2 98 2 98", None),
            (7.0, "7 93 7 93 7 93", None),
            (7.1, "7 93 7 93 7 93", Some((6, White))),
            (2.0, "1.96 99 1.96 99 1.96 99", None),
            (2.0, "1.94 99 1.94 99 1.94 99", Some((6, White))),
            (0.1, "0.04 99.96 0 100 0 100", Some((6, White))),
            (0.1, "0.1 100 0.1 100 0.1 100", None),
            (49.9, "50 50 50 50 50 50 50 50", None),
        ] {
            let opinions = opinions(text);
            let expected = expected.map(|(moves, loser)| (moves, !loser, Cause::Resigned));
            assert_eq!(first_end(percent, &opinions), expected, "{percent} %: {text}");
            // The opinions that are kept give the same.
            let kept = |opinion: &Opinion| opinion.chance().map(|chance| thousandths(chance) / 1000.0).into();
            assert_eq!(
                first_end(percent, &opinions.iter().map(kept).collect::<Vec<_>>()),
                expected,
                "{percent} %: {text}"
            );
        }
    }

    #[test]
    fn a_side_has_won_when_it_has_a_proof() {
        use Side::{Black, White};
        // The opinions, after how many of them the game ends, who has won and why.
        for (text, expected) in [
            // Whatever the other side thinks or does not say, and whatever was thought before.
            ("!", Some((1, White, Cause::Proven))),
            ("50 !", Some((2, Black, Cause::Proven))),
            ("- - !", Some((3, White, Cause::Proven))),
            ("1 99 1 99 !", Some((5, White, Cause::Proven))),
            ("99 50 99 50 !", Some((5, White, Cause::Proven))),
            // To be certain is no proof, nor is it one that the other side gives itself nothing.
            ("100 50 100 50 100 50 100 50", None),
            ("0 50 0 50 0 50 0 50", None),
            // The first reason ends the game; a proof has precedence over agreement.
            ("1 99 1 99 1 99 1 !", Some((6, Black, Cause::Resigned))),
            ("1 99 1 99 1 !", Some((6, Black, Cause::Proven))),
            ("! 99", Some((1, White, Cause::Proven))),
        ] {
            assert_eq!(first_end(2.0, &opinions(text)), expected, "{text}");
        }
    }
}
