//! The legend: one line per kind of mark on the board.

use super::{Diagram, Tint};

/// Items that a line of the legend names before it counts the rest.
const NAMED: usize = 8;

pub(super) struct Entry {
    pub(super) mark: Mark,
    pub(super) text: String,
    /// True if the mark is on squares without a label, so that the legend must show its sign.
    pub(super) signed: bool,
}

/// Mark that a line of the legend explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    Tint(Tint),
    Blocker,
}

impl Diagram {
    /// The legend of the tints and marks on this board.
    pub(super) fn legend(&self) -> Vec<Entry> {
        let kinds = Tint::KINDS.into_iter().filter_map(|kind| self.kind_entry(kind));
        let mut tints = self.tints.values().copied().chain(self.areas.iter().map(|area| area.tint));
        let has_heat = tints.any(|tint| matches!(tint, Tint::Heat(_)));
        let heat = has_heat.then(|| Entry {
            mark: Mark::Tint(Tint::Heat(0.0)),
            text: Tint::Heat(0.0).name().into(),
            signed: true,
        });
        kinds.chain(heat).chain(self.blocker_entry()).collect()
    }

    /// `black territory: B, D`.
    fn kind_entry(&self, kind: Tint) -> Option<Entry> {
        let areas = self.areas.iter().filter(|area| area.tint == kind).map(|area| area.label.clone());
        let (unnamed, labels): (Vec<String>, Vec<String>) = areas.partition(String::is_empty);
        let signed = self.tints.values().any(|&tint| tint == kind) || !unnamed.is_empty();
        let text = match labels.is_empty() {
            true if !signed => return None,
            true => kind.name().into(),
            false => format!("{}: {}", kind.name(), list(&labels)),
        };
        Some(Entry { mark: Mark::Tint(kind), text, signed })
    }

    /// `blocker: c3 (A, B)`.
    fn blocker_entry(&self) -> Option<Entry> {
        let blockers: Vec<String> = self
            .squares()
            .filter(|&(square, _)| self.is_blocker(square))
            .map(|(square, _)| {
                let areas: Vec<&str> =
                    self.areas_at(square).map(|area| area.label.as_str()).filter(|label| !label.is_empty()).collect();
                if areas.is_empty() { square.to_string() } else { format!("{square} ({})", areas.join(", ")) }
            })
            .collect();
        let noun = match blockers.len() {
            0 => return None,
            1 => "blocker",
            _ => "blockers",
        };
        Some(Entry { mark: Mark::Blocker, text: format!("{noun}: {}", list(&blockers)), signed: true })
    }
}

/// The first items, and the number of others.
fn list(items: &[String]) -> String {
    match items.len().checked_sub(NAMED + 1) {
        None => items.join(", "),
        Some(rest) => format!("{} and {} more", items[..NAMED].join(", "), rest + 1),
    }
}
