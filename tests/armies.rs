//! Several armies of one player, groups of formations, zones over several places, and bonuses for whole moves.

use crate::common;
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use std::collections::BTreeMap;

/// The game of the page about squares, with a third side that the player of Blue commands.
fn texts() -> BTreeMap<String, String> {
    let mut texts = common::examples(&["howto/squares"]);
    let change = |texts: &mut BTreeMap<String, String>, file: &str, from: &str, to: &str| {
        let text = texts.get_mut(file).unwrap();
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
    };
    change(&mut texts, "game.toml", "name = \"Blue\"", "name = \"Blue\"\nplayer = \"West\"");
    change(
        &mut texts,
        "game.toml",
        "[[value]]",
        "[[side]]\nid = \"green\"\nname = \"Green\"\nplayer = \"West\"\ncolour = \"#a9d9a9\"\n\n\
         [[value]]\nid = \"move\"\nname = \"Movement\"\n\n[[value]]\nid = \"reach\"\nname = \"Reach\"\n\n[[value]]",
    );
    change(&mut texts, "game.toml", "values = [\"strength\"]", "values = [\"strength\", \"move\", \"reach\"]");
    let counters = texts.get_mut("counters.toml").unwrap();
    *counters = counters
        .replace("front = [4], setup = \"0203\"", "front = [4, 4, 1], setup = \"0203\"")
        .replace("front = [3]", "front = [3, 4, 1]")
        .replace("front = [4], setup = \"0804\"", "front = [4, 4, 3], setup = \"0804\"");
    counters.push_str(
        "\n[[units]]\nside = \"green\"\nlayout = \"squad\"\ntype = \"infantry\"\nindependent = true\n\
         unit = [{ id = \"G1\", front = [2, 4, 1], setup = \"0303\" }]\n\n\
         [[marker]]\nid = \"orders\"\nname = \"Orders\"\nside = \"green\"\nsecret = true\n\
         front = { label = \"Attack\", glyph = \"attack\" }\nback = { label = \"Orders\", glyph = \"control\" }\n",
    );
    texts.insert("rules.toml".into(), RULES.into());
    texts
}

const RULES: &str = r#"
src = "owner"

[movement]
allowance = "move"
cost = [{ id = "square", cost = 1, text = "Each square" }]
bonus = [{ id = "lane", add = 2, when = "way == 'lane'", text = "A move wholly along lanes." }]
stop = [{ id = "zone", text = "In an enemy zone", when = "to.enemy-zoc" }]

[zone-of-control]
range = "reach"
not-across = ["brook"]

[[stacking]]
where = "true"
limit = 1
per = "side"
text = "One unit of each player."
"#;

fn example(steps: &str) -> Vec<String> {
    let mut texts = texts();
    let text = format!(
        "src = \"owner\"\n\n[[example]]\nid = \"e\"\nname = \"E\"\nscenario = \"raid\"\nstep = [\n{steps}\n]\n"
    );
    texts.insert("examples.toml".into(), text);
    common::compile_texts(&texts).messages()
}

