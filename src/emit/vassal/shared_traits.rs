//! What many pieces share: the names of prototypes, the layers of a map, and traits that more than one command is made of.

use super::boards::WindowBoard;
use super::names::{plain, property};
use crate::model::{Attributes, Scalar};
use crate::vassal::key::Key;
use crate::vassal::traits::{Destination, ReportState, SendToLocation, Trait, UsePrototype};

/// Names of prototypes.
pub mod name {
    pub const PIECE: &str = "Piece";
    pub const SECRET: &str = "Secret piece";
    pub const UNIT: &str = "Unit";
    pub const MARKER: &str = "Marker";
    pub const CARD: &str = "Card";
    pub const STRENGTH: &str = "Strength";
    pub const STRENGTH_MARKER: &str = "Strength marker";
    pub const ASSETS: &str = "Assets";

    pub fn side(id: &str) -> String {
        format!("Side {id}")
    }
    pub fn losses(id: &str, independent: bool) -> String {
        if independent { format!("Losses {id}, independent") } else { format!("Losses {id}") }
    }
    pub fn formation(id: &str) -> String {
        format!("Formation {id}")
    }
    pub fn kind(id: &str) -> String {
        format!("Type {id}")
    }
    pub fn layer(id: &str) -> String {
        format!("Layer {id}")
    }
    pub fn track(id: &str) -> String {
        format!("Track {id}")
    }
    pub fn deck(id: &str) -> String {
        format!("Deck {id}")
    }
    pub fn back(id: &str) -> String {
        format!("Back {id}")
    }
}

/// Layers of pieces on a map, lowest first: what lies on one does not stack with what lies on another.
/// Markers lie above units, beside which commands lay them: no stack hides a marker or a flag.
pub const LAYERS: [&str; 3] = [UNITS, PLACES, "marker"];

/// The layer of markers that lie on places.
pub const PLACES: &str = "place";

/// The layer of units.
pub const UNITS: &str = "unit";

/// A text in an expression.
pub fn quoted(text: &str) -> String {
    crate::expr::java_text(&plain(text))
}

/// A report: an expression, evaluated after the command was carried out.
pub fn report(keys: impl IntoIterator<Item = Key>, expression: String, about: &str) -> Trait {
    ReportState {
        keys: keys.into_iter().collect(),
        format: format!("{{{expression}}}"),
        description: about.to_string(),
        ..ReportState::default()
    }
    .into()
}

/// Whether a property is true.
pub fn is_true(property: &str) -> String {
    format!("GetProperty(\"{property}\") == true")
}

/// A command that sends a piece to a zone.
pub fn to_zone(command: &str, key: Key, board: &WindowBoard, zone: &str) -> SendToLocation {
    SendToLocation {
        command: command.into(),
        key,
        map: board.name.clone(),
        board: board.name.clone(),
        destination: Destination::Zone,
        zone: zone.to_string(),
        ..SendToLocation::default()
    }
}

/// What a piece has of a prototype.
pub fn prototype(name: String) -> Trait {
    UsePrototype { name, parameters: None }.into()
}

/// Attributes of the game's own, as properties.
pub fn attributes(attributes: &Attributes) -> impl Iterator<Item = (String, String)> + '_ {
    attributes.iter().map(|(key, value)| (property(key), scalar(value)))
}

fn scalar(value: &Scalar) -> String {
    match value {
        Scalar::Bool(yes) => yes.to_string(),
        Scalar::Number(number) => number.to_string(),
        Scalar::Text(text) => plain(text),
    }
}
