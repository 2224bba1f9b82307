//! *Stalingrad: Verdun on the Volga*: the facts of its rulebook and player aid, held against the
//! model. Each assertion names the rule.

use crate::common;

use crate::common::facts::*;
use punchboard::expr::{Value, Values, eval};
use punchboard::model::{
    Counter, EdgeBy, Formula, Place, PlaceKind, Placement, Ref, Scalar, Scenario, SequenceStep, Side, Spot, Unit, What,
    find,
};
use punchboard::play::{Looked, blank_answer, compute, look_up};
use punchboard::source::values::Fraction;
use punchboard::syntax::{BoxKind, Combine, MarkerUse, Per};
use std::collections::{BTreeMap, BTreeSet};

facts_of!("verdun");

// ------------------------------------------------------------------------------------------------
// Helpers

fn terrain(id: &str) -> &'static str {
    match &place(id).kind {
        PlaceKind::Area { terrain, .. } => terrain,
        _ => panic!("{id} is no area"),
    }
}

fn control(id: &str) -> &'static str {
    match &place(id).kind {
        PlaceKind::Area { control: Some(side), .. } => &side.id,
        _ => panic!("{id} is no area or nobody's"),
    }
}

fn number(place: &Place, attribute: &str) -> i64 {
    match place.attributes.get(attribute) {
        Some(Scalar::Number(number)) => *number,
        other => panic!("{} of {}: {other:?}", attribute, place.id),
    }
}

fn yes(attributes: &punchboard::model::Attributes, attribute: &str) -> bool {
    matches!(attributes.get(attribute), Some(Scalar::Bool(true)))
}

fn side_of(side: &Option<Ref<Side>>) -> Option<&str> {
    side.as_ref().map(|side| &*side.id)
}

fn face_states(id: &str) -> (&'static str, Option<&'static str>) {
    let counter: &Counter = &GAME.counters[marker(id).counter.index];
    (&counter.front.state, counter.back.as_ref().map(|back| back.state.as_str()))
}

fn face_labels(id: &str) -> (&'static str, Option<&'static str>) {
    let counter: &Counter = &GAME.counters[marker(id).counter.index];
    (&counter.front.label, counter.back.as_ref().map(|back| back.label.as_str()))
}

/// Placements of a marker at the start: where, how many, which face.
fn placed(scenario: &Scenario, id: &str) -> Vec<(String, u32, String)> {
    let of_it = |placement: &&Placement| matches!(&placement.what, What::Marker(marker) if &*marker.id == id);
    let spot = |placement: &Placement| match &placement.spot {
        Some(Spot::At(place)) => place.id.to_string(),
        other => panic!("{id}: {other:?}"),
    };
    let mut found: Vec<_> = scenario.setup.iter().filter(of_it).map(|p| (spot(p), p.copies, p.state.clone())).collect();
    found.sort();
    found
}

/// Whether a victory condition holds for answers given by hand.
fn holds(when: Option<&Formula>, env: &Values) -> bool {
    when.is_none_or(|when| eval(&when.expr, env).unwrap() == Value::Bool(true))
}

fn looked(id: &str, roll: i64, given: &[(&str, Value)]) -> Looked<'static> {
    let table = table(id);
    let mut env = inputs(given);
    let by_roll = table.dice.is_some();
    if !by_roll {
        env.insert(table.down.clone(), n(i32::try_from(roll).unwrap()));
    }
    for input in &table.inputs {
        assert!(env.contains_key(&input.id), "{id} asks for {}, the test does not say it", input.id);
    }
    look_up(table, by_roll.then_some(roll), &env).unwrap()
}

fn modifier(id: &str, given: &[(&str, Value)]) -> i64 {
    let roll = table(id).dice.unwrap().totals()[0];
    looked(id, roll, given).modifier.to_whole().unwrap()
}

/// The result of a table for a roll (or the number it is looked up by), its modifiers applied.
fn result(id: &str, roll: i64, given: &[(&str, Value)]) -> &'static str {
    let table = table(id);
    // A row can be asked for by a total that the dice reach only with other modifiers.
    if let Some(dice) = table.dice.filter(|dice| !dice.totals().contains(&roll)) {
        let total = Fraction::whole(roll + modifier(id, given));
        let row = table.parts[0].rows.iter().find(|row| row.on.contains(total));
        return row.unwrap_or_else(|| panic!("{id}: no row for {total} of {dice}")).result.as_deref().unwrap();
    }
    looked(id, roll, given).row.unwrap().result.as_deref().unwrap()
}

fn sum_of(procedure: &str, given: &[(&str, Value)]) -> i64 {
    let procedure = GAME.rules.procedures.iter().find(|p| p.id == procedure).unwrap();
    let env = inputs(given);
    for input in &procedure.inputs {
        assert!(env.contains_key(&input.id), "{} asks for {}", procedure.id, input.id);
    }
    compute(procedure, &env).unwrap().total.to_whole().unwrap()
}

// ------------------------------------------------------------------------------------------------
// 3: the map

#[test]
fn areas_and_zones_3_1() {
    let mut areas: Vec<u32> = of_class("area").iter().map(|area| area.id.parse().unwrap()).collect();
    areas.sort_unstable();
    assert_eq!(areas, (1..=67).collect::<Vec<_>>(), "3.1: 67 numbered areas");
    let mut zones: Vec<&str> = of_class("zone").iter().map(|zone| zone.id.as_str()).collect();
    zones.sort_unstable();
    assert_eq!(zones.concat(), "ABCDEFGHIJKLM", "3.1: zones A to M");
}

#[test]
fn named_areas() {
    let named = [
        ("4", "25th of October Lumber Mill", "19.2"),
        ("5", "Minina Workers' Settlement", "14.2, example"),
        ("11", "Train Station No. 2", "5.1"),
        ("12", "Food Combine", "5.1"),
        ("13", "Volga Station", "5.1"),
        ("14", "Cemetery", "5.1"),
        ("21", "Hill 112.5", "11.4.5, example"),
        ("23", "Red Barracks", "11.4.5, example"),
        ("24", "Train Station No. 1", "5.1"),
        ("25", "9 January Square", "5.1"),
        ("27", "Flight School Settlement", "11.4.5, example"),
        ("33", "Mamayev Kurgan", "9.3.4"),
        ("34", "Oil Refinery", "5.1"),
        ("35", "Lazur Chemical Factory", "19.2"),
        ("36", "Red October Steel Works", "19.2"),
        ("47", "Barrikady Ordnance Factory", "19.2"),
        ("49", "Brick Factory", "19.2"),
        ("58", "Dzerzhinsky Tractor Factory", "19.2"),
        ("59", "Spartakovka", "19.2"),
        ("61", "Rynok", "5.1"),
        ("62", "Big Mushroom", "5.1"),
        ("63", "Little Mushroom", "5.1"),
        ("67", "Orlovka", "19.2"),
        ("L", "Dieniezhny Island", "9.1.2, example"),
        ("M", "Krasnaya Sloboda", "13.3.2, example"),
    ];
    for (id, name, rule) in named {
        assert_eq!(place(id).name.as_deref(), Some(name), "{rule}: name of {id}");
        assert_eq!(place(id).label, id, "3.1.1: {id} is printed in its identifier");
    }
    // The example of 9.1.2 calls area 48 the Brick Factory, 19.2 area 49: the data say so.
    assert!(place("48").about.note.as_ref().unwrap().contains("9.1.2"), "48 notes the contradiction");
    assert!(place("49").about.note.as_ref().unwrap().contains("9.1.2"), "49 notes the contradiction");
    let names: BTreeSet<&str> = of_class("area").iter().filter_map(|area| area.name.as_deref()).collect();
    assert_eq!(names.len(), 67, "3.1: every area has a name of its own");
}

#[test]
fn terrain_and_tem_3_1_2_3_1_3() {
    let map = &GAME.maps[0];
    let shapes: Vec<(&str, &str)> =
        map.terrains.iter().map(|t| (t.id.as_str(), t.identifier.unwrap().word())).collect();
    assert_eq!(
        shapes,
        [("clear", "circle"), ("forest", "triangle"), ("urban", "square")],
        "3.1.2: three kinds of terrain and their identifiers"
    );
    for area in of_class("area").iter().chain(&of_class("zone")) {
        assert!((1..=4).contains(&number(area, "tem")), "3.1.3: TEM of {}", area.id);
    }
    assert_eq!(number(place("27"), "tem"), 3, "11.4.5, example: TEM of 27");
    assert_eq!(number(place("23"), "tem"), 3, "11.4.5, example: TEM of 23");
    assert_eq!(number(place("47"), "tem"), 4, "9.1.2, example: TEM of 47");
    assert_eq!(terrain("5"), "urban", "14.2, example: 5 is urban");
    assert_eq!(terrain("12"), "urban", "13.3.2, example: a worker enters at 12 (17.2.1)");
    assert_ne!(terrain("27"), "forest", "11.4.5: there was an overrun in 27");
}

