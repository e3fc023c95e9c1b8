//! Players by name: `greedy`, `otrera:threads=2,nodes=10000`, `cmd:uci:./engine --flag`.

use std::sync::Arc;

use anyhow::{Context as _, bail};
use otrera_api::Pace;
use otrera_api::option::{Bytes, Level, Seconds, Threads};
use otrera_atlas::Atlas;
use otrera_engine::engines::{self, NAMED, Named};
use otrera_engine::{Clock, EngineOptions};

use super::foreign::Program;
use super::{Own, Player};

/// A player that can be made.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    /// The text of the user.
    pub(crate) text: String,
    /// The engine or program.
    pub(crate) kind: Kind,
    /// Limits of its searches, if it has its own.
    pub(crate) pace: Option<Pace>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Own { named: &'static Named, options: EngineOptions },
    Foreign(Program),
}

impl Spec {
    /// Parses the text of a player.
    pub(crate) fn read(text: &str) -> anyhow::Result<Spec> {
        if let Some(program) = text.strip_prefix("cmd:") {
            let program = Program::read(program).with_context(|| text.to_string())?;
            program.check()?;
            return Ok(Spec { text: text.into(), kind: Kind::Foreign(program), pace: None });
        }
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(named) = engines::named(name) else {
            let names: Vec<_> = NAMED.iter().map(|named| named.name).collect();
            bail!("there is no engine {name}: write one of {}, or cmd:PROTOCOL:COMMAND", names.join(", "));
        };
        let mut options = EngineOptions::default();
        let mut pace = Pace::default();
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            set(&mut options, &mut pace, setting).with_context(|| format!("engine {text}"))?;
        }
        let pace = (pace != Pace::default()).then_some(pace);
        Ok(Spec { text: text.into(), kind: Kind::Own { named, options }, pace })
    }

    /// Returns whether it is a foreign program.
    pub(crate) fn is_foreign(&self) -> bool {
        matches!(self.kind, Kind::Foreign(_))
    }

    /// The player of one game. `seed` varies its random choices from game to game.
    pub(crate) fn player(&self, atlas: Option<&Arc<Atlas>>, seed: u64) -> Box<dyn Player> {
        match &self.kind {
            Kind::Own { named, options } => {
                let options =
                    EngineOptions { seed: options.seed.wrapping_add(seed), atlas: atlas.cloned(), ..options.clone() };
                Box::new(Own::new(named, options))
            }
            Kind::Foreign(program) => program.player(),
        }
    }
}

fn set(options: &mut EngineOptions, pace: &mut Pace, setting: &str) -> anyhow::Result<()> {
    let (name, value) = setting.split_once('=').with_context(|| format!("'{setting}' is not NAME=VALUE"))?;
    let wrong = || anyhow::anyhow!("{name}={value}: the value cannot be read");
    let number = || value.parse::<u64>().map_err(|_| wrong());
    match name {
        "threads" => options.threads = value.parse::<Threads>().map_err(|_| wrong())?.get(),
        "memory" => options.memory = value.parse::<Bytes>().map_err(|_| wrong())?.0,
        "seed" => options.seed = number()?,
        "level" => options.level = value.parse::<Level>().map_err(|_| wrong())?.0,
        "book" => {
            options.book = match value {
                "yes" => true,
                "no" => false,
                _ => return Err(wrong()),
            }
        }
        "time" => {
            pace.clock = Some(Clock::Move(value.parse::<Seconds>().map_err(|_| wrong())?.0));
        }
        "nodes" => pace.nodes = Some(number()?),
        "depth" => pace.depth = Some(value.parse().map_err(|_| wrong())?),
        _ => bail!("there is no option {name}: write threads, memory, seed, level, book, time, nodes or depth"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_with_their_options() {
        let spec = Spec::read("greedy:threads=2,memory=64M,level=5,nodes=1000,book=no,seed=7").unwrap();
        let Kind::Own { named, options } = &spec.kind else { panic!("greedy is ours") };
        assert_eq!((named.name, options.threads, options.memory, options.level), ("greedy", 2, 64 << 20, 5));
        assert_eq!((options.book, options.seed, spec.pace.unwrap().nodes), (false, 7, Some(1000)));
        assert!(Spec::read("random").unwrap().pace.is_none());
    }

    #[test]
    fn a_text_that_is_no_player_is_refused() {
        for text in
            ["nobody", "greedy:fast", "greedy:level=11", "greedy:threads=0", "greedy:time=-1", "greedy:colour=red"]
        {
            assert!(Spec::read(text).is_err(), "{text}");
        }
    }
}
