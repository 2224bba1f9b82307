//! `images/`: every counter, card, map and chart as a picture, and contact sheets of all counters.

use super::{EmitError, Emitter, Game, Sink};
use crate::art::faces::Sketch;
use crate::art::{self, contact};
use crate::draw::{Drawing, Raster, TextMode, to_svg};
use crate::model::Named;
use crate::source::values::is_device;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rendered pictures are told apart by this too: raise it when rendering changes.
const RENDERER: &str = "punchboard pictures 2";

/// Makes `images/` and contact sheets.
pub struct Pictures;

impl Emitter for Pictures {
    fn word(&self) -> &'static str {
        "images"
    }

    fn about(&self) -> &'static str {
        "`images/` and `contact.png`: counters, cards, maps and charts as PNG and SVG"
    }

    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
        images(game, sink)?;
        Ok(Vec::new())
    }

    fn owns(&self, path: &str) -> bool {
        path.starts_with("images/") || path.starts_with("contact") && path.ends_with(".png")
    }
}

/// Draws everything.
fn images(game: &Game<'_>, sink: &dyn Sink) -> Result<(), EmitError> {
    let (model, look) = (game.model, game.look);
    let studio = PictureSink { draw: Darkroom::new(game), sink };
    let small = Raster::new(game.dpi);
    // Names have no `_`, so what is added with one meets no other name.
    let names = file_names(ids(&model.counters));
    model.counters.par_iter().zip(&names).enumerate().try_for_each(|(n, (counter, name))| {
        studio.counter(&small, &format!("images/counters/{name}.png"), (n, false))?;
        if counter.back.is_some() {
            studio.counter(&small, &format!("images/counters/{name}_back.png"), (n, true))?;
        }
        Ok::<(), EmitError>(())
    })?;
    let names = file_names(ids(&model.cards));
    model.cards.par_iter().zip(&names).try_for_each(|(card, name)| {
        studio.face(&small, &format!("images/cards/{name}.png"), &Sketch::card(model, look, card, 0.0))?;
        match Sketch::own_back(model, look, card, 0.0) {
            Some(back) => studio.face(&small, &format!("images/cards/{name}_own_back.png"), &back),
            None => Ok(()),
        }
    })?;
    for (deck, name) in model.decks.iter().zip(file_names(ids(&model.decks))) {
        studio.face(&small, &format!("images/cards/{name}_back.png"), &Sketch::card_back(model, look, deck, 0.0))?;
    }
    contacts(&studio)?;
    let large = Raster::new(game.map_dpi);
    for (map, name) in model.maps.iter().zip(file_names(ids(&model.maps))) {
        studio.both(&large, &format!("images/maps/{name}"), &art::map(model, look, map))?;
    }
    let charts = game.sketchbook.charts(model, look, &look.styles.charts);
    let names = file_names(charts.iter().map(|chart| chart.id.as_str()));
    charts
        .par_iter()
        .zip(&names)
        .try_for_each(|(chart, name)| studio.both(&large, &format!("images/charts/{name}"), &chart.drawing))
}

fn ids<T: Named>(things: &[T]) -> impl Iterator<Item = &str> {
    things.iter().map(Named::id)
}

/// Contact sheets: as many as it takes, each with a bounded number of faces.
fn contacts(studio: &PictureSink<'_>) -> Result<(), EmitError> {
    let Game { model, look, .. } = studio.draw.game;
    let raster = Raster::new(contact::DPI);
    for (n, page) in contact::pages(model).enumerate() {
        let name = if n == 0 { "contact.png".to_string() } else { format!("contact-{}.png", n + 1) };
        studio.png(&raster, &name, &contact::draw(model, look, page))?;
    }
    Ok(())
}

/// Where pictures go.
struct PictureSink<'a> {
    draw: Darkroom<'a>,
    sink: &'a dyn Sink,
}

impl PictureSink<'_> {
    /// A drawing as PNG.
    fn png(&self, raster: &Raster, path: &str, drawing: &Drawing) -> Result<(), EmitError> {
        let png = self.draw.png(raster, path, drawing)?;
        Ok(self.sink.put(path, &png)?)
    }

    /// The front or back of a counter as PNG.
    fn counter(&self, raster: &Raster, path: &str, face: (usize, bool)) -> Result<(), EmitError> {
        let png = self.draw.counter(raster, path, face, false)?;
        Ok(self.sink.put(path, &png)?)
    }

    /// A face as PNG.
    fn face(&self, raster: &Raster, path: &str, sketch: &Sketch<'_>) -> Result<(), EmitError> {
        let png = self.draw.face(raster, path, sketch)?;
        Ok(self.sink.put(path, &png)?)
    }

    /// A drawing as PNG and as SVG.
    fn both(&self, raster: &Raster, path: &str, drawing: &Drawing) -> Result<(), EmitError> {
        let svg = to_svg(drawing, TextMode::Outlined);
        self.sink.put(&format!("{path}.svg"), svg.as_bytes())?;
        drop(svg);
        let png = self.draw.png(raster, path, drawing)?;
        Ok(self.sink.put(&format!("{path}.png"), &png)?)
    }
}

