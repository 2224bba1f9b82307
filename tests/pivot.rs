//! *Stalingrad: Pivot on the Volga*: the facts of its rulebook, held against the model. Each assertion names the
//! rule.

use crate::common::facts::*;
use punchboard::expr::Value;
use punchboard::model::{EdgeBy, PlaceKind, Placement, Printed, Scalar, Spot, Unit, What, find};
use punchboard::play::{Position, arrivals, compute, look_up};
use punchboard::syntax::{BoxKind, SlotLine};
use std::collections::BTreeSet;

facts_of!("pivot");

// ------------------------------------------------------------------------------------------------
// Helpers

fn river(from: &str, to: &str) -> Option<&'static str> {
    let edge = GAME.edges.iter().find(|edge| &*edge.from.id == from && &*edge.to.id == to);
    edge.unwrap_or_else(|| panic!("{from} and {to} do not touch")).boundary.as_deref()
}

fn hex(id: &str) -> (u32, u32, &'static str) {
    match &place(id).kind {
        PlaceKind::Hex { column, row, terrain, .. } => (*column, *row, terrain.as_str()),
        _ => panic!("{id} is no hex"),
    }
}

fn control(id: &str) -> &'static str {
    match &place(id).kind {
        PlaceKind::Hex { control: Some(side), .. } => &side.id,
        _ => panic!("{id} is no hex or nobody's"),
    }
}

fn number(unit: &Unit, attribute: &str) -> i64 {
    match unit.attributes.get(attribute) {
        Some(Scalar::Number(number)) => *number,
        other => panic!("{attribute} of {}: {other:?}", unit.id),
    }
}

fn yes(unit: &Unit, attribute: &str) -> bool {
    matches!(unit.attributes.get(attribute), Some(Scalar::Bool(true)))
}

fn is(unit: &Unit, attribute: &str, wanted: &str) -> bool {
    matches!(unit.attributes.get(attribute), Some(Scalar::Text(text)) if text == wanted)
}

/// A value of a step as numerator and denominator.
fn value(unit: &Unit, step: usize, value: &str) -> (i64, i64) {
    match unit.steps[step].values.get(value) {
        Some(Printed::Number(number)) => (number.num, number.den),
        other => panic!("{value} of {}: {other:?}", unit.id),
    }
}

fn units(side: &str, kind: &str) -> Vec<&'static Unit> {
    GAME.units.iter().filter(|unit| &*unit.side.id == side && is(unit, "kind", kind)).collect()
}

fn total(procedure: &str, given: &[(&str, Value)]) -> i64 {
    let procedure = GAME.rules.procedures.iter().find(|p| p.id == procedure).unwrap();
    let env = inputs(given);
    for input in &procedure.inputs {
        assert!(env.contains_key(&input.id), "{} asks for {}", procedure.id, input.id);
    }
    compute(procedure, &env).unwrap().total.to_whole().unwrap()
}

fn combat(quotient: i32, sum: i32, roll: i64) -> String {
    let env = inputs(&[("quotient", n(quotient)), ("sum", n(sum))]);
    look_up(table("combat"), Some(roll), &env).unwrap().cell.unwrap().to_string()
}

fn result(id: &str, roll: Option<i64>, given: &[(&str, Value)]) -> String {
    look_up(table(id), roll, &inputs(given)).unwrap().row.unwrap().result.clone().unwrap()
}

// ------------------------------------------------------------------------------------------------
// 2: components

#[test]
fn counters_2_0() {
    let all: u32 = GAME.counters.iter().map(|counter| counter.copies).sum();
    assert_eq!(all, 240, "2.0: one sheet of 240 counters");
    assert_eq!(GAME.displays.len(), 6, "2.3: two general and four strength displays");
    for side in ["axis", "soviet"] {
        let own = GAME.displays.iter().filter(|d| d.side.as_ref().is_some_and(|s| &*s.id == side));
        assert_eq!(own.count(), 3, "2.3: three displays for the {side} player");
    }
}

