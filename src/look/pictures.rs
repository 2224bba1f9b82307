//! Symbols, glyphs, emblems and pictures of the author's own.

use super::{Image, Library, Set, not_xml, read_symbol};
use crate::diag::codes;
use crate::draw::budget::{Excess, weigh_text, weigh_tree};
use crate::draw::{Picture, svg_options};
use crate::source::decode::Cx;
use crate::source::{File, FileId, FileKind, Sources, Span};
use resvg::usvg::{self, Tree, WriteOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The small pictures that are built in, with those of the game's own in their place.
pub fn library(sources: &Sources, cx: &mut Cx) -> Library {
    let mut library = Library::default();
    let own: BTreeSet<FileId> = sources.own().map(|(id, _)| id).collect();
    for (id, file) in sources.iter().filter(|(_, file)| file.kind == FileKind::Picture) {
        let named = |set: Set| Some((set, file.name.strip_prefix(&set.folder())?.strip_suffix(".svg")?));
        let Some((set, name)) = Set::ALL.into_iter().find_map(named) else { continue };
        match read_symbol(&file.text) {
            Ok(symbol) => {
                if own.contains(&id) {
                    affordable(id, &file.text, cx);
                }
                library.add(set, name, symbol);
            }
            Err((at, why)) => cx.diags.push(codes::PICTURE.at(Span::new(id, at), why).label("here")),
        }
    }
    library
}

/// The names of all templates, such as `faces/unit`.
pub fn templates(sources: &Sources) -> BTreeSet<String> {
    let files = sources.iter().filter(|(_, file)| file.kind == FileKind::Template);
    files.filter_map(|(_, file)| template_name(file)).map(str::to_string).collect()
}

/// The name of a template, from its file.
pub fn template_name(file: &File) -> Option<&str> {
    let name = file.name.strip_prefix("templates/")?;
    name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml"))
}

/// The pictures in the folder `art`.
pub fn images(sources: &Sources, cx: &mut Cx) -> BTreeMap<String, Image> {
    let mut images = BTreeMap::new();
    let art = sources.own().filter(|(_, file)| file.kind == FileKind::Picture && file.name.starts_with("art/"));
    for (id, file) in art {
        let vector = file.name.to_lowercase().ends_with(".svg");
        if vector && !affordable(id, &file.text, cx) {
            continue;
        }
        let read = if vector { svg(id, &file.text) } else { raster(&file.bytes).map_err(|why| (0..0, why)) };
        match read {
            Ok(image) => {
                images.insert(file.name.clone(), image);
            }
            Err((at, why)) => {
                let label = if at.is_empty() { "" } else { "here" };
                cx.diags.push(codes::PICTURE.at(Span::new(id, at), why).label(label));
            }
        }
    }
    images
}

/// Reports an SVG that costs too much to draw. What is not an SVG is reported elsewhere.
fn affordable(file: FileId, text: &str, cx: &mut Cx) -> bool {
    let weighed = weigh_text(text).and_then(|()| match Tree::from_str(text, &svg_options()) {
        Ok(tree) => weigh_tree(&tree, text),
        Err(_) => Ok(()),
    });
    let Err(Excess { at, message, help }) = weighed else { return true };
    let diag = match at {
        Some(at) => codes::PICTURE_COST.at(Span::new(file, at), message).label("here"),
        None => codes::PICTURE_COST.at(Span::start_of(file), message),
    };
    cx.diags.push(diag.help(help));
    false
}

/// An SVG, brought to plain paths: nothing in it can refer to anything outside of it.
fn svg(file: FileId, text: &str) -> Result<Image, (Range<usize>, String)> {
    if text.trim().is_empty() {
        return Err((0..0, EMPTY.to_string()));
    }
    let tree = Tree::from_str(text, &svg_options()).map_err(|error| match error {
        usvg::Error::ParsingFailed(error) => not_xml(text, &error),
        error => {
            let root = text.find("<svg").map_or(0..0, |root| root..root + 4);
            let why = match error {
                usvg::Error::InvalidSize => "it has no size: write `width` and `height`, or a `viewBox`".to_string(),
                error => error.to_string(),
            };
            (root, format!("this SVG cannot be read: {why}"))
        }
    })?;
    let options = WriteOptions { id_prefix: Some(format!("art{}-", file.0)), ..WriteOptions::default() };
    let plain = tree.to_string(&options);
    let inside = plain.find('>').zip(plain.rfind("</svg>")).and_then(|(start, end)| plain.get(start + 1..end));
    let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    Ok(Image { picture: Picture::svg(inside.unwrap_or_default()), size })
}

/// What is said of a file without anything in it.
const EMPTY: &str = "this picture is an empty file";

fn raster(bytes: &[u8]) -> Result<Image, String> {
    if bytes.is_empty() {
        return Err(EMPTY.to_string());
    }
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format();
    let reader = reader.map_err(|error| format!("this picture cannot be read: {error}"))?;
    let format = reader.format();
    // Decoded whole, so that a truncated file is found now and not as a hole on the map.
    let picture = reader.decode().map_err(|error| format!("this picture cannot be read: {error}"))?;
    let size = (f64::from(picture.width()), f64::from(picture.height()));
    let picture = match format {
        Some(image::ImageFormat::Png) => Picture::png(bytes),
        Some(image::ImageFormat::Jpeg) => Picture::jpeg(bytes),
        _ => return Err("this is neither a PNG nor a JPEG".to_string()),
    };
    Ok(Image { picture, size })
}
