//! Worked examples, step by step.

use super::setup::scene;
use super::source::lines;
use crate::check::{Replay, Scene};
use crate::diag::{Diagnostics, Severity};
use crate::model::Model;
use crate::studio::game::{Good, OpenGame, told};
use crate::studio::pictures::BoardOf;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All examples with their steps, each green or red.
pub fn examples(game: &OpenGame, good: &Good) -> Value {
    let problems = |found: &Diagnostics| told(found, &good.sources).0;
    let bad = |found: &Diagnostics| found.count(Severity::Error) > 0;
    let one = |replay: &Replay| {
        let steps: Vec<Value> = replay
            .steps
            .iter()
            .map(|step| {
                json!({ "action": step.action, "good": !bad(&step.problems), "problems": problems(&step.problems),
                    "source": lines(&good.sources, &game.folder, step.span, "") })
            })
            .collect();
        let fine = !bad(&replay.problems) && !replay.steps.iter().any(|step| bad(&step.problems));
        json!({ "id": replay.id, "name": replay.name, "good": fine, "problems": problems(&replay.problems),
            "map": home(&good.sound.model, &replay.start).and_then(|map| good.sound.model.maps.get(map)).map(|map| &map.id),
            "steps": steps })
    };
    json!({ "examples": good.replays().iter().map(one).collect::<Vec<_>>() })
}

/// What stands where before the first step (0) or after a step.
pub fn example_scene(game: &OpenGame, good: &Good, id: &str, step: usize) -> Option<Value> {
    let replay = good.replays().iter().find(|replay| replay.id == id)?;
    let map = home(&good.sound.model, &replay.start)?;
    let drawn = game.board(good, BoardOf::Map(map))?;
    let now = if step == 0 { &replay.start } else { &replay.steps.get(step - 1)?.after };
    let mut told = scene(good, &drawn, map, now);
    told["map"] = json!(good.sound.model.maps.get(map).map(|map| &map.id));
    Some(told)
}

/// The map on which most of it happens.
fn home(model: &Model, scene: &Scene) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let places = scene.units.iter().map(|(_, place, _)| *place).chain(scene.markers.iter().map(|(_, place, _)| *place));
    for map in places.filter_map(|place| model.places.get(place)?.map.as_ref()) {
        *counts.entry(map.index).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(map, count)| (*count, std::cmp::Reverse(*map)));
    most.map(|(map, _)| map).or((!model.maps.is_empty()).then_some(0))
}
