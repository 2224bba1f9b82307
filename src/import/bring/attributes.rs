//! Properties of pieces as attributes of units and cards.

use super::walk::Records;
use crate::carried::names::{Ids, line, slug};
use crate::carried::quoted;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Attributes that a game can have: more than this, and nobody reads them.
const ATTRIBUTES: usize = 60;
/// Keys of units and cards, which attributes cannot be called.
const KEYS: [&str; 37] = [
    "arrives",
    "at",
    "back",
    "back-image",
    "card",
    "control",
    "copies",
    "count",
    "counter-size",
    "deck",
    "effect",
    "extension",
    "formation",
    "front",
    "id",
    "image",
    "independent",
    "layout",
    "name",
    "note",
    "repeat",
    "setup",
    "side",
    "size",
    "src",
    "state",
    "status",
    "steps",
    "steps-per-counter",
    "symbol",
    "title",
    "turn",
    "type",
    "unused",
    "was",
    "when",
    "withdraws",
];

/// The properties of pieces that became attributes: by what has them and the property, the key and whether it is a number.
pub(super) struct FoundAttributes {
    known: BTreeMap<(&'static str, String), (String, bool)>,
}

impl FoundAttributes {
    pub fn of(records: &Records<'_>) -> Self {
        let units = records.counters.iter().filter(|counter| counter.side.is_some());
        let units = units.flat_map(|unit| &unit.properties).map(|own| ("unit", own));
        let cards = records.decks.iter().flat_map(|deck| &deck.cards).flat_map(|card| &card.properties);
        let cards = cards.map(|own| ("card", own));
        let mut found = BTreeMap::<(&'static str, String), (usize, bool)>::new();
        for (of, (name, value)) in units.chain(cards).filter(|(_, own)| is_plain(own)) {
            let (count, numeric) = found.entry((of, name.clone())).or_insert((0, true));
            *count += 1;
            *numeric &= is_number(value);
        }
        let mut common: Vec<_> = found.into_iter().collect();
        common.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        common.truncate(ATTRIBUTES);
        common.sort();
        let mut ids = BTreeMap::<&str, Ids>::new();
        let mut known = BTreeMap::new();
        for ((of, name), (_, numeric)) in common {
            let taken = ids.entry(of).or_insert_with(|| {
                let mut ids = Ids::default();
                KEYS.iter().for_each(|key| ids.keep(key));
                ids
            });
            let id = taken.id(&word(&name), "property");
            known.insert((of, name), (id, numeric));
        }
        FoundAttributes { known }
    }

    pub fn write(&self, text: &mut String) {
        for ((of, name), (id, numeric)) in &self.known {
            let kind = if *numeric { "number" } else { "text" };
            let _ = writeln!(
                text,
                "\n[[attribute]]\nof = \"{of}\"\nid = {}\nname = {}\nkind = \"{kind}\"",
                quoted(id),
                quoted(name)
            );
        }
    }

    /// `key = value` of each property that is an attribute; of two with one name, the first.
    pub fn values(&self, of: &'static str, properties: &[(String, String)]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let own = properties.iter().filter(|own| is_plain(own)).filter(|(name, _)| seen.insert(name.as_str()));
        own.filter_map(|(name, value)| {
            let (id, numeric) = self.known.get(&(of, name.clone()))?;
            Some(if *numeric { format!("{id} = {value}") } else { format!("{id} = {}", quoted(value)) })
        })
        .collect()
    }
}

/// What the key of a property is made of: keys are Latin letters and digits, and begin with a letter.
fn word(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    match slug(&plain).chars().next() {
        Some(first) if !first.is_ascii_alphabetic() => format!("property-{plain}"),
        _ => plain,
    }
}

/// Whether a property can be an attribute: one line, and not computed.
fn is_plain((name, value): &(String, String)) -> bool {
    let one_line = |text: &str| !text.is_empty() && line(text) == *text;
    one_line(name) && one_line(value) && !slug(name).is_empty() && !value.contains('$')
}

fn is_number(value: &str) -> bool {
    value.parse::<i64>().is_ok_and(|number| number.abs() < 1_000_000 && number.to_string() == value)
}