#[test]
fn map_sheet_2_0_2_1() {
    let map = &GAME.maps[0];
    assert_eq!(GAME.maps.len(), 1, "2.0: one map");
    assert!((map.width - 431.8).abs() < 0.1 && (map.height - 279.4).abs() < 0.1, "2.0: 17 x 11 inches");
    let edges: Vec<(&str, &str)> =
        map.edges.iter().map(|edge| (edge.id.as_str(), &*edge.to.as_ref().unwrap().id)).collect();
    assert_eq!(
        edges,
        [("svf-edge", "SVF"), ("dsf-edge", "DSF"), ("tcf-edge", "TCF"), ("axis-edge", "axis-reserve")],
        "2.1, 8.4: four edges and their boxes"
    );
    let tcf = &map.edges[2];
    assert_eq!(ids(&tcf.half), ["1210"], "2.1: one half of 1210 only");
    assert!(!ids(&tcf.at).contains(&"1211"), "2.1: it does not reach Rostov and the Don");
    assert!(ids(&tcf.at).contains(&"1201") && ids(&tcf.at).contains(&"1209"), "12.0: 1201 to 1209");
}

#[test]
fn named_hexes() {
    let sites = &GAME.maps[0].sites;
    for (name, id, rule) in [
        ("Voronezh", "0214", "2.1"),
        ("Rostov", "1211", "2.1"),
        ("Voroshilovgrad", "1014", "6.2"),
        ("Stalingrad", "0706", "13.4, beside 0707"),
        ("Astrakhan", "1101", "13.4, beside 1201"),
    ] {
        let site = sites.iter().find(|site| site.name.as_deref() == Some(name));
        let site = site.unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(ids(&site.at), [id], "{rule}: {name}");
    }
    // The first two figures are the row from the north, the others the column from the east.
    let (column, row, _) = hex("0101");
    assert_eq!((column, row), (17, 0), "12.0: columns are counted from the east");
    for column in 1..10 {
        let (west, east) = (format!("12{:02}", column + 1), format!("12{column:02}"));
        assert_eq!(hex(&west).0 + 1, hex(&east).0, "12.0: {east} lies east of {west}");
        assert!(neighbours(&west).contains(east.as_str()), "12.0: from {west} to {east}");
    }
}

#[test]
fn logistical_zone_2_1() {
    let zone = region("logistical-zone");
    for id in ["0214", "1211"] {
        assert!(zone.contains(&id), "2.1: {id} is in the logistical zone");
        assert_eq!(hex(id).2, "zone");
    }
    let (east, _, _) = hex("1211");
    assert!(zone.iter().all(|id| hex(id).0 <= east), "2.1: the zone is in the west");
    assert!(!zone.contains(&"0706"), "2.1: Stalingrad is not in it");
}

#[test]
fn volga_13_4() {
    let volga = region("volga-hexes");
    for id in ["0707", "1201"] {
        assert!(!volga.contains(&id), "13.4: {id} is not adjacent to the Volga");
    }
    for id in ["0706", "1101"] {
        assert!(volga.contains(&id), "13.4: {id} is on the Volga");
    }
    assert!(neighbours("0707").contains("0706"), "13.4: 0707 is doubtful because Stalingrad is beside it");
    assert!(neighbours("1201").contains("1101"), "13.4: 1201 is doubtful because Astrakhan is beside it");
    // Every other hex of the list has the river at one of its sides.
    for id in volga.iter().filter(|id| !["0706", "1101"].contains(id)) {
        let touches = GAME.edges.iter().any(|e| &*e.from.id == *id && e.boundary.as_deref() == Some("major"));
        assert!(touches, "13.4: {id} touches a major river");
    }
}

#[test]
fn rivers_2_1_9_1() {
    assert_eq!(river("0718", "0717"), Some("minor"), "9.1: Kharkov is attacked across the Donets");
    let cities = ["0214", "0706", "1101", "1211"];
    for edge in GAME.edges.iter().filter(|edge| edge.boundary.as_deref() == Some("major")) {
        let city = cities.contains(&&*edge.from.id);
        assert!(!city, "2.1: the river runs through the city hex, not along {} {}", edge.from, edge.to);
    }
}

