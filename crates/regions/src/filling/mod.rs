//! Filling a territory: the maximum number of moves of its owner, and a line that makes them.
//!
//! A territory is a connected region with amazons of one side. Only its owner moves there, so it is worth the number of
//! moves left in it. A move burns one square, so n empty squares give at most n moves; the difference is the number of
//! *defects* (Müller & Tegos 2002, section 4). The smallest defect is in a bent corridor:
//!
//! ```text
//!   . #      The amazon moves to a corner, from where she sees only the bend that she left. She has to
//!   # b      shoot it, and the other corner is cut off: 2 empty squares, 1 move, 1 defect.
//!   . #      In a straight corridor  . b .  she shoots over the square she left: no defect.
//! ```
//!
//! To decide whether there is a defect is NP-complete (Buro 2000), but most territories of real games have none, or few
//! that are easily found. So [`fill`] works from both sides:
//!
//! 1. A lower bound on moves: a line by plodding (`plod.rs`) or along a closed tour (`tour.rs`).
//! 2. A lower bound on defects: squares out of reach, squares behind gates (`gates.rs`), and dead ends
//!    (`dead_ends.rs`).
//! 3. If the bounds do not meet, a search between them (`search.rs`) that takes the bounds at every node.
//!
//! The bounds decide most territories. The search is exponential in the worst case: hard regions of about 32 squares
//! need 32 to 45,000 nodes (0.4 to 560 ms), and a comb of 977 squares with 712 defects takes 66 ms. Without gates and
//! dead ends, a region of 32 squares with two forks was not finished after three million nodes. Dead ends are looked
//! for in three sizes, since larger parts cut the search but cost more per node.
//!
//! Some amazons may be *blockers* (Song & Müller 2014, III-A), which keep the opponent out of the territory from where
//! they stand: the first move of a blocker must shoot back to the square she leaves; after that she is an ordinary
//! amazon. docs/internals/territory.md has the theory, and each file opens with its proof.
//!
//! ```
//! use otrera_regions::filling::{FillLimits, Territory, fill};
//!
//! let bend = Territory::of_cells(&[(0, 0), (1, 1), (0, 2)], &[1], &[]);
//! let filling = fill(&bend, &FillLimits::NONE);
//! assert_eq!((filling.moves(), filling.defects()), (Some(1), Some(1)));
//! ```

mod blockers;
mod comb;
mod dead_ends;
mod field;
mod gates;
mod lost;
mod plod;
mod search;
mod set;
mod tour;
mod walk;

use otrera_board::{Bits, Grid};
use otrera_cgt::Interrupted;
use thiserror::Error;

pub use blockers::{BlockerUse, LeftOut, blocker_use};
pub use comb::comb;
pub use dead_ends::{DeadEnd, dead_ends};
pub use tour::closed_tour;

use crate::graph::{LineGraph, cells};
use field::{Field, State};
use lost::Lost;
use search::Search;
use set::Set;

/// Random plodding lines that are tried.
const SAMPLES: usize = 8;

/// A region with amazons of one side.
#[derive(Clone, Debug)]
pub struct Territory {
    graph: LineGraph,
    /// Column and row of each point; empty if only the graph is known.
    cells: Vec<(i32, i32)>,
    amazons: Vec<u16>,
    blockers: Vec<u16>,
}

/// A move, by numbers of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The amazon's square before the move.
    pub from: u16,
    /// Her square after it.
    pub to: u16,
    /// The square she burns.
    pub arrow: u16,
}

/// The result of [`fill`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// Empty squares at the beginning.
    pub empty: usize,
    /// Upper bound on the number of moves.
    pub most: usize,
    /// The longest line found.
    pub line: Vec<Step>,
    /// Nodes of the search; 0 if the bounds met.
    pub nodes: u64,
    /// Reason for an early end of the search, if any.
    pub ended: Option<Ended>,
}

/// Reason for an early end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Ended {
    /// The caller's check of time and memory failed.
    #[error(transparent)]
    Limit(#[from] Interrupted),
    /// The caller's limit on nodes.
    #[error("the search reached its node limit")]
    Nodes,
    /// Regions of more than [`MOST_SEARCHED`] squares are bounded, not searched.
    #[error("the region has more than {MOST_SEARCHED} squares")]
    TooLarge,
}

/// Maximum size of a region that is searched, since the search is as deep as the region has squares.
pub const MOST_SEARCHED: usize = 4096;

