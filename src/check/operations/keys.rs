//! The keys of steps, by what a step does.

use crate::syntax::OperationAction;

/// What `compute` can have.
const COMPUTED: [&str; 10] = [
    "name",
    "with",
    "at",
    "attackers",
    "attack-lead",
    "attack-markers",
    "defenders",
    "defence-lead",
    "defence-markers",
    "unit",
];

/// What `look-up` can have.
const LOOKED_UP: [&str; 13] = [
    "name",
    "number",
    "rest",
    "roll",
    "with",
    "at",
    "attackers",
    "attack-lead",
    "attack-markers",
    "defenders",
    "defence-lead",
    "defence-markers",
    "unit",
];

/// The keys that steps of a kind need, and those that they can have.
pub fn keys(action: OperationAction) -> (&'static [&'static str], &'static [&'static str]) {
    use OperationAction as A;
    match action {
        A::Choose => (&["id", "of"], &["name", "among", "where", "least", "most", "by", "ahead", "options"]),
        A::Let => (&["id"], &["name", "value", "place"]),
        A::Compute => (&["id", "procedure"], &COMPUTED),
        A::Gather => (&["id", "among"], &["name", "where"]),
        A::Roll => (&["id", "dice"], &["name", "by"]),
        A::LookUp => (&["id", "table"], &LOOKED_UP),
        A::If => (&["when", "then"], &["else"]),
        A::Each => (&["id", "among", "step"], &["where", "name"]),
        A::Repeat => (&["when", "most", "step"], &[]),
        A::Walk => (&["id", "units"], &["name", "where", "cost", "least", "most", "spent", "number", "step"]),
        A::Stop => (&[], &[]),
        A::Losses => (&["id", "losses", "units", "points"], &["by", "name", "unit"]),
        A::Retreat => (&["id", "retreat", "unit"], &["attackers", "where", "by", "else", "name"]),
        A::Advance => (&["id", "advance", "unit"], &["attackers", "where", "by", "else", "name"]),
        A::Move => (&["to"], &["units", "markers", "at", "state"]),
        A::Arrive => (&["id", "unit"], &["by", "else", "name"]),
        A::Assign => (&["unit", "to"], &[]),
        A::Strength => (&["units", "value"], &[]),
        A::Remove => (&["units"], &["pool"]),
        A::Flip => (&["state"], &["units", "markers", "at"]),
        A::Put => (&["marker"], &["at", "units", "side"]),
        A::Take => (&["marker"], &["at", "units", "side"]),
        A::Control => (&["at", "side"], &[]),
        A::Set => (&["condition", "value"], &[]),
        A::Record => (&["event"], &["at", "unit", "units"]),
        A::Forget => (&["event"], &["at", "unit", "units"]),
        A::Draw => (&["deck", "value"], &[]),
        A::Discard => (&["cards"], &[]),
        A::Follow => (&["operation"], &["id", "with", "side"]),
        A::Give => (&[], &["value"]),
        A::Win => (&["side"], &["victory"]),
        A::Judge => (&["victory"], &["with"]),
    }
}
