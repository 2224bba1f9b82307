//! Names that VASSAL and its players see.

use super::reserved::is_reserved;
use crate::identity::Identities;
use crate::model::{Marker, Model, Place, PlaceKind};
use std::collections::BTreeSet;

/// Names of places and of markers, no two of a kind the same.
pub struct ShownNames {
    places: Vec<String>,
    markers: Vec<String>,
}

impl ShownNames {
    /// The names of a game's places and markers. Of markers that are called the same, the oldest keeps
    /// the name: a new one changes no other.
    pub fn new(model: &Model, identities: &Identities) -> Self {
        let mut taken = BTreeSet::new();
        let places =
            model.places.iter().map(|place| unique(&mut taken, &place_name(model, place), &place.id)).collect();
        let age = |marker: &Marker| identities.gpid(&format!("marker/{}", marker.id));
        let mut oldest: Vec<usize> = (0..model.markers.len()).collect();
        oldest.sort_by_key(|n| (age(&model.markers[*n]), *n));
        let (mut taken, mut markers) = (BTreeSet::new(), vec![String::new(); model.markers.len()]);
        for n in oldest {
            markers[n] = unique(&mut taken, &model.markers[n].name, &model.markers[n].id);
        }
        Self { places, markers }
    }

    /// What a marker's slot and the command that places it are called.
    pub fn marker(&self, index: usize) -> &str {
        self.markers.get(index).map_or("", String::as_str)
    }

    /// The name of a place.
    pub fn place(&self, index: usize) -> &str {
        self.places.get(index).map_or("", String::as_str)
    }
}

/// The name, or with its id if the name is taken.
fn unique(taken: &mut BTreeSet<String>, name: &str, id: &str) -> String {
    let mut own = plain(name);
    if taken.contains(&own) {
        own = format!("{own} ({})", plain(id));
    }
    while !taken.insert(own.clone()) {
        own.push('\'');
    }
    own
}

fn place_name(model: &Model, place: &Place) -> String {
    let name = place.name.as_deref().filter(|name| *name != place.label);
    match &place.kind {
        PlaceKind::Hex { .. } | PlaceKind::Square { .. } => place.label.clone(),
        PlaceKind::Area { .. } => name.map_or_else(|| place.label.clone(), |name| format!("{} {name}", place.label)),
        PlaceKind::Box(_) => name.unwrap_or(&place.label).to_string(),
        PlaceKind::Slot { unit } => {
            let unit = model.units.get(unit.index).map_or("", |unit| unit.name.as_str());
            name.map_or_else(|| format!("{unit} slot {}", place.label), |name| format!("{unit} {name}"))
        }
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
        ';' => ',',
        '$' | '{' | '}' | '|' | '\\' | '<' | '>' => ' ',
        c if c.is_control() => ' ',
        c => c,
    });
    kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A property's name: letters, digits and `_`, so that expressions can say it. No two ids have the same one, and
/// none is a name that something else goes by.
pub fn property(id: &str) -> String {
    let mut name = String::new();
    let mut before = '-';
    for c in id.chars() {
        match c {
            '-' if before != '-' => name.push('_'),
            c if c.is_ascii_alphanumeric() => name.push(c),
            c => name.push_str(&format!("__{:x}_", u32::from(c))),
        }
        before = c;
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        name.insert(0, '_');
    }
    if is_reserved(&name) {
        name.push_str("__own");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_vassal_answers_itself_keeps_its_meaning() {
        for id in ["LocationName", "CurrentMap", "Moved", "Id", "PieceName", "Invisible", "Status-hit", "class"] {
            assert_ne!(property(id), id.replace('-', "_"), "{id}");
        }
        // What has meant nothing so far is called as it was.
        for (id, name) in [("attack", "attack"), ("anti-tank", "anti_tank"), ("2nd", "_2nd"), ("moved", "moved")] {
            assert_eq!(property(id), name);
        }
    }

    #[test]
    fn properties_of_released_modules_keep_their_names() {
        let first_rule = |id: &str| {
            let name: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
        };
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        for game in std::fs::read_dir(data).unwrap() {
            let compiled = crate::compile(&game.unwrap().path(), &crate::Options::default()).unwrap();
            let model = compiled.game.unwrap().model;
            let terrains = model.maps.iter().flat_map(|map| map.terrains.iter().map(|terrain| &terrain.id));
            let drawn = |place: &&Place| matches!(&place.kind, PlaceKind::Box(own) if own.draw.is_some());
            let ids = terrains.chain(model.values.iter().map(|value| &value.id));
            let ids = ids.chain(model.attributes.iter().map(|attribute| &attribute.id));
            let ids = ids.chain(model.markers.iter().map(|marker| &marker.id));
            let ids = ids.chain(model.sides.iter().map(|side| &side.id));
            for id in ids.chain(model.places.iter().filter(drawn).map(|place| &place.id)) {
                assert_eq!(property(id), first_rule(id), "{id}");
            }
        }
    }

    #[test]
    fn ids_that_look_alike_are_other_properties() {
        let ids =
            ["a-b", "a b", "a_b", "a/b", "a.b", "a--b", "-a", "a", "_a", "1", "-1", "Ж", "Ю", "Moved", "Moved-own"];
        let mut names: Vec<String> = ids.map(property).to_vec();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), ids.len());
    }

    proptest! {
        #[test]
        fn no_two_ids_are_one_property(a in "[-_a1 Ж,.M]{1,6}|Moved(-own)?", b in "[-_a1 Ж,.M]{1,6}|Moved(-own)?") {
            prop_assert_eq!(a == b, property(&a) == property(&b), "{} {}", property(&a), property(&b));
            prop_assert!(property(&a).chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        }
    }
}
