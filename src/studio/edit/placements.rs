//! The placements of a scenario: pieces leave one and join another, as a person would write it.

use super::setup::MovedPiece;
use super::work::{RecordAt, RecordEntries, RecordEntry, Work, entry};
use super::{EditValue, Refusal, To, render};
use crate::syntax::{PlacementDef, ScenarioDef};

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cast {
    Unit,
    Marker,
}

/// A placement that names a piece, and which of its names and places that is.
pub struct FoundPlacement<'f> {
    pub def: &'f PlacementDef,
    /// The number among the units.
    unit: usize,
    /// The number among the places of `at`.
    spot: usize,
}

/// Keys that say where: a piece that moves leaves them behind.
const WHERE: [&str; 7] = ["units", "marker", "at", "any", "line", "with", "each"];

/// Whether a placement is one of a piece, by name.
pub fn is_of(place: &PlacementDef, piece: &MovedPiece<'_>) -> bool {
    match piece.cast {
        Cast::Unit => place.units.iter().any(|unit| unit.value == piece.id),
        Cast::Marker => place.marker.as_ref().is_some_and(|marker| marker.value == piece.id),
    }
}

/// Whether a scenario names a piece itself.
pub fn names(def: &ScenarioDef, piece: &MovedPiece<'_>) -> bool {
    def.places.iter().any(|place| is_of(place, piece))
}

/// The placement of a piece.
pub fn find<'f>(def: &'f ScenarioDef, piece: &MovedPiece<'_>) -> Result<Option<FoundPlacement<'f>>, Refusal> {
    let mut found = Vec::new();
    for place in def.places.iter().filter(|place| is_of(place, piece)) {
        let unit = place.units.iter().position(|unit| unit.value == piece.id).unwrap_or(0);
        let one_each = place.at.len() > 1 && place.at.len() == place.units.len();
        let spots: Vec<usize> = if one_each { vec![unit] } else { (0..place.at.len().max(1)).collect() };
        for spot in spots {
            let other = place.any.iter().chain(&place.line).chain(&place.with);
            let here = place.at.get(spot).into_iter().chain(other.filter(|_| place.at.is_empty()));
            // What lies with a unit lies in one of its slots.
            let in_slot =
                |from: &str| place.with.as_ref().is_some_and(|with| from.contains(&format!("/{}/", with.value)));
            if piece.from.is_none_or(|from| in_slot(from) || here.clone().any(|name| name.value == from)) {
                found.push(FoundPlacement { def: place, unit, spot });
            }
        }
    }
    match (found.len(), piece.from) {
        (0, Some(from)) if piece.cast == Cast::Marker => {
            Err(Refusal::new(format!("the scenario `{}` has no `{}` in `{from}`", def.id.0, piece.id)))
        }
        (0 | 1, _) => Ok(found.pop()),
        _ if piece.from.is_some() => Ok(Some(found.swap_remove(0))),
        _ => Err(Refusal::new(format!("`{}` is in several places: say which one moves", piece.id))),
    }
}

/// What else a placement says of its pieces: face, number, card, source.
pub fn kept(work: &Work<'_>, found: &FoundPlacement<'_>) -> Result<RecordEntries, Refusal> {
    let (at, meta) = (RecordAt::from(found.def.meta.span), &found.def.meta);
    let own = meta.keys.iter().map(|key| key.text.as_str()).filter(|key| !WHERE.contains(key) && *key != "turn");
    let about = ["src", "note"].into_iter().filter(|key| match *key {
        "src" => meta.src.as_ref().is_some_and(|src| src.span.file == at.file),
        _ => meta.note.is_some(),
    });
    let mut entries = RecordEntries::new();
    for key in own.chain(about) {
        if let Some(text) = work.written(at, key)? {
            entries.push((key.to_string(), RecordEntry::Copied(text)));
        }
    }
    Ok(entries)
}

