//! Parts of reports that several questions share.

use std::sync::Arc;

use otrera_board::areas::Part;
use otrera_board::{Bits as _, Position, Setup, Side};
use otrera_cgt::{Interrupted, Outcome, Store, Thermograph, Value, Wall};
use schemars::JsonSchema;
use serde::Serialize;

/// One area of a decomposition.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AreaReport {
    /// A, B, ... in reading order; B1, B2, ... for the parts that blockers cut out of B.
    pub(crate) label: String,
    /// `active`, `black territory`, `white territory` or `dead`.
    pub(crate) kind: String,
    /// The whole board with everything else burnt, in our board text.
    pub(crate) board: String,
    /// The area cut out of the board, in our board text.
    pub(crate) crop: String,
    /// Its squares.
    pub(crate) squares: Vec<String>,
    /// Number of empty squares.
    pub(crate) empty: u32,
    /// Number of black amazons, blockers included.
    pub(crate) black: u32,
    /// Number of white amazons, blockers included.
    pub(crate) white: u32,
    /// The amazons that it shares with other areas.
    pub(crate) blockers: Vec<String>,
}

impl AreaReport {
    /// The areas of a position. `sided` is true if its side to move matters.
    pub(crate) fn list(position: &Position, areas: &[Part], sided: bool) -> Vec<AreaReport> {
        let text = |position: &Position| {
            let mut setup = position.setup();
            setup.to_move = setup.to_move.filter(|_| sided);
            setup.to_string()
        };
        let report = |(label, area): (String, &Part)| AreaReport {
            label,
            kind: area.kind.to_string(),
            board: text(&area.alone(position)),
            crop: text(&area.cropped(position).0),
            squares: names(position, area.squares),
            empty: area.empty(position),
            black: (area.squares & position.amazons(Side::Black)).count(),
            white: (area.squares & position.amazons(Side::White)).count(),
            blockers: names(position, area.blockers),
        };
        otrera_board::areas::labels(position, areas).into_iter().zip(areas).map(report).collect()
    }

    pub(crate) fn line(&self) -> String {
        let crop = self.crop.split(' ').next().unwrap_or_default();
        format!("{:<3}{:<16} {:>3} empty  {crop}", self.label, self.kind, self.empty)
    }
}

pub(crate) fn names(position: &Position, set: u128) -> Vec<String> {
    position.squares(set).map(|square| square.to_string()).collect()
}

/// The board text without the side to move.
pub(crate) fn without_side(mut setup: Setup) -> String {
    setup.to_move = None;
    setup.to_string()
}

/// Default length of a value in text, in characters: a few lines of a terminal.
pub const LONGEST: usize = 200;
/// Default length of a value in JSON, in characters: nearly all are shorter.
pub const LONGEST_IN_JSON: usize = 1_000_000;

/// Facts about a value.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ValueFacts {
    pub(crate) value: String,
    /// True if the value was too long to be written out.
    pub(crate) cut: bool,
    pub(crate) mean: String,
    pub(crate) temperature: String,
    pub(crate) left_stop: String,
    pub(crate) right_stop: String,
    /// `L`, `R`, `N` or `P`.
    pub(crate) outcome: &'static str,
    pub(crate) thermograph: Walls,
    #[serde(skip)]
    pub(crate) graph: Arc<Thermograph>,
    /// The value in the title of a picture.
    #[serde(skip)]
    pub(crate) title: String,
}

/// Corners of the walls as [value, temperature], from temperature -1 up.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Walls {
    left: Vec<[String; 2]>,
    right: Vec<[String; 2]>,
}

impl ValueFacts {
    /// The facts, with the value cut after `longest` characters.
    pub(crate) fn new(store: &Store, value: Value, longest: usize) -> Result<ValueFacts, Interrupted> {
        let graph = store.thermograph(value)?;
        let text = store.display_limited(value, longest).to_string();
        let title = store.display_limited(value, LONGEST).unicode().to_string();
        Ok(ValueFacts::of_graph(text, title, outcome(store, value), graph))
    }

    /// The facts of a value whose canonical form is not known.
    pub(crate) fn without_form(outcome: Outcome, graph: Thermograph) -> ValueFacts {
        let unknown = "…".to_string();
        ValueFacts::of_graph(unknown.clone(), unknown, letter(outcome), Arc::new(graph))
    }

    fn of_graph(value: String, title: String, outcome: &'static str, graph: Arc<Thermograph>) -> ValueFacts {
        ValueFacts {
            cut: value.ends_with('…'),
            value,
            mean: graph.mean().to_string(),
            temperature: graph.temperature().to_string(),
            left_stop: graph.left_stop().to_string(),
            right_stop: graph.right_stop().to_string(),
            outcome,
            thermograph: Walls { left: corners(graph.left()), right: corners(graph.right()) },
            graph,
            title,
        }
    }

    pub(crate) fn lines(&self) -> [String; 5] {
        let winner = match self.outcome {
            "L" => "Black wins",
            "R" => "White wins",
            "N" => "the first player wins",
            _ => "the second player wins",
        };
        [
            format!("value        {}", self.value),
            format!("mean         {}", self.mean),
            format!("temperature  {}", self.temperature),
            format!("stops        {} and {}", self.left_stop, self.right_stop),
            format!("outcome      {winner} ({})", self.outcome),
        ]
    }
}

/// `L`, `R`, `N` or `P`.
pub(crate) fn outcome(store: &Store, value: Value) -> &'static str {
    letter(store.outcome(value))
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "L",
        Outcome::Right => "R",
        Outcome::Next => "N",
        Outcome::Previous => "P",
    }
}

fn corners(wall: &Wall) -> Vec<[String; 2]> {
    wall.corners().iter().map(|corner| [corner.value.to_string(), corner.temperature.to_string()]).collect()
}
