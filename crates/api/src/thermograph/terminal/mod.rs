//! The sketch: rows by temperature, walls of slashes and bars, and the exact values beside their corners.
//!
//! A leaning wall moves one column sideways per row, so that slashes join. Temperatures are at the left of the rows
//! that have one, and values outside the walls; the stop is where a wall crosses temperature 0.

mod rows;

use otrera_cgt::{Corner, Dyadic, Thermograph, Wall};
use rows::Rows;

/// Rows of mast above all else.
const MAST: usize = 2;
/// Least width of the drawing, so that the names of the sides stand apart.
const LEAST_WIDTH: usize = 20;

/// The thermograph in characters, in at most `width` columns unless its numbers alone need more; each line with its
/// end.
pub fn terminal(graph: &Thermograph, unicode: bool, width: usize) -> String {
    let signs = if unicode { &UNICODE } else { &ASCII };
    let sketch = |most| Sketch::new(graph, Rows::new(graph, most)).lines(signs);
    // Fewer rows make a narrower drawing. The first that fits is the largest.
    let mut drawn = sketch(usize::MAX);
    for most in (0..=drawn.len()).rev() {
        if drawn.iter().all(|line| line.chars().count() <= width) {
            break;
        }
        drawn = sketch(most);
    }
    drawn.into_iter().map(|line| line + "\n").collect()
}

struct Signs {
    /// For walls that rise, fall and stand, corners of the left and of the right wall, and the level of 0.
    marks: [char; 6],
    /// Black's and White's.
    sides: [&'static str; 2],
}

const UNICODE: Signs = Signs { marks: ['╱', '╲', '│', '●', '○', '┄'], sides: ["← Black", "White →"] };
const ASCII: Signs = Signs { marks: ['/', '\\', '|', 'o', 'o', '.'], sides: ["<- Black", "White ->"] };

/// A place on a wall, or on the mast.
#[derive(Clone)]
struct Spot {
    /// Columns to the right of the mast.
    column: isize,
    shape: Shape,
    value: Option<Dyadic>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Corner,
    Leaning,
    Upright,
}

/// Both walls, by row from the bottom. From the row where they meet on there is only the right one, as the mast.
struct Sketch {
    left: Vec<Spot>,
    right: Vec<Spot>,
    rows: Rows,
}

impl Sketch {
    fn new(graph: &Thermograph, rows: Rows) -> Self {
        let mut left = climb(graph.left(), &rows, -1);
        left.pop();
        let mut right = climb(graph.right(), &rows, 1);
        let mast = Spot { column: 0, shape: Shape::Upright, value: None };
        right.resize(rows.top() + 1 + MAST, mast);
        // The stops, if they are not corners and have a wall to stand at.
        let zero = rows.of(Dyadic::ZERO);
        for (wall, stop) in [(&mut left, graph.left_stop()), (&mut right, graph.right_stop())] {
            if graph.temperature() >= Dyadic::ZERO
                && let Some(spot) = wall.get_mut(zero)
            {
                spot.value = Some(stop);
            }
        }
        Self { left, right, rows }
    }

    /// The lines from the top, the names of the sides last.
    fn lines(&self, signs: &Signs) -> Vec<String> {
        let Signs { marks: [rising, falling, upright, left_corner, right_corner, zero], sides: [black, white] } =
            *signs;
        let temperature = |row| self.rows.temperature(row).map(|t| t.to_string()).unwrap_or_default();
        let margin = (0..self.right.len()).map(|row| temperature(row).len()).max().unwrap_or(0);
        let (from, to) = self.extent();
        let mut lines = Vec::new();
        for row in (0..self.right.len()).rev() {
            let is_zero = row == self.rows.of(Dyadic::ZERO);
            let ground = if is_zero { zero } else { ' ' };
            let mut line = Line { characters: vec![ground; (to - from).unsigned_abs()], from };
            if let Some(spot) = self.left.get(row) {
                line.put(spot.column, spot.sign(left_corner, rising, upright));
                line.write(spot.column - spot.room(), spot.value);
            }
            let spot = &self.right[row];
            let corner = if spot.column == 0 && self.left.len() == row { left_corner } else { right_corner };
            line.put(spot.column, spot.sign(corner, falling, upright));
            line.write(spot.column + 1, spot.value);
            let head = if row + 1 == self.right.len() { "t".into() } else { temperature(row) };
            lines.push(
                format!("{head:>margin$}  {}", line.characters.iter().collect::<String>()).trim_end().to_string(),
            );
        }
        let room = (to - from).unsigned_abs() - black.chars().count();
        lines.push(format!("{:margin$}  {black}{white:>room$}", ""));
        lines
    }

    /// First column and the one after the last, with all values.
    fn extent(&self) -> (isize, isize) {
        let before = self.left.iter().map(|spot| spot.column - spot.room()).min().unwrap_or(0);
        let after = self.right.iter().map(|spot| spot.column + spot.room() + 1).max().unwrap_or(0);
        let (from, to) = (before - 1, after + 1);
        let missing = (LEAST_WIDTH as isize - (to - from)).max(0);
        (from - missing / 2, to + missing - missing / 2)
    }
}

impl Spot {
    fn sign(&self, corner: char, leaning: char, upright: char) -> char {
        match self.shape {
            Shape::Corner => corner,
            Shape::Leaning => leaning,
            Shape::Upright => upright,
        }
    }

    /// Columns that the value takes beside it, with a blank on either side.
    fn room(&self) -> isize {
        self.value.map_or(0, |value| value.to_string().len() as isize + 2)
    }
}

/// The spots of a wall from the bottom to where the walls meet; `outwards` is -1 for the left wall and 1 for the right.
fn climb(wall: &Wall, rows: &Rows, outwards: isize) -> Vec<Spot> {
    let corners = wall.corners();
    let lean = |pair: &[Corner]| rows.lean(&pair[0], &pair[1]);
    let mut distance: usize = corners.windows(2).map(lean).sum();
    let mut spots = Vec::new();
    let mut push = |distance: usize, shape, value| {
        spots.push(Spot { column: outwards * distance as isize, shape, value });
    };
    for pair in corners.windows(2) {
        push(distance, Shape::Corner, Some(pair[0].value));
        let inwards = usize::from(lean(pair) > 0);
        let shape = if inwards == 1 { Shape::Leaning } else { Shape::Upright };
        for _ in rows.of(pair[0].temperature) + 1..rows.of(pair[1].temperature) {
            distance -= inwards;
            push(distance, shape, None);
        }
        distance -= inwards;
    }
    push(distance, Shape::Corner, corners.last().map(|corner| corner.value));
    spots
}

struct Line {
    characters: Vec<char>,
    from: isize,
}

impl Line {
    fn put(&mut self, column: isize, sign: char) {
        self.characters[(column - self.from).unsigned_abs()] = sign;
    }

    fn write(&mut self, column: isize, value: Option<Dyadic>) {
        let text = value.map_or(String::new(), |value| format!(" {value} "));
        for (column, sign) in (column..).zip(text.chars()) {
            self.put(column, sign);
        }
    }
}
