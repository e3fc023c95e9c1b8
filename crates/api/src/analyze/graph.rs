//! The evaluation over a game as a picture: White's share of the chances from below, Black's from above, and a dot at each
//! mistake.

use otrera_board::diagram::palette::{self, PAGE, Rgb};
use otrera_board::diagram::xml::{FONTS, Node, number};

use super::report::{AnalyzeReport, MoveReport, PositionReport};

/// The page and the plot on it, in units of the drawing.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 40.0;
const TEXT: f64 = 12.0;
/// Most numbers under the plot.
const TICKS: usize = 12;

struct Plot {
    /// Moves of the game, at least one.
    moves: f64,
}

impl Plot {
    fn x(&self, moves: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * moves as f64 / self.moves
    }

    fn y(chance: f32) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * f64::from(chance)
    }
}

pub(super) fn svg(report: &AnalyzeReport) -> String {
    let plot = Plot { moves: report.moves.len().max(1) as f64 };
    let mut page = Node::new("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("viewBox", format!("0 0 {} {}", number(WIDTH), number(HEIGHT)))
        .attr("width", number(WIDTH))
        .attr("height", number(HEIGHT))
        .attr("role", "img")
        .attr("font-family", FONTS);
    let title = title(report);
    page.push(Node::new("title").text(&title));
    page.push(Node::rect(0.0, 0.0, WIDTH, HEIGHT).attr("rx", "8").attr("fill", palette::PAPER.to_string()));
    page.push(words(LEFT, 26.0, 15.0, &title, palette::INK));
    ground(&mut page, &plot, report);
    grid(&mut page, &plot, report.moves.len());
    let curve = Node::new("polyline")
        .attr("points", points_of(&plot, report).join(" "))
        .attr("fill", "none")
        .attr("stroke", palette::INK.to_string())
        .attr("stroke-width", "2")
        .attr("stroke-linejoin", "round");
    page.push(curve);
    for played in report.moves.iter().filter(|played| !played.mark.is_empty()) {
        mistake(&mut page, &plot, played, report.positions[played.number].white);
    }
    page.to_string()
}

fn title(report: &AnalyzeReport) -> String {
    let name = |name: &Option<String>, side: &str| name.clone().unwrap_or_else(|| side.into());
    format!("{} – {}, seen by {}", name(&report.white, "White"), name(&report.black, "Black"), report.engine)
}

fn words(x: f64, y: f64, size: f64, text: &str, ink: Rgb) -> Node {
    Node::words(x, y, size, text).attr("fill", ink.to_string())
}

/// Black's share is dark, White's light.
fn ground(page: &mut Node, plot: &Plot, report: &AnalyzeReport) {
    let (left, right, top, bottom) = (LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
    let dark = PAGE.dark.mix(palette::BLACK, 0.45);
    page.push(Node::rect(left, top, right - left, bottom - top).attr("fill", dark.to_string()));
    let mut points = vec![format!("{},{}", number(left), number(bottom))];
    points.extend(points_of(plot, report));
    let last = report.positions.last().expect("there is a position").white;
    points.push(format!("{},{}", number(right), number(Plot::y(last))));
    points.push(format!("{},{}", number(right), number(bottom)));
    page.push(Node::new("polygon").attr("points", points.join(" ")).attr("fill", palette::WHITE.to_string()));
}

fn points_of(plot: &Plot, report: &AnalyzeReport) -> Vec<String> {
    let point = |(moves, position): (usize, &PositionReport)| {
        format!("{},{}", number(plot.x(moves)), number(Plot::y(position.white)))
    };
    report.positions.iter().enumerate().map(point).collect()
}

fn grid(page: &mut Node, plot: &Plot, moves: usize) {
    for (chance, text) in [(0.0, "0 %"), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1.0, "100 %")] {
        let y = Plot::y(chance);
        let mut line = Node::new("polyline")
            .attr("points", format!("{},{} {},{}", number(LEFT), number(y), number(WIDTH - RIGHT), number(y)))
            .attr("fill", "none")
            .attr("stroke", palette::FAINT_INK.to_string())
            .attr("stroke-width", if chance == 0.5 { "1.2" } else { "0.6" });
        if chance != 0.5 {
            line = line.attr("stroke-dasharray", "2 4");
        }
        page.push(line);
        page.push(words(LEFT - 7.0, y + 0.36 * TEXT, TEXT, text, palette::FAINT_INK).attr("text-anchor", "end"));
    }
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| moves / step <= TICKS).unwrap_or(100);
    for number_of_move in (0..=moves).step_by(step) {
        let (x, y) = (plot.x(number_of_move), HEIGHT - BOTTOM + 18.0);
        let text = number_of_move.to_string();
        page.push(words(x, y, TEXT, &text, palette::FAINT_INK).attr("text-anchor", "middle"));
    }
    let caption = "chance of White after each move";
    page.push(words(WIDTH - RIGHT, 26.0, TEXT, caption, palette::FAINT_INK).attr("text-anchor", "end"));
}

fn mistake(page: &mut Node, plot: &Plot, played: &MoveReport, white: f32) {
    let (x, y) = (plot.x(played.number), Plot::y(white));
    let dot = Node::new("circle")
        .attr("cx", number(x))
        .attr("cy", number(y))
        .attr("r", "4")
        .attr("fill", palette::EMBER.to_string())
        .attr("stroke", palette::PAPER.to_string());
    page.push(dot);
    // Beside the dot where there is room: above it, unless it is at the top.
    let at = if y < TOP + 22.0 { y + 18.0 } else { y - 9.0 };
    let label = words(x, at, TEXT + 1.0, played.mark, palette::EMBER)
        .attr("text-anchor", "middle")
        .attr("stroke", palette::PAPER.to_string())
        .attr("stroke-width", "2")
        .attr("paint-order", "stroke");
    page.push(label);
}
