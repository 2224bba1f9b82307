//! The pages of the language, `docs/rules.md` and `docs/print.md` are true: the game that their examples make is in order, and
//! every key of the language stands in the part of the pages that describes its file.

use crate::common;

use punchboard::emit::print::{Paper, Print, Registration};
use punchboard::model::{Placement, What};
use punchboard::source::{FileKind, presets};
use punchboard::syntax::schema;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

#[test]
fn the_examples_make_a_game_without_fault() {
    let files = common::examples(&["language"]);
    assert!(files.len() > 8, "only {:?} are found", files.keys());
    without_fault(&files);
}

#[test]
fn the_examples_of_rules_extend_it() {
    let files = common::examples(&["language", "rules"]);
    assert!(files.contains_key("examples.toml"), "docs/rules.md has no worked example");
    assert!(files["rules.toml"].contains("[[condition]]"), "docs/rules.md adds nothing to rules.toml");
    without_fault(&files);
}

/// A scenario that turns units over where they start, and whose condition also fits units that it leaves out.
#[test]
fn a_placement_without_a_place_keeps_the_setup_of_units() {
    let mut files = common::examples(&["language"]);
    let scenarios = files.get_mut("scenarios.toml").unwrap();
    scenarios.push_str(
        r#"
[[scenario]]
id = "tired"
name = "Tired"
extends = "meeting"
without = [{ units = ["2/1"] }]
place = [{ where = "formation == '1-bde'", state = "reduced" }]
"#,
    );
    let model = common::sound(common::compile_texts(&files)).model;
    let tired = model.scenarios.iter().find(|scenario| scenario.id == "tired").unwrap();
    let is = |placement: &Placement, id: &str| matches!(&placement.what, What::Unit(unit) if *unit.id == *id);
    let of = |id: &str| tired.setup.iter().filter(|placement| is(placement, id)).collect::<Vec<_>>();
    let [first] = of("1/1")[..] else { panic!("1/1 starts once") };
    assert_eq!(first.state, "reduced");
    let start = model.units.iter().find(|unit| unit.id == "1/1").unwrap().setup.as_ref().unwrap();
    assert_eq!(first.spot.as_ref(), Some(&start.spot));
    assert!(of("2/1").is_empty(), "left out");
    assert!(tired.reinforcements.iter().any(|placement| is(placement, "3/1")), "it arrives, as ever");

    let scenarios = files.get_mut("scenarios.toml").unwrap();
    *scenarios = scenarios.replace("where = \"formation == '1-bde'\"", "units = [\"3/1\"]");
    let messages = common::compile_texts(&files).diagnostics;
    let message = messages.iter().map(|diag| diag.message.clone()).find(|message| message.contains("has no `setup`"));
    assert_eq!(message.as_deref(), Some("the unit `3/1` has no `setup`, so this placement needs a place"));
}

#[test]
fn the_examples_of_templates_extend_it() {
    let files = common::ford_with_templates();
    without_fault(&files);
}

#[test]
fn the_example_of_print_extends_it() {
    let files = common::examples(&["language", "print"]);
    assert!(files.contains_key("print.toml"), "docs/print.md has no example");
    without_fault(&files);
}

#[test]
fn the_defaults_of_print_are_as_described() {
    let print = |text: &str| {
        let mut files = common::examples(&["language"]);
        files.insert("print.toml".to_string(), text.to_string());
        common::compile_texts(&files).game.unwrap_or_else(|| panic!("in fault:\n{text}")).print
    };
    let page = page("print");
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let key = cells.next()?.trim_end_matches('`');
        Some((key, cells.next()?.strip_prefix('`')?.strip_suffix('`')?))
    });
    let (marks, rest): (Vec<_>, Vec<_>) = rows.partition(|(key, _)| key.starts_with("registration."));
    let text =
        |rows: Vec<(&str, &str)>| rows.iter().map(|(key, value)| format!("{key} = {value}\n")).collect::<String>();
    assert_eq!((marks.len(), rest.len()), (4, 23), "the table of keys is not found whole");
    assert_eq!(print(&text(rest)), Print::default());
    assert_eq!(print(&text(marks)).settings.registration, Some(Registration::default()));
}

#[test]
fn every_preset_and_paper_is_described() {
    let page = code(&page("print"));
    let papers = Paper::NAMED.iter().map(|(name, ..)| *name).filter(|name| !["A1", "A2", "A3"].contains(name));
    let missing: Vec<&str> =
        presets().iter().map(|(name, _)| *name).chain(papers).filter(|word| !mentions(&page, word)).collect();
    assert!(missing.is_empty(), "docs/print.md does not mention {missing:?}");
}

