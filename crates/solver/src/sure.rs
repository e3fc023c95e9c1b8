//! Sure moves: moves that Black keeps in an area whatever White does there.
//!
//! Rules 1 and 2 of [`crate::bounds`] add 2 to Black's lower bound for each move that she is sure of. They count neighbours,
//! and see one or two such moves. This file looks ahead. Black is sure of k moves, White to move, if
//!
//! - k is 0; or
//! - Black has a *step* that leaves her sure of k - 1 moves, and after every move of White she has such a step too.
//!
//! A step goes to a neighbouring square and shoots back at the square that it left, so it never opens a way for White.
//!
//! ```text
//!   a b c d     Black touches b1, a2 and b2, so that she is sure of one move. Counting sees no more.
//! 3 # . . w     Looking ahead, she is sure of two. After d3-c3xb2, for example, she steps to a2. There she touches b1
//! 2 . . . #     and b3, and no move of White takes both.
//! 1 b . # #
//! ```
//!
//! The question is always "is Black sure of k moves?", because most situations lack only a move or two. Smaller k are asked
//! first, so that most refutations are short. Counting answers most of the rest. A *strong* step leaves three empty
//! neighbours, and a move of White fills at most two squares. So only moves of White that fill the square of the step, or
//! one of its last neighbours, are tried against it. One level higher, a *zone* is a set of squares that make Black sure of
//! two moves as long as they are empty, wherever White stands, and only moves of White into the zone are tried.
//!
//! On 5x5, four fifths of the lost nodes of a search without this rule lack exactly one safe move. With three sure moves,
//! 5x5 takes a twelfth of the nodes, and ten positions of 6x5 take a third. With four, the nodes fall by another fifth and
//! the time doubles (docs/notes/sure-moves.md).
//!
//! docs/formats/certificate.md, rule 4, has the proof. The checker has code of its own: it tries all steps, and every move of
//! White that fills a square on which an answer rests.

use otrera_board::{Area, Bits, Grid, Side, Twin};
use smallvec::SmallVec;

use crate::bounds::{are_two, can_be_taken};

/// Empty squares that one move of White cannot all fill.
const SAFE: u32 = 3;

/// The part of an area where Black looks for sure moves. Squares outside the sets are obstacles.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    grid: &'static Grid<u64>,
    /// Black's amazons that may move.
    black: u64,
    white: u64,
    empty: u64,
}

/// A step that leaves Black sure of a move by counting.
#[derive(Clone, Copy)]
struct Strong {
    /// The square of the step.
    to: u64,
    /// Empty neighbours of Black's amazons after the step.
    around: u64,
    /// Squares of which White has to fill one to spoil the step.
    hits: u64,
}

impl Strong {
    /// True if the step still leaves three empty neighbours after White has filled `filled`.
    fn survives(&self, filled: u64) -> bool {
        self.to & filled == 0 && (self.around & !filled).count() >= SAFE
    }
}

/// A move of White.
#[derive(Clone, Copy)]
struct WhiteMove {
    from: u64,
    to: u64,
    arrow: u64,
}

impl Field {
    /// `black` are the amazons that may move, and `squares` the squares that they may use.
    pub(crate) fn new(area: &Area<u64>, black: u64, squares: u64) -> Field {
        Field { grid: area.grid(), black, white: area.amazons(Side::White), empty: area.empty() & squares }
    }

    /// True if Black is sure of `count` moves, White to move. Smaller counts come first: most refutations are short.
    pub(crate) fn is_sure(&self, count: u32) -> bool {
        (1..=count).all(|fewer| self.is_sure_of(fewer))
    }

    /// [`is_sure`](Self::is_sure), if Black is sure of one move less.
    fn is_sure_of(&self, count: u32) -> bool {
        let around = self.around();
        match (count, around.count()) {
            (0, _) => true,
            (_, 0) => false,
            (1, 1 | 2) => !can_be_taken(self.grid, self.white, self.empty, around, self.near()),
            (1, _) => true,
            (2, _) => self.is_sure_of_two(),
            _ => self.is_sure_of_more(count),
        }
    }

    fn near(&self) -> u64 {
        self.grid.spread(self.black)
    }

    /// Empty squares next to Black's amazons.
    fn around(&self) -> u64 {
        self.near() & self.empty
    }

    fn step(&self, from: u64, to: u64) -> Field {
        Field { black: self.black ^ from ^ to, empty: self.empty & !to, ..*self }
    }

    fn after(&self, WhiteMove { from, to, arrow }: WhiteMove) -> Field {
        Field { white: self.white ^ from ^ to, empty: (self.empty | from) & !(to | arrow), ..*self }
    }

    /// True if `check` holds for a step of Black.
    fn any_step(&self, mut check: impl FnMut(u64, u64) -> bool) -> bool {
        self.black.points().map(u64::bit).any(|from| {
            let targets = self.grid.spread(from) & self.empty;
            targets.points().map(u64::bit).any(|to| check(from, to))
        })
    }

