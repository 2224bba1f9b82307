//! Pieces and their numbers, by which VASSAL refreshes saved games.

use super::{Findings, Mistake};
use crate::import::outline::{ModuleOutline, name};
use crate::vassal::components::Component;
use std::collections::BTreeMap;

/// Pieces whose texts are none.
pub(super) fn unreadable(outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    for defined in outline.pieces() {
        if let Err(error) = &defined.piece {
            let of = if defined.nested { "a piece inside one of its traits: " } else { "" };
            findings.at(Mistake::UnreadablePiece, defined.part, format!("{of}{error}"));
        }
    }
}

/// Numbers that are missing or not unique.
pub(super) fn check(outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let mut seen = BTreeMap::<&str, usize>::new();
    for (part, one) in outline.parts() {
        let gpid = match &one.node.component {
            Component::PieceSlot(slot) => slot.gpid.as_str(),
            Component::CardSlot(slot) => slot.gpid.as_str(),
            _ => continue,
        };
        if gpid.is_empty() {
            findings.at(Mistake::NoNumber, part, "the slot has no gpid");
            continue;
        }
        match seen.get(gpid) {
            None => _ = seen.insert(gpid, part),
            Some(first) => {
                let other = name(outline.component(*first)).unwrap_or_default();
                findings.at(Mistake::SameNumber, part, format!("number {gpid} is also that of `{other}`"));
            }
        }
    }
}
