//! Pieces that traits define and put on a map: a record for each that looks like no other piece.

use super::Account;
use super::walk::{Records, title};
use crate::carried::Link;
use crate::carried::facts::{Facts, inherited};
use crate::carried::made::{self, LIKE, MADE};
use crate::vassal::RawPiece;
use crate::vassal::components::Node;
use std::collections::{BTreeMap, BTreeSet};

/// What the pieces of a module look like.
#[derive(Debug, Default)]
pub(super) struct MadeLooks {
    /// Numbers that pieces have already.
    pub numbers: BTreeSet<String>,
    /// The first piece of a name and a picture.
    named: BTreeMap<(String, String), Link>,
    /// The first of a picture.
    shown: BTreeMap<String, Link>,
}

impl MadeLooks {
    /// A piece with a record.
    pub fn slot(&mut self, name: &str, picture: &str, link: &Link) {
        self.named.entry((name.to_string(), picture.to_string())).or_insert_with(|| link.clone());
        self.shown.entry(picture.to_string()).or_insert_with(|| link.clone());
    }

    /// The piece that one without a slot looks like. One without a name is told by its picture.
    fn like(&self, name: &str, picture: &str) -> Option<Link> {
        let own = self.named.get(&(name.to_string(), picture.to_string()));
        own.or_else(|| self.shown.get(picture).filter(|_| name.is_empty())).cloned()
    }
}

impl Records<'_> {
    /// Looks into the traits of all slots and prototypes, once all slots are known.
    pub(super) fn made_of(&mut self, node: &mut Node, around: &[String], account: &mut Account) {
        let class = node.component.class();
        if ["Slot", "PrototypeDefinition"].iter().any(|end| class.ends_with(end))
            && let Ok(piece) = RawPiece::decode(node.component.text())
        {
            let mut found = Vec::new();
            made::each(&piece, &mut |number, piece| found.push((number.to_string(), piece.clone())));
            let (mut own, mut like) = (Vec::new(), Vec::new());
            for (number, piece) in found {
                self.highest = self.highest.max(number.parse().unwrap_or(0));
                // Of several with one number, nothing tells which is meant.
                if !self.made.numbers.insert(number.clone()) {
                    continue;
                }
                account.made += 1;
                match self.made_piece(&number, &piece, around) {
                    Some((link, true)) => own.push((number, link)),
                    Some((link, false)) => like.push((number, link)),
                    None => {}
                }
            }
            account.made_records += own.len();
            account.made_like += like.len();
            made::set_links(node, MADE, &own);
            made::set_links(node, LIKE, &like);
        }
        let around: Vec<String> = around.iter().cloned().chain(title(node)).collect();
        node.children.iter_mut().for_each(|child| self.made_of(child, &around, account));
    }

    /// The record of such a piece, and whether it is its own.
    fn made_piece(&mut self, number: &str, piece: &RawPiece, around: &[String]) -> Option<(Link, bool)> {
        let facts = Facts::read(piece, self.prototypes);
        let shown = facts.front.as_ref()?.picture.clone();
        if let Some(link) = self.made.like(&facts.name, &shown) {
            return Some((link, false));
        }
        let front = self.picture(facts.front.as_ref())?;
        let back = self.picture(facts.back.as_ref());
        let known = (facts.properties.clone(), inherited(piece, self.prototypes));
        let counter = self.counter(made::name(&facts), known, (front, back), around, number.to_string());
        let link = counter.link();
        self.made.slot(&facts.name, &shown, &link);
        self.counters.push(counter);
        Some((link, true))
    }
}