#[test]
fn boundaries_3_1_4() {
    let map = &GAME.maps[0];
    let land: Vec<&str> = map.boundaries.iter().map(|b| b.id.as_str()).collect();
    assert_eq!(land, ["open", "ravine", "volga"], "3.1.4: open ground, ravine or river; 9.3.4: the Volga");
    assert_eq!(map.boundaries[1].crossings, ["bridge"], "9.2, 9.3.5: a ravine may have a crossing");
    for edge in &GAME.edges {
        let boundary = edge.boundary.as_deref();
        match edge.by {
            EdgeBy::Border => {
                assert!(matches!(boundary, Some("open" | "ravine")), "3.1.4: {} {}", edge.from, edge.to);
            }
            EdgeBy::Link => {}
            other => panic!("{} {}: {other:?}", edge.from, edge.to),
        }
    }
}

#[test]
fn victory_points_3_1_5_19_2() {
    let two = ["12", "13", "25", "36", "47", "58"];
    let one = ["4", "34", "35", "49", "59", "61"];
    let mut sum = 0;
    for area in of_class("area") {
        let vp = number(area, "vp");
        let wanted = if two.contains(&area.id.as_str()) { 2 } else { i64::from(one.contains(&area.id.as_str())) };
        assert_eq!(vp, wanted, "19.2: points of {}", area.id);
        sum += vp;
    }
    assert_eq!(sum, 18, "19.2: all together");
    for zone in of_class("zone") {
        assert_eq!(number(zone, "vp"), 0, "19.2: zones are worth nothing ({})", zone.id);
    }
    for id in two.iter().chain(&one) {
        assert_eq!(control(id), "soviet", "19.2: `Soviet areas` ({id})");
    }
    assert_eq!(control("67"), "soviet", "19.2: Orlovka is held by the Soviets from the start");
}

#[test]
fn tracks_and_boxes_3_2_to_3_5() {
    let spaces = |id: &str| -> Vec<&str> { ids(&find(&GAME.tracks, id).unwrap().spaces) };
    assert_eq!(spaces("turn").len(), 10, "3.2, 21.0: turns 1 to 10");
    assert_eq!(spaces("turn").first(), Some(&"turn:1"), "5.1: a space 1");
    assert_eq!(spaces("impulse").len(), 12, "6.3.1: impulses 1 to 12");
    assert_eq!(spaces("vp").first(), Some(&"vp:0"), "5.1: a space 0");
    assert!(spaces("vp").contains(&"vp:18"), "3.4, 19.2: the track shows all points there are");
    for id in ["advantage", "german-support", "soviet-support"] {
        assert!(
            matches!(&place(id).kind, PlaceKind::Box(b) if b.kind == BoxKind::Holding),
            "3.5: {id} is a holding box"
        );
    }
}

// ------------------------------------------------------------------------------------------------
// 4: pieces

#[test]
fn unit_types_and_faces_4_2_4_3() {
    let types: Vec<&str> = GAME.types.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(types, ["infantry", "armour", "pioneer"], "4.2: three types");
    for unit in &GAME.units {
        assert_eq!(unit.steps.len(), 2, "4.2: {} is full or reduced", unit.id);
        assert_eq!(unit.steps[0].state, "full", "4.2: front of {}", unit.id);
        assert_eq!(unit.steps[1].state, "reduced", "4.2: back of {}", unit.id);
        assert!(unit.steps[1].back && unit.steps[0].counter == unit.steps[1].counter, "4.2: one counter, {}", unit.id);
        for step in 0..2 {
            assert_eq!(unit.steps[step].values.len(), 2, "4.3.1: CV and MF of {}", unit.id);
        }
        assert!(value(unit, 0, "cv") > value(unit, 1, "cv"), "11.4.5: a reduced CV ({})", unit.id);
        assert_eq!(unit.independent, unit.formation.is_none(), "4.3.2: {}", unit.id);
        let size = unit.size.as_ref().map(|size| &*size.id);
        let late = unit.arrives.as_ref().is_some_and(|arrival| arrival.turn.is_some_and(|turn| turn >= 6));
        match size {
            Some("division") => assert!(late, "4.3.3: divisions are of the campaign only ({})", unit.id),
            Some("regiment" | "battalion") => {}
            Some("brigade") => assert_eq!(&*unit.side.id, "soviet", "4.3.3: {}", unit.id),
            other => panic!("4.3.3: {} is a {other:?}", unit.id),
        }
        if unit.name.starts_with("KG-") {
            assert!(unit.independent && &*unit.side.id == "german", "4.3.3: {} is independent", unit.id);
        }
        if unit.name.starts_with("PNR") {
            assert_eq!(&*unit.unit_type.id, "pioneer", "4.2: {}", unit.id);
        }
    }
    let short: Vec<_> = GAME.values.iter().map(|v| (v.id.as_str(), v.short.as_deref())).collect();
    assert_eq!(short, [("cv", Some("CV")), ("mf", Some("MF"))], "4.3.1");
    assert!((GAME.game.counter_size - 15.875).abs() < 1e-9, "2.0: 5/8 inch counters");
}

#[test]
fn units_of_the_examples() {
    let known = [
        // id, side, type, independent, CV full, CV reduced, rule
        ("KG-6", "german", "infantry", true, Some(5), None, "11.4.5"),
        ("191/71", "german", "infantry", false, Some(4), None, "11.4.5"),
        ("211/71", "german", "infantry", false, None, None, "11.4.5"),
        ("270/10NKVD", "soviet", "infantry", false, Some(3), None, "11.4.5"),
        ("399MB", "soviet", "infantry", true, Some(2), None, "11.4.5"),
        ("92N", "soviet", "infantry", true, Some(3), None, "9.1.2"),
        ("245A", "german", "armour", true, None, Some(3), "9.1.2"),
        ("544/389", "german", "infantry", false, None, None, "9.1.2"),
        ("545/389", "german", "infantry", false, None, None, "9.1.2"),
        ("PNR/389", "german", "pioneer", false, None, None, "9.1.2"),
        ("685/193", "soviet", "infantry", false, None, None, "9.1.2"),
        ("893/193", "soviet", "infantry", false, None, None, "9.1.2"),
        ("895/193", "soviet", "infantry", false, None, None, "9.1.2"),
        ("385/112", "soviet", "infantry", false, None, None, "9.1.2"),
        ("482/131", "soviet", "infantry", false, None, None, "14.2"),
        ("271/10NKVD", "soviet", "infantry", false, None, None, "14.2"),
        ("244A", "german", "armour", true, None, None, "13.3.2"),
        ("274/94", "german", "infantry", false, None, None, "13.3.2"),
        ("276/94", "german", "infantry", false, None, None, "13.3.2"),
        ("PNR/94", "german", "pioneer", false, None, None, "13.3.2"),
        ("133/131", "soviet", "armour", false, None, None, "13.3.2"),
        ("42N", "soviet", "infantry", true, None, None, "13.3.2"),
    ];
    for (id, side, kind, independent, full, reduced, rule) in known {
        let unit = unit(id);
        assert_eq!(&*unit.side.id, side, "{rule}, example: side of {id}");
        assert_eq!(&*unit.unit_type.id, kind, "{rule}, example: type of {id}");
        assert_eq!(unit.independent, independent, "{rule}, example: {id} has a parent or not");
        if let Some(cv) = full {
            assert_eq!(value(unit, 0, "cv"), cv, "{rule}, example: full CV of {id}");
        }
        if let Some(cv) = reduced {
            assert_eq!(value(unit, 1, "cv"), cv, "{rule}, example: reduced CV of {id}");
        }
    }
    for id in ["KG-6", "191/71"] {
        assert!(value(unit(id), 0, "mf") >= 4, "11.4.5, example: {id} has the 4 MF to enter 27");
    }
    let at = |id: &str| match &unit(id).setup.as_ref().unwrap().spot {
        Spot::At(place) => place.id.to_string(),
        other => panic!("{id}: {other:?}"),
    };
    for (id, area, rule) in [
        ("KG-6", "21", "11.4.5"),
        ("191/71", "21", "11.4.5"),
        ("211/71", "21", "11.4.5"),
        ("270/10NKVD", "27", "11.4.5"),
        ("399MB", "23", "11.4.5"),
        ("482/131", "5", "14.2"),
        ("271/10NKVD", "5", "14.2"),
    ] {
        assert_eq!(at(id), area, "{rule}, example of turn 1: {id} can be in {area}");
    }
    let turn = |id: &str| unit(id).arrives.as_ref().and_then(|arrival| arrival.turn);
    for id in ["685/193", "893/193", "895/193"] {
        assert!(turn(id).is_some_and(|turn| turn <= 4), "9.1.2, example: {id} is in Zone L on turn 4");
    }
    let guards: Vec<_> = GAME.units.iter().filter(|u| u.formation.as_ref().is_some_and(|f| &*f.id == "13g")).collect();
    assert!(!guards.is_empty(), "10.3.3: the 13th Guards Division");
    for unit in guards {
        assert_eq!(unit.arrives.as_ref().unwrap().turn, Some(1), "10.3.3: {} arrives on turn 1", unit.id);
    }
}

