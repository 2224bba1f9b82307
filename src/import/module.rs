//! What is in the file of a module.

use crate::vassal::archive::{self, ArchiveError, Limits};
use crate::vassal::components::{Component, Node, XmlError, from_xml};
use crate::vassal::moduledata::Metadata;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The build file, as newer and as older versions of VASSAL call it.
const BUILD_FILES: [&str; 2] = ["buildFile.xml", "buildFile"];
/// The class at the top of a build file, since VASSAL 3.5 and before.
const MODULES: [&str; 2] = ["VASSAL.build.GameModule", "VASSAL.launch.BasicModule"];
/// Where pictures are.
const IMAGES: &str = "images/";

/// A module, read.
#[derive(Debug)]
pub struct Module {
    /// What the module manager reads; older modules have none.
    pub metadata: Option<Metadata>,
    /// The tree of components.
    pub build: Node,
    /// The names of all entries.
    pub entries: BTreeSet<String>,
    /// The entries that were unpacked: saves, pages of text, pictures of boards.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Why a file is not a module that we can read.
#[derive(Debug)]
pub enum ModuleError {
    /// The zip.
    Archive(ArchiveError),
    /// It has no build file.
    NoBuildFile,
    /// The build file cannot be read.
    Build(XmlError),
    /// The top of the build file is something else than a module; its class.
    NotAModule(String),
}

impl fmt::Display for ModuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModuleError::Archive(error) => write!(f, "{error}"),
            ModuleError::NoBuildFile => {
                write!(f, "it is a zip without a build file: modules have `buildFile.xml` at the top")
            }
            ModuleError::Build(error) => write!(f, "its build file cannot be read: {error}"),
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

impl Module {
    /// Reads a module from the bytes of its file.
    pub fn read(bytes: &[u8], limits: Limits) -> Result<Module, ModuleError> {
        let entries = archive::names(bytes, limits)?;
        let build_file = BUILD_FILES.iter().find(|name| entries.contains(**name)).ok_or(ModuleError::NoBuildFile)?;
        let mut files = archive::unpack_some(bytes, limits, |name| name == *build_file || is_read(name))?;
        let build = files.remove(*build_file).ok_or(ModuleError::NoBuildFile)?;
        let build = from_xml(&build).map_err(ModuleError::Build)?;
        if !MODULES.contains(&build.component.class()) {
            return Err(ModuleError::NotAModule(build.component.class().to_string()));
        }
        let boards = board_pictures(&build);
        files.extend(archive::unpack_some(bytes, limits, |name| boards.contains(name))?);
        let metadata = files.get(Metadata::MODULE).and_then(|bytes| Metadata::from_xml(bytes).ok());
        Ok(Module { metadata, build, entries, files })
    }

    /// The name of the module, and its version.
    pub fn title(&self) -> (String, String) {
        let attributes = self.build.component.attributes();
        let value = |key: &str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
        (value("name").unwrap_or_default(), value("version").unwrap_or_default())
    }

    /// The entry of a picture, if the module has it. Older modules leave `.gif` out.
    pub fn picture(&self, name: &str) -> Option<&str> {
        let name = name.strip_prefix(IMAGES).unwrap_or(name);
        [format!("{IMAGES}{name}"), format!("{IMAGES}{name}.gif")]
            .iter()
            .find_map(|entry| self.entries.get(entry))
            .map(String::as_str)
    }

    /// The entry of another file, if the module has it.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.entries.get(name.trim_start_matches('/')).map(String::as_str)
    }
}

/// Small files that say something: saves, texts, metadata.
fn is_read(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    name == Metadata::MODULE || matches!(extension.as_deref(), Some("vsav" | "htm" | "html" | "txt"))
}

/// The entries of the pictures of boards, whose sizes say what is on the map and what is not.
fn board_pictures(build: &Node) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut waiting = vec![build];
    while let Some(node) = waiting.pop() {
        if let Component::Board(board) = &node.component {
            names.extend(board.image.iter().map(|name| format!("{IMAGES}{name}")));
        }
        waiting.extend(&node.children);
    }
    names
}
