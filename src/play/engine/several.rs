//! Collections: gone through, and what is asked of all their members.

use super::board::{Mark, NONE, small, wide};
use super::code::{FormulaCode, Several};
use super::eval::{EvalContext, Member};
use super::value::Val;
use crate::expr::{Gather, Number};

impl EvalContext<'_, '_> {
    /// Goes through a collection until told to stop.
    pub(super) fn each(
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

    /// Goes through the members for which a condition may hold: all for which it does, in order, and perhaps others.
    fn each_likely(
        &self,
        several: &Several,
        condition: &FormulaCode,
        members: &mut Vec<Member>,
        visit: &mut dyn FnMut(Member, &mut Vec<Member>) -> bool,
    ) {
        match self.likely(several, condition, members) {
            Some(likely) => {
                let _ = likely.into_iter().all(|member| visit(member, members));
            }
            None => self.each(several, members, visit),
        }
    }

    /// The members of a collection for which a condition may hold.
    pub fn candidates(&self, several: &Several, condition: Option<&FormulaCode>) -> Vec<Member> {
        let likely = condition.and_then(|condition| self.likely(several, condition, &mut Vec::new()));
        likely.unwrap_or_else(|| self.members(several, None))
    }

    /// The members of a collection for which a condition holds.
    pub fn members(&self, several: &Several, condition: Option<&FormulaCode>) -> Vec<Member> {
        let mut found = Vec::new();
        let Some(condition) = condition else {
            self.each(several, &mut Vec::new(), &mut |member, _| {
                found.push(member);
                true
            });
            return found;
        };
        self.each_likely(several, condition, &mut Vec::new(), &mut |member, members| {
            members.push(member);
            if self.truth(condition, members) {
                found.push(member);
            }
            members.pop();
            true
        });
        found
    }

    /// Whether a condition holds for any member, or for all.
    pub(super) fn any_or_all(
        &self,
        gather: Gather,
        several: &Several,
        condition: &FormulaCode,
        members: &mut Vec<Member>,
    ) -> bool {
        let wanted = gather == Gather::Any;
        let mut hit = false;
        let mut visit = |member: Member, members: &mut Vec<Member>| {
            members.push(member);
            hit = self.truth(condition, members) == wanted;
            members.pop();
            !hit
        };
        if wanted {
            self.each_likely(several, condition, members, &mut visit);
        } else {
            self.each(several, members, &mut visit);
        }
        hit == wanted
    }

    pub(super) fn over(
        &self,
        gather: Gather,
        several: &Several,
        each: Option<&FormulaCode>,
        members: &mut Vec<Member>,
    ) -> Val {
        let mut count = 0_usize;
        let Some(each) = each else {
            self.each(several, members, &mut |_, _| {
                count += 1;
                true
            });
            return match gather {
                Gather::Any => Val::Bool(false),
                Gather::All => Val::Bool(true),
                Gather::Count => Val::whole(count),
                _ => Val::Num(Number::ZERO),
            };
        };
        match gather {
            Gather::Any | Gather::All => Val::Bool(self.any_or_all(gather, several, each, members)),
            Gather::Count => {
                self.each_likely(several, each, members, &mut |member, members| {
                    members.push(member);
                    count += usize::from(self.truth(each, members));
                    members.pop();
                    true
                });
                Val::whole(count)
            }
            Gather::Sum | Gather::Highest | Gather::Lowest => {
                let mut found: Option<Number> = None;
                self.each(several, members, &mut |member, members| {
                    members.push(member);
                    let next = self.num(each, members);
                    members.pop();
                    found = Some(match (found, gather) {
                        (None, _) => next,
                        (Some(so_far), Gather::Highest) => so_far.max(next),
                        (Some(so_far), Gather::Lowest) => so_far.min(next),
                        (Some(so_far), _) => so_far + next,
                    });
                    true
                });
                Val::Num(found.unwrap_or(Number::ZERO))
            }
        }
    }
}
