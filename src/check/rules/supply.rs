//! Supply: its sources, its hubs and its exceptions.

use super::Checker;
use crate::check::about::about;
use crate::check::exprs::{formula, formula_opt};
use crate::check::names::one_of;
use crate::diag::codes;
use crate::expr::Type;
use crate::model::{Hub, Supply, SupplyException};
use crate::source::decode::Cx;
use crate::syntax::{HubDef, SupplyDef};

impl Checker<'_> {
    pub(super) fn supply(&self, def: &SupplyDef, cx: &mut Cx) -> Supply {
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
}
