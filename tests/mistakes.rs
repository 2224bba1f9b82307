//! Beginner's mistakes: each is told once, at its place, with what to do about it.

use crate::common;

use punchboard::diag::Severity;
use std::collections::BTreeMap;

type Files = BTreeMap<String, String>;

/// The game that `punchboard new` makes.
fn scaffold() -> Files {
    let mut texts = common::texts(&common::root().join("templates/new"));
    for text in texts.values_mut() {
        *text = text.replace("{{id}}", "example").replace("{{title}}", "Example");
    }
    texts
}

fn replaced(file: &str, old: &str, new: &str) -> Files {
    let mut files = scaffold();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(old), "{file} has no {old}");
    *text = text.replacen(old, new, 1);
    files
}

fn added(file: &str, more: &str) -> Files {
    let mut files = scaffold();
    files.entry(file.to_string()).or_default().push_str(more);
    files
}

/// The one message about a game, as people read it.
fn one(files: &Files) -> String {
    let compiled = common::compile_texts(files);
    let messages = compiled.messages();
    assert_eq!(messages.len(), 1, "{}", messages.join("\n"));
    messages.into_iter().next().unwrap()
}

#[track_caller]
fn told(files: &Files, words: &[&str]) {
    let message = one(files);
    for word in words {
        assert!(message.contains(word), "`{word}` is not in\n{message}");
    }
}

#[test]
fn typographic_quotes_are_named() {
    let files = replaced("game.toml", "name = \"Blue\"", "name = “Blue”");
    told(&files, &["PB0101", "typographic quote", "use straight quotes"]);
    let files = replaced("counters.toml", "{ id = \"1/1\",", "{ id = “1/1”,");
    told(&files, &["PB0101", "use straight quotes"]);
}

#[test]
fn a_fault_of_toml_is_one_error() {
    told(&replaced("game.toml", "name = \"Blue\"", "name: \"Blue\""), &["PB0101", "have `=` between them, not `:`"]);
    told(&replaced("counters.toml", "independent = true", "independent = yes"), &["PB0101", "write `true`"]);
    told(
        &replaced("game.toml", "name = \"Blue\"", "name = Blue"),
        &["PB0101", "a text needs quotes", "write \"Blue\""],
    );
}

#[test]
fn a_misspelt_key_is_one_error() {
    told(&replaced("game.toml", "name = \"Blue\"", "nme = \"Blue\""), &["PB0102", "did you mean `name`?"]);
    told(&replaced("counters.toml", "type = \"infantry\"", "typ = \"infantry\""), &["PB0102", "did you mean `type`?"]);
}

#[test]
fn what_follows_from_a_mistake_waits_until_it_is_mended() {
    told(&replaced("counters.toml", "setup = \"1\"", "seup = \"1\""), &["PB0102", "did you mean `setup`?"]);
    told(&replaced("counters.toml", "formation = \"1-bde\"", "formation = \"1-bd\""), &["PB0201", "`1-bde`"]);
    told(&replaced("map.toml", "site = [40, 32]\n", ""), &["PB0401", "give it a `site`"]);
    told(&replaced("map.toml", "site = [40, 32]", "site = [400, 32]"), &["PB0410", "not on the land"]);
    told(&replaced("map.toml", "cell = [22, 18]", "size = [22, 18]"), &["PB0102", "did you mean `cell`?"]);
    told(&replaced("map.toml", "kind = \"area\"", "kind = \"hex\""), &["PB0108", "write `kind = \"area\"`"]);
}

#[test]
fn texts_and_tables_that_toml_refuses_are_told_in_plain_words() {
    told(&replaced("game.toml", "title = \"Example\"", "title = \"Example"), &["PB0101", "this text is not closed"]);
    told(
        &replaced("counters.toml", "[[units]]", "[units]"),
        &["PB0101", "`units` is there twice", "look for `[units]`"],
    );
    told(
        &replaced("game.toml", "id = \"blue\"", "id = \"blue\"\nid = \"azure\""),
        &["PB0101", "`id` is there twice", "remove one"],
    );
    told(&replaced("game.toml", "version = \"0.1.0\"", "version = 0.1"), &["PB0104", "write it in quotes: `\"0.1\"`"]);
}

#[test]
fn other_words_for_terrain_are_known() {
    told(&replaced("map.toml", "look = \"urban\"", "look = \"town\""), &["PB0105", "did you mean `urban`?"]);
    told(&replaced("map.toml", "look = \"urban\"", "look = \"woods\""), &["PB0105", "did you mean `forest`?"]);
    told(&replaced("map.toml", "terrain = \"open\"", "terrain = \"clear\""), &["PB0201", "did you mean `open`?"]);
}

