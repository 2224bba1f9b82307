//! Edits of maps: hexes, areas, boxes, connections.

use super::{Texts, data, diff, edited, fresh, plain_diff, refused, sound_diff};
use crate::common::{examples, sound_texts};
use serde_json::json;

fn paint(map: &str, hexes: &[&str], terrain: Option<&str>) -> serde_json::Value {
    json!({ "edit": "terrain", "map": map, "hexes": hexes, "terrain": terrain })
}

#[test]
fn hexes_of_a_painted_map_change_their_letters() {
    let ring = data("iron-ring");
    assert_eq!(
        sound_diff(&ring, paint("campaign", &["0101", "0102", "0201"], Some("forest"))),
        r#"map.toml
-  ".............f.......ff...........", # 01
-  ".............f...ff...............", # 02
+  ".............f.......ff.........ff", # 01
+  ".............f...ff..............f", # 02
"#
    );
    assert_eq!(
        sound_diff(&ring, paint("campaign", &["0113"], None)),
        r#"map.toml
-  ".............f.......ff...........", # 01
+  ".............f........f...........", # 01
"#
    );
    assert_eq!(sound_diff(&ring, paint("campaign", &["0101"], Some("clear"))), "");
    assert!(refused(&ring, paint("campaign", &["0101"], Some("sea"))).contains("no terrain `sea`"));
    assert!(refused(&ring, paint("campaign", &["9999"], Some("forest"))).contains("no hex `9999`"));
    assert!(refused(&ring, paint("moon", &["0101"], None)).contains("no map `moon`"));
    assert!(refused(&data("storm"), paint("stalingrad", &["0101"], None)).contains("has no hexes"));
}

#[test]
fn hexes_of_a_list_come_and_go() {
    let pivot = data("pivot");
    // Runs become shorter, fall apart, and grow.
    assert_eq!(
        plain_diff(&pivot, paint("volga", &["0115", "0216", "0314"], None)),
        r#"map.toml
-  "0115-0118", "0214-0218", "0315-0318", "0414-0418", "0514-0518", "0613-0618", "0713-0718", "0812-0818",
+  "0116-0118", "0214-0215", "0217-0218", "0315-0318", "0414-0418", "0514-0518", "0613-0618", "0713-0718", "0812-0818",
"#
    );
    assert_eq!(
        plain_diff(&pivot, paint("volga", &["0114", "0211"], Some("zone"))),
        r#"map.toml
-  "0115-0118", "0214-0218", "0315-0318", "0414-0418", "0514-0518", "0613-0618", "0713-0718", "0812-0818",
+  "0114-0118", "0211", "0214-0218", "0315-0318", "0414-0418", "0514-0518", "0613-0618", "0713-0718", "0812-0818",
"#
    );
}

fn side(edit: &str, a: &str, b: &str, kind: &str, on: bool) -> serde_json::Value {
    json!({ "edit": edit, "map": "campaign", "between": [a, b], "kind": kind, "on": on })
}

#[test]
fn rivers_grow_at_their_ends_and_are_cut() {
    let ring = data("iron-ring");
    // The Golubaya rises one hexside further up.
    assert_eq!(
        sound_diff(&ring, side("hexside", "2114", "2113", "stream", true)),
        r#"map.toml
-  "2114/2214", "2214/2215", "2215/2314", "2314/2315", "2315/2415", "2415/2416", "2415/2515", "2514/2515",
+  "2113/2114", "2114/2214", "2214/2215", "2215/2314", "2314/2315", "2315/2415", "2415/2416", "2415/2515", "2514/2515",
"#
    );
    assert_eq!(
        sound_diff(&ring, side("hexside", "2214", "2114", "stream", false)),
        r#"map.toml
-  "2114/2214", "2214/2215", "2215/2314", "2314/2315", "2315/2415", "2415/2416", "2415/2515", "2514/2515",
+  "2214/2215", "2215/2314", "2314/2315", "2315/2415", "2415/2416", "2415/2515", "2514/2515",
"#
    );
    let named = json!({ "edit": "hexside", "map": "campaign", "between": ["5333", "5433"], "kind": "lake", "name": "Pond", "on": true });
    let shown = plain_diff(&ring, named);
    assert!(shown.contains("+[[hexside]]\n+kind = \"lake\"\n+name = \"Pond\"\n+at = [\"5333/5433\"]"), "{shown}");
    assert!(refused(&ring, side("hexside", "0101", "0303", "stream", true)).contains("do not touch"));
    assert!(refused(&ring, side("hexside", "0101", "0102", "moat", true)).contains("no kind of hexside"));
    assert_eq!(plain_diff(&ring, side("hexside", "0101", "0102", "stream", false)), "");
}

