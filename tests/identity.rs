//! Pieces keep their numbers: across renames, removals, returns and merges.

use crate::common;

use crate::common::{compile_texts, root, sound_texts, texts};
use punchboard::Compiled;
use punchboard::identity::{Identities, Lock, assign, keys};
use punchboard::model::Model;
use std::collections::{BTreeMap, BTreeSet};

/// The scaffold of `punchboard new` with other counters: units in area 1, and markers.
fn game(units: &[&str], markers: &[&str], lock: Option<&Lock>) -> (Compiled, String) {
    let mut game = texts(&root().join("templates/new"));
    for text in game.values_mut() {
        *text = text.replace("{{id}}", "game").replace("{{title}}", "Game");
    }
    game.remove("examples.toml");
    game.insert("scenarios.toml".into(), String::new());
    let start = game["game.toml"].find("[expect]").unwrap();
    let text = game.get_mut("game.toml").unwrap();
    text.truncate(start);
    text.push_str("[warnings]\nallow = [\"unused-type\", \"unused-formation\"]\n");
    let units: String = units
        .iter()
        .map(|unit| format!("{{ {unit}, front = [4, 4, 3], back = [2, 3, 3], setup = \"1\" }},\n"))
        .collect();
    let mut counters = format!(
        "src = \"2\"\n[[units]]\nformation = \"1-bde\"\ntype = \"infantry\"\nlayout = \"unit\"\nunit = [\n{units}]\n"
    );
    for marker in markers {
        counters += &format!("[[marker]]\n{marker}\nname = \"M\"\nfront = {{ label = \"M\" }}\n");
    }
    game.insert("counters.toml".into(), counters);
    let cards = "src = \"2\"\n[[deck]]\nid = \"d\"\nname = \"D\"\n[[card]]\nid = \"c\"\ndeck = \"d\"\ntitle = \"C\"\neffect = \"E\"\n";
    game.insert("cards.toml".into(), cards.into());
    if let Some(lock) = lock {
        game.insert("punchboard.lock".into(), lock.text());
    }
    let compiled = compile_texts(&game);
    let rendered = compiled.messages().join("\n");
    (compiled, rendered)
}

/// The numbers of a game's pieces, with that lock in its folder.
fn numbers(units: &[&str], markers: &[&str], lock: Option<&Lock>) -> Identities {
    let (compiled, rendered) = game(units, markers, lock);
    compiled.game.unwrap_or_else(|| panic!("{rendered}")).identities
}

fn model(units: &[&str], markers: &[&str]) -> Model {
    let (compiled, rendered) = game(units, markers, None);
    compiled.game.unwrap_or_else(|| panic!("{rendered}")).model
}

fn lock(pieces: &[(&str, u32)], retired: &[(&str, u32)]) -> Lock {
    let map = |list: &[(&str, u32)]| -> BTreeMap<String, u32> {
        list.iter().map(|(key, number)| ((*key).to_string(), *number)).collect()
    };
    Lock { pieces: map(pieces), retired: map(retired) }
}

#[test]
fn keys_stand_in_the_order_of_the_game() {
    let model = model(&["id = \"b\"", "id = \"a\""], &["id = \"m\"\nuse = \"place\"", "id = \"l\""]);
    assert_eq!(
        keys(&model),
        [
            "unit/b",
            "unit/a",
            "marker/m",
            "marker/l",
            "card/c",
            "place/m",
            "count/d",
            "sheet/table.combat",
            "sheet/operation.battle"
        ]
    );
    let identities = assign(&model, &Lock::default());
    for (n, key) in keys(&model).iter().enumerate() {
        assert_eq!(identities.gpid(key), Some(u32::try_from(n + 1).unwrap()), "{key}");
    }
    assert_eq!((identities.next(), identities.new.len(), identities.changed), (10, 9, true));
    assert_eq!(identities.gpid("unit/zebra"), None);
}

#[test]
fn what_the_lock_has_stays() {
    let before = lock(&[("unit/a", 9), ("marker/m", 3), ("card/c", 5)], &[]);
    let after = numbers(&["id = \"new\"", "id = \"a\""], &["id = \"m\""], Some(&before));
    assert_eq!(
        after.lock,
        lock(
            &[
                ("unit/a", 9),
                ("unit/new", 10),
                ("marker/m", 3),
                ("card/c", 5),
                ("count/d", 11),
                ("sheet/table.combat", 12),
                ("sheet/operation.battle", 13)
            ],
            &[]
        )
    );
    let again = numbers(&["id = \"a\"", "id = \"new\""], &["id = \"m\""], Some(&after.lock));
    assert_eq!((again.lock, again.changed), (after.lock, false), "the order of the data does not matter");
}

#[test]
fn what_is_gone_is_retired_and_comes_back_to_its_number() {
    let first = numbers(&["id = \"a\"", "id = \"b\""], &["id = \"m\"\nuse = \"place\""], None);
    let gone = numbers(&["id = \"a\""], &["id = \"m\"\nuse = \"free\""], Some(&first.lock));
    assert_eq!(gone.retired, ["place/m", "unit/b"]);
    assert_eq!(gone.lock.retired, lock(&[], &[("place/m", 5), ("unit/b", 2)]).retired);
    // The number of what is retired goes to nothing else.
    let other = numbers(&["id = \"a\"", "id = \"c\""], &["id = \"m\""], Some(&gone.lock));
    assert_eq!(other.gpid("unit/c"), Some(9));
    let back = numbers(&["id = \"a\"", "id = \"b\"", "id = \"c\""], &["id = \"m\""], Some(&other.lock));
    assert_eq!((back.gpid("unit/b"), back.back), (Some(2), vec!["unit/b".to_string()]));
    assert!(!back.lock.retired.contains_key("unit/b"));
}

