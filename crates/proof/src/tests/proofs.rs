use otrera_board::{Move, Position, Setup, Side};
use otrera_cgt::{Limits, Store};

use super::Random;
use super::solver::{Solver, write};
use crate::{Answer, Claim, Evidence, Known, Refusal, Situation, Verdict, Work, check};

fn checked(bytes: &[u8]) -> Result<Verdict, Refusal> {
    check(bytes, &Work { threads: 2, limits: Limits::default(), progress: &|_| () })
}

/// Bytes with a checksum that fits.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

/// A position, who wins it, and the claims of a proof with areas of four squares known.
struct Example {
    store: Store,
    root: Position,
    winner: Side,
    claims: Vec<Claim>,
}

const SMALL: u32 = 4;

/// Nothing is evident but where no large area is left.
fn nothing(_: &Situation, _: Side) -> bool {
    false
}

impl Example {
    fn new(text: &str) -> Example {
        let (store, root) = (Store::new(), position(text));
        let evidence = Evidence::new(&Known::new(&store, SMALL));
        let evident = |situation: &Situation, winner| evidence.is_evident(situation, winner).unwrap();
        let (winner, claims) = Solver::new(&store, SMALL).prove(&root, evident);
        Example { store, root, winner, claims }
    }

    fn bytes(&self) -> Vec<u8> {
        write(&self.store, &self.root, self.winner, SMALL, &self.claims)
    }
}

#[test]
fn proofs_of_plain_minimax_pass() {
    let mut random = Random(5);
    let mut claims = 0;
    for round in 0..150 {
        let (width, height, burnt) = [(3, 3, 1), (4, 3, 4), (3, 3, 0), (6, 2, 3), (5, 4, 9)][round % 5];
        let root = random.board(width, height, [1 + round % 2, 1 + round / 2 % 2], burnt);
        let (store, small) = (Store::new(), (round % 6) as u32);
        let (winner, proof) = Solver::new(&store, small).prove(&root, nothing);
        claims += proof.len();
        let bytes = write(&store, &root, winner, small, &proof);
        let verdict = checked(&bytes).unwrap_or_else(|refusal| panic!("{root}: {refusal}"));
        assert_eq!((verdict.root, verdict.winner, verdict.small), (root, winner, small));
        // The same claims in another order, from another store, are the same bytes.
        let other = Store::new();
        other.parse("{5|{4|{3||2|0}}}").unwrap();
        let (_, mut proof) = Solver::new(&other, small).prove(&root, nothing);
        proof.reverse();
        assert!(write(&other, &root, winner, small, &proof) == bytes, "{root}");
        // Nobody proves the opposite with these claims.
        let wrong = write(&store, &root, !winner, small, &proof_of(&store, &root, small));
        assert!(checked(&wrong).is_err(), "{root}");
    }
    assert!(claims > 5_000, "{claims}");
}

fn proof_of(store: &Store, root: &Position, small: u32) -> Vec<Claim> {
    Solver::new(store, small).prove(root, nothing).1
}

/// Without any one of its claims a proof that leaves out what is evident is none.
#[test]
fn what_is_missing_is_named() {
    let example = Example::new("b.../.#../..w. w");
    let full = checked(&example.bytes()).unwrap();
    assert_eq!(full.winner, example.winner);
    for missing in 0..example.claims.len() {
        let mut claims = example.claims.clone();
        claims.remove(missing);
        let bytes = write(&example.store, &example.root, example.winner, SMALL, &claims);
        let sentence = checked(&bytes).unwrap_err().to_string();
        let named = sentence.contains("nothing is claimed about") || sentence.contains("it is not claimed that");
        assert!(named, "{sentence}");
    }
    assert!(example.claims.len() > 100);
    let none = write(&example.store, &example.root, example.winner, SMALL, &[]);
    let sentence = checked(&none).unwrap_err().to_string();
    assert_eq!(sentence, format!("it is not claimed that {} wins {}", example.winner, example.root));
}

#[test]
fn changed_claims_are_refused() {
    let example = Example::new("b.../.#../..w. w");
    let winner_moves = |claim: &Claim| matches!(claim.answer, Some(Answer::InArea { .. }));
    let root = Situation::of(&example.root, &crate::Known::new(&example.store, SMALL)).unwrap();
    let change = |change: &mut dyn FnMut(&mut Claim)| {
        let mut claims = example.claims.clone();
        claims.iter_mut().for_each(change);
        checked(&write(&example.store, &example.root, example.winner, SMALL, &claims)).unwrap_err().to_string()
    };
    let shot_at = |claim: &mut Claim, arrow: &str| {
        if let Some(Answer::InArea { play, .. }) = &mut claim.answer {
            *play = Move { arrow: arrow.parse().unwrap(), ..*play };
        }
    };
    let illegal = change(&mut |claim| {
        if winner_moves(claim) {
            shot_at(claim, "a1");
        }
    });
    assert!(illegal.contains("illegal move") || illegal.contains("nothing is claimed"), "{illegal}");
    let none = change(&mut |claim| claim.answer = None);
    assert!(none.contains("it is not evident, and there is no answer"), "{none}");
    let to = example.store.parse("{3|-3}").unwrap();
    let rest = change(&mut |claim| claim.answer = claim.answer.map(|_| Answer::InRest(to)));
    assert!(rest.contains("is not one of the canonical options"), "{rest}");
    // The winner gets nine free moves less.
    let less = example.store.integer(if example.winner == Side::Black { -9 } else { 9 }).unwrap();
    let worse = change(&mut |claim| {
        if claim.situation == root {
            claim.situation.rest = example.store.add(claim.situation.rest, less).unwrap();
        }
    });
    assert!(worse.contains("nothing is claimed"), "{worse}");
    // The winner gets nine more: true, but it says nothing about the root.
    let better = change(&mut |claim| claim.situation.rest = example.store.sub(claim.situation.rest, less).unwrap());
    assert!(better.contains("it is not claimed that") || better.contains("nothing is claimed"), "{better}");
}

