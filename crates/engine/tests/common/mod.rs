//! Shared by the tests of endgame play: endings, and an engine that plays them exactly.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use otrera_board::Area;
use otrera_board::areas::components;
use otrera_board::{Move, Position, Setup, Side};
use otrera_engine::{Choice, Endgame, Engine, EngineOptions, Limits, Random, Verdict, engines};

pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

pub(crate) fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

pub(crate) fn engine(name: &str, seed: u64) -> Box<dyn Engine> {
    engines::named(name).unwrap().build(&EngineOptions { seed, ..EngineOptions::default() })
}

/// Position after `moves` moves on a board of this size, or at the end of the game: one move in four is random, the others
/// are greedy.
pub(crate) fn ending(size: &str, moves: usize, seed: u64) -> Position {
    let mut position = position(&format!("start:{size}"));
    let (mut random, mut chance, mut greedy) = (Random::new(seed), engine("random", seed), engine("greedy", seed));
    for _ in 0..moves {
        let player = if random.below(4) == 0 { &mut chance } else { &mut greedy };
        let Some(choice) = player.choose(&position, &Limits::none(&NEVER), &mut |_| {}) else { break };
        position.play(choice.play).unwrap();
    }
    position
}

/// Engine that plays exactly where the endgame knows a move, and greedily elsewhere.
pub(crate) struct Exact {
    pub(crate) endgame: Endgame,
    greedy: Box<dyn Engine>,
    /// Verdict on the last position.
    pub(crate) verdict: Verdict,
}

impl Exact {
    pub(crate) fn new(options: &EngineOptions) -> Exact {
        let greedy = engines::named("greedy").unwrap().build(options);
        Exact { endgame: Endgame::new(options), greedy, verdict: Verdict::Unknown }
    }
}

impl Engine for Exact {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        if !position.can_move() {
            return None;
        }
        self.verdict = self.endgame.choose(position, limits);
        match &self.verdict {
            Verdict::Play(choice) => Some(choice.clone()),
            _ => self.greedy.choose(position, limits, watch),
        }
    }

    fn new_game(&mut self) {
        self.endgame.new_game();
        self.greedy.new_game();
    }
}

/// Plays a position to its end, the first engine with the side to move. Returns the last position and the moves.
pub(crate) fn played(
    start: &Position,
    engines: [&mut dyn Engine; 2],
    limits: impl Fn() -> Limits<'static>,
) -> (Position, Vec<Move>) {
    let mut position = *start;
    let (mut moves, [first, second]) = (Vec::new(), engines);
    loop {
        let engine = if position.to_move() == start.to_move() { &mut *first } else { &mut *second };
        match engine.choose(&position, &limits(), &mut |_| {}) {
            Some(choice) => {
                position.play(choice.play).unwrap();
                moves.push(choice.play);
            }
            None => return (position, moves),
        }
    }
}

/// Winner of a finished game.
pub(crate) fn winner(end: &Position) -> Side {
    assert!(!end.can_move(), "{end} is not over");
    !end.to_move()
}

/// Most moves that a side can make in a row while the opponent's amazons stand still.
pub(crate) fn moves_left(position: &Position, side: Side) -> usize {
    let own = position.amazons(side);
    let patch = Area::whole(position);
    components(position.grid(), position.empty() | own)
        .filter(|&squares| squares & own != 0 && squares & position.empty() != 0)
        .map(|squares| otrera_regions::moves_alone(&patch.cropped(squares), side, &|_| Ok(())).unwrap() as usize)
        .sum()
}

/// Returns true if the side to move wins, by plain minimax.
pub(crate) fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let mut result = false;
    position.for_each_child(|_, child| result = result || !wins(child, known));
    known.insert(*position, result);
    result
}
