//! Certificate parts: made by workers, checked by the manager.
//!
//! A part makes claims about lost situations and may rest on claims of other parts. A result counts if its part holds, makes
//! the claim that the result says, and rests only on claims of parts that were accepted before. So the parts of a campaign
//! are linked as they come in; `otrera verify` links them once more at the end, with nothing but the checker.

use std::path::Path;

use otrera_board::{Position, Side};
use otrera_cgt::{Interrupted, Store};
use otrera_proof::{CheckError, CheckOptions, PartContents, check_part_file};
use otrera_solver::{Knowledge, Lemmas, Options, Situation, SolveError, Solver};

use crate::manager::{Part, Verdict};

/// A result that a part must prove.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'s> {
    /// The situation.
    pub situation: &'s Situation,
    /// The side to move on the board.
    pub to_move: Side,
    /// The winner on the board.
    pub winner: Side,
    /// Situations that the part claims, and others may rest on.
    pub lemmas: &'s [String],
}

/// A part with the situations that others may rest on.
pub(crate) struct Proof {
    pub(crate) winner: Side,
    pub(crate) bytes: Vec<u8>,
    pub(crate) lemmas: Vec<String>,
}

/// Bytes of the lemmas of one result. A message of NATS has at most a megabyte, unless its server is told otherwise, and
/// one that is too long can never be sent.
const LEMMA_BYTES: usize = 512 << 10;
/// Memory for reading a part.
const READER: usize = 1 << 30;

/// Proves a situation that the solver has settled. Situations that took at least `work` nodes become lemmas.
pub(crate) fn prove<'a>(
    knowledge: &'a Knowledge<'a>,
    solver: &mut Solver<'a>,
    situation: &Situation,
    to_move: Side,
    known: &Lemmas,
    work: u64,
) -> Result<Proof, SolveError> {
    let (winner, writer) = solver.prove_situation(situation, to_move, known, &|_| ())?;
    let mut bytes = Vec::new();
    writer.write(&mut bytes).expect("a vector takes all bytes");
    let mut worthy = Vec::new();
    let tops = tops(knowledge, solver, situation, to_move, winner)?;
    for claimed in made(knowledge, &bytes, knowledge.store())? {
        let nodes = if tops.contains(&claimed) { u64::MAX } else { solver.work_of(&claimed) };
        if nodes >= work {
            worthy.push((nodes, knowledge.situation_text(&claimed, !winner)));
        }
    }
    Ok(Proof { winner, bytes, lemmas: most_work(worthy) })
}

/// The lemmas with the most work that fit into a result.
fn most_work(mut worthy: Vec<(u64, String)>) -> Vec<String> {
    worthy.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut room = LEMMA_BYTES;
    let fits = |(_, text): &(u64, String)| {
        room = room.saturating_sub(text.len() + 3);
        room > 0
    };
    let mut lemmas: Vec<String> = worthy.into_iter().take_while(fits).map(|(_, text)| text).collect();
    lemmas.sort_unstable();
    lemmas
}

/// The claims of a part that this program made.
fn made(knowledge: &Knowledge<'_>, bytes: &[u8], store: &Store) -> Result<Vec<Situation>, Interrupted> {
    let contents = PartContents::read(bytes, store, READER).map_err(|error| match error {
        CheckError::Interrupted(why) => why,
        error => panic!("a part that was just written cannot be read: {error}"),
    })?;
    contents.made()?.iter().map(|claimed| in_solver(knowledge, claimed)).collect()
}

/// The situations of which a part has to claim one: the situation itself if the loser is to move, else one after a move.
fn tops(
    knowledge: &Knowledge<'_>,
    solver: &Solver<'_>,
    situation: &Situation,
    to_move: Side,
    winner: Side,
) -> Result<Vec<Situation>, Interrupted> {
    if to_move != winner {
        return Ok(vec![situation.clone()]);
    }
    let mut tops = Vec::new();
    knowledge.for_each_child(situation, solver.options().small, |_, child| {
        tops.push(child);
        Ok(true)
    })?;
    Ok(tops)
}

/// A situation of the checker as the solver has it. The loser is to move, and is Black there.
fn in_solver(knowledge: &Knowledge<'_>, claimed: &otrera_proof::Situation) -> Result<Situation, Interrupted> {
    let to_move = claimed.to_move;
    let board = |area: &otrera_proof::CanonicalArea| {
        let position: Position = area.position(to_move);
        let narrow: Position<u64> = position.resized().expect("the solver searches areas in boxes of 64 squares");
        let area = otrera_board::Area::whole(&narrow);
        if to_move == Side::Black { area } else { area.swapped() }
    };
    let boards: Vec<_> = claimed.areas.iter().map(board).collect();
    let rest = if to_move == Side::Black { claimed.rest } else { -claimed.rest };
    knowledge.sum_of_boards(&boards, rest, Options::FULL.small)
}

