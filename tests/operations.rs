//! Operations: games are played to their end by the data alone, logs are verified, and what is against the rules is refused.

use crate::common;

use punchboard::SoundGame;
use punchboard::play::engine::{Chance, Machine, Pick, Player, answer, play_out, replay};
use punchboard::play::{in_zone, unit_supplied};
use std::path::PathBuf;

fn game(name: &str) -> SoundGame {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let compiled = punchboard::compile(&folder, &punchboard::Options::default()).unwrap();
    common::sound(compiled)
}

/// Games that say in operations what their players do.
fn playable() -> Vec<SoundGame> {
    let mut names: Vec<String> = std::fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.iter().map(|name| game(name)).filter(|game| !game.model.rules.operations.is_empty()).collect()
}

/// Plays seeded games of every scenario: no dead end, no broken invariant, and each log leads to the same state again.
fn random_games(seeds: std::ops::Range<u64>, sparing: bool) {
    let games = playable();
    assert!(!games.is_empty(), "no game can be played");
    for game in &games {
        let machine = Machine::new(&game.model).unwrap();
        // Where thousands of decisions ask for zones and supply a few games are sample enough.
        let zones = sparing && game.model.rules.zone_of_control.is_some();
        for scenario in 0..game.model.scenarios.len() {
            // Games of many units take longer: a smaller sample shows as much.
            let most = if !zones && sparing && game.model.units.len() > 100 { 6 } else { seeds.end };
            // One game of several hundred units is some ten thousand decisions.
            let most = if sparing && game.model.units.len() > 300 { seeds.start + 1 } else { most };
            for seed in (seeds.start..most).step_by(if zones { 10 } else { 1 }) {
                let players = if seed % 5 == 4 { [Player::Greedy, Player::Random] } else { [Player::Random; 2] };
                let played = play_out(&machine, scenario, seed, &players, true).unwrap();
                assert!(played.state.ended.is_some());
                let text = played.log.text(&machine, &played.state);
                let again = replay(&machine, &text).unwrap();
                assert_eq!(again.state, played.state);
                assert_eq!(again.state.fingerprint(), played.state.fingerprint());
            }
        }
    }
}

#[test]
fn random_games_come_to_an_end() {
    random_games(0..20, true);
}

#[test]
#[ignore = "takes minutes: a thousand games of every scenario"]
fn a_thousand_random_games_come_to_an_end() {
    random_games(0..1000, false);
}

