//! *Storm Over Stalingrad*: the facts of its rulebook, held against the model. Each assertion names the rule.

use crate::common::facts::*;
use punchboard::expr::Value;
use punchboard::model::{Card, Counter, Place, PlaceKind, Printed, Scalar, Spot, Unit, find};
use punchboard::play::{Position, Stand, compute, hand_size, look_up, walk};
use punchboard::syntax::{CardRepeat, MarkerUse};
use std::collections::BTreeSet;

facts_of!("storm");

// ------------------------------------------------------------------------------------------------
// Helpers

fn card(id: &str) -> &'static Card {
    GAME.cards.iter().find(|card| card.id == id).unwrap_or_else(|| panic!("no card {id}"))
}

fn number(place: &Place, attribute: &str) -> i64 {
    match place.attributes.get(attribute) {
        Some(Scalar::Number(number)) => *number,
        _ => 0,
    }
}

fn value(unit: &Unit, step: usize, value: &str) -> Option<i64> {
    match unit.steps[step].values.get(value) {
        Some(Printed::Number(number)) if number.den == 1 => Some(number.num),
        _ => None,
    }
}

fn formation(unit: &Unit) -> &str {
    unit.formation.as_ref().map_or("", |formation| &*formation.id)
}

fn of_side(side: &str) -> Vec<&'static Unit> {
    GAME.units.iter().filter(|unit| &*unit.side.id == side).collect()
}

fn leads_to(id: &str) -> Vec<&'static str> {
    GAME.edges.iter().filter(|edge| &*edge.from.id == id).map(|edge| &*edge.to.id).collect()
}

fn sum_of(procedure: &str, given: &[(&str, Value)]) -> i64 {
    let procedure = GAME.rules.procedures.iter().find(|p| p.id == procedure).unwrap();
    compute(procedure, &inputs(given)).unwrap().total.to_whole().unwrap()
}

fn result(id: &str, roll: i64, given: &[(&str, Value)]) -> &'static str {
    let table = find(&GAME.tables, id).unwrap_or_else(|| panic!("no table {id}"));
    look_up(table, Some(roll), &inputs(given)).unwrap().row.unwrap().result.as_deref().unwrap()
}

// ------------------------------------------------------------------------------------------------
// 2: components

#[test]
fn units_2_1_1() {
    for unit in &GAME.units {
        assert_eq!(unit.steps.len(), 2, "2.1.1: {} has two sides", unit.id);
        assert_eq!((unit.steps[0].state.as_str(), unit.steps[1].state.as_str()), ("fresh", "spent"), "2.1.1");
        for printed in ["firepower", "defence", "movement"] {
            assert!(value(unit, 0, printed).is_some(), "2.1.1: {printed} on the front of {}", unit.id);
        }
        assert_eq!(unit.steps[1].values.len(), 1, "2.1.1: one number on the back of {}", unit.id);
        assert!(value(unit, 1, "defence").is_some(), "2.1.1: the defence on the back of {}", unit.id);
        let size = unit.size.as_ref().map_or("", |size| &*size.id);
        let sizes: &[&str] = match &*unit.side.id {
            "german" => &["battalion", "regiment"],
            _ => &["regiment", "brigade", "division"],
        };
        assert!(sizes.contains(&size), "2.1.1: size of {}", unit.id);
    }
    let types: BTreeSet<&str> = GAME.units.iter().map(|unit| &*unit.unit_type.id).collect();
    let wanted = ["armour", "infantry", "mechanised", "motorised", "reconnaissance"];
    assert_eq!(types.into_iter().collect::<Vec<_>>(), wanted, "2.1.1: the types of units");
}

#[test]
fn german_divisions_2_1_1() {
    let mut colours = BTreeSet::new();
    for formation in GAME.formations.iter().filter(|formation| &*formation.side.id == "german") {
        let colour = formation.colour.unwrap_or_else(|| panic!("2.1.1: {} has a colour", formation.id));
        assert!(colours.insert(format!("{colour:?}")), "2.1.1: {} has a colour of its own", formation.id);
    }
    assert!(
        of_side("german").iter().all(|unit| unit.independent == unit.formation.is_none()),
        "2.1.1: units of no division are independent"
    );
}

#[test]
fn markers_2_1_2() {
    assert_eq!(GAME.markers.len(), 3, "2.1.2: three kinds of marker");
    for id in ["control", "fire"] {
        let counter: &Counter = &GAME.counters[marker(id).counter.index];
        let back = counter.back.as_ref().unwrap();
        assert_eq!((counter.front.state.as_str(), back.state.as_str()), ("german", "soviet"), "2.1.2: sides of {id}");
        assert_eq!(marker(id).role, MarkerUse::Place, "2.1.2: {id} lies on areas");
    }
    assert_eq!(marker("turn").role, MarkerUse::Track, "2.1.2");
}

