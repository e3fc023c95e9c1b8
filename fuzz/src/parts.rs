//! A file as its first line and sections of items, which edits can move about.

use otrera_cgt::wire::write_varint;

/// A file in parts.
#[derive(Clone, Default)]
pub(crate) struct Parts {
    /// Without the newline.
    pub(crate) line: Vec<u8>,
    pub(crate) sections: Vec<Section>,
}

/// A section of a file.
#[derive(Clone, Default)]
pub(crate) struct Section {
    /// Word of the first line after the number of items; empty if the line does not have their number.
    pub(crate) unit: &'static str,
    /// Bytes before the items, if their number is written after these bytes.
    pub(crate) head: Option<Vec<u8>>,
    pub(crate) items: Vec<Vec<u8>>,
}

/// Units of a list of a certificate: its items are claims, and the first line also has the number of lists.
pub(crate) const CLAIMS: &str = "claims";
const LISTS: &str = "lists";

impl Section {
    pub(crate) fn new(unit: &'static str, items: Vec<Vec<u8>>) -> Section {
        Section { unit, head: None, items }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(head) = &self.head {
            bytes.extend(head);
            write_varint(&mut bytes, self.items.len() as u64).expect("memory can be written to");
        }
        bytes.extend(self.items.iter().flatten());
        bytes
    }
}

impl Parts {
    /// The number before a word of the first line.
    pub(crate) fn number(&self, unit: &str) -> Option<u64> {
        let text = std::str::from_utf8(&self.line).ok()?;
        let before = &text[..text.find(&format!(" {unit}"))?];
        before[before.rfind(|letter: char| !letter.is_ascii_digit())? + 1..].parse().ok()
    }

    fn set_number(&mut self, unit: &str, number: usize) {
        let Ok(text) = std::str::from_utf8(&self.line) else { return };
        let Some(end) = text.find(&format!(" {unit}")) else { return };
        let start = text[..end].trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        self.line.splice(start..end, number.to_string().into_bytes());
    }

    /// Makes the numbers of the first line those of the sections.
    pub(crate) fn recount(&mut self) {
        for unit in ["games", "cores", "boards", "values", CLAIMS] {
            let sections = self.sections.iter().filter(|section| section.unit == unit);
            self.set_number(unit, sections.map(|section| section.items.len()).sum());
        }
        self.set_number(LISTS, self.sections.iter().filter(|section| section.unit == CLAIMS).count());
    }
}
