//! What names mean: formulas of the model become code.

use super::board::small;
use super::code::{Answers, FormulaCode, Several, Sum, UnitField, Where, Which};
use super::meaning::{FightSlots, Meaning, MemberKind, OperandKind};
use super::value::{NumberedTexts, Val};
use crate::expr::{Expr, ExprKind, Number};
use crate::model::{Formula, Model};
use crate::syntax::Pool;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Turns formulas into code.
pub struct Coder<'m> {
    pub model: &'m Model,
    pub texts: NumberedTexts,
    pub(super) units: BTreeMap<String, UnitField>,
    pub(super) places: BTreeMap<String, Arc<[Val]>>,
    /// Procedures that are being turned into code, against circles.
    pub(super) open: Vec<usize>,
}

impl<'m> Coder<'m> {
    pub fn new(model: &'m Model) -> Self {
        let mut texts = NumberedTexts::default();
        texts.number("");
        let ids = model.sides.iter().map(|own| &own.id);
        let ids = ids.chain(model.places.iter().map(|own| &own.id)).chain(model.scenarios.iter().map(|own| &own.id));
        let ids = ids.chain(model.units.iter().map(|own| &own.id)).chain(model.cards.iter().map(|own| &own.id));
        let ids = ids.chain(model.markers.iter().flat_map(|own| std::iter::once(&own.id).chain(&own.group)));
        for id in ids {
            texts.number(id);
        }
        for state in model.units.iter().flat_map(|unit| &unit.steps).map(|step| &step.state) {
            texts.number(state);
        }
        for edge in &model.edges {
            for word in edge.boundary.iter().chain(&edge.crossing).chain(&edge.ways) {
                texts.number(word);
            }
        }
        for counter in &model.counters {
            for face in std::iter::once(&counter.front).chain(&counter.back) {
                texts.number(&face.state);
            }
        }
        Self { model, texts, units: BTreeMap::new(), places: BTreeMap::new(), open: Vec::new() }
    }

    /// The code of a formula.
    pub fn code(&mut self, formula: &Formula, meaning: &Meaning) -> Result<FormulaCode, String> {
        self.expr(&formula.expr, meaning).map_err(|why| format!("`{}`: {why}", formula.text))
    }

    /// What a name stands for.
    pub fn named(&mut self, name: &str, meaning: &Meaning) -> Result<FormulaCode, String> {
        self.name(name, meaning).ok_or_else(|| format!("`{name}` cannot be played with"))
    }

    /// The same for one that may be missing.
    pub fn optional(&mut self, formula: Option<&Formula>, meaning: &Meaning) -> Result<Option<FormulaCode>, String> {
        formula.map(|formula| self.code(formula, meaning)).transpose()
    }

    fn expr(&mut self, expr: &Expr, meaning: &Meaning) -> Result<FormulaCode, String> {
        let mut boxed = |expr: &Expr| self.expr(expr, meaning).map(Box::new);
        Ok(match &expr.kind {
            ExprKind::Number(number) => FormulaCode::Val(Val::Num(*number)),
            ExprKind::Bool(yes) => FormulaCode::Val(Val::Bool(*yes)),
            ExprKind::Text(text) => FormulaCode::Val(Val::Text(self.texts.number(text))),
            ExprKind::Name(name) => {
                self.name(name, meaning).ok_or_else(|| format!("`{name}` cannot be played with"))?
            }
            ExprKind::List(items) => {
                FormulaCode::List(items.iter().map(|item| self.expr(item, meaning)).collect::<Result<_, _>>()?)
            }
            ExprKind::Negate(inner) => FormulaCode::Negate(boxed(inner)?),
            ExprKind::Not(inner) => FormulaCode::Not(boxed(inner)?),
            ExprKind::Binary(operator, left, right) => FormulaCode::Binary(*operator, boxed(left)?, boxed(right)?),
            ExprKind::If(parts) => {
                let [test, yes, no] = parts.as_ref();
                FormulaCode::If(Box::new([
                    self.expr(test, meaning)?,
                    self.expr(yes, meaning)?,
                    self.expr(no, meaning)?,
                ]))
            }
            ExprKind::Call(function, items) => {
                let items = items.iter().map(|item| self.expr(item, meaning)).collect::<Result<_, _>>()?;
                FormulaCode::Call(*function, items)
            }
            ExprKind::Over(gather, collection, each) => {
                let (several, member) = self
                    .several(&collection.name, meaning)
                    .ok_or_else(|| format!("`{}` cannot be gone through", collection.name))?;
                let mut inside = meaning.clone();
                inside.members.push((member, Some(several.clone())));
                let each = each.as_ref().map(|each| self.expr(each, &inside).map(Box::new)).transpose()?;
                FormulaCode::Over(*gather, several, each)
            }
            ExprKind::Lookup(..) => return Err("tables are looked up by a step of their own".to_string()),
        })
    }

