use thiserror::Error;

use crate::text::excerpt;

/// A property of a node: a name and its values, as in `C[A comment]` or `LB[aa:1][bb:2]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// One value of a property, as written between the brackets, with its escapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value(String);

/// Error: the text cannot name a property.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not the name of a property: write capital letters, like C")]
pub struct NameError(String);

/// Moves, setup of the board, and the head of a file.
pub(super) const MOVES: [&str; 2] = ["B", "W"];
pub(super) const SETUP: [&str; 5] = ["AB", "AW", "AA", "AE", "PL"];
pub(super) const HEAD: [&str; 3] = ["FF", "GM", "SZ"];

/// True for properties that are written from the tree. Set as text, they could contradict it.
pub(super) fn is_reserved(name: &str) -> bool {
    [&MOVES[..], &SETUP, &HEAD].iter().any(|names| names.contains(&name))
}

impl Property {
    /// A property with one text as its value.
    pub fn new(name: &str, text: &str) -> Result<Property, NameError> {
        Property::with_values(name, vec![Value::from_text(text)])
    }

    /// A property with these values. No value means one empty value, as in SGF.
    pub fn with_values(name: &str, mut values: Vec<Value>) -> Result<Property, NameError> {
        let mut bytes = name.bytes();
        let starts_well = bytes.next().is_some_and(|b| b.is_ascii_uppercase());
        if !starts_well || !bytes.all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) {
            return Err(NameError(excerpt(name)));
        }
        if values.is_empty() {
            values.push(Value(String::new()));
        }
        Ok(Property { name: name.to_owned(), values })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values, at least one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The first value as text.
    pub fn text(&self) -> String {
        self.values[0].text()
    }
}

impl Value {
    /// A value as written between the brackets.
    pub(super) fn from_raw(raw: &str) -> Value {
        Value(raw.to_owned())
    }

    /// A value for a text, which is escaped.
    pub fn from_text(text: &str) -> Value {
        Value(text.replace('\\', r"\\").replace(']', r"\]"))
    }

    /// The value as it is written, with escapes and without brackets.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The value as SGF's "Text": escapes are resolved, escaped line breaks removed, line breaks become `\n` and tabs
    /// blanks.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.0.len());
        let mut letters = self.0.chars().peekable();
        while let Some(letter) = letters.next() {
            let is_escaped = letter == '\\';
            let Some(meant) = (if is_escaped { letters.next() } else { Some(letter) }) else { break };
            match meant {
                '\n' | '\r' => {
                    // CR LF and LF CR are one line break.
                    letters.next_if(|&next| matches!(next, '\n' | '\r') && next != meant);
                    if !is_escaped {
                        text.push('\n');
                    }
                }
                '\t' | '\x0b' | '\x0c' => text.push(' '),
                _ => text.push(meant),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unescaped_to_their_text() {
        // https://www.red-bean.com/sgf/sgf4.html#text, and its corner cases.
        for (raw, text) in [
            ("", ""),
            (r"a\]b\\c\:d", r"a]b\c:d"),
            ("one\\\ntwo\nthree", "onetwo\nthree"),
            ("one\\\r\ntwo\r\nthree\rfour\n\rfive\n\nsix", "onetwo\nthree\nfour\nfive\n\nsix"),
            ("a\tb\\\tc", "a b c"),
            (r"é\é", "éé"),
            ("a\u{a0}b", "a\u{a0}b"),
        ] {
            assert_eq!(Value::from_raw(raw).text(), text, "{raw:?}");
        }
        for text in ["", "]", "\\", "\\]", "[a]", "a:b", "two\nlines", "(;)"] {
            assert_eq!(Value::from_text(text).text(), text);
        }
    }

    #[test]
    fn names_are_capitals_and_digits() {
        assert!(Property::new("C", "x").is_ok() && Property::new("KGSB2", "x").is_ok());
        for name in ["", "c", "2C", "A B", "É", "C["] {
            assert!(Property::new(name, "x").is_err(), "{name:?} is accepted");
        }
    }
}
