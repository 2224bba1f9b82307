//! Named key commands that are sent, and that nothing hears.

use super::{Findings, Mistake};
use crate::import::outline::ModuleOutline;
use crate::vassal::components::Component;
use crate::vassal::{Key, Trait};
use std::collections::BTreeMap;

/// What stands before the name of a named key, in every version of VASSAL: a code of the private use area,
/// and no modifiers.
const MODIFIERS: &str = ",0,";
const CODES: std::ops::RangeInclusive<u32> = 0xE000..=0xF8FF;

/// Looks for keys that are mentioned only where they are sent.
pub(super) fn check(outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let mut mentions = BTreeMap::<String, usize>::new();
    let mut sent = BTreeMap::<String, Vec<usize>>::new();
    for (part, one) in outline.parts() {
        let component = &one.node.component;
        for (_, value) in component.attributes() {
            named(&value, &mut mentions);
        }
        named(component.text(), &mut mentions);
        for key in sent_by_component(component) {
            send(key, part, &mut sent);
        }
    }
    for (part, one) in outline.traits() {
        for key in sent_by_trait(one) {
            send(key, part, &mut sent);
        }
    }
    for (name, senders) in sent {
        let told = mentions.get(&name).copied().unwrap_or_default();
        if told <= senders.len() && !super::is_computed(&name) {
            findings.at(Mistake::UnheardKey, senders[0], format!("nothing listens to the command `{name}`"));
        }
    }
}

fn send(key: &Key, part: usize, sent: &mut BTreeMap<String, Vec<usize>>) {
    if let Key::Named(name) = key {
        sent.entry(name.clone()).or_default().push(part);
    }
}

/// The keys that a trait sends to others or to its own piece.
fn sent_by_trait(one: &Trait) -> Vec<&Key> {
    match one {
        Trait::TriggerAction(trigger) => trigger.actions.iter().collect(),
        Trait::CounterGlobalKeyCommand(command) => vec![&command.sends],
        Trait::GlobalHotKey(hot_key) => vec![&hot_key.hot_key],
        _ => Vec::new(),
    }
}

/// The keys that a button sends.
fn sent_by_component(component: &Component) -> Vec<&Key> {
    match component {
        Component::GlobalKeyCommand(button) => vec![&button.command.key],
        Component::DoActionButton(button) => button.hotkeys.iter().collect(),
        _ => Vec::new(),
    }
}

/// Counts the named keys in a text. Each level of nesting may have put backslashes before commas.
fn named(text: &str, mentions: &mut BTreeMap<String, usize>) {
    if !text.contains(",0") {
        return;
    }
    let plain = text.replace('\\', "");
    for (at, _) in plain.match_indices(MODIFIERS) {
        let digits = plain[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
        if !plain[at - digits..at].parse().is_ok_and(|code: u32| CODES.contains(&code)) {
            continue;
        }
        let name = plain[at + MODIFIERS.len()..].split([',', ';', '\t', '/', '|', ':']).next().unwrap_or_default();
        if !name.is_empty() {
            *mentions.entry(name.to_string()).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_at_every_depth() {
        let mut mentions = BTreeMap::new();
        named("macro;;;57348\\,0\\,Go,65\\,130;x", &mut mentions);
        named("57344,0,Go;65,130,none;130,0,short", &mut mentions);
        assert_eq!(mentions.into_iter().collect::<Vec<_>>(), [("Go".to_string(), 2)]);
    }
}