#[test]
fn workers_and_optional_units() {
    let workers: Vec<&Unit> = GAME.units.iter().filter(|u| yes(&u.attributes, "worker")).collect();
    assert_eq!(workers.iter().map(|u| u.copies).sum::<u32>(), 3, "5.2: three worker units");
    for worker in workers {
        assert_eq!(&*worker.unit_type.id, "infantry", "4.2: workers are infantry");
        assert!(worker.independent, "13.3.2, example: among the eliminated independent units");
        match &worker.setup.as_ref().unwrap().spot {
            Spot::Any { places, .. } => {
                let urban: BTreeSet<&str> =
                    of_class("area").iter().map(|a| a.id.as_str()).filter(|id| terrain(id) == "urban").collect();
                assert_eq!(ids(places).into_iter().collect::<BTreeSet<_>>(), urban, "5.2: any urban area");
            }
            other => panic!("5.2: {other:?}"),
        }
    }
    for side in ["german", "soviet"] {
        let optional = GAME.units.iter().filter(|u| yes(&u.attributes, "optional") && &*u.side.id == side);
        let optional: Vec<&Unit> = optional.collect();
        assert_eq!(optional.iter().map(|u| u.copies).sum::<u32>(), 7, "12.1F: seven optional units, {side}");
        for unit in optional {
            let arrival = unit.arrives.as_ref().unwrap();
            assert_eq!(arrival.turn, Some(8), "12.1F: turn 8 or later, {}", unit.id);
            assert!(arrival.when.is_some(), "12.1F: for the Advantage, {}", unit.id);
        }
    }
}

#[test]
fn markers_4_4() {
    // id, rule, front and back
    let two_sided = [
        ("turn", "3.2, 4.4.2", ("attack", Some("pause"))),
        ("impulse", "3.3, 4.4.3", ("daylight", Some("night"))),
        ("advantage", "4.4.4, 5.1, 12.3", ("german", Some("soviet"))),
        ("air", "4.4.7, 10.1.5", ("ready", Some("used"))),
        ("hero", "4.4.7, 10.4", ("ready", Some("used"))),
        ("storm-group", "4.4.7", ("ready", Some("used"))),
        ("artillery-62-army", "4.4.7, 10.2.1", ("ready", Some("used"))),
    ];
    for (id, rule, states) in two_sided {
        assert_eq!(face_states(id), states, "{rule}: faces of {id}");
    }
    assert_eq!(face_labels("turn"), ("Attack", Some("Pause")), "3.2");
    assert_eq!(face_labels("impulse"), ("Daylight", Some("Night")), "3.3");
    assert_eq!(face_labels("advantage"), ("German", Some("Soviet")), "12.0");
    for (id, rule) in [
        ("control", "4.4.1"),
        ("fortification", "4.4.5"),
        ("rubble", "4.4.5"),
        ("out-of-supply", "4.4.8"),
        ("vp-1", "4.4.6"),
        ("vp-10", "4.4.6"),
    ] {
        assert!(marker(id).copies >= 1, "{rule}: {id}");
    }
    for (id, side, rule) in [
        ("control", "soviet", "4.4.1"),
        ("fortification", "soviet", "14.1"),
        ("air", "german", "10.1"),
        ("storm-group", "soviet", "10.3"),
        ("hero", "soviet", "10.4"),
        ("vp-1", "german", "4.4.6"),
    ] {
        assert_eq!(side_of(&marker(id).side), Some(side), "{rule}: side of {id}");
    }
    assert!(marker("air").copies >= 2, "10.1: two air support markers");
    assert!(marker("artillery-62-army").copies >= 2, "10.2: two for the 62nd Army");
    assert_eq!(marker("artillery-64-army").copies, 2, "21.3: two for the 64th Army");
    assert_eq!(marker("artillery-66-army").copies, 2, "21.3: two for the 66th Army");
    assert!(marker("rubble").copies >= 8, "5.1: eight at the start");
    assert!(marker("fortification").copies >= 2, "5.1: two at the start");
}

#[test]
fn what_markers_are_for_4_4() {
    for (id, wanted, rule) in [
        ("control", MarkerUse::Place, "4.4.1"),
        ("fortification", MarkerUse::Place, "4.4.5"),
        ("rubble", MarkerUse::Place, "4.4.5"),
        ("out-of-supply", MarkerUse::Status, "4.4.8"),
        ("turn", MarkerUse::Track, "4.4.2"),
        ("impulse", MarkerUse::Track, "4.4.3"),
        ("vp-1", MarkerUse::Track, "3.4"),
        ("vp-10", MarkerUse::Track, "3.4"),
        ("advantage", MarkerUse::Free, "4.4.4"),
        ("air", MarkerUse::Free, "10.1"),
    ] {
        assert_eq!(marker(id).role, wanted, "{rule}: {id}");
    }
}

/// An action for each side makes ready what was used in a turn, another what was used in an impulse; no marker is in two.
#[test]
fn support_becomes_available_6_5_10_1_5() {
    let actions = &GAME.rules.actions;
    let find = |id: &str| actions.iter().find(|action| action.id == id).unwrap();
    for id in ["support-ready-german", "support-ready-soviet", "impulse-support-ready"] {
        assert_eq!(find(id).flip.as_deref(), Some("ready"), "{id}");
    }
    // In the End Phase they go to the box of their player.
    assert_eq!(find("support-ready").then, ["support-ready-german", "support-ready-soviet"]);
    for side in ["german", "soviet"] {
        let action = find(&format!("support-ready-{side}"));
        assert_eq!(&*action.to.as_ref().unwrap().id, format!("{side}-support"));
        let own = action.markers.iter().map(|m| GAME.markers[m.index].side.as_ref().unwrap());
        assert!(own.into_iter().all(|own| &*own.id == side));
    }
    let named: Vec<&str> = actions.iter().flat_map(|action| ids(&action.markers)).collect();
    let distinct: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(named.len(), distinct.len());
    let usable: BTreeSet<&str> =
        GAME.markers.iter().map(|m| m.id.as_str()).filter(|id| face_states(id).1 == Some("used")).collect();
    assert_eq!(distinct, usable, "whatever can be used");
}

#[test]
fn every_german_division_has_an_artillery_marker_10_2() {
    let with_marker: BTreeSet<&str> =
        GAME.markers.iter().filter_map(|m| m.formation.as_ref().map(|f| &*f.id)).collect();
    for unit in GAME.units.iter().filter(|unit| &*unit.side.id == "german") {
        if let Some(formation) = &unit.formation {
            assert!(with_marker.contains(&*formation.id), "10.2: division {formation} of {}", unit.id);
        }
    }
    for army in ["62-army", "64-army", "66-army"] {
        assert!(with_marker.contains(army), "10.2, 21.3: {army}");
    }
}

// ------------------------------------------------------------------------------------------------
// 5: setup

#[test]
fn markers_at_the_start_5_1() {
    for id in ["standard", "campaign"] {
        let scenario = scenario(id);
        let one = |place: &str, state: &str| vec![(place.to_string(), 1, state.to_string())];
        assert_eq!(placed(scenario, "turn"), one("turn:1", "attack"), "5.1, {id}");
        assert_eq!(placed(scenario, "impulse"), one("impulse:1", "daylight"), "5.1, {id}");
        assert_eq!(placed(scenario, "advantage"), one("advantage", "german"), "5.1, {id}");
        for vp in ["vp-1", "vp-10"] {
            assert_eq!(placed(scenario, vp)[0].0, "vp:0", "5.1: {vp}, {id}");
        }
        for (marker, count, spot) in [
            ("air", 2, "german-support"),
            ("storm-group", 1, "soviet-support"),
            ("hero", 1, "soviet-support"),
            ("artillery-62-army", 2, "soviet-support"),
            ("artillery-71", 1, "german-support"),
            ("artillery-389", 1, "german-support"),
        ] {
            assert_eq!(
                placed(scenario, marker),
                [(spot.to_string(), count, "ready".to_string())],
                "5.1: {marker}, {id}"
            );
        }
        let spots = |marker: &str| placed(scenario, marker).into_iter().map(|(spot, ..)| spot).collect::<BTreeSet<_>>();
        let set = |ids: &[&str]| ids.iter().map(|id| (*id).to_string()).collect::<BTreeSet<_>>();
        assert_eq!(
            spots("rubble"),
            set(&["11", "12", "13", "14", "24", "25", "34", "61"]),
            "5.1: rubble in eight areas, {id}"
        );
        assert_eq!(spots("fortification"), set(&["62", "63"]), "5.1: two fortifications, {id}");
        let soviet: BTreeSet<String> = of_class("area")
            .iter()
            .chain(&of_class("zone"))
            .map(|p| p.id.clone())
            .filter(|id| control(id) == "soviet")
            .collect();
        assert_eq!(spots("control"), soviet, "3.1.1, 4.4.1, 5.1: a marker on every Soviet place and on no other, {id}");
    }
}

