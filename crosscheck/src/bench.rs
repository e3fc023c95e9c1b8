//! Time and memory of both programs. Each evaluation runs in a new process, because peak memory is a property of a
//! process and its caches start cold.

use std::fmt::Display;
use std::process::Command;
use std::time::Instant;

use otrera_regions::AreaValues;
use otrera_board::Position;
use otrera_cgt::Store;

use crate::compare::their_value;

/// Boards valued by both programs.
const BOTH: [(&str, &str); 3] = [("2x6", "b...../.....w"), ("2x7", "b....../......w"), ("3x4", "b.../..../...w")];

/// Boards valued by Otrera only: cgt-tools needs 138 s for the first and had not finished the second after 1,930 s.
const OURS: [(&str, &str); 2] = [("2x8", "b......./.......w"), ("4x4", "b.../..../..../...w")];

/// The output of one evaluation.
struct Measured {
    seconds: f64,
    megabytes: f64,
    result: String,
}

pub fn bench() -> Result<(), String> {
    println!("| board | cgt-tools s | MB | Otrera s | MB | times faster |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, board) in BOTH {
        let theirs = measure("theirs", board)?;
        let ours = measure("ours", board)?;
        if ours.result != theirs.result {
            return Err(format!("{board}: {} against {}", ours.result, theirs.result));
        }
        println!(
            "| {name} | {:.2} | {:.1} | {:.3} | {:.1} | {:.0} |",
            theirs.seconds,
            theirs.megabytes,
            ours.seconds,
            ours.megabytes,
            theirs.seconds / ours.seconds
        );
    }
    for (name, board) in OURS {
        let ours = measure("ours", board)?;
        println!("| {name} | | | {:.2} | {:.1} | |", ours.seconds, ours.megabytes);
    }
    Ok(())
}

fn measure(program: &str, board: &str) -> Result<Measured, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(executable).args([program, board]).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{program} {board}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let (figures, result) = text.split_once(';').expect("figures come first, then the result");
    let (seconds, megabytes) = figures.split_once(' ').expect("seconds come first, then megabytes");
    let number = |text: &str| text.parse().expect("figures are numbers");
    Ok(Measured { seconds: number(seconds), megabytes: number(megabytes), result: result.trim().to_owned() })
}

pub fn ours(position: &Position) -> Result<(), String> {
    let start = Instant::now();
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let value = values.position(position).map_err(|error| error.to_string())?;
    let figures = figures(start);
    let graph = store.thermograph(value).map_err(|error| error.to_string())?;
    report(&figures, graph.mean(), graph.temperature(), store.left_stop(value), store.right_stop(value));
    eprintln!("{} areas valued, {} games in {} bytes", values.len(), store.len(), store.bytes());
    Ok(())
}

pub fn theirs(position: &Position) -> Result<(), String> {
    let start = Instant::now();
    let value = their_value(position);
    let figures = figures(start);
    report(&figures, value.mean(), value.temperature(), value.left_stop(), value.right_stop());
    Ok(())
}

fn report(figures: &str, mean: impl Display, temperature: impl Display, left: impl Display, right: impl Display) {
    println!("{figures}; mean {mean}, temperature {temperature}, stops {left} and {right}");
}

/// Seconds since `start`, and the peak memory of this process in megabytes.
fn figures(start: Instant) -> String {
    let seconds = start.elapsed().as_secs_f64();
    format!("{seconds:.4} {:.1}", peak_kilobytes() as f64 / 1024.0)
}

/// Peak resident memory, as counted by Linux.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("only Linux has /proc/self/status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kilobytes| kilobytes.parse().ok()).expect("Linux writes VmHWM in kB")
}
