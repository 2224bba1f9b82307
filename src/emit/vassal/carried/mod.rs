//! A module that a game came from, built again.
//!
//! Comes in: the carried module and the model. Goes out: the same module, in which everything that a record of the
//! game says otherwise is changed: names, pictures, properties, places in setups, new pieces. A component whose record says
//! what it said stays byte for byte, so that saved games find it.

mod grids;
mod parts;
mod pictures;
mod pieces;
mod places;
mod setups;

use super::codec::archive::{PackedEntry, Packer};
use super::codec::components::{Component, Node, to_xml};
use super::codec::moduledata::Metadata;
use super::packing;
use crate::carried::facts::Prototypes;
use crate::carried::links::{attribute, set_attribute, set_text, take};
use crate::carried::names::line;
use crate::carried::places::{plain_size, whole};
use crate::carried::{Carried, IMAGES, Link, Volume};
use crate::emit::{EmitError, Game};
use crate::vassal::Piece;
use pictures::CarriedPictures;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// A module, built again.
pub(super) struct Rebuilt {
    /// Its tree.
    pub tree: Node,
    /// Pictures that it did not have: entry and file.
    new: Vec<(String, String)>,
    /// Saved games that changed, by entry.
    pub saves: BTreeMap<String, Vec<u8>>,
    title: Option<(String, String)>,
}

/// Builds the module, or one of its extensions, again.
pub(super) fn rebuild(game: &Game<'_>, carried: &Carried, volume: &Volume) -> Result<Rebuilt, EmitError> {
    let mut prototypes = Prototypes::new();
    let mut linked = BTreeSet::new();
    for volume in carried.volumes() {
        self::prototypes(&volume.tree, &mut prototypes);
        visit(&volume.tree, &mut |node| linked.extend(link(node)));
    }
    let mut pictures = CarriedPictures::new(&volume.contents, &carried.module.contents);
    let mut tree = volume.tree.clone();
    let title = if volume.name.is_none() { title(game, &mut tree) } else { None };
    let scope = pieces::SlotScope { prototypes: &prototypes, linked: &linked, extension: volume.name.as_deref() };
    let built = pieces::build(game, &scope, &mut pictures, &mut tree);
    boards(game, &mut pictures, &mut tree);
    places::build(game, &mut tree);
    grids::build(game, &volume.contents, &mut tree);
    sides(game, &mut tree);
    parts::build(game, (&volume.contents, &linked), &mut pictures, volume.name.is_none(), &mut tree);
    let saves = setups::build(game, (carried, volume), (&prototypes, &built), title.as_ref(), &mut tree)?;
    strip(&mut tree);
    Ok(Rebuilt { tree, new: pictures.new_entries(), saves, title })
}

/// Writes the module, or one of its extensions, zipped.
pub(super) fn write(
    game: &Game<'_>,
    carried: &Carried,
    volume: &Volume,
    draft: &mut dyn io::Write,
) -> Result<(), EmitError> {
    let rebuilt = rebuild(game, carried, volume)?;
    let mut packer = Packer::over(draft);
    let mut put = |name: &str, bytes: &[u8]| {
        PackedEntry::as_named(name, bytes).and_then(|entry| packer.put(&entry)).map_err(packing)
    };
    put(&volume.contents.build, &to_xml(&rebuilt.tree))?;
    for (entry, file) in volume.contents.entries.iter().chain(&rebuilt.new) {
        let own = carried.file(file).unwrap_or_default();
        let about = (entry == Metadata::MODULE).then(|| titled(own, rebuilt.title.as_ref())).flatten();
        let bytes = rebuilt.saves.get(entry).or(about.as_ref()).map_or(own, Vec::as_slice);
        put(entry, bytes)?;
    }
    let listed = |entry: &&String| !volume.contents.entries.iter().any(|(own, _)| own == *entry);
    for entry in rebuilt.saves.keys().filter(listed) {
        put(entry, &rebuilt.saves[entry])?;
    }
    packer.end().map(drop).map_err(packing)
}

