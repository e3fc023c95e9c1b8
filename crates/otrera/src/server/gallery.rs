//! The chapters of the gallery, each made at its first question and kept.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use otrera_api::{Chapter, gallery, json};

/// The chapters that were asked for, as JSON.
#[derive(Default)]
pub(super) struct Gallery {
    chapters: Mutex<Vec<(Chapter, Bytes)>>,
}

impl Gallery {
    /// A chapter. Two visitors at once may both make it; one of the equal results is kept.
    pub(super) fn chapter(&self, chapter: Chapter, stop: &Arc<AtomicBool>) -> anyhow::Result<Bytes> {
        if let Some(known) = self.known(chapter) {
            return Ok(known);
        }
        let made = Bytes::from(json(&gallery(chapter, stop)?)?);
        let mut chapters = self.chapters.lock().expect("no thread panicked");
        if chapters.iter().all(|(known, _)| *known != chapter) {
            chapters.push((chapter, made.clone()));
        }
        Ok(made)
    }

    fn known(&self, chapter: Chapter) -> Option<Bytes> {
        let chapters = self.chapters.lock().expect("no thread panicked");
        chapters.iter().find(|(known, _)| *known == chapter).map(|(_, bytes)| bytes.clone())
    }
}
