//! `punchboard import`: dice, turns, charts, pages, inventories, at-start stacks and properties are plain records.

use crate::import::{Files, built, comes_back, compiled, edit, import, png};
use crate::import_maps::{all, changed, text, value};

const PARTS: &str = r#"
  <VASSAL.build.module.DiceButton name="Attack" nDice="2" nSides="6" plus="0" addToTotal="1" reportTotal="true" hotkey="65,130"/>
  <VASSAL.build.module.DiceButton name="Odd" nDice="{howMany}" nSides="6"/>
  <VASSAL.build.module.turn.TurnTracker name="Turn" turnFormat="$level1$">
    <VASSAL.build.module.turn.CounterTurnLevel name="Turn" property="Turn" start="1" incr="1" loop="true" loopLimit="10">
      <VASSAL.build.module.turn.ListTurnLevel name="Phase" list="Move ,Fight\, hard,Rest" configFirst="false"/>
    </VASSAL.build.module.turn.CounterTurnLevel>
  </VASSAL.build.module.turn.TurnTracker>
  <VASSAL.build.module.ChartWindow name="Charts"><VASSAL.build.widget.Chart chartName="Results" fileName="card.png"/>
    <VASSAL.build.widget.Chart chartName="Gone" fileName="gone.png"/></VASSAL.build.module.ChartWindow>
  <VASSAL.build.module.Documentation>
    <VASSAL.build.module.documentation.HelpFile title="Help" fileName="/help/page.html" fileType="archive"/>
  </VASSAL.build.module.Documentation>
  <VASSAL.build.module.properties.GlobalProperties>
    <VASSAL.build.module.properties.GlobalProperty name="VP" initialValue="3" isNumeric="true" min="0" max="9"/>
  </VASSAL.build.module.properties.GlobalProperties>
  <VASSAL.build.module.Map mapName="Side"><VASSAL.build.module.map.SetupStack name="Start" x="120" y="80" useGridLocation="false"/>
    <VASSAL.build.module.map.SetupStack name="There" useGridLocation="true" location="0405" x="1" y="1"/></VASSAL.build.module.Map>
"#;

fn with_parts() -> Vec<u8> {
    changed(|files| {
        let build = text(files, "buildFile.xml");
        let end = build.rfind("</VASSAL.build.GameModule>").unwrap();
        files.insert("buildFile.xml".into(), format!("{}{PARTS}{}", &build[..end], &build[end..]).into_bytes());
    })
}

/// One attribute of each component of a class.
fn every(files: &Files, class: &str, name: &str) -> Vec<String> {
    all(files, class).iter().map(|own| value(own, name).to_string()).collect()
}

#[test]
fn parts_are_plain_records() {
    let brought = comes_back(&with_parts());
    let game = text(&brought.files, "game.toml");
    for wanted in [
        r#"{ id = "attack", name = "Attack", count = 2, sides = 6, plus = 0, add = 1, total = true }"#,
        r#"{ id = "turn", name = "Turn", start = 1, step = 1, loop = true, last = 10 }"#,
        r#"{ id = "phase", name = "Phase", list = ["Move ", "Fight, hard", "Rest"] }"#,
        r#"{ id = "results", name = "Results", image = "art/card.png" }"#,
        r#"{ id = "help", title = "Help", file = "module/files/help-page.html" }"#,
        r#"{ id = "start", name = "Start", x = 120, y = 80 }"#,
        r#"{ id = "there", name = "There", place = "0405" }"#,
        r#"{ id = "vp", name = "VP", value = "3" }"#,
    ] {
        assert!(game.contains(wanted), "no {wanted} in\n{game}");
    }
    // What is computed in play, and a chart without its picture, are carried.
    assert!(!game.contains("Odd\"") && !game.contains("Gone"), "{game}");
    assert_eq!(brought.account.parts, 10);
}

#[test]
fn parts_follow_their_records() {
    let mut files = import(&with_parts()).files;
    for (old, new) in [
        ("count = 2, sides = 6", "count = 3, sides = 10"),
        ("last = 10 }", "last = 12 }"),
        ("\"Rest\"]", "\"Rest\", \"Sleep, long\"]"),
        ("name = \"Results\", image = \"art/card.png\"", "name = \"Combat\", image = \"art/new.png\""),
        ("title = \"Help\"", "title = \"How to\""),
        ("x = 120, y = 80", "x = 130, y = 80"),
        ("place = \"0405\"", "place = \"0406\""),
        ("value = \"3\" }", "value = \"5\" },\n  { id = \"ap\", name = \"AP\", value = \"1\" }"),
        ("dice = [\n", "dice = [\n  { id = \"morale\", name = \"Morale\", count = 1, sides = 6 },\n"),
    ] {
        edit(&mut files, "game.toml", old, new);
    }
    files.insert("art/new.png".into(), png(60, 60, 200));
    let new = built(&files);
    assert_eq!(every(&new, "DiceButton", "name"), ["Attack", "Morale", "Odd"]);
    assert_eq!(every(&new, "DiceButton", "nDice"), ["3", "1", "{howMany}"]);
    assert_eq!(every(&new, "DiceButton", "nSides"), ["10", "6", "6"]);
    assert_eq!(every(&new, "DiceButton", "hotkey")[0], "65,130");
    assert_eq!(every(&new, "CounterTurnLevel", "loopLimit"), ["12"]);
    assert_eq!(every(&new, "ListTurnLevel", "list"), ["Move ,Fight\\, hard,Rest,Sleep\\, long"]);
    assert_eq!(every(&new, "Chart", "chartName"), ["Combat", "Gone"]);
    assert_eq!(every(&new, "Chart", "fileName"), ["new.png", "gone.png"]);
    assert_eq!(new["images/new.png"], png(60, 60, 200));
    assert_eq!(every(&new, "HelpFile", "title"), ["How to"]);
    assert_eq!(every(&new, "HelpFile", "fileName"), ["/help/page.html"]);
    assert_eq!(every(&new, "SetupStack", "x"), ["130", "1"]);
    assert_eq!(every(&new, "SetupStack", "location")[1], "0406");
    assert_eq!(every(&new, "GlobalProperty", "name"), ["VP", "AP"]);
    assert_eq!(every(&new, "GlobalProperty", "initialValue"), ["5", "1"]);
    // A record that is gone takes its part along.
    let line = "  { id = \"results\", name = \"Combat\", image = \"art/new.png\" },\n";
    edit(&mut files, "game.toml", line, "");
    assert_eq!(every(&built(&files), "Chart", "chartName"), ["Gone"]);
}

