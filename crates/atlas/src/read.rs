//! Opening an atlas. Besides the checksums, every offset and index is checked to be in range, so that a look-up in an
//! open atlas never leaves its tables.

use std::fs::File;
use std::path::Path;

use otrera_cgt::wire::ByteReader;
use otrera_cgt::{Corner, Interrupted, Store, Thermograph, Value, Wall};

use crate::format::{HEAD, Header, OUTCOMES, Section};
use crate::source::Source;
use crate::states::{self, GUARDED, OPEN, TERRITORY};
use crate::{Atlas, Facts, NO_FORM, NOT_WHOLE, OpenError, SizeLayout, ValueId, Values};
use otrera_regions::graph::{GraphName, LineGraph};
use otrera_regions::region::Region;

/// Bytes of the facts about a value.
const RECORD: usize = 16;
/// Bytes of a slot for a region.
pub(super) const SLOT: usize = 16;

/// The region word and the place in a slot.
#[inline]
pub(super) fn read_slot(slot: &[u8]) -> [u64; 2] {
    [0, 8].map(|at| u64::from_le_bytes(slot[at..at + 8].try_into().expect("eight bytes")))
}

/// Error: the values of an atlas cannot be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesError {
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A canonical form is invalid.
    #[error("the atlas has an invalid canonical form: it was not written by this program")]
    Inconsistent,
}

impl Atlas {
    /// Opens an atlas from the bytes of its file.
    pub fn new(bytes: Vec<u8>) -> Result<Atlas, OpenError> {
        Atlas::from_source(Source::Owned(bytes))
    }

    /// Maps a file into memory.
    pub fn open_file(path: &Path) -> Result<Atlas, OpenError> {
        let file = File::open(path)?;
        // Empty files, directories and pipes cannot be mapped.
        if file.metadata()?.len() == 0 || !file.metadata()?.is_file() {
            return Err(OpenError::Foreign);
        }
        Atlas::from_source(Source::map(&file)?)
    }

    fn from_source(source: Source) -> Result<Atlas, OpenError> {
        let (header, sections) = Header::read(&source)?;
        let mut atlas = Atlas { source, header, sections, sizes: Vec::new() };
        atlas.lay_out().ok_or(OpenError::Inconsistent)?;
        if atlas.is_sound() { Ok(atlas) } else { Err(OpenError::Inconsistent) }
    }

    /// Computes the offsets of all tables; `None` if the lengths do not match.
    fn lay_out(&mut self) -> Option<()> {
        let (mut first, mut territory, mut open, mut guarded) = (0, 0, 0, 0);
        let start = |section: Section| self.sections[section as usize].start;
        let [territory_start, open_start, guarded_start] =
            [Section::Territory, Section::Open, Section::Guarded].map(start);
        let mut sizes = Vec::new();
        for size in 1..=self.header.size {
            let graphs = self.number(Section::Graphs, size - 1)? as usize;
            sizes.push(SizeLayout {
                graphs,
                first,
                territory: territory_start + territory,
                open: open_start + open,
                guarded: guarded_start + guarded,
            });
            first += graphs;
            territory += graphs * states::count(TERRITORY, size);
            open += 4 * graphs * states::count(OPEN, size);
            if size <= self.header.guarded {
                guarded += 4 * graphs * states::count(GUARDED, size);
            }
        }
        let lengths = [Section::Territory, Section::Open, Section::Guarded].map(|s| self.section(s).len());
        self.sizes = sizes;
        let fits = lengths == [territory, open, guarded]
            && self.section(Section::Values).len() == RECORD * self.header.values as usize;
        fits.then_some(())
    }

    fn is_sound(&self) -> bool {
        self.has_sound_codes() && self.has_sound_slots() && self.has_sound_ids() && self.has_sound_values()
    }

    fn has_sound_codes(&self) -> bool {
        let counts = self.sizes.len();
        let all: usize = self.sizes.iter().map(|size| size.graphs).sum();
        let codes = (4 * (counts + all + 1)) as u64;
        let starts = (0..=all).map(|graph| self.number(Section::Graphs, counts + graph));
        let Some(starts) = starts.collect::<Option<Vec<u32>>>() else { return false };
        starts[0] == 0
            && starts.is_sorted()
            && codes + u64::from(starts[all]) == self.section(Section::Graphs).len() as u64
            && (1..).zip(&self.sizes).all(|(size, sizes)| {
                (0..sizes.graphs).all(|graph| LineGraph::is_plain_code(self.code(size, graph as u32), size))
            })
    }

    fn has_sound_slots(&self) -> bool {
        let slots = self.section(Section::Regions);
        let count = slots.len() / SLOT;
        let mut free = 0;
        let is_sound = |slot: &[u8]| {
            let [word, place] = read_slot(slot);
            if word == 0 {
                return Some(true);
            }
            let size = Region::of_word(word)?.len();
            let graphs = self.sizes.get(size - 1)?.graphs;
            let labels = (0..size).fold(0_u16, |set, rank| set | 1 << (place >> (4 * rank) & 15));
            Some(((place >> 40) as usize) < graphs && labels == (1 << size) - 1)
        };
        let sound = slots.chunks_exact(SLOT).all(|slot| {
            free += u64::from(slot[..8] == [0; 8]);
            is_sound(slot) == Some(true)
        });
        sound && slots.len().is_multiple_of(SLOT) && count.is_power_of_two() && count > 1 && free > 0
    }

    fn has_sound_ids(&self) -> bool {
        let below = |id: &[u8]| u32::from_le_bytes(id.try_into().expect("four bytes")) < self.header.values;
        [Section::Open, Section::Guarded].into_iter().all(|section| self.section(section).chunks_exact(4).all(below))
    }

