//! Numbers formatted for reading.

use std::time::Duration;

/// A number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).expect("digits are ASCII"));
    groups.collect::<Vec<_>>().join(",")
}

/// A count with its noun, in the singular for one.
pub fn count(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{} {thing}s", grouped(number)) }
}

/// A number of bytes in the largest unit that fits: `1.50 GiB`.
pub fn bytes(number: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    match units.into_iter().find(|(_, shift)| number >> shift > 0) {
        Some((unit, shift)) => format!("{:.2} {unit}", number as f64 / (1_u64 << shift) as f64),
        None => format!("{number} B"),
    }
}

/// A time as hours, minutes and seconds: `00:05:07`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
