//! Moving pieces in the setup of a scenario.
//!
//! Where a unit starts is said by a placement of the scenario, or by the unit itself. A move changes what says it now. A unit that
//! says it itself is changed itself, unless another scenario goes by the same words: then the scenario gets a placement.

use super::placements::{self, Cast, FoundPlacement};
use super::work::{RecordAt, RecordEntries, RecordEntry, Work, entry};
use super::{EditValue, Refusal, SetupPiece, To, render};
use crate::syntax::{GameFiles, PlacementDef, ScenarioDef, UnitDef, UnitGroupDef};

/// Moves pieces, one after the other.
pub fn apply(work: &mut Work<'_>, scenario: &str, pieces: &[SetupPiece], to: &To) -> Result<(), Refusal> {
    if pieces.is_empty() {
        return Err(Refusal::new("nothing is moved"));
    }
    for piece in pieces {
        match piece {
            SetupPiece::Unit { unit, from, copies } => {
                let piece = MovedPiece { cast: Cast::Unit, id: unit, from: from.as_deref(), copies: *copies };
                move_unit(work, scenario, &piece, to)?;
            }
            SetupPiece::Marker { marker, from, copies } => {
                let piece = MovedPiece { cast: Cast::Marker, id: marker, from: from.as_deref(), copies: *copies };
                move_marker(work, scenario, &piece, to)?;
            }
        }
    }
    Ok(())
}

/// What is moved.
pub struct MovedPiece<'a> {
    pub cast: Cast,
    pub id: &'a str,
    pub from: Option<&'a str>,
    pub copies: Option<u32>,
}

/// All scenarios of a game.
fn scenarios(files: &GameFiles) -> impl Iterator<Item = &ScenarioDef> {
    files.scenarios.iter().flat_map(|file| &file.content.scenarios)
}

fn scenario<'f>(files: &'f GameFiles, id: &str) -> Result<&'f ScenarioDef, Refusal> {
    let found = scenarios(files).find(|def| def.id.0 == id);
    found.ok_or_else(|| Refusal::new(format!("there is no scenario `{id}`")))
}

/// A scenario and those that it extends, itself first.
fn chain<'f>(files: &'f GameFiles, def: &'f ScenarioDef) -> Vec<&'f ScenarioDef> {
    let mut chain = vec![def];
    while let Some(base) = chain.last().and_then(|def| def.extends.as_ref()) {
        let Some(next) = scenarios(files).find(|def| def.id.0 == base.value) else { break };
        if chain.iter().any(|def| def.id.0 == next.id.0) {
            break;
        }
        chain.push(next);
    }
    chain
}

fn unit<'f>(files: &'f GameFiles, id: &str) -> Option<(&'f UnitGroupDef, &'f UnitDef)> {
    let groups = files.counters.iter().flat_map(|file| &file.content.groups);
    groups.flat_map(|group| group.units.iter().map(move |unit| (group, unit))).find(|(_, unit)| unit.id.0 == id)
}

fn move_unit(work: &mut Work<'_>, name: &str, piece: &MovedPiece<'_>, to: &To) -> Result<(), Refusal> {
    let files = work.files();
    let def = scenario(&files, name)?;
    let Some((group, unit)) = unit(&files, piece.id) else {
        return Err(Refusal::new(format!("there is no unit `{}`", piece.id)));
    };
    let starts_by_itself = [&group.setup, &unit.setup].into_iter().any(Option::is_some);
    let arrives_by_itself = [&group.arrives, &unit.arrives].into_iter().any(Option::is_some);
    if let Some(found) = placements::find(def, piece)? {
        placements::relocate(work, name, &found, piece, to)?;
        let elsewhere = chain(&files, def)[1..].iter().any(|base| placements::names(base, piece));
        let by_itself = starts_by_itself || arrives_by_itself || elsewhere;
        if *to == To::Card && !by_itself {
            leave_out(work, name, piece.id)?;
        }
        return Ok(());
    }
    if *to == To::Card {
        return leave_out(work, name, piece.id);
    }
    with_formation(work, def, group, unit)?;
    take_back(work, name, piece.id)?;
    let base = chain(&files, def)[1..].iter().find(|base| placements::names(base, piece)).copied();
    if let Some(base) = base {
        let found = placements::find(base, piece)?;
        let kept = found.map(|found| placements::kept(work, &found)).transpose()?.unwrap_or_default();
        return placements::place(work, name, piece, to, kept);
    }
    if starts_there(group, unit, to) {
        return Ok(());
    }
    // Whoever arrives is placed by the scenario: without it the unit still arrives.
    let places_units = def.places.iter().any(|place| place.marker.is_none());
    let says_it = starts_by_itself || (!arrives_by_itself && !places_units);
    let alone = !scenarios(&files).any(|other| goes_by_itself(&files, other, def, piece));
    if says_it && alone && piece.copies.is_none() {
        return set_setup(work, group, unit, to);
    }
    placements::place(work, name, piece, to, RecordEntries::new())
}