    fn has_sound_values(&self) -> bool {
        (0..self.header.values).all(|id| self.read_facts(ValueId(id)).is_some())
    }

    /// The header line.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The checksum of the header, which covers the checksums of all sections. Equal atlases have equal fingerprints.
    pub fn fingerprint(&self) -> u32 {
        word(&self.source[HEAD - 4..])
    }

    /// Number of graphs of a size.
    pub fn graphs(&self, size: usize) -> usize {
        self.sizes.get(size.wrapping_sub(1)).map_or(0, |size| size.graphs)
    }

    /// Number of regions, counting all images.
    pub fn regions(&self) -> usize {
        let slots = self.section(Section::Regions).chunks_exact(SLOT);
        slots.filter(|slot| slot[..8] != [0; 8]).count()
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> usize {
        self.source.len()
    }

    /// Number of different thermographs.
    pub fn thermographs(&self) -> usize {
        let at = |id: u32| self.record(ValueId(id)).map(|record| word(&record[12..]));
        (0..self.header.values).filter_map(at).collect::<rustc_hash::FxHashSet<_>>().len()
    }

    #[inline]
    pub(super) fn section(&self, section: Section) -> &[u8] {
        &self.source[self.sections[section as usize].clone()]
    }

    /// The n-th four-byte number of a section.
    fn number(&self, section: Section, n: usize) -> Option<u32> {
        self.section(section).get(4 * n..4 * n + 4).map(word)
    }

    /// The canonical code of graph `graph` of `size` points.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn code(&self, size: usize, graph: u32) -> &[u8] {
        let SizeLayout { graphs, first, .. } = self.sizes[size - 1];
        assert!((graph as usize) < graphs, "there is no graph {graph} of {size} points");
        let all: usize = self.sizes.iter().map(|size| size.graphs).sum();
        let start = |n: usize| self.number(Section::Graphs, self.sizes.len() + n).expect("checked on opening") as usize;
        let codes = 4 * (self.sizes.len() + all + 1);
        let number = first + graph as usize;
        &self.section(Section::Graphs)[codes + start(number)..codes + start(number + 1)]
    }

    /// The name of graph `graph` of `size` points.
    pub fn name(&self, size: usize, graph: u32) -> GraphName {
        GraphName::new(self.code(size, graph))
    }

    fn record(&self, id: ValueId) -> Option<&[u8]> {
        let at = RECORD * id.0 as usize;
        self.section(Section::Values).get(at..at + RECORD)
    }

    /// The stored facts about a value.
    ///
    /// # Panics
    /// If the id is not of this atlas.
    pub fn facts(&self, id: ValueId) -> Facts {
        self.read_facts(id).expect("a value of this atlas, which was checked on opening")
    }

    /// The value if it is an integer, without reading the other facts.
    ///
    /// # Panics
    /// If the id is not of this atlas.
    #[inline]
    pub fn whole(&self, id: ValueId) -> Option<i32> {
        let record = self.record(id).expect("a value of this atlas");
        Some(word(&record[4..]) as i32).filter(|&whole| whole != NOT_WHOLE)
    }

    fn read_facts(&self, id: ValueId) -> Option<Facts> {
        let record = self.record(id)?;
        let (_, outcome) = *OUTCOMES.iter().find(|&&(letter, _)| letter == record[0])?;
        let [form, graph] = [word(&record[8..]), word(&record[12..])];
        let has_form = form != NO_FORM;
        if record[1] != u8::from(has_form) || (has_form && form as usize >= self.section(Section::Forms).len()) {
            return None;
        }
        let mut bytes = ByteReader::new(self.section(Section::Thermographs), graph as usize);
        let left = read_wall(&mut bytes)?;
        let right = read_wall(&mut bytes)?;
        Some(Facts { outcome, whole: self.whole(id), thermograph: Thermograph::new(left, right)?, has_form })
    }

    /// Loads all stored canonical forms into `store`.
    pub fn values(&self, store: &Store) -> Result<Values, ValuesError> {
        let forms = self.section(Section::Forms);
        let mut bytes = ByteReader::new(forms, 0);
        let mut games: Vec<Value> = Vec::with_capacity(forms.len().min(self.header.games as usize));
        let value = |bytes: &mut ByteReader<'_>, games: &[Value]| {
            let parts = bytes.value(games.len()).ok_or(ValuesError::Inconsistent)?;
            Ok(store.assemble(parts, games)?)
        };
        for _ in 0..self.header.games {
            let mut counts = [0; 2];
            for count in &mut counts {
                *count = bytes.below(forms.len()).ok_or(ValuesError::Inconsistent)?;
            }
            let [left, right] = counts.map(|count| {
                (0..count).map(|_| value(&mut bytes, &games)).collect::<Result<Vec<Value>, ValuesError>>()
            });
            games.push(store.game(&left?, &right?)?);
        }
        let form = |id: u32| {
            let record = self.record(ValueId(id)).expect("a value of this atlas");
            let at = word(&record[8..]);
            (at != NO_FORM).then(|| value(&mut ByteReader::new(forms, at as usize), &games)).transpose()
        };
        Ok(Values((0..self.header.values).map(form).collect::<Result<_, _>>()?))
    }
}

fn read_wall(bytes: &mut ByteReader<'_>) -> Option<Wall> {
    let corners = bytes.below(1 << 16)?;
    let corner = |_| Some(Corner { temperature: bytes.number()?, value: bytes.number()? });
    Wall::new((0..corners).map(corner).collect::<Option<_>>()?)
}

#[inline]
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
}

impl std::fmt::Debug for Atlas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Atlas({:?})", self.header)
    }
}
