//! Values that need no search: those of the atlas, and caches of territories and areas that the atlas lacks.

use std::convert::Infallible;
use std::sync::Mutex;

use otrera_atlas::{Atlas, KnownValues};
use otrera_board::{Area, Bits, Side};
use otrera_cgt::{Interrupted, Store};
use otrera_regions::AreaValues;
use otrera_regions::filling::FillLimits;

use crate::fillings::Fillings;
use crate::recent_rooms::RecentRooms;
use crate::walls::Bound;

/// The atlas, the store that holds its values, and caches of territories.
pub struct Knowledge<'a> {
    known: KnownValues<'a>,
    store: &'a Store,
    /// Node limit for filling one of `territories` or `wide_territories`.
    fill_nodes: u64,
    /// Territories that are too large for the atlas.
    territories: Fillings<u64>,
    /// Territories in no box of 64 squares, which only larger boards have.
    wide_territories: Fillings<u128>,
    /// Rooms that are too large for the atlas.
    rooms: Fillings<u64>,
    /// Moves in parts of rooms that were asked for lately.
    recent_rooms: RecentRooms,
    /// Areas small enough for the atlas that fit into none of its boxes.
    unboxed: Mutex<AreaValues<'a>>,
}

impl<'a> Knowledge<'a> {
    /// Loads the values of the atlas into `store`. `None` if the atlas lacks canonical forms.
    pub fn new(atlas: &'a Atlas, store: &'a Store) -> Result<Option<Knowledge<'a>>, otrera_atlas::ValuesError> {
        let unboxed = Mutex::new(AreaValues::new(store));
        Ok(KnownValues::new(atlas, store)?.map(|known| Knowledge {
            known,
            store,
            fill_nodes: u64::MAX,
            territories: Fillings::default(),
            wide_territories: Fillings::default(),
            rooms: Fillings::default(),
            recent_rooms: RecentRooms::new(),
            unboxed,
        }))
    }

    /// Limits the filling of one territory to `nodes`; beyond, it fails with [`Interrupted::Stopped`]. By default only the
    /// limits of the store end a filling.
    #[must_use]
    pub fn with_fill_nodes(self, nodes: u64) -> Knowledge<'a> {
        Knowledge { fill_nodes: nodes, ..self }
    }

    /// The atlas.
    #[inline]
    pub fn atlas(&self) -> &'a Atlas {
        self.known.atlas()
    }

    /// The canonical forms of the atlas.
    pub fn known(&self) -> &KnownValues<'a> {
        &self.known
    }

    /// The store.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// The most moves in a territory, a connected area with amazons of one side only.
    pub fn territory<B: Bits>(&self, area: &Area<B>) -> Result<u8, Interrupted> {
        let squares = area.unburnt();
        let amazons = squares & !area.empty();
        if let Some(spot) = self.atlas().spot(area.grid(), squares) {
            return Ok(self.atlas().territory(&spot, spot.points(squares, amazons), 0));
        }
        let area = area.cropped(squares);
        let limits = FillLimits { nodes: self.fill_nodes, check: &|bytes| self.store.check_limits(bytes) };
        match area.resized::<u64>() {
            Some(area) => {
                let [squares, amazons] = [area.unburnt(), area.unburnt() & !area.empty()];
                let room = [squares, amazons, squares];
                self.recent_rooms.get_or_insert(area.size(), room, || self.territories.territory(&area, &limits))
            }
            None => {
                self.wide_territories.territory(&area.resized().expect("every area fits into the larger word"), &limits)
            }
        }
    }

    /// Moves of `amazons` and `doors` in a connected part of a room. Exact if the atlas has it, else a lower bound.
    pub(crate) fn room_moves(&self, area: &Area<u64>, squares: u64, amazons: u64, doors: u64) -> u8 {
        let moves = self.recent_rooms.get_or_insert(area.size(), [squares, amazons, doors], || {
            Ok::<u8, Infallible>(match self.atlas().spot(area.grid(), squares) {
                Some(spot) => {
                    let points = |set| spot.points(squares, set);
                    self.atlas().territory(&spot, points(amazons), points(doors))
                }
                None if amazons | doors == 0 => 0,
                None => self.rooms.moves(area, squares, amazons, doors),
            })
        });
        let Ok(moves) = moves;
        moves
    }

    /// The value of a connected part of `area`; `None` if it has more squares than `small` or the atlas.
    #[inline]
    pub(crate) fn value<B: Bits>(&self, area: &Area<B>, part: B, small: usize) -> Result<Option<Bound>, Interrupted> {
        if part.count() as usize > small.min(self.atlas().header().size) {
            return Ok(None);
        }
        let Some(spot) = self.atlas().spot(area.grid(), part) else {
            return self.unboxed_value(&area.cropped(part)).map(Some);
        };
        let [black, white] = Side::BOTH.map(|side| spot.points(part, part & area.amazons(side)));
        if black == 0 {
            return Ok(Some(Bound::integer(self.store, -i32::from(self.atlas().territory(&spot, white, 0)))));
        }
        let id = self.atlas().open(&spot, black, white);
        Ok(Some(match self.atlas().whole(id) {
            Some(integer) => Bound::integer(self.store, integer),
            None => Bound { integer: 0, game: self.known.form(id) },
        }))
    }

    /// The value of a small area that fits into no box of the atlas, such as a long diagonal.
    #[cold]
    fn unboxed_value<B: Bits>(&self, area: &Area<B>) -> Result<Bound, Interrupted> {
        let mut values = self.unboxed.lock().expect("no thread panicked");
        let position = area.position(Side::Black);
        let game = match position.resized::<u64>() {
            Some(narrow) => values.position(&narrow),
            None => values.position(&position.resized::<u128>().expect("every board fits into the larger word")),
        };
        Ok(Bound { integer: 0, game: game.map_err(|unfinished| unfinished.why)? })
    }
}

impl std::fmt::Debug for Knowledge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Knowledge({:?})", self.atlas())
    }
}
