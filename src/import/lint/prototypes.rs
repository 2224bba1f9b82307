//! Prototypes: those that are missing, those that nobody uses, and those that use themselves.

use super::{Findings, Mistake, is_computed};
use crate::diag::nearest;
use crate::import::outline::ModuleOutline;
use crate::vassal::Trait;
use crate::vassal::components::Component;
use std::collections::{BTreeMap, BTreeSet};

/// Looks for all of them.
pub(super) fn check(outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let mut defined = BTreeMap::new();
    for (part, one) in outline.parts() {
        if let Component::PrototypeDefinition(prototype) = &one.node.component {
            defined.entry(prototype.name.as_str()).or_insert(part);
        }
    }
    let mut uses = BTreeMap::<usize, Vec<&str>>::new();
    for (part, one) in outline.traits() {
        let Trait::UsePrototype(prototype) = one else { continue };
        let name = prototype.name.as_str();
        uses.entry(part).or_default().push(name);
        if !defined.contains_key(name) && !is_computed(name) {
            let help = nearest(name, defined.keys().copied());
            let help = help.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            findings.at(Mistake::UnknownPrototype, part, format!("there is no prototype `{name}`{help}"));
        }
    }
    for (name, part) in &defined {
        if leads_back(*part, *part, &defined, &uses) {
            findings.at(Mistake::PrototypeLoop, *part, format!("`{name}` uses itself, directly or by way of others"));
        }
        if outline.is_idle(*part) {
            findings.at(
                Mistake::UnusedPrototype,
                *part,
                format!("no piece uses `{name}`, nor a prototype that one uses"),
            );
        }
    }
}

/// Whether the uses of a prototype lead back to it.
fn leads_back(from: usize, goal: usize, defined: &BTreeMap<&str, usize>, uses: &BTreeMap<usize, Vec<&str>>) -> bool {
    let (mut waiting, mut seen) = (vec![from], BTreeSet::new());
    while let Some(part) = waiting.pop() {
        for next in uses.get(&part).into_iter().flatten().filter_map(|name| defined.get(name)) {
            if *next == goal {
                return true;
            }
            if seen.insert(*next) {
                waiting.push(*next);
            }
        }
    }
    false
}
