//! Printing a game.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::order::Sorter;
use crate::value::Form;
use crate::{Store, Value, shift};

/// Styles of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// As in the books and in CGSuite: `2|0||-1` inside one pair of braces, `+-1`, `Tiny(2)`.
    #[default]
    Compact,
    /// As in cgt-tools: every game in braces of its own, a space after each comma, and no names.
    Nested,
}

/// A game ready to be printed, from [`Store::display`].
#[derive(Clone, Copy)]
pub struct Notation<'a> {
    store: &'a Store,
    value: Value,
    style: Style,
    unicode: bool,
    limit: usize,
}

impl Store {
    /// The game in book notation, in full. The text of a large game can be very long; see
    /// [`display_limited`](Store::display_limited).
    pub fn display(&self, value: Value) -> Notation<'_> {
        Notation { store: self, value, style: Style::default(), unicode: false, limit: usize::MAX }
    }

    /// The game in book notation, cut off with `…` after at most `limit` characters.
    pub fn display_limited(&self, value: Value, limit: usize) -> Notation<'_> {
        Notation { limit, ..self.display(value) }
    }
}

impl Notation<'_> {
    /// In another style.
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// With `±`, `↑` and `↓` instead of `+-`, `^` and `v`.
    pub fn unicode(self) -> Self {
        Self { unicode: true, ..self }
    }
}

impl fmt::Display for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Limited { out: f, left: self.limit, cut: false };
        let mut printer = Printer { notation: *self, sorter: Sorter::new(self.store), bars: FxHashMap::default() };
        let result = printer.game(&mut out, self.value);
        if out.cut { Ok(()) } else { result }
    }
}

impl fmt::Debug for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Passes on `left` characters, then writes `…` and ends the printing by an error.
struct Limited<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    left: usize,
    cut: bool,
}

impl Write for Limited<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.cut {
            return Err(fmt::Error);
        }
        match text.char_indices().nth(self.left) {
            None => {
                self.left -= text.chars().count();
                self.out.write_str(text)
            }
            Some((end, _)) => {
                self.cut = true;
                self.out.write_str(&text[..end])?;
                self.out.write_char('…')?;
                Err(fmt::Error)
            }
        }
    }
}

struct Printer<'a> {
    notation: Notation<'a>,
    sorter: Sorter<'a>,
    /// A memo of the number of bars of each game.
    bars: FxHashMap<Value, u32>,
}

impl Printer<'_> {
    fn game(&mut self, out: &mut Limited<'_, '_>, value: Value) -> fmt::Result {
        if let Form::Closed { ups, nimber } = value.form() {
            return self.closed(out, value, ups, nimber);
        }
        if self.notation.style == Style::Compact {
            if value == -value {
                return self.plus_minus(out, value);
            }
            if let Some((name, game)) = self.tiny(value) {
                if value.shift() != 0 {
                    write!(out, "{}", shift::to_dyadic(value.shift()))?;
                }
                write!(out, "{name}(")?;
                self.game(out, game)?;
                return out.write_char(')');
            }
        }
        out.write_char('{')?;
        self.sides(out, value)?;
        out.write_char('}')
    }

    fn closed(&mut self, out: &mut Limited<'_, '_>, value: Value, ups: i32, nimber: u32) -> fmt::Result {
        let number = shift::to_dyadic(value.shift());
        if value.shift() != 0 || ups == 0 && nimber == 0 {
            write!(out, "{number}")?;
        }
        if ups != 0 {
            out.write_char(match (ups > 0, self.notation.unicode) {
                (true, false) => '^',
                (true, true) => '↑',
                (false, false) => 'v',
                (false, true) => '↓',
            })?;
        }
        if ups.abs() > 1 {
            write!(out, "{}", ups.abs())?;
        }
        match nimber {
            0 => Ok(()),
            1 => out.write_char('*'),
            n => write!(out, "*{n}"),
        }
    }

    /// A game that is its own negative: Left's options suffice.
    fn plus_minus(&mut self, out: &mut Limited<'_, '_>, value: Value) -> fmt::Result {
        out.write_str(if self.notation.unicode { "±" } else { "+-" })?;
        let options = self.sorter.options(value);
        match options.left[..] {
            // Parentheses as in CGSuite, `+-(1*)`: they keep the sign from reading as that of one part.
            [option] if self.is_named(option) && option.to_number().is_none() => {
                out.write_char('(')?;
                self.game(out, option)?;
                out.write_char(')')
            }
            [option] => self.game(out, option),
            _ => {
                out.write_char('{')?;
                self.list(out, &options.left)?;
                out.write_char('}')
            }
        }
    }

    fn sides(&mut self, out: &mut Limited<'_, '_>, value: Value) -> fmt::Result {
        let options = self.sorter.options(value);
        self.side(out, &options.left)?;
        for _ in 0..self.bars(value) {
            out.write_char('|')?;
        }
        self.side(out, &options.right)
    }

    fn side(&mut self, out: &mut Limited<'_, '_>, options: &[Value]) -> fmt::Result {
        match options {
            &[option] if self.is_inline(option) => self.sides(out, option),
            _ => self.list(out, options),
        }
    }

    fn list(&mut self, out: &mut Limited<'_, '_>, options: &[Value]) -> fmt::Result {
        for (i, &option) in options.iter().enumerate() {
            if i > 0 {
                out.write_str(if self.notation.style == Style::Nested { ", " } else { "," })?;
            }
            self.game(out, option)?;
        }
        Ok(())
    }

    /// Number of bars between the sides of a game: one more than inside a side without braces.
    fn bars(&mut self, value: Value) -> u32 {
        if let Some(&bars) = self.bars.get(&value) {
            return bars;
        }
        let options = self.sorter.options(value);
        let inside = |printer: &mut Self, side: &[Value]| match side {
            &[option] if printer.is_inline(option) => printer.bars(option),
            _ => 0,
        };
        let bars = 1 + inside(self, &options.left).max(inside(self, &options.right));
        self.bars.insert(value, bars);
        bars
    }

    /// Returns whether a game needs no braces as the only option of a side.
    fn is_inline(&mut self, value: Value) -> bool {
        self.notation.style == Style::Compact && !self.is_named(value)
    }

    /// Returns whether a game is printed by a name, without braces.
    fn is_named(&mut self, value: Value) -> bool {
        !value.core().is_tree() || value == -value || self.tiny(value).is_some()
    }

    /// The name and subscript of a number plus tiny or miny.
    fn tiny(&self, value: Value) -> Option<(&'static str, Value)> {
        let infinitesimal = value.unshifted();
        if let Some(game) = self.notation.store.tiny_subscript(infinitesimal) {
            return Some(("Tiny", game));
        }
        self.notation.store.tiny_subscript(-infinitesimal).map(|game| ("Miny", game))
    }
}
