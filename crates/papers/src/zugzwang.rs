//! Zugzwang: regions in which moving first is worse than letting the opponent move first (Müller & Tegos 2002, section
//! 5).
//!
//! Such a region is a number, so its canonical form does not show it; the options have to be examined. The *score* of a
//! line of play is the number of moves that Black makes and has left, minus White's. By exact values, players take
//! turns until the position is a number, which counts as the moves left; no side has to continue where it would cost
//! something. Moving first is worse if the score is less with Black to begin than with White to begin. Territories are
//! not in zugzwang by this count, since a move made in one's own territory is worth as much as one left.
//!
//! The paper found its examples by two minimax searches, in which players take turns until one of them cannot move and
//! the other makes the remaining moves, and asks (7.2) whether zugzwangs further on can distort them. They do, so both
//! scores are computed here, and positions that are a zugzwang by either are kept.

use otrera_board::{Position, Side};
use otrera_cgt::{Dyadic, Interrupted, Store, Value};
use otrera_regions::region::{Region, Walk};
use otrera_regions::{AreaValues, Labeller, in_parallel};
use rustc_hash::FxHashMap;

use crate::children;

/// Scores of a position for each side to begin, positive for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores<T> {
    /// Black begins.
    pub black_first: T,
    /// White begins.
    pub white_first: T,
}

impl<T: PartialOrd> Scores<T> {
    /// Returns whether moving first is worse.
    pub fn is_zugzwang(&self) -> bool {
        self.black_first < self.white_first
    }
}

/// The kind of position that best play leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BestPlay {
    /// The best move of each side leads to an integer: a simple zugzwang a|b.
    Whole,
    /// The best move of each side leads to a number, at least one of them a fraction.
    Fraction,
    /// A best move leads to a hot position, or to a number plus an infinitesimal.
    Hot,
}

/// A zugzwang by exact values or by minimax, for all regions with the same graph.
#[derive(Clone, Debug)]
pub struct Zugzwang {
    /// One of its boards.
    pub position: Position<u64>,
    /// Number of its boards, up to symmetry and exchange of colours.
    pub boards: u64,
    /// Its value.
    pub value: Value,
    /// The undominated options of Black and of White.
    pub options: [Vec<Value>; 2],
    /// Scores by exact values.
    pub exact: Scores<Dyadic>,
    /// Scores by taking turns to the end.
    pub minimax: Scores<i32>,
    /// The kind of position that best play leads to.
    pub best: BestPlay,
}

impl Zugzwang {
    /// The zugzwang on a position of at most 64 squares; `None` if it is none by either of the two scores. Both sides
    /// must have a move.
    pub fn of(position: &Position<u64>, store: &Store) -> Result<Option<Zugzwang>, Interrupted> {
        let mut values = AreaValues::new(store);
        let mut play = Play { values: &mut values, minimax: FxHashMap::default(), exact: FxHashMap::default() };
        Ok(play.zugzwang(position)?.map(|found| Zugzwang { boards: 1, ..found }))
    }

    /// The cost of moving first by exact values; 0 or less if it is a zugzwang by minimax only.
    pub fn loss(&self) -> Dyadic {
        self.exact.white_first.checked_sub(self.exact.black_first).expect("scores of small regions are small")
    }

    /// Returns whether exact values and minimax disagree on the zugzwang.
    pub fn misleads(&self) -> bool {
        self.exact.is_zugzwang() != self.minimax.is_zugzwang()
    }
}

/// All zugzwangs of a size.
#[derive(Debug)]
pub struct Zugzwangs {
    /// Positions in which both sides can move, as graphs, up to isomorphism and exchange of colours.
    pub positions: u64,
    /// The same as boards, up to symmetry and exchange of colours.
    pub boards: u64,
    /// The zugzwangs, in the order of their graphs.
    pub found: Vec<Zugzwang>,
}

struct Class {
    region: Region,
    /// The point of the graph for each square of the region.
    labels: Vec<u8>,
    /// For each state the least of its images.
    leads: Vec<u32>,
}

struct Solved {
    /// For each state: true if it is the least of its images and both sides can move.
    is_mutual: Vec<bool>,
    zugzwangs: Vec<(usize, Zugzwang)>,
}

/// Digits of a state: empty, black, white.
const BASE: usize = 3;