fn holds(steps: &str) {
    let messages = example(steps);
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

#[test]
fn sides_of_one_player_are_friends() {
    let game = common::sound_texts(&texts());
    let model = &game.model;
    assert_eq!(model.players(), ["West", "Red"]);
    let side = |id: &str| model.sides.iter().position(|side| side.id == id).unwrap();
    assert!(model.allied(side("blue"), side("green")) && !model.allied(side("blue"), side("red")));
    // Green stands next to Blue, and its zone does not stop Blue.
    holds(r#"{ do = "move", unit = "B1", path = ["0203", "0202"], expect = { cost = 1, stopped = false } }"#);
    // They stack as one: one unit of the player is all that there is room for.
    holds(
        r#"{ do = "stacking", at = ["0303"], expect = { total = 1 } },
             { do = "set", unit = "B1", at = ["0303"] },
             { do = "stacking", at = ["0303"], expect = { total = 2, allowed = false } }"#,
    );
}

#[test]
fn a_module_has_a_seat_for_each_player_who_sees_what_is_theirs() {
    let game = common::sound_texts(&texts());
    let bytes = vassal::module(&common::small(&game)).unwrap();
    let build = unpack(&bytes, Limits::default()).unwrap().remove("buildFile.xml").unwrap();
    let build = String::from_utf8(build).unwrap();
    let roster = build.split("<VASSAL.build.module.PlayerRoster").nth(1).unwrap();
    let roster = &roster[..roster.find("</VASSAL.build.module.PlayerRoster").unwrap()];
    let seats: Vec<&str> = roster.split("<entry>").skip(1).map(|seat| seat.split('<').next().unwrap()).collect();
    assert_eq!(seats, ["West", "Red", "Solitaire", "Referee"]);
    let mask = build.split("obs;").nth(1).unwrap();
    assert!(mask.contains("sides:West;Solitaire") || mask.contains("sides:West"), "{}", &mask[..200.min(mask.len())]);
}

#[test]
fn zones_reach_as_far_as_their_range_and_not_across_what_stops_them() {
    // Red in 0804 reaches three squares: a move from afar stops at its edge.
    holds(r#"{ do = "move", unit = "G1", path = ["0303", "0403"], expect = { cost = 1, stopped = false } }"#);
    holds(
        r#"{ do = "set", unit = "G1", at = ["0405"] },
             { do = "move", unit = "G1", path = ["0405", "0505"], expect = { cost = 1, stopped = true } }"#,
    );
    // A range of one is the squares around.
    let mut texts = texts();
    let rules = texts.get_mut("rules.toml").unwrap();
    *rules = rules.replace("range = \"reach\"\n", "");
    texts.insert(
        "examples.toml".into(),
        "src = \"owner\"\n\n[[example]]\nid = \"e\"\nname = \"E\"\nscenario = \"raid\"\nstep = [\n\
         { do = \"set\", unit = \"G1\", at = [\"0405\"] },\n\
         { do = \"move\", unit = \"G1\", path = [\"0405\", \"0505\", \"0605\"], expect = { cost = 2, stopped = false } },\n]\n"
            .into(),
    );
    let messages = common::compile_texts(&texts).messages();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

#[test]
fn a_move_wholly_along_lanes_has_more_points() {
    holds(
        r#"{ do = "set", unit = "R1", gone = true },
             { do = "set", unit = "B1", at = ["0104"] },
             { do = "move", unit = "B1", path = ["0104", "0204", "0305", "0405", "0504", "0604", "0704"], expect = { cost = 6, left = 0 } }"#,
    );
    holds(
        r#"{ do = "set", unit = "R1", gone = true },
             { do = "set", unit = "B1", at = ["0104"] },
             { do = "move", unit = "B1", path = ["0104", "0204", "0305", "0405", "0504", "0604", "0705"], expect = { allowed = false } },
             { do = "move", unit = "B1", path = ["0104", "0204", "0205"], expect = { cost = 2, left = 2 } }"#,
    );
}

#[test]
fn the_player_aid_prints_the_bonus_and_codes_of_results_with_their_meaning() {
    let mut texts = texts();
    texts.insert(
        "tables.toml".into(),
        "src = \"owner\"\n\n[[table]]\nid = \"fire\"\nname = \"Fire\"\ndice = \"1d6\"\n\
         row = [{ on = \"1-3\", result = \"NE\" }, { on = \"4-6\", result = \"DS\" }]\n\
         results = { NE = \"No effect\", DS = \"Defender is suppressed\" }\n"
            .into(),
    );
    let game = common::sound_texts(&texts);
    let charts = punchboard::art::charts(&game.model, &game.look);
    let all: Vec<String> = charts.iter().flat_map(|chart| chart.drawing.texts()).map(|text| text.text).collect();
    let all = all.join(" ");
    for words in ["+2: A move wholly along lanes.", "DS Defender is suppressed", "NE No effect"] {
        assert!(all.contains(words), "{words} in {all}");
    }
}

#[test]
fn groups_of_formations_are_formations_that_share_keys() {
    let formations = |text: &str| {
        let mut texts = texts();
        texts.get_mut("game.toml").unwrap().push_str(text);
        let game = common::sound_texts(&texts).model;
        let one = |f: &punchboard::model::Formation| {
            format!("{} {} {} {:?} {:?}", f.id, f.name, f.side, f.size.as_ref().map(|s| s.id.clone()), f.colour)
        };
        game.formations.iter().map(one).collect::<Vec<_>>()
    };
    let single = formations(
        "\n[[formation]]\nid = \"a\"\nname = \"A\"\nside = \"red\"\nsize = \"regiment\"\ncolour = \"#b4553a\"\n\
         \n[[formation]]\nid = \"b\"\nname = \"B\"\nside = \"red\"\nsize = \"battalion\"\ncolour = \"#b4553a\"\n",
    );
    let grouped = formations(
        "\n[[formations]]\nside = \"red\"\nsize = \"regiment\"\ncolour = \"#b4553a\"\n\
         formation = [{ id = \"a\", name = \"A\" }, { id = \"b\", name = \"B\", size = \"battalion\" }]\n",
    );
    assert_eq!(single, grouped);
    assert_eq!(grouped.len(), 2);
}

#[test]
fn a_victory_condition_may_leave_the_winner_to_its_words() {
    let victory = "\n[[victory]]\nid = \"points\"\nname = \"Points\"\ntext = \"The side with more points wins.\"\n";
    let mut texts = texts();
    texts.get_mut("rules.toml").unwrap().push_str(victory);
    texts.get_mut("scenarios.toml").unwrap().push_str("victory = [\"points\"]\n");
    let model = common::sound_texts(&texts).model;
    assert!(model.rules.victories[0].winner.is_none());
    texts.get_mut("rules.toml").unwrap().push_str("when = \"true\"\n");
    let messages = common::compile_texts(&texts).messages().join("\n");
    assert!(messages.contains("who wins if this condition holds is not said"), "{messages}");
}

#[test]
fn keys_and_pictures_that_are_meant_are_named() {
    let mut texts = texts();
    let map = texts.get_mut("map.toml").unwrap();
    map.push_str("\n[[track]]\nid = \"turns\"\nname = \"Turns\"\nspaces = \"1-6\"\nat = [10, 150]\nsize = [15, 15]\n");
    let messages = common::compile_texts(&texts).messages().join("\n");
    assert!(messages.contains("did you mean `cell`?"), "{messages}");
    let mut texts = self::texts();
    texts.insert("map-scan.toml".into(), "[map]\nimage = \"scans/map.png\"\n".into());
    let messages = common::compile_texts(&texts).messages().join("\n");
    assert!(messages.contains("the picture `scans/map.png` is not in the folder `art/`"), "{messages}");
    assert!(messages.contains("write `image = \"art/map.png\"`"), "{messages}");
}

#[test]
fn a_module_shades_zones_as_far_as_they_reach() {
    let build = |texts: &BTreeMap<String, String>| {
        let bytes = vassal::module(&common::small(&common::sound_texts(texts))).unwrap();
        String::from_utf8(unpack(&bytes, Limits::default()).unwrap().remove("buildFile.xml").unwrap()).unwrap()
    };
    let eight = build(&texts());
    assert!(eight.contains("AreaOfEffect;200,60,40;25;3;false;Show zone of control;"), "three squares");
    assert!(eight.contains("AreaOfEffect;200,60,40;25;1;false;Show zone of control;"), "one square");
    // A unit whose steps reach differently asks the step.
    let mut stepped = texts();
    let game = stepped.get_mut("game.toml").unwrap();
    *game = game.replace(
        "values = [\"strength\", \"move\", \"reach\"] }",
        "values = [\"strength\", \"move\", \"reach\"] }\nback = { state = \"reduced\", values = [\"strength\", \"move\", \"reach\"] }",
    );
    let counters = stepped.get_mut("counters.toml").unwrap();
    for (front, back) in
        [("4, 4, 3", "2, 4, 1"), ("4, 4, 1", "2, 4, 1"), ("3, 4, 1", "2, 4, 1"), ("2, 4, 1", "1, 4, 1")]
    {
        *counters = counters.replace(&format!("front = [{front}]"), &format!("front = [{front}], back = [{back}]"));
    }
    assert!(build(&stepped).contains(";false;reach;;Zone_of_control"), "the value");
    // VASSAL would shade the corners too.
    let mut four = texts();
    let map = four.get_mut("map.toml").unwrap();
    *map = map
        .replace("neighbours = 8", "neighbours = 4")
        .replace(r#""0204", "0305", "0405", "0504", "0604", "0704", "0703", "0702", "0801"]"#, r#""0204"]"#);
    assert!(!build(&four).contains("AreaOfEffect;"), "no shade is better than a wrong one");
}