/// The consequence of a check that did not come to its end. A part that needs too much would come back for ever, so that is
/// no error of the manager.
fn interrupted(why: Interrupted) -> anyhow::Result<Verdict> {
    match why {
        Interrupted::Stopped => Err(why.into()),
        Interrupted::OutOfMemory => Ok(Verdict::Unchecked(format!("its part cannot be checked here: {why}"))),
        Interrupted::OutOfRange | Interrupted::TooDeep => Ok(Verdict::Refused(why.to_string())),
    }
}

/// Checks the part in a file against the statement that it should prove. It may rest on `known`.
pub(crate) fn check(
    knowledge: &Knowledge<'_>,
    solver: &Solver<'_>,
    path: &Path,
    bytes: &[u8],
    statement: &Statement<'_>,
    known: &Lemmas,
    options: &CheckOptions<'_>,
) -> anyhow::Result<Verdict> {
    let refused = |why: String| Ok(Verdict::Refused(why));
    let verdict = match check_part_file(path, options) {
        Ok(verdict) => verdict,
        Err(CheckError::Interrupted(why)) => return interrupted(why),
        Err(CheckError::File(error)) => return Err(error.into()),
        Err(refusal) => return refused(refusal.to_string()),
    };
    let Statement { situation, to_move, winner, lemmas } = *statement;
    if verdict.winner != winner {
        return refused("the part is about the other winner".into());
    }
    let loser = !winner;
    let contents = match PartContents::read(bytes, knowledge.store(), READER) {
        Ok(contents) => contents,
        Err(CheckError::Interrupted(why)) => return interrupted(why),
        Err(refusal) => return refused(refusal.to_string()),
    };
    let fits = |claimed: &otrera_proof::Situation| {
        claimed.areas.iter().all(|area| area.position(loser).resized::<u64>().is_some())
    };
    let (made, required) = (contents.made()?, contents.required()?);
    if !made.iter().chain(&required).all(fits) {
        return refused("the part claims areas that no search meets".into());
    }
    for claimed in &required {
        let claimed = in_solver(knowledge, claimed)?;
        if !known.covers(knowledge, &claimed, loser) && !solver.guess(&claimed)?.is_lost() {
            return Ok(Verdict::Unfounded);
        }
    }
    let mut own = Lemmas::default();
    for claimed in &made {
        own.insert(knowledge, &in_solver(knowledge, claimed)?, loser);
    }
    let is_claimed = |claimed: &Situation| -> Result<bool, Interrupted> {
        let has = own.covers(knowledge, claimed, loser) || known.covers(knowledge, claimed, loser);
        Ok(has || solver.guess(claimed)?.is_lost())
    };
    let mut holds = to_move == winner && solver.guess(situation)?.is_won();
    for top in tops(knowledge, solver, situation, to_move, winner)? {
        holds = holds || is_claimed(&top)?;
    }
    if !holds {
        return refused("the part does not claim the situation of its job".into());
    }
    for text in lemmas {
        let is_own = match knowledge.read_situation(text, Options::FULL.small) {
            Ok((lemma, side)) => side == loser && own.covers(knowledge, &lemma, loser),
            Err(_) => false,
        };
        if !is_own {
            return refused("the part does not claim a situation that the result names".into());
        }
    }
    Ok(Verdict::Kept(Part { hash: verdict.digest.to_string(), claims: verdict.claims, bytes: bytes.len() as u64 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lemmas_fit_into_a_message_and_those_with_the_most_work_are_kept() {
        let text = |index: u64| format!("{index:0100}");
        let kept = most_work((0..20_000).map(|index| (index, text(index))).collect());
        let bytes = serde_json::to_vec(&kept).unwrap().len();
        assert!((LEMMA_BYTES - 200..=LEMMA_BYTES).contains(&bytes), "{bytes}");
        let least = 20_000 - kept.len() as u64;
        assert_eq!(kept, (least..20_000).map(text).collect::<Vec<_>>());
        assert_eq!(most_work(vec![(7, "b".into()), (7, "a".into())]), ["a", "b"]);
    }
}