/// Towns beside rivers stand on the bank where they stand in the world.
#[test]
fn banks() {
    let sites = &GAME.maps[0].sites;
    let at = |name: &str| {
        let site = sites.iter().find(|site| site.name.as_deref() == Some(name));
        &*site.unwrap_or_else(|| panic!("no {name}")).at[0].id
    };
    // The town, a hex on its own bank, a hex across the river.
    for (town, here, there, kind) in [
        ("Belgorod", "0618", "0616", "minor"),      // west of the Donets
        ("Serafimovich", "0710", "0609", "major"),  // south of the Don
        ("Veshenskaya", "0610", "0711", "major"),   // north of it
        ("Pavlovsk", "0512", "0514", "major"),      // east of it
        ("Kalach", "0806", "0808", "major"),        // east of it
        ("Tsimlyanskaya", "1010", "1008", "major"), // north and west of it
        ("Kamyshin", "0307", "0305", "major"),      // west of the Volga
        ("Chorny Yar", "0805", "0704", "major"),    // south and west of it
        ("Enotaevsk", "0904", "0902", "major"),     // the same
        ("Leninsk", "0704", "0805", "major"),       // north and east of it
        ("Izyum", "0918", "0916", "minor"),         // south and west of the Donets
        ("Kamensk", "1013", "1011", "minor"),       // the same
        ("Starobelsk", "0814", "0816", "minor"),    // east of the Aidar
        ("Taganrog", "1212", "1214", "minor"),      // east of the Mius
        ("Proletarskaya", "1207", "1109", "minor"), // south of the Manych
    ] {
        let own = at(town);
        assert_eq!(river(own, there), Some(kind), "{town} ({own}) and {there}");
        if town != "Kamyshin" {
            assert_eq!(river(own, here), None, "{town} ({own}) and {here}");
        }
    }
}

#[test]
fn boxes_2_1_2_3() {
    for (id, kind) in [
        ("SVF", BoxKind::OffMap),
        ("DSF", BoxKind::OffMap),
        ("TCF", BoxKind::OffMap),
        ("axis-caucasus", BoxKind::OffMap),
        ("axis-reserve", BoxKind::Reserve),
        ("soviet-reserve", BoxKind::Reserve),
        ("axis-dead", BoxKind::Eliminated),
        ("soviet-dead", BoxKind::Eliminated),
    ] {
        assert!(matches!(&place(id).kind, PlaceKind::Box(b) if b.kind == kind), "2.1, 2.3, 9.2: {id}");
    }
    let linked = |from: &str, to: &str| {
        GAME.edges.iter().any(|e| &*e.from.id == from && &*e.to.id == to && e.by == EdgeBy::Link)
    };
    for column in 1..=10 {
        let hex = format!("12{column:02}");
        assert!(linked(&hex, "axis-caucasus") && linked("axis-caucasus", &hex), "12.0: {hex} and the Caucasus Box");
    }
    assert!(!linked("1211", "axis-caucasus"), "12.0: the edge begins at 1210");
    assert!(linked("SVF", "DSF") && linked("DSF", "TCF") && !linked("SVF", "TCF"), "8.6: adjoining boxes");
    for id in ["axis-turn", "soviet-turn"] {
        assert_eq!(find(&GAME.tracks, id).unwrap().spaces.len(), 14, "7.2: 14 turns");
    }
}

// ------------------------------------------------------------------------------------------------
// 4, 6: units and assets

#[test]
fn units_of_the_text() {
    let at = |id: &str| match &unit(id).setup.as_ref().unwrap().spot {
        Spot::At(place) => place.id.to_string(),
        other => panic!("{id}: {other:?}"),
    };
    assert_eq!(at("37A"), "1014", "6.2");
    assert_eq!(at("51A"), "TCF", "6.2");
    assert_eq!(unit("Rom 4").arrives.as_ref().unwrap().turn, Some(2), "6.2");
    for id in ["Hollidt", "Fretter-Pico"] {
        let arrival = unit(id).arrives.as_ref().unwrap();
        assert!(arrival.turn.is_none() && arrival.when.is_some(), "6.2: {id} comes with Uranus");
        assert_eq!(&*unit(id).size.as_ref().unwrap().id, "detachment", "6.2: {id}");
    }
    assert_eq!(unit("GD").withdraws.as_ref().unwrap().turn, 2, "10.2.2");
    assert_eq!(unit("250").arrives.as_ref().unwrap().turn, Some(12), "10.2.1");
    assert!(unit("250").arrives.as_ref().unwrap().when.is_some(), "10.2.1: only on a 5 or 6");
    assert_eq!(number(unit("62A"), "strength"), 5, "6.3");
    assert_eq!(unit("62A").steps.len(), 2, "6.3: two formats");
    assert_eq!(parameter("62-army-strength"), 8, "6.3");
    assert_eq!(number(unit("65A"), "strength"), 5, "9.0");
    assert_eq!(value(unit("118 TB"), 0, "combat"), (2, 1), "9.0");
    assert_eq!(value(unit("88mm"), 0, "fraction"), (1, 3), "9.1");
    assert!(yes(unit("88mm"), "anti-tank"), "6.4");
}

