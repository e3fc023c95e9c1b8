//! Filling a territory: the most moves that its owner can make in it, and a line that makes them.
//!
//! A territory is a connected region with amazons of one side. Nobody else moves there, so all that counts is how many
//! moves are left in it. A move burns one square, so n empty squares give at most n moves; the difference is the number
//! of *defects* (Müller & Tegos 2002, section 4). To decide whether there is one is NP-complete (Buro 2000), and still
//! most territories of real games have none, or few that are easily seen. So we work from both sides:
//!
//! 1. a line by plodding, or along a closed tour: moves that are certain;
//! 2. squares that are certain to be lost: what nobody reaches, what lies behind gates, and dead ends;
//! 3. if these do not meet, a search between them.
//!
//! Some of the amazons may be *blockers* (Song & Müller 2014, III-A), who keep the opponent out of the territory from
//! where they stand: the first move of a blocker has to shoot back to the square she came from, and then she is an
//! amazon like the others.
//!
//! ```
//! use otrera_regions::filling::{FillLimits, Territory, fill};
//!
//! // From one end of a bent corridor she sees nothing but the bend, where she came from.
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

use std::fmt;

use otrera_board::{Bits, Grid};
use otrera_cgt::Interrupted;
use thiserror::Error;

pub use blockers::{BlockerUse, LeftOut, blocker_use};
pub use comb::comb;
pub use dead_ends::{DeadEnd, dead_ends};
pub use tour::closed_tour;

use crate::graph::LineGraph;
use field::{Field, State};
use lost::Lost;
use search::Search;
use set::Set;

/// Plodding lines by chance that are tried before anything else.
const SAMPLES: usize = 8;

/// A region and its amazons, all of one side. What is not an amazon is empty.
#[derive(Clone, Debug)]
pub struct Territory {
    graph: LineGraph,
    /// Column and row of each point, or nothing where only the graph is known.
    cells: Vec<(i32, i32)>,
    amazons: Vec<u16>,
    blockers: Vec<u16>,
}

/// A move, by numbers of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the amazon was.
    pub from: u16,
    /// Where she is.
    pub to: u16,
    /// What she burnt.
    pub arrow: u16,
}

/// How well a territory can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// Empty squares at the beginning.
    pub empty: usize,
    /// Moves that nobody can exceed.
    pub most: usize,
    /// The longest line that was found.
    pub line: Vec<Step>,
    /// Nodes of the search; 0 if the bounds were enough.
    pub nodes: u64,
    /// Why the search ended early, if it did.
    pub ended: Option<Ended>,
}

/// Why the search ended before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Ended {
    /// The caller's limits on time and memory.
    #[error(transparent)]
    Limit(#[from] Interrupted),
    /// The caller's limit on nodes.
    #[error("the search reached its limit of nodes")]
    Nodes,
    /// Regions of more than [`MOST_SEARCHED`] squares are bounded, not searched.
    #[error("the region has more than {MOST_SEARCHED} squares")]
    TooLarge,
}

/// Squares of the largest region that is searched: the search goes as deep as it has squares.
pub const MOST_SEARCHED: usize = 4096;

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct FillLimits<'a> {
    /// States to look at.
    pub nodes: u64,
    /// Called now and then with the bytes in use; an error ends the search.
    pub check: &'a (dyn Fn(usize) -> Result<(), Interrupted> + Sync),
}

/// Which bounds are used; all, unless for a comparison.
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

