//! The plot itself: axes, walls, mast and labels, each a method that draws its layer.

use otrera_board::diagram::palette::{self, PAGE};
use otrera_board::diagram::xml::number;
use otrera_cgt::{Corner, Dyadic, Thermograph};

use super::axis::Axis;
use super::canvas::{Canvas, ink, stroke, wall_colour};
use super::caption::width_of;
use super::labels::{Flank, Label, Point, place};
use super::{pair, text};

/// Height of the plot from temperature -1 to the top of the mast.
const HEIGHT: f64 = 270.0;
/// Length of the mast as a share of the height below it; at temperature 0 and below, of the height below 0.
const MAST: f64 = 0.28;
const LEAST_SPREAD: f64 = 60.0;
/// Least width of the plot, and the room beside its outermost text.
const LEAST_WIDTH: f64 = 300.0;
const PADDING: f64 = 12.0;
/// Under the plot: the numbers of the axis, then the names of the sides.
const NUMBERS_BELOW: f64 = 18.0;
const SIDES_BELOW: f64 = 38.0;

const LABEL_SIZE: f64 = 13.0;
pub(super) const TICK_SIZE: f64 = 11.5;

pub(super) struct Plot<'a> {
    graph: &'a Thermograph,
    /// Lengths of a value of 1 and of a temperature of 1.
    across: f64,
    up: f64,
    labels: Vec<Label>,
    pub(super) left: f64,
    right: f64,
    pub(super) top: f64,
}

impl<'a> Plot<'a> {
    pub(super) fn new(graph: &'a Thermograph) -> Self {
        let below_mast = graph.temperature().max(Dyadic::ZERO).to_f64() + 1.0;
        let up = HEIGHT / (below_mast * (1.0 + MAST));
        let spread = graph.left().corners()[0].value.to_f64() - graph.right().corners()[0].value.to_f64();
        let across = if spread > 0.0 { up.max(LEAST_SPREAD / spread) } else { up };
        let mut plot = Self { graph, across, up, labels: Vec::new(), left: 0.0, right: 0.0, top: -HEIGHT };

        let labelled = |corner: &Corner| {
            let text = pair(corner);
            let width = width_of(&text, LABEL_SIZE);
            (plot.point(corner), text, width)
        };
        // The corner where the walls meet is labelled once, on the right.
        let (_, left) = graph.left().corners().split_last().expect("a wall has a corner at -1");
        let levels = [Dyadic::ZERO, graph.temperature()].map(|temperature| plot.y(temperature));
        let mut labels = place(Flank::Left, left.iter().map(labelled), &levels);
        labels.extend(place(Flank::Right, graph.right().corners().iter().map(labelled), &levels[..1]));

        let outermost = |pick: fn(&Label) -> f64, best: fn(f64, f64) -> f64| labels.iter().map(pick).fold(0.0, best);
        plot.left = outermost(|label| label.extent().0, f64::min) - PADDING;
        plot.right = outermost(|label| label.extent().1, f64::max) + PADDING;
        plot.top = labels.iter().map(Label::top).fold(-HEIGHT, f64::min);
        let missing = (LEAST_WIDTH - plot.width()).max(0.0);
        plot.left -= missing / 2.0;
        plot.right += missing / 2.0;
        plot.labels = labels;
        plot
    }

    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    fn x(&self, value: Dyadic) -> f64 {
        (self.graph.mean().to_f64() - value.to_f64()) * self.across
    }

    fn y(&self, temperature: Dyadic) -> f64 {
        -(temperature.to_f64() + 1.0) * self.up
    }

    fn point(&self, corner: &Corner) -> Point {
        Point { x: self.x(corner.value), y: self.y(corner.temperature) }
    }

    fn meeting(&self) -> Point {
        Point { x: 0.0, y: self.y(self.graph.temperature()) }
    }

    pub(super) fn temperature_axis(&self) -> Axis<impl Fn(Dyadic) -> f64> {
        let high = -self.top / self.up - 1.0;
        Axis { low: -1.0, high, scale: self.up, mark: self.graph.temperature(), room: |_| 1.4 * TICK_SIZE }
    }

    fn value_axis(&self) -> Axis<impl Fn(Dyadic) -> f64> {
        let mean = self.graph.mean();
        let value_at = |x: f64| mean.to_f64() - x / self.across;
        let room = |at| width_of(&text(at), TICK_SIZE) + 8.0;
        // Numbers under the very edges would hang over.
        let (low, high) = (value_at(self.right - PADDING), value_at(self.left + PADDING));
        Axis { low, high, scale: self.across, mark: mean, room }
    }

    /// The band below 0, and the line at 0.
    pub(super) fn ground(&self, canvas: &mut Canvas) {
        let (x, width, zero) = (number(self.left), number(self.width()), self.y(Dyadic::ZERO));
        let band = format!("x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{}\"", number(zero), number(-zero));
        canvas.element("rect", &format!("class=\"subzero\" {band} fill=\"{}\"", PAGE.light));
        for y in [0.0, zero] {
            let ends = [Point { x: self.left, y }, Point { x: self.right, y }];
            canvas.line(&ends, &stroke(palette::FAINT_INK, 0.9));
        }
    }

