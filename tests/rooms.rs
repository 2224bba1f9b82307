//! The rooms of the compiler have one-way doors: who knows whom is the table of docs/architecture.md, and nothing else.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Rooms, and the rooms and crates that the code of each speaks of.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// All files below a folder that are compiled into the program, with their texts.
pub fn code(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push((path.clone(), std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    let tests: Vec<PathBuf> = files.iter().flat_map(|(path, text)| test_modules(path, text)).collect();
    files.retain(|(path, _)| !tests.iter().any(|test| path.starts_with(test) || *path == test.with_extension("rs")));
    files.into_iter().map(|(path, text)| (path, without_tests_and_comments(&text))).collect()
}

/// The modules that a file declares for tests only, without their extension.
fn test_modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let parent = path.parent().unwrap();
    let below = if ["mod", "lib"].contains(&name) { parent.to_path_buf() } else { parent.join(name) };
    let after = text.split("#[cfg(test)]\n").skip(1);
    let module = |rest: &str| Some(rest.trim_start().strip_prefix("mod ")?.split_once(';')?.0.to_string());
    after
        .filter_map(module)
        .filter(|module| !module.contains(char::is_whitespace))
        .map(|module| below.join(module))
        .collect()
}

fn without_tests_and_comments(text: &str) -> String {
    let text = text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(before, _)| before);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// What is named after `crate::`, braces opened.
fn names_after<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    let name = |text: &'a str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    text.match_indices(prefix).flat_map(move |(at, _)| {
        let rest = &text[at + prefix.len()..];
        let list = match rest.strip_prefix('{') {
            Some(inside) => inside.split_once('}').map_or("", |(list, _)| list),
            None => rest.split(',').next().unwrap_or(""),
        };
        list.split(',').map(move |part| name(part.trim()))
    })
}

/// The room of every name that stands at the root of the crate without being one: macros and what `lib.rs` hands on.
fn at_the_root(src: &Path, files: &[(PathBuf, String)]) -> BTreeMap<String, String> {
    let mut rooms = BTreeMap::new();
    for (path, text) in files {
        for part in text.split("#[macro_export]\n").skip(1) {
            let name = part.trim_start().strip_prefix("macro_rules!").unwrap().trim_start();
            let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            rooms.insert(name.to_string(), room_of(src, path));
        }
    }
    let lib = &files.iter().find(|(path, _)| path.ends_with("lib.rs")).unwrap().1;
    for line in lib.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';')) {
        match line.split_once(" as ") {
            Some((from, name)) => rooms.insert(name.to_string(), from.trim_start_matches("punchboard_").to_string()),
            None => {
                let (room, names) = line.split_once("::").unwrap();
                for name in names.trim_matches(['{', '}']).split(", ") {
                    rooms.insert(name.to_string(), room.to_string());
                }
                None
            }
        };
    }
    rooms
}

/// The room that a file is in: the first part of its path.
fn room_of(src: &Path, path: &Path) -> String {
    let first = path.strip_prefix(src).unwrap().components().next().unwrap();
    first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_string()
}

/// The rooms of `src` and the crates, and what each speaks of.
fn graph() -> Graph {
    let src = common::root().join("src");
    let files = code(&src);
    let root = at_the_root(&src, &files);
    let rooms: BTreeSet<String> = files.iter().map(|(path, _)| room_of(&src, path)).collect();
    let mut graph = Graph::new();
    for (path, text) in files.iter().filter(|(path, _)| !["lib.rs", "main.rs"].iter().any(|name| path.ends_with(name)))
    {
        let own = room_of(&src, path);
        let known = graph.entry(own.clone()).or_default();
        for name in names_after(text, "crate::") {
            let room = if rooms.contains(name) { Some(name) } else { root.get(name).map(String::as_str) };
            let room = room.unwrap_or_else(|| panic!("{}: whose is `crate::{name}`?", path.display()));
            known.insert(room.to_string());
        }
        known.extend(names_after(text, "punchboard_").filter(|name| !name.is_empty()).map(str::to_string));
        known.remove(&own);
    }
    for entry in std::fs::read_dir(common::root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_string();
        let texts = code(&folder.join("src"));
        let known: BTreeSet<String> =
            texts.iter().flat_map(|(_, text)| names_after(text, "punchboard_")).map(str::to_string).collect();
        graph.insert(name, known);
    }
    graph
}

/// The parts of a room (its files and folders), and which of the others each uses: what stands after the `super::`
/// that lead up to the room, or after its full path.
fn inside(room: &str) -> Graph {
    let folder = common::root().join("src").join(room);
    let files: Vec<(PathBuf, String)> = code(&folder)
        .into_iter()
        .map(|(path, text)| (path.strip_prefix(&folder).unwrap().to_path_buf(), text))
        .filter(|(path, _)| path != Path::new("mod.rs"))
        .collect();
    let part = |path: &Path| room_of(Path::new(""), path);
    let parts: BTreeSet<String> = files.iter().map(|(path, _)| part(path)).collect();
    let mut graph = Graph::new();
    for (path, text) in &files {
        let levels = path.components().count() - usize::from(path.ends_with("mod.rs"));
        let known = graph.entry(part(path)).or_default();
        for prefix in ["super::".repeat(levels), format!("crate::{}::", room.replace('/', "::"))] {
            known.extend(names_after(text, &prefix).filter(|name| parts.contains(*name)).map(str::to_string));
        }
        known.remove(&part(path));
    }
    graph
}

