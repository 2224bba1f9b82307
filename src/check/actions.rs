//! Actions: what a player does with many counters at once.

use super::about::about;
use super::board::CheckedBoard;
use super::exprs::{compile, holds, unit_scope, unit_values};
use super::pieces::{Pieces, states};
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Action, Marker, Ref, Shows, Unit};
use crate::source::decode::Cx;
use crate::source::{FileKind, Sp};
use crate::syntax::{ActionDef, ExprSpec};
use std::collections::BTreeSet;

/// Checks an action.
pub fn check(def: &ActionDef, vocabulary: &Vocabulary, board: &CheckedBoard, pieces: &Pieces, cx: &mut Cx) -> Action {
    keys(def, cx);
    let before = cx.errors();
    let markers = markers(&def.markers, pieces, cx);
    let units = def.units.as_ref().map(|spec| units(spec, vocabulary, pieces, cx)).unwrap_or_default();
    if let Some(state) = def.flip.as_ref().filter(|_| cx.errors() == before) {
        faces(def, state, &markers, &units, pieces, cx);
    }
    Action {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        flip: def.flip.as_ref().map(|state| state.value.clone()),
        to: def.to.as_ref().and_then(|name| board.place(name, cx)),
        remove: removes(def),
        each: def.each.as_ref().is_some_and(|each| each.value),
        then: def.then.iter().map(|id| id.value.clone()).collect(),
        markers,
        units,
        text: def.text.clone(),
        about: about(&def.meta),
    }
}

fn removes(def: &ActionDef) -> bool {
    def.remove.as_ref().is_some_and(|remove| remove.value)
}

/// The actions that an action does are there, and do something themselves.
pub fn chains(defs: &[&ActionDef], cx: &mut Cx) {
    for name in defs.iter().flat_map(|def| &def.then) {
        match defs.iter().find(|def| def.id.0 == name.value) {
            None => {
                let diag = codes::UNKNOWN_NAME.at(name.span, format!("there is no action `{}`", name.value));
                cx.diags.push(diag.label("no such action").suggest(name, defs.iter().map(|def| def.id.0.as_str())));
            }
            Some(other) if !other.then.is_empty() => {
                let message = format!("the action `{}` itself runs other actions", name.value);
                let diag = codes::CONFLICT.at(name.span, message).label("it has no effect of its own");
                cx.diags.push(diag.also(other.id.span, "defined here").help("name the actions that it runs"));
            }
            Some(_) => {}
        }
    }
}

/// An action does something, with something, and does not both move and remove.
fn keys(def: &ActionDef, cx: &mut Cx) {
    let moves = def.flip.as_ref().or(def.to.as_ref());
    if let Some(first) = def.then.first() {
        let others = [moves, def.markers.first()].into_iter().flatten().map(|other| other.span);
        let others = others.chain(def.remove.iter().chain(&def.each).map(|flag| flag.span));
        if let Some(other) = others.chain(def.units.iter().map(|units| units.span)).next() {
            let message = format!("the action `{}` runs other actions, so it cannot have effects of its own", def.id.0);
            let diag = codes::CONFLICT.at(other, message).label("either this").also(first.span, "or these");
            cx.diags.push(diag.help("move this into a separate action, and name that one in `then`"));
        }
        return;
    }
    if let Some(each) = def.each.as_ref().filter(|each| each.value && def.to.is_none()) {
        let message = format!("the action `{}` is a command of each counter, but moves it nowhere", def.id.0);
        let diag = codes::CONFLICT.at(each.span, message).label("a command");
        cx.diags.push(diag.help("write `to` with a place: commands to flip and remove exist already"));
    }
    match (moves, removes(def)) {
        (None, false) => {
            let message =
                format!("the action `{}` does nothing: it needs `flip`, `to`, `remove = true` or `then`", def.id.0);
            cx.diags.push(
                codes::CONFLICT
                    .at(def.id.span, message)
                    .label("this action")
                    .help("write `flip` with the state to show, `to` with a place to move to, or `remove = true`"),
            );
        }
        (Some(moves), true) => {
            let message = format!("the action `{}` removes counters, so it cannot also flip or move them", def.id.0);
            let mut diag = codes::CONFLICT.at(moves.span, message).label("either this");
            if let Some(remove) = &def.remove {
                diag = diag.also(remove.span, "or this");
            }
            cx.diags.push(diag.help("split it into two actions"));
        }
        _ => {}
    }
    if def.markers.is_empty() && def.units.is_none() {
        let message = format!("the action `{}` selects nothing: it needs `markers` or `units`", def.id.0);
        cx.diags.push(codes::CONFLICT.at(def.id.span, message).label("this action").help(
            "write `markers` with ids, or `units` with a condition, such as \"side == 'red'\" or \"true\" for all",
        ));
    }
}