#[test]
fn every_key_and_word_of_a_template_is_described() {
    let page = page("templates");
    let (words, schema) = (code(&page), schema(FileKind::Template));
    let mut wanted = Vec::new();
    enumerated(&schema, &mut wanted);
    for definition in schema["$defs"].as_object().unwrap().values() {
        wanted.extend(definition["properties"].as_object().into_iter().flat_map(|keys| keys.keys().cloned()));
    }
    wanted.retain(|word| !["src", "note"].contains(&word.as_str()) && !mentions(&words, word));
    assert!(wanted.is_empty(), "docs/templates.md does not mention {wanted:?}");
}

fn without_fault(files: &BTreeMap<String, String>) {
    let messages = common::compile_texts(files).messages();
    assert!(messages.is_empty(), "\n{}", messages.join("\n"));
}

#[test]
fn every_key_is_described_with_its_file() {
    let page = language();
    let mut missing = String::new();
    for kind in FileKind::ALL {
        let words = code(&section(&page, kind));
        let schema = schema(kind);
        for (record, definition) in schema["$defs"].as_object().unwrap() {
            let Some(properties) = definition["properties"].as_object() else { continue };
            for key in properties.keys().filter(|key| !["src", "note", "defaults"].contains(&key.as_str())) {
                if !mentions(&words, key) {
                    writeln!(missing, "{}: `{key}` of {record}", kind.name()).unwrap();
                }
            }
        }
    }
    assert!(missing.is_empty(), "docs/language.md and docs/rules.md do not mention\n{missing}");
}

#[test]
fn every_word_that_a_key_takes_is_described() {
    let page = code(&language()) + &code(&rules()) + &code(&page("print"));
    let mut missing = String::new();
    for kind in FileKind::ALL {
        let mut words = Vec::new();
        enumerated(&schema(kind), &mut words);
        for word in words.iter().filter(|word| !mentions(&page, word)) {
            writeln!(missing, "{}: `{word}`", kind.name()).unwrap();
        }
    }
    assert!(missing.is_empty(), "docs/language.md and docs/rules.md do not mention\n{missing}");
}

fn page(name: &str) -> String {
    fs::read_to_string(format!("{}/docs/{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// All pages of the language as one, each a section.
fn language() -> String {
    let sections = common::LANGUAGE.iter().map(|name| {
        let page = page(name);
        // Pages of several sections have them below their title.
        if ["files", "expect"].contains(name) {
            return page;
        }
        page.replace("\n## ", "\n### ").replacen("# ", "## ", 1)
    });
    sections.collect::<Vec<_>>().join("\n")
}

fn rules() -> String {
    page("rules")
}

/// The part of the pages that describes a kind of file.
fn section(page: &str, kind: FileKind) -> String {
    let title = match kind {
        // What a game promises can stand in a file of its own, and is said there.
        FileKind::Game => return titled(page, "game.toml") + &titled(page, "Promises"),
        FileKind::Map => "Maps",
        FileKind::Counters => "Counters",
        // What tracks and boxes are is said with maps.
        FileKind::Displays => return section(page, FileKind::Map) + &titled(page, "Displays"),
        FileKind::Cards => "Cards",
        FileKind::Tables => "Tables",
        // What inputs are is said with tables; how rules run, on a page of its own.
        FileKind::Rules => return section(page, FileKind::Tables) + &titled(page, "Rules") + "\n" + &rules(),
        FileKind::Scenarios => "Scenarios",
        FileKind::Examples => return titled(page, "Examples") + "\n" + &rules(),
        FileKind::Expect => "Promises",
        FileKind::Print => return self::page("print"),
        FileKind::Template | FileKind::Picture | FileKind::Rulebook | FileKind::Lock | FileKind::Carried => {
            unreachable!("these are not data")
        }
    };
    titled(page, title)
}

fn titled(page: &str, title: &str) -> String {
    let (_, after) = page.split_once(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no section `{title}`"));
    after.split("\n## ").next().unwrap().to_string()
}

/// Everything on a page that is code: fenced or indented blocks, and what stands in back quotes.
fn code(page: &str) -> String {
    let mut code = String::new();
    let mut prose = String::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else {
            let part = if fenced || line.starts_with("    ") { &mut code } else { &mut prose };
            part.push_str(line);
            part.push('\n');
        }
    }
    for quoted in prose.split('`').skip(1).step_by(2) {
        code.push_str(quoted);
        code.push('\n');
    }
    code
}

/// Whether a word stands in a text, whole.
fn mentions(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(inside)
            && !text[at + word.len()..].chars().next().is_some_and(inside)
    })
}

/// The words of every `enum` in a schema.
fn enumerated(schema: &serde_json::Value, words: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(object) => {
            if let Some(serde_json::Value::Array(list)) = object.get("enum") {
                words.extend(list.iter().filter_map(|word| word.as_str().map(str::to_string)));
            }
            object.values().for_each(|value| enumerated(value, words));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| enumerated(value, words)),
        _ => {}
    }
}