/// Whether a unit says itself that it starts in this very place.
fn starts_there(group: &UnitGroupDef, unit: &UnitDef, to: &To) -> bool {
    let Some(own) = unit.setup.as_ref().or(group.setup.as_ref()) else { return false };
    let one = own.line.is_empty() && own.with.is_none() && own.any.len() == 1;
    one && matches!(to, To::At(place) if own.any.iter().all(|any| any.value == *place))
}

/// Refuses to move a unit that the scenario places with all of its formation: it would stand in two places.
fn with_formation(work: &Work<'_>, def: &ScenarioDef, group: &UnitGroupDef, unit: &UnitDef) -> Result<(), Refusal> {
    let Some(own) = unit.formation.as_ref().or(group.formation.as_ref()) else { return Ok(()) };
    let says_where = |place: &PlacementDef| {
        !place.at.is_empty() || !place.any.is_empty() || !place.line.is_empty() || place.with.is_some()
    };
    let of_formation = |place: &&PlacementDef| place.formation.as_ref().is_some_and(|name| name.value == own.value);
    match def.places.iter().filter(|place| says_where(place)).find(of_formation) {
        Some(place) => {
            let message = format!("`{}` is placed here with its whole formation", unit.id.0);
            Err(work
                .refuse(RecordAt::from(place.meta.span), message)
                .help("name the units one by one, then move one of them"))
        }
        None => Ok(()),
    }
}

/// Whether a unit starts in another scenario where it says itself, and that scenario does not build on this one.
fn goes_by_itself(files: &GameFiles, other: &ScenarioDef, this: &ScenarioDef, piece: &MovedPiece<'_>) -> bool {
    let chain = chain(files, other);
    if chain.iter().any(|def| def.id.0 == this.id.0) {
        return false;
    }
    let without = chain.iter().find_map(|def| def.without.as_ref());
    let left_out = without.into_iter().flatten().any(|def| def.units.iter().any(|unit| unit.value == piece.id));
    !left_out && !chain.iter().any(|def| placements::names(def, piece))
}

/// Says in a unit's own record where it starts.
fn set_setup(work: &mut Work<'_>, group: &UnitGroupDef, unit: &UnitDef, to: &To) -> Result<(), Refusal> {
    let at = RecordAt::from(unit.meta.span);
    if work.is_row(at) {
        // What was said in columns of its own gives way.
        for part in ["setup.any", "setup.line", "setup.with", "setup.code"] {
            work.unset(at, part)?;
        }
    }
    let shared = group.setup.as_ref().filter(|setup| setup.line.is_empty() && setup.with.is_none());
    let shared: Vec<&str> = shared.iter().flat_map(|setup| &setup.any).map(|place| place.value.as_str()).collect();
    let value = match to {
        To::At(place) if shared == [place.as_str()] => return work.unset(at, "setup"),
        To::At(place) => RecordEntry::New(EditValue::text(place)),
        To::Any(places) if places.len() == 1 => RecordEntry::New(EditValue::text(&places[0])),
        To::Any(places) => RecordEntry::New(EditValue::texts(places)),
        To::With(owner) if work.is_row(at) => {
            work.unset(at, "setup")?;
            return work.set(at, "setup.with", &EditValue::text(owner), &[]);
        }
        To::With(owner) => RecordEntry::Copied(format!("{{ with = {} }}", render::quoted(owner))),
        To::Card => return work.unset(at, "setup"),
    };
    work.put(at, "setup", &value, &["arrives", "withdraws", "src", "note"])
}

/// Leaves a unit out of a scenario.
fn leave_out(work: &mut Work<'_>, name: &str, id: &str) -> Result<(), Refusal> {
    let files = work.files();
    let def = scenario(&files, name)?;
    let from_base = chain(&files, def)[1..].iter().any(|base| base.without.is_some());
    match &def.without {
        Some(list) if list.iter().any(|entry| entry.units.iter().any(|unit| unit.value == id)) => {
            Err(Refusal::new(format!("`{id}` is on its card already: the scenario `{name}` leaves it out")))
        }
        Some(list) => {
            let plain = |entry: &&crate::syntax::WithoutDef| {
                !entry.units.is_empty()
                    && entry.meta.keys.len() == 1
                    && entry.meta.src.is_none()
                    && entry.meta.note.is_none()
            };
            if let Some(entry) = list.iter().find(plain) {
                return work.insert_item(
                    RecordAt::from(entry.meta.span),
                    "units",
                    entry.units.len(),
                    &EditValue::text(id),
                );
            }
            let units = [entry("units", EditValue::texts([id]))].to_vec();
            match list.last() {
                Some(last) => work.add_after(RecordAt::from(last.meta.span), &units),
                None => first_without(work, def, id),
            }
        }
        None if from_base => {
            let refusal =
                work.refuse(RecordAt::from(def.meta.span), format!("the scenario `{name}` has `without` from another"));
            Err(refusal.help(format!("give it a `without` of its own, and leave `{id}` out there")))
        }
        None => first_without(work, def, id),
    }
}

