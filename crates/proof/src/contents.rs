//! The claims of a part, for a program that keeps track of several parts. No claim is checked here.

use otrera_board::Side;
use otrera_cgt::{Interrupted, Store};

use crate::claim::Situation;
use crate::error::CheckError;
use crate::read::{Certificate, Section, read_areas};

/// A part that is well formed, with its games in a store of the caller.
pub struct PartContents<'b, 's>(Certificate<'b, 's>);

impl<'b, 's> PartContents<'b, 's> {
    /// Reads a part. Its games go to `store`, and everything else takes at most `memory` bytes.
    pub fn read(bytes: &'b [u8], store: &'s Store, memory: usize) -> Result<PartContents<'b, 's>, CheckError> {
        let part = Certificate::read(bytes, store, memory)?;
        if part.header.root.is_some() { Err(CheckError::Kind { is_part: false }) } else { Ok(PartContents(part)) }
    }

    /// The side that wins all situations of the part. The other side is to move in them.
    pub fn winner(&self) -> Side {
        self.0.header.winner
    }

    /// The situations that the part claims.
    pub fn made(&self) -> Result<Vec<Situation>, Interrupted> {
        self.situations(Section::Made)
    }

    /// The situations that the part requires other parts to claim.
    pub fn required(&self) -> Result<Vec<Situation>, Interrupted> {
        self.situations(Section::Required)
    }

    fn situations(&self, section: Section) -> Result<Vec<Situation>, Interrupted> {
        let mut situations = Vec::new();
        for list in (0..self.0.lists(section)).map(|list| self.0.list(section, list)) {
            let areas = read_areas(list.areas);
            for claim in &list.claims {
                situations.push(self.0.situation(&areas, claim)?);
            }
        }
        Ok(situations)
    }
}

impl std::fmt::Debug for PartContents<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PartContents({})", self.winner())
    }
}
