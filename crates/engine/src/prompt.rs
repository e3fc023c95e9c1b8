use otrera_board::Position;

use crate::choice::Choice;
use crate::engine::Engine;
use crate::limits::Limits;

/// Positions that are looked at where there is nothing to choose: enough for a score, too few to notice.
const GLANCE: u64 = 500;

/// An engine that spends no time on the only move there is.
pub(crate) struct Prompt(pub(crate) Box<dyn Engine>);

impl Engine for Prompt {
    fn choose(&mut self, position: &Position, limits: &Limits<'_>, watch: &mut dyn FnMut(&Choice)) -> Option<Choice> {
        // Who set no clock wants to know more than the move.
        if limits.moment.is_some() && position.count_moves() == 1 {
            let nodes = Some(limits.nodes.unwrap_or(GLANCE).min(GLANCE));
            return self.0.choose(position, &Limits { nodes, ..*limits }, watch);
        }
        self.0.choose(position, limits, watch)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}