impl fmt::Debug for FillLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FillLimits").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Territory {
    /// Squares by column and row, and the numbers of those with amazons and with blockers.
    ///
    /// # Panics
    /// If a number is none of a square, or one is there twice; and like [`LineGraph::of_cells`].
    pub fn of_cells(cells: &[(i32, i32)], amazons: &[u16], blockers: &[u16]) -> Territory {
        let territory = Territory::of_graph(LineGraph::of_cells(cells), amazons, blockers);
        Territory { cells: cells.to_vec(), ..territory }
    }

    /// The territory on `squares` of a board; the points are numbered in the order of the squares.
    pub fn of_squares<B: Bits>(grid: &Grid<B>, squares: B, amazons: B, blockers: B) -> Territory {
        let cell = |point| {
            let square = grid.square(point);
            (i32::from(square.col), i32::from(square.row))
        };
        let cells: Vec<(i32, i32)> = squares.points().map(cell).collect();
        let numbers = |set: B| -> Vec<u16> {
            (0..).zip(squares.points()).filter(|&(_, point)| set.has(point)).map(|(number, _)| number).collect()
        };
        Territory::of_cells(&cells, &numbers(amazons), &numbers(blockers))
    }

    /// A graph of which no squares are known. What needs squares, the closed tour, is left out.
    ///
    /// # Panics
    /// If a number is none of a point, or one is there twice.
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

    /// The amazons that are no blockers.
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
    /// The most moves that can be made, if that is known.
    pub fn moves(&self) -> Option<usize> {
        (self.line.len() == self.most).then_some(self.most)
    }

    /// Empty squares that no move can use, if that is known.
    pub fn defects(&self) -> Option<usize> {
        self.moves().map(|moves| self.empty - moves)
    }
}

/// Finds the most moves that can be made in a territory, and a line that makes them.
pub fn fill(territory: &Territory, limits: &FillLimits<'_>) -> Filling {
    fill_with(territory, limits, Bounds::ALL)
}

/// Like [`fill`], with some of the bounds only.
#[doc(hidden)]
pub fn fill_with(territory: &Territory, limits: &FillLimits<'_>, bounds: Bounds) -> Filling {
    // The smallest set that has room for the points.
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
    // Tours and dead ends take time that grows with the square of a region.
    let is_small = field.len() <= MOST_SEARCHED;
    let bounds = Bounds { tour: bounds.tour && is_small, dead_ends: bounds.dead_ends && is_small, ..bounds };

    // Step 1. Moves that are certain.
    let mut line = if bounds.plod { plod::plod(field, state, SAMPLES) } else { Vec::new() };
    if bounds.tour && line.len() < empty {
        line = toured(&territory.cells, field, state).unwrap_or(line);
    }

    // Step 2. Squares that are certain to be lost, in each part.
    let (parts, mut defects) = state.parts(field);
    let mut lost = Lost::new(bounds);
    defects += parts.iter().map(|part| lost.at_node(field, part)).sum::<usize>();

    // Step 3. The search between them.
    let mut filling = Filling { empty, most: empty - defects, line, nodes: 0, ended: None };
    if filling.line.len() == filling.most {
        return filling;
    }
    if !is_small {
        filling.ended = Some(Ended::TooLarge);
        return filling;
    }
    // A thread of its own has as much stack as the region needs; what is on a board needs no more than is there.
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

/// Nodes after which the search pauses for a closer look at dead ends: most territories need fewer, and the look takes
/// about as long as some thousand nodes.
const NODES_BEFORE_LOOK: u64 = 1000;
/// Nodes after which larger dead ends are worth their time at every node.
const NODES_BEFORE_CARE: u64 = 10_000;

/// Allows the defects that are certain, then one more until there is such a line.
fn search_between<const N: usize>(
    field: &Field<N>,
    state: &State<N>,
    limits: &FillLimits<'_>,
    bounds: Bounds,
    filling: &mut Filling,
) {
    let mut search = Search::new(field, limits, bounds);
    search.pause = NODES_BEFORE_LOOK;
    while filling.line.len() < filling.most {
        let allowed = filling.empty - filling.most;
        match search.parts(state, allowed) {
            Ok(left) if left <= allowed => {
                filling.line = search.line(state);
                debug_assert_eq!(filling.line.len(), filling.empty - left, "the line is as long as it was found to be");
                filling.most = filling.line.len();
            }
            Ok(left) => filling.most = (filling.empty - left).max(filling.line.len()),
            Err(Ended::Nodes) if search.nodes <= limits.nodes => {
                if search.pause == NODES_BEFORE_CARE {
                    search.take_care();
                    continue;
                }
                search.pause = NODES_BEFORE_CARE;
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
