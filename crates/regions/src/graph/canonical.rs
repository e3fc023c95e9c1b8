//! Canonical labelling of a line segment graph: a numbering of its points that makes isomorphic graphs equal.
//!
//! Points have colours, 64-bit hashes of what can be seen from them, refined round by round: the new colour of a point
//! is made of its old one and of the sequences of colours along its lines. Only the structure enters, so isomorphic
//! graphs get the same colours, and a hash collision only makes colours coarser. Most small graphs have all points
//! apart after three rounds: the order of the colours is the labelling, without a search. Otherwise the search takes a
//! smallest class of equal points and individualizes each of them in turn; the least of all codes found is the
//! canonical one. Two ways to the same code give an automorphism, and of points known to be images of each other only
//! one is tried. The method is McKay's ("Practical graph isomorphism", 1981). For example, on a row of three squares,
//!
//! ```text
//!   . . .      the middle point sees two others, so it has its own colour; the end points look alike.
//!              Individualizing either gives the code 3:021, so reversing the line is an automorphism.
//! ```
//!
//! `cargo bench -p otrera-regions --bench graphs` compares the speed with the crate canonical-form.

use super::LineGraph;

/// Maximum number of points: the squares of the largest board.
pub const MAX_POINTS: usize = 128;
/// Up to this many points, a line fits into one word: four bits for each point and one more.
const SMALL: usize = 15;
/// Marks the last point of a line in a code.
const LAST: u8 = 0x80;

/// A canonical labelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labelling {
    /// The canonical number of each point.
    pub labels: Vec<u8>,
    /// The canonical form, equal for two graphs exactly if they are isomorphic, contents included.
    pub code: Vec<u8>,
    /// For each canonical number the least of its images under the automorphisms.
    pub orbits: Vec<u8>,
    /// Generators of the automorphism group, as images of the canonical numbers.
    pub generators: Vec<Vec<u8>>,
    /// The canonical numbers of the individualized points, in that order. Only the identity fixes all of them.
    pub base: Vec<u8>,
}

impl Labelling {
    /// The factors of the number of automorphisms: for each point of the base, the number of its images under the
    /// automorphisms that fix the points before it. The generators that do so generate all that do, because the search
    /// visits all images below the same points before it goes back.
    pub fn automorphisms(&self) -> Vec<usize> {
        let images = |(place, &point): (usize, &u8)| {
            let fixed = &self.base[..place];
            let fixing = |images: &&Vec<u8>| fixed.iter().all(|&before| images[usize::from(before)] == before);
            let orbits = orbits(self.labels.len(), self.generators.iter().filter(fixing));
            orbits.iter().filter(|&&least| least == orbits[usize::from(point)]).count()
        };
        self.base.iter().enumerate().map(images).collect()
    }
}

/// Makes labellings, reusing its allocations.
#[derive(Debug, Default)]
pub struct Canonizer {
    levels: Vec<Level>,
    scratch: Scratch,
    best: Labelling,
    /// Hash of the colours at each level of the best form.
    best_trace: Vec<u64>,
    /// The points individualized on the way to the best form.
    best_path: Vec<u8>,
    /// Images of the points.
    automorphisms: Vec<Vec<u8>>,
    current: Labelling,
}

#[derive(Debug, Default)]
struct Level {
    colours: Vec<u64>,
    chosen: u8,
}

#[derive(Debug, Default)]
struct Scratch {
    next: Vec<u64>,
    /// For each point its contribution to the colour of the other point of a pair.
    beside: Vec<u64>,
    sorted: Vec<u64>,
    ahead: Vec<u64>,
    keys: Vec<u64>,
    lines: Vec<Vec<u8>>,
    by_label: Vec<u8>,
}

/// Digits of pi; any odd constants would do.
const MIX: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345];

#[inline(always)]
fn mix(x: u64) -> u64 {
    let product = u128::from(x ^ MIX[0]) * u128::from(MIX[1]);
    (product >> 64) as u64 ^ product as u64
}

impl Canonizer {
    /// Returns the canonical labelling of a graph. `content` has a small number for each point, such as the amazon on
    /// it; it may be empty if no point has any.
    ///
    /// # Panics
    /// If there are more than [`MAX_POINTS`] points.
    pub fn label(&mut self, graph: &LineGraph, content: &[u8]) -> &Labelling {
        assert!(graph.len() <= MAX_POINTS, "a graph of {} points is larger than any board", graph.len());
        debug_assert!(content.is_empty() || content.len() == graph.len());
        self.automorphisms.clear();
        self.best_trace.clear();
        self.best.code.clear();
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let first = &mut self.levels[0].colours;
        first.clear();
        match content.is_empty() {
            true => first.resize(graph.len(), 0),
            false => first.extend(content.iter().map(|&c| u64::from(c))),
        }
        self.search(graph, content, 0);
        self.finish();
        &self.best
    }