#[test]
fn a_missing_file_is_not_told_by_each_of_its_names() {
    let mut files = scaffold();
    files.remove("map.toml");
    let messages = common::compile_texts(&files).messages();
    let places = messages.iter().filter(|message| message.contains("there is no place `")).count();
    assert_eq!(places, 1, "{}", messages.join("\n"));
    assert!(messages.len() <= 6, "{}", messages.join("\n"));
}

#[test]
fn a_faulty_step_is_not_told_by_the_steps_that_ask_for_its_name() {
    let files = replaced("rules-operations.toml", "table = \"combat\"", "table = \"kombat\"");
    let messages = common::compile_texts(&files).messages();
    assert!(messages.len() == 1 && messages[0].contains("did you mean `combat`?"), "{}", messages.join("\n"));
}

#[test]
fn a_picture_in_another_folder_is_not_called_missing() {
    let files = replaced("counters.toml", "type = \"infantry\"", "type = \"infantry\"\nimage = \"pics/a.png\"");
    told(
        &files,
        &["PB0808", "the picture `pics/a.png` (the front of `1/1`) is not in the folder `art/`", "\"art/a.png\""],
    );
}

#[test]
fn a_colour_that_cannot_be_read_is_one_warning() {
    let files = replaced("game.toml", "colour = \"#a9c3d9\"", "colour = \"#222222\"");
    let messages = common::compile_texts(&files).messages();
    let of_the_ink = messages.iter().filter(|message| message.contains("#10202c")).count();
    assert_eq!(of_the_ink, 1, "{}", messages.join("\n"));
}

#[test]
fn a_missing_comma_is_shown_where_it_belongs() {
    let files = replaced("counters.toml", "setup = \"1\" },", "setup = \"1\" }   # no comma, but a remark");
    let line = files["counters.toml"].lines().position(|line| line.contains("no comma")).unwrap() + 1;
    told(&files, &["PB0101", "a comma is missing after this", &format!("counters.toml:{line}:")]);
}

#[test]
fn a_gap_in_a_table_says_what_is_not_covered() {
    let table = |rows: &str| {
        added("tables.toml", &format!("\n[[table]]\nid = \"w\"\nname = \"W\"\ndice = \"1d6\"\nrow = [{rows}]\n"))
    };
    told(&table("{ on = \"1-3\", text = \"A\" }, { on = \"5-6\", text = \"B\" }"), &["PB0601", "no row covers 4\n"]);
    told(&table("{ on = \"1-2\", text = \"A\" }, { on = \"5-6\", text = \"B\" }"), &["PB0601", "no row covers 3 to 4"]);
}

#[test]
fn contrast_is_a_warning_with_a_colour_that_passes() {
    let files = replaced("game.toml", "ink = \"#10202c\"", "ink = \"#8899aa\"");
    let compiled = common::compile_texts(&files);
    let diag = compiled.diagnostics.iter().find(|diag| diag.code.id == "PB0801").unwrap();
    assert_eq!(diag.code.severity, Severity::Warning);
    let better = diag.help[0].split(' ').next().unwrap();
    let colour = |text: &str| punchboard::source::values::Colour::parse(text).unwrap();
    assert!(colour("#a9c3d9").contrast(colour(better)) >= 4.5, "{better}");
    assert!(compiled.game.is_some(), "a warning does not stop a build");
    let text = &compiled.sources.get(diag.primary.span.file).unwrap().text;
    assert_eq!(&text[diag.primary.span.range()], "\"#8899aa\"");
    let quiet = files["game.toml"].clone() + "\n[warnings]\nallow = [\"contrast\"]\n";
    let files: Files = files.into_iter().chain([("game.toml".to_string(), quiet)]).collect();
    assert!(common::compile_texts(&files).messages().is_empty());
}

#[test]
fn a_colour_that_a_template_uses_is_shown_where_the_author_wrote_it() {
    let mut files = replaced("game.toml", "id = \"garrison\"", "id = \"garrison\"\ntemplate = \"mine\"");
    let layers = "  - fill: \"#ffffff\"\n  - text: \"{name}\"\n    at: [5, 5, 90, 30]\n    cap: 12\n    ink: \"{side-colour}\"\n";
    files.insert("templates/faces/mine.yaml".into(), format!("draws: unit\nunits: [100, 100]\nlayers:\n{layers}"));
    let compiled = common::compile_texts(&files);
    let diag = compiled.diagnostics.iter().find(|diag| diag.code.id == "PB0801");
    let diag = diag.unwrap_or_else(|| panic!("{}", compiled.messages().join("\n")));
    let text = &compiled.sources.get(diag.primary.span.file).unwrap().text;
    assert_eq!(&text[diag.primary.span.range()], "\"#dcb0a0\"");
    assert_eq!(diag.secondary.len(), 1, "the layer");
}

