//! McKay's mapping of line segment graphs to ordinary coloured graphs (Müller & Tegos 2002, section 3.2), for the crate
//! canonical-form.

use canonical_form::Canonize;
use otrera_regions::graph::LineGraph;

/// The colour of lines; points have the number of what stands on them.
const LINE: u8 = u8::MAX;

/// A coloured graph: points are joined to the points next to them on some line, and lines of three points or more are
/// vertices too, joined to all their points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Coloured {
    colours: Vec<u8>,
    neighbours: Vec<Vec<usize>>,
}

impl Coloured {
    /// The graph of points with `content` on them; empty: nothing anywhere.
    pub(crate) fn new(graph: &LineGraph, content: &[u8]) -> Coloured {
        let mut colours = content.to_vec();
        colours.resize(graph.len(), 0);
        let mut neighbours = vec![Vec::new(); graph.len()];
        let join = |neighbours: &mut Vec<Vec<usize>>, a: usize, b: usize| {
            neighbours[a].push(b);
            neighbours[b].push(a);
        };
        for line in graph.lines() {
            for pair in line.windows(2) {
                join(&mut neighbours, pair[0].into(), pair[1].into());
            }
            if line.len() > 2 {
                let vertex = neighbours.len();
                colours.push(LINE);
                neighbours.push(Vec::new());
                line.iter().for_each(|&point| join(&mut neighbours, point.into(), vertex));
            }
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Coloured { colours, neighbours }
    }
}

impl Canonize for Coloured {
    fn size(&self) -> usize {
        self.colours.len()
    }

    fn apply_morphism(&self, images: &[usize]) -> Coloured {
        let mut image = self.clone();
        for (vertex, &to) in images.iter().enumerate() {
            image.colours[to] = self.colours[vertex];
            image.neighbours[to] = self.neighbours[vertex].iter().map(|&other| images[other]).collect();
            image.neighbours[to].sort_unstable();
        }
        image
    }

    fn invariant_color(&self, vertex: usize) -> u64 {
        self.colours[vertex].into()
    }

    fn invariant_neighborhood(&self, vertex: usize) -> impl Iterator<Item = (usize, u64)> {
        self.neighbours[vertex].iter().map(|&other| (other, 0))
    }
}
