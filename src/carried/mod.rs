//! What a game carries along of the VASSAL module that it came from.
//!
//! An imported game has plain records for what the language knows: counters, cards, maps, setups. Everything else of
//! its module stands in the folder `module`, as it was: the tree of components, cut into readable files, the pictures that
//! no record shows, pages, and saved games. A component that has a record is linked to it by an attribute
//! ([`LINK`]); where the record still says what the component says, the component is built again byte for byte.
//!
//! This room reads and writes that folder, and knows which part of a piece a record speaks of ([`facts`]). It knows
//! nothing of games.

pub mod facts;
pub mod grids;
pub mod known;
pub mod links;
pub mod made;
pub mod names;
pub mod parts;
pub mod placed;
pub mod places;
mod summary;
mod tree;

pub use links::{LINK, Link};
pub use summary::Summary;
pub use tree::split;

use crate::source::{CARRIED, FileId, FileKind, Sources};
use crate::vassal::components::Node;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The list of entries of a volume.
const ENTRIES: &str = "entries.toml";
/// What the folders of extensions begin with.
const EXTENSION: &str = "ext-";
/// Where pictures are in a module.
pub const IMAGES: &str = "images/";

/// A carried module, with its extensions.
#[derive(Debug, Clone)]
pub struct Carried {
    /// The module.
    pub module: Volume,
    /// Its extensions.
    pub extensions: Vec<Volume>,
    /// The bytes of each file that an entry names.
    files: BTreeMap<String, Vec<u8>>,
}

/// A module or an extension.
#[derive(Debug, Clone)]
pub struct Volume {
    /// The name of the extension; none: the module.
    pub name: Option<String>,
    /// The tree of components, with its links.
    pub tree: Node,
    /// What stands beside it.
    pub contents: Contents,
}

/// The folder of a module or extension.
pub fn folder(extension: Option<&str>) -> String {
    extension.map_or_else(|| CARRIED.to_string(), |name| format!("{CARRIED}/{EXTENSION}{name}"))
}

/// The entries of a module, and where the game's folder has them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// The entry of the tree: `buildFile.xml` or `buildFile`.
    pub build: String,
    /// All other entries in their order, and the file of each.
    pub entries: Vec<(String, String)>,
    /// Pictures of records that were made from an entry, because it is of a kind that cannot be printed.
    pub drawn: BTreeMap<String, String>,
    /// Of each scenario with a saved game: the fingerprint of what it placed when it was imported.
    pub setups: BTreeMap<String, String>,
    /// The grid of each map that has one, as it was imported.
    pub grids: BTreeMap<String, String>,
}

/// The entries of a module by name.
#[derive(Debug, Clone)]
pub struct Index<'a> {
    files: BTreeMap<&'a str, &'a str>,
    drawn: BTreeMap<&'a str, &'a str>,
}

impl<'a> Index<'a> {
    /// The entry that a component means by the name of a picture.
    pub fn picture(&self, name: &str) -> Option<&'a str> {
        let wanted = names::picture_entries(name);
        wanted.iter().find_map(|wanted| self.files.get_key_value(wanted.as_str())).map(|(entry, _)| *entry)
    }

    /// The picture that records show for an entry.
    pub fn shown(&self, entry: &str) -> Option<&'a str> {
        self.drawn.get(entry).or_else(|| self.files.get(entry)).copied()
    }
}

/// Why a carried module cannot be read, and in which file.
pub type Fault = (Option<FileId>, String);

impl Carried {
    /// Reads it from the files of a game.
    pub fn read(sources: &Sources) -> Result<Carried, Fault> {
        let own: BTreeMap<&str, (FileId, &[u8])> = sources
            .own()
            .filter(|(_, file)| matches!(file.kind, FileKind::Carried | FileKind::Picture))
            .map(|(id, file)| {
                let bytes = if file.bytes.is_empty() { file.text.as_bytes() } else { file.bytes.as_slice() };
                (file.name.as_str(), (id, bytes))
            })
            .collect();
        let mut files = BTreeMap::new();
        let module = volume(None, &own, &mut files)?;
        let start = format!("{CARRIED}/{EXTENSION}");
        let name = |file: &&str| file.strip_prefix(&start)?.strip_suffix(&format!("/{ENTRIES}")).map(str::to_string);
        let names: Vec<String> = own.keys().filter_map(name).collect();
        let extensions =
            names.into_iter().map(|name| volume(Some(name), &own, &mut files)).collect::<Result<_, _>>()?;
        // A picture that a record shows may be new to the module.
        let art = own.iter().filter(|(name, _)| !name.starts_with(&format!("{CARRIED}/")));
        for (name, (_, bytes)) in art {
            files.entry((*name).to_string()).or_insert_with(|| bytes.to_vec());
        }
        Ok(Carried { module, extensions, files })
    }

    /// The module and its extensions.
    pub fn volumes(&self) -> impl Iterator<Item = &Volume> {
        std::iter::once(&self.module).chain(&self.extensions)
    }