#[test]
fn control_at_the_start() {
    for id in ["5", "23", "27"] {
        assert_eq!(control(id), "soviet", "14.2, 11.4.5, examples of turn 1: {id}");
    }
    for id in ["D", "E", "F", "G"] {
        assert_eq!(control(id), "german", "17.1: German reinforcements enter at {id}");
    }
    for id in ["L", "M"] {
        assert_eq!(control(id), "soviet", "17.2: Soviet reinforcements enter at {id}");
    }
    for id in ["B", "H", "K"] {
        assert_eq!(control(id), "german", "21.6: Soviet control of {id} would end the game at once");
    }
    for area in of_class("area").iter().chain(&of_class("zone")) {
        assert!(matches!(control(&area.id), "german" | "soviet"), "7.2: {}", area.id);
    }
}

#[test]
fn nobody_starts_beside_his_own_ground_or_in_a_closed_zone() {
    for unit in &GAME.units {
        let Some(setup) = &unit.setup else { continue };
        if let Spot::At(place) = &setup.spot {
            assert_eq!(control(&place.id), &*unit.side.id, "5.2, 7.2: {} starts in {place}", unit.id);
            assert!(!["A", "B", "C", "I", "J"].contains(&&*place.id), "5.2: {} starts in {place}", unit.id);
        }
    }
}

// ------------------------------------------------------------------------------------------------
// 6, 8, 11.4, 13.1: sequence of play

fn step<'a>(steps: &'a [SequenceStep], path: &[&str]) -> &'a SequenceStep {
    let step = steps.iter().find(|step| step.id == path[0]).unwrap_or_else(|| panic!("no step {path:?}"));
    if path.len() == 1 { step } else { self::step(&step.steps, &path[1..]) }
}

fn step_ids(steps: &[SequenceStep]) -> Vec<&str> {
    steps.iter().map(|step| step.id.as_str()).collect()
}

#[test]
fn sequence_of_play_6_1() {
    let sequence = GAME.rules.sequence.as_ref().unwrap();
    assert_eq!(sequence.track.as_ref().map(|track| &*track.id), Some("turn"), "3.2");
    let steps = &sequence.steps;
    assert_eq!(step_ids(steps), ["reinforcement", "maneuvers", "refit", "end"], "6.1: four phases in this order");
    assert_eq!(step_ids(&step(steps, &["reinforcement"]).steps), ["german", "soviet"], "6.2: German first");
    assert_eq!(
        step_ids(&step(steps, &["maneuvers"]).steps),
        ["soviet-impulse", "german-impulse", "advance"],
        "6.3, 8.0: Soviet first, then German, then the marker moves"
    );
    assert_eq!(step_ids(&step(steps, &["refit"]).steps), ["german", "soviet"], "13.1: German first");
    for side in ["german", "soviet"] {
        assert_eq!(
            step_ids(&step(steps, &["refit", side]).steps),
            ["replacements", "surrender", "control"],
            "13.1: three steps"
        );
        for phase in ["reinforcement", "refit"] {
            assert_eq!(side_of(&step(steps, &[phase, side]).side), Some(side), "6.2, 13.1");
        }
    }
}

#[test]
fn assault_impulse_8_1_1() {
    let steps = &GAME.rules.sequence.as_ref().unwrap().steps;
    let numbers = |side: &str| -> Vec<u32> {
        let assault = step(steps, &["maneuvers", side, "assault"]);
        assault.steps.iter().map(|step| step.name.split('.').next().unwrap().parse().unwrap()).collect()
    };
    assert_eq!(
        numbers("soviet-impulse"),
        [1, 2, 4, 5, 6, 8, 10],
        "8.1.1: without 3, 7 and 9, which are German or against Germans"
    );
    assert_eq!(numbers("german-impulse"), [2, 3, 4, 5, 6, 7, 8, 9, 10], "8.1.1: without 1");
    let hero = step(steps, &["maneuvers", "german-impulse", "assault", "hero"]);
    assert_eq!(side_of(&hero.side), Some("soviet"), "8.1.1 step 7: Soviet only");
    for side in ["soviet-impulse", "german-impulse"] {
        let combat = step(steps, &["maneuvers", side, "assault", "combat"]);
        assert_eq!(
            step_ids(&combat.steps),
            ["lead-attacker", "lead-defender", "artillery", "die", "values", "totals"],
            "11.4: six steps"
        );
        assert_eq!(
            step_ids(&step(steps, &["maneuvers", side]).steps).last(),
            Some(&"supply"),
            "15.2: at the end of every impulse"
        );
    }
}

#[test]
fn impulses_and_advantage_8_1_12_1() {
    let of = |list: &str| -> Vec<(&str, &str)> {
        let of_it = GAME.rules.choices.iter().filter(|choice| choice.of == list);
        of_it
            .map(|choice| (choice.name.as_str(), choice.about.source.as_ref().unwrap().rest.as_deref().unwrap()))
            .collect()
    };
    assert_eq!(
        of("impulse"),
        [
            ("Assault", "8.1.1"),
            ("Regroup", "8.1.2A"),
            ("Redeploy", "8.1.2B"),
            ("Troop Transfer", "8.1.2C"),
            ("Consolidation", "8.1.2D"),
            ("Pass", "8.1.2E"),
        ],
        "8.1: assault and five kinds of non-assault"
    );
    assert_eq!(
        of("advantage"),
        [
            ("Fanatical Defense", "12.1A"),
            ("Maximum Attack", "12.1B"),
            ("Release Reserves", "12.1C"),
            ("Prolong Daylight or Night", "12.1D"),
            ("Increased Replacements", "12.1E"),
            ("Optional Reinforcements", "12.1F"),
        ],
        "12.1: uses A to F"
    );
}

// ------------------------------------------------------------------------------------------------
// 7, 9: stacking, movement

#[test]
fn stacking_7_1_16_4() {
    let [areas, zones] = GAME.rules.stacking.as_slice() else { panic!("7.1, 16.4: two rules") };
    assert_eq!(
        (areas.limit, areas.per, areas.counts.as_ref().map(|counts| counts.text.as_str())),
        (Some(4), Per::Side, Some("1")),
        "7.1: four units a player"
    );
    assert_eq!(areas.places.len(), 67, "7.1: in every area");
    assert_eq!(zones.limit, None, "16.4: no limit in zones");
    assert_eq!(zones.places.len(), 13, "16.4: in every zone");
}

#[test]
fn movement_costs_9_2() {
    let movement = GAME.rules.movement.as_ref().unwrap();
    assert_eq!(movement.allowance, "mf", "9.1.1: the Movement Factor");
    assert_eq!(movement.combine, Combine::Highest, "9.2: only the highest cost that applies");
    assert!(movement.at_least_one, "9.2: one area for all MF");
    let costs: Vec<(&str, Option<i64>)> =
        movement.costs.iter().map(|cost| (cost.id.as_str(), cost.points.map(|points| points.num))).collect();
    assert_eq!(
        costs,
        [
            ("ravine", None),
            ("full-enemy", Some(4)),
            ("reduced-enemy", Some(3)),
            ("near-enemy", Some(2)),
            ("quiet", Some(1))
        ],
        "9.2: costs"
    );
    assert_eq!(ids(&movement.costs[0].types), ["infantry", "pioneer"], "9.2: ravines, infantry and pioneers only");
    let bar = |id: &str| movement.bars.iter().find(|bar| bar.id == id).unwrap_or_else(|| panic!("no bar {id}"));
    assert_eq!(ids(&bar("armour-ravine").types), ["armour"], "9.3.5");
    for (id, rule) in [("overstack", "9.3.1"), ("zone-arrows", "9.3.3"), ("volga", "9.3.4"), ("zone-entry", "16.2")] {
        let source = bar(id).about.source.as_ref().unwrap();
        assert_eq!(source.rest.as_deref(), Some(rule), "{id}");
    }
    for (id, rule) in [("enemy", "9.2"), ("rubble", "9.3.2"), ("zone", "16.2")] {
        let stop = movement.stops.iter().find(|stop| stop.id == id).unwrap_or_else(|| panic!("no stop {id}"));
        let source = stop.about.source.as_ref().unwrap().rest.as_deref().unwrap();
        assert!(source.split(", ").any(|cited| cited == rule), "{id}: {source}");
    }
}

#[test]
fn movement_allowance_9_1_3_15_2_2() {
    let allowance = |side: &str, night, cut| {
        sum_of("allowance", &[("side", t(side)), ("mf", n(4)), ("night", b(night)), ("out-of-supply", b(cut))])
    };
    assert_eq!(allowance("soviet", false, false), 4);
    assert_eq!(allowance("soviet", true, false), 5, "9.1.3: one more at night");
    assert_eq!(allowance("german", true, false), 4, "9.1.3: Soviets only");
    assert_eq!(allowance("german", false, true), 3, "15.2.2: one less out of supply");
    assert_eq!(allowance("soviet", true, true), 4, "9.1.3, 15.2.2");
}

// ------------------------------------------------------------------------------------------------
// Adjacency

