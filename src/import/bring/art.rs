//! Pictures of records: those that can be printed as they are, and those that are drawn again as PNG.

use crate::carried::IMAGES;
use crate::carried::names::Safe;
use crate::draw::budget::{weigh_text, weigh_tree};
use crate::draw::svg_options;
use image::{ImageFormat, ImageReader};
use resvg::usvg::Tree;
use std::collections::BTreeMap;
use std::io::Cursor;

/// A picture that records show.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picture {
    /// Its file in the game's folder.
    pub file: String,
    /// Width and height in pixels.
    pub size: (f64, f64),
}

/// The pictures of a module, as far as records show them.
pub(super) struct Art<'a> {
    entries: &'a BTreeMap<&'a str, &'a [u8]>,
    /// By entry; none: it cannot be read.
    known: BTreeMap<String, Option<Picture>>,
    /// Those that were drawn again.
    drawn: BTreeMap<String, (String, Vec<u8>)>,
    names: Safe,
}

impl<'a> Art<'a> {
    pub fn new(entries: &'a BTreeMap<&'a str, &'a [u8]>) -> Self {
        Art { entries, known: BTreeMap::new(), drawn: BTreeMap::new(), names: Safe::default() }
    }

    /// The picture of that name, if the module has it and it can be read.
    pub fn show(&mut self, name: &str) -> Option<Picture> {
        let name = name.strip_prefix(IMAGES).unwrap_or(name);
        let wanted = [format!("{IMAGES}{name}"), format!("{IMAGES}{name}.gif")];
        let entry = wanted.into_iter().find(|entry| self.entries.contains_key(entry.as_str()))?;
        if let Some(known) = self.known.get(&entry) {
            return known.clone();
        }
        let picture = self.read(&entry);
        self.known.insert(entry, picture.clone());
        picture
    }

    fn read(&mut self, entry: &str) -> Option<Picture> {
        let bytes = *self.entries.get(entry)?;
        let base = entry.rsplit('/').next().unwrap_or(entry);
        let (stem, extension) = base.rsplit_once('.').unwrap_or((base, ""));
        let extension = extension.to_ascii_lowercase();
        if extension == "svg" {
            let text = std::str::from_utf8(bytes).ok()?;
            weigh_text(text).ok()?;
            let tree = Tree::from_str(text, &svg_options()).ok()?;
            weigh_tree(&tree, text).ok()?;
            let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
            return Some(Picture { file: format!("art/{}", self.names.file(stem, "svg")), size });
        }
        let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
        let format = reader.format();
        let image = reader.decode().ok()?;
        let size = (f64::from(image.width()), f64::from(image.height()));
        let as_it_is = match format {
            Some(ImageFormat::Png) => Some(if extension == "png" { "png" } else { "" }),
            Some(ImageFormat::Jpeg) => Some(if extension == "jpeg" { "jpeg" } else { "jpg" }),
            _ => None,
        };
        if let Some(kind) = as_it_is {
            let kind = if kind.is_empty() { "png" } else { kind };
            return Some(Picture { file: format!("art/{}", self.names.file(stem, kind)), size });
        }
        let mut png = Cursor::new(Vec::new());
        image.to_rgba8().write_to(&mut png, ImageFormat::Png).ok()?;
        let file = format!("art/{}", self.names.file(stem, "png"));
        self.drawn.insert(entry.to_string(), (file.clone(), png.into_inner()));
        Some(Picture { file, size })
    }

    /// The file of an entry that a record shows as it is.
    pub fn taken(&self, entry: &str) -> Option<&str> {
        let picture = self.known.get(entry)?.as_ref()?;
        (!self.drawn.contains_key(entry)).then_some(picture.file.as_str())
    }

    /// Pictures that were drawn again: entry, file, content.
    pub fn drawn(&self) -> impl Iterator<Item = (&str, &str, &[u8])> {
        self.drawn.iter().map(|(entry, (file, png))| (entry.as_str(), file.as_str(), png.as_slice()))
    }

    /// How many pictures records show.
    pub fn count(&self) -> usize {
        self.known.values().flatten().count()
    }
}
