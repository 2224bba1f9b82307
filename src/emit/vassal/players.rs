//! Players: who sees what belongs to a side, and whose hands hold cards.

use super::names::plain;
use super::parts::Parts;
use crate::model::Side;

/// The player of all sides.
pub const SOLITAIRE: &str = "Solitaire";

/// Those who see what belongs to a side: its player, and the player of all sides.
pub fn insiders(side: Option<&Side>) -> Vec<String> {
    side.map(|side| plain(side.player())).into_iter().chain([SOLITAIRE.to_string()]).collect()
}

/// The sides that draw cards.
pub fn holders<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = &'a Side> {
    let model = parts.game.model;
    let draws = |side: &Side| model.decks.iter().any(|deck| deck.side.as_ref().is_none_or(|own| *own.id == *side.id));
    model.sides.iter().filter(move |side| draws(side))
}

/// The window of a side's cards.
pub fn hand_name(side: &Side) -> String {
    format!("{} hand", plain(&side.name))
}
