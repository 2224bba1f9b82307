//! Smaller parts of a module: as they are, changed, new, or gone.

use super::super::codec::components::{Component, Node};
use super::link;
use super::pictures::CarriedPictures;
use crate::carried::links::set_attribute;
use crate::carried::parts::{self, PartKind};
use crate::carried::{Contents, LINK, Link};
use crate::emit::Game;
use crate::model::{ModulePart, PartValue};
use crate::vassal::sequence;
use std::collections::{BTreeMap, BTreeSet};

/// A button with dice, for a module that has none yet.
const DICE: &str = "VASSAL.build.module.DiceButton";

/// Builds the parts of a tree. `linked` are those that the module or an extension has; new ones go into the module.
pub(super) fn build(
    game: &Game<'_>,
    (contents, linked): (&Contents, &BTreeSet<Link>),
    pictures: &mut CarriedPictures<'_>,
    is_module: bool,
    tree: &mut Node,
) {
    let Some(module) = &game.model.game.module else { return };
    let entries = contents.entries.iter().map(|(entry, file)| (file.as_str(), entry.as_str())).collect();
    let keyed = module.parts.iter().filter_map(|part| Some((key(part)?, part)));
    let mut work = PartsWork { records: keyed.collect(), entries, pictures };
    work.below(tree);
    let new = module.parts.iter().filter(|part| is_module && key(part).is_some_and(|key| !linked.contains(&key)));
    for part in new.collect::<Vec<_>>() {
        work.add(part, tree);
    }
}

/// The link of a record.
fn key(part: &ModulePart) -> Option<Link> {
    Link::parse(&format!("{}/{}", part.kind, part.id))
}

struct PartsWork<'a, 'p> {
    records: BTreeMap<Link, &'a ModulePart>,
    /// The entry of each file.
    entries: BTreeMap<&'a str, &'a str>,
    pictures: &'a mut CarriedPictures<'p>,
}

impl PartsWork<'_, '_> {
    /// Every part with a link: changed where its record says otherwise, gone where there is none any more. A stack stays,
    /// because its pieces have records of their own.
    fn below(&mut self, node: &mut Node) {
        node.children.retain_mut(|child| {
            let Some(own @ Link::Part(kind, _)) = link(child) else { return true };
            match self.records.get(&own).copied() {
                Some(part) => self.change(child, part),
                None => return kind == PartKind::Stack,
            }
            true
        });
        node.children.iter_mut().for_each(|child| self.below(child));
    }

    fn change(&mut self, node: &mut Node, part: &ModulePart) {
        for (key, value) in &part.said {
            let wanted = match value {
                PartValue::Text(text) => text.clone(),
                PartValue::List(items) => sequence::encode(items, ','),
            };
            let own = parts::own(node, key).unwrap_or_default().to_string();
            let wanted = match *key {
                "image" => self.pictures.other(&own, &wanted),
                "file" => {
                    let entry = self.entries.get(wanted.as_str());
                    entry.filter(|entry| own.trim_start_matches('/') != **entry).map(ToString::to_string)
                }
                _ => Some(wanted),
            };
            if let Some(wanted) = wanted {
                parts::put(node, key, &wanted);
            }
        }
    }

    /// A new part stands behind the last of its kind and is made like it. Stacks without pieces and levels without a tracker
    /// are nothing.
    fn add(&mut self, part: &ModulePart, tree: &mut Node) {
        let Some(kind) = PartKind::ALL.into_iter().find(|kind| kind.word() == part.kind) else { return };
        if matches!(kind, PartKind::Stack | PartKind::Turn) {
            return;
        }
        let link = key(part).map(|key| key.to_string()).unwrap_or_default();
        let mut make = |like: Option<&Node>| {
            let class = DICE.to_string();
            let plain = Component::Other { class, attributes: Vec::new(), text: String::new() };
            let mut node = like.cloned().unwrap_or(Node { component: plain, children: Vec::new() });
            set_attribute(&mut node, LINK, &link);
            self.change(&mut node, part);
            node
        };
        match last_of(tree, kind) {
            Some(mut way) => {
                let Some(at) = way.pop() else { return };
                let parent = way.into_iter().fold(tree, |node, at| &mut node.children[at]);
                let node = make(parent.children.get(at));
                parent.children.insert(at + 1, node);
            }
            None if kind == PartKind::Dice => tree.children.push(make(None)),
            None => {}
        }
    }
}

/// The way to the last part of a kind that has a record, child by child.
fn last_of(node: &Node, kind: PartKind) -> Option<Vec<usize>> {
    node.children.iter().enumerate().rev().find_map(|(at, child)| {
        if let Some(mut way) = last_of(child, kind) {
            way.insert(0, at);
            return Some(way);
        }
        matches!(link(child), Some(Link::Part(own, _)) if own == kind).then(|| vec![at])
    })
}
