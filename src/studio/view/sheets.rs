//! Charts, setup cards and displays.

use crate::art::charts::Of;
use crate::studio::game::Good;
use serde_json::{Value, json};

/// All sheets of a game beside its maps, as they will be printed.
pub fn sheets(good: &Good) -> Value {
    let model = &good.sound.model;
    let sheets = good.charts().iter().map(|chart| {
        let (kind, thing) = match chart.of {
            Of::Table(n) => ("table", model.tables.get(n).map(|own| format!("table:{}", own.id))),
            Of::Aid => ("aid", None),
            Of::TurnRecord => ("turns", None),
            Of::Setup(n) => ("setup", model.scenarios.get(n).map(|own| format!("scenario:{}", own.id))),
            Of::Display(n) => ("display", model.displays.get(n).map(|own| format!("display:{}", own.id))),
        };
        json!({ "id": chart.id, "title": chart.title, "kind": kind, "thing": thing, "key": chart.key,
            "width": chart.drawing.width, "height": chart.drawing.height })
    });
    json!({ "sheets": sheets.collect::<Vec<_>>() })
}
