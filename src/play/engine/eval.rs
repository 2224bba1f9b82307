//! Code, evaluated on a state.

use super::Machine;
use super::board::{Mark, small, wide};
use super::code::{Between, FormulaCode, MarkerField, PlaceField, UnitField, Where, Which};
use super::state::State;
use super::value::Val;
use crate::expr::{Binary, Function, Gather, Number};
use crate::model::Edge;
use crate::play::Position;
use crate::play::history::Subject;
use std::cell::OnceCell;

/// What is not there.
static NOTHING: Val = Val::None;

/// A member of a collection that is being gone through.
#[derive(Debug, Clone, Copy)]
pub enum Member {
    Unit(u16),
    Place(u16),
    Card(u16),
    Marker(Mark),
}

impl Member {
    pub(super) fn index(self) -> u16 {
        match self {
            Member::Unit(at) | Member::Place(at) | Member::Card(at) => at,
            Member::Marker(mark) => mark.marker,
        }
    }
}

/// Where a formula is asked.
pub struct EvalContext<'a, 'm> {
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
    pub(super) ground: OnceCell<std::sync::Arc<super::ground::Ground>>,
    pub(super) position: OnceCell<Box<Position<'m>>>,
}

impl<'a, 'm> EvalContext<'a, 'm> {
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

    pub fn value(&self, code: &FormulaCode) -> Val {
        self.eval(code, &mut Vec::new())
    }

    pub fn holds(&self, code: &FormulaCode) -> bool {
        self.truth(code, &mut Vec::new())
    }

    /// Whether a condition holds for a member.
    pub fn fits(&self, code: &FormulaCode, member: Member) -> bool {
        self.truth(code, &mut vec![member])
    }

    /// What a formula comes to for a member.
    pub fn number_of(&self, code: &FormulaCode, member: Member) -> Number {
        self.num(code, &mut vec![member])
    }

    pub fn number(&self, code: &FormulaCode) -> Number {
        self.num(code, &mut Vec::new())
    }

    /// Whether a formula holds.
    pub(super) fn truth(&self, code: &FormulaCode, members: &mut Vec<Member>) -> bool {
        match code {
            FormulaCode::Not(inner) => !self.truth(inner, members),
            FormulaCode::Binary(Binary::And, left, right) => self.truth(left, members) && self.truth(right, members),
            FormulaCode::Binary(Binary::Or, left, right) => self.truth(left, members) || self.truth(right, members),
            FormulaCode::Binary(Binary::Equal, left, right) => self.same(left, right, members),
            FormulaCode::Binary(Binary::NotEqual, left, right) => !self.same(left, right, members),
            FormulaCode::Binary(Binary::In, left, right) => self.is_in(left, right, members),
            FormulaCode::Binary(Binary::Less, left, right) => self.num(left, members) < self.num(right, members),
            FormulaCode::Binary(Binary::AtMost, left, right) => self.num(left, members) <= self.num(right, members),
            FormulaCode::Binary(Binary::More, left, right) => self.num(left, members) > self.num(right, members),
            FormulaCode::Binary(Binary::AtLeast, left, right) => self.num(left, members) >= self.num(right, members),
            FormulaCode::Over(gather @ (Gather::Any | Gather::All), several, Some(each)) => {
                self.any_or_all(*gather, several, each, members)
            }
            _ => match self.peek(code, members) {
                Some(val) => *val == Val::Bool(true),
                None => matches!(self.eval(code, members), Val::Bool(true)),
            },
        }
    }

    pub(super) fn num(&self, code: &FormulaCode, members: &mut Vec<Member>) -> Number {
        let number = |val: &Val| match val {
            Val::Num(number) => *number,
            _ => Number::ZERO,
        };
        match self.peek(code, members) {
            Some(val) => number(val),
            None => number(&self.eval(code, members)),
        }
    }

