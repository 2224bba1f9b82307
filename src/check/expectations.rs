//! What a game promises of its numbers and of pairs of places.

use super::board::CheckedBoard;
use super::pieces::Pieces;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{Card, EdgeBy, PlaceKind, Scenario, Table};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{ExpectDef, ExpectThatDef};

/// What there is to count.
pub struct CountedGame<'a> {
    /// Vocabulary.
    pub vocabulary: &'a Vocabulary,
    /// Maps.
    pub board: &'a CheckedBoard,
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
pub fn check(def: &ExpectDef, counted: &CountedGame<'_>, cx: &mut Cx) {
    let CountedGame { vocabulary, board, pieces, cards, tables, scenarios } = counted;
    let area = |class: &str| class == "area";
    let areas =
        board.places.iter().filter(|place| matches!(&place.kind, PlaceKind::Area { class, .. } if area(class))).count();
    let hexes = board.places.iter().filter(|place| matches!(place.kind, PlaceKind::Hex { .. })).count();
    let squares = board.places.iter().filter(|place| matches!(place.kind, PlaceKind::Square { .. })).count();
    let pairs = |by: EdgeBy| {
        let pairs = board.edges.iter().filter(|edge| edge.by == by);
        let mut pairs: Vec<_> = pairs.map(|e| (e.from.index.min(e.to.index), e.from.index.max(e.to.index))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.len()
    };
    let copies = |list: &mut dyn Iterator<Item = u32>| list.map(|n| n as usize).sum::<usize>();
    let promises: [(&str, &Option<Sp<i64>>, usize); 13] = [
        ("counters", &def.counters, copies(&mut pieces.counters.iter().map(|counter| counter.copies))),
        ("units", &def.units, copies(&mut pieces.units.iter().map(|unit| unit.copies))),
        ("markers", &def.markers, copies(&mut pieces.markers.iter().map(|marker| marker.copies))),
        ("cards", &def.cards, copies(&mut cards.iter().map(|card| card.copies))),
        ("areas", &def.areas, areas),
        ("hexes", &def.hexes, hexes),
        ("squares", &def.squares, squares),
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
        let message = format!("the game expects {} {what}, but has {found}", promised.value);
        cx.diags.push(codes::EXPECTATION.at(promised.span, message).label(format!("there are {found}")));
    }
}

/// Promises of two places; [`promises`](super::promises) are those of records.
fn expectation(that: &ExpectThatDef, counted: &CountedGame<'_>, cx: &mut Cx) {
    for (key, pair, promised) in [("adjacent", &that.adjacent, true), ("apart", &that.apart, false)] {
        match pair.as_slice() {
            [] => {}
            [a, b] => neighbours(a, b, promised, counted, cx),
            _ => {
                let message = format!("`{key}` needs two places");
                cx.diags.push(codes::CONFLICT.at(that.meta.span, message).label("here"));
            }
        }
    }
}

fn neighbours(a: &Sp<String>, b: &Sp<String>, promised: bool, counted: &CountedGame<'_>, cx: &mut Cx) {
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
