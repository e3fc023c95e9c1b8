//! Small files that ask for much memory or time, all with right checksums.

use std::process::Child;
use std::time::{Duration, Instant};

use crate::common::{Place, peak};

/// Longest time until a file is refused. A check on a machine with nothing else to do takes milliseconds.
const SOON: Duration = Duration::from_secs(2);
/// Most memory, in bytes.
const LITTLE: usize = 200 << 20;

/// The exit code and stderr of a check that keeps to both limits.
fn verify(place: &Place, file: &str, bytes: &[u8], words: &[&str]) -> (i32, String) {
    let file = place.path(file);
    std::fs::write(&file, bytes).unwrap();
    let begin = Instant::now();
    let mut child: Child = place.start(&[&["verify", &file], words].concat());
    let most = peak(&mut child);
    let took = begin.elapsed();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(took < SOON && most < LITTLE, "{took:?}, {most} bytes: {stderr}");
    (output.status.code().unwrap(), stderr.replace(&file, "FILE"))
}

/// The bytes with their checksum.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// One list of `areas` areas of three squares, and a claim for each of `cores` cores. Nothing is wrong with its form but
/// the number of areas.
fn crowded(areas: u64, cores: u64) -> Vec<u8> {
    let line = format!(
        "otrera certificate 4: black wins 10/10/10/10/10/10/10/10/10/b8w b, areas of 2 squares known, 0 games, \
         {cores} cores, 1 lists, {cores} claims\n"
    );
    let mut bytes = line.into_bytes();
    // Downs, ups and nimbers: 0x01 ups nimber number.
    for core in 0..cores {
        bytes.push(1);
        varint(&mut bytes, 1 + core / 1000);
        varint(&mut bytes, core % 1000);
        bytes.push(0);
    }
    varint(&mut bytes, areas);
    for _ in 0..areas {
        // Black above an empty square above White.
        bytes.extend([1, 3, 0b1001_1100]);
    }
    varint(&mut bytes, cores);
    for core in 0..cores {
        varint(&mut bytes, core);
        // n is 0, and there are four replies.
        bytes.extend([0, 4, 2, 0, 1, 0]);
    }
    signed(bytes)
}

#[test]
fn a_list_of_20_000_areas_is_refused() {
    let place = Place::bare();
    let bytes = crowded(20_000, 16_000);
    assert!((200_000..400_000).contains(&bytes.len()), "{} bytes", bytes.len());
    let (code, stderr) = verify(&place, "crowded", &bytes, &[]);
    assert_eq!((code, &*stderr), (2, "otrera: FILE: the certificate makes no sense: see list 1 of areas\n"));
}

/// As many areas as fit on the board, and as many claims: every claim has all the areas.
#[test]
fn a_full_list_with_16_000_claims_takes_little_memory() {
    let place = Place::bare();
    let (code, stderr) = verify(&place, "full", &crowded(33, 16_000), &[]);
    // 33 areas of three squares that are their own opposites cancel out.
    assert_eq!(
        (code, &*stderr),
        (2, "otrera: FILE: the certificate makes no sense: see list 1 of areas, which is not in its one form\n")
    );
}

/// A certificate without claims about a board.
fn bare(board: &str, small: u32) -> Vec<u8> {
    let line = format!(
        "otrera certificate 4: black wins {board}, areas of {small} squares known, 0 games, 0 cores, 0 lists, 0 claims\n"
    );
    signed(line.into_bytes())
}

#[test]
fn known_areas_have_at_most_ten_squares() {
    let place = Place::bare();
    let bytes = bare("10/3b6/10/10/10/10/10/10/6w3/10 w", 128);
    assert!(bytes.len() < 150, "{} bytes", bytes.len());
    let (code, stderr) = verify(&place, "known", &bytes, &[]);
    let sentence = "the certificate makes no sense: see the first line: areas of 2 to 10 squares can be known";
    assert_eq!((code, stderr), (2, format!("otrera: FILE: {sentence}\n")));
}

/// The most moves in a large territory are hard to find, and no rule of the format can forbid that.
#[test]
fn the_time_limit_ends_a_check_without_a_verdict() {
    let place = Place::bare();
    let territory = bare("#1#2#2###/2#2#5/1###3###1/b3#5#/#4#4#/1#2#6/1###7/2#7#/#1#5#2/1#2#6/3#2##3 w", 10);
    let (code, stderr) = verify(&place, "hard", &territory, &["--time", "0.5"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.starts_with("otrera: not decided within the time limit: 0 claims checked in "), "{stderr}");
}

#[test]
fn the_memory_limit_ends_a_check_without_a_verdict() {
    let place = Place::bare();
    let (code, stderr) = verify(&place, "cores", &crowded(1, 16_000), &["--memory", "1M"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.starts_with("otrera: not decided within the memory limit: 0 claims checked in "), "{stderr}");
}