#[test]
fn bridges_come_and_go() {
    let ring = data("iron-ring");
    assert_eq!(
        sound_diff(&ring, side("crossing", "0226", "0126", "pontoon", false)),
        r#"map.toml
-at = ["0126/0226", "2710/2810"]
+at = ["2710/2810"]
"#
    );
    assert_eq!(
        sound_diff(&ring, side("crossing", "2608", "2607", "pontoon", true)),
        r#"map.toml
-at = ["0126/0226", "2710/2810"]
+at = ["0126/0226", "2607/2608", "2710/2810"]
"#
    );
    // A river that goes takes its bridge with it.
    let shown = plain_diff(&ring, side("hexside", "2710", "2810", "major-river", false));
    assert!(shown.contains("-at = [\"0126/0226\", \"2710/2810\"]\n+at = [\"0126/0226\"]\n"), "{shown}");
}

#[test]
fn roads_are_drawn_and_cut_hex_by_hex() {
    let ring = data("iron-ring");
    assert_eq!(
        sound_diff(&ring, side("way", "4112", "4212", "track", true)),
        r#"map.toml
-  { kind = "track", path = ["4112", "4111", "4110", "4109", "4209", "4308"] },
+  { kind = "track", path = ["4212", "4112", "4111", "4110", "4109", "4209", "4308"] },
"#
    );
    assert_eq!(
        plain_diff(&ring, side("way", "4109", "4110", "track", false)),
        r#"map.toml
-  { kind = "track", path = ["4112", "4111", "4110", "4109", "4209", "4308"] },
+  { kind = "track", path = ["4112", "4111", "4110"] },
+  { kind = "track", path = ["4109", "4209", "4308"] },
"#
    );
    assert_eq!(
        plain_diff(&ring, side("way", "4112", "4111", "track", false)),
        r#"map.toml
-  { kind = "track", path = ["4112", "4111", "4110", "4109", "4209", "4308"] },
+  { kind = "track", path = ["4111", "4110", "4109", "4209", "4308"] },
"#
    );
    let shown = plain_diff(&ring, side("way", "0501", "0502", "rail", true));
    assert_eq!(shown, "map.toml\n+  { kind = \"rail\", path = [\"0501\", \"0502\"] },\n");
    assert!(refused(&ring, side("way", "0501", "0502", "canal", true)).contains("no kind of line `canal`"));
}

#[test]
fn places_get_names() {
    let ring = data("iron-ring");
    let named = |at: &str, kind: Option<&str>, name: Option<&str>| json!({ "edit": "place", "map": "campaign", "at": at, "kind": kind, "name": name });
    assert_eq!(
        sound_diff(&ring, named("0718", None, Some("Serafimovich-on-Don"))),
        r#"map.toml
-  { kind = "town", name = "Serafimovich", at = ["0718"] },
+  { kind = "town", name = "Serafimovich-on-Don", at = ["0718"] },
"#
    );
    let gone = edited(&ring, named("2422", None, None)).unwrap();
    let block = "  { kind = \"village\", name = \"Borisov\", at = [\"2422\"] },\n";
    assert_eq!(gone["map.toml"], ring["map.toml"].replace(block, ""));
    // Where the list is in order, a new one stands where it belongs.
    let shown = plain_diff(&ring, named("0101", Some("village"), Some("Borodino")));
    assert_eq!(shown, "map.toml\n+  { kind = \"village\", name = \"Borodino\", at = [\"0101\"] },\n");
    assert!(refused(&ring, named("0101", None, Some("X"))).contains("needs a kind"));
    assert!(refused(&ring, named("0101", Some("castle"), Some("X"))).contains("no kind of place"));
    assert!(refused(&ring, named("0101", None, None)).contains("nothing in"));
}

