//! Bounds of a whole position: it is split into areas, each gets bounds, and their sum may tell who wins (IV).

use otrera_atlas::Patch;
use otrera_board::areas::components;
use otrera_board::{Bits, Position, Side};
use otrera_cgt::{Bound, Bounds, Closeness, Dyadic, Interrupted, Player};

use super::census::{Census, Count, Kind};
use super::databases::{Databases, Known, is_star};
use super::safe::safe_moves;
use super::sum::{Infinitesimal, Sum, whole};
use super::techniques::Techniques;
use super::territory::{Chosen, choose, plod};

/// Squares of the smallest area that is too large for a local search (IV-A6).
const LOCAL: u32 = 9;

/// What is known about a position without searching it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Who wins, if that can be told.
    pub winner: Option<Side>,
    /// Bounds of the position as a game, Black positive.
    pub bounds: Bounds,
}

/// Finds bounds of positions and counts the areas that it meets.
#[derive(Debug)]
pub struct Evaluator<'a> {
    databases: Databases<'a>,
    techniques: Techniques,
    census: Census,
}

/// Empty squares of an active area that only one side can reach while that side's amazons stand still, and its amazons
/// beside them. Those that touch anything else too are doors: blockers.
#[derive(Clone, Copy, Debug)]
struct Private {
    squares: u64,
    holders: u64,
    doors: u64,
}

impl Private {
    fn of(area: &Patch<u64>, owner: Side) -> Private {
        let grid = area.grid();
        let squares = area.empty() & !grid.flood(area.amazons(!owner), area.empty());
        let holders = area.amazons(owner) & grid.spread(squares);
        let doors = holders & grid.spread(area.unburnt() & !squares & !holders);
        Private { squares, holders, doors }
    }
}

impl<'a> Evaluator<'a> {
    /// Nothing counted yet.
    pub fn new(databases: Databases<'a>, techniques: Techniques) -> Evaluator<'a> {
        Evaluator { databases, techniques, census: Census::default() }
    }

    /// What kinds of areas were met.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// What is known about areas, to be used by another.
    pub fn into_databases(self) -> Databases<'a> {
        self.databases
    }

    /// Who wins, if that can be told, and bounds.
    pub fn evaluate(&mut self, position: &Position<u64>) -> Result<Evaluation, Interrupted> {
        let sum = self.sum(position)?;
        let next = player(position.to_move());
        let (winner, bounds) = (sum.winner(next), sum.bounds());
        Ok(Evaluation { winner: winner.map(side), bounds })
    }

    /// The bounds of all areas, added up.
    pub fn sum(&mut self, position: &Position<u64>) -> Result<Sum, Interrupted> {
        let board = Patch::whole(position);
        let mut sum = Sum::default();
        let mut count = Count { positions: 1, ..Count::default() };
        for squares in components(board.grid(), board.unburnt()) {
            let empty = squares & board.empty();
            let [black, white] = Side::BOTH.map(|side| squares & board.amazons(side));
            if empty == 0 || empty == squares {
                continue;
            }
            match (black == 0, white == 0) {
                (false, true) => sum.add(self.simple(&board, squares, black, &mut count)?),
                (true, false) => sum.add(self.simple(&board, squares, white, &mut count)?.negative()),
                _ => self.active(&board.cropped(squares), &mut sum, &mut count)?,
            }
        }
        self.census.add_at(position.burnt().count() as usize, &count);
        Ok(sum)
    }

    /// A territory, for its owner.
    fn simple(
        &mut self,
        board: &Patch<u64>,
        squares: u64,
        amazons: u64,
        count: &mut Count,
    ) -> Result<Bounds, Interrupted> {
        let empty = squares & board.empty();
        if self.techniques.simple {
            let area = board.cropped(squares);
            if Databases::has_territory(&area) {
                count.meet(Kind::SimpleKnown);
                let moves = self.databases.simple(&area)?.into();
                return Ok(whole(moves, moves));
            }
        }
        count.meet(Kind::SimplePlodded);
        Ok(whole(plod(board.grid(), empty, amazons, 0).0.into(), empty.count().into()))
    }

