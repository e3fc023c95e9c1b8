//! The gallery: small boards that show the theory, each with its facts.
//!
//! Graphs, defective territories and zugzwangs are computed size by size, as for the tables of Müller & Tegos (2002).
//! Boards that only a longer search would find are listed in [`known`]. Their facts are computed like all others.

mod known;
mod sheet;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use otrera_board::{Area, Bits as _, Position, Setup, Side};
use otrera_cgt::{Interrupted, Limits, Store};
use otrera_papers::{Defects, RegionGraph, Zugzwang, Zugzwangs, region_graphs};
use otrera_regions::graph::{Canonizer, GraphName, LineGraph};
use otrera_regions::region::Walk;
use otrera_regions::{AreaValues, moves_alone};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use self::sheet::{board_and_value, sheet};
use crate::limits::interrupted;
use crate::lsg::Lsg;
use crate::option::choices;
use crate::report::{ValueFacts, without_side};

choices! {
    /// A chapter of the gallery.
    pub enum Chapter {
        /// Line segment graphs of up to five points
        Graphs = "graphs",
        /// Line segment graphs of six points
        LargeGraphs = "large-graphs",
        /// Defective territories
        Defects = "defects",
        /// Small zugzwangs
        Zugzwangs = "zugzwangs",
        /// Famous values on strips
        Values = "values",
    }
}

/// Points of the largest graphs of the first chapter, and of those with a chapter of their own.
const SMALL_GRAPH: usize = 5;
const LARGE_GRAPH: usize = 6;
/// Squares of the largest territories that are searched for.
const LARGEST_TERRITORY: usize = 8;
/// Memory for the values of a chapter.
const MEMORY: usize = 512 << 20;
/// Characters of a value.
const LONGEST: usize = 2000;

/// A chapter of the gallery.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GalleryReport {
    groups: Vec<Group>,
}

/// Boards that belong together.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Group {
    /// Its name, like `smallest`.
    name: String,
    /// The figure of the paper that it repeats.
    figure: Option<&'static str>,
    exhibits: Vec<Exhibit>,
}

/// A board with its facts.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Exhibit {
    board: String,
    /// Squares that are not burnt.
    squares: u32,
    /// The line segment graph of these squares, without amazons.
    graph: String,
    /// Its lines, as squares.
    lines: Vec<Vec<String>>,
    /// Number of boards with the same graph and amazons.
    boards: Option<u64>,
    /// Moves of a territory.
    moves: Option<usize>,
    /// Empty squares that a territory leaves.
    defects: Option<usize>,
    /// Facts about the value, if there is an amazon.
    #[serde(flatten)]
    value: Option<ValueFacts>,
    zugzwang: Option<ZugzwangFacts>,
}

/// A zugzwang.
#[derive(Debug, Serialize, JsonSchema)]
struct ZugzwangFacts {
    /// Undominated options of Black and of White.
    left: Vec<String>,
    right: Vec<String>,
    /// Scores with Black and with White to begin.
    black_first: String,
    white_first: String,
    /// Moves that moving first costs.
    cost: String,
}

/// Makes a chapter.
pub fn gallery(chapter: Chapter, stop: &Arc<AtomicBool>) -> anyhow::Result<GalleryReport> {
    let store = Store::with_limits(Limits { bytes: MEMORY, stop: Arc::clone(stop) });
    let mut maker = Maker { walk: Walk { threads: 1, stop, progress: &|| () }, values: AreaValues::new(&store) };
    let groups = match chapter {
        Chapter::Graphs => (1..=SMALL_GRAPH).map(|size| maker.graphs(size)).collect(),
        Chapter::LargeGraphs => maker.graphs(LARGE_GRAPH).map(|group| vec![group]),
        Chapter::Defects => maker.defects(),
        Chapter::Zugzwangs => maker.zugzwangs(),
        Chapter::Values => maker.known(&known::VALUES),
    };
    let groups = groups.map_err(|why: Error| match why {
        Error::Interrupted(why) => interrupted(why, "the chapter is not finished"),
        Error::Board(why) => why,
    });
    Ok(GalleryReport { groups: groups? })
}

/// Why a chapter cannot be made.
enum Error {
    Interrupted(Interrupted),
    Board(anyhow::Error),
}

impl From<Interrupted> for Error {
    fn from(why: Interrupted) -> Error {
        Error::Interrupted(why)
    }
}

impl From<anyhow::Error> for Error {
    fn from(why: anyhow::Error) -> Error {
        Error::Board(why)
    }
}

