//! Where units may stand and go: stacking, movement, zones of control.

use super::RuleChecker;
use crate::check::about::about;
use crate::check::exprs::{formula, formula_opt, unit_scope};
use crate::check::names::{one_of, unique, unknown};
use crate::diag::codes;
use crate::expr::{Names, Type};
use crate::model::{Bar, Barrier, Bonus, Cost, Movement, Ref, Stacking, Stop, UnitType, ZoneOfControl};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{BarDef, Combine, CostSpec, MovementDef, Per, StackingDef, ZoneDef};

/// What a group of types is written with, where types are listed.
const GROUP: &str = "group:";

fn groups_in(names: &[Sp<String>]) -> Vec<String> {
    names.iter().filter_map(|name| name.value.strip_prefix(GROUP)).map(str::to_string).collect()
}

impl RuleChecker<'_> {
    pub(super) fn stacking(&self, def: &StackingDef, cx: &mut Cx) -> Stacking {
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

    pub(super) fn movement(&self, def: &MovementDef, cx: &mut Cx) -> Option<Movement> {
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

    pub(super) fn bars(&self, defs: &[BarDef], scope: &Names, cx: &mut Cx) -> Vec<Bar> {
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

    /// Types, and those of groups.
    fn types(&self, names: &[Sp<String>], cx: &mut Cx) -> Vec<Ref<UnitType>> {
        let mut found: Vec<Ref<UnitType>> = Vec::new();
        for name in names {
            let Some(group) = name.value.strip_prefix(GROUP) else {
                found.extend(self.vocabulary.unit_type(name, cx));
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
    pub(super) fn barrier(&self, not_across: &[Sp<String>], crossings: Option<&[Sp<String>]>, cx: &mut Cx) -> Barrier {
        let boundaries = || self.board.maps.iter().flat_map(|map| &map.boundaries);
        let kinds = || boundaries().map(|boundary| boundary.id.as_str());
        let ways = || boundaries().flat_map(|boundary| boundary.crossings.iter().map(String::as_str));
        let not_across = not_across.iter().filter_map(|name| one_of("boundary", name, kinds(), cx)).collect();
        let crossings =
            crossings.map(|names| names.iter().filter_map(|name| one_of("crossing", name, ways(), cx)).collect());
        Barrier { not_across, crossings }
    }

    pub(super) fn zone(&self, def: &ZoneDef, cx: &mut Cx) -> ZoneOfControl {
        ZoneOfControl {
            name: def.name.as_ref().map_or_else(|| "Zone of control".to_string(), |name| name.value.clone()),
            when: formula_opt(def.when.as_ref(), &self.scopes.zone(), &Type::Bool, cx),
            range: formula_opt(def.range.as_ref(), &self.scopes.zone(), &Type::Number, cx),
            barrier: self.barrier(&def.not_across, def.crossings.as_deref(), cx),
            text: def.text.clone(),
            about: about(&def.meta),
        }
    }
}
