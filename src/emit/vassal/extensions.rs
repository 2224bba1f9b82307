//! Extensions: what an author marks with `extension` goes into a `.vmdx` of that name instead of the module.

use super::codec::archive::Packer;
use super::codec::components::{Component, Node, XmlAttributes, from_xml_as_it_stands, to_xml};
use super::codec::moduledata::Metadata;
use super::codec::sequence;
use super::names::plain;
use super::parts::Parts;
use super::setups::{self, ScenarioSetup};
use super::{metadata, module, packed, packing, pictures, prototypes, shown};
use crate::emit::{EmitError, Game};
use crate::identity::{PieceKind, card_key};
use crate::model::What;
use std::collections::BTreeMap;

/// Name of the entry with an extension's metadata.
const METADATA: &str = "extensiondata";

/// What goes into an extension.
pub(super) struct Extension {
    name: String,
    elements: Vec<Node>,
    /// The module has the faces of its pieces: one of the module's own setups places them.
    kept: bool,
}

/// Whether the faces of pieces of that extension are in the module.
pub(super) fn keeps_faces(extensions: &[Extension], extension: Option<&str>) -> bool {
    extension.is_none_or(|name| extensions.iter().any(|own| own.kept && own.name == name))
}

/// The extension of a setup.
pub(super) fn of_setup<'a>(game: &Game<'a>, setup: &ScenarioSetup) -> Option<&'a str> {
    game.model.scenarios.get(setup.scenario)?.extension.as_deref()
}

/// Takes everything out of a module that belongs to extensions.
pub(super) fn part(game: &Game<'_>, setups: &[ScenarioSetup], tree: &mut Node) -> Vec<Extension> {
    let marked = Marked::of(game, setups);
    if marked.pieces.is_empty() && marked.files.is_empty() {
        return Vec::new();
    }
    let mut found = BTreeMap::<&str, Vec<Node>>::new();
    take(tree, &mut Vec::new(), &marked, &mut found);
    let extension = |(name, elements): (&str, Vec<Node>)| {
        let kept = setups
            .iter()
            .filter(|setup| of_setup(game, setup) != Some(name))
            .any(|setup| setup.standing.iter().any(|own| extension_of(game, &own.what) == Some(name)));
        Extension { name: name.to_string(), elements, kept }
    };
    found.into_iter().map(extension).collect()
}

fn extension_of<'a>(game: &Game<'a>, what: &What) -> Option<&'a str> {
    match what {
        What::Unit(unit) => game.model.units.get(unit.index)?.extension.as_deref(),
        What::Marker(marker) => game.model.markers.get(marker.index)?.extension.as_deref(),
    }
}

/// The extensions of a game that does not carry a module, each with its name.
pub(super) fn build(game: &Game<'_>) -> Result<Vec<(String, Vec<u8>)>, EmitError> {
    let model = game.model;
    let marked = model.units.iter().any(|unit| unit.extension.is_some())
        || model.markers.iter().any(|marker| marker.extension.is_some())
        || model.cards.iter().any(|card| card.extension.is_some())
        || model.scenarios.iter().any(|scenario| scenario.extension.is_some());
    if !marked || game.carried.is_some() {
        return Ok(Vec::new());
    }
    let parts = Parts::new(game);
    let (pieces, setups) = (prototypes::prototypes(&parts), setups::setups(&parts));
    let (boards, charts) = (shown(&parts, &setups), pictures::charts(game));
    let mut tree = module::module(&parts, &pieces, &boards, &setups, &charts);
    let extensions = part(game, &setups, &mut tree);
    let by_name = prototypes::by_name(&pieces);
    let mut built = Vec::new();
    for extension in extensions {
        let mut packer = Packer::new();
        packer.add(METADATA, &about(game, &extension.name)).map_err(packing)?;
        packer.add(Metadata::MODULE, &metadata(game).to_xml()).map_err(packing)?;
        let name = extension.name.clone();
        let own = |of: Option<&str>| of == Some(name.as_str()) && !extension.kept;
        let wanted = pictures::faces(&parts, &own);
        packer.add("buildFile.xml", &to_xml(&root(game, extension))).map_err(packing)?;
        for setup in setups.iter().filter(|setup| of_setup(game, setup) == Some(name.as_str())) {
            packer.add(&setup.file, &packed(&parts, &by_name, &boards, setup)?).map_err(packing)?;
        }
        pictures::draw(&parts, &boards, &charts, &wanted, |picture| packer.put(picture).map_err(packing))?;
        built.push((name, packer.end().map_err(packing)?));
    }
    Ok(built)
}