fn first_without(work: &mut Work<'_>, def: &ScenarioDef, id: &str) -> Result<(), Refusal> {
    let list = format!("[{{ units = [{}] }}]", render::quoted(id));
    let before = ["unsupplied", "place", "src", "note", "text"];
    work.put(RecordAt::from(def.meta.span), "without", &RecordEntry::Copied(list), &before)
}

/// Takes a unit out of the list of those that a scenario leaves out.
fn take_back(work: &mut Work<'_>, name: &str, id: &str) -> Result<(), Refusal> {
    let files = work.files();
    let chain = chain(&files, scenario(&files, name)?);
    let Some(owner) = chain.iter().find(|def| def.without.is_some()) else { return Ok(()) };
    for entry in owner.without.iter().flatten() {
        let Some(number) = entry.units.iter().position(|unit| unit.value == id) else { continue };
        let at = RecordAt::from(entry.meta.span);
        if owner.id.0 != name {
            let message = format!("the scenario `{}`, which `{name}` extends, leaves `{id}` out", owner.id.0);
            return Err(work.refuse(at, message).help(format!("give `{name}` a `without` of its own")));
        }
        return if entry.units.len() > 1 { work.remove_item(at, "units", number) } else { work.remove(at) };
    }
    Ok(())
}

fn move_marker(work: &mut Work<'_>, name: &str, piece: &MovedPiece<'_>, to: &To) -> Result<(), Refusal> {
    let files = work.files();
    let def = scenario(&files, name)?;
    let known = files.counters.iter().flat_map(|file| &file.content.markers).any(|marker| marker.id.0 == piece.id);
    if !known {
        return Err(Refusal::new(format!("there is no marker `{}`", piece.id)));
    }
    if on_strength_track(&files, def, piece) {
        // The track has put it there by itself: another place is for the scenario to say.
        let anew = MovedPiece { from: None, copies: None, ..*piece };
        return match to {
            To::At(_) => placements::place(work, name, &anew, to, RecordEntries::new()),
            _ => Err(Refusal::new(format!("`{}` stays on its strength track", piece.id))),
        };
    }
    if let Some(found) = placements::find(def, piece)? {
        return placements::relocate(work, name, &found, piece, to);
    }
    let base = chain(&files, def)[1..].iter().find(|base| placements::names(base, piece)).copied();
    let inherited: Option<FoundPlacement<'_>> = match base {
        Some(base) => {
            let several = base.places.iter().filter(|place| placements::is_of(place, piece)).count() > 1;
            let found = placements::find(base, piece)?;
            if several || found.as_ref().is_some_and(|found| found.def.at.len() > 1) || *to == To::Card {
                let message = format!("the scenario `{}`, which `{name}` extends, places `{}`", base.id.0, piece.id);
                return Err(Refusal::new(message).help(format!("move it in `{}`", base.id.0)));
            }
            found
        }
        None => None,
    };
    if *to == To::Card {
        return Err(Refusal::new(format!("the scenario `{name}` does not place `{}`", piece.id)));
    }
    let kept = inherited.map(|found| placements::kept(work, &found)).transpose()?.unwrap_or_default();
    placements::place(work, name, piece, to, kept)
}

/// Whether a marker is on the strength track of a unit, and no scenario has put it there.
fn on_strength_track(files: &GameFiles, def: &ScenarioDef, piece: &MovedPiece<'_>) -> bool {
    let Some(from) = piece.from else { return false };
    // Such a track is called after its record and its unit.
    let track = from.rsplit_once(':').map_or(from, |(track, _)| track);
    let owner = track.split_once('/').map_or("", |(_, owner)| owner);
    let said = |def: &&ScenarioDef| {
        let own = def.places.iter().filter(|place| placements::is_of(place, piece));
        own.flat_map(|place| &place.at).any(|at| at.value == from)
    };
    unit(files, owner).is_some() && !chain(files, def).iter().any(said)
}
