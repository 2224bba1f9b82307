//! Examples replayed for people to look at: what stands where after each step, and what is wrong with it.

use super::{Runner, machine};
use crate::diag::Diagnostics;
use crate::model::Model;
use crate::play::Position;
use crate::play::engine::Machine;
use crate::source::Span;
use crate::source::decode::Cx;
use crate::syntax::{ExampleDef, GameFiles};
use std::collections::BTreeMap;

/// An example that was replayed.
pub struct Replay {
    /// Its id.
    pub id: String,
    /// What it shows.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// What stands where at the start.
    pub start: Scene,
    /// What is wrong with the start; the steps are not tried then.
    pub problems: Diagnostics,
    /// Its steps.
    pub steps: Vec<ReplayedStep>,
}

/// A step of an example.
pub struct ReplayedStep {
    /// What is done.
    pub action: &'static str,
    /// Where it is written.
    pub span: Span,
    /// What came out otherwise than the rulebook says.
    pub problems: Diagnostics,
    /// What stands where afterwards.
    pub after: Scene,
}

/// What stands where, by places in the model's lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scene {
    /// Units: which, where, and the step that is up.
    pub units: Vec<(usize, usize, usize)>,
    /// Markers: which, where, and whether their back is up.
    pub markers: Vec<(usize, usize, bool)>,
    /// Who controls each place.
    pub control: Vec<Option<usize>>,
}

impl Scene {
    fn of(position: &Position<'_>) -> Self {
        let units = position.units.iter().map(|(unit, stand)| (*unit, stand.place, stand.step)).collect();
        Self { units, markers: position.markers.clone(), control: position.control.clone() }
    }
}

/// Replays all examples of a game that has a model.
pub fn replay(files: &GameFiles, model: &Model) -> Vec<Replay> {
    let machine = machine(files, model);
    let examples = files.examples.iter().flat_map(|file| &file.content.examples);
    examples.map(|example| one(example, model, machine.as_ref())).collect()
}

fn one<'m>(example: &ExampleDef, model: &'m Model, machine: Option<&Result<Machine<'m>, String>>) -> Replay {
    let mut cx = Cx::default();
    let position = Position::new(model);
    let mut runner = Runner { model, position, scenario: None, machine, hand: BTreeMap::new(), cx: &mut cx };
    let ready = runner.set_up(example);
    let problems = std::mem::take(&mut runner.cx.diags);
    let start = Scene::of(&runner.position);
    let mut steps = Vec::new();
    for step in example.steps.iter().filter(|_| ready) {
        runner.step(step);
        steps.push(ReplayedStep {
            action: step.action.value.word(),
            span: step.meta.span,
            problems: std::mem::take(&mut runner.cx.diags),
            after: Scene::of(&runner.position),
        });
    }
    Replay {
        id: example.id.0.clone(),
        name: example.name.value.clone(),
        span: example.meta.span,
        start,
        problems,
        steps,
    }
}
