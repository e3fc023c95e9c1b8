//! Who wins, by plain minimax over situations, and a proof of it: a solver as simple as can be.

use std::collections::{HashMap, HashSet};

use otrera_board::{Position, Side};
use otrera_cgt::{Outcome, Store};

use crate::{Answer, Claim, Known, Situation, Writer};

pub(super) struct Solver<'s> {
    pub(super) store: &'s Store,
    known: Known<'s>,
    solved: HashMap<Situation, Solved>,
}

/// Who wins, and if it is the side to move, how.
#[derive(Clone, Copy)]
struct Solved {
    winner: Side,
    answer: Option<Answer>,
}

impl<'s> Solver<'s> {
    pub(super) fn new(store: &'s Store, small: u32) -> Solver<'s> {
        Solver { store, known: Known::new(store, small), solved: HashMap::new() }
    }

    pub(super) fn winner(&mut self, position: &Position) -> Side {
        let situation = Situation::of(position, &self.known).unwrap();
        self.solve(&situation).winner
    }

    /// Who wins, and all claims of a proof, where some situations need none.
    pub(super) fn prove(
        &mut self,
        position: &Position,
        evident: impl Fn(&Situation, Side) -> bool,
    ) -> (Side, Vec<Claim>) {
        let situation = Situation::of(position, &self.known).unwrap();
        let winner = self.solve(&situation).winner;
        let (mut claims, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![situation]);
        while let Some(situation) = open.pop() {
            if situation.areas.is_empty() || evident(&situation, winner) || !seen.insert(situation.clone()) {
                continue;
            }
            let answer = self.solve(&situation).answer;
            assert_eq!(answer.is_some(), situation.to_move == winner);
            let children = self.children(&situation);
            open.extend(
                children.into_iter().filter(|(play, _)| answer.is_none_or(|a| a == *play)).map(|(_, next)| next),
            );
            claims.push(Claim { situation, answer });
        }
        (winner, claims)
    }

    /// All situations with a large area that can come about, each with all moves.
    pub(super) fn reachable(&mut self, position: &Position) -> Vec<(Situation, Vec<Answer>)> {
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
            Solved { winner, answer: None }
        } else {
            let children = self.children(situation);
            let win = children.into_iter().find(|(_, next)| self.solve(next).winner == mover);
            match win {
                Some((answer, _)) => Solved { winner: mover, answer: Some(answer) },
                None => Solved { winner: !mover, answer: None },
            }
        };
        self.solved.insert(situation.clone(), solved);
        solved
    }

    fn children(&mut self, situation: &Situation) -> Vec<(Answer, Situation)> {
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
                children.push((Answer::InArea { index, play }, next));
            }
        }
        let options: Vec<_> = match to_move {
            Side::Black => self.store.left_options(rest).collect(),
            Side::White => self.store.right_options(rest).collect(),
        };
        children.extend(options.into_iter().map(|option| {
            (Answer::InRest(option), Situation { areas: areas.clone(), rest: option, to_move: !to_move })
        }));
        children
    }
}

/// The bytes of a certificate.
pub(super) fn write(store: &Store, root: &Position, winner: Side, small: u32, claims: &[Claim]) -> Vec<u8> {
    let mut writer = Writer::new(store, root, winner, small);
    for claim in claims {
        writer.add(claim).unwrap();
    }
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    bytes
}
