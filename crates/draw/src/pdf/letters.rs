//! Which letters a page uses: fonts are embedded with these and no others.

use super::words::is_seen;
use crate::{Drawing, Font, Item, PictureFormat, TextRun, shape};
use std::collections::BTreeMap;

/// The letters of some pages, by font and number, and what each stands for. Pages that are written with the same
/// letters have the same fonts, to the byte, and can be bound together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Letters {
    /// No text: the letter stands for something only together with others.
    known: BTreeMap<(Font, u16), String>,
    /// Whether there is something whose bytes depend on the pages before.
    entangled: bool,
}

impl Letters {
    /// The letters of a drawing.
    pub fn of(drawing: &Drawing) -> Self {
        let mut letters = Self::default();
        letters.items(&drawing.items);
        letters
    }

    /// Adds the letters of another page.
    pub fn add(&mut self, other: &Self) {
        self.entangled |= other.entangled;
        for ((font, id), text) in &other.known {
            self.meet(*font, *id, text);
        }
    }

    /// Whether a page of these letters has other bytes behind other pages: authors' SVGs bring fonts along, and effects
    /// have the resolution of where they are met first.
    pub fn is_entangled(&self) -> bool {
        self.entangled
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Shape(..) => {}
                Item::Text(run) => self.run(run),
                Item::Picture { picture, .. } => {
                    let own = |picture: &str| picture.contains("<text") || picture.contains("filter");
                    self.entangled |= picture.format() == PictureFormat::Svg && own(picture.text());
                }
                Item::Group { items, .. } => self.items(items),
                Item::Shared(items) | Item::Inlined(items) => self.items(items),
            }
        }
    }

    fn run(&mut self, run: &TextRun) {
        if !is_seen(run) {
            return;
        }
        let mut before = None;
        for glyph in &shape(run.font, &run.text).glyphs {
            // Of letters that stand for something together, the first stands for it.
            let joined = before.replace(glyph.range.clone()).is_some_and(|before| before == glyph.range);
            let text = if joined { "" } else { run.text.get(glyph.range.clone()).unwrap_or_default() };
            self.meet(run.font, glyph.id, text);
        }
    }

    /// Of several texts the least is noted: it does not matter which page comes first.
    fn meet(&mut self, font: Font, id: u16, text: &str) {
        match self.known.get_mut(&(font, id)) {
            Some(known) if !text.is_empty() && (known.is_empty() || text < known.as_str()) => text.clone_into(known),
            Some(_) => {}
            None => drop(self.known.insert((font, id), text.to_string())),
        }
    }

    /// The letters of a font by their numbers, with what they stand for.
    pub(super) fn of_font(&self, font: Font) -> impl Iterator<Item = (u16, &str)> {
        self.known.range((font, 0)..=(font, u16::MAX)).map(|((_, id), text)| (*id, text.as_str()))
    }

    /// As bytes, to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.entangled.into()];
        for ((font, id), text) in &self.known {
            bytes.push(*font as u8);
            bytes.extend_from_slice(&id.to_le_bytes());
            // No letter stands for more.
            let text = if text.len() < 256 { text.as_str() } else { "" };
            bytes.push(u8::try_from(text.len()).unwrap_or(0));
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes
    }

    /// From the bytes that were kept; none if they were not.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (entangled, mut bytes) = bytes.split_first()?;
        let mut known = BTreeMap::new();
        while let Some(([font, low, high, length], rest)) = bytes.split_first_chunk::<4>() {
            let (text, rest) = rest.split_at_checked(usize::from(*length))?;
            let font = *Font::ALL.get(usize::from(*font))?;
            known.insert((font, u16::from_le_bytes([*low, *high])), std::str::from_utf8(text).ok()?.to_string());
            bytes = rest;
        }
        bytes.is_empty().then_some(Self { known, entangled: *entangled != 0 })
    }
}
