//! Parser of the grammar that SGF and GGF share: trees in parentheses, nodes after semicolons, properties with bracketed
//! values.
//!
//! A tree is a list of nodes in the order of the text, each with the index of its parent, so that nesting needs a stack
//! of indices and no recursion. Values are slices of the text with their escapes.

use std::borrow::Cow;

use thiserror::Error;

/// Limit of nodes in one text. A long game with variations has thousands; the limit keeps ten megabytes of semicolons
/// from taking a gigabyte of memory.
pub const MAX_NODES: usize = 1_000_000;

/// Error: the text is neither SGF nor GGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum SyntaxError {
    #[error("there is no game: expected (; and found the end")]
    Empty,
    #[error("there is no game: expected (; and found '{}'", .found.escape_debug())]
    NotAGame { found: char },
    #[error("expected the name of a property, ; or a parenthesis, found '{}'", .found.escape_debug())]
    Unexpected { found: char },
    #[error("a node begins with ; and there is none after the (")]
    NoNode,
    #[error("a move or property after a variation: it belongs before the first ( of the variations")]
    AfterVariation,
    #[error("the property {name} has no value: expected [")]
    NoValue { name: String },
    #[error("the value of {name} is not closed by ]")]
    OpenValue { name: String },
    #[error("the game is not closed by )")]
    OpenGame,
    #[error("more than {0} nodes")]
    TooManyNodes(usize),
    #[error("more than {0} properties")]
    TooManyProperties(usize),
}

/// Limits of a record. A node of one byte takes about 300 bytes of memory, and a property of three bytes about 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// Most nodes of all games together.
    pub nodes: usize,
    /// Most properties of all games together.
    pub properties: usize,
}

impl Default for RecordLimits {
    fn default() -> RecordLimits {
        RecordLimits { nodes: MAX_NODES, properties: usize::MAX }
    }
}

/// An error with its byte offset.
pub(super) type At<E> = (usize, E);

/// A game as it is written. Nodes are in the order of the text: a first child comes directly after its parent.
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<RawNode<'a>>,
}

pub(super) struct RawNode<'a> {
    /// Byte offset of the semicolon.
    pub(super) at: usize,
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<RawProperty<'a>>,
}

pub(super) struct RawProperty<'a> {
    /// Byte offset of the name.
    pub(super) at: usize,
    /// Without the lower-case letters that FF[3] and older allow and ignore.
    pub(super) name: Cow<'a, str>,
    /// With escapes; at least one.
    pub(super) values: Vec<&'a str>,
}

impl<'a> Tree<'a> {
    pub(super) fn main_line(&self) -> impl Iterator<Item = &RawNode<'a>> {
        let follows = |&(number, node): &(usize, &RawNode<'a>)| node.parent == number.checked_sub(1);
        self.nodes.iter().enumerate().take_while(follows).map(|(_, node)| node)
    }
}

impl<'a> RawNode<'a> {
    pub(super) fn property(&self, name: &str) -> Option<&RawProperty<'a>> {
        self.properties.iter().find(|property| property.name == name)
    }
}

pub(super) fn parse(text: &str, limits: RecordLimits) -> Result<Vec<Tree<'_>>, At<SyntaxError>> {
    let mut reader = Reader { text, at: 0, left: limits, limits };
    if text.starts_with('\u{feff}') {
        reader.at += '\u{feff}'.len_utf8();
    }
    let mut trees = Vec::new();
    loop {
        // Archives of the Generic Game Server begin with the number of games.
        while reader.peek().is_some_and(|b| b.is_ascii_digit() || b.is_ascii_whitespace()) {
            reader.at += 1;
        }
        match reader.peek() {
            Some(b'(') => trees.push(reader.tree()?),
            None if trees.is_empty() => return Err((reader.at, SyntaxError::Empty)),
            None => return Ok(trees),
            Some(_) => return Err((reader.at, SyntaxError::NotAGame { found: reader.found() })),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Byte offset, always on a character boundary.
    at: usize,
    /// Nodes and properties that may still be read.
    left: RecordLimits,
    limits: RecordLimits,
}

impl<'a> Reader<'a> {
    fn tree(&mut self) -> Result<Tree<'a>, At<SyntaxError>> {
        let mut nodes: Vec<RawNode<'a>> = Vec::new();
        // For each open parenthesis, the parent of its first node.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last = None;
        // The last token: after a ( only a node may follow, after a ) no node.
        let mut before = b'(';
        loop {
            self.skip_blanks();
            let Some(byte) = self.peek() else { return Err((self.at, SyntaxError::OpenGame)) };
            match byte {
                b'(' | b')' if before == b'(' && !open.is_empty() => return Err((self.at, SyntaxError::NoNode)),
                b'(' => open.push(last),
                b')' => last = open.pop().expect("the loop ends when the last parenthesis is closed"),
                _ if before == b')' => return Err((self.at, SyntaxError::AfterVariation)),
                b';' => {
                    let left = self.left.nodes.checked_sub(1);
                    self.left.nodes = left.ok_or((self.at, SyntaxError::TooManyNodes(self.limits.nodes)))?;
                    nodes.push(RawNode { at: self.at, parent: last, properties: Vec::new() });
                    last = Some(nodes.len() - 1);
                }
                b'A'..=b'Z' | b'a'..=b'z' if before != b'(' => {
                    let property = self.property()?;
                    nodes.last_mut().expect("a property comes after a semicolon").properties.push(property);
                    continue;
                }
                _ if before == b'(' => return Err((self.at, SyntaxError::NoNode)),
                _ => return Err((self.at, SyntaxError::Unexpected { found: self.found() })),
            }
            before = byte;
            self.at += 1;
            if open.is_empty() {
                return Ok(Tree { nodes });
            }
        }
    }

    fn property(&mut self) -> Result<RawProperty<'a>, At<SyntaxError>> {
        let at = self.at;
        let left = self.left.properties.checked_sub(1);
        self.left.properties = left.ok_or((at, SyntaxError::TooManyProperties(self.limits.properties)))?;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let written = &self.text[at..self.at];
        let is_old = written.bytes().any(|b| b.is_ascii_lowercase());
        let capitals = || written.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        let name: Cow<'a, str> = if is_old { Cow::Owned(capitals()) } else { Cow::Borrowed(written) };
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err((at, SyntaxError::Unexpected { found: written.chars().next().unwrap_or_default() }));
        }
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'[') => values.push(self.value(&name)?),
                _ if values.is_empty() => {
                    return Err((self.at, SyntaxError::NoValue { name: crate::text::excerpt(&name) }));
                }
                _ => return Ok(RawProperty { at, name, values }),
            }
        }
    }

    /// Reads from a [ to its ]. Brackets and backslashes are ASCII, so the scan is by bytes.
    fn value(&mut self, name: &str) -> Result<&'a str, At<SyntaxError>> {
        let start = self.at + 1;
        let mut end = start;
        loop {
            match self.text.as_bytes().get(end) {
                Some(b']') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
                None => return Err((self.at, SyntaxError::OpenValue { name: crate::text::excerpt(name) })),
            }
        }
        self.at = end + 1;
        Ok(&self.text[start..end])
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn found(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace() || b == b'\x0b') {
            self.at += 1;
        }
    }
}
