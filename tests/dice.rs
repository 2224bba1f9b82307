//! Opposed dice, dice by side, dice with faces.

use crate::common::{self, desk::Desk};
use punchboard::Compiled;
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::{Artifacts, Emitter, WebTable};
use punchboard::model::Model;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The game that `punchboard new` makes, with the tables of the page about dice.
fn texts() -> BTreeMap<String, String> {
    let mut texts = common::texts(&common::root().join("templates/new"));
    for text in texts.values_mut() {
        *text = text.replace("{{id}}", "example").replace("{{title}}", "Example");
    }
    for (file, text) in common::examples(&["howto/dice"]) {
        texts.entry(file).or_default().push_str(&text);
    }
    texts
}

fn with(from: &str, to: &str) -> String {
    let mut texts = texts();
    let tables = texts.get_mut("tables.toml").unwrap();
    assert!(tables.contains(from), "{from}");
    *tables = tables.replacen(from, to, 1);
    common::compile_texts(&texts).messages().join("\n")
}

fn totals(model: &Model, id: &str) -> Vec<Vec<i64>> {
    let table = model.tables.iter().find(|table| table.id == id).unwrap();
    table.throws().iter().map(punchboard::model::Throw::totals).collect()
}

#[test]
fn totals_are_those_of_all_dice() {
    let model = common::sound_texts(&texts()).model;
    assert_eq!(totals(&model, "duel"), [(-7..=5).collect::<Vec<i64>>()]);
    assert_eq!(totals(&model, "rally"), [(2..=12).collect::<Vec<i64>>(), (1..=6).collect()]);
    assert_eq!(totals(&model, "charge"), [[0, 1, 2, 3]]);
    let words: Vec<_> = model.tables.iter().filter_map(|table| table.rolled(&model.sides)).collect();
    assert!(words.ends_with(&["1d6 against 1d8".into(), "Blue 2d6, Red 1d6".into(), "3 Battle".into()]), "{words:?}");
}

#[test]
fn gaps_and_dead_rows_are_found_over_all_of_them() {
    assert!(with("{ on = \"0\", result = \"draw\"", "{ on = \"0-1\", result = \"draw\"").contains("overlap"));
    assert!(with("{ on = \"-1-\", result = \"lost\", text = \"Your own unit retreats.\" },", "").contains("PB0601"));
    assert!(with("on = \"3\", result = \"two\"", "on = \"3-4\", result = \"two\"").is_empty());
    assert!(with("{ on = \"3\", result = \"two\"", "{ on = \"4\", result = \"two\"").contains("no row covers 3"));
}

#[test]
fn mistakes_with_dice_are_told() {
    for (from, to, told) in [
        ("\"3 battle\"", "\"3 batle\"", "there is no die `batle`"),
        ("\"3 battle\"", "\"3x6\"", "`3x6` is not a dice expression"),
        ("{ blue = \"2d6\", red", "{ bleu = \"2d6\", red", "`bleu`"),
        ("against = \"1d8\"", "against = \"2 battle\"", "dice against others have numbers"),
        ("against = \"1d8\"", "against = { blue = \"1d8\" }", "`against` by side needs `dice` by side"),
        ("against = \"1d8\"", "against = \"1d8\"\nsecret = true", "a secret roll cannot be against"),
        ("values = [1, 1, 0, 1, 0, 0]", "values = [1, 1]", "6 faces have 2 values"),
        ("id = \"battle\"", "id = \"d6\"", "means dice of numbers"),
    ] {
        let messages = with(from, to);
        assert!(messages.contains(told), "{told}:\n{messages}");
    }
}

#[test]
fn the_engine_data_have_all_dice() {
    let game = common::sound_texts(&texts());
    let json: Value = serde_json::from_slice(&punchboard::emit::engine(&game.model, &game.look)).unwrap();
    let table = |id: &str| json["tables"].as_array().unwrap().iter().find(|table| table["id"] == id).unwrap().clone();
    assert_eq!(json["dice"][0]["faces"][3], serde_json::json!({ "name": "Swords", "value": 1 }));
    assert_eq!((&table("charge")["die"], &table("charge")["dice"]["count"]), (&"battle".into(), &3.into()));
    assert_eq!(table("duel")["against"]["sides"], 8);
    assert!(table("rally")["dice"].is_null());
    assert_eq!(table("rally")["dice_by_side"][1]["side"], "red");
    assert_eq!(table("rally")["dice_by_side"][1]["dice"]["count"], 1);
}

#[test]
fn a_module_rolls_them() {
    let game = common::sound_texts(&texts());
    let bytes = vassal::module(&common::small(&game)).unwrap();
    let build = unpack(&bytes, Limits::default()).unwrap().remove("buildFile.xml").unwrap();
    let build = String::from_utf8(build).unwrap();
    for part in [
        "Random(8)",
        "&quot; against 1d8 = &quot;",
        "text=\"Rally: Blue\"",
        "text=\"Rally: Red\"",
        "text=\"3 Battle\"",
        "(result3 &lt; 3 ? &quot;Hit&quot; : result3 &lt; 4 ? &quot;Flag&quot; : ",
        "(result1 &lt; 3 ? 1 : result1 &lt; 4 ? 0 : result1 &lt; 5 ? 1 : 0)",
    ] {
        assert!(build.contains(part), "{part}");
    }
}