/// A board, and the number of boards with the same graph.
type Shown = (Position<u64>, Option<u64>);

struct Maker<'a> {
    walk: Walk<'a>,
    values: AreaValues<'a>,
}

impl Maker<'_> {
    fn graphs(&mut self, size: usize) -> Result<Group, Error> {
        let exhibits = region_graphs(size, self.walk)?.iter().map(|&graph| Exhibit::of_graph(graph)).collect();
        let figure = (size <= 4).then_some("Fig. 7");
        Ok(Group { name: format!("size-{size}"), figure, exhibits })
    }

    /// Figs. 8 to 10, 13 and 14 of Müller & Tegos.
    fn defects(&mut self) -> Result<Vec<Group>, Error> {
        let walk = self.walk;
        let counted = |amazons: usize, largest: usize| {
            let mut defects = Defects::new(amazons);
            (0..largest).try_for_each(|_| defects.next_row(walk).map(|_| ()))?;
            Ok::<Defects, Interrupted>(defects)
        };
        let (one, two, three) = (counted(1, LARGEST_TERRITORY)?, counted(2, 7)?, counted(3, 5)?);
        let mut groups = Vec::new();
        let mut add = |this: &mut Self, name: &str, figure: &'static str, boards: Vec<Shown>| {
            let exhibits = boards.iter().map(|(position, boards)| this.exhibit(position, *boards));
            let exhibits = exhibits.collect::<Result<_, Error>>()?;
            groups.push(Group { name: name.into(), figure: Some(figure), exhibits });
            Ok::<(), Error>(())
        };
        let every = |defects: &Defects, size: usize, missing: usize| {
            let all = defects.list(size, missing, walk)?.concat();
            Ok::<Vec<Shown>, Interrupted>(all.into_iter().map(|position| (position, None)).collect())
        };
        let by_graph = |defects: &Defects, size: usize, missing: usize| {
            let all = defects.list(size, missing, walk)?;
            let first = |boards: &Vec<Position<u64>>| (boards[0], Some(boards.len() as u64));
            Ok::<Vec<Shown>, Interrupted>(all.iter().map(first).collect())
        };
        add(self, "smallest", "Fig. 8", [every(&one, 3, 1)?, every(&one, 4, 2)?].concat())?;
        add(self, "arms", "Fig. 9", listed(&known::ARMS)?)?;
        let several = [by_graph(&two, 4, 1)?, by_graph(&two, 7, 3)?, by_graph(&three, 5, 1)?];
        add(self, "several", "Fig. 10", several.concat())?;
        add(self, "equal", "Fig. 13", every(&one, 8, 3)?)?;
        let mut highly = Vec::new();
        for (size, missing) in [(3, 1), (4, 1), (5, 1), (4, 2), (6, 2), (7, 3), (8, 3)] {
            highly.extend(by_graph(&one, size, missing)?);
        }
        add(self, "highly", "Fig. 14", highly)?;
        Ok(groups)
    }

    /// Figs. 18 and 19 of Müller & Tegos: all zugzwangs of five and six squares, and some of seven.
    fn zugzwangs(&mut self) -> Result<Vec<Group>, Error> {
        let (mut five, mut costly, mut six, mut seven) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for size in [5, 6] {
            let found = Zugzwangs::find(size, self.values.store(), self.walk)?.found;
            for zugzwang in found.iter().filter(|zugzwang| zugzwang.exact.is_zugzwang()) {
                let exhibit = self.zugzwang(zugzwang, Some(zugzwang.boards))?;
                match size {
                    5 => five.push(exhibit),
                    _ if zugzwang.loss() >= otrera_cgt::Dyadic::integer(2) => costly.push(exhibit),
                    _ => six.push(exhibit),
                }
            }
        }
        for (position, _) in listed(&known::ZUGZWANGS)? {
            let found = Zugzwang::of(&position, self.values.store())?;
            seven.push(self.zugzwang(&found.context("a listed zugzwang is none")?, None)?);
        }
        let group = |name: &str, figure, exhibits| Group { name: name.into(), figure, exhibits };
        Ok(vec![
            group("costly", Some("Figs. 18 and 19"), costly),
            group("five", None, five),
            group("six", None, six),
            group("seven", Some("Fig. 19"), seven),
        ])
    }

    fn zugzwang(&mut self, zugzwang: &Zugzwang, boards: Option<u64>) -> Result<Exhibit, Error> {
        let store = self.values.store();
        let [left, right] = zugzwang.options.each_ref().map(|options| {
            let mut texts: Vec<String> =
                options.iter().map(|&option| store.display_limited(option, LONGEST).to_string()).collect();
            texts.sort_unstable();
            texts
        });
        let facts = ZugzwangFacts {
            left,
            right,
            black_first: zugzwang.exact.black_first.to_string(),
            white_first: zugzwang.exact.white_first.to_string(),
            cost: zugzwang.loss().to_string(),
        };
        Ok(Exhibit { zugzwang: Some(facts), ..self.exhibit(&zugzwang.position, boards)? })
    }

    fn known(&mut self, groups: &[(&str, &[&str])]) -> Result<Vec<Group>, Error> {
        let group = |(name, boards): &(&str, &[&str])| {
            let exhibits = listed(boards)?.into_iter().map(|(position, _)| self.exhibit(&position, None));
            Ok(Group { name: (*name).into(), figure: None, exhibits: exhibits.collect::<Result<_, Error>>()? })
        };
        groups.iter().map(group).collect()
    }

    /// A board with amazons.
    fn exhibit(&mut self, position: &Position<u64>, boards: Option<u64>) -> Result<Exhibit, Error> {
        let value = self.values.value(position)?;
        let area = Area::whole(position);
        let owner = Side::BOTH.into_iter().find(|&side| area.amazons(!side).is_none());
        let moves = match owner {
            Some(owner) => Some(moves_alone(&area, owner, &|_| Ok(()))? as usize),
            None => None,
        };
        Ok(Exhibit {
            boards,
            moves,
            defects: moves.map(|moves| area.empty().count() as usize - moves),
            value: Some(ValueFacts::new(self.values.store(), value, LONGEST)?),
            ..Exhibit::bare(position)
        })
    }
}

