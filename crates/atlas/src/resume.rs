//! Continuing a build from an existing atlas.

use otrera_cgt::Store;

use crate::layer::Layer;
use crate::read::ValuesError;
use crate::states::{self, GUARDED, OPEN, TERRITORY};
use crate::{Atlas, Builder, SizeLayout};

impl<'s> Builder<'s> {
    /// A builder with the sizes of `atlas`; `None` if the atlas lacks canonical forms.
    pub fn resume(store: &'s Store, atlas: &Atlas) -> Result<Option<Builder<'s>>, ValuesError> {
        let Some(values) = atlas.values(store)?.complete() else { return Ok(None) };
        let header = atlas.header();
        let layer = |size: usize| {
            let SizeLayout { graphs, territory, open, guarded, .. } = atlas.sizes[size - 1];
            let ids = |start: usize, states: usize| {
                let one = |graph: usize| {
                    let bytes = &atlas.source[start + 4 * graph * states..start + 4 * (graph + 1) * states];
                    let value = |id: &[u8]| values[u32::from_le_bytes(id.try_into().expect("four bytes")) as usize];
                    bytes.chunks_exact(4).map(value).collect()
                };
                (0..graphs).map(one).collect()
            };
            let moves = &atlas.source[territory..][..graphs * states::count(TERRITORY, size)];
            Layer {
                codes: (0..graphs as u32).map(|graph| atlas.code(size, graph).into()).collect(),
                territory: moves.chunks_exact(states::count(TERRITORY, size)).map(Box::from).collect(),
                open: ids(open, states::count(OPEN, size)),
                guarded: if size <= header.guarded { ids(guarded, states::count(GUARDED, size)) } else { Vec::new() },
            }
        };
        Ok(Some(Builder { store, layers: (1..=header.size).map(layer).collect() }))
    }
}