#[test]
fn map_2_2() {
    let map = &GAME.maps[0];
    let (width, height) = (map.width / 25.4, map.height / 25.4);
    assert!((width * height - 2.0 * 21.0 * 14.0).abs() < 0.1, "2.2: two sheets of 21 x 14 in");
    for area in of_class("area") {
        assert!((1..=3).contains(&number(area, "value")), "2.2.1: defensive value of {}", area.id);
        assert_eq!(number(area, "value") == 3, number(area, "objective") == 1, "2.2.1: {} decides the game", area.id);
        assert!(area.name.is_some(), "2.2.1: {} has a name", area.id);
        assert!(matches!(&area.kind, PlaceKind::Area { control: Some(_), .. }), "11.0: {} is controlled", area.id);
    }
    assert_eq!(place("G").name.as_deref(), Some("Mamayev Kurgan"), "2.2.1: setup area G");
    let extra = |place: &&Place| matches!(place.attributes.get("extra-card"), Some(Scalar::Bool(true)));
    let extra: Vec<&str> = GAME.places.iter().filter(extra).map(|place| place.id.as_str()).collect();
    assert_eq!(extra, ["G"], "2.2.1: only Mamayev Kurgan gives a card");
}

#[test]
fn cards_2_3() {
    let played = |deck: &str| -> u32 {
        GAME.cards.iter().filter(|card| &*card.deck.id == deck && !card.unused).map(|card| card.copies).sum()
    };
    assert_eq!(played("german-cards"), 27, "2.3");
    assert_eq!(played("soviet-cards"), 27, "2.3");
    let unused: Vec<&Card> = GAME.cards.iter().filter(|card| card.unused).collect();
    assert_eq!((unused.len(), unused[0].copies), (1, 1), "2.3: the 55th card is not used");
}

#[test]
fn several_cards_of_a_kind_5_2() {
    for id in ["anti-tank-guns", "rubble", "engineer-support"] {
        assert_eq!(card(id).repeat, Some(CardRepeat::Cumulative), "5.2: {id} adds up");
    }
    for id in ["defensive-fire", "mines", "dive-bombing"] {
        assert_eq!(card(id).repeat, Some(CardRepeat::OneByOne), "5.2: {id} is resolved one by one");
    }
    assert_eq!(card("rubble").copies, 3, "5.2: three Rubble cards");
    let several = |card: &&Card| matches!(card.repeat, Some(CardRepeat::Cumulative | CardRepeat::OneByOne));
    assert_eq!(GAME.cards.iter().filter(several).count(), 6, "5.2: these six only");
    for (id, deck) in [("overrun", "german-cards"), ("ammo-shortage", "german-cards"), ("mines", "soviet-cards")] {
        assert_eq!(&*card(id).deck.id, deck, "5.2, 8.1: whose {id} is");
    }
}

// ------------------------------------------------------------------------------------------------
// 3, 10: setup, reinforcements, withdrawal

#[test]
fn setup_3_0() {
    let chosen: Vec<&Unit> = GAME.units.iter().filter(|u| u.setup.as_ref().is_some_and(|s| s.code == "L")).collect();
    assert_eq!(chosen.len(), 3, "3.0: three units for any ferry landing box");
    let ferries: BTreeSet<&str> = of_class("ferry").iter().map(|place| place.id.as_str()).collect();
    for unit in chosen {
        assert_eq!(&*unit.side.id, "soviet", "3.0: {}", unit.id);
        let Some(Spot::Any { places, .. }) = unit.setup.as_ref().map(|setup| &setup.spot) else {
            panic!("3.0: {} may choose", unit.id)
        };
        assert_eq!(places.iter().map(|place| &*place.id).collect::<BTreeSet<_>>(), ferries, "3.0: {}", unit.id);
    }
    for unit in &GAME.units {
        assert!(unit.setup.is_some() != unit.arrives.is_some(), "3.0: {} starts or arrives", unit.id);
    }
}

#[test]
fn starting_places_hold_no_more_than_ten_7_0() {
    for area in of_class("area") {
        for side in ["german", "soviet"] {
            let here = of_side(side).into_iter().filter(|unit| match unit.setup.as_ref().map(|setup| &setup.spot) {
                Some(Spot::At(place)) => *place.id == *area.id,
                _ => false,
            });
            let here: Vec<&Unit> = here.collect();
            assert!(here.len() <= 10, "7.0: {side} units in {}", area.id);
            if let (PlaceKind::Area { control: Some(control), .. }, false) = (&area.kind, here.is_empty()) {
                assert_eq!(&*control.id, side, "{side} units start in {}", area.id);
            }
        }
    }
    assert_eq!(parameter("stacking"), 10, "7.0");
}

