//! Pictures of records: those that can be printed as they are, and those that are drawn again as PNG.

use crate::carried::names::{Safe, picture_entries};
use crate::draw::budget::{weigh_text, weigh_tree};
use crate::draw::svg_options;
use image::{ImageFormat, ImageReader};
use resvg::usvg::Tree;
use std::collections::BTreeMap;
use std::io::Cursor;

/// A picture that records show.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundPicture {
    /// Its file in the game's folder.
    pub file: String,
    /// Width and height in pixels.
    pub size: (f64, f64),
}

/// The pictures of a module, as far as records show them.
pub(super) struct ModuleArt<'a> {
    /// The entries of the module, then those of its extensions.
    volumes: Vec<&'a BTreeMap<&'a str, &'a [u8]>>,
    /// The volume that is read now.
    pub volume: usize,
    /// By volume and entry; none: it cannot be read.
    known: BTreeMap<(usize, String), Option<FoundPicture>>,
    /// Those that were drawn again.
    drawn: BTreeMap<(usize, String), (String, Vec<u8>)>,
    names: Safe,
}

impl<'a> ModuleArt<'a> {
    pub fn new(volumes: Vec<&'a BTreeMap<&'a str, &'a [u8]>>) -> Self {
        ModuleArt { volumes, volume: 0, known: BTreeMap::new(), drawn: BTreeMap::new(), names: Safe::default() }
    }

    /// The picture of that name, if the module has it and it can be read.
    pub fn show(&mut self, name: &str) -> Option<FoundPicture> {
        let wanted = picture_entries(name);
        // An extension shows its own pictures and those of its module.
        let mut places =
            [self.volume, 0].into_iter().flat_map(|volume| wanted.iter().map(move |entry| (volume, entry)));
        let has = |(volume, entry): &(usize, &String)| {
            self.volumes.get(*volume).is_some_and(|own| own.contains_key(entry.as_str()))
        };
        let (volume, entry) = places.find(has)?;
        let key = (volume, entry.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let picture = self.read(volume, entry);
        self.known.insert(key, picture.clone());
        picture
    }

    fn read(&mut self, volume: usize, entry: &str) -> Option<FoundPicture> {
        let bytes = *self.volumes.get(volume)?.get(entry)?;
        let base = entry.rsplit('/').next().unwrap_or(entry);
        let (stem, extension) = base.rsplit_once('.').unwrap_or((base, ""));
        let extension = extension.to_ascii_lowercase();
        if extension == "svg" {
            let text = std::str::from_utf8(bytes).ok()?;
            weigh_text(text).ok()?;
            let tree = Tree::from_str(text, &svg_options()).ok()?;
            weigh_tree(&tree, text).ok()?;
            let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
            return Some(FoundPicture { file: format!("art/{}", self.names.file(stem, "svg")), size });
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
            return Some(FoundPicture { file: format!("art/{}", self.names.file(stem, kind)), size });
        }
        let mut png = Cursor::new(Vec::new());
        image.to_rgba8().write_to(&mut png, ImageFormat::Png).ok()?;
        let file = format!("art/{}", self.names.file(stem, "png"));
        self.drawn.insert((volume, entry.to_string()), (file.clone(), png.into_inner()));
        Some(FoundPicture { file, size })
    }

    /// Whether the volume that is read now has an entry.
    pub fn has(&self, name: &str) -> bool {
        self.volumes.get(self.volume).is_some_and(|own| own.contains_key(name.trim_start_matches('/')))
    }

    /// The file of an entry that a record shows as it is.
    pub fn taken(&self, volume: usize, entry: &str) -> Option<&str> {
        let key = (volume, entry.to_string());
        let picture = self.known.get(&key)?.as_ref()?;
        (!self.drawn.contains_key(&key)).then_some(picture.file.as_str())
    }

    /// Pictures that were drawn again: entry, file, content.
    pub fn drawn(&self, volume: usize) -> impl Iterator<Item = (&str, &str, &[u8])> {
        let own = self.drawn.iter().filter(move |((of, _), _)| *of == volume);
        own.map(|((_, entry), (file, png))| (entry.as_str(), file.as_str(), png.as_slice()))
    }

    /// How many pictures were drawn again.
    pub fn converted(&self) -> usize {
        self.drawn.len()
    }

    /// How many pictures records show.
    pub fn count(&self) -> usize {
        self.known.values().flatten().count()
    }
}
