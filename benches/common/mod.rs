//! What several benchmarks need.
#![allow(dead_code, clippy::unwrap_used, clippy::print_stdout, clippy::expect_used, clippy::panic, missing_docs)]

use punchboard::source::Sources;
use punchboard::{SoundGame, compile_sources};
use std::fmt::Write;
use std::time::Duration;

/// A game with so many units, no two alike.
pub fn game(count: usize) -> SoundGame {
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
    let sources = Sources::from_texts("bench", [("game.toml", text.as_str()), ("counters.toml", units.as_str())]);
    let compiled = compile_sources(sources);
    compiled.messages().iter().for_each(|message| println!("{message}"));
    compiled.game.expect("the game is in order")
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