/// Makes PNGs of drawings, unless they were made before.
pub(super) struct Darkroom<'a> {
    game: &'a Game<'a>,
    done: AtomicUsize,
}

impl<'a> Darkroom<'a> {
    /// A darkroom that has made nothing yet.
    pub fn new(game: &'a Game<'a>) -> Self {
        Self { game, done: AtomicUsize::new(0) }
    }

    /// A drawing as PNG; `name` is for errors.
    pub fn png(&self, raster: &Raster, name: &str, drawing: &Drawing) -> Result<Cow<'a, [u8]>, EmitError> {
        let mut hash = blake3::Hasher::new();
        hash.update(RENDERER.as_bytes()).update(&raster.dpi().to_le_bytes()).update(&drawing.fingerprint());
        let hash = *hash.finalize().as_bytes();
        self.developed_once(&hash, || raster.png(drawing).map_err(|error| EmitError::Raster(name.to_string(), error)))
    }

    /// A face as PNG; one that was made before is not even drawn.
    pub fn face(&self, raster: &Raster, name: &str, sketch: &Sketch<'_>) -> Result<Cow<'a, [u8]>, EmitError> {
        self.keyed(raster, name, &sketch.key(), || Cow::Owned(sketch.draw()))
    }

    /// The front or back of a counter, by its place in the model, as PNG, with or without a line along its edge.
    pub fn counter(
        &self,
        raster: &Raster,
        name: &str,
        (index, back): (usize, bool),
        edged: bool,
    ) -> Result<Cow<'a, [u8]>, EmitError> {
        let Game { model, look, sketchbook, .. } = self.game;
        let key = sketchbook.key(model, look, (index, back), 0.0, edged);
        self.keyed(raster, name, &key, || {
            let sketch = Sketch::counter(model, look, &model.counters[index], back, 0.0);
            Cow::Owned(if edged { sketch.edged() } else { sketch }.draw())
        })
    }

    /// What a key tells apart from all else, as PNG; if it was made before, it is not even drawn.
    pub fn keyed<'d>(
        &self,
        raster: &Raster,
        name: &str,
        key: &[u8; 32],
        draw: impl FnOnce() -> Cow<'d, Drawing>,
    ) -> Result<Cow<'a, [u8]>, EmitError> {
        let mut hash = blake3::Hasher::new();
        hash.update(RENDERER.as_bytes()).update(&raster.dpi().to_le_bytes()).update(key);
        let make = || raster.png(&draw()).map_err(|error| EmitError::Raster(name.to_string(), error));
        self.developed_once(hash.finalize().as_bytes(), make)
    }

    fn developed_once(
        &self,
        hash: &[u8; 32],
        make: impl FnOnce() -> Result<Vec<u8>, EmitError>,
    ) -> Result<Cow<'a, [u8]>, EmitError> {
        let png = match self.game.memory.recall(hash) {
            Some(png) => png,
            None => {
                let png = make()?;
                self.game.memory.remember(hash, &png);
                png.into()
            }
        };
        self.made(1);
        Ok(png)
    }

    /// Tells that so many more pages or pictures are made.
    pub fn made(&self, more: usize) {
        (self.game.tick)(self.done.fetch_add(more, Ordering::Relaxed) + more);
    }
}

/// A file name for each id: small letters, digits and `-`, no two the same, and none that Windows keeps for devices.
pub fn file_names<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let name = |id: &str| {
        let words = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut plain = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
        if plain.is_empty() || is_device(&plain) {
            plain.insert(0, 'x');
        }
        let mut name = plain.clone();
        while taken.contains_key(&name) {
            // Where the last one of that name has stopped.
            let n = taken.entry(plain.clone()).or_insert(1);
            *n += 1;
            name = format!("{plain}-{n}");
        }
        taken.insert(name.clone(), 1);
        name
    };
    ids.map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_stay_in_their_folder_and_apart() {
        let ids = ["191/71", "191-71", "../../etc/x", "..", "KG", "kg", "Ж", "con.", "a_back"];
        let names = file_names(ids.into_iter());
        assert_eq!(names, ["191-71", "191-71-2", "etc-x", "x", "kg", "kg-2", "x-2", "xcon", "a-back"]);
        let names = file_names(["a", "a-2", "a", "a", "a.2", "xnul", "NUL", "Com1", "com10"].into_iter());
        assert_eq!(names, ["a", "a-2", "a-3", "a-4", "a-2-2", "xnul", "xnul-2", "xcom1", "com10"]);
    }

    #[test]
    fn many_ids_without_latin_letters_are_named_at_once() {
        let ids: Vec<String> = (0..20_000).map(|n| char::from_u32(0x4e00 + n).unwrap().to_string()).collect();
        let names = file_names(ids.iter().map(String::as_str));
        assert_eq!((names[0].as_str(), names[19_999].as_str()), ("x", "x-20000"));
    }
}
