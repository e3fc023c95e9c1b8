//! The simplest solver: plain minimax over situations, with a proof of the result.

use std::collections::{HashMap, HashSet};

use otrera_board::{Position, Side};
use otrera_cgt::{Outcome, Store};

use super::MEMO;
use crate::known::KnownAreas;
use crate::{Claim, Play, Reply, Situation, Writer};

pub(super) struct Solver<'s> {
    pub(super) store: &'s Store,
    known: KnownAreas<'s>,
    solved: HashMap<Situation, Solved>,
}

/// The winner of a situation, with a winning move if the winner is to move.
#[derive(Clone, Copy)]
struct Solved {
    winner: Side,
    winning_move: Option<Play>,
}

impl<'s> Solver<'s> {
    pub(super) fn new(store: &'s Store, small: u32) -> Solver<'s> {
        Solver { store, known: KnownAreas::new(store, small, MEMO), solved: HashMap::new() }
    }

    pub(super) fn winner(&mut self, position: &Position) -> Side {
        let situation = Situation::of(position, &self.known).unwrap();
        self.solve(&situation).winner
    }

    /// The winner, and all claims of a proof that leaves out `evident` situations.
    pub(super) fn prove(
        &mut self,
        position: &Position,
        evident: impl Fn(&Situation, Side) -> bool,
    ) -> (Side, Vec<Claim>) {
        let situation = Situation::of(position, &self.known).unwrap();
        let winner = self.solve(&situation).winner;
        let is_evident = |situation: &Situation| situation.areas.is_empty() || evident(situation, winner);
        let (mut claims, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![situation]);
        while let Some(situation) = open.pop() {
            if is_evident(&situation) || !seen.insert(situation.clone()) {
                continue;
            }
            if situation.to_move == winner {
                open.push(self.answer(&situation).1);
                continue;
            }
            let mut replies = Vec::new();
            for (play, next) in self.children(&situation) {
                if !is_evident(&next) {
                    let (answer, after) = self.answer(&next);
                    replies.push((play, Reply::new(&boards(&next), answer)));
                    open.push(after);
                }
            }
            claims.push(Claim::new(&boards(&situation), situation.rest, situation.to_move, &replies));
        }
        (winner, claims)
    }

    /// The winning move of a situation, and the situation after it.
    fn answer(&mut self, situation: &Situation) -> (Play, Situation) {
        let wanted = self.solve(situation).winning_move.expect("the side to move wins");
        self.children(situation).into_iter().find(|&(play, _)| play == wanted).unwrap()
    }

    /// All reachable situations with a large area, each with all moves.
    pub(super) fn reachable(&mut self, position: &Position) -> Vec<(Situation, Vec<Play>)> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut open = vec![Situation::of(position, &self.known).unwrap()];
        while let Some(situation) = open.pop() {
            if !situation.areas.is_empty() && seen.insert(situation.clone()) {
                let (moves, next): (Vec<_>, Vec<_>) = self.children(&situation).into_iter().unzip();
                open.extend(next);
                found.push((situation, moves));
            }
        }
        found
    }

    fn solve(&mut self, situation: &Situation) -> Solved {
        if let Some(&solved) = self.solved.get(situation) {
            return solved;
        }
        let mover = situation.to_move;
        let solved = if situation.areas.is_empty() {
            let winner = match self.store.outcome(situation.rest) {
                Outcome::Left => Side::Black,
                Outcome::Right => Side::White,
                Outcome::Next => mover,
                Outcome::Previous => !mover,
            };
            Solved { winner, winning_move: None }
        } else {
            let children = self.children(situation);
            let win = children.into_iter().find(|(_, next)| self.solve(next).winner == mover);
            match win {
                Some((winning, _)) => Solved { winner: mover, winning_move: Some(winning) },
                None => Solved { winner: !mover, winning_move: None },
            }
        };
        self.solved.insert(situation.clone(), solved);
        solved
    }

    pub(super) fn children(&mut self, situation: &Situation) -> Vec<(Play, Situation)> {
        let Situation { ref areas, rest, to_move } = *situation;
        let mut children = Vec::new();
        for (index, area) in areas.iter().enumerate() {
            let position = area.position(to_move);
            for play in position.moves() {
                let mut next = position;
                next.play(play).unwrap();
                let mut next = Situation::of(&next, &self.known).unwrap();
                next.areas.extend(areas.iter().enumerate().filter(|&(i, _)| i != index).map(|(_, area)| area));
                let next = Situation::new(next.areas, self.store.add(next.rest, rest).unwrap(), next.to_move);
                children.push((Play::InArea { index, play }, next));
            }
        }
        let options: Vec<_> = match to_move {
            Side::Black => self.store.left_options(rest).collect(),
            Side::White => self.store.right_options(rest).collect(),
        };
        children.extend(
            options.into_iter().map(|option| {
                (Play::InRest(option), Situation { areas: areas.clone(), rest: option, to_move: !to_move })
            }),
        );
        children
    }
}

/// The areas of a situation as boards.
pub(super) fn boards(situation: &Situation) -> Vec<Position> {
    situation.areas.iter().map(|area| area.position(situation.to_move)).collect()
}

/// Encodes a certificate.
pub(super) fn write(store: &Store, root: &Position, winner: Side, small: u32, claims: &[Claim]) -> Vec<u8> {
    let mut writer = Writer::new(store, root, winner, small);
    for claim in claims {
        writer.add(claim).unwrap();
    }
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    bytes
}
