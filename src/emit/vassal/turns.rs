//! The turn tracker: turns, the levels of their sequence, and what happens when one of them begins.

use super::codec::command::Command;
use super::codec::components::*;
use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::{Marker, Trait};
use super::codec::turn::{LevelKind, LevelState, TurnState};
use super::names::{plain, property};
use super::parts::Parts;
use super::shared_traits::{quoted, to_zone};
use super::{icons, keys};
use crate::expr::java_text;
use crate::model::{PlaceKind, Scenario, Sequence, SequenceStep, Spot, Track, What};

/// A level of the tracker.
enum Level {
    /// Turns, or rounds along a track; what is inside happens in each of them.
    Count { name: String, property: String, words: String, first: i32, last: i32, inside: Vec<Level> },
    /// Steps, one after the other.
    List { number: usize, steps: Vec<TurnStep> },
}

/// A step of a list.
struct TurnStep {
    name: String,
    /// Whether another side's business, or another phase, begins with it.
    begins: bool,
}

/// What VASSAL calls its tracker.
pub const NAME: &str = "Turn";

/// The key that sends markers to the space of the present turn.
fn markers_key() -> Key {
    Key::named("turn-markers")
}

/// The key that such markers obey.
fn follow_key() -> Key {
    Key::named("follow-turn")
}

/// The turn tracker.
pub fn tracker(parts: &Parts<'_>) -> Vec<Node> {
    let Some(sequence) = &parts.game.model.rules.sequence else { return Vec::new() };
    let tracker = TurnTracker {
        name: NAME.into(),
        text: NAME.into(),
        icon: icons::file("turn"),
        hotkey: Key::alt('T'),
        next_key: Key::Stroke { code: 39, modifiers: 520 },
        previous_key: Key::Stroke { code: 37, modifiers: 520 },
        turn_format: format!("{} $level1$: $level2$ $level3$", plain(&sequence.name)),
        report_format: "$newTurn$".into(),
        tooltip: "The turn and its steps: Alt+Right for the next, Alt+Left for the one before".into(),
        length_style: TurnWidth::Maximum,
        ..TurnTracker::default()
    };
    let root = root(parts, sequence);
    let mut ends = Vec::new();
    beginnings(&root, &mut ends);
    let ends: Vec<String> =
        ends.iter().map(|end| format!("{NAME}_value.trim().endsWith({})", java_text(end))).collect();
    let hotkey = |name: &str, hotkey: Key, filter: String| {
        Node::new(TurnGlobalHotkey { name: name.into(), hotkey, filter, ..TurnGlobalHotkey::default() })
    };
    let mut node = Node::new(tracker).with(component(&root));
    if !ends.is_empty() {
        node = node.with(hotkey("Moved marks go", keys::all_unmoved(), format!("{{{}}}", ends.join(" || "))));
    }
    if !parts.game.model.markers.iter().enumerate().any(|(n, _)| follows(parts, n).is_some()) {
        return vec![node];
    }
    let send = KeyCommand {
        name: "Turn markers".into(),
        text: String::new(),
        tooltip: String::new(),
        key: follow_key(),
        hotkey: markers_key(),
        single_map: false,
        filter: "{FollowsTurn == \"yes\"}".into(),
        suppress_reports: true,
        ..KeyCommand::default()
    };
    let send = GlobalKeyCommand { command: send, ..GlobalKeyCommand::default() };
    vec![node.with(hotkey("Turn markers", markers_key(), String::new())), Node::new(send)]
}

fn root(parts: &Parts<'_>, sequence: &Sequence) -> Level {
    let (first, last) = range(parts, sequence);
    let mut inside = inside(parts, &sequence.steps);
    if inside.is_empty() {
        let steps = vec![TurnStep { name: plain(&sequence.name), begins: true }];
        inside.push(Level::List { number: 1, steps });
    }
    let name = plain(&sequence.name);
    Level::Count { name, property: NAME.into(), words: String::new(), first, last, inside }
}

