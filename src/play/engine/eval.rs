//! Code, evaluated on a state.

use super::Machine;
use super::board::{Mark, NONE, small, wide};
use super::code::{Between, Code, Facing, MarkerField, PlaceField, Several, Sum, UnitField, Where, Which};
use super::state::State;
use super::value::Val;
use crate::expr::{Binary, Function, Gather, Number};
use crate::model::Edge;
use crate::play::history::Subject;
use crate::play::{Link, Position};
use crate::syntax::{EventKind, Rounding};
use std::cell::OnceCell;

/// A member of a collection that is being gone through.
#[derive(Debug, Clone, Copy)]
pub enum Member {
    Unit(u16),
    Place(u16),
    Card(u16),
    Marker(Mark),
}

impl Member {
    fn index(self) -> u16 {
        match self {
            Member::Unit(at) | Member::Place(at) | Member::Card(at) => at,
            Member::Marker(mark) => mark.marker,
        }
    }
}

/// Where a formula is asked.
pub struct Ask<'a, 'm> {
    pub machine: &'a Machine<'m>,
    pub state: &'a State,
    /// Values of the operation.
    pub slots: &'a [Val],
    /// The side that acts.
    pub side: u8,
    /// The unit that acts.
    pub own: Option<u16>,
    /// The step that it makes, by the number of the connection.
    pub edge: Option<usize>,
    /// Units that move together.
    pub movers: &'a [u16],
    /// Points spent before.
    pub spent: Number,
    /// Whether it is the first step.
    pub first: bool,
    /// The place that is meant by `to` where no step is made.
    pub to: Option<u16>,
    /// The units from which one goes away.
    pub foes: &'a [u16],
    /// What entering costs an attacker, if that is asked.
    pub entry: Number,
    /// Whether ways do not count.
    pub bare: bool,
    ground: OnceCell<std::sync::Arc<super::ground::Ground>>,
    position: OnceCell<Box<Position<'m>>>,
}

impl<'a, 'm> Ask<'a, 'm> {
    pub fn new(machine: &'a Machine<'m>, state: &'a State, slots: &'a [Val], side: u8) -> Self {
        Self {
            machine,
            state,
            slots,
            side,
            own: None,
            edge: None,
            movers: &[],
            spent: Number::ZERO,
            first: true,
            to: None,
            foes: &[],
            entry: Number::ZERO,
            bare: false,
            ground: OnceCell::new(),
            position: OnceCell::new(),
        }
    }

    /// The same for a unit that makes a step; its side tells friends from enemies.
    pub fn step(machine: &'a Machine<'m>, state: &'a State, slots: &'a [Val], unit: u16, edge: usize) -> Self {
        let side = machine.side_of(unit);
        Self { own: Some(unit), edge: Some(edge), ..Self::new(machine, state, slots, side) }
    }

    pub fn value(&self, code: &Code) -> Val {
        self.eval(code, &mut Vec::new())
    }

    pub fn holds(&self, code: &Code) -> bool {
        self.truth(code, &mut Vec::new())
    }

    /// Whether a condition holds for a member.
    pub fn fits(&self, code: &Code, member: Member) -> bool {
        self.truth(code, &mut vec![member])
    }

    /// What a formula comes to for a member.
    pub fn number_of(&self, code: &Code, member: Member) -> Number {
        self.num(code, &mut vec![member])
    }

    pub fn number(&self, code: &Code) -> Number {
        self.num(code, &mut Vec::new())
    }

    fn truth(&self, code: &Code, members: &mut Vec<Member>) -> bool {
        matches!(self.eval(code, members), Val::Bool(true))
    }

    fn num(&self, code: &Code, members: &mut Vec<Member>) -> Number {
        match self.eval(code, members) {
            Val::Num(number) => number,
            _ => Number::ZERO,
        }
    }

