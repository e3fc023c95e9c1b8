//! Parsing games without braces: numbers, ups, nimbers, tinies.

use super::error::{ParseError, Problem};
use super::parse::Parser;
use crate::{Dyadic, Interrupted, Value};

impl Parser<'_> {
    /// A number, ups or an uptimal, a nimber and a tiny side by side: their sum.
    pub(super) fn literal(&mut self) -> Result<Value, ParseError> {
        let start = self.at;
        let number = self.number()?;
        let uptimal = self.uptimal(start)?;
        let ups = if uptimal.is_none() { self.ups(start)? } else { 0 };
        let star = self.star(start)?;
        let tiny = self.tiny()?;
        if self.at == start {
            return Err(self.error(start, Problem::ExpectedGame(self.found())));
        }
        let parts = [
            self.store.number(number),
            self.store.up(ups, star),
            Ok(uptimal.unwrap_or(self.store.zero())),
            Ok(tiny.unwrap_or(self.store.zero())),
        ];
        let sum = parts.into_iter().try_fold(self.store.zero(), |sum, part| self.store.add(sum, part?));
        self.made(start, sum)
    }

    /// The number, or 0 if there is none.
    fn number(&mut self) -> Result<Dyadic, ParseError> {
        let start = self.at;
        self.eat("-");
        if self.eat_digits() == 0 {
            self.at = start;
            return Ok(Dyadic::ZERO);
        }
        if self.eat("/") {
            self.eat_digits();
        }
        self.text[start..self.at].parse().map_err(|error| self.error(start, Problem::Number(error)))
    }

    /// `^[n]` or `^<n>`, or with `v` their negatives.
    fn uptimal(&mut self, start: usize) -> Result<Option<Value>, ParseError> {
        let rest = &self.text[self.at..];
        let (negative, close) = match rest.get(..2) {
            Some("^[") => (false, "]"),
            Some("v[") => (true, "]"),
            Some("^<") => (false, ">"),
            Some("v<") => (true, ">"),
            _ => return Ok(None),
        };
        self.at += 2;
        let count = self.count(start)?.unwrap_or(0);
        if count == 0 || !self.eat(close) {
            return Err(self.error(start, Problem::NeedsExponent));
        }
        let game = if close == "]" { self.store.up_sum(count) } else { self.store.up_power(count) };
        self.made(start, game).map(|game| Some(if negative { -game } else { game }))
    }

    fn ups(&mut self, start: usize) -> Result<i32, ParseError> {
        let weight = |c| match c {
            '^' | '↑' => 1_i32,
            '⇑' => 2,
            'v' | '↓' => -1,
            '⇓' => -2,
            _ => 0,
        };
        let direction = self.peek().map_or(0, |c| weight(c).signum());
        let (mut ups, mut arrows) = (0_i32, 0);
        while let Some(c) = self.peek()
            && direction != 0
            && weight(c).signum() == direction
        {
            ups = ups.saturating_add(weight(c));
            arrows += 1;
            self.at += c.len_utf8();
        }
        if arrows == 1 && ups.abs() == 1 {
            let count = self.count(start)?.unwrap_or(1);
            // The store refuses too many; here the count must only not wrap.
            ups = direction * i32::try_from(count).unwrap_or(i32::MAX);
        }
        Ok(ups)
    }

    fn star(&mut self, start: usize) -> Result<u32, ParseError> {
        Ok(if self.eat("*") { self.count(start)?.unwrap_or(1) } else { 0 })
    }

    /// The digits after `^` or `*`, if there are any.
    fn count(&mut self, start: usize) -> Result<Option<u32>, ParseError> {
        let digits = self.at;
        if self.eat_digits() == 0 {
            return Ok(None);
        }
        let out_of_range = |_| self.error(start, Problem::Interrupted(Interrupted::OutOfRange));
        self.text[digits..self.at].parse().map(Some).map_err(out_of_range)
    }

    fn tiny(&mut self) -> Result<Option<Value>, ParseError> {
        let start = self.at;
        let positive = if self.eat("Tiny") || self.eat("tiny") {
            true
        } else if self.eat("Miny") || self.eat("miny") {
            false
        } else {
            return Ok(None);
        };
        if self.peek() != Some('(') {
            return Err(self.error(self.at, Problem::NeedsParentheses));
        }
        let open = self.at;
        let row = self.group(')')?;
        let game = self.single(&row, open, 0)?;
        let tiny = self.made(start, self.store.tiny(game))?;
        Ok(Some(if positive { tiny } else { -tiny }))
    }
}
