//! The line segment graph of a board and its canonical name.

use anyhow::ensure;
use otrera_board::areas;
use otrera_board::{Bits as _, Cell, Position, Side, Square};
use otrera_regions::graph::{Canonizer, GraphName, Labelling, LineGraph};
use serde::Serialize;

use crate::ask::Place;
use crate::input::Input;
use crate::line_graph::{Drawing, Spot};

/// Names the line segment graph of the squares that are not burnt.
#[derive(Clone, Debug)]
pub struct Lsg {
    /// The position.
    pub place: Place,
    /// Take amazons for empty squares.
    pub bare: bool,
}

/// A line segment graph and its canonical name.
#[derive(Debug, Serialize)]
pub struct LsgReport {
    board: String,
    /// Equal exactly for isomorphic graphs, amazons included.
    name: String,
    /// The name without the amazons.
    shape: String,
    connected: bool,
    areas: usize,
    /// Number of automorphisms that keep the amazons, in full.
    automorphisms: String,
    /// In the order of their labels.
    points: Vec<Point>,
    /// In the order of the name.
    lines: Vec<Vec<String>>,
    /// The same lines in labels, as they are in the name.
    labelled_lines: Vec<Vec<String>>,
    /// Each area by itself, as labelled by `otrera areas --basic`.
    parts: Vec<Part>,
    #[serde(skip)]
    drawing: Drawing,
}

#[derive(Debug, Serialize)]
struct Point {
    label: String,
    square: String,
    /// `empty`, `black amazon` or `white amazon`.
    content: String,
    /// The first label among the points that automorphisms take this one to.
    orbit: String,
}

#[derive(Debug, Serialize)]
struct Part {
    label: String,
    squares: Vec<String>,
    name: String,
    shape: String,
}

impl Lsg {
    /// Names the graph.
    pub fn answer(&self) -> anyhow::Result<LsgReport> {
        let input = self.place.input()?;
        let position = input.position_without_side()?;
        let named = Named::new(&position, position.unburnt(), self.bare);
        Ok(report(&input, &position, &named, self.bare))
    }
}

impl LsgReport {
    /// The graph as an SVG document.
    pub fn svg(&self) -> anyhow::Result<String> {
        ensure!(!self.points.is_empty(), "there is no graph to draw: every square is burnt");
        Ok(self.drawing.svg())
    }

    /// The report as text.
    pub fn text(&self) -> String {
        if self.points.is_empty() {
            return "no graph: every square is burnt".into();
        }
        let plural = |number: &str, thing: &str| format!("{number} {thing}{}", if number == "1" { "" } else { "s" });
        let counts = [
            plural(&self.points.len().to_string(), "point"),
            plural(&self.lines.len().to_string(), "line"),
            plural(&self.areas.to_string(), "area"),
            plural(&self.automorphisms, "automorphism"),
        ];
        let mut rows = vec![format!("name    {}", self.name)];
        if self.shape != self.name {
            rows.push(format!("shape   {}", self.shape));
        }
        rows.push(format!("        {}", counts.join(", ")));
        let standing =
            |point: &Point| if point.content == "empty" { String::new() } else { point.content.clone() + "  " };
        let room = self.points.iter().map(|point| standing(point).len()).max().unwrap_or_default();
        let point = |point: &Point| {
            let like = if point.orbit == point.label { String::new() } else { format!("like {}", point.orbit) };
            format!("{:<4}{:<5}{:<room$}{like}", point.label, point.square, standing(point))
        };
        section(&mut rows, "points", self.points.iter().map(point));
        let widest = self.labelled_lines.iter().map(|line| line.concat().len()).max().unwrap_or_default();
        let lines = self.labelled_lines.iter().zip(&self.lines);
        section(
            &mut rows,
            "lines",
            lines.map(|(labels, line)| format!("{:<widest$}  {}", labels.concat(), line.join(" "))),
        );
        if self.parts.len() > 1 {
            let room = self.parts.iter().map(|part| part.name.len()).max().unwrap_or_default();
            let part = |part: &Part| format!("{:<4}{:<room$}  {}", part.label, part.name, part.squares.join(" "));
            section(&mut rows, "areas", self.parts.iter().map(part));
        }
        rows.join("\n")
    }
}

struct Named {
    /// The points by their canonical numbers.
    points: Vec<(Square, Cell)>,
    graph: LineGraph,
    labelling: Labelling,
    shape: GraphName,
}