#[test]
fn what_parts_name_has_to_be_there() {
    let mut files = import(&with_parts()).files;
    edit(&mut files, "game.toml", "image = \"art/card.png\" },", "image = \"art/none.png\" },");
    edit(&mut files, "game.toml", "file = \"module/files/help-page.html\"", "file = \"module/none.html\"");
    edit(&mut files, "game.toml", "id = \"phase\"", "id = \"turn\"");
    let messages = compiled(&files).messages().join("\n");
    for wanted in ["no picture `art/none.png`", "no file `module/none.html`", "two records `turn`"] {
        assert!(messages.contains(wanted), "{messages}");
    }
}

const SYMBOLS: &str = r#"
  <VASSAL.build.module.SpecialDiceButton name="Battle" format="$result1$" hotkey="66,130">
    <VASSAL.build.module.SpecialDie name="Black" format="$result$">
      <VASSAL.build.module.SpecialDieFace text="Hit" value="2" icon="smoke.png"/>
      <VASSAL.build.module.SpecialDieFace text="Miss" value="0" icon=""/>
      <VASSAL.build.module.SpecialDieFace text="Gone" value="0" icon="gone.png"/>
    </VASSAL.build.module.SpecialDie>
  </VASSAL.build.module.SpecialDiceButton>
  <VASSAL.build.module.Inventory name="Losses" include="{CurrentMap==&quot;Dead&quot;}" groupBy="Side,Type" sortPieces="true"/>
  <VASSAL.build.module.Inventory name="All" groupBy=""/>
"#;

#[test]
fn dice_with_symbols_and_inventories_are_plain_records() {
    let module = changed(|files| {
        let build = text(files, "buildFile.xml");
        let end = build.rfind("</VASSAL.build.GameModule>").unwrap();
        files.insert("buildFile.xml".into(), format!("{}{SYMBOLS}{}", &build[..end], &build[end..]).into_bytes());
    });
    let mut files = comes_back(&module).files;
    let game = text(&files, "game.toml");
    for wanted in [
        r#"{ id = "battle", name = "Battle" }"#,
        r#"{ id = "hit", name = "Hit", value = 2, image = "art/smoke.png" }"#,
        r#"{ id = "miss", name = "Miss", value = 0 }"#,
        r#"name = "Losses", filter = '{CurrentMap=="Dead"}'"#,
        r#"groups = ["Side", "Type"] }"#,
        r#"{ id = "all", name = "All", filter = "", groups = [] }"#,
    ] {
        assert!(game.contains(wanted), "no {wanted} in\n{game}");
    }
    // A face whose picture is missing is carried.
    assert!(!game.contains("Gone"), "{game}");
    for (old, new) in [
        ("name = \"Battle\"", "name = \"Fight\""),
        ("name = \"Miss\", value = 0", "name = \"Block\", value = 1, image = \"art/new.png\""),
        ("groups = [\"Side\", \"Type\"]", "groups = [\"Side\", \"Name, long\"]"),
        ("  { id = \"all\", name = \"All\", filter = \"\", groups = [] },\n", ""),
    ] {
        edit(&mut files, "game.toml", old, new);
    }
    files.insert("art/new.png".into(), png(20, 20, 9));
    let new = built(&files);
    assert_eq!(every(&new, "SpecialDiceButton", "name"), ["Fight"]);
    assert_eq!(every(&new, "SpecialDieFace", "text"), ["Hit", "Block", "Gone"]);
    assert_eq!(every(&new, "SpecialDieFace", "icon"), ["smoke.png", "new.png", "gone.png"]);
    assert_eq!(every(&new, "SpecialDieFace", "value"), ["2", "1", "0"]);
    assert_eq!(every(&new, "Inventory", "groupBy"), ["Side,Name\\, long"]);
    // A picture that is not there is an error.
    edit(&mut files, "game.toml", "art/new.png", "art/none.png");
    assert!(compiled(&files).messages().iter().any(|message| message.contains("art/none.png")));
}