/// The listed boards.
fn listed(boards: &[&str]) -> Result<Vec<Shown>, Error> {
    let position = |board: &&str| {
        let position: Position = board.parse::<Setup>()?.position_to_move(Side::White)?;
        Ok((position.resized().context("a listed board is larger than 64 squares")?, None))
    };
    boards.iter().map(|board| position(board).map_err(Error::Board)).collect()
}

impl Exhibit {
    /// The facts that need no search.
    fn bare(position: &Position<u64>) -> Exhibit {
        let (grid, squares) = (position.grid(), position.unburnt());
        let graph = LineGraph::of_squares(grid, squares);
        let names: Vec<String> = position.squares(squares).map(|square| square.to_string()).collect();
        let line = |line: &[u16]| line.iter().map(|&point| names[usize::from(point)].clone()).collect();
        Exhibit {
            board: without_side(position.setup()),
            squares: squares.count(),
            graph: GraphName::new(&Canonizer::default().label(&graph, &[]).code).to_string(),
            lines: graph.lines().map(line).collect(),
            boards: None,
            moves: None,
            defects: None,
            value: None,
            zugzwang: None,
        }
    }

    fn of_graph(graph: RegionGraph) -> Exhibit {
        Exhibit { boards: Some(graph.regions), ..Exhibit::bare(&graph.region.position(&[], &[])) }
    }

    /// Its drawings: a graph, or a board and its thermograph.
    fn drawings(&self) -> anyhow::Result<Vec<String>> {
        let Some(value) = &self.value else {
            let graph = Lsg { place: self.board.as_str().into(), bare: true };
            return Ok(vec![graph.answer()?.svg()?]);
        };
        let words = match (self.defects, &self.zugzwang) {
            (Some(defects), _) => format!("defects: {defects}"),
            (_, Some(zugzwang)) => {
                format!("Black first {}, White first {}", zugzwang.black_first, zugzwang.white_first)
            }
            _ => value.title.clone(),
        };
        board_and_value(&self.board, &words, &value.title, &value.graph)
    }
}

/// The pictures of all graphs of some regions, on one page.
pub(crate) fn graphs_picture(size: usize, walk: Walk<'_>) -> anyhow::Result<Option<String>> {
    let graphs = match region_graphs(size, walk) {
        Ok(graphs) => graphs,
        Err(why) => return Err(interrupted(why, &format!("the graphs of size {size} are not drawn"))),
    };
    if graphs.len() > MOST_ON_A_PAGE {
        return Ok(None);
    }
    let cells = graphs.into_iter().map(|graph| Exhibit::of_graph(graph).drawings());
    Ok(Some(sheet(&format!("Line segment graphs with {size} points"), &cells.collect::<anyhow::Result<Vec<_>>>()?)))
}

/// Drawings that a page has at most.
pub(crate) const MOST_ON_A_PAGE: usize = 200;

