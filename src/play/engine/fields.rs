//! Fields of units and places, asked of a state.

use super::board::{NONE, small, wide};
use super::code::{Facing, PlaceField, UnitField};
use super::eval::{EvalContext, Member};
use super::value::Val;
use crate::expr::Number;
use crate::play::history::Subject;
use crate::syntax::EventKind;

impl EvalContext<'_, '_> {
    pub(super) fn memory(&self, event: u16, subject: Subject) -> Val {
        let (times, place) = self.state.remembered(event, subject);
        let model = self.machine.model;
        match model.rules.events.get(wide(event)).map(|event| event.kind) {
            Some(EventKind::YesNo) => Val::Bool(times > 0),
            Some(EventKind::Number) => Val::Num(Number::new(times, 1)),
            _ => Val::Text(if place == NONE { 0 } else { self.machine.place_syms[wide(place)] }),
        }
    }

    pub(super) fn unit_field(&self, unit: u16, field: &UnitField, members: &mut Vec<Member>) -> Val {
        let piece = &self.state.pieces[wide(unit)];
        match field {
            UnitField::Fixed(column) => column[wide(unit)].clone(),
            UnitField::ByStep(column) => column[wide(unit)].get(usize::from(piece.step)).cloned().unwrap_or(Val::None),
            UnitField::State => {
                Val::Text(self.machine.states[wide(unit)].get(usize::from(piece.step)).copied().unwrap_or(0))
            }
            UnitField::At => Val::Text(match self.machine.stands(self.state, unit) {
                Some(place) => self.machine.place_syms[wide(place)],
                None => 0,
            }),
            UnitField::Comrades(among) => {
                let formation = self.machine.formations[wide(unit)];
                if formation == NONE {
                    return Val::whole(0);
                }
                let Some(among) = among else { return Val::whole(1) };
                let mut count = 0;
                self.each(among, members, &mut |member, _| {
                    count += usize::from(self.machine.formations[wide(member.index())] == formation);
                    true
                });
                Val::whole(count)
            }
            UnitField::Strength => Val::Num(Number::new(self.machine.strength(self.state, unit).unwrap_or(0), 1)),
            UnitField::Event(event) => self.memory(*event, Subject::Unit(wide(unit))),
            UnitField::With => Val::Text(match self.machine.carrier(self.state, unit) {
                Some(owner) => self.machine.texts.find(&self.machine.model.units[wide(owner)].id),
                None => 0,
            }),
            UnitField::Supplied(rule) => Val::Bool(self.ground().unit_supplied(self.machine, self.state, unit, *rule)),
            UnitField::Facing(at, facing) => {
                let (from, to) = (self.machine.stands(self.state, unit), self.place(at, members));
                let edges = from.map(|from| self.machine.edges_from(from)).unwrap_or_default();
                let model = self.machine.model;
                let edge = edges.map(|at| &model.edges[at]).find(|edge| Some(small(edge.to.index)) == to);
                let word = |word: Option<&String>| Val::Text(word.map_or(0, |word| self.machine.texts.find(word)));
                match facing {
                    Facing::Adjacent => Val::Bool(edge.is_some()),
                    Facing::Boundary => word(edge.and_then(|edge| edge.boundary.as_ref())),
                    Facing::Crossing => word(edge.and_then(|edge| edge.crossing.as_ref())),
                }
            }
            UnitField::Status => self.status(&[unit]),
            UnitField::FormationStatus => {
                let formation = self.machine.formations[wide(unit)];
                if formation == NONE {
                    return self.status(&[unit]);
                }
                let comrades = &self.machine.comrades[wide(formation)];
                let here: Vec<u16> = comrades.iter().copied().filter(|own| self.state.in_play(*own)).collect();
                self.status(&here)
            }
            UnitField::Changed(printed, changes) => {
                let mut now = printed[wide(unit)].get(usize::from(piece.step)).cloned().unwrap_or(Val::None);
                for marker in self.state.statuses(unit) {
                    if let Some((_, change)) = changes.iter().find(|(own, _)| *own == marker) {
                        let so_far = [now];
                        now = EvalContext { slots: &so_far, own: Some(unit), ..self.anew() }.value(change);
                    }
                }
                now
            }
            UnitField::Asked(name) => {
                let value = self.position().unit_field(wide(unit), &[wide(unit)], name);
                value.map_or(Val::None, |value| self.machine.texts.known(&value))
            }
        }
    }