/// What is marked: pieces by number and setups by file, each with its extension.
struct Marked<'a> {
    pieces: BTreeMap<String, &'a str>,
    files: BTreeMap<String, &'a str>,
}

impl<'a> Marked<'a> {
    fn of(game: &Game<'a>, setups: &[ScenarioSetup]) -> Self {
        let model = game.model;
        let mut keys: Vec<(String, &str)> = Vec::new();
        for unit in &model.units {
            keys.extend(unit.extension.as_deref().map(|name| (PieceKind::Unit.key(&unit.id), name)));
        }
        for marker in &model.markers {
            keys.extend(marker.extension.as_deref().map(|name| (PieceKind::Marker.key(&marker.id), name)));
        }
        for card in &model.cards {
            let Some(name) = card.extension.as_deref() else { continue };
            keys.extend((1..=card.copies).map(|copy| (card_key(&card.id, copy), name)));
        }
        let number = |(key, name): (String, &'a str)| Some((game.identities.gpid(&key)?.to_string(), name));
        let files = setups.iter().filter_map(|setup| Some((setup.file.clone(), of_setup(game, setup)?)));
        Marked { pieces: keys.into_iter().filter_map(number).collect(), files: files.collect() }
    }

    fn extension(&self, component: &Component) -> Option<&'a str> {
        match component {
            Component::PieceSlot(slot) => self.pieces.get(&slot.gpid),
            Component::CardSlot(slot) => self.pieces.get(&slot.gpid),
            Component::PredefinedSetup(setup) => self.files.get(setup.file.as_ref()?),
            _ => None,
        }
        .copied()
    }
}

/// Takes marked components out of a tree; each remembers the way to where it belongs.
fn take<'a>(node: &mut Node, path: &mut Vec<String>, marked: &Marked<'a>, found: &mut BTreeMap<&'a str, Vec<Node>>) {
    let mut left = Vec::with_capacity(node.children.len());
    for mut child in std::mem::take(&mut node.children) {
        if let Some(name) = marked.extension(&child.component) {
            let target = vec![("target".to_string(), sequence::encode(path.iter(), '/'))];
            let component = other("VASSAL.build.module.ExtensionElement", target);
            found.entry(name).or_default().push(Node { component, children: vec![child] });
            continue;
        }
        path.push(step(&child));
        take(&mut child, path, marked, found);
        path.pop();
        left.push(child);
    }
    node.children = left;
}

/// A component on the way: its class, and its name as VASSAL's editor shows it.
fn step(node: &Node) -> String {
    let attributes = node.component.attributes();
    let value = |key: &&str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
    let name = ["mapName", "entryName", "name"].iter().find_map(value);
    sequence::encode(std::iter::once(node.component.class()).chain(name), ':')
}

fn other(class: &str, attributes: XmlAttributes) -> Component {
    Component::Other { class: class.to_string(), attributes, text: String::new() }
}

fn root(game: &Game<'_>, extension: Extension) -> Node {
    let about = &game.model.game;
    let id: String = blake3::hash(extension.name.as_bytes()).to_hex().chars().take(3).collect();
    let attributes = [
        ("anyModule", "false".to_string()),
        ("description", String::new()),
        ("extensionId", id),
        ("module", plain(&about.title)),
        ("moduleVersion", about.version.clone()),
        ("nextPieceSlotId", "0".to_string()),
        ("vassalVersion", module::VASSAL_VERSION.to_string()),
        ("version", about.version.clone()),
    ];
    let attributes = attributes.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    Node { component: other("VASSAL.build.module.ModuleExtension", attributes), children: extension.elements }
}

/// What the module manager reads of an extension.
fn about(game: &Game<'_>, name: &str) -> Vec<u8> {
    let about = Metadata { name: None, description: name.to_string(), ..metadata(game) }.to_xml();
    let Ok(mut root) = from_xml_as_it_stands(&about) else { return about };
    let universal = Component::Other { class: "universal".into(), attributes: Vec::new(), text: "false".into() };
    root.children.push(Node { component: universal, children: Vec::new() });
    to_xml(&root)
}