#[test]
fn every_damaged_byte_is_noticed() {
    let bytes = Example::new("b.../.#../..w. w").bytes();
    assert!(checked(&bytes).is_ok());
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(checked(&damaged).is_err(), "bit {bit} of byte {at}");
        }
        assert!(checked(&bytes[..at]).is_err(), "{at} bytes");
    }
    let longer = [&bytes[..], b"\0"].concat();
    assert!(matches!(checked(&longer), Err(Refusal::Damaged)));
}

/// With a checksum that fits, whatever is accepted is true.
#[test]
fn no_forgery_proves_what_is_wrong() {
    let mut random = Random(6);
    let (mut accepted, mut refused) = (0, 0);
    for text in ["b.../.#../..w. w", "b..#/..../#.w. b", "b.w./..##/w... b"] {
        let example = Example::new(text);
        let bytes = example.bytes();
        for round in 0..2500 {
            let mut forged = bytes.clone();
            for _ in 0..=round % 3 {
                let at = random.below(forged.len() - 4);
                match random.below(4) {
                    0 => forged[at] = random.below(256) as u8,
                    1 => forged[at] ^= 1 << random.below(8),
                    2 => drop(forged.remove(at)),
                    _ => forged[at] = forged[random.below(bytes.len() - 8)],
                }
            }
            match checked(&summed(forged)) {
                Err(_) => refused += 1,
                Ok(verdict) => {
                    accepted += 1;
                    let store = Store::new();
                    let winner = Solver::new(&store, SMALL).winner(&verdict.root);
                    assert_eq!(verdict.winner, winner, "{}", verdict.root);
                }
            }
        }
    }
    assert!(accepted > 0 && refused > 5000, "{accepted} accepted, {refused} refused");
}

/// Whoever claims that the loser wins everything, by any moves and for any n, is refused.
#[test]
fn no_lie_holds_together() {
    let mut random = Random(7);
    let mut claims = 0;
    for round in 0..60 {
        let root = random.board(4, 3, [1 + round % 2, 1], 4);
        let (store, small) = (Store::new(), (round % 5) as u32);
        let mut solver = Solver::new(&store, small);
        let loser = !solver.winner(&root);
        let mut lies = Vec::new();
        for (mut situation, moves) in solver.reachable(&root) {
            let answer = match situation.to_move == loser && !moves.is_empty() {
                true => Some(moves[random.below(moves.len())]),
                false => None,
            };
            // An answer in the rest is an option of the rest as it is.
            if !matches!(answer, Some(Answer::InRest(_))) {
                let more = store.integer(random.below(5) as i64 - 2).unwrap();
                situation.rest = store.add(situation.rest, more).unwrap();
            }
            lies.push(Claim { situation, answer });
        }
        claims += lies.len();
        assert!(checked(&write(&store, &root, loser, small, &lies)).is_err(), "{root}");
    }
    assert!(claims > 5_000, "{claims}");
}

#[test]
fn what_is_no_certificate_gets_a_sentence() {
    let cases: [(&[u8], &str); 5] = [
        (b"", "this is not a certificate"),
        (b"otrera strips 1: length 1, 0 games, 2 boards\n", "this is not a certificate"),
        (
            b"otrera certificate 1: something else\n0000",
            "this is a certificate of version '1', and this program reads version 2",
        ),
        (b"otrera certificate 2: black wins", "the certificate is damaged or cut short"),
        (b"otrera certificate 2: black wins \n0000", "the certificate is damaged or cut short"),
    ];
    for (bytes, sentence) in cases {
        assert_eq!(checked(bytes).unwrap_err().to_string(), sentence);
    }
    let forged = summed(b"otrera certificate 2: black wins \n0000".to_vec());
    assert_eq!(checked(&forged).unwrap_err().to_string(), "the certificate makes no sense: see the first line");
}

#[test]
fn a_stopped_check_says_so() {
    let bytes = Example::new("b.../.#../..w. w").bytes();
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let outcome = check(&bytes, &Work { threads: 1, limits, progress: &|_| () });
    assert!(matches!(outcome, Err(Refusal::Interrupted(otrera_cgt::Interrupted::Stopped))));
}

#[test]
fn a_mapped_file_is_checked_like_its_bytes() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/line.certificate");
    let work = Work { threads: 1, limits: Limits::default(), progress: &|claims| assert_eq!(claims, 1) };
    let verdict = crate::check_file(&path, &work).unwrap();
    assert_eq!(verdict, checked(&std::fs::read(&path).unwrap()).unwrap());
    assert_eq!((verdict.root, verdict.winner), (position("b..w w"), Side::White));
    let directory = path.parent().unwrap();
    assert!(matches!(crate::check_file(directory, &work), Err(Refusal::Foreign | Refusal::File(_))));
}
