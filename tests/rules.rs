//! The reference evaluator holds to `docs/rules.md`: small games built from texts, compared with what
//! is worked out here in another way.

use crate::common;

use crate::common::{compile_texts, root, sound_texts, texts};
use punchboard::expr::{Number, Value, Values};
use punchboard::model::Model;
use punchboard::play::{self, Fight, Moved, Position, Subject, UnitStand};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// The scaffold of `punchboard new` without operations, which name what tests replace. Its map: 1-2, 3-4, 3-5, 4-5,
/// 4-6 and 5-6 are open ground; 1-4 and 2-4 are river; 1-3 is river with a bridge.
fn scaffold() -> BTreeMap<String, String> {
    let mut game = texts(&root().join("templates/new"));
    for text in game.values_mut() {
        *text = text.replace("{{id}}", "game").replace("{{title}}", "Game");
    }
    for file in ["rules-operations.toml", "examples.toml"] {
        game.remove(file);
    }
    for (file, key) in [
        ("rules.toml", ", run = [\"reinforce\"]"),
        ("rules.toml", ", open = [\"march\"], again = true"),
        ("rules.toml", ", open = [\"battle\"], again = true"),
        ("rules.toml", "by = [\"march\"]\n"),
        ("tables.toml", ", from = \"any(attackers, crossed)\""),
    ] {
        let text = game.get_mut(file).unwrap();
        assert!(text.contains(key), "{key}");
        *text = text.replace(key, "");
    }
    game
}

/// The scaffold with files of its own.
fn game(files: &[(&str, &str)]) -> Model {
    let mut game = scaffold();
    // Scenarios name rules that the tests replace.
    game.insert("scenarios.toml".into(), String::new());
    for (name, text) in files {
        game.insert((*name).to_string(), format!("src = \"2\"\n{text}"));
    }
    sound_texts(&game).model
}

fn unit(model: &Model, id: &str) -> usize {
    model.units.iter().position(|unit| unit.id == id).unwrap_or_else(|| panic!("no unit {id}"))
}

fn place(model: &Model, id: &str) -> usize {
    model.places.iter().position(|place| place.id == id).unwrap_or_else(|| panic!("no place {id}"))
}

fn side(model: &Model, id: &str) -> usize {
    model.sides.iter().position(|side| side.id == id).unwrap()
}

/// A position with some units; `1/1` is its front, `1/1*` its back.
fn position<'m>(model: &'m Model, stands: &[(&str, &str)]) -> Position<'m> {
    let mut position = Position::new(model);
    for (name, at) in stands {
        let (name, step) = name.strip_suffix('*').map_or((*name, 0), |name| (name, 1));
        position.units.insert(unit(model, name), UnitStand { place: place(model, at), step });
    }
    position
}

fn whole(number: i64) -> Number {
    Number::new(number, 1)
}

fn number(number: i64) -> Value {
    Value::Number(whole(number))
}

/// A sequence of numbers that is the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % u64::try_from(end).unwrap()).unwrap()
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }
}

// Tables.

#[test]
fn of_a_group_the_strongest_counts_and_all_else_is_added() {
    let mut random = Random(1);
    for _ in 0..12 {
        let groups: Vec<i64> = (0..5).map(|_| random.below(3)).collect();
        let adds: Vec<i64> = (0..5).map(|_| random.within(-3, 3)).collect();
        let mut inputs = String::new();
        let mut modifiers = String::new();
        let mut terms = String::new();
        for n in 0..5 {
            // Group 0 is none.
            let group = if groups[n] == 0 { String::new() } else { format!(", group = \"g{}\"", groups[n]) };
            writeln!(inputs, "  {{ id = \"i{n}\", name = \"I\", kind = \"yes-no\" }},").unwrap();
            writeln!(modifiers, "  {{ add = {}, when = \"i{n}\", text = \"M{n}\"{group} }},", adds[n]).unwrap();
            writeln!(terms, "  {{ id = \"t{n}\", value = {}, when = \"i{n}\", text = \"M{n}\"{group} }},", adds[n])
                .unwrap();
        }
        let table = format!(
            "[[table]]\nid = \"t\"\nname = \"T\"\ndice = \"1d6\"\nbeyond = \"nearest\"\ninput = [\n{inputs}]\nmodifier = [\n{modifiers}]\nrow = [{{ on = \"1-3\", result = \"a\" }}, {{ on = \"4-6\", result = \"b\" }}]\n"
        );
        let rules = format!(
            "[[procedure]]\nid = \"p\"\nname = \"P\"\ninput = [\n{inputs}]\nterm = [\n{terms}]\nmin = -4\nmax = 4\n"
        );
        let model = game(&[("tables.toml", &table), ("rules.toml", &rules)]);
        for bits in 0..32 {
            let on = |n: usize| bits & (1 << n) != 0;
            let answers: Values = (0..5).map(|n| (format!("i{n}"), Value::Bool(on(n)))).collect();
            let mut sum: i64 = (0..5).filter(|n| on(*n) && groups[*n] == 0).map(|n| adds[n]).sum();
            for group in 1..3 {
                let mut best = 0_i64;
                for n in (0..5).filter(|n| on(*n) && groups[*n] == group) {
                    if adds[n].abs() > best.abs() {
                        best = adds[n];
                    }
                }
                sum += best;
            }
            let looked = play::look_up(&model.tables[0], Some(3), &answers).unwrap();
            assert_eq!(looked.modifier, whole(sum), "{table}\n{bits:05b}");
            assert_eq!(looked.total, whole(3 + sum));
            let row = if 3 + sum <= 3 { "a" } else { "b" };
            assert_eq!(looked.row.unwrap().result.as_deref(), Some(row), "{table}\n{bits:05b}");
            let computed = play::compute(&model.rules.procedures[0], &answers).unwrap();
            assert_eq!(computed.total, whole(sum.clamp(-4, 4)), "{rules}\n{bits:05b}");
        }
    }
}

fn shifted(beyond: &str, rows: &str) -> Model {
    let table = format!(
        "[[table]]\nid = \"t\"\nname = \"T\"\ndice = \"2d6\"\n{beyond}input = [{{ id = \"n\", name = \"N\", kind = \"number\", min = -9, max = 9 }}]\nmodifier = [{{ add = \"n\", text = \"N\" }}]\nrow = [{rows}]\n"
    );
    game(&[("tables.toml", &table), ("rules.toml", "")])
}

#[test]
fn a_total_beyond_the_rows_takes_the_nearest_or_nothing() {
    let rows = r#"{ on = "4-6", result = "low" }, { on = "7-9", result = "high" }"#;
    for (beyond, below, above) in [("nearest", Some("low"), Some("high")), ("nothing", None, None)] {
        let model = shifted(&format!("beyond = \"{beyond}\"\n"), rows);
        for roll in 2..=12 {
            for n in -9..=9 {
                let answers = Values::from([("n".to_string(), number(n))]);
                let looked = play::look_up(&model.tables[0], Some(roll), &answers).unwrap();
                let expected = match roll + n {
                    ..4 => below,
                    4..=6 => Some("low"),
                    7..=9 => Some("high"),
                    10.. => above,
                };
                assert_eq!(looked.row.and_then(|row| row.result.as_deref()), expected, "{beyond}: {roll} + {n}");
            }
        }
    }
}

