//! The state of a campaign as Markdown, for a note that is kept: each first move and each reply, open or proven, with its
//! nodes and the hash of its part.

use std::fmt::Write as _;

use otrera_api::{bytes, count, grouped};
use otrera_board::Side;

use crate::status::{MoveStatus, Status, time};

/// Digits of a hash.
const DIGITS: usize = 16;

/// The state of a campaign as Markdown. Open replies without a job are counted, not listed.
pub fn markdown(status: &Status) -> String {
    let side = status.side_to_move();
    let mut text = format!("Position: `{}`\n\n", status.position);
    let mut item = |words: &str| writeln!(text, "- {words}").expect("a string takes all text");
    item(&status.headline());
    item(&format!(
        "{} open, {} proven; {}, {} of CPU time",
        count(status.open_jobs, "job"),
        grouped(status.proven_jobs),
        count(status.nodes, "node"),
        time(status.cpu)
    ));
    item(&format!("{} in {} of parts", count(status.claims, "claim"), bytes(status.part_bytes)));
    if let Some(estimate) = &status.estimate {
        item(&format!("left: {}", estimate.text()));
    }
    let all: Vec<&MoveStatus> = status.moves.iter().collect();
    text += &table("Move", side, &all, true);
    for first in status.moves.iter().filter(|first| !first.reply.is_empty()) {
        let (listed, rest): (Vec<_>, Vec<_>) =
            first.reply.iter().partition(|reply| reply.result != "open" || reply.nodes > 0);
        text += &format!("\n### After {}\n", first.play);
        if !listed.is_empty() {
            text += &table("Reply", !side, &listed, false);
        }
        if !rest.is_empty() {
            text += &format!("\n{} open without a job.\n", replies(rest.len()));
        }
    }
    text += &format!(
        "\nMoves are named once up to equivalence. Moves that bounds decide are left out. A part is named by the first \
         {DIGITS}\ndigits of its SHA-256. *Replies*: the move is decided by its replies.\n"
    );
    text
}

fn replies(number: usize) -> String {
    if number == 1 { "1 reply is".into() } else { format!("{} replies are", grouped(number as u64)) }
}

/// A table of moves of `side`.
fn table(title: &str, side: Side, moves: &[&MoveStatus], with_replies: bool) -> String {
    let mut text = String::from("\n");
    let (head, line) = if with_replies { (" Replies |", " --- |") } else { ("", "") };
    text += &format!("| {title} | Result |{head} Nodes | CPU time | Part |\n");
    text += &format!("| --- | --- |{line} ---: | ---: | --- |\n");
    for status in moves {
        let result = match status.result.as_str() {
            "wins" => format!("{side} wins"),
            "loses" => format!("{} wins", !side),
            open => open.into(),
        };
        let replies = match (with_replies, status.replies) {
            (false, _) => String::new(),
            (true, 0) => " |".into(),
            (true, all) => format!(" {} of {all} open |", status.open_replies),
        };
        let part = match &status.part {
            Some(hash) => format!("`{}`", &hash[..hash.len().min(DIGITS)]),
            None if status.result != "open" && status.replies > 0 => "*replies*".into(),
            None => String::new(),
        };
        text += &format!(
            "| {} | {result} |{replies} {} | {} | {part} |\n",
            status.play,
            grouped(status.nodes),
            time(status.cpu)
        );
    }
    text
}
