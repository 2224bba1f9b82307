//! What names mean: formulas of the model become code.

use super::board::small;
use super::code::{
    Answers, Between, Facing, FormulaCode, MarkerField, PlaceField, Several, Sum, SumTerm, UnitField, Where, Which,
};
use super::value::{NumberedTexts, Val};
use crate::expr::{Expr, ExprKind, Number, Value};
use crate::model::{Formula, Input, Model, Procedure, Roles};
use crate::play::procedure::blank_answer;
use crate::play::{DeclaredUnits, PlaceFields, UnitFields};
use crate::syntax::{EventOf, Pool};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a value of an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandKind {
    /// A number, yes or no, a text.
    Plain,
    /// A unit.
    Unit,
    /// Some units.
    Units,
    /// A place.
    Place,
    /// Some places.
    Places,
    /// A card.
    Card,
    /// Some cards.
    Cards,
    /// A marker.
    Marker,
    /// Some markers.
    Markers,
}

/// What a member of a collection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberKind {
    Unit,
    Place,
    Card,
    Marker,
}

/// The values of an operation by name, and where they are kept.
pub type NamedSlots = BTreeMap<String, (usize, OperandKind)>;

/// What names mean where a formula stands.
#[derive(Clone, Default)]
pub struct Meaning {
    /// Values by name.
    pub slots: NamedSlots,
    /// Members of collections that are being gone through, the outermost first, with their collection.
    pub members: Vec<(MemberKind, Option<Several>)>,
    /// Members before this one are out of sight.
    pub from: usize,
    /// The member that is called `it`.
    pub it: Option<usize>,
    /// Whether plain names are fields of a unit that acts.
    pub own: bool,
    /// Whether a step from place to place is made.
    pub step: bool,
    /// Who fights whom.
    pub fight: Option<FightSlots>,
}

/// Who fights whom, by slots.
#[derive(Clone, Default)]
pub struct FightSlots {
    pub at: Option<Where>,
    pub attackers: Option<usize>,
    pub defenders: Option<usize>,
    pub attack_lead: Option<usize>,
    pub defence_lead: Option<usize>,
    pub unit: Option<usize>,
    pub attack_markers: Option<usize>,
    pub defence_markers: Option<usize>,
}

impl FightSlots {
    /// The slots of named roles.
    pub fn of(roles: &Roles, slots: &NamedSlots) -> Self {
        let slot = |name: &Option<String>| name.as_ref().and_then(|name| slots.get(name)).map(|(slot, _)| *slot);
        Self {
            at: slot(&roles.at).map(Where::Slot),
            attackers: slot(&roles.attackers),
            defenders: slot(&roles.defenders),
            attack_lead: slot(&roles.attack_lead),
            defence_lead: slot(&roles.defence_lead),
            unit: slot(&roles.unit),
            attack_markers: slot(&roles.attack_markers),
            defence_markers: slot(&roles.defence_markers),
        }
    }
}