#[test]
fn other_words_for_symbols_and_keys_are_known() {
    let typed =
        |symbol: &str| replaced("game.toml", "name = \"Armour\"", &format!("name = \"Armour\"\nsymbol = \"{symbol}\""));
    told(&typed("tank"), &["PB0201", "did you mean `armour`?", "punchboard symbols"]);
    let of_type = |word: &str| replaced("counters.toml", "type = \"infantry\"", &format!("type = \"{word}\""));
    told(&of_type("panzer"), &["PB0201", "there is no type `panzer`", "did you mean `armour`?"]);
    told(&of_type("zeppelin"), &["PB0201", "`[[type]]` in game.toml declares one of your own"]);
    let sized = replaced("counters.toml", "size = \"battalion\"", "size = \"regment\"");
    told(&sized, &["PB0201", "did you mean `regiment`?"]);
    told(&typed("infntry"), &["PB0201", "did you mean `infantry`?"]);
    told(&typed("zeppelin"), &["PB0201", "docs/symbols.md"]);
    told(&replaced("game.toml", "colour = \"#2f6f9f\"", "color = \"#2f6f9f\""), &["PB0102", "did you mean `colour`?"]);
    let formation = replaced("game.toml", "colour = \"#2f6f9f\"", "wombat = 1");
    let message = common::compile_texts(&formation).messages().join("\n");
    assert!(message.contains("PB0102"), "{message}");
    told(
        &added("rules.toml", "\n[[rule]]\nid = \"x\"\nname = \"X\"\ntext = \"X.\"\nwombat = 1\n"),
        &["its keys are: ", "turns"],
    );
}

const HEXES: &str = "[map]\nid = \"hills\"\nname = \"Hills\"\nkind = \"hex\"\nsize = [\"150mm\", \"120mm\"]\n\
    [grid]\ncolumns = 6\nrows = 5\nhex = \"16mm\"\norigin = [20, 20]\nterrain = \"plain\"\nshift = \"SHIFT\"\n\
    [[terrain]]\nid = \"plain\"\nname = \"Plain\"\n[[boundary]]\nid = \"brook\"\nname = \"Brook\"\nlook = \"stream\"\n";

#[test]
fn the_wrong_shift_is_one_error() {
    let sides = "[[hexside]]\nkind = \"brook\"\nat = [\"0302/0203\", \"0302/0303\", \"0304/0205\", \"0304/0305\", \"0502/0403\", \"0504/0405\"]\n";
    let map =
        |shift: &str| added("map-hills.toml", &format!("src = \"owner\"\n{}{sides}", HEXES.replace("SHIFT", shift)));
    let (wrong, right) =
        if common::compile_texts(&map("odd")).messages().is_empty() { ("even", "odd") } else { ("odd", "even") };
    told(&map(wrong), &["PB0503", &format!("try `shift = \"{right}\"`")]);
    assert!(common::compile_texts(&map(right)).messages().is_empty());
}

#[test]
fn values_run_together_are_taken_apart() {
    let files = replaced("counters.toml", "front = [4, 4, 3]", "front = \"4-4-3\"");
    told(&files, &["PB0105", "write `[4, 4, 3]`"]);
    let csv =
        "# src = owner\nid,side,type,size,layout,front,back,arrives\n9/1,blue,infantry,battalion,unit,4-4-3,2 3 3,2\n";
    told(&added("counters-more.csv", csv), &["PB0301", "put spaces between the values: 4 4 3"]);
}

#[test]
fn records_under_a_wrong_name_are_one_error() {
    let mut files = scaffold();
    let map = files.get_mut("map.toml").unwrap();
    *map = map.replace("[[area]]", "[[areas]]");
    told(&files, &["PB0102", "unknown key `areas`", "did you mean `area`?"]);
}

#[test]
fn a_border_between_areas_apart_names_the_link() {
    told(&added("map.toml", "\n[[border]]\nbetween = [\"1\", \"6\"]\nkind = \"river\"\n"), &["PB0402", "[[link]]"]);
}

#[test]
fn a_face_too_few_is_an_error() {
    let files = replaced(
        "counters.toml",
        "front = [4, 4, 3], back = [2, 3, 3], setup = \"1\"",
        "front = [4, 4, 3], setup = \"1\"",
    );
    told(&files, &["PB0302", "the layout `unit` has a back, but the unit `1/1` has none"]);
}

