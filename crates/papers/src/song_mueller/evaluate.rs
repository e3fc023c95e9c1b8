//! Bounds of a whole position: it is split into areas, each gets bounds, and their sum may tell who wins (IV).

use otrera_board::areas::{Kind as AreaKind, components};
use otrera_board::{Area, Bits, Position, Room, Side};
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
        let board = Area::whole(position);
        let mut sum = Sum::default();
        let mut count = Count { positions: 1, ..Count::default() };
        for part in board.parts() {
            match part.kind {
                AreaKind::Dead => {}
                AreaKind::Active => self.active(&board.cropped(part.squares), &mut sum, &mut count)?,
                AreaKind::Territory(owner) => {
                    let bounds = self.simple(&board, part.squares, owner, &mut count)?;
                    sum.add(if owner == Side::Black { bounds } else { bounds.negative() });
                }
            }
        }
        self.census.add_at(position.burnt().count() as usize, &count);
        Ok(sum)
    }

    /// A territory, for its owner.
    fn simple(
        &mut self,
        board: &Area<u64>,
        squares: u64,
        owner: Side,
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
        Ok(whole(plod(board.grid(), empty, squares & board.amazons(owner), 0).0.into(), empty.count().into()))
    }

    /// An area with both colours.
    fn active(&mut self, area: &Area<u64>, sum: &mut Sum, count: &mut Count) -> Result<(), Interrupted> {
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
            let rooms = Side::BOTH.map(|owner| Room::of(area, owner));
            if rooms.iter().any(|room| room.squares != 0) {
                sum.add(self.split(area, rooms, count));
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
    fn safe(&self, area: &Area<u64>, amazons: u64, squares: u64) -> i64 {
        match self.techniques.safe {
            true => safe_moves(area, amazons, squares, self.techniques.origins).into(),
            false => 0,
        }
    }

    /// An active area with territories behind blockers, and what is left of it (IV-B3). Safe moves are looked for once
    /// in all that is left, even where that is in several parts: one move of a blocker between two parts could spoil
    /// both.
    fn split(&mut self, area: &Area<u64>, rooms: [Room; 2], count: &mut Count) -> Bounds {
        let inside = rooms.iter().fold(0, |inside, room| inside | room.squares | room.inside);
        let left = area.unburnt() & !inside;
        for _ in components(area.grid(), left).filter(|part| part & area.empty() != 0) {
            count.meet(Kind::ActiveRuled);
        }
        let rest = i64::from((left & area.empty()).count());
        let [(black, black_squares), (white, white_squares)] = [Side::Black, Side::White].map(|owner| {
            let room = rooms[owner.index()];
            let (mut moves, mut used) = (0, room.inside);
            for part in room.parts(area.grid()) {
                let chosen = self.fill(area, part, &room, count);
                moves += i64::from(chosen.moves);
                used |= chosen.used;
            }
            let free = area.amazons(owner) & !used;
            let safe = self.safe(&seen_by(area, owner), free, area.unburnt() & !room.squares);
            (moves + 2 * safe, i64::from(room.squares.count()))
        });
        whole(black - rest - white_squares, black_squares + rest - white)
    }

    /// One blocker territory.
    fn fill(&mut self, area: &Area<u64>, part: u64, room: &Room, count: &mut Count) -> Chosen {
        let (amazons, doors) = (part & room.inside, part & room.doors);
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
fn seen_by(area: &Area<u64>, side: Side) -> Area<u64> {
    if side == Side::Black { *area } else { area.swapped() }
}

fn player(side: Side) -> Player {
    if side == Side::Black { Player::Left } else { Player::Right }
}

fn side(player: Player) -> Side {
    if player == Player::Left { Side::Black } else { Side::White }
}