/// The markers named, each once, in the order of the game. A `*` at the end stands for any end.
fn markers(names: &[Sp<String>], pieces: &Pieces, cx: &mut Cx) -> Vec<Ref<Marker>> {
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    for name in names {
        let Some(prefix) = name.strip_suffix('*').filter(|_| pieces.marker_names.find(name).is_none()) else {
            chosen.extend(pieces.marker_names.get(name, cx).map(|marker| marker.index));
            continue;
        };
        let fitting = pieces.markers.iter().enumerate().filter(|(_, marker)| marker.id.starts_with(prefix));
        let fitting: Vec<usize> = fitting.map(|(index, _)| index).collect();
        if fitting.is_empty() && !cx.suspect.contains(&FileKind::Counters) {
            let message = format!("no marker has an id that begins with `{prefix}`");
            let starts = beginnings(pieces);
            let diag = codes::UNKNOWN_NAME.at(name.span, message).label("no such marker");
            cx.diags.push(diag.suggest(name, starts.iter().map(String::as_str)));
        }
        chosen.extend(fitting);
    }
    chosen.into_iter().map(|index| Ref::new(index, &pieces.markers[index].id)).collect()
}

/// How ids of markers begin, up to each `-`, with a `*` behind: what may be meant.
fn beginnings(pieces: &Pieces) -> BTreeSet<String> {
    let ids = pieces.markers.iter().map(|marker| marker.id.as_str());
    ids.flat_map(|id| id.match_indices('-').map(|(at, _)| format!("{}*", &id[..=at]))).collect()
}

/// The units that fit.
fn units(spec: &Sp<ExprSpec>, vocabulary: &Vocabulary, pieces: &Pieces, cx: &mut Cx) -> Vec<Ref<Unit>> {
    let Some(filter) = compile(spec, &unit_scope(vocabulary), &Type::Bool, cx) else { return Vec::new() };
    let fits = |unit: &Unit| holds(&filter, &unit_values(unit, vocabulary));
    let chosen = pieces.units.iter().enumerate().filter(|(_, unit)| fits(unit));
    let chosen: Vec<Ref<Unit>> = chosen.map(|(index, unit)| Ref::new(index, &unit.id)).collect();
    if chosen.is_empty() {
        let diag = codes::NO_CHOICE.at(spec.span, "no unit matches this action").label("nobody");
        cx.diags.push(diag.help("change the condition, or write \"true\" for all units"));
    }
    chosen
}

/// Every marker has the face that is to be up; of the units, at least one.
fn faces(
    def: &ActionDef,
    state: &Sp<String>,
    markers: &[Ref<Marker>],
    units: &[Ref<Unit>],
    pieces: &Pieces,
    cx: &mut Cx,
) {
    let of_marker = |marker: &Ref<Marker>| -> Vec<&str> {
        let marker = marker.clone();
        states(&pieces.counters, move |shows| matches!(shows, Shows::Marker(other) if *other == marker)).collect()
    };
    let without: Vec<&Ref<Marker>> =
        markers.iter().filter(|marker| !of_marker(marker).contains(&state.as_str())).collect();
    if let Some(first) = without.first() {
        let others = match without.len() - 1 {
            0 => String::new(),
            1 => format!(", nor has `{}`", without[1]),
            n => format!(", nor have {n} other markers of this action"),
        };
        let message = format!("the marker `{first}` has no face `{}`{others}", state.value);
        let known: BTreeSet<&str> = without.iter().flat_map(|marker| of_marker(marker)).collect();
        let mut diag = codes::STATE.at(state.span, message).label("no such face");
        if let Some(name) = def.markers.first() {
            diag = diag.also(name.span, "these markers");
        }
        cx.diags.push(diag.suggest(state, known));
    }
    let of_unit = |unit: &Ref<Unit>| pieces.units[unit.index].steps.iter().map(|step| step.state.as_str());
    if !units.is_empty() && !units.iter().any(|unit| of_unit(unit).any(|known| known == state.value)) {
        let message = format!("no unit of this action has a face `{}`", state.value);
        let known: BTreeSet<&str> = units.iter().flat_map(of_unit).collect();
        cx.diags.push(codes::STATE.at(state.span, message).label("no such face").suggest(state, known));
    }
}
