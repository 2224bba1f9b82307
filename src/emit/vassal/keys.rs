//! Keys of commands: which, what they are called, and that no two collide.

use super::codec::key::Key;
use super::counting::Role;
use super::parts::Parts;
use super::strengths;
use crate::identity::Identities;
use crate::model::{Marker, Model};
use crate::syntax::MarkerUse;
use std::collections::BTreeMap;

/// A command with its key, as a player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortcut {
    /// What is pressed.
    pub keys: String,
    /// What the menu says.
    pub name: String,
    /// What it does.
    pub about: String,
}

impl Shortcut {
    fn new(keys: impl Into<String>, name: impl Into<String>, about: impl Into<String>) -> Self {
        Self { keys: keys.into(), name: name.into(), about: about.into() }
    }
}

/// Names of the commands in menus.
pub mod menu {
    pub const FLIP: &str = "Flip";
    pub const LOSE: &str = "Lose a step";
    pub const RECOVER: &str = "Recover a step";
    pub const ELIMINATE: &str = "Eliminate";
    pub const RETURN: &str = "Return";
    pub const MOVED: &str = "Moved";
    pub const TRAIL: &str = "Movement trail";
    pub const REMOVE: &str = "Remove";
    pub const CLONE: &str = "Clone";
    pub const DELETE: &str = "Delete";
    pub const ATTACK: &str = "Attack with it";
    pub const DEFEND: &str = "Defend with it";
    pub const EXIT: &str = "Leave by the exit";
    pub const FORWARD: &str = "Forward";
    pub const BACK: &str = "Back";
    pub const STRONGER: &str = "Strength +1";
    pub const WEAKER: &str = "Strength -1";
    pub const PLAY: &str = "Play";
    pub const DISCARD: &str = "Discard";
    pub const TO_DECK: &str = "Return to deck";
}

pub fn flip() -> Key {
    Key::ctrl('F')
}
pub fn recover() -> Key {
    Key::ctrl_shift('F')
}
pub fn eliminate() -> Key {
    Key::ctrl('E')
}
pub fn back_from_eliminated() -> Key {
    Key::ctrl_shift('E')
}
pub fn moved() -> Key {
    Key::ctrl('M')
}
pub fn trail() -> Key {
    Key::ctrl('T')
}
pub fn remove() -> Key {
    Key::ctrl('D')
}
pub fn attack() -> Key {
    Key::ctrl('1')
}
pub fn defend() -> Key {
    Key::ctrl('2')
}
pub fn exit() -> Key {
    Key::ctrl('L')
}
pub fn range() -> Key {
    Key::ctrl('R')
}
pub fn zone() -> Key {
    Key::ctrl('K')
}
pub fn forward() -> Key {
    Key::Stroke { code: 39, modifiers: 130 }
}
pub fn backward() -> Key {
    Key::Stroke { code: 37, modifiers: 130 }
}
pub fn play() -> Key {
    Key::ctrl('P')
}
pub fn discard() -> Key {
    Key::ctrl('X')
}
pub fn to_deck() -> Key {
    Key::ctrl('U')
}

/// Letters that status and place commands do not get: they have a meaning with Ctrl and Shift already.
const RESERVED: [char; 2] = ['E', 'F'];

/// A letter for each marker that units have a command for, pressed with Ctrl and Shift: the first
/// free one of its id. Older pieces choose first, so that a new marker takes no other's letter.
pub fn letters(model: &Model, identities: &Identities) -> BTreeMap<usize, char> {
    let age = |marker: &Marker| identities.gpid(&format!("marker/{}", marker.id)).unwrap_or(u32::MAX);
    let mut markers: Vec<(usize, &Marker)> = model
        .markers
        .iter()
        .enumerate()
        .filter(|(_, marker)| matches!(marker.role, MarkerUse::Status | MarkerUse::Place))
        .collect();
    markers.sort_by_key(|(n, marker)| (age(marker), *n));
    let mut taken: BTreeMap<usize, char> = BTreeMap::new();
    for (n, marker) in markers {
        let letters = marker.id.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
        let mut free = letters.filter(|letter| !RESERVED.contains(letter) && taken.values().all(|own| own != letter));
        if let Some(letter) = free.next() {
            taken.insert(n, letter);
        }
    }
    taken
}

/// What a status or place command is triggered by.
pub fn of_marker(letters: &BTreeMap<usize, char>, index: usize, what: &str, marker: &Marker) -> Key {
    letters.get(&index).map_or_else(|| Key::named(format!("{what}-{}", marker.id)), |l| Key::ctrl_shift(*l))
}

