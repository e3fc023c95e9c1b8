//! Best moves and lines of best play.
//!
//! A move is best if it keeps the score. All moves in active areas are tried, first those decided without search. In an
//! own territory one move is enough: the first of a filling loses nothing.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::areas::{Kind, Part};
use otrera_board::{Action, Area, Bits, Move, Point, Position, Side};
use otrera_cgt::Interrupted;
use otrera_regions::filling::{FillLimits, Territory, fill};

use super::area_forms::AreaForms;
use super::search::Worker;
use super::sum::Sum;
use super::{Komi, KomiRule, Score, Scorer};

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A move.
    Move(Move),
    /// One of the passes given by a komi.
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

/// A position and the passes left, by [`Side::index`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<B: Bits> {
    pub(super) position: Position<B>,
    pub(super) passes: [u16; 2],
}

/// An action or a pass.
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

    /// Passes of the side to move, less the opponent's. They count like a territory.
    pub(super) fn passes_ahead(&self) -> i32 {
        let of = |side: Side| i32::from(self.passes[side.index()]);
        of(self.position.to_move()) - of(!self.position.to_move())
    }

    /// The board with the side to move as Black.
    pub(super) fn board(&self) -> Area<B> {
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

impl<'a, B: Bits> Scorer<'a, B> {
    /// A best move or pass; `None` if there is none.
    pub fn best(&mut self, position: &Position<B>, komi: Option<Komi>) -> Result<Option<Play>, Interrupted> {
        let mut turn = Turn::new(position, komi);
        let ahead = self.ahead(&turn)?;
        Ok(self.choice(&turn, ahead)?.map(|choice| turn.play(choice)))
    }

    /// The margin, and the moves that keep it: all in active areas, and one in each territory. Passes are left out.
    pub fn best_moves(
        &mut self,
        position: &Position<B>,
        komi: Option<Komi>,
    ) -> Result<(Score, Vec<Move>), Interrupted> {
        let turn = Turn::new(position, komi);
        let ahead = self.ahead(&turn)?;
        let mut best = Vec::new();
        let choices = choices(&turn, &mut self.area_forms[0], self.stop)?;
        let over = AtomicBool::new(false);
        let mut worker = self.single_worker(&over);
        for (choice, after) in choices {
            let Choice::Action(action) = choice else { continue };
            if worker.is_at_most(&after, 1 - ahead)? {
                best.push(position.name(action));
            }
        }
        Ok((Score::with_komi(ahead, position.to_move(), komi), best))
    }

    /// The margin, and best play of both sides to the end.
    pub fn line(&mut self, position: &Position<B>, komi: Option<Komi>) -> Result<(Score, Vec<Play>), Interrupted> {
        let mut turn = Turn::new(position, komi);
        let mut ahead = self.ahead(&turn)?;
        let score = Score::with_komi(ahead, position.to_move(), komi);
        let mut line = Vec::new();
        while let Some(choice) = self.choice(&turn, ahead)? {
            line.push(turn.play(choice));
            // Seen by the opponent.
            ahead = 1 - ahead;
        }
        Ok((score, line))
    }

    /// A worker of the first thread alone.
    fn single_worker<'w>(&'w mut self, over: &'w AtomicBool) -> Worker<'w, 'a, B> {
        let area_forms = &mut self.area_forms[0];
        Worker { area_forms, shared: &self.shared, stop: self.stop, over, threads: 1 }
    }

    /// A choice that keeps the score.
    fn choice(&mut self, turn: &Turn<B>, ahead: i32) -> Result<Option<Choice>, Interrupted> {
        let choices = choices(turn, &mut self.area_forms[0], self.stop)?;
        if choices.len() <= 1 {
            return Ok(choices.first().map(|&(choice, _)| choice));
        }
        let over = AtomicBool::new(false);
        let mut worker = self.single_worker(&over);
        let limit = 1 - ahead;
        let mut open = Vec::new();
        for (choice, after) in choices {
            match worker.is_known_at_most(&after, limit) {
                Some(true) => return Ok(Some(choice)),
                Some(false) => {}
                None => open.push((choice, after)),
            }
        }
        for (choice, after) in open {
            if worker.is_at_most(&after, limit)? {
                return Ok(Some(choice));
            }
        }
        unreachable!("a best choice keeps the score")
    }
}

/// All choices of the side to move, each with the sum after it, seen by the opponent.
fn choices<B: Bits>(
    turn: &Turn<B>,
    area_forms: &mut AreaForms<'_, B>,
    stop: &AtomicBool,
) -> Result<Vec<(Choice, Sum<B>)>, Interrupted> {
    let board = turn.board();
    let parts: Vec<Part<B>> = board.parts().collect();
    let mut found = Vec::new();
    let mut territories = Vec::new();
    for (index, &Part { kind, squares, .. }) in parts.iter().enumerate() {
        let mut others = Sum::new(turn.passes_ahead());
        for (_, part) in parts.iter().enumerate().filter(|&(other, _)| other != index) {
            others.add(area_forms, &board.cropped(part.squares))?;
        }
        let actions = match kind {
            Kind::Active => turn.position.actions().into_iter().filter(|action| squares.has(action.from)).collect(),
            Kind::Territory(Side::Black) => Vec::from_iter(filling_move(&board, squares, stop)?),
            _ => continue,
        };
        for action in actions {
            let play @ [_, _, arrow] = [action.from, action.to, action.arrow].map(B::bit);
            let after = board.after(Side::Black, play);
            let mut sum = others.clone();
            let left = squares & !arrow;
            if !left.is_none() {
                sum.add(area_forms, &after.cropped(left))?;
            }
            let list = if kind != Kind::Active { &mut territories } else { &mut found };
            list.push((Choice::Action(action), sum.swapped(&area_forms.forms)));
        }
    }
    found.append(&mut territories);
    if turn.passes[turn.position.to_move().index()] > 0 {
        let mut sum = Sum::new(turn.passes_ahead() - 1);
        sum.add(area_forms, &board)?;
        found.push((Choice::Pass, sum.swapped(&area_forms.forms)));
    }
    Ok(found)
}

/// The first move of a filling of a territory.
fn filling_move<B: Bits>(board: &Area<B>, squares: B, stop: &AtomicBool) -> Result<Option<Action>, Interrupted> {
    let points: Vec<Point> = squares.points().collect();
    let check = |_: usize| if stop.load(Ordering::Relaxed) { Err(Interrupted::Stopped) } else { Ok(()) };
    let amazons = squares & board.amazons(Side::Black);
    let territory = Territory::of_squares(board.grid(), squares, amazons, B::NONE);
    let filling = fill(&territory, &FillLimits { nodes: u64::MAX, check: &check });
    if filling.moves().is_none() {
        return Err(Interrupted::Stopped);
    }
    let at = |number: u16| points[usize::from(number)];
    Ok(filling.line.first().map(|step| Action { from: at(step.from), to: at(step.to), arrow: at(step.arrow) }))
}