/// The game with a picture for each face of its die.
fn pictured(image: &str, files: &[&str]) -> Compiled {
    let mut texts = texts();
    let tables = texts.get_mut("tables.toml").unwrap();
    *tables = tables.replacen("name = \"Battle\"", &format!("name = \"Battle\"\nimage = \"{image}\""), 1);
    let svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><circle cx=\"5\" cy=\"5\" r=\"4\"/></svg>";
    texts.extend(files.iter().map(|file| ((*file).to_string(), svg.to_string())));
    common::compile_texts(&texts)
}

const FACES: [&str; 4] = ["art/battle-Hit.svg", "art/battle-Flag.svg", "art/battle-Swords.svg", "art/battle-Miss.svg"];

#[test]
fn faces_are_pictures_in_the_module_on_the_aid_and_on_the_table_in_the_browser() {
    let game = common::sound(pictured("art/{id}-{face}.svg", &FACES));
    assert_eq!(game.model.dice[0].faces[2].image.as_deref(), Some("art/battle-Flag.svg"));

    let files = unpack(&vassal::module(&common::small(&game)).unwrap(), Limits::default()).unwrap();
    let build = String::from_utf8(files["buildFile.xml"].clone()).unwrap();
    let button = build.split("<VASSAL.build.module.SpecialDiceButton ").nth(1).unwrap();
    let button = &button[..button.find("</VASSAL.build.module.SpecialDiceButton").unwrap()];
    assert!(button.contains("resultButton=\"true\"") && button.contains("windowX=\"96\""), "{button}");
    assert_eq!(button.matches("<VASSAL.build.module.SpecialDie ").count(), 3, "three are rolled");
    assert!(button.contains("text=\"Flag\" value=\"0\"") || button.contains("value=\"0\""), "{button}");
    for n in 1..=6 {
        let picture = format!("die_battle_{n}.png");
        assert!(button.contains(&picture) && files.contains_key(&format!("images/{picture}")), "{picture}");
    }

    let charts = punchboard::art::charts(&game.model, &game.look);
    let table = charts.iter().find(|chart| chart.id == "table-charge").unwrap();
    let svg = punchboard::draw::to_svg(&table.drawing, punchboard::draw::TextMode::Outlined);
    assert_eq!(svg.matches("<circle").count() + svg.matches("M 9 5").count() + svg.matches("M9 5").count(), 4, "{svg}");

    let sink = Mutex::new(Artifacts::new());
    WebTable.emit(&common::small(&game), &sink).unwrap();
    let files = sink.into_inner().unwrap();
    assert!(files["web/pictures/dice/battle_6.png"].starts_with(b"\x89PNG"));
    assert!(String::from_utf8_lossy(&files["web/game.js"]).contains("pictures/dice/battle_1.png"));
}

#[test]
fn pictures_of_faces_are_asked_for_by_name() {
    let messages = pictured("art/{id}-{face}.svg", &FACES[1..]).messages();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("`art/battle-Hit.svg` (`Hit` of the die `battle`) is missing"), "{}", messages[0]);
    let messages = pictured("art/{side}.svg", &[]).messages().join("\n");
    assert!(messages.contains("the name of a picture cannot ask for `side`"), "{messages}");
}

#[test]
fn the_player_aid_prints_them() {
    let game = common::sound_texts(&texts());
    let charts = punchboard::art::charts(&game.model, &game.look);
    let texts: Vec<String> = charts.iter().flat_map(|chart| chart.drawing.texts()).map(|text| text.text).collect();
    let all = texts.join(" ").replace('\u{a0}', " ");
    for words in ["1d6 against 1d8", "Both sides roll", "Blue 2d6, Red 1d6", "3 Battle", "Battle: 2 Hit (1), Flag (0)"]
    {
        assert!(all.contains(words), "{words} in {all}");
    }
}

#[test]
fn the_roll_command_rolls_them() {
    let desk = Desk::new();
    for (name, text) in texts() {
        desk.write(&format!("example/{name}"), &text);
    }
    let run = |args: &[&str]| desk.run(&[&["roll"], args, &["--game", "example", "--seed", "7"]].concat());
    let duel = run(&["duel"]).out;
    assert!(duel.contains("Duel: 1d6 = ") && duel.contains(" against 1d8 = "), "{duel}");
    let charge = run(&["charge"]).out;
    assert!(charge.starts_with("Charge: 3 Battle = ") && charge.contains(", "), "{charge}");
    assert!(run(&["rally", "--side", "red"]).out.starts_with("Rally: 1d6 = "));
    let who = run(&["rally"]);
    assert!(who.code == 2 && who.err.contains("--side blue or --side red"), "{}", who.err);
    let given = desk.run(&["roll", "duel", "--game", "example", "--dice", "-3"]);
    assert!(given.out.contains("lost"), "{}{}", given.out, given.err);
}