#[test]
fn what_is_renamed_keeps_its_number() {
    let first = numbers(&["id = \"a\""], &["id = \"m\"\nuse = \"place\""], None);
    let (unit, marker) = ("id = \"x\", was = \"a\"", "id = \"n\"\nwas = [\"k\", \"m\"]\nuse = \"place\"");
    let after = numbers(&[unit], &[marker], Some(&first.lock));
    assert_eq!(
        after.lock,
        lock(
            &[
                ("unit/x", 1),
                ("marker/n", 2),
                ("card/c", 3),
                ("place/n", 4),
                ("count/d", 5),
                ("sheet/table.combat", 6),
                ("sheet/operation.battle", 7)
            ],
            &[]
        )
    );
    assert!(after.new.is_empty() && after.retired.is_empty());
    // `was` may stay.
    let (compiled, rendered) = game(&[unit], &[marker], Some(&after.lock));
    assert!(compiled.diagnostics.is_empty(), "{rendered}");
    assert!(!compiled.game.unwrap().identities.changed);
    // From what was retired, too; of several the first that the lock has.
    let retired = lock(&[("unit/b", 1), ("card/c", 2)], &[("unit/a", 7), ("unit/b2", 8)]);
    let after = numbers(&["id = \"y\", was = [\"z\", \"a\", \"b\"]"], &[], Some(&retired));
    assert_eq!(
        after.lock,
        lock(
            &[("unit/y", 7), ("card/c", 2), ("count/d", 9), ("sheet/table.combat", 10), ("sheet/operation.battle", 11)],
            &[("unit/b", 1), ("unit/b2", 8)]
        )
    );
}

#[test]
fn without_a_lock_was_is_not_asked_for() {
    let (compiled, rendered) = game(&["id = \"x\", was = \"a\""], &[], None);
    assert!(compiled.diagnostics.is_empty(), "{rendered}");
    assert_eq!(compiled.game.unwrap().model.units[0].was, ["a"]);
    let (_, rendered) = game(&["id = \"x\", was = \"alpah\""], &[], Some(&lock(&[("unit/alpha", 1)], &[])));
    assert!(rendered.contains("warning[PB1207]") && rendered.contains("did you mean `alpha`?"), "{rendered}");
    let (_, rendered) = game(&["id = \"x\", was = \"a\""], &[], Some(&lock(&[("unit/a", 1)], &[("unit/x", 2)])));
    assert!(rendered.contains("already has the number 2"), "{rendered}");
}

#[test]
fn the_help_says_which_line_to_remove() {
    let twice = lock(&[("unit/a", 1), ("unit/gone", 1)], &[]);
    let (compiled, rendered) = game(&["id = \"a\""], &[], Some(&twice));
    assert!(compiled.game.is_none());
    assert!(rendered.contains("error[PB1204]") && rendered.contains("remove the line of `unit/gone`"), "{rendered}");
    let (_, rendered) = game(&["id = \"a\"", "id = \"b\""], &[], Some(&lock(&[("unit/a", 1), ("unit/b", 1)], &[])));
    assert!(rendered.contains("else that of `unit/b`"), "{rendered}");
}

/// The text of a lock is read as what was written, whatever ids hold.
#[test]
fn the_text_says_what_the_lock_is() {
    let odd = ["191/71", "a b", "é日本", "q\\\"uote", "back\\\\slash", "#", "x = 1", "[y]"];
    let units: Vec<String> = odd.iter().map(|id| format!("id = \"{id}\"")).collect();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let first = numbers(&units, &[], None);
    let again = numbers(&units, &[], Some(&first.lock));
    assert!(!again.changed);
    assert_eq!(first.lock.text(), again.lock.text());
    let text = first.lock.text();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('"')).collect();
    assert_eq!(
        lines.len(),
        odd.len() + 4,
        "one line per piece: the card, the count of its deck and the sheets of the table and the battle, too"
    );
    assert!(lines.is_sorted(), "{text}");
}

/// Whatever happens to a game, no number ever belongs to two keys.
#[test]
fn a_number_is_never_given_twice() {
    let mut seed = 7_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut model = model(&["id = \"a\""], &[]);
    let unit = model.units[0].clone();
    let mut lock = Lock::default();
    let mut given: BTreeMap<u32, String> = BTreeMap::new();
    for _ in 0..400 {
        model.units = (0..12)
            .filter(|_| random(3) > 0)
            .map(|n| {
                let mut unit = unit.clone();
                unit.id = format!("u{n}");
                unit
            })
            .collect();
        let identities = assign(&model, &lock);
        let all = || identities.lock.pieces.iter().chain(&identities.lock.retired);
        assert_eq!(all().map(|(_, number)| number).collect::<BTreeSet<_>>().len(), all().count());
        for (key, number) in all() {
            assert_eq!(given.entry(*number).or_insert_with(|| key.clone()), key, "{number} stays with its key");
            assert!(*number < identities.next());
        }
        for key in keys(&model) {
            assert!(identities.gpid(&key).is_some(), "{key}");
        }
        lock = identities.lock;
    }
}

/// What is committed is what a build would write.
#[test]
fn the_locks_of_all_games_are_up_to_date() {
    for game in common::games() {
        let identities = sound_texts(&texts(&game)).identities;
        let committed = std::fs::read_to_string(game.join("punchboard.lock")).unwrap_or_default();
        assert!(!identities.changed, "{} has a stale lock: build it and commit the lock", game.display());
        assert_eq!(committed, identities.lock.text(), "{}", game.display());
    }
}
