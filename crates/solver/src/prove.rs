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
use smallvec::SmallVec;

use crate::children::CompactStep;
use crate::claimed::Claimed;
use crate::error::{SolveError, describe};
use crate::knowledge::Knowledge;
use crate::lemmas::Lemmas;
use crate::replies::{Frame, Replies};
use crate::shared::SituationKey;
use crate::situation::{Situation, Step, Successors};
use crate::solver::Solver;
use crate::strategy::OPPONENT;
use crate::table::Entry;
use crate::waiting::Waiting;

/// Situations made before the first of them is looked up.
const BATCH: usize = 4;

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
                let Answer { next, .. } = self.reply(root, &[], &mut walk)?;
                walk.first = Some(next.clone());
                walk.pending.push(next);
            }
        } else {
            walk.pending.push(root.clone());
        }
        while let Some(situation) = walk.pending.pop() {
            self.visit(&situation, &mut walk)?;
            self.make_room(walk.bytes())?;
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
        let mut replies: Vec<(Play, Reply)> = Vec::new();
        let mut known: FxHashMap<SituationKey, Reply> = FxHashMap::default();
        let mut winning = Replies::default();
        let successors = Successors::new(self.knowledge, situation, self.options.small);
        for step in steps(self.knowledge, situation) {
            // Equal areas have the same moves.
            if let CompactStep::Area { index, .. } = step
                && situation.areas[..index.into()].contains(&situation.areas[usize::from(index)])
            {
                continue;
            }
            let child = successors.after(step)?;
            let key = SituationKey::new(self.knowledge, &child);
            let reply = match known.get(&key) {
                Some(&reply) => reply,
                None => {
                    let reply = self.reply_to(situation, step, &child, &mut winning, walk)?;
                    known.insert(key, reply);
                    reply
                }
            };
            if reply != Reply::EVIDENT {
                replies.push((play(self.knowledge, situation, loser, step), reply));
            }
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

    /// The reply to a move of the loser that leads from `situation` to `child`. The situation after it is visited later, unless
    /// bounds decide it. `winning` are replies to other moves.
    fn reply_to(
        &mut self,
        situation: &Situation,
        step: CompactStep,
        child: &Situation,
        winning: &mut Replies,
        walk: &mut Walk<'a, '_>,
    ) -> Result<Reply, SolveError> {
        if self.is_evident(child, walk.winner, walk)? {
            return Ok(Reply::EVIDENT);
        }
        let frame = Frame::new(situation, step, child);
        let tries = frame.as_ref().map(|frame| winning.for_child(frame, child)).unwrap_or_default();
        let Answer { step, next, is_evident } = self.reply(child, &tries, walk)?;
        if !is_evident {
            walk.plan(self, next);
        }
        if let Some(frame) = frame {
            winning.add(&frame, child, step);
        }
        let play = play(self.knowledge, child, walk.winner, step);
        Ok(Reply::new(&boards(child, walk.winner), play))
    }

    /// A winning move of the winner, who is to move. Moves of `tries` are looked at first.
    fn reply(
        &mut self,
        situation: &Situation,
        tries: &[[u8; 3]],
        walk: &mut Walk<'a, '_>,
    ) -> Result<Answer, SolveError> {
        let found = match &mut walk.strategy {
            None => self.winning_step(situation, tries, walk)?,
            Some(strategy) => match strategy(situation) {
                None => None,
                Some(wanted) => self.step(situation, wanted)?,
            },
        };
        found.ok_or_else(|| self.contradiction(describe(self.knowledge, situation, walk.winner)))
    }

    /// The answer by a step, if it is one of the moves.
    fn step(&self, situation: &Situation, wanted: Step) -> Result<Option<Answer>, Interrupted> {
        let step = steps(self.knowledge, situation).find(|&step| expanded(self.knowledge, situation, step) == wanted);
        let Some(step) = step else { return Ok(None) };
        let next = self.knowledge.child(situation, self.options.small, step)?;
        Ok(Some(Answer { step, next, is_evident: false }))
    }

    /// A winning move of a situation that is said to be won; `None` if it is lost. Best is a move after which bounds decide,
    /// then one to a situation that has its claim.
    ///
    /// Most situations are won by a move that won against a sister, or by one after which cheap bounds decide. All bounds are
    /// asked for where neither is so.
    fn winning_step(
        &mut self,
        situation: &Situation,
        tries: &[[u8; 3]],
        walk: &Walk<'_, '_>,
    ) -> Result<Option<Answer>, SolveError> {
        let successors = Successors::new(self.knowledge, situation, self.options.small);
        let tries: SmallVec<[CompactStep; 4]> =
            tries.iter().map(|&points| CompactStep::Area { index: 0, points }).collect();
        // Ranked only if they are needed.
        let others = std::iter::once_with(|| promising(self.knowledge, situation)).flatten();
        let mut others = others.filter(|step| !tries.contains(step));
        let (mut open, mut batch) = (Vec::new(), SmallVec::<[(CompactStep, Situation); BATCH]>::new());
        let mut first = tries.iter().copied();
        loop {
            // Several at once, so that prefetched memory has arrived.
            let some: SmallVec<[CompactStep; BATCH]> = first.by_ref().take(BATCH).collect();
            let some = if some.is_empty() { others.by_ref().take(BATCH).collect() } else { some };
            if some.is_empty() {
                break;
            }
            for step in some {
                let next = successors.after(step)?;
                self.evaluator.prefetch(&next);
                batch.push((step, next));
            }
            for (step, next) in batch.drain(..) {
                let numbers = self.evaluator.evaluate_at_little_cost(&next)?;
                if numbers.is_lost() {
                    return Ok(Some(Answer { step, next, is_evident: true }));
                }
                if !numbers.is_won() {
                    open.push((numbers.disproof, step, next));
                }
            }
        }
        // The easier it looks to refute the situation, the fewer moves its bounds lack.
        open.sort_by_cached_key(|&(disproof, ..)| disproof);
        // A situation that is claimed already, the stored one with the smallest proof, and those that nothing is known about.
        let (mut claimed, mut unknown) = (None, Vec::new());
        let mut stored: Option<(u64, CompactStep, Situation)> = None;
        for (_, step, next) in open {
            let entry = self.stored_entry(&next);
            let winner = entry.and_then(|(entry, ahead)| entry.winner(ahead));
            if winner.is_some_and(|winner| winner != OPPONENT) {
                continue;
            }
            match self.evaluator.evaluate_fully(&next)?.winner() {
                Some(OPPONENT) => return Ok(Some(Answer { step, next, is_evident: true })),
                Some(_) => {}
                // The other evaluations try walls only where little is lacking.
                None if winner.is_some()
                    && self.options.rules.walls
                    && self.evaluator.wins_by_walls(&next, OPPONENT)? =>
                {
                    return Ok(Some(Answer { step, next, is_evident: true }));
                }
                None if claimed.is_some() => {}
                None if walk.has(self, &next) => claimed = Some((step, next)),
                None => match entry.filter(|_| winner.is_some()) {
                    None => unknown.push((step, next)),
                    Some((Entry { work, .. }, _)) => {
                        // Every claim below has a reply to each move.
                        let size = u64::from(work) * Waiting::listed(&next).len() as u64;
                        if stored.as_ref().is_none_or(|&(least, ..)| size < least) {
                            stored = Some((size, step, next));
                        }
                    }
                },
            }
        }
        let found = match claimed.or(stored.map(|(_, step, next)| (step, next))) {
            None => self.first_won(unknown)?,
            found => found,
        };
        Ok(found.map(|(step, next)| Answer { step, next, is_evident: false }))
    }
}

/// A winning move, and the situation after it.
struct Answer {
    step: CompactStep,
    next: Situation,
    /// Bounds decide the situation.
    is_evident: bool,
}

/// State of a walk.
struct Walk<'a, 'f> {
    writer: Writer<'a>,
    winner: Side,
    lemmas: &'f Lemmas,
    strategy: Option<&'f mut Strategy<'f>>,
    /// Situations with the loser to move.
    pending: Vec<Situation>,
    /// Situations that are or were pending, by hash.
    planned: Claimed,
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
        let [planned, claimed, required] = [(); 3].map(|()| Claimed::new());
        Walk { writer, winner, lemmas, strategy, pending: Vec::new(), planned, claimed, required, first: None }
    }

    /// Memory of the claims, in bytes.
    fn bytes(&self) -> usize {
        self.writer.bytes() + self.planned.bytes() + self.claimed.bytes() + self.required.bytes()
    }

    /// Has a situation with the loser to move visited later.
    fn plan(&mut self, solver: &Solver<'_>, situation: Situation) {
        let SituationKey { hash, ahead } = SituationKey::new(solver.knowledge, &situation);
        if self.planned.insert(hash, -ahead) {
            self.pending.push(situation);
        }
    }

    /// Returns whether a situation with the loser to move is claimed, will be, or is a lemma.
    fn has(&self, solver: &Solver<'_>, situation: &Situation) -> bool {
        let SituationKey { hash, ahead } = SituationKey::new(solver.knowledge, situation);
        self.claimed.covers(hash, -ahead)
            || self.planned.covers(hash, -ahead)
            || self.lemmas.covers(solver.knowledge, situation, !self.winner)
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

/// The moves of a situation.
fn steps(knowledge: &Knowledge<'_>, situation: &Situation) -> impl Iterator<Item = CompactStep> {
    let mut moves = Waiting::listed(situation);
    let count = moves.len();
    options(knowledge, situation).chain(moves.take(count).collect::<Vec<_>>())
}

/// The moves of a situation, the promising ones first.
fn promising(knowledge: &Knowledge<'_>, situation: &Situation) -> impl Iterator<Item = CompactStep> {
    let mut moves = Waiting::ranked(situation, &[]);
    let count = moves.len();
    options(knowledge, situation).chain(moves.take(count).collect::<Vec<_>>())
}

/// The moves in the rest.
fn options(knowledge: &Knowledge<'_>, situation: &Situation) -> impl Iterator<Item = CompactStep> {
    let count = knowledge.store().left_options(situation.rest).count() as u32;
    (0..count).map(CompactStep::Rest)
}

fn expanded(knowledge: &Knowledge<'_>, situation: &Situation, step: CompactStep) -> Step {
    match step {
        CompactStep::Rest(index) => {
            let option = knowledge.store().left_options(situation.rest).nth(index as usize);
            Step::Rest(option.expect("the rest has this option"))
        }
        CompactStep::Area { index, points } => {
            let [from, to, arrow] = points.map(|point| u64::bit(Point(point)));
            Step::Area { index: index.into(), from, to, arrow }
        }
    }
}

/// A step in the colours of the board.
fn play(knowledge: &Knowledge<'_>, situation: &Situation, to_move: Side, step: CompactStep) -> Play {
    match expanded(knowledge, situation, step) {
        Step::Rest(option) => Play::InRest(in_colours(option, to_move)),
        Step::Area { index, from, to, arrow } => {
            let grid = situation.areas[index].grid();
            let square = |bit: u64| grid.square(Point(bit.first().0));
            Play::InArea { index, play: Move { from: square(from), to: square(to), arrow: square(arrow) } }
        }
    }
}
