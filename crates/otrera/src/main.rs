//! The `otrera` program: a terminal and a server around the questions of `otrera-api`, and a referee for matches.
//!
//! Answers go to stdout, progress and notes to stderr. Exit code 0: answered; 1: no answer within the limits given;
//! 2: bad usage or input, with one sentence on stderr.

mod cli;
mod commands;
mod input;
mod output;
mod picture;
mod server;

use std::process::ExitCode;

use clap::Parser as _;
use otrera_api::{OutOfLimits, Unproven};

use crate::cli::Cli;

fn main() -> ExitCode {
    if let Err(sentence) = check_processor() {
        output::complain(&sentence);
        return ExitCode::from(2);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version are answers, and so is the help that a bare `otrera` prints.
        Err(error) if !error.use_stderr() => error.exit(),
        Err(error) if std::env::args_os().len() < 2 => {
            return output::print(&error.to_string()).map_or(ExitCode::from(2), |()| ExitCode::SUCCESS);
        }
        Err(error) => {
            output::complain(&usage_sentence(&error));
            return ExitCode::from(2);
        }
    };
    match commands::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe.
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            ExitCode::from(if error.is::<OutOfLimits>() || error.is::<Unproven>() { 1 } else { 2 })
        }
    }
}

/// The error of the command line in one sentence: the first paragraph of the parser's message.
fn usage_sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let words: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).flat_map(str::split_whitespace).collect();
    let sentence = words.join(" ");
    match sentence.strip_prefix("error: ") {
        Some(sentence) => format!("{sentence}; see --help"),
        // Without a subcommand the parser shows the help instead.
        None => "a command is missing; see --help".into(),
    }
}

/// The program is built for x86-64-v3 (.cargo/config.toml); an older processor would stop at an unknown instruction.
fn check_processor() -> Result<(), String> {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt")) {
        return Err("this build needs a processor with AVX2, BMI2 and POPCNT; \
                    build it again with RUSTFLAGS=\"-C target-cpu=native\" for this one"
            .into());
    }
    Ok(())
}
