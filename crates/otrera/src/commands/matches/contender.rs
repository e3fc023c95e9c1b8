use std::sync::Arc;

use otrera_atlas::Atlas;

use crate::player::{Player, Spec};

/// One of the two players of a match, from game to game.
pub(super) struct Contender<'a> {
    spec: &'a Spec,
    atlas: Option<&'a Arc<Atlas>>,
    player: Option<Box<dyn Player>>,
}

impl<'a> Contender<'a> {
    pub(super) fn new(spec: &'a Spec, atlas: Option<&'a Arc<Atlas>>) -> Contender<'a> {
        Contender { spec, atlas, player: None }
    }

    /// The player for the next game. A built-in engine is rebuilt, so that a game does not depend on earlier ones. An
    /// external program keeps running.
    pub(super) fn player(&mut self, seed: u64) -> &mut dyn Player {
        if !self.spec.is_external() {
            self.discard();
        }
        let (spec, atlas) = (self.spec, self.atlas);
        &mut **self.player.get_or_insert_with(|| spec.player(atlas, seed))
    }

    /// Ends the player; the next game gets a new one.
    pub(super) fn discard(&mut self) {
        self.player = None;
    }
}
