use std::sync::Arc;

use otrera_atlas::Atlas;

use crate::player::{Player, Spec};

/// A player of a match, made when it is needed.
pub(super) struct Seat<'a> {
    spec: &'a Spec,
    atlas: Option<&'a Arc<Atlas>>,
    player: Option<Box<dyn Player>>,
}

impl<'a> Seat<'a> {
    pub(super) fn new(spec: &'a Spec, atlas: Option<&'a Arc<Atlas>>) -> Seat<'a> {
        Seat { spec, atlas, player: None }
    }

    /// The player for the next game. Engines of ours are made anew, so that a game does not depend on those before it;
    /// programs are started once and notified of a new game.
    pub(super) fn player(&mut self, seed: u64) -> &mut dyn Player {
        if !self.spec.is_foreign() {
            self.leave();
        }
        let (spec, atlas) = (self.spec, self.atlas);
        &mut **self.player.get_or_insert_with(|| spec.player(atlas, seed))
    }

    /// Ends the player; the next game has a new one.
    pub(super) fn leave(&mut self) {
        self.player = None;
    }
}
