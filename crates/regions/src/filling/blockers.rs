//! The blockers that a territory needs (Song & Müller 2014, IV-B3).
//!
//! A blocker helps either to fill the territory or in the area on the other side of her door, not both. A blocker that
//! is left out stays where she is, so her square is burnt as far as the others are concerned.

use super::{FillLimits, Filling, Territory, fill};

/// The filling of a territory without some of its blockers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The blockers that do not move.
    pub blockers: Vec<u16>,
    /// The filling by the others; points are those of the whole territory.
    pub filling: Filling,
}

/// The fillings of a territory without each set of its blockers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockerUse {
    /// One row for each set of blockers left out, smallest sets first.
    pub rows: Vec<LeftOut>,
    /// The first smallest set of blockers that makes the full number of moves; `None` if a limit was reached.
    pub needed: Option<Vec<u16>>,
}

/// Maximum number of blockers, since each set of them is tried.
const MOST_BLOCKERS: usize = 8;

/// Fills a territory without each set of its blockers; `None` if there are more than eight.
pub fn blocker_use(territory: &Territory, limits: &FillLimits<'_>) -> Option<BlockerUse> {
    let blockers = &territory.blockers;
    if blockers.len() > MOST_BLOCKERS {
        return None;
    }
    let set_of =
        |bits: u32| (0..blockers.len()).filter(|i| bits >> i & 1 != 0).map(|i| blockers[i]).collect::<Vec<_>>();
    let mut sets: Vec<u32> = (0..1 << blockers.len()).collect();
    sets.sort_by_key(|bits| bits.count_ones());
    let rows: Vec<LeftOut> = sets
        .iter()
        .map(|&bits| LeftOut { blockers: set_of(bits), filling: without(territory, &set_of(bits), limits) })
        .collect();
    let is_known = rows.iter().all(|row| row.filling.moves().is_some());
    let full = rows[0].filling.moves();
    let most_spared = rows.iter().filter(|row| row.filling.moves() == full);
    // Of equally large sets the last leaves out the last blockers, so the first are named as needed.
    let most_spared = most_spared.max_by_key(|row| row.blockers.len());
    let needed = most_spared
        .filter(|_| is_known)
        .map(|row| blockers.iter().copied().filter(|blocker| !row.blockers.contains(blocker)).collect());
    Some(BlockerUse { rows, needed })
}

/// Fills a territory in which the blockers `left_out` do not move.
fn without(territory: &Territory, left_out: &[u16], limits: &FillLimits<'_>) -> Filling {
    let stays: Vec<u16> =
        (0..territory.graph.len()).map(|point| point as u16).filter(|point| !left_out.contains(point)).collect();
    let mut numbers = vec![None; territory.graph.len()];
    for (number, &point) in stays.iter().enumerate() {
        numbers[usize::from(point)] = Some(number as u16);
    }
    let renumbered =
        |points: &[u16]| points.iter().filter_map(|&point| numbers[usize::from(point)]).collect::<Vec<_>>();
    let (amazons, blockers) = (renumbered(&territory.amazons), renumbered(&territory.blockers));
    let part = match territory.cells.is_empty() {
        true => Territory::of_graph(territory.graph.without(&numbers), &amazons, &blockers),
        false => {
            let cells: Vec<_> = stays.iter().map(|&point| territory.cells[usize::from(point)]).collect();
            Territory::of_cells(&cells, &amazons, &blockers)
        }
    };
    let mut filling = fill(&part, limits);
    for step in &mut filling.line {
        for point in [&mut step.from, &mut step.to, &mut step.arrow] {
            *point = stays[usize::from(*point)];
        }
    }
    filling
}
