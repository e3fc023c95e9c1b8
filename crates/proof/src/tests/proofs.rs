use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Limits, Store};

use super::solver::{Solver, boards, write};
use super::{MEMO, Random};
use crate::evidence::Evidence;
use crate::known::KnownAreas;
use crate::{CheckError, CheckOptions, Claim, Reply, Situation, Verdict, check};

pub(super) fn checked(bytes: &[u8]) -> Result<Verdict, CheckError> {
    check(bytes, &CheckOptions { threads: 2, limits: Limits::default(), progress: &|_| () })
}

/// Replaces the checksum by the right one.
pub(super) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

pub(super) fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap().position().unwrap()
}

/// A position, its winner, and a proof in which areas of [`SMALL`] squares are known.
pub(super) struct Example {
    pub(super) store: Store,
    pub(super) root: Position,
    pub(super) winner: Side,
    pub(super) claims: Vec<Claim>,
}

/// A position with some dozen claims.
pub(super) const LARGE: &str = "b.../..../..w. w";

pub(super) const SMALL: u32 = 4;

/// No situation with a large area is evident.
fn nothing(_: &Situation, _: Side) -> bool {
    false
}

impl Example {
    pub(super) fn new(text: &str) -> Example {
        let (store, root) = (Store::new(), position(text));
        let evidence = Evidence::new(&KnownAreas::new(&store, SMALL, MEMO), MEMO);
        let evident = |situation: &Situation, winner| evidence.is_evident(situation, winner).unwrap();
        let (winner, claims) = Solver::new(&store, SMALL).prove(&root, evident);
        Example { store, root, winner, claims }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
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
        assert!(checked(&write(&store, &root, !winner, small, &[])).is_err(), "{root}");
    }
    assert!(claims > 1_000, "{claims}");
}

/// A proof that leaves out evident situations needs every one of its claims.
#[test]
fn missing_claims_are_named() {
    let example = Example::new(LARGE);
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
    assert!(example.claims.len() > 10, "{}", example.claims.len());
    let none = write(&example.store, &example.root, example.winner, SMALL, &[]);
    let message = checked(&none).unwrap_err().to_string();
    assert_eq!(message, format!("it is not claimed that {} wins {}", example.winner, example.root));
}

#[test]
fn changed_claims_are_refused() {
    let example = Example::new(LARGE);
    let change = |change: &mut dyn FnMut(&mut Claim)| {
        let mut claims = example.claims.clone();
        claims.iter_mut().for_each(change);
        checked(&write(&example.store, &example.root, example.winner, SMALL, &claims)).unwrap_err().to_string()
    };
    let each = |reply: fn(Reply) -> Reply| {
        change(&mut |claim| claim.in_areas.iter_mut().for_each(|known| *known = reply(*known)))
    };
    let none = each(|_| Reply::EVIDENT);
    assert!(none.contains("it is not evident that"), "{none}");
    let rest = each(|_| Reply::IN_REST);
    assert!(rest.contains("no move in the rest is claimed to win"), "{rest}");
    let far = each(|_| Reply(9999));
    assert!(far.contains("is none of the moves in"), "{far}");
    let other = each(|reply| if reply > Reply::IN_REST { Reply(reply.0 ^ 1) } else { reply });
    assert!(other.contains("nothing is claimed about") || other.contains("is none of the moves"), "{other}");
    let fewer = change(&mut |claim| {
        claim.in_areas.pop();
    });
    assert!(fewer.contains("it has no reply to"), "{fewer}");
    let more = change(&mut |claim| claim.in_areas.push(Reply::EVIDENT));
    assert!(more.contains("replies to moves that do not exist"), "{more}");
    // The winner gets nine free moves less.
    let less = example.store.integer(if example.winner == Side::Black { -9 } else { 9 }).unwrap();
    let worse = change(&mut |claim| claim.situation.rest = example.store.add(claim.situation.rest, less).unwrap());
    assert!(worse.contains("does not hold"), "{worse}");
    // The winner gets nine more: true, but it says nothing about the root.
    let better = change(&mut |claim| claim.situation.rest = example.store.sub(claim.situation.rest, less).unwrap());
    assert!(better.contains("it is not claimed that") || better.contains("nothing is claimed"), "{better}");
}

#[test]
fn every_flipped_bit_and_every_cut_is_detected() {
    let bytes = Example::new(LARGE).bytes();
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

/// Claims that the loser wins every reachable situation, with random replies and for random n.
pub(super) fn lies(random: &mut Random, store: &Store, small: u32, root: &Position) -> (Side, Vec<Claim>) {
    let mut solver = Solver::new(store, small);
    let loser = !solver.winner(root);
    let mut lies = Vec::new();
    for (mut situation, _) in solver.reachable(root) {
        if situation.to_move == loser {
            continue;
        }
        let replies: Vec<_> = solver
            .children(&situation)
            .into_iter()
            .filter(|(_, next)| !next.areas.is_empty())
            .map(|(play, next)| {
                let answers = solver.children(&next);
                let reply = |(answer, _)| Reply::new(&boards(&next), answer);
                (
                    play,
                    if answers.is_empty() {
                        Reply::EVIDENT
                    } else {
                        reply(answers[random.below(answers.len())].clone())
                    },
                )
            })
            .collect();
        let boards = boards(&situation);
        // Moves in the rest are options of the unchanged rest.
        if replies.iter().all(|(play, _)| matches!(play, crate::Play::InArea { .. })) {
            let more = store.integer(random.below(5) as i64 - 2).unwrap();
            situation.rest = store.add(situation.rest, more).unwrap();
        }
        lies.push(Claim::new(&boards, situation.rest, situation.to_move, &replies));
    }
    (loser, lies)
}

#[test]
fn false_claims_never_support_each_other() {
    let mut random = Random(7);
    let mut claims = 0;
    for round in 0..60 {
        let root = random.board(4, 3, [1 + round % 2, 1], 4);
        let (store, small) = (Store::new(), (round % 5) as u32);
        let (loser, lies) = lies(&mut random, &store, small, &root);
        claims += lies.len();
        assert!(checked(&write(&store, &root, loser, small, &lies)).is_err(), "{root}");
    }
    assert!(claims > 2_000, "{claims}");
}

#[test]
fn foreign_and_damaged_files_get_a_message() {
    let cases: [(&[u8], &str); 5] = [
        (b"", "this is not a certificate"),
        (b"otrera strips 1: length 1, 0 games, 2 boards\n", "this is not a certificate"),
        (
            b"otrera certificate 3: something else\n0000",
            "this is a certificate of version '3', and this program reads version 4: make it anew with otrera solve \
             --certificate",
        ),
        (b"otrera certificate 4: black wins", "the certificate is damaged or cut short"),
        (b"otrera certificate 4: black wins \n0000", "the certificate is damaged or cut short"),
    ];
    for (bytes, message) in cases {
        assert_eq!(checked(bytes).unwrap_err().to_string(), message);
    }
    let forged = with_checksum(b"otrera certificate 4: black wins \n0000".to_vec());
    assert_eq!(checked(&forged).unwrap_err().to_string(), "the certificate makes no sense: see the first line");
}

#[test]
fn a_cancelled_check_returns_stopped() {
    let bytes = Example::new(LARGE).bytes();
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
    assert_eq!((verdict.root, verdict.winner), (position(".b.w. w"), Side::White));
    let directory = path.parent().unwrap();
    assert!(matches!(crate::check_file(directory, &options), Err(CheckError::Foreign | CheckError::File(_))));
}
