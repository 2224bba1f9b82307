//! Sources: who says so. What each record of the model says about itself beside its data.

use crate::diag::{Diagnostic, codes};
use crate::model::{About, RecordSources};
use crate::source::decode::{Cx, Meta};
use crate::source::values::Source;
use crate::source::{FileId, Span};
use crate::syntax::{GameFiles, UnitDef, UnitGroupDef};
use std::collections::{BTreeMap, BTreeSet};

/// What the model says about a record.
pub fn about(meta: &Meta) -> About {
    about_with(meta, std::iter::empty())
}

/// What the model says about a record that has keys from others: from its group, or from the scenario it extends. Each
/// of those keys comes with its own source, and an earlier one wins.
pub fn about_with<'a>(meta: &'a Meta, shared: impl Iterator<Item = (&'a str, Option<&'a Source>)>) -> About {
    let own = meta.src.iter().flat_map(|src| &src.by_key).map(|(key, _, source)| (key.as_str(), Some(source)));
    let written = |key: &str| meta.keys.iter().any(|own| own.text == key);
    pieced(meta.source(), own.chain(shared.filter(|(key, _)| !written(key))), [meta.note.as_deref()])
}

/// What is said about something that several records make up: the source of most of it, those of single keys, and the
/// notes of all. An earlier source of a key wins; keys that rest on the same as the rest are not named.
pub fn pieced<'a>(
    rest: Option<&Source>,
    keys: impl Iterator<Item = (&'a str, Option<&'a Source>)>,
    notes: impl IntoIterator<Item = Option<&'a str>>,
) -> About {
    let mut first: BTreeMap<&str, Option<&Source>> = BTreeMap::new();
    for (key, source) in keys {
        first.entry(key).or_insert(source);
    }
    let differs = |(key, source): (&str, Option<&Source>)| {
        source.filter(|source| Some(*source) != rest).map(|source| (key.to_string(), source.to_string()))
    };
    let by_key: BTreeMap<String, String> = first.into_iter().filter_map(differs).collect();
    let rest = rest.map(ToString::to_string);
    let source = (rest.is_some() || !by_key.is_empty()).then_some(RecordSources { rest, by_key });
    About { source, note: self::notes(notes) }
}