/// Moves a piece out of its placement to another place.
pub fn relocate(
    work: &mut Work<'_>,
    scenario: &str,
    found: &FoundPlacement<'_>,
    piece: &MovedPiece<'_>,
    to: &To,
) -> Result<(), Refusal> {
    let (def, at) = (found.def, RecordAt::from(found.def.meta.span));
    if is_there(def, found.spot, to) {
        return Ok(());
    }
    if let Some(rest) = rest(work, found, piece)? {
        return split_copies(work, scenario, found, piece, to, rest);
    }
    let one_each = def.at.len() > 1 && def.at.len() == def.units.len();
    match to {
        To::Card => leave(work, found),
        // One of a list of places: only its own changes.
        To::At(place) if def.at.len() > 1 && def.units.len() <= 1 => {
            work.set_item(at, "at", found.spot, &EditValue::text(place))
        }
        To::At(place) if one_each => work.set_item(at, "at", found.unit, &EditValue::text(place)),
        _ => {
            let kept = kept(work, found)?;
            let files = work.files();
            let target = joinable(work, &files, scenario, piece, to, &kept)?;
            let alone = def.units.len() <= 1 && def.at.len() <= 1;
            match target {
                Some((other, count)) if other != at => {
                    // The later one first, so that the other stays where it is.
                    if other > at {
                        work.insert_item(other, "units", count, &EditValue::text(piece.id))?;
                        leave(work, found)
                    } else {
                        leave(work, found)?;
                        work.insert_item(other, "units", count, &EditValue::text(piece.id))
                    }
                }
                _ if alone => change_place(work, def, to),
                _ => {
                    let entries = entries(work, at, scenario, piece, to, kept);
                    work.add_after(at, &entries)?;
                    leave(work, found)
                }
            }
        }
    }
}

fn is_there(def: &PlacementDef, spot: usize, to: &To) -> bool {
    let same = |names: &[crate::source::Sp<String>], wanted: &[String]| {
        names.len() == wanted.len() && names.iter().zip(wanted).all(|(a, b)| a.value == *b)
    };
    if def.turn.is_some() {
        return false;
    }
    match to {
        To::At(place) => def.at.get(spot).is_some_and(|at| at.value == *place),
        To::Any(places) => same(&def.any, places),
        To::With(unit) => def.with.as_ref().is_some_and(|with| with.value == *unit),
        To::Card => false,
    }
}

/// How many copies stay behind; none if all go.
fn rest(work: &Work<'_>, found: &FoundPlacement<'_>, piece: &MovedPiece<'_>) -> Result<Option<i64>, Refusal> {
    let (Some(copies), Some(count)) = (piece.copies, &found.def.count) else { return Ok(None) };
    let copies = i64::from(copies);
    if copies == 0 || copies > count.value {
        let message = format!("there are {} of `{}` here, not {copies}", count.value, piece.id);
        return Err(work.refuse(RecordAt::from(found.def.meta.span), message));
    }
    Ok((copies < count.value).then_some(count.value - copies))
}

fn split_copies(
    work: &mut Work<'_>,
    scenario: &str,
    found: &FoundPlacement<'_>,
    piece: &MovedPiece<'_>,
    to: &To,
    rest: i64,
) -> Result<(), Refusal> {
    let at = RecordAt::from(found.def.meta.span);
    let moved = i64::from(piece.copies.unwrap_or(1));
    if *to != To::Card {
        let mut kept = kept(work, found)?;
        kept.retain(|(key, _)| key != "count");
        if moved > 1 || piece.cast == Cast::Unit {
            kept.insert(0, entry("count", EditValue::Whole(moved)));
        }
        let entries = entries(work, at, scenario, piece, to, kept);
        work.add_after(at, &entries)?;
    }
    if rest == 1 && piece.cast == Cast::Marker {
        return work.unset(at, "count");
    }
    work.set(at, "count", &EditValue::Whole(rest), &[])
}

/// Takes a piece out of its placement; an empty one goes away.
fn leave(work: &mut Work<'_>, found: &FoundPlacement<'_>) -> Result<(), Refusal> {
    let (def, at) = (found.def, RecordAt::from(found.def.meta.span));
    let one_each = def.at.len() > 1 && def.at.len() == def.units.len();
    if def.at.len() > 1 && (def.units.len() <= 1 || one_each) {
        work.remove_item(at, "at", found.spot)?;
        return if one_each { work.remove_item(at, "units", found.unit) } else { Ok(()) };
    }
    if def.units.len() > 1 { work.remove_item(at, "units", found.unit) } else { work.remove(at) }
}

/// Changes where a placement is that holds nothing else.
fn change_place(work: &mut Work<'_>, def: &PlacementDef, to: &To) -> Result<(), Refusal> {
    let at = RecordAt::from(def.meta.span);
    let written =
        ["at", "any", "line", "with"].into_iter().find(|key| def.meta.keys.iter().any(|own| own.text == *key));
    for key in ["turn", "each"] {
        work.unset(at, key)?;
    }
    let (key, value) = spot(to);
    match written {
        Some(old) if old == key && key == "at" => work.set_item(at, key, 0, &value),
        Some(old) if old == key => work.set(at, key, &value, &[]),
        Some(old) => work.rename(at, old, key, &value),
        None => work.set(at, key, &value, &["state", "count", "turn", "each", "card", "src", "note"]),
    }
}

