//! Parsing a game.
//!
//! A pair of braces (or the whole text) contains a row of games separated by commas and bars. The row is read first; then
//! it is split at its strongest bar, each side in turn at its own, until only commas remain. Games are brought into
//! canonical form as they are completed, so no syntax tree is built.

use super::error::{Found, ParseError, Problem};
use crate::value::negated;
use crate::{Interrupted, MAX_DEPTH, Store, Value};

impl Store {
    /// Parses a game in book notation; see [`notation`](crate::notation).
    ///
    /// ```
    /// let store = otrera_cgt::Store::new();
    /// let game = store.parse("2|0||-1")?;
    /// assert_eq!(store.display(game).to_string(), "{2|0||-1}");
    /// let error = store.parse("{1|1/3}").unwrap_err();
    /// assert_eq!(error.to_string(), "column 4: not a dyadic fraction: the denominator must be a power of two");
    /// # Ok::<(), otrera_cgt::notation::ParseError>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Value, ParseError> {
        let mut parser = Parser { store: self, text, at: 0, depth: 0 };
        let row = parser.row()?;
        if parser.peek().is_some() {
            return Err(parser.error(parser.at, Problem::ExpectedMore(parser.found())));
        }
        parser.single(&row, 0, 0)
    }
}

pub(super) struct Parser<'a> {
    pub(super) store: &'a Store,
    pub(super) text: &'a str,
    /// Bytes read so far.
    pub(super) at: usize,
    /// Number of open braces and parentheses.
    depth: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Game(Value),
    Comma,
    Bars(usize),
}

/// Pieces with their offsets.
pub(super) type Row = Vec<(Piece, usize)>;

