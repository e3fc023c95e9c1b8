use otrera_board::{Bits, Position, Size};

use super::judge::Judge;
use crate::choice::{Choice, Score};
use crate::engine::{Engine, EngineOptions};
use crate::limits::Limits;
use crate::random::Random;

/// A way to search, for any word that holds the board.
pub(crate) trait Searcher: Send {
    /// A move for a position that has one.
    fn search<B: Bits>(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
        watch: &mut dyn FnMut(&Choice),
    ) -> Choice;

    /// Forgets what earlier searches found.
    fn forget(&mut self);
}

/// An engine around a search: what needs no search is answered at once.
#[derive(Debug)]
pub(crate) struct Player<S> {
    searcher: S,
    level: u8,
    random: Random,
}

/// The level of who plays as well as it can.
const BEST_LEVEL: u8 = 10;

/// Most positions that levels 1 to 9 look at for a move: from one ply to a tenth of a second.
const LEVEL_NODES: [u64; 9] = [2_500, 3_500, 5_000, 7_000, 10_000, 20_000, 40_000, 80_000, 160_000];

/// Positions to look at where there is nothing to choose: enough for a score, less than a millisecond.
const GLANCE: u64 = 500;

/// One in so many moves that levels 1 to 5 play without looking.
const LEVEL_SLIPS: [usize; 5] = [2, 3, 4, 6, 10];

impl<S: Searcher> Player<S> {
    pub(crate) fn new(searcher: S, options: &EngineOptions) -> Player<S> {
        Player { searcher, level: options.level.clamp(1, BEST_LEVEL), random: Random::new(options.seed) }
    }

    /// Whether this move is played without looking.
    fn slips(&mut self) -> bool {
        let often = LEVEL_SLIPS.get(usize::from(self.level) - 1);
        often.is_some_and(|&often| self.random.below(often) == 0)
    }
}

impl<S: Searcher> Engine for Player<S> {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        // Step 1. Without a move there is nothing to think about, and a weak player does not think every time.
        if !position.can_move() {
            return None;
        }
        let moves = position.count_moves();
        if moves > 1 && self.slips() {
            let play = position.name(position.actions()[self.random.below(moves as usize)]);
            return Some(Choice { play, score: Score::guess(0.5, 0.0), line: vec![play], depth: 0, nodes: 1 });
        }
        // Step 2. What is known exactly would be asked for here, before anything is guessed.

        // Step 3. The search, in the smallest word that the board fits into. The only move gets a glance.
        let most = LEVEL_NODES.get(usize::from(self.level) - 1).copied();
        let glance = (moves == 1).then_some(GLANCE);
        let nodes = [limits.nodes, most, glance].into_iter().flatten().min();
        let limits = &Limits { nodes, ..*limits };
        Some(match position.resized::<u64>() {
            Some(small) => self.searcher.search(&small, limits, watch),
            None => self.searcher.search(position, limits, watch),
        })
    }

    fn new_game(&mut self) {
        self.searcher.forget();
    }
}

/// The evaluation for the size of board that was last asked for.
#[derive(Debug)]
pub(crate) struct Judges<J> {
    make: fn(Size) -> J,
    last: Option<(Size, J)>,
}

impl<J: Judge> Judges<J> {
    pub(crate) fn new(make: fn(Size) -> J) -> Judges<J> {
        Judges { make, last: None }
    }

    pub(crate) fn of(&mut self, size: Size) -> &J {
        if self.last.as_ref().is_none_or(|(made, _)| *made != size) {
            self.last = Some((size, (self.make)(size)));
        }
        &self.last.as_ref().expect("it was just made").1
    }
}
