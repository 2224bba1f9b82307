//! What expressions can ask of units, places and markers.

use super::position::Position;
use super::supply::{place_supplied, unit_supplied};
use crate::expr::{Number, Record, Value, Values};
use crate::model::{AttributeInfo, Attributes, Place, PlaceKind, Printed, Scalar, Step, Unit, ValueKindOf};
use crate::syntax::{AttributeKind, AttributeOf};

fn whole(number: usize) -> Value {
    Value::Number(Number::new(i64::try_from(number).unwrap_or(i64::MAX), 1))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

/// The fields of a place as it is printed.
pub fn place_values(place: &Place, attributes: &[AttributeInfo]) -> Values {
    let mut values = blank(attributes, &[AttributeOf::Area, AttributeOf::Hex]);
    let (class, terrain, control) = match &place.kind {
        PlaceKind::Area { class, terrain, control, .. } => (class.as_str(), terrain.as_str(), control.as_ref()),
        PlaceKind::Hex { terrain, control, .. } => ("hex", terrain.as_str(), control.as_ref()),
        PlaceKind::Box(_) | PlaceKind::Space { .. } => ("", "", None),
    };
    values.insert("id".into(), text(&place.label));
    values.insert("name".into(), text(place.name.as_deref().unwrap_or_default()));
    values.insert("map".into(), text(place.map.as_ref().map_or("", |map| &map.id)));
    values.insert("class".into(), text(class));
    values.insert("terrain".into(), text(terrain));
    values.insert("control".into(), text(control.map_or("", |side| &side.id)));
    add_attributes(&mut values, &place.attributes);
    values
}

/// The fields of a unit with the values of one of its steps; the first if none is given.
pub fn unit_values(unit: &Unit, step: Option<&Step>, attributes: &[AttributeInfo], kinds: &[ValueKindOf]) -> Values {
    let mut values = blank(attributes, &[AttributeOf::Unit]);
    for kind in kinds {
        values.insert(kind.id.clone(), whole(0));
    }
    for (key, printed) in step.or(unit.steps.first()).iter().flat_map(|step| &step.values) {
        if let Printed::Number(fraction) = printed {
            values.insert(key.clone(), Value::Number(super::as_number(*fraction)));
        }
    }
    values.insert("id".into(), text(&unit.id));
    values.insert("name".into(), text(&unit.name));
    values.insert("side".into(), text(&unit.side.id));
    values.insert("formation".into(), text(unit.formation.as_ref().map_or("", |f| &f.id)));
    values.insert("type".into(), text(&unit.unit_type.id));
    values.insert("size".into(), text(unit.size.as_ref().map_or("", |s| &s.id)));
    values.insert("layout".into(), text(&unit.layout));
    values.insert("setup".into(), text(unit.setup.as_ref().map_or("", |setup| &setup.code)));
    let arrives = unit.arrives.as_ref().and_then(|arrives| arrives.turn).unwrap_or(0);
    values.insert("arrives".into(), Value::Number(Number::new(arrives, 1)));
    values.insert("independent".into(), Value::Bool(unit.independent));
    add_attributes(&mut values, &unit.attributes);
    values
}

fn blank(attributes: &[AttributeInfo], of: &[AttributeOf]) -> Values {
    let value = |kind: AttributeKind| match kind {
        AttributeKind::Number => whole(0),
        AttributeKind::YesNo => Value::Bool(false),
        AttributeKind::Text | AttributeKind::Choice => text(""),
    };
    attributes.iter().filter(|info| of.contains(&info.of)).map(|info| (info.id.clone(), value(info.kind))).collect()
}

fn add_attributes(values: &mut Values, attributes: &Attributes) {
    for (key, scalar) in attributes {
        let value = match scalar {
            Scalar::Bool(yes) => Value::Bool(*yes),
            Scalar::Number(number) => Value::Number(Number::new(*number, 1)),
            Scalar::Text(content) => text(content),
        };
        values.insert(key.clone(), value);
    }
}

/// A state as part of a name: `step 2` is asked for as `enemies-step-2`.
pub fn state_word(state: &str) -> String {
    state.replace(' ', "-")
}

impl Position<'_> {
    /// The fields of a unit as it stands, among the units of a collection.
    pub(super) fn unit_record(&self, unit: usize, among: &[usize], supply: bool) -> Record {
        let model = self.model;
        let stand = self.units.get(&unit);
        let step = stand.and_then(|stand| model.units[unit].steps.get(stand.step));
        let mut record = unit_values(&model.units[unit], step, &model.attributes, &model.values);
        record.insert("state".into(), text(self.state(unit)));
        record.insert("at".into(), text(stand.map_or("", |stand| &model.places[stand.place].id)));
        let formation = model.units[unit].formation.as_ref();
        let comrade = |other: &&usize| formation.is_some() && model.units[**other].formation.as_ref() == formation;
        record.insert("comrades".into(), whole(among.iter().filter(comrade).count()));
        record.insert("supplied".into(), Value::Bool(!supply || unit_supplied(self, unit)));
        record
    }

    /// The fields of a place as it is now; with a side, also what stands there of it and against it.
    pub(super) fn place_record(&self, place: usize, side: Option<usize>, supply: bool) -> Record {
        let model = self.model;
        let mut record = place_values(&model.places[place], &model.attributes);
        record.insert("id".into(), text(&model.places[place].id));
        record.insert("control".into(), text(self.control[place].map_or("", |side| &model.sides[side].id)));
        let sides: Vec<usize> = self.units_in(place).map(|unit| self.side(unit)).collect();
        record.insert("contested".into(), Value::Bool(sides.iter().any(|side| *side != sides[0])));
        record.insert("supplied".into(), Value::Bool(supply && place_supplied(self, place)));
        let Some(side) = side else { return record };
        let here: Vec<usize> = self.units_in(place).collect();
        let near: Vec<usize> = self.neighbours(place).iter().flat_map(|near| self.units_in(*near)).collect();
        let enemies = |list: &[usize]| list.iter().filter(|unit| self.side(**unit) != side).count();
        record.insert("friends".into(), whole(here.len() - enemies(&here)));
        record.insert("enemies".into(), whole(enemies(&here)));
        record.insert("friends-near".into(), whole(near.len() - enemies(&near)));
        record.insert("enemies-near".into(), whole(enemies(&near)));
        let class = |place: usize| match &model.places[place].kind {
            PlaceKind::Area { class, .. } => class.as_str(),
            _ => "",
        };
        let alike: Vec<usize> =
            self.neighbours(place).iter().copied().filter(|near| class(*near) == class(place)).collect();
        let alike: Vec<usize> = alike.into_iter().flat_map(|near| self.units_in(near)).collect();
        record.insert("enemies-near-alike".into(), whole(enemies(&alike)));
        let hostile = |near: &&usize| self.control[**near].is_some_and(|control| control != side);
        record.insert("enemy-areas-near".into(), whole(self.neighbours(place).iter().filter(hostile).count()));
        for state in states(model) {
            let count = here.iter().filter(|unit| self.side(**unit) != side && self.state(**unit) == state).count();
            record.insert(format!("enemies-{}", state_word(state)), whole(count));
        }
        record
    }

    /// Markers as a collection.
    pub(super) fn marker_collection(&self, markers: impl Iterator<Item = usize>) -> Value {
        let model = self.model;
        Value::collection(markers.map(|marker| {
            let marker = &model.markers[marker];
            Record::from([
                ("id".to_string(), text(&marker.id)),
                ("side".to_string(), text(marker.side.as_ref().map_or("", |side| &side.id))),
                ("formation".to_string(), text(marker.formation.as_ref().map_or("", |f| &f.id))),
            ])
        }))
    }

    /// Markers in a place.
    pub(super) fn markers_in(&self, place: usize) -> impl Iterator<Item = usize> {
        self.markers.iter().filter(move |(_, at)| *at == place).map(|(marker, _)| *marker)
    }

    /// What every expression can ask: conditions and regions.
    pub(super) fn base_values(&self, supply: bool) -> Values {
        let mut values = self.conditions.clone();
        for region in &self.model.regions {
            let places = region.places.iter().map(|place| self.place_record(place.index, None, supply));
            values.insert(format!("region.{}", region.id), Value::collection(places));
        }
        values
    }
}

/// Adds the fields of a record under a prefix: `to.terrain`.
pub(super) fn add_prefixed(values: &mut Values, prefix: &str, record: Record) {
    values.extend(record.into_iter().map(|(key, value)| (format!("{prefix}.{key}"), value)));
}

/// Every state a unit of the game can be in, in order.
pub fn states(model: &crate::model::Model) -> Vec<&str> {
    let mut states: Vec<&str> =
        model.units.iter().flat_map(|unit| unit.steps.iter().map(|step| step.state.as_str())).collect();
    states.sort_unstable();
    states.dedup();
    states
}