impl Parser<'_> {
    /// Parses up to the closing brace, the closing parenthesis or the end.
    fn row(&mut self) -> Result<Row, ParseError> {
        let mut row: Row = Vec::new();
        loop {
            let start = self.skip_space();
            match self.peek() {
                None | Some('}' | ')') => return Ok(row),
                Some(',') => {
                    self.at += 1;
                    row.push((Piece::Comma, start));
                }
                Some('|') => {
                    let bars = self.text[start..].bytes().take_while(|&b| b == b'|').count();
                    self.at += bars;
                    row.push((Piece::Bars(bars), start));
                }
                Some(c) if matches!(row.last(), Some((Piece::Game(_), _))) => {
                    return Err(self.error(start, Problem::ExpectedMore(Found::Char(c))));
                }
                Some(_) => row.push((Piece::Game(self.sum()?), start)),
            }
        }
    }

    /// Makes the one game of a row.
    pub(super) fn single(&self, row: &[(Piece, usize)], start: usize, level: u32) -> Result<Value, ParseError> {
        if level > MAX_DEPTH {
            return Err(self.error(start, Problem::TooDeep));
        }
        let bars = |piece: &Piece| if let Piece::Bars(n) = piece { *n } else { 0 };
        let strongest = row.iter().map(|(piece, _)| bars(piece)).max().unwrap_or(0);
        if strongest == 0 {
            return match row {
                [(Piece::Game(game), _)] => Ok(*game),
                [] => Err(self.error(start, Problem::ExpectedGame(self.found_at(start)))),
                [_, (_, second), ..] | [(_, second)] => Err(self.error(*second, Problem::NeedsBar)),
            };
        }
        let mut places = (0..row.len()).filter(|&i| bars(&row[i].0) == strongest);
        let middle = places.next().expect("the strongest bar is in the row");
        if let Some(again) = places.next() {
            return Err(self.error(row[again].1, Problem::EqualBars));
        }
        let left = self.side(&row[..middle], start, level)?;
        let right = self.side(&row[middle + 1..], row[middle].1, level)?;
        self.made(row[middle].1, self.store.game(&left, &right))
    }

    /// One side of a bar: options, or a single game with weaker bars of its own.
    fn side(&self, row: &[(Piece, usize)], start: usize, level: u32) -> Result<Vec<Value>, ParseError> {
        if has_bars(row) {
            let start = row.first().map_or(start, |&(_, at)| at);
            return Ok(vec![self.single(row, start, level + 1)?]);
        }
        self.list(row)
    }

    /// Games with commas between them; possibly none.
    fn list(&self, row: &[(Piece, usize)]) -> Result<Vec<Value>, ParseError> {
        let mut games = Vec::new();
        for (i, &(piece, at)) in row.iter().enumerate() {
            match piece {
                Piece::Game(game) => games.push(game),
                // Two games are never neighbours, so commas must be at the odd places.
                _ if i % 2 == 0 || i + 1 == row.len() => return Err(self.error(at, Problem::EmptyOption)),
                _ => {}
            }
        }
        Ok(games)
    }

    /// Terms joined by `+`, `-` and `±`.
    fn sum(&mut self) -> Result<Value, ParseError> {
        let mut sum = self.term()?;
        loop {
            let start = self.skip_space();
            let term = if self.at_plus_minus() || self.eat("+") {
                self.term()?
            } else if self.eat("-") {
                -self.unsigned()?
            } else {
                return Ok(sum);
            };
            sum = self.made(start, self.store.add(sum, term))?;
        }
    }

    /// A game with its signs.
    fn term(&mut self) -> Result<Value, ParseError> {
        let mut negative = false;
        let game = loop {
            let start = self.skip_space();
            if self.at_plus_minus() {
                break self.plus_minus()?;
            }
            if !self.eat("-") || self.peek().is_some_and(|c| c.is_ascii_digit()) {
                // The minus before a digit belongs to the number.
                self.at = start;
                break self.unsigned()?;
            }
            negative = !negative;
        };
        Ok(if negative { -game } else { game })
    }

    fn at_plus_minus(&self) -> bool {
        let rest = &self.text[self.at..];
        rest.starts_with("+-") || rest.starts_with('±')
    }

    /// `±G`, or `±{G,H}` with a list.
    fn plus_minus(&mut self) -> Result<Value, ParseError> {
        let start = self.at;
        self.at += if self.text[self.at..].starts_with('±') { '±'.len_utf8() } else { "+-".len() };
        let open = self.skip_space();
        let left = if self.peek() == Some('{') {
            let row = self.group('}')?;
            self.side(&row, open, 0)?
        } else if self.at_plus_minus() {
            return Err(self.error(open, Problem::ExpectedGame(self.found())));
        } else {
            vec![self.unsigned()?]
        };
        if left.is_empty() {
            return Err(self.error(open, Problem::NeedsBar));
        }
        self.made(start, self.store.game(&left, &negated(&left)))
    }

    /// Braces, parentheses, or a number, ups, nimber and tiny side by side.
    fn unsigned(&mut self) -> Result<Value, ParseError> {
        let start = self.skip_space();
        let row = match self.peek() {
            Some('{') => self.group('}')?,
            Some('(') => self.group(')')?,
            _ => return self.literal(),
        };
        if self.text[start..].starts_with('{') && !has_bars(&row) {
            return Err(self.error(start, Problem::NeedsBar));
        }
        self.single(&row, start, 0)
    }

    /// The row between braces or parentheses, which are consumed.
    pub(super) fn group(&mut self, close: char) -> Result<Row, ParseError> {
        let start = self.at;
        let open = self.peek().expect("a group starts with its opening character");
        if self.depth == MAX_DEPTH {
            return Err(self.error(start, Problem::TooDeep));
        }
        self.depth += 1;
        self.at += 1;
        let row = self.row()?;
        match self.peek() {
            Some(c) if c == close => self.at += 1,
            None => return Err(self.error(start, Problem::Unclosed(open))),
            Some(c) => return Err(self.error(self.at, Problem::ExpectedMore(Found::Char(c)))),
        }
        self.depth -= 1;
        Ok(row)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(super) fn eat_digits(&mut self) -> usize {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        digits
    }

    /// Skips white space and returns the offset after it.
    fn skip_space(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    pub(super) fn found(&self) -> Found {
        self.found_at(self.at)
    }

    fn found_at(&self, offset: usize) -> Found {
        self.text[offset..].chars().next().map_or(Found::End, Found::Char)
    }

    pub(super) fn made(&self, offset: usize, result: Result<Value, Interrupted>) -> Result<Value, ParseError> {
        result.map_err(|interrupted| self.error(offset, Problem::Interrupted(interrupted)))
    }

    pub(super) fn error(&self, offset: usize, problem: Problem) -> ParseError {
        ParseError { offset, column: self.text[..offset].chars().count() + 1, problem }
    }
}

fn has_bars(row: &[(Piece, usize)]) -> bool {
    row.iter().any(|(piece, _)| matches!(piece, Piece::Bars(_)))
}