    /// An area with both colours.
    fn active(&mut self, area: &Patch<u64>, sum: &mut Sum, count: &mut Count) -> Result<(), Interrupted> {
        // Step 1. The database, or a star, which is recognised as it is.
        if self.techniques.active && Databases::has_active(area) {
            count.meet(Kind::ActiveKnown);
            let known = self.databases.active(area)?;
            self.add_known(known, sum, count);
            return Ok(());
        }
        if self.techniques.infinitesimals && is_star(area) {
            count.meet(Kind::ActiveRuled);
            sum.add_infinitesimal(Infinitesimal::Star);
            return Ok(());
        }
        // Step 2. Territories behind blockers.
        if self.techniques.blockers {
            let private = Side::BOTH.map(|owner| Private::of(area, owner));
            if private.iter().any(|private| private.squares != 0) {
                sum.add(self.split(area, private, count));
                return Ok(());
            }
        }
        // Step 3. Local search where there is little to search.
        if self.techniques.local && area.unburnt().count() < LOCAL {
            count.meet(Kind::ActiveSearched);
            let (lower, upper) = self.databases.local(area);
            let relaxed = |n: i32| Bound { at: Dyadic::integer(n.into()), closeness: Closeness::Relaxed };
            sum.add(Bounds { lower: relaxed(lower), upper: relaxed(upper) });
            return Ok(());
        }
        // Step 4. Safe moves.
        count.meet(Kind::ActiveRuled);
        let empty = i64::from(area.empty().count());
        let [black, white] =
            Side::BOTH.map(|side| 2 * self.safe(&seen_by(area, side), area.amazons(side), area.unburnt()));
        sum.add(whole(-empty + black, empty - white));
        Ok(())
    }

    fn add_known(&self, known: Known, sum: &mut Sum, count: &mut Count) {
        match known {
            Known::Number(bounds) => {
                count.meet(Kind::Number);
                sum.add(bounds);
            }
            Known::Infinitesimal(kind) => {
                count.meet(Kind::Infinitesimal);
                if self.techniques.infinitesimals {
                    sum.add_infinitesimal(kind);
                } else {
                    sum.add(kind.bounds());
                }
            }
            Known::Shifted(bounds) => {
                count.meet(Kind::Infinitesimal);
                sum.add(bounds);
            }
            Known::Hot(bounds) => {
                count.meet(Kind::Hot);
                if self.techniques.hot {
                    sum.add_hot(bounds);
                } else {
                    sum.add(bounds);
                }
            }
        }
    }

    /// Moves that Black is sure of.
    fn safe(&self, area: &Patch<u64>, amazons: u64, squares: u64) -> i64 {
        match self.techniques.safe {
            true => safe_moves(area, amazons, squares, self.techniques.origins).into(),
            false => 0,
        }
    }

    /// An active area with territories behind blockers, and what is left of it (IV-B3). Safe moves are looked for once
    /// in all that is left, even where that is in several parts: one move of a blocker between two parts could spoil
    /// both.
    fn split(&mut self, area: &Patch<u64>, private: [Private; 2], count: &mut Count) -> Bounds {
        let inside =
            private.iter().fold(0, |inside, private| inside | private.squares | private.holders & !private.doors);
        let left = area.unburnt() & !inside;
        for _ in components(area.grid(), left).filter(|part| part & area.empty() != 0) {
            count.meet(Kind::ActiveRuled);
        }
        let rest = i64::from((left & area.empty()).count());
        let [(black, black_squares), (white, white_squares)] = [Side::Black, Side::White].map(|owner| {
            let private = private[owner.index()];
            let (mut moves, mut used) = (0, private.holders & !private.doors);
            for part in components(area.grid(), private.squares | private.holders) {
                let chosen = self.fill(area, part, &private, count);
                moves += i64::from(chosen.moves);
                used |= chosen.used;
            }
            let free = area.amazons(owner) & !used;
            let safe = self.safe(&seen_by(area, owner), free, area.unburnt() & !private.squares);
            (moves + 2 * safe, i64::from(private.squares.count()))
        });
        whole(black - rest - white_squares, black_squares + rest - white)
    }

    /// One blocker territory.
    fn fill(&mut self, area: &Patch<u64>, part: u64, private: &Private, count: &mut Count) -> Chosen {
        let (amazons, doors) = (part & private.holders & !private.doors, part & private.doors);
        if self.techniques.blocked && Databases::has_territory(&area.cropped(part)) {
            count.meet(Kind::BlockedKnown);
            return choose(&mut self.databases, area, part, amazons, doors);
        }
        count.meet(Kind::BlockedPlodded);
        let (moves, used) = plod(area.grid(), part & area.empty(), amazons, doors);
        Chosen { moves, used }
    }
}

/// The area with this side black.
fn seen_by(area: &Patch<u64>, side: Side) -> Patch<u64> {
    if side == Side::Black { *area } else { area.exchanged() }
}

fn player(side: Side) -> Player {
    if side == Side::Black { Player::Left } else { Player::Right }
}

fn side(player: Player) -> Side {
    if player == Player::Left { Side::Black } else { Side::White }
}
