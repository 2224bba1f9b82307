//! Where units start and arrive. Places are looked up when the tracks of other units are made.

use super::board::CheckedBoard;
use super::exprs::formula;
use super::pieces::{Pieces, UnitStart};
use super::rule_scopes::RuleScopes;
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Ref, Setup, Spot, Unit, free_slots};
use crate::source::Sp;
use crate::source::decode::Cx;

/// Looks up where every unit starts and arrives.
pub fn check(pieces: &mut Pieces, starts: &[UnitStart<'_>], board: &CheckedBoard, cx: &mut Cx) {
    for (index, start) in starts.iter().enumerate() {
        if let Some(spec) = start.setup {
            let spot = match &spec.with {
                Some(owner) => with(owner, index, pieces, board, cx).map(Spot::With),
                None => board.spot(&spec.any, &spec.line, cx),
            };
            let unit = &mut pieces.units[index];
            if spot.is_none() {
                // Its place is reported; that it starts nowhere only follows from that.
                cx.broken.insert(unit.id.clone());
            }
            // `city:3904` is for us: the counter says what the map says.
            let shown = match (&spot, spec.any.as_slice(), &spec.code) {
                (Some(Spot::At(place)), [name], None) if name.value.contains(':') => {
                    Some(board.places[place.index].label.clone())
                }
                _ => None,
            };
            let placed = unit.setup.take().zip(spot);
            unit.setup =
                placed.map(|(setup, spot)| Setup { spot, code: shown.unwrap_or(setup.code), about: setup.about });
        }
        let places = start.arrives.map(|arrives| arrives.any.as_slice()).filter(|any| !any.is_empty());
        if let (Some(places), Some(arrives)) = (places, &mut pieces.units[index].arrives) {
            arrives.spot = board.spot(places, &[], cx);
            let nearest = start.arrives.and_then(|arrives| arrives.nearest.as_ref());
            arrives.nearest = nearest.and_then(|name| board.place(name, cx));
        }
    }
}

/// Checks which places of their arrival count for units; they may ask for anything on the map.
pub fn filters(pieces: &mut Pieces, starts: &[UnitStart<'_>], scopes: &RuleScopes, cx: &mut Cx) {
    for (unit, start) in pieces.units.iter_mut().zip(starts) {
        let filter = start.arrives.and_then(|arrives| arrives.filter.as_ref());
        if let (Some(filter), Some(arrives)) = (filter, &mut unit.arrives) {
            arrives.filter = formula(filter, &scopes.arrival(), &Type::Bool, cx);
        }
    }
}

/// The unit in a slot of which another lies; reports one that has no slot for it.
pub fn with(owner: &Sp<String>, unit: usize, pieces: &Pieces, board: &CheckedBoard, cx: &mut Cx) -> Option<Ref<Unit>> {
    let found = pieces.unit_names.get(owner, cx)?;
    if free_slots(&board.displays, found.index, unit, |_| false).is_empty() {
        let message = format!("`{found}` has no slot for `{}`", pieces.units[unit].id);
        let diag = codes::NO_SLOT.at(owner.span, message).label("no such slot beside its strength track");
        cx.diags.push(diag.help("`slots` of `[[display.strength]]` defines them"));
        return None;
    }
    Some(found)
}
