//! Assumptions: moves at the root whose results an earlier campaign has proven, and whose parts are lost.
//!
//! They save the work, and they prove nothing. A winner that follows from them is shown as assumed, and has no certificate:
//! `Tree::assumed` tells which results rest on them. Workers never hear of them, so parts cannot rest on them.
//!
//! A user names them as moves, or by the tables of `otrera campaign status --markdown` in a note that was kept.

use anyhow::bail;
use otrera_api::count;
use otrera_board::text::MoveError;
use otrera_board::{Action, IllegalMove, Move, Position, Setup};
use otrera_solver::{Knowledge, Options, Situation};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::key::Key;
use crate::manager::Manager;
use crate::tree::ROOT;

/// Ending of the result of an assumed move in a table.
pub(crate) const MARK: &str = ", assumed";
/// Digits of a SHA-256.
const DIGITS: usize = 64;

/// The subject of a sentence about assumed moves.
pub(crate) fn moves_are(number: usize) -> String {
    format!("{} {}", count(number as u64, "move"), if number == 1 { "is" } else { "are" })
}

/// A move at the root that is taken to lose for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// The move.
    #[serde(rename = "move")]
    pub play: String,
    /// First digits of the hash of the part that proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

/// A reason why moves cannot be assumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssumeError {
    /// A word that is no move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move that cannot be made.
    #[error("illegal move {0}: {1}")]
    Illegal(Move, IllegalMove),
    /// A table of another position.
    #[error("its table is about another position, {0}")]
    Position(String),
    /// A row without a result.
    #[error("'{0}' is not the result of {1}: expected open, or the winner, like 'White wins'")]
    Result(String, String),
    /// A move that wins.
    #[error("{0} wins for the side that makes it: a campaign can assume losing moves only")]
    Wins(String),
    /// A hash that is none.
    #[error("'{0}' is not the hash of a part: expected 1 to {DIGITS} hexadecimal digits")]
    Part(String),
    /// Nothing to assume.
    #[error("it names no move that is proven to lose")]
    Nothing,
}

impl Assumption {
    /// The move in `position`.
    pub(crate) fn action(&self, position: &Position) -> Result<Action, AssumeError> {
        let wanted: Move = self.play.parse()?;
        let mut next = *position;
        next.play(wanted).map_err(|why| AssumeError::Illegal(wanted, why))
    }

    /// Checks that the move can be made and the hash is one.
    pub(crate) fn check(&self, position: &Position) -> Result<(), AssumeError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if let Some(part) = &self.part
            && !((1..=DIGITS).contains(&part.len()) && part.bytes().all(is_digit))
        {
            return Err(AssumeError::Part(part.chars().take(DIGITS + 1).collect()));
        }
        self.action(position).map(|_| ())
    }
}

/// Reads moves, separated by blanks or commas, or the tables of `otrera campaign status --markdown`.
pub fn read_assumptions(text: &str, position: &Position) -> Result<Vec<Assumption>, AssumeError> {
    let is_table = text.lines().any(|line| line.starts_with('|'));
    let read = if is_table { read_tables(text, position)? } else { read_moves(text)? };
    if read.is_empty() {
        return Err(AssumeError::Nothing);
    }
    read.iter().try_for_each(|assumption| assumption.check(position))?;
    Ok(read)
}

fn read_moves(text: &str) -> Result<Vec<Assumption>, AssumeError> {
    let mut read = Vec::new();
    for word in text.split_whitespace() {
        // Some notations have a comma.
        let whole: Result<Move, MoveError> = word.trim_end_matches(',').parse();
        let moves: Vec<Move> = match whole {
            Ok(play) => vec![play],
            Err(_) => word.split(',').filter(|part| !part.is_empty()).map(str::parse).collect::<Result<_, _>>()?,
        };
        read.extend(moves.into_iter().map(|play| Assumption { play: play.to_string(), part: None }));
    }
    Ok(read)
}

