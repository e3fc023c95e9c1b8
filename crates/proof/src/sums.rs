//! Moves of situations, and evidence about them, for one winner and one size of known areas.

use otrera_board::areas::{self, Kind};
use otrera_board::{Action, Move, Position, Side};
use otrera_cgt::{Interrupted, Store, Value};

use crate::area::CanonicalArea;
use crate::claim::Situation;
use crate::evidence::Evidence;
use crate::known::KnownAreas;
use crate::moves::{distinct, nth_action, options};

/// Longest game written out in an error, in characters.
const LONGEST_GAME: usize = 60;

/// Rules of sums of areas. Threads share its memos.
pub(crate) struct Sums<'s> {
    pub(crate) store: &'s Store,
    pub(crate) winner: Side,
    known: KnownAreas<'s>,
    evidence: Evidence<'s>,
}

impl<'s> Sums<'s> {
    /// Areas of at most `small` squares are known. Each memo takes `memo` bytes.
    pub(crate) fn new(store: &'s Store, winner: Side, small: u32, memo: usize) -> Sums<'s> {
        let known = KnownAreas::new(store, small, memo);
        let evidence = Evidence::new(&known, memo);
        Sums { store, winner, known, evidence }
    }

    /// The situation of a position.
    pub(crate) fn situation(&self, position: &Position) -> Result<Situation, Interrupted> {
        Situation::of(position, &self.known)
    }

    /// Returns whether it is evident that the winner wins.
    pub(crate) fn is_evident(&self, situation: &Situation) -> Result<bool, Interrupted> {
        self.evidence.is_evident(situation, self.winner)
    }

    /// Returns whether areas are those of a position: large, canonical, in order, without opposite pairs.
    pub(crate) fn is_canonical(&self, areas: &[CanonicalArea]) -> bool {
        let is_whole = |area: &CanonicalArea| {
            let position = area.position(self.winner);
            let parts: Vec<_> = areas::basic(&position);
            let is_large = position.unburnt().count_ones() > self.known.small();
            let whole = parts.len() == 1 && parts[0].kind == Kind::Active && is_large;
            whole && CanonicalArea::whole(&position).0 == *area
        };
        areas.iter().all(is_whole) && Situation::new(areas.to_vec(), self.store.zero(), self.winner).areas == areas
    }

    /// The situations after all moves of the side to move.
    pub(crate) fn after_every_move(&self, situation: &Situation) -> Result<Vec<Situation>, Interrupted> {
        let moves = options(self.store, situation.rest, situation.to_move);
        let mut found: Vec<Situation> = moves.into_iter().map(|option| after_option(situation, option)).collect();
        for (index, area) in distinct(&situation.areas) {
            let position = area.position(situation.to_move);
            for action in position.actions() {
                found.push(self.after_move(situation, index, &position, action)?);
            }
        }
        Ok(found)
    }

    /// The situation after the move in the areas with this number in the order of the file, and the move in its area.
    pub(crate) fn nth_move(
        &self,
        situation: &Situation,
        number: u64,
    ) -> Result<Option<(Situation, CanonicalArea, Move)>, Interrupted> {
        let mut number = number;
        for (index, area) in distinct(&situation.areas) {
            let position = area.position(situation.to_move);
            if let Some(action) = nth_action(&position, number) {
                return Ok(Some((self.after_move(situation, index, &position, action)?, *area, position.name(action))));
            }
            number -= position.count_moves();
        }
        Ok(None)
    }

    /// The situation after a move in one of the areas, whose board is `position`.
    pub(crate) fn after_move(
        &self,
        situation: &Situation,
        index: usize,
        position: &Position,
        action: Action,
    ) -> Result<Situation, Interrupted> {
        let mut position = *position;
        position.play_unchecked(action);
        let (mut areas, more) = self.known.split(&position)?;
        areas.extend(situation.areas.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, area)| area));
        Ok(Situation::new(areas, self.store.add(situation.rest, more)?, !situation.to_move))
    }

    /// A situation as text.
    pub(crate) fn describe(&self, situation: &Situation) -> String {
        let areas = situation.areas.iter().map(|area| format!("{area} + "));
        format!("{}{}, {} to move", areas.collect::<String>(), self.game(situation.rest), situation.to_move)
    }

    /// A game as text.
    pub(crate) fn game(&self, game: Value) -> String {
        self.store.display_limited(game, LONGEST_GAME).to_string()
    }
}

/// The situation after a move in the rest.
pub(crate) fn after_option(situation: &Situation, option: Value) -> Situation {
    Situation { areas: situation.areas.clone(), rest: option, to_move: !situation.to_move }
}
