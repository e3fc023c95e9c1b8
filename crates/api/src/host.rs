//! Where a question is asked, at a terminal or on the page, and what it brings: somebody who looks on while it is worked out,
//! somebody who may stop it, and an atlas. Commands answer questions in any setting.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use otrera_atlas::Atlas;

/// Terminal or page.
pub trait Setting: Sync {
    /// Does the work; whoever looks on may ask at any time how far it is.
    fn look_on(&self, state: &(dyn Fn() -> State + Sync), work: &mut dyn FnMut());

    /// Something is done that is worth telling before all of it is, as JSON.
    fn hear(&self, news: String);

    /// Something to be said that is not the answer.
    fn note(&self, text: &str);

    /// The atlas; it is made if there is none.
    fn atlas(&self, named: Option<&Path>) -> anyhow::Result<Arc<Atlas>>;

    /// The atlas, for those who can do without.
    fn atlas_if_there(&self, named: Option<&Path>) -> anyhow::Result<Option<Arc<Atlas>>>;
}

/// How far some work is.
pub struct State {
    /// For people.
    pub text: String,
    /// For programs, as JSON; empty if there is nothing to tell.
    pub data: String,
}

/// Some work, and where it is done.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub setting: &'a dyn Setting,
    /// Raised when it is to end with what it has.
    pub stop: &'a Arc<AtomicBool>,
}

impl Job<'_> {
    /// Does the work while somebody looks on.
    pub fn watched<R>(&self, state: impl Fn() -> State + Sync, work: impl FnOnce() -> R) -> R {
        let (mut work, mut result) = (Some(work), None);
        self.setting.look_on(&state, &mut || result = work.take().map(|work| work()));
        result.expect("whoever looks on lets the work be done")
    }
}

/// What was found out within the limits.
#[derive(Debug)]
pub struct Outcome<R> {
    pub report: R,
    /// What is to be said if that is not all.
    pub missing: Option<anyhow::Error>,
}

impl<R> Outcome<R> {
    /// All that was asked for.
    pub fn whole(report: R) -> Outcome<R> {
        Outcome { report, missing: None }
    }

    /// The report, or nothing if something is missing that has just been told.
    pub fn end(self) -> anyhow::Result<()> {
        self.missing.map_or(Ok(()), Err)
    }
}
