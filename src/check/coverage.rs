//! How much of a game rests on what: its facts, counted by subject and by source.
//!
//! A fact is something a player would look up: the strength of a unit, the terrain of a place, a cell of a table. Ids,
//! names, kinds, order and layout are not facts: every record has them, and they would drown the rest.

use super::about::{entry_of_list, from_group, is_bookkeeping};
use super::board::CheckedBoard;
use crate::model::{Coverage, Edge, EdgeBy, Tally};
use crate::source::FileKind;
use crate::source::decode::Meta;
use crate::source::values::Source;
use crate::syntax::{GameFiles, MapKind, UnitDef, UnitGroupDef};
use std::collections::BTreeSet;

const UNITS: &str = "units";
const VALUES: &str = "values";
const PLACES: &str = "places";
const ADJACENCY: &str = "adjacency";
const TABLES: &str = "tables";
const RULES: &str = "rules";
const SETUP: &str = "setup";

/// What facts are about, in the order in which they are told.
pub const SUBJECTS: [&str; 7] = [UNITS, VALUES, PLACES, ADJACENCY, TABLES, RULES, SETUP];

/// Counts the facts of a game.
pub fn count(files: &GameFiles, board: &CheckedBoard) -> Coverage {
    let mut coverage = Coverage::default();
    for subject in SUBJECTS {
        coverage.by_subject.entry(subject.to_string()).or_default();
    }
    files.walk(&mut |kind, meta| record(kind, meta, &mut coverage));
    for group in files.counters.iter().flat_map(|file| &file.content.groups) {
        for def in &group.units {
            unit(def, group, &mut coverage);
        }
    }
    let squares = board.maps.iter().all(|map| map.kind == MapKind::Square);
    coverage.add(PLACES, if squares { "square" } else { "hex" }, &board.said_of_hexes);
    let boundaries = files.maps.iter().flat_map(|file| &file.content.boundaries);
    let plain = boundaries.filter(|def| def.default.as_ref().is_some_and(|default| default.value));
    let plain: BTreeSet<&str> = plain.map(|def| def.id.0.as_str()).collect();
    for (record, tally) in adjacency(&board.edges, &plain) {
        coverage.add(ADJACENCY, record, &tally);
    }
    coverage
}

/// What the facts of a kind of file are about.
fn subject(kind: FileKind, record: &str, key: &str) -> Option<&'static str> {
    Some(match kind {
        FileKind::Map if record == "boundary" => ADJACENCY,
        FileKind::Counters | FileKind::Game => match key {
            "front" | "back" | "steps" | "values" => VALUES,
            "setup" | "arrives" | "withdraws" => SETUP,
            _ => UNITS,
        },
        FileKind::Map | FileKind::Displays => PLACES,
        FileKind::Tables => TABLES,
        FileKind::Rules | FileKind::Cards => RULES,
        FileKind::Scenarios => SETUP,
        _ => return None,
    })
}

/// Records that say what others mean or look like, those that are counted by what comes of them (hexes, neighbours),
/// and groups, whose keys are counted with each unit.
const NOT_COUNTED: &[&str] = &[
    "side",
    "size",
    "value",
    "layout",
    "face",
    "map",
    "terrain",
    "class",
    "land",
    "shape",
    "grid",
    "paint",
    "way",
    "feature",
    "display",
    "hexes",
    "squares",
    "hexside",
    "square-side",
    "crossing",
    "line",
    "border",
    "link",
    "edge",
    "units",
    "unit",
    "setup",
    "arrival",
    "withdrawal",
    "operation step",
    "given",
];

/// Keys that name a record, say of what kind it is, where it stands in a list and how it is drawn.
const NOT_FACTS: &[&str] = &[
    "id",
    "was",
    "name",
    "title",
    "short",
    "code",
    "label",
    "state",
    "kind",
    "use",
    "of",
    "group",
    "symbol",
    "glyph",
    "emblem",
    "colour",
    "ink",
    "ground",
    "look",
    "mark",
    "layout",
    "template",
    "separator",
    "identifier",
    "steps-per-counter",
    "counter-size",
    "image",
    "back-image",
    "track",
    "card",
    "extends",
    "site",
    "polygon",
    "rect",
    "cell",
    "columns",
    "holds",
    "by",
    "class",
    "side",
    "deck",
    "text",
];

/// Records whose place on the sheet is not a fact.
const DRAWN: &[&str] = &["track", "box", "strength", "slot"];

