//! Pieces: a unit or marker and all of its faces.

use super::codec::key::Key;
use super::codec::piece::{Basic, Piece};
use super::codec::traits::{Embellishment, Marker, Trait};
use super::keys::{self, menu};
use super::names::{plain, property};
use super::parts::Parts;
use super::shared_traits::{attributes, name, prototype};
use super::{actions, pool_decks, ranges, secrets, strengths, turns};
use crate::model::{Formation, Printed, Ref, Unit, What};
use crate::syntax::MarkerUse;

/// A piece of the module.
pub struct PaletteSlot {
    /// Its number.
    pub gpid: u32,
    /// Its name.
    pub name: String,
    /// The piece, as its palette slot has it.
    pub piece: Piece,
}

/// The piece of a unit or marker.
pub fn slot(parts: &Parts<'_>, what: &What) -> Option<PaletteSlot> {
    match what {
        What::Unit(unit) => unit_slot(parts, unit.index),
        What::Marker(marker) => marker_slot(parts, marker.index),
    }
}

/// The piece of a unit: its steps, counter after counter, are the levels of one layer.
pub fn unit_slot(parts: &Parts<'_>, index: usize) -> Option<PaletteSlot> {
    let unit = parts.game.model.units.get(index)?;
    // A mask hides everything inside it.
    let mut traits = uses(pool_decks::of_unit(parts, index));
    traits.extend(uses([name::PIECE.to_string(), name::UNIT.to_string()]));
    traits.extend(actions::of(parts, &What::Unit(Ref::new(index, &unit.id))));
    traits.extend(ranges::of(parts, unit));
    traits.extend(uses(strengths::of_unit(parts.game.model, index)));
    traits.push(prototype(name::losses(&unit.side.id, unit.formation.is_none())));
    traits.push(belongs(&unit.side.id, unit.formation.as_ref()));
    traits.push(prototype(name::kind(&unit.unit_type.id)));
    let faces: Vec<PieceFace> = unit
        .steps
        .iter()
        .map(|step| PieceFace {
            image: parts.pictures.counter(step.counter.index, step.back),
            state: step.state.clone(),
        })
        .collect();
    let mut own = vec![("Size".to_string(), unit.size.as_ref().map_or(String::new(), |size| size.id.to_string()))];
    own.extend(attributes(&unit.attributes));
    own.extend(arrival(unit));
    for (n, step) in unit.steps.iter().enumerate() {
        own.extend(
            step.values.iter().map(|(value, printed)| (format!("{}_{}", property(value), n + 1), number(printed))),
        );
    }
    finished(parts, format!("unit/{}", unit.id), &unit.name, traits, &faces, own)
}

/// The piece of a marker.
pub fn marker_slot(parts: &Parts<'_>, index: usize) -> Option<PaletteSlot> {
    let model = parts.game.model;
    let marker = model.markers.get(index)?;
    let counter = model.counters.get(marker.counter.index)?;
    let layer = if marker.role == MarkerUse::Place { "place" } else { "marker" };
    let mut traits: Vec<Trait> = secrets::mask(parts, marker).into_iter().collect();
    traits.push(prototype(if marker.secret { name::SECRET } else { name::PIECE }.to_string()));
    traits.extend(actions::of(parts, &What::Marker(Ref::new(index, &marker.id))));
    if let Some(track) = parts.tracks.get(&index).and_then(|track| model.tracks.get(*track)) {
        traits.push(prototype(name::track(&track.id)));
    }
    traits.extend(turns::following(parts, index).map(prototype));
    if model.shows_strength(index) {
        traits.push(prototype(name::STRENGTH_MARKER.to_string()));
    }
    traits.extend(uses([name::MARKER.to_string(), name::layer(layer)]));
    traits.extend(marker.side.iter().map(|side| belongs(&side.id, marker.formation.as_ref())));
    let mut faces = vec![PieceFace {
        image: parts.pictures.counter(marker.counter.index, false),
        state: counter.front.state.clone(),
    }];
    faces.extend(counter.back.as_ref().map(|back| PieceFace {
        image: parts.pictures.counter(marker.counter.index, true),
        state: back.state.clone(),
    }));
    let mut own = vec![("Use".to_string(), marker.role.word().to_string())];
    if marker.secret {
        // Its back is the mask: there is nothing to turn inside.
        own.push(("Steps".to_string(), faces.len().to_string()));
        own.extend(faces.drain(1..).map(|back| ("State_2".to_string(), plain(&back.state))));
    }
    finished(parts, format!("marker/{}", marker.id), &marker.name, traits, &faces, own)
}

