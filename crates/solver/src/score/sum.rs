//! What is searched: territories as one number, games that are known, and open areas as they are.
//!
//! Whoever is to move is called Left and has the black amazons. After each move the colours are exchanged.

use otrera_board::Area;
use otrera_board::{Bits, Side};
use otrera_cgt::Interrupted;
use smallvec::SmallVec;

use super::form::{Form, Forms, Stops};
use super::ground::{Ground, Part};
use super::key::Key;
use super::knapsack;
use super::table::Range;

/// A sum, Left to move.
#[derive(Clone, Debug)]
pub(super) struct Sum<B: Bits> {
    /// Moves that Left has in territories, less Right's.
    pub(super) ahead: i32,
    /// In order.
    pub(super) forms: SmallVec<[Form; 6]>,
    /// Each in its least orientation.
    pub(super) areas: SmallVec<[Area<B>; 2]>,
}

/// A sum without most of what one side is ahead by, and what that is worth.
pub(super) struct Clipped<B: Bits> {
    pub(super) sum: Sum<B>,
    pub(super) more: i32,
}

impl<B: Bits> Sum<B> {
    pub(super) fn new(ahead: i32) -> Sum<B> {
        Sum { ahead, forms: SmallVec::new(), areas: SmallVec::new() }
    }

    /// Adds what is on a patch.
    pub(super) fn add(&mut self, ground: &mut Ground<'_, B>, patch: &Area<B>) -> Result<(), Interrupted> {
        ground.for_each_part(patch, &mut 0, |forms, part| match part {
            Part::Whole(moves) => self.ahead += i32::from(moves),
            Part::Known(form) => self.add_form(forms, form),
            Part::Open(area) => self.areas.push(area),
        })
    }

    fn add_form(&mut self, forms: &Forms, form: Form) {
        match forms.to_whole(form) {
            Some(moves) => self.ahead += i32::from(moves),
            None => self.forms.insert(self.forms.partition_point(|&other| other < form), form),
        }
    }

    /// The same for the same sum, in every run and thread.
    pub(super) fn key(&self, forms: &Forms) -> Key {
        let known = self.forms.iter().fold(Key::default(), |sum, &form| sum.plus(forms.key(form)));
        let areas = self.areas.iter().fold(known, |sum, area| sum.plus(Key::of(area)));
        areas.plus(Key::of(&self.ahead)).then(4)
    }

    /// The same with the sides exchanged.
    pub(super) fn exchanged(&self, forms: &Forms) -> Sum<B> {
        let mut exchanged = Sum::new(-self.ahead);
        exchanged.forms = self.forms.iter().map(|&form| forms.negative(form)).collect();
        exchanged.forms.sort_unstable();
        exchanged.areas = self.areas.iter().map(|area| area.swapped().oriented()).collect();
        exchanged
    }

    /// A side that can wait longer than the other can move has no use for more: what is beyond that is counted apart.
    pub(super) fn clipped(mut self, forms: &Forms) -> Clipped<B> {
        let known: i32 = self.forms.iter().map(|&form| i32::from(forms.depth(form))).sum();
        let open: i32 = self.areas.iter().map(|area| area.empty().count() as i32).sum();
        let most = known + open + 1;
        let ahead = self.ahead;
        self.ahead = ahead.clamp(-most, most);
        let more = ahead - self.ahead;
        Clipped { sum: self, more }
    }

    /// Bounds of the score: Left moves in one part and answers in each, and Right the same.
    pub(super) fn bounds(&self, ground: &mut Ground<'_, B>) -> Range {
        let (mut low, mut high, mut first) = (0, 0, 0);
        let mut add = |stops: Stops| {
            low += stops.low[1];
            high += stops.high[0];
            first = first.max(stops.low[0] - stops.low[1]);
        };
        for &form in &self.forms {
            add(ground.forms.stops(form));
        }
        for area in &self.areas {
            add(ground.bounds(area));
        }
        let ahead = self.ahead as i16;
        Range { low: ahead + low + first, high: ahead + high }
    }

    /// The score, if nothing is left but territories and simple zugzwangs.
    pub(super) fn knapsack(&self, forms: &Forms) -> Option<i32> {
        if !self.areas.is_empty() {
            return None;
        }
        let switches: Option<SmallVec<[knapsack::Switch; 16]>> =
            self.forms.iter().map(|&form| forms.to_switch(form).filter(|&switch| knapsack::is_cold(switch))).collect();
        Some(knapsack::left_to_move(self.ahead, &switches?))
    }

    /// The score if Left cannot move: what Right has left.
    pub(super) fn end(&self, ground: &mut Ground<'_, B>) -> Result<i32, Interrupted> {
        let mut score = self.ahead;
        for &form in &self.forms {
            score += i32::from(ground.forms.stops(form).low[0]);
        }
        for area in &self.areas {
            score -= i32::from(ground.alone(area, Side::White)?);
        }
        Ok(score)
    }

    /// What Left's moves lead to, as Right sees it. Left may wait where she is ahead.
    pub(super) fn children(&self, ground: &mut Ground<'_, B>) -> Result<Vec<Sum<B>>, Interrupted> {
        let mut children = Vec::new();
        let exchanged = self.exchanged(&ground.forms);
        if self.ahead > 0 {
            children.push(Sum { ahead: exchanged.ahead + 1, ..exchanged.clone() });
        }
        for (number, &form) in self.forms.iter().enumerate() {
            if number > 0 && self.forms[number - 1] == form {
                continue;
            }
            let mut others = exchanged.clone();
            let negative = ground.forms.negative(form);
            let at =
                others.forms.iter().position(|&other| other == negative).expect("it was exchanged with the others");
            others.forms.remove(at);
            for &option in ground.forms.left(form) {
                let mut child = others.clone();
                child.add_form(&ground.forms, ground.forms.negative(option));
                children.push(child);
            }
        }
        for (number, area) in self.areas.iter().enumerate() {
            let mut others = exchanged.clone();
            others.areas.remove(number);
            for play in area.moves(Side::Black) {
                let next = area.after(Side::Black, play);
                let mut child = others.clone();
                child.add(ground, &next.swapped())?;
                children.push(child);
            }
        }
        Ok(children)
    }
}
