//! Fields of units, places, cards, markers and connections: what never changes becomes a column of values.

use super::board::small;
use super::code::{Between, Facing, FormulaCode, MarkerField, PlaceField, Several, UnitField};
use super::meaning::{Meaning, NamedSlots, OperandKind};
use super::names::Coder;
use super::value::Val;
use crate::expr::Value;
use crate::play::{DeclaredUnits, PlaceFields, UnitFields};
use crate::syntax::EventOf;
use std::sync::Arc;

impl Coder<'_> {
    /// The supply rule of a name.
    fn supply(&self, name: &str) -> Option<usize> {
        self.model.rules.supply.iter().position(|rule| rule.id == name)
    }

    /// The event of a name.
    fn event(&self, of: EventOf, name: &str) -> Option<u16> {
        let events = &self.model.rules.events;
        events.iter().position(|event| event.id == name && event.of == of).map(small)
    }

    pub(super) fn unit_field(&mut self, name: &str, among: Option<Several>, meaning: &Meaning) -> Option<UnitField> {
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

    pub(super) fn place_field(&mut self, name: &str, bearing: bool) -> Option<PlaceField> {
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

    pub(super) fn card_field(&mut self, name: &str) -> Option<Arc<[Val]>> {
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

    pub(super) fn marker_field(&mut self, name: &str) -> Option<MarkerField> {
        if name == "face" {
            return Some(MarkerField::Face);
        }
        self.marker_column(name).map(MarkerField::Fixed)
    }

    /// What never changes of markers.
    pub(super) fn marker_column(&mut self, name: &str) -> Option<Arc<[Val]>> {
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

    pub(super) fn between(&mut self, name: &str) -> Option<FormulaCode> {
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
}
