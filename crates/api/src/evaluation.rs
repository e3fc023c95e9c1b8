//! The evaluation of a position: distances, territory, and each term with its weight.

use otrera_board::diagram::{Diagram, Style, Tint};
use otrera_board::{Bits, Position, Side};
use otrera_engine::eval::{Evaluator, Moves, Refinements, Term, Weights, levels};
use serde::Serialize;

use crate::report::names;

/// Shade of the squares of a side, from 0 to 1.
const SHADE: f32 = 0.6;

/// An evaluation with its parts.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Evaluation {
    /// Squares that the side to move is ahead.
    ahead: f32,
    /// Its chance to win.
    chance: f32,
    /// Lieberum's w, and the share of the board that it is.
    open: f32,
    share: f32,
    terms: Vec<TermReport>,
    /// Correction of `ahead` by the refinements.
    correction: f32,
    shape: f32,
    guards: Vec<GuardReport>,
    zugzwangs: Vec<ZugzwangReport>,
    framework: i32,
    corners: i32,
    majority: i32,
    queen_distances: Distances,
    king_distances: Distances,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct TermReport {
    name: &'static str,
    value: f32,
    weight: f32,
    product: f32,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct GuardReport {
    side: &'static str,
    square: String,
    territory: u32,
    outside: Vec<String>,
    value: f32,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct ZugzwangReport {
    side: &'static str,
    squares: [String; 2],
    territories: [u32; 2],
    other: u32,
    value: i32,
}

/// Distances of each side to each square, in rows from the top; `null` where a square is occupied or out of reach.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Distances {
    white: Vec<Vec<Option<usize>>>,
    black: Vec<Vec<Option<usize>>>,
}

impl Distances {
    fn new(position: &Position, moves: Moves) -> Distances {
        let of = |side| {
            let levels = levels(position, side, moves);
            let at = |square| {
                let point = position.grid().point(square);
                levels.iter().position(|level| level.has(point)).map(|number| number + 1)
            };
            let all: Vec<_> = position.size().reading_order().map(at).collect();
            all.chunks(position.size().width().into()).map(<[_]>::to_vec).collect()
        };
        Distances { white: of(Side::White), black: of(Side::Black) }
    }

    /// Draws both numbers on each square that a side reaches, White's first, in the colour of the nearer side.
    fn draw(&self, mut diagram: Diagram, position: &Position) -> Diagram {
        let numbers = self.white.iter().flatten().zip(self.black.iter().flatten());
        for (square, (&white, &black)) in position.size().reading_order().zip(numbers) {
            let text = |distance: Option<usize>| distance.map_or("-".into(), |number| number.to_string());
            let heat = match white.unwrap_or(usize::MAX).cmp(&black.unwrap_or(usize::MAX)) {
                std::cmp::Ordering::Less => -SHADE,
                std::cmp::Ordering::Greater => SHADE,
                std::cmp::Ordering::Equal => 0.0,
            };
            if white.is_some() || black.is_some() {
                let label = format!("{}/{}", text(white), text(black));
                diagram = diagram.tint(square, Tint::Heat(heat)).label(square, label);
            }
        }
        diagram
    }
}

impl Evaluation {
    pub(crate) fn new(position: &Position) -> Evaluation {
        let weights = Weights::for_size(position.size());
        let evaluator = Evaluator::new(&weights, position.size());
        let features = evaluator.features(position);
        let ahead = evaluator.value(&features);
        let share = features.open / position.size().area() as f32;
        let term = |term: Term| {
            let (value, weight) = (features.get(term), weights.factor(term, share));
            TermReport { name: term.name(), value, weight, product: value * weight }
        };
        let refinements = Refinements::new(position);
        let name = |at| position.grid().square(at).to_string();
        Evaluation {
            ahead,
            chance: evaluator.chance(ahead),
            open: features.open,
            share,
            terms: Term::ALL.into_iter().map(term).collect(),
            correction: refinements.correction(),
            shape: refinements.shape(),
            guards: (refinements.guards.iter())
                .map(|guard| GuardReport {
                    side: guard.side.name(),
                    square: name(guard.at),
                    territory: guard.territory.count(),
                    outside: names(position, guard.outside),
                    value: guard.value,
                })
                .collect(),
            zugzwangs: (refinements.zugzwangs.iter())
                .map(|zugzwang| ZugzwangReport {
                    side: zugzwang.side.name(),
                    squares: zugzwang.amazons.map(name),
                    territories: zugzwang.territories.map(Bits::count),
                    other: zugzwang.other,
                    value: zugzwang.value,
                })
                .collect(),
            framework: refinements.framework,
            corners: refinements.corners,
            majority: refinements.majority,
            queen_distances: Distances::new(position, Moves::Queen),
            king_distances: Distances::new(position, Moves::King),
        }
    }

    pub(crate) fn diagram(&self, plain: Diagram, position: &Position) -> Diagram {
        self.queen_distances.draw(plain, position).caption("queen moves of White/Black to each square")
    }

    pub(crate) fn text(&self, plain: &Diagram, position: &Position, style: Style) -> String {
        let kings =
            self.king_distances.draw(plain.clone(), position).caption("king moves of White/Black to each square");
        let mut text = self.diagram(plain.clone(), position).terminal(style) + "\n" + &kings.terminal(style) + "\n";
        let side = position.to_move();
        text += &format!("{:<12} {:>8}   {:>8}   {:>8}   for {side}\n", "term", "value", "weight", "squares");
        for TermReport { name, value, weight, product } in &self.terms {
            text += &format!("{name:<12} {value:>8.2} x {weight:>8.3} = {product:>8.2}\n");
        }
        let rest = format!("w {:.2}, {:.1} % of the board", self.open, 100.0 * self.share);
        text += &format!("{:<12} {:>30.2}   {rest}\n", "ahead", self.ahead);
        text += &format!("{:<12} {:>28.1} %\n", "chance", 100.0 * self.chance);
        text += &format!("{:<12} {:>32.4} by refinements\n", "correction", self.correction);
        for GuardReport { side, square, territory, outside, value } in &self.guards {
            text += &format!("  {side} guard {square}: {territory} squares, {} outside, {value}\n", outside.len());
        }
        for ZugzwangReport { side, squares: [a, b], territories: [first, second], value, .. } in &self.zugzwangs {
            text += &format!("  {side} zugzwang {a} {b}: {first} and {second} squares, {value}\n");
        }
        text
    }
}