impl Zugzwangs {
    /// Finds all zugzwangs of `size` squares.
    pub fn find(size: usize, store: &Store, walk: Walk<'_>) -> Result<Zugzwangs, Interrupted> {
        let regions = Walk { progress: &|| (), ..walk }.list(size)?;
        let mut walker = Labeller::default();
        let mut classes: Vec<Class> = Vec::new();
        let mut numbers: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        // For each region the index of its class, and the point for each square.
        let mut members: Vec<(usize, Vec<u8>)> = Vec::new();
        for &region in &regions {
            let (_, labelling) = walker.label(region);
            let number = *numbers.entry(labelling.code.clone()).or_insert_with(|| {
                let leads = leads(size, &labelling.generators);
                classes.push(Class { region, labels: labelling.labels.clone(), leads });
                classes.len() - 1
            });
            members.push((number, labelling.labels.clone()));
        }
        let solve = |values: &mut AreaValues<'_>, class: usize| classes[class].solve(values);
        let mut solved = in_parallel(walk, classes.len(), || AreaValues::new(store), solve)?;

        let positions = solved.iter().flat_map(|solved| &solved.is_mutual).filter(|&&mutual| mutual).count() as u64;
        let mut boards = 0;
        for (region, (class, labels)) in regions.iter().zip(&members) {
            let images = leads(size, &region.symmetries());
            for state in (0..images.len()).filter(|&state| images[state] as usize == state) {
                let lead = classes[*class].leads[relabelled(state, labels)] as usize;
                boards += u64::from(solved[*class].is_mutual[lead]);
                if let Ok(at) = solved[*class].zugzwangs.binary_search_by_key(&lead, |&(state, _)| state) {
                    solved[*class].zugzwangs[at].1.boards += 1;
                }
            }
        }
        let found = solved.into_iter().flat_map(|solved| solved.zugzwangs).map(|(_, zugzwang)| zugzwang).collect();
        Ok(Zugzwangs { positions, boards, found })
    }
}

impl Class {
    fn solve(&self, values: &mut AreaValues<'_>) -> Result<Solved, Interrupted> {
        let count = self.labels.len();
        let mut solved = Solved { is_mutual: vec![false; self.leads.len()], zugzwangs: Vec::new() };
        let mut play = Play { values, minimax: FxHashMap::default(), exact: FxHashMap::default() };
        for state in (0..self.leads.len()).filter(|&state| self.leads[state] as usize == state) {
            let digit = |rank: &u8| state / BASE.pow(self.labels[usize::from(*rank)].into()) % BASE;
            let on = |what: usize| (0..count as u8).filter(|rank| digit(rank) == what).collect::<Vec<u8>>();
            let position = self.region.position(&on(1), &on(2));
            if Side::BOTH.iter().all(|&side| !position.with_to_move(side).actions().is_empty()) {
                solved.is_mutual[state] = true;
                solved.zugzwangs.extend(play.zugzwang(&position)?.map(|zugzwang| (state, zugzwang)));
            }
        }
        Ok(solved)
    }
}

/// For each state the least of its images under the permutations of points and the exchange of colours.
fn leads(count: usize, generators: &[Vec<u8>]) -> Vec<u32> {
    let states = BASE.pow(count as u32);
    let mut leads = vec![u32::MAX; states];
    let mut pending = Vec::new();
    for first in 0..states {
        if leads[first] != u32::MAX {
            continue;
        }
        leads[first] = first as u32;
        pending.push(first);
        while let Some(state) = pending.pop() {
            let exchanged =
                (0..count as u32).map(|at| (BASE - state / BASE.pow(at) % BASE) % BASE * BASE.pow(at)).sum();
            let images = generators.iter().map(|generator| relabelled(state, generator));
            for image in images.chain([exchanged]) {
                if leads[image] == u32::MAX {
                    leads[image] = first as u32;
                    pending.push(image);
                }
            }
        }
    }
    leads
}

/// The state with digit i moved to place `labels[i]`.
fn relabelled(mut state: usize, labels: &[u8]) -> usize {
    labels.iter().fold(0, |image, &label| {
        let digit = state % BASE;
        state /= BASE;
        image + digit * BASE.pow(label.into())
    })
}

/// Play on one region, with caches.
struct Play<'v, 's> {
    values: &'v mut AreaValues<'s>,
    minimax: FxHashMap<Position<u64>, i32>,
    exact: FxHashMap<Position<u64>, Dyadic>,
}