    /// Searches the forms below `level` and returns the level to go back to. The path to here has the same trace as the
    /// path to the best form so far.
    fn search(&mut self, graph: &LineGraph, content: &[u8], level: usize) -> usize {
        let classes = refine(graph, &mut self.levels[level].colours, &mut self.scratch);
        // The path with the lesser hash wins, so most are given up early.
        let trace = self.scratch.sorted.iter().fold(0, |hash, &colour| mix(hash ^ colour));
        match self.best_trace.get(level) {
            Some(&best) if trace > best => return level,
            Some(&best) if trace == best => {}
            _ => {
                self.best_trace.truncate(level);
                self.best_trace.push(trace);
                self.best.code.clear();
            }
        }
        if classes == graph.len() {
            return self.leaf(graph, content, level);
        }
        let class = smallest_class(&self.scratch.sorted);
        let members: Vec<u8> =
            (0..graph.len() as u8).filter(|&p| self.levels[level].colours[usize::from(p)] == class).collect();
        if self.levels.len() == level + 1 {
            self.levels.push(Level::default());
        }
        for (tried, &point) in members.iter().enumerate() {
            if self.is_image(level, point, &members[..tried]) {
                continue;
            }
            let (above, below) = self.levels.split_at_mut(level + 1);
            let (here, next) = (&mut above[level], &mut below[0].colours);
            here.chosen = point;
            next.clone_from(&here.colours);
            next[usize::from(point)] = mix(!class);
            let back = self.search(graph, content, level + 1);
            if back < level {
                return back;
            }
        }
        level
    }

    /// Returns whether automorphisms that fix all points individualized above map the point to one that was tried.
    fn is_image(&self, level: usize, point: u8, tried: &[u8]) -> bool {
        if self.automorphisms.is_empty() || tried.is_empty() {
            return false;
        }
        let fixed = &self.levels[..level];
        let fixing = |images: &&Vec<u8>| fixed.iter().all(|l| images[usize::from(l.chosen)] == l.chosen);
        let orbits = orbits(self.levels[0].colours.len(), self.automorphisms.iter().filter(fixing));
        tried.iter().any(|&other| orbits[usize::from(other)] == orbits[usize::from(point)])
    }

    /// Handles a leaf, where all points are apart. Keeps the form if it is the best, and the automorphism if it is the
    /// best one again: below the level where the two paths part, it maps everything to nodes already searched, so the
    /// search continues at that level.
    fn leaf(&mut self, graph: &LineGraph, content: &[u8], level: usize) -> usize {
        let colours = &self.levels[level].colours;
        let labels = &mut self.current.labels;
        labels.clear();
        labels.extend(colours.iter().map(|colour| {
            let rank = self.scratch.sorted.binary_search(colour);
            rank.expect("the same colours were sorted") as u8
        }));
        encode(graph, content, &mut self.current, &mut self.scratch);
        if self.best.code.is_empty() || self.current.code < self.best.code {
            std::mem::swap(&mut self.best, &mut self.current);
            self.best_path.clear();
            self.best_path.extend(self.levels[..level].iter().map(|l| l.chosen));
        } else if self.current.code == self.best.code {
            let by_label = &mut self.scratch.by_label;
            by_label.resize(graph.len(), 0);
            for (point, &label) in self.best.labels.iter().enumerate() {
                by_label[usize::from(label)] = point as u8;
            }
            let images = self.current.labels.iter().map(|&label| by_label[usize::from(label)]).collect();
            self.automorphisms.push(images);
            let same = self.levels.iter().zip(&self.best_path).take_while(|(here, best)| here.chosen == **best);
            return same.count();
        }
        level
    }

    /// Converts the automorphisms to canonical numbers.
    fn finish(&mut self) {
        let best = &mut self.best;
        let count = best.labels.len();
        best.generators.clear();
        for images in &self.automorphisms {
            let mut generator = vec![0; count];
            for (point, &image) in images.iter().enumerate() {
                generator[usize::from(best.labels[point])] = best.labels[usize::from(image)];
            }
            best.generators.push(generator);
        }
        best.orbits.clear();
        match best.generators.is_empty() {
            true => best.orbits.extend(0..count as u8),
            false => best.orbits.extend(orbits(count, best.generators.iter())),
        }
        best.base.clear();
        best.base.extend(self.best_path.iter().map(|&point| best.labels[usize::from(point)]));
    }
}

/// For each point the least of its images under the group that the permutations generate.
fn orbits<'a>(count: usize, permutations: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let mut least: Vec<u8> = (0..count as u8).collect();
    fn root(least: &[u8], mut point: u8) -> u8 {
        while least[usize::from(point)] != point {
            point = least[usize::from(point)];
        }
        point
    }
    for images in permutations {
        for (point, &image) in images.iter().enumerate() {
            let (a, b) = (root(&least, point as u8), root(&least, image));
            least[usize::from(a.max(b))] = a.min(b);
        }
    }
    (0..count as u8).map(|point| root(&least, point)).collect()
}