#[test]
fn neighbours_of_the_examples() {
    for (a, b, rule) in [
        ("21", "27", "11.4.5: KG-6 and 191/71 move from 21 to 27"),
        ("27", "23", "11.4.5: they overrun from 27 into 23"),
        ("11", "12", "13.3.2: from 11 against 12"),
        ("47", "48", "9.1.2: 48 is a riverbank area next to 47"),
        ("47", "L", "9.1.2: from Zone L to 47"),
        ("62", "61", "15.2.1: supply from 62 through 61"),
        ("61", "L", "15.2.1: and on to Zone L"),
        ("L", "M", "8.1.2A, 9.1.2: between L and M"),
    ] {
        assert!(neighbours(a).contains(b), "{rule}");
        assert!(neighbours(b).contains(a), "3.1: {b} - {a}, both ways");
    }
    let edge = |from: &str, to: &str| GAME.edges.iter().find(|e| &*e.from.id == from && &*e.to.id == to).unwrap();
    // 4 MF for 27 and no more: no unbridged ravine on the way.
    assert_ne!(
        (edge("21", "27").boundary.as_deref(), edge("21", "27").crossing.as_deref()),
        (Some("ravine"), None),
        "11.4.5: the cost is 4, not all"
    );
    assert_eq!(edge("62", "61").boundary.as_deref(), Some("ravine"), "15.2.1: an exception for a ravine");
    assert_eq!(edge("62", "61").crossing, None, "15.2.1: unbridged");
}

#[test]
fn zones_are_left_by_arrows_9_3_3() {
    let zones: BTreeSet<&str> = of_class("zone").iter().map(|zone| zone.id.as_str()).collect();
    for edge in &GAME.edges {
        if zones.contains(&*edge.from.id) || zones.contains(&*edge.to.id) {
            assert_eq!(edge.by, EdgeBy::Link, "3.1, 9.3.3, 16.1: {} - {} by an arrow", edge.from, edge.to);
        } else {
            assert_eq!(edge.by, EdgeBy::Border, "3.1: {} - {} by a common border", edge.from, edge.to);
        }
    }
    for zone in zones {
        assert!(!neighbours(zone).is_empty(), "16.1: {zone} is connected");
    }
    for (a, b) in [("A", "B"), ("H", "I"), ("I", "J"), ("J", "K")] {
        assert!(neighbours(a).contains(b), "21.2.2: the army of {a} can operate in {b}");
    }
}

#[test]
fn over_the_volga_9_3_4_19_1() {
    let bank: BTreeSet<&str> =
        of_class("area").iter().filter(|a| yes(&a.attributes, "riverbank")).map(|a| a.id.as_str()).collect();
    let mut connected = BTreeSet::new();
    for zone in ["L", "M"] {
        for other in neighbours(zone) {
            let edge = GAME.edges.iter().find(|e| &*e.from.id == zone && &*e.to.id == other).unwrap();
            if ["L", "M"].contains(&other) {
                assert_eq!(edge.boundary, None, "8.1.2A: no river between L and M");
                continue;
            }
            assert_eq!(edge.boundary.as_deref(), Some("volga"), "9.3.4: {zone} - {other}");
            assert!(bank.contains(other), "19.1: {other} is an area on the Volga");
            connected.insert(other);
        }
    }
    for edge in GAME.edges.iter().filter(|e| e.boundary.as_deref() == Some("volga")) {
        let ends = [&*edge.from.id, &*edge.to.id];
        assert!(ends.iter().any(|id| ["L", "M"].contains(id)), "9.3.4: only L and M lie across, {ends:?}");
    }
    assert_eq!(region("volga-connections").into_iter().collect::<BTreeSet<_>>(), connected, "19.1");
    assert_eq!(region("volga-bank").into_iter().collect::<BTreeSet<_>>(), bank, "9.3.4");
    for id in ["47", "48"] {
        assert!(bank.contains(id), "9.1.2, example: {id} is a riverbank area");
    }
    assert!(bank.contains("12"), "13.3.2, example, 17.2.1: workers enter at 12");
}

#[test]
fn riverbank_areas_form_a_chain_9_3_4() {
    let bank: BTreeSet<&str> =
        of_class("area").iter().filter(|a| yes(&a.attributes, "riverbank")).map(|a| a.id.as_str()).collect();
    let along = |id: &str| -> Vec<&str> { neighbours(id).into_iter().filter(|other| bank.contains(other)).collect() };
    let mut ends = 0;
    for id in &bank {
        let beside = along(id);
        assert!(matches!(beside.len(), 1 | 2), "9.3.4 speaks of one or both riverbank neighbours: {id} has {beside:?}");
        ends += usize::from(beside.len() == 1);
    }
    assert_eq!(ends, 2, "9.3.4: a bank has two ends");
    let mut seen = BTreeSet::new();
    let mut open = vec![*bank.first().unwrap()];
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(along(id));
        }
    }
    assert_eq!(seen, bank, "9.3.4: the bank is one chain");
}

// ------------------------------------------------------------------------------------------------
// Tables

#[test]
fn volga_crossing_9_3_4() {
    let quiet = [
        ("mamayev", t("none")),
        ("destination-contested", b(false)),
        ("banks-contested", n(0)),
        ("banks-controlled", n(0)),
    ];
    let with = |mamayev: &str, destination: bool, contested: i32, controlled: i32| {
        [
            ("mamayev", t(mamayev)),
            ("destination-contested", b(destination)),
            ("banks-contested", n(contested)),
            ("banks-controlled", n(controlled)),
        ]
    };
    assert_eq!(table("volga-crossing").dice.map(|dice| (dice.count, dice.sides)), Some((2, 6)), "9.3.4: 2D6");
    // rows, reached by rolls of 18 and so on with no modifier at all
    for (roll, wanted) in [
        (2, "crosses"),
        (11, "crosses"),
        (12, "hit-crosses"),
        (13, "hit-crosses"),
        (14, "stays"),
        (15, "stays"),
        (16, "hit-stays"),
        (17, "hit-stays"),
        (18, "lost"),
        (19, "lost"),
    ] {
        assert_eq!(result("volga-crossing", roll, &quiet), wanted, "9.3.4: {roll}");
    }
    for (given, wanted, what) in [
        (with("contest", false, 0, 0), 1, "Germans contest 33"),
        (with("control", false, 0, 0), 2, "Germans control 33"),
        (with("none", true, 0, 0), 1, "Germans contest the destination"),
        (with("none", false, 1, 0), 1, "contest one bank"),
        (with("none", false, 0, 1), 2, "control one bank"),
        (with("none", false, 2, 0), 2, "contest both banks"),
        (with("none", false, 1, 1), 3, "contest one, control the other"),
        (with("none", false, 0, 2), 4, "control both"),
        (with("control", true, 0, 2), 7, "everything at once"),
    ] {
        assert_eq!(modifier("volga-crossing", &given), wanted, "9.3.4: {what}");
    }
    // 9.1.2, example: +1, +1, +2
    let example = with("contest", true, 0, 1);
    assert_eq!(result("volga-crossing", 8, &example), "hit-crosses", "9.1.2, example: 685/193");
    assert_eq!(result("volga-crossing", 7, &example), "crosses", "9.1.2, example: 893/193");
    assert_eq!(result("volga-crossing", 9, &example), "hit-crosses", "9.1.2, example: 895/193");
    assert_eq!(parameter("crossing-units"), 3, "9.3.4: three a connection");
}

#[test]
fn fortification_14_2() {
    let on = |terrain: &str| [("terrain", t(terrain))];
    for (roll, kind, wanted) in [
        (3, "forest", "fails"),
        (4, "forest", "succeeds"),
        (4, "clear", "fails"),
        (5, "clear", "succeeds"),
        (2, "urban", "fails"),
        (3, "urban", "succeeds"),
        (1, "clear", "fails"),
        (6, "urban", "succeeds"),
    ] {
        assert_eq!(
            result("fortification", roll, &on(kind)),
            wanted,
            "14.2: {roll} in {kind}; 3 in urban is the example"
        );
    }
}

#[test]
fn rubble_clearance_14_7() {
    let with = |pioneers: i32, fort: bool| [("pioneers", n(pioneers)), ("fortification", b(fort))];
    for (roll, pioneers, fort, wanted) in [
        (4, 1, false, "fails"),
        (5, 1, false, "succeeds"),
        (5, 1, true, "fails"),
        (6, 1, true, "succeeds"),
        (4, 2, false, "succeeds"),
        (3, 2, false, "fails"),
        (2, 4, false, "succeeds"),
        (1, 1, true, "fails"),
        (6, 4, false, "succeeds"),
    ] {
        assert_eq!(result("rubble-clearance", roll, &with(pioneers, fort)), wanted, "14.7: {roll}, {pioneers}, {fort}");
    }
}

