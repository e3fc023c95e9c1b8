//! What the paper keeps in databases (III-B), in the sizes that it has them: here it is worked out when it is first
//! asked for, and kept.
//!
//! A size is that of the rectangle around an area. Simple territories: up to 3x6, but for 3x6 with four amazons. The
//! sizes of blocker territories are in a thesis; here they are the same. Active areas: up to 2x6 and 3x5, 3x6 with at
//! most two amazons a side, and "the four smallest 4x4 databases", taken to be those with at most four amazons.

use otrera_atlas::KnownValues;
use otrera_board::{Area, Bits, Side, Size};
use otrera_cgt::{Bounds, Closeness, Dyadic, Interrupted, Store, Thermograph, table_bytes};
use otrera_regions::filling::{FillLimits, Territory, fill};
use otrera_regions::{AreaValues, KnownAreas as _};
use rustc_hash::FxHashMap;

use super::sum::Infinitesimal;

/// What a thermograph says about an active area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Number(Bounds),
    Infinitesimal(Infinitesimal),
    Hot(Bounds),
    /// A number and an infinitesimal.
    Shifted(Bounds),
}

/// Databases of territories and active areas, and what local searches found.
pub struct Databases<'a> {
    known: &'a KnownValues<'a>,
    values: AreaValues<'a>,
    active: FxHashMap<Area<u64>, Known>,
    /// By patch with the amazons black and the blockers white.
    blocked: FxHashMap<Area<u64>, u8>,
    local: FxHashMap<Area<u64>, (i32, i32)>,
}

impl<'a> Databases<'a> {
    /// Databases with nothing but the atlas in them. Active areas are computed in `store`, within its limits.
    pub fn new(known: &'a KnownValues<'a>, store: &'a Store) -> Databases<'a> {
        Databases {
            known,
            values: AreaValues::with_known(store, known),
            active: FxHashMap::default(),
            blocked: FxHashMap::default(),
            local: FxHashMap::default(),
        }
    }

    /// Memory in use, in bytes, about.
    pub fn bytes(&self) -> usize {
        let entries = self.active.capacity() + self.blocked.capacity() + self.local.capacity();
        self.values.bytes() + self.values.store().bytes() + table_bytes::<(Area, Known)>(entries)
    }

    /// Whether the databases have territories like this one.
    pub(super) fn has_territory(area: &Area<u64>) -> bool {
        let amazons = (area.unburnt() & !area.empty()).count();
        match sides(area.size()) {
            (3, 6) => amazons < 4,
            (short, long) => short <= 3 && long <= 6,
        }
    }

    /// Whether the databases have active areas like this one.
    pub(super) fn has_active(area: &Area<u64>) -> bool {
        let [black, white] = Side::BOTH.map(|side| area.amazons(side).count());
        match sides(area.size()) {
            (3, 6) => black <= 2 && white <= 2,
            (4, 4) => black + white <= 4,
            (3, long) => long <= 5,
            (short, long) => short <= 2 && long <= 6,
        }
    }

    /// The most moves of a simple territory.
    pub(super) fn simple(&mut self, area: &Area<u64>) -> Result<u32, Interrupted> {
        match self.known.territory(area) {
            Some(moves) => Ok(moves as u32),
            None => self.values.territory(area).map(|moves| moves as u32),
        }
    }

    /// The most moves on some squares of a patch, with blockers among the amazons.
    pub(super) fn moves(&mut self, patch: &Area<u64>, part: u64, amazons: u64, blockers: u64) -> u32 {
        if (amazons | blockers).is_none() {
            return 0;
        }
        let atlas = self.known.atlas();
        if let Some(spot) = atlas.spot(patch.grid(), part) {
            return atlas.territory(&spot, spot.points(part, amazons), spot.points(part, blockers)).into();
        }
        let empty = part & !(amazons | blockers);
        let grid = patch.grid();
        let key = Area::from_sets(patch.size(), [amazons, blockers], empty).cropped(part).oriented();
        let moves = *self.blocked.entry(key).or_insert_with(|| {
            let filling = fill(&Territory::of_squares(grid, part, amazons, blockers), &FillLimits::NONE);
            filling.moves().expect("a search without limits ends") as u8
        });
        moves.into()
    }

    /// What is known about an active area, which the databases must have.
    pub(super) fn active(&mut self, area: &Area<u64>) -> Result<Known, Interrupted> {
        let key = area.oriented();
        if let Some(&known) = self.active.get(&key) {
            return Ok(known);
        }
        let value = self.values.position(&key.position(Side::Black)).map_err(|unfinished| unfinished.why)?;
        let graph = self.values.store().thermograph(value)?;
        let known = read(&graph, is_star(&key));
        self.active.insert(key, known);
        Ok(known)
    }

    /// The scores of a local search with White and with Black to begin.
    pub(super) fn local(&mut self, area: &Area<u64>) -> (i32, i32) {
        *self.local.entry(area.oriented()).or_insert_with_key(super::local_scores)
    }
}

/// Whether an area is recognised as a star: one empty square, beside amazons of both sides.
pub(super) fn is_star(area: &Area<u64>) -> bool {
    let near = area.grid().spread(area.empty());
    area.empty().count() == 1 && Side::BOTH.iter().all(|&side| near & area.amazons(side) != 0)
}

/// What a thermograph says (II-D1, II-D2).
fn read(graph: &Thermograph, is_star: bool) -> Known {
    let bounds = graph.bounds();
    if graph.left_stop() != graph.right_stop() {
        return Known::Hot(bounds);
    }
    match (bounds.lower.closeness, bounds.upper.closeness) {
        (Closeness::Closed, Closeness::Closed) => Known::Number(bounds),
        _ if graph.left_stop() != Dyadic::ZERO => Known::Shifted(bounds),
        (Closeness::Tightened, _) => Known::Infinitesimal(Infinitesimal::Positive),
        (_, Closeness::Tightened) => Known::Infinitesimal(Infinitesimal::Negative),
        _ if is_star => Known::Infinitesimal(Infinitesimal::Star),
        _ => Known::Infinitesimal(Infinitesimal::Fuzzy),
    }
}

fn sides(size: Size) -> (u8, u8) {
    let (width, height) = (size.width(), size.height());
    (width.min(height), width.max(height))
}

impl std::fmt::Debug for Databases<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Databases({} active, {} blocked)", self.active.len(), self.blocked.len())
    }
}