/// The table of docs/architecture.md: a room, and the rooms it may know.
fn allowed() -> Graph {
    let page = std::fs::read_to_string(common::root().join("docs/architecture.md")).unwrap();
    let section = page.split_once("## Who knows whom").unwrap().1;
    let rows =
        section.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let words = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_string).collect::<BTreeSet<_>>();
        (words(cells[0]).pop_first().unwrap(), words(cells[1]))
    };
    rows.map(row).collect()
}

/// A way from a room back to itself.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    fn from(graph: &Graph, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        let here = way.last().unwrap().clone();
        for next in graph.get(&here).into_iter().flatten() {
            if let Some(at) = way.iter().position(|room| room == next) {
                way.drain(..at);
                way.push(next.clone());
                return true;
            }
            if !done.contains(next) {
                way.push(next.clone());
                if from(graph, way, done) {
                    return true;
                }
            }
        }
        done.insert(here);
        way.pop();
        false
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|room| {
        let mut way = vec![room.clone()];
        (!done.contains(room) && from(graph, &mut way, &mut done)).then_some(way)
    })
}

#[test]
fn no_two_rooms_know_each_other() {
    assert_eq!(cycle(&graph()), None);
    assert_eq!(cycle(&allowed()), None, "the table of docs/architecture.md goes round in a circle");
}

/// A room whose parts use each other both ways can only be read whole.
#[test]
fn no_two_parts_of_a_room_know_each_other() {
    for room in ["art", "check", "cli", "emit", "emit/vassal", "errata", "import", "look", "syntax"] {
        let graph = inside(room);
        assert!(!graph.is_empty(), "{room} has no parts");
        assert_eq!(cycle(&graph), None, "in src/{room}");
    }
}

#[test]
fn every_arrow_is_in_the_table_of_the_architecture() {
    let (graph, allowed) = (graph(), allowed());
    assert!(
        graph.len() > 15 && graph.values().map(BTreeSet::len).sum::<usize>() > 60,
        "too little was found: {graph:#?}"
    );
    for (room, known) in &graph {
        let may = allowed.get(room).unwrap_or_else(|| panic!("docs/architecture.md does not speak of `{room}`"));
        for other in known {
            assert!(
                may.contains(other),
                "`{room}` uses `{other}`: turn the arrow round, or say why in docs/architecture.md"
            );
        }
        for other in may {
            assert!(
                known.contains(other),
                "`{room}` does not use `{other}` any more: take it out of docs/architecture.md"
            );
        }
    }
    let gone: Vec<&String> = allowed.keys().filter(|room| !graph.contains_key(*room)).collect();
    assert!(gone.is_empty(), "docs/architecture.md speaks of rooms that are gone: {gone:?}");
}

#[test]
fn the_rooms_that_must_not_know_of_each_other_do_not() {
    let graph = graph();
    for (room, other) in [
        ("check", "draw"),
        ("check", "art"),
        ("check", "emit"),
        ("syntax", "draw"),
        ("look", "art"),
        ("model", "check"),
    ] {
        assert!(!graph[room].contains(other), "{room} knows {other}");
    }
}

#[test]
fn a_circle_is_found() {
    let graph = |arrows: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in arrows {
            graph.entry((*from).to_string()).or_default().insert((*to).to_string());
        }
        graph
    };
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])), Some(vec!["b".into(), "c".into(), "b".into()]));
}

#[test]
fn names_are_found_wherever_they_stand() {
    let text = "use crate::{record, words};\nuse crate::a::B;\nlet x = crate::c::d(1, 2);\n$crate::e::f";
    assert_eq!(names_after(text, "crate::").collect::<Vec<_>>(), ["record", "words", "a", "c", "e"]);
}

/// The compiler carries every game, so it names none, nor what is in one.
#[test]
fn no_game_is_named_in_the_code() {
    let games = common::games();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for game in &games {
        let folder = game.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(game.join("game.toml")).unwrap();
        let title = toml::from_str::<toml::Value>(&text).unwrap()["game"]["title"].as_str().unwrap().to_lowercase();
        names.insert(title);
        names.insert(format!("data/{folder}"));
        names.insert(format!("\"{folder}\""));
    }
    for folder in ["src", "crates"] {
        for (path, text) in code(&common::root().join(folder)) {
            let text = text.to_lowercase();
            for name in &names {
                assert!(!text.contains(name.as_str()), "{} names the game {name}", path.display());
            }
        }
    }
}
