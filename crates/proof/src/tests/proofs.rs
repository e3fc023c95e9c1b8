use otrera_board::{Move, Position, Setup, Side};
use otrera_cgt::{Limits, Store};

use super::solver::{Solver, write};
use super::{MEMO, Random};
use crate::evidence::Evidence;
use crate::known::KnownAreas;
use crate::{CheckError, CheckOptions, Claim, Situation, Verdict, WinningMove, check};

fn checked(bytes: &[u8]) -> Result<Verdict, CheckError> {
    check(bytes, &CheckOptions { threads: 2, limits: Limits::default(), progress: &|_| () })
}

/// Replaces the checksum by the right one.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

/// A position, its winner, and a proof in which areas of [`SMALL`] squares are known.
struct Example {
    store: Store,
    root: Position,
    winner: Side,
    claims: Vec<Claim>,
}

const SMALL: u32 = 4;

/// No situation with a large area is evident.
fn nothing(_: &Situation, _: Side) -> bool {
    false
}

impl Example {
    fn new(text: &str) -> Example {
        let (store, root) = (Store::new(), position(text));
        let evidence = Evidence::new(&KnownAreas::new(&store, SMALL, MEMO), MEMO);
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
        let verdict = checked(&bytes).unwrap_or_else(|error| panic!("{root}: {error}"));
        assert_eq!((verdict.root, verdict.winner, verdict.small), (root, winner, small.max(2)));
        // The same claims in another order, from another store, are the same bytes.
        let other = Store::new();
        other.parse("{5|{4|{3||2|0}}}").unwrap();
        let (_, mut proof) = Solver::new(&other, small).prove(&root, nothing);
        proof.reverse();
        assert!(write(&other, &root, winner, small, &proof) == bytes, "{root}");
        // These claims do not prove the opposite.
        let wrong = write(&store, &root, !winner, small, &turned(proof));
        assert!(checked(&wrong).is_err(), "{root}");
    }
    assert!(claims > 5_000, "{claims}");
}

/// Claims of the other side that it wins the same situations. A side that has to answer has no answers.
fn turned(proof: Vec<Claim>) -> Vec<Claim> {
    let lost = proof.into_iter().filter(|claim| claim.winning_move.is_some());
    lost.map(|claim| Claim { winning_move: None, ..claim }).collect()
}

/// A proof that leaves out evident situations needs every one of its claims.
#[test]
fn missing_claims_are_named() {
    let example = Example::new("b.../.#../..w. w");
    let full = checked(&example.bytes()).unwrap();
    assert_eq!(full.winner, example.winner);
    for missing in 0..example.claims.len() {
        let mut claims = example.claims.clone();
        claims.remove(missing);
        let bytes = write(&example.store, &example.root, example.winner, SMALL, &claims);
        let message = checked(&bytes).unwrap_err().to_string();
        let named = message.contains("nothing is claimed about") || message.contains("it is not claimed that");
        assert!(named, "{message}");
    }
    assert!(example.claims.len() > 100);
    let none = write(&example.store, &example.root, example.winner, SMALL, &[]);
    let message = checked(&none).unwrap_err().to_string();
    assert_eq!(message, format!("it is not claimed that {} wins {}", example.winner, example.root));
}

