//! The evaluator of a search, in two stages: its cache is small at first, so that a search of a few nodes is cheap to
//! begin. Bounds of areas do not depend on the cache, so the nodes of a search do not either.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::evaluate::Evaluator;
use crate::knowledge::Knowledge;
use crate::options::Options;

/// Bytes of the cache at first.
const FIRST_CACHE: usize = 1 << 16;

pub(crate) struct StagedEvaluator<'a> {
    first: Evaluator<'a>,
    full: OnceLock<Evaluator<'a>>,
    /// Bytes of the full cache.
    bytes: usize,
    knowledge: &'a Knowledge<'a>,
    options: Options,
}

impl<'a> StagedEvaluator<'a> {
    /// An evaluator whose cache will have `bytes`.
    pub(crate) fn new(knowledge: &'a Knowledge<'a>, options: Options, bytes: usize) -> StagedEvaluator<'a> {
        let first = Evaluator::new(knowledge, options, bytes.min(FIRST_CACHE));
        StagedEvaluator { first, full: OnceLock::new(), bytes, knowledge, options }
    }

    /// Makes the full cache, once.
    #[inline]
    pub(crate) fn enlarge(&self) {
        self.full.get_or_init(|| Evaluator::new(self.knowledge, self.options, self.bytes));
    }
}

impl<'a> Deref for StagedEvaluator<'a> {
    type Target = Evaluator<'a>;

    #[inline]
    fn deref(&self) -> &Evaluator<'a> {
        self.full.get().unwrap_or(&self.first)
    }
}