#[test]
fn dice_come_to_what_they_can() {
    let model = shifted("", r#"{ on = "6-", result = "low" }, { on = "7+", result = "high" }"#);
    for roll in [-1, 0, 1, 13, 100] {
        assert!(play::look_up(&model.tables[0], Some(roll), &Values::from([("n".to_string(), number(0))])).is_err());
    }
    assert!(play::look_up(&model.tables[0], None, &Values::from([("n".to_string(), number(0))])).is_err());
}

#[test]
fn a_band_of_odds_holds_up_to_the_next() {
    // The scaffold's own combat table.
    let table = scaffold().remove("tables.toml").unwrap().replace("src = \"3\"\n", "");
    let model = game(&[("tables.toml", &table), ("rules.toml", "")]);
    let columns =
        [(0, 1, "AL"), (1, 2, "AL"), (99, 100, "AL"), (1, 1, "no"), (3, 2, "no"), (199, 100, "no"), (2, 1, "DL")];
    let columns = columns.into_iter().chain([(299, 100, "DL"), (3, 1, "DR"), (7, 2, "DR"), (90, 1, "DR")]);
    for (up, down, cell) in columns {
        let odds = Value::Number(Number::new(up, down));
        let mut answers = Values::from([("odds".to_string(), odds)]);
        answers.extend(["town", "river"].map(|id| (id.to_string(), Value::Bool(false))));
        let looked = play::look_up(&model.tables[0], Some(3), &answers);
        assert_eq!(looked.unwrap().cell, Some(cell), "odds {up}/{down}");
    }
}

#[test]
fn a_shift_moves_columns_and_stays_on_the_table() {
    let table = "[[table]]
id = \"t\"
name = \"T\"
dice = \"1d6\"
input = [{ id = \"odds\", name = \"O\", kind = \"number\", min = 0 }, { id = \"n\", name = \"N\", kind = \"number\", min = -9, max = 9 }]
across = { by = \"odds\", bands = [\"<1\", \"1:1\", \"2:1\", \"3:1+\"], shift = \"n\" }
row = [{ on = \"1-6\", cells = [\"0\", \"1\", \"2\", \"3\"] }]
";
    let model = game(&[("tables.toml", table), ("rules.toml", "")]);
    for odds in 0..6 {
        for n in -6..=6 {
            let answers = Values::from([("odds".to_string(), number(odds)), ("n".to_string(), number(n))]);
            let looked = play::look_up(&model.tables[0], Some(1), &answers).unwrap();
            assert_eq!(looked.cell, Some((odds.min(3) + n).clamp(0, 3).to_string().as_str()), "{odds} shifted {n}");
        }
    }
}

#[test]
fn terms_multiply_and_round_in_order() {
    let rules = "[[procedure]]
id = \"p\"
name = \"P\"
input = [{ id = \"n\", name = \"N\", kind = \"number\" }, { id = \"river\", name = \"R\", kind = \"yes-no\" }]
term = [
  { id = \"n\", text = \"N\", value = \"n\" },
  { id = \"half\", text = \"H\", times = \"1 / 2\", when = \"river\", round = \"ROUND\" },
  { id = \"one\", text = \"O\", value = 1 },
]
";
    for round in ["down", "up", "nearest"] {
        let model = game(&[("rules.toml", &rules.replace("ROUND", round))]);
        for n in 0..9 {
            for river in [false, true] {
                let answers = Values::from([("n".to_string(), number(n)), ("river".to_string(), Value::Bool(river))]);
                let computed = play::compute(&model.rules.procedures[0], &answers).unwrap();
                let half = if round == "down" { n / 2 } else { (n + 1) / 2 };
                assert_eq!(computed.total, whole(if river { half } else { n } + 1), "{round} {n} {river}");
                let links = computed.chain.iter().fold(Number::ZERO, |sum, link| sum + link.adds);
                assert_eq!(links, computed.total, "the chain adds up");
            }
        }
    }
}

// Movement.

/// `1/1` moves 3, `3/1` (armour) moves 5.
fn walk(movement: &str, stands: &[(&str, &str)], name: &str, path: &[&str]) -> Result<Moved, String> {
    let model = game(&[("rules.toml", &format!("[movement]\nallowance = \"move\"\n{movement}"))]);
    let position = position(&model, stands);
    let path: Vec<usize> = path.iter().map(|id| place(&model, id)).collect();
    play::walk(&position, model.rules.movement.as_ref().unwrap(), &[unit(&model, name)], &path)
        .map_err(|refused| refused.why)
}

const ENTER: &str = "[[movement.cost]]\nid = \"enter\"\ncost = 1\ntext = \"Enter.\"\n";
const RIVER: &str = "[[movement.cost]]\nid = \"river\"\ncost = 2\nwhen = \"boundary == 'river' and crossing == ''\"\ntext = \"River.\"\n";
const TOWN: &str = "[[movement.cost]]\nid = \"town\"\ncost = 2\ntypes = [\"armour\"]\nwhen = \"to.terrain == 'town'\"\ntext = \"Town.\"\n";

fn costs(combine: &str) -> String {
    format!("{combine}{ENTER}{RIVER}{TOWN}")
}

#[test]
fn costs_are_added_or_the_highest_counts() {
    let [sum, highest] = ["", "combine = \"highest\"\n"].map(costs);
    // Unit, path, cost if all are added, if the highest counts.
    let cases: [(&str, &[&str], i64, i64); 6] = [
        ("1/1", &["1", "2"], 1, 1),
        ("1/1", &["1", "3"], 1, 1),
        ("1/1", &["1", "4"], 3, 2),
        ("1/1", &["1", "3", "5"], 2, 2),
        ("3/1", &["1", "3"], 3, 2),
        ("3/1", &["1", "2", "1", "4"], 5, 4),
    ];
    for (name, path, added, high) in cases {
        for (rules, cost) in [(&sum, added), (&highest, high)] {
            let moved = walk(rules, &[(name, "1")], name, path).unwrap();
            assert_eq!(moved.cost, whole(cost), "{name} {path:?}\n{rules}");
            let allowance = if name == "1/1" { 3 } else { 5 };
            assert_eq!((moved.allowance, moved.left()), (whole(allowance), whole(allowance - cost)));
            assert!(!moved.all);
        }
    }
}

#[test]
fn a_move_is_no_longer_than_the_allowance() {
    for rules in ["", "combine = \"highest\"\n"].map(costs) {
        let mut path = vec!["1"];
        for steps in 1..=8 {
            path.push(if steps % 2 == 1 { "2" } else { "1" });
            assert_eq!(walk(&rules, &[("1/1", "1")], "1/1", &path).is_ok(), steps <= 3, "{steps} steps");
            assert_eq!(walk(&rules, &[("3/1", "1")], "3/1", &path).is_ok(), steps <= 5, "{steps} steps");
        }
    }
    let jump = walk(ENTER, &[("1/1", "1")], "1/1", &["1", "5"]);
    assert!(jump.unwrap_err().contains("not neighbours"));
}

#[test]
fn all_of_the_allowance_is_paid_by_those_who_spent_nothing() {
    let rules = format!("{ENTER}{}", RIVER.replace("cost = 2", "cost = \"all\""));
    let moved = walk(&rules, &[("1/1", "1")], "1/1", &["1", "4"]).unwrap();
    assert!(moved.all);
    assert_eq!((moved.cost, moved.left()), (whole(3), whole(0)));
    assert!(walk(&rules, &[("1/1", "1")], "1/1", &["1", "2", "4"]).is_err(), "a point was spent");
    assert!(walk(&rules, &[("1/1", "1")], "1/1", &["1", "4", "6"]).is_err(), "nothing is left");
    // Whatever else costs all of it, or how costs combine.
    let moved = walk(&format!("combine = \"highest\"\n{rules}"), &[("3/1", "1")], "3/1", &["1", "4"]).unwrap();
    assert!(moved.all && moved.left() == whole(0));
}

#[test]
fn at_least_one_step_can_be_made_if_the_rule_says_so() {
    let dear = format!("{ENTER}{}", RIVER.replace("cost = 2", "cost = 9"));
    assert!(walk(&dear, &[("1/1", "1")], "1/1", &["1", "4"]).is_err());
    let rules = format!("at-least-one = true\n{dear}");
    let moved = walk(&rules, &[("1/1", "1")], "1/1", &["1", "4"]).unwrap();
    assert!(moved.all && moved.left() == whole(0));
    assert!(walk(&rules, &[("1/1", "1")], "1/1", &["1", "2", "4"]).is_err(), "a point was spent");
    assert!(walk(&rules, &[("1/1", "1")], "1/1", &["1", "4", "6"]).is_err(), "nothing is left");
    let moved = walk(&rules, &[("1/1", "1")], "1/1", &["1", "2"]).unwrap();
    assert!(!moved.all && moved.cost == whole(1), "what can be afforded is paid as it is");
}

#[test]
fn a_unit_that_must_stop_goes_no_further() {
    let rules = format!("{ENTER}[[movement.stop]]\nid = \"s\"\nwhen = \"to.enemies > 0\"\ntext = \"Enemies.\"\n");
    let stands = [("1/1", "1"), ("1/7", "3"), ("2/1", "2")];
    let moved = walk(&rules, &stands, "1/1", &["1", "3"]).unwrap();
    assert_eq!(moved.stopped.as_deref(), Some("Enemies."));
    assert!(walk(&rules, &stands, "1/1", &["1", "3", "5"]).unwrap_err().contains("must stop"));
    assert!(walk(&rules, &stands, "1/1", &["1", "2"]).unwrap().stopped.is_none(), "friends stop nobody");
}

#[test]
fn a_bar_holds_for_its_types_and_side() {
    let bar = |rest: &str| format!("{ENTER}[[movement.bar]]\nid = \"b\"\ntext = \"Barred.\"\n{rest}");
    let river = "when = \"boundary == 'river' and crossing == ''\"\n";
    let go = |rules: &str, name: &str, path: &[&str]| walk(rules, &[(name, path[0])], name, path).is_ok();
    assert!(go(&bar(""), "1/1", &["1", "4"]), "without `when` it is only text");
    assert!(!go(&bar(river), "1/1", &["1", "4"]));
    assert!(go(&bar(river), "1/1", &["1", "3"]), "the bridge");
    let armour = bar(&format!("types = [\"armour\"]\n{river}"));
    assert!(go(&armour, "1/1", &["1", "4"]) && !go(&armour, "3/1", &["1", "4"]));
    let red = bar(&format!("side = \"red\"\n{river}"));
    assert!(go(&red, "1/1", &["1", "4"]) && !go(&red, "1/7", &["4", "1"]));
}

#[test]
fn a_step_sees_what_was_spent_and_what_is_near() {
    let rule = |when: &str| format!("{ENTER}[[movement.bar]]\nid = \"b\"\ntext = \"B.\"\nwhen = \"{when}\"\n");
    let stands = [("1/1", "1"), ("2/1", "2"), ("1/7", "3"), ("2/7*", "4"), ("3/7", "4")];
    let holds = |when: &str, path: &[&str]| walk(&rule(when), &stands, "1/1", path).is_err();
    let to_2: &[&str] = &["1", "2"];
    for (when, path) in [
        ("first and spent == 0", to_2),
        ("not first and spent == 1", &["1", "2", "1"]),
        ("to.friends == 1 and to.enemies == 0 and from.friends == 1", to_2),
        ("to.enemies-near == 2 and to.enemies-near-alike == 2 and to.enemy-areas-near == 1", to_2),
        ("from.enemies-near == 3 and from.friends-near == 1", to_2),
        ("to.enemies == 2 and to.enemies-full == 1 and to.enemies-reduced == 1", &["1", "4"]),
        ("boundary == 'river' and crossing == 'bridge' and by == 'border' and way == ''", &["1", "3"]),
        ("side == 'blue' and state == 'full' and at == '1' and comrades == 1 and supplied", to_2),
        ("count(region.towns, control == 'red' and contested) == 0 and count(region.towns) == 2", to_2),
    ] {
        assert!(holds(when, path), "{when}");
        // Of a longer path only the last step is meant.
        assert!(path.len() > 2 || !holds(&format!("not ({when})"), path), "{when}");
    }
}

#[test]
fn a_procedure_gives_the_allowance() {
    let rules = format!(
        "procedure = \"pace\"\n{ENTER}[[condition]]\nid = \"mud\"\nname = \"Mud\"\nkind = \"yes-no\"\ndefault = true\n[[procedure]]\nid = \"pace\"\nname = \"Pace\"\ninput = [{{ id = \"m\", name = \"M\", kind = \"number\", from = \"if mud then floor(move / 2) else move\" }}]\nterm = [{{ id = \"m\", text = \"M\", value = \"m\" }}]\nmin = 1\n"
    );
    let moved = walk(&rules, &[("1/1", "1")], "1/1", &["1", "2"]).unwrap();
    assert_eq!(moved.allowance, whole(1));
    assert_eq!(walk(&rules, &[("3/1", "1")], "3/1", &["1", "2"]).unwrap().allowance, whole(2));
}

// Losses.

const STATES: [&str; 2] = ["full", "reduced"];

/// A way as it is drawn: from, to, points, side.
type Way = (usize, &'static str, i64, Option<&'static str>);

/// What one unit takes: the state it ends in, whether it retreats, the points.
type Taken = (String, bool, i64);

/// What one unit can take, worked out by trying every sequence of ways.
fn takes(ways: &[Way], own: &str, state: &str, points: i64, found: &mut BTreeSet<Taken>, retreated: bool) {
    found.insert((state.to_string(), retreated, points));
    if retreated || state == "eliminated" {
        return;
    }
    for (from, to, worth, of) in ways {
        if STATES[*from] == state && of.is_none_or(|of| of == own) {
            let goes = *to == "retreated";
            takes(ways, own, if goes { state } else { to }, points + worth, found, goes);
        }
    }
}

#[test]
fn losses_are_all_combinations_that_meet_the_points_or_exceed_them_least() {
    let mut random = Random(3);
    for round in 0..40 {
        let mut ways: Vec<Way> = Vec::new();
        for _ in 0..random.within(1, 5) {
            let from = usize::try_from(random.below(2)).unwrap();
            let ends: &[&'static str] =
                if from == 0 { &["reduced", "eliminated", "retreated"] } else { &["eliminated", "retreated"] };
            let to = ends[usize::try_from(random.below(i64::try_from(ends.len()).unwrap())).unwrap()];
            let of = [None, None, Some("blue"), Some("red")][usize::try_from(random.below(4)).unwrap()];
            ways.push((from, to, random.within(1, 4), of));
        }
        let lead_first = random.below(2) == 1;
        let mut rules = format!(
            "[[losses]]\nid = \"l\"\nname = \"L\"\n{}way = [\n",
            if lead_first { "first = \"lead\"\n" } else { "" }
        );
        for (n, (from, to, points, of)) in ways.iter().enumerate() {
            let of = of.map(|of| format!(", side = \"{of}\"")).unwrap_or_default();
            writeln!(
                rules,
                "  {{ id = \"w{n}\", from = \"{}\", to = \"{to}\", points = {points}{of} }},",
                STATES[*from]
            )
            .unwrap();
        }
        rules.push_str("]\n");
        let model = game(&[("rules.toml", &rules)]);
        let names = ["1/1", "2/1", "1/7"];
        let faces: Vec<usize> = names.iter().map(|_| usize::try_from(random.below(2)).unwrap()).collect();
        let mut position = Position::new(&model);
        for (name, face) in names.iter().zip(&faces) {
            position.units.insert(unit(&model, name), UnitStand { place: place(&model, "3"), step: *face });
        }
        let units: Vec<usize> = names.iter().map(|name| unit(&model, name)).collect();
        let choices: Vec<Vec<Taken>> = names
            .iter()
            .zip(&faces)
            .map(|(name, face)| {
                let mut found = BTreeSet::new();
                takes(&ways, if name.ends_with('7') { "red" } else { "blue" }, STATES[*face], 0, &mut found, false);
                found.into_iter().collect()
            })
            .collect();
        let lead = usize::try_from(random.below(3)).unwrap();
        if lead_first && choices[lead].len() == 1 {
            continue; // A lead that can take nothing: the rule does not say.
        }
        let most: i64 = choices.iter().map(|list| list.iter().map(|loss| loss.2).max().unwrap()).sum();
        for points in 0..=most + 2 {
            // Every combination by its sum.
            let mut sums: BTreeMap<i64, BTreeSet<Vec<Taken>>> = BTreeMap::new();
            for a in &choices[0] {
                for b in &choices[1] {
                    for c in &choices[2] {
                        let option = vec![a.clone(), b.clone(), c.clone()];
                        if !(lead_first && points > 0 && option[lead].2 == 0) {
                            sums.entry(a.2 + b.2 + c.2).or_default().insert(option);
                        }
                    }
                }
            }
            let got = play::losses(&position, &model.rules.losses[0], &units, Some(units[lead]), points).unwrap();
            let case = format!("round {round}: {points} points, faces {faces:?}, lead {lead}\n{rules}");
            assert_eq!(got.excess, (points - most).max(0), "{case}");
            let listed: BTreeSet<Vec<Taken>> = got
                .options
                .iter()
                .map(|option| option.iter().map(|loss| (loss.state.clone(), loss.retreated, loss.points)).collect())
                .collect();
            assert_eq!(listed.len(), got.options.len(), "no way is listed twice: {case}");
            if points > most {
                assert_eq!(got.options.len(), 1, "{case}");
                let taken: i64 = got.options[0].iter().map(|loss| loss.points).sum();
                assert_eq!(taken, most, "all that can be is lost: {case}");
            } else {
                let expected = sums.range(points..).next().map(|(_, options)| options.clone()).unwrap_or_default();
                assert_eq!(listed, expected, "{case}");
            }
        }
    }
}

// Retreats.

fn retreat(rule: &str, stands: &[(&str, &str)], name: &str) -> BTreeSet<String> {
    let model = game(&[("rules.toml", &format!("[[retreat]]\nid = \"r\"\nname = \"R\"\n{rule}"))]);
    let position = position(&model, stands);
    let places = play::retreats(&position, &model.rules.retreats[0], unit(&model, name)).unwrap();
    places.into_iter().map(|place| model.places[place].id.clone()).collect()
}

#[test]
fn the_first_priority_that_any_place_fits_decides_and_least_chooses_among_them() {
    let set = |ids: &[&str]| ids.iter().map(|id| (*id).to_string()).collect::<BTreeSet<String>>();
    let stands = [("1/7", "4"), ("2/7", "3"), ("3/7", "5"), ("1/1", "1"), ("2/1", "1"), ("Guard", "5")];
    // The neighbours of 4 are 1, 2, 3, 5 and 6.
    let any = "{ text = \"Any.\" }";
    let own = "{ text = \"Own.\", when = \"to.control == side\" }";
    let fewest = "{ text = \"Own, fewest.\", when = \"to.control == side\", least = \"to.friends\" }";
    let never = "{ text = \"Never.\", when = \"to.friends > 9\", least = \"to.friends\" }";
    let enemy_least = "{ text = \"Fewest enemies.\", least = \"to.enemies\" }";
    let towns = "{ text = \"Towns.\", when = \"to.terrain == 'town'\", least = \"to.friends\" }";
    for (rule, expected) in [
        (format!("priority = [{any}]\n"), set(&["1", "2", "3", "5", "6"])),
        (format!("bar = \"to.enemies > 0\"\npriority = [{any}]\n"), set(&["2", "3", "5", "6"])),
        (format!("bar = \"boundary == 'river'\"\npriority = [{any}]\n"), set(&["3", "5", "6"])),
        (format!("priority = [{own}, {any}]\n"), set(&["3", "5", "6"])),
        (format!("priority = [{fewest}, {any}]\n"), set(&["6"])),
        (format!("priority = [{never}, {towns}, {any}]\n"), set(&["3"])),
        (format!("priority = [{enemy_least}]\n"), set(&["2", "3", "5", "6"])),
        (format!("priority = [{never}]\n"), set(&[])),
        (format!("bar = \"to.control == side\"\npriority = [{own}]\n"), set(&[])),
    ] {
        assert_eq!(retreat(&rule, &stands, "1/7"), expected, "{rule}");
    }
}

#[test]
fn wishes_leave_places_only_where_any_fit() {
    let set = |ids: &[&str]| ids.iter().map(|id| (*id).to_string()).collect::<BTreeSet<String>>();
    let stands = [("1/7", "4"), ("2/7", "3")];
    let any = "priority = [{ text = \"Any.\" }]\n";
    for (wishes, expected) in [
        ("{ text = \"Towns.\", when = \"to.terrain == 'town'\" }", set(&["3", "5"])),
        ("{ text = \"Nowhere.\", when = \"to.friends > 9\" }", set(&["1", "2", "3", "5", "6"])),
        (
            "{ text = \"Towns.\", when = \"to.terrain == 'town'\" }, { text = \"Empty.\", least = \"to.friends\" }",
            set(&["5"]),
        ),
        ("{ text = \"Room.\", when = \"not to.overstacks\" }", set(&["1", "2", "5", "6"])),
    ] {
        let rule = format!("prefer = [{wishes}]\n{any}[[stacking]]\nlimit = 1\n");
        assert_eq!(retreat(&rule, &stands, "1/7"), expected, "{wishes}");
    }
}

#[test]
fn a_retreat_leads_away_from_the_attackers_and_costs_what_it_says() {
    let rules = "[[retreat]]\nid = \"r\"\nname = \"R\"\npoints = 2\n\
        prefer = [{ text = \"Away.\", when = \"to.attackers-distance > from.attackers-distance\" }]\n\
        priority = [{ text = \"Any.\" }]\n\
        loss = [\n{ id = \"each\", text = \"Each.\", when = \"type == 'infantry'\", points = 1 },\n\
        { id = \"all\", text = \"Together.\", points = 3, per = \"stack\" },\n]\n";
    let model = game(&[("rules.toml", rules)]);
    let position = position(&model, &[("1/7", "4"), ("2/7", "4"), ("3/7", "4"), ("1/1", "1"), ("2/1", "3")]);
    let rule = &model.rules.retreats[0];
    let attackers = [unit(&model, "1/1"), unit(&model, "2/1")];
    let places = play::retreats_from(&position, rule, unit(&model, "1/7"), &attackers).unwrap();
    // 2 touches 1, 5 touches 3: only 6 is two steps from both.
    assert_eq!(places, [place(&model, "6")]);
    let stack = ["1/7", "2/7", "3/7"].map(|id| unit(&model, id));
    let lost = play::retreat_losses(&position, rule, &stack, place(&model, "6")).unwrap();
    let points: Vec<(usize, i64)> = lost.iter().map(|lost| (lost.units.len(), lost.points)).collect();
    assert_eq!(points, [(2, 2), (3, 3)], "two infantry units lose one each, all three together");
}

#[test]
fn attacks_of_several_places_meet_one_place() {
    let rules = "[[attack]]\nid = \"a\"\nname = \"A\"\none-place = true\n\
        bar = [{ id = \"river\", when = \"boundary == 'river' and crossing == ''\", text = \"The river.\" }]\n";
    let model = game(&[("rules.toml", rules)]);
    let position = position(&model, &[("1/1", "3"), ("2/1", "5"), ("3/1", "1"), ("1/7", "4"), ("2/7", "6")]);
    let rule = &model.rules.attacks[0];
    let attack = |units: &[&str], places: &[&str]| {
        let units: Vec<usize> = units.iter().map(|id| unit(&model, id)).collect();
        let places: Vec<usize> = places.iter().map(|id| place(&model, id)).collect();
        play::attack(&position, rule, &units, &places)
    };
    assert!(attack(&["1/1", "2/1"], &["4"]).is_ok());
    assert!(attack(&["2/1"], &["4", "6"]).is_ok());
    assert!(attack(&["1/1", "2/1"], &["4", "6"]).unwrap_err().contains("only attack one place together"));
    assert_eq!(attack(&["3/1"], &["4"]).unwrap_err(), "The river.");
    assert!(attack(&["1/1"], &["6"]).unwrap_err().contains("not next to"));
}

#[test]
fn procedures_are_computed_unit_by_unit_and_never_in_a_circle() {
    let halves = "[[procedure]]\nid = \"half\"\nname = \"H\"\n\
        input = [{ id = \"own\", name = \"O\", kind = \"number\", from = \"printed-attack\" }, { id = \"river\", name = \"R\", kind = \"yes-no\", from = \"boundary == 'river'\" }]\n\
        term = [{ id = \"own\", text = \"O\", value = \"own\" }, { id = \"river\", text = \"R\", times = \"1/2\", round = \"up\", when = \"river\" }]\n";
    let sums = "[[procedure]]\nid = \"sum\"\nname = \"S\"\n\
        input = [{ id = \"all\", name = \"A\", kind = \"number\", from = \"sum(attackers, procedure.half)\" }]\n\
        term = [{ id = \"all\", text = \"A\", value = \"all\" }]\n";
    let model = game(&[("rules.toml", &format!("{halves}{sums}"))]);
    let position = position(&model, &[("1/1", "1"), ("2/1", "3"), ("1/7", "4")]);
    let fight = Fight {
        at: Some(place(&model, "4")),
        attackers: vec![unit(&model, "1/1"), unit(&model, "2/1")],
        ..Fight::default()
    };
    let procedure = &model.rules.procedures[1];
    let answers = play::answer(&position, &procedure.inputs, &Values::new(), &fight).unwrap();
    // 4 over the river is 2, 4 over open ground stays 4.
    assert_eq!(play::compute(procedure, &answers).unwrap().total, whole(6));
    let circle = halves.replace("from = \"printed-attack\"", "from = \"procedure.sum\"");
    let mut files = scaffold();
    files.insert("rules.toml".into(), format!("src = \"2\"\n{circle}{sums}"));
    let compiled = compile_texts(&files);
    let circles: Vec<&str> =
        compiled.diagnostics.iter().filter(|d| d.code.id == "PB0205").map(|d| d.message.as_str()).collect();
    assert_eq!(circles, ["the procedure `half` depends on its own result"]);
}

// Supply.

fn supplied(rule: &str, from: &str, change: impl Fn(&Model, &mut Position<'_>)) -> bool {
    let model = game(&[(
        "rules.toml",
        &format!("[[supply]]\nid = \"s\"\nname = \"S\"\nside = \"blue\"\nsources = [\"1\"]\n{rule}"),
    )]);
    let mut position = Position::new(&model);
    change(&model, &mut position);
    play::traces(&position, &model.rules.supply[0], place(&model, from), side(&model, "blue")).unwrap()
}

#[test]
fn a_line_reaches_as_far_as_its_range() {
    let distance = BTreeMap::from([("1", 0), ("2", 1), ("3", 1), ("4", 1), ("5", 2), ("6", 2)]);
    for (from, steps) in distance {
        assert!(supplied("", from, |_, _| {}));
        for range in 0..4 {
            assert_eq!(
                supplied(&format!("range = {range}\n"), from, |_, _| {}),
                steps <= range,
                "{from}, range {range}"
            );
        }
    }
}

#[test]
fn a_boundary_stops_a_line_but_for_crossings_and_exceptions() {
    let river = "not-across = [\"river\"]\n";
    // Over the bridge from 3 only: 4 is three steps away, by 3.
    for (from, steps) in [("2", 1), ("3", 1), ("4", 2), ("5", 2), ("6", 3)] {
        for range in 1..4 {
            assert_eq!(
                supplied(&format!("{river}range = {range}\n"), from, |_, _| {}),
                steps <= range,
                "{from}, {range}"
            );
        }
    }
    let exception = |path: &str| format!("{river}range = 1\nexception = [{{ path = [{path}], text = \"Boats.\" }}]\n");
    assert!(supplied(&exception("\"4\", \"1\""), "4", |_, _| {}));
    assert!(!supplied(&exception("\"1\", \"4\""), "4", |_, _| {}), "it holds towards the source");
    assert!(!supplied(&exception("\"4\", \"2\""), "4", |_, _| {}));
}

#[test]
fn a_line_enters_what_it_may_and_ends_at_a_source_that_counts() {
    let through = "through = \"to.control == side and to.enemies == 0\"\n";
    let nothing = |_: &Model, _: &mut Position<'_>| {};
    assert!(supplied(through, "2", nothing));
    assert!(supplied(through, "3", nothing), "where it starts nobody asks");
    assert!(!supplied(through, "5", nothing), "3 and 4 are red");
    let taken = |model: &Model, position: &mut Position<'_>| {
        position.control[place(model, "3")] = Some(side(model, "blue"));
    };
    assert!(supplied(through, "5", taken));
    let exception =
        format!("{through}not-across = [\"river\"]\nexception = [{{ path = [\"6\", \"4\", \"1\"], text = \"E.\" }}]\n");
    assert!(!supplied(&exception, "6", nothing), "an exception does not open a red area");
    let source = "source-when = \"to.enemies == 0\"\n";
    assert!(supplied(source, "2", nothing));
    let raid = |model: &Model, position: &mut Position<'_>| {
        position.units.insert(unit(model, "1/7"), UnitStand { place: place(model, "1"), step: 0 });
    };
    assert!(!supplied(source, "2", raid) && !supplied(source, "1", raid));
    assert!(supplied("", "1", raid));
}

#[test]
fn a_line_asks_where_it_comes_from_and_what_it_crosses() {
    let nothing = |_: &Model, _: &mut Position<'_>| {};
    // From 4 the river is closed, from everywhere else it is not: by 3 it takes two steps.
    let closed = "through = \"not (from.id == '4' and boundary == 'river')\"\n";
    assert!(supplied(closed, "4", nothing) && !supplied(&format!("{closed}range = 1\n"), "4", nothing));
    assert!(supplied(&format!("{closed}range = 1\n"), "3", nothing), "over the bridge");
    let bridges = "through = \"boundary != 'river' or crossing == 'bridge'\"\n";
    for (from, steps) in [("2", 1), ("3", 1), ("4", 2), ("6", 3)] {
        for range in 1..4 {
            assert_eq!(
                supplied(&format!("{bridges}range = {range}\n"), from, nothing),
                steps <= range,
                "{from}, {range}"
            );
        }
    }
    assert!(!supplied("through = \"by == 'link'\"\n", "2", nothing));
}

// Units in places.

#[test]
fn a_place_knows_the_units_in_it_and_an_input_all_of_them() {
    let rules = "[[victory]]\nid = \"v\"\nname = \"V\"\nwinner = \"blue\"\ntext = \"V.\"\n\
                 input = [{ id = \"held\", name = \"H\", kind = \"number\", \
                 from = \"count(region.towns, control == 'red' and any(units, side == 'red' and attack > 2))\" }, \
                 { id = \"all\", name = \"A\", kind = \"number\", from = \"sum(units, if side == 'red' then attack else 0)\" }]\n\
                 when = \"held == 1 and all == 5\"\n\
                 [movement]\nallowance = \"move\"\n\
                 [[movement.bar]]\nid = \"b\"\nwhen = \"any(to.units, type == 'armour') or count(from.units) > 2\"\ntext = \"B.\"\n";
    let model = game(&[("rules.toml", rules)]);
    let holds = |stands: &[(&str, &str)]| {
        play::holds_victory(&position(&model, stands), &model.rules.victories[0], &Values::new()).unwrap()
    };
    assert!(!holds(&[]), "an empty town");
    assert!(holds(&[("1/7", "5"), ("3/7*", "6"), ("1/1", "1")]));
    assert!(!holds(&[("1/7*", "5"), ("2/7", "1"), ("2/1", "5")]), "1 is not more than 2");
    let walked = |stands: &[(&str, &str)]| {
        let now = position(&model, stands);
        let movement = model.rules.movement.as_ref().unwrap();
        play::walk(&now, movement, &[unit(&model, "1/1")], &[place(&model, "1"), place(&model, "2")]).is_ok()
    };
    assert!(walked(&[("1/1", "1"), ("2/1", "1"), ("2/7", "2")]));
    assert!(!walked(&[("1/1", "1"), ("3/7", "2")]), "armour stands there");
    assert!(!walked(&[("1/1", "1"), ("2/1", "1"), ("3/1", "1")]), "three stand here");
}

// Arrivals.

#[test]
fn a_unit_arrives_where_it_may_and_as_near_as_it_can() {
    let arrives = |rest: &str| {
        let unit = format!(
            "[[units]]\nside = \"red\"\ntype = \"infantry\"\nlayout = \"unit\"\nindependent = true\n\
             unit = [{{ id = \"Late\", front = [4, 4, 3], back = [2, 3, 3], arrives = {{ turn = 4, {rest} }} }}]\n"
        );
        game(&[("counters-late.toml", &unit)])
    };
    let places = |model: &Model, stands: &[(&str, &str)]| -> Vec<String> {
        let arriving = play::arrivals(&position(model, stands), unit(model, "Late"), None).unwrap();
        assert_eq!(arriving.turn, Some(4));
        arriving.places.iter().map(|place| model.places[*place].id.clone()).collect()
    };
    let all = "any = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]";
    assert_eq!(places(&arrives(all), &[]), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(places(&arrives("at = \"3\""), &[]), ["3"]);
    let near = arrives(&format!("{all}, where = \"to.enemies == 0\", nearest = \"6\""));
    assert_eq!(places(&near, &[]), ["6"], "there itself");
    assert_eq!(places(&near, &[("1/1", "6")]), ["4", "5"], "one step away");
    assert_eq!(places(&near, &[("1/1", "6"), ("2/1", "5"), ("3/1", "4")]), ["1", "2", "3"]);
    let nowhere = arrives(&format!("{all}, where = \"side == 'blue'\", nearest = \"6\""));
    assert!(places(&nowhere, &[]).is_empty());
    let model = game(&[]);
    assert!(play::arrivals(&Position::new(&model), unit(&model, "1/1"), None).is_err(), "it starts on the map");
}

/// A rule with a hub, for a unit that stands somewhere; `2/1` is the hub.
fn supplied_by(rule: &str, stands: &[(&str, &str)], name: &str) -> bool {
    let model = game(&[("rules.toml", &format!("[[supply]]\nid = \"s\"\nname = \"S\"\nside = \"blue\"\n{rule}"))]);
    let position = position(&model, stands);
    play::unit_supplied(&position, unit(&model, name))
}

#[test]
fn a_hub_hands_supply_on_within_its_range() {
    let hub = |range: i64| format!("hub = {{ where = \"id == '2/1'\", range = {range} }}\n");
    // 1 and 5 are two steps from each other.
    for range in 0..4 {
        assert_eq!(supplied_by(&hub(range), &[("1/1", "1"), ("2/1", "5")], "1/1"), range >= 2, "{range}");
    }
    assert!(!supplied_by(&hub(9), &[("1/1", "1")], "1/1"), "there is no hub");
    let line = |source: &str| format!("{}sources = [\"{source}\"]\nrange = 1\n", hub(2));
    assert!(supplied_by(&line("3"), &[("1/1", "1"), ("2/1", "5")], "1/1"));
    assert!(!supplied_by(&line("1"), &[("1/1", "1"), ("2/1", "5")], "1/1"), "the hub's own line is too long");
    let nobody = format!("{}units = \"id == '2/1'\"\n", hub(0));
    assert!(supplied_by(&nobody, &[("1/1", "1"), ("2/1", "5")], "1/1"), "no rule is for it");
}

#[test]
fn a_supply_rule_is_asked_for_by_its_name() {
    let model = game(&[(
        "rules.toml",
        "[[supply]]\nid = \"any\"\nname = \"A\"\nside = \"blue\"\nsources = [\"1\", \"6\"]\nrange = 1\n\
         [[supply]]\nid = \"west\"\nname = \"W\"\nside = \"blue\"\nunits = \"id != '2/1'\"\nsources = [\"1\"]\nrange = 1\n\
         [[procedure]]\nid = \"units\"\nname = \"U\"\n\
         input = [{ id = \"n\", name = \"N\", kind = \"number\", from = \"count(attackers, supply.west) * 10 + count(attackers, supplied)\" }]\n\
         term = [{ id = \"n\", text = \"N\", value = \"n\" }]\n\
         [[procedure]]\nid = \"lead\"\nname = \"L\"\n\
         input = [{ id = \"n\", name = \"N\", kind = \"number\", from = \"(if attack-lead.supply.west then 1 else 0) + (if area.supply.west then 10 else 0) + (if area.supply.any then 100 else 0)\" }]\n\
         term = [{ id = \"n\", text = \"N\", value = \"n\" }]\n",
    )]);
    let position = position(&model, &[("1/1", "1"), ("2/1", "1"), ("3/1", "6")]);
    let fight = |at: &str, lead: &str| Fight {
        at: Some(place(&model, at)),
        attackers: ["1/1", "2/1", "3/1"].map(|id| unit(&model, id)).to_vec(),
        attack_lead: Some(unit(&model, lead)),
        ..Fight::default()
    };
    let total = |n: usize, fight: &Fight| {
        let procedure = &model.rules.procedures[n];
        let answers = play::answer(&position, &procedure.inputs, &Values::new(), fight).unwrap();
        play::compute(procedure, &answers).unwrap().total
    };
    // 2/1 stands at the source, but the rule is not for it; 3/1 is too far from it.
    assert_eq!(total(0, &fight("1", "1/1")), whole(13));
    assert_eq!(total(1, &fight("1", "1/1")), whole(111));
    assert_eq!(total(1, &fight("6", "2/1")), whole(100));
}

// What happened.

const EVENTS: &str = "[[event]]\nid = \"fought\"\nname = \"F\"\nof = \"place\"\nuntil = [\"blue\", \"red\"]\n\
    [[event]]\nid = \"crossed\"\nname = \"C\"\nof = \"connection\"\nkind = \"number\"\nby = [\"move\"]\nwhen = \"boundary == 'river'\"\nuntil = [\"red\"]\n\
    [[event]]\nid = \"came\"\nname = \"C\"\nof = \"unit\"\nkind = \"place\"\nby = [\"move\", \"advance\"]\n\
    [sequence]\nname = \"Turn\"\n[[sequence.step]]\nid = \"blue\"\nname = \"B\"\n[[sequence.step]]\nid = \"red\"\nname = \"R\"\n\
    [movement]\nallowance = \"move\"\n[[movement.cost]]\nid = \"enter\"\ncost = 1\ntext = \"Enter.\"\n\
    [[movement.bar]]\nid = \"fought\"\nwhen = \"to.fought\"\ntext = \"Closed.\"\n\
    [[movement.bar]]\nid = \"narrow\"\nwhen = \"crossed >= 2\"\ntext = \"Narrow.\"\n\
    [[retreat]]\nid = \"back\"\nname = \"B\"\nbar = \"to.id != came\"\npriority = [{ text = \"Back.\" }]\n";

#[test]
fn what_happened_is_remembered_until_a_step_ends() {
    let model = game(&[("rules.toml", EVENTS)]);
    let mut position = position(&model, &[("1/1", "1"), ("2/1", "1"), ("3/1", "3")]);
    let movement = model.rules.movement.as_ref().unwrap();
    let go = |position: &mut Position<'_>, name: &str, path: &[&str]| -> Result<(), String> {
        let path: Vec<usize> = path.iter().map(|id| place(&model, id)).collect();
        let moved = play::walk(position, movement, &[unit(&model, name)], &path).map_err(|refused| refused.why)?;
        position.history = moved.history;
        position.units.insert(unit(&model, name), UnitStand { place: path[path.len() - 1], step: 0 });
        Ok(())
    };
    // Both ways over the river between 1 and 3 count together, and a path counts each of its steps.
    go(&mut position, "1/1", &["1", "3", "5"]).unwrap();
    go(&mut position, "3/1", &["3", "1"]).unwrap();
    assert_eq!(go(&mut position, "2/1", &["1", "3"]), Err("Narrow.".into()));
    let mut other = position.clone();
    go(&mut other, "2/1", &["1", "4"]).unwrap();
    // The last place it left, not the first.
    let back = |position: &Position<'_>, name: &str| -> Vec<String> {
        let places = play::retreats(position, &model.rules.retreats[0], unit(&model, name)).unwrap();
        places.into_iter().map(|place| model.places[place].id.clone()).collect()
    };
    assert_eq!(back(&position, "1/1"), ["3"]);
    assert_eq!(back(&position, "2/1"), Vec::<String>::new(), "it never moved");
    position.history.record(0, Subject::Place(place(&model, "2")), None);
    assert_eq!(go(&mut position, "2/1", &["1", "2"]), Err("Closed.".into()));
    // Blue's turn ends: the fight is forgotten, the crossings last until Red's.
    position.history.end(&model, "blue");
    assert_eq!(go(&mut position, "2/1", &["1", "3"]), Err("Narrow.".into()));
    go(&mut position, "2/1", &["1", "2"]).unwrap();
    position.history.end(&model, "red");
    go(&mut position, "2/1", &["2", "1", "3"]).unwrap();
    assert_eq!(back(&position, "1/1"), ["3"], "never forgotten");
    position.remove(unit(&model, "1/1"));
    position.units.insert(unit(&model, "1/1"), UnitStand { place: place(&model, "5"), step: 0 });
    assert_eq!(back(&position, "1/1"), Vec::<String>::new(), "a unit that is gone is forgotten");
}

// Status.

#[test]
fn status_markers_change_values_one_after_the_other() {
    let status = "[[marker]]\nid = \"half\"\nname = \"Half\"\nuse = \"status\"\ngroup = \"less\"\n\
                  changes = { attack = \"attack / 2\" }\nfront = { label = \"H\" }\n\
                  [[marker]]\nid = \"one-less\"\nname = \"One\"\nuse = \"status\"\n\
                  changes = { attack = \"attack - (if side == 'blue' then 1 else 0)\" }\nfront = { label = \"-1\" }\n";
    let sum = "[[procedure]]\nid = \"p\"\nname = \"P\"\n\
               input = [{ id = \"a\", name = \"A\", kind = \"number\", from = \"attack\" },\
               { id = \"l\", name = \"L\", kind = \"yes-no\", from = \"'less' in status\" }]\n\
               term = [{ id = \"a\", text = \"A\", value = \"a\" }, { id = \"l\", text = \"L\", value = 100, when = \"l\" }]\n";
    let model = game(&[("counters-status.toml", status), ("rules.toml", sum)]);
    let mut now = position(&model, &[("1/1", "1")]);
    let own = unit(&model, "1/1");
    let marker = |id: &str| model.markers.iter().position(|marker| marker.id == id).unwrap();
    let total = |now: &Position<'_>| {
        let procedure = &model.rules.procedures[0];
        let fight = Fight { unit: Some(own), ..Fight::default() };
        play::compute(procedure, &play::answer(now, &procedure.inputs, &Values::new(), &fight).unwrap()).unwrap().total
    };
    let printed = total(&now);
    now.status.insert(own, [marker("one-less")].into());
    assert_eq!(total(&now), printed - whole(1));
    now.status.insert(own, [marker("one-less"), marker("half")].into());
    assert_eq!(total(&now), printed * Number::new(1, 2) - whole(1) + whole(100));
    now.remove(own);
    assert!(now.statuses(own).next().is_none(), "what is gone has no status");
}

#[test]
fn what_is_wrong_with_the_new_keys_is_told_where_it_stands() {
    let supply = |rest: &str| format!("[[supply]]\nid = \"s\"\nname = \"S\"\n{rest}\n");
    let marker = |rest: &str| format!("[[marker]]\nid = \"m\"\nname = \"M\"\n{rest}\nfront = {{ label = \"M\" }}\n");
    let hub = "hub = { where = \"true\", range = 1, along = [\"road\"] }";
    let example = "[[example]]\nid = \"e\"\nname = \"E\"\n\
                   units = [{ unit = \"1/1\", at = \"1\", status = [\"turn\"] }]\nstep = []\n";
    let movement = "[movement]\nallowance = \"move\"\n\
                    [[movement.cost]]\nid = \"c\"\ncost = 1\ntypes = [\"group:mobil\"]\ntext = \"C.\"\n";
    let arrives = |rest: &str| {
        format!(
            "[[units]]\nside = \"blue\"\ntype = \"infantry\"\nlayout = \"unit\"\nindependent = true\n\
             unit = [{{ id = \"u\", front = [4, 4, 3], back = [2, 3, 3], arrives = {{ turn = 2, {rest} }} }}]\n"
        )
    };
    let cells = |key: &str| {
        format!(
            "[[table]]\nid = \"t\"\nname = \"T\"\ndice = \"1d6\"\n\
             input = [{{ id = \"i\", name = \"I\", kind = \"number\", min = 1, max = 2 }}]\n\
             across = {{ by = \"i\", bands = [\"1\", \"2\"] }}\n\
             row = [{{ on = \"1-6\", cells = [\"a\", \"b\"], src = {{ \"{key}\" = \"2\", rest = \"owner\" }} }}]\n"
        )
    };
    let pool = "[[display]]\nid = \"d\"\nname = \"D\"\n\
                [[display.box]]\nid = \"b\"\nname = \"B\"\nkind = \"deck\"\ndraw = \"random\"\n";
    let event = |rest: &str| format!("[[event]]\nid = \"e\"\nname = \"E\"\n{rest}\n");
    let happens = |rest: &str| {
        format!(
            "[[example]]\nid = \"e\"\nname = \"E\"\nunits = [{{ unit = \"1/1\", at = \"1\" }}]\nstep = [{{ {rest} }}]\n"
        )
    };
    for (file, text, code, found) in [
        ("rules.toml", event("of = \"place\"\nkind = \"place\""), "PB0108", "place"),
        ("rules.toml", event("of = \"place\"\nwhen = \"true\""), "PB0108", "by"),
        ("rules.toml", event("of = \"place\"\nuntil = [\"dusk\"]"), "PB0201", "dusk"),
        ("rules.toml", event("of = \"unit\"").replace("\"e\"", "\"supplied\""), "PB0202", "supplied"),
        (
            "rules.toml",
            event("of = \"place\"\n[[supply]]\nid = \"s\"\nname = \"S\"\nsources = [\"1\"]\nthrough = \"to.supply.s\""),
            "PB1002",
            "supply.s",
        ),
        ("examples.toml", happens("do = \"record\", event = \"raid\", at = \"1\""), "PB0201", "raid"),
        ("examples.toml", happens("do = \"record\""), "PB0103", "event"),
        ("examples.toml", happens("do = \"end\", step = \"dusk\""), "PB0201", "dusk"),
        ("examples.toml", happens("do = \"choose\", choice = \"rest\""), "PB0201", "rest"),
        ("examples.toml", happens("do = \"advance\", advance = \"on\", unit = \"1/1\""), "PB0201", "on"),
        ("rules.toml", supply(""), "PB0103", "s"),
        ("rules.toml", supply(hub), "PB0201", "road"),
        ("rules.toml", supply("hub = { where = \"supplied\", range = 1 }"), "PB1002", "supplied"),
        ("rules.toml", movement.to_string(), "PB0201", "group:mobil"),
        ("counters-more.toml", marker("group = \"g\""), "PB0108", "g"),
        ("counters-more.toml", marker("use = \"status\"\ngroup = \"turn\""), "PB0202", "turn"),
        ("counters-more.toml", marker("use = \"status\"\nchanges = { attack = \"arrives\" }"), "PB1002", "arrives"),
        ("examples.toml", example.to_string(), "PB0201", "turn"),
        ("rules.toml", supply("sources = [\"1\"]\nthrough = \"any(from.units, true)\""), "PB1002", "from.units"),
        ("rules.toml", supply("sources = [\"1\"]\nsource-when = \"from.enemies == 0\""), "PB1002", "from.enemies"),
        ("tables.toml", cells("cells.3"), "PB0102", "cells.3"),
        ("tables.toml", cells("cells.0"), "PB0102", "cells.0"),
        ("tables.toml", cells("on.1"), "PB0102", "on.1"),
        ("counters-more.toml", arrives("nearest = \"1\""), "PB0108", "nearest"),
        ("counters-more.toml", arrives("any = [\"1\"], nearest = \"99\""), "PB0201", "99"),
        ("counters-more.toml", arrives("any = [\"1\"], where = \"to.attack > 1\""), "PB1002", "to.attack"),
        ("displays-more.toml", pool.to_string(), "PB0108", "random"),
    ] {
        let mut game = scaffold();
        let text = format!("src = \"2\"\n{text}");
        game.insert(file.to_string(), text.clone());
        let compiled = compile_texts(&game);
        let told = compiled.messages();
        let here = |told: &&String| told.contains(code) && told.contains(&format!("{file}:")) && told.contains(found);
        assert!(told.iter().any(|told| here(&told)), "{code} at {found} in\n{text}\ntold: {told:#?}");
    }
}

// Maps that enlarge others.

#[test]
fn a_map_that_enlarges_another_shows_the_same_places() {
    let closer = "src = \"reconstructed\"\n[map]\nid = \"closer\"\nname = \"Closer\"\nkind = \"hex\"\n\
                  size = [\"150mm\", \"80mm\"]\nenlarges = \"hills\"\n[grid]\ncolumns = 2\nrows = 1\nhex = \"50mm\"\n\
                  stand = \"pointy\"\nshift = \"even\"\norigin = [40, 40]\nnumber = \"{row:2}{column:2}\"\n\
                  first-row = 3\nfirst-column = 3\ncolumns-from = \"east\"\nterrain = \"wood\"\n\
                  [[terrain]]\nid = \"wood\"\nname = \"Wood\"\nlook = \"forest\"\n";
    let mut files = common::examples(&["language"]);
    files.insert("map-closer.toml".into(), closer.into());
    let model = sound_texts(&files).model;
    let edge = |from: &str, to: &str| model.edges.iter().find(|edge| *edge.from.id == *from && *edge.to.id == *to);
    let bridge = edge("0203", "closer:0303").unwrap();
    assert_eq!((bridge.boundary.as_deref(), bridge.crossing.as_deref()), (Some("brook"), Some("bridge")));
    assert_eq!(bridge.ways, ["road"]);
    assert!(edge("closer:0304", "closer:0303").is_some() && edge("closer:0304", "0305").is_some());
    let small = &model.places[place(&model, "hills:0303")];
    assert_eq!(&*small.enlarged.as_ref().unwrap().id, "closer:0303");
    assert!(!model.edges.iter().any(|edge| &*edge.from.id == "hills:0303" || &*edge.to.id == "hills:0303"));
    let upland = model.regions.iter().find(|region| region.id == "upland").unwrap();
    let ids: Vec<&str> = upland.places.iter().map(|place| &*place.id).collect();
    assert_eq!(ids, ["closer:0303", "closer:0304", "0305", "0204"], "a region is of the places that are played");
    // A unit may be set up at `0303`: it stands on the larger map.
    files.entry("counters.toml".into()).and_modify(|text| *text = text.replace("setup = \"6\"", "setup = \"0303\""));
    files.entry("scenarios.toml".into()).and_modify(|text| *text = text.replace("maps = [\"ford\"]", ""));
    let model = sound_texts(&files).model;
    let setup = model.units[unit(&model, "Guard")].setup.as_ref().unwrap();
    assert!(matches!(&setup.spot, punchboard::model::Spot::At(at) if &*at.id == "closer:0303"), "{setup:?}");
    // A number that the other map lacks.
    files.insert("map-closer.toml".into(), closer.replace("first-row = 3", "first-row = 9"));
    let compiled = compile_texts(&files);
    assert!(compiled.diagnostics.iter().any(|diag| diag.code.id == "PB0502"), "0903 is on no map");
}

// Inputs.

const TRACKS: &str = "[[display]]\nid = \"tracks\"\nname = \"Tracks\"\n[[display.strength]]\nid = \"s\"\n\
                      where = \"id == '1/1'\"\nto = \"attack\"\nslots = 1\n\
                      slot = [{ id = \"tanks\", where = \"type == 'armour'\" }]\n";

#[test]
fn spaces_and_slots_of_strength_tracks_are_places() {
    let model = game(&[("displays.toml", TRACKS)]);
    let ids: Vec<&str> = model.places.iter().map(|place| place.id.as_str()).filter(|id| id.starts_with("s/")).collect();
    assert_eq!(ids, ["s/1/1:0", "s/1/1:1", "s/1/1:2", "s/1/1:3", "s/1/1:4", "s/1/1/1", "s/1/1/tanks"]);
    let free = |unit_id: &str| -> Vec<String> {
        let free =
            punchboard::model::free_slots(&model.displays, unit(&model, "1/1"), unit(&model, unit_id), |_| false);
        free.iter().map(|place| place.id.to_string()).collect()
    };
    assert_eq!(free("3/1"), ["s/1/1/tanks", "s/1/1/1"], "a slot that is for it comes first");
    assert_eq!(free("2/1"), ["s/1/1/1"], "a slot for others is none");
}

#[test]
fn an_asset_is_where_its_unit_is_and_goes_with_it() {
    let model = game(&[("displays.toml", TRACKS)]);
    let mut position = position(&model, &[("1/1", "3"), ("2/1", "4"), ("3/1", "s/1/1/tanks")]);
    let (corps, asset) = (unit(&model, "1/1"), unit(&model, "3/1"));
    assert_eq!((position.owner(asset), position.place_of(asset)), (Some(corps), Some(place(&model, "3"))));
    assert_eq!(position.assets(&[corps, unit(&model, "2/1")]), [asset]);
    assert_eq!(position.units_in(place(&model, "3")).collect::<Vec<_>>(), [corps], "no asset is on the map");
    position.remove(corps);
    assert_eq!(position.units.keys().copied().collect::<Vec<_>>(), [unit(&model, "2/1")]);
}

#[test]
fn weaker_is_a_point_of_strength_or_the_next_step() {
    let ways =
        "[[losses]]\nid = \"l\"\nname = \"L\"\nway = [{ id = \"w\", from = \"any\", to = \"weaker\", points = 1 }]";
    let model = game(&[("displays.toml", TRACKS), ("rules.toml", ways)]);
    let mut position = position(&model, &[("1/1", "3"), ("2/1", "3")]);
    position.strengths.insert(unit(&model, "1/1"), 2);
    let taken = |id: &str, points: i64| {
        let losses = play::losses(&position, &model.rules.losses[0], &[unit(&model, id)], None, points).unwrap();
        assert_eq!(losses.options.len(), 1);
        (losses.options[0][0].state.clone(), losses.options[0][0].strength, losses.excess)
    };
    let full = model.units[unit(&model, "1/1")].steps[0].state.clone();
    let reduced = model.units[unit(&model, "2/1")].steps[1].state.clone();
    assert_eq!(taken("1/1", 1), (full, Some(1), 0));
    assert_eq!(taken("1/1", 3), ("eliminated".into(), None, 1));
    assert_eq!(taken("2/1", 1), (reduced, None, 0));
    assert_eq!(taken("2/1", 2), ("eliminated".into(), None, 0));
}

#[test]
fn a_zone_of_control_reaches_as_far_as_its_record_says() {
    let zones = |rule: &str, at: &str| -> Vec<String> {
        let model = game(&[("rules.toml", &format!("[zone-of-control]\n{rule}"))]);
        let position = position(&model, &[("1/7", at)]);
        let blue = side(&model, "blue");
        let inside = |n: &usize| play::in_zone(&position, *n, blue, true).unwrap();
        (0..model.places.len()).filter(inside).map(|n| model.places[n].id.clone()).collect()
    };
    assert_eq!(zones("", "1"), ["2", "3", "4"]);
    assert_eq!(zones("not-across = [\"river\"]", "1"), ["2", "3"], "the bridge carries it to 3");
    assert_eq!(zones("not-across = [\"river\"]\ncrossings = []", "1"), ["2"]);
    assert_eq!(zones("when = \"to.id != '5'\"", "6"), ["4"]);
    assert!(zones("when = \"type == 'armour'\"", "6").is_empty());
}

#[test]
fn inputs_are_answered_by_hand_then_from_the_position_then_by_what_is_assumed() {
    let rules = "[[condition]]\nid = \"level\"\nname = \"Level\"\nkind = \"number\"\ndefault = 2\n
[[procedure]]
id = \"p\"
name = \"P\"
input = [
  { id = \"lead\", name = \"L\", kind = \"number\", from = \"attack-lead.attack\" },
  { id = \"sum\", name = \"S\", kind = \"number\", from = \"sum(defenders, defence)\" },
  { id = \"band\", name = \"B\", kind = \"yes-no\", from = \"any(attackers, comrades >= 2)\" },
  { id = \"level\", name = \"V\", kind = \"number\", from = \"level + area.vp\" },
  { id = \"luck\", name = \"K\", kind = \"number\", default = 5 },
  { id = \"least\", name = \"M\", kind = \"number\", min = 3 },
]
term = [
  { id = \"lead\", text = \"L\", value = \"lead\" },
  { id = \"sum\", text = \"S\", value = \"0 - sum\" },
  { id = \"band\", text = \"B\", value = 100, when = \"band\" },
  { id = \"rest\", text = \"R\", value = \"1000 * level + 10000 * luck + 100000 * least\" },
]\n";
    let model = game(&[("rules.toml", rules)]);
    let position = position(&model, &[("1/1*", "3"), ("2/1", "3"), ("1/7", "3"), ("2/7*", "3")]);
    let [attackers, defenders] =
        [["1/1", "2/1"], ["1/7", "2/7"]].map(|names| names.map(|name| unit(&model, name)).to_vec());
    let fight = Fight {
        at: Some(place(&model, "3")),
        attack_lead: Some(attackers[0]),
        defence_lead: Some(defenders[0]),
        attackers,
        defenders,
        ..Fight::default()
    };
    let procedure = &model.rules.procedures[0];
    let total = |by_hand: &Values| {
        let answers = play::answer(&position, &procedure.inputs, by_hand, &fight).unwrap();
        play::compute(procedure, &answers).unwrap().total
    };
    // Lead 2 (its back), defence 4 + 3, two of one brigade, level 2 and 2 points, 5, 3.
    assert_eq!(total(&Values::new()), whole(2 - 7 + 100 + 4000 + 50_000 + 300_000));
    let by_hand = Values::from([("lead".to_string(), number(9)), ("band".to_string(), Value::Bool(false))]);
    assert_eq!(total(&by_hand), whole(9 - 7 + 4000 + 50_000 + 300_000));
}

// Worked examples.

/// Byte ranges of the whole numbers inside the `expect = { .. }` tables of a text.
fn expected_numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (at, opening) in text.match_indices("expect = {") {
        let mut depth = 0;
        let mut quoted = false;
        let mut n = at + opening.len() - 1;
        while n < bytes.len() {
            match bytes[n] {
                b'"' => quoted = !quoted,
                b'{' if !quoted => depth += 1,
                b'}' if !quoted => depth -= 1,
                b'0'..=b'9' if !quoted => {
                    let end = (n..bytes.len()).find(|n| !bytes[*n].is_ascii_digit()).unwrap_or(bytes.len());
                    // A number stands behind a space, a sign or a bracket; digits in a key do not.
                    let before = text[..n].trim_end_matches('-');
                    if before.ends_with([' ', '[', '=']) && !text[end..].trim_start().starts_with('=') {
                        found.push(n..end);
                    }
                    n = end;
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            n += 1;
        }
    }
    found
}

/// Changes every expected number, one of each line at a time; every change must be reported on its line.
fn every_expected_number_matters(game: &BTreeMap<String, String>, file: &str) -> usize {
    let text = &game[file];
    let numbers = expected_numbers(text);
    drop(sound_texts(game));
    let line_of = |text: &str, at: usize| text[..at].matches('\n').count() + 1;
    let mut rounds: Vec<Vec<Range<usize>>> = Vec::new();
    let mut in_line: BTreeMap<usize, usize> = BTreeMap::new();
    for range in &numbers {
        let round = in_line.entry(line_of(text, range.start)).or_default();
        if rounds.len() == *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(range.clone());
        *round += 1;
    }
    let mut faults = Vec::new();
    for round in rounds {
        let mut changed = game.clone();
        for range in round.iter().rev() {
            let old: i64 = text[range.clone()].parse().unwrap();
            changed.get_mut(file).unwrap().replace_range(range.clone(), &(old + 1).to_string());
        }
        let compiled = compile_texts(&changed);
        let reported: BTreeSet<usize> = compiled
            .diagnostics
            .iter()
            .filter(|diag| ["PB1101", "PB1102"].contains(&diag.code.id))
            .map(|diag| (compiled.sources.get(diag.primary.span.file).unwrap(), diag.primary.span.range().start))
            .filter(|(source, _)| source.name == file)
            .map(|(source, at)| line_of(&source.text, at))
            .collect();
        for range in round.iter().filter(|range| !reported.contains(&line_of(text, range.start))) {
            let from = text[..range.start].rfind("expect").unwrap();
            let line = line_of(text, range.start);
            faults.push(format!(
                "{file}:{line}: {}[{}] may be anything",
                &text[from..range.start],
                &text[range.clone()]
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    numbers.len()
}

#[test]
fn every_number_that_the_scaffold_expects_matters() {
    let mut game = texts(&root().join("templates/new"));
    for text in game.values_mut() {
        *text = text.replace("{{id}}", "game").replace("{{title}}", "Game");
    }
    assert_eq!(every_expected_number_matters(&game, "examples.toml"), 6);
}

#[test]
fn every_number_that_a_game_expects_matters() {
    for folder in common::games() {
        let game = texts(&folder);
        for file in game.keys().filter(|name| name.starts_with("examples")) {
            let numbers = every_expected_number_matters(&game, file);
            assert!(numbers > 0, "{} expects no number", folder.join(file).display());
        }
    }
}
