//! Errors that only follow from others.
//!
//! A file that could not be read whole lacks records, and much that refers to them would seem wrong.
//! What may come of that is held back: it is reported, if it is still there, once the file is mended.

use crate::diag::{Cause, Code, Diagnostic, Diagnostics, codes};
use crate::source::{FileId, FileKind, Sources};
use std::collections::BTreeSet;

/// The kinds of file that could not be read whole.
pub fn suspects(diags: &Diagnostics, dropped: &BTreeSet<FileId>, sources: &Sources) -> BTreeSet<FileKind> {
    let drops: [&Code; 6] =
        [&codes::FILE, &codes::SYNTAX, &codes::MISSING_KEY, &codes::WRONG_TYPE, &codes::BAD_VALUE, &codes::NUMBER];
    let dropping = diags.iter().filter(|diag| drops.contains(&diag.code));
    let files = dropping.map(|diag| diag.primary.span.file).chain(dropped.iter().copied());
    let kinds = files.filter_map(|file| sources.get(file)).map(|file| file.kind);
    // The lock and the settings of printing declare nothing.
    kinds.filter(|kind| ![FileKind::Lock, FileKind::Print, FileKind::Expect].contains(kind)).collect()
}

/// The kind of file in which things of that name are declared.
pub fn home(what: &str) -> Option<FileKind> {
    Some(match what {
        "side" | "size" | "type" | "formation" | "value" | "layout" | "state" => FileKind::Game,
        "place" | "place or region" | "area on this map" | "region" | "track" | "map" | "terrain" | "class"
        | "boundary" | "way" | "feature" | "space" => FileKind::Map,
        "unit" | "marker" => FileKind::Counters,
        "deck" | "card" => FileKind::Cards,
        "table" => FileKind::Tables,
        "rule" | "victory condition" | "procedure" | "condition" | "losses" | "retreat" | "supply" => FileKind::Rules,
        "scenario" => FileKind::Scenarios,
        _ => return None,
    })
}

/// Whether places are missing that an author described, by what is wrong with the maps.
pub fn lacks_places(diags: &Diagnostics) -> bool {
    let broken = |diag: &Diagnostic| {
        [&codes::AREA_SHAPE, &codes::SITE].contains(&diag.code) || diag.cause == Some(Cause::NoPlaces)
    };
    diags.iter().any(broken)
}

/// Whether a diagnostic may only follow from places that are missing.
pub fn follows_from_places(code: &Code) -> bool {
    [&codes::EXPECTATION, &codes::NO_CHOICE, &codes::NOWHERE, &codes::UNUSED_TERRAIN].contains(&code)
}

/// Whether a diagnostic of the checks may only follow from a file that could not be read whole.
pub fn follows(code: &Code, suspect: &BTreeSet<FileKind>) -> bool {
    let any = |list: &[&Code]| list.contains(&code);
    let of_kind = |kind: &FileKind| match kind {
        FileKind::Game => any(&[
            &codes::EXPR_TYPE,
            &codes::SIDES,
            &codes::FACES,
            &codes::FACE_VALUES,
            &codes::UNKNOWN_KEY,
            &codes::MISSING_KEY,
        ]),
        FileKind::Map => any(&[
            &codes::AREA_SHAPE,
            &codes::SITE,
            &codes::NO_BORDER,
            &codes::UNREACHABLE,
            &codes::SHORT_BORDER,
            &codes::POLYGON,
            &codes::OFF_MAP,
            &codes::PAINT,
            &codes::BEYOND,
            &codes::NO_CHOICE,
            &codes::EXPR_TYPE,
            &codes::CONFLICT,
            &codes::LINK,
            &codes::SPLIT,
            &codes::NOWHERE,
            &codes::OUTSIDE,
            &codes::STACKING,
            &codes::MISSING_KEY,
        ]),
        FileKind::Counters => any(&[
            &codes::FACES,
            &codes::FACE_VALUES,
            &codes::NOWHERE,
            &codes::TOO_MANY,
            &codes::TWICE,
            &codes::STATE,
            &codes::NO_CHOICE,
            &codes::EXPR_TYPE,
            &codes::MISSING_KEY,
            &codes::CONFLICT,
        ]),
        FileKind::Tables => any(&[
            &codes::TABLE_GAP,
            &codes::TABLE_OVERLAP,
            &codes::TABLE_SHAPE,
            &codes::TABLE_ENTRY,
            &codes::RESULT,
            &codes::EXPR_TYPE,
            &codes::CONFLICT,
        ]),
        FileKind::Rules => any(&[&codes::EXPR_TYPE, &codes::STACKING]),
        FileKind::Scenarios => any(&[&codes::NOWHERE, &codes::CONFLICT, &codes::TWICE, &codes::TOO_MANY]),
        FileKind::Displays | FileKind::Cards | FileKind::Examples => any(&[&codes::NO_CHOICE]),
        FileKind::Expect
        | FileKind::Print
        | FileKind::Template
        | FileKind::Picture
        | FileKind::Rulebook
        | FileKind::Lock
        | FileKind::Carried => false,
    };
    let always = any(&[
        &codes::EXPECTATION,
        &codes::DEAD_ROW,
        &codes::UNUSED_TYPE,
        &codes::UNUSED_FORMATION,
        &codes::UNUSED_TERRAIN,
        &codes::CROWDED,
    ]);
    !suspect.is_empty() && (always || suspect.iter().any(of_kind))
}