    /// True if a step leaves Black sure of `count` moves.
    fn has_step(&self, count: u32) -> bool {
        self.any_step(|from, to| self.step(from, to).is_sure(count))
    }

    /// True if `check` holds for every move of White that fills one of `squares`.
    fn every_move_to(&self, squares: u64, mut check: impl FnMut(WhiteMove) -> bool) -> bool {
        let empty = Twin::new(self.empty);
        self.white.points().all(|origin| {
            let from = u64::bit(origin);
            self.grid.slide(origin, empty).points().all(|landing| {
                let to = u64::bit(landing);
                let arrows = self.grid.slide(landing, empty.with(origin)).set();
                let arrows = if to & squares != 0 { arrows } else { arrows & squares };
                arrows.points().all(|arrow| check(WhiteMove { from, to, arrow: u64::bit(arrow) }))
            })
        })
    }

    fn strong_steps(&self) -> SmallVec<[Strong; 16]> {
        let mut strong = SmallVec::new();
        self.any_step(|from, to| {
            let around = self.step(from, to).around();
            if around.count() >= SAFE {
                // Of five neighbours three are left, of four two only if White fills two of them.
                let hits = if around.count() >= SAFE + 2 { to } else { to | around };
                strong.push(Strong { to, around, hits });
            }
            false
        });
        strong
    }

    /// A set of squares with this property: Black is sure of two moves as long as they are empty, wherever White stands.
    fn zone_of_two(&self) -> Option<u64> {
        let mut chosen: SmallVec<[Strong; 16]> = SmallVec::new();
        let mut zone = 0;
        for mut step in self.strong_steps() {
            // Five neighbours suffice. Those that are needed anyway come first.
            let mut around = step.around & zone;
            for point in (step.around & !zone).points() {
                if around.count() >= SAFE + 2 {
                    break;
                }
                around |= u64::bit(point);
            }
            step.around = around;
            zone |= step.to | around;
            chosen.push(step);
            if chosen.len() >= 3 && resists_two(&chosen) {
                return Some(zone);
            }
        }
        None
    }

    fn is_sure_of_two(&self) -> bool {
        let strong = self.strong_steps();
        if let Some(weakest) = strong.iter().map(|step| step.hits).min_by_key(|hits| hits.count()) {
            let survives = |filled| strong.iter().any(|step| step.survives(filled));
            return self.every_threat(weakest, survives, |next| next.has_step(1));
        }
        are_two(self.black, |amazon| self.grid.spread(amazon) & self.empty)
            || self.has_step(1) && self.every_threat(u64::MAX, |_| false, |next| next.has_step(1))
    }

    fn is_sure_of_more(&self, count: u32) -> bool {
        let mut answer = (0, 0);
        let mut has_step = |field: &Field| {
            // The last answer is tried first.
            let (from, to) = answer;
            if field.black & from != 0 && field.empty & to != 0 && field.step(from, to).is_sure(count - 1) {
                return true;
            }
            field.any_step(|from, to| {
                let is_answer = field.step(from, to).is_sure(count - 1);
                if is_answer {
                    answer = (from, to);
                }
                is_answer
            })
        };
        if !has_step(self) {
            return false;
        }
        let mut zones: SmallVec<[u64; 16]> = SmallVec::new();
        if count == 3 {
            self.any_step(|from, to| {
                zones.extend(self.step(from, to).zone_of_two().map(|zone| zone | to));
                false
            });
        }
        let weakest = zones.iter().copied().min_by_key(|zone| zone.count()).unwrap_or(u64::MAX);
        self.every_threat(weakest, |filled| zones.iter().any(|zone| zone & filled == 0), |next| has_step(&next))
    }

    /// True if `check` holds after every move of White that fills one of `squares`, unless `is_harmless` holds for the squares
    /// it fills. Moves that leave Black the fewest empty neighbours come first: most refutations are among them.
    fn every_threat(
        &self,
        squares: u64,
        is_harmless: impl Fn(u64) -> bool,
        mut check: impl FnMut(Field) -> bool,
    ) -> bool {
        let near = self.near();
        let mut threats: SmallVec<[(u32, WhiteMove); 32]> = SmallVec::new();
        self.every_move_to(squares, |played| {
            let filled = played.to | played.arrow;
            if !is_harmless(filled) {
                let left = ((self.empty | played.from) & !filled & near).count();
                threats.push((left, played));
            }
            true
        });
        let mut left = 0;
        let mut seen = 0;
        while seen < threats.len() {
            for &(_, played) in threats.iter().filter(|threat| threat.0 == left) {
                if !check(self.after(played)) {
                    return false;
                }
                seen += 1;
            }
            left += 1;
        }
        true
    }
}

/// True if no two squares spoil all steps.
fn resists_two(steps: &[Strong]) -> bool {
    let first = &steps[0];
    (first.to | first.around).points().all(|one| {
        let one = u64::bit(one);
        match steps.iter().find(|step| step.survives(one)) {
            None => false,
            Some(next) => (next.to | next.around).points().all(|other| {
                let filled = one | u64::bit(other);
                steps.iter().any(|step| step.survives(filled))
            }),
        }
    })
}
