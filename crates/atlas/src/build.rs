//! Building an atlas, size by size.

use otrera_cgt::{Interrupted, Store};

use crate::layer::{Layer, SplitGraph};
use crate::states::{self, OPEN};
use crate::{Atlas, MAX_SIZE, guarded_size};
use otrera_regions::graph::Splitter;
use otrera_regions::region::Walk;
use otrera_regions::{GraphMap, Labeller, in_parallel};

/// An unfinished atlas: the sizes that are done, with values in a store.
pub struct Builder<'s> {
    pub(super) store: &'s Store,
    pub(super) layers: Vec<Layer>,
}

impl Atlas {
    /// Builds an atlas of regions of up to `size` squares in memory, on one thread, with all canonical forms.
    pub fn build_in_memory(size: usize) -> Atlas {
        let store = Store::new();
        let mut builder = Builder::new(&store);
        while builder.size() < size {
            builder.next_size(Walk::quiet(1)).expect("there is no limit");
        }
        let mut file = std::io::Cursor::new(Vec::new());
        builder.write(&mut file, u64::MAX, Walk::quiet(1)).expect("memory takes every byte");
        Atlas::new(file.into_inner()).expect("the atlas just written is valid")
    }
}

impl<'s> Builder<'s> {
    /// A builder without any size.
    pub fn new(store: &'s Store) -> Builder<'s> {
        Builder { store, layers: Vec::new() }
    }

    /// Bytes of the sizes that are done, without the store.
    pub fn bytes(&self) -> usize {
        let value = size_of::<otrera_cgt::Value>();
        let of = |layer: &Layer| {
            let territory: usize = layer.territory.iter().map(|moves| moves.len()).sum();
            let values: usize = layer.open.iter().chain(&layer.guarded).map(|values| values.len()).sum();
            territory + value * values
        };
        self.layers.iter().map(of).sum()
    }

    /// The largest size that is done.
    pub fn size(&self) -> usize {
        self.layers.len()
    }

    /// Computes the next size, calling `walk.progress` for each graph. After an interruption it can be called again.
    ///
    /// # Panics
    /// If all sizes are done.
    pub fn next_size(&mut self, walk: Walk<'_>) -> Result<(), Interrupted> {
        let size = self.size() + 1;
        assert!(size <= MAX_SIZE, "an atlas has at most size {MAX_SIZE}");
        let quiet = Walk { progress: &|| (), ..walk };
        let graphs = GraphMap::<()>::default();
        quiet.for_each(size, Labeller::default, |walker, region| {
            let (_, labelling) = walker.label(region);
            graphs.with(&labelling.code, || (), |(), _| ());
        })?;
        let mut codes: Vec<Box<[u8]>> = graphs.into_map().into_keys().collect();
        codes.sort_unstable();

        // At the end all of the size is in memory: a byte for each territory, a value for each open area.
        let entry = 1 + size_of::<otrera_cgt::Value>();
        let beside = self.bytes() + codes.len() * states::count(OPEN, size) * entry;
        let (store, layers) = (self.store, &self.layers);
        let solved = in_parallel(walk, codes.len(), Splitter::default, |splitter, graph| {
            store.check_limits(beside)?;
            let split = SplitGraph::new(layers, &codes[graph], splitter);
            Ok((split.territory(layers), split.open(layers, store)?))
        })?;
        let (territory, open) = solved.into_iter().unzip();
        let guarded = guarded_size(size);
        if guarded > guarded_size(size - 1) {
            // Guarded areas stay one size behind, since they have five digits.
            let smaller = &self.layers[..guarded - 1];
            let codes = &self.layers[guarded - 1].codes;
            let values = in_parallel(quiet, codes.len(), Splitter::default, |splitter, graph| {
                store.check_limits(beside)?;
                SplitGraph::new(smaller, &codes[graph], splitter).guarded(smaller, store)
            })?;
            self.layers[guarded - 1].guarded = values;
        }
        self.layers.push(Layer { codes, territory, open, guarded: Vec::new() });
        Ok(())
    }
}