/// First and last turn of all scenarios.
fn range(parts: &Parts<'_>, sequence: &Sequence) -> (i32, i32) {
    let model = parts.game.model;
    let turns = model.scenarios.iter().filter_map(|scenario| scenario.turns);
    let track = sequence.track.as_ref().and_then(|track| model.tracks.get(track.index));
    let spaces = track.map_or(0, |track| i64::try_from(track.spaces.len()).unwrap_or(0));
    let (first, last) =
        turns.fold((i64::MAX, i64::MIN), |(first, last), turns| (first.min(turns.first), last.max(turns.last)));
    let (first, last) = if first > last { (1, spaces.max(1)) } else { (first, last) };
    (i32::try_from(first).unwrap_or(1), i32::try_from(last).unwrap_or(1))
}

/// The levels inside a turn: phases that rounds on a track count are levels of their own, the others lists.
fn inside(parts: &Parts<'_>, phases: &[SequenceStep]) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    let mut list: Vec<TurnStep> = Vec::new();
    let mut lists = 0;
    let mut end = |list: &mut Vec<TurnStep>| -> Option<Level> {
        (!list.is_empty()).then(|| {
            lists += 1;
            Level::List { number: lists, steps: std::mem::take(list) }
        })
    };
    for phase in phases {
        let track = phase.track.as_ref().and_then(|track| parts.game.model.tracks.get(track.index));
        match track.filter(|track| !track.spaces.is_empty()) {
            None => list.extend(steps(phase, true)),
            Some(track) => {
                levels.extend(end(&mut list));
                let mut rounds = steps(phase, false);
                levels.push(Level::Count {
                    name: plain(&phase.name),
                    property: round_property(track),
                    words: format!("{}, {} ", plain(&phase.name), plain(&track.name).to_lowercase()),
                    first: 1,
                    last: i32::try_from(track.spaces.len()).unwrap_or(1),
                    inside: end(&mut rounds).into_iter().collect(),
                });
            }
        }
    }
    levels.extend(end(&mut list));
    levels
}

/// The property that counts rounds on a track.
fn round_property(track: &Track) -> String {
    format!("Turn_{}", property(&track.id))
}

/// A phase and what it consists of, named with the phase or without.
fn steps(phase: &SequenceStep, with_phase: bool) -> Vec<TurnStep> {
    if phase.steps.is_empty() {
        return vec![TurnStep { name: plain(&phase.name), begins: true }];
    }
    let mut side = None;
    let step = |(n, step): (usize, &SequenceStep)| {
        let name = if with_phase { plain(&format!("{}: {}", phase.name, step.name)) } else { plain(&step.name) };
        let own = step.side.as_ref().map(|side| side.index);
        let begins = n == 0 || own.is_some() && own != side;
        side = own.or(side);
        TurnStep { name, begins }
    };
    phase.steps.iter().enumerate().map(step).collect()
}

/// How the turn reads where something begins.
fn beginnings(level: &Level, ends: &mut Vec<String>) {
    match level {
        Level::Count { inside, .. } => inside.iter().for_each(|level| beginnings(level, ends)),
        Level::List { steps, .. } => ends.extend(steps.iter().filter(|step| step.begins).map(|step| step.name.clone())),
    }
}

fn component(level: &Level) -> Node {
    match level {
        Level::Count { name, property, words, first, last, inside } => {
            let counter = CounterTurnLevel {
                name: name.clone(),
                property: Some(property.clone()),
                turn_format: format!("{words}$value$"),
                start: *first,
                wrap: true,
                last: *last,
                ..CounterTurnLevel::default()
            };
            Node::new(counter).with_all(inside.iter().map(component))
        }
        Level::List { number, steps } => {
            let count = if *number == 1 { String::new() } else { number.to_string() };
            Node::new(ListTurnLevel {
                name: format!("Step{count}"),
                property: Some(format!("TurnStep{count}")),
                list: steps.iter().map(|step| step.name.clone()).collect(),
                ..ListTurnLevel::default()
            })
        }
    }
}