/// Reads the tables of first moves. Open moves, tables of replies, and text are left out.
fn read_tables(text: &str, position: &Position) -> Result<Vec<Assumption>, AssumeError> {
    let (mut read, mut part_at) = (Vec::new(), None);
    for line in text.lines() {
        if let Some(named) = line.strip_prefix("Position: `").and_then(|rest| rest.strip_suffix('`')) {
            let found = named.parse::<Setup>().ok().and_then(|setup| setup.position().ok());
            if found.as_ref() != Some(position) {
                return Err(AssumeError::Position(named.chars().take(200).collect()));
            }
        }
        let cells: Vec<&str> = match line.trim().strip_prefix('|') {
            Some(row) => row.trim_end_matches('|').split('|').map(str::trim).collect(),
            None => continue,
        };
        match cells[..] {
            ["Move", "Result", ..] => part_at = Some(cells.iter().position(|&cell| cell == "Part")),
            ["Reply", ..] => part_at = None,
            [line, ..] if line.starts_with("---") => {}
            [play, result, ..] => {
                let Some(part_at) = part_at else { continue };
                if result == "open" {
                    continue;
                }
                let play: Move = play.parse()?;
                let winner = result.strip_suffix(MARK).unwrap_or(result);
                if winner == format!("{} wins", position.to_move()) {
                    return Err(AssumeError::Wins(play.to_string()));
                }
                if winner != format!("{} wins", !position.to_move()) {
                    return Err(AssumeError::Result(result.chars().take(100).collect(), play.to_string()));
                }
                let part = part_at.and_then(|at| cells.get(at)).map(|cell| cell.trim_matches('`'));
                let part = part.filter(|part| !part.is_empty() && *part != "*replies*").map(String::from);
                read.push(Assumption { play: play.to_string(), part });
            }
            _ => {}
        }
    }
    Ok(read)
}

/// The situation after an assumed move.
fn after(root: &Position, assumption: &Assumption, knowledge: &Knowledge<'_>) -> anyhow::Result<(Situation, Key)> {
    let mut next = *root;
    next.play_unchecked(assumption.action(root)?);
    let situation = knowledge.situation(&next, Options::FULL.small)?;
    let key = Key::new(knowledge.store(), &situation, next.to_move());
    Ok((situation, key))
}

