//! The territories of a position: their squares, amazons and blockers, on boards of any size.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use anyhow::bail;
use otrera_board::areas::{self, Kind};
use otrera_board::{Cell, Position, Setup, SetupError, Side};
use otrera_regions::filling::{Step, Territory, comb};

use crate::input::Input;

/// Squares of the largest region that a graph can hold.
const MOST_SQUARES: usize = 1 << 16;

/// Squares of all boards of a report together: each territory is drawn on the whole board.
const MOST_DRAWN: usize = 1 << 22;

/// A square by column and row from the bottom left; boards have no size here.
type Place = (i32, i32);

pub(super) struct Region {
    pub(super) label: String,
    pub(super) owner: Side,
    places: Vec<Place>,
    amazons: Vec<u16>,
    blockers: Vec<u16>,
}

/// Lieberum's comb, with a black amazon at the tip of its first tooth.
pub(super) fn comb_setup(teeth: usize) -> Setup {
    let (cells, start) = comb(teeth);
    let start = cells[usize::from(start)];
    let side = cells.iter().map(|&(col, row)| col.max(row)).max().unwrap_or(0) + 1;
    let cells: BTreeSet<Place> = cells.into_iter().collect();
    let at = |place: Place| match cells.contains(&place) {
        true if place == start => Cell::Amazon(Side::Black),
        true => Cell::Empty,
        false => Cell::Burnt,
    };
    let squares = (0..side).rev().flat_map(|row| (0..side).map(move |col| (col, row)));
    Setup::from_cells(side as usize, side as usize, squares.map(at).collect(), None)
}

/// The territories of the input, in reading order.
pub(super) fn of_input(input: &Input) -> anyhow::Result<Vec<Region>> {
    match input.position_without_side() {
        Ok(position) => Ok(of_position(&position)),
        // A region may be larger than a board.
        Err(error) => match error.downcast_ref() {
            Some(SetupError::Size(_)) => of_setup(input.setup()),
            _ => Err(error),
        },
    }
}

/// The territories of the improved partition.
pub(super) fn of_position(position: &Position) -> Vec<Region> {
    let mut regions = Vec::new();
    let parts = areas::improved(position);
    for (label, area) in areas::labels(position, &parts).into_iter().zip(&parts) {
        let Kind::Territory(owner) = area.kind else { continue };
        let places = |set| position.squares(set).map(|square| (square.col.into(), square.row.into()));
        let all: Vec<Place> = places(area.squares).collect();
        let numbers = |set| {
            let find = |place| all.iter().position(|&other| other == place).expect("an amazon stands in her area");
            places(set).map(|place| find(place) as u16).collect::<Vec<_>>()
        };
        let blockers = numbers(area.blockers);
        let amazons = numbers(area.squares & position.amazons(owner) & !area.blockers);
        regions.push(Region { label, owner, places: all, amazons, blockers });
    }
    regions
}

/// The territories among the connected parts of a board of any size.
pub(super) fn of_setup(setup: &Setup) -> anyhow::Result<Vec<Region>> {
    let reading: Vec<Place> = squares(setup).filter(|&place| at(setup, place) != Cell::Burnt).collect();
    if reading.len() > MOST_SQUARES {
        bail!("{} squares that are not burnt: at most {MOST_SQUARES} are supported", reading.len());
    }
    let mut left: BTreeSet<Place> = reading.iter().copied().collect();
    let mut regions = Vec::new();
    let mut number = 0;
    for first in reading {
        if !left.remove(&first) {
            continue;
        }
        let mut places = vec![first];
        let mut next = 0;
        while let Some(&(col, row)) = places.get(next) {
            next += 1;
            let around = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (col + right, row + up)));
            places.extend(around.filter(|place| left.remove(place)));
        }
        places.sort_unstable_by_key(|&(col, row)| (-row, col));
        let of = |side| {
            let has = |&(_, &place): &(usize, &Place)| at(setup, place) == Cell::Amazon(side);
            places.iter().enumerate().filter(has).map(|(i, _)| i as u16).collect::<Vec<_>>()
        };
        let (black, white) = (of(Side::Black), of(Side::White));
        let label = areas::letters(number);
        number += 1;
        let (owner, amazons) = match (black.is_empty(), white.is_empty()) {
            (false, true) => (Side::Black, black),
            (true, false) => (Side::White, white),
            _ => continue,
        };
        if amazons.len() < places.len() {
            regions.push(Region { label, owner, places, amazons, blockers: Vec::new() });
        }
    }
    let (width, height) = (setup.width(), setup.height());
    if regions.len() * width * height > MOST_DRAWN {
        bail!("{} territories on a board of {width}x{height} are too many to be shown", regions.len());
    }
    Ok(regions)
}

fn squares(setup: &Setup) -> impl Iterator<Item = Place> {
    let (width, height) = (setup.width() as i32, setup.height() as i32);
    (0..height).rev().flat_map(move |row| (0..width).map(move |col| (col, row)))
}

fn at(setup: &Setup, (col, row): Place) -> Cell {
    let row = setup.rows().nth(setup.height() - 1 - row as usize).expect("the square is on the board");
    row[col as usize]
}

impl Region {
    pub(super) fn territory(&self) -> Territory {
        Territory::of_cells(&self.places, &self.amazons, &self.blockers)
    }

    pub(super) fn board(&self, setup: &Setup) -> Setup {
        self.cut(setup, 0..=setup.width() as i32 - 1, 0..=setup.height() as i32 - 1)
    }

    /// The smallest rectangle that holds the territory.
    pub(super) fn crop(&self, setup: &Setup) -> Setup {
        let range = |pick: fn(&Place) -> i32| {
            let (low, high) = (self.places.iter().map(pick).min(), self.places.iter().map(pick).max());
            low.zip(high).map_or(0..=0, |(low, high)| low..=high)
        };
        self.cut(setup, range(|place| place.0), range(|place| place.1))
    }

    /// A rectangle of the board with everything else burnt.
    fn cut(&self, setup: &Setup, cols: RangeInclusive<i32>, rows: RangeInclusive<i32>) -> Setup {
        let places: BTreeSet<Place> = self.places.iter().copied().collect();
        let cell = |place| if places.contains(&place) { at(setup, place) } else { Cell::Burnt };
        let (width, height) = (cols.clone().count(), rows.clone().count());
        let inside = rows.rev().flat_map(|row| cols.clone().map(move |col| (col, row)));
        Setup::from_cells(width, height, inside.map(cell).collect(), None)
    }

    pub(super) fn blockers(&self) -> Vec<String> {
        self.names(&self.blockers)
    }

    pub(super) fn names(&self, points: &[u16]) -> Vec<String> {
        points.iter().map(|&point| self.name(point)).collect()
    }

    pub(super) fn line(&self, line: &[Step]) -> Vec<String> {
        let name = |point| self.name(point);
        line.iter().map(|step| format!("{}-{}x{}", name(step.from), name(step.to), name(step.arrow))).collect()
    }

    /// A letter and a number; the columns after z are aa, ab, and so on.
    fn name(&self, point: u16) -> String {
        let (col, row) = self.places[usize::from(point)];
        format!("{}{}", areas::letters(col as usize).to_ascii_lowercase(), row + 1)
    }
}
