//! What pieces need to be sent somewhere by an action.

use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{Trait, TriggerAction};
use super::keys;
use super::names::plain;
use super::parts::Parts;
use super::shared_traits::{prototype, quoted, report, to_zone};
use crate::model::{Action, What};

/// The key that an action sends to its pieces.
pub fn key(action: &Action) -> Key {
    Key::named(format!("action-{}", action.id))
}

/// The key that presses the button of an action.
pub fn pressed(id: &str) -> Key {
    Key::named(format!("press-{}", id))
}

fn name(action: &Action) -> String {
    format!("Action {}", action.id)
}

/// Actions that send pieces somewhere: those pieces need a trait for it.
fn sending<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = &'a Action> {
    parts.game.model.rules.actions.iter().filter(|action| action.to.is_some())
}

/// A prototype for each action that sends pieces somewhere.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    sending(parts).filter_map(|action| Some((name(action), traits(parts, action)?))).collect()
}

/// The prototypes that a piece has for the actions it takes part in.
pub fn of(parts: &Parts<'_>, what: &What) -> Vec<Trait> {
    let takes_part = |action: &&Action| match what {
        What::Unit(unit) => action.units.contains(unit),
        What::Marker(marker) => action.markers.contains(marker),
    };
    sending(parts).filter(takes_part).map(|action| prototype(name(action))).collect()
}

fn traits(parts: &Parts<'_>, action: &Action) -> Option<Piece> {
    let (board, zone) = parts.zone_of(action.to.as_ref()?.index)?;
    let part = |what: &str| Key::named(format!("action-{}-{what}", action.id));
    let quiet = |condition: String, key: Key, actions: Vec<Key>| -> Trait {
        TriggerAction { command: String::new(), key, condition, actions, ..TriggerAction::default() }.into()
    };
    let mut all = Vec::new();
    if action.each {
        let says = format!("BasicName + \": \" + {} + \", to \" + location", quoted(&action.name));
        all.push(report([key(action)], says, &plain(&action.name)));
    }
    let command = if action.each { plain(&action.name) } else { String::new() };
    let actions = vec![part("flip"), part("send")];
    all.push(TriggerAction { command, key: key(action), actions, ..TriggerAction::default() }.into());
    if let Some(state) = &action.flip {
        all.push(quiet(format!("{{State != {}}}", quoted(state)), part("flip"), vec![keys::flip()]));
    }
    all.push(to_zone("", part("send"), board, zone).into());
    Some(Piece::of(all))
}