#[test]
fn panzer_divisions_4_2() {
    let steps = |unit: &Unit| (0..unit.steps.len()).map(|step| value(unit, step, "combat").0).collect::<Vec<_>>();
    assert_eq!(steps(unit("14.Pz")), [8, 6, 3], "4.2");
    for unit in GAME.units.iter().filter(|unit| unit.steps.len() > 1 && is(unit, "kind", "asset")) {
        assert!(steps(unit) == [8, 6, 3] || steps(unit) == [6, 3], "4.2, 6.4: {}", unit.id);
        let counters: BTreeSet<usize> = unit.steps.iter().map(|step| step.counter.index).collect();
        assert_eq!(counters.len(), unit.steps.len(), "6.4: a counter for each step of {}", unit.id);
        assert!(yes(unit, "tank"), "4.2: {}", unit.id);
    }
}

#[test]
fn first_panzer_army_12_0() {
    let army: Vec<&Unit> =
        GAME.units.iter().filter(|u| u.formation.as_ref().is_some_and(|f| &*f.id == "1-panzerarmee")).collect();
    let names: Vec<&str> = army.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(names, ["3.PzK", "57.PzK", "49.K"], "12.0: its three units");
    let slots: i64 = army.iter().map(|unit| number(unit, "slots")).sum();
    assert_eq!(slots, 5, "12.0: SS-Wiking and four panzer divisions fill it");
    assert_eq!(unit("SS-Wiking").steps.len(), 1, "4.2: a single step");
}

#[test]
fn values_8_0() {
    for unit in units("axis", "unit") {
        assert_eq!(unit.steps[0].values.len(), 3, "8.3: two strategic factors of {}", unit.id);
        assert!(value(unit, 0, "strategic") >= value(unit, 0, "strategic-outside"), "8.3: the first is the faster");
    }
    for unit in units("soviet", "unit") {
        assert_eq!(unit.steps[0].values.len(), 2, "8.0: {}", unit.id);
    }
    for unit in units("soviet", "asset") {
        assert!(unit.setup.is_none() && unit.arrives.is_some(), "6.4: {} is a reinforcement", unit.id);
    }
    let with_anti_tank = units("axis", "asset").into_iter().filter(|u| yes(u, "anti-tank") && u.setup.is_some());
    assert_eq!(with_anti_tank.map(|u| u.id.as_str()).collect::<Vec<_>>(), ["88mm"], "6.4");
}

#[test]
fn strength_displays_6_3() {
    let mut tracks = 0;
    for display in &GAME.displays {
        for strength in &display.strengths {
            let unit = &GAME.units[strength.unit.index];
            let full = number(unit, "strength");
            assert!(strength.to == full || (unit.id == "62A" && strength.to == 8), "6.3: {}", unit.id);
            assert_eq!(strength.start, strength.to, "6.3: {} starts at full strength", unit.id);
            assert!(is(unit, "kind", "unit"), "6.3: {}", unit.id);
            let dashed = strength.slots.iter().filter(|slot| matches!(slot.line, SlotLine::Dashed)).count();
            assert_eq!(dashed, 1, "6.4: one slot of {} is for an anti-tank asset", unit.id);
            let solid = i64::try_from(strength.slots.len() - dashed).unwrap();
            let wanted = if strength.to == full { number(unit, "slots") } else { 0 };
            assert_eq!(solid, wanted, "6.3, 6.4: slots of {}", unit.id);
            tracks += 1;
        }
    }
    let all = units("axis", "unit").len() + units("soviet", "unit").len();
    assert_eq!(tracks, all + 1, "6.3: a track for every unit, two for the 62nd Army");
    let markers = marker("strength-axis").copies + marker("strength-soviet").copies;
    assert_eq!(usize::try_from(markers).unwrap(), all, "6.3: a strength marker for every unit");
    let formats: Vec<i64> = GAME
        .displays
        .iter()
        .flat_map(|display| &display.strengths)
        .filter(|strength| &*strength.unit.id == "62A")
        .map(|strength| strength.to)
        .collect();
    assert_eq!(formats, [5, 8], "6.3: the two formats of the 62nd Army");
}