/// Everything the help page tells about keys.
pub fn shortcuts(parts: &Parts<'_>) -> Vec<(&'static str, Vec<Shortcut>)> {
    let model = parts.game.model;
    let many = model.units.iter().any(|unit| unit.steps.len() > 2);
    let mut units = vec![Shortcut::new("Ctrl+F", menu::FLIP, "Turns the counter over")];
    if many {
        units.push(Shortcut::new("Ctrl+F", menu::LOSE, "The next step of a unit with more than two"));
        units.push(Shortcut::new("Ctrl+Shift+F", menu::RECOVER, "The step before"));
    }
    units.push(Shortcut::new("Ctrl+E", menu::ELIMINATE, "To the box of its side's eliminated units"));
    units.push(Shortcut::new("Ctrl+Shift+E", menu::RETURN, "Back to where it was"));
    units.push(Shortcut::new("Ctrl+M", menu::MOVED, "Sets or takes off the moved mark"));
    units.push(Shortcut::new("Ctrl+T", menu::TRAIL, "Shows where the unit has been"));
    for (role, _, command) in super::counting::roles(parts) {
        let keys = if role == Role::Attacker { "Ctrl+1" } else { "Ctrl+2" };
        let about = "Marks it and fills the sheets under Tables and Sums from it; again: takes it out. A roll takes the marks off";
        units.push(Shortcut::new(keys, command, about));
    }
    if let Some(command) = super::ranges::zone_command(model) {
        units.push(Shortcut::new(
            "Ctrl+K",
            command,
            "Shades the places that it reaches; what rivers stop is for players to see",
        ));
    }
    for (n, value) in super::ranges::ranges(model) {
        let keys = if n == 0 { "Ctrl+R" } else { "" };
        units.push(Shortcut::new(keys, super::ranges::command(value), "Shades every place within that distance"));
    }
    if !super::exits::exits(model).is_empty() {
        units.push(Shortcut::new("Ctrl+L", menu::EXIT, "From a place with one way out, to where it leads"));
    }
    if strengths::all(model).any(|strength| strength.marker.is_some()) {
        units.push(Shortcut::new("Ctrl+Left", menu::WEAKER, "Moves its marker down its strength track"));
        units.push(Shortcut::new("Ctrl+Right", menu::STRONGER, "Moves it up"));
    }
    for (n, pool) in parts.pools.iter().enumerate() {
        let keys = if n == 0 { "Ctrl+U" } else { "" };
        units.push(Shortcut::new(keys, super::pools::command(pool), "Puts it back among those drawn at random"));
    }
    for (n, letter) in &parts.letters {
        let Some(marker) = model.markers.get(*n) else { continue };
        let about = match marker.role {
            MarkerUse::Status => "Marks the unit, or takes the mark off",
            _ => "Puts the marker where the unit is",
        };
        units.push(Shortcut::new(format!("Ctrl+Shift+{letter}"), marker.name.clone(), about));
    }
    let mut markers = vec![Shortcut::new("Ctrl+D", menu::REMOVE, "Takes the marker off the map")];
    if model.markers.iter().any(|marker| marker.role == MarkerUse::Track) {
        markers.push(Shortcut::new("Ctrl+Right", menu::FORWARD, "To the next space of its track"));
        markers.push(Shortcut::new("Ctrl+Left", menu::BACK, "To the space before"));
    }
    let mut cards = Vec::new();
    if !model.decks.is_empty() {
        for (keys, name) in super::cards::drawing(parts) {
            cards.push(Shortcut::new(keys, name, "Takes the next card into the hand"));
        }
        cards.push(Shortcut::new("Ctrl+P", menu::PLAY, "Lays the card open and says what it does"));
        cards.push(Shortcut::new("Ctrl+X", menu::DISCARD, "To the discards"));
        cards.push(Shortcut::new("Ctrl+U", menu::TO_DECK, "Back into its deck"));
        cards.push(Shortcut::new("Ctrl+F", menu::FLIP, "Face up or face down"));
    }
    let windows = [
        ("Alt+P", "Counters"),
        ("Alt+C", "Charts"),
        ("Alt+I", "Inventory by place"),
        ("Alt+F", "Inventory by formation"),
        ("Alt+N", "Notes"),
        ("Alt+Right", "Next step of the turn"),
        ("Alt+Left", "Step before"),
    ];
    let windows = windows.iter().map(|(keys, name)| Shortcut::new(*keys, *name, "")).collect();
    vec![("Units", units), ("Markers", markers), ("Cards", cards), ("Windows", windows)]
}