impl Named {
    fn new(position: &Position, squares: u128, bare: bool) -> Named {
        let grid = position.grid();
        let cell = |square| if bare { Cell::Empty } else { position.cell(square) };
        let cells: Vec<(Square, Cell)> =
            squares.points().map(|point| grid.square(point)).map(|square| (square, cell(square))).collect();
        let graph = LineGraph::of_squares(grid, squares);
        let content: Vec<u8> = cells.iter().map(|&(_, cell)| content(cell)).collect();
        let mut canonizer = Canonizer::default();
        let shape = GraphName::new(&canonizer.label(&graph, &[]).code);
        let labelling = canonizer.label(&graph, &content).clone();
        let mut points = cells.clone();
        for (&label, &cell) in labelling.labels.iter().zip(&cells) {
            points[usize::from(label)] = cell;
        }
        let (graph, _) = LineGraph::of_code(&labelling.code);
        Named { points, graph, labelling, shape }
    }

    fn name(&self) -> String {
        GraphName::new(&self.labelling.code).to_string()
    }

    fn sign(&self, point: usize) -> String {
        GraphName::sign(point, self.points.len())
    }

    /// The lines, each point mapped by `point_of`.
    fn lines<T>(&self, point_of: impl Fn(usize) -> T) -> Vec<Vec<T>> {
        self.graph.lines().map(|line| line.iter().map(|&point| point_of(point.into())).collect()).collect()
    }
}

/// The content of a square, as a number of [`GraphName::CONTENT`].
fn content(cell: Cell) -> u8 {
    match cell {
        Cell::Amazon(Side::Black) => 1,
        Cell::Amazon(Side::White) => 2,
        Cell::Empty | Cell::Burnt => 0,
    }
}

fn drawing(named: &Named) -> Drawing {
    let spot = |(number, &(square, cell)): (usize, &(Square, Cell))| {
        let amazon = if let Cell::Amazon(side) = cell { Some(side) } else { None };
        Spot { square, amazon, label: named.sign(number) }
    };
    Drawing {
        name: named.name(),
        spots: named.points.iter().enumerate().map(spot).collect(),
        lines: named.lines(|point| named.points[point].0),
    }
}

fn report(input: &Input, position: &Position, named: &Named, bare: bool) -> LsgReport {
    let point = |(number, (square, cell)): (usize, &(Square, Cell))| Point {
        label: named.sign(number),
        square: square.to_string(),
        content: match cell {
            Cell::Amazon(side) => format!("{} amazon", side.name()),
            Cell::Empty | Cell::Burnt => "empty".into(),
        },
        orbit: named.sign(named.labelling.orbits[number].into()),
    };
    let part = |(number, area): (usize, &areas::Part)| {
        let part = Named::new(position, area.squares, bare);
        Part {
            label: areas::letters(number),
            squares: crate::report::names(position, area.squares),
            name: part.name(),
            shape: part.shape.to_string(),
        }
    };
    let parts: Vec<Part> = areas::basic(position).iter().enumerate().map(part).collect();
    LsgReport {
        board: input.setup().to_string(),
        name: named.name(),
        shape: named.shape.to_string(),
        connected: parts.len() <= 1,
        areas: parts.len(),
        automorphisms: product(&named.labelling.automorphisms()),
        points: named.points.iter().enumerate().map(point).collect(),
        lines: named.lines(|point| named.points[point].0.to_string()),
        labelled_lines: named.lines(|point| named.sign(point)),
        parts,
        drawing: drawing(named),
    }
}

/// A product in decimal digits: 25 squares apart from each other have more automorphisms than a word holds.
fn product(factors: &[usize]) -> String {
    let mut digits = vec![1];
    for factor in factors {
        let mut carry = 0;
        for digit in &mut digits {
            carry += *digit * factor;
            *digit = carry % 10;
            carry /= 10;
        }
        while carry > 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
    }
    digits.iter().rev().map(ToString::to_string).collect()
}

/// Adds lines under a heading, which stands beside the first.
fn section(rows: &mut Vec<String>, heading: &str, lines: impl Iterator<Item = String>) {
    for (number, line) in lines.enumerate() {
        let heading = if number == 0 { heading } else { "" };
        rows.push(format!("{heading:<8}{line}").trim_end().to_string());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn products_are_written_in_full() {
        // 30!, OEIS A000142.
        let all: Vec<usize> = (1..=30).collect();
        assert_eq!(super::product(&all), "265252859812191058636308480000000");
        assert_eq!(super::product(&[]), "1");
    }
}
