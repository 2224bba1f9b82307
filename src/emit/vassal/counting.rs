//! Units that count themselves in: commands that add a unit's value to what the button of a table will
//! ask for, so that nobody adds up by hand. After the roll the count starts anew.

use super::codec::key::Key;
use super::codec::traits::{Change, ChangeCommand, SetGlobalProperty, Trait, TriggerAction};
use super::keys::{self, menu};
use super::names::{plain, property};
use super::parts::Parts;
use super::prototypes::quoted;
use super::tables::{Count, Role, TableButton};
use crate::expr::Code;

/// What units add up in a role, each sum once however many tables ask for it.
pub fn sums(buttons: &[TableButton], role: Role) -> Vec<&Count> {
    let asks = buttons.iter().flat_map(|button| &button.asks);
    let mut found: Vec<&Count> = Vec::new();
    for count in asks.filter_map(|ask| ask.count.as_ref()).filter(|count| count.role == role) {
        if !found.contains(&count) {
            found.push(count);
        }
    }
    found
}

/// The global property that keeps a sum until the next roll.
pub fn keeper(count: &Count) -> String {
    let role = if count.role == Role::Attacker { "attacker" } else { "defender" };
    format!("{}_{role}_{}", if count.best { "Best" } else { "Count" }, property(&count.value))
}

/// Roles in which units count for something, with the key and the name of the command.
pub fn roles(buttons: &[TableButton]) -> Vec<(Role, Key, &'static str)> {
    let all = [(Role::Attacker, keys::attack(), menu::ATTACK), (Role::Defender, keys::defend(), menu::DEFEND)];
    all.into_iter().filter(|(role, ..)| !sums(buttons, *role).is_empty()).collect()
}

/// The commands and what they do, for every unit.
pub fn traits(parts: &Parts<'_>) -> Vec<Trait> {
    roles(&parts.buttons).into_iter().flat_map(|(role, key, command)| of_role(parts, role, &key, command)).collect()
}

/// What a unit says of itself when it counts.
pub fn words(parts: &Parts<'_>, role: Role) -> String {
    let name_of = |count: &Count| {
        let value = parts.game.model.values.iter().find(|value| value.id == count.value);
        value.map_or_else(|| count.value.clone(), |value| plain(&value.name))
    };
    let sums = sums(&parts.buttons, role);
    let says: Vec<String> =
        sums.iter().map(|count| format!("{} + {}", quoted_after(&name_of(count)), keeper(count))).collect();
    let verb = if role == Role::Attacker { "attacks" } else { "defends" };
    format!("\" {verb}: \" + {}", says.join(" + \", \" + "))
}

/// A text and a space.
fn quoted_after(text: &str) -> String {
    let mut quoted = quoted(text);
    quoted.insert(quoted.len() - 1, ' ');
    quoted
}

/// One sum is added to by the command itself, several by a command that does it for each.
fn of_role(parts: &Parts<'_>, role: Role, key: &Key, command: &str) -> Vec<Trait> {
    let sums = sums(&parts.buttons, role);
    let add = |count: &Count, command: &str, key: Key| -> Trait {
        let value = Code::whole_or_zero(&property(&count.value));
        let change = if count.best {
            format!("{{Math.max({}, {})}}", keeper(count), value.text)
        } else {
            format!("{{{} + ({})}}", keeper(count), value.text)
        };
        let commands = vec![ChangeCommand { command: command.into(), key, change: Change::Set(change) }];
        SetGlobalProperty { name: keeper(count), commands, ..SetGlobalProperty::default() }.into()
    };
    if let [count] = sums[..] {
        return vec![add(count, command, key.clone())];
    }
    let part = |count: &Count| Key::named(format!("count-{}", keeper(count)));
    let each = TriggerAction {
        command: command.into(),
        key: key.clone(),
        actions: sums.iter().map(|count| part(count)).collect(),
        ..TriggerAction::default()
    };
    let adds = sums.iter().map(|count| add(count, "", part(count)));
    std::iter::once(each.into()).chain(adds).collect()
}
