//! Best moves, and lines of them.
//!
//! A move is best if it keeps what the position is worth. All moves in open areas are tried, those first that need no
//! search; in territories of one's own one move is enough, the first of a line that fills it, for it gives nothing away.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::areas::{Kind, Part};
use otrera_board::{Action, Area, Bits, Move, Point, Position, Side};
use otrera_cgt::Interrupted;
use otrera_regions::filling::{FillLimits, Territory, fill};

use super::ground::Ground;
use super::search::Worker;
use super::sum::Sum;
use super::{Komi, KomiRule, Score, Scorer};

/// What a side does when it is her turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A move.
    Move(Move),
    /// One of the passes that she was given.
    Pass,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Play::Move(play) => play.fmt(f),
            Play::Pass => f.write_str("pass"),
        }
    }
}

/// A position and the passes that are left, by [`Side::index`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<B: Bits> {
    pub(super) position: Position<B>,
    pub(super) passes: [u16; 2],
}

/// A move or a pass on one board.
#[derive(Clone, Copy)]
enum Choice {
    Action(Action),
    Pass,
}

impl<B: Bits> Turn<B> {
    pub(super) fn new(position: &Position<B>, komi: Option<Komi>) -> Turn<B> {
        let mut passes = [0; 2];
        if let Some(Komi { side, points, rule: KomiRule::Passes }) = komi {
            passes[side.index()] = points;
        }
        Turn { position: *position, passes }
    }

    /// Passes of the side to move less the other's: to a margin they are a territory elsewhere.
    pub(super) fn elsewhere(&self) -> i32 {
        let of = |side: Side| i32::from(self.passes[side.index()]);
        of(self.position.to_move()) - of(!self.position.to_move())
    }

    /// The board as the side to move sees it, who is called Black.
    pub(super) fn patch(&self) -> Area<B> {
        let whole = Area::whole(&self.position);
        if self.position.to_move() == Side::Black { whole } else { whole.swapped() }
    }

    fn play(&mut self, choice: Choice) -> Play {
        match choice {
            Choice::Action(action) => {
                let name = self.position.name(action);
                self.position.play_unchecked(action);
                Play::Move(name)
            }
            Choice::Pass => {
                let side = self.position.to_move();
                self.passes[side.index()] -= 1;
                self.position = self.position.with_to_move(!side);
                Play::Pass
            }
        }
    }
}

impl<B: Bits> Scorer<'_, B> {
    /// A best move; `None` if there is no move.
    pub fn best(&mut self, position: &Position<B>, komi: Option<Komi>) -> Result<Option<Play>, Interrupted> {
        let mut turn = Turn::new(position, komi);
        let ahead = self.ahead(&turn)?;
        Ok(self.choice(&turn, ahead)?.map(|choice| turn.play(choice)))
    }

    /// The margin, and the moves that keep it: all of those in open areas, and one of each territory. Passes are none.
    pub fn best_moves(
        &mut self,
        position: &Position<B>,
        komi: Option<Komi>,
    ) -> Result<(Score, Vec<Move>), Interrupted> {
        let turn = Turn::new(position, komi);
        let ahead = self.ahead(&turn)?;
        let mut best = Vec::new();
        let choices = choices(&turn, &mut self.grounds[0], self.stop)?;
        let never = AtomicBool::new(false);
        let ground = &mut self.grounds[0];
        let mut worker = Worker { ground, shared: &self.shared, stop: self.stop, over: &never, threads: 1 };
        for (choice, after) in choices {
            let Choice::Action(action) = choice else { continue };
            if worker.is_at_most(&after, 1 - ahead)? {
                best.push(position.name(action));
            }
        }
        Ok((Score::with_komi(ahead, position.to_move(), komi), best))
    }

    /// The margin, and best play of both sides up to the end.
    pub fn line(&mut self, position: &Position<B>, komi: Option<Komi>) -> Result<(Score, Vec<Play>), Interrupted> {
        let mut turn = Turn::new(position, komi);
        let mut ahead = self.ahead(&turn)?;
        let score = Score::with_komi(ahead, position.to_move(), komi);
        let mut line = Vec::new();
        while let Some(choice) = self.choice(&turn, ahead)? {
            line.push(turn.play(choice));
            // What the other side makes of it, as she sees it.
            ahead = 1 - ahead;
        }
        Ok((score, line))
    }

    /// A choice that keeps what the turn is worth.
    fn choice(&mut self, turn: &Turn<B>, ahead: i32) -> Result<Option<Choice>, Interrupted> {
        let choices = choices(turn, &mut self.grounds[0], self.stop)?;
        if choices.len() <= 1 {
            return Ok(choices.first().map(|&(choice, _)| choice));
        }
        let never = AtomicBool::new(false);
        let ground = &mut self.grounds[0];
        let mut worker = Worker { ground, shared: &self.shared, stop: self.stop, over: &never, threads: 1 };
        let most = 1 - ahead;
        let mut open = Vec::new();
        for (choice, after) in choices {
            match worker.is_known_at_most(&after, most) {
                Some(true) => return Ok(Some(choice)),
                Some(false) => {}
                None => open.push((choice, after)),
            }
        }
        for (choice, after) in open {
            if worker.is_at_most(&after, most)? {
                return Ok(Some(choice));
            }
        }
        unreachable!("what a turn is worth is what the best choice is worth")
    }
}

