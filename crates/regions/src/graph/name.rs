//! Printed names of graphs: `4:02.123` has four points, three of them on a line, and the fourth beside the middle one.

use std::fmt;

use super::LineGraph;

/// Letters for point numbers.
const SIGNS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The name of a graph in canonical form: equal exactly for isomorphic graphs.
///
/// The name has the number of points, then the amazons (`b0` a black amazon on point 0, `w` a white one, `B` and `W`
/// blockers), then the lines. A point is one letter, or two in graphs of more than 62 points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GraphName(Vec<u8>);

impl GraphName {
    /// The name of the graph with this canonical [code](super::Labelling::code). Contents are indices of
    /// [`CONTENT`](Self::CONTENT).
    pub fn new(code: &[u8]) -> GraphName {
        GraphName(code.to_vec())
    }

    /// Prefixes by content: empty, black or white amazon, black or white blocker.
    pub const CONTENT: [&'static str; 5] = ["", "b", "w", "B", "W"];

    /// The letters of canonical number `point` in the name of a graph of `points` points.
    pub fn sign(point: usize, points: usize) -> String {
        let (high, low) = (point / SIGNS.len(), point % SIGNS.len());
        let high = (points > SIGNS.len()).then_some(SIGNS[high]);
        high.into_iter().chain([SIGNS[low]]).map(char::from).collect()
    }
}

impl fmt::Display for GraphName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (graph, content) = LineGraph::of_code(&self.0);
        let sign = |point: usize| GraphName::sign(point, graph.len());
        write!(f, "{}:", graph.len())?;
        for (point, &kind) in content.iter().enumerate().filter(|&(_, &kind)| kind != 0) {
            f.write_str(GraphName::CONTENT[usize::from(kind)])?;
            f.write_str(&sign(point))?;
        }
        if content.iter().any(|&kind| kind != 0) {
            f.write_str(":")?;
        }
        for (number, line) in graph.lines().enumerate() {
            if number > 0 {
                f.write_str(".")?;
            }
            line.iter().try_for_each(|&point| f.write_str(&sign(point.into())))?;
        }
        Ok(())
    }
}
