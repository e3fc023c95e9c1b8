//! Players as the user writes them: `greedy`, `otrera:threads=2,nodes=10000`, `cmd:uci:./engine --flag;Hash=64`.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context as _, bail};
use otrera_atlas::Atlas;
use otrera_board::Position;
use otrera_engine::engines::{self, NAMED, Named};
use otrera_engine::protocol::Uci;
use otrera_engine::{Clock, EngineOptions};

use super::external::{Program, ProtocolLog};
use super::{BuiltIn, Player};
use crate::engine::Pace;
use crate::option::{Bytes, Level, Seconds, Threads};

/// A player by its text.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The user's text.
    pub text: String,
    /// Name to show: one that the user gave, or the text.
    pub name: String,
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
    /// Parses the user's text.
    pub fn read(text: &str) -> anyhow::Result<Spec> {
        if let Some(program) = text.strip_prefix("cmd:") {
            let program = Program::read(program).with_context(|| text.to_string())?;
            let (name, pace) = (program.name.clone().unwrap_or_else(|| text.into()), program.pace);
            return Ok(Spec { text: text.into(), name, kind: Kind::External(program), pace });
        }
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(named) = engines::named(name) else {
            let names: Vec<_> = NAMED.iter().map(|named| named.name).collect();
            bail!("there is no engine {name}: write one of {}, or cmd:PROTOCOL:COMMAND", names.join(", "));
        };
        let mut options = EngineOptions::default();
        let (mut pace, mut shown) = (Pace::default(), text.to_string());
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            match setting.strip_prefix("name=") {
                Some(name) => shown = name.into(),
                None => set(&mut options, &mut pace, setting).with_context(|| format!("engine {text}"))?,
            }
        }
        let pace = (pace != Pace::default()).then_some(pace);
        Ok(Spec { text: text.into(), name: shown, kind: Kind::BuiltIn { named, options }, pace })
    }

    /// Turns the opening book off. A UCI program is told to, if it has the option.
    pub fn without_book(&mut self) {
        match &mut self.kind {
            Kind::BuiltIn { options, .. } => options.book = false,
            Kind::External(program) => program.set_if_there(Uci::OWN_BOOK, "false"),
        }
    }

    /// Writes the lines of a program to a log, as those of `player`.
    pub fn log(&mut self, log: &ProtocolLog, player: char) {
        if let Kind::External(program) = &mut self.kind {
            program.log(log.clone(), player);
        }
    }

    /// Refuses a program that cannot play from these starts.
    pub fn try_out(&self, starts: &[Position], pace: Pace, grace: Duration, stop: &AtomicBool) -> anyhow::Result<()> {
        match &self.kind {
            Kind::BuiltIn { .. } => Ok(()),
            Kind::External(program) => program.try_out(starts, pace, grace, stop).with_context(|| self.name.clone()),
        }
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
        _ if set_pace(pace, setting, name, value)? => {}
        _ => bail!("there is no option {name}: write name, threads, memory, seed, level, book, time, nodes or depth"),
    }
    Ok(())
}

/// Sets a limit of the search. Returns false if `name` is none.
pub(super) fn set_pace(pace: &mut Pace, setting: &str, name: &str, value: &str) -> anyhow::Result<bool> {
    match name {
        "time" => pace.clock = Some(Clock::Move(parse::<Seconds>(setting, value)?.0)),
        "nodes" => pace.nodes = Some(parse(setting, value)?),
        "depth" => pace.depth = Some(parse(setting, value)?),
        _ => return Ok(false),
    }
    Ok(true)
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
        let spec = Spec::read("greedy:name=quick,nodes=5").unwrap();
        assert_eq!((spec.name.as_str(), spec.text.as_str()), ("quick", "greedy:name=quick,nodes=5"));
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