/// What the side to move can do, and what it leads to as the other side sees it.
fn choices<B: Bits>(
    turn: &Turn<B>,
    ground: &mut Ground<'_, B>,
    stop: &AtomicBool,
) -> Result<Vec<(Choice, Sum<B>)>, Interrupted> {
    let patch = turn.patch();
    let areas: Vec<Part<B>> = patch.parts().collect();
    let mut found = Vec::new();
    let mut territories = Vec::new();
    for (number, &Part { kind, squares, .. }) in areas.iter().enumerate() {
        let mut others = Sum::new(turn.elsewhere());
        for (_, part) in areas.iter().enumerate().filter(|&(other, _)| other != number) {
            others.add(ground, &patch.cropped(part.squares))?;
        }
        let actions = match kind {
            Kind::Active => turn.position.actions().into_iter().filter(|action| squares.has(action.from)).collect(),
            Kind::Territory(Side::Black) => Vec::from_iter(filling_move(&patch, squares, stop)?),
            _ => continue,
        };
        for action in actions {
            let play @ [_, _, arrow] = [action.from, action.to, action.arrow].map(B::bit);
            let after = patch.after(Side::Black, play);
            let mut sum = others.clone();
            let left = squares & !arrow;
            if !left.is_none() {
                sum.add(ground, &after.cropped(left))?;
            }
            let list = if kind != Kind::Active { &mut territories } else { &mut found };
            list.push((Choice::Action(action), sum.exchanged(&ground.forms)));
        }
    }
    found.append(&mut territories);
    if turn.passes[turn.position.to_move().index()] > 0 {
        let mut sum = Sum::new(turn.elsewhere() - 1);
        sum.add(ground, &patch)?;
        found.push((Choice::Pass, sum.exchanged(&ground.forms)));
    }
    Ok(found)
}

/// The first move of a line that fills a territory.
fn filling_move<B: Bits>(patch: &Area<B>, squares: B, stop: &AtomicBool) -> Result<Option<Action>, Interrupted> {
    let points: Vec<Point> = squares.points().collect();
    let check = |_: usize| if stop.load(Ordering::Relaxed) { Err(Interrupted::Stopped) } else { Ok(()) };
    let amazons = squares & patch.amazons(Side::Black);
    let territory = Territory::of_squares(patch.grid(), squares, amazons, B::NONE);
    let filling = fill(&territory, &FillLimits { nodes: u64::MAX, check: &check });
    if filling.moves().is_none() {
        return Err(Interrupted::Stopped);
    }
    let at = |number: u16| points[usize::from(number)];
    Ok(filling.line.first().map(|step| Action { from: at(step.from), to: at(step.to), arrow: at(step.arrow) }))
}