/// Limits of a search.
#[derive(Clone, Copy)]
pub struct FillLimits<'a> {
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Called regularly with the bytes in use; an error ends the search.
    pub check: &'a (dyn Fn(usize) -> Result<(), Interrupted> + Sync),
}

/// The bounds to use; all, except in comparisons.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub plod: bool,
    pub tour: bool,
    pub gates: bool,
    pub dead_ends: bool,
}

impl Bounds {
    /// All of them.
    pub const ALL: Bounds = Bounds { plod: true, tour: true, gates: true, dead_ends: true };
}

impl FillLimits<'static> {
    /// No limits.
    pub const NONE: FillLimits<'static> = FillLimits { nodes: u64::MAX, check: &|_| Ok(()) };
}

impl Territory {
    /// Squares by column and row, and the indices of those with amazons and with blockers.
    ///
    /// # Panics
    /// If an index is out of range or occurs twice, and like [`LineGraph::of_cells`].
    pub fn of_cells(cells: &[(i32, i32)], amazons: &[u16], blockers: &[u16]) -> Territory {
        let territory = Territory::of_graph(LineGraph::of_cells(cells), amazons, blockers);
        Territory { cells: cells.to_vec(), ..territory }
    }

    /// The territory on `squares` of a board; points are numbered in the order of the squares.
    pub fn of_squares<B: Bits>(grid: &Grid<B>, squares: B, amazons: B, blockers: B) -> Territory {
        let numbers = |set: B| -> Vec<u16> {
            (0..).zip(squares.points()).filter(|&(_, point)| set.has(point)).map(|(number, _)| number).collect()
        };
        Territory::of_cells(&cells(grid, squares), &numbers(amazons), &numbers(blockers))
    }

    /// A territory on a graph alone. Closed tours need squares, so [`fill`] does not try them.
    ///
    /// # Panics
    /// If a point is out of range or occurs twice.
    pub fn of_graph(graph: LineGraph, amazons: &[u16], blockers: &[u16]) -> Territory {
        let mut all = [amazons, blockers].concat();
        assert!(all.iter().all(|&point| usize::from(point) < graph.len()), "an amazon stands outside the region");
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "two amazons stand on one square");
        Territory { graph, cells: Vec::new(), amazons: amazons.to_vec(), blockers: blockers.to_vec() }
    }

    /// The region as a graph.
    pub fn graph(&self) -> &LineGraph {
        &self.graph
    }

    /// The amazons without the blockers.
    pub fn amazons(&self) -> &[u16] {
        &self.amazons
    }

    /// The blockers.
    pub fn blockers(&self) -> &[u16] {
        &self.blockers
    }

    /// Number of empty squares.
    pub fn empty(&self) -> usize {
        self.graph.len() - self.amazons.len() - self.blockers.len()
    }

    fn state<const N: usize>(&self) -> State<N> {
        let amazons = Set::of(self.amazons.iter().copied());
        let blockers = Set::of(self.blockers.iter().copied());
        let all = Set::of((0..self.graph.len()).map(|point| point as u16));
        State { empty: all.minus(&amazons).minus(&blockers), amazons, blockers }
    }
}

impl Filling {
    /// The maximum number of moves, if it is known.
    pub fn moves(&self) -> Option<usize> {
        (self.line.len() == self.most).then_some(self.most)
    }

    /// The number of defects, if it is known.
    pub fn defects(&self) -> Option<usize> {
        self.moves().map(|moves| self.empty - moves)
    }
}

/// Finds the maximum number of moves in a territory, and a line that makes them.
pub fn fill(territory: &Territory, limits: &FillLimits<'_>) -> Filling {
    fill_with(territory, limits, Bounds::ALL)
}

/// Like [`fill`], with the given bounds only.
#[doc(hidden)]
pub fn fill_with(territory: &Territory, limits: &FillLimits<'_>, bounds: Bounds) -> Filling {
    // The smallest set that holds the points.
    match territory.graph.len() {
        0..=128 => fill_state::<2>(territory, limits, bounds),
        129..=512 => fill_state::<8>(territory, limits, bounds),
        513..=1024 => fill_state::<16>(territory, limits, bounds),
        1025..=MOST_SEARCHED => fill_state::<64>(territory, limits, bounds),
        _ => fill_state::<1024>(territory, limits, bounds),
    }
}