    /// The content of a file of the game.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// The content of an entry.
    pub fn entry(&self, volume: &Volume, name: &str) -> Option<&[u8]> {
        let (_, file) = volume.contents.entries.iter().find(|(entry, _)| entry == name)?;
        self.file(file)
    }
}

/// Reads a module or an extension.
fn volume(
    name: Option<String>,
    own: &BTreeMap<&str, (FileId, &[u8])>,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<Volume, Fault> {
    let gone = |name: &str| (None, format!("the carried module lacks the file `{name}`"));
    let folder = folder(name.as_deref());
    let list = Contents::file(name.as_deref());
    let (id, list) = own.get(list.as_str()).ok_or_else(|| gone(&list))?;
    let list = std::str::from_utf8(list).map_err(|_| (Some(*id), "this file is not UTF-8".to_string()))?;
    let contents = Contents::parse(list).map_err(|why| (Some(*id), why))?;
    let tree = tree::read(own, &folder)?;
    for (_, file) in &contents.entries {
        let (_, bytes) = own.get(file.as_str()).ok_or_else(|| gone(file))?;
        files.insert(file.clone(), bytes.to_vec());
    }
    Ok(Volume { name, tree, contents })
}

impl Contents {
    /// The file with the list of a module or extension.
    pub fn file(extension: Option<&str>) -> String {
        format!("{}/{ENTRIES}", folder(extension))
    }

    /// For looking things up.
    pub fn index(&self) -> Index<'_> {
        let files = self.entries.iter().map(|(entry, file)| (entry.as_str(), file.as_str())).collect();
        let drawn = self.drawn.iter().map(|(file, entry)| (entry.as_str(), file.as_str())).collect();
        Index { files, drawn }
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = "\
# The entries of the module and the file of each, in the order of the module. `punchboard build` packs them again.
# A picture that is replaced in its place here is replaced in the module.
"
        .to_string();
        let _ = writeln!(text, "build = {}\n\n[entries]", quoted(&self.build));
        for (entry, file) in &self.entries {
            let _ = writeln!(text, "{} = {}", quoted_key(entry), quoted(file));
        }
        let rest = [
            ("drawn", &self.drawn, "Pictures for print, and the entry that each was made from."),
            (
                "setups",
                &self.setups,
                "What each scenario placed when it was imported: while it is so, its save is packed as it is.",
            ),
            ("grids", &self.grids, "The grid of each map as it was imported: while it is so, it is packed as it was."),
        ];
        for (title, lines, about) in rest {
            if !lines.is_empty() {
                let _ = writeln!(text, "\n# {about}\n[{title}]");
            }
            for (key, value) in lines {
                let _ = writeln!(text, "{} = {}", quoted_key(key), quoted(value));
            }
        }
        text
    }

    fn parse(text: &str) -> Result<Contents, String> {
        let file: toml::Table = text.parse().map_err(|error: toml::de::Error| error.message().to_string())?;
        let pairs = |key: &str| -> Result<Vec<(String, String)>, String> {
            let Some(table) = file.get(key) else { return Ok(Vec::new()) };
            let table = table.as_table().ok_or_else(|| format!("`{key}` is not a table"))?;
            let pair = |(name, value): (&String, &toml::Value)| {
                let value = value.as_str().ok_or_else(|| format!("the value of `{name}` is not a text"))?;
                Ok((name.clone(), value.to_string()))
            };
            table.iter().map(pair).collect()
        };
        let build = file.get("build").and_then(toml::Value::as_str).ok_or("`build` is missing")?.to_string();
        let map = |key: &str| Ok::<_, String>(pairs(key)?.into_iter().collect());
        Ok(Contents {
            build,
            entries: pairs("entries")?,
            drawn: map("drawn")?,
            setups: map("setups")?,
            grids: map("grids")?,
        })
    }
}

/// A key as TOML writes it, on one line whatever is in it.
fn quoted_key(key: &str) -> String {
    toml_edit::Key::new(key).to_string()
}

/// A text as TOML writes it.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_comes_back() {
        let contents = Contents {
            build: "buildFile".into(),
            entries: vec![
                ("images/b \"x\".png".into(), "art/b x.png".into()),
                ("images/a.gif".into(), "module/images/a.gif".into()),
                ("odd\nname".into(), "module/files/odd-name".into()),
            ],
            drawn: [("art/a.png".to_string(), "images/a.gif".to_string())].into(),
            setups: [("first".to_string(), "ab".to_string())].into(),
            grids: [("main".to_string(), "hex;1".to_string())].into(),
        };
        assert_eq!(Contents::parse(&contents.text()).unwrap(), contents);
        let index = contents.index();
        assert_eq!(index.picture("a"), Some("images/a.gif"));
        assert_eq!(index.shown("images/a.gif"), Some("art/a.png"));
        assert_eq!(index.shown("images/b \"x\".png"), Some("art/b x.png"));
        assert!(Contents::parse("build = 1").is_err());
    }
}
