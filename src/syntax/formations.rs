//! Groups of formations: `[[formations]]` says what its members share.

use crate::source::decode::Cx;
use crate::source::{Key, Node, Table, Value};

/// Turns groups of formations into single ones, each with the keys of its group that it has not itself. They stand in
/// the order of the file.
pub fn spread(root: &mut Node, cx: &mut Cx) {
    let Value::Table(table) = &mut root.value else { return };
    let Some(at) = table.entries.iter().position(|(key, _)| key.text == "formations") else { return };
    let (key, groups) = table.entries.remove(at);
    let Value::List(groups) = groups.value else {
        cx.wrong_type::<()>(&groups, "a list of groups: write `[[formations]]`");
        return;
    };
    let members = groups.into_iter().flat_map(members);
    let found = table.entries.iter_mut().find_map(|(own, list)| match &mut list.value {
        Value::List(items) if own.text == "formation" => Some(items),
        _ => None,
    });
    match found {
        Some(items) => {
            items.extend(members);
            items.sort_by_key(|item| item.span.start);
        }
        None => {
            let list = Node { value: Value::List(members.collect()), span: key.span };
            table.entries.push((Key { text: "formation".to_string(), span: key.span }, list));
        }
    }
}

fn members(group: Node) -> Vec<Node> {
    let Value::Table(mut shared) = group.value else { return vec![group] };
    let Some(at) = shared.entries.iter().position(|(key, _)| key.text == "formation") else {
        // Not a group: it is reported as a formation that lacks its id.
        return vec![Node { value: Value::Table(shared), span: group.span }];
    };
    let (_, list) = shared.entries.remove(at);
    let Value::List(items) = list.value else { return vec![list] };
    items.into_iter().map(|item| with_shared(item, &shared)).collect()
}

fn with_shared(mut item: Node, shared: &Table) -> Node {
    if let Value::Table(own) = &mut item.value {
        let lacking = shared.entries.iter().filter(|(key, _)| own.get(&key.text).is_none());
        let lacking: Vec<(Key, Node)> = lacking.cloned().collect();
        own.entries.extend(lacking);
    }
    item
}
