//! Members of large collections for which a condition may hold. A condition that wants an event, or a unit or place by where
//! it is, holds for few: those are found without asking all.

use super::board::{small, wide};
use super::code::{FormulaCode, PlaceField, Several, UnitField, Where, Which};
use super::eval::{EvalContext, Member};
use super::memory::EventMemory;
use super::value::Val;
use crate::expr::Binary;
use crate::play::history::Subject;
use crate::syntax::EventKind;

impl EvalContext<'_, '_> {
    /// The members for which a condition may hold, in order; none: all have to be asked.
    pub(super) fn likely(
        &self,
        several: &Several,
        condition: &FormulaCode,
        members: &mut Vec<Member>,
    ) -> Option<Vec<Member>> {
        match several {
            Several::Units => self.likely_units(condition, members),
            Several::Places(all) if all.is_sorted() => {
                let places = self.likely_places(condition, members)?;
                let among =
                    |place: &u16| all.binary_search(place).is_ok() && self.machine.is_played(self.state, *place);
                Some(places.into_iter().filter(among).map(Member::Place).collect())
            }
            _ => None,
        }
    }

    fn likely_units(&self, condition: &FormulaCode, members: &mut Vec<Member>) -> Option<Vec<Member>> {
        let depth = members.len();
        let is_member = |which: &Which| matches!(which, Which::Member(at) if *at == depth);
        match condition {
            FormulaCode::Binary(Binary::And, left, right) => {
                self.likely_units(left, members).or_else(|| self.likely_units(right, members))
            }
            FormulaCode::Unit(which, UnitField::Event(event)) if is_member(which) => {
                let unit = |memory: &EventMemory| match memory.subject {
                    Subject::Unit(unit) => Some(small(unit)).filter(|unit| self.state.in_play(*unit)),
                    _ => None,
                };
                Some(self.happened(*event)?.iter().filter_map(unit).map(Member::Unit).collect())
            }
            // Assets are where their unit is, which no list of a place says.
            FormulaCode::Binary(Binary::Equal, left, right) if self.machine.tracks.is_empty() => {
                let at =
                    |code: &FormulaCode| matches!(code, FormulaCode::Unit(which, UnitField::At) if is_member(which));
                let place = self.wanted(left, right, at, members)?;
                Some(self.state.units_in(place).map(Member::Unit).collect())
            }
            _ => None,
        }
    }

    fn likely_places(&self, condition: &FormulaCode, members: &mut Vec<Member>) -> Option<Vec<u16>> {
        let depth = members.len();
        let is_member = |at: &Where| matches!(at, Where::Member(at) if *at == depth);
        match condition {
            FormulaCode::Binary(Binary::And, left, right) => {
                self.likely_places(left, members).or_else(|| self.likely_places(right, members))
            }
            FormulaCode::Place(at, PlaceField::Event(event)) if is_member(at) => {
                let place = |memory: &EventMemory| match memory.subject {
                    Subject::Place(place) => Some(small(place)),
                    _ => None,
                };
                Some(self.happened(*event)?.iter().filter_map(place).collect())
            }
            FormulaCode::Binary(Binary::Equal, left, right) => {
                let id = |code: &FormulaCode| matches!(code, FormulaCode::Place(at, PlaceField::Id) if is_member(at));
                self.wanted(left, right, id, members).map(|place| vec![place])
            }
            _ => None,
        }
    }

    /// What an event of yes and no happened to.
    fn happened(&self, event: u16) -> Option<&[EventMemory]> {
        let kind = self.machine.model.rules.events.get(wide(event))?.kind;
        (kind == EventKind::YesNo).then(|| self.state.memory.of(event))
    }

    /// The place whose id one side of an equation must be, if the other is the same for all members.
    fn wanted(
        &self,
        left: &FormulaCode,
        right: &FormulaCode,
        is_asked: impl Fn(&FormulaCode) -> bool,
        members: &mut Vec<Member>,
    ) -> Option<u16> {
        let other = if is_asked(left) {
            right
        } else if is_asked(right) {
            left
        } else {
            return None;
        };
        if !is_fixed(other, members.len()) {
            return None;
        }
        match self.eval(other, members) {
            Val::Text(sym) => self.machine.places_by_sym.get(&sym).copied(),
            _ => None,
        }
    }
}

/// Whether a formula surely does not ask for the member at a depth.
fn is_fixed(code: &FormulaCode, depth: usize) -> bool {
    let earlier = |which: &Which| !matches!(which, Which::Member(at) if *at >= depth);
    match code {
        FormulaCode::Val(_) | FormulaCode::Slot(_) | FormulaCode::Condition(_) => true,
        FormulaCode::Unit(which, UnitField::At | UnitField::Fixed(_) | UnitField::Event(_)) => earlier(which),
        FormulaCode::Place(at, PlaceField::Id) => !matches!(at, Where::Member(at) if *at >= depth),
        _ => false,
    }
}
