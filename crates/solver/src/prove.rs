//! The winner's strategy as a certificate, or as a part of one: docs/formats/certificate.md.
//!
//! From the root on, every situation with the loser to move that bounds do not settle becomes a claim. All moves of the loser
//! are visited. After each, bounds decide, or the claim has a reply: a winning move, one after which bounds decide if there
//! is one. The table knows most winners; a situation that it has lost is searched again.
//!
//! A part does the same for any situation. The walk ends at *lemmas*, situations that other parts claim; they become required
//! claims.
//!
//! The walk does not believe the table: it ends at situations that bounds decide. If entries are wrong, it meets a situation
//! where the supposed winner has no winning move or has lost, and ends with [`SolveError::Contradiction`].

use otrera_board::{Bits, Move, Point, Position, Side};
use otrera_cgt::{Interrupted, Value};
use otrera_proof::{Claim, Play, Reply, Writer};
use rustc_hash::FxHashMap;

use crate::claimed::Claimed;
use crate::error::{SolveError, describe};
use crate::lemmas::Lemmas;
use crate::shared::SituationKey;
use crate::situation::{Situation, Step};
use crate::solver::Solver;
use crate::strategy::OPPONENT;

/// A source of winning moves: returns one for a situation that the side to move is said to win.
pub type Strategy<'f> = dyn FnMut(&Situation) -> Option<Step> + 'f;

impl<'a> Solver<'a> {
    /// The winner of a position and the certificate of it, ready to be written. Calls `progress` with the number of claims.
    ///
    /// The claims take their memory from the table, which shrinks if necessary. If they need too much, this fails with
    /// [`Interrupted::OutOfMemory`].
    ///
    /// # Panics
    /// If the position has a [wide area](crate::wide_area).
    pub fn prove<B: Bits>(
        &mut self,
        position: &Position<B>,
        progress: &dyn Fn(usize),
    ) -> Result<(Side, Writer<'a>), SolveError> {
        let winner = self.solve(position)?;
        let situation = self.knowledge.situation(position, self.options.small)?;
        let writer = Writer::new(self.knowledge.store(), position, winner, self.known_size());
        let none = Lemmas::default();
        let walk = Walk::new(writer, winner, &none, None);
        Ok((winner, self.walk(walk, &situation, position.to_move(), progress)?))
    }

    /// The winner of a situation with `to_move` to move, and the part of a certificate that proves it. The proof rests on
    /// `lemmas` where it can. Otherwise like [`Solver::prove`].
    ///
    /// The part claims the situation itself, if the loser is to move and it is neither evident nor a lemma. If the winner is
    /// to move, it claims, or requires, the situation after a winning move.
    pub fn prove_situation(
        &mut self,
        situation: &Situation,
        to_move: Side,
        lemmas: &Lemmas,
        progress: &dyn Fn(usize),
    ) -> Result<(Side, Writer<'a>), SolveError> {
        let winner = self.solve_situation(situation)?;
        let winner = if to_move == Side::Black { winner } else { !winner };
        let writer = Writer::part(self.knowledge.store(), winner, self.known_size());
        let writer = self.walk(Walk::new(writer, winner, lemmas, None), situation, to_move, progress)?;
        Ok((winner, writer))
    }