impl GalleryReport {
    /// A picture of each group, with its name.
    pub fn pictures(&self) -> anyhow::Result<Vec<(String, String)>> {
        self.groups.iter().map(|group| Ok((group.name.clone(), group.picture()?))).collect()
    }
}

impl Group {
    fn picture(&self) -> anyhow::Result<String> {
        let cells = self.exhibits.iter().map(Exhibit::drawings).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(sheet(&self.name, &cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(chapter: Chapter) -> GalleryReport {
        gallery(chapter, &Arc::new(AtomicBool::new(false))).unwrap()
    }

    fn group<'r>(report: &'r GalleryReport, name: &str) -> &'r [Exhibit] {
        &report.groups.iter().find(|group| group.name == name).unwrap().exhibits
    }

    fn values(exhibits: &[Exhibit]) -> Vec<&str> {
        exhibits.iter().map(|exhibit| exhibit.value.as_ref().unwrap().value.as_str()).collect()
    }

    #[test]
    fn graphs_are_those_of_table_1() {
        let report = chapter(Chapter::Graphs);
        let counts = report.groups.iter().map(|group| group.exhibits.len());
        assert_eq!(counts.collect::<Vec<_>>(), [1, 1, 3, 11, 42]);
        let boards = |group: &Group| group.exhibits.iter().filter_map(|exhibit| exhibit.boards).sum::<u64>();
        assert_eq!(report.groups.iter().map(boards).collect::<Vec<_>>(), [1, 2, 5, 22, 94]);
        let names = report.groups.iter().flat_map(|group| &group.exhibits).map(|exhibit| &exhibit.graph);
        assert_eq!(names.collect::<std::collections::HashSet<_>>().len(), 58, "no graph is there twice");
    }

    #[test]
    fn territories_have_the_defects_that_the_figures_show() {
        let report = chapter(Chapter::Defects);
        let defects = |name| group(&report, name).iter().map(|exhibit| exhibit.defects.unwrap()).collect::<Vec<_>>();
        assert_eq!(defects("smallest"), [1, 1, 2]);
        assert_eq!(defects("arms"), [1, 2, 3]);
        assert_eq!(defects("equal"), [3; 12]);
        let names: std::collections::HashSet<_> = group(&report, "equal").iter().map(|one| &one.graph).collect();
        assert_eq!(names.len(), 1, "one graph");
        // Table 2: graphs of size 3, 4 and 5 with one defect, of 4 and 6 with two, of 7 and 8 with three.
        assert_eq!(group(&report, "highly").len(), 1 + 1 + 6 + 1 + 3 + 1 + 1);
    }

    #[test]
    fn zugzwangs_cost_what_is_said() {
        let report = chapter(Chapter::Zugzwangs);
        let costs = |name| {
            let cost = |exhibit: &Exhibit| exhibit.zugzwang.as_ref().unwrap().cost.clone();
            group(&report, name).iter().map(cost).collect::<Vec<_>>()
        };
        assert_eq!(costs("five").len(), 2);
        assert_eq!(costs("costly").len(), 4);
        assert_eq!(costs("six").len(), 26);
        assert_eq!(costs("seven"), ["2", "2", "2", "2", "2", "4", "3", "1"]);
        assert!(group(&report, "costly").iter().any(|exhibit| exhibit.board == "#.b#/w##./#..#"), "the hexagon");
    }

    #[test]
    fn famous_values_are_those_of_the_strips() {
        // docs/notes/strips.md; the sign is that of Black.
        let report = chapter(Chapter::Values);
        assert_eq!(values(group(&report, "numbers")), ["-1/2", "1/4", "7/8", "-1/16", "-1/32", "63/64"]);
        let small = ["*", "*2", "^", "^2", "^3", "v4*", "Miny(1)", "-1Miny(2)"];
        assert_eq!(values(group(&report, "infinitesimals")), small);
        assert!(values(group(&report, "largest")).iter().all(|value| value.len() > 50));
    }

    #[test]
    fn every_group_is_drawn() {
        for chapter_name in [Chapter::Graphs, Chapter::Values] {
            let report = chapter(chapter_name);
            for ((name, picture), group) in report.pictures().unwrap().iter().zip(&report.groups) {
                let document = roxmltree::Document::parse(picture).unwrap();
                let inner = document.root_element().children().filter(|node| node.has_tag_name("svg")).count();
                let each = if chapter_name == Chapter::Values { 2 } else { 1 };
                assert_eq!((name, inner), (&group.name, each * group.exhibits.len()));
            }
        }
    }
}
