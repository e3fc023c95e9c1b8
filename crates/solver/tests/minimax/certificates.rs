//! Damage to a certificate of some 200 claims with 10,000 replies. The layout of docs/formats/certificate.md is parsed here once more.

use std::ops::Range;

use otrera_cgt::{Limits, Store};
use otrera_proof::{CheckError, CheckOptions, Verdict, check};
use otrera_solver::{Options, Solver};

use super::{NEVER, Random, knowledge, position};

fn checked(bytes: &[u8]) -> Result<Verdict, CheckError> {
    check(bytes, &CheckOptions { threads: 2, limits: Limits::default(), progress: &|_| () })
}

fn certificate() -> Vec<u8> {
    let store = Store::new();
    let knowledge = knowledge(&store);
    let mut solver = Solver::new(&knowledge, Options { memory: 1 << 26, ..Options::FULL }, &NEVER);
    let mut bytes = Vec::new();
    solver.prove(&position::<u64>("start:4x5"), &|_| ()).unwrap().1.write(&mut bytes).unwrap();
    bytes
}

/// Byte ranges of the parts of a certificate.
struct Layout {
    header: String,
    lists: Vec<List>,
    end: usize,
}

struct List {
    all: Range<usize>,
    claims: Vec<ClaimRange>,
}

struct ClaimRange {
    /// Offsets of the replies.
    replies: Vec<usize>,
}

struct Bytes<'a>(&'a [u8], usize);

impl Bytes<'_> {
    fn varint(&mut self) -> u64 {
        let mut n = 0;
        for shift in (0..).step_by(7) {
            let byte = self.0[self.1];
            self.1 += 1;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        n
    }

    fn value(&mut self) {
        if self.varint() == 1 {
            self.varint();
            self.varint();
        }
        self.varint();
    }
}

/// The number before a word of the header.
fn number(header: &str, word: &str) -> usize {
    let words: Vec<&str> = header.split([' ', ',']).collect();
    words[words.iter().rposition(|&other| other == word).unwrap() - 1].parse().unwrap()
}

fn layout(bytes: &[u8]) -> Layout {
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let header = String::from_utf8(bytes[..line].to_vec()).unwrap();
    let mut at = Bytes(bytes, line + 1);
    for _ in 0..number(&header, "games") {
        let options = at.varint() + at.varint();
        (0..options).for_each(|_| at.value());
    }
    (0..number(&header, "cores")).for_each(|_| at.value());
    let list = |_| {
        let begin = at.1;
        for _ in 0..at.varint() {
            let squares = usize::from(bytes[at.1]) * usize::from(bytes[at.1 + 1]);
            at.1 += 2 + squares.div_ceil(4);
        }
        let claims = (0..at.varint()).map(|_| claim(&mut at)).collect();
        List { all: begin..at.1, claims }
    };
    let lists = (0..number(&header, "lists")).map(list).collect();
    Layout { header, lists, end: at.1 }
}

fn claim(at: &mut Bytes<'_>) -> ClaimRange {
    at.varint();
    at.varint();
    let replies = (0..at.varint()).map(|_| (at.1, at.varint()).0).collect();
    ClaimRange { replies }
}

/// The bytes with a valid checksum.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

/// The certificate without one list, with a consistent header.
fn without(bytes: &[u8], layout: &Layout, list: &List) -> Vec<u8> {
    let fewer = |header: &str, word: &str, gone: usize| {
        let all = number(header, word);
        header.replace(&format!("{all} {word}"), &format!("{} {word}", all - gone))
    };
    let header = fewer(&fewer(&layout.header, "lists", 1), "claims", list.claims.len());
    [header.as_bytes(), &bytes[layout.header.len()..list.all.start], &bytes[list.all.end..]].concat()
}

#[test]
fn a_damaged_certificate_is_refused() {
    let bytes = certificate();
    let layout = layout(&bytes);
    assert!(layout.lists.iter().map(|list| list.claims.len()).sum::<usize>() > 100);
    assert_eq!((layout.end, layout.lists.last().unwrap().all.end), (bytes.len() - 4, bytes.len() - 4));
    assert!(checked(&bytes).is_ok());
    let mut random = Random(6);

    // One bit; one byte.
    for _ in 0..20 {
        let mut flipped = bytes.clone();
        flipped[layout.header.len() + random.below(bytes.len() - layout.header.len())] ^= 1 << random.below(8);
        assert!(matches!(checked(&flipped), Err(CheckError::Damaged)));
    }
    assert!(matches!(checked(&bytes[..bytes.len() - 1]), Err(CheckError::Damaged)));

    // One list less, consistently. A core may be left without a claim.
    let mut refused = 0;
    for _ in 0..8 {
        let list = &layout.lists[random.below(layout.lists.len())];
        let sentence = checked(&summed(without(&bytes, &layout, list))).unwrap_err().to_string();
        let is_missed = sentence.contains("nothing is claimed about") || sentence.contains("it is not claimed that");
        assert!(is_missed || sentence.contains("which is not used"), "{sentence}");
        refused += usize::from(is_missed);
    }
    assert!(refused >= 5, "claims that others need are not missed");

    // One reply changed: to a move that does not exist, to none, and to another move, which sometimes wins too.
    let replies: Vec<usize> =
        layout.lists.iter().flat_map(|list| &list.claims).flat_map(|c| c.replies.clone()).collect();
    assert!(replies.len() > 5_000, "{}", replies.len());
    let replies: Vec<usize> = replies.into_iter().filter(|&at| (2..127).contains(&bytes[at])).collect();
    let mut accepted = 0;
    for round in 0..12 {
        let at = replies[random.below(replies.len())];
        let mut forged = bytes.clone();
        // In the first case one varint of two bytes replaces one of one byte: 2^14 - 1.
        match round % 3 {
            0 => drop(forged.splice(at..=at, [0xff, 0x7f])),
            1 => forged[at] = 0,
            _ => forged[at] ^= 1,
        }
        match (checked(&summed(forged)), round % 3) {
            (Ok(_), 0) => panic!("a move that does not exist was accepted"),
            (Ok(_), _) => accepted += 1,
            (Err(refusal), kind) => {
                let sentence = refusal.to_string();
                let part = ["is none of the moves in", "it is not evident that", "nothing is claimed about"][kind];
                assert!(sentence.contains(part) || sentence.contains("is none of the moves in"), "{kind}: {sentence}");
            }
        }
    }
    assert!(accepted < 6, "replies are not checked");
}
