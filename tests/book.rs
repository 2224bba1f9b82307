//! The documentation holds together: every link leads somewhere, the table of contents lists every page, and what the
//! tutorial and the how-to pages say works.

use crate::common;

use punchboard::emit::{Artifacts, EMITTERS};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// All pages: those of the book, and those beside it.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![common::root().join("README.md"), common::root().join("CONTRIBUTING.md")];
    let mut folders = vec![common::root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A page without its code.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let lines = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fence && !fenced && !line.starts_with("    ")
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    text.split('`').step_by(2).collect()
}

/// The anchors of a page: its headings as GitHub and mdBook spell them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let headings = text.lines().filter(|line| {
        fenced ^= line.starts_with("```");
        !fenced && line.starts_with('#')
    });
    let slug = |heading: &str| -> String {
        let plain = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = plain.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    headings.map(slug).collect()
}

fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let ends = prose.match_indices("](").map(|(at, _)| at + 2);
    ends.filter_map(|start| Some(prose[start..start + prose[start..].find(')')?].to_string())).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let there = target.exists();
            let known = || anchors(&std::fs::read_to_string(&target).unwrap()).contains(anchor);
            if !there || !anchor.is_empty() && !known() {
                broken.push(format!("{}: {link}", page.strip_prefix(common::root()).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn the_table_of_contents_lists_every_page_once() {
    let docs = common::root().join("docs");
    let listed = links(&common::page("SUMMARY"));
    let unique: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(unique.len(), listed.len(), "a page is listed twice");
    let own = |path: &PathBuf| path.strip_prefix(&docs).ok().map(|path| path.to_string_lossy().replace('\\', "/"));
    let all: BTreeSet<String> = pages().iter().filter_map(own).filter(|name| name != "SUMMARY.md").collect();
    let missing: Vec<&String> = all.iter().filter(|name| !unique.contains(name)).collect();
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
    let book: toml::Value =
        toml::from_str(&std::fs::read_to_string(common::root().join("book.toml")).unwrap()).unwrap();
    assert_eq!(book["book"]["src"].as_str(), Some("docs"));
}

/// A fenced block: its language, the words after it, and its text.
fn blocks(text: &str) -> Vec<(String, Vec<String>, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let block = lines.by_ref().take_while(|line| !line.starts_with("```")).flat_map(|line| [line, "\n"]).collect();
        let mut words = info.split_whitespace().map(str::to_string);
        found.push((words.next().unwrap_or_default(), words.collect(), block));
    }
    found
}

fn write(files: &mut BTreeMap<String, String>, words: &[String], block: &str) {
    let Some(name) = words.first() else { return };
    let file = files.entry(name.clone()).or_default();
    if words.iter().any(|word| word == "replace") {
        file.clear();
    }
    file.push_str(block);
}

/// Follows the tutorial from an empty folder: where it says `punchboard check`, the game is in order, or has the error that
/// the page shows; where it says `punchboard build`, everything can be made.
#[test]
fn the_tutorial_works() {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let (mut checks, mut builds) = (0, 0);
    for part in ["1-hex-game", "2-spreadsheet", "3-own-art", "4-rules", "5-play"] {
        for (language, words, block) in blocks(&common::page(&format!("tutorial/{part}"))) {
            if language != "console" {
                write(&mut files, &words, &block);
                continue;
            }
            let compiled = common::compile_texts(&files);
            let messages = compiled.messages();
            checks += 1;
            match block.lines().find_map(|line| line.strip_prefix("error[")) {
                Some(code) => {
                    assert!(messages.len() == 1 && messages[0].contains(code), "{part}\n{}", messages.join("\n"))
                }
                None => assert!(messages.is_empty(), "{part}\n{}", messages.join("\n")),
            }
            if block.contains("$ punchboard build") {
                builds += 1;
                let game = common::sound(compiled);
                let made: Mutex<Artifacts> = Mutex::default();
                for emitter in EMITTERS {
                    emitter.emit(&common::small(&game), &made).unwrap();
                }
                let made = made.into_inner().unwrap();
                for end in [".vmod", "engine.json", "counters.pdf"] {
                    assert!(made.keys().any(|name| name.ends_with(end)), "{part}: no {end}");
                }
            }
        }
    }
    assert!(checks >= 7 && builds >= 2, "{checks} {builds}");
}

/// The examples of each how-to page, added to the game that `punchboard new` makes.
#[test]
fn the_how_to_pages_work() {
    let folder = common::root().join("docs/howto");
    let mut tried = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut files = common::texts(Path::new(&common::root().join("templates/new")));
        for text in files.values_mut() {
            *text = text.replace("{{id}}", "example").replace("{{title}}", "Example");
        }
        let examples: Vec<_> = blocks(&text).into_iter().filter(|(_, words, _)| !words.is_empty()).collect();
        if examples.iter().any(|(_, words, _)| words[0] == "game.toml" && words.len() > 1) {
            files.clear();
        }
        tried += examples.len();
        examples.iter().for_each(|(_, words, block)| write(&mut files, words, block));
        let messages = common::compile_texts(&files).messages();
        assert!(messages.is_empty(), "{}\n{}", path.display(), messages.join("\n"));
    }
    assert!(tried >= 10, "only {tried} examples");
}

/// What `punchboard templates` writes is what games are drawn with.
#[test]
fn templates_are_written_as_they_are_built_in() {
    let desk = common::desk::Desk::new();
    let run = desk.run(&["templates", "--out", "built-in"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for name in ["faces/unit", "faces/marker", "cards/card", "styles/map"] {
        let path = format!("{name}.yaml");
        let own = std::fs::read_to_string(desk.path().join("built-in").join(&path)).unwrap();
        assert_eq!(own, std::fs::read_to_string(common::root().join("templates").join(&path)).unwrap());
        assert_eq!(desk.run(&["templates", name]).out.trim_end(), own.trim_end());
    }
    assert!(desk.run(&["templates"]).out.lines().any(|line| line == "faces/unit"));
    let typo = desk.run(&["templates", "faces/unti"]);
    assert!(typo.code == 2 && typo.err.contains("did you mean `faces/unit`?"), "{}", typo.err);
    assert_eq!(desk.run(&["templates", "--out", "built-in"]).code, 0, "the same again");
    desk.write("built-in/faces/unit.yaml", "mine");
    assert_eq!(desk.run(&["templates", "--out", "built-in"]).code, 2);
    assert_eq!(std::fs::read_to_string(desk.path().join("built-in/faces/unit.yaml")).unwrap(), "mine");
}