#[test]
fn strength_markers_6_3() {
    let stands = |placement: &'static Placement| match (&placement.what, &placement.spot) {
        (What::Marker(marker), Some(Spot::At(place))) if marker.id.starts_with("strength-") => Some(&*place.id),
        _ => None,
    };
    let stand: BTreeSet<&str> = GAME.scenarios[0].setup.iter().filter_map(stands).collect();
    for unit in units("axis", "unit").into_iter().chain(units("soviet", "unit")) {
        let wanted = format!("strength/{}:{}", unit.id, number(unit, "strength"));
        assert!(stand.contains(wanted.as_str()), "6.3: a marker on {wanted}");
    }
}

#[test]
fn assets_6_4() {
    for asset in units("axis", "asset").into_iter().filter(|asset| asset.setup.is_some()) {
        let Spot::With(parent) = &asset.setup.as_ref().unwrap().spot else { panic!("6.4: {} is no asset", asset.id) };
        let parent = unit(&parent.id);
        assert!(is(parent, "kind", "unit"), "6.4: {} lies with a unit", asset.id);
        if asset.id == "SS-Wiking" {
            let army = parent.formation.as_ref().map(|formation| &*formation.id);
            assert_eq!(army, Some("1-panzerarmee"), "6.4: SS-Wiking is in the 1.Panzerarmee");
        }
    }
}

#[test]
fn zone_of_interdiction_4_7() {
    let zone = GAME.rules.zone_of_control.as_ref().unwrap();
    assert_eq!(zone.name, "Zone of interdiction", "4.7");
    assert_eq!(zone.barrier.not_across, ["major", "minor"], "4.7: not across rivers");
}

#[test]
fn directives_6_1() {
    for (roll, wanted) in
        [(1, "don"), (2, "don"), (3, "caucasus"), (4, "caucasus"), (5, "stalingrad"), (6, "stalingrad")]
    {
        assert_eq!(result("primary-objective", Some(roll), &[]), wanted, "6.1: {roll}");
    }
    let count = |start: &str| GAME.markers.iter().filter(|marker| marker.id.starts_with(start)).count();
    assert_eq!((count("primary-"), count("secondary-")), (3, 6), "6.1: three and six counters");
    for primary in ["don", "caucasus", "stalingrad"] {
        let table = format!("secondary-after-{primary}");
        let found: BTreeSet<String> = (1..=6).map(|roll| result(&table, Some(roll), &[])).collect();
        assert!(found.len() == 2 && !found.contains(primary), "6.1: two others after {primary}");
    }
}

// ------------------------------------------------------------------------------------------------
// 9: combat

#[test]
fn combat_table_9_0() {
    assert_eq!(combat(3, 20, 5), "5-R", "9.0, example");
    assert_eq!(combat(3, 6, 5), "3", "9.0, example");
    assert_eq!(table("combat").parts.len(), 6, "9.0: six sub-tables");
    for (part, sum) in table("combat").parts.iter().enumerate().flat_map(|(part, _)| (0..4).map(move |sum| (part, sum)))
    {
        let source = table("combat").parts[part].rows[sum].about.source.as_ref().unwrap();
        let printed = part == 3 && (sum == 1 || sum == 2);
        assert_eq!(source.by_key.get("cells.5").is_some_and(|source| source == "inferred: 9.0"), printed, "9.0");
        assert_eq!(source.rest.as_deref(), Some("reconstructed"), "the other cells are ours");
    }
    let grade = |cell: &str| -> (i32, bool) { (cell.trim_end_matches("-R").parse().unwrap(), cell.ends_with("-R")) };
    let no_less = |less: &str, more: &str| {
        let (less, more) = (grade(less), grade(more));
        less.0 <= more.0 && less.1 <= more.1
    };
    let sums = [5, 12, 26, 27];
    for quotient in 0..=5 {
        for (n, sum) in sums.iter().enumerate() {
            for roll in 1..=6 {
                let cell = combat(quotient, *sum, roll);
                if roll < 6 {
                    assert!(no_less(&cell, &combat(quotient, *sum, roll + 1)), "die: {quotient} {sum} {roll}");
                }
                if let Some(next) = sums.get(n + 1) {
                    assert!(no_less(&cell, &combat(quotient, *next, roll)), "sum: {quotient} {sum} {roll}");
                }
                if quotient < 5 {
                    assert!(no_less(&cell, &combat(quotient + 1, *sum, roll)), "quotient: {quotient} {sum} {roll}");
                }
            }
        }
    }
    assert_eq!(combat(9, 30, 1), combat(5, 30, 1), "9.0: more than five is five");
}

