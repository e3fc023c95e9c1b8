//! A picture of the tree: a bar for each first move, and below it the bars of the replies to the moves with most work.
//!
//! The width of a bar is its share of the work of its row, so a glance shows where the time goes. Decided moves have the
//! colour of the winner. The dark part of an open one is the share of its replies that are decided. Open moves without any
//! work are one bar with their number. Elements have classes, by which a page gives them colours of its own.

use std::fmt::Write as _;

use otrera_api::grouped;
use otrera_board::Side;

use crate::status::{MoveStatus, Status};

const WIDTH: f64 = 960.0;
const MARGIN: f64 = 20.0;
/// Height of a bar, and of a row with its title.
const BAR: f64 = 36.0;
const ROW: f64 = BAR + 28.0;
/// Height of the head: two lines and the legend.
const HEAD: f64 = 84.0;
/// Narrowest bar, so that moves with little work are seen too.
const LEAST: f64 = 3.0;
/// Width of the bar of moves without work.
const REST: f64 = 44.0;
/// Width from which a bar has its name in it: nine letters of 10 units and some room.
const NAMED: f64 = 56.0;
/// First moves whose replies are drawn.
const REPLIES: usize = 8;

const OPEN: &str = "#e9e3d2";
const SETTLED: &str = "#b9a97e";
const ASSUMED: &str = "#9fa8b0";

/// Class, colour and colour of the text of what `side` wins; the side to move at the root is `first`.
fn colours(side: Side, first: Side) -> [&'static str; 3] {
    if side == first { ["wins", "#2b7a3f", "#fff"] } else { ["loses", "#a33b2b", "#fff"] }
}

/// The tree of a campaign as SVG.
pub fn picture(status: &Status) -> String {
    let first = status.side_to_move();
    let mut by_work: Vec<&MoveStatus> = status.moves.iter().filter(|status| !status.reply.is_empty()).collect();
    by_work.sort_by_key(|status| std::cmp::Reverse(status.nodes));
    let mut rows = vec![(String::from("First moves"), &status.moves[..], first)];
    rows.extend(by_work.iter().take(REPLIES).map(|to| (format!("Replies to {}", to.play), &to.reply[..], !first)));
    let [width, height] = [WIDTH + 2.0 * MARGIN, HEAD + rows.len() as f64 * ROW + MARGIN];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <title>{}: {}</title>\n<rect class=\"ground\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escaped(&status.position),
        escaped(&status.line())
    );
    svg += &text(MARGIN, 24.0, 14.0, "#222", &status.position);
    svg += &text(MARGIN, 42.0, 12.0, "#222", &status.line());
    svg += &legend(first, status.assumed > 0);
    for (index, (name, moves, side)) in rows.iter().enumerate() {
        svg += &Row { name, moves, side: *side, first }.draw(HEAD + index as f64 * ROW);
    }
    svg + "</svg>\n"
}

fn legend(first: Side, with_assumed: bool) -> String {
    let [wins, loses] = [first, !first].map(|side| (colours(side, first), format!("{side} wins")));
    let mut entries = vec![
        (["open", OPEN, ""], "open".into()),
        (["settled", SETTLED, ""], "share of the replies that are decided".into()),
        wins,
        loses,
    ];
    if with_assumed {
        entries.push((["assumed", ASSUMED, ""], "assumed, not proven".into()));
    }
    let (mut svg, mut x) = (String::new(), MARGIN);
    for ([class, fill, _], words) in entries {
        svg += &rect(class, [x, 54.0, 12.0, 12.0], fill, None);
        svg += &text(x + 17.0, 64.0, 11.0, "#222", &words);
        x += 40.0 + 6.0 * words.len() as f64;
    }
    svg
}

/// A row of moves of one side.
struct Row<'s> {
    name: &'s str,
    moves: &'s [MoveStatus],
    side: Side,
    first: Side,
}

impl Row<'_> {
    fn draw(&self, top: f64) -> String {
        let Row { name, moves, .. } = self;
        let is_tried = |status: &&MoveStatus| status.nodes > 0 || !status.is_open();
        let (tried, rest): (Vec<&MoveStatus>, Vec<&MoveStatus>) = moves.iter().partition(is_tried);
        let assumed = match moves.iter().filter(|status| status.is_assumed()).count() {
            0 => String::new(),
            number => format!(", {number} assumed"),
        };
        let counts = |result: &str| moves.iter().filter(|status| status.result == result).count();
        let [wins, loses] = if self.side == self.first { ["wins", "loses"] } else { ["loses", "wins"] };
        let title = format!(
            "{name}: {} open, {} wins {}, {} wins {}{assumed}",
            counts("open"),
            self.first,
            counts(wins),
            !self.first,
            counts(loses)
        );
        let mut svg = text(MARGIN, top + 12.0, 12.0, "#222", &title);
        let width = if rest.is_empty() { WIDTH } else { WIDTH - REST };
        let least = LEAST.min(width / tried.len().max(1) as f64);
        let room = width - least * tried.len() as f64;
        let work: f64 = tried.iter().map(|status| status.nodes as f64).sum::<f64>().max(1.0);
        let mut x = MARGIN;
        for status in tried {
            let width = least + room * status.nodes as f64 / work;
            svg += &self.bar(status, [x, top + 18.0, width, BAR]);
            x += width;
        }
        if !rest.is_empty() {
            let place = [MARGIN + WIDTH - REST, top + 18.0, REST, BAR];
            let words = format!("{} open moves without work", rest.len());
            svg += &rect("open", place, OPEN, Some(&words));
            svg += &text(place[0] + 4.0, place[1] + BAR / 2.0 + 4.0, 10.0, "#222", &format!("+{}", rest.len()));
        }
        svg
    }

    fn bar(&self, status: &MoveStatus, place: [f64; 4]) -> String {
        let MoveStatus { play, nodes, proof, disproof, replies, open_replies, .. } = status;
        let [x, y, width, height] = place;
        let winner = status.winner(self.side);
        let title = match winner {
            Some(winner) if status.is_assumed() => format!("{play}: {winner} wins, assumed and not proven"),
            Some(winner) => format!("{play}: {winner} wins, {} nodes", grouped(*nodes)),
            None => format!(
                "{play}: open, {} nodes, proof number {proof}, disproof number {disproof}, {open_replies} of {replies} \
                 replies open",
                grouped(*nodes)
            ),
        };
        let [class, fill, ink] = match winner {
            _ if status.is_assumed() => ["assumed", ASSUMED, "#222"],
            Some(winner) => colours(winner, self.first),
            None => ["open", OPEN, "#222"],
        };
        let mut svg = rect(class, place, fill, Some(&title));
        if winner.is_none() && *replies > 0 {
            let settled = height * (replies - open_replies) as f64 / *replies as f64;
            svg += &rect("settled", [x, y + height - settled, width, settled], SETTLED, Some(&title));
        }
        if width >= NAMED {
            let class = if winner.is_some() { format!(" class=\"{class}\"") } else { String::new() };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"{ink}\"{class}>{}</text>",
                x + 4.0,
                y + height / 2.0 + 4.0,
                escaped(play)
            );
        }
        svg
    }
}

fn rect(class: &str, [x, y, width, height]: [f64; 4], fill: &str, title: Option<&str>) -> String {
    let title = title.map_or(String::new(), |words| format!("<title>{}</title>", escaped(words)));
    format!(
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" \
         stroke=\"#fff\" stroke-width=\"0.5\">{title}</rect>\n"
    )
}

fn text(x: f64, y: f64, size: f64, fill: &str, words: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>\n", escaped(words))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
