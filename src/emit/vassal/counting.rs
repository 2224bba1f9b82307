//! Units that count themselves in: commands that add a unit's value to what the button of a table will
//! ask for, so that nobody adds up by hand. After the roll the count starts anew.

use super::codec::key::Key;
use super::codec::traits::{Change, ChangeCommand, SetGlobalProperty, Trait, TriggerAction};
use super::keys::{self, menu};
use super::names::{plain, property};
use super::parts::Parts;
use super::prototypes::{quoted, report};
use super::tables::{Ask, Count, Role, TableButton};
use crate::expr::Code;

/// The answers that units count towards in a role.
fn counted(buttons: &[TableButton], role: Role) -> Vec<(&Ask, &Count)> {
    let asks = buttons.iter().flat_map(|button| &button.asks);
    let with_count = asks.filter_map(|ask| Some((ask, ask.count.as_ref()?)));
    with_count.filter(|(_, count)| count.role == role).collect()
}

/// Roles in which units count for something, with the key and the name of the command.
pub fn roles(buttons: &[TableButton]) -> Vec<(Role, Key, &'static str)> {
    let all = [(Role::Attacker, keys::attack(), menu::ATTACK), (Role::Defender, keys::defend(), menu::DEFEND)];
    all.into_iter().filter(|(role, ..)| !counted(buttons, *role).is_empty()).collect()
}

/// The commands and what they do, for every unit.
pub fn traits(parts: &Parts<'_>) -> Vec<Trait> {
    roles(&parts.buttons).into_iter().flat_map(|(role, key, command)| of_role(parts, role, &key, command)).collect()
}

fn of_role(parts: &Parts<'_>, role: Role, key: &Key, command: &str) -> Vec<Trait> {
    let counted = counted(&parts.buttons, role);
    let part = |ask: &Ask| Key::named(format!("count-{}", ask.property));
    let now = |ask: &Ask| Code::whole(&ask.property).text;
    let name_of = |count: &Count| {
        let value = parts.game.model.values.iter().find(|value| value.id == count.value);
        value.map_or_else(|| count.value.clone(), |value| plain(&value.name))
    };
    // Tables that ask for the same sum say it once.
    let mut said: Vec<(String, String)> = Vec::new();
    for (ask, count) in &counted {
        let name = name_of(count);
        if !said.iter().any(|(known, _)| *known == name) {
            said.push((name, now(ask)));
        }
    }
    let says: Vec<String> = said.iter().map(|(name, sum)| format!("{} + \" \" + {sum}", quoted(name))).collect();
    let verb = if role == Role::Attacker { "attacks" } else { "defends" };
    let words = format!("BasicName + \" {verb}: \" + {}", says.join(" + \", \" + "));
    let mut traits: Vec<Trait> = vec![
        report([key.clone()], words, command),
        TriggerAction {
            command: command.into(),
            key: key.clone(),
            actions: counted.iter().map(|(ask, _)| part(ask)).collect(),
            ..TriggerAction::default()
        }
        .into(),
    ];
    for (ask, count) in &counted {
        let value = Code::whole_or_zero(&property(&count.value));
        let change = if count.best {
            format!("{{Math.max({}, {})}}", now(ask), value.text)
        } else {
            format!("{{{} + ({})}}", now(ask), value.text)
        };
        let commands = vec![ChangeCommand { command: String::new(), key: part(ask), change: Change::Set(change) }];
        traits.push(SetGlobalProperty { name: ask.property.clone(), commands, ..SetGlobalProperty::default() }.into());
    }
    traits
}
