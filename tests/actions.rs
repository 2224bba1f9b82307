//! What players do with markers and with many counters at once.

use crate::common::{compile_texts, root, texts};
use punchboard::model::{Model, Ref};
use punchboard::syntax::MarkerUse;

const MARKERS: &str = r#"
[[marker]]
id = "guns-a"
name = "Guns A"
front = { label = "A", state = "ready" }
back = { label = "A", state = "used" }

[[marker]]
id = "guns-b"
name = "Guns B"
front = { label = "B", state = "ready" }
back = { label = "B", state = "used" }

[[marker]]
id = "smoke"
name = "Smoke"
use = "place"
front = { label = "Smoke" }
"#;

/// The scaffold of `punchboard new` with markers and an action: its model, and what is reported.
fn game(action: &str) -> (Option<Model>, String) {
    let mut game = texts(&root().join("templates/new"));
    for text in game.values_mut() {
        *text = text.replace("{{id}}", "game").replace("{{title}}", "Game");
    }
    let start = game["game.toml"].find("[expect]").unwrap();
    game.get_mut("game.toml").unwrap().truncate(start);
    game.get_mut("counters.toml").unwrap().push_str(MARKERS);
    game.get_mut("rules.toml").unwrap().push_str(&format!("\n[[action]]\nid = \"act\"\nname = \"Act\"\n{action}\n"));
    let compiled = compile_texts(&game);
    let rendered = compiled.messages().join("\n");
    (compiled.game.map(|game| game.model), rendered)
}

fn ids<T>(refs: &[Ref<T>]) -> Vec<&str> {
    refs.iter().map(|reference| &*reference.id).collect()
}

#[test]
fn actions_are_resolved() {
    let (model, rendered) = game("flip = \"ready\"\nto = \"dead\"\nmarkers = [\"guns-b\", \"guns-*\"]\nsrc = \"4\"");
    let model = model.unwrap_or_else(|| panic!("{rendered}"));
    let action = &model.rules.actions[0];
    assert_eq!(ids(&action.markers), ["guns-a", "guns-b"], "each once, in the order of the game");
    assert_eq!((action.flip.as_deref(), action.to.as_ref().map(|to| &*to.id)), (Some("ready"), Some("dead")));
    assert!(action.units.is_empty() && !action.remove);
    assert_eq!(action.about.source.as_ref().unwrap().rest.as_deref(), Some("4"));
    let (model, rendered) = game("remove = true\nmarkers = \"*\"\nunits = \"true\"");
    let model = model.unwrap_or_else(|| panic!("{rendered}"));
    let action = &model.rules.actions[0];
    assert_eq!((action.markers.len(), action.units.len()), (model.markers.len(), model.units.len()));
    // Of the units one with the face is enough: the guard has no back.
    let (model, rendered) = game("flip = \"reduced\"\nunits = \"side == 'red'\"");
    let model = model.unwrap_or_else(|| panic!("{rendered}"));
    assert_eq!(ids(&model.rules.actions[0].units), ["1/7", "2/7", "3/7", "Guard"]);
}

#[test]
fn what_cannot_be_done_is_reported() {
    for (action, code, words) in [
        ("markers = [\"smoke\"]", "PB0108", "does nothing"),
        ("remove = false\nmarkers = [\"smoke\"]", "PB0108", "does nothing"),
        ("remove = true\nto = \"dead\"\nmarkers = [\"smoke\"]", "PB0108", "split it into two actions"),
        ("remove = true", "PB0108", "selects nothing"),
        ("remove = true\nmarkers = [\"smok\"]", "PB0201", "did you mean `smoke`?"),
        ("remove = true\nmarkers = [\"gums-*\"]", "PB0201", "did you mean `guns-*`?"),
        ("remove = true\nunits = \"side == 'rde'\"", "PB1002", "rde"),
        ("remove = true\nunits = \"arrives > 90\"", "PB0707", "no unit matches"),
        ("to = \"daed\"\nunits = true", "PB0201", "did you mean `dead`?"),
        ("flip = \"raedy\"\nmarkers = [\"guns-*\"]", "PB0706", "did you mean `ready`?"),
        ("flip = \"ready\"\nmarkers = [\"guns-*\", \"smoke\"]", "PB0706", "the marker `smoke` has no face `ready`"),
        ("flip = \"redcued\"\nunits = \"true\"", "PB0706", "did you mean `reduced`?"),
        (
            "remove = true\nunits = \"true\"\n[[action]]\nid = \"act\"\nname = \"B\"\nremove = true\nunits = \"true\"",
            "PB0202",
            "act",
        ),
    ] {
        let (model, rendered) = game(action);
        assert!(model.is_none(), "{action}");
        assert!(rendered.contains(code) && rendered.contains(words), "{action}\n{rendered}");
        assert_eq!(rendered.matches("error[").count(), 1, "{action}\n{rendered}");
    }
}

#[test]
fn markers_on_a_track_move_along_it() {
    let (model, rendered) = game("remove = true\nunits = \"true\"");
    let model = model.unwrap_or_else(|| panic!("{rendered}"));
    let role = |id: &str| model.markers.iter().find(|marker| marker.id == id).unwrap().role;
    assert_eq!(role("turn"), MarkerUse::Track, "a scenario places it on the turn track");
    assert_eq!(role("guns-a"), MarkerUse::Free);
    assert_eq!(role("smoke"), MarkerUse::Place);
    let json = serde_json::to_value(&model).unwrap();
    assert_eq!(json["markers"][0]["use"], "track");
}

#[test]
fn one_action_can_do_several() {
    let other = "\n[[action]]\nid = \"other\"\nname = \"Other\"\nremove = true\nmarkers = \"smoke\"";
    let (model, rendered) = game(&format!("then = [\"other\"]\n{other}"));
    let model = model.unwrap_or_else(|| panic!("{rendered}"));
    assert_eq!(model.rules.actions[0].then, ["other"]);
    for (action, says) in [
        (format!("then = [\"othr\"]\n{other}"), "did you mean `other`?"),
        (format!("then = [\"other\"]\nremove = true\n{other}"), "cannot have effects of its own"),
        ("then = [\"act\"]".to_string(), "itself runs other actions"),
    ] {
        let (model, rendered) = game(&action);
        assert!(model.is_none() && rendered.contains(says), "{rendered}");
    }
}