impl Play<'_, '_> {
    /// Returns the zugzwang on a position, if it is one by either of the two scores.
    fn zugzwang(&mut self, position: &Position<u64>) -> Result<Option<Zugzwang>, Interrupted> {
        let [black, white] = Side::BOTH.map(|side| position.with_to_move(side));
        let exact = Scores { black_first: self.exact(&black)?, white_first: self.exact(&white)? };
        let minimax = Scores { black_first: self.minimax(&black), white_first: self.minimax(&white) };
        if !exact.is_zugzwang() && !minimax.is_zugzwang() {
            return Ok(None);
        }
        let options = [self.undominated(&black)?, self.undominated(&white)?];
        let of_black = self.best(&black, exact.black_first, &options[0])?;
        let best = of_black.max(self.best(&white, exact.white_first, &options[1])?);
        let value = self.values.value(position)?;
        Ok(Some(Zugzwang { position: *position, boards: 0, value, options, exact, minimax, best }))
    }

    /// The score of taking turns until the position is a number.
    fn exact(&mut self, position: &Position<u64>) -> Result<Dyadic, Interrupted> {
        if let Some(&score) = self.exact.get(position) {
            return Ok(score);
        }
        let mut best = None;
        for (_, child) in children(position) {
            let score = self.exact_after(&child)?;
            best = Some(best.map_or(score, |best| better(position.to_move(), best, score)));
        }
        let score = best.expect("where a side cannot move, the position is a number");
        self.exact.insert(*position, score);
        Ok(score)
    }

    /// The score of the move that led to `child`.
    fn exact_after(&mut self, child: &Position<u64>) -> Result<Dyadic, Interrupted> {
        let rest = match self.values.value(child)?.to_number() {
            Some(number) => number,
            None => self.exact(child)?,
        };
        let made = if child.to_move() == Side::White { Dyadic::ONE } else { Dyadic::MINUS_ONE };
        Ok(rest.checked_add(made).expect("scores of small regions are small"))
    }

    /// The simplest position that a best move leads to. Dominated moves do not count, even with the same score.
    fn best(&mut self, position: &Position<u64>, score: Dyadic, options: &[Value]) -> Result<BestPlay, Interrupted> {
        let mut simplest = BestPlay::Hot;
        for (_, child) in children(position) {
            let value = self.values.value(&child)?;
            if options.contains(&value) && self.exact_after(&child)? == score {
                let kind = match (value.to_integer(), value.to_number()) {
                    (Some(_), _) => BestPlay::Whole,
                    (None, Some(_)) => BestPlay::Fraction,
                    (None, None) => BestPlay::Hot,
                };
                simplest = simplest.min(kind);
            }
        }
        Ok(simplest)
    }

    /// The score of taking turns until one side cannot move and the other makes the remaining moves.
    fn minimax(&mut self, position: &Position<u64>) -> i32 {
        if let Some(&score) = self.minimax.get(position) {
            return score;
        }
        let side = position.to_move();
        let sign = if side == Side::Black { 1 } else { -1 };
        let scores = children(position).into_iter().map(|(_, child)| sign + self.minimax(&child));
        let best = scores.reduce(|a, b| better(side, a, b));
        let score = best.unwrap_or_else(|| -sign * alone(&position.with_to_move(!side)));
        self.minimax.insert(*position, score);
        score
    }

    /// The options of the side to move, without dominated ones.
    fn undominated(&mut self, position: &Position<u64>) -> Result<Vec<Value>, Interrupted> {
        let options = children(position).into_iter().map(|(_, child)| self.values.value(&child));
        let mut found = options.collect::<Result<Vec<_>, _>>()?;
        found.sort_unstable();
        found.dedup();
        let store = self.values.store();
        let mut kept = Vec::new();
        for &option in &found {
            let mut is_dominated = false;
            for &other in found.iter().filter(|&&other| other != option) {
                let (less, more) = if position.to_move() == Side::Black { (option, other) } else { (other, option) };
                is_dominated |= store.le(less, more)?;
            }
            if !is_dominated {
                kept.push(option);
            }
        }
        Ok(kept)
    }
}

fn better<T: Ord>(side: Side, a: T, b: T) -> T {
    if side == Side::Black { a.max(b) } else { a.min(b) }
}

/// The maximum number of moves of the side to move if the opponent always passes.
fn alone(position: &Position<u64>) -> i32 {
    let after = |(_, child): (_, Position<u64>)| 1 + alone(&child.with_to_move(position.to_move()));
    children(position).into_iter().map(after).max().unwrap_or(0)
}