    /// The collection of a name, and what its members are.
    pub fn several(&mut self, name: &str, meaning: &Meaning) -> Option<(Several, MemberKind)> {
        use MemberKind as M;
        if let Some((slot, kind)) = meaning.slots.get(name) {
            return match kind {
                OperandKind::Units | OperandKind::Unit => Some((Several::UnitSlot(*slot), M::Unit)),
                OperandKind::Places | OperandKind::Place => Some((Several::PlaceSlot(*slot), M::Place)),
                OperandKind::Cards | OperandKind::Card => Some((Several::CardSlot(*slot), M::Card)),
                OperandKind::Markers | OperandKind::Marker => Some((Several::MarkerSlot(*slot), M::Marker)),
                OperandKind::Plain => None,
            };
        }
        let model = self.model;
        let around = |at: Where, field: &str| match field {
            "units" => Some((Several::In(at), M::Unit)),
            "near" => Some((Several::Near(at), M::Place)),
            "markers" => Some((Several::Markers(at), M::Marker)),
            _ => {
                let rule = field.strip_prefix("attackers.")?;
                let rule = model.rules.attacks.iter().position(|own| own.id == rule)?;
                Some((Several::Attackers(at, rule), M::Unit))
            }
        };
        // Fields of members that are collections: the innermost place first.
        let place = (meaning.from..meaning.members.len()).rev().find(|at| meaning.members[*at].0 == M::Place);
        if let Some(found) = place.and_then(|at| around(Where::Member(at), name)) {
            return Some(found);
        }
        if let Some(fight) = &meaning.fight {
            let units = |slot: Option<usize>| Some((slot.map_or(Several::Nothing, Several::UnitSlot), M::Unit));
            let markers = |slot: Option<usize>| Some((slot.map_or(Several::Nothing, Several::MarkerSlot), M::Marker));
            let assets = |slot: Option<usize>| Some((slot.map_or(Several::Nothing, Several::Assets), M::Unit));
            match name {
                "attackers" => return units(fight.attackers),
                "defenders" => return units(fight.defenders),
                "attack-assets" => return assets(fight.attackers),
                "defence-assets" => return assets(fight.defenders),
                "attack-markers" => return markers(fight.attack_markers),
                "defence-markers" => return markers(fight.defence_markers),
                _ => {}
            }
            if let Some(field) = name.strip_prefix("area-").or_else(|| name.strip_prefix("area.")) {
                let at = fight.at.clone().or_else(|| meaning.own.then_some(Where::OfOwn))?;
                return around(at, field);
            }
        }
        match name {
            "units" => return Some((Several::Units, M::Unit)),
            "eliminated" => return Some((Several::Pool(Pool::Eliminated), M::Unit)),
            "withdrawn" => return Some((Several::Pool(Pool::Withdrawn), M::Unit)),
            "waiting" => return Some((Several::Pool(Pool::Waiting), M::Unit)),
            "places" => {
                let map = |at: &usize| {
                    matches!(
                        self.model.places[*at].kind,
                        crate::model::PlaceKind::Area { .. } | crate::model::PlaceKind::Hex { .. }
                    )
                };
                let all = (0..self.model.places.len()).filter(map).map(small).collect();
                return Some((Several::Places(all), M::Place));
            }
            "movers" if meaning.step => return Some((Several::Movers, M::Unit)),
            "assets" if meaning.own => return Some((Several::OwnAssets, M::Unit)),
            _ => {}
        }
        let (prefix, field) = name.split_once('.')?;
        match prefix {
            "region" => {
                let region = self.model.regions.iter().find(|region| region.id == field)?;
                let places = region.places.iter().map(|place| small(place.index)).collect();
                Some((Several::Places(places), M::Place))
            }
            "hand" | "discards" | "deck" => {
                let deck = self.model.decks.iter().find(|deck| deck.id == field)?;
                let pile = ["deck", "hand", "discards"].iter().position(|own| *own == prefix)?;
                let cards = deck.cards.iter().map(|card| small(card.index)).collect();
                Some((Several::Pile(cards, pile), M::Card))
            }
            "from" if meaning.step => around(Where::From, field),
            "to" if meaning.step => around(Where::To, field),
            "it" if field == "carriers" => Some((Several::Carriers(Which::Member(meaning.it?)), M::Unit)),
            "it" => around(Where::Member(meaning.it?), field),
            _ => match meaning.slots.get(prefix) {
                Some((slot, OperandKind::Unit)) if field == "carriers" => {
                    Some((Several::Carriers(Which::Slot(*slot)), M::Unit))
                }
                Some((slot, OperandKind::Place)) => around(Where::Slot(*slot), field),
                Some((slot, OperandKind::Unit)) if field == "arrival" => Some((Several::Arrival(*slot), M::Place)),
                _ => None,
            },
        }
    }

