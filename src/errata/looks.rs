//! Which counters, cards, charts and maps look different: whatever the reason, these are printed anew.

use super::changes::{Change, ChangeKind};
use super::edition::{Edition, EditionSheet, FacesOf};
use crate::draw::{Drawing, Item, PictureFormat, Raster, pixels};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A counter or card that is to be printed anew, or that is gone.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FaceChange {
    /// Its id.
    pub id: String,
    /// The id it had before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What became of it.
    pub kind: ChangeKind,
    /// How many are to be printed: all of what changed, and of what there are more of, those.
    pub print: u32,
    /// How it looked: front and back.
    #[serde(skip)]
    pub old: [Option<Drawing>; 2],
    /// How it looks.
    #[serde(skip)]
    pub new: [Option<Drawing>; 2],
}

/// The counters or cards that look different, are new or gone, or are more than they were.
pub fn faces(piece: FacesOf, old: &Edition, new: &Edition, changes: &[Change]) -> Vec<FaceChange> {
    let renamed: BTreeMap<&str, &str> =
        changes.iter().filter_map(|change| Some((change.id.as_str(), change.was.as_deref()?))).collect();
    let was = |id: &str| {
        let (own, more) = id.split_once('#').map_or((id, None), |(own, more)| (own, Some(more)));
        let was = renamed.get(own)?;
        Some(more.map_or_else(|| (*was).to_string(), |more| format!("{was}#{more}")))
    };
    let (copies_before, copies_now) = (copies(old, piece), copies(new, piece));
    let (mut before, mut now) = (old.faces(piece), new.faces(piece));
    let mut changed = Vec::new();
    for (id, count) in &copies_now {
        let old_id = if copies_before.contains_key(id) { None } else { was(id) };
        let key = old_id.clone().unwrap_or_else(|| id.clone());
        let had = copies_before.get(&key).copied();
        let new_faces = now.remove(id).unwrap_or_default();
        let old_faces = before.remove(&key).unwrap_or_default();
        let same = had.is_some() && (0..2).all(|n| alike(old_faces[n].as_ref(), new_faces[n].as_ref()));
        let (kind, print) = match had {
            None => (ChangeKind::Added, *count),
            Some(had) if same && had >= *count => continue,
            Some(had) if same => (ChangeKind::Added, count - had),
            Some(_) => (ChangeKind::Changed, *count),
        };
        changed.push(FaceChange { id: id.clone(), was: old_id, kind, print, old: old_faces, new: new_faces });
    }
    let still = |id: &String| copies_now.contains_key(id) || changed.iter().any(|one| one.was.as_ref() == Some(id));
    let gone: Vec<String> = copies_before.keys().filter(|id| !still(id)).cloned().collect();
    for id in gone {
        let old = before.remove(&id).unwrap_or_default();
        changed.push(FaceChange { id, was: None, kind: ChangeKind::Removed, print: 0, old, new: [None, None] });
    }
    changed
}

/// How many of each there are.
fn copies(edition: &Edition, piece: FacesOf) -> BTreeMap<String, u32> {
    let things = edition.engine.get(piece.list()).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let copies = things.iter().filter_map(|thing| {
        let count = thing.get("copies").and_then(Value::as_u64).unwrap_or(1);
        Some((thing.get("id")?.as_str()?.to_string(), u32::try_from(count).unwrap_or(u32::MAX)))
    });
    copies.collect()
}

/// Charts or maps that look different or are new, by their ids.
pub fn sheets(folder: &str, old: &Edition, new: &Edition) -> Vec<String> {
    let before: BTreeMap<String, String> =
        old.sheets(folder).into_iter().map(|sheet| (sheet.file, sheet.svg)).collect();
    let differs = |sheet: &EditionSheet| before.get(&sheet.file) != Some(&sheet.svg);
    new.sheets(folder).into_iter().filter(differs).map(|sheet| sheet.id).collect()
}

/// Whether two faces look the same.
fn alike(old: Option<&Drawing>, new: Option<&Drawing>) -> bool {
    let (Some(old), Some(new)) = (old, new) else { return old.is_none() == new.is_none() };
    match (photo(old), photo(new)) {
        (None, None) => old.fingerprint() == new.fingerprint(),
        (Some(old), Some(new)) => old == new || same_pixels(old, new),
        (Some(png), None) => drawn_as(new, png),
        (None, Some(png)) => drawn_as(old, png),
    }
}

/// The picture of an earlier build.
fn photo(drawing: &Drawing) -> Option<&[u8]> {
    match drawing.items.as_slice() {
        [Item::Picture { picture, .. }] if picture.format() == PictureFormat::Png => Some(picture.bytes()),
        _ => None,
    }
}

/// Whether a face, drawn at the size of a picture, looks like it.
fn drawn_as(face: &Drawing, png: &[u8]) -> bool {
    let Some(image) = decoded(png) else { return false };
    // Resolutions are whole numbers; several may give as many pixels.
    let about = (f64::from(image.width()) / (face.width / 25.4)).round();
    let near = (-3..=3).map(|more| about + f64::from(more)).filter(|dpi| *dpi >= 1.0);
    let fitting = near.filter(|dpi| (pixels(face.width, *dpi), pixels(face.height, *dpi)) == image.dimensions());
    let alike = |dpi: f64| Raster::new(dpi).png(face).is_ok_and(|own| own == png || same_pixels(&own, png));
    fitting.into_iter().any(alike)
}

/// A pixel differs if a channel does by more than this.
const CHANNEL: u8 = 64;
/// Pictures differ if more than one pixel in so many does: less is another version's way to draw edges.
const PIXELS: usize = 1000;

fn same_pixels(a: &[u8], b: &[u8]) -> bool {
    let (Some(a), Some(b)) = (decoded(a), decoded(b)) else { return false };
    if a.dimensions() != b.dimensions() {
        return false;
    }
    let differs = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| (0..4).any(|n| a.0[n].abs_diff(b.0[n]) > CHANNEL);
    a.pixels().zip(b.pixels()).filter(differs).count() * PIXELS <= a.pixels().len()
}

fn decoded(png: &[u8]) -> Option<image::RgbaImage> {
    let mut reader = image::ImageReader::new(std::io::Cursor::new(png)).with_guessed_format().ok()?;
    reader.limits(image::Limits::default());
    Some(reader.decode().ok()?.into_rgba8())
}