/// The first turn of a scenario, in its saved game.
pub fn saved(parts: &Parts<'_>, scenario: &Scenario) -> Option<Command> {
    let sequence = parts.game.model.rules.sequence.as_ref()?;
    let mut state = state(&root(parts, sequence));
    if let Some(first) = scenario.turns.and_then(|turns| i32::try_from(turns.first).ok()) {
        state.current = first;
    }
    Some(Command::Turn { tracker: "TurnTracker0".into(), state: TurnState { current: 0, levels: vec![state] } })
}

fn state(level: &Level) -> LevelState {
    match level {
        Level::Count { first, last, inside, .. } => LevelState {
            current: *first,
            below: 0,
            kind: LevelKind::Counter { wraps: true, limit: *last },
            levels: inside.iter().map(state).collect(),
        },
        Level::List { steps, .. } => LevelState {
            current: 0,
            below: 0,
            kind: LevelKind::List { first: 0, active: vec![true; steps.len()] },
            levels: Vec::new(),
        },
    }
}

/// The track that counts turns or rounds, if a marker shows it: where every scenario that has it there starts.
fn follows<'a>(parts: &'a Parts<'_>, marker: usize) -> Option<(&'a Track, String)> {
    let model = parts.game.model;
    let sequence = model.rules.sequence.as_ref()?;
    let index = *parts.tracks.get(&marker)?;
    let of_turns = sequence.track.as_ref().is_some_and(|track| track.index == index);
    let mut of_rounds = sequence.steps.iter().filter_map(|phase| phase.track.as_ref());
    let property = match of_turns {
        true => NAME.to_string(),
        false => round_property(model.tracks.get(of_rounds.find(|track| track.index == index)?.index)?),
    };
    let starts = model.scenarios.iter().all(|scenario| {
        let first = if of_turns { scenario.turns.map_or(1, |turns| turns.first) } else { 1 };
        scenario
            .setup
            .iter()
            .filter_map(|own| marker_space(parts, &own.what, own.spot.as_ref(), marker))
            .all(|label| label == first.to_string())
    });
    Some((model.tracks.get(index)?, property)).filter(|_| starts)
}

/// The label of the space on a track that a placement puts a marker on.
fn marker_space<'a>(parts: &'a Parts<'_>, what: &What, spot: Option<&Spot>, marker: usize) -> Option<&'a str> {
    let (What::Marker(own), Some(Spot::At(place))) = (what, spot) else { return None };
    let place = parts.game.model.places.get(place.index)?;
    let on_track = matches!(place.kind, PlaceKind::Space { .. });
    (own.index == marker && on_track).then_some(place.label.as_str())
}

fn name_of(track: &Track) -> String {
    format!("Follows {}", track.id)
}

/// The prototype of a marker that stands on the space of the present turn or round.
pub fn following(parts: &Parts<'_>, marker: usize) -> Option<String> {
    follows(parts, marker).map(|(track, _)| name_of(track))
}

/// The prototypes of such markers.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let followed = (0..parts.game.model.markers.len()).filter_map(|marker| follows(parts, marker));
    let mut found: Vec<(String, Piece)> = Vec::new();
    for (track, property) in followed {
        if found.iter().all(|(name, _)| *name != name_of(track)) {
            found.push((name_of(track), follower(parts, track, &property)));
        }
    }
    found
}

fn follower(parts: &Parts<'_>, track: &Track, property: &str) -> Piece {
    let spaces: Vec<usize> = track.spaces.iter().map(|space| space.index).collect();
    let Some(board) = spaces.first().and_then(|space| parts.board_of(*space)) else { return Piece::default() };
    let test = |space: &usize| {
        let label: i64 = parts.game.model.places.get(*space)?.label.parse().ok()?;
        Some(format!("{property} == {label} ? {} : ", quoted(parts.names.place(*space))))
    };
    let tests: String = spaces.iter().filter_map(test).collect();
    let last = spaces.last().map(|space| quoted(parts.names.place(*space))).unwrap_or_default();
    let go = to_zone("", follow_key(), board, &format!("{{{tests}{last}}}"));
    Piece::of::<Trait>([go.into(), Marker::new("FollowsTurn", "yes").into()])
}