    fn name(&mut self, name: &str, meaning: &Meaning) -> Option<FormulaCode> {
        for at in (meaning.from..meaning.members.len()).rev() {
            if let Some(code) = self.member_field(at, name, meaning) {
                return Some(code);
            }
        }
        if let Some((slot, kind)) = meaning.slots.get(name)
            && *kind == OperandKind::Plain
        {
            return Some(FormulaCode::Slot(*slot));
        }
        if let Some((prefix, field)) = name.split_once('.')
            && let Some(code) = self.dotted(prefix, field, meaning)
        {
            return Some(code);
        }
        if let Some(fight) = &meaning.fight
            && let Some(unit) = fight.unit
            && let Some(field) = self.unit_field(name, None, meaning)
        {
            return Some(FormulaCode::Unit(Which::Slot(unit), field));
        }
        if meaning.step
            && let Some(code) = self.between(name)
        {
            return Some(code);
        }
        if meaning.own
            && let Some(field) = self.unit_field(name, None, meaning)
        {
            return Some(FormulaCode::Unit(Which::Own, field));
        }
        let conditions = &self.model.rules.conditions;
        if let Some(at) = conditions.iter().position(|condition| condition.id == name) {
            return Some(FormulaCode::Condition(at));
        }
        match name {
            "acting" | "side" => Some(FormulaCode::Side { other: false }),
            "opponent" => Some(FormulaCode::Side { other: true }),
            "turn" => Some(FormulaCode::Turn),
            "scenario" => Some(FormulaCode::Scenario),
            "spent" => Some(FormulaCode::Spent),
            "first" => Some(FormulaCode::First),
            "entry" => Some(FormulaCode::Entry),
            _ => None,
        }
    }

    fn member_field(&mut self, at: usize, name: &str, meaning: &Meaning) -> Option<FormulaCode> {
        match meaning.members[at].0 {
            MemberKind::Unit => {
                if name.starts_with("procedure.") {
                    return None;
                }
                let among = meaning.members[at].1.clone();
                Some(FormulaCode::Unit(Which::Member(at), self.unit_field(name, among, meaning)?))
            }
            MemberKind::Place => Some(FormulaCode::Place(Where::Member(at), self.place_field(name, false)?)),
            MemberKind::Card => Some(FormulaCode::Card(Which::Member(at), self.card_field(name)?)),
            MemberKind::Marker => Some(FormulaCode::Marker(at, self.marker_field(name)?)),
        }
    }

    fn dotted(&mut self, prefix: &str, field: &str, meaning: &Meaning) -> Option<FormulaCode> {
        match prefix {
            "parameter" => {
                let parameter = self.model.rules.parameters.iter().find(|own| own.id == field)?;
                return Some(FormulaCode::Val(Val::Num(Number::new(parameter.value, 1))));
            }
            "procedure" => {
                let at = self.model.rules.procedures.iter().position(|own| own.id == field)?;
                // Within a collection of units it is computed for each.
                let seen = meaning.from..meaning.members.len();
                let Some(member) = seen.rev().find(|own| meaning.members[*own].0 == MemberKind::Unit) else {
                    return self.sum(at, &BTreeMap::new(), meaning).ok().map(|sum| FormulaCode::Sum(Arc::new(sum)));
                };
                let fight = Some(FightSlots { unit: None, ..meaning.fight.clone().unwrap_or_default() });
                let sum = self.sum(at, &BTreeMap::new(), &Meaning { own: true, fight, ..meaning.clone() }).ok()?;
                let which = Which::Member(member);
                let answers = Answers { view: None, ..sum.answers };
                return Some(FormulaCode::SumOf(which, Arc::new(Sum { answers, ..sum })));
            }
            "hand-size" => {
                let deck = self.model.decks.iter().find(|deck| deck.id == field)?;
                let Some(hand) = &deck.hand else { return Some(FormulaCode::Val(Val::whole(0))) };
                return self.code(hand, &Meaning::default()).ok();
            }
            "it" => return self.member_field(meaning.it?, field, meaning),
            "from" if meaning.step => {
                return Some(FormulaCode::Place(Where::From, self.place_field(field, meaning.own)?));
            }
            "to" if meaning.step => return Some(FormulaCode::Place(Where::To, self.place_field(field, meaning.own)?)),
            _ => {}
        }
        if let Some(fight) = &meaning.fight {
            match prefix {
                "area" => {
                    let at = fight.at.clone().or_else(|| meaning.own.then_some(Where::OfOwn))?;
                    return Some(FormulaCode::Place(at, self.place_field(field, false)?));
                }
                "attack-lead" | "defence-lead" => {
                    let slot = if prefix == "attack-lead" { fight.attack_lead } else { fight.defence_lead };
                    return Some(FormulaCode::Unit(Which::Slot(slot?), self.unit_field(field, None, meaning)?));
                }
                _ => {}
            }
        }
        let (slot, kind) = *meaning.slots.get(prefix)?;
        match kind {
            OperandKind::Unit => Some(FormulaCode::Unit(Which::Slot(slot), self.unit_field(field, None, meaning)?)),
            OperandKind::Place => Some(FormulaCode::Place(Where::Slot(slot), self.place_field(field, false)?)),
            OperandKind::Card => Some(FormulaCode::Card(Which::Slot(slot), self.card_field(field)?)),
            OperandKind::Marker => Some(FormulaCode::Card(Which::Slot(slot), self.marker_column(field)?)),
            _ => None,
        }
    }
}
