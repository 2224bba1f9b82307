//! Combat: attacks, losses, retreats and advances.

use super::Checker;
use crate::check::about::about;
use crate::check::exprs::formula_opt;
use crate::check::names::{one_of, unique, unknown};
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Attack, LossWay, Losses, Movement, Priority, Retreat, RetreatLoss};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{AttackDef, LossPer, LossesDef, PriorityDef, RetreatDef};
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(super) fn attack(&self, def: &AttackDef, movement: Option<&Movement>, cx: &mut Cx) -> Attack {
        unique("bar", def.bars.iter().map(|bar| &bar.id), cx);
        let scope = self.scopes.attack();
        let costs = || movement.iter().flat_map(|movement| movement.costs.iter().map(|cost| cost.id.as_str()));
        Attack {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            bars: self.bars(&def.bars, &scope, cx),
            cost: formula_opt(def.cost.as_ref(), &scope, &Type::Number, cx),
            entry: def.entry.iter().filter_map(|name| one_of("cost", name, costs(), cx)).collect(),
            one_place: def.one_place == Some(true),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }

    pub(super) fn losses(&self, def: &LossesDef, cx: &mut Cx) -> Losses {
        unique("way", def.ways.iter().map(|way| &way.id), cx);
        let faces =
            self.vocabulary.layouts.iter().flat_map(|layout| std::iter::once(&layout.front).chain(&layout.back));
        let steps = self.pieces.units.iter().flat_map(|unit| unit.steps.iter().map(|step| step.state.as_str()));
        let faces_only: BTreeSet<&str> = faces.map(|face| face.state.as_str()).chain(steps).collect();
        let mut states = faces_only.clone();
        states.extend(["eliminated", "retreated", "weaker"]);
        let state = |states: &BTreeSet<&str>, name: &Sp<String>, cx: &mut Cx| {
            if !states.contains(name.value.as_str()) {
                unknown("state", name, states.iter().copied(), cx);
            }
            name.value.clone()
        };
        let mut ways = Vec::new();
        for way in &def.ways {
            if way.points.value < 1 {
                cx.diags.push(codes::NUMBER.at(way.points.span, "a loss must be worth at least 1 point").label("here"));
            }
            ways.push(LossWay {
                id: way.id.0.clone(),
                from: if way.from.value == "any" { way.from.value.clone() } else { state(&faces_only, &way.from, cx) },
                to: state(&states, &way.to, cx),
                points: way.points.value,
                side: self.vocabulary.side_names.opt(way.side.as_ref(), cx),
                text: way.text.clone(),
                about: about(&way.meta),
            });
        }
        let (id, name) = (def.id.0.clone(), def.name.value.clone());
        let lead_first = def.first.is_some();
        Losses { id, name, ways, lead_first, text: def.text.clone(), about: about(&def.meta) }
    }

    pub(super) fn retreat(&self, def: &RetreatDef, cx: &mut Cx) -> Retreat {
        let scope = self.scopes.retreat();
        let priority = |def: &PriorityDef| Priority {
            text: def.text.value.clone(),
            when: formula_opt(def.when.as_ref(), &scope, &Type::Bool, cx),
            least: formula_opt(def.least.as_ref(), &scope, &Type::Number, cx),
            about: about(&def.meta),
        };
        let mut priority = priority;
        let priorities = def.priorities.iter().map(&mut priority).collect();
        let preferences = def.preferences.iter().map(&mut priority).collect();
        unique("loss", def.losses.iter().map(|loss| &loss.id), cx);
        let mut losses = Vec::new();
        for loss in &def.losses {
            losses.push(RetreatLoss {
                id: loss.id.0.clone(),
                text: loss.text.value.clone(),
                when: formula_opt(loss.when.as_ref(), &scope, &Type::Bool, cx),
                points: loss.points.value,
                per_stack: loss.per.as_ref().is_some_and(|per| per.value == LossPer::Stack),
                about: about(&loss.meta),
            });
        }
        let counts = def.losses.iter().map(|loss| &loss.points).chain(&def.points);
        for points in counts.filter(|points| points.value < 1) {
            cx.diags.push(codes::NUMBER.at(points.span, "this must be worth at least 1 point").label("here"));
        }
        Retreat {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            priorities,
            preferences,
            losses,
            points: def.points.as_ref().map(|points| points.value),
            bar: formula_opt(def.bar.as_ref(), &scope, &Type::Bool, cx),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }
}
