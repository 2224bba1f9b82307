//! *Against the Iron Ring*: the facts of its rulebook, held against the model. Each assertion names the rule.

use crate::common::facts::*;
use punchboard::expr::{Number, Value, eval};
use punchboard::model::{Edge, PlaceKind, Scenario, Unit};
use punchboard::play::{Position, compute, look_up, supplied_places, traces, unsupplied_units};
use std::collections::BTreeSet;

facts_of!("iron-ring");

// ------------------------------------------------------------------------------------------------
// Helpers

/// The row of a hex of either map.
fn row(id: &str) -> u32 {
    id.rsplit(':').next().unwrap()[..2].parse().unwrap()
}

fn formation(unit: &Unit) -> &str {
    unit.formation.as_ref().map_or("", |formation| &formation.id)
}

fn edge(from: &str, to: &str) -> &'static Edge {
    let found = GAME.edges.iter().find(|edge| &*edge.from.id == from && &*edge.to.id == to);
    found.unwrap_or_else(|| panic!("{from} and {to} do not touch"))
}

fn result(id: &str, roll: i64, given: &[(&str, Value)]) -> &'static str {
    look_up(table(id), Some(roll), &inputs(given)).unwrap().row.unwrap().result.as_deref().unwrap()
}

fn sum_of(procedure: &str, given: &[(&str, Value)]) -> i64 {
    let procedure = GAME.rules.procedures.iter().find(|p| p.id == procedure).unwrap();
    compute(procedure, &inputs(given)).unwrap().total.to_whole().unwrap()
}

fn placed_copies(scenario: &Scenario, id: &str) -> u32 {
    let of_it = |placement: &&punchboard::model::Placement| matches!(&placement.what, punchboard::model::What::Unit(unit) if &*unit.id == id);
    scenario.setup.iter().filter(of_it).map(|placement| placement.copies).sum()
}

// ------------------------------------------------------------------------------------------------
// 2: components

#[test]
fn counters_2_3() {
    let all: u32 = GAME.counters.iter().map(|counter| counter.copies).sum();
    assert_eq!(all, 648, "2.3: 648 counters");
    assert_eq!(GAME.maps.len(), 2, "2.3: two maps");
}

#[test]
fn kampfgruppen_2_2_2() {
    let named = [
        "Birk", "Bsff", "Gobl", "Ludw", "Miko", "Prus", "Quen", "Saub", "Sauv", "Sbru", "Seyd", "Smns", "Strk", "Tsch",
        "Unre", "v.Br", "v.Hu", "v.Op", "v.Pw", "Zoll",
    ];
    for id in named {
        assert!(unit(id).unit_type.id.starts_with("kampfgruppe"), "2.2.2: {id} is a Kampfgruppe");
    }
}

#[test]
fn backgrounds_2_2_3() {
    let nations: BTreeSet<String> = GAME
        .units
        .iter()
        .filter_map(|unit| unit.attributes.get("nation").map(|nation| format!("{nation:?}")))
        .collect();
    assert_eq!(nations.len(), 8, "2.2.3: eight background colours");
}

#[test]
fn steps_of_corps_2_2_4_6_5_2() {
    let corps = unit("1TK");
    let counters: BTreeSet<&str> = corps.steps.iter().map(|step| &*step.counter.id).collect();
    assert_eq!(counters.len(), 4, "2.2.4: four counters of 1TK");
    assert_eq!(formation(corps), "5ta", "9.1.2: 1TK belongs to 5TA");
    assert_eq!(value(corps, 0, "stack"), 4, "4.1.2: a tank corps fills a hex");
    for unit in &GAME.units {
        let steps = unit.steps.len();
        assert!([1, 2, 5, 6, 8].contains(&steps), "6.5.2: {} has {steps} steps", unit.id);
        let size = unit.size.as_ref().map_or("", |size| &*size.id);
        if steps > 2 {
            assert_eq!((&*unit.side.id, size), ("soviet", "corps"), "6.5.2: {}", unit.id);
            let stacks: Vec<i64> = (0..steps).map(|step| value(unit, step, "stack")).collect();
            assert!(stacks.windows(2).all(|pair| pair[0] >= pair[1]), "2.2.4: stacking of {} falls", unit.id);
            assert!(stacks[0] > stacks[steps - 1], "2.2.4: stacking of {} falls", unit.id);
        }
    }
}

