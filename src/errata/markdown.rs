//! The errata sheet and the CHANGELOG entry as Markdown.

use super::carry::CarryFinding;
use super::changes::{Change, ChangeKind, ChangedField, Section};
use super::{Errata, FaceChange, capital, fate, heading, rule};
use std::fmt::Write;

/// The errata sheet. `picture` gives the path of a picture of a counter or card, old or new, front or back.
pub fn sheet(errata: &Errata, picture: &dyn Fn(&FaceChange, bool, usize) -> Option<String>) -> String {
    let mut out = format!("# {}: errata {} to {}\n\n", line(&errata.title), errata.from, errata.to);
    if errata.is_empty() {
        out.push_str("Nothing changed.\n");
        return out;
    }
    out.push_str(&summary(errata));
    for section in Section::ALL {
        let pictures = table(errata.faces(section), picture);
        let changes: String = errata.of(section).map(|change| entry(errata, change)).collect();
        if !changes.is_empty() || !pictures.is_empty() {
            let _ = write!(out, "\n## {}\n\n{changes}{pictures}", section.title());
        }
    }
    if errata.editorial() > 0 {
        let _ = write!(out, "\n{} changed in sources or notes only.\n", counted(errata.editorial(), "record"));
    }
    out.push_str(&saved_games(errata));
    out
}

/// What there is to print, in a sentence or two.
fn summary(errata: &Errata) -> String {
    let count = |faces: &[FaceChange], what: &str| {
        let all: u32 = faces.iter().map(|face| face.print).sum();
        (all > 0).then(|| counted(all as usize, what))
    };
    let parts = [count(&errata.counters, "counter"), count(&errata.cards, "card")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let mut out = String::new();
    if !parts.is_empty() {
        let _ = writeln!(out, "To print and cut: {}.", parts.join(" and "));
    }
    if !errata.maps.is_empty() || !errata.charts.is_empty() {
        out.push_str("Pages of maps and charts that changed are among the sheets.\n");
    }
    out
}

/// One change, as a point of a list.
fn entry(errata: &Errata, change: &Change) -> String {
    let source = change.source.as_deref().map(|source| format!(" ({})", line(&rule(source)))).unwrap_or_default();
    let fate = fate(errata, change).map(|fate| format!("{}.", line(&fate))).unwrap_or_default();
    let mut out = format!("- **{}**{source}: {fate}", line(&heading(change)));
    if let Some(says) = &change.says {
        let _ = write!(out, " {}", line(says));
    }
    let fields: Vec<String> = change.played().map(field).collect();
    match fields.as_slice() {
        [] => {}
        [one] => {
            let _ = write!(out, "{}{one}", if fate.is_empty() { "" } else { " " });
        }
        many => many.iter().for_each(|field| {
            let _ = write!(out, "\n  - {field}");
        }),
    }
    out.push('\n');
    out
}

fn field(field: &ChangedField) -> String {
    let name = line(&capital(&field.name));
    match (field.old.is_null() && field.was.is_empty(), field.new.is_array()) {
        (true, _) => format!("{name}: {}", line(&field.now)),
        (false, true) => {
            let part = |what, value: &serde_json::Value, text: &str| {
                let some = value.as_array().is_some_and(|all| !all.is_empty());
                some.then(|| format!("{what} {}", line(text)))
            };
            let parts = [part("new", &field.new, &field.now), part("gone", &field.old, &field.was)];
            format!("{name}: {}", parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
        }
        _ => format!("{name}: **{}** (was: {})", line(&field.now), line(&field.was)),
    }
}

/// Pictures side by side.
fn table(faces: &[FaceChange], picture: &dyn Fn(&FaceChange, bool, usize) -> Option<String>) -> String {
    if faces.is_empty() {
        return String::new();
    }
    let mut out = String::from("\n| | before | now | to print |\n|---|---|---|---|\n");
    for face in faces {
        let cell = |new: bool| {
            let paths = (0..2).filter_map(|side| picture(face, new, side));
            paths.map(|path| format!("![]({path})")).collect::<Vec<_>>().join(" ")
        };
        let print = if face.kind == ChangeKind::Removed { "take out".to_string() } else { face.print.to_string() };
        let _ = writeln!(out, "| {} | {} | {} | {print} |", line(&face.id), cell(false), cell(true));
    }
    out
}

/// What players of a saved game need to know.
fn saved_games(errata: &Errata) -> String {
    let Some(carry) = &errata.saved_games else { return String::new() };
    let mut out = String::from("\n## Saved games\n\n");
    out.push_str(&carries(errata));
    out.push('\n');
    for (n, finding) in carry.findings.iter().enumerate() {
        let gap = if n == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{gap}- {}", line(&told(finding)));
    }
    out
}

/// Whether saved games go on, in a sentence.
pub fn carries(errata: &Errata) -> String {
    let whole = errata.saved_games.as_ref().is_none_or(super::CarryOver::is_whole);
    if whole {
        format!(
            "Games saved with {} open in {}. Tools, Refresh Counters gives them the new counters.",
            errata.from, errata.to
        )
    } else {
        format!(
            "Games saved with {} do not carry over completely into {}: finish them with the old module.",
            errata.from, errata.to
        )
    }
}

/// A finding with the pieces it is about.
pub fn told(finding: &CarryFinding) -> String {
    const MOST: usize = 8;
    let CarryFinding { text, pieces, .. } = finding;
    if pieces.is_empty() {
        return format!("{text}.");
    }
    let named = pieces.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = pieces.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{text}: {named}{more}.")
}

/// The entry of a CHANGELOG.
pub fn changelog(errata: &Errata) -> String {
    let mut out = format!("## {}\n", errata.to);
    let groups = [
        ("Added", ChangeKind::Added),
        ("Changed", ChangeKind::Changed),
        ("Renamed", ChangeKind::Renamed),
        ("Removed", ChangeKind::Removed),
    ];
    for (title, kind) in groups {
        let own: Vec<&Change> =
            Section::ALL.into_iter().flat_map(|section| errata.of(section)).filter(|one| one.kind == kind).collect();
        if own.is_empty() {
            continue;
        }
        let _ = write!(out, "\n### {title}\n\n");
        for change in own {
            let fields: Vec<String> = change.played().map(|one| field(one).replace("**", "")).collect();
            let said = change.name.to_lowercase().starts_with(&change.what.to_lowercase());
            let what = if said { String::new() } else { format!("{} ", capital(&change.what)) };
            let _ = write!(out, "- {what}{}", line(&change.name));
            if let Some(was) = &change.was {
                let _ = write!(out, " (was {})", line(was));
            }
            let _ =
                writeln!(out, "{}", if fields.is_empty() { String::new() } else { format!(": {}", fields.join("; ")) });
        }
    }
    if errata.is_empty() {
        out.push_str("\nNothing changed.\n");
    } else if errata.saved_games.is_some() {
        let _ = write!(out, "\n{}\n", carries(errata));
    }
    out
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A text that means itself in Markdown and stays on its line.
fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
