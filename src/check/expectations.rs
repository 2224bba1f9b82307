//! What a game promises of itself.

use super::board::Board;
use super::exprs::{condition, holds, place_values, unit_scope, unit_values};
use super::pieces::Pieces;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{Card, EdgeBy, PlaceKind, Scenario, Table};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{Countable, ExpectDef, ExpectThatDef};

/// What there is to count.
pub struct Counted<'a> {
    /// Vocabulary.
    pub vocabulary: &'a Vocabulary,
    /// Maps.
    pub board: &'a Board,
    /// Units and counters.
    pub pieces: &'a Pieces,
    /// Cards.
    pub cards: &'a [Card],
    /// Tables.
    pub tables: &'a [Table],
    /// Scenarios.
    pub scenarios: &'a [Scenario],
}

/// Reports every promise that is broken.
pub fn check(def: &ExpectDef, counted: &Counted<'_>, cx: &mut Cx) {
    let Counted { vocabulary, board, pieces, cards, tables, scenarios } = counted;
    let area = |class: &str| class == "area";
    let areas =
        board.places.iter().filter(|place| matches!(&place.kind, PlaceKind::Area { class, .. } if area(class))).count();
    let hexes = board.places.iter().filter(|place| matches!(place.kind, PlaceKind::Hex { .. })).count();
    let pairs = |by: EdgeBy| {
        let pairs = board.edges.iter().filter(|edge| edge.by == by);
        let mut pairs: Vec<_> = pairs.map(|e| (e.from.index.min(e.to.index), e.from.index.max(e.to.index))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.len()
    };
    let copies = |list: &mut dyn Iterator<Item = u32>| list.map(|n| n as usize).sum::<usize>();
    let promises: [(&str, &Option<Sp<i64>>, usize); 12] = [
        ("counters", &def.counters, copies(&mut pieces.counters.iter().map(|counter| counter.copies))),
        ("units", &def.units, copies(&mut pieces.units.iter().map(|unit| unit.copies))),
        ("markers", &def.markers, copies(&mut pieces.markers.iter().map(|marker| marker.copies))),
        ("cards", &def.cards, copies(&mut cards.iter().map(|card| card.copies))),
        ("areas", &def.areas, areas),
        ("hexes", &def.hexes, hexes),
        ("borders", &def.borders, pairs(EdgeBy::Border)),
        ("links", &def.links, pairs(EdgeBy::Link)),
        ("regions", &def.regions, board.regions.len()),
        ("tables", &def.tables, tables.len()),
        ("formations", &def.formations, vocabulary.formations.len()),
        ("scenarios", &def.scenarios, scenarios.len()),
    ];
    for (what, promised, found) in promises {
        if let Some(promised) = promised {
            compare(promised, what, found, cx);
        }
    }
    for that in &def.that {
        expectation(that, counted, cx);
    }
}

fn compare(promised: &Sp<i64>, what: &str, found: usize, cx: &mut Cx) {
    if usize::try_from(promised.value) != Ok(found) {
        let message = format!("the game promises {} {what}, but has {found}", promised.value);
        cx.diags.push(codes::EXPECTATION.at(promised.span, message).label(format!("there are {found}")));
    }
}

fn expectation(that: &ExpectThatDef, counted: &Counted<'_>, cx: &mut Cx) {
    match (&that.count, that.adjacent.as_slice(), that.apart.as_slice()) {
        (Some(count), [], []) => {
            let Some(is) = &that.is else {
                cx.diags.push(codes::MISSING_KEY.at(that.meta.span, "a `count` needs `is`").label("`is` is missing"));
                return;
            };
            let Some(found) = number(count.value, that.filter.as_ref(), counted, cx) else { return };
            compare(is, &format!("{} of this kind", count.value.word()), found, cx);
        }
        (None, [a, b], []) => neighbours(a, b, true, counted, cx),
        (None, [], [a, b]) => neighbours(a, b, false, counted, cx),
        _ => {
            let message = "an expectation is one of: `count` and `is`, two places `adjacent`, two places `apart`";
            cx.diags.push(codes::CONFLICT.at(that.meta.span, message).label("here"));
        }
    }
}

fn number(what: Countable, filter: Option<&Sp<String>>, counted: &Counted<'_>, cx: &mut Cx) -> Option<usize> {
    let Counted { vocabulary, board, pieces, .. } = counted;
    match what {
        Countable::Areas | Countable::Hexes => {
            let fits = |kind: &PlaceKind| match what {
                Countable::Areas => matches!(kind, PlaceKind::Area { .. }),
                _ => matches!(kind, PlaceKind::Hex { .. }),
            };
            let filter = match filter {
                Some(filter) => Some(condition(filter, &super::board::scope(board, vocabulary), cx)?),
                None => None,
            };
            let places = board.places.iter().filter(|place| fits(&place.kind));
            Some(
                places
                    .filter(|place| filter.as_ref().is_none_or(|f| holds(f, &place_values(place, vocabulary))))
                    .count(),
            )
        }
        Countable::Units | Countable::Counters => {
            let filter = match filter {
                Some(filter) => Some(condition(filter, &unit_scope(vocabulary), cx)?),
                None => None,
            };
            let units = pieces.units.iter().enumerate();
            let fitting =
                units.filter(|(_, unit)| filter.as_ref().is_none_or(|f| holds(f, &unit_values(unit, vocabulary))));
            let pieces_of = |unit: &crate::model::Unit| {
                let mut counters: Vec<usize> = unit.steps.iter().map(|step| step.counter.index).collect();
                counters.dedup();
                counters.len()
            };
            Some(
                fitting
                    .map(|(_, unit)| unit.copies as usize * if what == Countable::Units { 1 } else { pieces_of(unit) })
                    .sum(),
            )
        }
    }
}

fn neighbours(a: &Sp<String>, b: &Sp<String>, promised: bool, counted: &Counted<'_>, cx: &mut Cx) {
    let (from, to) = (counted.board.place(a, cx), counted.board.place(b, cx));
    let (Some(from), Some(to)) = (from, to) else { return };
    let found = counted.board.edges.iter().any(|edge| edge.from == from && edge.to == to);
    if found != promised {
        let message = if promised {
            format!("`{from}` and `{to}` should be neighbours, but are not")
        } else {
            format!("`{from}` and `{to}` should not be neighbours, but are")
        };
        cx.diags.push(codes::EXPECTATION.at(b.span, message).label("expected here").also(a.span, "with this place"));
    }
}
