//! Players as the user writes them: `greedy`, `otrera:threads=2,nodes=10000`, `cmd:uci:./engine --flag`.

use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use otrera_atlas::Atlas;
use otrera_engine::engines::{self, NAMED, Named};
use otrera_engine::{Clock, EngineOptions};

use super::external::Program;
use super::{BuiltIn, Player};
use crate::engine::Pace;
use crate::option::{Bytes, Level, Seconds, Threads};

/// A player by its text.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The user's text.
    pub text: String,
    kind: Kind,
    /// Search limits of its own, if it has any.
    pub pace: Option<Pace>,
}

#[derive(Clone, Debug)]
enum Kind {
    BuiltIn { named: &'static Named, options: EngineOptions },
    External(Program),
}

impl Spec {
    /// Parses the user's text and checks that a program can be started.
    pub fn read(text: &str) -> anyhow::Result<Spec> {
        if let Some(program) = text.strip_prefix("cmd:") {
            let program = Program::read(program).with_context(|| text.to_string())?;
            program.check()?;
            return Ok(Spec { text: text.into(), kind: Kind::External(program), pace: None });
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
        Ok(Spec { text: text.into(), kind: Kind::BuiltIn { named, options }, pace })
    }

    /// Returns whether it is an external program.
    pub fn is_external(&self) -> bool {
        matches!(self.kind, Kind::External(_))
    }

    /// Makes the player. `seed` is added to the seed of the engine, so that games differ.
    pub fn player(&self, atlas: Option<&Arc<Atlas>>, seed: u64) -> Box<dyn Player> {
        match &self.kind {
            Kind::BuiltIn { named, options } => {
                let options =
                    EngineOptions { seed: options.seed.wrapping_add(seed), atlas: atlas.cloned(), ..options.clone() };
                Box::new(BuiltIn::new(named, options))
            }
            Kind::External(program) => program.player(),
        }
    }
}

fn set(options: &mut EngineOptions, pace: &mut Pace, setting: &str) -> anyhow::Result<()> {
    let (name, value) = setting.split_once('=').with_context(|| format!("'{setting}' is not NAME=VALUE"))?;
    match name {
        "threads" => options.threads = parse::<Threads>(setting, value)?.get(),
        "memory" => options.memory = parse::<Bytes>(setting, value)?.0,
        "seed" => options.seed = parse(setting, value)?,
        "level" => options.level = parse::<Level>(setting, value)?.0,
        "book" if value == "yes" || value == "no" => options.book = value == "yes",
        "book" => bail!("{setting}: the value cannot be read"),
        "time" => pace.clock = Some(Clock::Move(parse::<Seconds>(setting, value)?.0)),
        "nodes" => pace.nodes = Some(parse(setting, value)?),
        "depth" => pace.depth = Some(parse(setting, value)?),
        _ => bail!("there is no option {name}: write threads, memory, seed, level, book, time, nodes or depth"),
    }
    Ok(())
}

fn parse<T: FromStr>(setting: &str, value: &str) -> anyhow::Result<T> {
    value.parse().ok().with_context(|| format!("{setting}: the value cannot be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_with_their_options() {
        let spec = Spec::read("greedy:threads=2,memory=64M,level=5,nodes=1000,book=no,seed=7").unwrap();
        let Kind::BuiltIn { named, options } = &spec.kind else { panic!("greedy is built in") };
        assert_eq!((named.name, options.threads, options.memory, options.level), ("greedy", 2, 64 << 20, 5));
        assert_eq!((options.book, options.seed, spec.pace.unwrap().nodes), (false, 7, Some(1000)));
        assert!(Spec::read("random").unwrap().pace.is_none());
    }

    #[test]
    fn bad_players_are_refused() {
        for text in
            ["nobody", "greedy:fast", "greedy:level=11", "greedy:threads=0", "greedy:time=-1", "greedy:colour=red"]
        {
            assert!(Spec::read(text).is_err(), "{text}");
        }
    }
}