/// Turns formulas into code.
pub struct Coder<'m> {
    pub model: &'m Model,
    pub texts: NumberedTexts,
    units: BTreeMap<String, UnitField>,
    places: BTreeMap<String, Arc<[Val]>>,
    /// Procedures that are being turned into code, against circles.
    open: Vec<usize>,
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

    /// The supply rule of a name.
    fn supply(&self, name: &str) -> Option<usize> {
        self.model.rules.supply.iter().position(|rule| rule.id == name)
    }

    /// The event of a name.
    fn event(&self, of: EventOf, name: &str) -> Option<u16> {
        let events = &self.model.rules.events;
        events.iter().position(|event| event.id == name && event.of == of).map(small)
    }

    fn unit_field(&mut self, name: &str, among: Option<Several>, meaning: &Meaning) -> Option<UnitField> {
        let model = self.model;
        if let Some(event) = self.event(EventOf::Unit, name) {
            return Some(UnitField::Event(event));
        }
        match name {
            "state" => return Some(UnitField::State),
            "at" => return Some(UnitField::At),
            "comrades" => return Some(UnitField::Comrades(among.map(Box::new))),
            "strength-now" => return Some(UnitField::Strength),
            "with" => return Some(UnitField::With),
            "supplied" => return Some(UnitField::Supplied(None)),
            "status" => return Some(UnitField::Status),
            "formation-status" => return Some(UnitField::FormationStatus),
            "adjacent" | "boundary" | "crossing" if !meaning.step => {
                let facing = match name {
                    "adjacent" => Facing::Adjacent,
                    "boundary" => Facing::Boundary,
                    _ => Facing::Crossing,
                };
                return meaning.fight.as_ref()?.at.clone().map(|at| UnitField::Facing(at, facing));
            }
            _ => {}
        }
        if let Some(rule) = name.strip_prefix("supply.") {
            return self.supply(rule).map(|rule| UnitField::Supplied(Some(rule)));
        }
        if let Some(known) = self.units.get(name) {
            return Some(known.clone());
        }
        let value = name.strip_prefix("printed-").unwrap_or(name);
        let field = if model.values.iter().any(|own| own.id == value) {
            let changes = model.markers.iter().any(|marker| marker.changes.contains_key(value));
            let changed = if changes && value == name { self.changes(value) } else { Some(Vec::new()) };
            if changed.is_none() {
                UnitField::Asked(name.to_string())
            } else {
                let declared = DeclaredUnits::of(model);
                let mut column = Vec::new();
                for unit in &model.units {
                    let printed = |step| UnitFields { unit, step: Some(step), declared }.get(value);
                    column.push(
                        unit.steps
                            .iter()
                            .map(|step| printed(step).map_or(Val::None, |own| self.texts.take(&own)))
                            .collect(),
                    );
                }
                match changed.filter(|changed| !changed.is_empty()) {
                    Some(changed) => UnitField::Changed(column.into(), changed.into()),
                    None => UnitField::ByStep(column.into()),
                }
            }
        } else {
            UnitField::Fixed(self.column(model.units.len(), |at| {
                UnitFields { unit: &model.units[at], step: None, declared: DeclaredUnits::of(model) }.get(name)
            })?)
        };
        self.units.insert(name.to_string(), field.clone());
        Some(field)
    }

    /// What status markers make of a value; nothing if one asks for another value that markers change.
    fn changes(&mut self, value: &str) -> Option<Vec<(u16, FormulaCode)>> {
        let model = self.model;
        let of_markers = |name: &str| model.markers.iter().any(|marker| marker.changes.contains_key(name));
        let meaning = Meaning {
            slots: NamedSlots::from([(value.to_string(), (0, OperandKind::Plain))]),
            own: true,
            ..Meaning::default()
        };
        let mut found = Vec::new();
        for (at, marker) in model.markers.iter().enumerate() {
            let Some(change) = marker.changes.get(value) else { continue };
            if change.expr.names().iter().any(|mention| mention.name != value && of_markers(mention.name)) {
                return None;
            }
            found.push((small(at), self.code(change, &meaning).ok()?));
        }
        Some(found)
    }

    /// A value for each thing; nothing if things have no such field.
    fn column(&mut self, count: usize, value: impl Fn(usize) -> Option<Value>) -> Option<Arc<[Val]>> {
        let mut column = Vec::with_capacity(count);
        for at in 0..count {
            column.push(self.texts.take(&value(at)?));
        }
        Some(column.into())
    }

    fn place_field(&mut self, name: &str, bearing: bool) -> Option<PlaceField> {
        let model = self.model;
        if let Some(event) = self.event(EventOf::Place, name) {
            return Some(PlaceField::Event(event));
        }
        if let Some(at) = name.strip_prefix("units-").and_then(|id| model.sides.iter().position(|side| side.id == id)) {
            return Some(PlaceField::UnitsOf(u8::try_from(at).ok()?));
        }
        let count = |enemies: bool, near: bool| Some(PlaceField::Count { enemies, near, state: None });
        match name {
            "control" => return Some(PlaceField::Control),
            "contested" => return Some(PlaceField::Contested),
            "friends" => return count(false, false),
            "enemies" => return count(true, false),
            "friends-near" => return count(false, true),
            "enemies-near" => return count(true, true),
            "enemy-areas-near" => return Some(PlaceField::EnemyAreasNear),
            "unit-supplied" | "unit-supply-steps" if bearing => {
                return Some(PlaceField::UnitSupplied { steps: name == "unit-supply-steps" });
            }
            "overstacks" if bearing => return Some(PlaceField::Overstacks),
            "attackers-distance" if bearing => return Some(PlaceField::AttackersDistance),
            "supplied" => return Some(PlaceField::Supplied(None)),
            "friend-zoc" | "enemy-zoc" if super::ground::of_neighbours(model) => {
                return Some(PlaceField::Zone { enemy: name == "enemy-zoc" });
            }
            "enemies-near-alike" => {
                let class =
                    |at: usize| PlaceFields { place: &model.places[at], attributes: &model.attributes }.get("class");
                let class = |at: usize| Some(class(at).unwrap_or(Value::Text(String::new())));
                return self.column(model.places.len(), class).map(PlaceField::EnemiesNearAlike);
            }
            "friend-zoc" | "enemy-zoc" | "feature" => {
                return Some(PlaceField::Asked(name.to_string()));
            }
            "id" => return Some(PlaceField::Id),
            _ => {}
        }
        if let Some(rule) = name.strip_prefix("supply.") {
            return self.supply(rule).map(|rule| PlaceField::Supplied(Some(rule)));
        }
        for (word, enemies) in [("enemies-", true), ("friends-", false)] {
            let state = name.strip_prefix(word);
            let mut states = model.units.iter().flat_map(|unit| &unit.steps).map(|step| &step.state);
            if let Some(state) = state.and_then(|state| states.find(|own| own.replace(' ', "-") == state)) {
                return Some(PlaceField::Count { enemies, near: false, state: Some(self.texts.number(state)) });
            }
        }
        if let Some(known) = self.places.get(name) {
            return Some(PlaceField::Fixed(known.clone()));
        }
        let column = self.column(model.places.len(), |at| {
            PlaceFields { place: &model.places[at], attributes: &model.attributes }.get(name)
        })?;
        self.places.insert(name.to_string(), column.clone());
        Some(PlaceField::Fixed(column))
    }

    fn card_field(&mut self, name: &str) -> Option<Arc<[Val]>> {
        let model = self.model;
        self.column(model.cards.len(), |at| {
            let card = &model.cards[at];
            let text = |text: &str| Some(Value::Text(text.to_string()));
            match name {
                "id" => text(&card.id),
                "title" => text(&card.title),
                "deck" => text(&card.deck.id),
                _ => {
                    let known = model.attributes.iter().any(|own| own.id == name);
                    let own = card.attributes.get(name).map(crate::play::fields::attribute);
                    own.or_else(|| known.then(|| Value::Text(String::new())))
                }
            }
        })
    }

    fn marker_field(&mut self, name: &str) -> Option<MarkerField> {
        if name == "face" {
            return Some(MarkerField::Face);
        }
        self.marker_column(name).map(MarkerField::Fixed)
    }

    /// What never changes of markers.
    fn marker_column(&mut self, name: &str) -> Option<Arc<[Val]>> {
        let model = self.model;
        self.column(model.markers.len(), |at| {
            let marker = &model.markers[at];
            let text = |text: &str| Some(Value::Text(text.to_string()));
            match name {
                "id" => text(&marker.id),
                "side" => text(marker.side.as_ref().map_or("", |side| &side.id)),
                "formation" => text(marker.formation.as_ref().map_or("", |formation| &formation.id)),
                _ => None,
            }
        })
    }

    fn between(&mut self, name: &str) -> Option<FormulaCode> {
        let model = self.model;
        if let Some(event) = self.event(EventOf::Connection, name) {
            return Some(FormulaCode::Between(Between::Event(event)));
        }
        let position = (name == "boundary-name").then(|| crate::play::Position::new(model));
        let column = self.column(model.edges.len(), |at| {
            let edge = &model.edges[at];
            let text = |text: &str| Some(Value::Text(text.to_string()));
            match name {
                "boundary" => text(edge.boundary.as_deref().unwrap_or_default()),
                "crossing" => text(edge.crossing.as_deref().unwrap_or_default()),
                "way" => text(edge.ways.first().map_or("", String::as_str)),
                "by" => text(edge.by.word()),
                "boundary-name" => position.as_ref().map(|position| position.boundary_name(edge)),
                _ => None,
            }
        });
        (!model.edges.is_empty()).then_some(())?;
        column.map(|column| {
            FormulaCode::Between(if name == "way" { Between::Way(column) } else { Between::Fixed(column) })
        })
    }

    /// A procedure in a fight: inputs that are not answered by hand answer themselves.
    pub fn sum(&mut self, at: usize, with: &BTreeMap<String, Formula>, meaning: &Meaning) -> Result<Sum, String> {
        if self.open.contains(&at) {
            return Err("a procedure needs its own result".to_string());
        }
        self.open.push(at);
        let sum = self.open_sum(at, with, meaning);
        self.open.pop();
        sum
    }

    fn open_sum(&mut self, at: usize, with: &BTreeMap<String, Formula>, meaning: &Meaning) -> Result<Sum, String> {
        let model = self.model;
        let procedure: &Procedure = &model.rules.procedures[at];
        let answers = self.answers(&procedure.inputs, with, meaning)?;
        let asking = Meaning { slots: input_slots(&procedure.inputs), ..Meaning::default() };
        let mut groups: Vec<&String> = Vec::new();
        let mut terms = Vec::new();
        for term in &procedure.terms {
            let group = term.group.as_ref().map(|group| {
                groups.iter().position(|own| *own == group).unwrap_or_else(|| {
                    groups.push(group);
                    groups.len() - 1
                })
            });
            terms.push(SumTerm {
                when: self.optional(term.when.as_ref(), &asking)?,
                value: self.optional(term.value.as_ref(), &asking)?,
                times: self.optional(term.times.as_ref(), &asking)?,
                round: term.round,
                group,
            });
        }
        let whole = |number: Option<i64>| number.map(|number| Number::new(number, 1));
        Ok(Sum { procedure: at, answers, terms, min: whole(procedure.min), max: whole(procedure.max) })
    }

    /// What answers inputs in a fight, and whose side tells friends from enemies there.
    pub fn answers(
        &mut self,
        inputs: &[Input],
        with: &BTreeMap<String, Formula>,
        meaning: &Meaning,
    ) -> Result<Answers, String> {
        let view = meaning.fight.as_ref().and_then(|fight| fight.unit.or(fight.defence_lead).or(fight.attack_lead));
        let given = inputs.iter().map(|input| with.contains_key(&input.id)).collect();
        Ok(Answers { view, inputs: self.inputs(inputs, with, meaning)?, given })
    }

    /// What answers inputs: by hand in the operation, else from the position, else what is assumed.
    pub fn inputs(
        &mut self,
        inputs: &[Input],
        with: &BTreeMap<String, Formula>,
        meaning: &Meaning,
    ) -> Result<Vec<FormulaCode>, String> {
        // What answers itself sees the fight, and nothing that the operation has named.
        let alone = Meaning { slots: NamedSlots::new(), from: meaning.members.len(), it: None, ..meaning.clone() };
        let mut codes = Vec::new();
        for input in inputs {
            codes.push(match (with.get(&input.id), &input.from) {
                (Some(given), _) => self.code(given, meaning)?,
                (None, Some(from)) => self.code(from, &alone)?,
                (None, None) => FormulaCode::Val(self.texts.take(&blank_answer(input))),
            });
        }
        Ok(codes)
    }
}

/// Inputs as values by name.
pub fn input_slots(inputs: &[Input]) -> NamedSlots {
    inputs.iter().enumerate().map(|(at, input)| (input.id.clone(), (at, OperandKind::Plain))).collect()
}
