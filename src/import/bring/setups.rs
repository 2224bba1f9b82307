//! Predefined setups as scenarios: every piece with its place.

use super::Account;
use crate::carried::known::KnownPieces;
use crate::carried::links::{attribute, set_attribute};
use crate::carried::names::{Ids, line};
use crate::carried::placed::{PlacedPiece, fingerprint};
use crate::carried::{LINK, Link};
use crate::import::module::{Saves, setup_file};
use crate::vassal::components::Node;

/// A setup.
#[derive(Debug, Clone)]
pub(super) struct FoundSetup {
    pub id: String,
    pub name: String,
    pub placed: Vec<PlacedPiece>,
    /// The module, or the extension by its index.
    pub volume: usize,
}

impl FoundSetup {
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.placed)
    }
}

/// Reads all setups of trees whose pieces are linked, and links them.
pub(super) fn read(trees: &mut [Node], saves: &[Saves], account: &mut Account) -> Vec<FoundSetup> {
    let known = KnownPieces::of(trees.iter());
    let mut work = SetupsReader { known, saves, volume: 0, ids: Ids::default(), setups: Vec::new() };
    for (volume, tree) in trees.iter_mut().enumerate() {
        work.volume = volume;
        work.node(tree, account);
    }
    work.setups
}

struct SetupsReader<'a> {
    known: KnownPieces,
    saves: &'a [Saves],
    volume: usize,
    ids: Ids,
    setups: Vec<FoundSetup>,
}

impl SetupsReader<'_> {
    fn node(&mut self, node: &mut Node, account: &mut Account) {
        if let Some(file) = setup_file(node).map(str::to_string) {
            account.setups += 1;
            let name = line(attribute(node, "name").unwrap_or_default());
            match self.saves[self.volume].get(&file) {
                None => account.notes.push(format!("the setup `{name}` has no file `{}`", line(&file))),
                Some(Err(why)) => account.notes.push(format!("the setup `{name}` is carried as it is: {why}")),
                Some(Ok(save)) => {
                    let placed = save.placed(&self.known);
                    account.placed += save.pieces.len();
                    for (why, count) in save.unplaced(&self.known) {
                        *account.unplaced.entry(why).or_default() += count;
                    }
                    let id = self.ids.id(&name, "setup");
                    set_attribute(node, LINK, &Link::Scenario(id.clone()).to_string());
                    let name = if name.is_empty() { "Setup".to_string() } else { name };
                    self.setups.push(FoundSetup { id, name, placed, volume: self.volume });
                }
            }
        }
        for child in &mut node.children {
            self.node(child, account);
        }
    }
}
