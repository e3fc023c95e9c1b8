//! The state of a campaign as Markdown, for a note that is kept: each first move and each reply, open or proven, with its
//! nodes and the hash of its part.

use std::fmt::Write as _;

use otrera_api::{count, grouped};
use otrera_board::Side;

use crate::assume::MARK;
use crate::status::{MoveStatus, Status, time};

/// Digits of a hash.
const DIGITS: usize = 16;

/// Longest line of names.
const WIDTH: usize = 118;

/// The state of a campaign as Markdown. Open moves without a job are named below their table.
pub fn markdown(status: &Status) -> String {
    let side = status.side_to_move();
    let mut text = format!("Position: `{}`\n\n", status.position);
    let mut item = |words: &str| writeln!(text, "- {words}").expect("a string takes all text");
    item(&status.headline());
    if let Some(words) = status.assumptions() {
        item(&words);
    }
    item(&format!(
        "{} open, {} proven; {}, {} of CPU time",
        count(status.open_jobs, "job"),
        grouped(status.proven_jobs),
        count(status.nodes, "node"),
        time(status.cpu)
    ));
    item(&status.size());
    if let Some(estimate) = &status.estimate {
        item(&format!("left: {}", estimate.text()));
    }
    text += &section(["Move", "move", "moves"], side, &status.moves, true);
    for first in status.moves.iter().filter(|first| !first.reply.is_empty()) {
        text += &format!("\n### After {}\n", first.play);
        text += &section(["Reply", "reply", "replies"], !side, &first.reply, false);
    }
    text += &format!(
        "\nMoves are named once up to equivalence. Moves that bounds decide are left out. A part is named by the first \
         {DIGITS}\ndigits of its SHA-256. *Replies*: the move is decided by its replies.\n"
    );
    text
}

/// A table of the moves of `side` that are settled or have had a job, and the names of the others.
fn section([title, one, many]: [&str; 3], side: Side, moves: &[MoveStatus], with_replies: bool) -> String {
    let has_work = |reply: &&MoveStatus| !reply.is_open() || reply.nodes > 0 || reply.replies > 0;
    let (listed, rest): (Vec<&MoveStatus>, Vec<&MoveStatus>) = moves.iter().partition(has_work);
    let mut text = String::new();
    if !listed.is_empty() {
        text += &table(title, side, &listed, with_replies);
    }
    if !rest.is_empty() {
        let number = if rest.len() == 1 { format!("1 {one} is") } else { format!("{} {many} are", rest.len()) };
        let mut names: Vec<&str> = rest.iter().map(|status| status.play.as_str()).collect();
        names.sort_unstable();
        text += &wrapped(&format!("{number} open and without a job so far: {}.", names.join(", ")));
    }
    text
}

/// A paragraph in lines of at most [`WIDTH`] characters.
fn wrapped(words: &str) -> String {
    let (mut text, mut width) = (String::from("\n"), 0);
    for word in words.split(' ') {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += word.len();
    }
    text + "\n"
}

/// A table of moves of `side`.
fn table(title: &str, side: Side, moves: &[&MoveStatus], with_replies: bool) -> String {
    let mut text = String::from("\n");
    let (head, line) = if with_replies { (" Replies |", " --- |") } else { ("", "") };
    text += &format!("| {title} | Result |{head} Nodes | CPU time | Part |\n");
    text += &format!("| --- | --- |{line} ---: | ---: | --- |\n");
    for status in moves {
        let mark = if status.is_assumed() { MARK } else { "" };
        let result = status.winner(side).map_or("open".into(), |winner| format!("{winner} wins{mark}"));
        let replies = match (with_replies, status.replies) {
            (false, _) => String::new(),
            (true, 0) => " |".into(),
            (true, all) => format!(" {} of {all} open |", status.open_replies),
        };
        let part = match &status.part {
            Some(hash) => format!("`{}`", &hash[..hash.len().min(DIGITS)]),
            None if !status.is_open() && status.replies > 0 => "*replies*".into(),
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
