//! How much of a module has records, and what has none.

use super::links::attribute;
use super::{LINK, Link};
use crate::vassal::components::Node;
use std::collections::BTreeMap;

/// Kinds of component that a summary names before it only counts.
const NAMED: usize = 6;

/// The components of a carried module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// All of them.
    pub components: usize,
    /// Those with a record.
    pub linked: usize,
    /// Those without one, by kind.
    pub kinds: BTreeMap<String, usize>,
}

impl Summary {
    /// Counts the components of trees.
    pub fn of<'a>(trees: impl IntoIterator<Item = &'a Node>) -> Summary {
        let mut summary = Summary::default();
        let mut waiting: Vec<&Node> = trees.into_iter().collect();
        while let Some(node) = waiting.pop() {
            waiting.extend(&node.children);
            summary.components += 1;
            if attribute(node, LINK).and_then(Link::parse).is_some() {
                summary.linked += 1;
            } else {
                let kind = node.component.class().rsplit(['.', '$']).next().unwrap_or_default();
                *summary.kinds.entry(kind.to_string()).or_default() += 1;
            }
        }
        summary
    }

    /// In a line.
    pub fn line(&self) -> String {
        let share = (self.linked * 100).checked_div(self.components).unwrap_or(100);
        let mut kinds: Vec<(&String, &usize)> = self.kinds.iter().collect();
        kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(**count), (*kind).clone()));
        let named: Vec<String> = kinds.iter().take(NAMED).map(|(kind, count)| format!("{count} {kind}")).collect();
        let more = kinds.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more kinds") } else { String::new() };
        format!(
            "{} of {} components of the module have a record ({share} %); carried as they are: {}{more}",
            self.linked,
            self.components,
            named.join(", ")
        )
    }
}
