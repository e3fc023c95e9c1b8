//! Writing an atlas. Large sections go straight to the file; the header is known at the end and written last.

use std::io::{self, Seek, SeekFrom, Write};

use otrera_cgt::wire::{Games, write_number, write_varint};
use otrera_cgt::{Interrupted, Value, Wall};
use rustc_hash::FxHashMap;

use crate::format::{Entry, HEAD, Header, OUTCOMES, SECTIONS, Section, aligned};
use crate::{Builder, NO_FORM, NOT_WHOLE, guarded_size, slot_of};
use otrera_regions::Labeller;
use otrera_regions::region::{Region, Walk};

/// Error: an atlas cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Writing failed.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Builder<'_> {
    /// Writes the sizes that are done to `out`, which should be empty and buffered. Leaves out canonical forms with
    /// more than `forms` followers.
    pub fn write(&self, out: &mut (impl Write + Seek), forms: u64, walk: Walk<'_>) -> Result<Header, WriteError> {
        let guarded = guarded_size(self.size());
        let (ids, values) = self.number_values(guarded);
        let has_form: Vec<bool> = values.iter().map(|&value| self.store.followers(value) <= forms).collect();
        let kept = values.iter().zip(&has_form).filter(|&(_, &has)| has).map(|(&value, _)| value);
        let games = Games::new(self.store, kept);

        let mut writer = Sections { out, at: 0, sum: crc32fast::Hasher::new(), entries: Default::default() };
        writer.out.write_all(&[0; HEAD])?;
        writer.at = HEAD as u64;
        writer.section(Section::Graphs, |out| self.write_graphs(out))?;
        let slots = self.slots(walk)?;
        writer.section(Section::Regions, |out| {
            slots.iter().try_for_each(|&[word, place]| {
                out.write_all(&word.to_le_bytes())?;
                out.write_all(&place.to_le_bytes())
            })
        })?;
        drop(slots);
        writer.section(Section::Territory, |out| {
            self.layers.iter().flat_map(|layer| &layer.territory).try_for_each(|moves| out.write_all(moves))
        })?;
        let write_ids = |out: &mut dyn Write, values: &[Value]| {
            let bytes: Vec<u8> = values.iter().flat_map(|value| ids[value].to_le_bytes()).collect();
            out.write_all(&bytes)
        };
        writer.section(Section::Open, |out| {
            self.layers.iter().flat_map(|layer| &layer.open).try_for_each(|values| write_ids(out, values))
        })?;
        writer.section(Section::Guarded, |out| {
            let layers = &self.layers[..guarded];
            layers.iter().flat_map(|layer| &layer.guarded).try_for_each(|values| write_ids(out, values))
        })?;

        let mut form_bytes = Vec::new();
        games.write(&mut form_bytes)?;
        let mut graph_bytes = Vec::new();
        let mut graphs_at: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        let mut records = Vec::with_capacity(16 * values.len());
        for (&value, &has_form) in values.iter().zip(&has_form) {
            let form = form_bytes.len() as u32;
            if has_form {
                games.encode(value).write(&mut form_bytes)?;
            }
            let graph = self.store.thermograph(value)?;
            let mut bytes = Vec::new();
            write_wall(&mut bytes, graph.left())?;
            write_wall(&mut bytes, graph.right())?;
            let graph_at = *graphs_at.entry(bytes).or_insert_with_key(|bytes| {
                let at = graph_bytes.len() as u32;
                graph_bytes.extend(bytes);
                at
            });
            let whole = value.to_integer().and_then(|n| i32::try_from(n).ok()).unwrap_or(NOT_WHOLE);
            let outcome = self.store.outcome(value);
            let letter = OUTCOMES.iter().find(|&&(_, known)| known == outcome).expect("every outcome has a letter").0;
            records.extend([letter, u8::from(has_form), 0, 0]);
            records.extend(whole.to_le_bytes());
            records.extend((if has_form { form } else { NO_FORM }).to_le_bytes());
            records.extend(graph_at.to_le_bytes());
        }
        writer.section(Section::Values, |out| out.write_all(&records))?;
        writer.section(Section::Forms, |out| out.write_all(&form_bytes))?;
        writer.section(Section::Thermographs, |out| out.write_all(&graph_bytes))?;

        let header =
            Header { size: self.size(), guarded, forms, values: values.len() as u32, games: games.len() as u32 };
        writer.out.seek(SeekFrom::Start(0))?;
        writer.out.write_all(&header.write(&writer.entries))?;
        writer.out.flush()?;
        Ok(header)
    }

    /// Numbers all values in the order of their first occurrence.
    fn number_values(&self, guarded: usize) -> (FxHashMap<Value, u32>, Vec<Value>) {
        let mut ids = FxHashMap::default();
        let mut values = Vec::new();
        let open = self.layers.iter().flat_map(|layer| &layer.open);
        let guarded = self.layers[..guarded].iter().flat_map(|layer| &layer.guarded);
        for &value in open.chain(guarded).flat_map(|states| states.iter()) {
            ids.entry(value).or_insert_with(|| {
                values.push(value);
                values.len() as u32 - 1
            });
        }
        (ids, values)
    }

    fn write_graphs(&self, out: &mut dyn Write) -> io::Result<()> {
        for layer in &self.layers {
            out.write_all(&(layer.codes.len() as u32).to_le_bytes())?;
        }
        let codes = || self.layers.iter().flat_map(|layer| &layer.codes);
        let mut start = 0_u32;
        out.write_all(&start.to_le_bytes())?;
        for code in codes() {
            start += code.len() as u32;
            out.write_all(&start.to_le_bytes())?;
        }
        codes().try_for_each(|code| out.write_all(code))
    }

    /// The hash table of all regions and their images.
    fn slots(&self, walk: Walk<'_>) -> Result<Vec<[u64; 2]>, Interrupted> {
        let quiet = Walk { progress: &|| (), ..walk };
        let mut regions: Vec<Region> = Vec::new();
        for size in 1..=self.size() {
            let mut images: Vec<Region> = quiet.list(size)?.into_iter().flat_map(Region::images).collect();
            images.sort_unstable();
            images.dedup();
            regions.extend(images);
        }
        // At most two of three slots are used, so that probe sequences stay short.
        let mut slots = vec![[0; 2]; (regions.len() * 3 / 2 + 1).next_power_of_two()];
        let mut walker = Labeller::default();
        for region in regions {
            let (_, labelling) = walker.label(region);
            let codes = &self.layers[region.len() - 1].codes;
            let graph =
                codes.binary_search_by(|code| code.as_ref().cmp(&labelling.code)).expect("all graphs are known");
            let labels = labelling.labels.iter().rev().fold(0, |word, &label| word << 4 | u64::from(label));
            let mut slot = slot_of(region.word(), slots.len());
            while slots[slot][0] != 0 {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = [region.word(), (graph as u64) << 40 | labels];
        }
        Ok(slots)
    }
}

fn write_wall(out: &mut Vec<u8>, wall: &Wall) -> io::Result<()> {
    write_varint(out, wall.corners().len() as u64)?;
    for corner in wall.corners() {
        write_number(out, corner.temperature)?;
        write_number(out, corner.value)?;
    }
    Ok(())
}

/// Writes sections in sequence and computes their checksums.
struct Sections<'w, W> {
    out: &'w mut W,
    at: u64,
    sum: crc32fast::Hasher,
    entries: [Entry; SECTIONS],
}

impl<W: Write> Sections<'_, W> {
    fn section(&mut self, section: Section, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let start = aligned(self.at);
        self.out.write_all(&vec![0; (start - self.at) as usize])?;
        self.at = start;
        self.sum = crc32fast::Hasher::new();
        content(self)?;
        self.entries[section as usize] = Entry { range: start..self.at, sum: self.sum.clone().finalize() };
        Ok(())
    }
}

impl<W: Write> Write for Sections<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
