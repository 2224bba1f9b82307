//! Turns that a scenario speaks of are on its track.

use super::Checker;
use crate::diag::codes;
use crate::model::{Ref, Track};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Turns;
use crate::syntax::ScenarioDef;

impl Checker<'_> {
    pub(super) fn on_track(&self, turns: &Sp<Turns>, track: &Ref<Track>, cx: &mut Cx) {
        let spaces = &self.board.tracks[track.index].spaces;
        let has = |turn: i64| spaces.iter().any(|space| self.board.places[space.index].label == turn.to_string());
        if let Some(off) = [turns.first, turns.last].into_iter().find(|turn| !has(*turn)) {
            let message = format!("turn {off} is not on the track `{track}`");
            cx.diags.push(codes::BEYOND.at(turns.span, message).label("these turns"));
        }
    }

    /// Units arrive on turns that are on the track, if not in this scenario then in another.
    pub(super) fn arrivals_on_track(&self, track: &Ref<Track>, own: &ScenarioDef, cx: &mut Cx) {
        let spaces = &self.board.tracks[track.index].spaces;
        let has = |turn: i64| spaces.iter().any(|space| self.board.places[space.index].label == turn.to_string());
        for (unit, span) in self.pieces.units.iter().zip(&self.pieces.unit_spans) {
            let turns = [
                unit.arrives.as_ref().and_then(|arrives| arrives.turn),
                unit.withdraws.as_ref().map(|leaves| leaves.turn),
            ];
            if let Some(off) = turns.into_iter().flatten().find(|turn| !has(*turn)) {
                let message = format!(
                    "the unit `{}` arrives or leaves on turn {off}, which is not on the track `{track}`",
                    unit.id
                );
                cx.diags.push(
                    codes::BEYOND
                        .at(*span, message)
                        .label("this unit")
                        .also(own.id.span, "a scenario that uses the track"),
                );
            }
        }
    }
}
