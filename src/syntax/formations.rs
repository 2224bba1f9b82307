//! Groups of formations: `[[formations]]` says what its members share.

use crate::source::decode::Cx;
use crate::source::{DataKey, DataNode, DataTable, DataValue};

/// Turns groups of formations into single ones, each with the keys of its group that it has not itself. They stand in
/// the order of the file.
pub fn spread(root: &mut DataNode, cx: &mut Cx) {
    let DataValue::Table(table) = &mut root.value else { return };
    let Some(at) = table.entries.iter().position(|(key, _)| key.text == "formations") else { return };
    let (key, groups) = table.entries.remove(at);
    let DataValue::List(groups) = groups.value else {
        cx.wrong_type::<()>(&groups, "a list of groups: write `[[formations]]`");
        return;
    };
    let members = groups.into_iter().flat_map(members);
    let found = table.entries.iter_mut().find_map(|(own, list)| match &mut list.value {
        DataValue::List(items) if own.text == "formation" => Some(items),
        _ => None,
    });
    match found {
        Some(items) => {
            items.extend(members);
            items.sort_by_key(|item| item.span.start);
        }
        None => {
            let list = DataNode { value: DataValue::List(members.collect()), span: key.span };
            table.entries.push((DataKey { text: "formation".to_string(), span: key.span }, list));
        }
    }
}

fn members(group: DataNode) -> Vec<DataNode> {
    let DataValue::Table(mut shared) = group.value else { return vec![group] };
    let Some(at) = shared.entries.iter().position(|(key, _)| key.text == "formation") else {
        // Not a group: it is reported as a formation that lacks its id.
        return vec![DataNode { value: DataValue::Table(shared), span: group.span }];
    };
    let (_, list) = shared.entries.remove(at);
    let DataValue::List(items) = list.value else { return vec![list] };
    items.into_iter().map(|item| with_shared(item, &shared)).collect()
}

fn with_shared(mut item: DataNode, shared: &DataTable) -> DataNode {
    if let DataValue::Table(own) = &mut item.value {
        let lacking = shared.entries.iter().filter(|(key, _)| own.get(&key.text).is_none());
        let lacking: Vec<(DataKey, DataNode)> = lacking.cloned().collect();
        own.entries.extend(lacking);
    }
    item
}
