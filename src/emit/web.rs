//! `web/`: a table to play on in a browser.
//!
//! A folder that any static host serves and that a double click opens. Its pages are `web/table` of this repository as they
//! stand; the game comes as `game.js`: the engine data, and which picture shows what. A page opened from the disk may load
//! scripts and pictures but not read files, so the data are a script.

use super::images::{Darkroom, file_names};
use super::{EmitError, Emitter, Game, Sink, engine};
use crate::art;
use crate::art::faces::Sketch;
use crate::draw::{Drawing, Raster};
use crate::model::{DieFace, Named};
use include_dir::{Dir, include_dir};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// The pages, as they are in every game.
static PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web/table");

/// Millimetres of the face of a die.
const DIE: f64 = 10.0;

/// Makes `web/`.
pub struct WebTable;

impl Emitter for WebTable {
    fn word(&self) -> &'static str {
        "web"
    }

    fn about(&self) -> &'static str {
        "`web/`: a table to play on in a browser, for any static host; made only when it is asked for"
    }

    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
        for page in PAGES.files() {
            sink.put(&format!("web/{}", page.path().display()), page.contents())?;
        }
        let pictures = Easel { draw: Darkroom::new(game), game, sink }.pictures()?;
        sink.put("web/game.js", &script(&engine::compact(game.model, game.look, game.memory), &pictures))?;
        Ok(vec!["open web/index.html, or put the folder web on any host: docs/table.md".to_string()])
    }

    fn owns(&self, path: &str) -> bool {
        path.starts_with("web/")
    }

    fn by_default(&self) -> bool {
        false
    }
}

/// The picture of everything that lies on the table, by ids: paths below `web`.
#[derive(Default, Serialize)]
struct PicturesOf {
    /// Front and back of counters; no back: it is blank.
    counters: BTreeMap<String, (String, Option<String>)>,
    /// Front and back of cards.
    cards: BTreeMap<String, (String, String)>,
    /// Maps.
    maps: BTreeMap<String, String>,
    /// Sheets of displays.
    sheets: BTreeMap<String, String>,
    /// Faces of dice that have pictures, in their order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    dice: BTreeMap<String, Vec<Option<String>>>,
}

/// Draws what lies on the table. Pictures are those of `images/`, so that each is made once.
struct Easel<'a> {
    draw: Darkroom<'a>,
    game: &'a Game<'a>,
    sink: &'a dyn Sink,
}

impl Easel<'_> {
    fn pictures(&self) -> Result<PicturesOf, EmitError> {
        let (model, look) = (self.game.model, self.game.look);
        let mut pictures = PicturesOf { counters: self.counters()?, cards: self.cards()?, ..PicturesOf::default() };
        for (map, name) in model.maps.iter().zip(names(&model.maps)) {
            let path = format!("pictures/map_{name}.png");
            self.large(&path, &art::map(model, look, map))?;
            pictures.maps.insert(map.id.clone(), path);
        }
        let sheets = art::display_trays(model, look);
        for (sheet, name) in sheets.iter().zip(file_names(sheets.iter().map(|sheet| sheet.id.as_str()))) {
            let path = format!("pictures/{name}.png");
            self.large(&path, &sheet.drawing)?;
            pictures.sheets.insert(sheet.id.clone(), path);
        }
        for (die, name) in model.dice.iter().zip(names(&model.dice)) {
            let face = |(face, n): (&DieFace, usize)| {
                let Some(drawing) = art::dice::face(&look.images, face, DIE) else { return Ok(None) };
                let path = format!("pictures/dice/{name}_{n}.png");
                let png = self.draw.png(&Raster::new(self.game.dpi), &path, &drawing)?;
                self.sink.put(&format!("web/{path}"), &png)?;
                Ok::<_, EmitError>(Some(path))
            };
            let faces: Vec<Option<String>> = die.faces.iter().zip(1..).map(face).collect::<Result<_, _>>()?;
            if faces.iter().any(Option::is_some) {
                pictures.dice.insert(die.id.clone(), faces);
            }
        }
        Ok(pictures)
    }

    fn counters(&self) -> Result<BTreeMap<String, (String, Option<String>)>, EmitError> {
        let model = self.game.model;
        let names = names(&model.counters);
        let one = |(n, (counter, name)): (usize, (&crate::model::Counter, &String))| {
            let front = format!("pictures/counters/{name}.png");
            self.counter(&front, (n, false))?;
            let back = counter.back.is_some().then(|| format!("pictures/counters/{name}_back.png"));
            if let Some(back) = &back {
                self.counter(back, (n, true))?;
            }
            Ok((counter.id.clone(), (front, back)))
        };
        model.counters.par_iter().zip(&names).enumerate().map(one).collect()
    }

    fn cards(&self) -> Result<BTreeMap<String, (String, String)>, EmitError> {
        let (model, look) = (self.game.model, self.game.look);
        let backs: Vec<String> =
            names(&model.decks).into_iter().map(|name| format!("pictures/cards/{name}_back.png")).collect();
        for (deck, path) in model.decks.iter().zip(&backs) {
            self.face(path, &Sketch::card_back(model, look, deck, 0.0))?;
        }
        let names = names(&model.cards);
        let one = |(card, name): (&crate::model::Card, &String)| {
            let front = format!("pictures/cards/{name}.png");
            self.face(&front, &Sketch::card(model, look, card, 0.0))?;
            let back = match Sketch::own_back(model, look, card, 0.0) {
                Some(own) => {
                    let path = format!("pictures/cards/{name}_own_back.png");
                    self.face(&path, &own)?;
                    path
                }
                None => backs.get(card.deck.index).cloned().unwrap_or_default(),
            };
            Ok((card.id.clone(), (front, back)))
        };
        model.cards.par_iter().zip(&names).map(one).collect()
    }

    fn counter(&self, path: &str, face: (usize, bool)) -> Result<(), EmitError> {
        let png = self.draw.counter(&Raster::new(self.game.dpi), path, face, false)?;
        Ok(self.sink.put(&format!("web/{path}"), &png)?)
    }

    fn face(&self, path: &str, sketch: &Sketch<'_>) -> Result<(), EmitError> {
        let png = self.draw.face(&Raster::new(self.game.dpi), path, sketch)?;
        Ok(self.sink.put(&format!("web/{path}"), &png)?)
    }

    fn large(&self, path: &str, drawing: &Drawing) -> Result<(), EmitError> {
        let png = self.draw.png(&Raster::new(self.game.map_dpi), path, drawing)?;
        Ok(self.sink.put(&format!("web/{path}"), &png)?)
    }
}

fn names<T: Named>(things: &[T]) -> Vec<String> {
    file_names(things.iter().map(Named::id))
}

/// The data as a script. `JSON.parse` of a text is read faster than an object, and a key such as `__proto__` stays a key.
fn script(engine: &[u8], pictures: &PicturesOf) -> Vec<u8> {
    let pictures = serde_json::to_vec(pictures).unwrap_or_default();
    let mut script = Vec::with_capacity(engine.len() + pictures.len() + engine.len() / 20);
    for (name, json) in [("engine", engine), ("pictures", &pictures)] {
        script.extend_from_slice(format!("(window.PUNCHBOARD ??= {{}}).{name} = JSON.parse('").as_bytes());
        for byte in json {
            if matches!(byte, b'\'' | b'\\') {
                script.push(b'\\');
            }
            script.push(*byte);
        }
        script.extend_from_slice(b"');\n");
    }
    script
}