impl Manager<'_> {
    /// The assumptions that the campaign needs: one of equivalent moves, and none that bounds decide.
    pub fn needed_assumptions(&self) -> anyhow::Result<Vec<Assumption>> {
        let (mut needed, mut seen) = (Vec::new(), FxHashSet::default());
        for assumption in &self.plan.assumed {
            let (_, key) = after(&self.root, assumption, self.knowledge)?;
            let is_assumed = self.tree.find(key).is_some_and(|id| self.tree.node(id).assumed.is_some());
            if is_assumed && seen.insert(key) {
                needed.push(assumption.clone());
            }
        }
        Ok(needed)
    }

    /// Takes the assumptions of the plan into an empty tree: the root is expanded, and their nodes are settled.
    pub(crate) fn assume(&mut self) -> anyhow::Result<()> {
        if self.plan.assumed.is_empty() || self.tree.node(ROOT).numbers.is_settled() {
            return Ok(());
        }
        let children = self.children(ROOT)?;
        self.tree.expand(ROOT, children);
        for assumption in self.plan.assumed.clone() {
            let (situation, key) = after(&self.root, &assumption, self.knowledge)?;
            if self.guesser.guess(&situation)?.is_lost() {
                bail!("{} wins for the side that makes it by bounds: it cannot be assumed to lose", assumption.play);
            }
            // Without a node: bounds say that the move loses.
            if let Some(id) = self.tree.find(key) {
                self.tree.assume(id, assumption.part.unwrap_or_default());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> Position {
        ".b..b./bw...b/.#..../w....w/....w. b".parse::<Setup>().unwrap().position().unwrap()
    }

    fn assumption(play: &str, part: Option<&str>) -> Assumption {
        Assumption { play: play.into(), part: part.map(String::from) }
    }

    #[test]
    fn moves_are_separated_by_blanks_and_commas_in_every_notation() {
        let expected = ["b5-c4xd3", "e5-d5xe4"].map(|play| assumption(play, None));
        for text in [
            "b5-c4xd3 e5-d5xe4",
            "b5-c4xd3,e5-d5xe4",
            " b5-c4xd3, e5-d5xe4,\n",
            "b5-c4xd3\ne5-d5xe4\n",
            "B5-C4(D3) e5d5,d5e4",
        ] {
            assert_eq!(read_assumptions(text, &root()).as_deref(), Ok(&expected[..]), "{text}");
        }
    }

    #[test]
    fn tables_of_first_moves_are_read_and_the_rest_of_a_note_is_not() {
        let text = "# 6x5\n\n| Move | Result | Replies | Nodes | CPU time | Part |\n| --- | --- | --- | ---: | ---: | --- |\n\
                    | b5-c4xd3 | White wins | | 342,317 | 00:00:24 | `688bcfb9c042bc72` |\n\n\
                    Position: `.b..b./bw...b/.#..../w....w/....w. b`\n\n\
                    | Move | Result | Replies | Nodes | CPU time | Part |\n| --- | --- | --- | ---: | ---: | --- |\n\
                    | e5-e3xf3 | open | 12 of 19 open | 100,001 | 00:00:01 |  |\n\
                    | b5-c5xa5 | White wins | 0 of 9 open | 98,222 | 00:00:08 | *replies* |\n\
                    | b5-c5xc3 | White wins, assumed | | 0 | 00:00:00 |  |\n\n\
                    ### After b5-c4xd3\n\n| Reply | Result | Nodes | CPU time | Part |\n| --- | --- | ---: | ---: | --- |\n\
                    | a2-a1xa2 | Black wins | 5 | 00:00:00 | `aa` |\n";
        let expected = [
            assumption("b5-c4xd3", Some("688bcfb9c042bc72")),
            assumption("b5-c5xa5", None),
            assumption("b5-c5xc3", None),
        ];
        assert_eq!(read_assumptions(text, &root()).as_deref(), Ok(&expected[..]));
    }

    #[test]
    fn what_is_no_losing_move_of_this_position_is_refused_with_a_sentence() {
        let row = |row: &str| format!("| Move | Result | Part |\n| --- | --- | --- |\n{row}\n");
        for (text, sentence) in [
            ("b5-c4", "'b5-c4' is not a move: write three squares, like d1-d7xg7"),
            ("b5-c4xd3,b5", "'b5' is not a move: write three squares, like d1-d7xg7"),
            ("b1-b2xb3", "illegal move b1-b2xb3: no amazon on b1"),
            ("", "it names no move that is proven to lose"),
            (&row("| e5-e3xf3 | open | |"), "it names no move that is proven to lose"),
            (
                &row("| e5-e3xf3 | Black wins | |"),
                "e5-e3xf3 wins for the side that makes it: a campaign can assume losing moves only",
            ),
            (
                &row("| e5-e3xf3 | Weiss gewinnt | |"),
                "'Weiss gewinnt' is not the result of e5-e3xf3: expected open, or the winner, like 'White wins'",
            ),
            (
                &row("| e5-e3xf3 | White wins | `688B` |"),
                "'688B' is not the hash of a part: expected 1 to 64 hexadecimal digits",
            ),
            (&row("| all | White wins | |"), "'all' is not a move: write three squares, like d1-d7xg7"),
            (
                &format!("Position: `start:6x5`\n{}", row("| e5-e3xf3 | White wins | |")),
                "its table is about another position, start:6x5",
            ),
        ] {
            assert_eq!(read_assumptions(text, &root()).unwrap_err().to_string(), sentence, "{text}");
        }
    }
}
