//! Predefined setups: their saved games as they are, or with pieces where scenarios place them now.

use super::super::codec::components::Node;
use super::super::codec::moduledata::Metadata;
use super::super::packing;
use super::pieces::BuiltPieces;
use super::{link, titled, visit};
use crate::carried::facts::Prototypes;
use crate::carried::known::KnownPieces;
use crate::carried::links::{attribute, set_attribute};
use crate::carried::names::line;
use crate::carried::placed::{PlacedPiece, Save, fingerprint};
use crate::carried::{Carried, Link, Volume};
use crate::emit::{EmitError, Game};
use crate::model::{Scenario, What};
use crate::vassal::{Piece, RawPiece};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Saved games that differ from the carried ones, by entry. Setups of scenarios that are gone are taken out of the tree,
/// and those of new ones put in.
pub(super) fn build(
    game: &Game<'_>,
    (carried, volume): (&Carried, &Volume),
    (prototypes, built): (&Prototypes, &BuiltPieces),
    title: Option<&(String, String)>,
    tree: &mut Node,
) -> Result<BTreeMap<String, Vec<u8>>, EmitError> {
    let scenarios: BTreeMap<&str, &Scenario> =
        game.model.scenarios.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
    let work = SetupsWork { carried, volume, prototypes, built, title, known: OnceCell::new() };
    let mut saves = BTreeMap::new();
    let mut entries = BTreeMap::<String, String>::new();
    let mut first = None;
    visit(tree, &mut |node| {
        if let (Some(Link::Scenario(id)), Some(entry)) = (link(node), attribute(node, "file")) {
            entries.insert(id, entry.trim_start_matches('/').to_string());
            first.get_or_insert_with(|| node.clone());
        }
    });
    for (id, entry) in &entries {
        if let Some(scenario) = scenarios.get(id.as_str()) {
            saves.extend(work.save(scenario, entry)?.map(|bytes| (entry.clone(), bytes)));
        }
    }
    named(tree, &scenarios);
    let mut known = BTreeSet::new();
    for own in carried.volumes() {
        visit(&own.tree, &mut |node| {
            if let Some(Link::Scenario(id)) = link(node) {
                known.insert(id);
            }
        });
    }
    let Some(like) = first.filter(|_| volume.name.is_none()) else { return Ok(saves) };
    let base = attribute(&like, "file").unwrap_or_default().to_string();
    for scenario in game.model.scenarios.iter().filter(|scenario| !known.contains(&scenario.id)) {
        let entry = format!("punchboard-{}.vsav", crate::carried::names::slug(&scenario.id));
        saves.extend(work.save(scenario, &base)?.map(|bytes| (entry.clone(), bytes)));
        let mut node = like.clone();
        set_attribute(&mut node, "name", &scenario.name);
        set_attribute(&mut node, "file", &entry);
        set_attribute(&mut node, crate::carried::LINK, &Link::Scenario(scenario.id.clone()).to_string());
        tree.children.push(node);
    }
    Ok(saves)
}

/// The name of each setup; without a scenario it goes.
fn named(node: &mut Node, scenarios: &BTreeMap<&str, &Scenario>) {
    node.children.retain_mut(|child| {
        let Some(Link::Scenario(id)) = link(child) else { return true };
        let Some(scenario) = scenarios.get(id.as_str()) else { return false };
        let own = line(attribute(child, "name").unwrap_or_default());
        if own != scenario.name && !own.is_empty() {
            set_attribute(child, "name", &scenario.name);
        }
        true
    });
    node.children.iter_mut().for_each(|child| named(child, scenarios));
}

struct SetupsWork<'a> {
    carried: &'a Carried,
    volume: &'a Volume,
    prototypes: &'a Prototypes,
    built: &'a BuiltPieces,
    title: Option<&'a (String, String)>,
    known: OnceCell<KnownPieces>,
}

impl SetupsWork<'_> {
    /// The saved game of a scenario, if it is another than the carried one.
    fn save(&self, scenario: &Scenario, entry: &str) -> Result<Option<Vec<u8>>, EmitError> {
        let placed: Vec<PlacedPiece> = scenario
            .pinned
            .iter()
            .map(|own| {
                let what = match &own.what {
                    What::Unit(unit) => Link::Unit(unit.id.to_string()),
                    What::Marker(marker) => Link::Marker(marker.id.to_string()),
                };
                PlacedPiece { what, window: own.window.clone(), x: own.x, y: own.y }
            })
            .collect();
        let imported = self.volume.contents.setups.get(&scenario.id);
        let same = imported.is_some_and(|own| *own == fingerprint(&placed));
        if same && self.title.is_none() {
            return Ok(None);
        }
        let Some(Ok(mut save)) = self.carried.entry(self.volume, entry.trim_start_matches('/')).map(Save::open) else {
            return Ok(None);
        };
        if !same {
            let known = self.known.get_or_init(|| KnownPieces::of(self.carried.volumes().map(|volume| &volume.tree)));
            // What an older import did not place, or elsewhere, is not moved because we know it now.
            let then = |known: &KnownPieces| imported.is_none_or(|own| *own == fingerprint(&save.placed(known)));
            let before = (!then(known)).then(|| known.before().into_iter().find(then)).flatten();
            save.rearrange(before.as_ref().unwrap_or(known), &placed, |link| self.piece(link));
        }
        for (name, bytes) in &mut save.entries {
            if [Metadata::MODULE, Metadata::SAVE].contains(&name.as_str())
                && let Some(about) = titled(bytes, self.title)
            {
                *bytes = about;
            }
        }
        save.pack().map(Some).map_err(packing)
    }

    /// A piece of a record as it lies on a map: its prototypes expanded.
    fn piece(&self, link: &Link) -> Option<RawPiece> {
        let (text, gpid) = self.built.get(link)?;
        let piece = Piece::decode(text).ok()?.expanded(self.prototypes);
        let mut piece = RawPiece::decode(&piece.slot_text()).ok()?;
        piece.set_basic_state(3, gpid);
        Some(piece)
    }
}
