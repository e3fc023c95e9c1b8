//! Checkpoints with wrong entries and right checksums. The answer may be wrong, but a certificate is not.

use std::collections::HashMap;

use otrera_board::{Position, Side};
use otrera_cgt::Store;
use otrera_solver::{CheckpointHeader, Options, ResumeError, SolveError, Solver};
use otrera_testing::forge_checkpoint;

use super::{NEVER, Random, checked_winner, knowledge, position, wins};

const OPTIONS: Options = Options { small: 4, memory: 1 << 23, ..Options::FULL };
/// Far more nodes than any of these searches needs.
const NODES: u64 = 1_000_000;

/// A position, and a checkpoint that knows all its moves and the winner's strategy.
struct Search {
    position: Position<u64>,
    header: CheckpointHeader,
    bytes: Vec<u8>,
    winner: Side,
}

impl Search {
    fn new(store: &Store, position: Position<u64>) -> Search {
        let knowledge = knowledge(store);
        let mut solver = Solver::new(&knowledge, OPTIONS, &NEVER);
        let (winner, _) = solver.prove(&position, &|_| ()).unwrap();
        assert_eq!(solver.judge_moves(&position, &|_, _, _| ()).1, None);
        let header = CheckpointHeader::new(&knowledge, &OPTIONS, &position);
        let mut bytes = Vec::new();
        solver.watch().save(&header, &mut bytes).unwrap();
        Search { position, header, bytes, winner }
    }

    /// The results of `solve` and `prove` after this checkpoint; a certificate is checked.
    fn resume(&self, store: &Store, bytes: &[u8], threads: usize) -> [Result<Side, SolveError>; 2] {
        let knowledge = knowledge(store);
        let resumed = || {
            let mut solver = Solver::new(&knowledge, Options { threads, nodes: NODES, ..OPTIONS }, &NEVER);
            solver.resume(&mut &bytes[..], bytes.len() as u64, &self.header).unwrap();
            solver
        };
        let solved = resumed().solve(&self.position);
        let proven = resumed().prove(&self.position, &|_| ());
        let proven = proven.map(|(winner, writer)| checked_winner(&self.position, winner, writer));
        // These may fail, but not panic.
        let (moves, why) = resumed().judge_moves(&self.position, &|_, _, _| ());
        assert!(why.is_some() || moves.iter().all(|judged| judged.wins.is_some()));
        let play = resumed().winning_move(&self.position);
        for error in [why, play.err()].into_iter().flatten() {
            assert_contradiction(&error);
        }
        [solved, proven]
    }
}

fn assert_contradiction(error: &SolveError) {
    let sentence = error.to_string();
    assert!(sentence.starts_with("the checkpoint contradicts itself at "), "{sentence}");
    assert!(matches!(error, SolveError::Contradiction { is_resumed: true, .. }));
}

#[test]
fn a_forged_checkpoint_never_leads_to_a_wrong_certificate() {
    let store = Store::new();
    let boards = ["start:4x4", "b.../..../...w b", "b.b/.../.../w.w w", "b..b/..../w..w b"];
    let searches = boards.map(|board| Search::new(&store, position(board)));
    let mut random = Random(11);
    let (mut wrong, mut refused, mut proven) = (0, 0, 0);
    for number in 0..240 {
        let search = &searches[number % searches.len()];
        let rarity = random.one(&[1, 2, 5, 20, 100]);
        let forged = random.forge_checkpoint(&search.bytes, rarity);
        let [solved, certified] = search.resume(&store, &forged, 1 + number / 4 % 2);
        match solved {
            Ok(winner) => wrong += usize::from(winner != search.winner),
            Err(error) => assert_contradiction(&error),
        }
        match certified {
            Ok(winner) => {
                assert_eq!(winner, search.winner, "{}", search.position);
                proven += 1;
            }
            Err(error) => {
                assert_contradiction(&error);
                refused += 1;
            }
        }
    }
    // All three happen, or the test shows nothing.
    assert!(wrong > 20 && refused > 100 && proven > 10, "{wrong} wrong winners, {refused} refused, {proven} proven");
}

/// `solve` alone believes a checkpoint; docs/formats/checkpoint.md says so.
#[test]
fn a_search_without_a_certificate_trusts_its_checkpoint() {
    let store = Store::new();
    let search = Search::new(&store, position("start:4x4"));
    let forged = |leads: u64| forge_checkpoint(&search.bytes, |word| *word = *word & !0xffff_0000 | leads << 16);
    // White to move: from lead -127 on won, and up to lead 126 lost.
    for (leads, winner) in [(0x8180, Side::White), (0x7f7e, Side::Black)] {
        let [solved, _] = search.resume(&store, &forged(leads), 1);
        assert_eq!(solved, Ok(winner));
    }
    assert_eq!(search.winner, Side::Black);
    let [solved, proven] = search.resume(&store, &forged(0x8180), 1);
    assert_eq!(solved, Ok(Side::White));
    assert_contradiction(&proven.unwrap_err());
}

#[test]
fn an_honest_checkpoint_of_a_finished_search_is_proven_again() {
    let store = Store::new();
    let mut random = Random(12);
    for _ in 0..20 {
        let search = Search::new(&store, random.position());
        let side = search.position.to_move();
        let winner = if wins(&search.position, &mut HashMap::new()) { side } else { !side };
        assert_eq!(search.resume(&store, &search.bytes, 2), [Ok(winner), Ok(winner)], "{}", search.position);
    }
}

#[test]
fn entries_that_no_search_writes_are_refused() {
    let store = Store::new();
    let search = Search::new(&store, position("b.../..../...w b"));
    let knowledge = knowledge(&store);
    for (mask, bits) in [
        (0xffff, 0),                // no work
        (0xffff_0000, 0x0505_0000), // a lead that is won and lost
        (0xffff << 48, 0),          // a proof number without the other
        (0xffff << 32, 0xffff << 32),
    ] {
        let forged = forge_checkpoint(&search.bytes, |word| *word = (*word | 1 << 32 | 1 << 48) & !mask | bits);
        let mut solver = Solver::new(&knowledge, OPTIONS, &NEVER);
        let refusal = solver.resume(&mut &forged[..], forged.len() as u64, &search.header).unwrap_err();
        assert!(matches!(refusal, ResumeError::Entry), "{refusal}");
    }
}

/// Counts near 2^64 would overflow, and a time has to be one.
#[test]
fn headers_with_absurd_counts_are_refused() {
    let store = Store::new();
    let search = Search::new(&store, position("b.../..../...w b"));
    let knowledge = knowledge(&store);
    let end = search.bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let line = String::from_utf8(search.bytes[..end].to_vec()).unwrap();
    for (old, new) in [
        ("; 0 nodes", "; 18446744073709551615 nodes"),
        ("; 0 evaluated", "; 18446744073709551615 evaluated"),
        ("; 0.0 seconds", "; inf seconds"),
        ("; 0.0 seconds", "; NaN seconds"),
        ("; 0.0 seconds", "; -1 seconds"),
    ] {
        let line = line.replace(old, new).into_bytes();
        let forged = [&line, &crc32fast::hash(&line).to_le_bytes()[..], &search.bytes[end + 4..]].concat();
        let mut solver = Solver::new(&knowledge, OPTIONS, &NEVER);
        let refusal = solver.resume(&mut &forged[..], forged.len() as u64, &search.header).unwrap_err();
        assert!(matches!(refusal, ResumeError::Damaged), "{new}: {refusal}");
    }
}
