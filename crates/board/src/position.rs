use std::fmt;
use std::hash::{Hash, Hasher};

use crate::bits::Bits;
use crate::grid::{Grid, Point, Twin};
use crate::hash;
use crate::moves::{Action, IllegalMove, Move};
use crate::setup::{Cell, Setup};
use crate::side::Side;
use crate::square::{Size, Square};

/// A legal position: board, amazons, burnt squares and the side to move.
///
/// Small and `Copy`. `B` is the bitboard: `u128` fits every board, `u64` boards of up to 64 squares.
/// [`Position::resized`] converts between them.
#[derive(Clone, Copy)]
pub struct Position<B: Bits = u128> {
    grid: &'static Grid<B>,
    /// By [`Side::index`].
    amazons: [B; 2],
    empty: B,
    hash: u64,
    to_move: Side,
}

impl<B: Bits> Position<B> {
    /// A position from its sets of squares, which must be disjoint and on the board; all other squares are burnt.
    ///
    /// # Panics
    /// If the sets overlap or leave the board.
    pub fn from_sets(grid: &'static Grid<B>, black: B, white: B, empty: B, to_move: Side) -> Position<B> {
        assert!((black & white | black & empty | white & empty).is_none(), "two things on one square");
        assert!(((black | white | empty) & !grid.full()).is_none(), "a square is not on the board");
        let mut position = Position { grid, amazons: [black, white], empty, hash: 0, to_move };
        position.hash = position.computed_hash();
        position
    }

    /// The geometry of this board.
    #[inline]
    pub fn grid(&self) -> &'static Grid<B> {
        self.grid
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// The amazons of one side.
    #[inline]
    pub fn amazons(&self, side: Side) -> B {
        self.amazons[side.index()]
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> B {
        self.empty
    }

    /// Empty squares and amazons.
    #[inline]
    pub fn unburnt(&self) -> B {
        self.empty | self.amazons[0] | self.amazons[1]
    }

    /// The burnt squares.
    #[inline]
    pub fn burnt(&self) -> B {
        self.grid.full() & !self.unburnt()
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Zobrist hash of the position, the same on every machine and for `u64` and `u128`.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The same position with this side to move.
    #[must_use]
    pub fn with_to_move(mut self, side: Side) -> Position<B> {
        if side != self.to_move {
            self.to_move = side;
            self.hash ^= hash::WHITE_TO_MOVE;
        }
        self
    }

    /// The content of a square, which must be on the board.
    pub fn cell(&self, square: Square) -> Cell {
        let point = self.grid.point(square);
        if self.empty.has(point) {
            return Cell::Empty;
        }
        Side::BOTH.into_iter().find(|&side| self.amazons(side).has(point)).map_or(Cell::Burnt, Cell::Amazon)
    }

    /// The squares of a set, in the order of their indices.
    pub fn squares(&self, set: B) -> impl Iterator<Item = Square> {
        set.points().map(|point| self.grid.square(point))
    }

    /// The same position with another bitboard type; `None` if the board does not fit.
    pub fn resized<W: Bits>(&self) -> Option<Position<W>> {
        let grid = W::grid(self.size())?;
        let narrow = |set: B| W::narrow(set.widen());
        let &Position { amazons, empty, hash, to_move, .. } = self;
        Some(Position { grid, amazons: amazons.map(narrow), empty: narrow(empty), hash, to_move })
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let empty = Twin::new(self.empty);
        let mut count = 0;
        for from in self.amazons(self.to_move).points() {
            let vacated = empty.with(from);
            self.grid.slide(from, empty).for_each(|to| count += u64::from(self.grid.slide(to, vacated).count()));
        }
        count
    }

    /// Calls `f` for each legal move, in the same order on every machine.
    #[inline]
    pub fn for_each_action(&self, mut f: impl FnMut(Action)) {
        let empty = Twin::new(self.empty);
        for from in self.amazons(self.to_move).points() {
            let vacated = empty.with(from);
            self.grid.slide(from, empty).for_each(|to| {
                self.grid.slide(to, vacated).for_each(|arrow| f(Action { from, to, arrow }));
            });
        }
    }

    /// Calls `f` for each legal move and the position after it.
    ///
    /// The amazon's step is made once for all its arrows, which is three times as fast as playing each move.
    #[inline]
    pub fn for_each_child(&self, mut f: impl FnMut(Action, &Position<B>)) {
        let us = self.to_move;
        let empty = Twin::new(self.empty);
        for from in self.amazons(us).points() {
            let vacated = empty.with(from);
            self.grid.slide(from, empty).for_each(|to| {
                let mut child = *self;
                child.amazons[us.index()] ^= B::bit(from) | B::bit(to);
                child.to_move = !us;
                let moved_empty = (self.empty | B::bit(from)) & !B::bit(to);
                let moved_hash =
                    self.hash ^ self.grid.amazon_key(us, from) ^ self.grid.amazon_key(us, to) ^ hash::WHITE_TO_MOVE;
                self.grid.slide(to, vacated).for_each(|arrow| {
                    child.empty = moved_empty & !B::bit(arrow);
                    child.hash = moved_hash ^ self.grid.burnt_key(arrow);
                    f(Action { from, to, arrow }, &child);
                });
            });
        }
    }

    /// Calls `f` for each step of an amazon, with the position before its arrow is shot and the other side to move.
    #[inline]
    pub fn for_each_step(&self, mut f: impl FnMut(Point, Point, &Position<B>)) {
        let us = self.to_move;
        let empty = Twin::new(self.empty);
        for from in self.amazons(us).points() {
            self.grid.slide(from, empty).for_each(|to| {
                let mut child = *self;
                child.amazons[us.index()] ^= B::bit(from) | B::bit(to);
                child.empty = (self.empty | B::bit(from)) & !B::bit(to);
                child.hash ^= self.grid.amazon_key(us, from) ^ self.grid.amazon_key(us, to) ^ hash::WHITE_TO_MOVE;
                child.to_move = !us;
                f(from, to, &child);
            });
        }
    }

    /// The legal moves, in the order of [`for_each_action`](Self::for_each_action).
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.for_each_action(|action| actions.push(action));
        actions
    }

    /// True if the side to move has a move. If not, it has lost.
    #[inline]
    pub fn can_move(&self) -> bool {
        // An amazon that can step can also shoot, back to its origin.
        !(self.grid.spread(self.amazons(self.to_move)) & self.empty).is_none()
    }

    /// Makes a move that must be legal.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        let us = self.to_move;
        let (from, to, arrow) = (B::bit(action.from), B::bit(action.to), B::bit(action.arrow));
        self.amazons[us.index()] ^= from | to;
        self.empty = (self.empty | from) & !(to | arrow);
        self.turn(action);
    }

