//! Events: what rules remember of what happened.

use super::{About, Formula};
use crate::syntax::{EventBy, EventKind, EventOf};
use schemars::JsonSchema;
use serde::Serialize;

/// Something that happens and is remembered. Rules ask for it by its id, as a field of what it happens to.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// What happened.
    pub name: String,
    /// What it happens to.
    pub of: EventOf,
    /// What is remembered.
    pub kind: EventKind,
    /// Steps from place to place that record it by themselves.
    pub by: Vec<EventBy>,
    /// When such a step records it; always if none.
    pub when: Option<Formula>,
    /// Ids of steps of the sequence at whose end it is forgotten; never if none.
    pub until: Vec<String>,
    /// Source and note.
    #[serde(flatten)]
    pub about: About,
}