#[test]
fn changed_claims_are_refused() {
    let example = Example::new("b.../.#../..w. w");
    let winner_moves = |claim: &Claim| matches!(claim.winning_move, Some(WinningMove::InArea { .. }));
    let root = Situation::of(&example.root, &KnownAreas::new(&example.store, SMALL, MEMO)).unwrap();
    let change = |change: &mut dyn FnMut(&mut Claim)| {
        let mut claims = example.claims.clone();
        claims.iter_mut().for_each(change);
        checked(&write(&example.store, &example.root, example.winner, SMALL, &claims)).unwrap_err().to_string()
    };
    let shot_at = |claim: &mut Claim, arrow: &str| {
        if let Some(WinningMove::InArea { play, .. }) = &mut claim.winning_move {
            *play = Move { arrow: arrow.parse().unwrap(), ..*play };
        }
    };
    let illegal = change(&mut |claim| {
        if winner_moves(claim) {
            shot_at(claim, "a1");
        }
    });
    assert!(illegal.contains("illegal move") || illegal.contains("nothing is claimed"), "{illegal}");
    let to = example.store.parse("{3|-3}").unwrap();
    let rest = change(&mut |claim| claim.winning_move = claim.winning_move.map(|_| WinningMove::InRest(to)));
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
fn every_flipped_bit_and_every_cut_is_detected() {
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
    assert!(matches!(checked(&longer), Err(CheckError::Damaged)));
}

/// Forgeries have the right checksum.
#[test]
fn accepted_forgeries_are_true() {
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
            match checked(&with_checksum(forged)) {
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

/// Claims that the loser wins every situation, by random moves and for random n.
#[test]
fn false_claims_never_support_each_other() {
    let mut random = Random(7);
    let mut claims = 0;
    for round in 0..60 {
        let root = random.board(4, 3, [1 + round % 2, 1], 4);
        let (store, small) = (Store::new(), (round % 5) as u32);
        let mut solver = Solver::new(&store, small);
        let loser = !solver.winner(&root);
        let mut lies = Vec::new();
        for (mut situation, moves) in solver.reachable(&root) {
            let winning_move = match situation.to_move == loser {
                true if moves.is_empty() => continue,
                true => Some(moves[random.below(moves.len())]),
                false => None,
            };
            // A move in the rest is an option of the unchanged rest.
            if !matches!(winning_move, Some(WinningMove::InRest(_))) {
                let more = store.integer(random.below(5) as i64 - 2).unwrap();
                situation.rest = store.add(situation.rest, more).unwrap();
            }
            lies.push(Claim { situation, winning_move });
        }
        claims += lies.len();
        assert!(checked(&write(&store, &root, loser, small, &lies)).is_err(), "{root}");
    }
    assert!(claims > 5_000, "{claims}");
}

#[test]
fn foreign_and_damaged_files_get_a_message() {
    let cases: [(&[u8], &str); 5] = [
        (b"", "this is not a certificate"),
        (b"otrera strips 1: length 1, 0 games, 2 boards\n", "this is not a certificate"),
        (
            b"otrera certificate 2: something else\n0000",
            "this is a certificate of version '2', and this program reads version 3",
        ),
        (b"otrera certificate 3: black wins", "the certificate is damaged or cut short"),
        (b"otrera certificate 3: black wins \n0000", "the certificate is damaged or cut short"),
    ];
    for (bytes, message) in cases {
        assert_eq!(checked(bytes).unwrap_err().to_string(), message);
    }
    let forged = with_checksum(b"otrera certificate 3: black wins \n0000".to_vec());
    assert_eq!(checked(&forged).unwrap_err().to_string(), "the certificate makes no sense: see the first line");
}

#[test]
fn a_cancelled_check_returns_stopped() {
    let bytes = Example::new("b.../.#../..w. w").bytes();
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let outcome = check(&bytes, &CheckOptions { threads: 1, limits, progress: &|_| () });
    assert!(matches!(outcome, Err(CheckError::Interrupted(otrera_cgt::Interrupted::Stopped))));
}

#[test]
fn a_mapped_file_is_checked_like_its_bytes() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/line.certificate");
    let options = CheckOptions { threads: 1, limits: Limits::default(), progress: &|claims| assert_eq!(claims, 1) };
    let verdict = crate::check_file(&path, &options).unwrap();
    assert_eq!(verdict, checked(&std::fs::read(&path).unwrap()).unwrap());
    assert_eq!((verdict.root, verdict.winner), (position("b..w w"), Side::White));
    let directory = path.parent().unwrap();
    assert!(matches!(crate::check_file(directory, &options), Err(CheckError::Foreign | CheckError::File(_))));
}