#[test]
fn surrender_15_2_3() {
    let with =
        |side: &str, fort: bool, rubble: bool| [("side", t(side)), ("fortification", b(fort)), ("rubble", b(rubble))];
    for (roll, wanted) in [(1, "lost"), (2, "lost"), (3, "step"), (4, "step"), (5, "holds"), (6, "holds")] {
        assert_eq!(result("surrender", roll, &with("german", true, true)), wanted, "15.2.3: no DRM for Germans");
        assert_eq!(result("surrender", roll, &with("soviet", false, false)), wanted, "15.2.3: {roll}");
    }
    for (fort, rubble) in [(true, false), (false, true), (true, true)] {
        assert_eq!(modifier("surrender", &with("soviet", fort, rubble)), 1, "15.2.3: +1 for either or both");
    }
    assert_eq!(result("surrender", 2, &with("soviet", true, true)), "step", "15.2.3");
    assert_eq!(result("surrender", 6, &with("soviet", true, true)), "holds", "15.2.3");
}

#[test]
fn logistics_6_3_1() {
    let at = |impulse: i32| [("impulse", n(impulse))];
    for (table, below) in [("logistics-daylight", "night"), ("logistics-night", "end")] {
        assert_eq!(result(table, 5, &at(4)), "advance", "6.3.1: greater");
        assert_eq!(result(table, 4, &at(4)), "flip-logistics", "6.3.1, 15.1: equal");
        assert_eq!(result(table, 3, &at(4)), below, "6.3.1: less");
        assert_eq!(result(table, 12, &at(1)), "advance", "6.3.1: impulse 1");
        assert_eq!(result(table, 2, &at(11)), below, "6.3.1: impulse 11");
    }
    assert_eq!(result("logistics-night", 2, &at(12)), "end", "6.3.1: impulse 12");
    assert_eq!(result("logistics-night", 12, &at(12)), "flip-logistics", "6.3.1: impulse 12");
    let impulses = |id: &str| (table(id).inputs[0].min, table(id).inputs[0].max);
    assert_eq!(impulses("logistics-daylight"), (Some(1), Some(11)), "6.3.1: impulse 12 is always night");
    assert_eq!(impulses("logistics-night"), (Some(1), Some(12)), "6.3.1");
    assert_eq!(result("logistics-daylight", 7, &at(4)), "advance", "11.4.5, example, note 2");
}

#[test]
fn rubble_creation_14_5() {
    let tem = |tem: i32| [("tem", n(tem))];
    assert_eq!(result("rubble-creation", 7, &tem(4)), "none", "9.1.2, example: 7 + 4");
    assert_eq!(result("rubble-creation", 7, &tem(3)), "none", "11.4.5, example: 7 + 3");
    assert_eq!(result("rubble-creation", 10, &tem(3)), "rubble", "11.4.5, example: 10 + 3");
    assert_eq!(result("rubble-creation", 9, &tem(3)), "none", "14.5: 12 is not greater than 12");
    assert_eq!(parameter("rubble-above"), 12, "14.5");
}

#[test]
fn combat_results_11_4_4() {
    for (difference, wanted) in [(-20, "repulse"), (-1, "repulse"), (0, "stalemate"), (1, "success"), (20, "success")] {
        assert_eq!(result("combat-result", difference, &[]), wanted, "11.4.4: {difference}");
    }
}

#[test]
fn support_dice_10_1_3_10_3_4() {
    let air = |fort, rubble| [("fortification", b(fort)), ("rubble", b(rubble))];
    assert_eq!(result("air-support", 6, &air(false, false)), "6", "10.1.3");
    assert_eq!(result("air-support", 4, &air(true, false)), "3", "10.1.3: one less for a fortification");
    assert_eq!(result("air-support", 4, &air(false, true)), "3", "10.1.3: one less for rubble");
    assert_eq!(result("air-support", 4, &air(true, true)), "2", "10.1.3: two less for both");
    for roll in [1, 2] {
        assert_eq!(result("air-support", roll, &air(true, true)), "1", "10.1.3: never below 1");
    }
    let storm = |rubble| [("rubble", b(rubble))];
    assert_eq!(result("storm-group", 3, &storm(false)), "3", "10.3.4, 9.1.2, example");
    assert_eq!(result("storm-group", 3, &storm(true)), "4", "10.3.4: one more for rubble");
    assert_eq!(result("storm-group", 6, &storm(true)), "6", "10.3.4: never above 6");
}

// ------------------------------------------------------------------------------------------------
// Attack Value and Defense Value of the examples

fn attack(side: &str, given: &[(&str, Value)]) -> i64 {
    let mut all: BTreeMap<&str, Value> = BTreeMap::from([
        ("side", t(side)),
        ("lead", n(0)),
        ("others", n(0)),
        ("division", b(false)),
        ("artillery", b(false)),
        ("campaign", b(false)),
        ("turn", n(1)),
        ("night", b(false)),
        ("air", n(0)),
        ("storm", n(0)),
        ("out-of-supply", b(false)),
    ]);
    all.extend(given.iter().cloned());
    sum_of("attack-value", &all.into_iter().collect::<Vec<_>>())
}

fn defence(side: &str, given: &[(&str, Value)]) -> i64 {
    let mut all: BTreeMap<&str, Value> = BTreeMap::from([
        ("side", t(side)),
        ("lead", n(0)),
        ("others", n(0)),
        ("tem", n(0)),
        ("artillery", b(false)),
        ("campaign", b(false)),
        ("turn", n(1)),
        ("fortification", b(false)),
        ("rubble", b(false)),
        ("out-of-supply", b(false)),
    ]);
    all.extend(given.iter().cloned());
    sum_of("defence-value", &all.into_iter().collect::<Vec<_>>())
}

#[test]
fn values_of_the_examples() {
    let first = attack("german", &[("lead", n(5)), ("others", n(1)), ("air", n(3)), ("artillery", b(true))]);
    assert_eq!(first, 11, "11.4.5, example: KG-6 against 27");
    assert_eq!(defence("soviet", &[("lead", n(3)), ("tem", n(3))]), 6, "11.4.5, example: 270/10NKVD in 27");
    let second = attack("german", &[("lead", n(4)), ("others", n(1)), ("air", n(1)), ("artillery", b(true))]);
    assert_eq!(second, 8, "11.4.5, example: 191/71 against 23");
    let second = defence("soviet", &[("lead", n(2)), ("tem", n(3)), ("artillery", b(true))]);
    assert_eq!(second, 6, "11.4.5, example: 399MB in 23");
    let night = attack(
        "soviet",
        &[
            ("lead", n(3)),
            ("others", n(3)),
            ("division", b(true)),
            ("artillery", b(true)),
            ("night", b(true)),
            ("storm", n(3)),
            ("turn", n(4)),
        ],
    );
    assert_eq!(night, 13, "9.1.2, example: 92N and the 193rd in 47");
    let night = defence("german", &[("lead", n(3)), ("others", n(3)), ("tem", n(4))]);
    assert_eq!(night, 10, "9.1.2, example: 245A and the 389th in 47");
    for (attack, roll, defence, other, difference) in [(11, 7, 6, 8, 4), (8, 10, 6, 7, 5), (13, 7, 10, 7, 3)] {
        let attack = sum_of("attack-total", &[("value", n(attack)), ("roll", n(roll))]);
        let defence = sum_of("defence-total", &[("value", n(defence)), ("roll", n(other))]);
        let totals = [("attack", n(i32::try_from(attack).unwrap())), ("defence", n(i32::try_from(defence).unwrap()))];
        assert_eq!(sum_of("difference", &totals), difference, "11.4.4, examples");
        assert_eq!(result("combat-result", difference, &[]), "success", "11.4.4, examples");
    }
}

#[test]
fn what_raises_and_lowers_values() {
    assert_eq!(attack("german", &[("night", b(true)), ("air", n(4))]), 0, "10.1.1: no aircraft at night, 11.4.2F");
    assert_eq!(attack("soviet", &[("storm", n(4))]), 0, "10.3.1: no storm group by day");
    assert_eq!(attack("soviet", &[("night", b(true))]), 1, "11.4.2F: night assault");
    assert_eq!(attack("german", &[("artillery", b(true))]), 2, "10.2.4");
    assert_eq!(defence("german", &[("artillery", b(true))]), 1, "10.2.4");
    let late = [("artillery", b(true)), ("campaign", b(true)), ("turn", n(6))];
    assert_eq!(attack("soviet", &late), 3, "21.3: one more from turn 6");
    assert_eq!(defence("soviet", &late), 2, "21.3: one more from turn 6");
    assert_eq!(attack("german", &late), 2, "21.3: Soviets only");
    let early = [("artillery", b(true)), ("campaign", b(true)), ("turn", n(5))];
    assert_eq!(attack("soviet", &early), 2, "21.3: not before turn 6");
    assert_eq!(attack("german", &[("out-of-supply", b(true))]), -1, "15.2.2");
    assert_eq!(defence("soviet", &[("out-of-supply", b(true))]), -1, "15.2.2");
    assert!(defence("soviet", &[("fortification", b(true))]) > 0, "14.3: a fortification increases it");
    assert!(defence("soviet", &[("rubble", b(true))]) > 0, "14.6: rubble increases it");
}

// ------------------------------------------------------------------------------------------------
// 11.5, 11.6, 13, 15

