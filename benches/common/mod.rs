//! What several benchmarks need.
#![allow(dead_code, clippy::unwrap_used, clippy::print_stdout, clippy::expect_used, clippy::panic, missing_docs)]

use punchboard::source::Sources;
use punchboard::{SoundGame, compile_sources};
use std::fmt::Write;
use std::time::Duration;

/// A game with so many units, no two alike.
pub fn game(count: usize) -> SoundGame {
    let texts = texts(count);
    let compiled =
        compile_sources(Sources::from_texts("bench", texts.iter().map(|(name, text)| (*name, text.as_str()))));
    compiled.messages().iter().for_each(|message| println!("{message}"));
    compiled.game.expect("the game is in order")
}

/// The files of a game with so many units, no two alike.
pub fn texts(count: usize) -> Vec<(&'static str, String)> {
    const TYPES: [&str; 8] =
        ["infantry", "motorised", "armour", "pioneer", "artillery", "anti-tank", "cavalry", "reconnaissance"];
    const COLOURS: [&str; 12] = [
        "#fafa76", "#63acfa", "#8ae178", "#df5034", "#9b70b1", "#fa941e", "#2b907e", "#8ee3fa", "#f99dba", "#ae7a61",
        "#fafad1", "#5f7afa",
    ];
    let mut text = String::from(
        "[game]\nid = \"bench\"\ntitle = \"Bench\"\nversion = \"1.0.0\"\ncounter-size = \"16mm\"\n\
         [warnings]\nallow = [\"no-source\", \"unused-type\", \"unused-formation\"]\n\
         [[side]]\nid = \"grey\"\nname = \"Grey\"\ncolour = \"#9aa1a3\"\n\
         [[side]]\nid = \"brown\"\nname = \"Brown\"\ncolour = \"#cfab78\"\n\
         [[size]]\nid = \"regiment\"\nname = \"Regiment\"\nmark = \"III\"\n\
         [[layout]]\nid = \"unit\"\nfront = { state = \"full\", values = [\"a\", \"d\", \"m\"] }\n\
         back = { state = \"reduced\", values = [\"a\", \"d\", \"m\"] }\n",
    );
    for value in ["a", "d", "m"] {
        writeln!(text, "[[value]]\nid = \"{value}\"\nname = \"{value}\"").unwrap();
    }
    for kind in TYPES {
        writeln!(text, "[[type]]\nid = \"{kind}\"\nname = \"{kind}\"").unwrap();
    }
    for (n, colour) in COLOURS.iter().enumerate() {
        for side in ["grey", "brown"] {
            writeln!(
                text,
                "[[formation]]\nid = \"{side}{n}\"\nname = \"{n}\"\nside = \"{side}\"\ncolour = \"{colour}\""
            )
            .unwrap();
        }
    }
    let mut units = String::from("[[units]]\nlayout = \"unit\"\nsize = \"regiment\"\nunit = [\n");
    for n in 0..count {
        let side = if n % 2 == 0 { "grey" } else { "brown" };
        let (kind, formation) = (TYPES[n / 2 % TYPES.len()], n / 7 % COLOURS.len());
        let (a, d, m) = (n % 9 + 1, n / 9 % 9 + 1, n / 81 % 8 + 3);
        writeln!(
            units,
            "{{ id = \"{n}/{formation}\", side = \"{side}\", formation = \"{side}{formation}\", type = \"{kind}\", \
             front = [{a}, {d}, {m}], back = [{}, {}, {m}], arrives = {{ turn = {}, code = \"T{}\" }} }},",
            a / 2,
            d / 2,
            n % 20 + 1,
            n % 20 + 1
        )
        .unwrap();
    }
    units.push_str("]\n");
    vec![("game.toml", text), ("counters.toml", units)]
}

/// A map of so many areas around points that do not quite stand in rows.
pub fn areas(count: usize) -> (&'static str, String) {
    const COLUMNS: usize = 40;
    const STEP: f64 = 30.0;
    let mut text = String::from("area = [\n");
    for n in 0..count {
        let (column, row) = (n % COLUMNS, n / COLUMNS);
        let moved = |own: usize, other: usize| STEP * (own as f64 + 0.7) + (other * 7 % 11) as f64;
        let (x, y) = (moved(column, row), moved(row, column));
        writeln!(text, "{{ id = \"A{n}\", name = \"Area {n}\", terrain = \"plain\", site = [{x:.1}, {y:.1}] }},")
            .unwrap();
    }
    let (width, height) = (STEP * (COLUMNS as f64 + 1.0), STEP * (count.div_ceil(COLUMNS) as f64 + 1.0));
    write!(
        text,
        "]\n[map]\nid = \"map\"\nname = \"Map\"\nkind = \"area\"\nsize = [\"{width:.0}mm\", \"{height:.0}mm\"]\n\
         [land]\noutline = [[5, 5], [{width:.0}, 5], [{width:.0}, {height:.0}], [5, {height:.0}]]\n\
         [[terrain]]\nid = \"plain\"\nname = \"Plain\"\nlook = \"clear\"\n"
    )
    .unwrap();
    ("map.toml", text)
}

/// A hex map of so many columns and rows. Of large ones hexes are smaller: a picture may have so many pixels only.
pub fn map(columns: usize, rows: usize) -> (&'static str, String) {
    let hex = if columns.max(rows) > 100 { 9.5 } else { 19.0 };
    let digits = if columns.max(rows) > 99 { 3 } else { 2 };
    let (width, height) = (hex * (columns as f64 + 1.5), hex * 0.866_025_4 * rows as f64 + 2.0 * hex);
    let mut text = format!(
        "[map]\nid = \"map\"\nname = \"Map\"\nkind = \"hex\"\nsize = [\"{width:.0}mm\", \"{height:.0}mm\"]\n\
         [grid]\ncolumns = {columns}\nrows = {rows}\nhex = \"{hex}mm\"\nstand = \"pointy\"\nshift = \"even\"\n\
         origin = [{hex}, {hex}]\nnumber = \"{{column:{digits}}}{{row:{digits}}}\"\nterrain = \"plain\"\n",
    );
    for (id, look) in [("plain", "clear"), ("wood", "forest"), ("swamp", "marsh"), ("broken", "rough")] {
        writeln!(text, "[[terrain]]\nid = \"{id}\"\nname = \"{id}\"\nlook = \"{look}\"").unwrap();
    }
    text.push_str("[[way]]\nid = \"road\"\nname = \"Road\"\nlook = \"road\"\n");
    for (n, id) in ["wood", "swamp", "broken"].into_iter().enumerate() {
        let hexes = (1..=columns).flat_map(|column| (1..=rows).map(move |row| (column, row)));
        let own = hexes.filter(|(column, row)| (column * 7 + row * 11 + column * row) % 9 == n);
        let own: Vec<String> = own.map(|(column, row)| format!("\"{column:0digits$}{row:0digits$}\"")).collect();
        writeln!(text, "[[hexes]]\nterrain = \"{id}\"\nat = [{}]", own.join(", ")).unwrap();
    }
    for row in (3..=rows).step_by(7) {
        let path: Vec<String> = (1..=columns).map(|column| format!("\"{column:0digits$}{row:0digits$}\"")).collect();
        writeln!(text, "[[line]]\nkind = \"road\"\npath = [{}]", path.join(", ")).unwrap();
    }
    ("map.toml", text)
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