/// The small game with six areas that are drawn by outlines: three columns of two.
fn outlined() -> Texts {
    let mut texts = fresh();
    let map = texts.get_mut("map.toml").unwrap();
    for (site, polygon) in [
        ("[40, 32]", "[[10, 10], [70, 10], [70, 55], [10, 55]]"),
        ("[40, 80]", "[[10, 55], [70, 55], [70, 100], [10, 100]]"),
        ("[98, 24]", "[[70, 10], [130, 10], [130, 55], [70, 55]]"),
        ("[98, 68]", "[[70, 55], [130, 55], [130, 100], [70, 100]]"),
        ("[158, 36]", "[[130, 10], [190, 10], [190, 55], [130, 55]]"),
        ("[158, 82]", "[[130, 55], [190, 55], [190, 100], [130, 100]]"),
    ] {
        *map = map.replace(&format!("site = {site}"), &format!("polygon = {polygon}"));
    }
    *map = map.replace("[land]\noutline = [[10, 10], [190, 10], [190, 100], [10, 100]]\n\n", "");
    *map = map.replace("[[border]]\nbetween = [\"1\", \"4\"]\nkind = \"river\"\n\n", "");
    sound_texts(&texts);
    texts
}

#[test]
fn a_corner_moves_in_all_outlines_that_share_it() {
    let game = outlined();
    let corner = |from: [f64; 2], to: [f64; 2], snap: f64| json!({ "edit": "corner", "map": "river", "from": from, "to": to, "snap": snap });
    assert_eq!(
        sound_diff(&game, corner([70.1, 55.0], [74.04, 57.26], 1.0)),
        r#"map.toml
-polygon = [[10, 10], [70, 10], [70, 55], [10, 55]]
+polygon = [[10, 10], [70, 10], [74, 57.3], [10, 55]]
-polygon = [[10, 55], [70, 55], [70, 100], [10, 100]]
+polygon = [[10, 55], [74, 57.3], [70, 100], [10, 100]]
-polygon = [[70, 10], [130, 10], [130, 55], [70, 55]]
+polygon = [[70, 10], [130, 10], [130, 55], [74, 57.3]]
-polygon = [[70, 55], [130, 55], [130, 100], [70, 100]]
+polygon = [[74, 57.3], [130, 55], [130, 100], [70, 100]]
"#
    );
    // It snaps to a corner; one that two sides share then is written once.
    assert_eq!(
        plain_diff(&game, corner([10.0, 55.0], [10.4, 99.0], 2.0)),
        r#"map.toml
-polygon = [[10, 10], [70, 10], [70, 55], [10, 55]]
+polygon = [[10, 10], [70, 10], [70, 55], [10, 100]]
-polygon = [[10, 55], [70, 55], [70, 100], [10, 100]]
+polygon = [[70, 55], [70, 100], [10, 100]]
"#
    );
    assert!(refused(&game, corner([40.0, 40.0], [1.0, 1.0], 0.0)).contains("has a corner there"));
    assert!(refused(&game, corner([10.0, 55.0], [1e9, 1.0], 0.0)).contains("out of range"));
    // Land and scenery share their shore.
    let shown = sound_diff(
        &data("verdun"),
        json!({ "edit": "corner", "map": "stalingrad", "from": [404, 234], "to": [405, 235] }),
    );
    assert_eq!(shown.matches("\n+").count(), 2, "{shown}");
    assert_eq!(shown.matches("[405, 235]").count(), 2, "{shown}");
}

#[test]
fn areas_are_added_with_borders_that_fit() {
    let mut game = outlined();
    let map = game.get_mut("map.toml").unwrap();
    *map = map.replace("[\"200mm\", \"130mm\"]", "[\"260mm\", \"130mm\"]");
    let area = json!({ "edit": "add-area", "map": "river", "id": "7", "name": "Far Bank", "terrain": "open", "snap": 1.5,
        "polygon": [[189.2, 10.8], [230.0, 12.0], [230.0, 40.0], [190.6, 32.0]] });
    assert_eq!(
        sound_diff(&game, area),
        r#"map.toml
-polygon = [[130, 10], [190, 10], [190, 55], [130, 55]]
+polygon = [[130, 10], [190, 10], [190, 32], [190, 55], [130, 55]]
+
+[[area]]
+id = "7"
+name = "Far Bank"
+terrain = "open"
+polygon = [[190, 10], [230, 12], [230, 40], [190, 32]]
"#
    );
    let site = json!({ "edit": "add-area", "map": "river", "id": "7", "terrain": "open", "site": [120.0, 90.25] });
    assert_eq!(
        sound_diff(&fresh(), site),
        "map.toml\n+[[area]]\n+id = \"7\"\n+terrain = \"open\"\n+site = [120, 90.3]\n+\n"
    );
    let line: Vec<[f64; 2]> =
        (0..30).map(|n| [f64::from(n) * 2.5, 111.5]).chain([[75.0, 129.0], [0.0, 129.0]]).collect();
    let long = json!({ "edit": "add-area", "map": "river", "id": "7", "terrain": "open", "polygon": line });
    let shown = plain_diff(&fresh(), long);
    assert!(shown.contains("+polygon = [\n+  [0, 111.5], [2.5, 111.5], ") && shown.contains(",\n+]\n"), "{shown}");
    let bad = |edit: serde_json::Value| refused(&game, edit);
    assert!(
        bad(json!({ "edit": "add-area", "map": "river", "id": "3", "site": [1, 1] })).contains("an area `3` already")
    );
    assert!(
        bad(json!({ "edit": "add-area", "map": "river", "id": "9", "polygon": [[1, 1], [2, 2]] }))
            .contains("three corners")
    );
}

