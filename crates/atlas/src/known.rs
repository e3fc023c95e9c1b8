//! The atlas as a source of exact values for [`AreaValues`](otrera_regions::AreaValues).

use otrera_board::{Area, Side};
use otrera_cgt::{Store, Value};
use otrera_regions::KnownAreas;

use crate::{Atlas, ValueId, ValuesError};

/// The canonical forms of an atlas in a store.
#[derive(Debug)]
pub struct KnownValues<'a> {
    atlas: &'a Atlas,
    values: Vec<Value>,
}

impl<'a> KnownValues<'a> {
    /// Loads the canonical forms into `store`; `None` if the atlas lacks one.
    pub fn new(atlas: &'a Atlas, store: &Store) -> Result<Option<KnownValues<'a>>, ValuesError> {
        Ok(atlas.values(store)?.complete().map(|values| KnownValues { atlas, values }))
    }

    /// The atlas.
    #[inline]
    pub fn atlas(&self) -> &'a Atlas {
        self.atlas
    }

    /// The canonical form with this id.
    #[inline]
    pub fn form(&self, id: ValueId) -> Value {
        self.values[id.0 as usize]
    }
}

impl KnownAreas for KnownValues<'_> {
    fn value(&self, area: &Area<u64>) -> Option<Value> {
        let squares = area.unburnt();
        let spot = self.atlas.spot(area.grid(), squares)?;
        let [black, white] = Side::BOTH.map(|side| spot.points(squares, area.amazons(side)));
        Some(self.form(self.atlas.open(&spot, black, white)))
    }

    fn territory(&self, area: &Area<u64>) -> Option<i64> {
        let squares = area.unburnt();
        let spot = self.atlas.spot(area.grid(), squares)?;
        Some(self.atlas.territory(&spot, spot.points(squares, squares & !area.empty()), 0).into())
    }
}