#[test]
fn a_row_with_too_few_cells_is_an_error() {
    let csv = "# src = owner\nid,side,type,layout,front,arrives\nCadets,red,infantry,garrison,1\n";
    told(&added("counters-more.csv", csv), &["PB0101", "this row has 5 cells, but the header has 6"]);
}

#[test]
fn a_placement_at_no_place_is_one_error() {
    let files =
        replaced("counters.toml", "id = \"Guard\", front = [2], setup = \"towns\"", "id = \"Guard\", front = [2]");
    let mut files = files;
    let text = files.get_mut("scenarios.toml").unwrap();
    *text = text.replace("place = [", "place = [\n  { units = [\"Guard\"], at = \"99\" },");
    told(&files, &["PB0201", "there is no place"]);
}

#[test]
fn templates_say_how_many_more_faces_they_fail_on() {
    let mut files = replaced("game.toml", "id = \"unit\"", "id = \"unit\"\ntemplate = \"mine\"");
    let layers = "  - fill: \"#ffffff\"\n  - text: \"a text that is much too long for its room {name}\"\n    at: [5, 5, 9, 9]\n    cap: 9\n    least: 8\n";
    files.insert("templates/faces/mine.yaml".into(), format!("draws: unit\nunits: [100, 100]\nlayers:\n{layers}"));
    let messages = common::compile_texts(&files).messages();
    assert_eq!(messages.len(), 3, "{}", messages.join("\n"));
    assert_eq!(
        messages.iter().filter(|text| text.contains("and 9 more like this")).count(),
        1,
        "{}",
        messages.join("\n")
    );
}

#[test]
fn sources_are_asked_for_once_per_file_and_only_of_those_who_cite() {
    let mut files = scaffold();
    let counters = files.get_mut("counters.toml").unwrap();
    *counters = counters.replace("src = \"owner\"\n", "");
    told(&files, &["PB0903", "counters.toml", "records in this file have no source"]);
    for text in files.values_mut() {
        *text = text.lines().filter(|line| !line.starts_with("src = ")).flat_map(|line| [line, "\n"]).collect();
        *text = text
            .replace(", src = \"3\" }", " }")
            .replace(", src = \"2.1\"", "")
            .replace(", src = \"2.2\"", "")
            .replace(", src = \"2.3\"", "");
    }
    assert!(!files.values().any(|text| text.contains("src = ")), "some source is left");
    assert_eq!(common::compile_texts(&files).messages(), Vec::<String>::new());
}

#[test]
fn sources_may_be_pages_and_sections() {
    let files = added("rules.toml", "\n[[rule]]\nid = \"x\"\nname = \"X\"\ntext = \"X.\"\nsrc = \"page 12\"\n");
    assert!(common::compile_texts(&files).messages().is_empty());
    let mut files =
        added("rules.toml", "\n[[rule]]\nid = \"x\"\nname = \"X\"\ntext = \"X.\"\nsrc = \"Night attacks\"\n");
    told(&files, &["PB0902", "Night attacks"]);
    let game = files.get_mut("game.toml").unwrap();
    let rules = game.lines().find(|line| line.starts_with("rules = ")).unwrap().to_string();
    *game = game.replace(&rules, "");
    assert!(common::compile_texts(&files).messages().is_empty());
    told(&replaced("counters.toml", "src = \"owner\"", "src = \"ownr\""), &["PB0105", "did you mean `owner`?"]);
}

#[test]
fn the_status_decides_what_is_printed() {
    use punchboard::emit::{Artifacts, Emitter, VassalModule};
    use std::sync::Mutex;
    let about = |status: &str| {
        let game =
            common::sound_texts(&replaced("game.toml", "status = \"own\"", &format!("publisher = \"Acme\"\n{status}")));
        let files: Mutex<Artifacts> = Mutex::default();
        VassalModule.emit(&common::small(&game), &files).unwrap();
        let files = files.into_inner().unwrap();
        let module = files.iter().find(|(name, _)| name.ends_with(".vmod")).unwrap().1.clone();
        let module = punchboard::emit::vassal::codec::archive::unpack(&module, Default::default()).unwrap();
        String::from_utf8(module["help/about.html"].clone()).unwrap()
    };
    let own = about("");
    assert!(!own.contains("official") && !own.contains("reconstructed") && !own.contains("approved"), "{own}");
    assert!(about("status = \"official\"\n").contains("official module of the game, published by Acme"));
    let not = about("status = \"unofficial\"\n");
    assert!(not.contains("unofficial") && not.contains("approved by Acme") && not.contains("reconstructed"), "{not}");
}