    /// The part that proves that `winner` wins a situation by the moves of `strategy`, down to `lemmas`. Nothing is searched:
    /// where the strategy has no move, this fails with [`SolveError::Contradiction`].
    pub fn prove_by_strategy(
        &mut self,
        situation: &Situation,
        to_move: Side,
        winner: Side,
        lemmas: &Lemmas,
        strategy: &mut Strategy<'_>,
    ) -> Result<Writer<'a>, SolveError> {
        let writer = Writer::part(self.knowledge.store(), winner, self.known_size());
        self.walk(Walk::new(writer, winner, lemmas, Some(strategy)), situation, to_move, &|_| ())
    }

    /// Size up to which the checker replaces areas by their values: areas of up to this many squares are looked up here.
    fn known_size(&self) -> u32 {
        self.options.small.min(self.knowledge.atlas().header().size) as u32
    }

    fn walk(
        &mut self,
        mut walk: Walk<'a, '_>,
        root: &Situation,
        to_move: Side,
        progress: &dyn Fn(usize),
    ) -> Result<Writer<'a>, SolveError> {
        if to_move == walk.winner {
            if !self.is_evident(root, to_move, &walk)? {
                let (_, child) = self.reply(root, to_move, &mut walk)?;
                walk.first = Some(child.clone());
                walk.pending.push(child);
            }
        } else {
            walk.pending.push(root.clone());
        }
        while let Some(situation) = walk.pending.pop() {
            self.visit(&situation, &mut walk)?;
            self.make_room(walk.writer.bytes() + walk.claimed.bytes() + walk.required.bytes())?;
            progress(walk.claimed.len());
        }
        Ok(walk.writer)
    }

    /// Claims a situation with the loser to move, if it has to be claimed.
    fn visit(&mut self, situation: &Situation, walk: &mut Walk<'a, '_>) -> Result<(), SolveError> {
        let loser = !walk.winner;
        // The checker looks up a claim about the first situation, even if it is evident.
        let is_first = walk.first.take().is_some() && !situation.areas.is_empty();
        if self.is_evident(situation, loser, walk)? && !is_first {
            return Ok(());
        }
        let SituationKey { hash, ahead } = SituationKey::new(self.knowledge, situation);
        if walk.lemmas.covers(self.knowledge, situation, loser) {
            if walk.required.insert(hash, -ahead) {
                let boards = boards(situation, loser);
                let rest = in_colours(situation.rest, loser);
                walk.writer.require(&otrera_proof::Situation::of_boards(&boards, rest, loser))?;
            }
            return Ok(());
        }
        if !walk.claimed.insert(hash, -ahead) {
            return Ok(());
        }
        let mut children = Vec::new();
        self.knowledge.for_each_child(situation, self.options.small, |step, child| {
            // Equal areas have the same moves.
            let is_repeated =
                matches!(step, Step::Area { index, .. } if situation.areas[..index].contains(&situation.areas[index]));
            if !is_repeated {
                children.push((step, child));
            }
            Ok(true)
        })?;
        let mut replies: Vec<(Play, Reply)> = Vec::new();
        let mut known: FxHashMap<(u128, i16), Reply> = FxHashMap::default();
        for (step, child) in children {
            if self.is_evident(&child, walk.winner, walk)? {
                continue;
            }
            let SituationKey { hash, ahead } = SituationKey::new(self.knowledge, &child);
            let reply = match known.get(&(hash, ahead)) {
                Some(&reply) => reply,
                None => {
                    let (answer, next) = self.reply(&child, walk.winner, walk)?;
                    walk.pending.push(next);
                    let reply = Reply::new(&boards(&child, walk.winner), play(&child, walk.winner, answer));
                    known.insert((hash, ahead), reply);
                    reply
                }
            };
            replies.push((play(situation, loser, step), reply));
        }
        let claim = Claim::new(&boards(situation, loser), in_colours(situation.rest, loser), loser, &replies);
        Ok(walk.writer.add(&claim)?)
    }

    /// Returns whether bounds decide a situation for the winner. It is a contradiction if they decide it for the loser.
    fn is_evident(&self, situation: &Situation, to_move: Side, walk: &Walk<'_, '_>) -> Result<bool, SolveError> {
        match self.evaluator.evaluate_fully(situation)?.winner() {
            Some(side) if (side == Side::Black) == (to_move == walk.winner) => Ok(true),
            Some(_) => Err(self.contradiction(describe(self.knowledge, situation, to_move))),
            None => Ok(false),
        }
    }

    /// A winning move, and the situation after it.
    fn reply(
        &mut self,
        situation: &Situation,
        to_move: Side,
        walk: &mut Walk<'_, '_>,
    ) -> Result<(Step, Situation), SolveError> {
        let found = match &mut walk.strategy {
            None => self.winning_step(situation, walk)?,
            Some(strategy) => match strategy(situation) {
                None => None,
                Some(step) => self.step(situation, step)?,
            },
        };
        found.ok_or_else(|| self.contradiction(describe(self.knowledge, situation, to_move)))
    }

    /// A step and the situation after it, if it is one of the moves.
    fn step(&self, situation: &Situation, wanted: Step) -> Result<Option<(Step, Situation)>, Interrupted> {
        let mut found = None;
        self.knowledge.for_each_child(situation, self.options.small, |step, child| {
            if step == wanted {
                found = Some((step, child));
            }
            Ok(found.is_none())
        })?;
        Ok(found)
    }

    /// A winning move of a situation that is said to be won; `None` if it is lost. Best is a move after which bounds decide,
    /// then one to a situation that has its claim.
    fn winning_step(
        &mut self,
        situation: &Situation,
        walk: &Walk<'_, '_>,
    ) -> Result<Option<(Step, Situation)>, SolveError> {
        let (mut evident, mut claimed, mut stored, mut open) = (None, None, None, Vec::new());
        self.knowledge.for_each_child(situation, self.options.small, |step, child| {
            match self.evaluator.evaluate_fully(&child)?.winner() {
                Some(OPPONENT) => evident = Some((step, child)),
                Some(_) => {}
                None if walk.has(self, &child) => claimed = Some((step, child)),
                None => match self.stored_winner(&child) {
                    Some(OPPONENT) if stored.is_none() => stored = Some((step, child)),
                    Some(_) => {}
                    None => open.push((step, child)),
                },
            }
            Ok(evident.is_none())
        })?;
        match evident.or(claimed).or(stored) {
            None => self.first_won(open),
            found => Ok(found),
        }
    }
}