#[test]
fn ferry_landing_boxes_10_3() {
    for ferry in of_class("ferry") {
        assert_eq!(leads_to(&ferry.id).len(), 1, "10.3: {} leads to one area", ferry.id);
        assert!(GAME.edges.iter().all(|edge| *edge.to.id != *ferry.id), "10.3: nothing leads into {}", ferry.id);
    }
    assert_eq!(parameter("ferry-units"), 1, "10.3");
}

#[test]
fn withdrawal_10_4() {
    let black: Vec<&Unit> = GAME.units.iter().filter(|unit| unit.withdraws.is_some()).collect();
    assert!(!black.is_empty(), "10.4");
    for unit in black {
        assert_eq!(&*unit.side.id, "german", "10.4: {}", unit.id);
        assert_eq!(unit.withdraws.as_ref().unwrap().turn, 3, "10.4: {}", unit.id);
        assert!(["14pz", "24pz"].contains(&formation(unit)), "the action `black-leave` takes {} along", unit.id);
    }
}

// ------------------------------------------------------------------------------------------------
// 8, 9: fire and damage

#[test]
fn defence_points_8_3_2() {
    let points = |inside: bool, control: bool, marker: bool, rubble: i32| {
        let given = [
            ("defence", n(9)),
            ("value", n(3)),
            ("inside", b(inside)),
            ("control", b(control)),
            ("marker", b(marker)),
            ("rubble", n(rubble)),
        ];
        sum_of("defence-points", &given)
    };
    assert_eq!(points(false, true, false, 0), 12, "8.3.2, example");
    assert_eq!(points(true, true, false, 0), 9, "8.3.2: fire within the area");
    assert_eq!(points(false, false, false, 0), 9, "8.3.2: no control");
    assert_eq!(points(false, true, true, 0), 9, "8.3.2: a fire marker");
    assert_eq!(points(false, true, false, 1), 15, "5.2: Rubble doubles");
    assert_eq!(points(false, true, false, 2), 18, "5.2: triples");
    assert_eq!(points(false, true, false, 3), 21, "5.2: quadruples");
}

#[test]
fn damage_points_8_3_3() {
    assert_eq!(sum_of("damage-points", &[("attack", n(15)), ("defence", n(12))]), 3, "8.3.3, example");
    assert_eq!(sum_of("damage-points", &[("attack", n(9)), ("defence", n(12))]), 0, "8.3.3: never below none");
}

#[test]
fn damage_9_0() {
    let losses = GAME.rules.losses.iter().find(|losses| losses.id == "damage").unwrap();
    let points = |from: &str, to: &str| losses.ways.iter().find(|w| w.from == from && w.to == to).map(|w| w.points);
    assert_eq!(points("fresh", "spent"), Some(1), "9.0");
    assert_eq!(points("spent", "retreated"), Some(1), "9.0");
    assert_eq!(points("spent", "eliminated"), Some(2), "9.0");
    assert_eq!(points("fresh", "eliminated"), Some(3), "9.0");
}

#[test]
fn mines_and_sniper_duel_of_the_example() {
    assert_eq!(result("mines", 6, &[]), "2", "overrun example: 6 less 4");
    assert_eq!(result("mines", 2, &[]), "none", "overrun example: never below none");
    assert_eq!(result("mines", 12, &[]), "8", "overrun example");
    assert_eq!(result("sniper-duel", 4, &[("soviet", n(4))]), "soviet", "overrun example: a tie");
    assert_eq!(result("sniper-duel", 5, &[("soviet", n(4))]), "german", "overrun example: the higher die");
}

#[test]
fn units_of_the_overrun_example() {
    let of_94: Vec<&Unit> = GAME.units.iter().filter(|unit| formation(unit) == "94").collect();
    assert_eq!(of_94.len(), 5, "overrun example: five units of the 94th Division");
    let guns = unit("244");
    assert!(guns.independent && &*guns.unit_type.id == "armour", "overrun example: the independent 244th");
    assert_eq!(value(guns, 1, "defence"), Some(11), "overrun example: 11 defence points, spent");
    assert!(of_94.iter().all(|unit| value(unit, 1, "defence").unwrap() <= 11), "overrun example");
}

// ------------------------------------------------------------------------------------------------
// 12: victory

