//! Every page of `docs/errors` is a test of its rule: what stands under `## Wrong` is reported, with
//! this code and at the line marked, and what stands under `## Right` is not.
//!
//! A fenced block names a file. The blocks of a section, laid over the scaffold of `punchboard new`,
//! make a game: a block replaces the file of its name, or is appended to it if its first line is
//! `# append`. A line marked `# error` or `# warning` is the place of the fault; where a comment
//! cannot stand, `error=LINE` behind the file's name says it. `delete` leaves the file out; `alone`
//! leaves all others out.

use punchboard::diag::{Code, Diagnostic, Severity, codes};
use punchboard::source::Sources;
use punchboard::{Compiled, compile_sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A game as texts by file name.
type Game = BTreeMap<String, String>;
/// A file and a line of it, from 1.
type Place = (String, usize);

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let codes: BTreeSet<String> = codes::ALL.iter().map(|code| code.id.to_string()).collect();
    let pages: BTreeSet<String> =
        pages().into_iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let missing: Vec<_> = codes.difference(&pages).collect();
    let stray: Vec<_> = pages.difference(&codes).collect();
    assert!(
        missing.is_empty() && stray.is_empty(),
        "codes without a page: {missing:?}; pages without a code: {stray:?}"
    );
}

#[test]
fn every_page_begins_with_its_rule() {
    let mut faults = String::new();
    for (code, text) in all() {
        let opening = format!("# {}: {}\n\n{}\n", code.id, code.name, code.summary);
        if !text.starts_with(&opening) {
            writeln!(faults, "{}.md does not begin with\n{opening}", code.id).unwrap();
        }
        if code.severity == Severity::Warning && !text.contains(&format!("allow = [\"{}\"]", code.name)) {
            writeln!(faults, "{}.md does not say how to allow the warning", code.id).unwrap();
        }
        for title in ["Wrong", "Right"] {
            if blocks(&section(&text, title)).is_empty() {
                writeln!(faults, "{}.md has no example under `## {title}`", code.id).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn the_scaffold_is_in_order() {
    let report = report(&scaffold());
    assert!(report.diagnostics.is_empty(), "{}", report.messages().join("\n"));
}

#[test]
fn what_is_wrong_is_reported_at_its_line() {
    let mut faults = String::new();
    for (code, text) in all() {
        if let Err(fault) = wrong(code, &section(&text, "Wrong")) {
            writeln!(faults, "==== {}.md, Wrong: {fault}", code.id).unwrap();
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn what_is_right_is_not_reported() {
    let mut faults = String::new();
    for (code, text) in all() {
        let mut game = scaffold();
        lay_over(&mut game, &blocks(&section(&text, "Right")));
        let report = report(&game);
        if report.diagnostics.has_errors() || report.diagnostics.iter().any(|diag| diag.code == code) {
            writeln!(faults, "==== {}.md, Right: reported\n{}", code.id, report.messages().join("\n")).unwrap();
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

fn wrong(code: &'static Code, section: &str) -> Result<(), String> {
    let mut game = scaffold();
    let blocks = blocks(section);
    let expected = lay_over(&mut game, &blocks);
    if expected.is_empty() && !blocks.iter().any(|block| block.delete) {
        return Err("no line is marked `# error` or `# warning`".to_string());
    }
    let report = report(&game);
    if let Some(other) = report.diagnostics.iter().find(|diag| diag.code != code) {
        return Err(format!("{} is reported too\n{}", other.code.id, report.messages().join("\n")));
    }
    if report.diagnostics.is_empty() {
        return Err("nothing is reported".to_string());
    }
    let found: BTreeSet<Place> = report.diagnostics.iter().map(|diag| place(&report.sources, diag)).collect();
    if !expected.is_empty() && found != expected {
        return Err(format!("expected at {expected:?}, reported at {found:?}\n{}", report.messages().join("\n")));
    }
    Ok(())
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/errors")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Every code with its page; a page that is missing is reported by its own test.
fn all() -> impl Iterator<Item = (&'static Code, String)> {
    let page = |code: &&'static Code| fs::read_to_string(root().join(format!("docs/errors/{}.md", code.id))).ok();
    codes::ALL.iter().filter_map(move |code| Some((*code, page(code)?)))
}

/// The game that `punchboard new` makes, named as the pages want it.
fn scaffold() -> Game {
    let read =
        |path: &Path| fs::read_to_string(path).unwrap().replace("{{id}}", "example").replace("{{title}}", "Example");
    let entries = fs::read_dir(root().join("templates/new")).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), read(&path))).collect()
}

/// A section of a page, by its title.
fn section(page: &str, title: &str) -> String {
    let after = page.split_once(&format!("\n## {title}\n")).map_or("", |(_, after)| after);
    after.split("\n## ").next().unwrap_or_default().to_string()
}

struct Block {
    file: String,
    text: String,
    /// The line at fault, if the block cannot say it with a comment.
    error: Option<usize>,
    delete: bool,
    alone: bool,
}

/// The fenced blocks of a section that name a file.
fn blocks(section: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let text: String =
            lines.by_ref().take_while(|line| !line.starts_with("```")).flat_map(|line| [line, "\n"]).collect();
        let mut words = info.split_whitespace().skip(1);
        let Some(file) = words.next() else { continue };
        let rest: Vec<&str> = words.collect();
        let error = rest.iter().find_map(|word| word.strip_prefix("error=")).map(|line| line.parse().unwrap());
        let (delete, alone) = (rest.contains(&"delete"), rest.contains(&"alone"));
        blocks.push(Block { file: file.to_string(), text, error, delete, alone });
    }
    blocks
}

/// Lays blocks over a game; gives the lines marked as wrong.
fn lay_over(game: &mut Game, blocks: &[Block]) -> BTreeSet<Place> {
    let mut marked = BTreeSet::new();
    for block in blocks {
        if block.delete {
            game.remove(&block.file);
            continue;
        }
        if block.alone {
            game.clear();
        }
        let text = game.entry(block.file.clone()).or_default();
        if !block.text.starts_with("# append\n") {
            text.clear();
        }
        let before = text.lines().count();
        text.push_str(&block.text);
        let commented = |line: &str| line.contains("# error") || line.contains("# warning");
        let by_comment = block.text.lines().enumerate().filter(|(_, line)| commented(line)).map(|(n, _)| n + 1);
        for line in by_comment.chain(block.error) {
            marked.insert((block.file.clone(), before + line));
        }
    }
    marked
}

fn report(game: &Game) -> Compiled {
    // Pixels are written as hexadecimal digits.
    let bytes = |(name, text): (&String, &String)| match name.ends_with(".png") {
        true => (name.clone(), unhex(text)),
        false => (name.clone(), text.clone().into_bytes()),
    };
    let files: Vec<(String, Vec<u8>)> = game.iter().map(bytes).collect();
    let files = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    compile_sources(Sources::from_bytes("example", files))
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect()
}

fn place(sources: &Sources, diag: &Diagnostic) -> Place {
    let span = diag.primary.span;
    let file = sources.get(span.file).expect("a diagnostic has a file");
    let before = &file.text[..span.range().start.min(file.text.len())];
    (file.name.clone(), before.matches('\n').count() + 1)
}