fn fill_state<const N: usize>(territory: &Territory, limits: &FillLimits<'_>, bounds: Bounds) -> Filling {
    debug_assert!(territory.graph.len() <= Set::<N>::CAPACITY, "the set is too small for the region");
    let field = &Field::<N>::new(&territory.graph);
    let state = &territory.state::<N>();
    let empty = state.empty.count();
    // Tours and dead ends take time quadratic in the size of the region.
    let is_small = field.len() <= MOST_SEARCHED;
    let bounds = Bounds { tour: bounds.tour && is_small, dead_ends: bounds.dead_ends && is_small, ..bounds };

    // Step 1. Lower bound on moves.
    let mut line = if bounds.plod { plod::plod(field, state, SAMPLES) } else { Vec::new() };
    if bounds.tour && line.len() < empty {
        line = toured(&territory.cells, field, state).unwrap_or(line);
    }

    // Step 2. Lower bound on defects, in each part.
    let (parts, mut defects) = state.parts(field);
    let mut lost = Lost::new(bounds);
    defects += parts.iter().map(|part| lost.at_node(field, part)).sum::<usize>();

    // Step 3. Search between them.
    let mut filling = Filling { empty, most: empty - defects, line, nodes: 0, ended: None };
    if filling.line.len() == filling.most {
        return filling;
    }
    if !is_small {
        filling.ended = Some(Ended::TooLarge);
        return filling;
    }
    // Larger regions than a board need more stack, so they get a thread of their own.
    if N <= 2 {
        search_between(field, state, limits, bounds, &mut filling);
    } else {
        let stack = search::stack::<N>(empty);
        std::thread::scope(|scope| {
            let work = || search_between(field, state, limits, bounds, &mut filling);
            let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
            thread.expect("the system can start a thread").join().expect("the search does not panic");
        });
    }
    filling
}

/// Nodes after which the search looks for large dead ends at the root. Most territories need fewer nodes, and the
/// analysis costs as much as a few thousand.
const NODES_BEFORE_ROOT: u64 = 1000;
/// Nodes after which larger dead ends pay at every node.
const NODES_BEFORE_STRENGTHENING: u64 = 10_000;

/// Searches for a line with the least possible number of defects, and allows one more at a time until there is one.
fn search_between<const N: usize>(
    field: &Field<N>,
    state: &State<N>,
    limits: &FillLimits<'_>,
    bounds: Bounds,
    filling: &mut Filling,
) {
    let mut search = Search::new(field, limits, bounds);
    search.pause = NODES_BEFORE_ROOT;
    while filling.line.len() < filling.most {
        let allowed = filling.empty - filling.most;
        match search.parts(state, allowed) {
            Ok(left) if left <= allowed => {
                filling.line = search.line(state);
                debug_assert_eq!(filling.line.len(), filling.empty - left, "the line has the length that was found");
                filling.most = filling.line.len();
            }
            Ok(left) => filling.most = (filling.empty - left).max(filling.line.len()),
            Err(Ended::Nodes) if search.nodes <= limits.nodes => {
                if search.pause == NODES_BEFORE_STRENGTHENING {
                    search.strengthen();
                    continue;
                }
                search.pause = NODES_BEFORE_STRENGTHENING;
                let (parts, mut defects) = state.parts(field);
                defects += parts.iter().map(|part| search.lost.at_root(field, part)).sum::<usize>();
                filling.most = filling.most.min(filling.empty - defects);
            }
            Err(why) => {
                filling.ended = Some(why);
                break;
            }
        }
    }
    filling.nodes = search.nodes;
}

/// A line that fills every part, each along a closed tour of one amazon.
fn toured<const N: usize>(cells: &[(i32, i32)], field: &Field<N>, state: &State<N>) -> Option<Vec<Step>> {
    if cells.is_empty() {
        return None;
    }
    let (parts, lost) = state.parts(field);
    let mut line = Vec::new();
    for part in parts.iter().filter(|_| lost == 0) {
        let walk = part.movers().points().find_map(|amazon| {
            let mut points: Vec<u16> = part.empty.points().collect();
            points.push(amazon);
            let tour = tour::closed_tour(&points.iter().map(|&point| cells[usize::from(point)]).collect::<Vec<_>>())?;
            let start = tour.iter().position(|&i| points[i] == amazon).expect("the tour visits every square");
            Some((0..tour.len()).map(|i| points[tour[(start + i) % tour.len()]]).collect::<Vec<_>>())
        })?;
        line.extend(walk.windows(2).map(|pair| Step { from: pair[0], to: pair[1], arrow: pair[0] }));
    }
    (lost == 0).then_some(line)
}
