//! Edits that know the structure of a file.

use otrera_cgt::wire::write_varint;

use crate::formats::Format;
use crate::parts::{Parts, Section};
use crate::random::Random;

/// Numbers at the edges of what a field, a type or a reader holds.
const EDGES: [u64; 18] = [
    0,
    1,
    2,
    3,
    63,
    64,
    127,
    128,
    255,
    1023,
    1024,
    1 << 16,
    1 << 30,
    u32::MAX as u64,
    1 << 32,
    i64::MAX as u64,
    1 << 63,
    u64::MAX,
];

/// A mutation of plain bytes: data, size and greatest size; returns the new size. libFuzzer's own.
pub(crate) type Plain = fn(&mut [u8], usize, usize) -> usize;
/// Bytes that a plain mutation may add to an item.
const PLAIN_GROWTH: usize = 16;

/// Makes one random edit.
pub(crate) fn edit(format: Format, parts: &mut Parts, random: &mut Random, plain: Plain) {
    match random.below(12) {
        0 => edit_sections(&mut parts.sections, random),
        1 => edit_number_of_line(&mut parts.line, random),
        2 => edit_words_of_line(&mut parts.line, random),
        3..6 => edit_items(parts, random),
        6..9 => edit_integer(format, parts, random),
        9 => copy_bytes(parts, random),
        _ => edit_item(parts, random, plain),
    }
}

/// Duplicates, removes or swaps sections.
fn edit_sections(sections: &mut Vec<Section>, random: &mut Random) {
    let (one, other) = (random.below(sections.len()), random.below(sections.len()));
    if sections.is_empty() {
        return;
    }
    match random.below(3) {
        0 => sections.insert(other, sections[one].clone()),
        1 => drop(sections.remove(one)),
        _ => sections.swap(one, other),
    }
}

/// Duplicates, removes, swaps or moves items.
fn edit_items(parts: &mut Parts, random: &mut Random) {
    let Some(section) = filled_section(parts, random) else { return };
    let target = random.below(parts.sections.len());
    let items = &mut parts.sections[section].items;
    let (one, other) = (random.below(items.len()), random.below(items.len()));
    match random.below(4) {
        0 => items.insert(other, items[one].clone()),
        1 => drop(items.remove(one)),
        2 => items.swap(one, other),
        _ => {
            let item = items[one].clone();
            parts.sections[target].items.push(item);
        }
    }
}

/// Sets a number of the first line to an edge, or to one more or less.
fn edit_number_of_line(line: &mut Vec<u8>, random: &mut Random) {
    let is_digit = |at: usize| line.get(at).is_some_and(u8::is_ascii_digit);
    let starts: Vec<usize> = (0..line.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1))).collect();
    if starts.is_empty() {
        return;
    }
    let start = random.pick(&starts);
    let end = (start..).find(|&at| !is_digit(at)).expect("the line ends");
    let old: u64 = std::str::from_utf8(&line[start..end]).ok().and_then(|digits| digits.parse().ok()).unwrap_or(0);
    let new = near_or_edge(old, random);
    line.splice(start..end, new.to_string().into_bytes());
}

/// Exchanges the winner, or changes one letter into another of a board or of the line.
fn edit_words_of_line(line: &mut Vec<u8>, random: &mut Random) {
    let word = |word: &[u8]| line.windows(word.len()).position(|part| part == word);
    let [black, white] = [&b": black wins"[..], b": white wins"].map(word);
    match (black.or(white), random.below(2)) {
        (Some(at), 0) => drop(line.splice(at + 2..at + 7, *if black.is_some() { b"white" } else { b"black" })),
        _ => {
            let board: Vec<usize> = (0..line.len()).filter(|&at| b".#bw/".contains(&line[at])).collect();
            if !board.is_empty() {
                let at = random.pick(&board);
                line[at] = random.pick(b"...#bw/1");
            }
        }
    }
}