    /// The numbers on both axes, the temperature axis itself, and whose side is where.
    pub(super) fn axes(&self, canvas: &mut Canvas) {
        let axis = [Point { x: self.left, y: 0.0 }, Point { x: self.left, y: self.top - 8.0 }];
        canvas.line(&axis, &stroke(palette::FAINT_INK, 0.9));
        canvas.arrowhead(axis[1], palette::FAINT_INK);
        let [end, middle] =
            ["end", "middle"].map(|anchor| format!("font-size=\"{TICK_SIZE}\" text-anchor=\"{anchor}\""));
        for tick in self.temperature_axis().ticks() {
            let (y, ink) = (self.y(tick.at), ink(tick.is_marked));
            canvas.line(&[Point { x: self.left - 4.0, y }, Point { x: self.left, y }], &stroke(ink, 0.9));
            let foot = Point { x: self.left - 7.0, y: y + 0.36 * TICK_SIZE };
            canvas.text(foot, &text(tick.at), &format!("{end} fill=\"{ink}\""));
        }
        for tick in self.value_axis().ticks() {
            let (x, ink) = (self.x(tick.at), ink(tick.is_marked));
            canvas.line(&[Point { x, y: 0.0 }, Point { x, y: 4.0 }], &stroke(ink, 0.9));
            canvas.text(Point { x, y: NUMBERS_BELOW }, &text(tick.at), &format!("{middle} fill=\"{ink}\""));
        }
        let faint = format!("font-size=\"{TICK_SIZE}\" font-style=\"italic\" fill=\"{}\"", palette::FAINT_INK);
        canvas.text(Point { x: self.left + 7.0, y: self.top }, "temperature", &faint);
        canvas.text(Point { x: self.left, y: SIDES_BELOW }, "← Black", &faint);
        canvas.text(Point { x: self.right, y: SIDES_BELOW }, "White →", &format!("{faint} text-anchor=\"end\""));
    }

    /// From the meeting point to the mean and to the temperature on the axes.
    pub(super) fn guides(&self, canvas: &mut Canvas) {
        let meeting = self.meeting();
        let dotted = format!("{} stroke-dasharray=\"1.5 4\"", stroke(palette::FAINT_INK, 1.0));
        // The level lines of the ground need no second one on them.
        if meeting.y < 0.0 && meeting.y != self.y(Dyadic::ZERO) {
            canvas.line(&[meeting, Point { x: self.left, ..meeting }], &dotted);
        }
        if meeting.y < 0.0 {
            canvas.line(&[meeting, Point { y: 0.0, ..meeting }], &dotted);
        }
    }

    pub(super) fn walls(&self, canvas: &mut Canvas) {
        let walls = [("left-wall", self.graph.left(), Flank::Left), ("right-wall", self.graph.right(), Flank::Right)];
        for (class, wall, flank) in walls {
            let points: Vec<Point> = wall.corners().iter().map(|corner| self.point(corner)).collect();
            if points.len() > 1 {
                canvas.line(
                    &points,
                    &format!("class=\"{class}\" {} stroke-linejoin=\"round\"", stroke(wall_colour(flank), 2.4)),
                );
            }
        }
        let (meeting, top) = (self.meeting(), Point { x: 0.0, y: -HEIGHT });
        canvas.line(&[meeting, top], &format!("class=\"mast\" {}", stroke(palette::INK, 2.4)));
        canvas.arrowhead(top, palette::INK);

        for (_, wall, flank) in walls {
            let (_, corners) = wall.corners().split_last().expect("a wall has a corner at -1");
            corners.iter().for_each(|corner| canvas.dot(self.point(corner), flank));
        }
        canvas.meeting_dot(meeting);
    }

    pub(super) fn labels(&self, canvas: &mut Canvas) {
        for label in self.labels.iter().filter(|label| label.is_moved()) {
            let end = Point { y: label.foot.y - 0.3 * LABEL_SIZE, ..label.foot };
            canvas.line(&[label.corner, end], &stroke(palette::ASH, 0.8));
        }
        for label in &self.labels {
            let anchor = if label.flank == Flank::Left { "end" } else { "start" };
            // A rim keeps the text apart from the lines of the ground.
            let rim = if label.foot.y > self.y(Dyadic::ZERO) { PAGE.light } else { palette::PAPER };
            let attributes = format!(
                "class=\"label\" font-size=\"{LABEL_SIZE}\" text-anchor=\"{anchor}\" fill=\"{}\" stroke=\"{rim}\" \
                 stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                palette::INK
            );
            canvas.text(label.foot, &label.text, &attributes);
        }
    }
}
