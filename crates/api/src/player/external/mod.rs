//! External programs: started, driven through their protocol, and ended.

mod botzone;
mod gtp;
mod process;
mod uci;

use anyhow::{Context as _, bail, ensure};

use super::{Fault, Player, Turn};

use self::botzone::Form;
use self::process::Process;

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

/// An external program and its protocol.
#[derive(Clone, Debug)]
pub struct Program {
    protocol: Protocol,
    /// The program and its arguments.
    words: Vec<String>,
}

impl Program {
    /// Parses `PROTOCOL:COMMAND`.
    pub(super) fn read(text: &str) -> anyhow::Result<Program> {
        let (name, command) = text.split_once(':').context("write cmd:PROTOCOL:COMMAND")?;
        Program::new(name, command)
    }

    /// The program of a command line, which is split into words as a shell does, and the name of its protocol.
    pub fn new(name: &str, command: &str) -> anyhow::Result<Program> {
        let Some(&(_, protocol)) = PROTOCOLS.iter().find(|(known, _)| *known == name) else {
            let names = PROTOCOLS.map(|(name, _)| name).join(", ");
            bail!("there is no protocol {name}: write one of {names}");
        };
        let words = words(command)?;
        ensure!(!words.is_empty(), "there is no program to start: write cmd:{name}:COMMAND");
        Ok(Program { protocol, words })
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

    fn start(&self, quit: &'static str) -> Result<Process, Fault> {
        Process::start(&self.words, quit)
    }
}

/// Splits a command into words as a shell does, with quotes and backslashes.
fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
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
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    ensure!(quote.is_none(), "a quote in the command is not closed");
    words.extend(word);
    Ok(words)
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
            assert_eq!(words(command).unwrap(), expected, "{command}");
        }
        assert!(words("'open").is_err() && words("end\\").is_err());
    }

    #[test]
    fn a_program_needs_a_protocol_and_a_command() {
        assert!(Program::read("uci:./engine").is_ok());
        for text in ["uci", "uci:", "xboard:./engine", "botzone:'"] {
            assert!(Program::read(text).is_err(), "{text}");
        }
    }
}
