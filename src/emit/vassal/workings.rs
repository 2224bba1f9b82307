//! Properties that are worked out, and the keys that do it.

use super::tables::{TableButton, WorkedProperty};
use crate::vassal::components::*;
use crate::vassal::key::Key;

/// The key that works a number out, or throws a die.
pub fn work_key(work: &WorkedProperty) -> Key {
    Key::named(format!("work-{}", work.property))
}

/// The key that takes a die up again.
pub fn still_key(work: &WorkedProperty) -> Key {
    Key::named(format!("still-{}", work.property))
}

/// The key that reports, with the dice of the button if it has any.
pub fn roll_key(button: &TableButton) -> Key {
    Key::named(format!("roll-{}", button.id))
}

/// A property, and a button without a face that works it out.
pub fn working(work: &WorkedProperty) -> Node {
    let property =
        GlobalProperty { name: work.property.clone(), initial_value: "0".into(), ..GlobalProperty::default() };
    let still = work.dice.then(|| hidden(still_key(work), PropertyChange::Set("0".into())));
    Node::new(property).with(hidden(work_key(work), PropertyChange::Set(work.expression.clone()))).with_all(still)
}

/// A button without a face.
pub fn hidden(hotkey: Key, change: PropertyChange) -> ChangePropertyButton {
    ChangePropertyButton {
        text: String::new(),
        tooltip: String::new(),
        hotkey,
        change,
        ..ChangePropertyButton::default()
    }
}
