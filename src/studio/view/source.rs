//! The lines that made a thing.

use crate::diag::Span;
use crate::source::decode::{Cx, Meta};
use crate::source::{File, FileId, Sources};
use crate::syntax::GameFiles;
use serde_json::{Value, json};
use std::path::Path;

/// Records in which a thing is looked for, by the first word of its name.
fn records(kind: &str) -> &'static [&'static str] {
    match kind {
        "place" => &["area", "box", "track", "place"],
        "unit" => &["unit"],
        "marker" => &["marker"],
        "card" => &["card"],
        "table" => &["table"],
        "operation" => &["operation"],
        "scenario" => &["scenario"],
        "example" => &["example"],
        "map" => &["map"],
        "display" => &["display"],
        "formation" => &["formation"],
        "side" => &["side"],
        _ => &[],
    }
}

/// Lines shown at most.
const MOST_LINES: usize = 60;
/// Other places shown at most.
const MOST_MENTIONS: usize = 12;

/// The lines that made a thing such as `unit:191/71`, and other lines that speak of it.
pub fn source(sources: &Sources, folder: &Path, thing: &str) -> Value {
    let (kind, id) = thing.split_once(':').unwrap_or(("", thing));
    let mut found = Vec::new();
    let files = GameFiles::decode(sources, &mut Cx::default());
    files.walk(&mut |_, meta| {
        if records(kind).contains(&meta.name) && id_of(sources, meta).is_some_and(|own| same(&own, id)) {
            found.push(meta.span);
        }
    });
    let mut places: Vec<Value> = found.iter().filter_map(|span| lines(sources, folder, *span, "made here")).collect();
    let made: Vec<(FileId, usize)> =
        found.iter().filter_map(|span| Some((span.file, line_of(sources, *span)?))).collect();
    let word = format!("\"{id}\"");
    let mut mentions = 0;
    for (file, own) in sources.own().filter(|(_, own)| is_data(own)) {
        for (n, line) in own.text.lines().enumerate() {
            let here = line.contains(&word)
                || own.is_sheet() && line.split([',', ';', '\t']).any(|cell| cell.trim_matches('"') == id);
            let known = made.iter().any(|(made, at)| *made == file && (*at..at + 12).contains(&n));
            if here && mentions < MOST_MENTIONS && !(known && found.len() == 1 && n == made[0].1) {
                mentions += 1;
                places.push(one_line(own, folder, n, line, &word));
            }
        }
    }
    json!({ "thing": thing, "places": places })
}

/// A place with its lines.
pub fn lines(sources: &Sources, folder: &Path, span: Span, note: &str) -> Option<Value> {
    let file = sources.own().find(|(id, _)| *id == span.file).map(|(_, file)| file)?;
    let all: Vec<&str> = file.text.lines().collect();
    let first = line_of(sources, span)?;
    let last = first + record_length(&all, first, file.text.get(span.range())?);
    let column = span.range().start - file.text[..span.range().start].rfind('\n').map_or(0, |n| n + 1) + 1;
    let text = all.get(first..last.min(all.len()))?.join("\n");
    Some(json!({ "file": file.name, "path": folder.join(&file.name).to_string_lossy(), "line": first + 1,
        "column": column, "text": text, "note": note }))
}

fn one_line(file: &File, folder: &Path, n: usize, line: &str, word: &str) -> Value {
    // A line of a list may be long: what is said of the thing counts.
    const MOST: usize = 160;
    let at = line.find(word).unwrap_or(0);
    let column = line[..at].chars().count() + 1;
    let text: String = if line.chars().count() <= MOST {
        line.trim().to_string()
    } else {
        let start = column.saturating_sub(MOST / 2);
        format!("\u{2026}{}\u{2026}", line.chars().skip(start).take(MOST).collect::<String>())
    };
    json!({ "file": file.name, "path": folder.join(&file.name).to_string_lossy(), "line": n + 1, "column": column,
        "text": text, "note": "" })
}

fn is_data(file: &File) -> bool {
    !file.text.is_empty() && (file.name.ends_with(".toml") || file.is_sheet())
}

/// The number of the line, from 0.
fn line_of(sources: &Sources, span: Span) -> Option<usize> {
    let text = &sources.get(span.file)?.text;
    Some(text.get(..span.range().start)?.matches('\n').count())
}

/// How many lines a record has: to the end of its braces, or to the next header.
fn record_length(all: &[&str], first: usize, own: &str) -> usize {
    let braces = own.lines().count().max(1);
    let header = all.get(first).is_some_and(|line| line.trim_start().starts_with('['));
    if !header || braces > 1 {
        return braces.min(MOST_LINES);
    }
    let below = all.iter().skip(first + 1).take_while(|line| !line.starts_with('['));
    let below: Vec<&&str> = below.take(MOST_LINES).collect();
    let empty = below.iter().rev().take_while(|line| line.trim().is_empty() || line.starts_with('#')).count();
    1 + below.len() - empty
}

/// The id that a record writes.
fn id_of(sources: &Sources, meta: &Meta) -> Option<String> {
    let key = meta.keys.iter().find(|key| key.text == "id")?;
    let file = sources.get(key.span.file)?;
    if file.is_sheet() {
        let row = file.text.get(meta.span.range().start..)?.lines().next()?;
        return row.split([',', ';', '\t']).next().map(|cell| cell.trim_matches('"').to_string());
    }
    let rest = file.text.get(key.span.range().end..)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| ['"', '\''].contains(c))?;
    rest[1..].split(quote).next().map(str::to_string)
}

/// Whether an id is that of a thing; `track:space` and `map:place` are known by their parts.
fn same(own: &str, id: &str) -> bool {
    own == id || id.split_once(':').is_some_and(|(before, after)| own == before || own == after)
}
