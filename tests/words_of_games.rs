//! What games have: defaults of a file, sides and colours of formations, dice with a sum.

use crate::common::{compile_texts, examples, sound_texts};
use punchboard::art::faces;
use punchboard::draw::{Item, Style, TextMode, to_svg};
use punchboard::source::values::{Colour, Dice};
use std::collections::BTreeMap;

fn ford() -> BTreeMap<String, String> {
    let mut files = examples(&["language"]);
    let game = files.get_mut("game.toml").unwrap();
    let start = game.find("[expect]").unwrap();
    let end = start + game[start..].find("\n]\n").unwrap() + 3;
    game.replace_range(start..end, "");
    files
}

fn edited(file: &str, from: &str, to: &str) -> BTreeMap<String, String> {
    let mut files = ford();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(from), "{from} is not in {file}");
    *text = text.replace(from, to);
    files
}

#[test]
fn defaults_fill_what_records_leave_out() {
    let before = sound_texts(&ford()).model;
    let mut files = edited("counters.toml", "layout = \"static\"\n", "");
    let counters = files.get_mut("counters.toml").unwrap();
    *counters = counters.replacen(
        "src = \"reconstructed\"\n",
        "src = \"reconstructed\"\n[defaults.units]\nlayout = \"static\"\n",
        1,
    );
    let after = sound_texts(&files).model;
    let json = |model: &punchboard::model::Model| serde_json::to_value(model).unwrap();
    assert_eq!(json(&before), json(&after));
}

#[test]
fn defaults_of_nothing_are_reported() {
    let mut files = ford();
    files.get_mut("counters.toml").unwrap().push_str("\n[defaults.unites]\nlayout = \"unit\"\n");
    let messages = compile_texts(&files).messages().join("\n");
    assert!(messages.contains("this file has no `[[unites]]`") && messages.contains("`units`"), "{messages}");
    let mut files = ford();
    files.get_mut("counters.toml").unwrap().push_str("\n[defaults]\nlayout = \"unit\"\n");
    let messages = compile_texts(&files).messages().join("\n");
    assert!(messages.contains("`defaults` has a table for each kind of record"), "{messages}");
}

#[test]
fn a_formation_has_the_side_of_its_parent() {
    let files = edited("game.toml", "name = \"9th Corps\"\nside = \"red\"\n", "name = \"9th Corps\"\n");
    let model = sound_texts(&files).model;
    let corps = model.formations.iter().find(|formation| formation.id == "9-corps").unwrap();
    assert_eq!(&*corps.side.id, "red");
    let files = edited("game.toml", "name = \"Red Army\"\nside = \"red\"\n", "name = \"Red Army\"\n");
    let messages = compile_texts(&files).messages().join("\n");
    assert!(messages.contains("neither the formation `red-army` nor one above it has a `side`"), "{messages}");
}

/// The colour of the ground of a unit's front.
fn ground(files: &BTreeMap<String, String>, unit: &str) -> Colour {
    let game = sound_texts(files);
    let counter = game.model.counters.iter().find(|counter| counter.id == unit).unwrap();
    let face = faces::counter(&game.model, &game.look, counter, false, 0.0);
    match &face.items[0] {
        Item::Shape(_, Style { fill: Some(colour), .. }) => *colour,
        other => panic!("{other:?}"),
    }
}

#[test]
fn formations_and_types_have_colours_of_their_own() {
    let plain = ford();
    assert_eq!(ground(&plain, "9TK"), Colour([0xcf, 0xab, 0x78]));
    let army =
        edited("game.toml", "name = \"Red Army\"\n", "name = \"Red Army\"\nground = \"#204060\"\nink = \"#ffffff\"\n");
    assert_eq!(ground(&army, "9TK"), Colour([0x20, 0x40, 0x60]));
    assert_eq!(ground(&army, "Levy A"), Colour([0xcf, 0xab, 0x78]));
    let militia = edited("game.toml", "name = \"Militia\"\n", "name = \"Militia\"\nground = \"#f0f0f0\"\n");
    assert_eq!(ground(&militia, "Militia"), Colour([0xf0, 0xf0, 0xf0]));
    let pale =
        edited("game.toml", "name = \"Red Army\"\n", "name = \"Red Army\"\nground = \"#204060\"\nink = \"#203050\"\n");
    assert!(compile_texts(&pale).messages().join("\n").contains("PB0801"));
}

#[test]
fn dice_may_add_a_number() {
    let dice = Dice::parse("2d6-1").unwrap();
    assert_eq!((dice.totals().first(), dice.totals().last()), (Some(&1), Some(&11)));
    assert_eq!(dice.to_string(), "2d6-1");
    assert_eq!(Dice::parse("d6 + 1").unwrap().to_string(), "1d6+1");
    for wrong in ["d6+", "d6+x", "d66+1", "+1", "d6+99999"] {
        assert_eq!(Dice::parse(wrong), None, "{wrong}");
    }
    let files = edited("tables.toml", "dice = \"1d6\"\n", "dice = \"d6-1\"\n");
    let messages = compile_texts(&files).messages().join("\n");
    assert!(messages.contains("PB0601") && messages.contains('0'), "{messages}");
}

