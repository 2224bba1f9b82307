//! Events: what rules remember of what happened, and what they may ask of it.

use super::about::about;
use super::exprs::formula_opt;
use super::names::{unique, unknown};
use super::rule_scopes::RuleScopes;
use crate::diag::codes;
use crate::expr::Type;
use crate::model::Event;
use crate::source::decode::Cx;
use crate::syntax::{EventDef, EventKind, EventOf, GameFiles, StepDef};

/// What is remembered of an event.
fn kind(def: &EventDef) -> EventKind {
    def.kind.as_ref().map_or(EventKind::YesNo, |kind| kind.value)
}

/// The names by which rules ask for events, with what they happen to and their types.
pub fn fields(files: &GameFiles) -> Vec<(String, EventOf, Type)> {
    let field = |def: &EventDef| {
        let kind = match kind(def) {
            EventKind::YesNo => Type::Bool,
            EventKind::Number => Type::Number,
            EventKind::Place => Type::Text,
        };
        (def.id.0.clone(), def.of.value, kind)
    };
    files.rules.iter().flat_map(|file| &file.content.events).map(field).collect()
}

/// Checks all events.
pub fn check(files: &GameFiles, scopes: &RuleScopes, cx: &mut Cx) -> Vec<Event> {
    let defs = || files.rules.iter().flat_map(|file| &file.content.events);
    unique("event", defs().map(|def| &def.id), cx);
    let mut steps = Vec::new();
    for sequence in files.rules.iter().filter_map(|file| file.content.sequence.as_ref()) {
        step_ids(&sequence.steps, &mut steps);
    }
    let mut events = Vec::new();
    for file in &files.rules {
        for def in &file.content.events {
            shape(def, cx);
            for name in def.until.iter().filter(|name| !steps.contains(&name.as_str())) {
                unknown("step of the sequence", name, steps.iter().copied(), cx);
            }
            events.push(Event {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                of: def.of.value,
                kind: kind(def),
                by: def.by.iter().map(|by| by.value).collect(),
                when: formula_opt(def.when.as_ref(), &scopes.retreat(), &Type::Bool, cx),
                until: def.until.iter().map(|name| name.value.clone()).collect(),
                about: about(&def.meta),
            });
        }
    }
    events
}

/// Reports keys that do not go together.
fn shape(def: &EventDef, cx: &mut Cx) {
    if let Some(kind) = def.kind.as_ref().filter(|kind| kind.value == EventKind::Place)
        && def.of.value != EventOf::Unit
    {
        let message = "only units remember which place they left";
        cx.diags.push(
            codes::CONFLICT.at(kind.span, message).label("not for this event").also(def.of.span, "what it happens to"),
        );
    }
    if let Some(when) = def.when.as_ref().filter(|_| def.by.is_empty()) {
        let message = "`when` selects steps from place to place, but there is no `by`";
        cx.diags.push(codes::CONFLICT.at(when.span, message).label("never asked").help("add `by = [\"move\"]`"));
    }
}

fn step_ids<'a>(steps: &'a [StepDef], ids: &mut Vec<&'a str>) {
    for step in steps {
        ids.push(&step.id.0);
        step_ids(&step.steps, ids);
    }
}
