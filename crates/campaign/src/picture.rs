//! A picture of the tree: a bar for each first move, and below it the bars of its replies.
//!
//! The width of a bar is the share of its work in the work of its row, so a glance shows where the time goes. Settled moves
//! are filled, open ones are outlined with the log of their numbers as a fill.

use otrera_api::grouped;

use crate::status::{MoveStatus, Status};

const WIDTH: f64 = 960.0;
const ROW: f64 = 44.0;
const MARGIN: f64 = 20.0;
/// Narrowest bar, so that moves without work are seen too.
const LEAST: f64 = 3.0;
/// Width from which a bar has its name in it.
const NAMED: f64 = 56.0;

/// The tree of a campaign as SVG.
pub fn picture(status: &Status) -> String {
    let title = format!("{}: {}", status.position, status.line());
    let mut rows = vec![(String::from("first moves"), &status.moves[..])];
    for first in status.moves.iter().filter(|first| !first.reply.is_empty()).take(12) {
        rows.push((format!("replies to {}", first.play), &first.reply[..]));
    }
    let height = MARGIN * 3.0 + rows.len() as f64 * (ROW + 22.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"{MARGIN}\" font-size=\"13\">{}</text>\n",
        WIDTH + 2.0 * MARGIN,
        escaped(&title),
        escaped(&title)
    );
    for (index, (name, moves)) in rows.iter().enumerate() {
        let top = 2.0 * MARGIN + index as f64 * (ROW + 22.0);
        svg += &row(name, moves, top);
    }
    svg + "</svg>\n"
}

fn row(name: &str, moves: &[MoveStatus], top: f64) -> String {
    let counts = |result: &str| moves.iter().filter(|status| status.result == result).count();
    let title = format!("{name}: {} open, {} win, {} lose", counts("open"), counts("wins"), counts("loses"));
    let mut svg = format!("<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"12\">{}</text>\n", top + 12.0, escaped(&title));
    let room = (WIDTH - LEAST * moves.len() as f64).max(0.0);
    let work: f64 = moves.iter().map(|status| status.nodes as f64).sum::<f64>().max(1.0);
    let (mut x, scale) = (MARGIN, (WIDTH / (room + LEAST * moves.len() as f64)).min(1.0));
    for status in moves {
        let width = (LEAST + room * status.nodes as f64 / work) * scale;
        svg += &bar(status, x, top + 18.0, width);
        x += width;
    }
    svg
}

fn bar(status: &MoveStatus, x: f64, y: f64, width: f64) -> String {
    let (fill, text) = match status.result.as_str() {
        "wins" => ("#2b7a3f", "#fff"),
        "loses" => ("#a33b2b", "#fff"),
        _ => ("#e6dfc8", "#222"),
    };
    let title = format!(
        "{}: {}, {} nodes, proof number {}, disproof number {}",
        status.play,
        status.result,
        grouped(status.nodes),
        status.proof,
        status.disproof
    );
    let mut svg = format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{ROW}\" fill=\"{fill}\" stroke=\"#fff\" \
         stroke-width=\"0.5\"><title>{}</title></rect>\n",
        escaped(&title)
    );
    if width >= NAMED {
        svg += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"{text}\">{}</text>\n",
            x + 3.0,
            y + ROW / 2.0 + 4.0,
            escaped(&status.play)
        );
    }
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
