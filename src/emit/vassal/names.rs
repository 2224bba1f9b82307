//! Names that VASSAL and its players see.

use crate::model::{Model, Place, PlaceKind};
use std::collections::BTreeSet;

/// Names of places, no two the same.
pub struct Names {
    places: Vec<String>,
}

impl Names {
    /// The names of a game's places.
    pub fn new(model: &Model) -> Self {
        let mut taken = BTreeSet::new();
        let name = |place: &Place| {
            let short = plain(&place_name(model, place));
            if taken.insert(short.clone()) {
                return short;
            }
            let mut long = format!("{short} ({})", plain(&place.id));
            while !taken.insert(long.clone()) {
                long.push('\'');
            }
            long
        };
        Self { places: model.places.iter().map(name).collect() }
    }

    /// The name of a place.
    pub fn place(&self, index: usize) -> &str {
        self.places.get(index).map_or("", String::as_str)
    }

    /// The name of a room of a tray that is no place.
    pub fn room(&self, room: &str) -> String {
        plain(room.strip_prefix("group ").unwrap_or(room))
    }
}

fn place_name(model: &Model, place: &Place) -> String {
    let name = place.name.as_deref().filter(|name| *name != place.label);
    match &place.kind {
        PlaceKind::Hex { .. } => place.label.clone(),
        PlaceKind::Area { .. } => name.map_or_else(|| place.label.clone(), |name| format!("{} {name}", place.label)),
        PlaceKind::Box(_) => name.unwrap_or(&place.label).to_string(),
        PlaceKind::Space { track } => {
            let track = model.tracks.get(track.index).map_or("", |track| track.name.as_str());
            match name {
                Some(name) => format!("{track}: {} {name}", place.label),
                None => format!("{track}: {}", place.label),
            }
        }
    }
}

/// Without the characters that VASSAL's formats and lists take for their own.
pub fn plain(text: &str) -> String {
    let kept = text.chars().map(|c| match c {
        '$' | '{' | '}' | '|' | ';' | '\\' | '<' | '>' => ' ',
        c if c.is_control() => ' ',
        c => c,
    });
    kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A property's name: letters, digits and `_`, so that expressions can say it.
pub fn property(id: &str) -> String {
    let mut name: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        name.insert(0, '_');
    }
    name
}
