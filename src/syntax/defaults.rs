//! `[defaults]` of a file: keys that its records have unless they say otherwise.

use crate::diag::codes;
use crate::source::decode::Cx;
use crate::source::{DataNode, DataTable, DataValue};

/// Takes `[defaults]` out of a file, and gives each of its records the keys that `[defaults.RECORD]` has and it has not.
pub fn fill(root: &mut DataNode, cx: &mut Cx) {
    let DataValue::Table(table) = &mut root.value else { return };
    let Some(at) = table.entries.iter().position(|(key, _)| key.text == "defaults") else { return };
    let (_, defaults) = table.entries.remove(at);
    let DataValue::Table(defaults) = &defaults.value else {
        cx.wrong_type::<()>(&defaults, "a table");
        return;
    };
    for (record, keys) in &defaults.entries {
        let DataValue::Table(keys) = &keys.value else {
            let message = format!("`defaults` has a table for each kind of record, and `{}` is not one", record.text);
            let help = format!("write `[defaults.units]` above `{} = ..`, or another record", record.text);
            cx.diags.push(codes::WRONG_TYPE.at(record.span, message).label("of which records?").help(help));
            continue;
        };
        if give(table, &record.text, keys) == 0 {
            let message = format!("this file has no `[[{}]]`", record.text);
            let mut names = Vec::new();
            records(table, &mut names);
            let diag = codes::UNKNOWN_KEY.at(record.span, message).label("defaults of nothing");
            cx.diags.push(diag.suggest(&record.text, names.iter().map(String::as_str)));
        }
    }
}

/// Gives keys to all records of a name, wherever they stand, and counts the records.
fn give(table: &mut DataTable, record: &str, keys: &DataTable) -> usize {
    let mut count = 0;
    for (key, node) in &mut table.entries {
        let DataValue::List(items) = &mut node.value else {
            if let DataValue::Table(inside) = &mut node.value {
                count += give(inside, record, keys);
            }
            continue;
        };
        for item in items {
            let DataValue::Table(own) = &mut item.value else { continue };
            if key.text == record {
                count += 1;
                let missing = keys.entries.iter().filter(|(key, _)| own.get(&key.text).is_none());
                let missing: Vec<_> = missing.cloned().collect();
                own.entries.extend(missing);
            }
            count += give(own, record, keys);
        }
    }
    count
}

/// The names of the records of a file.
fn records(table: &DataTable, names: &mut Vec<String>) {
    for (key, node) in &table.entries {
        if let DataValue::List(items) = &node.value {
            let inside = items.iter().filter_map(|item| match &item.value {
                DataValue::Table(record) => Some(record),
                _ => None,
            });
            for record in inside {
                if !names.contains(&key.text) {
                    names.push(key.text.clone());
                }
                records(record, names);
            }
        }
    }
}
