//! What is in the file of a module.

use crate::carried::links::attribute;
use crate::carried::names::{of_windows, picture_entries};
use crate::carried::placed::Digest;
use crate::vassal::archive::{self, ArchiveError, Limits};
use crate::vassal::components::{Component, Node, XmlError, from_xml, from_xml_as_it_stands};
use crate::vassal::moduledata::Metadata;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The build file, as newer and as older versions of VASSAL call it.
const BUILD_FILES: [&str; 2] = ["buildFile.xml", "buildFile"];
/// The class at the top of a build file, since VASSAL 3.5 and before.
const MODULES: [&str; 2] = ["VASSAL.build.GameModule", "VASSAL.launch.BasicModule"];
/// The class at the top of an extension's build file.
const EXTENSION: &str = "VASSAL.build.module.ModuleExtension";
/// Where pictures are.
const IMAGES: &str = "images/";

/// A module, read.
#[derive(Debug)]
pub struct Module {
    /// What the module manager reads; older modules have none.
    pub metadata: Option<Metadata>,
    /// The tree of components.
    pub build: Node,
    /// The same as it stands in the file.
    pub plain: Node,
    /// The entry of the tree.
    pub build_entry: String,
    /// The names of all entries.
    pub entries: BTreeSet<String>,
    /// The entries that were unpacked: pages of text, pictures of boards.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The saved games of its setups, by entry.
    pub saves: Saves,
}

/// Saved games by entry: what each says of its pieces, or why it cannot be read.
pub type Saves = BTreeMap<String, Result<Digest, String>>;

/// Why a file is not a module that we can read.
#[derive(Debug)]
pub enum ModuleError {
    /// The zip.
    Archive(ArchiveError),
    /// It has no build file.
    NoBuildFile,
    /// The build file is packed in a way that we do not know, or encrypted.
    Packed,
    /// The build file cannot be read.
    Build(XmlError),
    /// The top of the build file is something else than a module; its class.
    NotAModule(String),
    /// The top of the build file is something else than an extension; its class.
    NotAnExtension(String),
}

impl fmt::Display for ModuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModuleError::Archive(error) => write!(f, "{error}"),
            ModuleError::NoBuildFile => {
                write!(f, "it is a zip without a build file: modules have `buildFile.xml` at the top")
            }
            ModuleError::Packed => write!(
                f,
                "its build file is encrypted, damaged, or packed in a way that VASSAL does not know; unpack the zip with \
                 another program, and zip it again without a password"
            ),
            ModuleError::Build(error) => write!(f, "its build file cannot be read: {error}"),
            ModuleError::NotAModule(class) if class == EXTENSION => {
                write!(f, "it is an extension: import its module, with `--extension` and this file")
            }
            ModuleError::NotAnExtension(class) => {
                write!(f, "its build file describes `{}`, not an extension", class.escape_debug())
            }
            ModuleError::NotAModule(class) => {
                write!(f, "its build file describes `{}`, not a module", class.escape_debug())
            }
        }
    }
}

impl std::error::Error for ModuleError {}

impl From<ArchiveError> for ModuleError {
    fn from(error: ArchiveError) -> Self {
        ModuleError::Archive(error)
    }
}

/// The entries of a module or an extension, and the names of those that cannot be unpacked. The build file is not among
/// these.
pub(super) fn unpacked(bytes: &[u8], limits: Limits) -> Result<(archive::Entries, Vec<String>), ModuleError> {
    let (entries, left_out) = archive::unpack_tolerantly(bytes, limits)?;
    if left_out.iter().any(|name| BUILD_FILES.contains(&name.as_str())) {
        return Err(ModuleError::Packed);
    }
    Ok((entries, left_out))
}

impl Module {
    /// Reads a module from the bytes of its file.
    pub fn read(bytes: &[u8], limits: Limits) -> Result<Module, ModuleError> {
        Module::of_entries(&unpacked(bytes, limits)?.0)
    }

    /// A module of which all entries are unpacked.
    pub(super) fn of_entries(entries: &[(String, Vec<u8>)]) -> Result<Module, ModuleError> {
        let find = |wanted: &str| entries.iter().find(|(name, _)| name == wanted);
        let (build_entry, build) = BUILD_FILES.iter().find_map(|name| find(name)).ok_or(ModuleError::NoBuildFile)?;
        let (build, plain) = trees(build)?;
        let boards = board_pictures(&build);
        let wanted = entries.iter().filter(|(name, _)| is_read(name) || boards.contains(name));
        let files: BTreeMap<String, Vec<u8>> = wanted.cloned().collect();
        let saves = saves(&plain, entries);
        let metadata = files.get(Metadata::MODULE).and_then(|bytes| Metadata::from_xml(bytes).ok());
        let entries = entries.iter().map(|(name, _)| name.clone()).collect();
        Ok(Module { metadata, build, plain, build_entry: build_entry.clone(), entries, files, saves })
    }

    /// The name of the module, and its version.
    pub fn title(&self) -> (String, String) {
        let attributes = self.build.component.attributes();
        let value = |key: &str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
        (value("name").unwrap_or_default(), value("version").unwrap_or_default())
    }

    /// The entry of a picture, if the module has it.
    pub fn picture(&self, name: &str) -> Option<&str> {
        picture_entries(name).iter().find_map(|entry| self.entries.get(entry)).map(String::as_str)
    }