#[test]
fn headquarters_6_1_8_and_supply_units_8_1() {
    for unit in GAME.units.iter().filter(|unit| unit.layout == "hq") {
        assert_eq!((value(unit, 0, "attack"), value(unit, 0, "defence")), (0, 1), "6.1.8: {}", unit.id);
    }
    assert_eq!(unit("Axis supply").copies, 12, "8.1: twelve Axis Supply Units");
    assert_eq!(unit("Soviet supply").copies, 10, "8.1: ten Soviet Supply Units");
    assert_eq!(value(unit("Axis supply"), 1, "range"), 7, "8.4.1: a Supply Range of seven");
    assert_eq!(value(unit("Pz2/16"), 0, "move"), 12, "6.8.2: a Panzer regiment moves 12");
}

#[test]
fn divisions_6_2_7_11_4_5() {
    let of = |id: &str| GAME.units.iter().filter(|unit| formation(unit) == id).count();
    assert!(of("14pz") > 3 && of("6pz") > 3, "6.2.7: divisions of more than three units");
    assert_eq!(formation(unit("369C/100")), "100j", "6.2.7: the Croats belong to the 100th Jaeger Division");
    let corps = ["71", "79", "94", "100j", "295", "305", "389", "24pz"];
    assert_eq!(corps.iter().map(|id| of(id)).sum::<usize>(), 24, "11.4.5: 24 units of LI Corps");
}

// ------------------------------------------------------------------------------------------------
// The map

#[test]
fn hexes_of_the_text() {
    for id in ["4633", "3625", "0334", "3417", "2910", "2934", "3117", "3105"] {
        assert!(matches!(place(id).kind, PlaceKind::Hex { .. }), "{id} is a hex");
    }
    // 11.4.6: the line follows the Don and the Chir.
    assert_eq!(edge("3625", "3724").boundary.as_deref(), Some("major-river"), "11.4.6: the Don at 3625");
    assert_eq!(edge("3625", "3524").boundary.as_deref(), Some("minor-river"), "11.4.6: the Chir at 3625");
    assert_eq!(edge("0334", "0434").boundary.as_deref(), Some("minor-river"), "11.4.6: the Chir at 0334");
    assert_eq!(edge("4633", "4533").boundary.as_deref(), Some("major-river"), "11.4.6: the Don at 4633");
    // 5.4.2: a town beside 3417.
    assert_eq!(edge("3316", "3417").boundary, None, "5.4.2: nothing between Kalach and 3417");
}

#[test]
fn regions_of_the_scenarios() {
    assert!(region("north").iter().all(|id| row(id) <= 29), "11.2.1: on or north of 29xx");
    let south = region("south");
    assert!(south.iter().all(|id| row(id) >= 31), "11.3.1: on or south of 31xx");
    assert_eq!(region("south-exit").len(), 25, "11.2.6: 2910 to 2934");
    assert_eq!(region("pocket-entry").len(), 13, "11.3.4: 3105 to 3117");
    assert!(region("chir-bridgehead").contains(&"3625"), "11.4.6: Nizhne-Chirskaya lies in the bridgehead");
    assert!(!region("chir-bridgehead").contains(&"3316"), "11.4.6: Kalach does not");
}

// ------------------------------------------------------------------------------------------------
// Rules

#[test]
fn tables_of_the_text() {
    let place = |name: &str| [("place", t(name))];
    for (roll, wanted) in [(4, "holds"), (5, "step")] {
        assert_eq!(result("surrender-german", roll, &place("open ground")), wanted, "7.6: German {roll}");
    }
    for (roll, wanted) in [(1, "holds"), (2, "step")] {
        assert_eq!(result("surrender-ally", roll, &place("open ground")), wanted, "7.6: Axis ally {roll}");
    }
    for (roll, wanted) in [(3, "holds"), (4, "step")] {
        assert_eq!(result("surrender-soviet", roll, &place("open ground")), wanted, "7.6: Soviet {roll}");
    }
    assert_eq!(result("surrender-german", 6, &place("town or city")), "holds", "7.6: -2 in a town");
    assert_eq!(result("surrender-ally", 2, &place("village")), "holds", "7.6: -1 in a village");
    for (roll, wanted) in [(1, "captured"), (2, "captured"), (3, "eliminated"), (6, "eliminated")] {
        assert_eq!(result("capture", roll, &[]), wanted, "8.2: {roll}");
    }
    for (roll, wanted) in [(1, "2"), (2, "1"), (5, "1"), (6, "0")] {
        assert_eq!(result("air-supply", roll, &[]), wanted, "8.3: {roll}");
    }
    for (roll, wanted) in [(3, "supplied"), (4, "not")] {
        assert_eq!(result("mobile-supply", roll, &[]), wanted, "8.4.2: {roll}");
    }
}

