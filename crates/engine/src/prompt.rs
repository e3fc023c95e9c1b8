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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use otrera_board::Setup;

    use super::*;

    /// Tells how many positions it may look at.
    struct Asked(Sender<Option<u64>>);

    impl Engine for Asked {
        fn choose(&mut self, _: &Position, limits: &Limits<'_>, _: &mut dyn FnMut(&Choice)) -> Option<Choice> {
            self.0.send(limits.nodes).unwrap();
            None
        }

        fn new_game(&mut self) {}
    }

    #[test]
    fn only_a_choice_takes_time() {
        let (sender, asked) = channel();
        let mut engine = Prompt(Box::new(Asked(sender)));
        let stop = AtomicBool::new(false);
        let clock = Limits::time(Duration::from_secs(60), &stop);
        for (board, limits, nodes) in [
            ("b.w w", clock, Some(GLANCE)),
            ("b.w w", Limits { nodes: Some(7), ..clock }, Some(7)),
            ("b.w w", Limits::none(&stop), None),
            ("b..w w", clock, None),
        ] {
            let position = board.parse::<Setup>().unwrap().position().unwrap();
            engine.choose(&position, &limits, &mut |_| {});
            assert_eq!(asked.recv().unwrap(), nodes, "{board}");
        }
    }
}