/// Several notes as one, each said once.
pub fn notes<'a>(notes: impl IntoIterator<Item = Option<&'a str>>) -> Option<String> {
    let mut said: Vec<&str> = Vec::new();
    for note in notes.into_iter().flatten() {
        if !said.contains(&note) {
            said.push(note);
        }
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// Adds the source of one key to what is said. Of several sources of one key the weaker counts.
pub fn say(about: &mut About, key: &str, source: Option<&Source>) {
    if source.is_none() {
        return;
    }
    let sources = about.source.get_or_insert_with(|| RecordSources { rest: None, by_key: BTreeMap::new() });
    let known = sources.by_key.get(key).and_then(|known| Source::parse(known));
    let source = if known.is_some() { Source::weaker(known.as_ref(), source) } else { source };
    if let Some(text) = source.map(ToString::to_string).filter(|text| sources.rest.as_ref() != Some(text)) {
        sources.by_key.insert(key.to_string(), text);
    }
}

/// What the model says about a unit: its own keys and those of its group, each with its source, and the notes of both.
pub fn about_unit(def: &UnitDef, group: &UnitGroupDef) -> About {
    let about = about_with(&def.meta, from_group(def, group));
    About { note: notes([def.meta.note.as_deref(), group.meta.note.as_deref()]), ..about }
}

/// The keys that a unit has from its group, with their sources.
pub fn from_group<'a>(
    def: &'a UnitDef,
    group: &'a UnitGroupDef,
) -> impl Iterator<Item = (&'a str, Option<&'a Source>)> {
    let written = |key: &str| def.meta.keys.iter().any(|own| own.text == key);
    let taken = move |key: &str| match key {
        // The caption of a group is not the name of a unit.
        "name" => false,
        // One that arrives does not start on the map, whatever its group says.
        "setup" | "arrives" => !written("setup") && !written("arrives"),
        // A unit of another type has that type's symbol.
        "symbol" => !written("symbol") && !written("type"),
        _ => !written(key),
    };
    shared(&group.meta).filter(move |(key, _)| taken(key))
}

/// The keys of a record that others take over, with their sources.
pub fn shared(meta: &Meta) -> impl Iterator<Item = (&str, Option<&Source>)> {
    meta.keys.iter().map(|key| (key.text.as_str(), meta.source_of(&key.text)))
}

/// Checks every citation, every key that a `src` names, and that all records say where they come from.
pub fn check(files: &GameFiles, cx: &mut Cx) {
    let rulebook = files.game.as_ref().and_then(|game| game.content.rulebook.as_ref());
    let rules: BTreeSet<&str> = rulebook.iter().flat_map(|book| &book.rules).map(|rule| rule.as_str()).collect();
    // Of each file: the first record without a source, and how many there are.
    let mut unsaid: BTreeMap<FileId, (Span, usize)> = BTreeMap::new();
    let mut said = false;
    files.walk(&mut |kind, meta| {
        check_citations(meta, &rules, cx);
        check_keys(meta, cx);
        said |= meta.src.is_some();
        // Of a file with faults, a source may be what could not be read.
        let whole = !cx.suspect.contains(&kind);
        if whole && !is_bookkeeping(meta) && meta.keys.iter().any(|key| meta.source_of(&key.text).is_none()) {
            unsaid.entry(meta.span.file).or_insert((meta.span, 0)).1 += 1;
        }
    });
    // Sources are for those who want them: a game that cites nothing is not asked.
    if said {
        unsaid.into_values().for_each(|(first, records)| cx.diags.push(no_source(first, records)));
    }
}

/// One warning per file.
fn no_source(first: Span, records: usize) -> Diagnostic {
    let message = match records {
        1 => "a record in this file has no source".to_string(),
        many => format!("{many} records in this file have no source"),
    };
    let label = if records == 1 { "this one" } else { "the first one" };
    codes::NO_SOURCE
        .at(first, message)
        .label(label)
        .help("write `src` at the top of the file, on a group or on a record")
}

/// Records about the data, and examples that test them: not data of the game.
const BOOKKEEPING: &[&str] = &[
    "game",
    "rulebook",
    "missing",
    "warnings",
    "expect",
    "expectation",
    "attribute",
    "example",
    "control",
    "stand",
    "mark",
    "happened",
    "example step",
    "take",
    "outcome",
];

/// Whether a record says something about the data, not about the game.
pub fn is_bookkeeping(meta: &Meta) -> bool {
    meta.name.ends_with("file") || BOOKKEEPING.contains(&meta.name)
}

fn check_citations(meta: &Meta, rules: &BTreeSet<&str>, cx: &mut Cx) {
    let Some(src) = &meta.src else { return };
    if rules.is_empty() {
        return;
    }
    let by_key = src.by_key.iter().map(|(_, span, source)| (*span, source));
    for (span, source) in src.rest.iter().map(|source| (src.span, source)).chain(by_key) {
        let known = |rule: &&String| rules.contains(rule.as_str()) || rule.starts_with("page ");
        for rule in source.rules().iter().filter(|rule| !known(rule)) {
            let diag = codes::CITATION.at(span, format!("the rulebook has no rule `{rule}`")).label("cited here");
            cx.diags.push(diag.suggest(rule, rules.iter().copied()));
        }
    }
}

fn check_keys(meta: &Meta, cx: &mut Cx) {
    let Some(src) = &meta.src else { return };
    for (key, span, _) in &src.by_key {
        let written = match entry_of_list(key) {
            Some((list, number)) => {
                let mut lists = meta.keys.iter().zip(&meta.counts).filter(|(own, _)| own.text == list);
                lists.any(|(_, count)| (1..=*count).contains(&number))
            }
            None => meta.keys.iter().chain(&meta.nested).any(|written| written.text == *key),
        };
        if !written {
            let diag = codes::UNKNOWN_KEY
                .at(*span, format!("`src` names the key `{key}`, which this {} does not have", meta.name))
                .label("no such key here");
            cx.diags.push(diag.suggest(key, meta.keys.iter().map(|key| key.text.as_str()).chain(["rest"])));
        }
    }
}

/// `cells.5` in a `src`: the fifth entry of a list that has a source of its own, `front.1` the first value of a face. Other
/// keys have no such entries.
pub fn entry_of_list(key: &str) -> Option<(&str, usize)> {
    let (list, number) = key.split_once('.')?;
    ["cells", "front", "back"].contains(&list).then_some((list, number.parse().ok()?))
}
