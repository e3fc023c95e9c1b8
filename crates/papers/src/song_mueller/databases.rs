//! The databases of the paper (III-B), with its limits on size. Entries are computed when they are first used.
//!
//! The size of an area is that of the rectangle around it. Simple territories: up to 3x6, except 3x6 with four amazons.
//! Blocker territories: the paper refers to a thesis; here the same sizes. Active areas: up to 2x6 and 3x5, 3x6 with at
//! most two amazons a side, and "the four smallest 4x4 databases", taken to be those with at most four amazons.

use otrera_atlas::KnownValues;
use otrera_board::{Area, Bits, Side, Size};
use otrera_cgt::{Bounds, Closeness, Dyadic, Interrupted, Store, Thermograph, table_bytes};
use otrera_regions::filling::{FillLimits, Territory, fill};
use otrera_regions::{AreaValues, KnownAreas as _};
use rustc_hash::FxHashMap;

use super::sum::Infinitesimal;
use super::territory::BlockerTerritory;
use crate::Scores;

/// The class of an active area by its thermograph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThermographClass {
    Number(Bounds),
    Infinitesimal(Infinitesimal),
    Hot(Bounds),
    /// A number plus an infinitesimal.
    Shifted(Bounds),
}

/// Databases of territories and active areas, and a cache of local searches.
pub struct Databases<'a> {
    known: &'a KnownValues<'a>,
    values: AreaValues<'a>,
    active: FxHashMap<Area<u64>, ThermographClass>,
    /// Keys have amazons as black and blockers as white.
    blocked: FxHashMap<Area<u64>, u8>,
    local: FxHashMap<Area<u64>, Scores<i32>>,
}

impl<'a> Databases<'a> {
    /// Databases with only the atlas. Active areas are computed in `store`, within its limits.
    pub fn new(known: &'a KnownValues<'a>, store: &'a Store) -> Databases<'a> {
        Databases {
            known,
            values: AreaValues::with_known(store, known),
            active: FxHashMap::default(),
            blocked: FxHashMap::default(),
            local: FxHashMap::default(),
        }
    }

    /// Approximate bytes in use.
    pub fn bytes(&self) -> usize {
        let entries = self.active.capacity() + self.blocked.capacity() + self.local.capacity();
        self.values.bytes() + self.values.store().bytes() + table_bytes::<(Area, ThermographClass)>(entries)
    }

    /// Returns whether the databases include territories of this size.
    pub(super) fn has_territory(area: &Area<u64>) -> bool {
        let amazons = (area.unburnt() & !area.empty()).count();
        match sides(area.size()) {
            (3, 6) => amazons < 4,
            (short, long) => short <= 3 && long <= 6,
        }
    }

    /// Returns whether the databases include active areas of this size.
    pub(super) fn has_active(area: &Area<u64>) -> bool {
        let [black, white] = Side::BOTH.map(|side| area.amazons(side).count());
        match sides(area.size()) {
            (3, 6) => black <= 2 && white <= 2,
            (4, 4) => black + white <= 4,
            (3, long) => long <= 5,
            (short, long) => short <= 2 && long <= 6,
        }
    }

    /// The maximum number of moves in a simple territory.
    pub(super) fn simple(&mut self, area: &Area<u64>) -> Result<u32, Interrupted> {
        match self.known.territory(area) {
            Some(moves) => Ok(moves as u32),
            None => self.values.territory(area).map(|moves| moves as u32),
        }
    }

    /// The maximum number of moves in a blocker territory of `area`.
    pub(super) fn moves(&mut self, area: &Area<u64>, territory: &BlockerTerritory) -> u32 {
        let BlockerTerritory { squares: part, amazons, blockers } = *territory;
        if (amazons | blockers).is_none() {
            return 0;
        }
        let atlas = self.known.atlas();
        if let Some(spot) = atlas.spot(area.grid(), part) {
            return atlas.territory(&spot, spot.points(part, amazons), spot.points(part, blockers)).into();
        }
        let empty = part & !(amazons | blockers);
        let grid = area.grid();
        let key = Area::from_sets(area.size(), [amazons, blockers], empty).cropped(part).oriented();
        let moves = *self.blocked.entry(key).or_insert_with(|| {
            let filling = fill(&Territory::of_squares(grid, part, amazons, blockers), &FillLimits::NONE);
            filling.moves().expect("a search without limits finishes") as u8
        });
        moves.into()
    }

    /// The class of an active area, which the databases must include.
    pub(super) fn active(&mut self, area: &Area<u64>) -> Result<ThermographClass, Interrupted> {
        let key = area.oriented();
        if let Some(&known) = self.active.get(&key) {
            return Ok(known);
        }
        let value = self.values.position(&key.position(Side::Black)).map_err(|unfinished| unfinished.why)?;
        let graph = self.values.store().thermograph(value)?;
        let known = classify(&graph, is_star(&key));
        self.active.insert(key, known);
        Ok(known)
    }

    pub(super) fn local(&mut self, area: &Area<u64>) -> Scores<i32> {
        *self.local.entry(area.oriented()).or_insert_with_key(super::local_scores)
    }
}

/// Returns whether an area is recognised as a star: one empty square, beside amazons of both sides.
pub(super) fn is_star(area: &Area<u64>) -> bool {
    let near = area.grid().spread(area.empty());
    area.empty().count() == 1 && Side::BOTH.iter().all(|&side| near & area.amazons(side) != 0)
}

/// Classifies a thermograph (II-D1, II-D2).
fn classify(graph: &Thermograph, is_star: bool) -> ThermographClass {
    let bounds = graph.bounds();
    if graph.left_stop() != graph.right_stop() {
        return ThermographClass::Hot(bounds);
    }
    match (bounds.lower.closeness, bounds.upper.closeness) {
        (Closeness::Closed, Closeness::Closed) => ThermographClass::Number(bounds),
        _ if graph.left_stop() != Dyadic::ZERO => ThermographClass::Shifted(bounds),
        (Closeness::Tightened, _) => ThermographClass::Infinitesimal(Infinitesimal::Positive),
        (_, Closeness::Tightened) => ThermographClass::Infinitesimal(Infinitesimal::Negative),
        _ if is_star => ThermographClass::Infinitesimal(Infinitesimal::Star),
        _ => ThermographClass::Infinitesimal(Infinitesimal::Fuzzy),
    }
}

fn sides(size: Size) -> (u8, u8) {
    let (width, height) = (size.width(), size.height());
    (width.min(height), width.max(height))
}
