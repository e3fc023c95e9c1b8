//! What commands answer, as data. The terminal, JSON and later the web page render these.

mod value;

pub use value::{LONGEST, LONGEST_IN_JSON, ValueFacts, outcome};

use otrera_board::areas::Area;
use otrera_board::{Bits as _, Position, Side};
use serde::Serialize;

/// One area of a decomposition.
#[derive(Debug, Serialize)]
pub struct AreaReport {
    /// A, B, ... in reading order.
    pub label: String,
    /// `active`, `black territory`, `white territory` or `dead`.
    pub kind: String,
    /// The whole board with everything else burnt, in our board text.
    pub board: String,
    /// The area cut out of the board, in our board text.
    pub crop: String,
    /// Its squares.
    pub squares: Vec<String>,
    /// Number of empty squares.
    pub empty: u32,
    /// Number of black amazons, blockers included.
    pub black: u32,
    /// Number of white amazons, blockers included.
    pub white: u32,
    /// The amazons that it shares with other areas.
    pub blockers: Vec<String>,
}

impl AreaReport {
    /// The areas of a position. `sided`: whether its side to move means anything.
    pub fn list(position: &Position, areas: &[Area], sided: bool) -> Vec<AreaReport> {
        let text = |position: &Position| {
            let mut setup = position.setup();
            setup.to_move = setup.to_move.filter(|_| sided);
            setup.to_string()
        };
        let names = |set| position.squares(set).map(|square| square.to_string()).collect();
        let report = |(number, area): (usize, &Area)| AreaReport {
            label: label(number),
            kind: area.kind.to_string(),
            board: text(&area.alone(position)),
            crop: text(&area.cropped(position).0),
            squares: names(area.squares),
            empty: area.empty(position),
            black: (area.squares & position.amazons(Side::Black)).count(),
            white: (area.squares & position.amazons(Side::White)).count(),
            blockers: names(area.blockers),
        };
        areas.iter().enumerate().map(report).collect()
    }
}

/// A to Z, then AA and so on.
pub fn label(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.into(),
        more => label(more - 1) + &letter.to_string(),
    }
}
