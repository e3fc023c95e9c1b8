//! Parts: checked alone, then linked, then merged.

use otrera_board::{Position, Side};
use otrera_cgt::{Limits, Store};

use super::Random;
use super::proofs::{Example, LARGE, SMALL, checked, lies, with_checksum};
use super::solver::Solver;
use crate::{CheckError, CheckOptions, Claim, PartVerdict, Writer, check_part, link, merge};

fn part(store: &Store, winner: Side, small: u32, claims: &[Claim], required: &[Claim]) -> Vec<u8> {
    let mut writer = Writer::part(store, winner, small);
    claims.iter().for_each(|claim| writer.add(claim).unwrap());
    required.iter().for_each(|claim| writer.require(claim.situation()).unwrap());
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    bytes
}

fn check_alone(bytes: &[u8]) -> Result<PartVerdict, CheckError> {
    check_part(bytes, &CheckOptions { threads: 2, limits: Limits::default(), progress: &|_| () })
}

fn linked(root: &Position, winner: Side, parts: &[Vec<u8>]) -> Result<crate::LinkVerdict, CheckError> {
    link(root, winner, &parts.iter().map(|part| &part[..]).collect::<Vec<_>>(), &Limits::default())
}

impl Example {
    /// Claims dealt out at random to `count` parts, each of which requires all claims of the others.
    fn dealt(&self, random: &mut Random, count: usize) -> Vec<Vec<u8>> {
        let mut dealt = vec![(Vec::new(), Vec::new()); count];
        for claim in &self.claims {
            let owner = random.below(count);
            for (number, (made, required)) in dealt.iter_mut().enumerate() {
                if number == owner { made } else { required }.push(claim.clone());
            }
        }
        let part = |(made, required): &(Vec<Claim>, Vec<Claim>)| part(&self.store, self.winner, SMALL, made, required);
        dealt.iter().map(part).collect()
    }
}

#[test]
fn dealt_parts_link_and_merge_to_the_certificate() {
    let mut random = Random(31);
    let example = Example::new(LARGE);
    for count in 1..6 {
        let parts = example.dealt(&mut random, count);
        let all = example.claims.len() as u64;
        let mut claims = 0;
        for part in &parts {
            let verdict = check_alone(part).unwrap();
            assert_eq!(
                (verdict.winner, verdict.small, verdict.claims + verdict.required),
                (example.winner, SMALL, all)
            );
            assert_eq!(verdict.digest, crate::ContentHash::of(part));
            claims += verdict.claims;
        }
        let verdict = linked(&example.root, example.winner, &parts).unwrap();
        assert_eq!((verdict.claims, verdict.parts.len()), (claims, count));
        assert!(linked(&example.root, !example.winner, &parts).is_err());
        let slices: Vec<&[u8]> = parts.iter().rev().map(|part| &part[..]).collect();
        let mut merged = Vec::new();
        merge(&example.root, example.winner, &slices, &Limits::default(), &mut merged).unwrap();
        assert!(merged == example.bytes(), "{count} parts");
        checked(&merged).unwrap();
    }
}

#[test]
fn a_missing_part_is_noticed_by_linking() {
    let mut random = Random(32);
    let example = Example::new(LARGE);
    for count in 2..5 {
        let parts = example.dealt(&mut random, count);
        for missing in 0..count {
            let mut left = parts.clone();
            left.remove(missing);
            let error = linked(&example.root, example.winner, &left).unwrap_err().to_string();
            assert!(error.starts_with("no part claims what part 1 requires: "), "{error}");
        }
    }
    assert!(matches!(linked(&example.root, example.winner, &[]), Err(CheckError::Root { .. })));
}

