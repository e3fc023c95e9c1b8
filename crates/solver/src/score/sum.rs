//! Sums: territories as one integer, forms, and active areas that stay boards.
//!
//! The side to move is Left and has the black amazons. After each move, colours are swapped.

use otrera_board::{Area, Bits, Side};
use otrera_cgt::Interrupted;
use smallvec::SmallVec;

use super::area_forms::{AreaForms, PartForm};
use super::form::{Form, Forms, Stops};
use super::key::Key;
use super::knapsack;
use super::table::Range;

/// A sum, Left to move.
#[derive(Clone, Debug)]
pub(super) struct Sum<B: Bits> {
    /// Left's moves in territories, less Right's.
    pub(super) ahead: i32,
    /// Sorted.
    pub(super) forms: SmallVec<[Form; 6]>,
    /// Oriented.
    pub(super) areas: SmallVec<[Area<B>; 2]>,
}

/// A sum with a bounded lead, and the surplus that was taken off.
pub(super) struct Clipped<B: Bits> {
    pub(super) sum: Sum<B>,
    pub(super) surplus: i32,
}

impl<B: Bits> Sum<B> {
    pub(super) fn new(ahead: i32) -> Sum<B> {
        Sum { ahead, forms: SmallVec::new(), areas: SmallVec::new() }
    }

    /// Adds each part of a board.
    pub(super) fn add(&mut self, area_forms: &mut AreaForms<'_, B>, board: &Area<B>) -> Result<(), Interrupted> {
        area_forms.for_each_part(board, &mut 0, |forms, part| match part {
            PartForm::Integer(moves) => self.ahead += i32::from(moves),
            PartForm::Known(form) => self.add_form(forms, form),
            PartForm::Open(area) => self.areas.push(area),
        })
    }

    fn add_form(&mut self, forms: &Forms, form: Form) {
        match forms.node(form).integer {
            Some(moves) => self.ahead += i32::from(moves),
            None => self.forms.insert(self.forms.partition_point(|&other| other < form), form),
        }
    }

    /// Key of the sum, the same in every run and thread.
    pub(super) fn key(&self, forms: &Forms) -> Key {
        let known = self.forms.iter().fold(Key::default(), |sum, &form| sum.plus(forms.node(form).key));
        let areas = self.areas.iter().fold(known, |sum, area| sum.plus(Key::of(area)));
        areas.plus(Key::of(&self.ahead)).then(4)
    }

    /// The sum with sides swapped.
    pub(super) fn swapped(&self, forms: &Forms) -> Sum<B> {
        let mut swapped = Sum::new(-self.ahead);
        swapped.forms = self.forms.iter().map(|&form| forms.node(form).negative).collect();
        swapped.forms.sort_unstable();
        swapped.areas = self.areas.iter().map(|area| area.swapped().oriented()).collect();
        swapped
    }

    /// Bounds the lead. A side that can wait longer than the opponent can move gains exactly one for each move more.
    pub(super) fn clipped(mut self, forms: &Forms) -> Clipped<B> {
        let known: i32 = self.forms.iter().map(|&form| i32::from(forms.node(form).depth)).sum();
        let open: i32 = self.areas.iter().map(|area| area.empty().count() as i32).sum();
        let limit = known + open + 1;
        let ahead = self.ahead;
        self.ahead = ahead.clamp(-limit, limit);
        let surplus = ahead - self.ahead;
        Clipped { sum: self, surplus }
    }

    /// Bounds of the score by stops: Left moves first in one part and second in all others, and Right likewise.
    pub(super) fn bounds(&self, area_forms: &mut AreaForms<'_, B>) -> Range {
        let (mut low, mut high, mut first) = (0, 0, 0);
        let mut add = |stops: Stops| {
            low += stops.low[1];
            high += stops.high[0];
            first = first.max(stops.low[0] - stops.low[1]);
        };
        for &form in &self.forms {
            add(area_forms.forms.node(form).stops);
        }
        for area in &self.areas {
            add(area_forms.bounds(area));
        }
        let ahead = self.ahead as i16;
        Range { low: ahead + low + first, high: ahead + high }
    }

    /// The score, if there are only territories and simple zugzwangs.
    pub(super) fn knapsack(&self, forms: &Forms) -> Option<i32> {
        if !self.areas.is_empty() {
            return None;
        }
        let switches: Option<SmallVec<[knapsack::Switch; 16]>> =
            self.forms.iter().map(|&form| forms.to_switch(form).filter(|&switch| knapsack::is_cold(switch))).collect();
        Some(knapsack::left_to_move(self.ahead, &switches?))
    }

    /// The score if Left cannot move: the moves that Right has left.
    pub(super) fn end(&self, area_forms: &mut AreaForms<'_, B>) -> Result<i32, Interrupted> {
        let mut score = self.ahead;
        for &form in &self.forms {
            score += i32::from(area_forms.forms.node(form).stops.low[0]);
        }
        for area in &self.areas {
            score -= i32::from(area_forms.moves_in_a_row(area, Side::White)?);
        }
        Ok(score)
    }

    /// The sums after each move of Left, seen by Right. Left may wait if she is ahead.
    pub(super) fn children(&self, area_forms: &mut AreaForms<'_, B>) -> Result<Vec<Sum<B>>, Interrupted> {
        let mut children = Vec::new();
        let swapped = self.swapped(&area_forms.forms);
        if self.ahead > 0 {
            children.push(Sum { ahead: swapped.ahead + 1, ..swapped.clone() });
        }
        for (index, &form) in self.forms.iter().enumerate() {
            if index > 0 && self.forms[index - 1] == form {
                continue;
            }
            let mut others = swapped.clone();
            let negative = area_forms.forms.node(form).negative;
            let at = others.forms.iter().position(|&other| other == negative).expect("it was swapped with the others");
            others.forms.remove(at);
            for &option in area_forms.forms.left(form) {
                let mut child = others.clone();
                child.add_form(&area_forms.forms, area_forms.forms.node(option).negative);
                children.push(child);
            }
        }
        for (index, area) in self.areas.iter().enumerate() {
            let mut others = swapped.clone();
            others.areas.remove(index);
            for play in area.moves(Side::Black) {
                let next = area.after(Side::Black, play);
                let mut child = others.clone();
                child.add(area_forms, &next.swapped())?;
                children.push(child);
            }
        }
        Ok(children)
    }
}
