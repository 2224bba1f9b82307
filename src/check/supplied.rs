//! Supply at the start: a setup that breaks its own game on the first turn is a mistake, unless it is meant so.

use crate::diag::codes;
use crate::model::{Model, Placement, Scenario, Spot, Supply, What};
use crate::play::{Position, is_for, unsupplied_units};
use crate::source::Span;
use crate::source::decode::Cx;
use crate::syntax::{GameFiles, ScenarioDef};
use std::collections::BTreeMap;

/// So many units are named; the others are counted.
const NAMED: usize = 4;

/// Warns of units that start without supply, and of those that were said to and do not.
pub fn check(files: &GameFiles, model: &Model, cx: &mut Cx) {
    if model.rules.supply.is_empty() {
        return;
    }
    let defs = files.scenarios.iter().flat_map(|file| &file.content.scenarios);
    for (index, (scenario, def)) in model.scenarios.iter().zip(defs).enumerate() {
        let mut position = Position::new(model);
        position.set_up(index);
        position.units.retain(|_, stand| model.places[stand.place].kind.is_ground());
        // A rule that cannot be answered is reported where an example asks it.
        let Ok(unsupplied) = unsupplied_units(&position) else { continue };
        let mut by_rules: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (unit, rules) in &unsupplied {
            if !scenario.unsupplied.iter().any(|own| own.index == *unit) {
                by_rules.entry(ids(rules)).or_default().push(*unit);
            }
        }
        for (rules, units) in &by_rules {
            warn(model, scenario, def, rules, units, files, cx);
        }
        let stale: Vec<usize> = scenario
            .unsupplied
            .iter()
            .map(|unit| unit.index)
            .filter(|unit| has_rule(&position, *unit) && !unsupplied.iter().any(|(own, _)| own == unit))
            .collect();
        if !stale.is_empty() {
            let message = format!(
                "the scenario `{}` says that {} without supply, but a supply line reaches {}",
                scenario.id,
                starting(model, scenario, &stale),
                if stale.len() == 1 { "it" } else { "them" }
            );
            let span = def.unsupplied.iter().flatten().map(|own| own.meta.span).next().unwrap_or(def.id.span);
            cx.diags.push(codes::SUPPLIED.at(span, message).label("not all of these"));
        }
    }
}

/// Whether any rule of supply is for a unit on the map; others need no line.
fn has_rule(position: &Position<'_>, unit: usize) -> bool {
    let own = |rule: &&Supply| rule.side.as_ref().is_none_or(|side| side.index == position.side(unit));
    let is_for = |rule: &Supply| is_for(position, rule, unit).unwrap_or(false);
    position.units.contains_key(&unit) && position.model.rules.supply.iter().filter(own).any(is_for)
}

fn ids<'m>(rules: &[&'m Supply]) -> Vec<&'m str> {
    rules.iter().map(|rule| rule.id.as_str()).collect()
}

fn warn(
    model: &Model,
    scenario: &Scenario,
    def: &ScenarioDef,
    rules: &[&str],
    units: &[usize],
    files: &GameFiles,
    cx: &mut Cx,
) {
    let rules: Vec<String> = rules.iter().map(|rule| format!("`{rule}`")).collect();
    let message = format!(
        "in the scenario `{}`, {} without supply: no line by {}",
        scenario.id,
        starting(model, scenario, units),
        rules.join(", ")
    );
    let mut diag = codes::UNSUPPLIED.at(def.id.span, message).label("this scenario");
    if let Some(span) = units.first().and_then(|unit| said(&model.units[*unit].id, def, files)) {
        diag = diag.also(span, "the first of them");
    }
    let help = "correct the map, the setup or the rule; list units that start this way on purpose in `unsupplied` of the scenario";
    cx.diags.push(diag.help(help));
}

/// `12 units start`, with the first of them and where they stand.
fn starting(model: &Model, scenario: &Scenario, units: &[usize]) -> String {
    let place = |unit: usize| {
        let of_it = |placement: &&Placement| matches!(&placement.what, What::Unit(own) if own.index == unit);
        let placement = scenario.setup.iter().find(of_it);
        match placement.and_then(|placement| placement.spot.as_ref()) {
            Some(Spot::At(place)) => format!(" in `{place}`"),
            _ => String::new(),
        }
    };
    let named: Vec<String> =
        units.iter().take(NAMED).map(|unit| format!("`{}`{}", model.units[*unit].id, place(*unit))).collect();
    let more = match units.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let count = if units.len() == 1 { "1 unit starts".to_string() } else { format!("{} units start", units.len()) };
    format!("{count} ({}{more})", named.join(", "))
}

/// Where it is said where a unit starts: in the scenario, else where the unit is declared.
fn said(id: &str, def: &ScenarioDef, files: &GameFiles) -> Option<Span> {
    let placed = def.places.iter().flat_map(|place| &place.units).find(|name| name.value == id).map(|name| name.span);
    let groups = files.counters.iter().flat_map(|file| &file.content.groups);
    placed.or_else(|| groups.flat_map(|group| &group.units).find(|unit| unit.id.0 == id).map(|unit| unit.id.span))
}