fn spot(to: &To) -> (&'static str, EditValue) {
    match to {
        To::At(place) => ("at", EditValue::text(place)),
        To::Any(places) => ("any", EditValue::texts(places)),
        To::With(unit) => ("with", EditValue::text(unit)),
        To::Card => ("at", EditValue::List(Vec::new())),
    }
}

/// A new placement.
fn entries(
    work: &Work<'_>,
    beside: RecordAt,
    scenario: &str,
    piece: &MovedPiece<'_>,
    to: &To,
    kept: RecordEntries,
) -> RecordEntries {
    let what = match piece.cast {
        Cast::Unit => entry("units", EditValue::texts([piece.id])),
        Cast::Marker => entry("marker", EditValue::text(piece.id)),
    };
    let (key, value) = spot(to);
    let mut entries = vec![what];
    // `count` stands beside what it counts.
    let (counted, kept): (RecordEntries, RecordEntries) = kept.into_iter().partition(|(key, _)| key == "count");
    entries.extend(counted);
    entries.push(entry(key, value));
    entries.extend(kept);
    if work.is_row(beside) {
        entries.insert(0, entry("scenario", EditValue::text(scenario)));
    }
    entries
}

/// The placement of a scenario that a unit can join: there, and with the same face and source.
fn joinable(
    work: &Work<'_>,
    files: &crate::syntax::GameFiles,
    scenario: &str,
    piece: &MovedPiece<'_>,
    to: &To,
    kept_of_piece: &RecordEntries,
) -> Result<Option<(RecordAt, usize)>, Refusal> {
    if piece.cast == Cast::Marker || *to == To::Card {
        return Ok(None);
    }
    let defs = files.scenarios.iter().flat_map(|file| &file.content.scenarios).filter(|def| def.id.0 == scenario);
    for place in defs.flat_map(|def| &def.places) {
        let plain = !place.units.is_empty() && place.filter.is_none() && place.formation.is_none();
        let one = place.at.len() <= 1 && place.each.is_none() && place.count.is_none();
        if !plain || !one || !is_there(place, 0, to) || place.units.iter().any(|unit| unit.value == piece.id) {
            continue;
        }
        let found = FoundPlacement { def: place, unit: 0, spot: 0 };
        let same = match work.file(place.meta.span.file) {
            Ok(_) => kept(work, &found)? == *kept_of_piece,
            Err(_) => false,
        };
        if same {
            return Ok(Some((RecordAt::from(place.meta.span), place.units.len())));
        }
    }
    Ok(None)
}

/// Places a piece that a scenario has said nothing of.
pub fn place(
    work: &mut Work<'_>,
    scenario: &str,
    piece: &MovedPiece<'_>,
    to: &To,
    kept: RecordEntries,
) -> Result<(), Refusal> {
    let files = work.files();
    let mut kept = kept;
    if let Some(copies) = piece.copies {
        kept.retain(|(key, _)| key != "count");
        kept.insert(0, entry("count", EditValue::Whole(i64::from(copies))));
    }
    if let Some((other, count)) = joinable(work, &files, scenario, piece, to, &kept)? {
        return work.insert_item(other, "units", count, &EditValue::text(piece.id));
    }
    let defs = files.scenarios.iter().flat_map(|file| &file.content.scenarios);
    let Some(def) = defs.into_iter().find(|def| def.id.0 == scenario) else {
        return Err(Refusal::new(format!("there is no scenario `{scenario}`")));
    };
    // Behind those of its kind, if there are any: reinforcements stand last.
    let alike =
        |place: &&PlacementDef| (place.marker.is_some() == (piece.cast == Cast::Marker)) && place.turn.is_none();
    let editable = |place: &&PlacementDef| work.file(place.meta.span.file).is_ok();
    let beside = def.places.iter().filter(editable).rfind(alike).or(def.places.iter().rfind(editable));
    if let Some(beside) = beside {
        let at = RecordAt::from(beside.meta.span);
        let entries = entries(work, at, scenario, piece, to, kept);
        return work.add_after(at, &entries);
    }
    let at = RecordAt::from(def.meta.span);
    let entries = entries(work, at, scenario, piece, to, kept);
    let text: Vec<String> = entries
        .iter()
        .map(|(key, value)| {
            let value = match value {
                RecordEntry::New(value) => render::toml(value)?,
                RecordEntry::Copied(text) => text.clone(),
            };
            Ok(format!("{key} = {value}"))
        })
        .collect::<Result<_, Refusal>>()?;
    let list = format!("[{{ {} }}]", text.join(", "));
    work.put(at, "place", &RecordEntry::Copied(list), &["src", "note", "text"])
}