    /// Whether two formulas come to the same.
    fn same(&self, left: &FormulaCode, right: &FormulaCode, members: &mut Vec<Member>) -> bool {
        match (self.peek(left, members), self.peek(right, members)) {
            (Some(left), Some(right)) => left == right,
            (Some(left), None) => *left == self.eval(right, members),
            (None, Some(right)) => self.eval(left, members) == *right,
            (None, None) => self.eval(left, members) == self.eval(right, members),
        }
    }

    /// Whether something is in a list.
    fn is_in(&self, wanted: &FormulaCode, list: &FormulaCode, members: &mut Vec<Member>) -> bool {
        match list {
            FormulaCode::List(items) => items.iter().any(|item| self.same(wanted, item, members)),
            FormulaCode::Unit(which, UnitField::Status) => {
                let Some(unit) = self.which(which, members) else { return false };
                let wanted = self.eval(wanted, members);
                let words = |marker: u16| &self.machine.status_words[wide(marker)];
                self.state.statuses(unit).any(|marker| words(marker).contains(&wanted))
            }
            _ => {
                let wanted = self.eval(wanted, members);
                match self.eval(list, members) {
                    Val::List(items) => items.contains(&wanted),
                    _ => false,
                }
            }
        }
    }

    /// What a formula comes to if it is only looked up; none if it has to be worked out.
    fn peek<'x>(&'x self, code: &'x FormulaCode, members: &[Member]) -> Option<&'x Val> {
        let found = match code {
            FormulaCode::Val(val) => Some(val),
            FormulaCode::Slot(slot) => self.slots.get(*slot),
            FormulaCode::Condition(at) => self.state.conditions.get(*at),
            FormulaCode::Unit(which, UnitField::Fixed(column)) => {
                self.which(which, members).map(|unit| &column[wide(unit)])
            }
            FormulaCode::Unit(which, UnitField::ByStep(column)) => self.which(which, members).and_then(|unit| {
                let step = self.state.pieces[wide(unit)].step;
                column[wide(unit)].get(usize::from(step))
            }),
            FormulaCode::Place(at, PlaceField::Fixed(column)) => {
                self.place(at, members).map(|place| &column[wide(place)])
            }
            FormulaCode::Card(which, column) => self.which(which, members).and_then(|card| column.get(wide(card))),
            FormulaCode::Between(Between::Fixed(column)) => self.edge.and_then(|at| column.get(at)),
            FormulaCode::Between(Between::Way(column)) if !self.bare => self.edge.and_then(|at| column.get(at)),
            _ => return None,
        };
        Some(found.unwrap_or(&NOTHING))
    }

