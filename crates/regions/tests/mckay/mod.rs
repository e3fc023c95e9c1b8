//! McKay's mapping of line segment graphs to ordinary coloured graphs (Müller & Tegos 2002, section 3.2), for the crate
//! canonical-form.

use canonical_form::Canonize;
use otrera_regions::graph::LineGraph;

/// The colour of line vertices; points have their content as colour.
const LINE: u8 = u8::MAX;

/// A coloured graph: neighbours on a line are joined, and each line of three points or more is a vertex joined to all
/// its points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Coloured {
    colours: Vec<u8>,
    neighbours: Vec<Vec<usize>>,
}

impl Coloured {
    /// Maps a line segment graph; an empty `content` means that all points are empty.
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