#[test]
fn common_echelons_and_types_need_no_record() {
    let mut files = ford();
    let unit = "\n[[units]]\nside = \"red\"\ntype = \"cavalry\"\nsize = \"company\"\nlayout = \"static\"\nindependent = true\nunit = [{ id = \"Hussars\", front = [2, 1], setup = \"6\" }]\n";
    files.get_mut("counters.toml").unwrap().push_str(unit);
    let model = sound_texts(&files).model;
    let hussars = model.units.iter().find(|unit| unit.id == "Hussars").unwrap();
    assert_eq!((&*hussars.unit_type.id, hussars.symbol.as_str()), ("cavalry", "cavalry"));
    assert_eq!(model.types[hussars.unit_type.index].name, "Cavalry");
    assert_eq!(model.sizes[hussars.size.as_ref().unwrap().index].mark.as_deref(), Some("I"));
    let text = files.get_mut("counters.toml").unwrap();
    *text = text.replace("type = \"cavalry\"", "type = \"cavalri\"");
    assert!(compile_texts(&files).messages().join("\n").contains("there is no type `cavalri`"));
}

const SUPPLIES: &str = r#"
[[supply]]
id = "wood-supply"
name = "Blue supply"
side = "blue"
sources = ["1"]
range = 3
text = "Three areas to the wood."

[[supply]]
id = "wood-armour"
name = "Armour"
extends = "wood-supply"
units = "type == 'armour'"
range = 1
"#;

#[test]
fn a_supply_rule_extends_another() {
    let mut files = ford();
    files.get_mut("rules.toml").unwrap().push_str(SUPPLIES);
    let model = common_model(&files);
    let own = model.rules.supply.iter().find(|supply| supply.id == "wood-armour").unwrap();
    let base = model.rules.supply.iter().find(|supply| supply.id == "wood-supply").unwrap();
    assert_eq!((own.range, base.range), (Some(1), Some(3)));
    assert_eq!((own.text.as_ref(), &own.side), (base.text.as_ref(), &base.side));
    let rules = files.get_mut("rules.toml").unwrap();
    *rules = rules.replace("extends = \"wood-supply\"", "extends = \"wood-suply\"");
    let messages = compile_texts(&files).messages().join("\n");
    assert!(
        messages.contains("there is no supply rule `wood-suply`") && messages.contains("wood-supply"),
        "{messages}"
    );
    let rules = files.get_mut("rules.toml").unwrap();
    *rules = rules.replace("extends = \"wood-suply\"", "extends = \"wood-armour\"");
    assert!(compile_texts(&files).messages().join("\n").contains("PB0205"));
}

fn common_model(files: &BTreeMap<String, String>) -> punchboard::model::Model {
    let compiled = compile_texts(files);
    let messages = compiled.messages();
    compiled.game.unwrap_or_else(|| panic!("{}", messages.join("\n"))).model
}

#[test]
fn stacking_limits_choose_units_and_count_values() {
    let rule =
        |limit: u32| format!("\n[[stacking]]\nlimit = {limit}\nunits = \"type == 'infantry'\"\ncounts = \"defence\"\n");
    let with = |limit: u32| {
        let mut files = ford();
        files.get_mut("rules.toml").unwrap().push_str(&rule(limit));
        compile_texts(&files).messages().join("\n")
    };
    assert!(with(1).contains("PB0705"), "{}", with(1));
    assert!(!with(100).contains("PB0705"));
    let mut files = ford();
    files.get_mut("rules.toml").unwrap().push_str(&rule(1).replace("'infantry'", "'armour'"));
    assert!(!compile_texts(&files).messages().join("\n").contains("1/1"), "infantry does not count");
}

const TEMPLATE: &str = r##"
draws: unit
units: [100, 100]
let:
  ground: { by: type, militia: "#224466", infantry: "{side-colour}", else: "#fbfaf4" }
layers:
  - fill: "{ground}"
  - pips: "attack"
    of: "attack + defence"
    at: [10, 60, 80, 10]
    ink: "#0b0c0e"
"##;

#[test]
fn templates_look_up_and_count_values() {
    let mut files = edited("game.toml", "id = \"static\"\n", "id = \"static\"\ntemplate = \"plain\"\n");
    files.insert("templates/faces/plain.yaml".to_string(), TEMPLATE.to_string());
    assert_eq!(ground(&files, "Levy A"), Colour([0x22, 0x44, 0x66]));
    assert_eq!(ground(&files, "Guard"), Colour([0xcf, 0xab, 0x78]));
    let game = sound_texts(&files);
    let dots = |unit: &str| {
        let counter = game.model.counters.iter().find(|counter| counter.id == unit).unwrap();
        let face = faces::counter(&game.model, &game.look, counter, false, 0.0);
        to_svg(&face, TextMode::Outlined).matches('M').count()
    };
    // Guard has 2 and 3, Levy B 1 and 1.
    assert!(dots("Guard") > dots("Levy B"), "{} {}", dots("Guard"), dots("Levy B"));
    files.insert("templates/faces/plain.yaml".to_string(), TEMPLATE.replace("by: type, ", ""));
    assert!(compile_texts(&files).messages().join("\n").contains("a lookup says `by` which field it goes"));
}