    fn edge(&self) -> Option<&'m Edge> {
        self.edge.and_then(|at| self.machine.model.edges.get(at))
    }

    pub(super) fn position(&self) -> &Position<'m> {
        self.position.get_or_init(|| Box::new(self.machine.position(self.state)))
    }

    /// Zones and supply of the state.
    pub(super) fn ground(&self) -> &super::ground::Ground {
        self.ground.get_or_init(|| self.machine.ground(self.state))
    }

    pub(super) fn eval(&self, code: &FormulaCode, members: &mut Vec<Member>) -> Val {
        if let Some(val) = self.peek(code, members) {
            return val.clone();
        }
        match code {
            FormulaCode::Unit(which, field) => match self.which(which, members) {
                Some(unit) => self.unit_field(unit, field, members),
                None => Val::None,
            },
            FormulaCode::Place(at, field) => match self.place(at, members) {
                Some(place) => self.place_field(place, field),
                None => Val::None,
            },
            FormulaCode::Marker(at, field) => match (members.get(*at), field) {
                (Some(Member::Marker(mark)), MarkerField::Face) => {
                    let face = self.machine.model.face_of(wide(mark.marker), mark.back);
                    Val::Text(self.machine.texts.find(face.map_or("", |face| &face.state)))
                }
                (Some(member), MarkerField::Fixed(column)) => {
                    column.get(wide(member.index())).cloned().unwrap_or(Val::None)
                }
                _ => Val::None,
            },
            // Where ways do not count there is none.
            FormulaCode::Between(Between::Way(_)) => Val::Text(0),
            FormulaCode::Between(Between::Event(event)) => match self.edge() {
                Some(edge) => self.memory(*event, Subject::connection(edge.from.index, edge.to.index)),
                None => Val::None,
            },
            FormulaCode::Side { other } => {
                let side = if *other { self.machine.opponent_of(self.side) } else { self.side };
                Val::Text(self.machine.side_syms.get(usize::from(side)).copied().unwrap_or(0))
            }
            FormulaCode::Turn => Val::Num(Number::new(self.state.turn, 1)),
            FormulaCode::Scenario => {
                let scenario = self.machine.model.scenarios.get(self.state.scenario);
                Val::Text(scenario.map_or(0, |own| self.machine.texts.find(&own.id)))
            }
            FormulaCode::Spent => Val::Num(self.spent),
            FormulaCode::First => Val::Bool(self.first),
            FormulaCode::Entry => Val::Num(self.entry),
            FormulaCode::Negate(inner) => Val::Num(-self.num(inner, members)),
            FormulaCode::Binary(
                operator @ (Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Modulo),
                left,
                right,
            ) => Val::Num(self.reckon(*operator, left, right, members)),
            FormulaCode::Not(_) | FormulaCode::Binary(..) => Val::Bool(self.truth(code, members)),
            FormulaCode::If(parts) => {
                let [test, yes, no] = parts.as_ref();
                let taken = if self.truth(test, members) { yes } else { no };
                self.eval(taken, members)
            }
            FormulaCode::Call(function, arguments) => Val::Num(self.call(*function, arguments, members)),
            FormulaCode::List(items) => Val::List(items.iter().map(|item| self.eval(item, members)).collect()),
            FormulaCode::Over(gather, several, each) => self.over(*gather, several, each.as_deref(), members),
            FormulaCode::Sum(sum) => Val::Num(self.sum_within(sum, members, None)),
            FormulaCode::SumOf(which, sum) => match self.which(which, members) {
                Some(unit) => {
                    let ask = EvalContext { own: Some(unit), side: self.machine.side_of(unit), ..self.anew() };
                    Val::Num(ask.sum_within(sum, members, None))
                }
                None => Val::None,
            },
            // What is only looked up.
            FormulaCode::Val(_)
            | FormulaCode::Slot(_)
            | FormulaCode::Condition(_)
            | FormulaCode::Card(..)
            | FormulaCode::Between(Between::Fixed(_)) => Val::None,
        }
    }

    pub(super) fn which(&self, which: &Which, members: &[Member]) -> Option<u16> {
        match which {
            Which::Own => self.own,
            Which::Member(at) => members.get(*at).map(|member| member.index()),
            Which::Slot(slot) => self.slots.get(*slot).and_then(|val| val.members().first()).copied(),
        }
    }

    pub(super) fn place(&self, at: &Where, members: &[Member]) -> Option<u16> {
        match at {
            Where::Slot(slot) => self.slots.get(*slot).and_then(|val| val.members().first()).copied(),
            Where::Member(at) => members.get(*at).map(|member| member.index()),
            Where::From => self.edge().map(|edge| small(edge.from.index)),
            Where::To => self.edge().map(|edge| small(edge.to.index)).or(self.to),
            Where::OfOwn => self.own.and_then(|unit| self.state.place(unit)),
        }
    }

    /// The same question without what was worked out for it.
    pub(super) fn anew(&self) -> EvalContext<'a, 'm> {
        EvalContext { ground: OnceCell::new(), position: OnceCell::new(), ..*self }
    }

    fn reckon(&self, operator: Binary, left: &FormulaCode, right: &FormulaCode, members: &mut Vec<Member>) -> Number {
        let (a, b) = (self.num(left, members), self.num(right, members));
        match operator {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => a * b,
            Binary::Divide => a / b,
            _ => a % b,
        }
    }

    fn call(&self, function: Function, arguments: &[FormulaCode], members: &mut Vec<Member>) -> Number {
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
}
