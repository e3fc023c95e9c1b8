use std::panic::{AssertUnwindSafe, catch_unwind};

use otrera_board::Position;
use otrera_engine::engines::Named;
use otrera_engine::{Choice, Engine, EngineOptions, Proven, Pulse};

use super::{Fault, Opinion, Player, Reply, Turn};

/// A built-in engine. A panic in it loses the game, not the match.
pub struct BuiltIn {
    named: &'static Named,
    options: EngineOptions,
    engine: Box<dyn Engine>,
    pulse: Pulse,
}

impl BuiltIn {
    /// Builds the engine.
    pub fn new(named: &'static Named, options: EngineOptions) -> BuiltIn {
        let engine = named.build(&options);
        BuiltIn { named, options, engine, pulse: Pulse::default() }
    }

    fn opinion(&self, choice: &Choice) -> Opinion {
        match choice.score.proven {
            Some(Proven::Win) if self.named.keeps_wins(&self.options) => Opinion::Won,
            _ => self.named.judges.then_some(choice.score.chance).into(),
        }
    }
}

impl Player for BuiltIn {
    fn new_game(&mut self, _: &Position) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let limits = turn.pace.punctual_limits(&self.pulse, turn.position, turn.stop);
        let engine = &mut self.engine;
        let result = catch_unwind(AssertUnwindSafe(|| engine.choose(turn.position, &limits, &mut |_| {})));
        self.pulse.delivered(limits.end());
        match result {
            Ok(Some(choice)) => Ok(Reply { play: choice.play, nodes: choice.nodes, opinion: self.opinion(&choice) }),
            Ok(None) => Err(Fault::Wrong(format!("{} finds no move", self.named.name))),
            Err(_) => {
                // A panic may leave the engine in any state.
                self.engine = self.named.build(&self.options);
                Err(Fault::Crashed(format!("{} crashed", self.named.name)))
            }
        }
    }
}
