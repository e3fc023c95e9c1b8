//! One side of a thermograph: an exact piecewise-linear function of temperature, from -1 upwards.
//!
//! Pieces are vertical or diagonal: a tax tilts every piece by one unit, and a left wall is made from right walls by one
//! tax, a right wall from left walls by the opposite one. So two pieces meet at dyadic points, and all corners are exact.
//! Private functions return `None` on overflow.

use std::cmp::Ordering;
use std::fmt;

use crate::Dyadic;

/// A point of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The tax on a move.
    pub temperature: Dyadic,
    /// The value at this temperature.
    pub value: Dyadic,
}

/// One wall of a thermograph: corners from temperature -1 up to the temperature of the game, straight in between, and
/// vertical above the last, where it is the mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    corners: Box<[Corner]>,
}

impl Wall {
    /// The wall with these corners. `None` unless the first is at -1, temperatures rise, and pieces are vertical or
    /// diagonal.
    pub fn new(corners: Vec<Corner>) -> Option<Self> {
        let starts = corners.first()?.temperature == Dyadic::MINUS_ONE;
        let is_piece = |pair: &[Corner]| {
            let up = pair[1].temperature.checked_sub(pair[0].temperature)?;
            let across = pair[1].value.checked_sub(pair[0].value)?;
            Some(up > Dyadic::ZERO && (across == Dyadic::ZERO || across == up || across == -up))
        };
        let pieces = corners.windows(2).all(|pair| is_piece(pair) == Some(true));
        (starts && pieces).then(|| Self { corners: corners.into() })
    }

    /// The corners by rising temperature, the first at -1, the last at the temperature of the game.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The value at a temperature. `None` below -1, and on overflow.
    pub fn at(&self, temperature: Dyadic) -> Option<Dyadic> {
        value_at(&self.corners, 0, temperature)
    }

    /// Number of linear pieces, the mast included. The game 0 has one in each wall, `±1` has two.
    pub fn sectors(&self) -> usize {
        let last_is_vertical = matches!(&*self.corners, [.., a, b] if a.value == b.value);
        self.corners.len() - usize::from(last_is_vertical)
    }

    /// Returns whether the wall is vertical just below temperature 0.
    pub fn is_vertical_below_zero(&self) -> bool {
        let next = self.corners.partition_point(|corner| corner.temperature < Dyadic::ZERO);
        self.corners.get(next).is_none_or(|above| above.value == self.corners[next - 1].value)
    }

    /// The wall of the game with players exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let corners = self.corners.iter().map(|c| Corner { value: -c.value, ..*c }).collect();
        Self { corners }
    }

    /// The wall moved sideways by a whole number.
    pub(crate) fn translated(&self, by: Dyadic) -> Option<Self> {
        let moved = |c: &Corner| Some(Corner { value: c.value.checked_add(by)?, ..*c });
        Some(Self { corners: self.corners.iter().map(moved).collect::<Option<_>>()? })
    }

    pub(crate) fn mast(value: Dyadic) -> Self {
        Self { corners: [Corner { temperature: Dyadic::MINUS_ONE, value }].into() }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val::<[Corner]>(&self.corners)
    }
}

impl fmt::Display for Wall {
    /// Corners as `temperature:value`, by rising temperature.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Corner { temperature, value }) in self.corners.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{temperature}:{value}")?;
        }
        Ok(())
    }
}

/// A wall after tax, before it is joined with the other wall: it continues with `slope` above its last corner.
#[derive(Clone, Debug)]
pub(crate) struct Scaffold {
    corners: Vec<Corner>,
    /// Change of value per degree above the last corner: -1, 0 or 1.
    slope: i64,
}

impl Scaffold {
    pub(crate) fn untaxed(wall: &Wall) -> Self {
        Self { corners: wall.corners.to_vec(), slope: 0 }
    }

    /// Adds a tax of `rate` times the temperature: -1 for Left's scaffold, 1 for Right's.
    pub(crate) fn taxed(mut self, rate: i64) -> Option<Self> {
        for corner in &mut self.corners {
            let t = corner.temperature;
            corner.value = if rate < 0 { corner.value.checked_sub(t)? } else { corner.value.checked_add(t)? };
        }
        self.slope += rate;
        Some(self)
    }

