//! Rules: sequence, stacking, movement, supply, losses, procedures, victory.

use super::about::about;
use super::actions;
use super::board::Board;
use super::common;
use super::exprs::{formula, formula_opt, input_scope, unit_scope};
use super::names::{Names, one_of, unique, unknown};
use super::pieces::Pieces;
use super::rule_scopes::RuleScopes;
use super::tables::inputs;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::{Names as Scope, Type};
use crate::model::{
    Attack, Bar, Barrier, Bonus, Choice, Cost, Event, Hub, Input, LossWay, Losses, Movement, Parameter, Priority,
    Procedure, Ref, Retreat, RetreatLoss, Rule, Rules, Sequence, SequenceStep, Stacking, Stop, Supply, SupplyException,
    Term, UnitType, Victory, ZoneOfControl,
};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{
    AttackDef, BarDef, Combine, CostSpec, GameFiles, HubDef, LossPer, LossesDef, MovementDef, Per, PriorityDef,
    ProcedureDef, RetreatDef, RulesFile, SequenceDef, StackingDef, StepDef, SupplyDef, VictoryDef, ZoneDef,
};
use std::collections::BTreeSet;

/// What a group of types is written with, where types are listed.
const GROUP: &str = "group:";
/// What a procedure is asked for with, in expressions.
const PROCEDURE: &str = "procedure.";

fn groups_in(names: &[Sp<String>]) -> Vec<String> {
    names.iter().filter_map(|name| name.value.strip_prefix(GROUP)).map(str::to_string).collect()
}

/// Rules, resolved, with the names that scenarios refer to.
#[derive(Default)]
pub struct CheckedRules {
    /// The rules.
    pub rules: Rules,
    /// Names of single rules.
    pub rule_names: Names<Rule>,
    /// Names of victory conditions.
    pub victory_names: Names<Victory>,
}

struct Checker<'a> {
    vocabulary: &'a Vocabulary,
    board: &'a Board,
    pieces: &'a Pieces,
    scopes: &'a RuleScopes,
}

/// Checks all rule files.
pub fn check(
    files: &GameFiles,
    vocabulary: &Vocabulary,
    board: &Board,
    pieces: &Pieces,
    (conditions, events): (Vec<Input>, Vec<Event>),
    scopes: &RuleScopes,
    cx: &mut Cx,
) -> CheckedRules {
    let checker = Checker { vocabulary, board, pieces, scopes };
    let mut checked = CheckedRules::default();
    checked.rules.conditions = conditions;
    checked.rules.events = events;
    for file in &files.rules {
        checker.file(&file.content, &mut checked, cx);
    }
    let defs = || files.rules.iter().map(|file| &file.content);
    for movement in defs().filter_map(|file| file.movement.as_ref()) {
        let ids = || checked.rules.procedures.iter().map(|procedure| procedure.id.as_str());
        if let Some(name) = &movement.procedure {
            one_of("procedure", name, ids(), cx);
        }
    }
    circles(&checked.rules.procedures, &defs().flat_map(|file| &file.procedures).collect::<Vec<_>>(), cx);
    unique("attack", defs().flat_map(|file| &file.attacks).map(|def| &def.id), cx);
    unique("procedure", defs().flat_map(|file| &file.procedures).map(|def| &def.id), cx);
    unique("choice", defs().flat_map(|file| &file.choices).map(|def| &def.id), cx);
    unique("action", defs().flat_map(|file| &file.actions).map(|def| &def.id), cx);
    actions::chains(&defs().flat_map(|file| &file.actions).collect::<Vec<_>>(), cx);
    unique("parameter", defs().flat_map(|file| &file.parameters).map(|def| &def.id), cx);
    unique("supply", defs().flat_map(|file| &file.supplies).map(|def| &def.id), cx);
    unique("losses", defs().flat_map(|file| &file.losses).map(|def| &def.id), cx);
    unique("retreat", defs().flat_map(|file| &file.retreats).map(|def| &def.id), cx);
    unique("advance", defs().flat_map(|file| &file.advances).map(|def| &def.id), cx);
    checked
}