#[test]
fn attrition_points_11_5() {
    let losses = GAME.rules.losses.iter().find(|losses| losses.id == "attrition").unwrap();
    let ways: BTreeSet<(&str, &str, i64)> =
        losses.ways.iter().map(|way| (way.from.as_str(), way.to.as_str(), way.points)).collect();
    assert_eq!(
        ways,
        BTreeSet::from([
            ("full", "eliminated", 3),
            ("full", "reduced", 1),
            ("reduced", "eliminated", 2),
            ("reduced", "retreated", 1),
            ("full", "retreated", 1),
        ]),
        "11.5 A to D"
    );
}

#[test]
fn only_germans_retreat_at_full_strength_11_5d_11_6_4() {
    let losses = GAME.rules.losses.iter().find(|losses| losses.id == "attrition").unwrap();
    for way in &losses.ways {
        let wanted = (way.from == "full" && way.to == "retreated").then_some("german");
        assert_eq!(side_of(&way.side), wanted, "11.5D, 11.6.4: side of the way {}", way.id);
    }
}

#[test]
fn retreat_priorities_11_6_2() {
    let [retreat, attackers] = GAME.rules.retreats.as_slice() else { panic!("11.6.2: one list, and that of 11.6") };
    assert_eq!((attackers.id.as_str(), attackers.priorities.len()), ("attackers", 1), "11.6: where they came from");
    let words: [&[&str]; 4] =
        [&["free", "fewest", "enemy-controlled"], &["contested", "own"], &["contested", "enemy"], &["fully stacked"]];
    assert_eq!(retreat.priorities.len(), 4, "11.6.2: A to D");
    for (priority, words) in retreat.priorities.iter().zip(words) {
        for word in words {
            assert!(priority.text.to_lowercase().contains(word), "11.6.2: `{}` should say `{word}`", priority.text);
        }
    }
}

#[test]
fn replacements_13() {
    for (id, wanted, rule) in [
        ("german-replacements", 1, "13.2"),
        ("soviet-replacements", 2, "13.2"),
        ("german-extra-replacements", 1, "12.1E"),
        ("soviet-extra-replacements", 2, "12.1E"),
        ("restored-a-point", 2, "13.3.2"),
        ("rebuild-reduced-cost", 1, "13.3.2"),
        ("rebuild-full-cost", 2, "13.3.2"),
        ("german-free-refit", 1, "13.2.1"),
        ("flank-free-refit", 1, "21.4"),
        ("tractor-factory-armour", 1, "13.3.5"),
        ("workers-an-area", 1, "17.2.1"),
        ("days-a-turn", 4, "6.0"),
        ("last-daylight", 11, "6.3.1"),
        ("first-logistics", 2, "8.1.2E"),
        ("combined-areas", 2, "9.1.2"),
        ("storm-group-limit", 3, "10.3.3"),
        ("heroes-a-turn", 1, "10.4"),
        ("artillery-a-combat", 1, "10.2.1"),
        ("fortifications-an-area", 1, "14.2"),
        ("rubble-an-area", 1, "14.2"),
        ("optional-turn", 8, "12.1F"),
    ] {
        assert_eq!(parameter(id), wanted, "{rule}: {id}");
    }
}

#[test]
fn supply_15_2_1() {
    let supply = |id: &str| GAME.rules.supply.iter().find(|supply| supply.id == id).unwrap();
    for (id, side) in [("german-supply", "german"), ("soviet-supply", "soviet")] {
        let supply = supply(id);
        assert_eq!(side_of(&supply.side), Some(side), "15.2.1");
        assert_eq!(supply.sources.len(), 13, "15.2: any zone under one's own control");
        assert_eq!(supply.barrier.not_across, ["ravine"], "15.2.1: not across an unbridged ravine");
    }
    assert!(supply("german-supply").exceptions.is_empty(), "15.2.1: Soviet units only");
    let [exception] = supply("soviet-supply").exceptions.as_slice() else { panic!("15.2.1: one exception") };
    assert_eq!(ids(&exception.path), ["62", "61", "L"], "15.2.1: from 62 through 61 to Zone L");
}

#[test]
fn supply_stops_at_unbridged_ravines_only_15_2_1() {
    for supply in &GAME.rules.supply {
        let said = [supply.text.as_deref(), supply.about.note.as_deref()].into_iter().flatten().collect::<String>();
        assert!(
            said.contains("bridge"),
            "15.2.1: {} is cut by unbridged ravines only, and nothing in it says so: `{said}`",
            supply.id
        );
    }
}

// ------------------------------------------------------------------------------------------------
// 16, 17, 18, 19, 21: zones, reinforcements, special rules, victory

#[test]
fn regions_of_zones() {
    for (id, wanted, rule) in [
        ("german-entry", "DEFG", "17.1"),
        ("soviet-entry", "LM", "17.2"),
        ("flank-zones", "ABIJ", "16.5"),
        ("campaign-zones", "ABCIJ", "5.2"),
        ("breakthrough", "BHK", "21.6"),
        ("german-presence", "AIJ", "21.7"),
        ("64-army-zones", "AB", "21.2.2"),
        ("66-army-zones", "HIJK", "21.2.2"),
        ("66-army-entry", "IJ", "21.5"),
        ("zones", "ABCDEFGHIJKLM", "16.1"),
    ] {
        let mut places = region(id);
        places.sort_unstable();
        assert_eq!(places.concat(), wanted, "{rule}: {id}");
    }
    for id in region("worker-areas") {
        assert_eq!(terrain(id), "urban", "17.2.1");
        assert!(yes(&place(id).attributes, "riverbank"), "17.2.1: {id} is on the Volga");
    }
    for id in region("storm-areas") {
        assert!(matches!(terrain(id), "urban" | "forest"), "10.3.2: {id}");
    }
}

#[test]
fn reinforcements_17() {
    let scenario = scenario("standard");
    let entry = |side: &str| -> Vec<Vec<&str>> {
        scenario.entries.iter().filter(|entry| &*entry.side.id == side).map(|entry| ids(&entry.places)).collect()
    };
    assert_eq!(entry("german"), [vec!["D", "E", "F", "G"]], "17.1");
    assert!(entry("soviet").contains(&vec!["L", "M"]), "17.2");
    assert!(entry("soviet").contains(&region("worker-areas")), "17.2.1");
    for arrival in &scenario.reinforcements {
        assert!(arrival.turn.is_some_and(|turn| turn <= 5), "5.2: nothing after turn 5 ({:?})", arrival.what);
    }
}

#[test]
fn workers_enter_in_the_city_and_nobody_else_17_2_1() {
    for entry in scenario("standard").entries.iter().filter(|entry| &*entry.side.id == "soviet") {
        let workers = ids(&entry.places) == region("worker-areas");
        for unit in &entry.units {
            let unit = &GAME.units[unit.index];
            assert_eq!(
                yes(&unit.attributes, "worker"),
                workers,
                "17.2, 17.2.1: {} may enter at {:?}",
                unit.id,
                ids(&entry.places)
            );
        }
        assert_eq!(entry.each, workers.then_some(1), "17.2.1: one worker unit an area, no limit in zones");
    }
}

#[test]
fn flank_units_21_2() {
    let at = |unit: &Unit| match unit.arrives.as_ref().and_then(|arrival| arrival.spot.as_ref()) {
        Some(Spot::At(place)) => Some(place.id.to_string()),
        _ => None,
    };
    let mut zones: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for unit in &GAME.units {
        let Some(zone) = at(unit) else { continue };
        assert_eq!(unit.arrives.as_ref().unwrap().turn, Some(6), "21.2: {} on turn 6", unit.id);
        let army = unit.formation.as_ref().map_or("", |formation| &*formation.id);
        if &*unit.side.id == "soviet" {
            let right = if zone == "A" { "64-army" } else { "66-army" };
            assert_eq!(army, right, "21.2.2: {} in Zone {zone}", unit.id);
        }
        zones.entry(&unit.side.id).or_default().insert(zone);
    }
    let joined = |side: &str| zones[side].iter().cloned().collect::<String>();
    assert_eq!(joined("german"), "BCIJ", "21.2: German units of B, C, I and J");
    assert_eq!(joined("soviet"), "AIJ", "21.2: Soviet units of A, I and J");
    for (formation, rule) in
        [("14pz", "21.2.1: the four units of the 14th Panzer"), ("29mot", "21.2.1: the four of the 29th Motorised")]
    {
        let of_it = GAME.units.iter().filter(|u| u.formation.as_ref().is_some_and(|f| &*f.id == formation));
        let of_it: Vec<&Unit> = of_it.collect();
        assert_eq!(of_it.len(), 4, "{rule}");
        if formation == "14pz" {
            assert!(of_it.iter().all(|unit| at(unit).as_deref() == Some("C")), "{rule}, in Zone C");
        }
    }
}