    fn edge(&self) -> Option<&'m Edge> {
        self.edge.and_then(|at| self.machine.model.edges.get(at))
    }

    fn position(&self) -> &Position<'m> {
        self.position.get_or_init(|| Box::new(self.machine.position(self.state)))
    }

    /// Zones and supply of the state.
    fn ground(&self) -> &super::ground::Ground {
        self.ground.get_or_init(|| self.machine.ground(self.state))
    }

    fn eval(&self, code: &Code, members: &mut Vec<Member>) -> Val {
        match code {
            Code::Val(val) => val.clone(),
            Code::Slot(slot) => self.slots.get(*slot).cloned().unwrap_or(Val::None),
            Code::Unit(which, field) => match self.which(which, members) {
                Some(unit) => self.unit_field(unit, field, members),
                None => Val::None,
            },
            Code::Place(at, field) => match self.place(at, members) {
                Some(place) => self.place_field(place, field),
                None => Val::None,
            },
            Code::Card(which, column) => {
                let card = self.which(which, members);
                card.and_then(|card| column.get(wide(card))).cloned().unwrap_or(Val::None)
            }
            Code::Marker(at, field) => match (members.get(*at), field) {
                (Some(Member::Marker(mark)), MarkerField::Face) => {
                    let face = self.machine.model.face_of(wide(mark.marker), mark.back);
                    Val::Text(self.machine.texts.find(face.map_or("", |face| &face.state)))
                }
                (Some(member), MarkerField::Fixed(column)) => {
                    column.get(wide(member.index())).cloned().unwrap_or(Val::None)
                }
                _ => Val::None,
            },
            Code::Between(Between::Way(_)) if self.bare => Val::Text(0),
            Code::Between(Between::Fixed(column) | Between::Way(column)) => {
                self.edge.and_then(|at| column.get(at)).cloned().unwrap_or(Val::None)
            }
            Code::Between(Between::Event(event)) => match self.edge() {
                Some(edge) => self.memory(*event, Subject::connection(edge.from.index, edge.to.index)),
                None => Val::None,
            },
            Code::Condition(at) => self.state.conditions.get(*at).cloned().unwrap_or(Val::None),
            Code::Side { other } => {
                let side = if *other { self.machine.opponent_of(self.side) } else { self.side };
                Val::Text(self.machine.side_syms.get(usize::from(side)).copied().unwrap_or(0))
            }
            Code::Turn => Val::Num(Number::new(self.state.turn, 1)),
            Code::Scenario => {
                let scenario = self.machine.model.scenarios.get(self.state.scenario);
                Val::Text(scenario.map_or(0, |own| self.machine.texts.find(&own.id)))
            }
            Code::Spent => Val::Num(self.spent),
            Code::First => Val::Bool(self.first),
            Code::Entry => Val::Num(self.entry),
            Code::Negate(inner) => Val::Num(-self.num(inner, members)),
            Code::Not(inner) => Val::Bool(!self.truth(inner, members)),
            Code::Binary(operator, left, right) => self.binary(*operator, left, right, members),
            Code::If(parts) => {
                let [test, yes, no] = parts.as_ref();
                let taken = if self.truth(test, members) { yes } else { no };
                self.eval(taken, members)
            }
            Code::Call(function, arguments) => Val::Num(self.call(*function, arguments, members)),
            Code::List(items) => Val::List(items.iter().map(|item| self.eval(item, members)).collect()),
            Code::Over(gather, several, each) => self.over(*gather, several, each.as_deref(), members),
            Code::Sum(sum) => Val::Num(self.sum_within(sum, members, None)),
            Code::SumOf(which, sum) => match self.which(which, members) {
                Some(unit) => {
                    let ask = Ask { own: Some(unit), side: self.machine.side_of(unit), ..self.anew() };
                    Val::Num(ask.sum_within(sum, members, None))
                }
                None => Val::None,
            },
        }
    }

    fn which(&self, which: &Which, members: &[Member]) -> Option<u16> {
        match which {
            Which::Own => self.own,
            Which::Member(at) => members.get(*at).map(|member| member.index()),
            Which::Slot(slot) => self.slots.get(*slot).and_then(|val| val.members().first()).copied(),
        }
    }

    fn place(&self, at: &Where, members: &[Member]) -> Option<u16> {
        match at {
            Where::Slot(slot) => self.slots.get(*slot).and_then(|val| val.members().first()).copied(),
            Where::Member(at) => members.get(*at).map(|member| member.index()),
            Where::From => self.edge().map(|edge| small(edge.from.index)),
            Where::To => self.edge().map(|edge| small(edge.to.index)).or(self.to),
            Where::OfOwn => self.own.and_then(|unit| self.state.place(unit)),
        }
    }

    fn memory(&self, event: u16, subject: Subject) -> Val {
        let (times, place) = self.state.remembered(event, subject);
        let model = self.machine.model;
        match model.rules.events.get(wide(event)).map(|event| event.kind) {
            Some(EventKind::YesNo) => Val::Bool(times > 0),
            Some(EventKind::Number) => Val::Num(Number::new(times, 1)),
            _ => Val::Text(if place == NONE { 0 } else { self.machine.place_syms[wide(place)] }),
        }
    }

    fn unit_field(&self, unit: u16, field: &UnitField, members: &mut Vec<Member>) -> Val {
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
                        now = Ask { slots: &so_far, own: Some(unit), ..self.anew() }.value(change);
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

    /// The same question without what was worked out for it.
    fn anew(&self) -> Ask<'a, 'm> {
        Ask { ground: OnceCell::new(), position: OnceCell::new(), ..*self }
    }

    /// The ids and groups of the status markers of units.
    fn status(&self, units: &[u16]) -> Val {
        let markers = units.iter().flat_map(|unit| self.state.statuses(*unit));
        Val::List(markers.flat_map(|marker| self.machine.status_words[wide(marker)].iter().cloned()).collect())
    }

    fn place_field(&self, place: u16, field: &PlaceField) -> Val {
        let machine = self.machine;
        match field {
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

    fn binary(&self, operator: Binary, left: &Code, right: &Code, members: &mut Vec<Member>) -> Val {
        match operator {
            Binary::Or => return Val::Bool(self.truth(left, members) || self.truth(right, members)),
            Binary::And => return Val::Bool(self.truth(left, members) && self.truth(right, members)),
            Binary::Equal => return Val::Bool(self.eval(left, members) == self.eval(right, members)),
            Binary::NotEqual => return Val::Bool(self.eval(left, members) != self.eval(right, members)),
            Binary::In => {
                let wanted = self.eval(left, members);
                if let Code::List(items) = right {
                    return Val::Bool(items.iter().any(|item| self.eval(item, members) == wanted));
                }
                return Val::Bool(match self.eval(right, members) {
                    Val::List(items) => items.contains(&wanted),
                    _ => false,
                });
            }
            _ => {}
        }
        let (a, b) = (self.num(left, members), self.num(right, members));
        match operator {
            Binary::Less => Val::Bool(a < b),
            Binary::AtMost => Val::Bool(a <= b),
            Binary::More => Val::Bool(a > b),
            Binary::AtLeast => Val::Bool(a >= b),
            Binary::Add => Val::Num(a + b),
            Binary::Subtract => Val::Num(a - b),
            Binary::Multiply => Val::Num(a * b),
            Binary::Divide => Val::Num(a / b),
            _ => Val::Num(a % b),
        }
    }

    fn call(&self, function: Function, arguments: &[Code], members: &mut Vec<Member>) -> Number {
        let numbers: Vec<Number> = arguments.iter().map(|argument| self.num(argument, members)).collect();
        match (function, numbers.as_slice()) {
            (Function::Min, all) => all.iter().min().copied().unwrap_or(Number::ZERO),
            (Function::Max, all) => all.iter().max().copied().unwrap_or(Number::ZERO),
            (Function::Abs, [x]) => x.abs(),
            (Function::Floor, [x]) => x.floor(),
            (Function::Ceil, [x]) => x.ceil(),
            (Function::Round, [x]) => x.round(),
            (Function::Clamp, [x, low, high]) => (*low).max((*x).min(*high)),
            _ => Number::ZERO,
        }
    }

    /// Goes through a collection until told to stop.
    fn each(
        &self,
        several: &Several,
        members: &mut Vec<Member>,
        visit: &mut dyn FnMut(Member, &mut Vec<Member>) -> bool,
    ) {
        let state = self.state;
        let slot = |slot: usize| self.slots.get(slot).map(Val::members).unwrap_or_default();
        let count = small(state.pieces.len());
        match several {
            Several::Units => {
                let _ = (0..count).filter(|unit| state.in_play(*unit)).all(|unit| visit(Member::Unit(unit), members));
            }
            Several::Pool(pool) => {
                let here = |unit: &u16| state.pool_of(*unit) == Some(*pool);
                let _ = (0..count).filter(here).all(|unit| visit(Member::Unit(unit), members));
            }
            Several::In(at) => {
                if let Some(place) = self.place(at, members) {
                    let _ = state.units_in(place).all(|unit| visit(Member::Unit(unit), members));
                }
            }
            Several::Near(at) => {
                if let Some(place) = self.place(at, members) {
                    let near = self.machine.neighbours[wide(place)].iter();
                    let _ = near.copied().all(|place| visit(Member::Place(place), members));
                }
            }
            Several::Attackers(at, rule) => {
                if let Some(place) = self.place(at, members) {
                    let units = self.machine.attackers(state, *rule, place, self.side);
                    let _ = units.into_iter().all(|unit| visit(Member::Unit(unit), members));
                }
            }
            Several::Markers(at) => {
                if let Some(place) = self.place(at, members) {
                    let _ = state.marks_in(place).all(|mark| visit(Member::Marker(mark), members));
                }
            }
            Several::Places(places) => {
                let played = |place: &&u16| self.machine.is_played(state, **place);
                let _ = places.iter().filter(played).all(|place| visit(Member::Place(*place), members));
            }
            Several::UnitSlot(at) => {
                let _ = slot(*at).iter().all(|unit| visit(Member::Unit(*unit), members));
            }
            Several::PlaceSlot(at) => {
                let _ = slot(*at).iter().all(|place| visit(Member::Place(*place), members));
            }
            Several::CardSlot(at) => {
                let _ = slot(*at).iter().all(|card| visit(Member::Card(*card), members));
            }
            Several::MarkerSlot(at) => {
                // Where a copy lies and which face is up is not asked of a marker that has a name.
                let mark = |marker: u16| Member::Marker(Mark { place: NONE, marker, back: false });
                let _ = slot(*at).iter().all(|marker| visit(mark(*marker), members));
            }
            Several::Arrival(at) => {
                let Some(unit) = slot(*at).first().copied() else { return };
                let scenario = self.machine.model.scenarios.get(state.scenario);
                let arriving = crate::play::arrivals(self.position(), wide(unit), scenario);
                let places = arriving.map(|own| own.places).unwrap_or_default();
                let played = places.into_iter().map(small).filter(|place| self.machine.is_played(state, *place));
                let _ = played.into_iter().all(|place| visit(Member::Place(place), members));
            }
            Several::Movers => {
                let _ = self.movers.iter().all(|unit| visit(Member::Unit(*unit), members));
            }
            Several::Assets(at) => {
                let assets = self.machine.assets(state, slot(*at));
                let _ = assets.into_iter().all(|unit| visit(Member::Unit(unit), members));
            }
            Several::OwnAssets => {
                let assets = self.machine.assets(state, self.own.as_slice());
                let _ = assets.into_iter().all(|unit| visit(Member::Unit(unit), members));
            }
            Several::Carriers(which) => {
                if let Some(asset) = self.which(which, members) {
                    let carriers = (0..count).filter(|unit| self.machine.berth(state, *unit, asset).is_some());
                    let _ = carriers.into_iter().all(|unit| visit(Member::Unit(unit), members));
                }
            }
            Several::Pile(cards, pile) => {
                for card in cards.iter() {
                    for _ in 0..state.cards[wide(*card)][*pile] {
                        if !visit(Member::Card(*card), members) {
                            return;
                        }
                    }
                }
            }
            Several::Nothing => {}
        }
    }

    /// The members of a collection.
    pub fn members(&self, several: &Several) -> Vec<Member> {
        let mut found = Vec::new();
        self.each(several, &mut Vec::new(), &mut |member, _| {
            found.push(member);
            true
        });
        found
    }

    fn over(&self, gather: Gather, several: &Several, each: Option<&Code>, members: &mut Vec<Member>) -> Val {
        let mut found: Option<Number> = None;
        let (mut count, mut hit) = (0_usize, false);
        let wanted = gather == Gather::Any;
        self.each(several, members, &mut |member, members| {
            let Some(each) = each else {
                count += 1;
                return true;
            };
            members.push(member);
            let go_on = match gather {
                Gather::Any | Gather::All => {
                    hit = self.truth(each, members) == wanted;
                    !hit
                }
                Gather::Count => {
                    count += usize::from(self.truth(each, members));
                    true
                }
                Gather::Sum | Gather::Highest | Gather::Lowest => {
                    let next = self.num(each, members);
                    found = Some(match (found, gather) {
                        (None, _) => next,
                        (Some(so_far), Gather::Highest) => so_far.max(next),
                        (Some(so_far), Gather::Lowest) => so_far.min(next),
                        (Some(so_far), _) => so_far + next,
                    });
                    true
                }
            };
            members.pop();
            go_on
        });
        match gather {
            Gather::Any | Gather::All => Val::Bool(hit == wanted),
            Gather::Count => Val::whole(count),
            _ => Val::Num(found.unwrap_or(Number::ZERO)),
        }
    }

    /// What a procedure comes to, and the chain that makes it if somebody wants to know.
    pub fn sum(&self, sum: &Sum, chain: Option<&mut Vec<Link>>) -> Number {
        self.sum_within(sum, &mut Vec::new(), chain)
    }

    fn sum_within(&self, sum: &Sum, members: &mut Vec<Member>, mut chain: Option<&mut Vec<Link>>) -> Number {
        let viewer = sum.view.and_then(|slot| self.slots.get(slot)?.members().first().copied());
        let answers: Vec<Val> = match viewer.map(|unit| self.machine.side_of(unit)).filter(|side| *side != self.side) {
            Some(side) => {
                let ask = Ask { side, ..self.anew() };
                let answered = sum.inputs.iter().zip(&sum.given);
                answered.map(|(input, given)| if *given { self } else { &ask }.eval(input, members)).collect()
            }
            None => sum.inputs.iter().map(|input| self.eval(input, members)).collect(),
        };
        let ask = Ask { slots: &answers, ..self.anew() };
        let due: Vec<Option<Option<Number>>> = sum
            .terms
            .iter()
            .map(|term| {
                let counts = term.when.as_ref().is_none_or(|when| ask.holds(when));
                counts.then(|| term.value.as_ref().map(|value| ask.number(value)))
            })
            .collect();
        let loses = |n: usize| {
            let (Some(group), Some(Some(own))) = (sum.terms[n].group, due[n]) else { return false };
            due.iter().enumerate().any(|(m, value)| match value {
                Some(Some(value)) if m != n && sum.terms[m].group == Some(group) => {
                    value.abs() > own.abs() || (value.abs() == own.abs() && m < n)
                }
                _ => false,
            })
        };
        let mut total = Number::ZERO;
        for (n, (term, value)) in sum.terms.iter().zip(&due).enumerate() {
            let Some(value) = value.filter(|_| !loses(n)) else { continue };
            let mut after = match (value, &term.times) {
                (Some(value), _) => total + value,
                (None, Some(times)) => total * ask.number(times),
                (None, None) => total,
            };
            after = match term.round {
                Some(Rounding::Down) => after.floor(),
                Some(Rounding::Up) => after.ceil(),
                Some(Rounding::Nearest) => after.round(),
                None => after,
            };
            if let Some(chain) = chain.as_deref_mut() {
                let own = &self.machine.model.rules.procedures[sum.procedure].terms[n];
                chain.push(Link { id: own.id.clone(), text: own.text.clone(), adds: after - total });
            }
            total = after;
        }
        let total = sum.min.map_or(total, |min| total.max(min));
        sum.max.map_or(total, |max| total.min(max))
    }
}