/// Changes an integer of an item: a varint, or a word of a record.
fn edit_integer(format: Format, parts: &mut Parts, random: &mut Random) {
    let Some(section) = filled_section(parts, random) else { return };
    let Section { head, items, .. } = &mut parts.sections[section];
    let item = match head {
        Some(head) if random.once_in(4) => head,
        _ => {
            let at = random.below(items.len());
            &mut items[at]
        }
    };
    match format {
        Format::Checkpoint => edit_entry(item, random),
        Format::Atlas if section < 6 => edit_record(item, random),
        _ => edit_varint(item, random),
    }
}

/// Changes the varint at a random place.
pub(crate) fn edit_varint(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let start = (0..at).rev().find(|&before| bytes[before] < 0x80).map_or(0, |before| before + 1);
    let end = (at..bytes.len()).find(|&last| bytes[last] < 0x80).map_or(bytes.len(), |last| last + 1);
    let old = bytes[start..end].iter().rev().fold(0_u64, |n, byte| n << 7 | u64::from(byte & 0x7f));
    let mut new = Vec::new();
    write_varint(&mut new, near_or_edge(old, random)).expect("memory can be written to");
    bytes.splice(start..end, new);
}

/// Changes a word of a record of fixed length.
fn edit_record(record: &mut [u8], random: &mut Random) {
    let length = random.pick(&[1, 4, 8]).min(record.len());
    let words = record.len() / length.max(1);
    let start = random.below(words) * length;
    let Some(word) = record.get_mut(start..start + length) else { return };
    let old = word.iter().rev().fold(0_u64, |n, &byte| n << 8 | u64::from(byte));
    word.copy_from_slice(&near_or_edge(old, random).to_le_bytes()[..length]);
}

/// Changes an entry of a checkpoint: exchanges its winners, exchanges its proof numbers, or changes a word.
fn edit_entry(entry: &mut [u8], random: &mut Random) {
    // From the lowest: prefix 2, tag 8, work 2, lost up to 1, won from 1, disproof number 2, proof number 2.
    let &mut [_, _, _, _, _, _, _, _, _, _, _, _, ref mut lost, ref mut won, ref mut numbers @ ..] = entry else {
        return edit_record(entry, random);
    };
    match random.below(5) {
        // Situations won from n on become lost up to n, and vice versa.
        0 => std::mem::swap(lost, won),
        // Everything is won; everything is lost.
        1 => (*lost, *won) = (i8::MIN as u8, i8::MIN as u8),
        2 => (*lost, *won) = (i8::MAX as u8, i8::MAX as u8),
        3 => numbers.rotate_left(numbers.len() / 2),
        _ => edit_record(entry, random),
    }
}

/// Copies a few bytes from one item over those of another: a reference to a game, a square, a board.
fn copy_bytes(parts: &mut Parts, random: &mut Random) {
    let Some((from, to)) = filled_section(parts, random).zip(filled_section(parts, random)) else { return };
    let item = random.below(parts.sections[from].items.len());
    let source = parts.sections[from].items[item].clone();
    let target = &mut parts.sections[to].items;
    let item = random.below(target.len());
    let (start, at) = (random.below(source.len()), random.below(target[item].len()));
    let length = (1 + random.below(4)).min(source.len() - start).min(target[item].len() - at);
    target[item][at..at + length].copy_from_slice(&source[start..start + length]);
}

/// Gives one item to libFuzzer.
fn edit_item(parts: &mut Parts, random: &mut Random, plain: Plain) {
    let Some(section) = filled_section(parts, random) else { return };
    let items = &mut parts.sections[section].items;
    let at = random.below(items.len());
    let item = &mut items[at];
    let size = item.len();
    item.resize(size + PLAIN_GROWTH, 0);
    let size = plain(item, size, size + PLAIN_GROWTH);
    item.truncate(size);
}

/// A section with items, if there is one.
fn filled_section(parts: &Parts, random: &mut Random) -> Option<usize> {
    let filled: Vec<usize> = (0..parts.sections.len()).filter(|&at| !parts.sections[at].items.is_empty()).collect();
    (!filled.is_empty()).then(|| random.pick(&filled))
}

fn near_or_edge(old: u64, random: &mut Random) -> u64 {
    match random.below(4) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => random.below(16) as u64,
        _ => random.pick(&EDGES),
    }
}