/// Keys with one fact for every value in them.
const LISTS: &[&str] = &["front", "back", "steps", "values", "cells", "bands", "results"];

fn is_fact(meta: &Meta, key: &str) -> bool {
    let drawn = DRAWN.contains(&meta.name) && ["at", "size", "line"].contains(&key);
    // The back of a deck is a picture.
    let picture = meta.name == "deck" && ["back", "size"].contains(&key);
    // Which face is up at the start.
    let face_up = meta.name == "placement" && key == "state";
    face_up || !NOT_FACTS.contains(&key) && !drawn && !picture
}

fn record(kind: FileKind, meta: &Meta, coverage: &mut Coverage) {
    if is_bookkeeping(meta) || NOT_COUNTED.contains(&meta.name) {
        return;
    }
    let mut facts: Vec<(&str, usize)> =
        meta.keys.iter().map(|key| key.text.as_str()).zip(meta.counts.iter().copied()).collect();
    let only_words = !facts.iter().any(|(key, _)| is_fact(meta, key));
    // The words of a rule are the fact where nothing else states it.
    facts.retain(|(key, _)| is_fact(meta, key) || only_words && *key == "text");
    for (key, count) in facts {
        written(kind, meta, key, count, coverage);
    }
}

/// Counts a key of a record. Entries of a list that say their own source count by themselves.
fn written(kind: FileKind, meta: &Meta, key: &str, count: usize, coverage: &mut Coverage) {
    let mut others = count;
    for (entry, _, source) in meta.src.iter().flat_map(|src| &src.by_key) {
        if entry_of_list(entry).is_some_and(|(list, _)| list == key) && others > 0 {
            add(kind, meta.name, key, 1, Some(source), coverage);
            others -= 1;
        }
    }
    add(kind, meta.name, key, others, meta.source_of(key), coverage);
}

fn unit(def: &UnitDef, group: &UnitGroupDef, coverage: &mut Coverage) {
    let meta = &def.meta;
    for (key, count) in meta.keys.iter().zip(&meta.counts).filter(|(key, _)| is_fact(meta, &key.text)) {
        written(FileKind::Counters, meta, &key.text, *count, coverage);
    }
    for (key, source) in from_group(def, group).filter(|(key, _)| is_fact(meta, key)) {
        add(FileKind::Counters, meta.name, key, 1, source, coverage);
    }
}

fn add(kind: FileKind, record: &str, key: &str, count: usize, source: Option<&Source>, coverage: &mut Coverage) {
    let Some(subject) = subject(kind, record, key) else { return };
    let mut tally = Tally::default();
    for _ in 0..if LISTS.contains(&key) { count } else { 1 } {
        tally.count(source);
    }
    coverage.add(subject, record, &tally);
}

/// Which places are neighbours, and what lies between them. That hexes touch is not a fact of the game: what lies on their
/// sides is one.
fn adjacency(edges: &[Edge], plain: &BTreeSet<&str>) -> Vec<(&'static str, Tally)> {
    let mut seen = BTreeSet::new();
    let mut tallies = EdgeBy::ALL.map(|by| (by, Tally::default()));
    for edge in edges {
        let pair = (edge.from.index.min(edge.to.index), edge.from.index.max(edge.to.index));
        let Some((_, tally)) = tallies.iter_mut().find(|(by, _)| *by == edge.by) else { continue };
        if !seen.insert((pair, edge.by)) {
            continue;
        }
        let source = |key: &str| {
            let sources = edge.about.source.as_ref()?;
            Source::parse(sources.by_key.get(key).or(sources.rest.as_ref())?)
        };
        if !matches!(edge.by, EdgeBy::Hexside | EdgeBy::Side | EdgeBy::Corner) {
            tally.count(source("rest").as_ref());
        }
        let marked = edge.boundary.as_deref().is_some_and(|kind| !plain.contains(kind));
        for (key, _) in [("boundary", marked), ("crossing", edge.crossing.is_some())].iter().filter(|(_, there)| *there)
        {
            tally.count(source(key).as_ref());
        }
        for _ in &edge.ways {
            tally.count(source("ways").as_ref());
        }
    }
    let word = |by: EdgeBy| if by == EdgeBy::MapEdge { "edge" } else { by.word() };
    tallies.into_iter().map(|(by, tally)| (word(by), tally)).collect()
}
