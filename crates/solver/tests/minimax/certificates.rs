//! Damage to a certificate of some 80,000 claims. The layout of docs/formats/certificate.md is parsed here once more.

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
    count: Range<usize>,
    claims: Vec<ClaimRange>,
}

struct ClaimRange {
    all: Range<usize>,
    /// Offset of the three squares of a move in an area.
    squares: Option<usize>,
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
        let count_at = at.1;
        let count = at.varint();
        let count_range = count_at..at.1;
        let claims = (0..count).map(|_| claim(&mut at)).collect();
        List { all: begin..at.1, count: count_range, claims }
    };
    let lists = (0..number(&header, "lists")).map(list).collect();
    Layout { header, lists, end: at.1 }
}

fn claim(at: &mut Bytes<'_>) -> ClaimRange {
    let begin = at.1;
    let key = at.varint();
    at.varint();
    let mut squares = None;
    if key.is_multiple_of(2) {
        match at.varint() {
            0 => at.value(),
            _ => {
                squares = Some(at.1);
                at.1 += 3;
            }
        }
    }
    ClaimRange { all: begin..at.1, squares }
}

/// The bytes with a valid checksum.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

/// The certificate without one claim of a list of several, with a consistent header.
fn without(bytes: &[u8], layout: &Layout, list: &List, claim: usize) -> Vec<u8> {
    let all = number(&layout.header, "claims");
    let header = layout.header.replace(&format!("{all} claims"), &format!("{} claims", all - 1));
    let left = list.claims.len() - 1;
    assert!((1..128).contains(&left), "one byte is enough for the number of claims");
    let gone = &list.claims[claim].all;
    let rest = [&bytes[layout.header.len()..list.count.start], &[left as u8], &bytes[list.count.end..gone.start]];
    [&[header.as_bytes()], &rest[..], &[&bytes[gone.end..]]].concat().concat()
}

#[test]
fn a_damaged_certificate_is_refused() {
    let bytes = certificate();
    let layout = layout(&bytes);
    assert!(layout.lists.iter().map(|list| list.claims.len()).sum::<usize>() > 5_000);
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

    // One claim less, consistently. Some claims are not needed, because there is a stronger one about the same situation;
    // then the rest is still a proof.
    let several: Vec<&List> = layout.lists.iter().filter(|list| (2..100).contains(&list.claims.len())).collect();
    let mut refused = 0;
    for _ in 0..8 {
        let list = several[random.below(several.len())];
        let claim = random.below(list.claims.len());
        let Err(refusal) = checked(&summed(without(&bytes, &layout, list, claim))) else { continue };
        let sentence = refusal.to_string();
        assert!(
            sentence.contains("does not hold: after ") && sentence.contains("nothing is claimed about"),
            "{sentence}"
        );
        refused += 1;
    }
    assert!(refused >= 6, "claims that others need are not missed");

    // One move changed: to a square off the board; to the square of the amazon; and with the arrow shot back, which is
    // legal and sometimes wins too.
    let moves: Vec<usize> =
        layout.lists.iter().flat_map(|list| &list.claims).filter_map(|claim| claim.squares).collect();
    let mut accepted = 0;
    for round in 0..9 {
        let at = moves[random.below(moves.len())];
        let mut forged = bytes.clone();
        match round % 3 {
            0 => forged[at + 1] = 200,
            1 => forged[at + 1] = forged[at],
            _ => forged[at + 2] = forged[at],
        }
        if forged == bytes {
            continue;
        }
        match (checked(&summed(forged)), round % 3) {
            (Ok(_), 2) => accepted += 1,
            (Ok(_), _) => panic!("an illegal move was accepted"),
            (Err(refusal), kind) => {
                let sentence = refusal.to_string();
                let parts = [&["makes no sense"][..], &["illegal move"], &["nothing is claimed about"]][kind];
                assert!(parts.iter().any(|part| sentence.contains(part)), "{kind}: {sentence}");
            }
        }
    }
    assert!(accepted < 3, "moves are not checked");
}