/// State of a walk.
struct Walk<'a, 'f> {
    writer: Writer<'a>,
    winner: Side,
    lemmas: &'f Lemmas,
    strategy: Option<&'f mut Strategy<'f>>,
    /// Situations with the loser to move.
    pending: Vec<Situation>,
    /// Claims made and required, by hash.
    claimed: Claimed,
    required: Claimed,
    /// The situation after the winner's move at the root, until it is visited.
    first: Option<Situation>,
}

impl<'a, 'f> Walk<'a, 'f> {
    fn new(
        writer: Writer<'a>,
        winner: Side,
        lemmas: &'f Lemmas,
        strategy: Option<&'f mut Strategy<'f>>,
    ) -> Walk<'a, 'f> {
        let (claimed, required) = (Claimed::new(), Claimed::new());
        Walk { writer, winner, lemmas, strategy, pending: Vec::new(), claimed, required, first: None }
    }

    /// Returns whether a situation with the loser to move is claimed or is a lemma.
    fn has(&self, solver: &Solver<'_>, situation: &Situation) -> bool {
        let SituationKey { hash, ahead } = SituationKey::new(solver.knowledge, situation);
        self.claimed.covers(hash, -ahead) || self.lemmas.covers(solver.knowledge, situation, !self.winner)
    }
}

/// A value of a situation with `to_move` to move in the colours of the board.
fn in_colours(value: Value, to_move: Side) -> Value {
    if to_move == Side::Black { value } else { -value }
}

/// The areas of a situation in the colours of the board.
fn boards(situation: &Situation, to_move: Side) -> Vec<Position<u64>> {
    let is_black = to_move == Side::Black;
    let areas = situation.areas.iter().map(|area| if is_black { *area } else { area.swapped() });
    areas.map(|area| area.position(to_move)).collect()
}

/// A step in the colours of the board.
fn play(situation: &Situation, to_move: Side, step: Step) -> Play {
    match step {
        Step::Rest(option) => Play::InRest(in_colours(option, to_move)),
        Step::Area { index, from, to, arrow } => {
            let grid = situation.areas[index].grid();
            let square = |bit: u64| grid.square(Point(bit.first().0));
            Play::InArea { index, play: Move { from: square(from), to: square(to), arrow: square(arrow) } }
        }
    }
}