    /// The ids and groups of the status markers of units.
    fn status(&self, units: &[u16]) -> Val {
        let markers = units.iter().flat_map(|unit| self.state.statuses(*unit));
        Val::List(markers.flat_map(|marker| self.machine.status_words[wide(marker)].iter().cloned()).collect())
    }

    pub(super) fn place_field(&self, place: u16, field: &PlaceField) -> Val {
        let machine = self.machine;
        match field {
            PlaceField::Id => Val::Text(machine.place_syms[wide(place)]),
            PlaceField::Fixed(column) => column[wide(place)].clone(),
            PlaceField::Control => {
                let side = self.state.control[wide(place)];
                Val::Text(machine.side_syms.get(usize::from(side)).copied().unwrap_or(0))
            }
            PlaceField::UnitsOf(side) => {
                Val::whole(self.state.units_in(place).filter(|unit| machine.side_of(*unit) == *side).count())
            }
            PlaceField::Contested => {
                let mut sides = self.state.units_in(place).map(|unit| machine.side_of(unit));
                let first = sides.next();
                Val::Bool(sides.any(|side| first.is_some_and(|first| machine.hostile(first, side))))
            }
            PlaceField::Count { enemies, near, state } => {
                let counts = |unit: &u16| {
                    let step = usize::from(self.state.pieces[wide(*unit)].step);
                    machine.hostile(machine.side_of(*unit), self.side) == *enemies
                        && state.is_none_or(|state| machine.states[wide(*unit)].get(step) == Some(&state))
                };
                if *near {
                    let near = machine.neighbours[wide(place)].iter();
                    return Val::whole(near.map(|near| self.state.units_in(*near).filter(counts).count()).sum());
                }
                Val::whole(self.state.units_in(place).filter(counts).count())
            }
            PlaceField::EnemiesNearAlike(classes) => {
                let near = machine.neighbours[wide(place)].iter();
                let alike = near.filter(|near| classes[wide(**near)] == classes[wide(place)]);
                let hostile = |unit: &u16| machine.hostile(machine.side_of(*unit), self.side);
                let enemies = |place: &u16| self.state.units_in(*place).filter(hostile).count();
                Val::whole(alike.map(enemies).sum())
            }
            PlaceField::EnemyAreasNear => {
                let control = |near: &&u16| self.state.control[wide(**near)];
                let enemy = |near: &&u16| control(near) != u8::MAX && machine.hostile(control(near), self.side);
                Val::whole(machine.neighbours[wide(place)].iter().filter(enemy).count())
            }
            PlaceField::Event(event) => self.memory(*event, Subject::Place(wide(place))),
            PlaceField::Zone { enemy } => Val::Bool(machine.zone_reaches(self.state, place, self.side, *enemy)),
            PlaceField::Supplied(rule) => Val::Bool(self.ground().place_supplied(machine, self.state, place, *rule)),
            PlaceField::UnitSupplied { steps } => {
                let Some(unit) = self.own else { return Val::None };
                let mut there = self.state.clone();
                there.go(unit, place);
                let line = machine.ground(&there).line(machine, &there, unit);
                if *steps { Val::Num(Number::new(line.unwrap_or(-1), 1)) } else { Val::Bool(line.is_some()) }
            }
            PlaceField::Overstacks => match self.own {
                Some(unit) => Val::Bool(machine.overstacks(self.state, unit, place)),
                None => Val::None,
            },
            PlaceField::AttackersDistance => Val::Num(Number::new(machine.distance(self.state, place, self.foes), 1)),
            PlaceField::Asked(name) => {
                let value = self.position().place_field(wide(place), Some(usize::from(self.side)), name);
                value.map_or(Val::None, |value| machine.texts.known(&value))
            }
        }
    }
}