/// Reports procedures that need their own result.
fn circles(procedures: &[Procedure], defs: &[&ProcedureDef], cx: &mut Cx) {
    let asks = |procedure: &Procedure| -> Vec<usize> {
        let froms = procedure.inputs.iter().filter_map(|input| input.from.as_ref());
        let names = froms.flat_map(|from| from.expr.names().into_iter().map(|mention| mention.name.to_string()));
        let asked = names.filter_map(|name| {
            let id = name.strip_prefix(PROCEDURE)?;
            procedures.iter().position(|own| own.id == id)
        });
        asked.collect()
    };
    for (n, def) in defs.iter().enumerate().take(procedures.len()) {
        let mut seen = BTreeSet::new();
        let mut open = asks(&procedures[n]);
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(asks(&procedures[next]));
            }
        }
        // Said once, by the first of the circle.
        if seen.contains(&n) && seen.iter().all(|other| *other >= n || !asks_for(&asks, procedures, *other, n)) {
            let message = format!("the procedure `{}` depends on its own result", def.id.0);
            cx.diags.push(codes::CIRCLE.at(def.id.span, message).label("refers to itself, directly or through others"));
        }
    }
}

/// Whether a procedure asks for another, at once or by others.
fn asks_for(asks: &impl Fn(&Procedure) -> Vec<usize>, procedures: &[Procedure], from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        for asked in asks(&procedures[next]) {
            if asked == to {
                return true;
            }
            if seen.insert(asked) {
                open.push(asked);
            }
        }
    }
    false
}

