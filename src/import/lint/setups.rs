//! Setups, and other files that components name.

use super::targets::board_sizes;
use super::{Findings, Mistake};
use crate::carried::placed::Digest;
use crate::import::module::Module;
use crate::import::outline::ModuleOutline;
use crate::vassal::components::{Component, HelpSource};
use crate::vassal::{Command, Trait};
use std::collections::{BTreeMap, BTreeSet};

/// What a module has that its setups may use.
struct KnownParts {
    /// The numbers of all pieces that it can make.
    numbers: BTreeSet<String>,
    /// The sizes of boards, by map and name.
    boards: BTreeMap<(String, String), (i64, i64)>,
}

/// Looks at every setup, and at pages and sounds.
pub(super) fn check(module: &Module, outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let known = KnownParts { numbers: numbers(outline), boards: board_sizes(module, outline) };
    for (part, one) in outline.parts() {
        match &one.node.component {
            Component::PredefinedSetup(setup) if setup.use_file && !setup.is_menu => {
                let Some(file) = setup.file.as_deref().filter(|file| !file.is_empty()) else { continue };
                match module.saves.get(file.trim_start_matches('/')) {
                    None => findings.at(Mistake::MissingFile, part, format!("there is no file `{file}`")),
                    Some(Err(error)) => findings.at(Mistake::UnreadableSave, part, error.clone()),
                    Some(Ok(save)) => saved(save, part, &known, findings),
                }
            }
            Component::HelpFile(help)
                if !help.file_name.is_empty()
                    && help.source == HelpSource::Archive
                    && module.file(&help.file_name).is_none() =>
            {
                findings.at(Mistake::MissingFile, part, format!("there is no file `{}`", help.file_name));
            }
            _ => {}
        }
    }
}

/// The numbers of all pieces that the module can make.
fn numbers(outline: &ModuleOutline<'_>) -> BTreeSet<String> {
    let slots = outline.parts().filter_map(|(_, one)| match &one.node.component {
        Component::PieceSlot(slot) => Some(slot.gpid.clone()),
        Component::CardSlot(slot) => Some(slot.gpid.clone()),
        _ => None,
    });
    let markers = outline.traits().filter_map(|(_, one)| match one {
        Trait::PlaceMarker(marker) => Some(marker.gpid.clone()),
        Trait::Replace(replace) => Some(replace.0.gpid.clone()),
        _ => None,
    });
    slots.chain(markers).filter(|gpid| !gpid.is_empty()).collect()
}

fn saved(save: &Digest, part: usize, known: &KnownParts, findings: &mut Findings<'_>) {
    if let Some(error) = &save.broken {
        return findings.at(Mistake::UnreadableSave, part, error.clone());
    }
    let mut strangers = BTreeMap::<String, usize>::new();
    let mut outside = BTreeMap::<(String, String), usize>::new();
    let sizes = map_sizes(&save.boards, &known.boards);
    for piece in &save.pieces {
        let (name, gpid, map) = (piece.basic_type(3), piece.basic_state(3), piece.basic_state(0));
        if !gpid.is_empty() && !known.numbers.contains(&gpid) {
            *strangers.entry(name.clone()).or_default() += 1;
        }
        let Some((width, height)) = sizes.get(map.as_str()) else { continue };
        let number = |index: usize| piece.basic_state(index).parse::<i64>().unwrap_or(0);
        let (x, y) = (number(1), number(2));
        if x < 0 || y < 0 || x > *width || y > *height {
            *outside.entry((map, name)).or_default() += 1;
        }
    }
    for (name, count) in strangers {
        findings.at(Mistake::UnknownInSetup, part, format!("{}{}", called(&name), times(count)));
    }
    for ((map, name), count) in outside {
        findings.at(
            Mistake::OffTheBoard,
            part,
            format!("{}{} lies outside of the map `{map}`", called(&name), times(count)),
        );
    }
}

fn called(name: &str) -> String {
    if name.is_empty() { "a piece without a name".to_string() } else { format!("`{name}`") }
}

fn times(count: usize) -> String {
    if count > 1 { format!(" ({count} times)") } else { String::new() }
}

/// The size of each map whose boards all have known sizes. Boards stand in rows and columns; we take the
/// widest of a column and the tallest of a row, so that no piece is called outside that is not.
fn map_sizes<'a>(
    commands: &'a [Command],
    boards: &BTreeMap<(String, String), (i64, i64)>,
) -> BTreeMap<&'a str, (i64, i64)> {
    /// Maps have an edge of their own, which boards do not know. Nobody makes it wider than this.
    const EDGE: i64 = 400;
    let mut sizes = BTreeMap::new();
    for command in commands {
        let Command::Boards { map, boards: placed } = command else { continue };
        let (mut columns, mut rows) = (BTreeMap::<i32, i64>::new(), BTreeMap::<i32, i64>::new());
        let all_known = !placed.is_empty()
            && placed.iter().all(|board| {
                let Some((width, height)) = boards.get(&(map.clone(), board.name.clone())) else { return false };
                let column = columns.entry(board.x).or_default();
                *column = (*column).max(*width);
                let row = rows.entry(board.y).or_default();
                *row = (*row).max(*height);
                true
            });
        if all_known {
            sizes.insert(map.as_str(), (columns.values().sum::<i64>() + EDGE, rows.values().sum::<i64>() + EDGE));
        }
    }
    sizes
}