#[test]
fn strengths_2_5_6_2() {
    let attack = |strength: i32, river: &str| sum_of("unit-attack", &[("markers", n(strength)), ("river", t(river))]);
    assert_eq!(attack(5, "nothing"), 5);
    assert_eq!(attack(5, "minor or bridged major river"), 3, "6.2.4, 2.5: half of 5, rounded up");
    assert_eq!(attack(7, "pontooned major river"), 3, "6.2.4, 2.5: a third of 7, rounded up");
}

#[test]
fn markers_change_values_6_8_7_5() {
    let with = |marker: &str, value: &str, printed: i32| {
        let marker = GAME.markers.iter().find(|own| own.id == marker).unwrap();
        eval(&marker.changes[value].expr, &inputs(&[(value, n(printed))])).ok()
    };
    assert_eq!(with("oos-1", "attack", 5), Some(n(3)), "7.5.3, 2.5: half, rounded up");
    assert_eq!(with("oos-1", "move", 12), Some(n(6)), "7.5.3");
    assert_eq!(with("oos-1", "move", 5), Some(Value::Number(Number::new(5, 2))), "2.5: MP are never rounded");
    assert_eq!(with("oos-1", "move", 0), Some(n(0)), "2.5: the least of 1 is for units that can move");
    assert_eq!(with("oos-2", "attack", 5), Some(n(2)), "7.5.4: a quarter, rounded up");
    assert_eq!(with("oos-2", "defence", 5), Some(n(3)), "7.5.4: half, rounded up");
    assert_eq!(with("oos-2", "move", 2), Some(n(1)), "2.5: no less than 1");
    assert_eq!(with("oos-3", "attack", 5), Some(n(0)), "7.5.5");
    assert_eq!(with("oos-3", "defence", 5), Some(n(1)), "7.5.5");
    assert_eq!(with("oos-3-corps", "defence", 10), Some(n(3)), "7.5.5: a Soviet corps is quartered");
    assert_eq!(with("disrupted", "move", 12), Some(n(3)), "6.8.2: a quarter");
    let of_level_1 = GAME.markers.iter().find(|own| own.id == "oos-1").unwrap();
    assert!(!of_level_1.changes.contains_key("defence"), "7.5.3: the defence is as printed");
}

#[test]
fn zones_4_2_and_lines_7_3_2() {
    let zone = GAME.rules.zone_of_control.as_ref().unwrap();
    let lines = &GAME.rules.supply.iter().find(|supply| supply.id == "axis-supply").unwrap().barrier;
    let (bridge, pontoon) = (edge("3316", "3317"), edge("2710", "2810"));
    assert_eq!(bridge.crossing.as_deref(), Some("bridge"), "the Kalach bridge");
    assert_eq!(pontoon.crossing.as_deref(), Some("pontoon"), "the pontoon at Akimovsky");
    assert!(!zone.barrier.stops(bridge) && !zone.barrier.stops(pontoon), "4.2.2: pontoons are as bridges for zones");
    assert!(!lines.stops(bridge) && lines.stops(pontoon), "7.3.2: a pontoon carries no line");
    let open = edge("1217", "1216");
    assert!(zone.barrier.stops(open) && lines.stops(open), "4.2.2, 7.3.2: an unbridged major river");
}

#[test]
fn losses_of_corps_6_5_2() {
    let steps = GAME.rules.losses.iter().find(|losses| losses.id == "steps").unwrap();
    for step in 1..=8 {
        let way = steps.ways.iter().find(|way| way.from == format!("step {step}")).unwrap();
        let next = if step == 1 { "eliminated".to_string() } else { format!("step {}", step - 1) };
        assert_eq!((&way.to, way.points), (&next, 1), "6.5.2: step {step}");
    }
}