/// The prototypes of a module.
fn prototypes(tree: &Node, prototypes: &mut Prototypes) {
    visit(tree, &mut |node| {
        if node.component.class().ends_with(".PrototypeDefinition")
            && let (Some(name), Ok(piece)) = (attribute(node, "name"), Piece::decode(node.component.text()))
        {
            prototypes.insert(name.to_string(), piece);
        }
    });
}

fn visit(node: &Node, seen: &mut dyn FnMut(&Node)) {
    seen(node);
    node.children.iter().for_each(|child| visit(child, seen));
}

fn visit_mut(node: &mut Node, seen: &mut dyn FnMut(&mut Node)) {
    seen(node);
    node.children.iter_mut().for_each(|child| visit_mut(child, seen));
}

/// The link of a component.
fn link(node: &Node) -> Option<Link> {
    attribute(node, crate::carried::LINK).and_then(Link::parse)
}

/// Takes all links off.
fn strip(tree: &mut Node) {
    visit_mut(tree, &mut take);
}

/// Name and version of the module, if the game has others now.
fn title(game: &Game<'_>, tree: &mut Node) -> Option<(String, String)> {
    let about = &game.model.game;
    let own = |key: &str| attribute(tree, key).unwrap_or_default().to_string();
    let (name, version) = (own("name"), own("version"));
    let untitled = line(&name).is_empty();
    let new_name = if untitled || line(&name) == about.title { name.clone() } else { about.title.clone() };
    let said = about.module.as_ref().and_then(|module| module.version.clone());
    let new_version = said.unwrap_or_else(|| version.clone());
    if (new_name.as_str(), new_version.as_str()) == (name.as_str(), version.as_str()) {
        return None;
    }
    set_attribute(tree, "name", &new_name);
    set_attribute(tree, "version", &new_version);
    Some((new_name, new_version))
}

/// The metadata of a module or save with another title.
fn titled(bytes: &[u8], title: Option<&(String, String)>) -> Option<Vec<u8>> {
    let (name, version) = title?;
    let mut about = Metadata::from_xml(bytes).ok()?;
    about.version.clone_from(version);
    about.name = about.name.map(|_| name.clone());
    Some(about.to_xml())
}

/// Boards with another picture, or of another size.
fn boards(game: &Game<'_>, pictures: &mut CarriedPictures<'_>, tree: &mut Node) {
    visit_mut(tree, &mut |node| {
        let Some(Link::Map(id)) = link(node) else { return };
        let Some(map) = game.model.maps.iter().find(|map| map.id == id) else { return };
        let own = attribute(node, "image").unwrap_or_default().to_string();
        match (map.image.as_deref(), map.pixels) {
            (Some(wanted), _) => {
                if let Some(picture) = pictures.other(&own, wanted) {
                    set_attribute(node, "image", &picture);
                }
            }
            (None, Some((width, height))) if plain_size(node) != Some((width, height)) => {
                set_attribute(node, "width", &whole(width));
                set_attribute(node, "height", &whole(height));
            }
            (None, _) => {}
        }
    });
}

/// Sides in the player roster: new names, and new ones.
fn sides(game: &Game<'_>, tree: &mut Node) {
    let mut known = Vec::new();
    visit_mut(tree, &mut |node| {
        let Some(Link::Side(id)) = link(node) else { return };
        if let Some(side) = game.model.sides.iter().find(|side| side.id == id)
            && line(node.component.text()) != side.name
        {
            set_text(node, side.name.clone());
        }
        known.push(id);
    });
    // A module without sides is of no side: what its game calls one stands for all players.
    if known.is_empty() {
        return;
    }
    visit_mut(tree, &mut |node| {
        if !node.component.class().ends_with(".PlayerRoster") {
            return;
        }
        for side in game.model.sides.iter().filter(|side| !known.contains(&side.id)) {
            let component =
                Component::Other { class: "entry".to_string(), attributes: Vec::new(), text: side.name.clone() };
            node.children.push(Node { component, children: Vec::new() });
        }
        // There is one roster.
        known.extend(game.model.sides.iter().map(|side| side.id.clone()));
    });
}

/// The entry of a picture, without its folder.
fn bare(entry: &str) -> &str {
    entry.strip_prefix(IMAGES).unwrap_or(entry)
}
