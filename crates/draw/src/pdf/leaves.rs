//! Pages one by one, to be kept, and bound into a file.
//!
//! A PDF is one whole: fonts are cut down to the letters of all pages, and objects are numbered through. A [`Leaf`] is
//! a page with everything that it refers to, numbers of its own, and the fonts of the [`Letters`] that it was written
//! with. Leaves that were written at different times are bound together; what they have in common is in the file once.

use super::letters::Letters;
use super::objects::{ObjectBody, Objects};
use super::{Bookmark, Page, PdfAbout, PdfError, PdfWriter};
use crate::Drawing;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What a leaf refers to as its parent.
const PARENT: u32 = u32::MAX;
/// Parts that are larger, and which more than one page may have, are kept once.
const LARGE: usize = 4 << 10;

/// A page, written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// Its objects; each refers only to those before it, and the last is the page.
    bodies: Vec<ObjectBody>,
    /// Its size in millimetres, to the bit.
    size: [u64; 2],
}

/// Writes pages, each as a leaf. Their bytes depend on nothing but the page and the letters, unless these are entangled.
///
/// # Errors
/// Why a page cannot be drawn or the file not be taken apart.
pub fn leaves(pages: &[Page<'_>], letters: &Letters) -> Result<Vec<Leaf>, PdfError> {
    let mut writer = PdfWriter::new(&PdfAbout::default(), false);
    writer.letters = Some(letters);
    for page in pages {
        writer.page(&Page { label: None, ..page.clone() })?;
    }
    let objects = Objects::read(&writer.finish(&[])?).ok_or_else(apart)?;
    let kids = kids(&objects).ok_or_else(apart)?;
    let leaf = |(page, kid): (&Page<'_>, u32)| {
        let size = [page.drawing.width.to_bits(), page.drawing.height.to_bits()];
        let mut leaf = Leaf { bodies: Vec::new(), size };
        leaf.take(&objects, kid, &mut BTreeMap::new()).map(|_| leaf)
    };
    pages.iter().zip(kids).map(leaf).collect::<Option<_>>().ok_or_else(apart)
}

fn apart() -> PdfError {
    PdfError::Write("its pages cannot be told apart".to_string())
}

/// The pages of a file.
fn kids(objects: &Objects) -> Option<Vec<u32>> {
    let tree = objects.bodies.get(&page_tree(objects)?)?;
    Some(tree.refs.iter().map(|(_, kid)| *kid).collect())
}

fn page_tree(objects: &Objects) -> Option<u32> {
    objects.bodies.get(&objects.trailer.target(b"/Root")?)?.target(b"/Pages")
}

impl Leaf {
    /// Takes an object and all that it refers to; says where it is.
    fn take(&mut self, objects: &Objects, n: u32, taken: &mut BTreeMap<u32, u32>) -> Option<u32> {
        if let Some(place) = taken.get(&n) {
            // One that is not done yet would refer to itself.
            return Some(*place).filter(|place| *place != PARENT);
        }
        taken.insert(n, PARENT);
        let mut body = objects.bodies.get(&n)?.clone();
        let parent = page_tree(objects)?;
        for (_, target) in &mut body.refs {
            *target = if *target == parent { PARENT } else { self.take(objects, *target, taken)? };
        }
        let place = u32::try_from(self.bodies.len()).ok()?;
        self.bodies.push(body);
        taken.insert(n, place);
        Some(place)
    }

    /// As bytes, to be kept; what is large and may belong to several pages is handed over to be kept by its hash.
    pub fn to_bytes(&self, keep: &mut dyn FnMut([u8; 32], &[u8])) -> Vec<u8> {
        let own: BTreeSet<u32> = self.bodies.last().into_iter().flat_map(|page| &page.refs).map(|(_, n)| *n).collect();
        let mut out: Vec<u8> = self.size.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        let number =
            |out: &mut Vec<u8>, n: usize| out.extend_from_slice(&u32::try_from(n).unwrap_or(PARENT).to_le_bytes());
        for (n, body) in self.bodies.iter().enumerate() {
            number(&mut out, body.refs.len());
            for (at, target) in &body.refs {
                number(&mut out, *at);
                out.extend_from_slice(&target.to_le_bytes());
            }
            if body.bytes.len() > LARGE && !own.contains(&u32::try_from(n).unwrap_or(PARENT)) {
                let hash = *blake3::hash(&body.bytes).as_bytes();
                keep(hash, &body.bytes);
                number(&mut out, PARENT as usize);
                out.extend_from_slice(&hash);
            } else {
                number(&mut out, body.bytes.len());
                out.extend_from_slice(&body.bytes);
            }
        }
        out
    }

    /// From bytes that were kept, and what was kept by its hash; none if something is missing.
    pub fn from_bytes(bytes: &[u8], kept: &mut dyn FnMut(&[u8; 32]) -> Option<Vec<u8>>) -> Option<Self> {
        let (width, rest) = bytes.split_first_chunk::<8>()?;
        let (height, mut rest) = rest.split_first_chunk::<8>()?;
        let mut leaf = Self { bodies: Vec::new(), size: [u64::from_le_bytes(*width), u64::from_le_bytes(*height)] };
        while !rest.is_empty() {
            let mut number = || {
                let (own, after) = rest.split_first_chunk::<4>()?;
                rest = after;
                Some(u32::from_le_bytes(*own))
            };
            let mut body = ObjectBody::default();
            for _ in 0..number()? {
                body.refs.push((number()? as usize, number()?));
            }
            let length = number()?;
            if length == PARENT {
                let (hash, after) = rest.split_first_chunk::<32>()?;
                body.bytes = kept(hash)?;
                rest = after;
            } else {
                body.bytes = rest.split_off(..length as usize)?.to_vec();
            }
            leaf.bodies.push(body);
        }
        (!leaf.bodies.is_empty()).then_some(leaf)
    }

    fn size(&self) -> (f64, f64) {
        (f64::from_bits(self.size[0]), f64::from_bits(self.size[1]))
    }
}

/// Binds leaves, each with its label, into a file with a table of contents.
///
/// # Errors
/// A bookmark leads nowhere, or the file cannot be put together.
pub fn bound(about: &PdfAbout, leaves: &[(Leaf, String)], bookmarks: &[Bookmark]) -> Result<Vec<u8>, PdfError> {
    // What a file has besides its pages: krilla writes it, around pages that are empty.
    let mut writer = PdfWriter::new(about, true);
    for (leaf, label) in leaves {
        let (width, height) = leaf.size();
        let drawing = Cow::Owned(Drawing::new(width, height));
        writer.page(&Page { drawing, trim: None, bleed: None, label: Some(label.clone()) })?;
    }
    let cover = Objects::read(&writer.finish(bookmarks)?).ok_or_else(apart)?;
    Binding::default().bind(&cover, leaves).ok_or_else(apart)
}

/// A file while it is bound.
#[derive(Default)]
struct Binding {
    /// The numbers of the cover's objects.
    numbers: BTreeMap<u32, u32>,
    /// Objects by their numbers, from 1, with references by number.
    objects: BTreeMap<u32, ObjectBody>,
    next: u32,
    /// Objects that are there already, by their hash.
    known: BTreeMap<[u8; 32], u32>,
}

impl Binding {
    fn bind(mut self, cover: &Objects, leaves: &[(Leaf, String)]) -> Option<Vec<u8>> {
        let kids = kids(cover)?;
        let (root, info) = (cover.trailer.target(b"/Root")?, cover.trailer.target(b"/Info")?);
        let pages: BTreeSet<u32> = kids.iter().copied().collect();
        for n in [root, info] {
            self.cover(cover, n, &pages);
        }
        let parent = *self.numbers.get(&page_tree(cover)?)?;
        for ((leaf, _), kid) in leaves.iter().zip(&kids) {
            let page = *self.numbers.get(kid)?;
            self.leaf(leaf, page, parent)?;
        }
        for (n, number) in &self.numbers {
            if !pages.contains(n) {
                let mut body = cover.bodies.get(n)?.clone();
                for (_, target) in &mut body.refs {
                    *target = *self.numbers.get(target)?;
                }
                self.objects.insert(*number, body);
            }
        }
        let trailer = self.trailer(cover)?;
        self.write(&cover.head, &trailer)
    }

    /// Numbers an object of the cover, and all that it refers to but what is on pages.
    fn cover(&mut self, cover: &Objects, n: u32, pages: &BTreeSet<u32>) {
        if self.numbers.contains_key(&n) {
            return;
        }
        self.next += 1;
        self.numbers.insert(n, self.next);
        if let Some(body) = cover.bodies.get(&n).filter(|_| !pages.contains(&n)) {
            body.refs.iter().for_each(|(_, target)| self.cover(cover, *target, pages));
        }
    }

    /// Adds a page by a number, and what it refers to unless that is there already.
    fn leaf(&mut self, leaf: &Leaf, page: u32, parent: u32) -> Option<()> {
        let mut numbers: Vec<u32> = Vec::with_capacity(leaf.bodies.len());
        for (n, body) in leaf.bodies.iter().enumerate() {
            let mut body = body.clone();
            for (_, target) in &mut body.refs {
                *target = if *target == PARENT { parent } else { *numbers.get(*target as usize)? };
            }
            if n + 1 == leaf.bodies.len() {
                self.objects.insert(page, body);
                return Some(());
            }
            let mut hash = blake3::Hasher::new();
            hash.update(&body.bytes);
            for (at, target) in &body.refs {
                hash.update(&(*at as u64).to_le_bytes()).update(&target.to_le_bytes());
            }
            let next = self.next + 1;
            let number = *self.known.entry(*hash.finalize().as_bytes()).or_insert(next);
            if number == next {
                self.next = next;
                self.objects.insert(number, body);
            }
            numbers.push(number);
        }
        None
    }

    /// The trailer. The cover says by a hash which edition of the file this is: it is to say so of all pages.
    fn trailer(&mut self, cover: &Objects) -> Option<String> {
        let mut hash = blake3::Hasher::new();
        for body in self.objects.values() {
            hash.update(&body.bytes);
        }
        let ids: Vec<&[u8]> = cover.trailer.bytes.split(|byte| b"()".contains(byte)).skip(1).step_by(2).collect();
        let [document, old] = ids[..] else { return None };
        let hash = hash.finalize().to_hex();
        let new = hash.as_bytes().get(..old.len()).filter(|_| old.len() >= 16)?;
        let root = cover.trailer.target(b"/Root")?;
        let metadata = self.numbers.get(&cover.bodies.get(&root)?.target(b"/Metadata")?)?;
        exchange(&mut self.objects.get_mut(metadata)?.bytes, old, new);
        let [mut document, new] = [document, new].map(|id| String::from_utf8_lossy(id).into_owned());
        if document.as_bytes() == old {
            document.clone_from(&new);
        }
        let [root, info] = [root, cover.trailer.target(b"/Info")?].map(|n| self.numbers.get(&n));
        let (root, info) = root.zip(info)?;
        Some(format!("<</Size {}/Root {root} 0 R/Info {info} 0 R/ID[({document})({new})]>>", self.next + 1))
    }

    fn write(&self, head: &[u8], trailer: &str) -> Option<Vec<u8>> {
        let size: usize = self.objects.values().map(|body| body.bytes.len() + 64).sum();
        let mut out = Vec::with_capacity(head.len() + size + 200);
        out.extend_from_slice(head);
        let mut places = Vec::new();
        for (number, body) in &self.objects {
            places.push(out.len());
            out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
            body.write(&mut out)?;
            out.extend_from_slice(b"\nendobj\n\n");
        }
        // All objects are there: numbers have no gaps.
        if places.len() != self.next as usize {
            return None;
        }
        let table = out.len();
        out.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f\r\n", self.next + 1).as_bytes());
        for place in places {
            out.extend_from_slice(format!("{place:010} 00000 n\r\n").as_bytes());
        }
        out.extend_from_slice(format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF").as_bytes());
        Some(out)
    }
}

/// Puts another text of the same length in place of one.
fn exchange(bytes: &mut [u8], old: &[u8], new: &[u8]) {
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.windows(old.len()).position(|own| own == old)) {
        let place = at + found..at + found + old.len();
        at = place.end;
        if let Some(own) = bytes.get_mut(place) {
            own.copy_from_slice(new);
        }
    }
}
