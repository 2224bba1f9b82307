//! Keys of commands: which, what they are called, and that no two collide.

use super::codec::key::Key;
use crate::identity::Identities;
use crate::model::{Marker, Model};
use crate::syntax::MarkerUse;
use std::collections::BTreeMap;

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

/// The key that pieces get after they were moved on a map.
pub fn arrived() -> Key {
    Key::named("arrived")
}

/// The key that takes the moved mark off a piece.
pub fn unmoved() -> Key {
    Key::named("unmoved")
}

/// The key that takes moved marks off every map.
pub fn all_unmoved() -> Key {
    Key::named("clear-moved")
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