#[test]
fn tank_modifiers_9_1() {
    let attack = |tanks: i32, river: bool, divisor: i32, city: bool, basic: i32| {
        let given = [
            ("tanks", n(tanks)),
            ("river", Value::from(river)),
            ("divisor", n(divisor)),
            ("city", Value::from(city)),
            ("basic", n(basic)),
            ("others", n(0)),
        ];
        total("attack-sum", &given)
    };
    assert_eq!(attack(32, false, 1, false, 12), 44, "9.0, example");
    assert_eq!(attack(32, true, 2, false, 12), 20, "9.0, example");
    for tanks in 0..60 {
        assert_eq!(attack(tanks, true, 3, true, 0), i64::from(tanks / 12), "9.1, example: one twelfth, rounded down");
    }
    let defence = [("tanks", n(2)), ("city", Value::from(false)), ("basic", n(4)), ("others", n(0))];
    assert_eq!(total("defence-sum", &defence), 6, "9.0, example");
    let quotient = |attack: i32, defence: i32| total("quotient", &[("attack", n(attack)), ("defence", n(defence))]);
    assert_eq!(quotient(20, 6), 3, "9.0, example");
    assert_eq!(quotient(5, 6), 0, "9.0: less than one");
    assert_eq!(quotient(60, 6), 5, "9.0: at most five");
}

// ------------------------------------------------------------------------------------------------
// 7, 9.4 to 13: turns, Uranus, replacements, victory

#[test]
fn sequence_7() {
    let steps = &GAME.rules.sequence.as_ref().unwrap().steps;
    let names = |n: usize| steps[n].steps.iter().map(|step| step.id.as_str()).collect::<Vec<_>>();
    assert_eq!(steps.iter().map(|step| step.id.as_str()).collect::<Vec<_>>(), ["soviet", "axis"], "7.0");
    let soviet = ["turn", "victory", "reinforcement", "replacement", "movement", "attack", "uranus", "markers"];
    let axis = ["turn", "victory", "movement", "attack", "reinforcement", "replacement", "caucasus", "markers"];
    assert_eq!(names(0), soviet, "7.1");
    assert_eq!(names(1), axis, "7.2");
}

#[test]
fn uranus_and_reinforcements_9_4_10_2_1() {
    for (turn, wanted) in [(9, "1"), (10, "2"), (11, "3"), (14, "3")] {
        assert_eq!(result("uranus", None, &[("turn", n(turn))]), wanted, "9.4: turn {turn}");
    }
    assert_eq!(result("blue-division", Some(4), &[]), "stays", "10.2.1");
    assert_eq!(result("blue-division", Some(5), &[]), "arrives", "10.2.1");
}

#[test]
fn detachments_10_2_1() {
    let own = |id: &str| GAME.units.iter().position(|unit| unit.id == id).unwrap();
    let mut position = Position::new(&GAME);
    let places = |position: &Position<'_>, id: &str| -> Vec<&str> {
        let places = arrivals(position, own(id), None).unwrap().places;
        places.into_iter().map(|place| GAME.places[place].id.as_str()).collect()
    };
    // Soviet at the start: no city of the zone but the nearest that the Axis holds.
    assert_eq!(places(&position, "Hollidt"), ["1213"], "10.2.1: the nearest Axis city to Rostov");
    let axis = GAME.sides.iter().position(|side| side.id == "axis");
    let rostov = GAME.places.iter().position(|place| place.id == "1211").unwrap();
    position.control[rostov] = axis;
    assert_eq!(places(&position, "Hollidt"), ["1211"], "10.2.1: Rostov");
    let zone = region("zone-cities");
    let fretter = places(&position, "Fretter-Pico");
    assert!(fretter.iter().all(|id| zone.contains(id)), "10.2.1: a city of the logistical zone");
    assert!(fretter.contains(&"0718") && !fretter.contains(&"1112"), "10.2.1: under Axis control");
}

