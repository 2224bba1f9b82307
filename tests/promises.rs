//! What a game promises of itself: every form holds where it should, and bites where it should.

use crate::common::{compile_texts, examples};

/// What is reported of *The Ford* with these promises instead of its own.
fn reported(promises: &str) -> Vec<String> {
    let mut files = examples(&["language"]);
    let text = format!("src = \"reconstructed\"\n[expect]\nthat = [\n{promises}\n]\n");
    files.insert("expect.toml".into(), text);
    compile_texts(&files).messages()
}

fn kept(promise: &str) {
    assert_eq!(reported(promise), Vec::<String>::new(), "{promise}");
}

/// The promise is broken, and the one message says all of this.
fn broken(promise: &str, says: &[&str]) {
    let messages = reported(promise);
    assert_eq!(messages.len(), 1, "{promise}\n{}", messages.join("\n"));
    for part in says {
        assert!(messages[0].contains(part), "{promise}\n{}\nshould say `{part}`", messages[0]);
    }
}

#[test]
fn counts() {
    kept("{ count = 'areas', where = 'vp > 0', is = 2 },");
    kept("{ count = 'units', is = 12 },");
    kept("{ count = 'counters', where = \"id == '9TK'\", is = 2 },");
    kept("{ count = 'scenarios.setup', where = \"unit == 'Militia'\", is = 4 },");
    broken("{ count = 'areas', where = 'vp > 0', is = 3, src = '2.1' },", &["PB0901", "has 2", "2, 5", "rule 2.1"]);
    broken("{ count = 'areas', where = 'vp > 7', is = 3 },", &["PB0901", "there are none"]);
    broken("{ count = 'areas', is = 'three' },", &["whole number"]);
}

#[test]
fn every_record_that_fits() {
    kept("{ every = 'areas', where = \"class == 'area'\", has = 'cover >= 1' },");
    kept("{ every = 'units', where = \"id == '9TK'\", has = 'all(steps, attack >= lowest(steps, attack))' },");
    kept("{ every = 'areas', has = 'count(areas, id == own.id) == 1' },");
    kept("{ every = 'edges', where = \"boundary == 'river'\", has = 'from.cover > 0' },");
    let says = ["PB0901", "10 areas", "2 differ", "not so: 3, 5", "rule 2.1"];
    broken("{ every = 'areas', where = \"class == 'area'\", has = \"not (id in ['3', '5'])\", src = '2.1' },", &says);
    broken("{ every = 'areas', where = 'cover > 9', has = 'vp == 0' },", &["PB0901", "there are none", "fits nothing"]);
}

#[test]
fn only_these() {
    kept("{ only = 'areas', where = 'vp > 0', are = ['5', '2'] },");
    kept("{ only = 'areas', where = 'vp > 7', are = [] },");
    kept(
        "{ only = 'rules.sequence.steps.steps', where = \"within == 'blue'\", in-order = ['move', 'fight', 'rest', 'dawn'] },",
    );
    broken("{ only = 'areas', where = 'vp > 0', are = ['2', '4'] },", &["PB0901", "without 4", "also 5"]);
    broken("{ only = 'areas', where = 'vp > 0', in-order = ['5', '2'] },", &["PB0901", "in this order: 2, 5"]);
    broken("{ only = 'areas', where = 'vp > 7', are = ['99'] },", &["PB0201", "`99`"]);
}

#[test]
fn values() {
    kept("{ the = 'name', of = 'areas', is = { 2 = 'Mill', 4 = 'Ford' } },");
    kept("{ the = 'places', of = 'regions', is = { towns = ['2', '5'] } },");
    kept("{ the = 'src.rest', of = 'units', is = { '1/1' = '3.1' } },");
    kept("{ the = 'spot.at', of = 'scenarios.setup', is = { '1/1' = '1' } },");
    kept("{ the = 'rules.movement.allowance', is = 'move' },");
    kept("{ the = 'game.counter_size * 8', is = 127 },");
    kept("{ the = 'boundary', of = 'edges', is = { '4 6' = 'river' } },");
    broken(
        "{ the = 'name', of = 'areas', is = { 2 = 'Mill', 4 = 'Fort' } },",
        &["PB0901", "`name` of `4`", "`Fort`", "`Ford`"],
    );
    broken("{ the = 'cover', of = 'areas', is = { 1 = 2 } },", &["PB0901", "is 2, but it is 1"]);
    broken("{ the = 'places', of = 'regions', is = { towns = ['2'] } },", &["PB0901", "[`2`], but it is [`2`, `5`]"]);
    broken("{ the = 'name', of = 'areas', is = { 44 = 'Ford' } },", &["PB0201", "`44`"]);
    broken("{ the = 'name', of = 'areas', is = 'Ford' },", &["PB0104", "`{ id = value }`"]);
    broken("{ the = 'rules.movement.allowance', is = 'attack' },", &["PB0901", "`move`"]);
}

#[test]
fn conditions_on_the_game() {
    kept("{ holds = 'sum(areas, vp) == 3 and count(maps) == 3' },");
    let message = "{ holds = 'count(maps) == 3 and sum(areas, vp) == 4', src = '2.1' },";
    broken(message, &["PB0901", "here 3, there 4", "rule 2.1"]);
    broken("{ holds = 'any(areas, vp == 9)' },", &["PB0901", "not true"]);
}

#[test]
fn neighbours() {
    kept("{ adjacent = ['1', '2'] },\n{ apart = ['1', '6'] },");
    broken("{ adjacent = ['1', '6'] },", &["PB0901", "should be neighbours"]);
    broken("{ apart = ['1', '2'] },", &["PB0901", "should not be neighbours"]);
    broken("{ adjacent = ['1', '2', '3'] },", &["two places"]);
}

#[test]
fn promises_that_are_no_promises() {
    broken("{ every = 'armies', has = 'vp > 0' },", &["PB0201", "no list `armies`"]);
    broken("{ every = 'areas', has = 'covr > 0' },", &["PB1002", "`covr`", "`cover`"]);
    broken("{ every = 'areas' },", &["needs `has`"]);
    broken("{ only = 'areas' },", &["needs `are` or `in-order`"]);
    broken("{ every = 'areas', has = 'vp > 0', is = 3 },", &["`is` is not a key of an expectation with `every`"]);
    broken("{ every = 'areas', holds = 'true', has = 'true' },", &["one of `count`, `every`"]);
    broken("{ where = 'vp > 0' },", &["one of `count`, `every`"]);
    broken("{ holds = 'sum(areas, vp) ==' },", &["PB1001"]);
    broken("{ holds = 'sum(areas, vp)' },", &["PB1002", "yes or no"]);
}

/// A game that has other faults is not blamed for promises that fail by them.
#[test]
fn promises_wait_for_a_sound_game() {
    let mut files = examples(&["language"]);
    let counters = files.get_mut("counters.toml").unwrap();
    *counters = counters.replacen("setup = \"1\"", "setup = \"nowhere\"", 1);
    files.insert("expect.toml".into(), "src = \"owner\"\n[expect]\nthat = [{ holds = 'false' }]\n".into());
    let messages = compile_texts(&files).messages();
    assert!(messages.iter().any(|message| message.contains("nowhere")));
    assert!(!messages.iter().any(|message| message.contains("PB0901")), "{}", messages.join("\n"));
}
