//! Parts of reports that several questions share.

mod value;

pub use value::{LONGEST, LONGEST_IN_JSON};
pub(crate) use value::{ValueFacts, outcome};

use otrera_board::areas::Part;
use otrera_board::{Bits as _, Position, Side};
use serde::Serialize;

/// One area of a decomposition.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct AreaReport {
    /// A, B, ... in reading order.
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
    /// The areas of a position. `sided` tells whether its side to move has a meaning.
    pub(crate) fn list(position: &Position, areas: &[Part], sided: bool) -> Vec<AreaReport> {
        let text = |position: &Position| {
            let mut setup = position.setup();
            setup.to_move = setup.to_move.filter(|_| sided);
            setup.to_string()
        };
        let names = |set| position.squares(set).map(|square| square.to_string()).collect();
        let report = |(number, area): (usize, &Part)| AreaReport {
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
pub(crate) fn label(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.into(),
        more => label(more - 1) + &letter.to_string(),
    }
}