/// Whose a piece is: a formation knows its side.
fn belongs(side: &str, formation: Option<&Ref<Formation>>) -> Trait {
    prototype(formation.map_or_else(|| name::side(side), |formation| name::formation(&formation.id)))
}

/// One level of a piece.
pub struct PieceFace {
    /// Its picture.
    pub image: String,
    /// What it means.
    pub state: String,
}

fn uses(names: impl IntoIterator<Item = String>) -> Vec<Trait> {
    names.into_iter().map(prototype).collect()
}

fn finished(
    parts: &Parts<'_>,
    key: String,
    name: &str,
    mut traits: Vec<Trait>,
    faces: &[PieceFace],
    own: Vec<(String, String)>,
) -> Option<PaletteSlot> {
    let gpid = parts.game.identities.gpid(&key)?;
    let mut properties = vec![("Id".to_string(), key)];
    if !own.iter().any(|(name, _)| name == "Steps") {
        properties.push(("Steps".to_string(), faces.len().to_string()));
    }
    let state = |(n, face): (usize, &PieceFace)| (format!("State_{}", n + 1), plain(&face.state));
    properties.extend(faces.iter().enumerate().map(state));
    properties.extend(own);
    if faces.len() < 2 {
        properties.push(("Step_Level".to_string(), "1".to_string()));
    }
    traits.push(Marker { properties }.into());
    let mut basic = Basic { name: plain(name), gpid: gpid.to_string(), ..Basic::default() };
    match faces {
        [only] => basic.image.clone_from(&only.image),
        _ => traits.push(layer(faces)),
    }
    let name = basic.name.clone();
    Some(PaletteSlot { gpid, name, piece: Piece { traits, basic } })
}

/// The layer of a piece with more than one face. Two faces are turned over, more are steps.
fn layer(faces: &[PieceFace]) -> Trait {
    let two = faces.len() == 2;
    let level_names = faces.iter().enumerate().map(|(n, face)| match n {
        0 => String::new(),
        _ => format!("+ ({})", plain(&face.state)),
    });
    Embellishment {
        activate_command: String::new(),
        activate_key: Key::None,
        always_active: true,
        increase_command: if two { menu::FLIP } else { menu::LOSE }.into(),
        increase_key: keys::flip(),
        decrease_command: if two { "" } else { menu::RECOVER }.into(),
        decrease_key: if two { Key::None } else { keys::recover() },
        images: faces.iter().map(|face| face.image.clone()).collect(),
        level_names: level_names.collect(),
        wrap: two,
        reset_key: Key::named("first-face"),
        name: "Step".into(),
        level: 1,
        ..Embellishment::default()
    }
    .into()
}

/// Shows a level of a piece's layer of steps.
pub fn show(piece: &mut Piece, level: usize) {
    if level > 0 {
        secrets::cover(piece);
    }
    for one in &mut piece.traits {
        if let Trait::Embellishment(layer) = one
            && layer.name == "Step"
        {
            layer.level = i32::try_from(level + 1).unwrap_or(1);
        }
    }
}

fn arrival(unit: &Unit) -> Option<(String, String)> {
    let turn = unit.arrives.as_ref()?.turn?;
    Some(("Arrives".to_string(), turn.to_string()))
}

fn number(printed: &Printed) -> String {
    match printed {
        Printed::Number(number) => number.as_fraction(),
        Printed::Text(text) => plain(text),
    }
}
