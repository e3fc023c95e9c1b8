//! External programs: started, driven through their protocol, and ended.

mod botzone;
mod gtp;
mod log;
mod process;
mod settings;
mod trial;
mod uci;

use anyhow::{Context as _, bail, ensure};

use super::{Fault, Player, Turn};
use crate::engine::Pace;

use self::botzone::Form;
use self::log::PlayerLog;
pub use self::log::ProtocolLog;
use self::process::Process;
use self::settings::UciOption;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Uci,
    Gtp,
    Botzone(Form),
}

const PROTOCOLS: [(&str, Protocol); 4] = [
    ("uci", Protocol::Uci),
    ("gtp", Protocol::Gtp),
    ("botzone", Protocol::Botzone(Form::Json)),
    ("botzone-simple", Protocol::Botzone(Form::Simple)),
];

/// An external program, its protocol and its settings.
#[derive(Clone, Debug)]
pub struct Program {
    protocol: Protocol,
    /// The program and its arguments.
    words: Vec<String>,
    /// Options that are set by UCI.
    options: Vec<UciOption>,
    /// Name to show, if the user gave one.
    pub(super) name: Option<String>,
    /// Search limits of its own, if it has any.
    pub(super) pace: Option<Pace>,
    log: Option<PlayerLog>,
}

impl Program {
    /// Parses `PROTOCOL:COMMAND;NAME=VALUE;...`.
    pub(super) fn read(text: &str) -> anyhow::Result<Program> {
        let (name, command) = text.split_once(':').context("write cmd:PROTOCOL:COMMAND")?;
        Program::new(name, command)
    }

    /// The program of a command line, and the name of its protocol. The command is split into words as a shell does.
    /// Settings may follow after semicolons.
    pub fn new(name: &str, command: &str) -> anyhow::Result<Program> {
        let Some(&(_, protocol)) = PROTOCOLS.iter().find(|(known, _)| *known == name) else {
            let names = PROTOCOLS.map(|(name, _)| name).join(", ");
            bail!("there is no protocol {name}: write one of {names}");
        };
        let (words, settings) = words(command)?;
        ensure!(!words.is_empty(), "there is no program to start: write cmd:{name}:COMMAND");
        let mut program = Program { protocol, words, options: Vec::new(), name: None, pace: None, log: None };
        program.set_all(settings)?;
        Ok(program)
    }

    /// Refuses a program that cannot be started, before it loses games.
    pub fn check(&self) -> anyhow::Result<()> {
        self.start("").map(drop).map_err(|fault| anyhow::anyhow!("{fault}"))
    }

    /// Makes the player. The program starts with its first game.
    pub fn player(&self) -> Box<dyn Player> {
        let (program, process) = (self.clone(), None);
        match self.protocol {
            Protocol::Uci => Box::new(uci::Uci { program, process }),
            Protocol::Gtp => Box::new(gtp::Gtp { program, process, known: Vec::new() }),
            Protocol::Botzone(form) => Box::new(botzone::Botzone { program, form, process }),
        }
    }

    /// Writes its lines to a log, as those of `player`.
    pub(super) fn log(&mut self, log: ProtocolLog, player: char) {
        self.log = Some(PlayerLog { log, player });
    }

    fn start(&self, quit: &'static str) -> Result<Process, Fault> {
        Process::start(&self.words, quit, self.log.as_ref().map(PlayerLog::process))
    }

    /// Name of the protocol.
    fn protocol_name(&self) -> &'static str {
        PROTOCOLS.iter().find(|(_, protocol)| *protocol == self.protocol).expect("every protocol has a name").0
    }
}

/// Splits a command into words as a shell does, with quotes and backslashes. Returns them with the text after the first
/// semicolon.
fn words(command: &str) -> anyhow::Result<(Vec<String>, &str)> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    let mut settings = "";
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some('"') | None, '\\') => {
                let next = letters.next().context("the command ends with a backslash")?;
                word.get_or_insert_default().push(next);
            }
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ';') => {
                settings = letters.as_str();
                break;
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    ensure!(quote.is_none(), "a quote in the command is not closed");
    words.extend(word);
    Ok((words, settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        for (command, expected) in [
            ("./engine --flag", &["./engine", "--flag"][..]),
            ("  a   b\t c ", &["a", "b", "c"]),
            (r#"'my engine' "two words" a\ b"#, &["my engine", "two words", "a b"]),
            (r#"sh -c 'echo "x y"' ''"#, &["sh", "-c", "echo \"x y\"", ""]),
            ("", &[]),
        ] {
            assert_eq!(words(command).unwrap().0, expected, "{command}");
        }
        for (command, expected, settings) in [
            ("a b;Hash=5;name=x y", &["a", "b"][..], "Hash=5;name=x y"),
            ("sh -c 'a; b' ;c=d", &["sh", "-c", "a; b"], "c=d"),
            (r"a\;b;", &["a;b"], ""),
        ] {
            let (found, rest) = words(command).unwrap();
            assert_eq!(
                (&found[..], rest),
                (&expected.iter().map(ToString::to_string).collect::<Vec<_>>()[..], settings)
            );
        }
        assert!(words("'open").is_err() && words("end\\").is_err());
    }

    #[test]
    fn a_program_needs_a_protocol_and_a_command() {
        assert!(Program::read("uci:./engine").is_ok());
        for text in ["uci", "uci:", "xboard:./engine", "botzone:'", "uci:a;Hash", "gtp:a;Hash=5", "uci:a;time=soon"] {
            assert!(Program::read(text).is_err(), "{text}");
        }
    }
}