/// A claim that is left out is required by the claims that rest on it: the part alone is refused without the requirement.
#[test]
fn every_claim_is_required_by_a_part_without_it() {
    let example = Example::new(LARGE);
    let mut refused = 0;
    for left_out in 0..example.claims.len() {
        let mut others = example.claims.clone();
        let one = others.remove(left_out);
        let make = |required: &[Claim]| part(&example.store, example.winner, SMALL, &others, required);
        check_alone(&make(std::slice::from_ref(&one))).unwrap();
        refused += usize::from(check_alone(&make(&[])).is_err());
        // One free move less for the winner: a stronger requirement, which the claim does not meet.
        let less = example.store.integer(if example.winner == Side::Black { -1 } else { 1 }).unwrap();
        let mut stronger = one.clone();
        stronger.situation.rest = example.store.add(one.situation.rest, less).unwrap();
        let made = part(&example.store, example.winner, SMALL, std::slice::from_ref(&one), &others);
        let parts = |required| [make(std::slice::from_ref(required)), made.clone()];
        linked(&example.root, example.winner, &parts(&one)).unwrap();
        assert!(matches!(linked(&example.root, example.winner, &parts(&stronger)), Err(CheckError::Missing { .. })));
    }
    // The claim about the root is required by no other.
    assert!(refused + 1 >= example.claims.len(), "{refused} of {}", example.claims.len());
}

/// A part may require its own claims: they are checked one by one all the same.
#[test]
fn a_part_that_requires_its_own_claims_gains_nothing() {
    let example = Example::new(LARGE);
    let own = part(&example.store, example.winner, SMALL, &example.claims, &example.claims);
    check_alone(&own).unwrap();
    linked(&example.root, example.winner, &[own]).unwrap();
    let mut wrong = example.claims.clone();
    wrong[0].in_areas.iter_mut().for_each(|reply| *reply = crate::Reply::IN_REST);
    let own = part(&example.store, example.winner, SMALL, &wrong, &wrong);
    assert!(matches!(check_alone(&own), Err(CheckError::Claim { .. })));
}

/// Two parts of false claims that require each other: at least one of them is refused, whoever holds which claim.
#[test]
fn parts_of_false_claims_never_support_each_other() {
    let mut random = Random(33);
    let mut linked_lies = 0;
    for round in 0..40 {
        let root = random.board(4, 3, [1 + round % 2, 1], 4);
        let (store, small) = (Store::new(), (round % 5) as u32);
        let (loser, lies) = lies(&mut random, &store, small, &root);
        let (first, second): (Vec<Claim>, Vec<Claim>) = lies.into_iter().partition(|_| random.below(2) == 0);
        let parts = [part(&store, loser, small, &first, &second), part(&store, loser, small, &second, &first)];
        let is_linked = linked(&root, loser, &parts).is_ok();
        linked_lies += usize::from(is_linked);
        assert!(!is_linked || parts.iter().any(|part| check_alone(part).is_err()), "{root}");
    }
    assert!(linked_lies > 10, "{linked_lies}");
}

/// Forged parts that are accepted and link are true.
#[test]
fn accepted_forgeries_of_parts_are_true() {
    let mut random = Random(34);
    let example = Example::new("b..#/..../#.w. b");
    let truth = Solver::new(&Store::new(), SMALL).winner(&example.root);
    let parts = example.dealt(&mut random, 2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..1500 {
        let mut forged = parts[0].clone();
        let at = random.below(forged.len() - 4);
        forged[at] = random.below(256) as u8;
        let forged = with_checksum(forged);
        let both = [forged.clone(), parts[1].clone()];
        match check_alone(&forged).and_then(|verdict| linked(&example.root, verdict.winner, &both)) {
            Err(_) => refused += 1,
            Ok(verdict) => {
                accepted += 1;
                assert_eq!(verdict.winner, truth);
            }
        }
    }
    assert!(refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_part_is_no_certificate_and_the_other_way_round() {
    let example = Example::new(LARGE);
    let alone = part(&example.store, example.winner, SMALL, &example.claims, &[]);
    assert_eq!(checked(&alone).unwrap_err().to_string(), "this is a part of a certificate, not a whole one");
    let whole = example.bytes();
    assert_eq!(check_alone(&whole).unwrap_err().to_string(), "this is a whole certificate, not a part");
    assert!(matches!(linked(&example.root, example.winner, &[whole]), Err(CheckError::Kind { .. })));
    for at in 0..alone.len() {
        assert!(check_alone(&alone[..at]).is_err(), "{at} bytes");
    }
}