impl Checker<'_> {
    fn file(&self, file: &RulesFile, checked: &mut CheckedRules, cx: &mut Cx) {
        let sides = &self.vocabulary.side_names;
        if let Some(def) = &file.sequence {
            if checked.rules.sequence.is_some() {
                cx.diags.push(
                    codes::DUPLICATE.at(def.meta.span, "a game can have only one sequence of play").label("a second"),
                );
            }
            checked.rules.sequence = Some(self.sequence(def, cx));
        }
        for def in &file.stackings {
            checked.rules.stacking.push(self.stacking(def, cx));
        }
        if let Some(def) = &file.movement {
            if checked.rules.movement.is_some() {
                cx.diags.push(
                    codes::DUPLICATE.at(def.meta.span, "a game can have only one `[movement]`").label("a second"),
                );
            }
            checked.rules.movement = self.movement(def, cx);
        }
        if let Some(def) = &file.zone {
            if checked.rules.zone_of_control.is_some() {
                let message = "a game can have only one `[zone-of-control]`";
                cx.diags.push(codes::DUPLICATE.at(def.meta.span, message).label("a second"));
            }
            checked.rules.zone_of_control = Some(self.zone(def, cx));
        }
        for def in &file.supplies {
            checked.rules.supply.push(self.supply(def, cx));
        }
        for def in &file.losses {
            checked.rules.losses.push(self.losses(def, cx));
        }
        for def in &file.retreats {
            if def.priorities.is_empty() {
                let message = format!("the retreat `{}` leads nowhere: it needs at least one `priority`", def.id.0);
                cx.diags.push(codes::MISSING_KEY.at(def.id.span, message).label("`priority` is missing"));
            }
            checked.rules.retreats.push(self.retreat(def, cx));
        }
        for def in &file.advances {
            checked.rules.advances.push(self.retreat(def, cx));
        }
        for def in &file.attacks {
            let attack = self.attack(def, checked.rules.movement.as_ref(), cx);
            checked.rules.attacks.push(attack);
        }
        for def in &file.procedures {
            checked.rules.procedures.push(self.procedure(def, cx));
        }
        for def in &file.choices {
            checked.rules.choices.push(Choice {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                of: def.of.value.clone(),
                side: sides.opt(def.side.as_ref(), cx),
                text: def.text.value.clone(),
                when: def.when.clone(),
                open: formula_opt(def.open.as_ref(), &self.scopes.inputs(), &Type::Bool, cx),
                about: about(&def.meta),
            });
        }
        for def in &file.actions {
            let action = actions::check(def, self.vocabulary, self.board, self.pieces, cx);
            checked.rules.actions.push(action);
        }
        for def in &file.parameters {
            checked.rules.parameters.push(Parameter {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                side: sides.opt(def.side.as_ref(), cx),
                value: def.value.value,
                turns: def.turns.as_ref().map(|turns| turns.value),
                about: about(&def.meta),
            });
        }
        for def in &file.rules {
            checked.rule_names.declare(&def.id, cx);
            let rule_inputs = inputs(&def.inputs, self.scopes, cx);
            checked.rules.rules.push(Rule {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                text: def.text.value.clone(),
                side: sides.opt(def.side.as_ref(), cx),
                turns: def.turns.as_ref().map(|turns| turns.value),
                text_only: def.text_only.as_ref().is_some_and(|only| only.value),
                by: Vec::new(),
                when: formula_opt(def.when.as_ref(), &input_scope(&rule_inputs), &Type::Bool, cx),
                inputs: rule_inputs,
                about: about(&def.meta),
            });
        }
        for def in &file.victories {
            checked.victory_names.declare(&def.id, cx);
            checked.rules.victories.push(self.victory(def, cx));
        }
    }

    fn sequence(&self, def: &SequenceDef, cx: &mut Cx) -> Sequence {
        Sequence {
            name: def.name.value.clone(),
            track: self.board.track_names.opt(def.track.as_ref(), cx),
            steps: self.steps(&def.steps, cx),
            about: about(&def.meta),
        }
    }

    fn steps(&self, defs: &[StepDef], cx: &mut Cx) -> Vec<SequenceStep> {
        unique("step", defs.iter().map(|def| &def.id), cx);
        let mut steps = Vec::new();
        for def in defs {
            steps.push(SequenceStep {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
                repeat: def.repeat.clone(),
                text: def.text.clone(),
                track: self.board.track_names.opt(def.track.as_ref(), cx),
                turns: def.turns.as_ref().map(|turns| turns.value),
                run: Vec::new(),
                open: Vec::new(),
                again: def.again.as_ref().is_some_and(|again| again.value),
                when: None,
                until: None,
                most: def.most.as_ref().map(|most| most.value),
                steps: self.steps(&def.steps, cx),
                about: about(&def.meta),
            });
        }
        steps
    }

    fn stacking(&self, def: &StackingDef, cx: &mut Cx) -> Stacking {
        let board = self.board;
        let places = match &def.filter {
            Some(filter) => board.matching(filter, None, self.vocabulary, cx),
            None => {
                let place = |index: &usize| board.places[*index].kind.is_ground();
                (0..board.places.len()).filter(place).map(|index| board.place_ref(index)).collect()
            }
        };
        if let Some(limit) = def.limit.as_ref().filter(|limit| limit.value < 0) {
            cx.diags.push(codes::NUMBER.at(limit.span, "a stacking limit cannot be negative").label("here"));
        }
        let scope = unit_scope(self.vocabulary);
        Stacking {
            limit: def.limit.as_ref().map(|limit| limit.value),
            per: def.per.as_ref().map_or(Per::Side, |per| per.value),
            places,
            units: formula_opt(def.units.as_ref(), &scope, &Type::Bool, cx),
            counts: formula_opt(def.counts.as_ref(), &scope, &Type::Number, cx),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }

    fn movement(&self, def: &MovementDef, cx: &mut Cx) -> Option<Movement> {
        let types = |names: &[Sp<String>], cx: &mut Cx| self.types(names, cx);
        let allowance = self.vocabulary.value_names.get(&def.allowance, cx)?;
        unique("cost", def.costs.iter().map(|cost| &cost.id), cx);
        unique("bar", def.bars.iter().map(|bar| &bar.id), cx);
        unique("stop", def.stops.iter().map(|stop| &stop.id), cx);
        let scope = self.scopes.crossing();
        let mut costs = Vec::new();
        for cost in &def.costs {
            costs.push(Cost {
                id: cost.id.0.clone(),
                points: match cost.cost.value {
                    CostSpec::Points(points) => Some(points),
                    CostSpec::All => None,
                },
                groups: groups_in(&cost.types),
                types: types(&cost.types, cx),
                text: cost.text.value.clone(),
                when: formula_opt(cost.when.as_ref(), &scope, &Type::Bool, cx),
                about: about(&cost.meta),
            });
        }
        let bars = self.bars(&def.bars, &scope, cx);
        let mut stops = Vec::new();
        for stop in &def.stops {
            let about = about(&stop.meta);
            let when = formula(&stop.when, &scope, &Type::Bool, cx);
            stops.extend(when.map(|when| Stop { id: stop.id.0.clone(), text: stop.text.value.clone(), when, about }));
        }
        unique("bonus", def.bonuses.iter().map(|bonus| &bonus.id), cx);
        let mut bonuses = Vec::new();
        for bonus in &def.bonuses {
            let when = formula(&bonus.when, &scope, &Type::Bool, cx);
            let own = types(&bonus.types, cx);
            bonuses.extend(when.map(|when| Bonus {
                id: bonus.id.0.clone(),
                add: bonus.add.value.0,
                when,
                types: own,
                groups: groups_in(&bonus.types),
                text: bonus.text.value.clone(),
                about: about(&bonus.meta),
            }));
        }
        let at_least_one = formula_opt(def.at_least_one.as_ref(), &scope, &Type::Bool, cx);
        Some(Movement {
            allowance: allowance.id.to_string(),
            combine: def.combine.as_ref().map_or(Combine::Sum, |combine| combine.value),
            at_least_one: at_least_one.as_ref().is_some_and(|when| when.text != "false"),
            at_least_one_when: at_least_one.filter(|when| !["true", "false"].contains(&when.text.as_str())),
            procedure: def.procedure.as_ref().map(|procedure| procedure.value.clone()),
            costs,
            bars,
            stops,
            bonuses,
            about: about(&def.meta),
        })
    }

    fn bars(&self, defs: &[BarDef], scope: &Scope, cx: &mut Cx) -> Vec<Bar> {
        let mut bars = Vec::new();
        for bar in defs {
            bars.push(Bar {
                id: bar.id.0.clone(),
                groups: groups_in(&bar.types),
                types: self.types(&bar.types, cx),
                side: self.vocabulary.side_names.opt(bar.side.as_ref(), cx),
                text: bar.text.value.clone(),
                when: formula_opt(bar.when.as_ref(), scope, &Type::Bool, cx),
                about: about(&bar.meta),
            });
        }
        bars
    }

    fn attack(&self, def: &AttackDef, movement: Option<&Movement>, cx: &mut Cx) -> Attack {
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

    /// Types, and those of groups.
    fn types(&self, names: &[Sp<String>], cx: &mut Cx) -> Vec<Ref<UnitType>> {
        let mut found: Vec<Ref<UnitType>> = Vec::new();
        for name in names {
            let Some(group) = name.value.strip_prefix(GROUP) else {
                found.extend(common::unit_type(self.vocabulary, name, cx));
                continue;
            };
            let known = self.vocabulary.groups();
            if !known.contains(group) {
                let written: Vec<String> = known.iter().map(|group| format!("{GROUP}{group}")).collect();
                unknown("group of types", name, written.iter().map(String::as_str), cx);
            }
            let all = self.vocabulary.types.iter().enumerate();
            let own = all.filter(|(_, kind)| kind.groups.iter().any(|own| own == group));
            found.extend(own.map(|(n, kind)| Ref::new(n, &kind.id)));
        }
        found
    }

    /// Boundaries that stop something, and what leads over them.
    fn barrier(&self, not_across: &[Sp<String>], crossings: Option<&[Sp<String>]>, cx: &mut Cx) -> Barrier {
        let boundaries = || self.board.maps.iter().flat_map(|map| &map.boundaries);
        let kinds = || boundaries().map(|boundary| boundary.id.as_str());
        let ways = || boundaries().flat_map(|boundary| boundary.crossings.iter().map(String::as_str));
        let not_across = not_across.iter().filter_map(|name| one_of("boundary", name, kinds(), cx)).collect();
        let crossings =
            crossings.map(|names| names.iter().filter_map(|name| one_of("crossing", name, ways(), cx)).collect());
        Barrier { not_across, crossings }
    }

    fn zone(&self, def: &ZoneDef, cx: &mut Cx) -> ZoneOfControl {
        ZoneOfControl {
            name: def.name.as_ref().map_or_else(|| "Zone of control".to_string(), |name| name.value.clone()),
            when: formula_opt(def.when.as_ref(), &self.scopes.zone(), &Type::Bool, cx),
            range: formula_opt(def.range.as_ref(), &self.scopes.zone(), &Type::Number, cx),
            barrier: self.barrier(&def.not_across, def.crossings.as_deref(), cx),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }

    fn supply(&self, def: &SupplyDef, cx: &mut Cx) -> Supply {
        let board = self.board;
        let exceptions = def.exceptions.iter().map(|exception| SupplyException {
            path: exception.path.iter().filter_map(|name| board.place(name, cx)).collect(),
            text: exception.text.value.clone(),
            about: about(&exception.meta),
        });
        let exceptions: Vec<SupplyException> = exceptions.collect();
        for (exception, def) in exceptions.iter().zip(&def.exceptions) {
            for (step, names) in exception.path.windows(2).zip(def.path.windows(2)) {
                if !board.edges.iter().any(|edge| edge.from == step[0] && edge.to == step[1]) {
                    let message = format!("`{}` and `{}` are not neighbours", step[0], step[1]);
                    cx.diags.push(codes::JUMP.at(names[1].span, message).label("the path jumps here"));
                }
            }
        }
        if def.hub.is_none() && def.sources.is_empty() {
            let message = format!("the supply `{}` has no source: it needs `sources` or a `hub`", def.id.0);
            cx.diags.push(codes::MISSING_KEY.at(def.id.span, message).label("`sources` is missing"));
        }
        Supply {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            units: formula_opt(def.units.as_ref(), &self.scopes.supplied_unit(), &Type::Bool, cx),
            hub: def.hub.as_ref().and_then(|hub| self.hub(hub, def, cx)),
            sources: board.places_of(&def.sources, None, cx),
            barrier: self.barrier(&def.not_across, def.crossings.as_deref(), cx),
            range: def.range.as_ref().map(|range| range.value),
            through: formula_opt(def.through.as_ref(), &self.scopes.supply_step(), &Type::Bool, cx),
            source_when: formula_opt(def.source_when.as_ref(), &self.scopes.supply(), &Type::Bool, cx),
            text: def.text.clone(),
            exceptions,
            about: about(&def.meta),
        }
    }

    fn hub(&self, def: &HubDef, supply: &SupplyDef, cx: &mut Cx) -> Option<Hub> {
        let ways = || self.board.maps.iter().flat_map(|map| map.ways.iter().map(|way| way.id.as_str()));
        let along = def.along.iter().filter_map(|name| one_of("way", name, ways(), cx)).collect();
        if let Some(way) = def.along.first().filter(|_| supply.sources.is_empty()) {
            let message = "a hub's line along a way leads to `sources`, but there are none";
            cx.diags.push(codes::CONFLICT.at(way.span, message).label("leads nowhere"));
        }
        let scope = self.scopes.hub();
        let filter = formula(&def.filter, &scope, &Type::Bool, cx);
        let range = formula(&def.range, &scope, &Type::Number, cx);
        Some(Hub { filter: filter?, range: range?, along, about: about(&def.meta) })
    }

    fn losses(&self, def: &LossesDef, cx: &mut Cx) -> Losses {
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

    fn retreat(&self, def: &RetreatDef, cx: &mut Cx) -> Retreat {
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

    fn procedure(&self, def: &ProcedureDef, cx: &mut Cx) -> Procedure {
        let inputs = inputs(&def.inputs, self.scopes, cx);
        let scope = input_scope(&inputs);
        unique("term", def.terms.iter().map(|term| &term.id), cx);
        let mut terms = Vec::new();
        for term in &def.terms {
            if term.value.is_some() == term.times.is_some() {
                let message = format!("the term `{}` needs either `value` or `times`", term.id.0);
                cx.diags.push(codes::CONFLICT.at(term.id.span, message).label("this term"));
            }
            terms.push(Term {
                id: term.id.0.clone(),
                text: term.text.value.clone(),
                value: formula_opt(term.value.as_ref(), &scope, &Type::Number, cx),
                times: formula_opt(term.times.as_ref(), &scope, &Type::Number, cx),
                round: term.round.as_ref().map(|round| round.value),
                when: formula_opt(term.when.as_ref(), &scope, &Type::Bool, cx),
                group: term.group.as_ref().map(|group| group.value.clone()),
                about: about(&term.meta),
            });
        }
        Procedure {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            side: self.vocabulary.side_names.opt(def.side.as_ref(), cx),
            inputs,
            terms,
            min: def.min.as_ref().map(|min| min.value),
            max: def.max.as_ref().map(|max| max.value),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }

    fn victory(&self, def: &VictoryDef, cx: &mut Cx) -> Victory {
        if let (None, Some(when)) = (&def.winner, &def.when) {
            let diag = codes::MISSING_KEY.at(when.span, "who wins if this condition holds is not said");
            cx.diags.push(diag.label("this condition").help("add `winner`, or leave `when` to the words"));
        }
        let inputs = inputs(&def.inputs, self.scopes, cx);
        let when = formula_opt(def.when.as_ref(), &input_scope(&inputs), &Type::Bool, cx);
        let otherwise = self.vocabulary.side_names.opt(def.otherwise.as_ref(), cx);
        Victory {
            id: def.id.0.clone(),
            name: def.name.value.clone(),
            winner: self.vocabulary.side_names.opt(def.winner.as_ref(), cx),
            turn: def.turn.as_ref().map(|turn| turn.value),
            inputs,
            when,
            otherwise,
            by: Vec::new(),
            text: def.text.value.clone(),
            about: about(&def.meta),
        }
    }
}
