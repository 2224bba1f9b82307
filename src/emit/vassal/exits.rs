//! Places that have one way out and none back, such as landing stages: a command takes it.

use super::codec::key::Key;
use super::codec::traits::{CalculatedProperty, Trait, TriggerAction};
use super::keys::{self, menu};
use super::parts::Parts;
use super::shared_traits::{quoted, report, to_zone};
use crate::model::Model;

/// Each such place and where it leads.
pub fn exits(model: &Model) -> Vec<(usize, usize)> {
    let mut ways: Vec<(usize, usize)> = model.edges.iter().map(|edge| (edge.from.index, edge.to.index)).collect();
    ways.sort_unstable();
    ways.dedup();
    let ways_out = ways.chunk_by(|one, other| one.0 == other.0);
    let only = ways_out.filter_map(|out| <[(usize, usize); 1]>::try_from(out).ok());
    only.flatten().filter(|(from, to)| ways.binary_search(&(*to, *from)).is_err()).collect()
}

/// The command, for every unit; nothing if there are no such places.
pub fn traits(parts: &Parts<'_>) -> Vec<Trait> {
    let exits = exits(parts.game.model);
    let Some(board) = exits.first().and_then(|(_, to)| parts.board_of(*to)) else { return Vec::new() };
    let name = |place: usize| quoted(parts.names.place(place));
    let here = exits.iter().filter(|(_, to)| parts.board_of(*to).is_some_and(|own| own.name == board.name));
    let tests: String = here.map(|(from, to)| format!("CurrentZone == {} ? {} : ", name(*from), name(*to))).collect();
    let go = Key::named("leave-by-exit");
    vec![
        report([keys::exit()], "BasicName + \" moves to \" + location".to_string(), "Exits"),
        // The menu shows it in grey where there is no exit.
        TriggerAction {
            command: menu::EXIT.into(),
            key: keys::exit(),
            condition: "{Exit != \"\"}".into(),
            actions: vec![go.clone()],
            ..TriggerAction::default()
        }
        .into(),
        to_zone("", go, board, "{Exit}").into(),
        CalculatedProperty {
            name: "Exit".into(),
            expression: format!("{{{tests}\"\"}}"),
            ..CalculatedProperty::default()
        }
        .into(),
    ]
}