#[test]
fn replacements_11_0() {
    let points = |turn: i32, kind: i32| {
        let env = inputs(&[("turn", n(turn)), ("kind", n(kind))]);
        look_up(table("replacement-points"), None, &env).unwrap().cell.unwrap().to_string()
    };
    assert_eq!([points(6, 1), points(6, 2), points(6, 3)], ["8", "5", "1"], "11.0, example");
    for turn in 1..=14 {
        for (track, kind, attribute) in
            [("soviet-turn", 1, "soviet-points"), ("axis-turn", 2, "german-points"), ("axis-turn", 3, "minor-points")]
        {
            let space = place(&format!("{track}:{turn}"));
            let Some(Scalar::Number(printed)) = space.attributes.get(attribute) else { panic!("{track} {turn}") };
            assert_eq!(printed.to_string(), points(turn, kind), "2.3: track and table agree, turn {turn}");
        }
    }
    assert_eq!((parameter("basic-cost"), parameter("asset-cost")), (1, 3), "11.0");
}

#[test]
fn caucasus_12_0() {
    let attempt = |points: i32, roll: i64| result("caucasus-advance", Some(roll), &[("points", n(points))]);
    for points in 1..=6 {
        for roll in 1..=6 {
            let wanted = if roll <= i64::from(points) { "advance" } else { "fails" };
            assert_eq!(attempt(points, roll), wanted, "12.0: {points} points, roll {roll}");
        }
    }
}

#[test]
fn victory_13() {
    let points = |primary: &str, secondary: &str| {
        let given = [
            ("caucasus", n(10)),
            ("don", n(2)),
            ("stalingrad", n(4)),
            ("primary", Value::from(primary)),
            ("secondary", Value::from(secondary)),
            ("dead", n(1)),
            ("unsupplied", n(2)),
        ];
        total("final-points", &given)
    };
    assert_eq!(points("don", "caucasus"), 36 + 40 + 24 - 15, "13.3");
    assert_eq!(points("stalingrad", "don"), 20 + 24 + 72 - 15, "13.3");
    for (number, axis, soviet) in [
        (69, "axis-minor", "soviet-decisive"),
        (70, "axis-material", "soviet-material"),
        (139, "axis-material", "soviet-material"),
        (140, "axis-decisive", "draw"),
    ] {
        assert_eq!(result("victory-axis", None, &[("points", n(number))]), axis, "13.4: {number}");
        assert_eq!(result("victory-soviet", None, &[("points", n(number))]), soviet, "13.4: {number}");
    }
    assert_eq!(region("don-cities"), ["0214", "1211"], "13.2.2");
    assert_eq!(region("sudden-death-axis"), ["0706", "1101"], "13.1");
    assert_eq!(control("0718"), "axis", "13.1: Kharkov is Axis at the start");
    assert_eq!(control("1014"), "soviet", "6.2");
}

#[test]
fn setup_6_0() {
    let scenario = &GAME.scenarios[0];
    let turns = scenario.turns.as_ref().unwrap();
    assert_eq!((turns.first, turns.last), (1, 14), "7.2: turns 1 to 14");
    let placed = |id: &str| {
        let fits = |p: &&Placement| matches!(&p.what, What::Marker(marker) if &*marker.id == id);
        scenario.setup.iter().find(fits).and_then(|p| p.spot.clone())
    };
    let at = |id: &str| match placed(id) {
        Some(Spot::At(place)) => place.id.to_string(),
        other => panic!("{id}: {other:?}"),
    };
    assert_eq!(at("caucasus-advance"), "axis-caucasus", "6.0");
    let marker = scenario.setup.iter().find(|p| matches!(&p.what, What::Marker(m) if &*m.id == "caucasus-advance"));
    assert_eq!(marker.unwrap().about.source.as_ref().unwrap().rest.as_deref(), Some("6.0"), "6.0 says so");
    assert_eq!(at("turn-soviet"), "soviet-turn:1", "7.1");
    assert_eq!(at("turn-axis"), "axis-turn:1", "7.2");
}
