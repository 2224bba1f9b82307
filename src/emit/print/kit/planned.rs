//! Sheets that are drawn when somebody needs them, and PDF pages that were written before.

use super::Kit;
use crate::draw::pdf::{Leaf, Letters, Page, leaves};
use crate::emit::EmitError;
use crate::emit::print::{PaperSide, PrintSheet};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Pages that share the letters of their fonts: so many are in memory together, and written anew if another letter is
/// met.
pub(super) const AT_ONCE: usize = 16;

/// A sheet of which it is known what it is drawn from.
pub(super) struct Planned<'s> {
    /// What it is called.
    pub name: String,
    /// Its number, from 1.
    pub number: usize,
    /// Which side it is.
    pub side: PaperSide,
    /// Sheets that have the same look the same.
    pub key: [u8; 32],
    sheet: OnceLock<Cow<'s, PrintSheet>>,
    draw: Box<dyn Fn() -> PrintSheet + Send + Sync + 's>,
}

impl<'s> Planned<'s> {
    /// A sheet to be drawn; what it is called, its number and its side.
    pub fn new(
        (name, number, side): (String, usize, PaperSide),
        key: [u8; 32],
        draw: impl Fn() -> PrintSheet + Send + Sync + 's,
    ) -> Self {
        Self { name, number, side, key, sheet: OnceLock::new(), draw: Box::new(draw) }
    }

    /// A sheet that is drawn already.
    pub fn drawn(sheet: &'s PrintSheet) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(b"sheet").update(&sheet.drawing.fingerprint());
        for rect in [sheet.trim, sheet.bleed] {
            for number in [rect.x, rect.y, rect.w, rect.h] {
                hash.update(&number.to_le_bytes());
            }
        }
        let about = (sheet.name.clone(), sheet.number, sheet.side);
        let planned = Self::new(about, *hash.finalize().as_bytes(), || sheet.clone());
        let _ = planned.sheet.set(Cow::Borrowed(sheet));
        planned
    }

    /// The sheet; drawn when somebody first asks for it.
    pub fn sheet(&self) -> &PrintSheet {
        self.sheet.get_or_init(|| Cow::Owned((self.draw)()))
    }
}

/// A key for something that is made from others.
fn key(what: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(what);
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    *hash.finalize().as_bytes()
}

/// Large parts of pages that were met, by their hash.
pub(super) type KeptParts = BTreeMap<[u8; 32], Vec<u8>>;

impl Kit<'_> {
    /// Sheets as pages of a PDF. What was written before is not even drawn.
    pub(super) fn leaves(
        &self,
        path: &str,
        sheets: &[Planned<'_>],
        kept: &mut KeptParts,
    ) -> Result<Vec<Leaf>, EmitError> {
        let memory = self.game.memory;
        let own: Vec<Letters> = sheets.par_iter().map(|sheet| self.letters(sheet)).collect();
        let mut letters = Letters::default();
        own.iter().for_each(|own| letters.add(own));
        let mut with = letters.to_bytes();
        if letters.is_entangled() {
            // Each of them depends on all.
            sheets.iter().for_each(|sheet| with.extend_from_slice(&sheet.key));
        }
        let keys: Vec<[u8; 32]> = sheets.iter().map(|sheet| key(b"leaf", &[&sheet.key, &with])).collect();
        let mut recall = |key: &[u8; 32]| {
            let bytes = memory.recall(key)?;
            Leaf::from_bytes(&bytes, &mut |hash| {
                if !kept.contains_key(hash) {
                    kept.insert(*hash, memory.recall(&part(hash))?.into_owned());
                }
                kept.get(hash).cloned()
            })
        };
        let mut found: Vec<Option<Leaf>> = keys.iter().map(&mut recall).collect();
        if letters.is_entangled() && found.iter().any(Option::is_none) {
            found.fill(None);
        }
        let missing: Vec<usize> = (0..sheets.len()).filter(|n| found[*n].is_none()).collect();
        let page = |n: &usize| {
            let sheet = sheets[*n].sheet();
            let drawing = Cow::Borrowed(&sheet.drawing);
            Page { drawing, trim: Some(sheet.trim), bleed: Some(sheet.bleed), label: None }
        };
        let pages: Vec<Page<'_>> = missing.par_iter().map(page).collect();
        if pages.is_empty() {
            return Ok(found.into_iter().flatten().collect());
        }
        let written = leaves(&pages, &letters).map_err(|error| EmitError::Pdf(path.to_string(), error))?;
        for (n, leaf) in missing.into_iter().zip(written) {
            let bytes = leaf.to_bytes(&mut |hash, bytes| {
                kept.entry(hash).or_insert_with(|| {
                    if memory.recall(&part(&hash)).is_none() {
                        memory.remember(&part(&hash), bytes);
                    }
                    bytes.to_vec()
                });
            });
            memory.remember(&keys[n], &bytes);
            found[n] = Some(leaf);
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// The letters of a sheet. If they are known, it is not drawn.
    fn letters(&self, sheet: &Planned<'_>) -> Letters {
        let key = key(b"letters", &[&sheet.key]);
        let known = self.game.memory.recall(&key);
        known.and_then(|bytes| Letters::from_bytes(&bytes)).unwrap_or_else(|| {
            let letters = Letters::of(&sheet.sheet().drawing);
            self.game.memory.remember(&key, &letters.to_bytes());
            letters
        })
    }
}

/// The key of a large part of pages.
fn part(hash: &[u8; 32]) -> [u8; 32] {
    key(b"part of a page", &[hash])
}
