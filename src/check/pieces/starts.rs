//! Where units start, arrive and withdraw, as their records say it. Places are looked up later: other units' tracks can make them.

use crate::check::about::about;
use crate::diag::codes;
use crate::model::{Arrival, Setup, Spot, Withdrawal};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{ArrivesSpec, SetupSpec, WithdrawsSpec};

/// Where a unit starts or arrives, as written.
pub struct UnitStart<'f> {
    pub setup: Option<&'f SetupSpec>,
    pub arrives: Option<&'f ArrivesSpec>,
}

/// A setup whose place is not looked up yet.
pub fn unplaced(spec: &SetupSpec) -> Setup {
    let named = || {
        let names = spec.any.iter().chain(&spec.line).chain(&spec.with);
        names.map(|name| name.value.as_str()).collect::<Vec<_>>().join("/")
    };
    let spot = Spot::Line(Vec::new());
    Setup { spot, code: spec.code.clone().unwrap_or_else(named), about: about(&spec.meta) }
}

fn positive_turn(turn: &Sp<i64>, cx: &mut Cx) -> i64 {
    if !(0..=999).contains(&turn.value) {
        cx.diags.push(codes::NUMBER.at(turn.span, "turns must be between 0 and 999").label("here"));
    }
    turn.value
}

/// An arrival whose place is not looked up yet.
pub fn arrival(spec: &ArrivesSpec, cx: &mut Cx) -> Arrival {
    let turn = spec.turn.as_ref().map(|turn| positive_turn(turn, cx));
    let code = spec.code.clone().unwrap_or_else(|| turn.map(|turn| turn.to_string()).unwrap_or_default());
    let (when, about) = (spec.when.clone(), about(&spec.meta));
    Arrival { turn, spot: None, filter: None, nearest: None, code, when, about }
}

/// When a unit leaves.
pub fn withdrawal(spec: &WithdrawsSpec, cx: &mut Cx) -> Withdrawal {
    Withdrawal { turn: positive_turn(&spec.turn, cx), when: spec.when.clone(), about: about(&spec.meta) }
}
