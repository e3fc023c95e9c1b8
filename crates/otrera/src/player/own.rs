use std::panic::{AssertUnwindSafe, catch_unwind};

use otrera_board::Position;
use otrera_engine::engines::Named;
use otrera_engine::{Engine, EngineOptions};

use super::{Answer, Fault, Player, Turn};

/// An engine of ours.
pub(crate) struct Own {
    named: &'static Named,
    options: EngineOptions,
    engine: Box<dyn Engine>,
}

impl Own {
    pub(crate) fn new(named: &'static Named, options: EngineOptions) -> Own {
        let engine = named.build(&options);
        Own { named, options, engine }
    }
}

impl Player for Own {
    fn new_game(&mut self, _: &Position) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let limits = turn.pace.limits(turn.position, turn.stop);
        let engine = &mut self.engine;
        let found = catch_unwind(AssertUnwindSafe(|| engine.choose(turn.position, &limits, &mut |_| {})));
        match found {
            Ok(Some(choice)) => {
                let chance = self.named.judges.then_some(choice.score.chance);
                Ok(Answer { play: choice.play, nodes: choice.nodes, chance })
            }
            Ok(None) => Err(Fault::Wrong(format!("{} finds no move", self.named.name))),
            Err(_) => {
                // What is left of it may be anything.
                self.engine = self.named.build(&self.options);
                Err(Fault::Crashed(format!("{} crashed", self.named.name)))
            }
        }
    }
}
