//! Every list and every record of the games in `data/`, changed and read again.

use super::splice::{Splice, spliced};
use super::{lists, records};
use crate::diag::Diagnostics;
use crate::source::{DataNode, DataValue, FileId, read_toml};
use serde_json::{Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<(PathBuf, String)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let games = fs::read_dir(data).unwrap().map(|game| game.unwrap().path());
    let mut files: Vec<PathBuf> = games
        .flat_map(|game| fs::read_dir(game).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

fn read(text: &str) -> DataNode {
    let mut diags = Diagnostics::default();
    let root = read_toml(FileId(0), text, &mut diags);
    assert_eq!(diags.iter().count(), 0, "{text}");
    root
}

/// Every value of a file with the way to it.
fn walk<'n>(node: &'n DataNode, way: String, visit: &mut dyn FnMut(&'n DataNode, &str)) {
    visit(node, &way);
    match &node.value {
        DataValue::List(items) => {
            items.iter().enumerate().for_each(|(n, item)| walk(item, format!("{way}/{n}"), visit));
        }
        DataValue::Table(table) => {
            for (key, node) in &table.entries {
                let key = key.text.replace('~', "~0").replace('/', "~1");
                walk(node, format!("{way}/{key}"), visit);
            }
        }
        _ => {}
    }
}

/// What a file says after splices.
fn after(text: &str, splices: Vec<Splice>, what: &str) -> Json {
    let made = spliced(text, splices).unwrap_or_else(|| panic!("{what}: the splices overlap"));
    toml_edit::Document::parse(made.as_str()).unwrap_or_else(|error| panic!("{what}: {error}"));
    read(&made).to_json()
}

/// First, middle and last of so many.
fn some(count: usize) -> Vec<usize> {
    let mut some = vec![0, count / 2, count.saturating_sub(1)];
    some.dedup();
    some
}

#[test]
fn items_of_every_list_come_and_go() {
    let mut tried = 0;
    for (file, text) in files() {
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let root = read(&text);
            let whole = root.to_json();
            let mut all = Vec::new();
            walk(&root, String::new(), &mut |node, way| {
                let inline = text[node.span.range()].starts_with('[') && !text[node.span.range()].starts_with("[[");
                let nested = matches!(&node.value, DataValue::List(items) if items.iter().all(|item| !matches!(item.value, DataValue::List(_))));
                if inline && nested && !lists::items(node).is_empty() {
                    all.push((node, way.to_string()));
                }
            });
            // A sample keeps it fast; the long ones are the ones that wrap.
            all.sort_by_key(|(node, _)| std::cmp::Reverse(lists::items(node).len()));
            for (node, way) in all.iter().take(6).chain(all.iter().step_by(60).take(4)) {
                let count = lists::items(node).len();
                for at in some(count) {
                    let what = format!("{}: {way}[{at}]", file.display());
                    let mut wanted = whole.clone();
                    wanted.pointer_mut(way).unwrap().as_array_mut().unwrap().remove(at);
                    assert_eq!(after(&text, lists::remove(&text, node, at), &what), wanted, "{what}");
                    let mut wanted = whole.clone();
                    wanted.pointer_mut(way).unwrap().as_array_mut().unwrap().insert(at, json!("new one"));
                    assert_eq!(after(&text, lists::insert(&text, node, at, "\"new one\""), &what), wanted, "{what}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn every_record_is_found_by_its_place_and_keys_come_and_go() {
    let mut tried = 0;
    for (file, text) in files() {
        let root = read(&text);
        let whole = root.to_json();
        let mut all = Vec::new();
        walk(&root, String::new(), &mut |node, way| {
            if records::table(node).is_some() && text[node.span.range()].starts_with(['{', '[']) {
                all.push((node, way.to_string()));
            }
        });
        for (node, way) in all.iter().step_by(all.len() / 12 + 1) {
            let what = format!("{}: {way}", file.display());
            let found = records::find(&root, node.span.range().start).unwrap_or_else(|| panic!("{what}"));
            assert!(std::ptr::eq(found.node(), *node), "{what}");
            let mut wanted = whole.clone();
            wanted.pointer_mut(way).unwrap().as_object_mut().unwrap().insert("new-key".to_string(), json!(7));
            let splice = records::add_key(&text, node, "new-key", "7", &[]);
            assert_eq!(after(&text, vec![splice], &what), wanted, "{what}");
            let first = records::table(node).and_then(|table| table.entries.first()).map(|(key, _)| key.text.clone());
            if let Some((key, splice)) =
                first.and_then(|key| Some((key.clone(), records::remove_key(&text, node, &key)?)))
            {
                let mut wanted = whole.clone();
                wanted.pointer_mut(way).unwrap().as_object_mut().unwrap().shift_remove(&key);
                assert_eq!(after(&text, vec![splice], &what), wanted, "{what} without {key}");
            }
            if let Some((_, at)) = found.list() {
                let list = way.rsplit_once('/').unwrap().0;
                let mut wanted = whole.clone();
                wanted.pointer_mut(list).unwrap().as_array_mut().unwrap().insert(at + 1, json!({ "id": "new" }));
                let entries = [("id".to_string(), "\"new\"".to_string())];
                assert_eq!(after(&text, records::add_after(&text, &found, &entries), &what), wanted, "{what}");
                let mut wanted = whole.clone();
                let records = wanted.pointer_mut(list).unwrap().as_array_mut().unwrap();
                records.remove(at);
                if records.is_empty() {
                    let (holder, key) = list.rsplit_once('/').unwrap();
                    wanted.pointer_mut(holder).unwrap().as_object_mut().unwrap().shift_remove(key);
                }
                assert_eq!(after(&text, records::remove(&text, &found), &what), wanted, "{what}");
            }
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}
