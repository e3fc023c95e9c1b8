//! Compares the values of Amazons positions with those of cgt-tools, and times both. README.md has the commands.

mod bench;
mod compare;
mod random;

use std::process::ExitCode;

use otrera_board::{Position, Setup, Side};
use otrera_cgt::Store;

const USAGE: &str = "usage: crosscheck check COUNT SEED | bench | ours BOARD | theirs BOARD";

/// Positions between two lines of progress: half a minute at first, seconds once cgt-tools has the boards in its table.
const PROGRESS: usize = 100;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["check", count, seed] => match (count.parse(), seed.parse()) {
            (Ok(count), Ok(seed)) => check(count, seed),
            _ => return usage("COUNT and SEED are whole numbers"),
        },
        ["bench"] => bench::bench(),
        [program @ ("ours" | "theirs"), board] => match position(board) {
            Ok(position) if program == "ours" => bench::ours(&position),
            Ok(position) => bench::theirs(&position),
            Err(error) => return usage(&error),
        },
        _ => return usage("unknown command"),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(difference) => {
            eprintln!("{difference}");
            ExitCode::FAILURE
        }
    }
}

fn usage(error: &str) -> ExitCode {
    eprintln!("{error}\n{USAGE}");
    ExitCode::from(2)
}

/// Parses a board in any form that Otrera reads. A value does not depend on the side to move.
fn position(board: &str) -> Result<Position, String> {
    let setup: Setup = board.parse().map_err(|error| format!("{board}: {error}"))?;
    setup.position_to_move(Side::Black).map_err(|error| format!("{board}: {error}"))
}

fn check(count: usize, seed: u64) -> Result<(), String> {
    let mut random = random::Random::new(seed);
    let store = Store::new();
    let mut comparison = compare::Comparison::new(&store);
    for i in 0..count {
        let position = random.position();
        comparison.compare(&position).map_err(|difference| format!("position {i}, {position}: {difference}"))?;
        if (i + 1).is_multiple_of(PROGRESS) {
            eprintln!("{} of {count} compared", i + 1);
        }
    }
    println!("{count} positions from seed {seed} agree; {} different values", comparison.distinct());
    Ok(())
}