    /// The larger (or smaller, by `prefer`) of two scaffolds at every temperature.
    pub(crate) fn best(&self, other: &Self, prefer: Ordering) -> Option<Self> {
        let mut corners: Vec<Corner> = Vec::new();
        for (a, b) in Self::pieces(self, other)? {
            let first = a.start.value.cmp(&b.start.value);
            let winner = if first == Ordering::Equal { a.slope.cmp(&b.slope) } else { first };
            let (winner, loser) = if winner == prefer { (a, b) } else { (b, a) };
            push(&mut corners, winner.start);
            if let Crossing::At(corner) = winner.crossing(&loser, prefer)? {
                push(&mut corners, corner);
            }
        }
        let last = *corners.last()?;
        let end = |s: &Self| Some((s.at(last.temperature)?, s.slope));
        let (a, b) = (end(self)?, end(other)?);
        let slope = if a.cmp(&b) == prefer { a.1 } else { b.1 };
        Some(Self { corners, slope })
    }

    /// Left's and Right's walls, from scaffolds that start apart and meet.
    pub(crate) fn join(left: &Self, right: &Self) -> Option<(Wall, Wall)> {
        let (mut left_wall, mut right_wall) = (Vec::new(), Vec::new());
        for (l, r) in Self::pieces(left, right)? {
            push(&mut left_wall, l.start);
            push(&mut right_wall, r.start);
            if l.start.value <= r.start.value {
                break;
            }
            if let Crossing::At(corner) = l.crossing(&r, Ordering::Greater)? {
                push(&mut left_wall, corner);
                push(&mut right_wall, corner);
                break;
            }
        }
        Some((Wall { corners: left_wall.into() }, Wall { corners: right_wall.into() }))
    }

    /// Both functions cut at the corners of either, so that each pair of pieces is straight. The last pair is endless.
    fn pieces(a: &Self, b: &Self) -> Option<Vec<(Piece, Piece)>> {
        let mut cuts: Vec<Dyadic> = a.corners.iter().chain(&b.corners).map(|c| c.temperature).collect();
        cuts.sort_unstable();
        cuts.dedup();
        (0..cuts.len())
            .map(|i| Some((a.piece(cuts[i], cuts.get(i + 1).copied())?, b.piece(cuts[i], cuts.get(i + 1).copied())?)))
            .collect()
    }

    fn piece(&self, start: Dyadic, end: Option<Dyadic>) -> Option<Piece> {
        let value = self.at(start)?;
        let slope = match end {
            None => self.slope,
            Some(end) => self.at(end)?.cmp(&value) as i64,
        };
        Some(Piece { start: Corner { temperature: start, value }, end, slope })
    }

    fn at(&self, temperature: Dyadic) -> Option<Dyadic> {
        value_at(&self.corners, self.slope, temperature)
    }
}

/// A straight piece, half open at its upper end.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: Corner,
    end: Option<Dyadic>,
    slope: i64,
}

enum Crossing {
    None,
    At(Corner),
}

impl Piece {
    /// Crossing of two pieces that start at the same temperature, strictly inside; `ahead` is the side on
    /// which `self` leads.
    fn crossing(&self, other: &Self, ahead: Ordering) -> Option<Crossing> {
        let lead = self.start.value.checked_sub(other.start.value)?;
        let (lead, closing) = match ahead {
            Ordering::Greater => (lead, other.slope - self.slope),
            _ => (-lead, self.slope - other.slope),
        };
        if lead <= Dyadic::ZERO || closing <= 0 {
            return Some(Crossing::None);
        }
        let wait = if closing == 2 { lead.checked_half()? } else { lead };
        let temperature = self.start.temperature.checked_add(wait)?;
        if self.end.is_some_and(|end| temperature >= end) {
            return Some(Crossing::None);
        }
        Some(Crossing::At(Corner { temperature, value: along(self.start, self.slope, temperature)? }))
    }
}

/// The value on the line from `start` with a slope of -1, 0 or 1.
fn along(start: Corner, slope: i64, temperature: Dyadic) -> Option<Dyadic> {
    let rise = || temperature.checked_sub(start.temperature);
    match slope {
        0 => Some(start.value),
        1 => start.value.checked_add(rise()?),
        _ => start.value.checked_sub(rise()?),
    }
}

/// The value on the line through `corners`, which has this slope above the last. `None` below the first corner.
fn value_at(corners: &[Corner], slope: i64, temperature: Dyadic) -> Option<Dyadic> {
    let next = corners.partition_point(|corner| corner.temperature <= temperature);
    let below = corners[next.checked_sub(1)?];
    let slope = corners.get(next).map_or(slope, |above| above.value.cmp(&below.value) as i64);
    along(below, slope, temperature)
}

/// Appends a corner, and drops the last one if it lies on the straight line between its neighbours.
fn push(corners: &mut Vec<Corner>, corner: Corner) {
    if let [.., before, last] = corners[..]
        && last.value.cmp(&before.value) == corner.value.cmp(&last.value)
    {
        corners.pop();
    }
    corners.push(corner);
}
