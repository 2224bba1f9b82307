//! The tree of components as readable files, one for each larger part.

use super::Fault;
use super::links::attribute;
use super::names::Safe;
use crate::source::FileId;
use crate::vassal::components::{Component, Node, from_xml_as_it_stands, to_xml};
use std::collections::BTreeMap;

/// The file at the top.
const TREE: &str = "module.xml";
/// Stands for a part that has a file of its own.
const PART: &str = "punchboard.Part";
/// Parts with fewer components and texts stand in the file of what is around them.
const SMALL: usize = 4_000;
/// Parts that are larger are cut again.
const LARGE: usize = 1 << 20;
/// Files within files within files: more than cutting ever makes.
const MAX_DEPTH: usize = 20;

/// Cuts a tree into files of a folder, by name.
pub fn split(root: &Node, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut cut = TreeCutter { folder, files: BTreeMap::new(), names: Safe::default() };
    let top = cut.within(root, "", true);
    cut.files.insert(format!("{folder}/{TREE}"), to_xml(&top));
    cut.files
}

struct TreeCutter<'a> {
    folder: &'a str,
    files: BTreeMap<String, Vec<u8>>,
    names: Safe,
}

impl TreeCutter<'_> {
    /// A component whose larger children stand elsewhere.
    fn within(&mut self, node: &Node, before: &str, top: bool) -> Node {
        let mut children = Vec::with_capacity(node.children.len());
        for (n, child) in node.children.iter().enumerate() {
            let weight = weight(child);
            let apart = if top { weight > SMALL } else { weight > LARGE / 4 };
            if !apart {
                children.push(child.clone());
                continue;
            }
            let title = ["mapName", "entryName", "name"].iter().find_map(|key| attribute(child, key));
            let kind = child.component.class().rsplit(['.', '$']).next().unwrap_or_default();
            let name = format!("{before}{:02}-{kind}-{}", n + 1, title.unwrap_or_default());
            let file = self.names.file(&name, "xml");
            let start = file.strip_suffix(".xml").map(|stem| format!("{stem}-")).unwrap_or_default();
            let own = if weight > LARGE { self.within(child, &start, false) } else { child.clone() };
            self.files.insert(format!("{}/{file}", self.folder), to_xml(&own));
            let attributes = vec![("file".to_string(), file)];
            let component = Component::Other { class: PART.to_string(), attributes, text: String::new() };
            children.push(Node { component, children: Vec::new() });
        }
        Node { component: node.component.clone(), children }
    }
}

/// How much there is to read, roughly in letters.
fn weight(node: &Node) -> usize {
    let mut sum = 0;
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        sum += 60 + node.component.text().len();
        if let Component::Other { attributes, .. } = &node.component {
            sum += attributes.iter().map(|(name, value)| name.len() + value.len() + 4).sum::<usize>();
        }
        waiting.extend(&node.children);
    }
    sum
}

type Files<'a> = BTreeMap<&'a str, (FileId, &'a [u8])>;

/// Puts the tree of a folder together.
pub(super) fn read(files: &Files<'_>, folder: &str) -> Result<Node, Fault> {
    file(files, folder, TREE, 0)
}

fn file(files: &Files<'_>, folder: &str, name: &str, depth: usize) -> Result<Node, Fault> {
    let name = format!("{folder}/{name}");
    let Some((id, bytes)) = files.get(name.as_str()) else {
        return Err((None, format!("the carried module lacks the file `{name}`")));
    };
    let node = from_xml_as_it_stands(bytes).map_err(|error| (Some(*id), error.to_string()))?;
    if depth > MAX_DEPTH {
        return Err((Some(*id), "this file stands within itself".to_string()));
    }
    whole(node, files, folder, depth)
}

fn whole(mut node: Node, files: &Files<'_>, folder: &str, depth: usize) -> Result<Node, Fault> {
    if node.component.class() == PART {
        return file(files, folder, attribute(&node, "file").unwrap_or_default(), depth + 1);
    }
    let children = node.children.into_iter().map(|child| whole(child, files, folder, depth));
    node.children = children.collect::<Result<_, _>>()?;
    Ok(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(class: &str, name: &str, text: &str, children: Vec<Node>) -> Node {
        let attributes = vec![("name".to_string(), name.to_string())];
        Node { component: Component::Other { class: class.into(), attributes, text: text.into() }, children }
    }

    fn joined(files: &BTreeMap<String, Vec<u8>>) -> Result<Node, Fault> {
        let files: BTreeMap<&str, (FileId, &[u8])> =
            files.iter().map(|(name, bytes)| (name.as_str(), (FileId(0), bytes.as_slice()))).collect();
        read(&files, "module")
    }

    #[test]
    fn large_parts_have_files_of_their_own() {
        let slots = |n: usize| (0..n).map(|n| node("a.Slot", &format!("s{n}"), &"x\t\\".repeat(500), vec![]));
        let tree = node(
            "a.Module",
            "M",
            "",
            vec![
                node("a.Small", "one", "", vec![]),
                node("a.Map", "Main/Map", "", slots(10).collect()),
                node("a.Window", "Main/Map", "", vec![node("a.Tab", "..", "", slots(1500).collect())]),
            ],
        );
        let files = split(&tree, "module");
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "module/02-Map-Main-Map.xml",
                "module/03-Window-Main-Map-01-Tab.xml",
                "module/03-Window-Main-Map.xml",
                "module/module.xml",
            ]
        );
        assert_eq!(joined(&files).unwrap(), tree);
    }

    #[test]
    fn a_file_within_itself_is_an_error() {
        let own = "<a><punchboard.Part file=\"module.xml\"/></a>".as_bytes().to_vec();
        assert!(joined(&[("module/module.xml".to_string(), own)].into()).unwrap_err().1.contains("within itself"));
        let lost = "<a><punchboard.Part file=\"../x.xml\"/></a>".as_bytes().to_vec();
        assert!(joined(&[("module/module.xml".to_string(), lost)].into()).unwrap_err().1.contains("lacks"));
    }
}