#[test]
fn routed_boxes_9_1_6() {
    for (id, nation) in [("rout-3", "romanian-3"), ("rout-4", "romanian-4")] {
        let action = GAME.rules.actions.iter().find(|action| action.id == id).unwrap();
        let of_army = GAME
            .units
            .iter()
            .filter(|unit| unit.attributes.get("nation").is_some_and(|own| format!("{own:?}").contains(nation)));
        assert!(action.each, "9.1.6: {id} is a command");
        assert_eq!(action.units.len(), of_army.count(), "9.1.6: {id} is for its army");
    }
}

#[test]
fn numbers_of_the_text() {
    for (id, wanted, rule) in [
        ("air-supply-most", 12, "8.3.1"),
        ("axis-supply-most", 12, "8.1"),
        ("soviet-supply-most", 10, "8.1"),
        ("supply-unit-range", 7, "8.4.1"),
        ("level-3-distance", 4, "7.1.1"),
        ("reserve-stacks", 4, "5.3.5"),
        ("reaction-stacks", 2, "5.5.2"),
        ("reaction-units", 2, "5.5.3"),
        ("entry-detour", 10, "10.1.4"),
        ("artillery-5ta", 7, "9.1.2"),
    ] {
        assert_eq!(parameter(id), wanted, "{rule}: {id}");
    }
    assert_eq!(sum_of("routed-return", &[("routed", n(5))]), 3, "10.2.1: half, rounded up");
    assert_eq!(sum_of("soviet-steps", &[("result", n(3))]), 2, "6.4.3: half, rounded up");
}

#[test]
fn scenarios_11() {
    assert_eq!(placed_copies(scenario("campaign"), "Soviet supply"), 10, "11.4.3");
    assert_eq!(placed_copies(scenario("uranus"), "Soviet supply"), 5, "11.2.6");
    assert_eq!(placed_copies(scenario("winter-storm"), "Soviet supply"), 0, "11.3.3");
    assert_eq!(ids(&scenario("uranus").victory), ["breakthrough"], "11.2.6");
    assert_eq!(ids(&scenario("winter-storm").victory), ["winter-storm"], "11.3.5");
    let tiger = unit("503").arrives.as_ref().unwrap();
    assert_eq!((tiger.turn, tiger.code.as_str()), (Some(8), "T8.G"), "12.1.1");
}

#[test]
fn every_unit_starts_with_a_line_but_for_the_pocket() {
    for (index, scenario) in GAME.scenarios.iter().enumerate() {
        let mut position = Position::new(&GAME);
        position.set_up(index);
        let cut_off: BTreeSet<&str> = unsupplied_units(&position)
            .unwrap()
            .iter()
            .map(|(unit, _)| GAME.units[*unit].id.as_str())
            .filter(|id| matches!(place_kind(&position, id), Some(PlaceKind::Hex { .. })))
            .collect();
        let meant: BTreeSet<&str> = scenario.unsupplied.iter().map(|unit| &*unit.id).collect();
        let forgotten: Vec<_> = cut_off.difference(&meant).collect();
        assert!(forgotten.is_empty(), "7.2: in {} {forgotten:?} have no line", scenario.id);
        assert_eq!(scenario.id == "winter-storm", !cut_off.is_empty(), "only 6th Army is cut off");
    }
}

fn place_kind(position: &Position<'_>, id: &str) -> Option<&'static PlaceKind> {
    let unit = GAME.units.iter().position(|unit| unit.id == id)?;
    position.place_of(unit).map(|place| &GAME.places[place].kind)
}

#[test]
fn what_a_rule_reaches_is_what_traces_a_line() {
    let mut position = Position::new(&GAME);
    position.set_up(GAME.scenarios.iter().position(|scenario| scenario.id == "winter-storm").unwrap());
    for rule in &GAME.rules.supply {
        let side = rule.side.as_ref().unwrap().index;
        let reached = supplied_places(&position, rule, side).unwrap();
        for place in (0..GAME.places.len()).step_by(41).filter(|place| position.in_play(*place)) {
            let traced = traces(&position, rule, place, side).unwrap();
            assert_eq!(reached.contains(&place), traced, "{} at {}", rule.id, GAME.places[place].id);
        }
    }
}