    /// Takes back the last move, `action`.
    #[inline]
    pub fn undo(&mut self, action: Action) {
        let us = !self.to_move;
        let (from, to, arrow) = (B::bit(action.from), B::bit(action.to), B::bit(action.arrow));
        self.amazons[us.index()] ^= from | to;
        self.empty = (self.empty | to | arrow) & !from;
        self.to_move = us;
        self.turn(action);
        self.to_move = us;
    }

    /// Updates hash and side to move. As XOR is its own inverse, this also takes a move back.
    #[inline]
    fn turn(&mut self, action: Action) {
        let us = self.to_move;
        self.hash ^= self.grid.amazon_key(us, action.from)
            ^ self.grid.amazon_key(us, action.to)
            ^ self.grid.burnt_key(action.arrow)
            ^ hash::WHITE_TO_MOVE;
        self.to_move = !us;
    }

    /// The hash computed from scratch, for comparison with the incremental one.
    pub fn computed_hash(&self) -> u64 {
        let mut hash = hash::size(self.size());
        if self.to_move == Side::White {
            hash ^= hash::WHITE_TO_MOVE;
        }
        for side in Side::BOTH {
            hash = self.amazons(side).points().fold(hash, |hash, at| hash ^ self.grid.amazon_key(side, at));
        }
        self.burnt().points().fold(hash, |hash, at| hash ^ self.grid.burnt_key(at))
    }

    /// The move with the names of its squares.
    #[inline]
    pub fn name(&self, action: Action) -> Move {
        let square = |point| self.grid.square(point);
        Move { from: square(action.from), to: square(action.to), arrow: square(action.arrow) }
    }

    /// The legal moves with the names of their squares.
    pub fn moves(&self) -> Vec<Move> {
        self.actions().into_iter().map(|action| self.name(action)).collect()
    }

    /// Makes a move. An illegal one leaves the position unchanged.
    pub fn play(&mut self, wanted: Move) -> Result<Action, IllegalMove> {
        let action = self.check(wanted)?;
        self.play_unchecked(action);
        Ok(action)
    }

    /// Checks that a move is legal.
    pub fn check(&self, wanted: Move) -> Result<Action, IllegalMove> {
        let Move { from, to, arrow } = wanted;
        for square in [from, to, arrow] {
            if !self.size().contains(square) {
                return Err(IllegalMove::OffBoard { square, size: self.size() });
            }
        }
        match self.cell(from) {
            Cell::Amazon(side) if side == self.to_move => {}
            Cell::Amazon(_) => return Err(IllegalMove::NotYours { square: from, to_move: self.to_move }),
            Cell::Empty | Cell::Burnt => return Err(IllegalMove::NoAmazon { square: from }),
        }
        let path = from.line_to(to).ok_or(IllegalMove::NotALine { from, to })?;
        if let Some(square) = path.into_iter().find(|&square| self.cell(square) != Cell::Empty) {
            return Err(IllegalMove::PathBlocked { square, by: self.cell(square) });
        }
        let path = to.line_to(arrow).ok_or(IllegalMove::ArrowNotALine { from: to, to: arrow })?;
        if let Some(square) = path.into_iter().find(|&square| square != from && self.cell(square) != Cell::Empty) {
            return Err(IllegalMove::ArrowBlocked { square, by: self.cell(square) });
        }
        let point = |square| self.grid.point(square);
        Ok(Action { from: point(from), to: point(to), arrow: point(arrow) })
    }

    /// The position as a setup.
    pub fn setup(&self) -> Setup {
        let cells = self.size().reading_order().map(|square| self.cell(square)).collect();
        Setup::from_cells(self.size().width().into(), self.size().height().into(), cells, Some(self.to_move))
    }
}

impl<B: Bits> PartialEq for Position<B> {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size()
            && (self.amazons, self.empty, self.to_move) == (other.amazons, other.empty, other.to_move)
    }
}

impl<B: Bits> Eq for Position<B> {}

impl<B: Bits> Hash for Position<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Otrera's board text: `start:4x4` is `.bb./b..b/w..w/.ww. w`.
impl<B: Bits> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl<B: Bits> fmt::Debug for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