/// Refines colours until no class splits, and returns the number of classes. Leaves the colours sorted in
/// `scratch.sorted`.
fn refine(graph: &LineGraph, colours: &mut Vec<u64>, scratch: &mut Scratch) -> usize {
    let count = graph.len();
    let mut classes = 0;
    loop {
        let next = &mut scratch.next;
        next.clear();
        next.extend(colours.iter().map(|&colour| mix(colour)));
        // Most lines are pairs, and a point contributes the same to all its pairs.
        let beside = &mut scratch.beside;
        beside.clear();
        beside.extend(next.iter().map(|&seen| mix(both_ways(seen, 0))));
        for line in graph.lines() {
            if let &[a, b] = line {
                let (a, b) = (usize::from(a), usize::from(b));
                next[a] = next[a].wrapping_add(beside[b]);
                next[b] = next[b].wrapping_add(beside[a]);
                continue;
            }
            let ahead = &mut scratch.ahead;
            ahead.clear();
            let mut hash = 0;
            for &point in line {
                ahead.push(hash);
                hash = mix(hash ^ colours[usize::from(point)]);
            }
            hash = 0;
            for (&point, &before) in line.iter().zip(ahead.iter()).rev() {
                next[usize::from(point)] = next[usize::from(point)].wrapping_add(mix(both_ways(before, hash)));
                hash = mix(hash ^ colours[usize::from(point)]);
            }
        }
        std::mem::swap(colours, next);
        let sorted = &mut scratch.sorted;
        sorted.clone_from(colours);
        sorted.sort_unstable();
        let now = sorted.chunk_by(|a, b| a == b).count();
        if now == count || now <= classes {
            return now;
        }
        classes = now;
    }
}

/// Combines the hashes of both directions along a line. The order of the two must not matter.
#[inline(always)]
fn both_ways(before: u64, after: u64) -> u64 {
    mix(before.wrapping_add(after)) ^ (before ^ after)
}

/// The first of the smallest classes that has more than one point.
fn smallest_class(sorted: &[u64]) -> u64 {
    let classes = sorted.chunk_by(|a, b| a == b).filter(|class| class.len() > 1);
    classes.min_by_key(|class| class.len()).expect("not all points are apart")[0]
}

/// Encodes the graph with its points under their labels.
fn encode(graph: &LineGraph, content: &[u8], into: &mut Labelling, scratch: &mut Scratch) {
    let Labelling { labels, code, .. } = into;
    let count = graph.len();
    code.clear();
    let has_content = content.iter().any(|&c| c != 0);
    code.extend([count as u8, u8::from(has_content)]);
    if has_content {
        let start = code.len();
        code.resize(start + count, 0);
        for (&label, &c) in labels.iter().zip(content) {
            code[start + usize::from(label)] = c;
        }
    }
    let label = |point: &u16| labels[usize::from(*point)];
    if count <= SMALL {
        let keys = &mut scratch.keys;
        keys.clear();
        keys.extend(graph.lines().map(|line| {
            let fore = line.iter().fold(1, |key, point| key << 4 | u64::from(label(point)));
            let back = line.iter().rev().fold(1, |key, point| key << 4 | u64::from(label(point)));
            fore.min(back)
        }));
        keys.sort_unstable();
        for &key in keys.iter() {
            let length = (u64::BITS - 1 - key.leading_zeros()) / 4;
            code.extend((0..length).rev().map(|place| (key >> (4 * place) & 15) as u8));
            *code.last_mut().expect("a line has points") |= LAST;
        }
    } else {
        let lines = &mut scratch.lines;
        lines.clear();
        lines.extend(graph.lines().map(|line| {
            let fore: Vec<u8> = line.iter().map(label).collect();
            let back: Vec<u8> = line.iter().rev().map(label).collect();
            fore.min(back)
        }));
        lines.sort_unstable();
        for line in lines.iter() {
            code.extend(line);
            *code.last_mut().expect("a line has points") |= LAST;
        }
    }
}

impl LineGraph {
    /// True if [`of_code`](Self::of_code) accepts `code` as a graph of `points` points without content.
    pub fn is_plain_code(code: &[u8], points: usize) -> bool {
        let Some((head, lines)) = code.split_first_chunk::<2>() else { return false };
        *head == [points as u8, 0]
            && lines.iter().all(|byte| usize::from(byte & !LAST) < points)
            && lines.last().is_none_or(|byte| byte & LAST != 0)
    }

    /// Decodes a canonical code: the graph, and the content of its points (empty if all points are).
    ///
    /// # Panics
    /// If `code` has fewer than two bytes or is cut short in the contents.
    pub fn of_code(code: &[u8]) -> (LineGraph, &[u8]) {
        let (count, has_content) = (usize::from(code[0]), code[1] != 0);
        let (content, lines) = code[2..].split_at(if has_content { count } else { 0 });
        let mut graph = LineGraph { points: count, ..LineGraph::default() };
        for line in lines.split_inclusive(|byte| byte & LAST != 0) {
            graph.push_line(line.iter().map(|&byte| u16::from(byte & !LAST)));
        }
        (graph, content)
    }
}
