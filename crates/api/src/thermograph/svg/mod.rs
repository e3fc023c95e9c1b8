//! The picture: to scale, thin lines, little colour.
//!
//! Both axes have the same scale, so that walls lean at 45 degrees as in the books; only walls that stand so close
//! together that they would be one line are drawn further apart. Lengths are those of the plot, with its origin at
//! the foot of the mast, x to the right and y down; one translation puts the plot on the page. The left wall has
//! filled dots and the right wall open ones, so that they differ without colour.

mod axis;
mod canvas;
mod caption;
mod labels;
mod plot;

use canvas::Canvas;
use caption::{Caption, width_of};
use labels::Point;
use otrera_board::diagram::palette;
use otrera_board::diagram::xml::{FONTS, number};
use otrera_cgt::{Corner, Dyadic, Thermograph, Wall};
use plot::{Plot, TICK_SIZE};

const MARGIN: f64 = 16.0;
/// From the foot of the plot to the caption.
const CAPTION_BELOW: f64 = 52.0;

/// The thermograph as an SVG document, the same bytes for the same graph and title.
pub fn svg(graph: &Thermograph, title: &str) -> String {
    let plot = Plot::new(graph);
    let ticks = plot.temperature_axis().ticks();
    let margin = MARGIN + 8.0 + ticks.iter().map(|tick| width_of(&text(tick.at), TICK_SIZE)).fold(0.0, f64::max);
    let width = margin + plot.width() + MARGIN;
    let caption = Caption::new(graph, title, width - 2.0 * MARGIN);
    let foot = Point { x: (margin - plot.left).ceil(), y: (MARGIN + 8.0 - plot.top).ceil() };
    let size = (width.ceil(), foot.y + CAPTION_BELOW + caption.height() + MARGIN);

    let mut page = Canvas::default();
    let (right, bottom) = (number(size.0), number(size.1));
    page.element("rect", &format!("width=\"{right}\" height=\"{bottom}\" rx=\"8\" fill=\"{}\"", palette::PAPER));
    let place = format!("transform=\"translate({} {})\"", number(foot.x), number(foot.y));
    page.group(&place, |canvas| {
        plot.ground(canvas);
        plot.axes(canvas);
        plot.guides(canvas);
        plot.walls(canvas);
        plot.labels(canvas);
    });
    caption.draw(&mut page, Point { x: size.0 / 2.0, y: foot.y + CAPTION_BELOW });
    let attributes = format!("font-family=\"{FONTS}\"");
    page.document(size, &attributes, &format!("Thermograph of {title}"), &description(graph))
}

fn description(graph: &Thermograph) -> String {
    let wall = |wall: &Wall| wall.corners().iter().map(pair).collect::<Vec<_>>().join(" ");
    format!(
        "Corners as (value, temperature). Left wall: {}. Right wall: {}. {}.",
        wall(graph.left()),
        wall(graph.right()),
        caption::summary(graph),
    )
}

/// A number with a true minus sign.
fn text(number: Dyadic) -> String {
    number.to_string().replace('-', "−")
}

fn pair(corner: &Corner) -> String {
    format!("({}, {})", text(corner.value), text(corner.temperature))
}