#[test]
fn victory_12_0() {
    assert_eq!(parameter("turns"), 6, "4.0");
    assert_eq!(parameter("least-bid"), 1, "3.0");
    let objectives = find(&GAME.regions, "objectives").unwrap();
    let three = of_class("area").into_iter().filter(|area| number(area, "value") == 3).count();
    assert_eq!(objectives.places.len(), three, "12.0: areas of value 3");
    let victory = find(&GAME.rules.victories, "objectives").unwrap();
    assert_eq!((&*victory.winner.id, victory.turn), ("soviet", Some(6)), "12.0");
    assert_eq!(victory.otherwise.as_ref().map(|side| &*side.id), Some("german"), "12.0");
}

// ------------------------------------------------------------------------------------------------
// What the data said before without the rulebook

#[test]
fn who_controls_mamayev_kurgan_draws_one_card_more_5_1() {
    let mut position = Position::new(&GAME);
    let hands = |position: &Position<'_>| -> Vec<i64> {
        GAME.decks.iter().map(|deck| hand_size(position, deck).unwrap().unwrap().to_whole().unwrap()).collect()
    };
    assert_eq!(hands(&position), [6, 6], "5.1: 6 and 5 on turn 1, and one more for the Soviets, who hold the hill");
    let hill = GAME.places.iter().position(|place| place.id == "G").unwrap();
    position.control[hill] = GAME.sides.iter().position(|side| side.id == "german");
    assert_eq!(hands(&position), [7, 5], "5.1: and now for the Germans");
}

#[test]
fn a_stack_moves_as_a_whole_or_not_at_all_7_0() {
    let unit = |id: &str| GAME.units.iter().position(|unit| unit.id == id).unwrap();
    let place = |id: &str| GAME.places.iter().position(|place| place.id == id).unwrap();
    let mut position = Position::new(&GAME);
    let stack: Vec<usize> = ["54/100", "227/100", "369/100"].map(unit).to_vec();
    let there = ["191/71", "194/71", "211/71", "Pi171/71", "516/295", "517/295", "518/295", "Pi295/295"];
    for (units, at) in [(stack.clone(), "S"), (there.map(unit).to_vec(), "AF")] {
        for unit in units {
            position.units.insert(unit, Stand { place: place(at), step: 0 });
        }
    }
    let movement = GAME.rules.movement.as_ref().unwrap();
    let path = [place("S"), place("AF")];
    let refused = walk(&position, movement, &stack, &path).unwrap_err();
    assert!(refused.why.contains("more than ten"), "7.0: {}", refused.why);
    assert!(walk(&position, movement, &stack[..2], &path).is_ok(), "7.0: two of them have room");
    let mixed = [unit("54/100"), unit("227/100"), unit("244")];
    position.units.insert(mixed[2], Stand { place: place("S"), step: 0 });
    assert!(walk(&position, movement, &mixed[1..], &path).is_ok(), "6.1: with an independent");
    position.units.insert(unit("267/94"), Stand { place: place("S"), step: 0 });
    assert!(walk(&position, movement, &[mixed[0], unit("267/94")], &path).is_err(), "6.1: of two divisions");
}

#[test]
fn nothing_of_ours_carries_a_rule_number() {
    let source = |about: &punchboard::model::About, key: &str| -> String {
        let sources = about.source.as_ref().unwrap();
        sources.by_key.get(key).or(sources.rest.as_ref()).cloned().unwrap_or_default()
    };
    for (id, key, wanted) in [
        ("ammo-shortage", "effect", "8.1"),
        ("ammo-shortage", "deck", "reconstructed"),
        ("flamethrowers", "effect", "reconstructed"),
        ("counter-blow", "effect", "reconstructed"),
        ("mines", "effect", "inferred: 5.2, 11.0, 12.0"),
    ] {
        assert_eq!(source(&card(id).about, key), wanted, "{key} of {id}");
    }
    assert!(!card("ammo-shortage").effect.contains("answer"), "8.1 says only that no marker is placed");
    for input in &table("fire").inputs {
        for bound in [("min", input.min.is_some()), ("default", input.default.is_some())] {
            assert!(!bound.1 || source(&input.about, bound.0) == "reconstructed", "{} of {}", bound.0, input.id);
        }
    }
    let draw = &GAME.rules.sequence.as_ref().unwrap().steps[0];
    assert!(
        draw.steps.iter().all(|step| source(&step.about, "side") == "reconstructed"),
        "who draws first is not said"
    );
    let cited = |rule: &punchboard::model::Rule| source(&rule.about, "text") == "8.2";
    assert!(GAME.rules.rules.iter().any(cited), "8.2: fire by a card");
    assert!(GAME.units.iter().any(|unit| value(unit, 0, "firepower") == Some(0)), "8.0: some units have no firepower");
}