    /// The entry of another file, if the module has it.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.entries.get(name.trim_start_matches('/')).map(String::as_str)
    }
}

/// The tree of an extension as it stands, and the entry it has.
pub(super) fn extension_tree(entries: &[(String, Vec<u8>)]) -> Result<(String, Node), ModuleError> {
    let find = |wanted: &&str| entries.iter().find(|(name, _)| name == *wanted);
    let (entry, build) = BUILD_FILES.iter().find_map(find).ok_or(ModuleError::NoBuildFile)?;
    let tree = from_xml_as_it_stands(&in_utf8(build)).map_err(ModuleError::Build)?;
    if tree.component.class() != EXTENSION {
        return Err(ModuleError::NotAnExtension(tree.component.class().to_string()));
    }
    Ok((entry.clone(), tree))
}

/// The tree of a build file, read and as it stands.
fn trees(bytes: &[u8]) -> Result<(Node, Node), ModuleError> {
    let text = in_utf8(bytes);
    let build = from_xml(&text).map_err(ModuleError::Build)?;
    if !MODULES.contains(&build.component.class()) {
        return Err(ModuleError::NotAModule(build.component.class().to_string()));
    }
    Ok((build, from_xml_as_it_stands(&text).map_err(ModuleError::Build)?))
}

/// A build file in UTF-8. Those of old modules may be in the encoding of the computer they were made on: then each byte
/// is taken for the letter it is in most of Europe and America.
fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let head = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes)).to_ascii_lowercase();
    let declared = head.split("encoding=").nth(1).map(|rest| rest.trim_start_matches(['"', '\'']));
    let other = declared.is_some_and(|name| !name.starts_with("utf-8"));
    let wide = |word: fn([u8; 2]) -> u16| {
        let words = bytes.chunks_exact(2).map(|pair| word([pair[0], pair[1]]));
        char::decode_utf16(words).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    let text = match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ if !other && std::str::from_utf8(bytes).is_ok() => return Cow::Borrowed(bytes),
        // ISO-8859-1 has nothing there; what says so, or says nothing, is mostly of Windows all the same.
        _ => bytes.iter().map(|byte| of_windows(*byte)).collect(),
    };
    // What stands before the first element says the old encoding.
    let text = text.trim_start_matches('\u{feff}');
    let start = text.strip_prefix("<?xml").and_then(|rest| Some(rest.find("?>")? + 7)).unwrap_or(0);
    Cow::Owned(text.get(start..).unwrap_or(text).as_bytes().to_vec())
}

/// Reads the saved games of all setups of a tree. Some modules have hundreds, and large ones.
pub(super) fn saves(tree: &Node, entries: &[(String, Vec<u8>)]) -> Saves {
    let (mut wanted, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting = vec![tree];
    while let Some(node) = waiting.pop() {
        waiting.extend(&node.children);
        wanted.extend(setup_file(node));
        numbers.extend(attribute(node, "gpid").filter(|number| !number.is_empty()));
    }
    let numbered = |number: &str| numbers.contains(number);
    let own: Vec<&(String, Vec<u8>)> = entries.iter().filter(|(name, _)| wanted.contains(name.as_str())).collect();
    own.into_par_iter().map(|(name, bytes)| (name.clone(), Digest::open(bytes, &numbered))).collect()
}

/// The entry of the saved game that a component as it stands starts, if it is a setup with one.
pub(super) fn setup_file(node: &Node) -> Option<&str> {
    let says = |key: &str| attribute(node, key).unwrap_or_default();
    let of_file = node.component.class().ends_with(".PredefinedSetup") && says("useFile") != "false";
    let file = says("file").trim_start_matches('/');
    (of_file && says("isMenu") != "true" && !file.is_empty()).then_some(file)
}

/// Small files that say something: texts, metadata.
fn is_read(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    name == Metadata::MODULE || matches!(extension.as_deref(), Some("htm" | "html" | "txt"))
}

/// The entries of the pictures of boards, whose sizes say what is on the map and what is not.
fn board_pictures(build: &Node) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut waiting = vec![build];
    while let Some(node) = waiting.pop() {
        if let Component::Board(board) = &node.component {
            names.extend(board.image.iter().map(|name| format!("{IMAGES}{}", name.0)));
        }
        waiting.extend(&node.children);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_file_that_cannot_be_unpacked_is_told() {
        let mut bytes = archive::pack([("buildFile.xml", "<a/>")]).unwrap();
        // 12 is a way to pack that VASSAL does not know.
        let listed = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        (bytes[8], bytes[listed + 10]) = (12, 12);
        let error = Module::read(&bytes, Limits::default()).err().unwrap().to_string();
        assert!(error.contains("packed in a way that VASSAL does not know"), "{error}");
    }

    #[test]
    fn old_encodings_are_read() {
        let read = |bytes: &[u8]| String::from_utf8(in_utf8(bytes).into_owned()).unwrap();
        assert_eq!(
            read(b"<?xml version=\"1.0\" encoding=\"windows-1252\"?><a>it\x92s \xe9</a>"),
            "<a>it\u{2019}s \u{e9}</a>"
        );
        assert_eq!(read(b"<a>\x80 \xe9</a>"), "<a>\u{20ac} \u{e9}</a>");
        assert_eq!(read("<a>\u{2019}</a>".as_bytes()), "<a>\u{2019}</a>");
        let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain("<a/>".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(read(&wide), "<a/>");
    }
}
