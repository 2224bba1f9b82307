//! Supply rules that extend another: what they do not say is what the other says.

use crate::diag::codes;
use crate::source::decode::Cx;
use crate::source::{DataNode, DataTable, DataValue, Sp};
use std::collections::BTreeMap;

/// Fills in what a supply rule has from the one that it extends, in whatever file that stands.
pub fn supplies(roots: &mut [&mut DataNode], cx: &mut Cx) {
    let mut known: BTreeMap<String, DataTable> = BTreeMap::new();
    for root in roots.iter() {
        for rule in rules(root) {
            known.entry(text(rule, "id").map(|id| id.value).unwrap_or_default()).or_insert_with(|| rule.clone());
        }
    }
    for root in roots {
        let DataValue::Table(root) = &mut root.value else { continue };
        let lists = root.entries.iter_mut().filter(|(key, _)| key.text == "supply").map(|(_, list)| &mut list.value);
        for list in lists {
            let DataValue::List(items) = list else { continue };
            for item in items {
                if let DataValue::Table(rule) = &mut item.value {
                    extend(rule, &known, cx);
                }
            }
        }
    }
}

fn rules(root: &DataNode) -> Vec<&DataTable> {
    let DataValue::Table(root) = &root.value else { return Vec::new() };
    let Some(DataNode { value: DataValue::List(items), .. }) = root.get("supply") else { return Vec::new() };
    items
        .iter()
        .filter_map(|item| match &item.value {
            DataValue::Table(rule) => Some(rule),
            _ => None,
        })
        .collect()
}

fn text(rule: &DataTable, key: &str) -> Option<Sp<String>> {
    match rule.get(key) {
        Some(DataNode { value: DataValue::Text(text), span }) => Some(Sp::new(text.clone(), *span)),
        _ => None,
    }
}

fn extend(rule: &mut DataTable, known: &BTreeMap<String, DataTable>, cx: &mut Cx) {
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
