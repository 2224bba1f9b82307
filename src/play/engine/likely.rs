//! Members of large collections for which a condition may hold. A condition that wants an event, or a unit or place by where
//! it is, holds for few: those are found without asking all.

use super::board::{small, wide};
use super::code::{Code, PlaceField, Several, UnitField, Where, Which};
use super::eval::{Ask, Member};
use super::memory::Memory;
use super::value::Val;
use crate::expr::Binary;
use crate::play::history::Subject;
use crate::syntax::EventKind;

impl Ask<'_, '_> {
    /// The members for which a condition may hold, in order; none: all have to be asked.
    pub(super) fn likely(&self, several: &Several, condition: &Code, members: &mut Vec<Member>) -> Option<Vec<Member>> {
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

    fn likely_units(&self, condition: &Code, members: &mut Vec<Member>) -> Option<Vec<Member>> {
        let depth = members.len();
        let is_member = |which: &Which| matches!(which, Which::Member(at) if *at == depth);
        match condition {
            Code::Binary(Binary::And, left, right) => {
                self.likely_units(left, members).or_else(|| self.likely_units(right, members))
            }
            Code::Unit(which, UnitField::Event(event)) if is_member(which) => {
                let unit = |memory: &Memory| match memory.subject {
                    Subject::Unit(unit) => Some(small(unit)).filter(|unit| self.state.in_play(*unit)),
                    _ => None,
                };
                Some(self.happened(*event)?.iter().filter_map(unit).map(Member::Unit).collect())
            }
            // Assets are where their unit is, which no list of a place says.
            Code::Binary(Binary::Equal, left, right) if self.machine.tracks.is_empty() => {
                let at = |code: &Code| matches!(code, Code::Unit(which, UnitField::At) if is_member(which));
                let place = self.wanted(left, right, at, members)?;
                Some(self.state.units_in(place).map(Member::Unit).collect())
            }
            _ => None,
        }
    }

    fn likely_places(&self, condition: &Code, members: &mut Vec<Member>) -> Option<Vec<u16>> {
        let depth = members.len();
        let is_member = |at: &Where| matches!(at, Where::Member(at) if *at == depth);
        match condition {
            Code::Binary(Binary::And, left, right) => {
                self.likely_places(left, members).or_else(|| self.likely_places(right, members))
            }
            Code::Place(at, PlaceField::Event(event)) if is_member(at) => {
                let place = |memory: &Memory| match memory.subject {
                    Subject::Place(place) => Some(small(place)),
                    _ => None,
                };
                Some(self.happened(*event)?.iter().filter_map(place).collect())
            }
            Code::Binary(Binary::Equal, left, right) => {
                let id = |code: &Code| matches!(code, Code::Place(at, PlaceField::Id) if is_member(at));
                self.wanted(left, right, id, members).map(|place| vec![place])
            }
            _ => None,
        }
    }

    /// What an event of yes and no happened to.
    fn happened(&self, event: u16) -> Option<&[Memory]> {
        let kind = self.machine.model.rules.events.get(wide(event))?.kind;
        (kind == EventKind::YesNo).then(|| self.state.memory.of(event))
    }

    /// The place whose id one side of an equation must be, if the other is the same for all members.
    fn wanted(
        &self,
        left: &Code,
        right: &Code,
        is_asked: impl Fn(&Code) -> bool,
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
fn is_fixed(code: &Code, depth: usize) -> bool {
    let earlier = |which: &Which| !matches!(which, Which::Member(at) if *at >= depth);
    match code {
        Code::Val(_) | Code::Slot(_) | Code::Condition(_) => true,
        Code::Unit(which, UnitField::At | UnitField::Fixed(_) | UnitField::Event(_)) => earlier(which),
        Code::Place(at, PlaceField::Id) => !matches!(at, Where::Member(at) if *at >= depth),
        _ => false,
    }
}
