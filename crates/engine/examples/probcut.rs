//! Fits Multi-ProbCut to searches of this engine and prints the rows of its table:
//! `cargo run --release -p otrera-engine --example probcut -- 8x8 20 4`; the arguments are board, games and depth.

#![allow(clippy::print_stdout, reason = "the result goes to stdout")]

use otrera_board::Setup;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, games, depth] = &arguments[..] else { return Err("usage: probcut BOARD GAMES DEPTH".into()) };
    let start = format!("start:{board}").parse::<Setup>()?.position()?;
    for cut in otrera_engine::measure_cuts(&start, games.parse()?, depth.parse()?, 1) {
        println!("{cut:?}");
    }
    Ok(())
}