#[test]
fn areas_are_split_and_merged_again() {
    let game = outlined();
    let cut = json!({ "edit": "split-area", "map": "river", "area": "3", "id": "3b", "name": "Bridge Head", "snap": 1.0,
        "line": [[70.2, 30.0], [100.0, 34.0], [129.5, 31.0]] });
    let split = edited(&game, cut.clone()).unwrap();
    let shown = sound_diff(&game, cut);
    // The neighbours get the new corners; the area keeps what lies to the left, the new one has the rest.
    for (old, new) in [
        ("[[10, 10], [70, 10], [70, 55], [10, 55]]", "[[10, 10], [70, 10], [70, 30], [70, 55], [10, 55]]"),
        ("[[70, 10], [130, 10], [130, 55], [70, 55]]", "[[70, 10], [130, 10], [130, 31], [100, 34], [70, 30]]"),
        ("[[130, 10], [190, 10], [190, 55], [130, 55]]", "[[130, 10], [190, 10], [190, 55], [130, 55], [130, 31]]"),
    ] {
        assert!(shown.contains(&format!("-polygon = {old}\n+polygon = {new}\n")), "{shown}");
    }
    let new = r#"id = "3b"
+name = "Bridge Head"
+terrain = "town"
+vp = 2
+control = "red"
+polygon = [[130, 31], [130, 55], [70, 55], [70, 30], [100, 34]]
"#;
    assert!(shown.contains(new) && shown.lines().count() == 15, "{shown}");
    let merge = json!({ "edit": "merge-areas", "map": "river", "area": "3", "with": "3b" });
    let merged = edited(&split, merge).unwrap();
    let model = sound_texts(&merged).model;
    assert!(model.places.iter().all(|place| &*place.id != "3b"));
    // What spoke of the one that is gone speaks of the other, and what both said is said once.
    let merge = json!({ "edit": "merge-areas", "map": "river", "area": "3", "with": "4" });
    let shown = plain_diff(&game, merge);
    assert!(shown.contains("-between = [\"2\", \"4\"]\n+between = [\"2\", \"3\"]"), "{shown}");
    assert!(shown.contains("+polygon = [[70, 10], [130, 10], [130, 55], [130, 100], [70, 100], [70, 55]]"), "{shown}");
    let merge = |area: &str, with: &str| json!({ "edit": "merge-areas", "map": "river", "area": area, "with": with });
    assert!(refused(&game, merge("1", "6")).contains("do not share"));
    assert!(refused(&game, merge("1", "1")).contains("with itself"));
    assert!(refused(&fresh(), merge("1", "2")).contains("has no `polygon`"));
    let away = json!({ "edit": "split-area", "map": "river", "area": "3", "id": "x", "line": [[80, 20], [90, 30]] });
    assert!(refused(&game, away).contains("does not end on the border"));
}

