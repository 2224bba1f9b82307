//! Edits of the studio: each changes the lines that a careful person would, and nothing else.

mod grid;
mod hostile;
mod maps;

use crate::common::{compile_texts, root, sound_texts, texts};
use punchboard::model::{Model, Spot, What};
use punchboard::source::Sources;
use punchboard::studio::edit::{Edit, Refusal, apply};
use serde_json::json;
use std::collections::BTreeMap;

pub type Texts = BTreeMap<String, String>;

/// A game of `data/`, without what it promises: that it is as it is.
pub fn data(name: &str) -> Texts {
    let mut texts = texts(&root().join("data").join(name));
    texts.retain(|name, _| !["expect.toml", "examples.toml"].contains(&name.as_str()));
    texts
}

/// The game that `punchboard new` makes, without what it promises.
pub fn fresh() -> Texts {
    let mut texts = texts(&root().join("templates/new"));
    texts.retain(|name, _| name.ends_with(".toml") && name != "examples.toml");
    let game = texts.get_mut("game.toml").unwrap();
    game.truncate(game.find("# What the game promises").unwrap());
    texts.values_mut().for_each(|text| *text = text.replace("{{id}}", "fresh").replace("{{title}}", "Fresh"));
    texts
}

/// What an edit makes of a game.
pub fn edited(texts: &Texts, edit: serde_json::Value) -> Result<Texts, Refusal> {
    let edit: Edit = serde_json::from_value(edit).expect("an edit");
    let (sources, _) = Sources::from_texts("game", texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let mut made = texts.clone();
    for change in apply(&sources, &edit)? {
        assert_eq!(change.before, blake3::hash(texts[&change.file].as_bytes()).to_hex().to_string());
        made.insert(change.file, change.text);
    }
    Ok(made)
}

/// The lines that differ between two games, as a diff shows them.
pub fn diff(old: &Texts, new: &Texts) -> String {
    let mut shown = String::new();
    for (name, text) in new {
        let (a, b): (Vec<&str>, Vec<&str>) = (old[name].split('\n').collect(), text.split('\n').collect());
        if a == b {
            continue;
        }
        shown += &format!("{name}\n");
        let front = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - front;
        let back = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[front..a.len() - back], &b[front..b.len() - back]);
        // The longest common lines of what is left.
        let mut length = vec![vec![0usize; b.len() + 1]; a.len() + 1];
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                length[i][j] =
                    if a[i] == b[j] { length[i + 1][j + 1] + 1 } else { length[i + 1][j].max(length[i][j + 1]) };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            if i < a.len() && j < b.len() && a[i] == b[j] {
                (i, j) = (i + 1, j + 1);
            } else if j == b.len() || (i < a.len() && length[i + 1][j] >= length[i][j + 1]) {
                shown += &format!("-{}\n", a[i]);
                i += 1;
            } else {
                shown += &format!("+{}\n", b[j]);
                j += 1;
            }
        }
    }
    shown
}

/// The diff of an edit, after which the game must still be without errors.
pub fn sound_diff(texts: &Texts, edit: serde_json::Value) -> String {
    let made = edited(texts, edit).unwrap_or_else(|refusal| panic!("{refusal}"));
    sound_texts(&made);
    diff(texts, &made)
}

/// The diff of an edit, whatever comes of the game.
pub fn plain_diff(texts: &Texts, edit: serde_json::Value) -> String {
    diff(texts, &edited(texts, edit).unwrap_or_else(|refusal| panic!("{refusal}")))
}

pub fn refused(texts: &Texts, edit: serde_json::Value) -> String {
    edited(texts, edit).expect_err("it is refused").to_string()
}

fn to(scenario: &str, unit: &str, place: &str) -> serde_json::Value {
    json!({ "edit": "move", "scenario": scenario, "pieces": [{ "unit": unit }], "to": { "at": place } })
}

fn to_card(scenario: &str, unit: &str) -> serde_json::Value {
    json!({ "edit": "move", "scenario": scenario, "pieces": [{ "unit": unit }], "to": "card" })
}

