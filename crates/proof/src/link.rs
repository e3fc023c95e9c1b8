//! Linking parts of a certificate to a proof.
//!
//! Each part was checked alone: its claims hold if its required claims do. Linking shows that every required claim is
//! made by some part, at least as strongly, or is evident, and that the root position is won. No claim is checked again.
//! No claim rests on itself, whatever the parts require of each other: the argument in `check` is about situations, and does
//! not mention the files that hold the claims.
//!
//! The parts are read twice. The first time, required claims are collected; the second time, the claims made are compared
//! with them. Memory holds the required claims, the games and one part at a time. Areas are compared in full.

use std::path::Path;

use otrera_board::{Position, Side};
use otrera_cgt::{Interrupted, Limits, Value, table_bytes};
use rustc_hash::FxHashMap;

use crate::check::{ContentHash, Room, mapped};
use crate::claim::{Situation, core_and_whole};
use crate::error::CheckError;
use crate::read::{Certificate, Section, is_covered, read_areas};
use crate::sums::Sums;
use crate::write::write_areas;

/// The statement that linked parts prove, if each of them was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkVerdict {
    /// The position.
    pub root: Position,
    /// Its winner.
    pub winner: Side,
    /// Areas of at most this many squares are replaced by their values.
    pub small: u32,
    /// Number of claims of all parts.
    pub claims: u64,
    /// Number of required claims of all parts.
    pub required: u64,
    /// Hashes of the parts, in their order. Compare them with those of the parts that were checked.
    pub parts: Vec<ContentHash>,
}