#[test]
fn scenarios_6_0_21_0() {
    let names: Vec<&str> = GAME.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(names, ["standard", "campaign"], "module 22 is not in the text and is not invented");
    let missing = |rule: &str| {
        GAME.missing.iter().any(|missing| missing.source.as_ref().is_some_and(|s| s.rest.as_deref() == Some(rule)))
    };
    assert!(missing("22.0"), "22: recorded as missing");
    for (id, last, rule) in [("standard", 5, "6.0"), ("campaign", 10, "21.0")] {
        let turns = scenario(id).turns.as_ref().unwrap();
        assert_eq!((turns.first, turns.last), (1, last), "{rule}");
        assert_eq!(side_of(&scenario(id).first), Some("german"), "18.1: the Germans open turn 1");
        let special = ids(&scenario(id).special);
        for rule in ["turn-1-impulses", "turn-1-blitzkrieg", "turn-1-logistics", "turn-1-advantage"] {
            assert!(special.contains(&rule), "18: {rule} in {id}");
        }
    }
    assert!(ids(&scenario("standard").special).contains(&"flank-zones-closed"), "16.5");
    assert!(!ids(&scenario("campaign").special).contains(&"flank-zones-closed"), "16.5, 21");
    for rule in GAME.rules.rules.iter().filter(|rule| rule.id.starts_with("turn-1-")) {
        let turns = rule.turns.as_ref().unwrap();
        assert_eq!((turns.first, turns.last), (1, 1), "18: {} on turn 1 only", rule.id);
    }
    let arrives = |id: &str, marker: &str| {
        let fits = |p: &&Placement| matches!(&p.what, What::Marker(m) if &*m.id == marker);
        scenario(id).reinforcements.iter().filter(fits).map(|p| (p.copies, p.turn)).collect::<Vec<_>>()
    };
    for army in ["artillery-64-army", "artillery-66-army"] {
        assert_eq!(arrives("campaign", army), [(2, Some(6))], "21.2, 21.3: {army}");
        assert!(arrives("standard", army).is_empty(), "21.3: {army} in the campaign only");
    }
}

#[test]
fn victory_19_21() {
    let verdict = |table: &str, vp: i64| result(table, vp, &[]);
    for (vp, needed, wanted) in [
        (10, 10, "german"),
        (9, 10, "soviet"),
        (-1, 10, "soviet"),
        (18, 10, "german"),
        (9, 9, "german"),
        (8, 9, "soviet"),
        (10, 11, "soviet"),
    ] {
        assert_eq!(result("victory-turn-5", vp, &[("needed", n(needed))]), wanted, "19.2, 20.1: {vp} of {needed}");
    }
    for (vp, wanted) in [(11, "german"), (10, "continue"), (6, "continue"), (5, "soviet"), (-1, "soviet")] {
        assert_eq!(verdict("victory-campaign-turn-5", vp), wanted, "21.1: {vp}");
    }
    for (vp, wanted) in [(15, "german"), (14, "soviet"), (-4, "soviet"), (18, "german")] {
        assert_eq!(verdict("victory-campaign-turn-10", vp), wanted, "21.7: {vp}");
    }
    let victory = |id: &str| find(&GAME.rules.victories, id).unwrap_or_else(|| panic!("no victory {id}"));
    let won = |id: &str, name: &str, number: i32| {
        let mut answers: Values =
            victory(id).inputs.iter().map(|input| (input.id.clone(), blank_answer(input))).collect();
        answers.extend(inputs(&[(name, n(number))]));
        holds(victory(id).when.as_ref(), &answers)
    };
    assert!(won("operational", "vp", 10) && !won("operational", "vp", 9), "19.2");
    assert!(!won("operational", "needed", 1) && won("operational", "needed", 0), "20.1: a bid replaces the 10");
    assert!(won("campaign-turn-5", "vp", 11) && !won("campaign-turn-5", "vp", 10), "21.1");
    assert!(won("campaign-turn-5-soviet", "vp", 5) && !won("campaign-turn-5-soviet", "vp", 6), "21.1");
    assert!(won("campaign-turn-10", "vp", 15) && !won("campaign-turn-10", "vp", 14), "21.7");
    assert!(won("automatic", "open", 0) && !won("automatic", "open", 1), "19.1");
    assert!(won("flank-breakthrough", "zones", 1) && !won("flank-breakthrough", "zones", 0), "21.6");
    for (id, winner, otherwise, turn, rule) in [
        ("automatic", "german", None, None, "19.1"),
        ("operational", "german", Some("soviet"), Some(5), "19.2"),
        ("campaign-turn-5", "german", None, Some(5), "21.1"),
        ("campaign-turn-5-soviet", "soviet", None, Some(5), "21.1"),
        ("campaign-turn-10", "german", Some("soviet"), Some(10), "21.7"),
        ("flank-breakthrough", "soviet", None, None, "21.6"),
    ] {
        let victory = victory(id);
        assert_eq!(
            (&*victory.winner.id, side_of(&victory.otherwise), victory.turn),
            (winner, otherwise, turn),
            "{rule}: {id}"
        );
    }
    assert_eq!(ids(&scenario("standard").victory), ["automatic", "operational"], "19.0");
    assert_eq!(
        ids(&scenario("campaign").victory),
        ["automatic", "campaign-turn-5", "campaign-turn-5-soviet", "campaign-turn-10", "flank-breakthrough"],
        "21"
    );
    let points = |areas: i32, held: bool, turn: i32, empty: i32| {
        let given = [("areas", n(areas)), ("orlovka-held", b(held)), ("turn", n(turn)), ("flanks-empty", n(empty))];
        sum_of("german-vp", &given)
    };
    assert_eq!(points(12, false, 5, 3), 12, "19.2: flanks do not count on turn 5");
    assert_eq!(points(12, true, 5, 0), 11, "19.2: Orlovka");
    assert_eq!(points(18, true, 10, 3), 14, "21.7: Orlovka and three zones");
}

// ------------------------------------------------------------------------------------------------
// Where the data come from

/// What a record of a file says of a key.
fn cited(file: &str, list: &str, id: &str, key: &str) -> String {
    let text = std::fs::read_to_string(common::root().join("data/verdun").join(file)).unwrap();
    let data: toml::Table = text.parse().unwrap();
    let records = data[list].as_array().unwrap().iter();
    let mut all = records.flat_map(|record| {
        let units = record.get("unit").and_then(toml::Value::as_array);
        units.into_iter().flatten().chain([record])
    });
    let record = all.find(|record| record.get("id").and_then(toml::Value::as_str) == Some(id)).unwrap();
    let of = |src: &toml::Value| match src {
        toml::Value::Table(keys) => {
            keys.get(key).or(keys.get("rest")).and_then(toml::Value::as_str).map(str::to_string)
        }
        other => other.as_str().map(str::to_string),
    };
    record.get("src").or(data.get("src")).and_then(of).unwrap_or_default()
}

#[test]
fn what_is_ours_has_no_rule_number() {
    for (file, list, id, key, source) in [
        ("counters-soviet.toml", "units", "Workers-1", "setup", "reconstructed"),
        ("counters-markers.toml", "marker", "vp-10", "name", "reconstructed"),
        ("counters-markers.toml", "marker", "artillery-295", "formation", "reconstructed"),
        ("counters-german.toml", "units", "191/71", "setup", "reconstructed"),
        ("counters-german.toml", "units", "244A", "kind", "inferred: 13.3.2"),
        ("counters-soviet.toml", "units", "42N", "independent", "inferred: 13.3.2"),
        ("map.toml", "area", "D", "control", "reconstructed"),
        ("map.toml", "area", "62", "control", "reconstructed"),
        ("map.toml", "area", "12", "id", "3.1.1"),
        ("map.toml", "track", "vp", "spaces", "inferred: 5.1"),
        ("rules.toml", "victory", "goetterdaemmerung", "otherwise", "reconstructed"),
    ] {
        assert_eq!(cited(file, list, id, key), source, "{file}: {key} of {id}");
    }
    let attack = GAME.rules.procedures.iter().find(|procedure| procedure.id == "attack-value").unwrap();
    assert_eq!(attack.inputs.iter().filter(|input| input.max == Some(6)).count(), 2, "10.1.3, 10.3.4");
}

#[test]
fn rules_that_are_used_are_cited() {
    let all: String = std::fs::read_dir(common::root().join("data/verdun"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap_or_default())
        .collect();
    let cites = |rule: &str| {
        let lines = all.lines().filter(|line| line.contains("src ="));
        lines.flat_map(|line| line.split(['"', ',', ' '])).any(|word| word == rule)
    };
    for rule in ["3.1.1", "3.6", "4.3.2", "11.6", "11.6.1", "13.2.2", "20.1", "9.2.1"] {
        assert!(cites(rule), "{rule} is cited nowhere");
    }
}

#[test]
fn tables_read_the_position() {
    for table in &GAME.tables {
        let open: Vec<&str> =
            table.inputs.iter().filter(|input| input.from.is_none()).map(|input| input.id.as_str()).collect();
        let wanted: &[&str] = if table.id == "combat-result" { &["difference"] } else { &[] };
        assert_eq!(open, wanted, "{}: what nothing but a player answers", table.id);
    }
}