#[test]
fn a_unit_that_returns_to_its_own_start_is_only_no_longer_left_out() {
    let verdun = data("verdun");
    let model = sound_texts(&verdun).model;
    let own = |text: &str| verdun.values().any(|file| file.contains(text));
    let start = |placement: &punchboard::model::Placement| match (&placement.what, &placement.spot) {
        (What::Unit(unit), Some(Spot::At(place))) => Some((unit.id.to_string(), place.id.to_string())),
        _ => None,
    };
    let starts = model.scenarios[0].setup.iter().filter_map(start);
    let (unit, place) = { starts }.find(|(_, place)| own(&format!("setup = \"{place}\""))).unwrap();
    let away = edited(&verdun, to_card("standard", &unit)).unwrap();
    assert_ne!(away, verdun);
    let back = json!({ "edit": "move", "scenario": "standard", "pieces": [{ "unit": unit }], "to": { "at": place } });
    assert_eq!(diff(&verdun, &edited(&away, back).unwrap()), "");
}

#[test]
fn a_unit_that_says_itself_where_it_starts_is_changed_itself() {
    let storm = data("storm");
    assert_eq!(
        sound_diff(&storm, to("october", "39/13G", "I")),
        r#"counters-soviet.toml
-  { id = "39/13G", name = "39", front = [2, 9, 3], back = [8], setup = "J" },
+  { id = "39/13G", name = "39", front = [2, 9, 3], back = [8], setup = "I" },
"#
    );
    // Its group starts in K: its own word is then not needed.
    assert_eq!(
        sound_diff(&storm, to("october", "39/13G", "K")),
        r#"counters-soviet.toml
-  { id = "39/13G", name = "39", front = [2, 9, 3], back = [8], setup = "J" },
+  { id = "39/13G", name = "39", front = [2, 9, 3], back = [8] },
"#
    );
    assert_eq!(
        sound_diff(&storm, to("october", "42/13G", "J")),
        r#"counters-soviet.toml
-  { id = "42/13G", name = "42", front = [2, 9, 3], back = [8] },
+  { id = "42/13G", name = "42", front = [2, 9, 3], back = [8], setup = "J" },
"#
    );
    // A key goes before the source, and a setup of several words becomes one.
    assert_eq!(
        sound_diff(&data("verdun"), to("standard", "270/10NKVD", "28")),
        r#"counters-soviet.toml
-  { id = "270/10NKVD", formation = "10nkvd", front = [3, 3], back = [2, 3], setup = "27",
+  { id = "270/10NKVD", formation = "10nkvd", front = [3, 3], back = [2, 3], setup = "28",
"#
    );
    assert_eq!(
        plain_diff(&data("iron-ring"), to("campaign", "278RD", "0124")),
        r#"counters-soviet.toml
-  { id = "278RD", front = [3, 4, 5, 2], back = [2, 2, 5, 1], setup = { line = ["0124", "0129"], code = "0124" } },
+  { id = "278RD", front = [3, 4, 5, 2], back = [2, 2, 5, 1], setup = "0124" },
"#
    );
    assert_eq!(
        sound_diff(&fresh(), to("crossing", "Guard", "3")),
        r#"counters.toml
-  { id = "Guard", front = [2], setup = "towns" },     # a region: the player chooses
+  { id = "Guard", front = [2], setup = "3" },     # a region: the player chooses
"#
    );
}

#[test]
fn where_another_scenario_goes_by_the_same_words_the_scenario_says_it() {
    // `campaign` extends `standard`, which would change with the unit.
    assert_eq!(
        sound_diff(&data("verdun"), to("campaign", "269/10NKVD", "34")),
        r#"scenarios.toml
+  { units = ["269/10NKVD"], at = "34" },
"#
    );
    // `uranus` extends `campaign`; `winter-storm` places this unit elsewhere.
    assert_eq!(
        plain_diff(&data("iron-ring"), to("uranus", "14GD", "0522")),
        r#"scenarios.toml
+  { units = ["14GD"], at = "0522" },
"#
    );
}

#[test]
fn a_unit_leaves_its_placement_and_joins_another() {
    let ring = data("iron-ring");
    // Alone: only the place changes.
    assert_eq!(
        sound_diff(&ring, to("winter-storm", "VIII", "3408")),
        r#"scenarios.toml
-  { units = ["VIII"], at = "3407" },
+  { units = ["VIII"], at = "3408" },
"#
    );
    // Of several: it goes its own way.
    assert_eq!(
        sound_diff(&ring, to("winter-storm", "132/44", "3407")),
        r#"scenarios.toml
-  { units = ["131/44", "132/44"], at = "3308" },
+  { units = ["131/44"], at = "3308" },
-  { units = ["VIII"], at = "3407" },
+  { units = ["VIII", "132/44"], at = "3407" },
"#
    );
    // Where nobody stands with the same face up, a line of its own is next to where it came from.
    assert_eq!(
        sound_diff(&ring, to("winter-storm", "535/384", "3407")),
        r#"scenarios.toml
-  { units = ["535/384", "536/384"], at = "3310", state = "reduced" },
+  { units = ["536/384"], at = "3310", state = "reduced" },
+  { units = ["535/384"], at = "3407", state = "reduced" },
"#
    );
    // The last one takes the line away, the comment above stays.
    assert_eq!(
        sound_diff(&ring, to("winter-storm", "VIII", "3406")),
        r#"scenarios.toml
-  { units = ["VIII"], at = "3407" },
-  { units = ["XIV Pz"], at = "3406" },
+  { units = ["XIV Pz", "VIII"], at = "3406" },
"#
    );
    // The player had the choice; now the place is fixed.
    assert_eq!(
        sound_diff(&ring, to("winter-storm", "Alarm 8", "3125")),
        r#"scenarios.toml
-  { units = ["685/336"], at = "3125" },
+  { units = ["685/336", "Alarm 8"], at = "3125" },
-  { units = ["Alarm 1", "Alarm 2", "Alarm 3", "Alarm 4", "Alarm 5", "Alarm 6", "Alarm 7", "Alarm 8"],
+  { units = ["Alarm 1", "Alarm 2", "Alarm 3", "Alarm 4", "Alarm 5", "Alarm 6", "Alarm 7"],
"#
    );
}

#[test]
fn a_stack_moves_as_one() {
    let stack = json!({ "edit": "move", "scenario": "winter-storm", "to": { "at": "3505" },
        "pieces": [{ "unit": "79/16" }, { "unit": "Pz24" }, { "unit": "21/24" }] });
    assert_eq!(
        sound_diff(&data("iron-ring"), stack),
        r#"scenarios.toml
-  { units = ["79/16", "Pz24", "21/24", "26/24"], at = "3503" },
+  { units = ["26/24"], at = "3503" },
+  { units = ["79/16", "Pz24", "21/24"], at = "3505" },
"#
    );
}

#[test]
fn markers_move_and_so_do_some_of_their_copies() {
    let verdun = data("verdun");
    let marker = |marker: &str, from: serde_json::Value, copies: serde_json::Value, to: &str| {
        json!({ "edit": "move", "scenario": "standard", "to": { "at": to },
            "pieces": [{ "marker": marker, "from": from, "copies": copies }] })
    };
    assert_eq!(
        sound_diff(&verdun, marker("turn", json!(null), json!(null), "turn:2")),
        r#"scenarios.toml
-  { marker = "turn", at = "turn:1", state = "attack" },
+  { marker = "turn", at = "turn:2", state = "attack" },
"#
    );
    assert_eq!(
        sound_diff(&verdun, marker("rubble", json!("13"), json!(null), "15")),
        r#"scenarios.toml
-  { marker = "rubble", at = ["11", "12", "13", "14", "24", "25", "34", "61"] },
+  { marker = "rubble", at = ["11", "12", "15", "14", "24", "25", "34", "61"] },
"#
    );
    assert_eq!(
        sound_diff(&verdun, marker("air", json!("german-support"), json!(1), "1")),
        r#"scenarios.toml
-  { marker = "air", count = 2, at = "german-support" },
+  { marker = "air", at = "german-support" },
+  { marker = "air", at = "1" },
"#
    );
    let card = json!({ "edit": "move", "scenario": "standard", "to": "card", "pieces": [{ "marker": "hero" }] });
    assert_eq!(
        sound_diff(&verdun, card),
        r#"scenarios.toml
-  { marker = "hero", at = "soviet-support" },
"#
    );
    assert!(refused(&verdun, marker("rubble", json!(null), json!(null), "15")).contains("say which one"));
    assert!(refused(&verdun, marker("rubble", json!("99"), json!(null), "15")).contains("no `rubble` in `99`"));
    assert!(refused(&verdun, marker("air", json!(null), json!(3), "1")).contains("there are 2"));
    // The first of a list on one line gets a line of its own, like the second.
    let held = json!({ "edit": "move", "scenario": "october", "to": { "at": "K" }, "pieces": [{ "marker": "german-control" }] });
    let storm = data("storm");
    if storm["counters-markers.toml"].contains("id = \"german-control\"") {
        assert!(plain_diff(&storm, held).contains("+  { marker = \"turn\", at = \"turn:1\" },"));
    }
}

#[test]
fn a_unit_goes_back_on_its_card_and_comes_from_there() {
    let ring = data("iron-ring");
    // Its own record says where it starts, so the scenario need not.
    assert_eq!(
        plain_diff(&ring, to_card("winter-storm", "132/44")),
        r#"scenarios.toml
-  { units = ["131/44", "132/44"], at = "3308" },
+  { units = ["131/44"], at = "3308" },
"#
    );
    // Left out before: then it is not left out any more.
    let no_longer = r#"scenarios.toml
-    "276/94", "v.Op", "129/22", "140/22", "StuG 177", "91 Fl", "Smns", "Sbru", "Strk", "Seyd", "Birk", "Bsff",
+    "v.Op", "129/22", "140/22", "StuG 177", "91 Fl", "Smns", "Sbru", "Strk", "Seyd", "Birk", "Bsff",
"#;
    let elsewhere = "+  { units = [\"276/94\"], at = \"3703\" },\n";
    assert_eq!(plain_diff(&ring, to("winter-storm", "276/94", "3703")), format!("{no_longer}{elsewhere}"));
    // Where it says itself that it starts, that is all.
    assert_eq!(plain_diff(&ring, to("winter-storm", "276/94", "3702")), no_longer);
    let fresh = fresh();
    assert_eq!(
        sound_diff(&fresh, to_card("crossing", "2/7")),
        r#"scenarios.toml
+without = [{ units = ["2/7"] }]
"#
    );
    let left_out = edited(&fresh, to_card("crossing", "2/7")).unwrap();
    assert_eq!(
        plain_diff(&left_out, to_card("crossing", "1/7")),
        r#"scenarios.toml
-without = [{ units = ["2/7"] }]
+without = [{ units = ["2/7", "1/7"] }]
"#
    );
    assert!(refused(&left_out, to_card("crossing", "2/7")).contains("on its card already"));
    let back = edited(&left_out, to("crossing", "2/7", "4")).unwrap();
    assert_eq!(diff(&fresh, &back), "");
}

/// Where pieces stand: what, how many, which face, where.
fn setup(model: &Model, scenario: &str) -> Vec<String> {
    let scenario = model.scenarios.iter().find(|other| other.id == scenario).unwrap();
    let mut setup: Vec<String> = scenario
        .setup
        .iter()
        .map(|placed| {
            format!("{:?} {} {} {:?} {:?}", placed.what, placed.copies, placed.state, placed.spot, placed.each)
        })
        .collect();
    setup.sort();
    setup
}

/// A whole scenario is cleared, everything dragged to one corner, and set up again by hand: it is the one in the data.
fn set_up_by_hand(game: &str, scenario: &str, aside: &str) {
    let texts = data(game);
    let model = sound_texts(&texts).model;
    let wanted = setup(&model, scenario);
    let def = model.scenarios.iter().find(|other| other.id == scenario).unwrap();
    let mut units: Vec<(String, serde_json::Value)> = Vec::new();
    for placed in &def.setup {
        let (What::Unit(unit), Some(Spot::At(place))) = (&placed.what, &placed.spot) else { continue };
        let own = model.units[unit.index].setup.as_ref().map(|setup| &setup.spot);
        let to = match own {
            Some(Spot::With(owner)) => json!({ "with": owner.id.to_string() }),
            _ => json!({ "at": place.id.to_string() }),
        };
        units.push((unit.id.to_string(), to));
    }
    let once = |id: &str| units.iter().filter(|(unit, _)| unit == id).count() == 1;
    let units: Vec<&(String, serde_json::Value)> = units.iter().filter(|(unit, _)| once(unit)).collect();
    assert!(units.len() > 20, "{}", units.len());
    let pieces: Vec<serde_json::Value> = units.iter().map(|(unit, _)| json!({ "unit": unit })).collect();
    let away = json!({ "edit": "move", "scenario": scenario, "pieces": pieces, "to": { "at": aside } });
    let mut game = edited(&texts, away).unwrap();
    assert_ne!(diff(&texts, &game), "");
    let mut spots: Vec<&serde_json::Value> = Vec::new();
    for (_, to) in &units {
        if !spots.contains(&to) {
            spots.push(to);
        }
    }
    for to in spots {
        let pieces: Vec<serde_json::Value> =
            units.iter().filter(|(_, other)| other == to).map(|(unit, _)| json!({ "unit": unit })).collect();
        let back = json!({ "edit": "move", "scenario": scenario, "pieces": pieces, "to": to });
        game = edited(&game, back).unwrap();
    }
    let made = sound_texts(&game).model;
    assert_eq!(setup(&made, scenario), wanted);
    for other in model.scenarios.iter().filter(|other| other.id != scenario) {
        assert_eq!(setup(&made, &other.id), setup(&model, &other.id), "{}", other.id);
    }
}

#[test]
fn a_scenario_of_placements_is_set_up_by_hand() {
    set_up_by_hand("iron-ring", "winter-storm", "axis-supply-pool");
}

#[test]
fn a_scenario_of_units_that_say_it_themselves_is_set_up_by_hand() {
    set_up_by_hand("storm", "october", "turn:1");
    set_up_by_hand("verdun", "standard", "vp:0");
    set_up_by_hand("pivot", "campaign", "vp:0");
}

#[test]
fn what_is_not_there_is_not_moved() {
    let fresh = fresh();
    assert!(refused(&fresh, to("nowhere", "1/1", "3")).contains("no scenario `nowhere`"));
    assert!(refused(&fresh, to("crossing", "9/9", "3")).contains("no unit `9/9`"));
    let none = json!({ "edit": "move", "scenario": "crossing", "pieces": [], "to": "card" });
    assert!(refused(&fresh, none).contains("nothing is moved"));
    // Where it goes is checked like everything else: by compiling.
    let made = edited(&fresh, to("crossing", "1/1", "no such place")).unwrap();
    assert!(compile_texts(&made).game.is_none());
}

fn value(of: serde_json::Value, key: serde_json::Value, value: serde_json::Value) -> serde_json::Value {
    json!({ "edit": "value", "of": of, "key": key, "value": value })
}

#[test]
fn values_of_counters_change_where_they_stand() {
    let storm = data("storm");
    assert_eq!(
        sound_diff(&storm, value(json!({ "unit": "34/13G" }), json!(["front", 1]), json!(8))),
        r#"counters-soviet.toml
-  { id = "34/13G", name = "34", front = [2, 9, 3], back = [8] },
+  { id = "34/13G", name = "34", front = [2, 8, 3], back = [8] },
"#
    );
    assert_eq!(
        sound_diff(&storm, value(json!({ "unit": "34/13G" }), json!(["name"]), json!("34 Gd"))),
        r#"counters-soviet.toml
-  { id = "34/13G", name = "34", front = [2, 9, 3], back = [8] },
+  { id = "34/13G", name = "34 Gd", front = [2, 9, 3], back = [8] },
"#
    );
    // What its group says is said by the unit itself, before the source.
    assert_eq!(
        sound_diff(&data("pivot"), value(json!({ "unit": "12A" }), json!(["slots"]), json!(2))),
        r#"counters-soviet.toml
-  { id = "12A", name = "12", front = [2, 3], strength = 4, setup = "1114", src = "reconstructed" },
+  { id = "12A", name = "12", front = [2, 3], strength = 4, setup = "1114", slots = 2, src = "reconstructed" },
"#
    );
    assert_eq!(
        sound_diff(&fresh(), value(json!({ "marker": "blue-held" }), json!(["front", "label"]), json!("Held"))),
        r#"counters.toml
-front = { label = "Blue", glyph = "control" }
+front = { label = "Held", glyph = "control" }
"#
    );
    assert_eq!(
        plain_diff(&data("pivot"), value(json!({ "unit": "12A" }), json!(["strength"]), json!(null))),
        r#"counters-soviet.toml
-  { id = "12A", name = "12", front = [2, 3], strength = 4, setup = "1114", src = "reconstructed" },
+  { id = "12A", name = "12", front = [2, 3], setup = "1114", src = "reconstructed" },
"#
    );
}

#[test]
fn cells_and_texts_change_where_they_stand() {
    let fresh = fresh();
    let tables = &fresh["tables.toml"];
    let byte = tables.find("cells = ").unwrap();
    let old = tables[byte..].lines().next().unwrap().to_string();
    let shown = sound_diff(
        &fresh,
        value(json!({ "in": { "file": "tables.toml", "byte": byte } }), json!(["cells", 0]), json!("no")),
    );
    assert!(shown.starts_with("tables.toml\n-") && shown.lines().count() == 3, "{shown}");
    assert!(shown.contains(&old), "{shown}");
    let about = value(
        json!({ "in": { "file": "game.toml", "byte": fresh["game.toml"].find("title").unwrap() } }),
        json!(["about"]),
        json!("Blue must cross."),
    );
    assert_eq!(
        sound_diff(&fresh, about),
        "game.toml\n-about = \"Blue must cross a river and take two towns in four turns.\"\n+about = \"Blue must cross.\"\n"
    );
    // A folded text is folded again, at the same width.
    let ring = data("iron-ring");
    let text = "There are no Soviet Supply Units and no bombardment at all. The deployment is that of the tenth of December 1942, as far as it is known. 306th Division stays out.";
    assert_eq!(
        sound_diff(&ring, value(json!({ "scenario": "winter-storm" }), json!(["note"]), json!(text))),
        r#"scenarios.toml
-  There are no Soviet Supply Units and no bombardment. The deployment is that of 10 December 1942. 306th Division comes at \
-  G, which is off this map, and stays out."""
+  There are no Soviet Supply Units and no bombardment at all. The deployment is that of the tenth of December 1942, as far \
+  as it is known. 306th Division stays out."""
"#
    );
}

#[test]
fn values_that_are_not_there_are_not_changed() {
    let fresh = fresh();
    let unit =
        |key: serde_json::Value, to: serde_json::Value| refused(&fresh, value(json!({ "unit": "1/1" }), key, to));
    assert!(unit(json!([]), json!(1)).contains("which value"));
    assert!(unit(json!(["front", 9]), json!(1)).contains("no such value"));
    assert!(unit(json!(["front", "x"]), json!(1)).contains("no such value"));
    assert!(unit(json!(["name"]), json!(null)).contains("no `name` of its own"));
    assert!(unit(json!(["name"]), json!("x".repeat(100_000))).contains("are allowed"));
    let of = |of: serde_json::Value| refused(&fresh, value(of, json!(["name"]), json!("x")));
    assert!(of(json!({ "unit": "9" })).contains("no unit `9`"));
    assert!(of(json!({ "table": "9" })).contains("no table `9`"));
    assert!(of(json!({ "in": { "file": "../game.toml", "byte": 3 } })).contains("no file `../game.toml`"));
    assert!(of(json!({ "in": { "file": "map.toml", "byte": 99999999 } })).contains("no record"));
    assert!(of(json!({ "in": { "file": "templates/faces/unit.yaml", "byte": 3 } })).contains("no file"));
}

const CSV: &str = "# src = reconstructed\r\nid,side,type,layout,front,setup,independent\r\nScouts,red,infantry,unit,\"3 4 4\",5,true\r\n";

#[test]
fn cells_of_csv_files_change_alone() {
    let mut fresh = fresh();
    fresh.insert("counters-late.csv".to_string(), CSV.replace("unit,\"3 4 4\"", "garrison,3"));
    let scouts = json!({ "unit": "Scouts" });
    assert_eq!(
        sound_diff(&fresh, value(scouts.clone(), json!(["front", 0]), json!(4))),
        "counters-late.csv\n-Scouts,red,infantry,garrison,3,5,true\r\n+Scouts,red,infantry,garrison,4,5,true\r\n"
    );
    assert_eq!(
        sound_diff(&fresh, to("crossing", "Scouts", "6")),
        "counters-late.csv\n-Scouts,red,infantry,garrison,3,5,true\r\n+Scouts,red,infantry,garrison,3,6,true\r\n"
    );
    assert_eq!(
        sound_diff(&fresh, value(scouts, json!(["name"]), json!("Scouts, \"old\""))),
        "counters-late.csv\n\
         -id,side,type,layout,front,setup,independent\r\n-Scouts,red,infantry,garrison,3,5,true\r\n\
         +id,side,type,layout,front,setup,independent,name\r\n+Scouts,red,infantry,garrison,3,5,true,\"Scouts, \"\"old\"\"\"\r\n"
    );
}