/// The same seed gives the same game, whether anybody watches or not.
#[test]
fn seeds_repeat_games() {
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let play = |watch: bool| {
        let played = play_out(&machine, 0, 11, &[Player::Random; 2], watch).unwrap();
        played.log.text(&machine, &played.state)
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn a_log_that_was_changed_is_found_out() {
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let played = play_out(&machine, 0, 3, &[Player::Random; 2], false).unwrap();
    let text = played.log.text(&machine, &played.state);
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut changed: Vec<&str> = lines.clone();
        changed[at] = line;
        replay(&machine, &changed.join("\n")).map(|_| ()).unwrap_err()
    };
    let dice = lines.iter().position(|line| line.contains("\"dice\":[")).unwrap();
    assert_eq!(with(dice, r#"{"id":"dice","dice":[7,1]}"#).line, dice + 1);
    assert_eq!(with(0, r#"{"log":1,"game":"other"}"#).line, 1);
    assert_eq!(with(1, r#"{"id":"set-up","side":"soviet","choose":"K"}"#).line, 2);
    assert_eq!(with(1, "not JSON").line, 2);
    let last = lines.len() - 1;
    let wrong = with(last, &lines[last].replace("\"hash\":\"", "\"hash\":\"0"));
    assert_eq!((wrong.line, wrong.message.contains("another state")), (last + 1, true));
}

/// What is not open is refused, and changes nothing.
#[test]
fn illegal_choices_are_refused() {
    let game = game("storm");
    let machine = Machine::new(&game.model).unwrap();
    let mut chance = Chance::new(5);
    let mut state = machine.start(0).unwrap();
    for _ in 0..400 {
        let before = state.clone();
        let mut told = Vec::new();
        for wrong in [Pick::Number(-1), Pick::Dice(vec![9, 9, 9]), Pick::Drawn(0), Pick::Operation(0)] {
            if !machine.choices(&state).contains(&wrong) && !machine.draws(&state).iter().any(|(own, _)| *own == wrong)
            {
                assert!(machine.apply(&mut state, &wrong, &mut told).is_err(), "{wrong:?}");
                assert_eq!(state, before);
            }
        }
        let choice = answer(&machine, &state, &[Player::Random; 2], &mut chance).unwrap();
        machine.apply(&mut state, &choice, &mut told).unwrap();
        assert!(told.iter().all(|event| !event.text.is_empty()));
    }
}

/// The fight of `docs/rules.md` ends like its example, and the game of the pages can be played to its end.
#[test]
fn the_game_of_the_pages_can_be_played() {
    let files = common::examples(&["language", "rules"]);
    let game = common::sound(common::compile_texts(&files));
    let machine = Machine::new(&game.model).unwrap();
    for seed in 0..5 {
        let played = play_out(&machine, 0, seed, &[Player::Random; 2], true).unwrap();
        let text = played.log.text(&machine, &played.state);
        replay(&machine, &text).unwrap();
    }
}

/// Worked examples are carried out by operations. The steps that set something by hand are counted, so that none is
/// added without a thought. Examples of our own ask several questions of one position, and set it in between. In an
/// example of the rulebook each has its reason: a note on the first step that sets something, good for those behind it.
#[test]
fn examples_set_nothing_where_a_rule_acts() {
    let is_set = |step: &serde_json::Value| step["do"] == "set";
    for game in playable() {
        let (mut own, mut printed) = (0, 0);
        for example in &game.model.examples {
            let name = example["name"].as_str().unwrap_or_default();
            let steps: Vec<_> = example["step"].as_array().into_iter().flatten().collect();
            if name.starts_with("Own") {
                own += steps.iter().filter(|step| is_set(step)).count();
                continue;
            }
            for run in steps.chunk_by(|one, next| is_set(one) == is_set(next)).filter(|run| is_set(run[0])) {
                printed += run.len();
                let reason = run.iter().any(|step| step["note"].is_string());
                assert!(reason, "{}, {name}: {} is set without a reason", game.model.game.id, run[0]);
            }
        }
        let known = match game.model.game.id.as_str() {
            "pivot" => (69, 12),
            "iron-ring" => (37, 16),
            "verdun" => (50, 3),
            _ => (0, 0),
        };
        assert_eq!((own, printed), known, "{}: steps of examples that set something", game.model.game.id);
    }
}

/// The game of the pages, with more in some of its files.
fn ford(more: &[(&str, &str)]) -> std::collections::BTreeMap<String, String> {
    let mut files = common::examples(&["language", "rules"]);
    for (file, text) in more {
        files.entry((*file).to_string()).or_default().push_str(text);
    }
    files
}

/// Sides of one player are friends: they are not counted as enemies, and the opponent is of another player.
#[test]
fn sides_of_one_player_are_friends() {
    let mut files = ford(&[
        (
            "game.toml",
            "\n[[side]]\nid = \"green\"\nname = \"Green\"\nplayer = \"Blue\"\ncolour = \"#9ab89a\"\nink = \"#0b0c0e\"\n",
        ),
        (
            "counters.toml",
            "\n[[units]]\nside = \"green\"\ntype = \"infantry\"\nlayout = \"unit\"\nunit = [{ id = \"Ally\", front = [1, 1, 4], back = [1, 1, 4], setup = \"1\" }]\n",
        ),
        (
            "rules.toml",
            r#"
[[operation]]
id = "muster"
name = "Muster"
step = [
  { do = "let", id = "foes", value = "sum(places, if id == '1' then enemies else 0)" },
  { do = "let", id = "pals", value = "sum(places, if id == '1' then friends else 0)" },
  { do = "let", id = "disputed", value = "count(places, contested)" },
  { do = "let", id = "against-red", value = "if opponent == 'red' then 1 else 0" },
]
"#,
        ),
        (
            "examples.toml",
            r#"
[[example]]
id = "muster"
name = "Two sides of one player, and an enemy"
units = [{ unit = "1/1", at = "1" }, { unit = "Ally", at = "1" }, { unit = "Guard", at = "3" }]
step = [
  { do = "operation", operation = "muster", side = "blue", expect = { values = { foes = [0], pals = [2], disputed = [0], against-red = [1] } } },
  { do = "operation", operation = "muster", side = "green", expect = { values = { foes = [0], pals = [2], disputed = [0], against-red = [1] } } },
  { do = "operation", operation = "muster", side = "red", expect = { values = { foes = [2], pals = [0] } } },
]
"#,
        ),
    ]);
    for (was, is) in [("counters = 25", "counters = 26"), ("units = 12", "units = 13")] {
        let game = files.get_mut("game.toml").unwrap();
        assert!(game.contains(was));
        *game = game.replace(was, is);
    }
    common::sound_texts(&files);
}

/// A table that is looked up in an operation is answered as it is by itself: friends are those of the unit that leads the
/// defence, whoever acts.
#[test]
fn tables_see_friends_as_the_defence_does() {
    let files = ford(&[
        (
            "tables.toml",
            r#"
[[table]]
id = "threat"
name = "Threat"
down = "foes"
input = [{ id = "foes", name = "Enemies there", kind = "number", from = "area.enemies" }]
row = [{ on = "0-", result = "0" }, { on = "1", result = "1" }, { on = "2+", result = "2" }]
"#,
        ),
        (
            "rules.toml",
            r#"
[[operation]]
id = "threaten"
name = "Threaten"
step = [
  { do = "let", id = "ridge", place = "3" },
  { do = "each", id = "guard", among = "ridge.units", where = "side == 'red'", step = [
    { do = "look-up", id = "felt", table = "threat", at = "ridge", defence-lead = "guard", number = "seen" },
    { do = "let", id = "threat", value = "seen" },
  ] },
]
"#,
        ),
        (
            "examples.toml",
            r#"
[[example]]
id = "threat"
name = "Two attackers and a guard"
units = [{ unit = "1/1", at = "3" }, { unit = "2/1", at = "3" }, { unit = "Guard", at = "3" }]
step = [
  { do = "roll", table = "threat", at = "3", defenders = ["Guard"], defence-lead = "Guard", expect = { result = "2" } },
  { do = "operation", operation = "threaten", side = "blue", expect = { values = { threat = [2] } } },
  { do = "operation", operation = "threaten", side = "red", expect = { values = { threat = [2] } } },
]
"#,
        ),
    ]);
    common::sound_texts(&files);
}

/// A bonus counts as long as its condition holds for every step of a walk.
#[test]
fn walks_have_bonuses_of_movement() {
    let trek = |when: &str, entered: &str, costs: &str| {
        let rules = format!(
            "\n[[condition]]\nid = \"trekking\"\nname = \"On a trek\"\nkind = \"yes-no\"\n\n[[movement.bonus]]\nid = \"worn\"\nadd = -3\nwhen = \"trekking and {when}\"\ntext = \"Worn out.\"\n\n[[operation]]\nid = \"trek\"\nname = \"Trek\"\nstep = [\n  {{ do = \"choose\", id = \"who\", of = \"unit\", among = \"units\", where = \"side == acting\" }},\n  {{ do = \"walk\", id = \"entered\", units = \"who\", most = 2 }},\n]\n"
        );
        let example = format!(
            "\n[[example]]\nid = \"trek\"\nname = \"A trek\"\nconditions = {{ trekking = true }}\nunits = [{{ unit = \"1/1\", at = \"1\" }}]\nstep = [{{ do = \"operation\", operation = \"trek\", side = \"blue\", answer = [{{ id = \"who\", take = [\"1/1\"] }}, {{ id = \"entered\", take = [{entered}] }}], expect = {{ values = {{ cost = [{costs}] }} }} }}]\n"
        );
        common::compile_texts(&ford(&[("rules.toml", &rules), ("examples.toml", &example)]))
    };
    let messages = |compiled: punchboard::Compiled| compiled.messages().join("\n");
    // Four points less three: one step. Where it held for the first step only, it does not count for two.
    assert!(trek("true", "\"2\"", "1").game.is_some(), "{}", messages(trek("true", "\"2\"", "1")));
    assert!(trek("true", "\"2\", \"1\"", "1, 1").game.is_none());
    assert!(
        trek("first", "\"2\", \"1\"", "1, 1").game.is_some(),
        "{}",
        messages(trek("first", "\"2\", \"1\"", "1, 1"))
    );
}

/// Markers in steps: status markers lie on units, others do not; a face that no marker has is told.
#[test]
fn wrong_markers_in_steps_are_told() {
    let wrong = |step: &str| {
        let rules = format!(
            "\n[[operation]]\nid = \"odd\"\nname = \"Odd\"\nstep = [\n  {{ do = \"gather\", id = \"some\", among = \"units\" }},\n  {{ do = \"let\", id = \"ridge\", place = \"3\" }},\n  {{ do = \"gather\", id = \"chits\", among = \"ridge.markers\" }},\n  {step},\n]\n"
        );
        common::compile_texts(&ford(&[("rules.toml", &rules)])).messages().join("\n")
    };
    let told = |step: &str, message: &str| {
        let messages = wrong(step);
        assert!(messages.contains(message), "{messages}");
    };
    told(r#"{ do = "put", marker = "control", units = "some" }"#, "does not lie on units");
    told(r#"{ do = "put", marker = "control" }"#, "needs `at` or `units`");
    told(r#"{ do = "flip", markers = "chits", at = "ridge", state = "upside-down" }"#, "no marker has a face");
    told(r#"{ do = "move", units = "some", markers = "chits", to = "ridge" }"#, "needs `units` or `markers`");
    told(r#"{ do = "let", id = "far", place = "99" }"#, "99");
    told(r#"{ do = "if", when = "any(chits, face == 'day')", then = [{ do = "stop" }] }"#, "face");
    assert_eq!(wrong(r#"{ do = "put", marker = "routed", units = "some" }"#), "");
    assert_eq!(wrong(r#"{ do = "flip", markers = "chits", state = "night" }"#), "");
}

/// What carries a rule out can be an operation, a step of the sequence with those around it, or a setup.
#[test]
fn rules_say_what_carries_them_out() {
    let game = common::sound(common::compile_texts(&ford(&[])));
    let step = &game.model.rules.sequence.as_ref().unwrap().steps[0];
    let (step, scenario) = (&step.id, &game.model.scenarios[0].id);
    let rule = |by: &str| {
        let rule = format!("\n[[rule]]\nid = \"odd\"\nname = \"Odd\"\nby = [\"{by}\"]\ntext = \"Odd.\"\n");
        common::compile_texts(&ford(&[("rules.toml", &rule)])).messages().join("\n")
    };
    assert_eq!(rule(&format!("step/{step}")), "");
    assert_eq!(rule(&format!("scenario/{scenario}")), "");
    for by in [step.as_str(), "step", "step/never", "scenario/never", "never"] {
        let told = rule(by);
        assert!(told.contains("PB0") && told.contains(by), "{by}: {told}");
    }
}

/// Nine tenths of the printed rules of each game are carried out by its data.
#[test]
fn most_rules_are_carried_out() {
    for game in playable() {
        let rules = &game.model.rules.rules;
        let run = rules.iter().filter(|rule| !rule.by.is_empty() || rule.when.is_some()).count();
        assert!(10 * run >= 9 * rules.len(), "{}: {run} of {} rules", game.model.game.id, rules.len());
    }
}

/// Zones and supply that the engine works out at once are those that are traced one by one.
#[test]
fn zones_and_supply_are_those_of_the_position() {
    let mut asked = 0;
    for game in playable().iter().filter(|game| game.model.rules.zone_of_control.is_some()) {
        let machine = Machine::new(&game.model).unwrap();
        let mut chance = Chance::new(17);
        let mut state = machine.start(0).unwrap();
        for n in 0..600 {
            let Some(choice) = answer(&machine, &state, &[Player::Random; 2], &mut chance) else { break };
            machine.take_known(&mut state, &choice).unwrap();
            if n % 100 != 99 {
                continue;
            }
            let position = machine.position(&state);
            for unit in position.units.keys().copied() {
                assert_eq!(
                    machine.supplied(&state, unit),
                    unit_supplied(&position, unit),
                    "{}",
                    game.model.units[unit].id
                );
                asked += 1;
            }
            for place in (0..game.model.places.len()).filter(|place| game.model.places[*place].kind.is_ground()) {
                for side in 0..game.model.sides.len() {
                    let slow = in_zone(&position, place, side, true).unwrap();
                    assert_eq!(machine.in_zone(&state, place, side, true), slow, "{}", game.model.places[place].id);
                }
            }
        }
    }
    assert!(asked > 0);
}