/// Links parts that are files, which are mapped into memory.
pub fn link_files<P: AsRef<Path>>(
    root: &Position,
    winner: Side,
    parts: &[P],
    limits: &Limits,
) -> Result<LinkVerdict, CheckError> {
    let maps = parts.iter().map(|path| mapped(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    link(root, winner, &maps.iter().map(|map| &map[..]).collect::<Vec<_>>(), limits)
}

/// Links parts: every required claim is made or evident, and `winner` wins `root`. There must be a part, and all must be
/// about this winner and the same size of known areas. In errors, parts are counted from 1.
pub fn link(root: &Position, winner: Side, parts: &[&[u8]], limits: &Limits) -> Result<LinkVerdict, CheckError> {
    let room = Room::new(limits);
    let mut wanted = Wanted::default();
    let (mut small, mut claims, mut required, mut hashes) = (None, 0, 0, Vec::new());
    for (number, bytes) in (1..).zip(parts) {
        let part = read_part(bytes, &room)?;
        if part.header.winner != winner || *small.get_or_insert(part.header.small) != part.header.small {
            return Err(CheckError::Mixed { part: number });
        }
        claims += part.header.made.claims;
        required += part.header.required.claims;
        hashes.push(ContentHash::of(bytes));
        for list in (0..part.lists(Section::Required)).map(|list| part.list(Section::Required, list)) {
            for claim in list.claims {
                wanted.add(
                    winner,
                    list.areas,
                    part.core(&claim),
                    Want { n: claim.n, part: Some(number) },
                    room.reader,
                )?;
            }
        }
    }
    let not_won = || CheckError::Root { winner, root: root.to_string() };
    let small = small.ok_or_else(not_won)?;
    let sums = Sums::new(&room.store, winner, small, room.memo);
    let situation = sums.situation(root)?;
    let targets = match situation.to_move == winner {
        true => sums.after_every_move(&situation)?,
        false => vec![situation.clone()],
    };
    let mut made = Made { winner, wanted, is_root_won: false, targets: FxHashMap::default() };
    for target in targets.iter().filter(|target| !target.areas.is_empty()) {
        let (core, n) = core_and_whole(&room.store, target.rest)?;
        let known = made.targets.entry((encoded(target), core)).or_insert(n);
        // The best n for the winner is covered by most claims.
        *known = if winner == Side::Black { n.max(*known) } else { n.min(*known) };
    }
    for bytes in parts {
        made.compare(&read_part(bytes, &room)?);
    }
    made.check_missing(&sums)?;
    let is_evident = |situation: &Situation| sums.is_evident(situation);
    if !made.is_root_won && !is_evident(&situation)? {
        let mut is_won = false;
        for target in &targets {
            is_won = is_won || is_evident(target)?;
        }
        if !is_won {
            return Err(not_won());
        }
    }
    Ok(LinkVerdict { root: *root, winner, small, claims, required, parts: hashes })
}

fn read_part<'b, 's>(bytes: &'b [u8], room: &'s Room) -> Result<Certificate<'b, 's>, CheckError> {
    let part = Certificate::read(bytes, &room.store, room.reader)?;
    if part.header.root.is_some() { Err(CheckError::Kind { is_part: false }) } else { Ok(part) }
}

fn encoded(situation: &Situation) -> Box<[u8]> {
    let mut areas = Vec::new();
    write_areas(&mut areas, &situation.areas);
    areas.into()
}

/// The strongest requirement about some areas and a core.
#[derive(Clone, Copy)]
struct Want {
    n: i64,
    /// The part that requires it; `None` once it is satisfied.
    part: Option<usize>,
}

/// Required claims by encoded areas.
#[derive(Default)]
struct Wanted {
    lists: FxHashMap<Box<[u8]>, Vec<(Value, Want)>>,
    bytes: usize,
}

impl Wanted {
    fn add(&mut self, winner: Side, areas: &[u8], core: Value, want: Want, memory: usize) -> Result<(), CheckError> {
        if !self.lists.contains_key(areas) {
            self.lists.insert(areas.into(), Vec::new());
            self.bytes += areas.len();
        }
        let wants = self.lists.get_mut(areas).expect("it was inserted");
        match wants.iter_mut().find(|(other, _)| *other == core) {
            // Another part requires more, or the same.
            Some((_, known)) if is_covered(winner, known.n, want.n) => {}
            Some((_, known)) => *known = want,
            None => {
                wants.push((core, want));
                self.bytes += 2 * size_of::<(Value, Want)>();
            }
        }
        let table = table_bytes::<(Box<[u8]>, Vec<(Value, Want)>)>(self.lists.capacity());
        if self.bytes + table > memory { Err(Interrupted::OutOfMemory.into()) } else { Ok(()) }
    }
}

/// Comparison of the claims made with those that are required.
struct Made {
    winner: Side,
    wanted: Wanted,
    /// Situations of which one has to be won, by areas and core.
    targets: FxHashMap<(Box<[u8]>, Value), i64>,
    is_root_won: bool,
}

impl Made {
    fn compare(&mut self, part: &Certificate<'_, '_>) {
        for list in (0..part.lists(Section::Made)).map(|list| part.list(Section::Made, list)) {
            for claim in &list.claims {
                let core = part.core(claim);
                // Few lists are wanted.
                if let Some(wants) = self.wanted.lists.get_mut(list.areas)
                    && let Some((_, want)) = wants.iter_mut().find(|(other, _)| *other == core)
                    && is_covered(self.winner, claim.n, want.n)
                {
                    want.part = None;
                }
                if !self.is_root_won {
                    let target = self.targets.get(&(list.areas.into(), core));
                    self.is_root_won = target.is_some_and(|&n| is_covered(self.winner, claim.n, n));
                }
            }
        }
    }

    /// Fails if a required claim is neither made nor evident.
    fn check_missing(&self, sums: &Sums<'_>) -> Result<(), CheckError> {
        let mut missing = Vec::new();
        for (areas, wants) in &self.wanted.lists {
            missing.extend(wants.iter().filter_map(|&(core, want)| Some((want.part?, areas, core, want.n))));
        }
        // The first part in order is named, on every machine.
        missing.sort_by(|a, b| (a.0, a.1, a.3).cmp(&(b.0, b.1, b.3)));
        for (part, areas, core, n) in missing {
            let rest = sums.store.add(core, sums.store.integer(n)?)?;
            let situation = Situation { areas: read_areas(areas), rest, to_move: !self.winner };
            if !sums.is_evident(&situation)? {
                return Err(CheckError::Missing { part, winner: self.winner, situation: sums.describe(&situation) });
            }
        }
        Ok(())
    }
}
