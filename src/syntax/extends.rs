//! Supply rules that extend another: what they do not say is what the other says.

use crate::diag::codes;
use crate::source::decode::Cx;
use crate::source::{Node, Sp, Table, Value};
use std::collections::BTreeMap;

/// Fills in what a supply rule has from the one that it extends, in whatever file that stands.
pub fn supplies(roots: &mut [&mut Node], cx: &mut Cx) {
    let mut known: BTreeMap<String, Table> = BTreeMap::new();
    for root in roots.iter() {
        for rule in rules(root) {
            known.entry(text(rule, "id").map(|id| id.value).unwrap_or_default()).or_insert_with(|| rule.clone());
        }
    }
    for root in roots {
        let Value::Table(root) = &mut root.value else { continue };
        let lists = root.entries.iter_mut().filter(|(key, _)| key.text == "supply").map(|(_, list)| &mut list.value);
        for list in lists {
            let Value::List(items) = list else { continue };
            for item in items {
                if let Value::Table(rule) = &mut item.value {
                    extend(rule, &known, cx);
                }
            }
        }
    }
}

fn rules(root: &Node) -> Vec<&Table> {
    let Value::Table(root) = &root.value else { return Vec::new() };
    let Some(Node { value: Value::List(items), .. }) = root.get("supply") else { return Vec::new() };
    items
        .iter()
        .filter_map(|item| match &item.value {
            Value::Table(rule) => Some(rule),
            _ => None,
        })
        .collect()
}

fn text(rule: &Table, key: &str) -> Option<Sp<String>> {
    match rule.get(key) {
        Some(Node { value: Value::Text(text), span }) => Some(Sp::new(text.clone(), *span)),
        _ => None,
    }
}

fn extend(rule: &mut Table, known: &BTreeMap<String, Table>, cx: &mut Cx) {
    let mut seen = vec![text(rule, "id").map(|id| id.value).unwrap_or_default()];
    let mut next = text(rule, "extends");
    while let Some(name) = next {
        if seen.contains(&name.value) {
            let message = format!("the supply rule `{}` extends itself", seen[0]);
            cx.diags.push(codes::CIRCLE.at(name.span, message).label("leads back here"));
            return;
        }
        let Some(base) = known.get(&name.value) else {
            let diag = codes::UNKNOWN_NAME.at(name.span, format!("there is no supply rule `{}`", name.value));
            cx.diags.push(diag.label("no such rule").suggest(&name, known.keys().map(String::as_str)));
            return;
        };
        let taken = base.entries.iter().filter(|(key, _)| key.text != "extends" && rule.get(&key.text).is_none());
        let taken: Vec<_> = taken.cloned().collect();
        rule.entries.extend(taken);
        next = text(base, "extends");
        seen.push(name.value);
    }
}