#[test]
fn sites_boxes_and_tracks_move() {
    let fresh = fresh();
    assert_eq!(
        sound_diff(&fresh, json!({ "edit": "site", "map": "river", "area": "3", "to": [99.96, 26.04] })),
        "map.toml\n-site = [98, 24]\n+site = [100, 26]\n"
    );
    let frame = |what: &str, id: &str, rest: serde_json::Value| {
        let mut frame = json!({ "edit": "frame", "map": "river", "what": what, "id": id });
        frame.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        frame
    };
    assert_eq!(
        sound_diff(&fresh, frame("box", "dead", json!({ "at": [106, 108], "size": [60, 18.52] }))),
        "map.toml\n-at = [104, 108]\n-size = [50, 18]\n+at = [106, 108]\n+size = [60, 18.5]\n"
    );
    assert_eq!(
        sound_diff(&fresh, frame("track", "turn", json!({ "at": [5, 105], "columns": 2, "size": [20, 10] }))),
        "map.toml\n-at = [10, 108]\n-cell = [22, 18]\n+at = [5, 105]\n+cell = [20, 10]\n+columns = 2\n"
    );
    assert_eq!(
        sound_diff(&fresh, frame("box", "reserve", json!({ "at": [160, 108], "size": [30, 18], "name": "Reserve" }))),
        "map.toml\n+[[box]]\n+id = \"reserve\"\n+name = \"Reserve\"\n+at = [160, 108]\n+size = [30, 18]\n+\n"
    );
    let track = frame(
        "track",
        "vp",
        json!({ "at": [160, 106], "size": [9, 9], "name": "Points", "spaces": "0-5", "columns": 3 }),
    );
    assert_eq!(
        sound_diff(&fresh, track),
        "map.toml\n+[[track]]\n+id = \"vp\"\n+name = \"Points\"\n+spaces = \"0-5\"\n+at = [160, 106]\n+cell = [9, 9]\n+columns = 3\n+\n"
    );
    let rect = json!({ "edit": "frame", "map": "stalingrad", "what": "area", "id": "L1", "at": [290, 235] });
    let storm = data("storm");
    let id = storm["map.toml"]
        .split("rect = [292")
        .next()
        .unwrap()
        .rsplit("id = \"")
        .next()
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let mut rect = rect;
    rect["id"] = json!(id);
    let shown = sound_diff(&storm, rect);
    let lines: Vec<&str> = shown.lines().collect();
    let ["map.toml", before, after] = lines[..] else { panic!("{shown}") };
    assert!(before.starts_with("-  { id = \"L1\"") && before.contains("rect = [292, 233, 58, 36]"), "{shown}");
    assert_eq!(after[1..], before[1..].replace("[292, 233,", "[290, 235,"));
    assert!(refused(&fresh, frame("box", "new", json!({ "at": [1, 1] }))).contains("needs a size"));
    assert!(refused(&fresh, frame("box", "dead", json!({ "at": [1, 1], "size": [0, 1] }))).contains("more than 0"));
    assert!(
        refused(&fresh, json!({ "edit": "site", "map": "river", "area": "9", "to": [1, 1] })).contains("no area `9`")
    );
}

#[test]
fn places_are_connected_and_parted() {
    let fresh = fresh();
    let link =
        |from: &str, to: &str, on: bool| json!({ "edit": "link", "map": "river", "from": from, "to": to, "on": on });
    let linked = edited(&fresh, link("1", "6", true)).unwrap();
    sound_texts(&linked);
    assert!(linked["map.toml"].ends_with("\n\n[[link]]\nfrom = \"1\"\nto = \"6\"\n"), "{}", linked["map.toml"]);
    assert_eq!(diff(&fresh, &edited(&linked, link("6", "1", false)).unwrap()), "");
    assert_eq!(plain_diff(&linked, link("6", "1", true)), "");
    let mut several = linked.clone();
    several.insert("map.toml".to_string(), linked["map.toml"].replace("to = \"6\"", "to = [\"6\", \"5\"]"));
    assert_eq!(plain_diff(&several, link("1", "6", false)), "map.toml\n-to = [\"6\", \"5\"]\n+to = [\"5\"]\n");
    assert!(refused(&fresh, link("1", "99", true)).contains("no place `99`"));
    assert!(refused(&fresh, link("1", "1", true)).contains("two places"));
}

#[test]
fn squares_are_painted_and_parted_like_hexes() {
    let game = examples(&["howto/squares"]);
    let game: Texts = game.into_iter().filter(|(name, _)| name.ends_with(".toml")).collect();
    assert_eq!(
        plain_diff(&game, paint("farm", &["0201", "0202"], Some("wood"))),
        "map.toml\n-  \" ..ww.....\",\n-  \"...www....\",\n+  \" w.ww.....\",\n+  \".w.www....\",\n"
    );
    let side = |edit: &str, a: &str, b: &str, kind: &str, on: bool| json!({ "edit": edit, "map": "farm", "between": [a, b], "kind": kind, "on": on });
    let shown = plain_diff(&game, side("hexside", "0103", "0104", "brook", true));
    assert!(shown.contains("\"0203/0204\", \"0603/0703\"") && shown.contains(", \"0103/0104\"]\n"), "{shown}");
    // A lane leads from corner to corner, a brook does not run there.
    let shown = plain_diff(&game, side("way", "0801", "0902", "lane", true));
    assert!(shown.contains("\"0801\", \"0902\"]"), "{shown}");
    assert!(refused(&game, side("hexside", "0801", "0902", "brook", true)).contains("do not share a side"));
}
