//! Static evaluation: bounds of each area, and the winner if their sum decides it (IV).

use otrera_board::areas::{Kind, components};
use otrera_board::{Area, Bits, Position, Room, Side};
use otrera_cgt::{Bound, Bounds, Closeness, Dyadic, Interrupted, Player};

use super::census::{AreaCensus, AreaClass, AreaCounts};
use super::databases::{Databases, ThermographClass, is_star};
use super::safe::safe_moves;
use super::sum::{Infinitesimal, Sum, whole};
use super::techniques::Techniques;
use super::territory::{BlockerChoice, BlockerTerritory, choose_blockers, plod};

/// Size at which an area is too large for a local search (IV-A6).
const LOCAL: u32 = 9;

/// The static evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The winner, if the bounds decide it.
    pub winner: Option<Side>,
    /// Bounds of the position as a game, Black positive.
    pub bounds: Bounds,
}

/// Evaluates positions and counts the areas it meets.
pub struct Evaluator<'a> {
    databases: Databases<'a>,
    techniques: Techniques,
    census: AreaCensus,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty census.
    pub fn new(databases: Databases<'a>, techniques: Techniques) -> Evaluator<'a> {
        Evaluator { databases, techniques, census: AreaCensus::default() }
    }

    /// The areas met.
    pub fn census(&self) -> &AreaCensus {
        &self.census
    }

    /// The databases, for another evaluator.
    pub fn into_databases(self) -> Databases<'a> {
        self.databases
    }

    /// Evaluates a position.
    pub fn evaluate(&mut self, position: &Position<u64>) -> Result<Evaluation, Interrupted> {
        let sum = self.sum(position)?;
        let next = if position.to_move() == Side::Black { Player::Left } else { Player::Right };
        let side = |player| if player == Player::Left { Side::Black } else { Side::White };
        Ok(Evaluation { winner: sum.winner(next).map(side), bounds: sum.bounds() })
    }

    /// Adds up the bounds of all areas.
    pub fn sum(&mut self, position: &Position<u64>) -> Result<Sum, Interrupted> {
        let board = Area::whole(position);
        let mut sum = Sum::default();
        let mut counts = AreaCounts { positions: 1, ..AreaCounts::default() };
        for part in board.parts() {
            match part.kind {
                Kind::Dead => {}
                Kind::Active => self.active(&board.cropped(part.squares), &mut sum, &mut counts)?,
                Kind::Territory(owner) => {
                    let bounds = self.simple(&board, part.squares, owner, &mut counts)?;
                    sum.add(if owner == Side::Black { bounds } else { bounds.negative() });
                }
            }
        }
        self.census.add_at(position.burnt().count() as usize, &counts);
        Ok(sum)
    }

    /// Bounds of a simple territory for its owner.
    fn simple(
        &mut self,
        board: &Area<u64>,
        squares: u64,
        owner: Side,
        counts: &mut AreaCounts,
    ) -> Result<Bounds, Interrupted> {
        let empty = squares & board.empty();
        if self.techniques.simple {
            let area = board.cropped(squares);
            if Databases::has_territory(&area) {
                counts.count(AreaClass::SimpleKnown);
                let moves = self.databases.simple(&area)?.into();
                return Ok(whole(moves, moves));
            }
        }
        counts.count(AreaClass::SimplePlodded);
        let plodded = plod(board.grid(), empty, squares & board.amazons(owner), 0);
        Ok(whole(plodded.moves.into(), empty.count().into()))
    }

    /// Adds an active area.
    fn active(&mut self, area: &Area<u64>, sum: &mut Sum, counts: &mut AreaCounts) -> Result<(), Interrupted> {
        // Step 1. The database, or a star, which is recognized by its shape.
        if self.techniques.active && Databases::has_active(area) {
            counts.count(AreaClass::ActiveKnown);
            let known = self.databases.active(area)?;
            self.add_known(known, sum, counts);
            return Ok(());
        }
        if self.techniques.infinitesimals && is_star(area) {
            counts.count(AreaClass::ActiveRuled);
            sum.add_infinitesimal(Infinitesimal::Star);
            return Ok(());
        }
        // Step 2. Territories behind blockers.
        if self.techniques.blockers {
            let rooms = Side::BOTH.map(|owner| Room::of(area, owner));
            if rooms.iter().any(|room| room.squares != 0) {
                sum.add(self.split(area, rooms, counts));
                return Ok(());
            }
        }
        // Step 3. Local search of small areas.
        if self.techniques.local && area.unburnt().count() < LOCAL {
            counts.count(AreaClass::ActiveSearched);
            let scores = self.databases.local(area);
            let relaxed = |n: i32| Bound { at: Dyadic::integer(n.into()), closeness: Closeness::Relaxed };
            sum.add(Bounds { lower: relaxed(scores.white_first), upper: relaxed(scores.black_first) });
            return Ok(());
        }
        // Step 4. Safe moves.
        counts.count(AreaClass::ActiveRuled);
        let empty = i64::from(area.empty().count());
        let [black, white] =
            Side::BOTH.map(|side| 2 * self.safe(&seen_by(area, side), area.amazons(side), area.unburnt()));
        sum.add(whole(-empty + black, empty - white));
        Ok(())
    }

    fn add_known(&self, known: ThermographClass, sum: &mut Sum, counts: &mut AreaCounts) {
        let (class, bounds) = match known {
            ThermographClass::Number(bounds) => (AreaClass::Number, bounds),
            ThermographClass::Infinitesimal(kind) => (AreaClass::Infinitesimal, kind.bounds()),
            ThermographClass::Shifted(bounds) => (AreaClass::Infinitesimal, bounds),
            ThermographClass::Hot(bounds) => (AreaClass::Hot, bounds),
        };
        counts.count(class);
        match known {
            ThermographClass::Infinitesimal(kind) if self.techniques.infinitesimals => sum.add_infinitesimal(kind),
            ThermographClass::Hot(_) if self.techniques.hot => sum.add_hot(bounds),
            _ => sum.add(bounds),
        }
    }

    /// Safe moves of Black.
    fn safe(&self, area: &Area<u64>, amazons: u64, squares: u64) -> i64 {
        match self.techniques.safe {
            true => safe_moves(area, amazons, squares, self.techniques.origins).into(),
            false => 0,
        }
    }

    /// Bounds of an active area with territories behind blockers (IV-B3). Safe moves are counted once in all of the
    /// rest, even if it has several parts, because one move of a blocker between two parts could affect both.
    fn split(&mut self, area: &Area<u64>, rooms: [Room; 2], counts: &mut AreaCounts) -> Bounds {
        let inside = rooms.iter().fold(0, |inside, room| inside | room.squares | room.inside);
        let left = area.unburnt() & !inside;
        for _ in components(area.grid(), left).filter(|part| part & area.empty() != 0) {
            counts.count(AreaClass::ActiveRuled);
        }
        let rest = i64::from((left & area.empty()).count());
        let [(black, black_squares), (white, white_squares)] = [Side::Black, Side::White].map(|owner| {
            let room = rooms[owner.index()];
            let (mut moves, mut used) = (0, room.inside);
            for part in room.parts(area.grid()) {
                let chosen = self.fill(area, part, &room, counts);
                moves += i64::from(chosen.moves);
                used |= chosen.used;
            }
            let free = area.amazons(owner) & !used;
            let safe = self.safe(&seen_by(area, owner), free, area.unburnt() & !room.squares);
            (moves + 2 * safe, i64::from(room.squares.count()))
        });
        whole(black - rest - white_squares, black_squares + rest - white)
    }

    fn fill(&mut self, area: &Area<u64>, squares: u64, room: &Room, counts: &mut AreaCounts) -> BlockerChoice {
        let territory = BlockerTerritory { squares, amazons: squares & room.inside, blockers: squares & room.doors };
        if self.techniques.blocked && Databases::has_territory(&area.cropped(squares)) {
            counts.count(AreaClass::BlockedKnown);
            return choose_blockers(&mut self.databases, area, &territory);
        }
        counts.count(AreaClass::BlockedPlodded);
        plod(area.grid(), squares & area.empty(), territory.amazons, territory.blockers)
    }
}

/// The area with `side` as Black.
fn seen_by(area: &Area<u64>, side: Side) -> Area<u64> {
    if side == Side::Black { *area } else { area.swapped() }
}
