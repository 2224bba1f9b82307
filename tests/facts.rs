//! What no promise of an author can say of the games in `data/`. Facts of the rulebooks stand in their `expect.toml`
//! and `examples.toml`, and `check` holds them.

use crate::common;
use punchboard::expr::{Number, Value, Values};
use punchboard::model::{Model, Scalar, find};
use punchboard::play::{Position, hand_size, look_up, supplied_places, traces};

/// People read the data in editors and on web pages: no line is longer than a screen is wide.
#[test]
fn lines_of_the_data_are_short() {
    let mut long = Vec::new();
    for game in common::games() {
        for (name, text) in common::texts(&game).iter().filter(|(name, _)| !name.ends_with(".svg")) {
            let lines = text.lines().zip(1..).filter(|(line, _)| line.chars().count() > 160);
            long.extend(lines.map(|(line, n)| format!("{}/{name}:{n}: {}", game.display(), line.chars().count())));
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// A promise is about one record: that nothing at all is unsaid, or worth a warning, is about all of them. Warnings are
/// units that start without supply, rules that nobody cites rightly, rows that no roll reaches.
#[test]
fn nothing_is_unsaid_and_nothing_worth_a_warning() {
    for game in ["verdun", "pivot", "storm", "iron-ring"] {
        let compiled = common::compile_data(game);
        assert_eq!(compiled.messages(), Vec::<String>::new(), "{game}");
        assert_eq!(common::sound(compiled).model.coverage.total.unsaid, 0, "{game}: every record has a source");
    }
}

#[test]
fn the_readme_says_where_the_facts_come_from() {
    let readme = std::fs::read_to_string(common::root().join("README.md")).unwrap();
    for game in ["verdun", "pivot", "storm", "iron-ring"] {
        let tally = common::model(game).coverage.total;
        let share = |part: usize| format!("{:.0} %", 100.0 * part as f64 / tally.total() as f64);
        let said = [tally.rulebook, tally.inferred, tally.reconstructed].map(share).join(", ");
        let row = readme.lines().find(|line| line.starts_with(&format!("| `data/{game}` |"))).unwrap();
        assert!(row.ends_with(&format!("| {said} |")), "{row}\nbut it is {said}");
    }
}

/// A cell of a table for answers given by hand.
fn cell(model: &Model, table: &str, roll: Option<i64>, given: &[(&str, i32)]) -> String {
    let table = find(&model.tables, table).unwrap();
    let env: Values =
        given.iter().map(|(name, number)| ((*name).to_string(), Value::Number(Number::from(*number)))).collect();
    look_up(table, roll, &env).unwrap().cell.unwrap().to_string()
}

/// Cells are texts such as `5-R`: no expression can order them.
#[test]
fn pivot_9_0_more_is_never_worse_in_the_combat_table() {
    let model = common::model("pivot");
    let grade = |quotient: i32, sum: i32, roll: i32| {
        let cell = cell(&model, "combat", Some(roll.into()), &[("quotient", quotient), ("sum", sum)]);
        (cell.trim_end_matches("-R").parse::<i32>().unwrap(), cell.ends_with("-R"))
    };
    let sums = [5, 12, 26, 27];
    for (quotient, at, roll) in (0..=5).flat_map(|q| (0..4).flat_map(move |at| (1..=6).map(move |roll| (q, at, roll))))
    {
        let here = grade(quotient, sums[at], roll);
        let next = [
            (roll < 6).then(|| grade(quotient, sums[at], roll + 1)),
            sums.get(at + 1).map(|sum| grade(quotient, *sum, roll)),
            (quotient < 5).then(|| grade(quotient + 1, sums[at], roll)),
        ];
        for more in next.into_iter().flatten() {
            assert!(here.0 <= more.0 && here.1 <= more.1, "quotient {quotient}, sum {}, roll {roll}", sums[at]);
        }
    }
}

/// The track prints numbers, the table texts: no expression can compare them.
#[test]
fn pivot_2_3_track_and_table_of_replacements_agree() {
    let model = common::model("pivot");
    for turn in 1..=14 {
        for (track, kind, attribute) in
            [("soviet-turn", 1, "soviet-points"), ("axis-turn", 2, "german-points"), ("axis-turn", 3, "minor-points")]
        {
            let space = find(&model.places, &format!("{track}:{turn}")).unwrap();
            let Some(Scalar::Number(printed)) = space.attributes.get(attribute) else { panic!("{track} {turn}") };
            let points = cell(&model, "replacement-points", None, &[("turn", turn), ("kind", kind)]);
            assert_eq!(printed.to_string(), points, "{track}, turn {turn}");
        }
    }
}

/// Hands are formulas over a position, and examples have no step that draws.
#[test]
fn storm_5_1_who_controls_mamayev_kurgan_draws_one_card_more() {
    let model = common::model("storm");
    let mut position = Position::new(&model);
    let hands = |position: &Position<'_>| -> Vec<i64> {
        model.decks.iter().map(|deck| hand_size(position, deck).unwrap().unwrap().to_whole().unwrap()).collect()
    };
    assert_eq!(hands(&position), [6, 6], "6 and 5 on turn 1, and one more for the Soviets, who hold the hill");
    let hill = model.places.iter().position(|place| place.id == "G").unwrap();
    position.control[hill] = model.sides.iter().position(|side| side.id == "german");
    assert_eq!(hands(&position), [7, 5], "and now for the Germans");
}

/// This is about the evaluator: two ways to ask for supply give one answer.
#[test]
fn iron_ring_what_a_rule_reaches_is_what_traces_a_line() {
    let model = common::model("iron-ring");
    let mut position = Position::new(&model);
    position.set_up(model.scenarios.iter().position(|scenario| scenario.id == "winter-storm").unwrap());
    for rule in &model.rules.supply {
        let side = rule.side.as_ref().unwrap().index;
        let reached = supplied_places(&position, rule, side).unwrap();
        for place in (0..model.places.len()).step_by(41).filter(|place| position.in_play(*place)) {
            let traced = traces(&position, rule, place, side).unwrap();
            assert_eq!(reached.contains(&place), traced, "{} at {}", rule.id, model.places[place].id);
        }
    }
}
