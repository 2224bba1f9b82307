//! Shortcuts: what the help page tells about keys.

use super::fights::Role;
use super::keys::menu;
use super::parts::Parts;
use super::{cards, counting, exits, pool_decks, ranges};
use crate::syntax::MarkerUse;

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
    for (role, _, command) in counting::roles(parts) {
        let keys = if role == Role::Attacker { "Ctrl+1" } else { "Ctrl+2" };
        let about = "Marks it and fills the sheets under Tables and Sums from it; again: takes it out. A roll takes the marks off";
        units.push(Shortcut::new(keys, command, about));
    }
    if let Some(command) = ranges::zone_command(model) {
        units.push(Shortcut::new(
            "Ctrl+K",
            command,
            "Shades the places that it reaches; what rivers stop is for players to see",
        ));
    }
    for (n, value) in ranges::ranges(model) {
        let keys = if n == 0 { "Ctrl+R" } else { "" };
        units.push(Shortcut::new(keys, ranges::command(value), "Shades every place within that distance"));
    }
    if !exits::exits(model).is_empty() {
        units.push(Shortcut::new("Ctrl+L", menu::EXIT, "From a place with one way out, to where it leads"));
    }
    if model.strengths().any(|strength| strength.marker.is_some()) {
        units.push(Shortcut::new("Ctrl+Left", menu::WEAKER, "Moves its marker down its strength track"));
        units.push(Shortcut::new("Ctrl+Right", menu::STRONGER, "Moves it up"));
    }
    for (n, pool) in parts.pools.iter().enumerate() {
        let keys = if n == 0 { "Ctrl+U" } else { "" };
        units.push(Shortcut::new(keys, pool_decks::command(pool), "Puts it back among those drawn at random"));
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
        for (keys, name) in cards::drawing(parts) {
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
