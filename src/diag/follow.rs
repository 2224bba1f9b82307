//! One cause, one error: what only follows from another message is held back. It is said, if it is still true, once the
//! cause is mended.

use super::{Cause, Diagnostic, FileId, Label, Span, codes};
use std::collections::BTreeSet;

/// Removes what follows from other messages of a sorted list.
pub fn hold_back(list: &mut Vec<Diagnostic>) {
    let misspelt: BTreeSet<(FileId, String)> = list
        .iter()
        .filter(|diag| *diag.code == codes::UNKNOWN_KEY)
        .filter_map(|diag| match &diag.cause {
            Some(Cause::Meant(key)) => Some((diag.primary.span.file, key.clone())),
            _ => None,
        })
        .collect();
    let faulty: BTreeSet<FileId> =
        list.iter().filter(|diag| *diag.code == codes::SYNTAX).map(|diag| diag.primary.span.file).collect();
    let unresolved = list.iter().any(|diag| *diag.code == codes::UNKNOWN_NAME);
    let unused = [&codes::UNUSED_FORMATION, &codes::UNUSED_TERRAIN, &codes::UNUSED_TYPE];
    let mut undefined: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut colours: BTreeSet<Span> = BTreeSet::new();
    list.retain(|diag| {
        let span = diag.primary.span;
        // Part of a faulty file was not read, and what was read may be something else.
        let misread = *diag.code == codes::MISSING_KEY || *diag.code == codes::WRONG_TYPE;
        if misread && faulty.contains(&span.file) {
            return false;
        }
        // What seems unused may be what a name was to mean.
        if unresolved && unused.contains(&diag.code) {
            return false;
        }
        if *diag.code == codes::NOWHERE {
            let meant = |file: FileId, key: &str| misspelt.contains(&(file, key.to_string()));
            let said = |unit: &Label| meant(unit.span.file, "setup") || meant(unit.span.file, "arrives");
            return !diag.secondary.iter().any(said);
        }
        match &diag.cause {
            Some(Cause::Lacks(key)) => !misspelt.contains(&(span.file, key.clone())),
            // Where nothing is defined, every use fails in the same way.
            Some(Cause::NoneDefined) => undefined.insert((diag.code.id, diag.primary.text.clone())),
            // One colour can fail on many faces.
            _ => *diag.code != codes::CONTRAST || colours.insert(span),
        }
    });
}
